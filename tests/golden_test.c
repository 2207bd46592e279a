/* A golden playthrough of every game: one random game, every ply of it written out in full,
 * compared with the file under tests/data/golden. A difference is either a mistake or a change of
 * the rules, texts or hashes that records and files depend on: look at it, then run the test with
 * DAMERO_GOLDEN=write to keep it. */
#include "support.h"

static const struct {
    const char *game, *settings, *file;
} golden[] = {
    {"dots", "size=2x3", "golden/dots.txt"},
    {"trax", "", "golden/trax.txt"},
    {"damas", "", "golden/damas.txt"},
    {"perudo", "players=3,dice=2,preset=perudo", "golden/perudo.txt"},
};

static void write_ply(FILE *out, const game_rules *r, const game_position *p, char *memory) {
    text t = text_over(memory, r->position_text_bytes);
    game_write_position(r, p, &t);
    game_outcome o = game_result(r, p);
    fprintf(out, "position %s\nhash %016llx\nturn %d\nscore", memory,
            (unsigned long long)game_hash(r, p), game_turn(r, p));
    for (int seat = 0; seat < r->seats; seat++) fprintf(out, " %d", o.score[seat]);
    fputc('\n', out);
    if (o.over) fprintf(out, "winner %d: %s\n", o.winner, o.reason);
}

static size_t write_moves(FILE *out, const game_rules *r, const game_position *p,
                          game_move *moves) {
    int turn = game_turn(r, p);
    size_t count = turn == GAME_OVER ? 0 : game_moves(r, p, turn, moves);
    fprintf(out, "moves %zu:", count);
    for (size_t i = 0; i < count && i < 60; i++) {
        char word[GAME_MOVE_TEXT];
        text t = text_over(word, sizeof word);
        game_write_move(r, p, moves[i], &t);
        fprintf(out, " %s", word);
    }
    fprintf(out, "%s\n", count > 60 ? " ..." : "");
    return count;
}

static void write_playthrough(FILE *out, const game_rules *r) {
    random_source random = random_seed(2026);
    game_position *p = game_new_position(r);
    game_move *moves = malloc(r->max_moves * sizeof *moves);
    char *memory = malloc(r->position_text_bytes);
    for (int ply = 0; ply < 400; ply++) {
        fprintf(out, "ply %d\n", ply);
        write_ply(out, r, p, memory);
        size_t count = write_moves(out, r, p, moves);
        if (count == 0) break;
        game_play(r, p, moves[random_below(&random, (uint32_t)count)], NULL);
    }
    free(p);
    free(moves);
    free(memory);
}

static char *read_all(FILE *file) {
    char *bytes = calloc(1, 1 << 22);
    assert_true(fread(bytes, 1, (1 << 22) - 1, file) > 0);
    return bytes;
}

static void check(const char *name, const char *settings, const char *path) {
    game_rules *rules = rules_of(name, settings);
    const char *mode = getenv("DAMERO_GOLDEN");
    if (mode && strcmp(mode, "write") == 0) {
        char full[4096];
        snprintf(full, sizeof full, "%s/%s", getenv("DAMERO_TEST_DATA"), path);
        FILE *out = fopen(full, "w");
        assert_non_null(out);
        write_playthrough(out, rules);
        fclose(out);
    }
    char *now;
    size_t length;
    FILE *ours = open_memstream(&now, &length), *theirs = open_data(path);
    write_playthrough(ours, rules);
    fclose(ours);
    char *before = read_all(theirs);
    assert_string_equal(now, before);
    free(now);
    free(before);
    fclose(theirs);
    game_destroy(rules);
}

static void playthroughs_are_as_they_were(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++)
        check(golden[i].game, golden[i].settings, golden[i].file);
}

static void every_game_has_a_playthrough(void **state) {
    (void)state;
    for (const game *const *g = games_all; *g; g++) {
        bool there = false;
        for (size_t i = 0; i < sizeof golden / sizeof *golden; i++)
            there = there || strcmp(golden[i].game, (*g)->name) == 0;
        if (!there) fail_msg("%s has no golden playthrough", (*g)->name);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_has_a_playthrough),
        cmocka_unit_test(playthroughs_are_as_they_were),
    };
    return cmocka_run_group_tests_name("golden", tests, NULL, NULL);
}
