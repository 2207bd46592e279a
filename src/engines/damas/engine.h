/* engines/damas - the engine of Damas.
 *
 * Reading order: eval.h (what a position is worth), memory.h (what was found before), search.h (the
 * search), slice.h, tables.h and build.h (endgames), this file (the engine: deepening, time,
 * threads, levels). plain.h plays the profiles in which capture is free.
 */
#ifndef DAMERO_DAMAS_ENGINE_H
#define DAMERO_DAMAS_ENGINE_H

#include "engines/engine.h"

extern const engine_kind damas_engine;

#endif
