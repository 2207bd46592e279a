/* Damas: playing, huffing, the laboratory board, and text both ways. Draws: damas_draws_test.c. */
#include "damas_scene.h"

static void the_example_game_is_legal(void **state) {
    (void)state;
    history h = begin("", "");
    play(&h, "10-14 23-19 14x23 28x19 9-13 21-18 13-17 25-21 5-10 18-13");
    assert_position(&h, "W:W1,2,3,4,6,7,8,10,11,12,17:B13,19,21,22,24,26,27,29,30,31,32");
    close_game(&h);
}

static void a_man_that_reaches_the_last_row_is_crowned(void **state) {
    (void)state;
    history h = begin("", "W:W27:B5");
    play(&h, "27-31");
    assert_position(&h, "B:WK31:B5");
    close_game(&h);
}

static void a_side_without_pieces_loses(void **state) {
    (void)state;
    history h = begin("", "W:W14:B18");
    play(&h, "14x21");
    assert_over(&h, 0, "no pieces left");
    close_game(&h);
}

/*   0  . . . . . . b .      Black's man on 29 has 25 and 26 before it
 *   1  . . . . . w . w      and 22 behind 26
 *   2  . . . . w . . .  */
static void a_side_without_moves_loses(void **state) {
    (void)state;
    history h = begin("", "W:W1,22,25,26:B29");
    play(&h, "1-5");
    assert_over(&h, 0, "no move left");
    close_game(&h);
}

/* Huffing.
 *
 *   3  . . . . . . . .
 *   4  . . . . . . b .   <- 13       10 can take 13
 *   5  . . . . . w . .   <- 10                             */
static void a_piece_that_does_not_capture_may_be_huffed(void **state) {
    (void)state;
    history h = begin("profile=huff", "W:W2,10:B13,30");
    play(&h, "2-6");
    assert_position(&h, "B:W6,10:B13,30:S10");
    assert_moves(&h, "13-9 30-26 30-27 huff:10");
    play(&h, "huff:10");
    assert_position(&h, "B:W6:B13,30");
    assert_int_equal(game_turn(h.rules, h.now), 1); /* and now Black moves */
    play(&h, "30-26");
    assert_position(&h, "W:W6:B13,26");
    close_game(&h);
}

static void a_huff_is_progress(void **state) {
    (void)state;
    history h = begin("profile=huff", "W:WK1,10:B13,K30:H7");
    play(&h, "1-5");
    assert_position(&h, "B:WK5,10:B13,K30:H8:S10");
    play(&h, "huff:10");
    assert_position(&h, "B:WK5:B13,K30");
    close_game(&h);
}

/* A piece that moved away instead is huffed on its new square. */
static void the_moved_piece_is_huffed_at_its_new_place(void **state) {
    (void)state;
    history h = begin("profile=huff", "W:W2,10:B13,30");
    play(&h, "10-14");
    assert_position(&h, "B:W2,14:B13,30:S14");
    close_game(&h);
}

/* Any piece that could have captured may be chosen; one is removed, once. */
static void one_piece_is_huffed_once(void **state) {
    (void)state;
    history h = begin("profile=huff", "W:W1,10,12:B13,15,30");
    play(&h, "1-5");
    assert_position(&h, "B:W5,10,12:B13,15,30:S10,12");
    play(&h, "huff:12");
    assert_position(&h, "B:W5,10:B13,15,30");
    assert_refused(&h, "huff:10", "'huff:10': the piece on 10 may not be huffed now");
    close_game(&h);
}

/* Taking with one of them is enough, and fewer than possible is enough. */
static void a_capture_prevents_huffing(void **state) {
    (void)state;
    history h = begin("profile=huff", "W:W10,12:B13,15,30");
    play(&h, "10x17");
    assert_position(&h, "B:W12,17:B15,30");
    close_game(&h);
}

static void the_right_to_huff_ends_with_the_move(void **state) {
    (void)state;
    history h = begin("profile=huff", "W:W2,3,10:B13,30");
    play(&h, "2-6 30-26 3-7");
    assert_position(&h, "B:W6,7,10:B13,26:S10");
    play(&h, "26-22");
    assert_position(&h, "W:W6,7,10:B13,22");
    close_game(&h);
}

static void huffing_the_last_piece_wins(void **state) {
    (void)state;
    history h = begin("profile=huff", "W:W10:B13");
    play(&h, "10-14 huff:14");
    assert_over(&h, 1, "no pieces left");
    close_game(&h);
}

/* White is locked in, but may huff the man on 26 and then move there. */
static void a_huff_may_open_the_way(void **state) {
    (void)state;
    history h = begin("profile=huff", "W:W21:B25,26,30:S26");
    assert_moves(&h, "huff:26");
    play(&h, "huff:26");
    assert_moves(&h, "21-26");
    close_game(&h);
    h = begin("profile=huff", "W:W21:B25,26,30,32:S32");
    play(&h, "huff:32"); /* which does not help */
    assert_over(&h, 1, "no move left");
    close_game(&h);
}

