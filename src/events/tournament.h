/* tournament - an event in the journal: its players, rounds and results, and how it is played.
 *
 * Everything is saved in the journal at once (store/entries.h): a round is added atomically, a
 * pairing gets its series before its first game and its result after the last. So the process that
 * plays the tournament may be killed at any time, and the next one resumes it: rounds are not
 * paired again, and games that count are not played again. */
#ifndef DAMERO_EVENTS_TOURNAMENT_H
#define DAMERO_EVENTS_TOURNAMENT_H

#include "events/lines.h"
#include "events/ratings.h"
#include "events/series.h"
#include "events/standings.h"
#include "events/workers.h"
#include "store/entries.h"

/* How it is played. The caller saves it in the journal, as the words of a command line. */
typedef struct tournament_plan {
    event_kind kind;
    int rounds; /* swiss, tables: their number */
    int games;  /* per pairing */
    int seats;  /* at a table */
    tiebreak order[TIEBREAKS];
    int order_count;
} tournament_plan;

typedef struct tournament {
    store *journal; /* not owned */
    store_tournament *about;
    tournament_plan plan;
    store_entrant *entrant;
    int entrants;
    pairing_list pairings;
    store_pairing *stored; /* of each of them */
    size_t stored_capacity;
} tournament;

/* The rules of its games, for engines; NULL with an error if the plan seats more or fewer players
 * than they allow. */
game_rules *tournament_rules(const tournament_plan *, const game *, const char *settings, error *);

/* Reads the tournament so far, except its plan. Destroy it, even on failure. */
bool tournament_load(tournament *, store *, const char *name, error *);
void tournament_destroy(tournament *);

/* Reads it again: others may have changed its players and results. On failure it is as it was. */
bool tournament_refresh(tournament *, error *);
/* The same for the state of one pairing, from this connection to the journal. */
bool tournament_refresh_pairing(tournament *, store *, size_t pairing, error *);

/* The total number of rounds, and of rounds that have pairings. */
int tournament_rounds(const tournament *);
int tournament_paired(const tournament *);

/* The index of a pairing, at least `from`; -1: there is none. Rounds and boards are from 0. */
int tournament_find(const tournament *, size_t from, int round, int board);

/* The opening of the book with which this pairing begins. All pairings of a round have the same
 * openings, and each round has the next ones. */
uint64_t tournament_first_opening(const tournament *, size_t pairing);

/* Whether every pairing so far has a result. */
bool tournament_is_settled(const tournament *);

/* Pairs the next round and saves it; all earlier ones must be over. */
bool tournament_pair(tournament *, error *);

/* Saves a pairing's result: twice the points of each player. The first is for the organiser, whose
 * result replaces any other; the second for those who play, and changes nothing if the pairing has
 * got a result meanwhile, which is read instead. */
bool tournament_set_result(tournament *, size_t pairing, const int *points, bool played,
                           const char *reason, error *);
bool tournament_end_pairing(tournament *, size_t pairing, const int *points, bool played,
                            const char *reason, error *);

/* A late entry takes part from the next round on; a player who withdraws no longer does. */
bool tournament_add(tournament *, const char *name, const char *seat, error *);
bool tournament_withdraw(tournament *, const char *name, error *);

/* The standings: a line and a rating for each entrant, the ratings by their numbers. Games, wins,
 * draws and losses are those of the journal; a result entered by the organiser counts as the games
 * with the fewest draws that give these points. */
bool tournament_stands(const tournament *, standing *, rating *, error *);

typedef struct tournament_run {
    series_setup series; /* what all pairings share: terms, openings, links, stop */
    const char *rules;   /* settings of the game; NULL: none */
    const game *game;
    int concurrency; /* pairings at once; of engines and programs also games of a pairing, if fewer
                        pairings are open */
    lines *lines;    /* that players without a line share; NULL: there are none */
    bool unattended; /* nobody is called: a team whose board does not answer forfeits its pairing */
    const workers_terms *workers; /* who play the games; NULL: this process does */
    void *context;
    /* Whether this run can play with all entrants, some of whom joined during the last round; or
     * NULL. */
    bool (*admits)(void *context, const tournament *, error *);
    /* The boards of a pairing are called to their lines; lines_ready and the like can answer from
     * now on. Or NULL. */
    void (*called)(void *context, const tournament *, const lines_call *);
    /* A pairing is over, or a round is paired; called in the caller's thread or another, one at a
     * time. */
    void (*over)(void *context, const tournament *, size_t pairing);
    void (*paired)(void *context, const tournament *, int round);
    /* A pairing goes on after this many games: twice the points of each player so far; or NULL. */
    void (*scored)(void *context, const tournament *, size_t pairing, uint64_t games,
                   const int *points);
    /* The journal has more games or results; with the tournament locked. False with an error ends
     * the run. Or NULL. */
    bool (*record)(void *context, const tournament *, error *);
    /* A link of this entrant has been opened, in the thread that plays; or NULL. */
    void (*opened)(void *context, const tournament *, int entrant, link_end *);
    /* Workers have finished no game of a pairing for this number of seconds; or NULL. */
    void (*waiting)(void *context, const tournament *, size_t pairing, int64_t seconds);
} tournament_run;

/* The series of a pairing without boards, as this run plays it: `s` begins as the run's series.
 * `spec` has memory for all seats; the rules are to be destroyed. */
bool tournament_set_up(const tournament *, const tournament_run *, size_t pairing, series_setup *s,
                       seat_spec *spec, game_rules **, error *);

/* Plays it to its end. False with an error if that is impossible, or if it was stopped. */
bool tournament_play(tournament *, const tournament_run *, error *);

#endif
