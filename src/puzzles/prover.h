/* prover - whether a position has exactly one solution, by the exact knowledge of each game.
 *
 *   Damas   The only move that gains at least a man by force: after every reply material is won
 *           within GAIN_PLIES plies, counted when neither side can capture; after every other move
 *           the opponent can prevent that. With four pieces or fewer: the only move that wins, by
 *           endgame tables.
 *   Trax    The only turn after which a win is forced: at once, or by threats, whatever the
 *           opponent plays. For every other turn there is an answer after which the solver has no
 *           win within the same number of turns, by threats or not.
 *   Dots    The only line after which the game is won, by the exact solver.
 *   Perudo  The best move of a round between two players against an opponent who bids by the
 *           built-in tables (near-equilibria): its value is at least what is shown, that of every
 *           other move at most what is shown, whatever the solver does later in the round.
 *
 * Searches are limited by depth or nodes, never by time, so a proof comes out the same everywhere.
 */
#ifndef DAMERO_PROVER_H
#define DAMERO_PROVER_H

#include "puzzles/puzzle.h"

enum { PUZZLE_THEMES = 16 }; /* at most, of one game */

/* A prover set up for rules; concrete ones have it as their first member. */
typedef struct prover {
    const struct prover_kind *kind;
    const game_rules *rules; /* not owned */
} prover;

typedef struct prover_kind {
    const game *game;
    const char *const *themes; /* ends with NULL */
    const uint8_t *most;       /* percentage of the puzzles with each theme */
    const char *const *rules;  /* settings to make puzzles of, in turn; ends with NULL */
    uint64_t nodes;            /* of the engine's search for each move of self-play */
    int random_plies;          /* random moves at the start of a game */
    int careless;              /* percentage of random moves after those */
    int spread;                /* at most this many puzzles of one game of self-play, */
    int apart;                 /* at least this many plies apart, or they would be alike */
    prover *(*create)(const game_rules *, error *);
    void (*destroy)(prover *);

    /* Whether the position has one solution for the seat on turn, which sees no more than `view`.
     * If so, fills the puzzle's goal, themes, rating and line; otherwise what it holds means
     * nothing. */
    bool (*prove)(prover *, const game_position *view, puzzle *);
} prover_kind;

/* All of them in the order of games_all; the last is NULL. */
extern const prover_kind *const provers_all[];

/* That of a game; NULL with an error if it has none. */
const prover_kind *prover_find(const game *, error *);

/* The bit of a theme; 0 with an error that lists the names if there is none of that name. */
unsigned prover_theme(const prover_kind *, const char *name, size_t length, error *);

/* Proves a position of a puzzle: also sets its rules and start. False if it has no single
 * solution. */
bool prover_prove(prover *, const game_position *view, puzzle *);

/* Proves a puzzle again from its position; false with an error that says what differs. */
bool prover_check(prover *, const puzzle *, error *);

/* Help for provers: adds a move of the solver with its reply (0: none), as texts. `before` is the
 * position, which is copied. */
bool prover_add(const prover *, puzzle *, bool good, const game_position *before, game_move,
                game_move reply, int value);
bool prover_answer(const prover *, puzzle *, const game_position *before, game_move);

extern const prover_kind damas_prover, trax_prover, dots_prover, perudo_prover;

#endif