static void huffs_are_taken_back(void **state) {
    (void)state;
    history h = begin("profile=huff", "W:W2,10:B13,30");
    play(&h, "2-6 huff:10");
    assert_true(history_undo(&h));
    assert_position(&h, "B:W6,10:B13,30:S10");
    close_game(&h);
}

/* The laboratory board: a man's capture may stop after any jump ... */
static void lab_men_may_stop(void **state) {
    (void)state;
    history h = begin("profile=lab", "W:W1:B5,14,22");
    assert_moves(&h, "1x10 1x19 1x26");
    close_game(&h);
}

/* ... and of two routes to the same square the board takes the left one.
 *
 *   3  . . . . . x . .       x is 18
 *   4  . . . . b . b .       over 6 and 14, or over 5 and 13
 *   5  . . . . . . . .
 *   6  . . . . b . b .
 *   7  . . . . . w . .  */
static void lab_takes_the_left_route(void **state) {
    (void)state;
    history h = begin("profile=lab", "W:W2:B5,6,13,14");
    play(&h, "2x18");
    assert_position(&h, "B:W18:B5,13");
    close_game(&h);
}

static void lab_kings_capture_leg_by_leg(void **state) {
    (void)state;
    history h = begin("profile=lab", "W:WK1:B10,15,20");
    play(&h, "1x19+");
    assert_position(&h, "W:WK19:B15,20:L19");
    assert_moves(&h, "19x12 19x8");
    play(&h, "19x12");
    assert_position(&h, "B:WK12:B20");
    close_game(&h);
}

static void lab_capture_is_free(void **state) {
    (void)state;
    history h = begin("profile=lab", "W:W10,2:B13,30");
    play(&h, "2-6");
    assert_position(&h, "B:W6,10:B13,30");
    close_game(&h);
}

static void rows_and_columns_are_read(void **state) {
    (void)state;
    history h = begin("profile=lab", "");
    play(&h, "5,3-4,2 2A2A3A1A (5,5)-(4,4)");
    assert_position(&h, "B:W1,2,3,4,5,6,7,8,9,12,14,15:B20,21,22,24,25,26,27,28,29,30,31,32");
    close_game(&h);
}

/* Text. */

static void obligations_are_explained(void **state) {
    (void)state;
    history h = begin("", "W:W1,8:B5,14,22");
    assert_refused(&h, "8-12", "'8-12' is not allowed: White must take three: 1x10x19x26");
    close_game(&h);
}

static void other_mistakes_are_explained(void **state) {
    (void)state;
    history h = begin("", "");
    assert_refused(&h, "13-17", "'13-17': there is no piece on 13");
    assert_refused(&h, "21-17", "'21-17': the piece on 21 is Black's");
    assert_refused(&h, "9-14", "'9-14': the man on 9 cannot do that");
    assert_refused(&h, "9-33",
                   "'9-33' is not a move: write 10-14, or 10x19 for a capture (squares 1 to 32)");
    close_game(&h);
}

static void a_square_alone_asks_what_its_piece_can_do(void **state) {
    (void)state;
    history h = begin("", "");
    assert_refused(&h, "10", "the piece on 10 can play 10-13, 10-14");
    assert_refused(&h, "1", "'1': the man on 1 cannot do that");
    assert_refused(&h, "15", "'15': there is no piece on 15");
    close_game(&h);
}

static void positions_are_read_in_all_their_forms(void **state) {
    (void)state;
    static const char *const forms[][2] = {
        {"W:W1-12:B21-32", "W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32"},
        {"B:BK31,30:W2,K9.", "B:W2,K9:B30,K31"},
        {"W:W:BK1-3", "W:W:BK1,K2,K3"},
        {" W:W5:B:H3 ", "W:W5:B:H3"},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        history h = begin("", forms[i][0]);
        assert_position(&h, forms[i][1]);
        close_game(&h);
    }
}

static void bad_positions_are_refused(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"", "position: '' must begin with the side to move, W or B"},
        {"W", "position: no pieces: write it as in W:W1,2,K9:B30,K31"},
        {"W:W:B", "position: there is no piece at all"},
        {"W:W1,1:B5", "position: two pieces on square 1"},
        {"W:W1:B1", "position: two pieces on square 1"},
        {"W:W33:B1", "position: '33:B1' must be a square from 1 to 32"},
        {"W:W29:B5", "position: a man of White is on its crowning row"},
        {"W:W1:W2:B5", "position: the pieces of White are given twice"},
        {"W:W1-17:B32", "position: White has more than 16 pieces"},
        {"W:W5-1:B32", "position: a range ends before it begins"},
        {"W:W1:B32:S1", "position: S (what may be huffed) needs profile=huff"},
        {"W:WK1:B32:L1", "position: L must be a king that can capture, with profile=lab"},
        {"W:W1:B32 x", "position: 'x' is not understood"},
    };
    error e;
    game_rules *r = game_create(&damas_game, "", &e);
    game_position *p = game_new_position(r);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(game_read_position(r, bad[i][0], p, &e));
        assert_string_equal(e.message, bad[i][1]);
    }
    free(p);
    game_destroy(r);
}

