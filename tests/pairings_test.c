/* Rounds of tournaments: properties that hold in thousands of random events. */
#include "base/random.h"
#include "events/matching.h"
#include "events/pairings.h"
#include "support.h"

enum { MOST = 300, ROUNDS = 12 };

/* An event as the test keeps it, by itself. */
typedef struct event {
    int players;
    bool here[MOST];
    bool met[MOST][MOST];
    int byes[MOST], balance[MOST], last[MOST], before_last[MOST], points[MOST];
    pairing_list past;
    random_source chance;
} event;

static event the_event;

static int by_chance(event *v, int most) { return (int)random_below(&v->chance, (uint32_t)most); }

/* Players take part or leave; each round somebody comes late. */
static void change_field(event *v) {
    int gone = by_chance(v, 3) == 0 ? by_chance(v, v->players) : -1;
    int left = 0;
    for (int i = 0; i < v->players; i++) left += v->here[i];
    if (gone >= 0 && left > v->players * 3 / 4 && left > 5) v->here[gone] = false;
}

static bool is_unbalanced(const event *v, int player, int seat) {
    return abs(v->balance[player] + seat) >= 2;
}

static bool may_sit(const event *v, int player, int seat) {
    return !(v->last[player] == seat && v->before_last[player] == seat) &&
           abs(v->balance[player] + seat) <= 2;
}

/* Whether the field could be paired with every balance below two: found by matching the pairs that
 * allow it, and the players who may have a bye with nobody. */
static bool can_balance(const event *v) {
    static int64_t weight[(MOST + 1) * (MOST + 1)];
    static int mate[MOST + 1], number[MOST];
    int count = 0;
    error e;
    for (int i = 0; i < v->players; i++)
        if (v->here[i]) number[count++] = i;
    int n = count + count % 2;
    memset(weight, 0, sizeof weight);
    for (int i = 0; i < count; i++) {
        if (n > count && !v->byes[number[i]]) weight[i * n + n - 1] = weight[(n - 1) * n + i] = 1;
        for (int j = 0; j < count; j++) {
            int a = number[i], b = number[j];
            bool one = may_sit(v, a, 1) && may_sit(v, b, -1) && !is_unbalanced(v, a, 1) &&
                       !is_unbalanced(v, b, -1);
            bool other = may_sit(v, a, -1) && may_sit(v, b, 1) && !is_unbalanced(v, a, -1) &&
                         !is_unbalanced(v, b, 1);
            if (i != j && !v->met[a][b] && (one || other)) weight[i * n + j] = 1;
        }
    }
    assert_true(matching_find(n, weight, mate, &e));
    for (int i = 0; i < n; i++)
        if (mate[i] < 0) return false;
    return true;
}

static void take_seat(event *v, int player, int seat) {
    v->before_last[player] = v->last[player];
    v->last[player] = seat;
    v->balance[player] += seat;
}

/* Checks a round and plays it with random results; the better seed wins more often. */
static void play_round(event *v, pairing_list *round, bool balanced) {
    bool seen[MOST] = {false};
    int byes = 0, unbalanced = 0;
    for (size_t i = 0; i < round->count; i++) {
        pairing *p = &round->pairing[i];
        for (int seat = 0; seat < p->count; seat++) {
            assert_false(seen[p->player[seat]]);
            assert_true(v->here[p->player[seat]]);
            seen[p->player[seat]] = true;
        }
        int a = p->player[0], b = p->player[1];
        if (p->count == 1) {
            byes++;
            assert_int_equal(v->byes[a]++, 0);
            assert_true(p->over && !p->played && p->points[0] == 2);
            v->points[a] += 2;
            continue;
        }
        assert_int_equal(p->count, 2);
        assert_false(v->met[a][b]);
        assert_false(v->last[a] == 1 && v->before_last[a] == 1);
        assert_false(v->last[b] == -1 && v->before_last[b] == -1);
        v->met[a][b] = v->met[b][a] = true;
        take_seat(v, a, 1);
        take_seat(v, b, -1);
        unbalanced += abs(v->balance[a]) >= 2 || abs(v->balance[b]) >= 2;
        assert_true(abs(v->balance[a]) <= 2 && abs(v->balance[b]) <= 2);
        p->over = p->played = true;
        p->points[0] =
            by_chance(v, v->players) > (a < b ? a : b) / 2 + 1 ? (a < b ? 2 : 0) : by_chance(v, 3);
        p->points[1] = 2 - p->points[0];
        v->points[a] += p->points[0];
        v->points[b] += p->points[1];
    }
    for (int i = 0; i < v->players; i++) assert_int_equal(seen[i], v->here[i]);
    assert_true(byes <= 1);
    if (balanced) assert_int_equal(unbalanced, 0);
    error e;
    for (size_t i = 0; i < round->count; i++)
        assert_true(pairing_list_add(&v->past, &round->pairing[i], &e));
}

