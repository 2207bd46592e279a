/* The comparison of a trace with our device.
 *
 * Our device runs once through the ticks. Each output value in the file has a window of `slack`
 * ticks on either side; the open windows are those between `closed` and `opened` in the list of
 * entries, and are checked whenever our outputs may have changed. A window that closes without
 * having seen its value is the difference. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "boards/trace.h"

typedef struct run {
    const trace *trace;
    device *device;
    size_t applied; /* entries before this one have been set, if they are inputs */
    size_t opened, closed;
    uint64_t watched;               /* the outputs that the file names */
    uint64_t ours[DEVICE_PINS_MAX]; /* as last seen */
    bool *met;                      /* by entry: our device has shown it */
    uint64_t *at_tick;              /* by entry: our device's value at its tick */
    trace_difference *difference;
} run;

static uint64_t early(const trace *t, uint64_t tick) {
    return tick > t->slack ? tick - t->slack : 0;
}

static bool is_output(const run *r, size_t entry) {
    return r->trace->kind->pins[r->trace->entries[entry].pin].output;
}

static void set_inputs(run *r) {
    const trace *t = r->trace;
    for (; r->applied < t->count && t->entries[r->applied].tick <= r->device->now; r->applied++)
        if (!is_output(r, r->applied))
            device_set(r->device, t->entries[r->applied].pin, t->entries[r->applied].value);
}

static void differ(run *r, const trace_entry *entry, uint64_t tick, uint64_t got) {
    *r->difference = (trace_difference){.found = true,
                                        .tick = tick,
                                        .pin = entry->pin,
                                        .expected = entry->value,
                                        .known = entry->known,
                                        .got = got,
                                        .line = entry->line};
}

/* A change of ours must be in the file: within the slack the file has our new value, or it has not
 * mentioned the pin yet. */
static bool is_told(run *r, int pin, uint64_t value) {
    const trace *t = r->trace;
    uint64_t now = r->device->now;
    const trace_entry *last = NULL;
    for (size_t i = r->opened; i-- > 0 && !last;)
        if (t->entries[i].pin == pin && t->entries[i].tick <= early(t, now)) last = &t->entries[i];
    if (!last || !((last->value ^ value) & last->known)) return true;
    const trace_entry *held = last;
    for (const trace_entry *i = last + 1; i < t->entries + t->count && i->tick <= now + t->slack;
         i++) {
        if (i->pin != pin) continue;
        if (!((i->value ^ value) & i->known)) return true;
        if (i->tick <= now) held = i;
    }
    differ(r, held, now, value);
    return false;
}

static bool see_changes(run *r, bool first) {
    for (uint64_t s = r->watched; s;) {
        int pin = bits_take(&s);
        uint64_t value = device_get(r->device, pin);
        bool changed = !first && value != r->ours[pin];
        r->ours[pin] = value;
        if (changed && r->trace->changes >> pin & 1 && !is_told(r, pin, value)) return false;
    }
    return true;
}

static void look_through_windows(run *r) {
    const trace *t = r->trace;
    for (size_t i = r->closed; i < r->opened; i++) {
        const trace_entry *entry = &t->entries[i];
        if (!is_output(r, i)) continue;
        if (!((r->ours[entry->pin] ^ entry->value) & entry->known)) r->met[i] = true;
        if (entry->tick == r->device->now) r->at_tick[i] = r->ours[entry->pin];
    }
}

/* Closes the windows that end now; returns whether all had seen their value. */
static bool close_windows(run *r) {
    const trace *t = r->trace;
    for (; r->closed < r->opened && t->entries[r->closed].tick + t->slack <= r->device->now;
         r->closed++) {
        if (!is_output(r, r->closed) || r->met[r->closed]) continue;
        differ(r, &t->entries[r->closed], t->entries[r->closed].tick, r->at_tick[r->closed]);
        return false;
    }
    return true;
}

