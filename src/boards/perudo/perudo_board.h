/* perudo_board - the Perudo board: four buttons, a reset switch, a serial line to the view.
 *
 * The player at the buttons is player 0, the board plays the others by the heuristic `seed`. Rules:
 * games/perudo, preset seed. What the line carries: protocols/perudo_view.h.
 *
 * A press is the edge at which a button is seen down after it was seen up. It acts once, at that
 * edge, and only where `enable` was 1 before it: no roll is under way and the last stop bit of the
 * last message has left the line. Other presses are lost, also where the button is kept down. Of
 * two presses at one edge the first that does something counts, in the order next, previous, enter,
 * doubt. Under reset (0) the board is idle at once, the line rests and no press counts.
 *
 * A message begins at the edge of its press, or, where dice are rolled, one tick after the last bit
 * that the rolls took: rolling takes a bit a tick, from the register as it stands at the press,
 * first for the starter of the game, then for each die of each player (see lfsr.h). The register
 * runs on under reset.
 *
 * Readings where the source is silent: the face and count that the player turns begin at 1 with
 * each turn, and stay as they are after an illegal bid; a game needs two players to start; there is
 * nothing to doubt before the first bid; only reset leads on from the end.
 */
#ifndef DAMERO_BOARDS_PERUDO_H
#define DAMERO_BOARDS_PERUDO_H

#include "boards/device.h"
#include "boards/uart.h"
#include "engines/engine.h"
#include "games/perudo/perudo.h"
#include "protocols/perudo_view.h"

/* The pins. */
enum {
    PERUDO_PREVIOUS,
    PERUDO_NEXT,
    PERUDO_ENTER,
    PERUDO_DOUBT,
    PERUDO_BUTTONS, /* how many they are */
    PERUDO_RESET_N = PERUDO_BUTTONS,
    PERUDO_TX,
    PERUDO_ENABLE,
    PERUDO_STATE,
    PERUDO_STEP,
    PERUDO_DATA,
};

/* Where the board is; the pins `state` and `step` say it in two numbers. */
typedef enum perudo_place {
    PERUDO_AT_IDLE,
    PERUDO_AT_AVATAR,
    PERUDO_AT_PLAYERS,
    PERUDO_AT_ROLL,
    PERUDO_AT_FACE,
    PERUDO_AT_COUNT,
    PERUDO_AT_GO_ON,
    PERUDO_AT_MACHINE,
    PERUDO_AT_MACHINE_GO_ON,
    PERUDO_AT_DOUBTED,
    PERUDO_AT_SHOWN,
    PERUDO_AT_END,
    PERUDO_PLACES
} perudo_place;

typedef struct perudo_button {
    bool down;    /* as the board sees it */
    uint64_t due; /* the edge at which it sees the pin's other value; DEVICE_NEVER: none */
} perudo_button;

typedef struct perudo_board {
    device device; /* first */
    game_rules *rules;
    engine *machine;
    uint64_t seed, debounce; /* settings */
    perudo_button button[PERUDO_BUTTONS];
    uart_sender line;
    uint64_t register_word, register_tick; /* the register, and when it was so */

    perudo_place place;
    int players;
    int face, count; /* that player 0 turns */
    perudo_position
        now;         /* of the game; its `next` is the seat on turn, also while waiting to go on */
    int loser;       /* of the last doubt */
    uint64_t rolled; /* the edge at which the roll is over; DEVICE_NEVER: none */
    uint8_t die[PERUDO_SEATS_MAX][PERUDO_BOARD_DICE]; /* of this round, as rolled */
} perudo_board;

extern const device_kind perudo_board_kind;

/* What the button would do now, in words; NULL where nothing. (Whether it is accepted at this
 * moment is what `enable` says.) */
const char *perudo_board_offers(const perudo_board *, int button);

/* "idle", "avatar", ...: where the board is, in a word. */
const char *perudo_place_name(perudo_place);

/* For the device itself (machine.c): the press of a button at edge `now`, false where it does
 * nothing; the end of a roll; what the pins show. */
bool perudo_board_press(perudo_board *, int button, uint64_t now);
void perudo_board_rolled(perudo_board *, uint64_t now);
void perudo_board_idle(perudo_board *);
int perudo_place_state(perudo_place);
int perudo_place_step(perudo_place);

#endif
