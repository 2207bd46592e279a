/* engines/damas - the engine of Damas.
 *
 * Reading order: evaluate.h (what a position is worth), search.h (the search), slice.h, tables.h
 * and build.h (endgame tables), book.h (known openings), engine.c (iterative deepening, time,
 * threads, levels). plain.h searches the profiles in which capture is optional.
 */
#ifndef DAMERO_DAMAS_ENGINE_H
#define DAMERO_DAMAS_ENGINE_H

#include "engines/engine.h"

extern const engine_kind damas_engine;

#endif
