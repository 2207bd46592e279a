#include "puzzles/prover.h"

#include <stdlib.h>
#include <string.h>

const prover_kind *const provers_all[] = {&damas_prover, &trax_prover, &perudo_prover, &dots_prover,
                                          NULL};

const prover_kind *prover_find(const game *g, error *e) {
    for (size_t i = 0; provers_all[i]; i++)
        if (provers_all[i]->game == g) return provers_all[i];
    error_set(e, "there are no puzzles of %s", g->title);
    return NULL;
}

unsigned prover_theme(const prover_kind *k, const char *name, size_t length, error *e) {
    char names[200];
    text t = text_over(names, sizeof names);
    for (int i = 0; k->themes[i]; i++) {
        if (text_same(name, length, k->themes[i])) return 1u << i;
        text_addf(&t, "%s%s", i ? ", " : "", k->themes[i]);
    }
    error_set(e, "there is no theme '%.*s' in %s; there are: %s", (int)(length < 30 ? length : 30),
              name, k->game->title, names);
    return 0;
}

bool prover_prove(prover *p, const game_position *view, puzzle *out) {
    text rules = text_over(out->rules, sizeof out->rules);
    text start = text_over(out->start, sizeof out->start);
    out->decisions = 0;
    out->options = 0;
    out->themes = 0;
    game_write_settings(p->rules, &rules);
    game_write_position(p->rules, view, &start);
    return !rules.full && !start.full && p->kind->prove(p, view, out);
}

/* Perudo's values come from floats, which machines round differently. */
static bool near(const puzzle *p, int a, int b) {
    int difference = a > b ? a - b : b - a;
    return difference <= (p->goal == PUZZLE_ROUND ? 1 : 0);
}

static bool compare(const puzzle *stored, const puzzle *proven, error *e) {
    if (stored->goal != proven->goal) return error_set(e, "the goal differs");
    if (stored->themes != proven->themes) return error_set(e, "the themes differ");
    int rating = stored->rating - proven->rating;
    if (rating < -10 || rating > 10 || (rating && stored->goal != PUZZLE_ROUND))
        return error_set(e, "the rating is %d, not %d", proven->rating, stored->rating);
    if (stored->decisions != proven->decisions)
        return error_set(e, "the line has %d decisions, not %d", proven->decisions,
                         stored->decisions);
    for (int i = 0; i < stored->decisions; i++) {
        const puzzle_decision *s = &stored->decision[i], *p = &proven->decision[i];
        if (s->good != p->good || s->count != p->count || strcmp(s->then, p->then) != 0)
            return error_set(e, "decision %d differs", i + 1);
        if (strcmp(puzzle_solution(stored, i)->move, puzzle_solution(proven, i)->move) != 0)
            return error_set(e, "decision %d is %s, not %s", i + 1,
                             puzzle_solution(proven, i)->move, puzzle_solution(stored, i)->move);
        for (size_t j = p->first; j < p->first + p->count; j++) {
            const puzzle_option *o = &proven->option[j], *other = puzzle_find(stored, i, o->move);
            if (!other || puzzle_is_good(stored, i, other) != puzzle_is_good(proven, i, o) ||
                !near(stored, o->value, other->value) || strcmp(o->reply, other->reply) != 0)
                return error_set(e, "decision %d: %s differs", i + 1, o->move);
        }
    }
    return true;
}

bool prover_check(prover *p, const puzzle *stored, error *e) {
    puzzle proven;
    puzzle_init(&proven, stored->game);
    game_position *view = game_new_position(p->rules);
    bool good = view != NULL || error_set(e, "no memory for a puzzle");
    good = good && game_read_position(p->rules, stored->start, view, e);
    good = good &&
           (prover_prove(p, view, &proven) || error_set(e, "it does not have a single solution"));
    good = good && compare(stored, &proven, e);
    puzzle_free(&proven);
    free(view);
    return good;
}

static bool write(const prover *p, const game_position *before, game_move m,
                  char word[GAME_MOVE_TEXT]) {
    text t = text_over(word, GAME_MOVE_TEXT);
    if (m) game_write_move(p->rules, before, m, &t);
    return !t.full;
}

bool prover_add(const prover *p, puzzle *out, bool good, const game_position *before, game_move m,
                game_move reply, int value) {
    char move[GAME_MOVE_TEXT], answer[GAME_MOVE_TEXT] = "";
    bool fine = write(p, before, m, move);
    if (reply) {
        game_position *after = game_new_position(p->rules);
        if (!after) return false;
        game_copy(p->rules, after, before);
        game_play(p->rules, after, m, NULL);
        fine = fine && write(p, after, reply, answer);
        free(after);
    }
    return fine && puzzle_add(out, good, move, answer, value);
}

bool prover_answer(const prover *p, puzzle *out, const game_position *before, game_move m) {
    char move[GAME_MOVE_TEXT];
    return write(p, before, m, move) && puzzle_answer(out, move);
}
