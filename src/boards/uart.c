#include "boards/uart.h"

#include <string.h>

void uart_send(uart_sender *s, uint64_t now, const char *bytes, size_t count) {
    s->start = now;
    s->count = (uint32_t)count;
    memcpy(s->bytes, bytes, count);
}

void uart_cut(uart_sender *s) { s->count = 0; }

static uint64_t frame_ticks(const uart_sender *s) { return UART_FRAME * (uint64_t)s->bit; }

uint64_t uart_end(const uart_sender *s) { return s->start + s->count * frame_ticks(s); }

bool uart_level(const uart_sender *s, uint64_t now) {
    if (now >= uart_end(s)) return true;
    uint64_t bits = (now - s->start) / s->bit;
    unsigned frame = (unsigned)(unsigned char)s->bytes[bits / UART_FRAME] << 1 | 1u << 9;
    return frame >> bits % UART_FRAME & 1;
}

uint8_t uart_byte(const uart_sender *s, uint64_t now) {
    if (s->count == 0) return 0;
    uint64_t at = now >= uart_end(s) ? s->count - 1 : (now - s->start) / frame_ticks(s);
    return (uint8_t)s->bytes[at];
}

uint64_t uart_next_change(const uart_sender *s, uint64_t now, bool bytes) {
    if (now >= uart_end(s)) return DEVICE_NEVER;
    uint64_t piece = bytes ? frame_ticks(s) : s->bit;
    return piece - (now - s->start) % piece;
}

/* One sample at the middle of a bit; true if it was the stop bit of a complete byte. */
static bool look(uart_receiver *r, bool level) {
    uint32_t look = r->looks++;
    r->next += r->bit;
    if (look == 0) {
        r->hears = !level; /* otherwise a glitch, not a start bit */
    } else if (look <= 8) {
        r->byte = (uint8_t)(r->byte >> 1 | (level ? 0x80 : 0));
    } else {
        r->hears = false;
        r->rested = level;
        if (!level) r->broken++;
        return level;
    }
    return false;
}

uart_receiver uart_receiver_create(uint32_t bit) {
    return (uart_receiver){.bit = bit, .rested = true};
}

uint64_t uart_next_look(const uart_receiver *r, uint64_t now) {
    if (!r->hears) return 0;
    return r->next > now ? r->next - now : 1;
}

/* How many ticks may pass before it must listen again: at least 1; DEVICE_NEVER if nothing will
 * come. */
static uint64_t patience(const uart_receiver *r, const device *d, int pin) {
    if (r->hears) return uart_next_look(r, d->now);
    return d->kind->next_change ? d->kind->next_change(d, UINT64_C(1) << pin) : 1;
}

bool uart_listen(uart_receiver *r, const device *d, int pin, uint8_t *byte) {
    bool level = device_get(d, pin);
    if (r->hears) {
        if (d->now < r->next || !look(r, level)) return false;
        *byte = r->byte;
        return true;
    }
    if (!level && r->rested) {
        r->hears = true;
        r->looks = 0;
        r->next = d->now + r->bit / 2;
        if (r->bit == 1) look(r, level); /* this is the middle */
    }
    r->rested = level;
    return false;
}

bool uart_receive(uart_receiver *r, device *d, int pin, uint64_t until, uint8_t *byte) {
    while (d->now < until) {
        uint64_t ticks = patience(r, d, pin);
        device_advance(d, ticks < until - d->now ? ticks : until - d->now);
        if (uart_listen(r, d, pin, byte)) return true;
    }
    return false;
}
