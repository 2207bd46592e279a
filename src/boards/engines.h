/* boards engines - all engines: those of engines/, then those that play through a board. Command
 * line, referee, arena and server know an engine from here and nowhere else. */
#ifndef DAMERO_BOARDS_ENGINES_H
#define DAMERO_BOARDS_ENGINES_H

#include "engines/engine.h"

/* The engine at a place from 0 on; NULL behind the last. */
const engine_kind *boards_engine(size_t place);

/* The engine of that name for the game ("" or NULL: the strongest), or NULL with an error. */
const engine_kind *boards_find_engine(const game *, const char *name, error *);

#endif
