/* Helpers for tests of Damas: how a game starts and continues, its state, what it refuses. */
#ifndef DAMERO_DAMAS_SCENE_H
#define DAMERO_DAMAS_SCENE_H

#include "games/damas/moves.h"
#include "games/damas/notation.h"
#include "support.h"

/* A game by these settings from this position ("": the start). */
static inline history begin(const char *settings, const char *fen) {
    error e;
    history h = game_after("damas", settings, "");
    if (*fen) {
        if (!game_read_position(h.rules, fen, h.now, &e)) fail_msg("%s: %s", fen, e.message);
        game_copy(h.rules, h.start, h.now);
    }
    return h;
}

static inline void play(history *h, const char *moves) {
    error e;
    if (!history_play_all(h, moves, &e)) fail_msg("%s", e.message);
}

static inline void assert_position(const history *h, const char *expected) {
    char fen[DAMAS_POSITION_TEXT];
    text t = text_over(fen, sizeof fen);
    game_write_position(h->rules, h->now, &t);
    assert_string_equal(fen, expected);
}

static inline void assert_moves(const history *h, const char *expected) {
    game_move moves[DAMAS_MOVES_MAX];
    char found[800];
    text t = text_over(found, sizeof found);
    size_t count = game_moves(h->rules, h->now, game_turn(h->rules, h->now), moves);
    for (size_t i = 0; i < count; i++) {
        if (i) text_add_char(&t, ' ');
        game_write_move(h->rules, h->now, moves[i], &t);
    }
    assert_string_equal(found, expected);
}

static inline void assert_over(const history *h, int winner, const char *reason) {
    game_outcome o = game_result(h->rules, h->now);
    assert_true(o.over);
    assert_int_equal(o.winner, winner);
    assert_string_equal(o.reason, reason);
    assert_int_equal(game_turn(h->rules, h->now), GAME_OVER);
}

static inline void assert_refused(const history *h, const char *move, const char *why) {
    error e;
    game_move m = 0;
    assert_false(game_read_move(h->rules, h->now, move, &m, &e));
    assert_string_equal(e.message, why);
}

#endif
