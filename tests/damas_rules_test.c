/* Damas: playing, draws, huffing, the laboratory board, and text both ways. */
#include "games/damas/moves.h"
#include "games/damas/notation.h"
#include "support.h"

/* A game by these settings from this position ("": the start). */
static history begin(const char *settings, const char *fen) {
    error e;
    history h = game_after("damas", settings, "");
    if (*fen) {
        if (!game_read_position(h.rules, fen, h.now, &e)) fail_msg("%s: %s", fen, e.message);
        game_copy(h.rules, h.start, h.now);
    }
    return h;
}

static void play(history *h, const char *moves) {
    error e;
    if (!history_play_all(h, moves, &e)) fail_msg("%s", e.message);
}

static void assert_position(const history *h, const char *expected) {
    char fen[DAMAS_POSITION_TEXT];
    text t = text_over(fen, sizeof fen);
    game_write_position(h->rules, h->now, &t);
    assert_string_equal(fen, expected);
}

static void assert_moves(const history *h, const char *expected) {
    game_move moves[DAMAS_MOVES_MAX];
    char found[800];
    text t = text_over(found, sizeof found);
    size_t count = game_moves(h->rules, h->now, game_turn(h->rules, h->now), moves);
    for (size_t i = 0; i < count; i++) {
        if (i) text_add_char(&t, ' ');
        game_write_move(h->rules, h->now, moves[i], &t);
    }
    assert_string_equal(found, expected);
}

static void assert_over(const history *h, int winner, const char *reason) {
    game_outcome o = game_result(h->rules, h->now);
    assert_true(o.over);
    assert_int_equal(o.winner, winner);
    assert_string_equal(o.reason, reason);
    assert_int_equal(game_turn(h->rules, h->now), GAME_OVER);
}

static void assert_refused(const history *h, const char *move, const char *why) {
    error e;
    game_move m = 0;
    assert_false(game_read_move(h->rules, h->now, move, &m, &e));
    assert_string_equal(e.message, why);
}

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

static void who_has_no_piece_loses(void **state) {
    (void)state;
    history h = begin("", "W:W14:B18");
    play(&h, "14x21");
    assert_over(&h, 0, "no pieces left");
    close_game(&h);
}

/*   0  . . . . . . b .      Black's man on 29 has 25 and 26 before it
 *   1  . . . . . w . w      and 22 behind 26
 *   2  . . . . w . . .  */
static void who_cannot_move_loses(void **state) {
    (void)state;
    history h = begin("", "W:W1,22,25,26:B29");
    play(&h, "1-5");
    assert_over(&h, 0, "no move left");
    close_game(&h);
}

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

/* What has come up before is part of the position's text. */
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

/* The position was there twice with another side to move: that does not count. */
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

/* Wherever they stand, and whoever holds the long diagonal. */
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

/* Where both have kings: 30 moves with four or five pieces, 60 with six or seven, without a capture
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

/* A setting takes them elsewhere, or leaves them out. */
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
                        "position: E (plies of single endings) needs rules that count them");
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

/* Huffing.
 *
 *   3  . . . . . . . .
 *   4  . . . . . . b .   <- 13       10 can take 13
 *   5  . . . . . w . .   <- 10                             */
static void who_does_not_capture_may_be_huffed(void **state) {
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

/* The piece that moved away instead is huffed where it went. */
static void the_moved_piece_is_huffed_at_its_new_place(void **state) {
    (void)state;
    history h = begin("profile=huff", "W:W2,10:B13,30");
    play(&h, "10-14");
    assert_position(&h, "B:W2,14:B13,30:S14");
    close_game(&h);
}

/* All that could have captured are to choose from; one goes, once. */
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
static void who_captures_is_not_huffed(void **state) {
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
    assert_moves(&h, "19x8 19x12");
    play(&h, "19x12");
    assert_position(&h, "B:WK12:B20");
    close_game(&h);
}

/* The arbiter looks to both sides for another capture, never straight on. */
static void lab_kings_do_not_go_on_straight(void **state) {
    (void)state;
    history h = begin("profile=lab", "W:WK1:B10,19");
    assert_moves(&h, "1x14 1-5");
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
    assert_refused(&h, "10", "the piece on 10 can play 10-13 or 10-14");
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
        {"W:W29:B5", "position: a man of White stands where it would be a king"},
        {"W:W1:W2:B5", "position: the pieces of White come twice"},
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
        cmocka_unit_test(who_has_no_piece_loses),
        cmocka_unit_test(who_cannot_move_loses),
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
        cmocka_unit_test(who_does_not_capture_may_be_huffed),
        cmocka_unit_test(a_huff_is_progress),
        cmocka_unit_test(the_moved_piece_is_huffed_at_its_new_place),
        cmocka_unit_test(one_piece_is_huffed_once),
        cmocka_unit_test(who_captures_is_not_huffed),
        cmocka_unit_test(the_right_to_huff_ends_with_the_move),
        cmocka_unit_test(huffing_the_last_piece_wins),
        cmocka_unit_test(a_huff_may_open_the_way),
        cmocka_unit_test(huffs_are_taken_back),
        cmocka_unit_test(lab_men_may_stop),
        cmocka_unit_test(lab_takes_the_left_route),
        cmocka_unit_test(lab_kings_capture_leg_by_leg),
        cmocka_unit_test(lab_kings_do_not_go_on_straight),
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
