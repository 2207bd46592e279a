#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engines/perudo/tables.h"
#include "games/perudo/odds.h"
#include "puzzles/prover.h"

/* The opponent follows the table of its seat, so the chances of its hands follow from its bids, and
 * what a move is worth can be computed for the solver's own hand: a doubt from the hands alone, a
 * bid by going through the opponent's answers and the solver's best moves after them. What happens
 * less often than SMALL, or is in no table, counts as lost in the lower bound and as won in the
 * upper one. */

enum { MOVES_MAX = PERUDO_TOTAL_MAX * PERUDO_FACES_MAX + 2, NODES = 6000, DICE_MOST = 5 };
#define SMALL  0.02 /* of the chance of the position itself */
#define MARGIN 0.08 /* of a round, between the solution and anything else */
#define SURE   0.95 /* a doubt worth more needs no thought */

enum {
    DOUBT = 1 << 0,
    RAISE = 1 << 1,
    BLUFF = 1 << 2,
    LAMAS = 1 << 3,
    OPENING = 1 << 4,
    LAST_DIE = 1 << 5,
};
static const char *const themes[] = {"doubt",   "raise",    "bluff", "lamas",
                                     "opening", "last-die", NULL};
static const uint8_t most[] = {45, 100, 100, 100, 30, 25};
static const char *const variants[] = {"dice=1", "dice=2", "dice=3", "", NULL};

typedef struct perudo_state {
    prover prover;
    const perudo_rules *rules;
    perudo_tables tables;
    hands hands[DICE_MOST + 1]; /* by number of dice; jokers count */
    int nodes;                  /* left */
    double least;               /* the chance below which nothing is followed */
    int seat, other;
    perudo_hand own;
    const hands *theirs;
    game_move moves[MOVES_MAX];
} perudo_state;

typedef struct bounds {
    double low, high;
} bounds;

static double sum(const float *weight, int count) {
    double all = 0;
    for (int i = 0; i < count; i++) all += weight[i];
    return all;
}

/* What a doubt of the last bid is worth to the doubter, times the chance of the hands. */
static double doubt(const perudo_state *s, const perudo_position *p, const float *weight) {
    perudo_bid last = perudo_last_bid(p);
    int face = perudo_bid_face(last);
    int needed = perudo_bid_count(last) - perudo_matching(s->own, face, true);
    double won = 0;
    for (int h = 0; h < s->theirs->count; h++)
        won += s->theirs->matching[face][h] < needed ? weight[h] : -weight[h];
    return won;
}

static bounds my_turn(perudo_state *, const perudo_position *, const float *weight);

/* The value for the solver when the opponent is to move. `best` is what the solver has elsewhere:
 * what cannot be more need not be followed. *likely is the opponent's most likely move. */
static bounds their_turn(perudo_state *s, const perudo_position *p, const float *weight,
                         double best, game_move *likely) {
    int count = s->theirs->count;
    double all = sum(weight, count);
    perudo_row row = {0};
    if (s->nodes-- <= 0 || !perudo_tables_find_own(&s->tables, p, s->other, &row))
        return (bounds){-all, all};
    float *chance = malloc((size_t)row.count * (size_t)count * sizeof *chance);
    double mass[PERUDO_ROW_MOVES] = {0}, most_likely = -1;
    bounds value = {0, 0};
    if (!chance) return (bounds){-all, all};
    for (int h = 0; h < count; h++) {
        perudo_row_read(&row);
        for (int i = 0; i < row.count; i++) {
            float c = weight[h] * row.chance[i];
            chance[i * count + h] = c;
            mass[i] += c;
        }
    }
    double open = 0; /* what is left to be followed */
    for (int i = 0; i < row.count; i++) {
        if (mass[i] > most_likely && likely) {
            most_likely = mass[i];
            *likely = row.move[i] ? perudo_move_bid(s->other, row.move[i])
                                  : perudo_move(PERUDO_DUDO, s->other);
        }
        if (row.move[i]) {
            open += mass[i];
            continue;
        }
        double theirs = doubt(s, p, chance + i * count);
        value.low -= theirs;
        value.high -= theirs;
    }
    for (int i = 0; i < row.count; i++) {
        if (!row.move[i]) continue;
        bounds v = {-mass[i], mass[i]};
        if (mass[i] >= s->least && value.high + open > best) {
            perudo_position next = *p;
            perudo_play(s->rules, &next, perudo_move_bid(s->other, row.move[i]));
            v = my_turn(s, &next, chance + i * count);
        }
        open -= mass[i];
        value.low += v.low;
        value.high += v.high;
    }
    free(chance);
    return value;
}

