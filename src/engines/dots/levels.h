/* dots levels - how strong each level plays.
 *
 * The lower levels play by sight, without any search, and sometimes carelessly. Those above think
 * like the engine at full strength, but with few nodes, and play some moves by sight.
 */
#ifndef DAMERO_DOTS_LEVELS_H
#define DAMERO_DOTS_LEVELS_H

#include "base/random.h"
#include "engines/dots/captures.h"
#include "engines/dots/moves.h"
#include "engines/engine.h"

extern const engine_level dots_levels[];

/* The node limit of a level; 0: none of its own. */
uint64_t dots_level_nodes(int level);

/* The line that a level draws by sight, or DOTS_NO_LINE if it thinks about this move. */
uint16_t dots_line_by_sight(const dots_map *, const dots_outlook *, int level, random_source *);

#endif
