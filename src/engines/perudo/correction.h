/* correction - what rollouts misjudge, learned from results.
 *
 * The players in a rollout are simpler than real ones, so its values are wrong in ways that repeat:
 * they overrate bids that are likely to hold, and trust the bids of players who listen too much. So
 * a weighted sum of traits of the move is added to its value. `perudo_fields learn` finds the
 * weights that make up for the difference between values and results.
 */
#ifndef DAMERO_PERUDO_CORRECTION_H
#define DAMERO_PERUDO_CORRECTION_H

#include "engines/perudo/player.h"

enum { CORRECTION_TRAITS = 8 };

/* For bids, and for doubts. */
extern const float perudo_correction_weights[2][CORRECTION_TRAITS];

/* The traits of a bid, or of the doubt of the last one, for a seat with this hand. `believed` is
 * the chance that the bid holds, with everything that the player believes. */
void perudo_correction_traits(const player *, const perudo_position *view, int seat,
                              perudo_hand hand, perudo_bid bid, bool doubt, float believed,
                              float trait[CORRECTION_TRAITS]);

/* What to add to the value of the move. */
float perudo_correction(const float trait[CORRECTION_TRAITS], bool doubt);

#endif
