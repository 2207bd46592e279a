/* Damas: the engine. */
#include "damas_seat.h"
#include "engines/damas/build.h"
#include "engines/damas/search.h"
#include "games/damas/moves.h"

static void assert_move(seat *s, const engine_result *r, const char *expected) {
    char word[GAME_MOVE_TEXT];
    text t = text_over(word, sizeof word);
    game_write_move(s->rules, s->position, r->move, &t);
    assert_string_equal(word, expected);
}

static bool is_legal(const seat *s, game_move m) {
    game_move moves[DAMAS_MOVES_MAX];
    size_t count = game_moves(s->rules, s->position, game_turn(s->rules, s->position), moves);
    for (size_t i = 0; i < count; i++)
        if (moves[i] == m) return true;
    return false;
}

/* Three against two with at most a man each: these lead to each other and to fewer pieces. */
static bool is_small(damas_material m) {
    int ours = m.men + m.kings, theirs = m.their_men + m.their_kings;
    return m.men <= 1 && m.their_men <= 1 && abs(ours - theirs) == 1;
}

/* Tables of up to that many pieces, of five pieces only the small ones; an engine that is given
 * takes them too, and refuses them damaged. */
static damas_tables *tables_of(int pieces, engine *who, bool distances) {
    error e = {0};
    damas_tables *known = damas_tables_create(DAMAS_SPANISH_FLAGS, &e);
    damas_material order[DAMAS_SLICES];
    int count = damas_build_order(pieces, order);
    for (int i = 0; i < count; i++) {
        damas_built b;
        if (damas_material_pieces(order[i]) == 5 && !is_small(order[i])) continue;
        assert_true(damas_build(known, order[i], 2, NULL, &b, &e));
        for (int k = 0; k < 2 && (k == 0 || b.codes[1] != b.codes[0]); k++)
            for (int content = DAMAS_VALUES; content <= DAMAS_DISTANCES; content++) {
                size_t length;
                uint8_t *image = damas_image(DAMAS_SPANISH_FLAGS, &b.slice[k],
                                             (damas_content)content, b.codes[k], &length, &e);
                assert_true(damas_tables_add(known, image, length, &e));
                if (who && (distances || content == DAMAS_VALUES)) {
                    assert_true(who->kind->add_table(who, image, length, &e));
                    image[length / 2] ^= 1;
                    assert_false(who->kind->add_table(who, image, length, &e));
                }
                free(image);
            }
        damas_built_free(&b);
    }
    return known;
}

/* Games of the engine against itself, by all rules and at all levels: every move is legal, and so
 * is every move of the line it expects. */
static void every_move_is_legal(void **state) {
    (void)state;
    static const char *const settings[] = {"",
                                           "variant=italian",
                                           "variant=english",
                                           "variant=russian",
                                           "variant=brazilian",
                                           "variant=pool",
                                           "variant=czech",
                                           "profile=huff",
                                           "profile=lab",
                                           "quiet-when=few"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        engine_options options = {.memory = 1 << 16, .level = (int)i % ENGINE_LEVELS, .seed = i};
        seat s = sit_down(settings[i], "", &options);
        for (int ply = 0; ply < 80 && game_turn(s.rules, s.position) != GAME_OVER; ply++) {
            engine_result r = think(&s, (engine_limits){.nodes = 300});
            assert_true(is_legal(&s, r.move));
            game_position *ahead = game_new_position(s.rules);
            game_copy(s.rules, ahead, s.position);
            for (size_t j = 0; j < r.line_count; j++) {
                game_position *now = s.position;
                s.position = ahead;
                assert_true(is_legal(&s, r.line[j]));
                game_play(s.rules, ahead, r.line[j], NULL);
                s.position = now;
            }
            free(ahead);
            game_play(s.rules, s.position, r.move, NULL);
        }
        stand_up(&s);
    }
}

static void it_takes_the_last_piece(void **state) {
    (void)state;
    seat s = sit_down("", "W:W14,26:B18", NULL);
    engine_result r = think(&s, (engine_limits){.depth = 3});
    assert_move(&s, &r, "14x21");
    assert_true(r.exact && r.score == DAMAS_WIN - 1);
    stand_up(&s);
}

