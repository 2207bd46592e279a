/* All engines, the strongest of each game first. */
#include "engines/damas/engine.h"
#include "engines/dots/engine.h"
#include "engines/engine.h"
#include "engines/perudo/player.h"
#include "engines/trax/codesign.h"
#include "engines/trax/engine.h"

/* clang-format off */
const engine_kind *const engines_all[] = {
    &damas_engine,
    &dots_engine,
    &perudo_engine,
    &perudo_binomial_engine,
    &perudo_seed_engine,
    &trax_engine,
    &codesign_engine,
    NULL,
};
/* clang-format on */
