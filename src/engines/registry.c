/* The engines there are, the strongest of each game first. */
#include "engines/damas/damas_engine.h"
#include "engines/dots/player.h"
#include "engines/engine.h"
#include "engines/trax/codesign.h"
#include "engines/trax/trax_engine.h"

/* clang-format off */
const engine_kind *const engines_all[] = {
    &damas_engine_kind,
    &dots_player,
    &trax_engine,
    &codesign_engine,
    NULL,
};
/* clang-format on */
