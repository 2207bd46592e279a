/* The Perudo board under a script of keys, and what its line carries. */
#ifndef DAMERO_PERUDO_BOARD_SUPPORT_H
#define DAMERO_PERUDO_BOARD_SUPPORT_H

#include "boards/perudo/keys.h"
#include "support.h"

typedef struct bench {
    device *device;
    uart_receiver ear;
    char heard[1 << 14]; /* all bytes since the last `forget` */
    size_t length;
} bench;

static inline bench *bench_create(const char *settings) {
    error e = {0};
    bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    b->device = device_create(&perudo_board_kind, settings, &e);
    if (!b->device) fail_msg("%s", e.message);
    b->ear = uart_receiver_create(((perudo_board *)(void *)b->device)->line.bit);
    return b;
}

static inline void bench_destroy(bench *b) {
    device_destroy(b->device);
    free(b);
}

static inline perudo_board *board_of(bench *b) { return (perudo_board *)(void *)b->device; }

static inline void forget(bench *b) { b->heard[b->length = 0] = '\0'; }

/* Lets time pass with an ear on the line. */
static inline void listen(bench *b, uint64_t ticks) {
    uint64_t until = b->device->now + ticks;
    uint8_t byte;
    while (uart_receive(&b->ear, b->device, PERUDO_TX, until, &byte)) {
        assert_true(b->length + 1 < sizeof b->heard);
        b->heard[b->length++] = (char)byte;
        b->heard[b->length] = '\0';
    }
}

/* Plays a script, and listens until the line is free again. */
static inline void play(bench *b, const char *script) {
    error e = {0};
    perudo_keys keys;
    perudo_keys_step step;
    perudo_times times = {board_of(b)->line.bit, board_of(b)->debounce};
    if (!perudo_keys_begin(&keys, script, times, 0, &e)) fail_msg("%s", e.message);
    while ((step = perudo_keys_next(&keys, b->device)).what != KEYS_DONE) {
        if (step.what == KEYS_SET) device_set(b->device, step.pin, step.value);
        else listen(b, step.value);
    }
    while (!device_get(b->device, PERUDO_ENABLE))
        listen(b, b->device->kind->next_change(b->device, UINT64_C(1) << PERUDO_ENABLE));
}

/* The bytes that a script brings. */
static inline const char *answer(bench *b, const char *script) {
    forget(b);
    play(b, script);
    return b->heard;
}

#endif
