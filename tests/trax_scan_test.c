/* The scan of Trax: a scan of what a turn changed finds the same as a scan from scratch, and as
 * trials of every turn. */
#include "engines/trax/scan.h"
#include "trax_support.h"

typedef struct desk {
    const trax_rules *rules;
    trax_position *position;
    trax_spot before[TRAX_CELLS], after[TRAX_CELLS], scratch[TRAX_CELLS];
    trax_move moves[TRAX_MOVES_MAX];
    random_source random;
    int followed, pressed, won, lines; /* positions of each kind that were met */
    int apart;                         /* turns that do not touch a threat */
} desk;

static int by_move(const void *a, const void *b) {
    trax_move x = *(const trax_move *)a, y = *(const trax_move *)b;
    return x < y ? -1 : x > y;
}

/* The turns that complete something, laid out one by one: returns how many there are for the
 * opponent alone, and whether the seat on turn has one. */
static unsigned completing(desk *d, trax_move *found, bool *wins) {
    trax_position *p = d->position;
    unsigned own = 1u << p->mover, count = 0;
    size_t turns = trax_list(d->rules, p, d->moves);
    *wins = false;
    for (size_t i = 0; i < turns; i++) {
        trax_undo u;
        assert_true(trax_try(d->rules, p, d->moves[i], &u));
        unsigned completed = p->loops | p->lines;
        d->lines += p->lines != 0;
        trax_untry(p, &u);
        if (completed & own) *wins = true;
        else if (completed) found[count++] = d->moves[i];
    }
    return count;
}

static void check_outlook(desk *d, const trax_outlook *o) {
    trax_move found[TRAX_MOVES_MAX], listed[TRAX_THREATS_MAX];
    bool wins;
    unsigned count = completing(d, found, &wins);
    assert_int_equal(o->win != 0, wins);
    if (wins) {
        assert_true(trax_wins_by(d->rules, d->position, o->win, d->position->mover));
        d->won++;
        return;
    }
    assert_int_equal(o->threats, count);
    if (count == 0 || count > TRAX_THREATS_MAX) return;
    d->pressed++;
    memcpy(listed, o->threat, count * sizeof *listed);
    qsort(listed, count, sizeof *listed, by_move);
    qsort(found, count, sizeof *found, by_move);
    assert_memory_equal(listed, found, count * sizeof *listed);
}

static const trax_spot *spot_in(const trax_turns *v, unsigned cell) {
    for (unsigned i = 0; i < v->count; i++)
        if (v->spot[i].cell == cell) return &v->spot[i];
    return NULL;
}

/* The same turns with the same areas, in whatever order. */
static void check_views(const trax_turns *after, const trax_turns *scratch) {
    assert_int_equal(after->count, scratch->count);
    for (unsigned i = 0; i < scratch->count; i++) {
        const trax_spot *spot = spot_in(after, scratch->spot[i].cell);
        assert_non_null(spot);
        assert_memory_equal(spot, &scratch->spot[i], sizeof *spot);
    }
}

/* Whether an old threat is still one, for the seat now on turn. */
static bool holds(desk *d, const trax_outlook *o) {
    for (unsigned i = 0; i < o->threats; i++)
        if (trax_wins_by(d->rules, d->position, o->threat[i], d->position->mover)) return true;
    return false;
}

/* Every turn of the position played from its view. */
static void follow_all(desk *d) {
    trax_position *p = d->position;
    trax_turns before = {.spot = d->before}, after = {.spot = d->after},
               scratch = {.spot = d->scratch};
    trax_outlook o, next;
    trax_scan(d->rules, p, &o);
    check_outlook(d, &o);
    if (o.win || o.threats > TRAX_THREATS_MAX) return;
    trax_turns_all(d->rules, p, &before);
    for (unsigned i = 0; i < TRAX_SPOT_TURNS * before.count; i++) {
        const trax_spot *spot = &before.spot[i / TRAX_SPOT_TURNS];
        unsigned lane = i % TRAX_SPOT_TURNS;
        trax_undo u;
        if (!(spot->legal >> lane & 1)) continue;
        assert_true(trax_play(d->rules, p, trax_move_at(spot->cell, spot->tile[lane]), &u));
        if (!trax_decided(p) && !holds(d, &o)) {
            d->followed++;
            trax_scan_after(d->rules, p, &before, &next);
            check_outlook(d, &next);
            trax_turns_after(d->rules, p, &before, &after);
            trax_turns_all(d->rules, p, &scratch);
            check_views(&after, &scratch);
        }
        trax_take_back(p, &u);
    }
}

/* The reach of a threat of the opponent; false if it closes no loop. */
static bool loop_reach(desk *d, trax_move threat, trax_reach *reach) {
    trax_undo u;
    trax_position *p = d->position;
    assert_true(trax_try(d->rules, p, threat, &u));
    bool loop = p->loops >> p->mover & 1;
    *reach = reach_of_last(p);
    trax_untry(p, &u);
    return loop;
}

