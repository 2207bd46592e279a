/* entries - series and tournaments in the journal: their options and their state.
 *
 * A series owns its matches (store_match.series); of each of its games the store keeps one result
 * that counts. A tournament has entrants and pairings; each pairing that is played is a series.
 * Their options are saved in the words of the command line, which can read them again.
 *
 * Like a match, a series or tournament is played by one process at a time; another one can take it
 * over when that process has ended. */
#ifndef DAMERO_ENTRIES_H
#define DAMERO_ENTRIES_H

#include "store/store.h"

enum { STORE_WORDS = 16384, STORE_SEAT = 1024, STORE_PAIR = 256 };

typedef struct store_series {
    int64_t id;
    char words[STORE_WORDS];
    char begun[32];
    char owner[OWNER_NAME];
    bool over;
} store_series;

/* Begins a series with these words, owned by this process; fills in the rest. */
bool store_begin_series(store *, store_series *, error *);
bool store_find_series(store *, int64_t id, store_series *, error *);

/* The pairing that a series belongs to: the tournament's name, the round and the board, from 0.
 * False, with an empty name, if it is no pairing of a tournament. */
bool store_find_event(store *, int64_t series, char name[STORE_NAME], int *round, int *board);

/* Takes over a series whose owner was found dead. */
store_result store_claim_series(store *, const store_series *, error *);
bool store_end_series(store *, int64_t id, error *);

typedef struct store_tournament {
    int64_t id;
    char name[STORE_NAME];
    char words[STORE_WORDS];
    char begun[32];
    char owner[OWNER_NAME]; /* "": nobody plays it */
    bool over;
    bool paired; /* its first round */
    bool served; /* a server plays it, or did when it ended: the next one goes on */
} store_tournament;

typedef struct store_entrant {
    int number; /* from 0, the best seed first */
    char name[STORE_NAME], seat[STORE_SEAT];
    int joined;    /* the first round it takes part in, from 0 */
    int withdrawn; /* the first round it does not any more; -1: none */
    bool has_token;
    unsigned char token[STORE_TOKEN]; /* a person's: its hash */
} store_entrant;

typedef struct store_pairing {
    int round, board;         /* from 0 */
    char players[STORE_PAIR]; /* numbers of entrants, "3,0", in the order of seats */
    int64_t series;           /* of its games; 0: none */
    int64_t match;            /* its first game, as read; 0: none */
    bool over, played;
    char points[STORE_PAIR]; /* twice the points, "3,1"; "" until it is over */
    char reason[STORE_PAIR]; /* why it was not played, or an organiser's words */
} store_pairing;

/* Whether the last failure was only that others were writing: another attempt may succeed. */
bool store_is_busy(const store *);

/* Begins a tournament with its entrants, all or nothing; an error if the name is taken. */
bool store_begin_tournament(store *, store_tournament *, const store_entrant *, size_t count,
                            error *);
bool store_find_tournament(store *, const char *name, store_tournament *, error *);
bool store_each_tournament(store *, bool (*with)(void *, const store_tournament *), void *context,
                           error *);
store_result store_claim_tournament(store *, const store_tournament *, error *);
/* Whether a process that is alive plays it. */
bool store_is_played(const store *, const store_tournament *);
bool store_leave_tournament(store *, int64_t id, bool over, error *);

/* What was asked for has changed. */
bool store_set_words(store *, int64_t tournament, const char *words, error *);

/* A server plays it from now on, or does not any more. */
bool store_serve_tournament(store *, int64_t id, bool served, error *);

/* A number that changes if anything of the tournament does that others may see: its state, players,
 * pairings, results, the beginning or end of a game. False if there is none of that name. */
bool store_tournament_version(store *, const char *name, uint64_t *version, error *);

bool store_each_entrant(store *, int64_t tournament, bool (*with)(void *, const store_entrant *),
                        void *context, error *);
/* Adds an entrant, or changes one. */
bool store_set_entrant(store *, int64_t tournament, const store_entrant *, error *);

bool store_each_pairing(store *, int64_t tournament, bool (*with)(void *, const store_pairing *),
                        void *context, error *);
bool store_find_pairing(store *, int64_t tournament, int round, int board, store_pairing *,
                        error *);
/* Adds a whole round, all or nothing. */
bool store_add_pairings(store *, int64_t tournament, const store_pairing *, size_t count, error *);
/* Its games are those of this series. What else others have changed of it stays. False with an
 * error if there is no such pairing (any more). */
bool store_set_pairing_series(store *, int64_t tournament, int round, int board, int64_t series,
                              error *);
/* Changes the state of a pairing; its series stays if this one has none. */
bool store_set_pairing(store *, int64_t tournament, const store_pairing *, error *);
/* Gives a pairing its result, unless it has one: `*first` says so. Its series and players stay. */
bool store_end_pairing(store *, int64_t tournament, const store_pairing *, bool *first, error *);

/* A game of a tournament: of which pairing, and how it ended. */
typedef struct store_game {
    int round, board; /* of its pairing, from 0 */
    int64_t number;   /* of its series, from 0 */
    int64_t match;
    bool over;
    int winner; /* a seat counted from 1; 0: nobody */
    char reason[32];
} store_game;

/* Calls back for every game, by round, board and number; an aborted one comes before the one that
 * replaced it. */
bool store_each_game(store *, int64_t tournament, bool (*with)(void *, const store_game *),
                     void *context, error *);

#endif
