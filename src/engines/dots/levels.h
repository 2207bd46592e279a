/* dots levels - how strong each level plays.
 *
 * The two lowest levels play by sight, without any search; the others think like the engine at full
 * strength, but with few nodes.
 */
#ifndef DAMERO_DOTS_LEVELS_H
#define DAMERO_DOTS_LEVELS_H

#include "base/random.h"
#include "engines/dots/captures.h"
#include "engines/dots/moves.h"
#include "engines/engine.h"

enum { DOTS_BEGINNER, DOTS_CASUAL, DOTS_CLUB, DOTS_STRONG, DOTS_MASTER, DOTS_FULL };

extern const engine_level dots_levels[];

/* The node limit of a level; 0: none of its own. */
uint64_t dots_level_nodes(int level);

/* Whether the level plays by sight. */
static inline bool dots_level_by_sight(int level) { return level <= DOTS_CASUAL; }

/* The line that a level which plays by sight draws. */
uint16_t dots_line_by_sight(const dots_map *, const dots_outlook *, int level, random_source *);

#endif
