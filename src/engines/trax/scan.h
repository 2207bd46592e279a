/* trax scan - who could complete a loop or a line with one turn. As either player may lay any tile,
 * the same turns serve both: what closes only White's loop wins for White whoever plays it.
 *
 * A scan from scratch is a pass over all turns. After one turn from a position in which nothing is
 * left to complete, only turns can complete something that the turn has to do with (area.h). A
 * *view* of the position before tells which these are: it has the reach of every turn. Views are
 * handed down in the same way, so that at each node only what has changed is laid out again.
 */
#ifndef DAMERO_TRAX_SCAN_H
#define DAMERO_TRAX_SCAN_H

#include "engines/trax/area.h"

enum { TRAX_THREATS_MAX = 12 };

typedef struct trax_outlook {
    trax_move win;    /* wins for the seat on turn; 0: it has none. The pass ends with the first */
    unsigned threats; /* turns by which the opponent would win if it were on turn, without `win` */
    trax_move threat[TRAX_THREATS_MAX]; /* the first of them */
} trax_outlook;

/* A turn that fits. */
typedef struct trax_turn {
    trax_reach reach;
    trax_move move;
    bool legal, forces; /* forces: it lays more than its own tile */
} trax_turn;

/* All turns of a position, in memory of the caller's: three for each cell of its frontier. */
typedef struct trax_view {
    trax_turn *turn;
    unsigned count;
    bool sure; /* all turns that complete something were listed as threats */
} trax_view;

/* The outlook from scratch. */
void trax_scan(const trax_rules *, trax_position *, trax_outlook *);

/* The same after one turn from the position of the view, where no turn that completed anything
 * there still does so, but for what the turn has changed. */
void trax_scan_after(const trax_rules *, trax_position *, const trax_view *before, trax_outlook *);

/* A view from scratch, and after one turn from the position of another. `view->turn` is where to
 * write it; `sure` is left to the caller. */
void trax_view_all(const trax_rules *, trax_position *, trax_view *);
void trax_view_after(const trax_rules *, trax_position *, const trax_view *before, trax_view *);

/* Whether a turn is still there, legal, and wins for `seat` if `seat` plays it. */
bool trax_wins_by(const trax_rules *, trax_position *, trax_move, int seat);

#endif
