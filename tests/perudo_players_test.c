/* The Perudo players: always legal, never looking at hidden dice, the strong one the best. */
#include <math.h>

#include "base/hash.h"
#include "engines/perudo/player.h"
#include "perudo_round.h"

static const engine_kind *const kinds[] = {&perudo_engine, &perudo_binomial_engine,
                                           &perudo_seed_engine};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static const game_position *as_position(const perudo_position *p) {
    return (const game_position *)(const void *)p;
}

static engine *sit_down(const engine_kind *kind, const game_rules *rules, int level) {
    error e = {0};
    engine_options options = {.level = level, .seed = 5};
    engine *who = engine_create(kind, rules, &options, &e);
    if (!who) fail_msg("%s: %s", kind->name, e.message);
    return who;
}

static game_move ask(engine *who, const perudo_position *p, uint64_t nodes) {
    engine_result result;
    engine_limits limits = {.nodes = nodes};
    perudo_position view;
    perudo_view(p, p->next, &view);
    engine_think(who, as_position(&view), p->next, &limits, NULL, &result);
    return result.move;
}

/* Plays a game; `mine` sits in one seat, `other` in all others. The winner's seat. */
static int play_game(const game_rules *rules, engine *mine, int seat, engine *other, uint64_t nodes,
                     random_source *dice) {
    const perudo_rules *r = perudo_rules_of(rules);
    perudo_position p;
    game_move *moves = malloc(rules->max_moves * sizeof *moves);
    perudo_start(r, &p);
    for (int ply = 0; p.phase != PERUDO_OVER && ply < 3000; ply++) {
        if (p.phase != PERUDO_BID) {
            perudo_play(r, &p, perudo_roll(r, &p, dice));
            continue;
        }
        game_move m = ask(p.next == seat ? mine : other, &p, nodes);
        size_t count = perudo_moves(r, &p, p.next, moves);
        bool legal = false;
        for (size_t i = 0; i < count; i++) legal = legal || moves[i] == m;
        assert_true(legal);
        perudo_play(r, &p, m);
    }
    free(moves);
    return game_result(rules, as_position(&p)).winner;
}

static void everybody_plays_legally_under_all_presets(void **state) {
    (void)state;
    static const char *const tables[] = {
        "dice=2",
        "preset=perudo,players=3,dice=3",
        "preset=strict,players=4,dice=2",
        "preset=dudo,dice=4",
        "preset=perudo,dice=3+1,faces=3",
        "players=8,dice=1,palifico=always",
        "dice=1+10",
    };
    random_source dice = random_seed(1);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        game_rules *rules = rules_of("perudo", tables[i]);
        for (int k = 0; k < KINDS; k++)
            for (int level = 0; kinds[k]->levels[level].name; level++) {
                engine *who = sit_down(kinds[k], rules, level);
                play_game(rules, who, 0, who, 2, &dice);
                engine_destroy(who);
            }
        game_destroy(rules);
    }
}

/* Two positions that differ only in hidden dice get the same answer, from every engine and
 * level. */
static void nobody_looks_at_hidden_dice(void **state) {
    (void)state;
    game_rules *rules = rules_of("perudo", "players=3,dice=3");
    const perudo_rules *r = perudo_rules_of(rules);
    random_source dice = random_seed(9);
    game_move *moves = malloc(rules->max_moves * sizeof *moves);
    for (int k = 0; k < KINDS; k++)
        for (int level = 0; kinds[k]->levels[level].name; level++) {
            engine *one = sit_down(kinds[k], rules, level), *two = sit_down(kinds[k], rules, level);
            for (int round = 0; round < 30; round++) {
                perudo_position p, q;
                perudo_start(r, &p);
                while (p.phase != PERUDO_BID) perudo_play(r, &p, perudo_roll(r, &p, &dice));
                int seat = p.next;
                q = p;
                for (int other = 0; other < 3; other++)
                    if (other != seat) q.hand[other] = 3 * perudo_die(1 + round % 6);
                for (int ply = 0; ply < 4 && p.phase == PERUDO_BID; ply++) {
                    perudo_moves(r, &p, p.next, moves);
                    game_move m = p.next == seat ? ask(one, &p, 3) : moves[0];
                    if (p.next == seat) assert_true(m == ask(two, &q, 3));
                    perudo_play(r, &p, m);
                    perudo_play(r, &q, m);
                }
            }
            engine_destroy(one);
            engine_destroy(two);
        }
    free(moves);
    game_destroy(rules);
}

