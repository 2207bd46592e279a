/* dots player - the engine of Dots and Boxes under the contract of engines/engine.h. */
#ifndef DAMERO_DOTS_PLAYER_H
#define DAMERO_DOTS_PLAYER_H

#include "engines/dots/mind.h"
#include "engines/engine.h"

extern const engine_kind dots_player;

/* Makes an engine of this kind think by another method; for measuring. */
void dots_player_method(engine *, dots_method);

#endif