/* Puzzles from the tables, solved without them: wins and losses in up to seven plies. */
static void it_finds_what_the_tables_know(void **state) {
    (void)state;
    seat s = sit_down("", "", NULL);
    damas_tables *t = tables_of(3, NULL, true);
    random_source rs = random_seed(8);
    damas_material order[DAMAS_SLICES];
    int slices = damas_build_order(3, order), solved = 0;
    for (int i = 0; i < 600; i++) {
        damas_slice slice = damas_slice_of(order[i % slices]);
        damas_board b = damas_board_at(&slice, random_next(&rs) % slice.size);
        int distance = damas_tables_distance(t, &b, 0);
        if (distance < 2 || distance > 7) continue;
        damas_set_up(damas_rules_of(s.rules), (damas_position *)(void *)s.position, &b, 0, 0, NULL);
        engine_result r = think(&s, (engine_limits){.depth = distance + 4});
        bool won = damas_tables_value(t, &b, 0) == DAMAS_WON;
        assert_true(r.exact && (won ? r.score > DAMAS_PROVEN : r.score < -DAMAS_PROVEN));
        solved++;
    }
    assert_true(solved > 40);
    damas_tables_destroy(t);
    stand_up(&s);
}

static void nodes_are_not_overstepped(void **state) {
    (void)state;
    seat s = sit_down("", "", NULL);
    for (uint64_t nodes = 1; nodes < 20000; nodes += 1 + nodes / 20) {
        engine_result r = think(&s, (engine_limits){.nodes = nodes});
        assert_true(r.nodes <= nodes && is_legal(&s, r.move));
    }
    stand_up(&s);
}

static void same_seed_and_nodes_same_answer(void **state) {
    (void)state;
    engine_options options = {
        .memory = 1 << 20, .seed = 5, .level = engine_full_level(&damas_engine)};
    seat first = sit_down("", "", &options), second = sit_down("", "", &options);
    for (int ply = 0; ply < 12; ply++) {
        engine_result a = think(&first, (engine_limits){.nodes = 20000});
        engine_result b = think(&second, (engine_limits){.nodes = 20000});
        assert_true(a.move == b.move && a.score == b.score && a.nodes == b.nodes);
        game_play(first.rules, first.position, a.move, NULL);
        game_play(second.rules, second.position, b.move, NULL);
    }
    stand_up(&first);
    stand_up(&second);
}

static void seeds_vary_the_opening(void **state) {
    (void)state;
    uint64_t seen[20];
    int different = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        engine_options options = {
            .memory = 1 << 18, .seed = seed, .level = engine_full_level(&damas_engine)};
        seat s = sit_down("", "", &options);
        for (int ply = 0; ply < 4; ply++)
            game_play(s.rules, s.position, think(&s, (engine_limits){.depth = 5}).move, NULL);
        uint64_t key = damas_seen(s.position)->key;
        int i = 0;
        while (i < different && seen[i] != key) i++;
        if (i == different) seen[different++] = key;
        stand_up(&s);
    }
    assert_true(different >= 2);
}

static void a_stop_is_obeyed_at_once(void **state) {
    (void)state;
    atomic_bool stop = true;
    engine_watch watch = {.stop = &stop};
    engine_limits limits = {0};
    engine_result r;
    seat s = sit_down("", "", NULL);
    engine_think(s.engine, s.position, 0, &limits, &watch, &r);
    assert_true(r.nodes <= 2 * DAMAS_CHECK && is_legal(&s, r.move));
    stand_up(&s);
}

static void two_threads_answer_too(void **state) {
    (void)state;
    engine_options options = {
        .memory = 1 << 20, .threads = 2, .level = engine_full_level(&damas_engine)};
    seat s = sit_down("", "", &options);
    engine_result r = think(&s, (engine_limits){.depth = 9});
    assert_int_equal(r.depth, 9);
    assert_true(is_legal(&s, r.move));
    r = think(&s, (engine_limits){.nodes = 5000});
    assert_true(r.nodes <= 5000 && is_legal(&s, r.move));
    stand_up(&s);
}

/* White is far behind, but with one quiet move left in the count any king's move draws. */
static void the_count_of_quiet_moves_is_seen(void **state) {
    (void)state;
    seat s = sit_down("quiet=1", "W:WK4,9:B24,K29,K31:H1", NULL);
    engine_result r = think(&s, (engine_limits){.depth = 6});
    assert_int_equal(r.score, 0);
    stand_up(&s);
    s = sit_down("quiet=20", "W:WK4,9:B24,K29,K31:H1", NULL);
    r = think(&s, (engine_limits){.depth = 6});
    assert_true(r.score < 0);
    stand_up(&s);
}

/* So are those of single endings: White is behind, but the count runs out with this move, also with
 * a man's; if it has nine more plies to go, that does not help. */