/* A position from outside may hide the dice of the seat on turn. */
static void a_player_without_its_dice_still_moves(void **state) {
    (void)state;
    game_rules *rules = rules_of("perudo", "");
    game_position *p = game_new_position(rules);
    int values[PERUDO_TOTAL_MAX * PERUDO_FACES_MAX + 2];
    error e;
    assert_true(game_read_position(rules, "11335/????? 1 4x3", p, &e));
    for (int k = 0; k < KINDS; k++)
        for (int level = 0; kinds[k]->levels[level].name; level++) {
            engine *who = sit_down(kinds[k], rules, level);
            engine_result found = {0};
            engine_limits limits = {.nodes = 10};
            engine_think(who, p, 1, &limits, NULL, &found);
            assert_true(found.move && !found.scored);
            if (who->kind->values) who->kind->values(who, p, 1, &limits, NULL, values, &found);
            if (who->kind->values) assert_int_equal(values[0], ENGINE_UNKNOWN);
            engine_destroy(who);
        }
    free(p);
    game_destroy(rules);
}

static void the_strong_player_wins_more_than_its_share(void **state) {
    (void)state;
    random_source dice = random_seed(3);
    for (int players = 2; players <= 4; players += 2) {
        int games = players == 2 || long_run() ? 400 : 40;
        char settings[40];
        text t = text_over(settings, sizeof settings);
        text_addf(&t, "players=%d,dice=%d", players, players == 2 ? 5 : 3);
        game_rules *rules = rules_of("perudo", settings);
        engine *strong = sit_down(&perudo_engine, rules, engine_full_level(&perudo_engine));
        engine *plain = sit_down(&perudo_binomial_engine, rules, 0);
        int won = 0;
        for (int i = 0; i < games; i++)
            won += play_game(rules, strong, i % players, plain, 8, &dice) == i % players;
        if (won * players < games * 23 / 20)
            fail_msg("%d of %d games among %d", won, games, players);
        engine_destroy(strong);
        engine_destroy(plain);
        game_destroy(rules);
    }
}

/* How exploitable a player is in the round of these settings. */
static double given_away(const engine_kind *kind, const char *settings) {
    game_rules *rules = rules_of("perudo", settings);
    engine *who = sit_down(kind, rules, engine_full_level(kind));
    double found = exploitability_of(who, 60);
    engine_destroy(who);
    game_destroy(rules);
    return found;
}

static void small_rounds_are_played_without_giving_anything_away(void **state) {
    (void)state;
    assert_true(given_away(&perudo_engine, "dice=1") < 0.0005);
    assert_true(given_away(&perudo_engine, "dice=2+1,faces=3") < 0.01);
    assert_true(given_away(&perudo_binomial_engine, "dice=1") > 0.25);
    assert_true(given_away(&perudo_seed_engine, "dice=1") > 0.25);
}

static full_response respond_fully(engine *who, double eps) {
    error e = {0};
    full_response found;
    const perudo_rules *r = perudo_rules_of(who->rules);
    int dice[2] = {r->start[0], r->start[1]};
    full_response_options options = {.eps = eps, .effort = 60};
    assert_true(perudo_respond_fully((player *)who, dice, &options, &found, &e));
    assert_true(found.complete);
    return found;
}

/* Opens with 1x2 and doubts everything. */
static uint64_t parrot(player *p, const question *q, float *chance) {
    (void)p;
    int doubt = perudo_question_call(q, PERUDO_DUDO);
    int move = doubt >= 0 ? doubt : perudo_question_bid(q, perudo_bid_of(1, 2));
    for (int h = 0; h < q->own->count; h++) perudo_answer(q, move, h, chance);
    return 1;
}

