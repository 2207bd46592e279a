/* Damas: draws by repetition, by quiet moves, by the river, and in single endings. */
#include "damas_scene.h"

static void the_third_repetition_draws(void **state) {
    (void)state;
    history h = begin("", "W:WK4,9:B24,K29");
    play(&h, "4-7 29-26 7-4 26-29 4-7 29-26 7-4");
    assert_int_equal(game_turn(h.rules, h.now), 1);
    play(&h, "26-29");
    assert_over(&h, GAME_NOBODY, "repetition");
    assert_true(history_undo(&h));
    assert_int_equal(game_turn(h.rules, h.now), 1);
    close_game(&h);
}

/* How often the position has occurred is part of its text. */
static void repetition_is_written(void **state) {
    (void)state;
    history h = begin("", "W:WK4,9:B24,K29"), again;
    play(&h, "4-7 29-26 7-4 26-29");
    assert_position(&h, "W:WK4,9:B24,K29:H4:T2");
    again = begin("", "W:WK4,9:B24,K29:H4:T2");
    play(&again, "4-7 29-26 7-4 26-29");
    assert_over(&again, GAME_NOBODY, "repetition");
    close_game(&h);
    close_game(&again);
}

/* The position occurred twice with the other side to move: that does not count. */
static void repetition_counts_the_same_side_only(void **state) {
    (void)state;
    history h = begin("", "W:WK4,9:B24,K29");
    play(&h, "4-7 29-26 7-4 26-29 4-7 29-26");
    assert_int_equal(damas_times(damas_seen(h.now)), 2);
    play(&h, "7-11");
    assert_int_equal(damas_times(damas_seen(h.now)), 1);
    close_game(&h);
}

static void repetition_is_adjustable(void **state) {
    (void)state;
    history h = begin("repetition=2", "W:WK4,9:B24,K29");
    play(&h, "4-7 29-26 7-4 26-29");
    assert_over(&h, GAME_NOBODY, "repetition");
    close_game(&h);
}

static void twenty_quiet_moves_draw(void **state) {
    (void)state;
    history h = begin("", "W:WK4,9:B24,K29:H36");
    play(&h, "4-7 29-26 7-4");
    assert_position(&h, "B:WK4,9:B24,K26:H39");
    play(&h, "26-29");
    assert_over(&h, GAME_NOBODY, "no capture or man's move for too long");
    close_game(&h);
}

static void a_man_move_starts_the_count_again(void **state) {
    (void)state;
    history h = begin("", "W:WK4,9:B24,K29:H39");
    play(&h, "9-13");
    assert_position(&h, "B:WK4,13:B24,K29");
    close_game(&h);
}

static void quiet_moves_may_count_only_with_few_pieces(void **state) {
    (void)state;
    history few = begin("quiet-when=few", "W:WK4,9:B24,K29"), many;
    play(&few, "4-7");
    assert_position(&few, "B:WK7,9:B24,K29:H1");
    many = begin("quiet-when=few", "W:WK4,9:B24,28,K29,31,32");
    play(&many, "4-7");
    assert_position(&many, "B:WK7,9:B24,28,K29,31,32");
    close_game(&few);
    close_game(&many);
}

/* Three kings, one of them on the long diagonal, have twelve moves. */
static void three_kings_must_win_in_time(void **state) {
    (void)state;
    history h = begin("repetition=off", "B:WK1,K2,K3:BK20:R12");
    play(&h, "20-24 2-6");
    assert_over(&h, GAME_NOBODY, "three kings did not beat one in time");
    close_game(&h);
    h = begin("repetition=off,river=13", "B:WK1,K2,K3:BK20:R12");
    play(&h, "20-24 2-6");
    assert_int_equal(game_turn(h.rules, h.now), 1);
    assert_position(&h, "B:WK1,K3,K6:BK24:H2:R13");
    close_game(&h);
    h = begin("repetition=off", "W:WK13:BK30,K31,K32:R12"); /* Black as well */
    play(&h, "13-9 31-27");
    assert_over(&h, GAME_NOBODY, "three kings did not beat one in time");
    close_game(&h);
}

