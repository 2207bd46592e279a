/* Damas: the move generator against numbers and cases that do not come from it. */
#include "damas_plain.h"
#include "games/damas/moves.h"
#include "games/damas/notation.h"
#include "support.h"

static damas_rules *damas_by(const char *settings) {
    return (damas_rules *)rules_of("damas", settings);
}

static void read_fen(const damas_rules *r, const char *fen, damas_position *p) {
    error e;
    if (!damas_read_position(&r->rules, fen, (game_position *)(void *)p, &e))
        fail_msg("%s: %s", fen, e.message);
}

static void squares_and_bits_are_one_to_one(void **state) {
    (void)state;
    damas_set all = 0;
    for (int s = 0; s < DAMAS_SQUARES; s++) {
        assert_int_equal(damas_square_of(damas_bit_of(s)), s);
        all |= damas_one(damas_bit_of(s));
    }
    assert_true(all == DAMAS_ALL);
}

static void rays_are_repeated_steps(void **state) {
    (void)state;
    for (int d = 0; d < 4; d++)
        for (int s = 0; s < DAMAS_SQUARES; s++) {
            damas_set ray = 0, at = damas_one(damas_bit_of(s));
            while ((at = damas_step(at, d) & DAMAS_ALL)) ray |= at;
            assert_true(damas_rays[d][damas_bit_of(s)] == ray);
        }
}

/* A step changes row and column by one in the direction its name says. */
static void steps_go_where_they_say(void **state) {
    (void)state;
    static const int by[4][2] = {{-1, 1}, {-1, -1}, {1, -1}, {1, 1}};
    for (int d = 0; d < 4; d++)
        for (int s = 0; s < DAMAS_SQUARES; s++) {
            int bit = damas_bit_of(s);
            int row = damas_row(bit) + by[d][0];
            int column = damas_column(&damas_variants[0], bit) + by[d][1];
            damas_set next = damas_step(damas_one(bit), d) & DAMAS_ALL;
            if (row < 0 || row > 7 || column < 0 || column > 7) {
                assert_true(next == 0);
                continue;
            }
            assert_int_equal(damas_row(bits_lowest(next)), row);
            assert_int_equal(damas_column(&damas_variants[0], bits_lowest(next)), column);
        }
}

/* Lines of perft.tsv: variant, convention, counts from depth 1 on. */
static void move_counts_from_the_start(void **state) {
    (void)state;
    FILE *f = open_data("damas/perft.tsv");
    char line[600], variant[60], convention[8];
    int checked = 0;
    while (fgets(line, sizeof line, f)) {
        int used;
        if (sscanf(line, "%59s %7s%n", variant, convention, &used) != 2) continue;
        variant[strcspn(variant, "(")] = '\0';
        const damas_variant *v = damas_variants;
        while (v->name && strcmp(v->name, variant) != 0) v++;
        if (!v->name) continue;
        bool ordered = strcmp(convention, "K") == 0;
        int most = !long_run() ? (ordered ? 8 : 9) : v->flags == DAMAS_SPANISH_FLAGS ? 12 : 10;
        damas_rules *r = damas_by("");
        damas_position p;
        damas_start(r, &p);
        const char *at = line + used;
        for (int depth = 1; depth <= most; depth++) {
            char *end;
            uint64_t expected = strtoull(at, &end, 10);
            assert_true(end != at);
            at = end;
            uint64_t leaves = ordered ? damas_perft_ordered(v->flags, &p.board, 0, depth)
                                      : damas_perft(v->flags, &p.board, 0, depth);
            if (leaves != expected)
                fail_msg("%s %s depth %d: %llu instead of %llu", variant, convention, depth,
                         (unsigned long long)leaves, (unsigned long long)expected);
        }
        checked++;
        game_destroy(&r->rules);
    }
    fclose(f);
    assert_int_equal(checked, 14); /* seven variants, two conventions */
}

/* Lines of positions-perft4.txt: FEN|K1..K4|D1..D4. */
static void move_counts_of_positions(void **state) {
    (void)state;
    FILE *f = open_data("damas/positions-perft4.txt");
    char line[400];
    int checked = 0;
    damas_rules *r = damas_by("");
    while (fgets(line, sizeof line, f)) {
        if (line[0] == '#') continue;
        char *at = strchr(line, '|');
        *at++ = '\0';
        damas_position p;
        read_fen(r, line, &p);
        for (int i = 0; i < 8; i++) {
            uint64_t expected = strtoull(at, &at, 10);
            at++;
            int depth = i % 4 + 1;
            uint64_t leaves = i < 4 ? damas_perft_ordered(r->flags, &p.board, p.side, depth)
                                    : damas_perft(r->flags, &p.board, p.side, depth);
            if (leaves != expected)
                fail_msg("%s %c%d: %llu instead of %llu", line, i < 4 ? 'K' : 'D', depth,
                         (unsigned long long)leaves, (unsigned long long)expected);
        }
        checked++;
    }
    fclose(f);
    game_destroy(&r->rules);
    assert_int_equal(checked, 947); /* as many as the file has */
}

