#include "fuzz.h"

/* An accepted position is written and read back with the same text and hash, and a random move from
 * it can be played and taken back. */
static void check(const game_rules *r, game_position *p) {
    char *first = malloc(r->position_text_bytes), *second = malloc(r->position_text_bytes);
    game_position *again = game_new_position(r);
    game_move *moves = malloc(r->max_moves * sizeof *moves);
    void *undo = malloc(r->undo_bytes + 1);
    FUZZ_CHECK(first && second && again && moves && undo);
    text t = text_over(first, r->position_text_bytes);
    game_write_position(r, p, &t);
    FUZZ_CHECK(!t.full && game_read_position(r, first, again, NULL));
    t = text_over(second, r->position_text_bytes);
    game_write_position(r, again, &t);
    FUZZ_CHECK(strcmp(first, second) == 0);
    FUZZ_CHECK(game_hash(r, p) == game_hash(r, again));
    for (int seat = GAME_CHANCE; seat < r->seats; seat++) {
        size_t count = game_moves(r, p, seat, moves);
        FUZZ_CHECK(count <= r->max_moves);
        if (count == 0) continue;
        game_move move = moves[game_hash(r, p) % count];
        game_play(r, p, move, undo);
        game_undo(r, p, move, undo);
        t = text_over(second, r->position_text_bytes);
        game_write_position(r, p, &t);
        FUZZ_CHECK(strcmp(first, second) == 0);
    }
    free(first);
    free(second);
    free(again);
    free(moves);
    free(undo);
}

static void read_position(const game_rules *rules, char *source) {
    game_position *p = game_new_position(rules), *untouched = game_new_position(rules);
    error e;
    FUZZ_CHECK(p && untouched);
    if (game_read_position(rules, source, p, &e)) check(rules, p);
    else FUZZ_CHECK(e.message[0] && memcmp(p, untouched, rules->position_bytes) == 0);
    free(p);
    free(untouched);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    return fuzz_by_rules(bytes, length, read_position);
}
