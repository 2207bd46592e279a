/* Puzzles: their text, their proofs, how they are made, and the solver's rating. */
#include "support.h"

#include <math.h>

#include "engines/trax/scan.h"
#include "puzzles/make.h"
#include "puzzles/rating.h"

enum { SAMPLE = 6 };

static const game *game_of(const char *name) {
    const game *g = game_find(name, NULL);
    assert_non_null(g);
    return g;
}

/* A prover of a game that must be there. */
static prover *prover_of(const char *name, const game_rules *rules) {
    error e = {0};
    prover *p = prover_find(game_of(name), &e)->create(rules, &e);
    if (!p) fail_msg("%s", e.message);
    return p;
}

/* Proves a position, which must have a single solution if `good`. */
static puzzle proven(const char *name, const char *settings, const char *start, bool good) {
    error e = {0};
    puzzle out;
    game_rules *rules = rules_of(name, settings);
    prover *p = prover_of(name, rules);
    game_position *view = game_new_position(rules);
    if (!game_read_position(rules, start, view, &e)) fail_msg("%s", e.message);
    puzzle_init(&out, rules->game);
    bool found = prover_prove(p, view, &out);
    assert_int_equal(found, good);
    free(view);
    p->kind->destroy(p);
    game_destroy(rules);
    return out;
}

static void assert_theme(const puzzle *p, const char *name, bool there) {
    error e = {0};
    unsigned bit = prover_theme(prover_find(p->game, &e), name, strlen(name), &e);
    if (!bit) fail_msg("%s", e.message);
    if (((p->themes & bit) != 0) != there) fail_msg("theme %s: expected %d", name, there);
}

static void assert_solution(const puzzle *p, int decision, const char *move) {
    assert_true(decision < p->decisions);
    assert_string_equal(puzzle_solution(p, decision)->move, move);
}

/* Damas. */

static void a_shot_gives_one_man_and_takes_two(void **state) {
    (void)state;
    /* 28-23 forces White to advance or lose a man; then 23-19 is given and 27x4 takes three. */
    puzzle p = proven("damas", "", "B:W1,2,4,5,8,9,12,14,15,24:B17,21,25,27,28,29,30,31,32", true);
    assert_int_equal(p.goal, PUZZLE_GAIN);
    assert_solution(&p, 0, "28-23");
    assert_int_equal(p.decision[0].good, 1);
    assert_solution(&p, 1, "23-19");
    assert_solution(&p, 2, "27x4");
    assert_theme(&p, "sacrifice", true);
    assert_theme(&p, "multi-capture", true);
    assert_theme(&p, "breakthrough", true);
    assert_theme(&p, "endgame", false);
    const puzzle_option *wrong = puzzle_find(&p, 0, "17-13");
    assert_non_null(wrong);
    assert_string_equal(wrong->reply, "9x18");
    assert_int_equal(wrong->value, -1);
    puzzle_free(&p);
}

static void a_quiet_start_is_no_puzzle(void **state) {
    (void)state;
    static const char *const names[] = {"damas", "dots", "trax"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        history h = game_after(names[i], "", "");
        prover *p = prover_of(names[i], h.rules);
        puzzle out;
        puzzle_init(&out, h.rules->game);
        assert_false(prover_prove(p, h.now, &out));
        puzzle_free(&out);
        p->kind->destroy(p);
        close_game(&h);
    }
}

static void a_king_is_hunted_by_the_tables(void **state) {
    (void)state;
    /* The king is given so that the man takes the last piece. */
    puzzle p = proven("damas", "", "B:WK4:BK7,25", true);
    assert_int_equal(p.goal, PUZZLE_WIN);
    assert_solution(&p, 0, "7-18");
    assert_string_equal(p.decision[0].then, "4x21");
    assert_solution(&p, 1, "25x18");
    assert_int_equal(p.decisions, 2);
    assert_theme(&p, "endgame", true);
    assert_theme(&p, "king-hunt", true);
    assert_theme(&p, "sacrifice", true);
    assert_int_equal(puzzle_find(&p, 0, "7-3")->value, 0);
    assert_int_equal(puzzle_find(&p, 0, "25-21")->value, PUZZLE_LOST);
    puzzle_free(&p);
}

