/* command - commands of people and the organiser to a match: reading them from a typed line, and
 * deciding whether they are possible.
 *
 * Only this module decides. A host asks about the match that it runs; an arena, which refuses the
 * impossible at once, asks about its transcript and the position as the seat sees it. The match
 * itself decides what only the host can know: whether boards can be asked for a draw, and which
 * seat has been asked to move.
 */
#ifndef DAMERO_MATCH_COMMAND_H
#define DAMERO_MATCH_COMMAND_H

#include "referee/match.h"

typedef enum match_command_kind {
    COMMAND_MOVE,    /* `text` is a move of `seat`: on its turn, or if it may interrupt */
    COMMAND_RESIGN,  /* `seat` resigns */
    COMMAND_DRAW,    /* `seat` offers a draw, or accepts the offered one */
    COMMAND_UNDO,    /* `seat` asks to take back its last move, or agrees to a takeback */
    COMMAND_DECLINE, /* `seat` declines an offer or request */
    COMMAND_PASS,    /* `seat` will not interrupt now; typed on its turn: the game's pass */

    /* The organiser's. */
    COMMAND_PAUSE,
    COMMAND_GO_ON,
    COMMAND_ADJUDICATE, /* `seat` wins, GAME_NOBODY: drawn; `text` is the reason */
    COMMAND_ABORT,      /* `text` is the reason */
    COMMAND_LEAVE,      /* the match stays as it is, to be resumed another time */
} match_command_kind;

enum { COMMAND_TEXT = 200, COMMAND_ANY = -1 };

typedef struct match_command {
    match_command_kind kind;
    int seat;
    int64_t after; /* a move: how many moves its sender had seen, so that none is made twice or too
                      late; COMMAND_ANY: not said */
    bool accepts;  /* a draw or undo: only if another seat has offered it */
    int64_t arrived; /* arrival time, if earlier than the post; 0: the time of the post */
    char text[COMMAND_TEXT];
} match_command;

/* The meaning of a line typed for `seat`: a command, otherwise a move. Commands are resign, draw,
 * undo, decline, pass, quit, and the organiser's pause, go, abort [WHY], adjudicate SEAT|draw
 * [WHY]; the error of `help` lists them. */
bool match_command_read(const char *line, const game_rules *, int seat, match_command *, error *);

/* A match at the moment of a command. */
typedef struct command_state {
    const game_rules *rules;
    const game_position *position; /* may be the seat's view of it */
    size_t played;                 /* number of moves */
    bool over;
    match_proposal offer; /* the open offer, and the seat that made it */
    int offer_by;
} command_state;

/* Whether a seat's command is possible; for a move also finds it. `room` holds the moves of a seat
 * (rules->max_moves). */
bool match_command_check(const match_command *, const command_state *, game_move *room,
                         game_move *move, error *);

/* The move that `word` means, if `seat` has it now. A seat that interrupts need not name itself
 * ("calza"). */
bool match_read_move(const game_rules *, const game_position *, int seat, const char *word,
                     game_move *room, game_move *move, error *);

#endif
