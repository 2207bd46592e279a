/* spectator - a match as it is shown: the live board of a terminal, lines, or JSON. */
#ifndef DAMERO_SPECTATOR_H
#define DAMERO_SPECTATOR_H

#include "cli/command.h"
#include "cli/tally.h"
#include "games/history.h"
#include "referee/match.h"

typedef enum spectator_form {
    SPECTATOR_QUIET, /* the result alone */
    SPECTATOR_LINES, /* a line for each event, the board at the end */
    SPECTATOR_LIVE,  /* the board drawn anew after each move */
    SPECTATOR_JSON,  /* an object a line for each event */
} spectator_form;

typedef struct spectator {
    spectator_form form;
    const game_rules *rules;          /* not owned */
    history shown;                    /* the game as far as it has been shown */
    int viewer;                       /* the seat whose secrets are shown, or GAME_NOBODY */
    game_position *revealed;          /* Perudo: the table at the last doubt, live until the viewer
                                         has moved; or NULL */
    const char *name[GAME_SEATS_MAX]; /* who sits there, not owned */
    int64_t id;                       /* in the journal; 0: none */
    int game, games;                  /* which one of how many */
    tally standing;                   /* of the games before this one */
    int player[GAME_SEATS_MAX];       /* who has which seat */
    const match *match;               /* for its clocks; or NULL */
} spectator;

/* Begins with the game as far as it has come (NULL: from its usual start); false where there is no
 * memory. */
bool spectator_begin(spectator *, const game_rules *, const history *so_far, error *);
void spectator_end(spectator *);

/* Shows an event; the moves are played along. */
void spectator_show(spectator *, const match_event *);

/* Draws the board as the viewer sees it. */
void spectator_draw(const spectator *);

#endif
