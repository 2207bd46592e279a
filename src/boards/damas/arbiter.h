/* arbiter - the machine that runs the game: it alone writes the memory.
 *
 * It rests until the run switch is on, fills the memory with the first position (a cell a tick),
 * then reads moves: row A column A for the origin, the same for the destination. Where it waits for
 * a digit every key but 0 to 7 is ignored, where it waits for A every key but A: a digit cannot be
 * corrected, a square can, by entering one that is refused. An origin that is empty, not the
 * mover's or without a move is refused; a destination that its piece cannot reach is refused, and
 * the piece stays chosen. What is refused shows by its coordinates being 0 again.
 *
 * What can be moved, and what a move does, is the rules library's word (games/damas):
 *
 *   lab       capture is free, a man takes up to three, a king one leg at a time: with the switch
 *             for multiple capture on as the destination is confirmed, and another capture there,
 *             it keeps the turn and the square reached is the new origin
 *   official  capture is obligatory with quantity and quality, and made whole by its last square.
 *             Where several captures lead there one of the shortest is taken; with the switch on
 *             squares on the way are entered first, so that every capture can be made
 *   huff      capture is free; a piece that should have captured is huffed by entering its square
 *             as origin and as destination
 *
 * A game ends at the end of a move: by the rules, or drawn with both draw switches on. The
 * laboratory's rules know no loss by being blocked; who cannot move can agree to a draw. Only reset
 * begins another game; the memory has no reset, so that the last position stays until then.
 *
 * Ticks it takes: 64 for filling, ARBITER_CHECK for each check, then one for each cell written
 * (origin, destination, captured ones) and one for the turn.
 */
#ifndef DAMERO_BOARDS_ARBITER_H
#define DAMERO_BOARDS_ARBITER_H

#include "games/damas/moves.h"

enum {
    ARBITER_CELLS = 64,
    ARBITER_CHECK = 16, /* ticks */
    ARBITER_WRITES = 2 + DAMAS_PIECES_READ,

    /* Contents of a cell. */
    CELL_EMPTY = 0,
    CELL_BLACK_MAN = 1,
    CELL_WHITE_MAN = 3,
    CELL_BLACK_KING = 5,
    CELL_WHITE_KING = 7,
};

/* What it is doing, or waiting for; the numbers are those of the pin `asks`. */
typedef enum arbiter_state {
    ARBITER_REST,
    ARBITER_ORIGIN_ROW,
    ARBITER_ORIGIN_ROW_ENTER,
    ARBITER_ORIGIN_COLUMN,
    ARBITER_ORIGIN_COLUMN_ENTER,
    ARBITER_DESTINATION_ROW,
    ARBITER_DESTINATION_ROW_ENTER,
    ARBITER_DESTINATION_COLUMN,
    ARBITER_DESTINATION_COLUMN_ENTER,
    ARBITER_OVER,
    ARBITER_FILL,
    ARBITER_CHECK_ORIGIN,
    ARBITER_CHECK_DESTINATION,
    ARBITER_WRITE,
    ARBITER_TURN,
} arbiter_state;

/* What stands at its inputs at a clock edge. */
typedef struct arbiter_inputs {
    uint8_t key; /* 0 to 7, KEYPAD_ENTER, KEYPAD_NONE */
    bool run, multiple, draw[2];
} arbiter_inputs;

typedef struct arbiter {
    const damas_rules *rules; /* not owned */
    damas_position position;  /* the game, ahead of the memory by what is yet to be written */
    uint8_t memory[ARBITER_CELLS];
    arbiter_state state;
    uint8_t count;               /* ticks into the state */
    uint8_t origin, destination; /* as shown: 8 * row + column */
    bool white;                  /* the side on turn; at the end the winner */
    bool victory, draw;
    bool several; /* the switch, as it was when the destination was confirmed */
    uint8_t from; /* official: where a capture by several squares began */
    uint8_t via_count;
    int via[DAMAS_PATH_MAX]; /* and where it went (bits) */
    uint8_t writes, written;
    struct {
        uint8_t cell, content;
    } write[ARBITER_WRITES];
    int8_t bit[ARBITER_CELLS]; /* the rules library's bit of each cell; -1: no playing square */
} arbiter;

void arbiter_create(arbiter *, const damas_rules *); /* with an empty memory */
void arbiter_reset(arbiter *);                       /* all but the memory */

/* One clock edge. */
void arbiter_tick(arbiter *, const arbiter_inputs *);

/* Whether edges change nothing while the inputs stay as they are. */
bool arbiter_waits(const arbiter *, const arbiter_inputs *);

/* The game, put at another position while a move is awaited, as if it had come up in play. Memory
 * included; for tests and for who wants to show something. */
void arbiter_set_position(arbiter *, const damas_position *);

#endif