/* "30x21(26)" as a move. */
static damas_move move_in_words(const char *word) {
    int from, to, used;
    damas_set captured = 0;
    if (sscanf(word, "%d%*[x-]%d%n", &from, &to, &used) != 2) fail_msg("not a move: %s", word);
    for (const char *at = word + used; *at == '(' || *at == ',';) {
        char *end;
        captured |= damas_one(damas_bit_of((int)strtol(at + 1, &end, 10) - 1));
        at = end;
    }
    return damas_move_of(damas_bit_of(from - 1), damas_bit_of(to - 1), captured);
}

/* Each line has a position in which one common mistake would show, and the right moves. */
static void classic_bugs_are_absent(void **state) {
    (void)state;
    FILE *f = open_data("damas/classic-bugs.txt");
    char line[600];
    int checked = 0;
    damas_rules *r = damas_by("");
    while (fgets(line, sizeof line, f)) {
        if (line[0] == '#') continue;
        char *name = strtok(line, "|"), *fen = strtok(NULL, "|"), *right = strtok(NULL, "|");
        damas_position p;
        damas_list l;
        fen += strspn(fen, " ");
        fen[strcspn(fen, " ")] = '\0';
        read_fen(r, fen, &p);
        damas_list_moves(r, &p, &l);
        int expected = 0;
        right = strstr(right, "correct:") + 8;
        for (char *word = strtok(right, " "); word; word = strtok(NULL, " "), expected++) {
            damas_move m = move_in_words(word);
            int i = 0;
            while (i < l.count && l.move[i] != m) i++;
            if (i == l.count) fail_msg("%s: %s: %s is missing", name, fen, word);
        }
        if (expected != l.count) fail_msg("%s: %s: %d moves", name, fen, l.count);
        checked++;
    }
    fclose(f);
    game_destroy(&r->rules);
    assert_int_equal(checked, 20);
}

static void random_board(random_source *rs, damas_board *b) {
    *b = (damas_board){.man = {0}};
    for (int side = 0; side < 2; side++) {
        int pieces = 1 + (int)random_below(rs, 12), kings = (int)random_below(rs, 4);
        for (int i = 0; i < pieces; i++) {
            damas_set at = damas_one(damas_bit_of((int)random_below(rs, 32)));
            if (!(at & damas_empty(b))) continue;
            if (i < kings || (at & damas_crown_row(side))) b->king[side] |= at;
            else b->man[side] |= at;
        }
    }
}

static void plain_generator_agrees(void **state) {
    (void)state;
    random_source rs = random_seed(7);
    for (int i = 0; i < 2000; i++) {
        damas_board b;
        random_board(&rs, &b);
        plain_board p = plain_of(&b);
        int side = i % 2;
        for (int depth = 1; depth <= 3; depth++)
            assert_int_equal(damas_perft(DAMAS_SPANISH_FLAGS, &b, side, depth),
                             plain_perft(&p, side, depth));
    }
}

/* The list is far larger than any position needs, even if captures are not filtered. */
static void lists_have_room(void **state) {
    (void)state;
    random_source rs = random_seed(11);
    int most = 0;
    for (int i = 0; i < 20000; i++) {
        damas_board b;
        damas_list l;
        random_board(&rs, &b);
        damas_generate(DAMAS_FLYING | DAMAS_BACKWARD | DAMAS_CROWNS_ON, &b, 0, &l);
        if (l.count > most) most = l.count;
    }
    assert_true(most > 20 && most < DAMAS_MOVES_MAX / 2);
}

/* Every way the list of moves is asked for gives the same answer. */
static void shortcuts_agree_with_the_list(void **state) {
    (void)state;
    random_source rs = random_seed(5);
    for (int i = 0; i < 4000; i++) {
        damas_board b;
        random_board(&rs, &b);
        for (const damas_variant *v = damas_variants; v->name; v++) {
            damas_list l, captures;
            damas_generate(v->flags, &b, i % 2, &l);
            damas_generate_captures(v->flags, &b, i % 2, &captures);
            assert_int_equal(damas_can_move(v->flags, &b, i % 2), l.count > 0);
            assert_int_equal(damas_can_capture(v->flags, &b, i % 2), captures.count > 0);
            damas_set capturers = damas_capturers(v->flags, &b, i % 2);
            for (int j = 0; j < captures.count; j++)
                assert_true(capturers & damas_one(damas_from(captures.move[j])));
            if (captures.count) assert_int_equal(captures.count, l.count);
        }
    }
}

