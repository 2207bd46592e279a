/* boards/damas - the laboratory's Damas board: keypad, switches, memory, arbiter and a VGA picture,
 * with a 50 MHz clock.
 *
 *   keypad.h    the matrix keypad and its scanner
 *   arbiter.h   the state machine that runs the game, and the memory
 *   machines.h  the same as the source built it: five state machines, cycle by cycle
 *   glyph.h     letters and symbols
 *   scene.h     the picture
 *   this file   the pins, the beam, and the functions for programs that embed the board
 *
 * The beam visits 800 positions on each of 521 lines, two ticks each, starting when reset is
 * released: 32.00 us per line, 16.672 ms per frame. The first 640 of the first 480 lines are
 * visible; everywhere else the colours are 0. Both sync pulses are active low.
 *
 * To embed the board (device.h has the calls): set pins by name (device_find_pin), let time pass
 * (device_advance; a second without a key costs 200 small steps), and draw with `look`: 640 by 480
 * bytes, each 0 to 7.
 */
#ifndef DAMERO_BOARDS_DAMAS_LAB_H
#define DAMERO_BOARDS_DAMAS_LAB_H

#include "boards/damas/arbiter.h"
#include "boards/device.h"
#include "boards/vga.h"

enum damas_lab_pin {
    DAMAS_LAB_RESET,
    DAMAS_LAB_RUN,
    DAMAS_LAB_MULTIPLE,
    DAMAS_LAB_DRAW1,
    DAMAS_LAB_DRAW2,
    DAMAS_LAB_KEYS,
    DAMAS_LAB_COLUMNS,
    DAMAS_LAB_ROWS,
    DAMAS_LAB_COLUMN_LINES,
    DAMAS_LAB_KEY,
    DAMAS_LAB_ASKS,
    DAMAS_LAB_TURN,
    DAMAS_LAB_ORIGIN,
    DAMAS_LAB_DESTINATION,
    DAMAS_LAB_VICTORY,
    DAMAS_LAB_DRAW,
    DAMAS_LAB_MEMORY0,
    DAMAS_LAB_MEMORY7 = DAMAS_LAB_MEMORY0 + 7,
    DAMAS_LAB_RED,
    DAMAS_LAB_GREEN,
    DAMAS_LAB_BLUE,
    DAMAS_LAB_HSYNC,
    DAMAS_LAB_VSYNC,
    DAMAS_LAB_LEDS,
    /* Inner signals, by the source's names (machines.h). */
    DAMAS_LAB_FSM1,
    DAMAS_LAB_FSM2,
    DAMAS_LAB_FSM3,
    DAMAS_LAB_FSM4,
    DAMAS_LAB_FSM5,
    DAMAS_LAB_OUT_ADDS,
    DAMAS_LAB_INPUT_DATA,
    DAMAS_LAB_OUT_DATA,
    DAMAS_LAB_ESCRIBIR,
    DAMAS_LAB_VCUENTA,
    DAMAS_LAB_ORIG_DEST,
    DAMAS_LAB_FICHADAMA,
    DAMAS_LAB_COM,
    DAMAS_LAB_FIL_PCOMIDA,
    DAMAS_LAB_COL_PCOMIDA,
    DAMAS_LAB_T,
    DAMAS_LAB_CONT_FICHAVERDE,
    DAMAS_LAB_CONT_FICHAAZUL,
    DAMAS_LAB_CONT_MOV,
    DAMAS_LAB_FC_CONT,
    DAMAS_LAB_VECTOR_2MOV,
    DAMAS_LAB_VECTOR_3MOV,
    DAMAS_LAB_CONT1,
    DAMAS_LAB_CONT2,
    DAMAS_LAB_RUTA1,
    DAMAS_LAB_RUTA2,
    DAMAS_LAB_COMERDAMA,
    DAMAS_LAB_COMERDAMADOBLE,
    DAMAS_LAB_CUENTACAMINO,
    DAMAS_LAB_FLAGFICHA,
    DAMAS_LAB_FLAGCAMINOINCORRECTO,
    DAMAS_LAB_X,
    DAMAS_LAB_Y,
    DAMAS_LAB_PINS,
};

extern const device_kind damas_lab_kind;

/* Ticks before a row of the keypad is read, by these settings (NULL: the defaults). */
bool damas_lab_settle(const char *settings, uint32_t *ticks, error *);

/* The arbiter's registers and memory, read-only. */
const arbiter *damas_lab_arbiter(const device *);

/* Whether the inner signals of these pins are there: setting arbiter=machines, and x and y always.
 */
bool damas_lab_shows(const device *, uint64_t pins);

/* Puts another position on the board, as if it had come up in a game. */
void damas_lab_set_position(device *, const damas_position *);

/* Runs the beam to the start of a frame and then through a whole one, recording all five picture
 * pins at each of its 800 x 521 positions. Changes on the way show from that position on.
 */
void damas_lab_scan(device *, uint8_t samples[VGA_HEIGHT][VGA_WIDTH]);

#endif
