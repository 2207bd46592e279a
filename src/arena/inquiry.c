#include "arena/inquiry.h"

#include <stdlib.h>
#include <string.h>

bool inquiry_create(inquiry *t, const game_rules *rules, const game_position *view, int seat,
                    bool values, int lines, int64_t time, error *e) {
    char settings[700];
    text words = text_over(settings, sizeof settings);
    *t = (inquiry){.seat = seat, .limits.move_time = time};
    game_write_settings(rules, &words);
    t->rules = game_create(rules->game, settings, e);
    if (!t->rules) return false;
    t->view = game_new_position(t->rules);
    if (lines > 1 && !rules->game->view) {
        t->lines = lines < INQUIRY_LINES_MAX ? lines : INQUIRY_LINES_MAX;
        t->after = game_new_position(t->rules);
    }
    t->values = values || t->lines;
    if (t->values) {
        t->moves = malloc(t->rules->max_moves * sizeof *t->moves);
        t->value = malloc(t->rules->max_moves * sizeof *t->value);
    }
    if (!t->view || (t->values && (!t->moves || !t->value)) || (t->lines && !t->after)) {
        inquiry_destroy(t);
        return error_set(e, "no memory for a question");
    }
    game_copy(t->rules, t->view, view);
    return true;
}

void inquiry_destroy(inquiry *t) {
    game_destroy(t->rules);
    free(t->view);
    free(t->moves);
    free(t->value);
    free(t->after);
    *t = (inquiry){0};
}

/* The best move that is not in the lines yet; false if none is left. */
static bool next_best(const inquiry *t, size_t *best) {
    bool found = false;
    for (size_t i = 0; i < t->count; i++) {
        bool known = t->value[i] == ENGINE_UNKNOWN;
        for (int k = 0; k < t->line_count; k++) known = known || t->line[k].moves[0] == t->moves[i];
        if (known || (found && t->value[i] <= t->value[*best])) continue;
        *best = i;
        found = true;
    }
    return found;
}

/* Follows the best moves: what the engine expects after each of them. */
static void follow(inquiry *t, engine *who, const engine_watch *watch) {
    engine_limits limits = {.move_time = t->limits.move_time / (2 * t->lines)};
    size_t best = 0;
    while (t->line_count < t->lines && next_best(t, &best)) {
        inquiry_line *l = &t->line[t->line_count++];
        *l = (inquiry_line){.score = t->value[best], .count = 1, .moves = {t->moves[best]}};
        game_copy(t->rules, t->after, t->view);
        game_play(t->rules, t->after, t->moves[best], NULL);
        int turn = game_turn(t->rules, t->after);
        if (turn < 0) continue;
        engine_result r = {0};
        engine_think(who, t->after, turn, &limits, watch, &r);
        for (size_t i = 0; i < r.line_count && l->count < ENGINE_LINE_MAX; i++)
            l->moves[l->count++] = r.line[i];
        if (r.line_count == 0 && r.move) l->moves[l->count++] = r.move;
    }
}

/* An engine may tell values without naming the best move. */
static void name_best(inquiry *t) {
    const inquiry_line *l = &t->line[0];
    if (t->found.move || t->line_count == 0) return;
    t->found.move = l->moves[0];
    t->found.score = l->score;
    t->found.scored = true;
    t->found.line_count = l->count;
    memcpy(t->found.line, l->moves, l->count * sizeof *l->moves);
}

void inquiry_think(inquiry *t, engine *who, const engine_watch *watch) {
    t->found = (engine_result){0};
    if (t->values && who->kind->values) {
        engine_limits limits = t->limits;
        if (t->lines) limits.move_time /= 2;
        t->count = game_moves(t->rules, t->view, t->seat, t->moves);
        who->kind->values(who, t->view, t->seat, &limits, watch, t->value, &t->found);
        if (t->lines) follow(t, who, watch);
        name_best(t);
    }
    /* An engine may have found no value in time, but it always has a move. */
    if (t->lines ? t->line_count == 0 : !t->values || !who->kind->values)
        engine_think(who, t->view, t->seat, &t->limits, watch, &t->found);
}