static void play_swiss(int players, int rounds, uint64_t seed) {
    event *v = &the_event;
    error e;
    memset(v, 0, sizeof *v);
    v->players = players;
    v->chance = random_seed(seed);
    for (int i = 0; i < players; i++) v->here[i] = true;
    for (int round = 0; round < rounds; round++) {
        pairing_list found = {0};
        pairing_task t = {.kind = EVENT_SWISS,
                          .players = players,
                          .here = v->here,
                          .games = 1,
                          .round = round,
                          .past = &v->past};
        if (round > 0) change_field(v);
        bool balanced = can_balance(v);
        if (!pairings_make(&t, &found, &e)) fail_msg("%d players: %s", players, e.message);
        play_round(v, &found, balanced);
        pairing_list_destroy(&found);
    }
    pairing_list_destroy(&v->past);
}

/* With at least three times as many players as rounds there is always a round that fits. */
static void swiss_rounds_keep_their_rules(void **state) {
    (void)state;
    random_source chance = random_seed(7);
    int events = long_run() ? 20000 : 2000;
    for (int i = 0; i < events; i++) {
        int players = 5 + (int)random_below(&chance, i % 200 == 0 ? MOST - 4 : 30);
        int rounds =
            1 + (int)random_below(&chance, (uint32_t)(players / 3 < ROUNDS ? players / 3 : ROUNDS));
        play_swiss(players, rounds, (uint64_t)i);
    }
}

static pairing_list make(event_kind kind, int players, int seats, int round,
                         const pairing_list *past) {
    static bool here[MOST];
    for (int i = 0; i < players; i++) here[i] = true;
    pairing_list found = {0};
    pairing_task t = {.kind = kind,
                      .players = players,
                      .here = here,
                      .seats = seats,
                      .games = 1,
                      .round = round,
                      .past = past};
    error e;
    if (!pairings_make(&t, &found, &e)) fail_msg("%s", e.message);
    return found;
}

/* The first round: the upper half against the lower, seats by turns. */
/* Players without a loss, after as many rounds as halve the field to one; no game is drawn. */
static int count_unbeaten(int rounds, int games, uint64_t seed) {
    pairing_list past = {0};
    bool here[MOST], beaten[MOST] = {false};
    int players = 1 << rounds, unbeaten = 0;
    random_source chance = random_seed(seed);
    error e;
    memset(here, true, sizeof here);
    for (int round = 0; round < rounds; round++) {
        size_t before = past.count;
        pairing_task t = {.kind = EVENT_SWISS,
                          .players = players,
                          .here = here,
                          .games = games,
                          .round = round,
                          .past = &past};
        assert_true(pairings_make(&t, &past, &e));
        for (size_t i = before; i < past.count; i++) {
            pairing *p = &past.pairing[i];
            int loser = (int)random_below(&chance, 2);
            p->over = p->played = true;
            p->points[1 - loser] = 2 * games;
            p->points[loser] = 0;
            beaten[p->player[loser]] = true;
        }
    }
    for (int i = 0; i < players; i++) unbeaten += !beaten[i];
    pairing_list_destroy(&past);
    return unbeaten;
}

/* Two games give both players both seats, so that seats never keep two leaders apart. */
static void pairings_of_two_games_leave_one_unbeaten(void **state) {
    (void)state;
    for (int rounds = 2; rounds <= 6; rounds++)
        for (uint64_t seed = 0; seed < 40; seed++)
            assert_int_equal(count_unbeaten(rounds, 2, seed), 1);
}

static void the_first_swiss_round_folds_the_field(void **state) {
    (void)state;
    pairing_list past = {0}, r = make(EVENT_SWISS, 8, 0, 0, &past);
    assert_int_equal(r.count, 4);
    for (int i = 0; i < 4; i++) {
        int first = r.pairing[i].player[0], second = r.pairing[i].player[1];
        assert_int_equal(abs(first - second), 4);
        assert_true(i % 2 == 0 ? first < second : first > second);
    }
    pairing_list_destroy(&r);
}