static bounds my_turn(perudo_state *s, const perudo_position *p, const float *weight) {
    double all = sum(weight, s->theirs->count), doubted = doubt(s, p, weight);
    bounds best = {doubted, doubted};
    int total = perudo_total(p);
    if (s->nodes-- <= 0) return (bounds){-all, all};
    for (int face = 1; face <= s->rules->faces; face++)
        for (int count = 1; count <= total; count++) {
            perudo_bid b = perudo_bid_of(count, face);
            if (!perudo_may_bid(s->rules, false, perudo_last_bid(p), p->count[s->seat], total, b))
                continue;
            perudo_position next = *p;
            perudo_play(s->rules, &next, perudo_move_bid(s->seat, b));
            bounds v = their_turn(s, &next, weight, best.low, NULL);
            if (v.low > best.low) best.low = v.low;
            if (v.high > best.high) best.high = v.high;
        }
    return best;
}

/* The chances of the opponent's hands after its bids; false if the tables do not bid like that. */
static bool believe(const perudo_state *s, const perudo_position *view, float *weight) {
    perudo_position p = *view;
    int count = s->theirs->count;
    memcpy(weight, s->theirs->prior, (size_t)count * sizeof *weight);
    for (int i = 0; i < view->bids; i++) {
        if (perudo_bidder(view, i) != s->other) continue;
        p.bids = (uint16_t)i;
        perudo_row row = {0};
        if (!perudo_tables_find_own(&s->tables, &p, s->other, &row)) return false;
        int at = 0;
        while (at < row.count && row.move[at] != view->bid[i]) at++;
        if (at == row.count) return false;
        for (int h = 0; h < count; h++) {
            perudo_row_read(&row);
            weight[h] *= row.chance[at];
        }
    }
    double all = sum(weight, count);
    for (int h = 0; h < count && all > 0; h++) weight[h] = (float)(weight[h] / all);
    return all > 1e-4;
}

static double own_odds(const perudo_state *s, const perudo_position *v, game_move m) {
    if (perudo_move_kind(m) == PERUDO_DUDO)
        return 1 - perudo_odds(s->rules, v, s->seat, perudo_last_bid(v));
    return perudo_odds(s->rules, v, s->seat, perudo_move_bid_of(m));
}

static int hundredths(double x) { return (int)lround(100 * x); }

static void note(perudo_state *s, const perudo_position *v, game_move m, puzzle *out) {
    bool doubts = perudo_move_kind(m) == PERUDO_DUDO;
    perudo_bid about = doubts ? perudo_last_bid(v) : perudo_move_bid_of(m);
    out->themes = doubts ? DOUBT : v->bids ? RAISE : OPENING;
    if (!doubts && own_odds(s, v, m) < 0.5) out->themes |= BLUFF;
    if (perudo_bid_face(about) == PERUDO_LAMA) out->themes |= LAMAS;
    if (v->count[s->seat] == 1) out->themes |= LAST_DIE;
}

