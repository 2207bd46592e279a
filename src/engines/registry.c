/* The engines there are, the strongest of each game first. */
#include "engines/damas/damas_engine.h"
#include "engines/dots/player.h"
#include "engines/engine.h"
#include "engines/perudo/player.h"
#include "engines/trax/codesign.h"
#include "engines/trax/trax_engine.h"

/* clang-format off */
const engine_kind *const engines_all[] = {
    &damas_engine_kind,
    &dots_player,
    &perudo_engine,
    &perudo_binomial_engine,
    &perudo_seed_engine,
    &trax_engine,
    &codesign_engine,
    NULL,
};
/* clang-format on */
