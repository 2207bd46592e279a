/* The engines there are, the strongest of each game first. */
#include "engines/engine.h"

const engine_kind *const engines_all[] = {NULL};