static void the_count_begins_when_the_river_is_taken(void **state) {
    (void)state;
    history h = begin("", "W:WK2,K3,K4:BK31");
    play(&h, "3-12 31-24");
    assert_position(&h, "W:WK2,K4,K12:BK24:H2");
    play(&h, "2-5 24-31 5-2");
    assert_position(&h, "B:WK2,K4,K12:BK31:H5:R2:T2");
    close_game(&h);
}

/* The draws that count, as the federations have them: one ply before the last everything is open.
 */
static void each_variant_draws_by_its_federations_count(void **state) {
    (void)state;
    static const struct {
        const char *variant;
        int moves;
        bool letters;
    } counts[] = {{"spanish", 20, false}, {"portuguese", 20, false}, {"italian", 40, false},
                  {"english", 40, false}, {"russian", 15, true},     {"brazilian", 20, true},
                  {"pool", 15, false},    {"czech", 15, true}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        char rules[40], position[80];
        bool black_first = i == 3 || i == 6;
        snprintf(rules, sizeof rules, "variant=%s", counts[i].variant);
        snprintf(position, sizeof position, "%s:H%d",
                 counts[i].letters ? "W:WKa1,c3:Bf6,Kh8"
                 : black_first     ? "B:W21,K32:BK1,12"
                 : i == 2          ? "W:W20,K32:BK1,13"
                                   : "W:WK4,9:B24,K29",
                 2 * counts[i].moves - 1);
        history h = begin(rules, position);
        assert_int_equal(game_turn(h.rules, h.now), 0);
        play(&h, counts[i].letters ? "a1-b2" : black_first ? "1-6" : i == 2 ? "32-28" : "4-7");
        assert_over(&h, GAME_NOBODY, "no capture or man's move for too long");
        close_game(&h);
    }
}

/* Wherever they are, and whichever side holds the long diagonal. */
static void three_kings_of_pool_have_thirteen_moves(void **state) {
    (void)state;
    history h = begin("variant=pool,repetition=off", "B:WK29:BK1,K2,K3");
    play(&h, "3-7 29-25");
    assert_position(&h, "B:WK25:BK1,K2,K7:H2:R2");
    close_game(&h);
    h = begin("variant=pool,repetition=off", "B:WK29:BK1,K2,K3:R13");
    play(&h, "3-7");
    assert_over(&h, GAME_NOBODY, "three kings did not beat one in time");
    close_game(&h);
}

static void in_italian_draughts_the_fourth_time_draws(void **state) {
    (void)state;
    history h = begin("variant=italian", "W:W20,K32:BK1,13");
    play(&h, "32-28 1-5 28-32 5-1 32-28 1-5 28-32 5-1");
    assert_int_equal(game_turn(h.rules, h.now), 0); /* the third time */
    play(&h, "32-28 1-5 28-32 5-1");
    assert_over(&h, GAME_NOBODY, "repetition");
    close_game(&h);
}

/* Single endings of Russian draughts. Two pieces against a king: the capture that brings it about
 * begins the count, a crowning does not begin it again, and the tenth ply draws. */
static void two_pieces_have_five_moves_against_a_king(void **state) {
    (void)state;
    history h = begin("variant=russian", "W:WKa3,g7:Bd6,Kh2");
    play(&h, "a3xe7 h2-b8");
    assert_position(&h, "W:Wg7,Ke7:BKb8:H1:E1");
    play(&h, "g7-h8 b8-h2 e7-a3 h2-b8 a3-f8 b8-h2 f8-a3 h2-g3");
    assert_position(&h, "W:WKa3,Kh8:BKg3:H7:E9");
    play(&h, "h8-a1");
    assert_over(&h, GAME_NOBODY, "two pieces did not beat a king in time");
    assert_true(history_undo(&h));
    assert_position(&h, "W:WKa3,Kh8:BKg3:H7:E9");
    close_game(&h);
    h = begin("variant=russian", "W:WKa3,Kh8:BKg3:E8");
    play(&h, "a3-d6 g3xc7"); /* a king against a king is the same ending */
    assert_over(&h, GAME_NOBODY, "two pieces did not beat a king in time");
    close_game(&h);
}

