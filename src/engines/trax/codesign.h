/* The seven functions of the co-design (a thesis on Trax in hardware and software): legal moves,
 * place, winner, threats, corners, value, choice. Here on boards of any size.
 *
 * A *threat* is a loop that one turn closes, a *corner* one that two turns close. Two loops are the
 * same if they have the same colour and pass through the same spaces; each counts once. A turn is
 * evaluated like this:
 *
 *   1. place it with the tiles it forces, or find it illegal
 *   2. if that wins for anyone, by the rules of the variant, stop
 *   3. list the legal turns of the new board, and start with an empty mask of loops
 *   4. try each: if it wins for the opponent, who is to move, the evaluated turn *loses* and
 * nothing is counted; every loop not in the mask is a threat of the mover and is added to it; turns
 * that complete nothing are kept
 *   5. after each kept turn, try each legal turn: every loop not in the mask is a corner of its
 * colour and is added to it
 *
 * There are two implementations: codesign_literal.c does just this on plain boards; codesign.c
 * finds the same numbers from linked tracks and skips turns that cannot matter. Tests compare them.
 */
#ifndef DAMERO_TRAX_CODESIGN_H
#define DAMERO_TRAX_CODESIGN_H

#include "engines/engine.h"
#include "games/trax/trax.h"

typedef struct codesign_report {
    bool illegal;
    int winner; /* a seat that has won with this turn, or GAME_NOBODY */
    bool loses; /* the opponent can win next turn; then the counts are 0 */
    unsigned own_threats, own_corners, other_corners;
} codesign_report;

enum {
    CODESIGN_LOST = 0,     /* the turn wins for the opponent, or is illegal */
    CODESIGN_THREAT = 1,   /* it lets the opponent win next turn */
    CODESIGN_EVEN = 66,    /* no threats or corners; also the value of a game's first turn */
    CODESIGN_DOUBLE = 254, /* two threats and none against it: a win next turn */
    CODESIGN_WON = 255,
};

/* The value of a turn of `mover`, 0..255. Apart from the marks above it is linear: 66, plus 3 for a
 * threat, plus 1 for each own corner, minus 1 for each of the opponent's; corners saturate at 63,
 * like the hardware's register. */
int codesign_value(const codesign_report *, int mover);

/* Works on a copy of a position. Owned by the caller. */
typedef struct codesign codesign;
codesign *codesign_create(const trax_rules *, error *);
void codesign_destroy(codesign *);
void codesign_set(codesign *, const trax_position *);
void codesign_evaluate(codesign *, trax_move, codesign_report *);

/* Function 4 in full: the distinct loops of each colour, white first, that one turn closes on the
 * board after a turn. codesign_evaluate stops at the first turn that wins for the opponent, as the
 * hardware does, whose register has no room for the opponent's threats; this does not. Both are 0
 * for a turn that is illegal or ends the game. */
void codesign_threats(codesign *, trax_move, unsigned threats[2]);

/* When to stop and answer with what is known so far. */
typedef struct codesign_limit {
    const engine_watch *watch; /* or NULL */
    int64_t deadline;          /* in clock_now time; 0: none */
} codesign_limit;
bool codesign_limit_reached(const codesign_limit *);

/* The turn with the highest value, among equals the first in the contract's order; 0 if there is
 * none. `limit` and `value` may be NULL. */
trax_move codesign_choose(codesign *, const codesign_limit *, int *value);

/* The same from the literal implementation. */
typedef struct codesign_literal codesign_literal;
codesign_literal *codesign_literal_create(const trax_rules *, error *);
void codesign_literal_destroy(codesign_literal *);
void codesign_literal_set(codesign_literal *, const trax_position *);
void codesign_literal_evaluate(codesign_literal *, trax_move, codesign_report *);
void codesign_literal_threats(codesign_literal *, trax_move, unsigned threats[2]);
trax_move codesign_literal_choose(codesign_literal *, int *value);

/* The time budget of a turn started at `start`: seven eighths of the time per move, or of a tenth
 * of the clock. */
codesign_limit codesign_limit_of(const engine_limits *, const engine_watch *, int64_t start);

/* The note that engines which choose by these values attach to their choice, if any. */
void codesign_remark(int value, text *);

/* The engine that plays codesign_choose. */
extern const engine_kind codesign_engine;

#endif
