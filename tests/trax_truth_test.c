/* Trax against numbers that do not come from this project: tables of perft, legal turns and games,
 * and public collections, if they are there. */
#include "games/trax/notation.h"
#include "trax_support.h"

static uint64_t count_by(const game_rules *rules, game_position *p, const char *name, int depth) {
    error e;
    uint64_t leaves = 0;
    for (const game_count *c = rules->game->counts; c->name; c++)
        if (strcmp(c->name, name) == 0) assert_true(c->perft(rules, p, depth, &leaves, &e));
    return leaves;
}

/* The file's lines are `raw 1:2 2:24 ...`; the rows of wins at the end are another test's. */
static void perft_from_the_empty_board_in_four_counts(void **state) {
    (void)state;
    static const struct {
        const char *name;
        int depth, long_depth;
    } counts[] = {{"raw", 5, 7}, {"siblings", 5, 6}, {"distinct", 4, 5}, {"symmetric", 4, 5}};
    table t;
    table_open(&t, "perft.txt");
    int checked = 0;
    while (table_next(&t)) {
        const char *word = strtok(t.field[0], " ");
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            if (strcmp(word, counts[i].name) != 0) continue;
            for (char *pair; (pair = strtok(NULL, " "));) {
                int depth = atoi(pair);
                if (depth > (long_run() ? counts[i].long_depth : counts[i].depth)) continue;
                for (int v = 0; v < 3; v++) {
                    static const char *const variants[3] = {"", "variant=8x8", "variant=loop"};
                    if (v > 0 && depth > 4) continue;
                    game_rules *rules = rules_of("trax", variants[v]);
                    game_position *p = game_new_position(rules);
                    uint64_t expected = strtoull(strchr(pair, ':') + 1, NULL, 10);
                    assert_int_equal(count_by(rules, p, counts[i].name, depth), expected);
                    free(p);
                    game_destroy(rules);
                    checked++;
                }
            }
        }
    }
    table_close(&t);
    assert_true(checked >= 40);
}

static void count_wins(const trax_rules *r, trax_position *p, int depth, uint64_t wins[4]) {
    if (depth == 0) {
        int winner = trax_winner(p);
        wins[winner == GAME_NOBODY ? 2 : winner]++;
        wins[3] += (p->loops | p->lines) == 3;
        return;
    }
    if (trax_decided(p)) return;
    trax_move moves[256];
    size_t count = trax_list(r, p, moves);
    for (size_t i = 0; i < count; i++) {
        trax_undo u;
        assert_true(trax_play(r, p, moves[i], &u));
        count_wins(r, p, depth - 1, wins);
        trax_take_back(p, &u);
    }
}

static void wins_by_ply(void **state) {
    (void)state;
    game_rules *rules = rules_of("trax", "");
    game_position *p = game_new_position(rules);
    table t;
    int rows = 0;
    table_open(&t, "perft.txt");
    while (table_next(&t)) {
        unsigned long long white, black, on, both;
        int depth;
        if (sscanf(t.field[0], "%d %llu / %llu / %llu / %llu", &depth, &white, &black, &on,
                   &both) != 5)
            continue;
        uint64_t wins[4] = {0};
        count_wins(trax_rules_of(rules), (trax_position *)(void *)p, depth, wins);
        assert_int_equal(wins[0], white);
        assert_int_equal(wins[1], black);
        assert_int_equal(wins[2], on);
        assert_int_equal(wins[3], both);
        rows++;
    }
    table_close(&t);
    assert_int_equal(rows, 3);
    free(p);
    game_destroy(rules);
}

static void check_perft_rows(table *t, int every, int least_rows) {
    rules_cache cache = {{NULL}};
    int rows = 0;
    while (table_next(t)) {
        const game_rules *rules = trax_test_variant(&cache, t->field[0]);
        history h;
        trax_test_play(&h, rules, t->field[2]);
        int depth = long_run() || rows % every == 0 ? 3 : 2;
        for (int d = 1; d <= depth; d++)
            assert_int_equal(count_by(rules, h.now, "raw", d), strtoull(t->field[2 + d], NULL, 10));
        history_destroy(&h);
        rows++;
    }
    table_close(t);
    trax_test_forget(&cache);
    assert_true(rows >= least_rows);
}

static void perft_of_positions(void **state) {
    (void)state;
    table t;
    table_open(&t, "positions-perft3.tsv");
    check_perft_rows(&t, 6, 120);
}

