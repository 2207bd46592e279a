/* Damas: endgame tables. */
#include "base/random.h"
#include "engines/damas/build.h"
#include "games/damas/moves.h"
#include "support.h"

/* Tables of all slices of up to `pieces` pieces with at most `men` men, by building them. */
static damas_tables *tables_of(int pieces, int men) {
    error e = {0};
    damas_material order[DAMAS_SLICES];
    damas_tables *t = damas_tables_create(DAMAS_SPANISH_FLAGS, &e);
    int count = damas_build_order(pieces, order);
    for (int i = 0; i < count; i++) {
        damas_built b;
        if (order[i].men + order[i].their_men > men) continue;
        if (!damas_build(t, order[i], 2, NULL, &b, &e)) fail_msg("%s", e.message);
        for (int k = 0; k < 2 && (k == 0 || b.codes[1] != b.codes[0]); k++)
            for (int content = DAMAS_VALUES; content <= DAMAS_DISTANCES; content++) {
                size_t length;
                uint8_t *image = damas_image(DAMAS_SPANISH_FLAGS, &b.slice[k],
                                             (damas_content)content, b.codes[k], &length, &e);
                if (!damas_tables_add(t, image, length, &e)) fail_msg("%s", e.message);
                free(image);
            }
        damas_built_free(&b);
    }
    return t;
}

/* endgame-position-counts.txt: pieces, positions, positions with both sides present. */
static void slices_have_as_many_positions_as_there_are(void **state) {
    (void)state;
    FILE *f = open_data("damas/endgame-position-counts.txt");
    char line[200];
    int checked = 0;
    while (fgets(line, sizeof line, f)) {
        unsigned pieces;
        unsigned long long all, both;
        if (sscanf(line, "%u %llu %llu", &pieces, &all, &both) != 3) continue;
        if (pieces > DAMAS_TABLE_PIECES) continue;
        uint64_t ours = 0, ours_both = 0;
        for (unsigned men = 0; men <= pieces; men++)
            for (unsigned kings = 0; men + kings <= pieces; kings++)
                for (unsigned theirs = 0; men + kings + theirs <= pieces; theirs++) {
                    damas_material m = {(uint8_t)men, (uint8_t)kings, (uint8_t)theirs,
                                        (uint8_t)(pieces - men - kings - theirs)};
                    uint64_t size = damas_slice_of(m).size;
                    ours += size;
                    if (men + kings > 0 && men + kings < pieces) ours_both += size;
                }
        assert_int_equal(ours, all);
        assert_int_equal(ours_both, both);
        checked++;
    }
    fclose(f);
    assert_int_equal(checked, 7);
}

static void numbers_and_positions_are_one_to_one(void **state) {
    (void)state;
    random_source rs = random_seed(3);
    damas_material order[DAMAS_SLICES];
    int count = damas_build_order(6, order);
    for (int i = 0; i < count; i++) {
        damas_slice s = damas_slice_of(order[i]);
        for (int j = 0; j < 200; j++) {
            uint64_t number = random_next(&rs) % s.size;
            damas_board b = damas_board_at(&s, number);
            damas_material m = damas_material_of(&b, 0);
            assert_memory_equal(&m, &order[i], sizeof m);
            assert_true((damas_of(&b, 0) & damas_of(&b, 1)) == 0);
            assert_true((b.man[0] & DAMAS_LAST_ROW) == 0 && (b.man[1] & DAMAS_FIRST_ROW) == 0);
            assert_int_equal(damas_rank_board(&s, &b), number);
        }
    }
}

static void materials_have_numbers_of_their_own(void **state) {
    (void)state;
    bool taken[DAMAS_SLICES] = {false};
    damas_material order[DAMAS_SLICES];
    int count = damas_build_order(DAMAS_TABLE_PIECES, order);
    for (int i = 0; i < count; i++) {
        int number = damas_material_number(order[i]);
        assert_in_range(number, 0, DAMAS_SLICES - 1);
        assert_false(taken[number]);
        taken[number] = true;
    }
}

