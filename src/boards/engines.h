/* boards engines - all engines: those of engines/, then those that play through a board. The
 * command line, referee, arena and server find engines only here. */
#ifndef DAMERO_BOARDS_ENGINES_H
#define DAMERO_BOARDS_ENGINES_H

#include "engines/engine.h"

/* The engine at an index from 0; NULL after the last. */
const engine_kind *boards_engine(size_t place);

/* The engine of that name for the game ("" or NULL: the strongest), or NULL with an error. */
const engine_kind *boards_find_engine(const game *, const char *name, error *);

#endif
