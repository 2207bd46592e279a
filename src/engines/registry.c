/* The engines there are, the strongest of each game first. */
#include "engines/engine.h"
#include "engines/trax/codesign.h"

const engine_kind *const engines_all[] = {&codesign_engine, NULL};
