/* The seven functions of the co-design (a thesis on Trax in hardware and software): legal moves,
 * place, winner, threats, corners, value, choice. Here on boards of any size.
 *
 * A *threat* is a loop that one turn closes, a *corner* one that two turns close; loops are the
 * same when they have the same colour and pass through the same spaces, and each counts once. A
 * turn is evaluated so:
 *
 *   1. place it with what it forces, or find it illegal
 *   2. if that wins for anyone, by the rules of the variant, stop
 *   3. list the legal turns of the new board, and begin with an empty mask of loops
 *   4. try each: if it wins for the opponent, who is on turn, the turn evaluated *loses* and
 * nothing is counted; every loop that is not in the mask is a threat of the mover's and goes into
 * it; turns that complete nothing are kept
 *   5. after each turn kept, try each legal turn: every loop that is not in the mask is a corner of
 *      its colour and goes into it
 *
 * Two implementations: codesign_literal.c does just this on plain boards; codesign.c finds the same
 * numbers from linked tracks and leaves out turns that cannot matter. Tests hold them equal.
 */
#ifndef DAMERO_TRAX_CODESIGN_H
#define DAMERO_TRAX_CODESIGN_H

#include "engines/engine.h"
#include "games/trax/trax.h"

typedef struct codesign_report {
    bool illegal;
    int winner; /* a seat that has won with this turn, or GAME_NOBODY */
    bool loses; /* the opponent can win next turn; the counts are 0 then */
    unsigned own_threats, own_corners, other_corners;
} codesign_report;

enum {
    CODESIGN_LOST = 0,     /* the turn wins for the opponent, or is illegal */
    CODESIGN_THREAT = 1,   /* it leaves the opponent a win */
    CODESIGN_EVEN = 66,    /* nothing for anyone; what the first turn of a game is given */
    CODESIGN_DOUBLE = 254, /* two threats and none against: it wins next turn */
    CODESIGN_WON = 255,
};

/* The value of a turn of `mover`, 0..255. Between the marks above it is linear: 66, 3 for a threat,
 * 1 for each own corner, less 1 for each of the opponent's, corners counted up to 63 as the
 * hardware's register does. */
int codesign_value(const codesign_report *, int mover);

/* Works on a copy of a position; owned by the caller. */
typedef struct codesign codesign;
codesign *codesign_create(const trax_rules *, error *);
void codesign_destroy(codesign *);
void codesign_set(codesign *, const trax_position *);
void codesign_evaluate(codesign *, trax_move, codesign_report *);

/* When to answer with what is known so far. */
typedef struct codesign_limit {
    const engine_watch *watch; /* or NULL */
    int64_t deadline;          /* of clock_now; 0: none */
} codesign_limit;
bool codesign_limit_reached(const codesign_limit *);

/* The turn of the highest value, the first in the contract's order among equals; 0 where there is
 * none. `limit` and `value` may be NULL. */
trax_move codesign_choose(codesign *, const codesign_limit *, int *value);

/* The same from the literal implementation. */
typedef struct codesign_literal codesign_literal;
codesign_literal *codesign_literal_create(const trax_rules *, error *);
void codesign_literal_destroy(codesign_literal *);
void codesign_literal_set(codesign_literal *, const trax_position *);
void codesign_literal_evaluate(codesign_literal *, trax_move, codesign_report *);
trax_move codesign_literal_choose(codesign_literal *, int *value);

/* The limit for a turn begun at `start`: all but an eighth of its time, a tenth of the clock. */
codesign_limit codesign_limit_of(const engine_limits *, const engine_watch *, int64_t start);

/* What the engines that choose by these values say of their choice, or nothing. */
void codesign_remark(int value, text *);

/* An engine that plays by codesign_choose. */
extern const engine_kind codesign_engine;

#endif
