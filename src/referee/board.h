/* board - a contest board in software: the board's side of the Dots contest and the Trax
 * competition.
 *
 * Like the match it does no input or output: bytes are fed in, and bytes come out through a
 * callback with a delay that its owner applies. On request it misbehaves once, at its N-th answer
 * (counted from 1; the answer to the greeting does not count):
 *
 *   late         answers after its time is up
 *   illegal      answers with a move that is not legal
 *   garbage      answers with bytes that are not a move
 *   silent       does not answer
 *   half         stops in the middle of its answer
 *   flood        answers with 100,000 bytes
 *   hangup       hangs up instead of answering
 *   handshake    answers the greeting wrongly
 *   unsolicited  sends bytes before it is asked, right after its answer
 */
#ifndef DAMERO_REFEREE_BOARD_H
#define DAMERO_REFEREE_BOARD_H

#include "games/history.h"

typedef enum board_fault {
    BOARD_BEHAVES,
    BOARD_LATE,
    BOARD_ILLEGAL,
    BOARD_GARBAGE,
    BOARD_SILENT,
    BOARD_HALF,
    BOARD_FLOOD,
    BOARD_HANGUP,
    BOARD_HANDSHAKE,
    BOARD_UNSOLICITED,
} board_fault;

typedef struct board_manners {
    board_fault fault;
    uint64_t at;      /* the answer, counted from 1 */
    int64_t lateness; /* delay of a late answer, nanoseconds */
} board_manners;

/* Reads "late@3" (or "late": at the first answer); the error lists the words. */
bool board_read_manners(const char *, board_manners *, error *);

typedef struct board_owner {
    void *context;
    void (*send)(void *context, const char *bytes, size_t count, int64_t delay);
    /* A legal move for the seat on turn. */
    game_move (*choose)(void *context, const history *);
    /* For observers; may be NULL. */
    void (*started)(void *context,
                    int seat); /* a game has begun; -1 if the seat is not known yet */
    void (*moved)(void *context, const history *, bool own);
} board_owner;

typedef struct board {
    const game_rules *rules; /* Dots with pass=on, or Trax; not owned */
    board_manners manners;
    board_owner owner;
    history game;
    int seat;     /* -1: not known yet */
    bool playing; /* a game has begun */
    bool hung_up; /* its owner must close the link */
    uint64_t answers;
    char team[4];
    char line[64];
    size_t length;
} board;

/* The rules that two boards of the game's contest play by: the given settings (NULL: none), then
 * those that the contest adds. NULL with an error, also if the game has no contest. */
game_rules *board_rules(const char *game, const char *given, error *);

/* False with an error if there is no memory, or if the game has no boards. */
bool board_create(board *, const game_rules *, const board_manners *, board_owner, error *);
void board_destroy(board *);

void board_receive(board *, const char *bytes, size_t count);

#endif
