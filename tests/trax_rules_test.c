/* The rules of Trax by example, and against a plain referee on random games. */
#include "games/trax/notation.h"
#include "games/trax/peek.h"
#include "trax_referee.h"
#include "trax_support.h"

static game_outcome after(const char *settings, const char *moves) {
    game_rules *rules = rules_of("trax", settings);
    history h;
    trax_test_play(&h, rules, moves);
    game_outcome o = game_result(rules, h.now);
    history_destroy(&h);
    game_destroy(rules);
    return o;
}

static void the_last_mover_loses_the_shortest_game(void **state) {
    (void)state;
    game_outcome o = after("", "@0/ B1\\ A2\\");
    assert_true(o.over);
    assert_int_equal(o.winner, TRAX_BLACK);
    assert_string_equal(o.reason, "loop");
}

static void two_tracks_into_a_space_force_its_tile(void **state) {
    (void)state;
    game_rules *rules = rules_of("trax", "");
    history h;
    trax_test_play(&h, rules, "@0+ B1+ A2\\");
    const trax_position *p = trax_test_now(&h);
    assert_int_equal(p->tiles, 4);
    assert_int_equal(p->tile[trax_cell_at(p, (trax_label){2, 2})], 6);
    history_destroy(&h);
    game_destroy(rules);
}

static void eight_in_a_row_are_a_line(void **state) {
    (void)state;
    const char *moves = "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+";
    assert_string_equal(after("", moves).reason, "line");
    assert_int_equal(after("", moves).winner, TRAX_BLACK);
    assert_int_equal(after("variant=8x8", moves).winner, TRAX_BLACK);
    assert_false(after("variant=loop", moves).over);
    assert_false(after("", "@0+ B1+ C1+ D1+ E1+ F1+ G1+").over);
}

/* The labels of the winning track, in order: "A1 B1". */
static void assert_track(const char *moves, const char *expected) {
    game_rules *rules = rules_of("trax", "");
    history h;
    trax_test_play(&h, rules, moves);
    const trax_position *p = trax_test_now(&h);
    uint16_t cells[TRAX_CELLS];
    char track[200];
    text t = text_over(track, sizeof track);
    int count = trax_winning_track(p, cells);
    for (int i = 0; i < count; i++) {
        trax_label at = trax_label_of(p, cells[i]);
        text_add(&t, i ? " " : "");
        trax_write_column(at.column, &t);
        text_addf(&t, "%d", at.row);
    }
    assert_string_equal(track, expected);
    history_destroy(&h);
    game_destroy(rules);
}

static void the_winning_track_is_known_from_end_to_end(void **state) {
    (void)state;
    assert_track("@0+ B1+ C1+ D1+ E1+ F1+ G1+", "");
    assert_track("@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+", "A1 B1 C1 D1 E1 F1 G1 H1");
    assert_track("@0/ B1\\ A2\\", "A2 B2 B1 A1");
}

static void line_must_reach_the_outermost_column(void **state) {
    (void)state;
    /* Black goes through A..H, but a ninth column I is in play where it does not end. */
    const char *eight =
        "@0/ B1\\ C1/ D1+ E1\\ F1\\ G1/ A2/ B2+ C2\\ D2\\ E2\\ F2+ G2+ H2/ A3\\ B3\\ "
        "C3+ F3\\ H3+ H1/";
    const char *nine =
        "@0/ B1\\ C1/ D1+ E1\\ F1\\ G1/ A2/ B2+ C2\\ D2\\ E2\\ F2+ G2+ H2/ A3\\ B3\\ "
        "C3+ F3\\ H3+ I3/ H1/";
    assert_int_equal(after("", eight).winner, TRAX_BLACK);
    assert_false(after("", nine).over);
}

static void both_complete_wins_for_the_mover(void **state) {
    (void)state;
    game_outcome o = after("", "@0+ B1\\ B2/ A2+ A3/ A0\\ @3+ @3\\ B2+");
    assert_true(o.over);
    assert_int_equal(o.winner, TRAX_WHITE);
}

