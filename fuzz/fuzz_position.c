#include "fuzz.h"

/* Rules to read positions by, two for each game at most: the defaults and small ones. */
static game_rules *rules_for(const game *g, bool small) {
    static const char *const sizes[][2] = {{"damas", "profile=huff"},
                                           {"dots", "size=2x2,pass=on"},
                                           {"perudo", "preset=perudo,players=3,dice=3,rounds=9"},
                                           {"trax", "variant=8x8"}};
    const char *settings = "";
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (small && strcmp(g->name, sizes[i][0]) == 0) settings = sizes[i][1];
    return game_create(g, settings, NULL);
}

/* A position that is accepted is written and read back to the same text and hash, and one random
 * move from it can be played and taken back. */
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

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    if (length < 1) return 0;
    game_rules *rules = rules_for(fuzz_game(bytes[0] / 2), bytes[0] % 2);
    char *source = fuzz_string(bytes + 1, length - 1);
    game_position *p = game_new_position(rules), *untouched = game_new_position(rules);
    error e;
    if (game_read_position(rules, source, p, &e)) check(rules, p);
    else FUZZ_CHECK(e.message[0] && memcmp(p, untouched, rules->position_bytes) == 0);
    free(p);
    free(untouched);
    free(source);
    game_destroy(rules);
    return 0;
}
