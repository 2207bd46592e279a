#include "boards/device.h"

#include <string.h>

#include "base/spelling.h"

const device_kind *boards_find(const char *name, error *e) {
    char names[200];
    text t = text_over(names, sizeof names);
    for (const device_kind *const *k = boards_all; *k; k++) {
        if (strcmp((*k)->name, name) == 0) return *k;
        text_addf(&t, "%s%s", k == boards_all ? "" : ", ", (*k)->name);
    }
    error_set(e, "unknown board '%s'; boards: %s", name, names);
    return NULL;
}

device *device_create(const device_kind *kind, const char *settings, error *e) {
    game_settings chosen;
    device *d = NULL;
    if (!settings_read(kind->settings, settings, &chosen, e) || !kind->create(&chosen, &d, e))
        return NULL;
    d->kind = kind;
    d->now = 0;
    for (int i = 0; kind->pins[i].name; i++)
        if (!kind->pins[i].output) device_set(d, i, kind->pins[i].initial);
    return d;
}

void device_destroy(device *d) {
    if (d) d->kind->destroy(d);
}

int device_pin_count(const device_kind *kind) {
    int count = 0;
    while (kind->pins[count].name) count++;
    return count;
}

int device_find_pin(const device_kind *kind, const char *name, size_t length, error *e) {
    for (int i = 0; kind->pins[i].name; i++)
        if (text_same(name, length, kind->pins[i].name)) return i;
    char word[40];
    text t = text_over(word, sizeof word);
    text_add_part(&t, name, length);
    spelling nearest = {.word = word};
    for (int i = 0; kind->pins[i].name; i++) spelling_offer(&nearest, kind->pins[i].name);
    if (nearest.best)
        error_set(e, "the %s board has no pin '%s': did you mean '%s'?", kind->name, word,
                  nearest.best);
    else error_set(e, "the %s board has no pin '%s'", kind->name, word);
    return -1;
}

uint64_t device_outputs(const device_kind *kind, bool all) {
    uint64_t set = 0;
    for (int i = 0; kind->pins[i].name; i++) {
        const device_pin *p = &kind->pins[i];
        if (p->output && (all || !(p->fast || p->extra || p->inner))) set |= UINT64_C(1) << i;
    }
    return set;
}

bool device_fits(const device_pin *pin, uint64_t value) {
    return pin->width == 64 || value >> pin->width == 0;
}

void device_reset(device *d) { d->kind->reset(d); }

void device_set(device *d, int pin, uint64_t value) {
    d->input[pin] = value;
    d->kind->set(d, pin, value);
}

uint64_t device_get(const device *d, int pin) {
    return d->kind->pins[pin].output ? d->kind->get(d, pin) : d->input[pin];
}

void device_advance(device *d, uint64_t ticks) {
    d->kind->advance(d, ticks);
    d->now += ticks;
}

uint64_t device_advance_watching(device *d, uint64_t watched, uint64_t most) {
    if (d->kind->advance_watching && watched && most) {
        uint64_t passed = d->kind->advance_watching(d, watched, most);
        d->now += passed;
        return passed;
    }
    uint64_t ticks = watched == 0           ? DEVICE_NEVER
                     : d->kind->next_change ? d->kind->next_change(d, watched)
                                            : 1;
    if (ticks > most) ticks = most;
    if (ticks) device_advance(d, ticks);
    return ticks;
}

void device_write_value(const device_pin *pin, uint64_t value, text *t) {
    static const char *const prefix[] = {"", "0b", "0o", "0x"};
    static const int bits[] = {0, 1, 3, 4};
    int each = bits[pin->base];
    if (each == 0) {
        text_addf(t, "%llu", (unsigned long long)value);
        return;
    }
    text_add(t, prefix[pin->base]);
    for (int digit = (pin->width - 1) / each; digit >= 0; digit--)
        text_add_char(t, "0123456789abcdef"[value >> (digit * each) & ((1u << each) - 1)]);
}