static void three_of_a_colour_make_the_turn_illegal(void **state) {
    (void)state;
    game_rules *rules = rules_of("trax", "");
    history h;
    error e;
    trax_test_play(&h, rules, "@0+ B1/ C1/ A2/ A3+ A4/ B4+ C4/");
    trax_position *before = malloc(sizeof *before);
    memcpy(before, h.now, sizeof *before);
    assert_false(history_play_text(&h, "C3/", &e));
    assert_non_null(strstr(e.message, "three tracks of a colour"));
    trax_position *p = (trax_position *)(void *)h.now;
    trax_undo u;
    trax_move refused = trax_move_at(trax_cell_at(p, (trax_label){3, 3}), 0);
    for (unsigned tile = 1; tile < 16; tile++)
        if (trax_fitting[p->edges[trax_move_cell(refused)]] >> tile & 1 && trax_shape(tile) == '/')
            assert_false(trax_play(trax_rules_of(rules), p, refused | tile, &u));
    assert_int_equal(p->hash, before->hash);
    assert_memory_equal(p->tile, before->tile, sizeof p->tile);
    assert_memory_equal(p->edges, before->edges, sizeof p->edges);
    assert_memory_equal(p->frontier, before->frontier, 2u * p->frontier_count);
    assert_true(history_play_text(&h, "C3+", &e));
    free(before);
    history_destroy(&h);
    game_destroy(rules);
}

static void without_a_move_modern_and_classic_differ(void **state) {
    (void)state;
    /* Random 8x8 games until one ends because no move is left. */
    int found = 0;
    for (uint64_t seed = 1; seed < 4000 && found < 3; seed++) {
        game_rules *modern = rules_of("trax", "variant=8x8");
        game_rules *classic = rules_of("trax", "variant=8x8,nomove=classic");
        trax_position *p = malloc(sizeof *p);
        random_source random = random_seed(seed);
        trax_move moves[256];
        trax_start(p);
        for (;;) {
            trax_undo u;
            size_t count = trax_decided(p) ? 0 : trax_list(trax_rules_of(modern), p, moves);
            if (count == 0) break;
            trax_play(trax_rules_of(modern), p, moves[random_below(&random, (uint32_t)count)], &u);
        }
        if (!trax_decided(p)) {
            const game_position *end = (const game_position *)(const void *)p;
            game_outcome m = game_result(modern, end), c = game_result(classic, end);
            assert_true(m.over && c.over);
            assert_int_equal(m.winner, p->mover);
            assert_int_equal(c.winner, GAME_NOBODY);
            assert_string_equal(m.reason, "no legal move");
            assert_int_equal(game_turn(modern, end), GAME_OVER);
            found++;
        }
        free(p);
        game_destroy(modern);
        game_destroy(classic);
    }
    assert_int_equal(found, 3);
}

static void board_grows_to_its_capacity_and_says_so(void **state) {
    (void)state;
    game_rules *rules = rules_of("trax", "");
    trax_position *p = malloc(sizeof *p);
    trax_start(p);
    /* Stairs of '/' tiles, right and down by turns, far beyond one turn of the helix. */
    trax_undo u;
    assert_true(trax_play(trax_rules_of(rules), p, trax_move_at(TRAX_START, 6), &u));
    unsigned cell = TRAX_START;
    while (!trax_decided(p)) {
        assert_true(p->width < TRAX_SIDE_MAX);
        cell = trax_neighbour(cell, p->tiles % 2 ? TRAX_RIGHT : TRAX_DOWN);
        unsigned fitting = trax_fitting[p->edges[cell]], tile = fitting >> 6 & 1 ? 6 : 9;
        assert_true(fitting >> tile & 1);
        assert_true(trax_play(trax_rules_of(rules), p, trax_move_at(cell, tile), &u));
    }
    game_outcome o = game_result(rules, (game_position *)(void *)p);
    assert_true(p->width >= 64 && p->height >= 64);
    assert_int_equal(p->width, TRAX_SIDE_MAX);
    assert_true(o.over);
    assert_int_equal(o.winner, GAME_NOBODY);
    assert_non_null(strstr(o.reason, "capacity"));
    free(p);
    game_destroy(rules);
}