static uint64_t sooner(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* The next tick with something to do besides our own changes. */
static uint64_t next_tick(const run *r) {
    const trace *t = r->trace;
    uint64_t next = t->end + t->slack;
    if (r->applied < t->count) next = sooner(next, t->entries[r->applied].tick);
    if (r->opened < t->count) next = sooner(next, early(t, t->entries[r->opened].tick));
    if (r->closed < r->opened) next = sooner(next, t->entries[r->closed].tick + t->slack);
    return next;
}

static void compare(run *r) {
    const trace *t = r->trace;
    for (bool first = true;; first = false) {
        set_inputs(r);
        while (r->opened < t->count && early(t, t->entries[r->opened].tick) <= r->device->now)
            r->opened++;
        /* The file says nothing about our changes after its last tick. */
        if (r->device->now <= t->end ? !see_changes(r, first) : (see_changes(r, true), false))
            return;
        look_through_windows(r);
        if (!close_windows(r) || r->device->now >= t->end + t->slack) return;
        device_advance_watching(r->device, r->watched, next_tick(r) - r->device->now);
    }
}

bool trace_check(const trace *t, trace_difference *difference, error *e) {
    run r = {.trace = t, .difference = difference};
    *difference = (trace_difference){0};
    r.device = device_create(t->kind, t->settings, e);
    if (!r.device) return false;
    r.met = calloc(t->count + 1, sizeof *r.met);
    r.at_tick = calloc(t->count + 1, sizeof *r.at_tick);
    for (size_t i = 0; i < t->count; i++)
        if (is_output(&r, i)) r.watched |= UINT64_C(1) << t->entries[i].pin;
    bool good = (r.met && r.at_tick) || error_set(e, "no memory for the check");
    if (good) compare(&r);
    free(r.met);
    free(r.at_tick);
    device_destroy(r.device);
    return good;
}

static void write_known(const device_pin *pin, uint64_t value, uint64_t known, text *out) {
    uint64_t all = pin->width == 64 ? UINT64_MAX : (UINT64_C(1) << pin->width) - 1;
    if ((known & all) == all) {
        device_write_value(pin, value, out);
        return;
    }
    text_add(out, "0b");
    for (int bit = pin->width - 1; bit >= 0; bit--)
        text_add_char(out, !(known >> bit & 1) ? 'x' : value >> bit & 1 ? '1' : '0');
}

/* "12.345 ms" */
static void write_time(uint64_t tick, uint64_t hertz, text *out) {
    uint64_t us = tick / hertz * 1000000 + tick % hertz * 1000000 / hertz;
    text_addf(out, "%llu.%03u ms", (unsigned long long)(us / 1000), (unsigned)(us % 1000));
}

void trace_explain(const trace *t, const trace_difference *d, text *out) {
    const device_pin *pin = &t->kind->pins[d->pin];
    text_addf(out, "tick %llu (", (unsigned long long)d->tick);
    write_time(d->tick, t->kind->hertz, out);
    text_addf(out, "), line %u: %s is ", (unsigned)d->line, pin->name);
    write_known(pin, d->expected, d->known, out);
    text_add(out, ", ours is ");
    device_write_value(pin, d->got, out);
    const trace_entry *last = NULL;
    for (size_t i = 0; i < t->count && t->entries[i].tick <= d->tick; i++)
        if (!t->kind->pins[t->entries[i].pin].output) last = &t->entries[i];
    if (!last) {
        text_add(out, "; no input was set before\n");
        return;
    }
    text_addf(out, "\nthe last inputs before it, at tick %llu:", (unsigned long long)last->tick);
    for (size_t i = 0; i < t->count && t->entries[i].tick <= last->tick; i++) {
        const device_pin *input = &t->kind->pins[t->entries[i].pin];
        if (t->entries[i].tick != last->tick || input->output) continue;
        text_addf(out, " %s=", input->name);
        device_write_value(input, t->entries[i].value, out);
    }
    text_add(out, "\n");
}
