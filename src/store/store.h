/* store/ - the journal: matches and their events, in one SQLite file or on a PostgreSQL server.
 *
 * May use: base, games. Must not use: any other room.
 *
 *   store.h    matches, their events and seats (this file)
 *   entries.h  series and tournaments
 *   accounts.h people who keep a name, and their matches
 *   explorer.h which moves were played from a position, with what results
 *   extras.h   reviews and chat of a match
 *   copy.h     everything, into another store
 *   post.h     what the servers of one store tell each other, through PostgreSQL
 *   database.h a connection: what is different between a file and a server
 *   schema.h   the tables of a file, and the migration of older files
 *   owner.h    which process plays a match, and whether it is alive
 *   jobs.h     games and computations that workers share
 *   wire_log.h   next to the file: the bytes on the lines of matches, for other processes
 *
 * Everything below is about files; docs/scale.md says what a server does instead.
 *
 * The file is in WAL mode with STRICT tables. Its application_id marks it as ours and its
 * user_version is its schema. An older schema is migrated step by step in one transaction. A file
 * that is from a newer program, damaged, empty or not ours is refused and left unchanged.
 *
 * Several programs may use one file at a time, but only one plays a match. That process has claimed
 * it, and each of its writes carries the number of the claim (a fence): once another process has
 * claimed the match because it found the owner dead, writes by the former owner are refused.
 *
 * Writing takes two steps, so that a move can be relayed without waiting for the disk and still be
 * on disk before it is shown. store_add hands an event to the system: it survives a kill of this
 * program. store_sync syncs all added events to disk: they survive a power failure.
 */
#ifndef DAMERO_STORE_H
#define DAMERO_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/histogram.h"
#include "store/owner.h"

enum {
    STORE_VERSION = 14,
    STORE_TEXT = 4096,
    STORE_NAME = 128,
    STORE_TOKEN = 32,
    STORE_KEY = 33,
    STORE_OPINION = 160
};

typedef struct store store;

/* Opens the file, or the store at an address (postgresql://...). Creates it and its folders if
 * missing, readable only by its owner, since it holds things that players must not see. */
store *store_open(const char *path, error *);

/* The code of an error of store_open if the server does not answer or is starting: another attempt
 * may succeed. */
#define STORE_AWAY "store-away"

/* Another user of the same store, for another thread of the same owner. Close it first. Many share
 * the connections to a server. */
store *store_open_again(store *, error *);
void store_close(store *);

/* The absolute path of its file, for hiding it from programs; of a store on a server: what its
 * files on this machine begin with. */
const char *store_path(const store *);
bool store_is_file(const store *);

/* Whether this is a server's address, not a file's path. */
bool store_is_address(const char *);

/* The default path: $DAMERO_STORE, $XDG_DATA_HOME/damero/damero.db or
 * ~/.local/share/damero/damero.db. False if none of them is known. */
bool store_usual_path(char *path, size_t size, error *);

/* The process that plays a match, and its claim. */
typedef struct store_owner {
    char name[OWNER_NAME]; /* "" when the match is over */
    int64_t claim;         /* counted from 1 */
} store_owner;

/* The right to write to a match, which ends when another process claims it. */
typedef struct store_fence {
    int64_t match, claim;
} store_fence;

/* The right of a worker to begin a game (jobs.h); all 0: none is needed. */
typedef struct store_turn {
    int64_t work, fence;
} store_turn;

/* The result of a write. */
typedef enum store_result {
    STORE_KEPT,
    STORE_LOST,   /* another process has claimed the match, or it is over */
    STORE_FAILED, /* not saved for another reason, such as a full disk; a retry may succeed */
} store_result;

typedef struct store_match {
    int64_t id;
    char game[32];
    char rules[600];           /* settings as text */
    char start[STORE_TEXT];    /* the starting position, "" for the standard one */
    char seats[STORE_TEXT];    /* one line per seat */
    char settings[STORE_TEXT]; /* the referee's settings, as text */
    char begun[32];            /* date and time, UTC */
    store_owner owner;         /* the process that plays it */
    bool over;
    int winner; /* a seat counted from 1; 0: nobody */
    char reason[32], score[128];
    error why;           /* what it says beyond its reason; has no code in older files */
    int64_t moves;       /* their number, without those taken back */
    bool unlisted;       /* shown only to clients with its key */
    char key[STORE_KEY]; /* of an unlisted match: 16 random bytes in hexadecimal; else "" */
    int64_t series;      /* that it is a game of (entries.h); 0: none */
    int64_t number;      /* which one, from 0 */
    store_turn turn;     /* to begin it, if a worker does; not read back */
} store_match;