/* Three pieces, a king among them, against one: five moves while it keeps the long diagonal. */
static void the_long_diagonal_saves_a_king_of_russian_draughts(void **state) {
    (void)state;
    history h = begin("variant=russian", "W:WKg1,a3,h2:BKh8:E0,8,0,8");
    play(&h, "g1-a7 h8-a1");
    assert_over(&h, GAME_NOBODY, "three pieces did not beat a king on the long diagonal in time");
    assert_true(history_undo(&h));
    play(&h, "h8-g7");
    assert_over(&h, GAME_NOBODY, "three pieces did not beat a king on the long diagonal in time");
    close_game(&h);
    h = begin("variant=russian", "W:WKe1,c1,a3:BKe5:E0,8,0,8"); /* it leaves it, and comes back */
    play(&h, "e1-h4 e5-b8");
    assert_position(&h, "W:Wc1,a3,Kh4:BKb8:H2:E0,0,0,10");
    play(&h, "h4-f2 b8-e5 f2-g1");
    assert_position(&h, "B:WKg1,c1,a3:BKe5:H5:E0,1,0,13");
    close_game(&h);
}

/* Three kings or more against one: fifteen moves, whatever `quiet` says. */
static void three_kings_of_russian_draughts_have_fifteen_moves(void **state) {
    (void)state;
    history h = begin("variant=russian,quiet=off", "B:WKc1,Ke1,Kg1,Ka3:BKf8:E0,0,28,28");
    play(&h, "f8-h6 a3-f8");
    assert_over(&h, GAME_NOBODY, "three kings did not beat one in time");
    close_game(&h);
}

/* If both have kings: 30 moves with four or five pieces, 60 with six or seven, without a capture
 * or a crowning; a man's move is neither. */
static void the_balance_of_russian_draughts_must_change(void **state) {
    (void)state;
    history h = begin("variant=russian", "W:WKa1,c3,e3:Bf6,Kh8:E0,0,0,59");
    play(&h, "e3-f4");
    assert_over(&h, GAME_NOBODY, "no capture or crowning for too long");
    close_game(&h);
    h = begin("variant=russian", "W:WKc1,b6,e3:Bf6,Kh8:E0,0,0,58");
    play(&h, "b6-a7");
    assert_position(&h, "B:WKc1,e3,a7:Bf6,Kh8:E0,0,0,59");
    close_game(&h);
    h = begin("variant=russian", "W:WKc1,a7,e3:Bf6,Kh8:E0,0,0,58");
    play(&h, "a7-b8");
    assert_position(&h, "B:WKc1,e3,Kb8:Bf6,Kh8");
    close_game(&h);
    h = begin("variant=russian", "W:WKa1,c3,e3:Bf6,d8,Kh8:E0,0,0,0,118");
    play(&h, "e3-f4 d8-c7");
    assert_over(&h, GAME_NOBODY, "no capture or crowning for too long");
    close_game(&h);
}

/* The five endings of the Brazilian confederation, one ply before the last; three kings against one
 * and a king and a man on each side are none of them. */