/* One die each with three faces, against the parrot. As opener the responder bids one of the die it
 * holds and wins. After 1x2 it bids 1x3, which is right with a 1 or a 3, and with a 2 if the parrot
 * holds a 1 or a 3: 1, 1 and 1/3. */
static void a_full_response_finds_what_can_be_found_by_hand(void **state) {
    (void)state;
    game_rules *rules = rules_of("perudo", "dice=1,faces=3");
    engine *who = sit_down(&perudo_binomial_engine, rules, 0);
    ((player *)who)->strategy = parrot;
    full_response found = respond_fully(who, 0);
    assert_true(fabs(found.gain[0] - 1) < 1e-6);
    assert_true(fabs(found.gain[1] - 7.0 / 9) < 1e-6);
    engine_destroy(who);
    game_destroy(rules);
}

/* With eps 0 it is what the best response on the tree of the round gains; otherwise at most that.
 */
static void a_full_response_is_the_best_one(void **state) {
    (void)state;
    static const char *const rounds[] = {"dice=1",
                                         "dice=2+1,faces=4",
                                         "dice=1+2,faces=3,raise=any",
                                         "dice=2,faces=3,calza=on",
                                         "dice=2,faces=3,palifico=always",
                                         "dice=1+2,faces=3,loss=difference"};
    for (size_t i = 0; i < sizeof rounds / sizeof rounds[0]; i++)
        for (int k = 0; k < KINDS; k++) {
            game_rules *rules = rules_of("perudo", rounds[i]);
            engine *who = sit_down(kinds[k], rules, engine_full_level(kinds[k]));
            double best = exploitability_of(who, 60), found = respond_fully(who, 0).exploitability;
            if (fabs(found - best) > 1e-5)
                fail_msg("%s, %s: %f instead of %f", rounds[i], kinds[k]->name, found, best);
            double some = respond_fully(who, 0.05).exploitability;
            double few = respond_fully(who, 0.3).exploitability;
            assert_true(few <= some + 1e-6 && some <= found + 1e-6);
            engine_destroy(who);
            game_destroy(rules);
        }
}

/* A local best response is a lower bound for the best one. */
static void a_local_response_stays_below_the_best_one(void **state) {
    (void)state;
    error e = {0};
    game_rules *rules = rules_of("perudo", "dice=2+1,faces=4");
    engine *who = sit_down(&perudo_binomial_engine, rules, 0);
    int dice[2] = {2, 1};
    local_response bound;
    assert_true(perudo_respond_locally((player *)who, dice, 2000, 10, 1, NULL, &bound, &e));
    double best = given_away(&perudo_binomial_engine, "dice=2+1,faces=4");
    assert_true(bound.exploitability > 0.1);
    assert_true(bound.exploitability < best + 3 * bound.doubt);
    engine_destroy(who);
    game_destroy(rules);
}

/* Beliefs about the seats of a game, as a player hears its bids. */
typedef struct listener {
    game_rules *rules;
    engine *who;
    const beliefs *beliefs;
} listener;

static listener listen(const char *settings) {
    game_rules *rules = rules_of("perudo", settings);
    engine *who = sit_down(&perudo_engine, rules, 0);
    return (listener){rules, who, &((player *)who)->beliefs};
}

static void hear(listener *l, const char *position) {
    error e = {0};
    perudo_position p;
    assert_true(game_read_position(l->rules, position, (game_position *)(void *)&p, &e));
    perudo_player_hear((player *)l->who, &p);
}

static void leave(listener *l) {
    engine_destroy(l->who);
    game_destroy(l->rules);
}

/* After a bid of fives the bidder probably has more fives; the chances of its hands add up to one.
 */
static void a_bid_makes_its_face_likelier(void **state) {
    (void)state;
    listener l = listen("dice=5");
    const hands *h = &((player *)l.who)->hands[1][5];
    hear(&l, "12345/????? 2 3x5");
    double fives = 0, threes = 0, all = 0;
    for (int i = 0; i < h->count; i++) {
        double chance = (double)perudo_beliefs_hand(l.beliefs, h, 1, i);
        all += chance;
        fives += chance * h->matching[5][i];
        threes += chance * h->matching[3][i];
    }
    assert_true(all > 0.999 && all < 1.001);
    assert_true(fives > 5.0 / 3 + 0.3);
    assert_true(threes < fives);
    assert_true(fabs(fives - 5.0 / 3 - (double)l.beliefs->surplus[1][5]) < 1e-4);
    assert_true((double)l.beliefs->surplus[0][5] == 0);
    leave(&l);
}

