/* arbiter - the state machine that runs the game: only it writes the memory.
 *
 * It waits until the run switch is on, fills the memory with the starting position (one cell per
 * tick), then reads moves: row A column A for the origin, the same for the destination. When it
 * expects a digit it ignores every key but 0 to 7, when it expects A every key but A. A digit
 * cannot be corrected, but a square can, by entering one that is rejected. It rejects an origin
 * that is empty, holds an opponent's piece or has no move, and a destination that the piece cannot
 * reach; the piece then stays chosen. The coordinates of a rejected square return to 0.
 *
 * The rules library (games/damas) decides what can be moved and what a move does:
 *
 *   lab       capture is optional, a man takes up to three, a king all on its straight path: if the
 *             multiple-capture switch is on when the destination is confirmed, with another capture
 *             to either side, it keeps the turn and the square reached is the new origin
 *   official  capture is mandatory with quantity and quality, and entered by its last square.
 *             If several captures lead there, one of the shortest is played; with the switch on
 *             intermediate squares are entered first, so that every capture can be made
 *   huff      capture is optional; a piece that should have captured is huffed by entering its
 * square as origin and as destination
 *
 * A game ends at the end of a move: by the rules, or drawn with both draw switches on. Under the
 * laboratory's rules a blocked player does not lose; both can agree to a draw. Only reset starts
 * another game; the memory has no reset, so the last position stays until then.
 *
 * Ticks it takes: 64 to fill the memory, ARBITER_CHECK for each check, then one for each cell
 * written (origin, destination, captured pieces) and one for the turn.
 *
 * Under the laboratory's rules it can also work as its source did, by five state machines that read
 * the memory cell by cell (machines.h): the same decisions, with the ticks that these take.
 */
#ifndef DAMERO_BOARDS_ARBITER_H
#define DAMERO_BOARDS_ARBITER_H

#include "boards/damas/machines.h"
#include "games/damas/moves.h"

enum {
    ARBITER_CELLS = MACHINES_CELLS,
    ARBITER_CHECK = 16, /* ticks */
    ARBITER_WRITES = 2 + DAMAS_PIECES_READ,
};

/* Its state: what it does or waits for; the numbers are those of the pin `asks`. */
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

/* Its inputs at a clock edge. */
typedef struct arbiter_inputs {
    uint8_t key; /* 0 to 7, KEYPAD_ENTER, KEYPAD_NONE */
    bool run, multiple, draw[2];
} arbiter_inputs;

typedef struct arbiter {
    const damas_rules *rules; /* not owned */
    damas_position position;  /* the game, ahead of the memory by the writes still pending */
    uint8_t memory[ARBITER_CELLS];
    arbiter_state state;
    uint8_t count;               /* ticks into the state */
    uint8_t origin, destination; /* as shown: 8 * row + column */
    bool white;                  /* the side on turn; at the end the winner */
    bool victory, draw;
    bool several; /* the switch when the destination was confirmed */
    uint8_t from; /* official: where a capture by several squares started */
    uint8_t via_count;
    int via[DAMAS_PATH_MAX]; /* and where it went (bits) */
    uint8_t writes, written;
    struct {
        uint8_t cell, content;
    } write[ARBITER_WRITES];
    int8_t bit[ARBITER_CELLS]; /* the rules library's bit of each cell; -1: no playing square */
    bool by_machines;          /* the source's machines decide */
    machines machines;
    uint8_t start[ARBITER_CELLS]; /* what they fill the memory with */
} arbiter;

/* With an empty memory; `by_machines` only for the laboratory's rules. */
void arbiter_create(arbiter *, const damas_rules *, bool by_machines);
void arbiter_reset(arbiter *); /* all but the memory */

/* One clock edge. */
void arbiter_tick(arbiter *, const arbiter_inputs *);

/* Whether edges change nothing while the inputs stay the same. */
bool arbiter_waits(const arbiter *, const arbiter_inputs *);

/* Sets the game to another position while a move is expected, as if it had come up in play,
 * including the memory; for tests and demonstrations. */
void arbiter_set_position(arbiter *, const damas_position *);

#endif
