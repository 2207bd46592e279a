#include "referee/review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engines/engine.h"

static const double BEST_BELOW = 0.02;
static const double at_most[REVIEW_CLASSES - 1] = {0, 0.05, 0.12, 0.25};

const char *review_class_name(review_class c) {
    static const char *const names[] = {
        [REVIEW_BEST] = "best",
        [REVIEW_GOOD] = "good",
        [REVIEW_INACCURACY] = "inaccuracy",
        [REVIEW_MISTAKE] = "mistake",
        [REVIEW_BLUNDER] = "blunder",
    };
    return names[c];
}

static review_class class_of(double cost) {
    if (cost < BEST_BELOW) return REVIEW_BEST;
    review_class c = REVIEW_GOOD;
    while (c < REVIEW_BLUNDER && cost > at_most[c]) c++;
    return c;
}

/* The margin at which three games in four or so are won: 1.1 of these. */
static double scale_of(const char *unit) {
    if (strncmp(unit, "hundredths of a man", 19) == 0) return 150;
    if (strncmp(unit, "hundredths", 10) == 0) return 200;
    return 2;
}

/* How far a seat is ahead already, if scores are of what is still to come. */
static double lead(const history *h, int seat, const char *unit) {
    if (!strstr(unit, "still to come")) return 0;
    game_outcome o = game_result(h->rules, h->now);
    return o.score[seat] - o.score[1 - seat];
}

/* The expected result of `seat` in the current position; negative if it is not known. */
static double expected(const history *h, int seat, const char *unit, const review_point *p) {
    game_outcome o = game_result(h->rules, h->now);
    if (o.over) return o.winner == GAME_NOBODY ? 0.5 : o.winner == seat;
    if (!p->best || !p->scored || h->rules->seats != 2) return -1;
    int score = p->seat == seat ? p->score : -p->score;
    if (abs(score) >= ENGINE_CERTAIN) return score > 0;
    double margin = score + lead(h, seat, unit);
    return 1 / (1 + exp(-margin / scale_of(unit)));
}

/* Judges a move by the odds, against what the engine plays, or else the most likely move. */
static void judge_by_odds(const history *h, int seat, game_move played, const review_point *p,
                          game_position *view, game_move *legal, review_move *r) {
    const game *g = h->rules->game;
    g->view(h->rules, h->now, seat, view);
    size_t count = p->best ? 0 : game_moves(h->rules, view, seat, legal);
    double worth = g->odds(h->rules, view, seat, played);
    double best = p->best ? g->odds(h->rules, view, seat, p->best) : 0;
    for (size_t i = 0; i < count; i++) {
        double w = g->odds(h->rules, view, seat, legal[i]);
        if (w <= best) continue;
        best = w;
        r->best = legal[i];
    }
    r->judged = true;
    r->cost = best < worth ? 0 : best - worth;
}

bool review_judge(const history *whole, const char *unit, const review_point *points,
                  review_move *moves, error *e) {
    const game_rules *rules = whole->rules;
    bool odds = rules->game->odds != NULL;
    game_position *view = game_new_position(rules);
    game_move *legal = malloc(rules->max_moves * sizeof *legal);
    history h = {0};
    bool good = (view && legal) || error_set(e, "no memory for a review");
    good = good && history_create(&h, rules, e);
    if (good) history_set(&h, whole->start);
    for (size_t i = 0; good && i < whole->count; i++) {
        review_move *r = &moves[i];
        game_move played = whole->moves[i];
        int seat = game_mover(rules, h.now, played, legal);
        *r = (review_move){.seat = seat, .best = points[i].best};
        if (odds && seat >= 0) judge_by_odds(&h, seat, played, &points[i], view, legal, r);
        double before = odds || seat < 0 ? -1 : expected(&h, seat, unit, &points[i]);
        good = history_play(&h, played, e);
        if (!good || seat < 0) continue;
        if (!odds && before >= 0) {
            double after = expected(&h, seat, unit, &points[i + 1]);
            bool best = played == points[i].best;
            r->judged = best || after >= 0;
            r->cost = best || after > before ? 0 : before - after;
            r->exact =
                points[i].exact && (best || points[i + 1].exact || game_result(rules, h.now).over);
        }
        r->class = class_of(r->cost);
    }
    history_destroy(&h);
    free(legal);
    free(view);
    return good;
}

double review_accuracy(const review_move *moves, size_t count, int seat) {
    double sum = 0;
    int judged = 0;
    for (size_t i = 0; i < count; i++) {
        if (!moves[i].judged || moves[i].seat != seat) continue;
        double percent = 103.1668 * exp(-4.354 * moves[i].cost) - 3.1669;
        sum += percent < 0 ? 0 : percent > 100 ? 100 : percent;
        judged++;
    }
    return judged ? sum / judged : -1;
}