static void turning_twice_is_nothing(void **state) {
    (void)state;
    damas_slice s = damas_slice_of((damas_material){2, 1, 1, 1});
    damas_board b = damas_board_at(&s, 12345), t = damas_turned(&b), again = damas_turned(&t);
    assert_memory_equal(&b, &again, sizeof b);
    assert_int_equal(bits_count(t.man[1]), 2);
}

typedef struct tally {
    uint64_t won, lost, drawn;
    int longest_win, longest_loss;
} tally;

static tally count(const damas_tables *t, damas_material m) {
    tally c = {0};
    damas_slice s = damas_slice_of(m);
    for (uint64_t i = 0; i < s.size; i++) {
        damas_board b = damas_board_at(&s, i);
        int distance = damas_tables_distance(t, &b, 0);
        switch (damas_tables_value(t, &b, 0)) {
        case DAMAS_WON:
            c.won++;
            if (distance > c.longest_win) c.longest_win = distance;
            break;
        case DAMAS_LOST:
            c.lost++;
            if (distance > c.longest_loss) c.longest_loss = distance;
            break;
        default: c.drawn++;
        }
    }
    return c;
}

/* Three kings against one by whether the three hold the river: what these lines of
 * kings-endings.txt say, "strong on main diagonal: won N draw N other N ; off: won N draw N other N
 * ; max plies when on diagonal N ; >24 plies N". `weak_moves`: the one is on turn. */
static void check_river(const damas_tables *t, const char *line, bool weak_moves) {
    unsigned long long on[3], off[3], late, ours[2][3] = {{0}}, ours_late = 0;
    int longest, ours_longest = 0;
    assert_int_equal(sscanf(line,
                            " strong on main diagonal: won %llu draw %llu other %llu ; off: won "
                            "%llu draw %llu other %llu ; max plies when on diagonal %d ; >24 plies "
                            "%llu",
                            &on[0], &on[1], &on[2], &off[0], &off[1], &off[2], &longest, &late),
                     8);
    damas_slice s = damas_slice_of((damas_material){0, weak_moves ? 1 : 3, 0, weak_moves ? 3 : 1});
    for (uint64_t i = 0; i < s.size; i++) {
        damas_board b = damas_board_at(&s, i);
        bool river = (b.king[weak_moves] & DAMAS_RIVER) != 0;
        damas_value value = damas_tables_value(t, &b, 0);
        bool strong_wins = value == (weak_moves ? DAMAS_LOST : DAMAS_WON);
        ours[river][value == DAMAS_DRAWN ? 1 : strong_wins ? 0 : 2]++;
        int distance = damas_tables_distance(t, &b, 0);
        if (!river || !strong_wins) continue;
        if (distance > ours_longest) ours_longest = distance;
        ours_late += distance > 24;
    }
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ours[1][i], on[i]);
        assert_int_equal(ours[0][i], off[i]);
    }
    assert_int_equal(ours_longest, longest);
    assert_int_equal(ours_late, late);
}

/* kings-endings.txt: two lines an ending, "... kings 2v1 White(...) to move: positions N win N loss
 * N draw N maxDTW(...) N" and "max DTL N"; White is the side with more. */
static void endings_of_kings_are_as_others_found(void **state) {
    (void)state;
    damas_tables *t = tables_of(4, 0);
    FILE *f = open_data("damas/kings-endings.txt");
    char line[300];
    int checked = 0, rivers = 0;
    tally c = {0};
    while (fgets(line, sizeof line, f)) {
        unsigned strong, weak;
        char side[40];
        unsigned long long positions, win, loss, draw;
        int longest;
        if (sscanf(line, " max DTL %d", &longest) == 1) assert_int_equal(c.longest_loss, longest);
        if (strstr(line, "main diagonal")) check_river(t, line, rivers++ == 1);
        if (sscanf(line,
                   "spanish kings %uv%u %39s to move: positions %llu win %llu loss %llu draw %llu "
                   "maxDTW(plies, stm win) %d",
                   &strong, &weak, side, &positions, &win, &loss, &draw, &longest) != 8)
            continue;
        damas_material m = {0, (uint8_t)strong, 0, (uint8_t)weak};
        c = count(t, side[0] == 'W' ? m : damas_mirror(m));
        assert_int_equal(c.won + c.lost + c.drawn, positions);
        assert_int_equal(c.won, win);
        assert_int_equal(c.lost, loss);
        assert_int_equal(c.drawn, draw);
        assert_int_equal(c.longest_win, longest);
        checked++;
    }
    fclose(f);
    damas_tables_destroy(t);
    assert_int_equal(checked, 8);
    assert_int_equal(rivers, 2);
}

