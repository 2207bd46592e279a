/* perudo_board - the Perudo board: four buttons, a reset switch, a serial line to the view.
 *
 * The player at the buttons is player 0, the board plays the others by the machine of its settings,
 * usually the source's. Rules: games/perudo, a preset without calza, usually seed. What the line
 * carries: protocols/perudo_view.h.
 *
 * A press is the clock edge at which a button reads as down after reading as up. It acts once, at
 * that edge, and only if `enable` was 1 before it: no roll is in progress and the last stop bit of
 * the last message has left the line. Other presses are lost, even if the button is held. If two
 * buttons are pressed at one edge, the first one that has an effect counts, in the order next,
 * previous, enter, doubt. During reset (0) the board is idle, the line idles and no press counts.
 *
 * A message begins at the edge of its press, or, if dice are rolled, one tick after the last bit
 * that the rolls took: rolling takes one bit per tick, starting with the register's value at the
 * press, first for the starter of the game, then for each die of each player (see lfsr.h). The
 * register keeps running during reset.
 *
 * With dice=counters the dice are drawn as in the original (see counters.h): those of the first
 * round when their player joins, player 0's when the avatar is taken; those of later rounds at the
 * press that starts the round. The starter is where the fourth counter is at the press that starts
 * the game.
 *
 * With menu=on house rules are chosen with the buttons too: in the init state doubt opens a menu
 * while players join, where the original's doubt does nothing. They last until reset.
 *
 * Our interpretation where the original does not say: the player's face and count start at 1 on
 * each turn, and keep their values after an illegal bid; a game needs two players to start; there
 * is nothing to doubt before the first bid; only reset leaves the end state.
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
    PERUDO_BUTTONS, /* their number */
    PERUDO_RESET_N = PERUDO_BUTTONS,
    PERUDO_TX,
    PERUDO_ENABLE,
    PERUDO_STATE,
    PERUDO_STEP,
    PERUDO_DATA,
};

/* The board's place in the game; the pins `state` and `step` encode it in two numbers. */
typedef enum perudo_place {
    PERUDO_AT_IDLE,
    PERUDO_AT_RULES, /* in the init state, step 0: reached from the players by doubt */
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
    bool down;    /* as sampled by the board */
    uint64_t due; /* the edge at which it samples the pin's new value; DEVICE_NEVER: none */
} perudo_button;

typedef struct perudo_board {
    device device; /* first */
    const engine_kind *kind;
    game_settings settings; /* as powered on */
    game_rules *rules;      /* by them */
    engine *machine;
    bool has_menu;
    game_settings menu;       /* what the buttons have chosen in this game; */
    int cursor;               /* the house rule being chosen */
    game_rules *chosen_rules; /* NULL: none were chosen */
    engine *chosen_machine;
    uint64_t seed, debounce; /* settings */
    bool counters;           /* the dice come from counters, not from the register */
    perudo_button button[PERUDO_BUTTONS];
    uart_sender line;
    uint64_t register_word, register_tick; /* the register's value at a tick */

    perudo_place place;
    int players;
    int face, count; /* being chosen by player 0 */
    perudo_position
        now;         /* of the game; its `next` is the seat on turn, also while waiting to go on */
    int loser;       /* of the last doubt */
    uint64_t rolled; /* the edge at which the roll is over; DEVICE_NEVER: none */
    uint64_t drawn;  /* the edge at which the dice of a player who joins are there; likewise */
    uint8_t die[PERUDO_SEATS_MAX][PERUDO_BOARD_DICE]; /* of this round, as rolled */
} perudo_board;

extern const device_kind perudo_board_kind;

/* The button's current function, in words; NULL if none. (`enable` tells whether a press is
 * accepted now.) */
const char *perudo_board_offers(const perudo_board *, int button);

/* The same without the limits, for a board that is known by its pins alone. */
const char *perudo_place_offers(perudo_place, int button);

/* A board's place by its pins `state` and `step`; idle for values that no place has, as a faulty
 * design may show. */
perudo_place perudo_place_at(const device *);

/* The ticks of a bit and of the debouncing that these settings ask for. */
typedef struct perudo_times {
    uint32_t bit;
    uint64_t debounce;
} perudo_times;
bool perudo_board_times(const char *settings, perudo_times *, error *);

/* The rules of the game that these settings ask for, with eight seats; to be destroyed. */
game_rules *perudo_board_rules(const char *settings, error *);

/* "idle", "avatar", ...: the board's place, in a word. */
const char *perudo_place_name(perudo_place);

/* For the device itself (machine.c): the press of a button at edge `now`, false if it has no
 * effect; the end of a roll; the values of the pins. */
bool perudo_board_press(perudo_board *, int button, uint64_t now);
void perudo_board_rolled(perudo_board *, uint64_t now);
/* The house rules of the menu: the setting of each, making them those of the game (allocates; false
 * if there is no memory), and back to those of power-on. */
setting_value *perudo_board_choice(perudo_board *, int rule);
bool perudo_board_take_rules(perudo_board *);
void perudo_board_forget_rules(perudo_board *);
void perudo_board_idle(perudo_board *);
int perudo_place_state(perudo_place);
int perudo_place_step(perudo_place);

#endif
