/* The best response over all histories of the responder: a walk through the round that asks the
 * player wherever it gets to. The chances of the player's hands go down, the values of the
 * responder's hands come up; both include the chance that the player plays this way. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "engines/perudo/exploit.h"
#include "engines/perudo/lanes.h"
#include "engines/perudo/solver.h"

/* The numbers of a position on the path being walked. */
typedef struct level {
    game_move *move;
    float *reach; /* for each bid of the player: the chances of its hands */
    float *value; /* of the responder's hands */
} level;

typedef struct walk {
    player *player;
    int seat;                 /* the responder's */
    perudo_round_graph round; /* without nodes: hands (not owned) and the worth of calls */
    const full_response_options *options;
    full_response *out;
    size_t moves, widest; /* the most moves of a level, the most hands */
    game_move *move;      /* of all levels, one after the other; so are: */
    float *reach, *value;
    int64_t begin;
    double done; /* share of the walk */
} walk;

/* The level of positions with this number of bids. */
static level level_at(const walk *w, int bids) {
    size_t at = (size_t)bids;
    return (level){.move = w->move + at * w->moves,
                   .reach = w->reach + at * w->moves * w->widest,
                   .value = w->value + at * w->widest};
}

static int own_width(const walk *w) { return w->round.hands[w->seat].padded; }
static int other_width(const walk *w) { return w->round.hands[1 - w->seat].padded; }

/* Whether time is up. The responder then doubts wherever it is: still a lower bound. */
static bool over(walk *w) {
    const full_response_options *o = w->options;
    if (engine_stopped(o->watch) || (o->time && clock_now() - w->begin >= o->time))
        w->out->complete = false;
    return !w->out->complete;
}

static void add_call(const walk *w, const perudo_position *v, perudo_kind kind, const float *reach,
                     float *value) {
    perudo_round_node n = {.last = perudo_last_bid(v), .mover = v->next};
    perudo_solver_add_call(&w->round, &n, kind == PERUDO_CALZA, w->seat, reach, NULL, 1, value);
}

static float *respond(walk *, const perudo_position *, const float *reach, double share);

/* The values of a position in which the player moves: the sum over its moves. */
static float *listen(walk *w, const perudo_position *v, const float *reach, double share) {
    player *p = w->player;
    const level l = level_at(w, v->bids);
    size_t width = (size_t)other_width(w);
    int count = perudo_ask(p, v, w->options->effort, w->options->watch), bids = 0;
    w->out->histories++;
    memset(l.value, 0, (size_t)own_width(w) * sizeof *l.value);
    for (int i = 0; i < count; i++) {
        float *after = l.reach + (size_t)bids * width;
        memset(after, 0, width * sizeof *after);
        lanes_add_product(after, reach, p->chance + (size_t)i * width, 1, (int)width);
        if (!lanes_any(after, (int)width)) continue;
        if (perudo_move_kind(p->moves[i]) == PERUDO_BIDS) l.move[bids++] = p->moves[i];
        else add_call(w, v, perudo_move_kind(p->moves[i]), after, l.value);
    }
    for (int i = 0; i < bids; i++) {
        perudo_position next = *v;
        perudo_play(p->rules, &next, l.move[i]);
        const float *value = respond(w, &next, l.reach + (size_t)i * width, share / bids);
        lanes_add_scaled(l.value, value, 1, own_width(w));
    }
    if (bids == 0) w->done += share;
    return l.value;
}

/* The values of a position in which the responder moves: the highest of its moves, for each hand.
 */
static float *respond(walk *w, const perudo_position *v, const float *reach, double share) {
    const level l = level_at(w, v->bids);
    int width = own_width(w);
    bool rare = lanes_sum(reach, other_width(w)) < (float)w->options->eps;
    for (int h = 0; h < width; h++) l.value[h] = v->bids ? 0 : -1e30f;
    if (v->bids) add_call(w, v, PERUDO_DUDO, reach, l.value);
    /* The opener has to bid whatever the time. */
    bool stops = v->bids && (rare || over(w));
    int count = stops ? 0 : (int)perudo_moves(w->player->rules, v, w->seat, l.move);
    if (count == 0) w->done += share;
    for (int i = 0; i < count; i++) {
        perudo_kind kind = perudo_move_kind(l.move[i]);
        float *value = level_at(w, v->bids + 1).value;
        if (kind == PERUDO_BIDS) {
            perudo_position next = *v;
            perudo_play(w->player->rules, &next, l.move[i]);
            listen(w, &next, reach, share / count);
        } else {
            memset(value, 0, (size_t)width * sizeof *value);
            add_call(w, v, kind, reach, value);
            w->done += share / count;
        }
        for (int h = 0; h < width; h++)
            if (value[h] > l.value[h]) l.value[h] = value[h];
    }
    if (w->options->progress) w->options->progress(w->options->context, w->seat, w->done);
    return l.value;
}

static bool make_levels(walk *w) {
    const hands *own = w->round.hands;
    size_t count = (size_t)(w->round.total * w->player->rules->faces + 2); /* no bid is repeated */
    w->moves = w->player->rules->rules.max_moves;
    w->widest = (size_t)(own[0].padded > own[1].padded ? own[0].padded : own[1].padded);
    w->move = malloc(count * w->moves * sizeof *w->move);
    w->reach = perudo_hands_floats(count * w->moves * w->widest);
    w->value = perudo_hands_floats(count * w->widest);
    return w->move && w->reach && w->value;
}

static void free_levels(walk *w) {
    free(w->move);
    free(w->reach);
    free(w->value);
}

bool perudo_respond_fully(player *p, const int dice[2], const full_response_options *o,
                          full_response *out, error *e) {
    perudo_position start = perudo_opening(p->rules, dice);
    walk w = {.player = p,
              .round = {.rules = p->rules, .total = dice[0] + dice[1]},
              .options = o,
              .out = out,
              .begin = clock_now()};
    for (int s = 0; s < 2; s++) w.round.hands[s] = *perudo_player_hands(p, &start, s);
    perudo_round_set_worth(&w.round);
    if (!make_levels(&w)) {
        free_levels(&w);
        return error_set(e, "no memory for a best response");
    }
    *out = (full_response){.complete = true};
    for (w.seat = 0; w.seat < 2; w.seat++) {
        const hands *own = &w.round.hands[w.seat];
        const float *prior = w.round.hands[1 - w.seat].prior;
        w.done = 0;
        const float *value =
            w.seat == 0 ? respond(&w, &start, prior, 1) : listen(&w, &start, prior, 1);
        for (int h = 0; h < own->count; h++)
            out->gain[w.seat] += (double)own->prior[h] * (double)value[h];
    }
    free_levels(&w);
    out->exploitability = (out->gain[0] + out->gain[1]) / 2;
    out->value = (out->gain[0] - out->gain[1]) / 2;
    return true;
}
