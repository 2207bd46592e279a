/* dots engine - the engine of Dots and Boxes under the contract of engines/engine.h. */
#ifndef DAMERO_DOTS_ENGINE_H
#define DAMERO_DOTS_ENGINE_H

#include "engines/dots/decide.h"
#include "engines/engine.h"

extern const engine_kind dots_engine;

/* Makes this engine use another search; for benchmarks. */
void dots_engine_method(engine *, dots_method);

#endif
