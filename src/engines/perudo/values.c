#include "engines/perudo/values.h"

#include <stdlib.h>
#include <string.h>

enum { AHEAD = 24 }; /* bids that are looked ahead; then the last one is doubted */

/* A continuation that is less likely is not followed: the next player doubts in it. */
#define LEAST 0.001

/* A bid of the other player that its table makes less often than this says nothing about its
 * hand. */
#define UNHEARD 1e-4

bool perudo_foresight_create(perudo_foresight *f, const perudo_tables *tables, int widest,
                             error *e) {
    *f = (perudo_foresight){.tables = tables, .widest = widest};
    f->weight = perudo_hands_floats((size_t)widest * (AHEAD + 1));
    return f->weight || error_set(e, "no memory for a player");
}

void perudo_foresight_destroy(perudo_foresight *f) {
    free(f->weight);
    *f = (perudo_foresight){0};
}

/* A look ahead. A weight is the chance of a hand of the other player together with the moves that
 * led there. */
typedef struct look {
    const perudo_foresight *foresight;
    const perudo_rules *rules;
    const question *q;
    int other;
    const hands *theirs;
    uint64_t nodes;
    bool late; /* the time is up: nothing more is followed */
} look;

static double sum(const float *weight, int count) {
    double all = 0;
    for (int i = 0; i < count; i++) all += (double)weight[i];
    return all;
}

/* What a doubt of the last bid is worth to the doubter. */
static double doubt(const look *l, const perudo_position *p, const float *weight) {
    perudo_bid last = perudo_last_bid(p);
    int face = perudo_bid_face(last);
    int needed = perudo_bid_count(last) - l->q->own->matching[face][l->q->hand];
    double won = 0;
    for (int h = 0; h < l->theirs->count; h++)
        won += l->theirs->matching[face][h] < needed ? (double)weight[h] : -(double)weight[h];
    return won;
}

/* The row that the seat to move follows; false if it doubts instead. */
static bool find_row(look *l, const perudo_position *p, int seat, double all, int ahead,
                     perudo_row *row) {
    l->nodes++;
    l->late = l->late || perudo_question_over(l->q);
    return !l->late && ahead < AHEAD && all >= LEAST &&
           perudo_tables_find(l->foresight->tables, p, seat, row);
}

static bool play_bid(const look *l, perudo_position *p, int seat, perudo_bid b) {
    if (!b || !perudo_may_bid(l->rules, p->palifico, perudo_last_bid(p), p->count[seat],
                              perudo_total(p), b))
        return false;
    perudo_play(l->rules, p, perudo_move_bid(seat, b));
    return true;
}

static double their_turn(look *, const perudo_position *, const float *weight, int ahead);

static double my_turn(look *l, const perudo_position *p, const float *weight, int ahead) {
    perudo_row row = {0};
    double value = 0;
    if (!find_row(l, p, l->q->seat, sum(weight, l->theirs->count), ahead, &row))
        return doubt(l, p, weight);
    for (int h = 0; h <= l->q->hand; h++) perudo_row_read(&row);
    for (int i = 0; i < row.count; i++) {
        perudo_position next = *p;
        if (row.chance[i] <= 0) continue;
        value += (double)row.chance[i] * (play_bid(l, &next, l->q->seat, row.move[i])
                                              ? their_turn(l, &next, weight, ahead)
                                              : doubt(l, p, weight));
    }
    return value;
}

/* Multiplies the weights by the chance of move `i` with each hand. */
static double weigh(const look *l, perudo_row row, int i, const float *weight, float *into) {
    for (int h = 0; h < l->theirs->count; h++) {
        perudo_row_read(&row);
        into[h] = weight[h] * row.chance[i];
    }
    return sum(into, l->theirs->count);
}

static double their_turn(look *l, const perudo_position *p, const float *weight, int ahead) {
    float *after = l->foresight->weight + (size_t)(ahead + 1) * (size_t)l->foresight->widest;
    perudo_row row = {0};
    double value = 0;
    if (!find_row(l, p, l->other, sum(weight, l->theirs->count), ahead, &row))
        return -doubt(l, p, weight);
    for (int i = 0; i < row.count; i++) {
        perudo_position next = *p;
        if (weigh(l, row, i, weight, after) <= 0) continue;
        value += play_bid(l, &next, l->other, row.move[i]) ? my_turn(l, &next, after, ahead + 1)
                                                           : -doubt(l, p, after);
    }
    return value;
}

/* The chances of the other player's hands after its bids. */
static void believe(const look *l, float *weight) {
    const perudo_position *view = l->q->view;
    float *after = weight + l->foresight->widest; /* not in use yet */
    int count = l->theirs->count;
    perudo_position p = *view;
    memcpy(weight, l->theirs->prior, (size_t)count * sizeof *weight);
    for (int i = 0; i < view->bids; i++) {
        perudo_row row = {0};
        p.bids = (uint16_t)i;
        if (perudo_bidder(view, i) != l->other ||
            !perudo_tables_find(l->foresight->tables, &p, l->other, &row))
            continue;
        int at = 0;
        while (at < row.count && row.move[at] != view->bid[i]) at++;
        double all = at < row.count ? weigh(l, row, at, weight, after) : 0;
        for (int h = 0; all > UNHEARD && h < count; h++)
            weight[h] = (float)((double)after[h] / all);
    }
}

static double value_of(look *l, game_move m) {
    perudo_position next = *l->q->view;
    if (perudo_move_kind(m) == PERUDO_DUDO) return doubt(l, l->q->view, l->foresight->weight);
    perudo_play(l->rules, &next, m);
    return their_turn(l, &next, l->foresight->weight, 0);
}

/* Marks the moves that the table plays with this hand. */
static void find_usual(const look *l, bool *usual) {
    perudo_row row = {0};
    if (!perudo_tables_find(l->foresight->tables, l->q->view, l->q->seat, &row)) return;
    for (int h = 0; h <= l->q->hand; h++) perudo_row_read(&row);
    for (int i = 0; i < row.count; i++) {
        int move = row.move[i] ? perudo_question_bid(l->q, row.move[i])
                               : perudo_question_call(l->q, PERUDO_DUDO);
        if (move >= 0 && row.chance[i] > 0) usual[move] = true;
    }
}

uint64_t perudo_foresight_values(perudo_foresight *f, const player *p, const question *q, int other,
                                 double *value) {
    bool usual[PERUDO_TOTAL_MAX * PERUDO_FACES_MAX + 2] = {false};
    look l = {.foresight = f,
              .rules = p->rules,
              .q = q,
              .other = other,
              .theirs = perudo_player_hands(p, q->view, other)};
    believe(&l, f->weight);
    find_usual(&l, usual);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < q->count && !l.late; i++) {
            if (usual[i] != (pass == 0)) continue;
            double found = value_of(&l, q->moves[i]);
            if (!l.late) value[i] = found;
        }
    return l.nodes;
}