/* Five players after two rounds: 0 and 1 have a point, 2 has two, 3 and 4 have a point by a bye.
 * The third bye is not the leader's, though that would save a float. */
static void a_bye_goes_to_few_points(void **state) {
    (void)state;
    static const int played[][4] = {{0, 2, 0, 2}, {3, 1, 0, 2}, {1, 0, 0, 2}, {2, 4, 2, 0}};
    pairing_list past = {0};
    error e;
    for (int i = 0; i < 4; i++) {
        pairing p = {.round = i / 2, .count = 2, .over = true, .played = true};
        memcpy(p.player, played[i], 2 * sizeof(int));
        memcpy(p.points, played[i] + 2, 2 * sizeof(int));
        assert_true(pairing_list_add(&past, &p, &e));
    }
    for (int round = 0; round < 2; round++) {
        pairing bye = {
            .round = round, .count = 1, .player = {4 - round}, .over = true, .points = {2}};
        assert_true(pairing_list_add(&past, &bye, &e));
    }
    pairing_list r = make(EVENT_SWISS, 5, 0, 2, &past);
    for (size_t i = 0; i < r.count; i++)
        if (r.pairing[i].count == 1) assert_true(r.pairing[i].player[0] < 2);
    pairing_list_destroy(&r);
    pairing_list_destroy(&past);
}

static void swiss_ends_when_everybody_has_met(void **state) {
    (void)state;
    pairing_list past = {0}, found = {0};
    bool here[3] = {true, true, true};
    error e;
    pairing_task t = {.kind = EVENT_SWISS, .players = 3, .here = here, .games = 1, .past = &past};
    for (t.round = 0; t.round < 3; t.round++) {
        if (!pairings_make(&t, &found, &e)) fail_msg("%s", e.message);
        for (size_t i = 0; i < found.count; i++) {
            found.pairing[i].played = found.pairing[i].count == 2;
            assert_true(pairing_list_add(&past, &found.pairing[i], &e));
        }
        found.count = 0;
    }
    assert_false(pairings_make(&t, &found, &e));
    assert_says(&e, "cannot be paired");
    pairing_list_destroy(&found);
    pairing_list_destroy(&past);
}

/* Everybody once with everybody, first and second seats at most one apart. */
static void a_round_robin_is_complete_and_fair(void **state) {
    (void)state;
    for (int players = 2; players <= 64; players++) {
        static int meetings[MOST][MOST], firsts[MOST];
        pairing_list past = {0};
        memset(meetings, 0, sizeof meetings);
        memset(firsts, 0, sizeof firsts);
        int rounds = pairings_rounds(EVENT_ROUND_ROBIN, players, 0);
        for (int round = 0; round < rounds; round++) {
            pairing_list r = make(EVENT_ROUND_ROBIN, players, 0, round, &past);
            bool seen[MOST] = {false};
            for (size_t i = 0; i < r.count; i++) {
                int a = r.pairing[i].player[0], b = r.pairing[i].player[1];
                assert_false(seen[a] || seen[b]);
                seen[a] = seen[b] = true;
                meetings[a][b]++;
                meetings[b][a]++;
                firsts[a]++;
                firsts[b]--;
            }
            pairing_list_destroy(&r);
        }
        for (int i = 0; i < players; i++) {
            assert_true(abs(firsts[i]) <= 1);
            for (int j = 0; j < players; j++) assert_int_equal(meetings[i][j], i != j);
        }
    }
}

static void a_double_round_robin_swaps_seats(void **state) {
    (void)state;
    static int firsts[MOST][MOST];
    pairing_list past = {0};
    memset(firsts, 0, sizeof firsts);
    int rounds = pairings_rounds(EVENT_DOUBLE, 7, 0);
    assert_int_equal(rounds, 14);
    for (int round = 0; round < rounds; round++) {
        pairing_list r = make(EVENT_DOUBLE, 7, 0, round, &past);
        for (size_t i = 0; i < r.count; i++)
            firsts[r.pairing[i].player[0]][r.pairing[i].player[1]]++;
        pairing_list_destroy(&r);
    }
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++) assert_int_equal(firsts[i][j], i != j);
}