/* Whether the side to move wins (loses) within that many plies, by exhaustive search. */
static bool wins(const damas_board *b, int side, int plies);

static bool loses(const damas_board *b, int side, int plies) {
    damas_list l;
    damas_generate(DAMAS_SPANISH_FLAGS, b, side, &l);
    if (l.count == 0) return true;
    for (int i = 0; i < l.count; i++) {
        damas_board next = *b;
        damas_board_play(&next, side, l.move[i]);
        if (plies < 2 || !wins(&next, side ^ 1, plies - 1)) return false;
    }
    return true;
}

static bool wins(const damas_board *b, int side, int plies) {
    damas_list l;
    damas_generate(DAMAS_SPANISH_FLAGS, b, side, &l);
    for (int i = 0; i < l.count; i++) {
        damas_board next = *b;
        damas_board_play(&next, side, l.move[i]);
        if (loses(&next, side ^ 1, plies - 1)) return true;
    }
    return false;
}

/* Random positions of three pieces: a search finds the same value and distance, neither shorter nor
 * longer; a drawn position is not won or lost within the horizon. */
static void a_search_finds_the_same(void **state) {
    (void)state;
    enum { HORIZON = 6 };
    damas_tables *t = tables_of(3, 3);
    damas_material order[DAMAS_SLICES];
    random_source rs = random_seed(9);
    int slices = damas_build_order(3, order), decided = 0;
    for (int i = 0; i < 400; i++) {
        damas_slice s = damas_slice_of(order[i % slices]);
        damas_board b = damas_board_at(&s, random_next(&rs) % s.size);
        int side = i % 2, distance = damas_tables_distance(t, &b, side);
        damas_value value = damas_tables_value(t, &b, side);
        bool near = distance >= 0 && distance <= HORIZON;
        if (value == DAMAS_WON && near) {
            assert_true(wins(&b, side, distance));
            if (distance > 1) assert_false(wins(&b, side, distance - 2));
        } else if (value == DAMAS_LOST && near) {
            assert_true(loses(&b, side, distance));
            if (distance > 0) assert_false(loses(&b, side, distance - 2));
        } else {
            assert_false(wins(&b, side, HORIZON - 1));
            assert_false(loses(&b, side, HORIZON - 2));
        }
        decided += near;
    }
    assert_true(decided > 50);
    damas_tables_destroy(t);
}

static void tables_verify_and_a_wrong_value_is_found(void **state) {
    (void)state;
    error e = {0};
    damas_tables *t = tables_of(3, 3);
    damas_material order[DAMAS_SLICES];
    int slices = damas_build_order(3, order);
    for (int i = 0; i < slices; i++) assert_true(damas_verify(t, order[i], 1, NULL, &e));
    damas_table *table = t->table[damas_material_number(order[slices - 1])];
    table->distances[1000] ^= 2;
    assert_false(damas_verify(t, order[slices - 1], 1, NULL, &e));
    assert_string_equal(e.message, "table: position 1000 is wrong");
    atomic_bool stop = true;
    damas_build_watch watch = {.stop = &stop};
    assert_false(damas_verify(t, order[0], 1, &watch, &e));
    assert_string_equal(e.message, "stopped");
    damas_tables_destroy(t);
}

static uint8_t *an_image(size_t *length) {
    error e = {0};
    damas_tables *none = damas_tables_create(DAMAS_SPANISH_FLAGS, &e);
    damas_built b;
    assert_true(damas_build(none, (damas_material){0, 1, 0, 1}, 1, NULL, &b, &e));
    uint8_t *image =
        damas_image(DAMAS_SPANISH_FLAGS, &b.slice[0], DAMAS_VALUES, b.codes[0], length, &e);
    damas_built_free(&b);
    damas_tables_destroy(none);
    return image;
}