/* Dots: a chain of three can be taken, and one of four is left: all but two are taken. */
static void the_double_cross_is_named(void **state) {
    (void)state;
    history h = game_after("dots", "size=2x4", "");
    puzzle p;
    bool seen = false;
    prover *one = prover_of("dots", h.rules);
    random_source random = random_seed(5);
    game_position *view = game_new_position(h.rules);
    puzzle_init(&p, h.rules->game);
    /* Random games on a small board reach one sooner or later; with this seed, soon. */
    for (int i = 0; i < 4000 && !seen; i++) {
        game_move moves[64];
        if (game_turn(h.rules, h.now) == GAME_OVER)
            while (history_undo(&h)) continue;
        size_t count = game_moves(h.rules, h.now, game_turn(h.rules, h.now), moves);
        assert_true(history_play(&h, moves[random_below(&random, (uint32_t)count)], NULL));
        if (game_turn(h.rules, h.now) == GAME_OVER || !prover_prove(one, h.now, &p)) continue;
        unsigned bit = prover_theme(one->kind, "double-cross", 12, NULL);
        seen = p.themes & bit;
    }
    assert_true(seen);
    /* Somewhere in its line the solver declines a box, and the opponent takes some. */
    game_rules *rules = rules_of("dots", "size=2x4");
    history line;
    bool declined = false;
    assert_true(game_read_position(rules, p.start, view, NULL));
    assert_true(history_create(&line, rules, NULL));
    history_set(&line, view);
    for (int i = 0; i < p.decisions; i++) {
        int solver = game_turn(rules, line.now),
            before = game_result(rules, line.now).score[solver];
        bool could = false;
        for (size_t j = 0; j < p.decision[i].count; j++) {
            assert_true(history_play_text(&line, puzzle_solution(&p, i)[j].move, NULL));
            could = could || game_result(rules, line.now).score[solver] > before;
            history_undo(&line);
        }
        assert_true(history_play_text(&line, puzzle_solution(&p, i)->move, NULL));
        declined = declined || (could && game_result(rules, line.now).score[solver] == before);
        assert_true(history_play_all(&line, p.decision[i].then, NULL));
    }
    assert_true(declined);
    history_destroy(&line);
    game_destroy(rules);
    puzzle_free(&p);
    free(view);
    one->kind->destroy(one);
    close_game(&h);
}

/* Trax. */

static void a_fork_wins_whatever_the_answer(void **state) {
    (void)state;
    puzzle p = proven("trax", "", "..9c3.../96559a../3c5369c3/c53c963a/.3c369a./.c3c969. B", true);
    assert_int_equal(p.goal, PUZZLE_WIN);
    assert_solution(&p, 0, "A1\\");
    assert_theme(&p, "fork", true);
    assert_theme(&p, "loop", true);
    assert_theme(&p, "at-once", false);
    /* The second turn wins at once; there are several. */
    assert_int_equal(p.decisions, 2);
    assert_true(p.decision[1].good > 1);
    puzzle_free(&p);
}

/* E2/ wins in four turns by threats; D6\ and E6/ win in four, too, with a quiet turn. */
static void a_quiet_turn_that_wins_too_makes_no_puzzle(void **state) {
    (void)state;
    puzzle p = proven("trax", "", "65.../a65../.c553/.553c/..3c5 W", false);
    puzzle_free(&p);
}

/* Perudo. */

static void a_bid_covered_by_ones_own_die_is_not_doubted(void **state) {
    (void)state;
    puzzle p = proven("perudo", "", "1/? 2 1x6", true);
    assert_int_equal(p.goal, PUZZLE_ROUND);
    assert_solution(&p, 0, "1x1");
    assert_int_equal(puzzle_find(&p, 0, "dudo")->value, -100);
    assert_theme(&p, "raise", true);
    assert_theme(&p, "last-die", true);
    assert_theme(&p, "lamas", true);
    puzzle_free(&p);
}