/* Moves as text, sorted by generation, joined by blanks. */
static void assert_moves(const char *settings, const char *fen, const char *expected) {
    damas_rules *r = damas_by(settings);
    damas_position p;
    damas_list l;
    char found[600];
    text t = text_over(found, sizeof found);
    read_fen(r, fen, &p);
    damas_list_moves(r, &p, &l);
    for (int i = 0; i < l.count; i++) {
        if (i) text_add_char(&t, ' ');
        damas_write_path(r, &p.board, p.side, l.move[i], &t);
    }
    assert_string_equal(found, expected);
    game_destroy(&r->rules);
}

static void italian_men_do_not_take_kings(void **state) {
    (void)state;
    assert_moves("variant=italian", "W:W22:BK18", "22-19");
}

/* Equal in number: a king must capture rather than a man, a king rather than a man be captured, and
 * the earliest king of all. */
static void italian_preferences(void **state) {
    (void)state;
    assert_moves("variant=italian", "W:W22,K24:B18,20", "24x15");
    assert_moves("variant=italian", "W:WK22,K24:B18,K20", "24x15");
    assert_moves("variant=italian", "W:WK30:B10,K11,18,19,26,K27", "30x23x14x21x30");
}

static void russian_men_crowned_in_a_capture_go_on_as_kings(void **state) {
    (void)state;
    assert_moves("variant=russian", "W:Wf6:Be7,b6", "f6xd8xa5");
    assert_moves("variant=brazilian", "W:Wf6:Be7,b6", "f6xd8");
}

static void brazilian_men_pass_the_last_row_uncrowned(void **state) {
    (void)state;
    damas_rules *r = damas_by("variant=brazilian");
    damas_position p;
    damas_list l;
    assert_moves("variant=brazilian", "W:Wf6:Be7,c7", "f6xd8xb6");
    read_fen(r, "W:Wf6:Be7,c7", &p);
    damas_list_moves(r, &p, &l);
    damas_play(r, &p, l.move[0], NULL);
    assert_true(p.board.man[0] != 0 && p.board.king[0] == 0);
    game_destroy(&r->rules);
}

static void czech_kings_capture_before_men(void **state) {
    (void)state;
    assert_moves("variant=czech", "W:Wc3,Ke1:Bd4,f2", "e1xg3 e1xh4");
}

static void english_kings_are_short(void **state) {
    (void)state;
    assert_moves("variant=english", "B:BK14:W32", "14-10 14-9 14-18 14-17");
}

/* Four pieces in a ring: both ways round are one move, which leaves the king in place. */
static void a_capture_may_end_where_it_began(void **state) {
    (void)state;
    damas_rules *r = damas_by("");
    damas_position p;
    damas_list l;
    read_fen(r, "W:WK21:BK11,12,20,26", &p);
    damas_list_moves(r, &p, &l);
    damas_move round = move_in_words("21x21(26,20,12,11)");
    int times = 0;
    for (int i = 0; i < l.count; i++) times += l.move[i] == round;
    assert_int_equal(times, 1);
    damas_play(r, &p, round, NULL);
    assert_true(p.board.king[0] == damas_one(damas_bit_of(20)));
    assert_int_equal(p.end, DAMAS_NO_PIECES);
    game_destroy(&r->rules);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_and_bits_are_one_to_one),
        cmocka_unit_test(rays_are_repeated_steps),
        cmocka_unit_test(steps_go_where_they_say),
        cmocka_unit_test(move_counts_from_the_start),
        cmocka_unit_test(move_counts_of_positions),
        cmocka_unit_test(classic_bugs_are_absent),
        cmocka_unit_test(plain_generator_agrees),
        cmocka_unit_test(lists_have_room),
        cmocka_unit_test(shortcuts_agree_with_the_list),
        cmocka_unit_test(italian_men_do_not_take_kings),
        cmocka_unit_test(italian_preferences),
        cmocka_unit_test(russian_men_crowned_in_a_capture_go_on_as_kings),
        cmocka_unit_test(brazilian_men_pass_the_last_row_uncrowned),
        cmocka_unit_test(czech_kings_capture_before_men),
        cmocka_unit_test(english_kings_are_short),
        cmocka_unit_test(a_capture_may_end_where_it_began),
    };
    return cmocka_run_group_tests_name("damas moves", tests, NULL, NULL);
}
