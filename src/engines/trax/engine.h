/* The engine `trax`: proof of forced wins by threats, then alpha-beta, on one or more threads. */
#ifndef DAMERO_TRAX_ENGINE_H
#define DAMERO_TRAX_ENGINE_H

#include "engines/engine.h"

extern const engine_kind trax_engine;

#endif