static void nobody_needs_a_puzzle_to_doubt_the_impossible(void **state) {
    (void)state;
    puzzle p = proven("perudo", "", "445/?? 2 2x5,3x5,4x5", false);
    puzzle_free(&p);
}

/* Text. */

static void text_is_read_back(void **state) {
    (void)state;
    puzzle p = proven("trax", "", ".9./55./363/c9a/.3c W", true), again;
    char *first = malloc(PUZZLE_LINE), *second = malloc(PUZZLE_LINE);
    text a = text_over(first, PUZZLE_LINE), b = text_over(second, PUZZLE_LINE);
    error e = {0};
    puzzle_write(&p, &a);
    if (!puzzle_read(&again, p.game, first, a.length, &e)) fail_msg("%s", e.message);
    puzzle_write(&again, &b);
    assert_string_equal(first, second);
    puzzle_free(&again);
    puzzle_free(&p);
    free(first);
    free(second);
}

static void bad_text_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *line, *says;
    } bad[] = {
        {"", "rating"},
        {"900", "themes"},
        {"900\tnone\tround\t-\t1/? 2 1x6\t1x1:48", "there is no theme 'none'"},
        {"900\tdoubt\twon\t-\t1/? 2 1x6\t1x1:48", "goal"},
        {"900\t-\tround\tdice=99\t1/? 2 1x6\t1x1:48", "rules"},
        {"900\t-\tround\t-\t7/? 2 1x6\t1x1:48", "start"},
        {"900\t-\tround\t-\t1/? 2 1x6\t1x1", "line"},
        {"900\t-\tround\t-\t1/? 2 1x6\t1x1:48", "has 1 moves"},
        {"900\t-\tround\t-\t1/? 2 1x6\t1x1:48 !2x1,2x1,dudo>-:0", "has 2x1 twice"},
        {"900\t-\tround\t-\t1/? 2 1x6\t1x1:48 !2x1,2x6>1x1:0 !dudo>-:0", "reply 1x1"},
        {"900\t-\tround\t-\t1/? 2 1x6\t1x1:48 !2x1,2x6>dudo:0 !dudo>-:0\tmore", "six fields"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        puzzle p;
        error e = {0};
        if (puzzle_read(&p, game_of("perudo"), bad[i].line, strlen(bad[i].line), &e))
            fail_msg("accepted: %s", bad[i].line);
        assert_says(&e, bad[i].says);
    }
}

/* The built-in ones. */

static bool is_checked(size_t number, size_t count) {
    return long_run() || number % (count / SAMPLE) == 3;
}

/* A sample in every run, all of them in a long one. */
static void check_shipped(const char *name) {
    const game *g = game_of(name);
    const prover_kind *k = prover_find(g, NULL);
    size_t count = puzzle_count(g), proofs = 0;
    assert_true(count >= 500);
    game_rules *rules = NULL;
    prover *with = NULL;
    char settings[PUZZLE_RULES] = "?";
    for (size_t i = 1; i <= count; i++) {
        puzzle p;
        error e = {0};
        if (!is_checked(i, count)) continue;
        if (!puzzle_get(&p, g, i, &e)) fail_msg("%s %zu: %s", name, i, e.message);
        if (!with || strcmp(settings, p.rules) != 0) {
            if (with) k->destroy(with);
            game_destroy(rules);
            memcpy(settings, p.rules, sizeof settings);
            rules = rules_of(name, p.rules);
            with = prover_of(name, rules);
        }
        if (!prover_check(with, &p, &e)) fail_msg("%s %zu: %s", name, i, e.message);
        assert_int_equal(p.decision[0].good, 1);
        proofs++;
        puzzle_free(&p);
    }
    assert_true(proofs >= SAMPLE);
    if (with) k->destroy(with);
    game_destroy(rules);
}

