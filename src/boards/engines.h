/* boards engines - the engines that play through a board, beside those of engines/. */
#ifndef DAMERO_BOARDS_ENGINES_H
#define DAMERO_BOARDS_ENGINES_H

#include "engines/engine.h"

/* engines_all and the boards' own; behind the last list is NULL. */
extern const engine_kind *const *const boards_engine_lists[];

/* engine_find among them all. */
static inline const engine_kind *boards_find_engine(const game *g, const char *name, error *e) {
    return engine_find_in(boards_engine_lists, g, name, e);
}

#endif
