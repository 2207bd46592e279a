/* trax scan - who could complete a loop or a line with one turn. As either player may lay any tile,
 * the same turns serve both: what closes only White's loop wins for White whoever plays it.
 *
 * A scan from scratch is a pass over all turns. After one turn from a position in which nothing is
 * left to complete, only turns can complete something that the turn has to do with (area.h). The
 * *view* of the position before (view.h) tells which these are.
 */
#ifndef DAMERO_TRAX_SCAN_H
#define DAMERO_TRAX_SCAN_H

#include "engines/trax/view.h"

enum { TRAX_THREATS_MAX = 12 };

typedef struct trax_outlook {
    trax_move win;    /* wins for the seat on turn; 0: it has none. The pass ends with the first */
    unsigned threats; /* turns by which the opponent would win if it were on turn, without `win` */
    trax_move threat[TRAX_THREATS_MAX]; /* the first of them */
} trax_outlook;

/* The outlook from scratch. */
void trax_scan(const trax_rules *, trax_position *, trax_outlook *);

/* The same after one turn from the position of the view, where no turn that completed anything
 * there still does so, but for what the turn has changed. */
void trax_scan_after(const trax_rules *, trax_position *, const trax_view *before, trax_outlook *);

/* How often it looks, without a scan, as if a seat could win next by what the last turn did: tracks
 * of that seat which it made longer, with ends that one turn would join as a rule, or that lead to
 * an outer side where lines are near. Most turns that let the seat win are seen so, not all. */
unsigned trax_seeming_wins(const trax_rules *, const trax_position *, int seat);

/* Whether a turn is still there, legal, and wins for `seat` if `seat` plays it. */
bool trax_wins_by(const trax_rules *, trax_position *, trax_move, int seat);

#endif