/* Trax without the prover: every turn and every answer is tried, not only turns that threaten. */

static bool wins_within(const trax_rules *, trax_position *, int turns);

/* Whether the seat that has just moved wins within `turns` more turns whatever the answer. `hint`
 * is an answer that refuted another turn, and is tried first. */
static bool every_answer_loses(const trax_rules *rules, trax_position *p, int turns,
                               trax_move *hint) {
    trax_move answers[TRAX_MOVES_MAX];
    trax_outlook o;
    int seat = p->mover ^ 1;
    trax_scan(rules, p, &o);
    if (o.win) return false;
    size_t count = trax_list_in_order(rules, p, answers);
    for (size_t i = 1; i < count; i++)
        if (answers[i] == *hint) {
            answers[i] = answers[0];
            answers[0] = *hint;
        }
    for (size_t i = 0; i < count; i++) {
        trax_undo undo;
        trax_play(rules, p, answers[i], &undo);
        bool wins = trax_decided(p) ? trax_winner(p) == seat : wins_within(rules, p, turns);
        trax_take_back(p, &undo);
        if (wins) continue;
        *hint = answers[i];
        return false;
    }
    return true;
}

static bool wins_within(const trax_rules *rules, trax_position *p, int turns) {
    trax_outlook o;
    trax_scan(rules, p, &o);
    if (o.win || turns == 1) return o.win != 0;
    trax_move list[TRAX_MOVES_MAX], hint = 0;
    int seat = p->mover;
    size_t count = trax_list_in_order(rules, p, list);
    bool won = false;
    for (size_t i = 0; i < count && !won; i++) {
        trax_undo undo;
        trax_play(rules, p, list[i], &undo);
        won = trax_decided(p) ? trax_winner(p) == seat
                              : every_answer_loses(rules, p, turns - 1, &hint);
        trax_take_back(p, &undo);
    }
    return won;
}

/* Counts the wrong turns that win, too, in as many turns as the solution, by threats or otherwise:
 * the reply to them does not help, and no other answer does. */
static int other_wins(const game_rules *rules, const puzzle *p, size_t number) {
    const trax_rules *of_trax = trax_rules_of(rules);
    const puzzle_decision *d = &p->decision[0];
    game_position *start = game_new_position(rules);
    history line;
    error e = {0};
    int wins = 0;
    assert_true(game_read_position(rules, p->start, start, &e));
    assert_true(history_create(&line, rules, &e));
    for (size_t i = d->good; i < d->count; i++) {
        const puzzle_option *wrong = &puzzle_solution(p, 0)[i];
        trax_position *now = (trax_position *)(void *)line.now;
        trax_move hint = 0;
        history_set(&line, start);
        assert_true(history_play_text(&line, wrong->move, &e));
        if (*wrong->reply) assert_true(history_play_text(&line, wrong->reply, &e));
        game_outcome end = game_result(rules, line.now);
        if (end.over) {
            assert_int_not_equal(end.winner, game_turn(rules, start));
            continue;
        }
        if (!wins_within(of_trax, now, p->decisions - 1)) continue;
        assert_true(history_undo(&line));
        if (!every_answer_loses(of_trax, now, p->decisions - 1, &hint)) continue;
        print_message("# trax %zu: %s wins, too\n", number, wrong->move);
        wins++;
    }
    history_destroy(&line);
    free(start);
    return wins;
}

/* Wins in four turns take minutes and are left to a long run. */
static void no_other_turn_of_trax_wins_in_any_way(void **state) {
    (void)state;
    game_rules *rules = rules_of("trax", "");
    const game *g = rules->game;
    size_t count = puzzle_count(g), checked = 0;
    int wins = 0;
    for (size_t i = 1; i <= count; i++) {
        puzzle p;
        error e = {0};
        if (!puzzle_get(&p, g, i, &e)) fail_msg("%s", e.message);
        bool due = p.decisions > 1 &&
                   (long_run() || p.decisions == 2 || (p.decisions == 3 && is_checked(i, count)));
        if (due) wins += other_wins(rules, &p, i);
        checked += due;
        puzzle_free(&p);
    }
    print_message("# %zu puzzles checked\n", checked);
    assert_true(checked > 100);
    assert_int_equal(wins, 0);
    game_destroy(rules);
}