static void settings_that_do_not_fit_are_refused(void **state) {
    (void)state;
    error e;
    assert_null(game_create(&damas_game, "variant=english,profile=lab", &e));
    assert_null(game_create(&damas_game, "repetition=1", &e));
    assert_string_equal(e.message,
                        "setting repetition: '1' is not a number from 2 to 9, off or auto");
}

/* Random games: every move's text is read back to the move, every position's to an equal one, and
 * every undo restores the position before. */
static void random_game(const char *settings, uint64_t seed) {
    history h = begin(settings, "");
    random_source rs = random_seed(seed);
    char before[DAMAS_POSITION_TEXT], after[DAMAS_POSITION_TEXT], word[GAME_MOVE_TEXT];
    game_move moves[DAMAS_MOVES_MAX], read;
    game_position *copy = game_new_position(h.rules);
    error e;
    for (int ply = 0; ply < 300 && game_turn(h.rules, h.now) != GAME_OVER; ply++) {
        size_t count = game_moves(h.rules, h.now, game_turn(h.rules, h.now), moves);
        assert_true(count > 0);
        text t = text_over(before, sizeof before);
        game_write_position(h.rules, h.now, &t);
        uint64_t hash = game_hash(h.rules, h.now);
        for (size_t i = 0; i < count; i++) {
            text w = text_over(word, sizeof word);
            game_write_move(h.rules, h.now, moves[i], &w);
            if (!game_read_move(h.rules, h.now, word, &read, &e))
                fail_msg("%s: %s", before, e.message);
            assert_true(read == moves[i]);
        }
        assert_true(history_play(&h, moves[random_below(&rs, (uint32_t)count)], &e));
        assert_true(history_undo(&h));
        t = text_over(after, sizeof after);
        game_write_position(h.rules, h.now, &t);
        assert_string_equal(before, after);
        assert_true(game_hash(h.rules, h.now) == hash);
        if (!game_read_position(h.rules, before, copy, &e)) fail_msg("%s: %s", before, e.message);
        assert_true(game_hash(h.rules, copy) == hash);
        assert_true(history_play(&h, moves[random_below(&rs, (uint32_t)count)], &e));
    }
    free(copy);
    close_game(&h);
}

static void random_games_round_trip(void **state) {
    (void)state;
    static const char *const settings[] = {"",
                                           "variant=portuguese",
                                           "variant=italian",
                                           "variant=english",
                                           "variant=russian",
                                           "variant=brazilian",
                                           "variant=pool",
                                           "variant=czech",
                                           "profile=huff",
                                           "profile=lab",
                                           "profile=huff,variant=russian"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        for (uint64_t seed = 0; seed < 30; seed++) random_game(settings[i], seed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_game_is_legal),
        cmocka_unit_test(a_man_that_reaches_the_last_row_is_crowned),
        cmocka_unit_test(a_side_without_pieces_loses),
        cmocka_unit_test(a_side_without_moves_loses),
        cmocka_unit_test(a_piece_that_does_not_capture_may_be_huffed),
        cmocka_unit_test(a_huff_is_progress),
        cmocka_unit_test(the_moved_piece_is_huffed_at_its_new_place),
        cmocka_unit_test(one_piece_is_huffed_once),
        cmocka_unit_test(a_capture_prevents_huffing),
        cmocka_unit_test(the_right_to_huff_ends_with_the_move),
        cmocka_unit_test(huffing_the_last_piece_wins),
        cmocka_unit_test(a_huff_may_open_the_way),
        cmocka_unit_test(huffs_are_taken_back),
        cmocka_unit_test(lab_men_may_stop),
        cmocka_unit_test(lab_takes_the_left_route),
        cmocka_unit_test(lab_kings_capture_leg_by_leg),
        cmocka_unit_test(lab_capture_is_free),
        cmocka_unit_test(rows_and_columns_are_read),
        cmocka_unit_test(obligations_are_explained),
        cmocka_unit_test(other_mistakes_are_explained),
        cmocka_unit_test(a_square_alone_asks_what_its_piece_can_do),
        cmocka_unit_test(positions_are_read_in_all_their_forms),
        cmocka_unit_test(bad_positions_are_refused),
        cmocka_unit_test(settings_that_do_not_fit_are_refused),
        cmocka_unit_test(random_games_round_trip),
    };
    return cmocka_run_group_tests_name("damas rules", tests, NULL, NULL);
}
