/* machines - the arbiter as its source built it: a parent and four children, one state per tick.
 *
 *   fsm1  18 states  the parent: reposo (rest), inicio (fill), turno (turn), e1 to e4 (row, enter,
 *                    column, enter), e5 (which child?), e6 to e9 (call fsm2, fsm3, fsm4, fsm5), e10
 *                    (clear the origin), e11 (promote), e12 (write the destination), e13 (was
 *                    anything captured?), e14 (clear it), fin_partida (over)
 *   fsm2   8 states  is the origin a man that can move?
 *   fsm3  17 states  can the man reach the destination? Tries the routes of Table 5 one by one
 *   fsm4  17 states  can the king reach the destination (n1 to n6), and can it capture again (n7 to
 *                    n13)?
 *   fsm5  12 states  is the origin a king that can move?
 *
 * The rules library decides nothing here: the machines read the memory through one port, a cell per
 * tick, and must come to the same decisions (tests/damas_machines_test.c). Names of states and
 * signals are the source's, so that its figures 4.1 to 4.23 can be compared with a dump.
 *
 * Our interpretations: the states e6 to e9 call the children in their order; the first bit of a
 * route's vector is its first jump, and 1 is left on the screen for both sides; Tables 6 and 7 name
 * the directions of a descending king as its opponent sees them (ruta2 = 1 is a growing column);
 * the registers for a man's captured pieces also hold a king's; a king that keeps the turn must
 * capture (n6); a walk over the edge is an error (n2, n8).
 */
#ifndef DAMERO_BOARDS_MACHINES_H
#define DAMERO_BOARDS_MACHINES_H

#include <stdbool.h>
#include <stdint.h>

/* Contents of a cell of the memory. */
enum {
    CELL_EMPTY = 0,
    CELL_BLACK_MAN = 1,
    CELL_WHITE_BIT = 2,
    CELL_WHITE_MAN = 3,
    CELL_KING_BIT = 4,
    CELL_BLACK_KING = 5,
    CELL_WHITE_KING = 7,
};

enum {
    MACHINES_CELLS = 64,
    MACHINES_CAPTURED = 3, /* pieces in one entry: a man's three jumps, a king's diagonal */
};

typedef enum fsm1_state {
    FSM1_REPOSO,
    FSM1_INICIO,
    FSM1_TURNO,
    FSM1_E1,
    FSM1_E2,
    FSM1_E3,
    FSM1_E4,
    FSM1_E5,
    FSM1_E6,
    FSM1_E7,
    FSM1_E8,
    FSM1_E9,
    FSM1_E10,
    FSM1_E11,
    FSM1_E12,
    FSM1_E13,
    FSM1_E14,
    FSM1_FIN_PARTIDA,
    FSM1_STATES
} fsm1_state;

typedef enum fsm2_state {
    FSM2_REP2,
    FSM2_COMP0,
    FSM2_COMP1,
    FSM2_COMP2,
    FSM2_COMP3,
    FSM2_COMP4,
    FSM2_FIN_FALSE,
    FSM2_FIN_TRUE,
    FSM2_STATES
} fsm2_state;

/* fsm3 and fsm4 number their states: rep3 is 0, m1 is 1; rep4 is 0, n1 is 1. */
enum { FSM3_STATES = 17, FSM4_STATES = 17 };

/* rep5 is 0, g1 to g9 follow. */
enum { FSM5_FIN_ERROR = 10, FSM5_FIN_OK = 11, FSM5_STATES = 12 };

/* Its inputs at a clock edge. */
typedef struct machines_inputs {
    uint8_t key; /* 0 to 7, KEYPAD_ENTER, KEYPAD_NONE */
    bool run, multiple, draw[2];
    bool gives_up; /* the side on turn is blocked, and both want a draw */
} machines_inputs;

typedef struct machines {
    uint8_t fsm1, fsm2, fsm3, fsm4, fsm5;
    uint8_t vcuenta;                     /* cells filled */
    bool vc;                             /* all are: the first turn begins */
    bool vturno;                         /* 1: White; at the end the winner */
    bool orig_dest;                      /* 1: the destination is being entered */
    uint8_t coord_origen, coord_destino; /* 8 * row + column */
    bool fichadama;                      /* the piece is a king */
    bool sw_comer_doble;                 /* the switch when the destination was confirmed */
    bool victoria, tablas;               /* how the game ended */
    uint8_t cont_fichaverde, cont_fichaazul;
    uint8_t pcomida[MACHINES_CAPTURED]; /* cells of captured pieces */
    uint8_t comidas, t;                 /* how many; how many are cleared */
    /* fsm3 */
    bool com, ok;
    uint8_t cont_mov, fc_cont, vector_2mov, vector_3mov;
    uint8_t coord_orig_fic, fic; /* where the route has come to; where it goes next */
    /* fsm4 */
    bool ruta1, ruta2, sum1, sum2;          /* 1: row, column grow; the way, the way to go on */
    uint8_t cont1, cont2;                   /* row and column of the walk */
    bool comerdama, comerdamadoble, seguir; /* captures; can again; must */
    bool flagficha, flagcaminoincorrecto;
    uint8_t cuentacamino;
} machines;

/* What the arbiter's port of the memory carries in this state. */
typedef struct machines_port {
    uint8_t address, data; /* out_adds, out_data */
    bool write;            /* escribir */
} machines_port;

void machines_reset(machines *);

/* `memory` is read and, if escribir is 1, written at the edge; `start` is what inicio fills it
 * with. */
machines_port machines_port_of(const machines *, const uint8_t start[MACHINES_CELLS]);
void machines_tick(machines *, const machines_inputs *, uint8_t memory[MACHINES_CELLS],
                   const uint8_t start[MACHINES_CELLS]);

/* Waits for an origin of this side, with the pieces counted from the memory. */
void machines_ask(machines *, bool white, const uint8_t memory[MACHINES_CELLS]);

#endif