/* Seven fives of 15 dice are unlikely for someone with dice of their own only. A player who bids
 * them after two others bid fives probably listens; six sixes say less about that. */
static void bids_tell_who_listens_and_it_is_remembered(void **state) {
    (void)state;
    listener l = listen("players=3");
    hear(&l, "22346/22346/22346 1 5x5,6x5,7x5");
    float listens = l.beliefs->listens[2];
    assert_true(listens > 0.7f);
    l.who->kind->new_game(l.who);
    hear(&l, "22346/22346/22346 1 5x5,6x5,6x6");
    assert_true(l.beliefs->listens[2] < listens - 0.1f);

    l.who->kind->new_game(l.who);
    hear(&l, "22346/22346/22346 1 5x5,6x5,7x5");
    hear(&l, "22346/22346/22346 1 5x5,6x5,7x5,8x5"); /* the same round: heard once */
    assert_true(l.beliefs->listens[2] == listens);
    hear(&l, "22346/2234/22346 2 -"); /* the next one */
    assert_true(fabsf(l.beliefs->listens[2] - listens) < 1e-5f);
    hear(&l, "22346/2234/22346 1 5x5,6x5,7x5");
    assert_true(l.beliefs->listens[2] > listens + 0.02f);
    l.who->kind->new_game(l.who);
    hear(&l, "22346/2234/22346 2 -");
    assert_true(l.beliefs->listens[2] == 0.5f);
    leave(&l);
}

/* What the strong player does on fixed positions by each of its ways of playing: an unintended
 * change shows here. After an intended one, enter the numbers that the test prints. */
static void fingerprint(void **state) {
    (void)state;
    static const struct {
        const char *settings, *position;
    } fixed[] = {
        {"", "11335/\?\?\?\?\? 1"},                     /* a table */
        {"", "11335/\?\?\?\?\? 2 3x5,4x5,5x5"},         /* the same, after bids */
        {"preset=strict,dice=1", "3/\? 1"},             /* a round solved during play */
        {"dice=2,calza=on", "35/\?\? 2 1x3"},           /* a tree below the position */
        {"players=3", "11335/\?\?\?\?\?/\?\?\?\?\? 1"}, /* deals of the hidden dice */
        {"players=4,dice=2", "25/\?\?/\?\?/\?\? 4 2x5"},
    };
    uint64_t nodes = 0, answers = 0;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        error e = {0};
        perudo_position p;
        engine_result result;
        engine_limits limits = {.nodes = 20};
        game_rules *rules = rules_of("perudo", fixed[i].settings);
        if (!game_read_position(rules, fixed[i].position, (game_position *)(void *)&p, &e))
            fail_msg("%s: %s", fixed[i].position, e.message);
        engine *who = sit_down(&perudo_engine, rules, engine_full_level(&perudo_engine));
        engine_think(who, as_position(&p), p.next, &limits, NULL, &result);
        nodes += result.nodes;
        answers = hash_join(answers, result.move);
        engine_destroy(who);
        game_destroy(rules);
    }
    if (nodes != 167042 || (answers & 0xffff) != 0xcc4e)
        fail_msg("the fingerprint is %llu nodes, answers 0x%llx now", (unsigned long long)nodes,
                 (unsigned long long)(answers & 0xffff));
}

/* The position of these settings, read from its text. */
static perudo_position read_view(const game_rules *rules, const char *words) {
    error e = {0};
    perudo_position p;
    if (!game_read_position(rules, words, (game_position *)(void *)&p, &e))
        fail_msg("%s: %s", words, e.message);
    return p;
}

