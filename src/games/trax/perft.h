/* trax perft - the four conventions for counting moves. */
#ifndef DAMERO_TRAX_PERFT_H
#define DAMERO_TRAX_PERFT_H

#include "games/trax/trax.h"

/* raw, siblings, distinct, symmetric. */
extern const game_count trax_counts[];

/* Every legal turn counts once; `moves` needs room for the turns of all plies together. */
uint64_t trax_perft(const trax_rules *, trax_position *, int depth, trax_move *moves);

#endif