/* The best seed wins every pairing: it meets 16, 8 (or a bye), 4, 2. */
static void a_knockout_keeps_the_best_apart(void **state) {
    (void)state;
    for (int players = 2; players <= 40; players++) {
        pairing_list past = {0};
        error e;
        int rounds = pairings_rounds(EVENT_KNOCKOUT, players, 0), last_loser = -1, byes = 0;
        for (int round = 0; round < rounds; round++) {
            pairing_list r = make(EVENT_KNOCKOUT, players, 0, round, &past);
            for (size_t i = 0; i < r.count; i++) {
                pairing *p = &r.pairing[i];
                if (p->count == 1) {
                    byes++;
                    assert_int_equal(round, 0);
                } else {
                    int better = p->player[0] < p->player[1] ? 0 : 1;
                    p->points[better] = 2;
                    p->over = p->played = true;
                    last_loser = p->player[1 - better];
                }
                assert_true(pairing_list_add(&past, p, &e));
            }
            pairing_list_destroy(&r);
        }
        int size = 1;
        while (size < players) size *= 2;
        assert_int_equal(byes, size - players);
        assert_int_equal(last_loser, 1); /* the final was between the two best */
        assert_int_equal(pairing_winner(&past.pairing[past.count - 1]), 0);
        pairing_list_destroy(&past);
    }
}

/* 12 players at tables of 4: after some rounds all have met about equally often. */
static void tables_mix_the_players(void **state) {
    (void)state;
    static const int sizes[][2] = {{12, 4}, {16, 4}, {13, 5}, {30, 6}, {8, 8},
                                   {9, 3},  {5, 4},  {7, 3},  {64, 5}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int players = sizes[k][0], seats = sizes[k][1], rounds = 8;
        static int met[MOST][MOST];
        pairing_list past = {0};
        error e;
        memset(met, 0, sizeof met);
        for (int round = 0; round < rounds; round++) {
            pairing_list r = make(EVENT_TABLES, players, seats, round, &past);
            int seated = 0;
            for (size_t i = 0; i < r.count; i++) {
                const pairing *p = &r.pairing[i];
                seated += p->count;
                assert_true(p->count <= GAME_SEATS_MAX && p->count >= 3);
                for (int a = 0; a < p->count; a++)
                    for (int b = 0; b < p->count; b++) met[p->player[a]][p->player[b]]++;
                assert_true(pairing_list_add(&past, p, &e));
            }
            assert_int_equal(seated, players);
            pairing_list_destroy(&r);
        }
        int least = rounds, most = 0;
        for (int i = 0; i < players; i++)
            for (int j = 0; j < players; j++) {
                if (i == j) continue;
                if (met[i][j] < least) least = met[i][j];
                if (met[i][j] > most) most = met[i][j];
            }
        assert_true(most - least <= 3);
        pairing_list_destroy(&past);
    }
}

/* An absent player loses without a game. */
static void a_withdrawal_forfeits_the_rest_of_a_round_robin(void **state) {
    (void)state;
    pairing_list past = {0}, found = {0};
    bool here[4] = {true, true, false, true};
    error e;
    pairing_task t = {
        .kind = EVENT_ROUND_ROBIN, .players = 4, .here = here, .games = 2, .past = &past};
    assert_true(pairings_make(&t, &found, &e));
    for (size_t i = 0; i < found.count; i++) {
        const pairing *p = &found.pairing[i];
        int gone = p->player[0] == 2 ? 0 : p->player[1] == 2 ? 1 : -1;
        assert_int_equal(p->over, gone >= 0);
        if (gone < 0) continue;
        assert_int_equal(p->points[gone], 0);
        assert_int_equal(p->points[1 - gone], 4);
    }
    pairing_list_destroy(&found);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swiss_rounds_keep_their_rules),
        cmocka_unit_test(pairings_of_two_games_leave_one_unbeaten),
        cmocka_unit_test(the_first_swiss_round_folds_the_field),
        cmocka_unit_test(a_bye_goes_to_few_points),
        cmocka_unit_test(swiss_ends_when_everybody_has_met),
        cmocka_unit_test(a_round_robin_is_complete_and_fair),
        cmocka_unit_test(a_double_round_robin_swaps_seats),
        cmocka_unit_test(a_knockout_keeps_the_best_apart),
        cmocka_unit_test(tables_mix_the_players),
        cmocka_unit_test(a_withdrawal_forfeits_the_rest_of_a_round_robin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