static void the_counts_of_endings_are_seen(void **state) {
    (void)state;
    seat s = sit_down("variant=russian", "W:WKg1,a3:BKb8,Kd8,Ke7:E0,0,0,59", NULL);
    engine_result r = think(&s, (engine_limits){.depth = 6});
    assert_int_equal(r.score, 0);
    stand_up(&s);
    s = sit_down("variant=russian", "W:WKg1,a3:BKb8,Kd8,Ke7:E0,0,0,50", NULL);
    r = think(&s, (engine_limits){.depth = 6});
    assert_true(r.score < 0);
    stand_up(&s);
}

/* The tables ignore move limits. Two kings that beat one in five plies win if the ending's count
 * leaves them five; with one ply less they do not, and the engine says why. */
static void tables_give_way_to_the_counts_of_endings(void **state) {
    (void)state;
    seat s = sit_down("endings=brazilian", "", NULL);
    damas_tables *t = tables_of(3, s.engine, true);
    damas_slice kings = damas_slice_of((damas_material){0, 2, 0, 1});
    damas_board b = damas_board_at(&kings, 0);
    for (uint64_t i = 1; damas_tables_distance(t, &b, 0) != 5; i++) {
        assert_true(i < kings.size);
        b = damas_board_at(&kings, i);
    }
    for (uint8_t made = 5; made <= 6; made++) {
        damas_counts counts = {.ending = {made}};
        damas_set_up(damas_rules_of(s.rules), (damas_position *)(void *)s.position, &b, 0, 0,
                     &counts);
        s.engine->kind->new_game(s.engine);
        engine_result r = think(&s, (engine_limits){.depth = 8});
        assert_int_equal(r.score, made == 5 ? DAMAS_WIN - 5 : 0);
        assert_string_equal(
            r.note, made == 5 ? "by the tables: won in 5 plies"
                              : "by the tables: won in 5 plies, but the move limits draw first");
    }
    damas_tables_destroy(t);
    stand_up(&s);
}

/* The same with repetition: the position after 7-4 has occurred twice. */
static void repetition_is_seen(void **state) {
    (void)state;
    error e = {0};
    history h = game_after("damas", "", "");
    assert_true(game_read_position(h.rules, "B:WK4,9:B24,K29,K31", h.now, &e));
    assert_true(history_play_all(&h, "29-26 4-7 26-29 7-4 29-26 4-7 26-29", &e));
    seat s = sit_down("", "", NULL);
    game_copy(s.rules, s.position, h.now);
    engine_result r = think(&s, (engine_limits){.depth = 6});
    assert_int_equal(r.score, 0);
    assert_move(&s, &r, "7-4");
    stand_up(&s);
    close_game(&h);
}

/* Two kings against a man: the tables know the way, and the engine follows it to the end. */
static void it_wins_by_the_tables(void **state) {
    (void)state;
    seat s = sit_down("", "W:WK1,K2:B30", NULL);
    damas_tables_destroy(tables_of(3, s.engine, true));
    int plies = 0;
    engine_result r = think(&s, (engine_limits){.depth = 4});
    assert_true(r.exact && r.score > DAMAS_PROVEN);
    int expected = DAMAS_WIN - r.score;
    while (game_turn(s.rules, s.position) != GAME_OVER) {
        r = think(&s, (engine_limits){.depth = 4});
        game_play(s.rules, s.position, r.move, NULL);
        plies++;
    }
    assert_int_equal(game_result(s.rules, s.position).winner, 0);
    assert_int_equal(plies, expected);
    stand_up(&s);
}

/* With values alone every winning move is as good as another; the game still comes to an end. */
static void it_makes_progress_without_distances(void **state) {
    (void)state;
    static const char *const won[] = {"W:WK1,K2:B30", "W:WK5,K32:B22", "B:W10:B25,K29"};
    for (size_t i = 0; i < sizeof won / sizeof *won; i++) {
        seat s = sit_down("", won[i], NULL);
        damas_tables_destroy(tables_of(3, s.engine, false));
        int winner = won[i][0] == 'W' ? 0 : 1;
        while (game_turn(s.rules, s.position) != GAME_OVER) {
            engine_result r = think(&s, (engine_limits){.nodes = 3000});
            game_play(s.rules, s.position, r.move, NULL);
        }
        assert_int_equal(game_result(s.rules, s.position).winner, winner);
        stand_up(&s);
    }
}

