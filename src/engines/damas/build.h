/* damas build - endgame tables by retrograde analysis.
 *
 * A slice and its mirror (the same material with the other side to move) are solved together, from
 * slices that are known: a capture leads to fewer pieces, a promotion to fewer men. The first pass
 * goes forward: positions with captures, or without any move, are settled at once, all others count
 * their moves. Then results go backward, shortest first: from a lost position every position that a
 * quiet move leads from is won, from a won one the count goes down, and lost is who has none left.
 */
#ifndef DAMERO_DAMAS_BUILD_H
#define DAMERO_DAMAS_BUILD_H

#include <stdatomic.h>

#include "engines/damas/tables.h"

typedef struct damas_build_watch {
    const atomic_bool *stop; /* may be NULL */
    /* After each pass, from the calling thread; may be NULL. `settled` of `size` positions of the
     * slice and its mirror are won or lost so far, by ways of up to `plies`. */
    void (*progress)(void *context, damas_material, int plies, uint64_t settled, uint64_t size);
    /* The same of a check: `done` of `size` positions of the slice agree. */
    void (*checked)(void *context, damas_material, uint64_t done, uint64_t size);
    void *context;
} damas_build_watch;

/* The codes of a slice and its mirror (one array where these are the same): 0 drawn, else 1 +
 * plies. Owned by the caller, to be put away by damas_built_free. */
typedef struct damas_built {
    damas_slice slice[2];
    uint8_t *codes[2];
} damas_built;

/* The materials to build for tables of up to so many pieces, in an order in which each one needs
 * earlier ones only; of a material and its mirror only one is there. Returns how many. */
int damas_build_order(int pieces, damas_material order[DAMAS_SLICES]);

/* Solves a slice and its mirror. `known` must have all that come before it in the order. False with
 * an error where there is no memory, or it was stopped. */
bool damas_build(const damas_tables *known, damas_material, int threads, const damas_build_watch *,
                 damas_built *, error *);
void damas_built_free(damas_built *);

/* Checks a slice that is in the tables, position by position, against the values (and distances)
 * of the positions one move on. False with an error that names the number of a wrong position, or
 * where it was stopped. `watch` may be NULL. */
bool damas_verify(const damas_tables *, damas_material, int threads, const damas_build_watch *watch,
                  error *);

#endif