static void perft_of_public_positions(void **state) {
    (void)state;
    table t;
    if (!table_open_public(&t, "positions-perft3.tsv")) return;
    check_perft_rows(&t, 6, 78);
}

/* "W:loop:both", "-" and so on, for a position. */
static void write_result(const trax_position *p, char *out, size_t size) {
    int winner = trax_winner(p);
    if (winner == GAME_NOBODY) snprintf(out, size, "-");
    else
        snprintf(out, size, "%c:%s%s", winner == TRAX_WHITE ? 'W' : 'B',
                 p->loops >> winner & 1 ? "loop" : "line",
                 (p->loops | p->lines) == 3 ? ":both" : "");
}

static void check_game(const game_rules *rules, const char *moves, char *const field[]) {
    history h;
    char result[16], box[16];
    trax_test_play(&h, rules, moves);
    const trax_position *p = trax_test_now(&h);
    assert_int_equal(h.count, atoi(field[0]));
    assert_int_equal(p->tiles, atoi(field[1]));
    snprintf(box, sizeof box, "%dx%d", p->width, p->height);
    assert_string_equal(box, field[2]);
    write_result(p, result, sizeof result);
    const char *expected = field[3];
    assert_string_equal(result, strncmp(expected, "OK ", 3) == 0 ? expected + 3 : expected);
    game_move *left = malloc(rules->max_moves * sizeof *left);
    assert_int_equal(game_moves(rules, h.now, p->mover, left), atoi(field[4]));
    free(left);
    /* A whole game taken back is the empty board again. */
    while (history_undo(&h)) continue;
    assert_int_equal(memcmp(p->edges, trax_test_now(&h)->edges, sizeof p->edges), 0);
    assert_int_equal(p->tiles, 0);
    assert_int_equal(p->hash, 0);
    assert_int_equal(p->frontier_count, 0);
    history_destroy(&h);
}

static void random_games(void **state) {
    (void)state;
    rules_cache cache = {{NULL}};
    table t;
    int rows = 0;
    table_open(&t, "games.tsv");
    for (; table_next(&t); rows++)
        check_game(trax_test_variant(&cache, t.field[0]), t.field[1], t.field + 2);
    table_close(&t);
    trax_test_forget(&cache);
    assert_int_equal(rows, 560);
}

static void human_games_on_8x8(void **state) {
    (void)state;
    table t;
    if (!table_open_public(&t, "games-8x8.tsv")) return;
    rules_cache cache = {{NULL}};
    int rows = 0;
    for (; table_next(&t); rows++)
        check_game(trax_test_variant(&cache, "8x8"), t.field[0], t.field + 1);
    table_close(&t);
    trax_test_forget(&cache);
    assert_true(rows > 10000);
}

static void expert_games(void **state) {
    (void)state;
    table t;
    if (!table_open_public(&t, "games-expert.tsv")) return;
    rules_cache cache = {{NULL}};
    int rows = 0;
    for (; table_next(&t); rows++) {
        const game_rules *rules = trax_test_variant(&cache, t.field[0]);
        if (strncmp(t.field[5], "ILLEGAL", 7) == 0) {
            history h;
            error e;
            assert_true(history_create(&h, rules, &e));
            assert_false(history_play_all(&h, t.field[1], &e));
            history_destroy(&h);
        } else {
            check_game(rules, t.field[1], t.field + 2);
        }
    }
    table_close(&t);
    trax_test_forget(&cache);
    assert_int_equal(rows, 300);
}

/* Legal turns as "A0/:2=Wloop ..." and those that fit but are illegal as "A0/ ...". */
static void write_turns(const game_rules *rules, const game_position *position, text *legal,
                        text *illegal) {
    static const uint8_t order[6] = {6, 9, 3, 12, 5, 10};
    trax_position *p = malloc(sizeof *p);
    memcpy(p, position, sizeof *p);
    trax_label at;
    for (at.row = 0; at.row <= p->height + 1; at.row++) {
        for (at.column = 0; at.column <= p->width + 1; at.column++) {
            unsigned cell = trax_cell_at(p, at);
            if (p->tile[cell] || !p->edges[cell]) continue;
            for (int i = 0; i < 6; i++) {
                if (!(trax_fitting[p->edges[cell]] >> order[i] & 1)) continue;
                trax_move m = trax_move_at(cell, order[i]);
                game_move named = trax_to_contract(p, m);
                trax_undo u;
                bool played = trax_play(trax_rules_of(rules), p, m, &u);
                text *t = played ? legal : illegal;
                if (t->length) text_add_char(t, ' ');
                trax_write_move(rules, position, named, t);
                if (!played) continue;
                text_addf(t, ":%d", p->tiles - p->last_turn);
                int winner = trax_winner(p);
                if (winner != GAME_NOBODY)
                    text_addf(t, "=%c%s", winner == TRAX_WHITE ? 'W' : 'B',
                              p->loops >> winner & 1 ? "loop" : "line");
                trax_take_back(p, &u);
            }
        }
    }
    free(p);
}