/* Turns that do not touch a threat by a loop leave it in place. */
static void check_parries(desk *d) {
    trax_position *p = d->position;
    trax_turns all = {.spot = d->before};
    trax_outlook o;
    trax_reach reach;
    trax_undo u;
    trax_scan(d->rules, p, &o);
    if (o.win || o.threats > TRAX_THREATS_MAX) return;
    trax_turns_all(d->rules, p, &all);
    for (unsigned i = 0; i < o.threats; i++) {
        if (!loop_reach(d, o.threat[i], &reach)) continue;
        for (const trax_spot *s = all.spot; s < all.spot + all.count; s++) {
            unsigned apart = s->legal & ~spot_touching(s, &reach);
            for (unsigned lane = 0; lane < s->count; lane++) {
                if (!(apart >> lane & 1)) continue;
                assert_true(trax_play(d->rules, p, trax_move_at(s->cell, s->tile[lane]), &u));
                assert_true(trax_wins_by(d->rules, p, o.threat[i], p->mover));
                trax_take_back(p, &u);
                d->apart++;
            }
        }
    }
}

/* A game of random turns that avoids those that end it, as long as there are others. */
static void play_on(desk *d, int turns) {
    trax_position *p = d->position;
    trax_start(p);
    for (int turn = 0; turn < turns; turn++) {
        trax_undo u;
        size_t count = trax_list(d->rules, p, d->moves);
        if (count == 0) return;
        for (int attempt = 0; attempt < 20; attempt++) {
            trax_move m = d->moves[random_below(&d->random, (uint32_t)count)];
            assert_true(trax_play(d->rules, p, m, &u));
            if (!trax_decided(p)) break;
            trax_take_back(p, &u);
            if (attempt == 19) return;
        }
        if (turn > 0 && turn % 4 == 0) follow_all(d);
        if (d->rules->variant != TRAX_8X8) check_parries(d); /* there a wider box parries, too */
    }
}

static void play_games(const char *settings, int games, int turns) {
    game_rules *rules = rules_of("trax", settings);
    desk *d = calloc(1, sizeof *d);
    d->rules = trax_rules_of(rules);
    d->position = malloc(sizeof *d->position);
    d->random = random_seed(2026);
    if (long_run()) games *= 20;
    for (int i = 0; i < games; i++) play_on(d, turns);
    print_message("# %d turns followed, %d positions with a win, %d with threats\n", d->followed,
                  d->won, d->pressed);
    assert_true(d->followed > 1000 && d->pressed > 100 && d->won > 100);
    if (d->rules->variant != TRAX_LOOP) assert_true(d->lines > 100);
    if (d->rules->variant != TRAX_8X8) assert_true(d->apart > 1000);
    free(d->position);
    free(d);
    game_destroy(rules);
}

static void changes_are_found_on_the_unlimited_board(void **state) {
    (void)state;
    play_games("", 80, 36);
}

static void changes_are_found_on_the_small_board(void **state) {
    (void)state;
    play_games("variant=8x8", 60, 40);
}

static void changes_are_found_if_only_loops_count(void **state) {
    (void)state;
    play_games("variant=loop", 80, 36);
}

/* Every space that the last turn enters is in its change. */
static void check_entered(const trax_position *p) {
    trax_change c;
    trax_find_change(p, &c);
    for (unsigned i = p->last_turn; i < p->tiles; i++) {
        for (unsigned side = TRAX_LEFT; side <= TRAX_UP; side *= 2) {
            unsigned space = trax_neighbour(p->laid[i], side);
            if (p->tile[space] == 0) assert_true(area_has(&c.met.laid, space));
        }
    }
}

/* Checks every turn, and returns one that ends nothing, as a rule of one tile: so long ones pile up
 * and wait. */
static trax_move check_turns(desk *d, unsigned *longest) {
    trax_position *p = d->position;
    size_t count = trax_list(d->rules, p, d->moves);
    trax_move best = 0;
    int highest = INT32_MIN;
    for (size_t i = 0; i < count; i++) {
        trax_undo u;
        assert_true(trax_try(d->rules, p, d->moves[i], &u));
        unsigned tiles = (unsigned)(p->tiles - p->last_turn);
        bool over = trax_decided(p);
        check_entered(p);
        trax_untry(p, &u);
        if (tiles > *longest) *longest = tiles;
        int score = (int)random_below(&d->random, 1000) - 300 * (int)tiles;
        if (over || score <= highest) continue;
        highest = score;
        best = d->moves[i];
    }
    return best;
}

/* Areas have one bit for many cells: a turn of many tiles must not hide the spaces it enters. */
static void long_turns_on_large_boards_hide_nothing(void **state) {
    (void)state;
    game_rules *rules = rules_of("trax", "variant=loop");
    desk *d = calloc(1, sizeof *d);
    assert_non_null(d);
    d->rules = trax_rules_of(rules);
    d->position = calloc(1, sizeof *d->position);
    assert_non_null(d->position);
    d->random = random_seed(2);
    trax_position *p = d->position;
    unsigned longest = 0;
    trax_start(p);
    for (trax_move m = 1; m && p->tiles < 1000;) {
        trax_undo u;
        m = check_turns(d, &longest);
        if (m) assert_true(trax_play(d->rules, p, m, &u));
    }
    assert_true(p->tiles >= 1000 && longest > 30);
    free(d->position);
    free(d);
    game_destroy(rules);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_are_found_on_the_unlimited_board),
        cmocka_unit_test(changes_are_found_on_the_small_board),
        cmocka_unit_test(changes_are_found_if_only_loops_count),
        cmocka_unit_test(long_turns_on_large_boards_hide_nothing),
    };
    return cmocka_run_group_tests_name("trax scan", tests, NULL, NULL);
}
