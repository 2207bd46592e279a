#include "boards/trace.h"

#include <string.h>

#include "base/bits.h"

static void put_text(const trace_recorder *r, const text *t) {
    r->out.put(r->out.context, t->start, t->length);
}

static void add_pin(const trace_recorder *r, int pin, uint64_t value, text *line) {
    const device_pin *p = &r->device->kind->pins[pin];
    text_addf(line, " %s=", p->name);
    device_write_value(p, value, line);
}

/* Writes a line if there is something to write. */
static void tell(trace_recorder *r, bool always) {
    char memory[TRACE_LINE];
    text line = text_over(memory, sizeof memory);
    text_addf(&line, "%llu", (unsigned long long)r->device->now);
    size_t bare = line.length;
    for (uint64_t s = r->watched | r->inputs; s;) {
        int pin = bits_take(&s);
        uint64_t value = device_get(r->device, pin);
        if (r->begun && value == r->told[pin]) continue;
        r->told[pin] = value;
        add_pin(r, pin, value, &line);
    }
    bool written = r->begun && r->last == r->device->now; /* a line for this tick exists */
    if (line.length == bare && (!always || written)) return;
    r->begun = true;
    r->last = r->device->now;
    text_add_char(&line, '\n');
    put_text(r, &line);
}

void trace_record(trace_recorder *r, device *d, const char *settings, uint64_t watched,
                  record_sink out) {
    char memory[TRACE_LINE];
    text header = text_over(memory, sizeof memory);
    *r = (trace_recorder){.device = d, .out = out, .watched = watched};
    r->inputs = (UINT64_C(2) << (device_pin_count(d->kind) - 1)) - 1;
    r->inputs &= ~device_outputs(d->kind, true);
    text_addf(&header, "damero-trace 1\nboard %s\n", d->kind->name);
    if (settings && *settings) text_addf(&header, "settings %s\n", settings);
    if (watched) text_add(&header, "changes");
    for (uint64_t s = watched; s;) text_addf(&header, " %s", d->kind->pins[bits_take(&s)].name);
    if (watched) text_add_char(&header, '\n');
    put_text(r, &header);
}

void trace_tell(trace_recorder *r) { tell(r, false); }

/* Records every change while time passes. */
static void advance(trace_recorder *r, uint64_t ticks) {
    while (ticks) {
        trace_tell(r);
        ticks -= device_advance_watching(r->device, r->watched, ticks);
    }
}

void trace_finish(trace_recorder *r) { tell(r, true); }

void trace_respond(device *d, const trace *t, uint64_t watched, record_sink out) {
    trace_recorder r;
    trace_record(&r, d, t->settings, watched, out);
    for (size_t i = 0; i < t->count; i++) {
        if (t->kind->pins[t->entries[i].pin].output) continue;
        advance(&r, t->entries[i].tick - d->now);
        device_set(d, t->entries[i].pin, t->entries[i].value);
    }
    advance(&r, t->end - d->now);
    trace_finish(&r);
}
