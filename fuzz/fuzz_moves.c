#include "fuzz.h"

/* Plays the words that are legal moves; each accepted one is written and read back, and at the end
 * all are taken back. */
static void play(const game_rules *rules, char *words) {
    history h;
    FUZZ_CHECK(history_create(&h, rules, NULL));
    for (char *word = strtok(words, " \n"); word; word = strtok(NULL, " \n")) {
        error e;
        game_move move, again;
        if (!game_read_move(rules, h.now, word, &move, &e)) {
            FUZZ_CHECK(e.message[0]);
            continue;
        }
        char written[GAME_MOVE_TEXT];
        text t = text_over(written, sizeof written);
        game_write_move(rules, h.now, move, &t);
        FUZZ_CHECK(!t.full && game_read_move(rules, h.now, written, &again, &e) && again == move);
        FUZZ_CHECK(history_play(&h, move, &e));
    }
    while (history_undo(&h)) continue;
    FUZZ_CHECK(game_hash(rules, h.now) == game_hash(rules, h.start));
    history_destroy(&h);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    return fuzz_by_rules(bytes, length, play);
}