typedef struct store_event {
    int64_t number;              /* from 1 */
    int64_t time;                /* microseconds since the match began */
    char kind[16];               /* move, undo, end, and others that the referee defines */
    int seat;                    /* counted from 1; 0: none, or chance; for an end: the culprit */
    char text[512];              /* a move's full text, the number of moves undone, a note */
    int64_t used;                /* microseconds of thinking */
    char opinion[STORE_OPINION]; /* what the player thinks of its game; "": not said */
} store_event;

/* Adds a match that starts now, claimed by this process; fills in its number and owner. */
bool store_begin(store *, store_match *, error *);

static inline store_fence store_fence_of(const store_match *m) {
    return (store_fence){m->id, m->owner.claim};
}

/* A seat of a match played through the page, or, with the kind STORE_NAMED, a seat of another match
 * of which only the name is known. */
#define STORE_NAMED "named"
typedef struct store_seat {
    char kind[16]; /* person, open, engine, link; or STORE_NAMED */
    char name[STORE_NAME], avatar[32];
    bool has_token;
    unsigned char token[STORE_TOKEN]; /* the hash of its person's token */
    int64_t account;                  /* of its person (accounts.h); 0: none */
} store_seat;

/* The same with its seats, atomically. */
bool store_begin_seated(store *, store_match *, const store_seat *, int count, error *);

/* Changes kind, name, avatar and account of a seat (counted from 0). */
store_result store_set_seat(store *, store_fence, int seat, const store_seat *, error *);

/* The seats of a match, at most `most`. Returns their number, 0 if it was not played through the
 * page and has no names, -1 with an error. */
int store_seats(store *, int64_t match, store_seat *, int most, error *);

/* Takes over an unfinished match whose owner was found dead: if several processes try, one
 * succeeds. Read its events afterwards, not before. */
store_result store_claim(store *, int64_t match, const store_owner *expected, store_fence *,
                         error *);

/* Adds an event as the next of its match; fills in `number`. */
store_result store_add(store *, store_fence, store_event *, error *);

/* Adds the last event and the result of the match, both or neither. */
store_result store_end(store *, store_fence, store_event *, int winner, const char *reason,
                       const error *why, const char *score, error *);

/* Leaves a line for the process that plays a match: a command of its organiser. store_take_request
 * takes the oldest one; false, with an error, also if there is none. */
bool store_request(store *, int64_t match, const char *line, error *);
bool store_take_request(store *, store_fence, char *line, size_t size, error *);
bool store_is_requested(store *, int64_t match); /* whether one waits */

/* May be called from a different thread than the rest. Stores reopened from one share the disk's
 * work: simultaneous requests are served by one sync. */
bool store_sync(store *, error *);

/* How long syncs have taken, by this store and those that share its work, and how many failed. */
typedef struct store_figures {
    histogram syncs;
    uint64_t failures;
} store_figures;
void store_measure(const store *, store_figures *);

/* The same after a store_sync has failed. The system may have dropped the data it could not write
 * and would not report it again, so this copies everything to another place on the disk. */
bool store_sync_again(store *, error *);

bool store_find(store *, int64_t match, store_match *, error *);

/* The key of a match, "" if it is listed; false if there is no such match. Takes about as long in
 * each case, since it is secret whether an unlisted match exists. */
bool store_find_key(store *, int64_t match, char key[STORE_KEY]);

/* Whether the process that plays an unfinished match is alive. */
bool store_is_alive(const store *, const store_owner *);

/* Whether that process is this one. */
bool store_is_mine(const store *, const store_owner *);

/* A filter for matches. */
typedef struct store_wanted {
    bool running, over; /* both or neither: all */
    bool listed;        /* only listed ones */
    const char *game;   /* NULL: any */
    int64_t before;     /* only matches older than this; 0: from the newest */
    int most;           /* at most this number */
    int64_t idle;       /* only those with an event in this number of seconds; 0: all */
} store_wanted;

/* A number that changes with every write, by any process. */
int64_t store_changes(store *);

/* Calls back for every match that passes the filter, newest first, or for every event in order,
 * until the callback returns false. */
bool store_each_wanted(store *, const store_wanted *, bool (*with)(void *, const store_match *),
                       void *context, error *);
bool store_each_match(store *, int most, bool (*with)(void *, const store_match *), void *context,
                      error *);
bool store_each_event(store *, int64_t match, bool (*with)(void *, const store_event *),
                      void *context, error *);

/* Calls back for every match of a series, in the order of the games. */
bool store_each_of_series(store *, int64_t series, bool (*with)(void *, const store_match *),
                          void *context, error *);

/* The same for the events after number `after`. */
bool store_each_later(store *, int64_t match, int64_t after,
                      bool (*with)(void *, const store_event *), void *context, error *);

#endif