/* The first of these was drawn by repetition when the tables of five pieces had values alone. */
static void it_wins_endings_of_five_pieces(void **state) {
    (void)state;
    static const char *const won[] = {"W:WK18,K19,7:B31,K6", "W:W15,K3,K28:B25,K17"};
    if (!long_run()) return;
    seat s = sit_down("", won[0], NULL);
    damas_tables_destroy(tables_of(5, s.engine, true));
    for (size_t i = 0; i < sizeof won / sizeof *won; i++) {
        error e = {0};
        assert_true(game_read_position(s.rules, won[i], s.position, &e));
        while (game_turn(s.rules, s.position) != GAME_OVER) {
            engine_result r = think(&s, (engine_limits){.nodes = 20000});
            game_play(s.rules, s.position, r.move, NULL);
        }
        assert_int_equal(game_result(s.rules, s.position).winner, 0);
    }
    stand_up(&s);
}

/* If the last iteration changes its mind and is then cut short, the new move is played. The last
 * node is missing here; a move that only that node makes the best one cannot be known. */
static void a_better_move_counts_before_its_iteration_ends(void **state) {
    (void)state;
    int changes = 0, kept = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        random_source rs = random_seed(seed);
        seat s = sit_down("", "", NULL);
        for (int ply = 0; ply < 12; ply++) {
            game_move moves[DAMAS_MOVES_MAX];
            size_t count = game_moves(s.rules, s.position, game_turn(s.rules, s.position), moves);
            game_play(s.rules, s.position, moves[random_below(&rs, (uint32_t)count)], NULL);
        }
        for (int depth = 3; depth <= 7; depth++) {
            game_move before = think(&s, (engine_limits){.depth = depth - 1}).move;
            s.engine->kind->new_game(s.engine);
            engine_result whole = think(&s, (engine_limits){.depth = depth});
            s.engine->kind->new_game(s.engine);
            engine_result cut = think(&s, (engine_limits){.nodes = whole.nodes - 1});
            if (whole.move == before) continue;
            changes++;
            kept += cut.move == whole.move;
        }
        stand_up(&s);
    }
    if (changes == 0 || 2 * kept < changes)
        fail_msg("only %d of %d better moves were kept", kept, changes);
}

/* Here a better move is found that is searched again with a wider window; there is a score if that
 * is cut short, too. */
static void a_search_cut_short_has_a_score(void **state) {
    (void)state;
    seat s = sit_down("", "B:W2,3,4,5,6,7,8,10,16,17,24:B21,23,25,26,27,28,30,31,32", NULL);
    for (uint64_t nodes = 100; nodes < 10000; nodes += 100) {
        s.engine->kind->new_game(s.engine);
        engine_result r = think(&s, (engine_limits){.nodes = nodes});
        if (r.score < -1000) fail_msg("%d after %llu nodes", r.score, (unsigned long long)nodes);
    }
    stand_up(&s);
}

/* The evaluation is the same seen from the other side, and from whichever board its sums come. */
static void the_evaluation_has_no_favourite(void **state) {
    (void)state;
    random_source rs = random_seed(4);
    damas_slice s = damas_slice_of((damas_material){3, 1, 2, 1});
    for (const damas_variant *v = damas_variants; v->name; v++) {
        static damas_weights weights;
        const damas_weights *w = &weights;
        damas_weights_of(&(damas_rules){.variant = v}, &weights);
        damas_board before = damas_board_at(&s, 0);
        damas_sums sums, known, turned;
        damas_sum(w, &before, &known);
        for (int i = 0; i < 500; i++) {
            damas_board b = damas_board_at(&s, random_next(&rs) % s.size), t = damas_turned(&b);
            damas_sum(w, &b, &sums);
            damas_sum(w, &t, &turned);
            damas_sum_from(w, &before, &known, &b, &known);
            before = b;
            assert_memory_equal(sums.part, known.part, (size_t)w->parts * sizeof *sums.part);
            for (int side = 0; side < 2; side++)
                assert_int_equal(damas_evaluate(w, &sums, &b, side),
                                 damas_evaluate(w, &turned, &t, side ^ 1));
        }
    }
}

static void the_table_gives_back_what_it_keeps(void **state) {
    (void)state;
    error e = {0};
    search_table t;
    uint64_t key = 0x123456789abcdef0u;
    assert_true(search_table_create(&t, 1 << 16, &e));
    search_found in = {.move = 0x3fffff, .score = -29999, .depth = 63, .bound = SEARCH_UPPER}, out;
    search_remember(&t, key, in);
    assert_false(search_recall(&t, key + 1, &out));
    assert_true(search_recall(&t, key, &out));
    assert_memory_equal(&in, &out, sizeof in);
    search_remember(&t, key, (search_found){.score = 5, .depth = 64, .bound = SEARCH_LOWER});
    assert_true(search_recall(&t, key, &out));
    assert_int_equal(out.move, in.move); /* the only good move known */
    search_table_destroy(&t);
}

