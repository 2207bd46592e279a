#include "engines/perudo/player.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

/* The effort without any limit. */
enum { USUAL = 200 };

player *perudo_player_create(const engine_kind *kind, const game_rules *rules,
                             const engine_options *options, error *e) {
    player *p = calloc(1, sizeof *p);
    if (!p) {
        error_set(e, "no memory for a player");
        return NULL;
    }
    p->engine = (engine){.kind = kind, .rules = rules};
    p->rules = perudo_rules_of(rules);
    p->level = options->level;
    p->random = random_seed(options->seed);
    perudo_model_init(&p->model, p->rules);
    int most = 0, widest = 0;
    for (int seat = 0; seat < rules->seats; seat++)
        most = p->rules->most[seat] > most ? p->rules->most[seat] : most;
    bool good = true;
    for (int jokers = 0; jokers < 2; jokers++)
        for (int dice = 1; dice <= most; dice++) {
            hands *h = &p->hands[jokers][dice];
            good = good && perudo_hands_create(h, dice, p->rules->faces, jokers);
            if (good && h->padded > widest) widest = h->padded;
        }
    p->moves = malloc(rules->max_moves * sizeof *p->moves);
    p->chance = good ? perudo_hands_floats(rules->max_moves * (size_t)widest) : NULL;
    if (p->moves && p->chance && perudo_beliefs_create(&p->beliefs, rules->seats, widest, e))
        return p;
    error_set(e, "no memory for a player");
    perudo_player_destroy(&p->engine);
    return NULL;
}

void perudo_player_destroy(engine *e) {
    player *p = (player *)e;
    for (int jokers = 0; jokers < 2; jokers++)
        for (int dice = 1; dice <= PERUDO_DICE_MAX; dice++)
            perudo_hands_destroy(&p->hands[jokers][dice]);
    perudo_beliefs_destroy(&p->beliefs);
    free(p->moves);
    free(p->chance);
    free(p);
}

bool perudo_question_over(const question *q) {
    return (q->deadline && clock_now() >= q->deadline) || engine_stopped(q->watch);
}

int perudo_question_bid(const question *q, perudo_bid b) {
    for (int i = 0; i < q->count; i++)
        if (perudo_move_kind(q->moves[i]) == PERUDO_BIDS && perudo_move_bid_of(q->moves[i]) == b)
            return i;
    return -1;
}

int perudo_question_call(const question *q, perudo_kind kind) {
    for (int i = 0; i < q->count; i++)
        if (perudo_move_kind(q->moves[i]) == kind) return i;
    return -1;
}

/* Draws a move by its chance. */
static int draw(player *p, const question *q, const float *chance) {
    float at = (float)random_below(&p->random, 1u << 24) / (float)(1u << 24);
    int last = 0;
    for (int i = 0; i < q->count; i++) {
        float c = chance[(size_t)i * (size_t)q->own->padded + (size_t)q->hand];
        if (c <= 0) continue;
        last = i;
        at -= c;
        if (at < 0) break;
    }
    return last;
}

/* The time for a move: a twentieth of the clock, as many rounds may follow. 0: no limit. */
static int64_t time_budget(const engine_limits *l) {
    int64_t time = l->move_time;
    if (l->clock) {
        int64_t share = l->clock / 20 + l->increment / 2;
        time = time && time < share ? time : share;
    }
    return time;
}

question perudo_player_ask(player *p, const perudo_position *view, int seat,
                           const engine_limits *limits, const engine_watch *watch) {
    int64_t time = time_budget(limits);
    const hands *own = perudo_player_hands(p, view, seat);
    return (question){.view = view,
                      .seat = seat,
                      .own = own,
                      .hand = view->hand[seat] ? perudo_hands_find(own, view->hand[seat]) : -1,
                      .moves = p->moves,
                      .count = (int)perudo_moves(p->rules, view, seat, p->moves),
                      .deadline = time ? clock_now() + time - time / 4 : 0,
                      .effort = limits->nodes ? limits->nodes
                                : time        ? PERUDO_ENDLESS
                                              : USUAL,
                      .watch = watch};
}

void perudo_player_think(engine *e, const game_position *position, int seat,
                         const engine_limits *limits, const engine_watch *watch,
                         engine_result *result) {
    player *p = (player *)e;
    const perudo_position *view = perudo_position_of(position);
    int64_t start = clock_now();
    *result = (engine_result){0};
    question q = perudo_player_ask(p, view, seat, limits, watch);
    if (q.count == 0) return;
    result->move = p->moves[0];
    text note = text_over(result->note, sizeof result->note);
    if (q.hand < 0) { /* only a position from outside is like that */
        text_add(&note, "its own dice are not known");
        return;
    }
    memset(p->chance, 0, (size_t)q.count * (size_t)q.own->padded * sizeof *p->chance);
    result->nodes = p->strategy(p, &q, p->chance);
    int move = draw(p, &q, p->chance);
    result->move = p->moves[move];
    result->line[0] = result->move;
    result->line_count = 1;
    result->depth = 1;
    result->time = clock_now() - start;
    float chance = p->chance[(size_t)move * (size_t)q.own->padded + (size_t)q.hand];
    text_addf(&note, "chosen %d %% of the time with this hand", (int)(chance * 100 + 0.5f));
}

void perudo_player_hear(player *p, const perudo_position *v) {
    const hands *own[PERUDO_SEATS_MAX] = {NULL};
    for (int seat = 0; seat < p->rules->seats; seat++)
        if (v->count[seat]) own[seat] = perudo_player_hands(p, v, seat);
    perudo_beliefs_hear(&p->beliefs, &p->model, v, own);
}

void perudo_player_believe(player *p, const perudo_position *v, int seat, int face,
                           double chance[PERUDO_TOTAL_MAX + 1]) {
    memset(chance, 0, (PERUDO_TOTAL_MAX + 1) * sizeof *chance);
    int own = v->hand[seat] ? perudo_matching(v->hand[seat], face, !v->palifico) : 0, top = own;
    perudo_player_hear(p, v);
    chance[own] = 1;
    for (int other = 0; other < p->rules->seats; other++) {
        if (!v->count[other] || (other == seat && v->hand[seat])) continue;
        const hands *h = perudo_player_hands(p, v, other);
        double of[PERUDO_DICE_MAX + 1] = {0}, next[PERUDO_TOTAL_MAX + 1] = {0};
        for (int i = 0; i < h->count; i++)
            of[h->matching[face][i]] += (double)perudo_beliefs_hand(&p->beliefs, h, other, i);
        for (int a = 0; a <= top; a++)
            for (int b = 0; b <= h->dice; b++) next[a + b] += chance[a] * of[b];
        top += h->dice;
        memcpy(chance, next, sizeof next);
    }
}

game_move perudo_player_interrupt(engine *e, const game_position *position, int seat) {
    player *p = (player *)e;
    const perudo_position *v = perudo_position_of(position);
    perudo_bid last = perudo_last_bid(v);
    double chance[PERUDO_TOTAL_MAX + 1];
    if (seat == v->next || !perudo_may_calza(p->rules, v, seat)) return 0;
    if (v->count[seat] >= p->rules->most[seat]) return 0;
    perudo_player_believe(p, v, seat, perudo_bid_face(last), chance);
    return chance[perudo_bid_count(last)] > 0.5 ? perudo_move(PERUDO_CALZA, seat) : 0;
}
