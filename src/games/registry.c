/* All games. A new game is a folder next to this file and two lines here. */
#include "games/damas/damas.h"
#include "games/dots/dots.h"
#include "games/game.h"
#include "games/perudo/perudo.h"
#include "games/trax/trax.h"

const game *const games_all[] = {
    &damas_game, &trax_game, &perudo_game, &dots_game, NULL,
};