static bool prove(prover *base, const game_position *view, puzzle *out) {
    perudo_state *s = (perudo_state *)base;
    const perudo_position *v = perudo_position_of(view);
    /* Only seat 1 solves: with the seats exchanged a puzzle would be the same. */
    if (v->phase != PERUDO_BID || v->next != 0 || v->palifico || v->count[0] > DICE_MOST ||
        v->count[1] > DICE_MOST || !v->hand[0])
        return false;
    s->seat = 0;
    s->other = 1;
    s->own = v->hand[0];
    s->theirs = &s->hands[v->count[1]];
    if (!perudo_tables_cover(&s->tables, v, s->other)) return false;
    float *weight = perudo_hands_floats((size_t)s->theirs->padded);
    size_t count = perudo_moves(s->rules, v, s->seat, s->moves);
    bounds *value = calloc(count + 1, sizeof *value);
    game_move *reply = calloc(count + 1, sizeof *reply);
    size_t best = 0, naive = 0;
    double next = -2;
    bool good = weight && value && reply && count >= 3 && believe(s, v, weight);
    s->nodes = NODES;
    s->least = SMALL;
    for (size_t i = 0; good && i < count; i++) {
        if (perudo_move_kind(s->moves[i]) == PERUDO_DUDO) {
            value[i].low = value[i].high = doubt(s, v, weight);
        } else {
            perudo_position after = *v;
            perudo_play(s->rules, &after, s->moves[i]);
            value[i] = their_turn(s, &after, weight, -2, &reply[i]);
        }
        if (value[i].low > value[best].low) best = i;
        if (own_odds(s, v, s->moves[i]) > own_odds(s, v, s->moves[naive])) naive = i;
    }
    for (size_t i = 0; good && i < count; i++)
        if (i != best && value[i].high > next) next = value[i].high;
    if (good && perudo_move_kind(s->moves[best]) == PERUDO_DUDO && value[best].low > SURE)
        good = false;
    good = good && s->nodes > 0 && value[best].low - next >= MARGIN && puzzle_decide(out);
    good =
        good && prover_add(base, out, true, view, s->moves[best], 0, hundredths(value[best].low));
    for (size_t i = 0; good && i < count; i++)
        if (i != best)
            good = prover_add(base, out, false, view, s->moves[i], reply[i],
                              hundredths(value[i].high));
    if (good) {
        int margin = hundredths(value[best].low - next), total = perudo_total(v);
        out->goal = PUZZLE_ROUND;
        note(s, v, s->moves[best], out);
        out->rating = 760 + (naive == best ? 0 : 480) + 7 * (60 - (margin < 60 ? margin : 60)) +
                      18 * total + (out->themes & BLUFF ? 120 : 0);
    }
    free(reply);
    free(value);
    free(weight);
    return good;
}

static void destroy(prover *base) {
    perudo_state *s = (perudo_state *)base;
    for (int dice = 1; dice <= DICE_MOST; dice++) perudo_hands_destroy(&s->hands[dice]);
    perudo_tables_destroy(&s->tables);
    free(s);
}

static prover *create(const game_rules *rules, error *e) {
    perudo_state *s = calloc(1, sizeof *s);
    if (!s) {
        error_set(e, "no memory for a prover");
        return NULL;
    }
    s->prover = (prover){&perudo_prover, rules};
    s->rules = perudo_rules_of(rules);
    size_t length;
    const uint8_t *shipped = perudo_shipped_tables(&length);
    if (shipped) perudo_tables_lend(&s->tables, s->rules, shipped, length);
    bool good = rules->seats == 2 && s->rules->calza == PERUDO_CALZA_OFF && !s->rules->difference;
    if (!good) error_set(e, "puzzles need two players, calza=off and loss=one");
    for (int dice = 1; good && dice <= DICE_MOST; dice++)
        if (!perudo_hands_create(&s->hands[dice], dice, s->rules->faces, true))
            good = error_set(e, "no memory for a prover");
    if (good) return &s->prover;
    destroy(&s->prover);
    return NULL;
}

const prover_kind perudo_prover = {
    .game = &perudo_game,
    .themes = themes,
    .most = most,
    .rules = variants,
    .nodes = 200,
    .random_plies = 0,
    .careless = 0,
    .spread = 6,
    .apart = 1,
    .create = create,
    .destroy = destroy,
    .prove = prove,
};
