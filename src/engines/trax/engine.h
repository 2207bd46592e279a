/* engines/trax - the engine of Trax: proves forced wins by threats, then searches by alpha-beta, on
 * one or more threads.
 *
 * Reading order: evaluate.h (what a position is worth), area.h, turns.h and scan.h (which turns
 * complete something, updated from node to node), search.h and proof.c, engine.c (iterative
 * deepening, time, threads, levels). codesign.h is another engine.
 */
#ifndef DAMERO_TRAX_ENGINE_H
#define DAMERO_TRAX_ENGINE_H

#include "engines/engine.h"

extern const engine_kind trax_engine;

#endif
