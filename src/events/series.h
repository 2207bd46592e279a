/* series - games between the same players, one after another or several at once.
 *
 * In game n (from 0) each player has moved on by n seats, so that with two players every opening is
 * played twice with seats swapped. Every game uses the one path of a match (setup, host, journal).
 * Events are reported in the order of the games' numbers, whatever order they end in: so with the
 * same seed a series reads the same however many games run at once, and a test that stops it counts
 * the same games.
 *
 * A program that speaks Hub stays between games and is greeted before each (referee/greeting.h). It
 * is restarted after it has failed, or for every game if `restart` is set. If it cannot be started
 * for the first game, the series does not begin; after three consecutive failed starts it ends.
 *
 * A series that is resumed plays only the games of which the journal has no result that counts;
 * those that were being played begin again from their opening.
 *
 * With `ready` the players are boards on a contest day (lines.h): before each game somebody has to
 * say that the boards are reset, and a board that does not answer the greeting is asked for again
 * instead of losing the game.
 *
 * With a concurrency of 1 the games are played in the caller's thread, with people, lines and
 * everything else that a host allows. Otherwise each of `concurrency` threads has its own copy of
 * every player and its own connection to the journal; only engines and programs can play, and the
 * callbacks still come in the caller's thread.
 */
#ifndef DAMERO_EVENTS_SERIES_H
#define DAMERO_EVENTS_SERIES_H

#include "events/opening.h"
#include "events/openings.h"
#include "referee/setup.h"
#include "referee/transcript.h"

enum { SERIES_CONCURRENCY_MAX = 256, SERIES_FAILED_STARTS = 3, SERIES_GAMES_MAX = 10000000 };

/* One game of a series. */
typedef struct series_game {
    uint64_t number;            /* from 0 */
    int player[GAME_SEATS_MAX]; /* the player in each seat */
    const game_position *start; /* NULL: the standard one */
    int64_t match;              /* in the journal; 0: none */
    store_turn turn;            /* of the worker that plays it */
    bool known;                 /* it was played before the series was resumed; nothing is shown */
} series_game;

typedef struct series_setup {
    const game_rules *rules;
    int players;                           /* as many as the rules have seats */
    const seat_spec *spec[GAME_SEATS_MAX]; /* the players', in the order given */
    const char *name[GAME_SEATS_MAX];      /* their names; NULL for all: the seats' texts */
    uint64_t games;
    int concurrency;
    bool restart;            /* restart programs for every game */
    void (*equip)(engine *); /* gives that engine and the players' ones their endgame tables, in any
                                thread; or NULL */
    match_terms terms;
    const game_position *given; /* where games start; NULL: the standard position */
    opening_terms opening;      /* random moves from there, the same for a round of games */
    const opening_book *book;   /* or a position of a book for each round; NULL: none */
    uint64_t first_opening;     /* of the book */
    int64_t patience;           /* how long to wait for the other sides of lines */
    link_options links;
    link_end **line[GAME_SEATS_MAX]; /* a player's link that outlives the series (NULL inside: not
                                        open yet); NULL: the series opens and closes its own */
    store *journal;                  /* NULL: none is kept */
    int64_t entry; /* the series there (store/entries.h), which its games belong to; or 0 */
    const atomic_bool *stop; /* set: the series ends */

    /* Whether this game counts already, in a series that is resumed: its number in the journal and
     * its verdict. May come from any thread. NULL: none does. */
    bool (*known)(void *context, uint64_t number, int64_t *match, match_verdict *);

    /* The next game to play, and the right to it, for a worker (workers.h): false if there is none
     * now, with which the series ends here. NULL: one game after the other. Only with a concurrency
     * of 1. */
    bool (*take)(void *context, uint64_t *number, store_turn *);

    /* A resumed match, for a series of one game: its state, and the right to write it. */
    const transcript *begun;
    store_fence fence;

    host_setup host; /* its callbacks and input; `show` gets no match if it comes later */

    /* Waits until the boards are ready for the game; may change spec and line of the players. `why`
     * says why the last attempt failed, through the fault of *culprit; NULL on the first. Returns
     * false to end the series, through the fault of *culprit (-1: nobody's). If this is NULL,
     * nobody is asked. Only with a concurrency of 1. */
    bool (*ready)(void *context, const series_game *, const char *why, int *culprit, error *);

    /* All with the context of `host`. A link has been opened, in the thread that plays. */
    void (*opened)(void *context, int player, link_end *);
    /* A game begins; false with an error ends the series. */
    bool (*begin)(void *context, const series_game *, error *);
    /* It has ended; false ends the series. `words`: the last lines that a crashed program wrote to
     * its standard error, or "". */
    bool (*end)(void *context, const series_game *, const match_verdict *, const char *words);
    /* A problem that does not affect the games. */
    void (*warn)(void *context, const char *what);
    /* The series ends because this player cannot be started; before series_play returns. Or NULL.
     */
    void (*failed)(void *context, int player);
} series_setup;

typedef enum series_outcome {
    SERIES_OVER,    /* all games were played, or `end` returned false */
    SERIES_REFUSED, /* a player cannot be started */
    SERIES_FAILED,  /* for another reason, or it was stopped; the error may be empty */
} series_outcome;

series_outcome series_play(const series_setup *, error *);

#endif
