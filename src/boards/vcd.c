#include "boards/vcd.h"

#include "base/bits.h"
#include "base/clock.h"

enum { VCD_CHUNK = 8192 };

static void put(const vcd *v, text *t) {
    v->out.put(v->out.context, t->start, t->length);
    t->length = 0;
}

/* Pins are named by one printable character each: there are at most 64 of them. */
static char code_of(int pin) { return (char)('!' + pin); }

static void add_value(const vcd *v, int pin, uint64_t value, text *t) {
    const device_pin *p = &v->device->kind->pins[pin];
    if (p->width > 1) text_add_char(t, 'b');
    for (int bit = p->width - 1; bit >= 0; bit--) text_add_char(t, value >> bit & 1 ? '1' : '0');
    if (p->width > 1) text_add_char(t, ' ');
    text_add_char(t, code_of(pin));
    text_add_char(t, '\n');
}

void vcd_begin(vcd *v, const device *d, uint64_t pins, record_sink out) {
    char memory[VCD_CHUNK];
    text t = text_over(memory, sizeof memory);
    const uint64_t second = SECOND;
    bool whole = second % d->kind->hertz == 0;
    *v = (vcd){.device = d, .out = out, .pins = pins, .start = d->now};
    v->period = whole ? second / d->kind->hertz : 1000 * second / d->kind->hertz;
    text_addf(&t, "$comment the %s board of damero, from tick %llu on $end\n", d->kind->name,
              (unsigned long long)d->now);
    text_addf(&t, "$timescale 1 %s $end\n$scope module %s $end\n", whole ? "ns" : "ps",
              d->kind->name);
    for (uint64_t s = pins; s;) {
        int pin = bits_take(&s);
        const device_pin *p = &d->kind->pins[pin];
        text_addf(&t, "$var wire %d %c %s ", p->width, code_of(pin), p->name);
        if (p->width > 1) text_addf(&t, "[%d:0] ", p->width - 1);
        text_add(&t, "$end\n");
        if (t.length > VCD_CHUNK / 2) put(v, &t);
    }
    text_add(&t, "$upscope $end\n$enddefinitions $end\n");
    put(v, &t);
}

static void add_time(const vcd *v, text *t) {
    text_addf(t, "#%llu\n", (unsigned long long)((v->device->now - v->start) * v->period));
}

void vcd_tell(vcd *v) {
    char memory[VCD_CHUNK];
    text t = text_over(memory, sizeof memory);
    for (uint64_t s = v->pins; s;) {
        int pin = bits_take(&s);
        uint64_t value = device_get(v->device, pin);
        if (v->begun && value == v->told[pin]) continue;
        v->told[pin] = value;
        if (t.length == 0) {
            add_time(v, &t);
            if (!v->begun) text_add(&t, "$dumpvars\n");
        }
        add_value(v, pin, value, &t);
    }
    if (!v->begun) text_add(&t, "$end\n");
    v->begun = true;
    if (t.length) put(v, &t);
}

void vcd_finish(vcd *v) {
    char memory[64];
    text t = text_over(memory, sizeof memory);
    add_time(v, &t);
    put(v, &t);
}
