/* damas build - endgame tables by retrograde analysis.
 *
 * A slice and its mirror (the same material with the other side to move) are solved together, from
 * slices solved before: a capture leads to fewer pieces, a promotion to fewer men. The first pass
 * goes forward: it settles positions with captures or without any move, and counts the moves of all
 * others. Then results go backward, shortest first: every predecessor of a lost position by a quiet
 * move is won; each predecessor of a won position has one move less left to try, and is lost when
 * none is left.
 */
#ifndef DAMERO_DAMAS_BUILD_H
#define DAMERO_DAMAS_BUILD_H

#include <stdatomic.h>

#include "engines/damas/tables.h"

typedef struct damas_build_watch {
    const atomic_bool *stop; /* may be NULL */
    /* Called after each pass, on the calling thread; may be NULL. `settled` of `size` positions of
     * the slice and its mirror are known to be won or lost within `plies`. */
    void (*progress)(void *context, damas_material, int plies, uint64_t settled, uint64_t size);
    /* The same for a check: `done` of `size` positions of the slice are correct so far. */
    void (*checked)(void *context, damas_material, uint64_t done, uint64_t size);
    void *context;
} damas_build_watch;

/* The codes of a slice and its mirror (one array if they are the same): 0 drawn, otherwise 1 +
 * plies. Owned by the caller, who calls damas_built_free. */
typedef struct damas_built {
    damas_slice slice[2];
    uint8_t *codes[2];
} damas_built;

/* The materials to build for tables of up to `pieces` pieces, ordered so that each one needs only
 * earlier ones; includes only one of a material and its mirror. Returns how many. */
int damas_build_order(int pieces, damas_material order[DAMAS_SLICES]);

/* Solves a slice and its mirror. `known` must have all that come before it in the order. False with
 * an error if there is not enough memory, or if it was stopped. */
bool damas_build(const damas_tables *known, damas_material, int threads, const damas_build_watch *,
                 damas_built *, error *);
void damas_built_free(damas_built *);

/* The tables of up to `pieces` pieces with values, and distances where they are stored; NULL
 * with an error if there is not enough memory, or if it was stopped. `watch` may be NULL. */
damas_tables *damas_build_all(unsigned flags, int pieces, int threads, const damas_build_watch *,
                              error *);

/* Checks each position of a slice in the tables against the values (and distances) of its
 * successors. False with an error that names a wrong position, or if it was stopped. `watch` may be
 * NULL. */
bool damas_verify(const damas_tables *, damas_material, int threads, const damas_build_watch *watch,
                  error *);

#endif
