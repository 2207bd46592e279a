/* trax loops - the mask of loops found so far, to count each loop once.
 *
 * A loop is identified by a hash of its colour and its set of cells. The mask is a hash table with
 * open addressing; no evaluation has come near LOOPS_MAX.
 */
#ifndef DAMERO_TRAX_LOOPS_H
#define DAMERO_TRAX_LOOPS_H

#include "base/hash.h"
#include "games/trax/board.h"

enum { LOOPS_SLOTS = 8192, LOOPS_MAX = 4096 };

/* All zero is an empty mask. */
typedef struct loop_mask {
    uint64_t found[LOOPS_SLOTS]; /* 0: free */
    uint16_t at[LOOPS_MAX];      /* the slots in use */
    size_t count;
} loop_mask;

/* The slot of a loop, or the free one where it would go. */
static inline size_t loop_mask_slot(const loop_mask *m, uint64_t loop) {
    size_t slot = loop % LOOPS_SLOTS;
    while (m->found[slot] && m->found[slot] != loop) slot = (slot + 1) % LOOPS_SLOTS;
    return slot;
}

static inline bool loop_mask_has(const loop_mask *m, uint64_t loop) {
    return m->found[loop_mask_slot(m, loop)] != 0;
}

/* True if the loop was not in it. */
static inline bool loop_mask_add(loop_mask *m, uint64_t loop) {
    size_t slot = loop_mask_slot(m, loop);
    if (m->found[slot] || m->count == LOOPS_MAX) return false;
    m->found[slot] = loop;
    m->at[m->count++] = (uint16_t)slot;
    return true;
}

static inline void loop_mask_clear(loop_mask *m) {
    while (m->count > 0) m->found[m->at[--m->count]] = 0;
}

/* The hash of a loop is made of its colour and the sum of the parts of its cells; it is not 0. */
static inline uint64_t loop_part(unsigned cell) { return hash_mix(cell + 1); }
static inline uint64_t loop_of(unsigned colour, uint64_t sum) {
    return (colour * 0x9e3779b97f4a7c15u + sum) | 1;
}

/* The hash of the loop of a colour through a cell; 0 if the track is open. */
static inline uint64_t loop_through(const trax_position *p, unsigned cell, unsigned colour) {
    uint64_t sum = 0;
    unsigned at = cell, entered = 0;
    do {
        unsigned track = trax_track(p->tile[at], colour);
        unsigned side = entered ? track & ~entered : track & (0u - track);
        sum += loop_part(at);
        at = trax_neighbour(at, side);
        entered = trax_opposite(side);
        if (p->tile[at] == 0) return 0;
    } while (at != cell);
    return loop_of(colour, sum);
}

/* Adds the loops of the last turn to the mask and counts the new ones by colour; `closed` are the
 * colours that have any, as in p->loops. */
static inline void loop_mask_count(loop_mask *m, const trax_position *p, unsigned closed,
                                   unsigned found[2]) {
    for (unsigned colour = 0; colour < 2; colour++) {
        if (!(closed >> colour & 1)) continue;
        for (unsigned i = p->last_turn; i < p->tiles; i++) {
            uint64_t loop = loop_through(p, p->laid[i], colour);
            if (loop && loop_mask_add(m, loop)) found[colour]++;
        }
    }
}

#endif
