/* trax search - one thread: alpha-beta with a transposition table, and proofs of forced wins by
 * threats (proof.c).
 *
 * At a node a scan tells whether the seat to move wins at once, and which turns would win for its
 * opponent. If there are such threats only turns that parry them are searched, and these answers
 * cost no depth, so a threat made at the horizon gets answered. At the horizon a position is
 * scanned only if what the last turn did to tracks seems to matter: two seeming threats if its
 * evaluation is above beta, a seeming win if it is below alpha. One turn before the horizon, turns
 * that were good recently are tried before anything else.
 *
 * Scores are for the seat to move. A win by the n-th ply from the root is TRAX_MATE - n.
 */
#ifndef DAMERO_TRAX_SEARCH_H
#define DAMERO_TRAX_SEARCH_H

#include "engines/engine.h"
#include "engines/search/table.h"
#include "engines/search/time.h"
#include "engines/trax/evaluate.h"
#include "engines/trax/scan.h"

enum {
    TRAX_MATE = 30000,
    TRAX_MATE_LEAST = 29000, /* scores from here on are proven wins */
    TRAX_INFINITE = 31000,
    TRAX_PLY_MAX = 100,
    TRAX_STACK = TRAX_MOVES_MAX + 200000,    /* turns listed by all plies together */
    TRAX_SPOTS = TRAX_MOVES_MAX / 3 + 20000, /* spots of all plies together */
};

typedef struct trax_ranked {
    trax_move move;
    int32_t rank;
} trax_ranked;

/* Recent results of scans, so that a position that comes up again by another order of turns need
 * not be scanned again. An entry is the key, with the result in its last two bits; the next
 * position with the same index overwrites it. */
enum { TRAX_SCANNED = 1 << 16 };
enum { TRAX_WINS = 1, TRAX_QUIET = 2, TRAX_KNOWN = 3 }; /* a win at once; no win by one turn */

typedef struct trax_worker {
    const trax_rules *rules;
    trax_scale scale;
    search_table *table;

    /* Limits, whichever comes first. `halt` is shared by the threads of one engine. */
    const engine_watch *watch;
    atomic_bool *halt;
    search_deadline deadline;
    uint64_t node_limit;
    uint64_t nodes; /* turns played so far */
    uint64_t next_check;
    bool stopped;

    int root_depth;
    uint64_t scanned[TRAX_SCANNED];
    size_t used; /* of `stack` */
    trax_ranked stack[TRAX_STACK];
    trax_move killers[TRAX_PLY_MAX][2];
    int16_t history[2][TRAX_CELLS * 16];
    trax_turns turns[TRAX_PLY_MAX]; /* of the nodes from the root to here */
    trax_worth worth[TRAX_PLY_MAX]; /* of those that the search has entered, and of the last */
    trax_spot spots[TRAX_SPOTS];
    size_t spot_total;
    trax_position position;
} trax_worker;

/* Prepares a worker for a position; its history fades. */
void trax_worker_set(trax_worker *, const trax_position *);

/* Whether to stop; looks at the clock once in a while. */
bool trax_worker_stopped(trax_worker *);

/* The key of the position for the table. */
static inline uint64_t trax_key(const trax_position *p) {
    return p->hash ^ (p->mover ? UINT64_C(0x9d39247e33776d41) : 0);
}

/* The score of one turn: plays it, searches it as deep as its index `at` in the order deserves, and
 * takes it back. `o` is the outlook before it. */
int trax_search_turn(trax_worker *, const trax_outlook *o, trax_move, int alpha, int beta,
                     int depth, int ply, size_t at);

/* Whether the turns of this position still fit on the stacks. */
static inline bool trax_has_room(const trax_worker *w) {
    return w->used + 3 * (size_t)w->position.frontier_count <= TRAX_STACK &&
           w->spot_total + w->position.frontier_count <= TRAX_SPOTS;
}

/* The outlook at a node: at ply 0 from scratch, at others from what the last turn changed in the
 * parent's turn list. */
void trax_look_ahead(trax_worker *, int ply, trax_outlook *);

/* Makes the turn list of a node on top of `spots`, for trax_generate and for the nodes below; there
 * must be room. The caller restores `spot_total` when it leaves the node. */
void trax_enter(trax_worker *, int ply, const trax_outlook *);

/* Both for the root, after emptying the stacks. */
void trax_enter_root(trax_worker *, trax_outlook *);

/* The legal turns of the node, which must have been entered, on top of the stack with their ranks,
 * unsorted; returns how many. Leaves out turns that cannot parry a threat of the outlook, and those
 * that complete one for the opponent. */
size_t trax_generate(trax_worker *, const trax_outlook *, trax_move first, int ply);

/* The best turn of those not picked yet: moves it to index `at` and returns it. To be called for 0,
 * 1, 2 and so on. */
trax_move trax_pick(trax_ranked *list, size_t at, size_t count);

/* Whether a threat of the outlook still wins for the seat to move, after a reply was played. */
bool trax_threat_remains(trax_worker *, const trax_outlook *);

/* A forced win for the seat to move within `turns` of its own turns, all but the last of which
 * threaten to win next turn. Returns the first of them, or 0 if there is none or the worker was
 * stopped. At ply 1 the root must have been entered and one turn played since. */
trax_move trax_prove(trax_worker *, int turns, int ply);

#endif
