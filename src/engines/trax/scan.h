/* trax scan - who could complete a loop or a line with one turn, found in one pass over the
 * frontier. As either player may lay any tile, the same turns serve both: what closes only White's
 * loop wins for White whoever plays it. */
#ifndef DAMERO_TRAX_SCAN_H
#define DAMERO_TRAX_SCAN_H

#include "games/trax/board.h"

enum { TRAX_THREATS_MAX = 12 };

typedef struct trax_outlook {
    trax_move win;    /* wins for the seat on turn; 0: it has none. The pass ends with the first */
    unsigned threats; /* turns by which the opponent would win if it were on turn, without `win` */
    trax_move threat[TRAX_THREATS_MAX]; /* the first of them */
} trax_outlook;

void trax_scan(const trax_rules *, trax_position *, trax_outlook *);

/* Whether a turn is still there, legal, and wins for `seat` if `seat` plays it. */
bool trax_wins_by(const trax_rules *, trax_position *, trax_move, int seat);

#endif