static void brazilian_endings_of_kings_have_five_moves(void **state) {
    (void)state;
    static const char *const drawn[] = {"W:WKa1,Kg1:BKf8,Kh8:E9", "W:WKa1,Kg1:BKh8:E9",
                                        "W:WKa1,Kg1:Bc7,Kh8:E9", "W:WKg1:BKh8:E9",
                                        "W:WKg1:Bc7,Kh8:E9"};
    static const char *const open[] = {"W:WKa1,Kc1,Kg1:BKh8:E9", "W:WKg1,c3:Bc7,Kh8:E9",
                                       "W:Wc3,g1:BKf8,Kh8:E9"};
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        history h = begin("variant=brazilian", drawn[i]);
        play(&h, "g1-h2");
        assert_over(&h, GAME_NOBODY, "kings did not beat kings in time");
        close_game(&h);
    }
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        history h = begin("variant=brazilian", open[i]);
        play(&h, "g1-h2");
        assert_int_equal(game_turn(h.rules, h.now), 1);
        close_game(&h);
    }
}

/* A setting chooses other limits, or none. */
static void single_endings_are_chosen(void **state) {
    (void)state;
    error e;
    history h = begin("endings=brazilian", "W:WK4:BK29:E9");
    play(&h, "4-7");
    assert_over(&h, GAME_NOBODY, "kings did not beat kings in time");
    close_game(&h);
    h = begin("variant=russian,endings=off", "W:WKg1:BKf8");
    play(&h, "g1-h2");
    assert_position(&h, "B:WKh2:BKf8:H1");
    assert_false(game_read_position(h.rules, "W:WKg1:BKf8:E1", h.now, &e));
    assert_string_equal(e.message,
                        "position: E (plies of limited endings) needs rules that count them");
    close_game(&h);
    h = begin("variant=russian", "");
    assert_false(game_read_position(h.rules, "W:WKg1:BKf8:E11", h.now, &e));
    assert_string_equal(e.message, "position: E: number 1 must be from 0 to 10");
    assert_false(game_read_position(h.rules, "W:WKg1:BKf8:E1,0,0,0,0,0", h.now, &e));
    assert_string_equal(e.message, "position: E has up to 5 numbers, with ',' between them");
    close_game(&h);
}

/* A huff is not a move: it is not counted. */
static void huffs_are_not_counted_in_endings(void **state) {
    (void)state;
    history h = begin("variant=brazilian,profile=huff", "W:WKa1,Kh2:Bd4,Kf8:E4");
    play(&h, "h2-g3");
    assert_position(&h, "B:WKa1,Kg3:Bd4,Kf8:H1:E5:Sa1");
    play(&h, "huff:a1");
    assert_position(&h, "B:WKg3:Bd4,Kf8:E5");
    close_game(&h);
}
int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_third_repetition_draws),
        cmocka_unit_test(repetition_is_written),
        cmocka_unit_test(repetition_counts_the_same_side_only),
        cmocka_unit_test(repetition_is_adjustable),
        cmocka_unit_test(twenty_quiet_moves_draw),
        cmocka_unit_test(a_man_move_starts_the_count_again),
        cmocka_unit_test(quiet_moves_may_count_only_with_few_pieces),
        cmocka_unit_test(three_kings_must_win_in_time),
        cmocka_unit_test(the_count_begins_when_the_river_is_taken),
        cmocka_unit_test(each_variant_draws_by_its_federations_count),
        cmocka_unit_test(three_kings_of_pool_have_thirteen_moves),
        cmocka_unit_test(in_italian_draughts_the_fourth_time_draws),
        cmocka_unit_test(two_pieces_have_five_moves_against_a_king),
        cmocka_unit_test(the_long_diagonal_saves_a_king_of_russian_draughts),
        cmocka_unit_test(three_kings_of_russian_draughts_have_fifteen_moves),
        cmocka_unit_test(the_balance_of_russian_draughts_must_change),
        cmocka_unit_test(brazilian_endings_of_kings_have_five_moves),
        cmocka_unit_test(single_endings_are_chosen),
        cmocka_unit_test(huffs_are_not_counted_in_endings),
    };
    return cmocka_run_group_tests_name("damas draws", tests, NULL, NULL);
}