static void more_than_400_tiles_are_played(void **state) {
    (void)state;
    game_rules *rules = rules_of("trax", "");
    const trax_rules *r = trax_rules_of(rules);
    trax_position *p = malloc(sizeof *p);
    trax_move *moves = malloc(TRAX_MOVES_MAX * sizeof *moves);
    random_source random = random_seed(7);
    int most = 0;
    /* Random turns, those that would end the game left out. */
    trax_start(p);
    for (int turn = 0; turn < 600 && p->tiles < 700; turn++) {
        trax_undo u;
        size_t count = trax_list(r, p, moves);
        for (int attempt = 0; attempt < 40; attempt++) {
            assert_true(trax_play(r, p, moves[random_below(&random, (uint32_t)count)], &u));
            if (!trax_decided(p)) break;
            trax_take_back(p, &u);
        }
        if (p->tiles > most) most = p->tiles;
    }
    assert_true(most > 400);
    free(moves);
    free(p);
    game_destroy(rules);
}

/* ---- against the plain referee ---- */

static void expect_same_board(const trax_position *p, const referee_board *b) {
    assert_int_equal(p->tiles, b->tiles);
    assert_int_equal(p->mover, b->mover);
    assert_int_equal(p->height, b->bottom - b->top + 1);
    assert_int_equal(p->width, b->right - b->left + 1);
    assert_int_equal(p->loops, b->loop[0] | b->loop[1] << 1);
    assert_int_equal(p->lines, b->line[0] | b->line[1] << 1);
    trax_label at;
    for (at.row = 1; at.row <= p->height; at.row++)
        for (at.column = 1; at.column <= p->width; at.column++)
            assert_int_equal(p->tile[trax_cell_at(p, at)],
                             b->tile[b->top + at.row - 1][b->left + at.column - 1]);
}

static game_move named_turn(const trax_position *p, const referee_board *b, referee_turn t) {
    if (p->tiles == 0) return t.tile;
    return (game_move)(((t.row - b->top + 1) * 128 + t.column - b->left + 1) * 16) | t.tile;
}

/* At every position of random games: the same turns, the same board after the one chosen, text
 * there and back, and all of it taken back again. */
static void compare_games(const char *settings, referee_variant variant, int games, int longest) {
    game_rules *rules = rules_of("trax", settings);
    const trax_rules *r = trax_rules_of(rules);
    game_move *list = malloc(rules->max_moves * sizeof *list);
    trax_move *fast = malloc(TRAX_MOVES_MAX * sizeof *fast);
    char *written = malloc(rules->position_text_bytes), *again = malloc(rules->position_text_bytes);
    game_position *read = game_new_position(rules);
    for (int number = 0; number < games; number++) {
        referee_board b, next;
        referee_turn turns[REFEREE_MOVES];
        random_source random = random_seed((uint64_t)number);
        history h;
        error e;
        assert_true(history_create(&h, rules, &e));
        referee_start(&b);
        for (int turn = 0; turn < longest; turn++) {
            trax_position *p = (trax_position *)(void *)h.now;
            int expected = referee_turns(&b, variant, turns);
            size_t count = game_moves(rules, h.now, p->mover, list);
            assert_int_equal(count, expected);
            for (int i = 0; i < expected; i++)
                assert_int_equal(list[i], named_turn(p, &b, turns[i]));
            if (!trax_decided(p)) {
                assert_int_equal(trax_count(r, p), expected);
                assert_int_equal(trax_list(r, p, fast), expected);
                assert_int_equal(trax_can_move(r, p), expected > 0);
            }
            text t = text_over(written, rules->position_text_bytes);
            game_write_position(rules, h.now, &t);
            if (!game_read_position(rules, written, read, &e)) fail_msg("%s", e.message);
            text u = text_over(again, rules->position_text_bytes);
            game_write_position(rules, read, &u);
            assert_string_equal(written, again);
            assert_int_equal(game_hash(rules, h.now), game_hash(rules, read));
            const trax_position *q = (const trax_position *)(const void *)read;
            assert_int_equal(trax_winner(p), trax_winner(q));
            assert_int_equal(p->loops, q->loops);
            assert_int_equal(p->lines, q->lines);
            if (expected == 0) break;
            referee_turn chosen = turns[random_below(&random, (uint32_t)expected)];
            assert_true(history_play(&h, named_turn(p, &b, chosen), &e));
            assert_true(referee_play(&b, variant, chosen, &next));
            b = next;
            expect_same_board(p, &b);
        }
        while (history_undo(&h)) continue;
        /* Mates and places in the frontier may be left where they mean nothing. */
        const trax_position *now = (const trax_position *)(const void *)h.now;
        const trax_position *start = (const trax_position *)(const void *)h.start;
        assert_memory_equal(&now->state, &start->state, sizeof now->state);
        assert_int_equal(now->hash, start->hash);
        assert_int_equal(now->frontier_count, start->frontier_count);
        assert_memory_equal(now->tile, start->tile, sizeof now->tile);
        assert_memory_equal(now->edges, start->edges, sizeof now->edges);
        history_destroy(&h);
    }
    free(read);
    free(written);
    free(again);
    free(fast);
    free(list);
    game_destroy(rules);
}