static void the_puzzles_of_damas_are_proven(void **state) {
    (void)state;
    check_shipped("damas");
}
static void the_puzzles_of_trax_are_proven(void **state) {
    (void)state;
    check_shipped("trax");
}
static void the_puzzles_of_dots_are_proven(void **state) {
    (void)state;
    check_shipped("dots");
}
static void the_puzzles_of_perudo_are_proven(void **state) {
    (void)state;
    check_shipped("perudo");
}

static void every_line_is_legal_and_no_puzzle_comes_twice(void **state) {
    (void)state;
    for (size_t i = 0; games_all[i]; i++) {
        const game *g = games_all[i];
        size_t count = puzzle_count(g), step = long_run() ? 1 : 16;
        char(*start)[PUZZLE_START] = calloc(count + 1, sizeof *start);
        for (size_t n = 1; n <= count; n++) {
            puzzle p, again;
            error e = {0};
            if (!puzzle_get(&p, g, n, &e)) fail_msg("%s %zu: %s", g->name, n, e.message);
            memcpy(start[n], p.start, sizeof p.start);
            for (size_t m = 1; m < n; m++) assert_string_not_equal(start[m], start[n]);
            if (n % step == 0) {
                char *line = malloc(PUZZLE_LINE);
                text t = text_over(line, PUZZLE_LINE);
                puzzle_write(&p, &t);
                if (!puzzle_read(&again, g, line, t.length, &e))
                    fail_msg("%s %zu: %s", g->name, n, e.message);
                puzzle_free(&again);
                free(line);
            }
            puzzle_free(&p);
        }
        free(start);
    }
}

/* A wrong proof is found out. */
static void a_changed_puzzle_is_not_proven(void **state) {
    (void)state;
    error e = {0};
    puzzle p = proven("perudo", "", "1/? 2 1x6", true);
    game_rules *rules = rules_of("perudo", "");
    prover *with = prover_of("perudo", rules);
    assert_true(prover_check(with, &p, &e));
    p.option[p.decision[0].first + 1].value += 2;
    assert_false(prover_check(with, &p, &e));
    assert_says(&e, "differs");
    p.option[p.decision[0].first + 1].value -= 2;
    memcpy(p.start, "2/? 2 1x6", 10);
    assert_false(prover_check(with, &p, &e));
    with->kind->destroy(with);
    game_destroy(rules);
    puzzle_free(&p);
}

/* Making. */

typedef struct basket {
    char lines[6][PUZZLE_LINE];
    size_t count;
} basket;

static bool keep(void *context, const puzzle *p, error *e) {
    (void)e;
    basket *b = context;
    text t = text_over(b->lines[b->count++], PUZZLE_LINE);
    puzzle_write(p, &t);
    return true;
}

static void a_seed_makes_the_same_puzzles(void **state) {
    (void)state;
    static const char *const names[] = {"damas", "perudo"};
    basket *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b), *c = calloc(1, sizeof *c);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        error e = {0};
        puzzle_making making = {.count = 2, .seed = 11, .found = keep, .context = a};
        a->count = b->count = c->count = 0;
        if (!puzzles_make(game_of(names[i]), &making, &e)) fail_msg("%s", e.message);
        making.context = b;
        assert_true(puzzles_make(game_of(names[i]), &making, &e));
        making.context = c;
        making.seed = 12;
        assert_true(puzzles_make(game_of(names[i]), &making, &e));
        assert_int_equal(a->count, 2);
        for (size_t j = 0; j < 2; j++) assert_string_equal(a->lines[j], b->lines[j]);
        assert_string_not_equal(a->lines[0], c->lines[0]);
    }
    free(a);
    free(b);
    free(c);
}

