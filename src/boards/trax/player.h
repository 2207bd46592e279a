/* boards/trax player - plays through the accelerator's registers.
 *
 * Follows the co-design: the accelerator holds the board. The player lets it list the legal moves,
 * evaluates each, and plays the one with the highest value (codesign_value), the first in the
 * game's order among equals. If the accelerator's board has enough room, it makes the same choice
 * as codesign_choose.
 *
 * It keeps the game in the middle of the accelerator's board. When the game comes within three
 * spaces of an edge, which is as far as an evaluation reaches, it recentres the game with a reset
 * and the same turns in another place. It hands over the tiles of a position as turns, in any order
 * that keeps them connected; the accelerator adds the forced tiles, and the rules on this side tell
 * which those are. The accelerator counts turns to know whose turn it is: if a position does not
 * match that count, both colours are swapped.
 */
#ifndef DAMERO_BOARDS_TRAX_PLAYER_H
#define DAMERO_BOARDS_TRAX_PLAYER_H

#include "boards/trax/port.h"
#include "boards/trax_driver.h"
#include "engines/trax/codesign.h"

typedef struct trax_player {
    trax_driver driver;
    bool exchanged;      /* white on the accelerator is black in the game */
    unsigned turns;      /* placed since the reset */
    unsigned spaces;     /* with legal moves, after the last placing */
    unsigned home;       /* the game's cell at the accelerator's row 0, column 0 */
    trax_position there; /* the accelerator's position */
} trax_player;

trax_player *trax_player_create(trax_driver, error *);
void trax_player_destroy(trax_player *);

/* Loads the position; false if it does not fit on the accelerator's board. */
bool trax_player_set(trax_player *, const trax_position *);

/* Whether what the accelerator says of the position last set is what the game without edges says:
 * there are three spaces around the tiles, and the memory can list every space with legal moves. */
bool trax_player_has_room(const trax_player *, const trax_position *);

/* An evaluated turn, for observers. */
typedef struct trax_evaluated {
    trax_move move;
    uint32_t order, result; /* the register values */
    uint32_t cycles;        /* from the order to the result, including the bus */
    trax_verdict verdict;
    int value;
} trax_evaluated;

typedef struct trax_choice {
    trax_move move; /* 0: none of the turns listed is legal */
    int value;
    uint32_t cycles;
    unsigned evaluated;
} trax_choice;

/* Chooses a turn in the position last set. `limit` and `watch` may be NULL. */
trax_choice trax_player_choose(trax_player *, const codesign_limit *limit,
                               void (*watch)(void *context, const trax_evaluated *), void *context);

#endif