static void check_turns(const game_rules *rules, const char *moves, const char *legal,
                        const char *illegal) {
    char found_legal[8192], found_illegal[2048];
    text a = text_over(found_legal, sizeof found_legal);
    text b = text_over(found_illegal, sizeof found_illegal);
    history h;
    trax_test_play(&h, rules, moves);
    write_turns(rules, h.now, &a, &b);
    assert_string_equal(found_legal, legal);
    assert_string_equal(found_illegal, illegal);
    /* The contract's list is the same, in the same order. */
    game_move *list = malloc(rules->max_moves * sizeof *list);
    size_t count = game_moves(rules, h.now, game_turn(rules, h.now), list);
    const char *expected = legal;
    for (size_t i = 0; i < count; i++) {
        char name[GAME_MOVE_TEXT];
        text t = text_over(name, sizeof name);
        game_write_move(rules, h.now, list[i], &t);
        assert_memory_equal(expected, name, t.length);
        assert_int_equal(expected[t.length], ':');
        expected = strchr(expected, ' ');
        expected = expected ? expected + 1 : "";
    }
    assert_string_equal(expected, "");
    free(list);
    history_destroy(&h);
}

static void check_turn_rows(table *t, int least) {
    game_rules *rules = rules_of("trax", "");
    int rows = 0;
    for (; table_next(t); rows++) check_turns(rules, t->field[0], t->field[1], t->field[2]);
    assert_true(rows >= least);
    table_close(t);
    game_destroy(rules);
}

static void public_legal_turns(void **state) {
    (void)state;
    table t;
    if (!table_open_public(&t, "legal-moves.tsv")) return;
    check_turn_rows(&t, 359);
}

/* Cases in words: the winner, "ongoing", or a last turn that is "ILLEGAL". */
static void public_rule_cases(void **state) {
    (void)state;
    table t;
    if (!table_open_public(&t, "rule-cases.tsv")) return;
    int checked = 0;
    while (table_next(&t)) {
        const char *says = t.field[1];
        if (strncmp(t.field[0], "@0", 2) != 0) continue;
        game_rules *rules = rules_of("trax", strstr(says, "loop rules") ? "variant=loop" : "");
        history h;
        error e;
        assert_true(history_create(&h, rules, &e));
        bool played = history_play_all(&h, t.field[0], &e);
        game_outcome o = game_result(rules, h.now);
        if (strstr(says, "th move")) {
            assert_false(played);
        } else if (strstr(says, "then ")) {
            assert_true(played);
            assert_false(history_play_text(&h, "C3/", &e));
            assert_true(history_play_text(&h, "C3+", &e));
        } else {
            if (!played) fail_msg("%s", e.message);
            assert_int_equal(o.over, strstr(says, "wins") != NULL);
            if (o.over)
                assert_int_equal(o.winner, strstr(says, "white wins") ? TRAX_WHITE : TRAX_BLACK);
            if (strstr(says, "by loop")) assert_string_equal(o.reason, "loop");
            if (strstr(says, "by line")) assert_string_equal(o.reason, "line");
        }
        checked++;
        history_destroy(&h);
        game_destroy(rules);
    }
    table_close(&t);
    assert_true(checked >= 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_from_the_empty_board_in_four_counts),
        cmocka_unit_test(wins_by_ply),
        cmocka_unit_test(perft_of_positions),
        cmocka_unit_test(perft_of_public_positions),
        cmocka_unit_test(random_games),
        cmocka_unit_test(human_games_on_8x8),
        cmocka_unit_test(expert_games),
        cmocka_unit_test(public_legal_turns),
        cmocka_unit_test(public_rule_cases),
    };
    return cmocka_run_group_tests_name("trax truth", tests, NULL, NULL);
}