/* Choosing and rating. */

static void the_daily_puzzle_takes_turns(void **state) {
    (void)state;
    const game *last = NULL;
    for (int64_t day = 20000; day < 20008; day++) {
        const game *g = NULL, *same = NULL;
        size_t number = puzzle_of_day(day, &g);
        assert_true(number >= 1 && number <= puzzle_count(g));
        assert_int_equal(puzzle_of_day(day, &same), number);
        assert_ptr_equal(g, same);
        assert_ptr_not_equal(g, last);
        last = g;
    }
}

static void a_puzzle_is_chosen_near_the_rating(void **state) {
    (void)state;
    const game *g = game_of("trax");
    random_source random = random_seed(1);
    puzzle_brief *all = calloc(PUZZLE_COUNT_MAX, sizeof *all);
    uint8_t *done = calloc(PUZZLE_COUNT_MAX + 1, 1);
    size_t count = puzzle_briefs(g, all, PUZZLE_COUNT_MAX);
    assert_int_equal(count, puzzle_count(g));
    unsigned fork = prover_theme(prover_find(g, NULL), "fork", 4, NULL);
    for (int i = 0; i < 8; i++) {
        size_t number = puzzle_choose(g, 1200, fork, done, &random);
        assert_true(number >= 1 && number <= count && !done[number]);
        assert_true(all[number - 1].themes & fork);
        assert_true(all[number - 1].rating > 1000 && all[number - 1].rating < 1400);
        done[number] = 1;
    }
    memset(done, 1, PUZZLE_COUNT_MAX + 1);
    assert_int_equal(puzzle_choose(g, 1200, 0, done, &random), 0);
    free(done);
    free(all);
}

static void ratings_follow_results(void **state) {
    (void)state;
    solver_rating r = solver_unrated, up = solver_rate(r, 1200, true),
                  down = solver_rate(r, 1200, false);
    /* The page's test has the same numbers. */
    assert_int_equal(lround(up.rating * 10), 13747);
    assert_int_equal(lround(up.deviation * 10), 2548);
    assert_int_equal(lround((up.rating - 1200) * 10), lround((1200 - down.rating) * 10));
    assert_true(solver_rate(r, 1600, true).rating > up.rating);
    for (int i = 0; i < 300; i++) r = solver_rate(r, 1500, i % 2);
    assert_true(fabs(r.rating - 1500) < 60);
    assert_true(r.deviation >= 45 && r.deviation < 60);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shot_gives_one_man_and_takes_two),
        cmocka_unit_test(a_quiet_start_is_no_puzzle),
        cmocka_unit_test(a_king_is_hunted_by_the_tables),
        cmocka_unit_test(the_double_cross_is_named),
        cmocka_unit_test(a_fork_wins_whatever_the_answer),
        cmocka_unit_test(a_quiet_turn_that_wins_too_makes_no_puzzle),
        cmocka_unit_test(a_bid_covered_by_ones_own_die_is_not_doubted),
        cmocka_unit_test(nobody_needs_a_puzzle_to_doubt_the_impossible),
        cmocka_unit_test(text_is_read_back),
        cmocka_unit_test(bad_text_is_refused),
        cmocka_unit_test(the_puzzles_of_damas_are_proven),
        cmocka_unit_test(the_puzzles_of_trax_are_proven),
        cmocka_unit_test(the_puzzles_of_dots_are_proven),
        cmocka_unit_test(the_puzzles_of_perudo_are_proven),
        cmocka_unit_test(no_other_turn_of_trax_wins_in_any_way),
        cmocka_unit_test(every_line_is_legal_and_no_puzzle_comes_twice),
        cmocka_unit_test(a_changed_puzzle_is_not_proven),
        cmocka_unit_test(a_seed_makes_the_same_puzzles),
        cmocka_unit_test(the_daily_puzzle_takes_turns),
        cmocka_unit_test(a_puzzle_is_chosen_near_the_rating),
        cmocka_unit_test(ratings_follow_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