/* However weak, no level doubts two fives with two fives in its hand. */
static void nobody_doubts_what_its_own_dice_cover(void **state) {
    (void)state;
    game_rules *rules = rules_of("perudo", "");
    perudo_position p = read_view(rules, "?????"
                                         "/11355 1 2x5");
    for (int level = 0; perudo_engine.levels[level].name; level++) {
        engine *who = sit_down(&perudo_engine, rules, level);
        for (int i = 0; i < 300; i++)
            assert_int_not_equal(perudo_move_kind(ask(who, &p, 1)), PERUDO_DUDO);
        engine_destroy(who);
    }
    game_destroy(rules);
}

/* Seven threes are bid, but two of the eight dice are a two and a five. One of three opponents
 * loses a die for sure, which is worth 1/3, and no bid is worth more. */
static void a_doubt_that_cannot_fail_is_worth_a_round(void **state) {
    (void)state;
    game_rules *rules = rules_of("perudo", "players=4,dice=2");
    perudo_position p = read_view(rules, "25/\?\?/\?\?/\?\? 4 7x3");
    engine *who = sit_down(&perudo_engine, rules, engine_full_level(&perudo_engine));
    game_move moves[PERUDO_BIDS_MAX + 2];
    int values[PERUDO_BIDS_MAX + 2];
    engine_result result;
    size_t count = perudo_moves(perudo_rules_of(rules), &p, 0, moves);
    who->kind->values(who, as_position(&p), 0, &(engine_limits){.nodes = 20}, NULL, values,
                      &result);
    for (size_t i = 0; i < count; i++) {
        if (perudo_move_kind(moves[i]) == PERUDO_DUDO) assert_int_equal(values[i], 333);
        else assert_true(values[i] == ENGINE_UNKNOWN || values[i] <= 333);
    }
    engine_destroy(who);
    game_destroy(rules);
}

/* A limit in nodes holds if there is also a limit in time. */
static void expect_nodes_to_limit(const char *settings, const char *words) {
    game_rules *rules = rules_of("perudo", settings);
    perudo_position p = read_view(rules, words);
    engine *who = sit_down(&perudo_engine, rules, engine_full_level(&perudo_engine));
    engine_result with_time, without;
    engine_limits limits = {.nodes = 4, .move_time = INT64_C(3600) * 1000000000};
    engine_think(who, as_position(&p), p.next, &limits, NULL, &with_time);
    limits.move_time = 0;
    engine_think(who, as_position(&p), p.next, &limits, NULL, &without);
    assert_int_equal(with_time.nodes, without.nodes);
    engine_destroy(who);
    game_destroy(rules);
}

static void nodes_limit_a_move_that_has_time_left(void **state) {
    (void)state;
    expect_nodes_to_limit("players=3", "11355/\?\?\?\?\?/\?\?\?\?\? 1");
}

static void nodes_limit_a_tree_that_has_time_left(void **state) {
    (void)state;
    expect_nodes_to_limit("dice=2,calza=on", "35/\?\? 2 1x3");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_plays_legally_under_all_presets),
        cmocka_unit_test(nobody_looks_at_hidden_dice),
        cmocka_unit_test(a_player_without_its_dice_still_moves),
        cmocka_unit_test(the_strong_player_wins_more_than_its_share),
        cmocka_unit_test(small_rounds_are_played_without_giving_anything_away),
        cmocka_unit_test(a_full_response_finds_what_can_be_found_by_hand),
        cmocka_unit_test(a_full_response_is_the_best_one),
        cmocka_unit_test(a_local_response_stays_below_the_best_one),
        cmocka_unit_test(a_bid_makes_its_face_likelier),
        cmocka_unit_test(bids_tell_who_listens_and_it_is_remembered),
        cmocka_unit_test(nobody_doubts_what_its_own_dice_cover),
        cmocka_unit_test(a_doubt_that_cannot_fail_is_worth_a_round),
        cmocka_unit_test(nodes_limit_a_move_that_has_time_left),
        cmocka_unit_test(nodes_limit_a_tree_that_has_time_left),
        cmocka_unit_test(fingerprint),
    };
    return cmocka_run_group_tests_name("perudo players", tests, NULL, NULL);
}
