/* The laboratory board's machine against its figures, implemented independently: dice as a list,
 * the candidates of each case row by row. */
#include "base/random.h"
#include "engines/perudo/player.h"
#include "engines/perudo/seed.h"
#include "support.h"

typedef struct plain_bid {
    int count, face;
} plain_bid;

enum { OWN_MAX = 5 };

/* How many dice of the hand the machine counts for a face: lamas count for every face. */
static int own_dice(const int *die, int dice, int face) {
    int count = 0;
    for (int i = 0; i < dice; i++) count += die[i] == face || die[i] == 1;
    return count;
}

/* The figures' lists by the face of the last bid (0: an opening), with the count as a formula: n
 * the last count, h half of it rounded up, d twice it plus one. */
typedef struct figure_row {
    char count;
    int face;
} figure_row;

static const figure_row figure[7][7] = {
    [0] = {{'1', 2}, {'1', 3}, {'1', 4}, {'1', 5}, {'1', 1}},
    [1] = {{'d', 2}, {'d', 3}, {'d', 4}, {'d', 5}, {'d', 6}, {'+', 1}},
    [2] = {{'+', 2}, {'n', 3}, {'n', 4}, {'n', 5}, {'h', 1}},
    [3] = {{'+', 3}, {'n', 4}, {'n', 5}, {'h', 1}},
    [4] = {{'+', 4}, {'n', 5}, {'h', 1}},
    [5] = {{'+', 5}, {'h', 1}},
    [6] = {{'+', 6}, {'h', 1}},
};

static int figure_count(char formula, int n) {
    switch (formula) {
    case '1': return 1;
    case 'n': return n;
    case '+': return n + 1;
    case 'h': return (n + 1) / 2;
    default: return 2 * n + 1;
    }
}

/* The bid by the figures; count 0: a doubt. */
static plain_bid by_the_figures(const seed_constants *c, const int *die, int dice, int total,
                                plain_bid last) {
    plain_bid best = {0, 0};
    int best_score = -1;
    if (last.count) {
        int spare = (total - dice) - (last.count - own_dice(die, dice, last.face));
        if (spare * c->factor[total <= 7 ? 0 : total <= 15 ? 1 : 2] <= c->threshold) return best;
    }
    for (const figure_row *row = figure[last.face]; row->face; row++) {
        int count = figure_count(row->count, last.count), own = own_dice(die, dice, row->face);
        int score = own >= count ? 90 : own ? 10 * own : row->face == 1 ? 50 : 0;
        if (count > total || score <= best_score) continue; /* of equals the first */
        best = (plain_bid){count, row->face};
        best_score = score;
    }
    return best;
}

static void the_choice_is_that_of_the_figures(void **state) {
    (void)state;
    game_rules *rules = rules_of("perudo", "players=8");
    random_source random = random_seed(26);
    int doubts = 0, raises = 0;
    for (int i = 0; i < 50000; i++) {
        int die[OWN_MAX], dice = 1 + (int)random_below(&random, OWN_MAX);
        int total = dice + 1 + (int)random_below(&random, (uint32_t)(40 - dice));
        plain_bid last = {0, 0};
        if (i % 10) {
            last.count =
                1 + (int)random_below(&random, (uint32_t)(i % 3 ? (total + 2) / 3 : total));
            last.face = 1 + (int)random_below(&random, 6);
        }
        seed_situation s = {.rules = perudo_rules_of(rules),
                            .last = last.count ? perudo_bid_of(last.count, last.face) : 0,
                            .total = total,
                            .dice = dice};
        for (int d = 0; d < dice; d++) {
            die[d] = 1 + (int)random_below(&random, 6);
            s.hand += perudo_die(die[d]);
        }
        plain_bid expected = by_the_figures(&perudo_seed_constants, die, dice, total, last);
        perudo_bid found = perudo_seed_decide(&perudo_seed_constants, &s);
        if (perudo_bid_count(found) != expected.count || perudo_bid_face(found) != expected.face)
            fail_msg("hand %x, %d dice in play, after %dx%d: %dx%d, not %dx%d", s.hand, total,
                     last.count, last.face, perudo_bid_count(found), perudo_bid_face(found),
                     expected.count, expected.face);
        doubts += found == 0;
        raises += found != 0 && last.count;
    }
    assert_true(doubts > 5000 && raises > 5000);
    game_destroy(rules);
}

