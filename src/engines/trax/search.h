/* trax search - one thread at work: alpha-beta with a transposition table, and the proof of forced
 * wins by threats (proof.c).
 *
 * At a node a scan tells whether the seat on turn wins at once, and which turns would win for its
 * opponent. Where there are such threats only turns that parry the first are looked at, and these
 * answers cost no depth; so a threat made at the horizon is answered. But a position there is
 * scanned only where what the last turn did to tracks seems to matter: for one that is good enough
 * by its evaluation two threats, for one that is too bad a win. And one turn before the horizon a
 * turn that was good lately is tried before anything else.
 *
 * Scores are for the seat on turn. A win by the n-th ply from the root is TRAX_MATE - n.
 */
#ifndef DAMERO_TRAX_SEARCH_H
#define DAMERO_TRAX_SEARCH_H

#include "engines/engine.h"
#include "engines/search/table.h"
#include "engines/trax/evaluate.h"
#include "engines/trax/scan.h"

enum {
    TRAX_MATE = 30000,
    TRAX_MATE_LEAST = 29000, /* scores from here on are proven wins */
    TRAX_INFINITE = 31000,
    TRAX_PLY_MAX = 100,
    TRAX_STACK = TRAX_MOVES_MAX + 200000,     /* turns listed by all plies together */
    TRAX_VIEWED = TRAX_MOVES_MAX / 3 + 20000, /* spots viewed by all plies together */
};

typedef struct trax_ranked {
    trax_move move;
    int32_t rank;
} trax_ranked;

/* What scans found out about positions lately, so that one that comes up again by another order of
 * turns need not be scanned again: the key, and in its last bits what is known. An entry is
 * overwritten by the next of its place. */
enum { TRAX_LATELY = 1 << 16 };
enum { TRAX_WINS = 1, TRAX_QUIET = 2, TRAX_KNOWN = 3 }; /* at once; nobody does by one turn */

typedef struct trax_worker {
    const trax_rules *rules;
    trax_scale scale;
    search_table *table;

    /* When to end: whichever is first. `halt` is shared by the threads of one engine. */
    const engine_watch *watch;
    atomic_bool *halt;
    int64_t deadline;
    uint64_t node_limit;
    uint64_t nodes; /* turns played */
    uint64_t next_check;
    bool stopped;

    int root_depth;
    uint64_t lately[TRAX_LATELY];
    size_t used; /* of `stack` */
    trax_ranked stack[TRAX_STACK];
    trax_move killers[TRAX_PLY_MAX][2];
    int16_t history[2][TRAX_CELLS * 16];
    trax_view view[TRAX_PLY_MAX];   /* of the nodes from the root to here */
    trax_worth worth[TRAX_PLY_MAX]; /* of those that the search has entered, and of the last */
    trax_spot viewed[TRAX_VIEWED];
    size_t viewed_count;
    trax_position position;
} trax_worker;

/* Makes a worker ready for a position; what it learned about turns fades. */
void trax_worker_set(trax_worker *, const trax_position *);

/* Whether to end; looks at the clock once in a while. */
bool trax_worker_stopped(trax_worker *);

/* The key of the position for the table. */
static inline uint64_t trax_key(const trax_position *p) {
    return p->hash ^ (p->mover ? UINT64_C(0x9d39247e33776d41) : 0);
}

/* The score of one turn: played, judged, searched as its place `at` in the order deserves, and
 * taken back. `o` is the outlook before it. */
int trax_search_turn(trax_worker *, const trax_outlook *o, trax_move, int alpha, int beta,
                     int depth, int ply, size_t at);

/* Whether the turns of this position still fit on the stacks. */
static inline bool trax_has_room(const trax_worker *w) {
    return w->used + 3 * (size_t)w->position.frontier_count <= TRAX_STACK &&
           w->viewed_count + w->position.frontier_count <= TRAX_VIEWED;
}

/* The outlook at a node. That of ply 0 is scanned from scratch, others by what the last turn
 * changed of the view above. */
void trax_look_ahead(trax_worker *, int ply, trax_outlook *);

/* Makes the view of a node, for the nodes below and for trax_generate, on top of `viewed`; there
 * must be room. Whoever leaves the node puts `viewed_count` back. */
void trax_enter(trax_worker *, int ply, const trax_outlook *);

/* Both for the root, with empty stacks. */
void trax_enter_root(trax_worker *, trax_outlook *);

/* The legal turns of the node, which must have been entered, with their ranks on top of the stack,
 * best not yet sorted; returns how many. Those that leave a threat of the outlook untouched are
 * left out. */
size_t trax_generate(trax_worker *, const trax_outlook *, trax_move first, int ply);

/* The next best of what is left: puts it at `at` and returns it. To be called for 0, 1, 2 and so
 * on. */
trax_move trax_pick(trax_ranked *list, size_t at, size_t count);

/* Whether a threat of the outlook still wins for the seat on turn, after a reply was played. */
bool trax_threat_stands(trax_worker *, const trax_outlook *);

/* A forced win for the seat on turn within `turns` of its own, all but the last of which threaten
 * to win next turn: the first of them, or 0 where there is none or the worker was stopped. */
trax_move trax_prove(trax_worker *, int turns);

#endif
