/* boards/trax player - plays by the accelerator's registers.
 *
 * Follows the co-design: the board is in the accelerator; the player has its legal moves listed,
 * has each evaluated and takes the one of the highest value (codesign_value), the first in the
 * game's order among equals. Where the accelerator's board has room enough it chooses what
 * codesign_choose does.
 *
 * It puts the game in the middle of the accelerator's board and moves it there again, by a reset
 * and the same turns elsewhere, when it comes nearer than three spaces to an edge: that is how far
 * an evaluation reaches. Tiles of a position are handed over as turns, in any order that keeps them
 * together; what is forced comes by itself, and the rules on this side tell which that is. The
 * accelerator counts turns to know whose it is: where a position does not fit that, both colours
 * are exchanged.
 */
#ifndef DAMERO_BOARDS_TRAX_PLAYER_H
#define DAMERO_BOARDS_TRAX_PLAYER_H

#include "boards/trax/port.h"
#include "boards/trax_driver.h"
#include "engines/trax/codesign.h"

typedef struct trax_player {
    trax_driver driver;
    bool exchanged;      /* white there is black here */
    unsigned turns;      /* placed since the reset */
    unsigned spaces;     /* with legal moves, by the last placing */
    unsigned home;       /* the game's cell of the accelerator's row 0, column 0 */
    trax_position there; /* what the accelerator holds */
} trax_player;

trax_player *trax_player_create(trax_driver, error *);
void trax_player_destroy(trax_player *);

/* Brings the position there; false where it does not fit the accelerator's board. */
bool trax_player_set(trax_player *, const trax_position *);

/* A turn evaluated, for who looks on. */
typedef struct trax_evaluated {
    trax_move move;
    uint32_t order, result; /* the words of the registers */
    uint32_t cycles;        /* from the order to the result, with the bus */
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
