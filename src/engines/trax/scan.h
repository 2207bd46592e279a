/* trax scan - who could complete a loop or a line with one turn, found in one pass over the
 * frontier. As either player may lay any tile, the same turns serve both: what closes only White's
 * loop wins for White whoever plays it. */
#ifndef DAMERO_TRAX_SCAN_H
#define DAMERO_TRAX_SCAN_H

#include "engines/trax/area.h"

enum { TRAX_THREATS_MAX = 12 };

typedef struct trax_outlook {
    trax_move win;    /* wins for the seat on turn; 0: it has none. The pass ends with the first */
    unsigned threats; /* turns by which the opponent would win if it were on turn, without `win` */
    trax_move threat[TRAX_THREATS_MAX]; /* the first of them */
} trax_outlook;

/* What was found at nodes above: what a turn of many tiles completes stays as it is until a turn
 * meets the cells it touches. `serial` names the node that the search is at on each ply; a finding
 * of one of the last MEMORY_BACK plies is good as long as its node is still above, and no turn
 * since has met it. A set has one place for each of these plies. */
enum { MEMORY_PLIES = 104, MEMORY_BACK = 4, MEMORY_SETS = 8192 };

typedef struct trax_finding {
    trax_move move;
    uint32_t serial;
    trax_area touched;
    uint16_t corner, width, height;
    uint8_t completed; /* by colour */
} trax_finding;

typedef struct trax_memory {
    area_places places;
    uint32_t last_serial;
    uint32_t serial[MEMORY_PLIES];
    trax_area changed[MEMORY_PLIES]; /* by the turn that led to that ply */
    trax_finding finding[MEMORY_SETS][MEMORY_BACK];
} trax_memory;

/* To be called when the search comes to a node: `changed` by the turn that led to it. */
static inline void memory_enter(trax_memory *m, int ply, trax_area changed) {
    m->serial[ply] = ++m->last_serial;
    m->changed[ply] = changed;
}

/* The outlook of the node at `ply`, which must have been entered. Returns how many turns were laid
 * out for it. */
unsigned trax_scan(const trax_rules *, trax_position *, trax_memory *, int ply, trax_outlook *);

/* Whether a turn is still there, legal, and wins for `seat` if `seat` plays it. */
bool trax_wins_by(const trax_rules *, trax_position *, trax_move, int seat);

#endif
