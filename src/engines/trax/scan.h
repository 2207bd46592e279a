/* trax scan - which player could complete a loop or a line with one turn. Either player may lay any
 * tile, so one scan serves both: a turn that closes only White's loop wins for White no matter who
 * plays it.
 *
 * A scan from scratch looks at all turns. After one turn from a position in which nothing could be
 * completed, only turns that interact with that turn can complete something (area.h). The turn list
 * of the position before (turns.h) tells which those are.
 */
#ifndef DAMERO_TRAX_SCAN_H
#define DAMERO_TRAX_SCAN_H

#include "engines/trax/turns.h"

enum { TRAX_THREATS_MAX = 12 };

typedef struct trax_outlook {
    trax_move win;    /* a turn that wins for the seat to move, or 0; it ends the scan */
    unsigned threats; /* number of turns that would win for the opponent, if there is no `win` */
    trax_move threat[TRAX_THREATS_MAX]; /* the first of them */
} trax_outlook;

/* The outlook from scratch. */
void trax_scan(const trax_rules *, trax_position *, trax_outlook *);

/* The same after one turn from the position of the turn list. Nothing that could be completed there
 * may still be possible, other than what the turn has changed. */
void trax_scan_after(const trax_rules *, trax_position *, const trax_turns *before, trax_outlook *);

/* A quick estimate, without a scan, of how often a seat could win next because of the last turn:
 * the tracks of that seat which it extended and whose ends one turn could usually join, or which
 * lead from an outer side to near the opposite one. It sees most wins, but not all. */
unsigned trax_seeming_wins(const trax_rules *, const trax_position *, int seat);

/* Whether a turn is still legal and wins for `seat`. */
bool trax_wins_by(const trax_rules *, trax_position *, trax_move, int seat);

#endif
