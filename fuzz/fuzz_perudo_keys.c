#include "boards/perudo/keys.h"
#include "fuzz.h"

/* Any scripts of keys: an accepted one is played on a board, and a view understands everything that
 * the board sends, in agreement with the rules. After a reset, which may cut off a message, the
 * view is checked again once it has resynchronised; it may report the first event as a surprise. */

enum { STEPS = 1500 };

static void listen(device *d, uart_receiver *ear, perudo_viewer *view, uint64_t ticks, bool *cut) {
    uint64_t until = d->now + ticks;
    uint8_t byte;
    while (uart_receive(ear, d, PERUDO_TX, until, &byte)) {
        perudo_view_event e = perudo_view_hear(view, (char)byte);
        FUZZ_CHECK(*cut || !(e.heard == VIEW_GARBLED || e.missed || e.against));
        if (e.heard == VIEW_SYNC || e.heard == VIEW_GAME_STARTS) *cut = false;
    }
    FUZZ_CHECK(*cut || ear->broken == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    char *script = fuzz_string(bytes, length);
    char settings[40];
    text t = text_over(settings, sizeof settings);
    text_addf(&t, "bit=%d,seed=%d,debounce=%d", length ? 1 + bytes[0] % 7 : 1, (int)length,
              length > 1 && bytes[1] % 4 == 0 ? 9 : 0);
    perudo_keys keys;
    perudo_times times;
    FUZZ_CHECK(perudo_board_times(settings, &times, NULL));
    if (perudo_keys_begin(&keys, script, times, 0, NULL)) {
        device *d = device_create(&perudo_board_kind, settings, NULL);
        FUZZ_CHECK(d);
        const perudo_board *b = (const perudo_board *)(const void *)d;
        perudo_viewer view = perudo_view_create(perudo_rules_of(b->rules));
        uart_receiver ear = uart_receiver_create(b->line.bit);
        bool cut = false;
        for (int i = 0; i < STEPS; i++) {
            perudo_keys_step step = perudo_keys_next(&keys, d);
            if (step.what == KEYS_DONE) break;
            if (step.what == KEYS_ADVANCE) listen(d, &ear, &view, step.value, &cut);
            else device_set(d, step.pin, step.value);
            if (step.what == KEYS_SET && step.pin == PERUDO_RESET_N) cut = true;
        }
        device_destroy(d);
    }
    free(script);
    return 0;
}
