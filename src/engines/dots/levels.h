/* dots level - how strong players of each kind choose.
 *
 * The two lowest play by what they see, without any search; the others think as the engine at full
 * strength does, but not for long.
 */
#ifndef DAMERO_DOTS_LEVELS_H
#define DAMERO_DOTS_LEVELS_H

#include "base/random.h"
#include "engines/dots/captures.h"
#include "engines/dots/moves.h"
#include "engines/engine.h"

enum { DOTS_BEGINNER, DOTS_CASUAL, DOTS_CLUB, DOTS_STRONG, DOTS_MASTER, DOTS_FULL };

extern const engine_level dots_levels[];

/* The nodes a level thinks at most; 0: as many as the limits allow. */
uint64_t dots_level_nodes(int level);

/* Whether the level plays by sight. */
static inline bool dots_level_by_sight(int level) { return level <= DOTS_CASUAL; }

/* What a player by sight draws. */
uint16_t dots_line_by_sight(const dots_map *, const dots_outlook *, int level, random_source *);

#endif