/* A glimpse at a turn finds the same as laying it out. */
static void a_glimpse_is_as_good_as_a_trial(void **state) {
    (void)state;
    game_rules *rules = rules_of("trax", "");
    const trax_rules *r = trax_rules_of(rules);
    trax_position *p = malloc(sizeof *p);
    random_source random = random_seed(5);
    int told = 0, closed = 0;
    trax_start(p);
    for (int n = 0; n < (long_run() ? 20000 : 1500); n++) {
        trax_clear(p);
        trax_play_out(r, p, &random, 2 + (int)random_below(&random, 40));
        if (trax_decided(p)) continue;
        for (unsigned i = 0; i < p->frontier_count; i++) {
            unsigned cell = p->frontier[i];
            trax_triggers t = trax_triggers_of(p->edges, cell);
            for (unsigned tile = 3; tile <= 12; tile++) {
                if (!(trax_fitting[p->edges[cell]] >> tile & 1)) continue;
                unsigned loops = trax_peek(p, cell, tile, t);
                trax_undo u;
                bool legal = trax_try(r, p, trax_move_at(cell, tile), &u);
                if (loops != TRAX_DEEPER) {
                    assert_true(legal);
                    assert_int_equal(loops, p->loops);
                    assert_true(p->tiles - u.tiles <= 3);
                    told++;
                    closed += loops != 0;
                } else if (legal) {
                    assert_true(p->tiles - u.tiles >= 3);
                }
                if (legal) trax_untry(p, &u);
            }
        }
    }
    assert_true(told > 10000 && closed > 500);
    free(p);
    game_destroy(rules);
}

static void same_as_the_plain_referee(void **state) {
    (void)state;
    int games = long_run() ? 400 : 150;
    compare_games("", REFEREE_UNLIMITED, games, 60);
    compare_games("variant=loop", REFEREE_LOOP, games, 60);
    compare_games("variant=8x8,nomove=classic", REFEREE_8X8, 2 * games, 60);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_mover_loses_the_shortest_game),
        cmocka_unit_test(two_tracks_into_a_space_force_its_tile),
        cmocka_unit_test(eight_in_a_row_are_a_line),
        cmocka_unit_test(the_winning_track_is_known_from_end_to_end),
        cmocka_unit_test(line_must_reach_the_outermost_column),
        cmocka_unit_test(both_complete_wins_for_the_mover),
        cmocka_unit_test(three_of_a_colour_make_the_turn_illegal),
        cmocka_unit_test(without_a_move_modern_and_classic_differ),
        cmocka_unit_test(board_grows_to_its_capacity_and_says_so),
        cmocka_unit_test(more_than_400_tiles_are_played),
        cmocka_unit_test(a_glimpse_is_as_good_as_a_trial),
        cmocka_unit_test(same_as_the_plain_referee),
    };
    return cmocka_run_group_tests_name("trax rules", tests, NULL, NULL);
}