/* A bucket has four entries: one of an earlier search is replaced first, then the shallowest. */
static void the_table_replaces_what_is_old_then_what_is_shallow(void **state) {
    (void)state;
    error e = {0};
    search_table t;
    search_found found;
    assert_true(search_table_create(&t, 64, &e));
    assert_int_equal(t.buckets, 1);
    for (uint64_t key = 1; key <= 4; key++) {
        t.age = key == 3 ? 0 : 1;
        search_remember(&t, key, (search_found){.depth = (int)key * 10, .bound = SEARCH_EXACT});
    }
    search_remember(&t, 5, (search_found){.depth = 1, .bound = SEARCH_EXACT});
    assert_false(search_recall(&t, 3, &found));
    search_remember(&t, 6, (search_found){.depth = 1, .bound = SEARCH_EXACT});
    assert_false(search_recall(&t, 5, &found));
    for (uint64_t key = 1; key <= 6; key++)
        assert_int_equal(search_recall(&t, key, &found), key != 3 && key != 5);
    search_table_destroy(&t);
}

/* The fingerprint: what all of the search together does on a few positions and on the start of each
 * variant. An unintended change here is a mistake; after an intended one, enter the number that the
 * test prints. */
static void fingerprint(void **state) {
    (void)state;
    static const char *const positions[][2] = {
        {"", ""},
        {"", "W:W1,2,3,4,6,7,8,10,11,12,17:B13,19,21,22,24,26,27,29,30,31,32"},
        {"", "B:W5,9,10,K27:B14,19,24,K2"},
        {"", "W:WK16,K30,7:B13,K23,28,31"},
        {"variant=italian", ""},
        {"variant=english", ""},
        {"variant=russian", ""},
        {"variant=brazilian", ""},
        {"variant=pool", ""},
        {"variant=czech", ""},
    };
    enum { FINGERPRINT = 297361 };
    uint64_t nodes = 0;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        seat s = sit_down(positions[i][0], positions[i][1], NULL);
        nodes += think(&s, (engine_limits){.depth = 9}).nodes;
        stand_up(&s);
    }
    if (nodes != FINGERPRINT) fail_msg("the fingerprint is %llu now", (unsigned long long)nodes);
}

/* An engine without tables builds them while it thinks. */
static void it_builds_tables_near_the_end(void **state) {
    (void)state;
    if (!long_run()) return;
    seat s = sit_down("variant=english", "B:W32,K30:BK1,K5", NULL);
    for (int i = 0;; i++) {
        engine_result r = think(&s, (engine_limits){.move_time = 500000000});
        if (strstr(r.note, "by the tables")) break;
        assert_true(i < 600);
    }
    stand_up(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_is_legal),
        cmocka_unit_test(it_takes_the_last_piece),
        cmocka_unit_test(it_finds_what_the_tables_know),
        cmocka_unit_test(nodes_are_not_overstepped),
        cmocka_unit_test(same_seed_and_nodes_same_answer),
        cmocka_unit_test(seeds_vary_the_opening),
        cmocka_unit_test(a_stop_is_obeyed_at_once),
        cmocka_unit_test(a_better_move_counts_before_its_iteration_ends),
        cmocka_unit_test(a_search_cut_short_has_a_score),
        cmocka_unit_test(two_threads_answer_too),
        cmocka_unit_test(the_count_of_quiet_moves_is_seen),
        cmocka_unit_test(the_counts_of_endings_are_seen),
        cmocka_unit_test(tables_give_way_to_the_counts_of_endings),
        cmocka_unit_test(repetition_is_seen),
        cmocka_unit_test(it_wins_by_the_tables),
        cmocka_unit_test(it_makes_progress_without_distances),
        cmocka_unit_test(it_wins_endings_of_five_pieces),
        cmocka_unit_test(the_evaluation_has_no_favourite),
        cmocka_unit_test(the_table_gives_back_what_it_keeps),
        cmocka_unit_test(the_table_replaces_what_is_old_then_what_is_shallow),
        cmocka_unit_test(fingerprint),
        cmocka_unit_test(it_builds_tables_near_the_end),
    };
    return cmocka_run_group_tests_name("damas engine", tests, NULL, NULL);
}
