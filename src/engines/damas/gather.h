/* damas gather - packs the bits of a set, and unpacks them again (BMI2's pext and pdep). */
#ifndef DAMERO_DAMAS_GATHER_H
#define DAMERO_DAMAS_GATHER_H

#include "games/damas/board.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

/* The members of `s` that lie on `squares`, as bits numbered by their order among these. */
static inline uint64_t damas_gather(damas_set s, damas_set squares) {
#ifdef __BMI2__
    return _pext_u64(s, squares);
#else
    uint64_t result = 0;
    for (int i = 0; squares; i++, squares &= squares - 1)
        if (s & squares & (0 - squares)) result |= UINT64_C(1) << i;
    return result;
#endif
}

/* The inverse. */
static inline damas_set damas_scatter(uint64_t bits, damas_set squares) {
#ifdef __BMI2__
    return _pdep_u64(bits, squares);
#else
    damas_set result = 0;
    for (int i = 0; squares; i++, squares &= squares - 1)
        if (bits >> i & 1) result |= squares & (0 - squares);
    return result;
#endif
}

#endif