/* The move of the engine in a position, as text. */
static void assert_chooses(const char *settings, const char *position, const char *expected) {
    error e;
    game_rules *rules = rules_of("perudo", settings);
    game_position *p = game_new_position(rules);
    if (!game_read_position(rules, position, p, &e)) fail_msg("%s", e.message);
    engine *who = engine_create(&perudo_seed_engine, rules, &(engine_options){0}, &e);
    engine_result found;
    engine_think(who, p, game_turn(rules, p), &(engine_limits){.nodes = 1}, NULL, &found);
    char move[GAME_MOVE_TEXT];
    text t = text_over(move, sizeof move);
    game_write_move(rules, p, found.move, &t);
    assert_string_equal(move, expected);
    engine_destroy(who);
    free(p);
    game_destroy(rules);
}

static void examples_of_the_figures(void **state) {
    (void)state;
    /* one six among twelve unknown dice holds nearly always: it raises, and six once more is all
     * the list has of faces */
    assert_chooses("players=4", "22345/\?\?\?\?/\?\?\?\?/\?\?\?\? 4 1x6", "1x1");
    assert_chooses("players=2", "33556/\?\?\?\?\? 2 1x2",
                   "1x3"); /* of two covered ones the first */
    assert_chooses("players=2", "66666/\?\?\?\?\? 2 1x2", "1x1"); /* never a higher six */
    assert_chooses("players=2", "66666/\?\?\?\?\? 2 1x6", "2x6"); /* but the same one more often */
    assert_chooses("players=2", "23456/\?\?\?\?\? 2 1x1", "2x1");
    assert_chooses("players=2", "12345/\?\?\?\?\?", "1x2"); /* an opening has a count of 1 */
    assert_chooses("players=2", "66666/\?\?\?\?\?", "1x1"); /* lamas score 50 without any */
}

/* House rules can forbid candidates; one bid or the doubt is always found. */
static void it_plays_by_all_rules(void **state) {
    (void)state;
    static const char *const settings[] = {"preset=perudo", "preset=strict", "preset=dudo",
                                           "players=3,palifico=always", "faces=3"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        error e;
        game_rules *rules = rules_of("perudo", settings[i]);
        engine *who = engine_create(&perudo_seed_engine, rules, &(engine_options){0}, &e);
        random_source random = random_seed(i);
        perudo_position p, view;
        perudo_start(perudo_rules_of(rules), &p);
        while (p.phase != PERUDO_OVER) {
            game_move m, legal[PERUDO_BIDS_MAX + 2];
            if (p.phase == PERUDO_BID) {
                engine_result found;
                perudo_view(&p, p.next, &view);
                engine_think(who, (const game_position *)(const void *)&view, p.next,
                             &(engine_limits){.nodes = 1}, NULL, &found);
                m = found.move;
                size_t count = perudo_moves(perudo_rules_of(rules), &p, p.next, legal), at = 0;
                while (at < count && legal[at] != m) at++;
                if (at == count) fail_msg("%s: not a legal move", settings[i]);
            } else {
                m = perudo_roll(perudo_rules_of(rules), &p, &random);
            }
            perudo_play(perudo_rules_of(rules), &p, m);
        }
        engine_destroy(who);
        game_destroy(rules);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_choice_is_that_of_the_figures),
        cmocka_unit_test(examples_of_the_figures),
        cmocka_unit_test(it_plays_by_all_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