/* Every single changed bit, and every length that is too short, is noticed. */
static void damaged_images_are_refused(void **state) {
    (void)state;
    error e = {0};
    size_t length;
    uint8_t *image = an_image(&length);
    damas_tables *t = damas_tables_create(DAMAS_SPANISH_FLAGS, &e);
    for (size_t bit = 0; bit < 8 * length; bit++) {
        image[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_false(damas_tables_add(t, image, length, &e));
        image[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    for (size_t cut = 0; cut < length; cut++) assert_false(damas_tables_add(t, image, cut, &e));
    assert_int_equal(t->pieces, 0);
    assert_true(damas_tables_add(t, image, length, &e));
    assert_int_equal(t->pieces, 2);
    free(image);
    damas_tables_destroy(t);
}

static void unknown_positions_are_reported_as_unknown(void **state) {
    (void)state;
    error e = {0};
    size_t length;
    uint8_t *image = an_image(&length);
    damas_tables *t = damas_tables_create(DAMAS_SPANISH_FLAGS, &e);
    assert_true(damas_tables_add(t, image, length, &e));
    damas_board kings = {.king = {damas_one(0), damas_one(35)}};
    damas_board man = {.man = {damas_one(0), 0}, .king = {0, damas_one(35)}};
    /* Two kings at the ends of the river: the side to move loses. */
    assert_int_equal(damas_tables_value(t, &kings, 0), DAMAS_LOST);
    assert_int_equal(damas_tables_value(t, &man, 0), DAMAS_NOT_KNOWN);
    free(image);
    damas_tables_destroy(t);
}

/* Every variant has tables of its own, which are right, and refuses those of another. */
static void every_variant_has_tables(void **state) {
    (void)state;
    damas_material order[DAMAS_SLICES];
    int count = damas_build_order(3, order);
    size_t length;
    uint8_t *spanish = an_image(&length);
    for (const damas_variant *v = damas_variants; v->name; v++) {
        error e = {0};
        damas_tables *t = damas_build_all(v->flags, 3, 2, NULL, &e);
        if (!t) fail_msg("%s: %s", v->name, e.message);
        for (int i = 0; i < count; i++)
            if (!damas_verify(t, order[i], 2, NULL, &e)) fail_msg("%s: %s", v->name, e.message);
        bool same = v->flags == DAMAS_SPANISH_FLAGS;
        assert_int_equal(damas_tables_add(t, spanish, length, &e), same);
        if (!same) assert_string_equal(e.message, "table: of another variant");
        damas_tables_destroy(t);
    }
    free(spanish);
}

/* Two kings against one: those that step win almost always, those that fly far less often. */
static void kings_that_step_and_kings_that_fly_differ(void **state) {
    (void)state;
    error e = {0};
    uint64_t won[2] = {0};
    for (int flies = 0; flies < 2; flies++) {
        damas_tables *t = damas_build_all(flies ? DAMAS_SPANISH_FLAGS : 0, 3, 2, NULL, &e);
        const damas_table *table = t->table[damas_material_number((damas_material){0, 2, 0, 1})];
        for (uint64_t i = 0; i < table->slice.size; i++)
            won[flies] += (table->values[i / 4] >> 2 * (i % 4) & 3) == DAMAS_WON;
        damas_tables_destroy(t);
    }
    uint64_t size = damas_slice_of((damas_material){0, 2, 0, 1}).size;
    assert_true(won[0] > size * 9 / 10 && won[1] < size / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices_have_as_many_positions_as_there_are),
        cmocka_unit_test(every_variant_has_tables),
        cmocka_unit_test(kings_that_step_and_kings_that_fly_differ),
        cmocka_unit_test(numbers_and_positions_are_one_to_one),
        cmocka_unit_test(materials_have_numbers_of_their_own),
        cmocka_unit_test(turning_twice_is_nothing),
        cmocka_unit_test(endings_of_kings_are_as_others_found),
        cmocka_unit_test(a_search_finds_the_same),
        cmocka_unit_test(tables_verify_and_a_wrong_value_is_found),
        cmocka_unit_test(damaged_images_are_refused),
        cmocka_unit_test(unknown_positions_are_reported_as_unknown),
    };
    return cmocka_run_group_tests_name("damas tables", tests, NULL, NULL);
}
