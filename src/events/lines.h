/* lines - the lines that boards share on a contest day.
 *
 * A player may be `board`: it has no line of its own. A pairing gets as many free lines as it has
 * boards, and a *call* says which team goes on which line. The game begins when somebody has said
 * that they are ready: before each game both boards are plugged in and reset. If a board then does
 * not answer the greeting, the teams are called again, with the reason. So no team loses a game
 * because of a loose cable; the organiser decides when a team forfeits.
 *
 * A pseudo-terminal or a port stays open for the whole event, so that its name does not change.
 *
 * All functions may be called from any thread.
 */
#ifndef DAMERO_EVENTS_LINES_H
#define DAMERO_EVENTS_LINES_H

#include "links/link.h"
#include "referee/seat.h"

enum { LINES_MAX = 64 };

typedef struct lines lines;

/* A pairing that waits for its boards. */
typedef struct lines_call {
    size_t pairing;           /* its number in the tournament */
    uint64_t game;            /* of the pairing, from 0 */
    int count;                /* boards */
    int seat[GAME_SEATS_MAX]; /* which of the pairing's players each is */
    int line[GAME_SEATS_MAX]; /* the line of each */
    char why[240];            /* why the game could not begin after the last call; "": first call */
} lines_call;

/* Declares lines, as in a seat: serial:DEVICE[@BAUD], pty, tcp:HOST:PORT or listen:[HOST:]PORT.
 * Opens those that others connect to. NULL with an error if one is not possible. */
lines *lines_create(const char *const *specs, int count, const link_options *, error *);
void lines_destroy(lines *);

int lines_count(const lines *);
void lines_write_name(lines *, int line, text *); /* where the board connects: /dev/pts/3 */

/* A list of lines as text, separated by commas: whether all are possible; their number; one of
 * them.
 */
bool lines_check(const char *list, error *);
int lines_in(const char *list);
bool lines_nth(const char *list, int line, text *);

/* Whether a seat's text is a board without a line: `board`, or with options `board+hub`; and the
 * text of the seat once it has this line. */
bool lines_is_board(const char *seat);
bool lines_write_seat(const lines *, int line, const char *seat, text *);

/* For the organiser: the pairings that wait, at most `most`; returns their number. */
size_t lines_waiting(lines *, lines_call *, size_t most);
/* Says that the boards of this pairing are on their lines, and reset. */
bool lines_ready(lines *, size_t pairing, error *);
/* The two teams of this pairing change lines. */
bool lines_swap(lines *, size_t pairing, error *);
/* One team of this pairing (a number among its players) does not play: it loses the pairing. */
bool lines_forfeit(lines *, size_t pairing, int seat, error *);

/* Nobody can answer any more: stops all waiting calls, and every later one. */
void lines_stop(lines *);

/* For the thread that plays a pairing: takes this number of lines, and waits until they are free.
 * False if it was stopped, or if fewer lines exist. */
bool lines_take(lines *, int count, int *line, const atomic_bool *stop, error *);
void lines_give_back(lines *, const int *line, int count);

typedef enum lines_answer { LINES_READY, LINES_FORFEITED, LINES_STOPPED } lines_answer;

/* Makes a call: `announce` tells people (after this an answer can be given), then waits for the
 * answer. The call's lines may change; `forfeits` gets the seat. */
lines_answer lines_wait(lines *, lines_call *, void (*announce)(void *context, const lines_call *),
                        void *context, const atomic_bool *stop, int *forfeits);

/* Where the open link of a line is kept (NULL inside: not open); only for the thread that has taken
 * the line. */
link_end **lines_link(lines *, int line);

/* Lets another board connect: a link whose address others know stays open, any other is closed and
 * set to NULL. */
void lines_part(link_end **);

#endif
