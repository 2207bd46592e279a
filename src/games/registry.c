/* The games there are. A fifth game is one folder beside this file and one line here. */
#include "games/dots/dots.h"
#include "games/game.h"

const game *const games_all[] = {&dots_game, NULL};
