/* store/ - the record of everything: matches and what happened in them, in one SQLite file.
 *
 * May use: base, games. Must not use: any other room.
 *
 *   store.h    matches, their events and seats (this file)
 *   schema.h   the tables, and how an older file becomes a newer one
 *   lines.h    beside the file: the bytes on the lines of matches, for others to look at
 *
 * The file is in WAL mode with STRICT tables; its application_id says that it is ours and its
 * user_version which schema it has. An older schema is brought up to date, one migration after the
 * other in one transaction. A file that a newer program wrote, that is damaged, or that is not ours
 * is refused and left as it is.
 *
 * Writing is in two steps, so that a move can be passed on without waiting for the disk and still
 * be on it before anyone is shown it. store_add hands an event to the system: it is kept even if
 * this program is killed. store_sync brings all that was added onto the disk: it is kept even if
 * the power fails. Several programs may use one file at a time.
 */
#ifndef DAMERO_STORE_H
#define DAMERO_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { STORE_VERSION = 5, STORE_TEXT = 4096, STORE_NAME = 128, STORE_TOKEN = 32, STORE_KEY = 33 };

typedef struct store store;

/* Opens the file. Where it is not there it is made, with its folders, for its owner alone to read:
 * it holds what players must not see. */
store *store_open(const char *path, error *);

/* Another connection to the same file, for another thread. */
store *store_open_again(const store *, error *);
void store_close(store *);

/* The path of its file from the root on, for who must keep others from reading it. */
const char *store_path(const store *);

/* Where the file is by default: $DAMERO_STORE, $XDG_DATA_HOME/damero/damero.db or
 * ~/.local/share/damero/damero.db. False where none of them is known. */
bool store_usual_path(char *path, size_t size, error *);

typedef struct store_match {
    int64_t id;
    char game[32];
    char rules[600];           /* settings as text */
    char start[STORE_TEXT];    /* the position it starts from, "" for the usual one */
    char seats[STORE_TEXT];    /* a line for each: who sits there */
    char settings[STORE_TEXT]; /* the referee's own, as text */
    char begun[32];            /* date and time, UTC */
    char owner[64];            /* the process that plays it; "" when it is over */
    bool over;
    int winner; /* a seat counted from 1; 0: nobody */
    char reason[32], detail[256], score[128];
    int64_t moves;       /* how many there are, those taken back not counted */
    bool unlisted;       /* shown only to those who have its key */
    char key[STORE_KEY]; /* of an unlisted match: 16 random bytes in hexadecimal; else "" */
} store_match;

typedef struct store_event {
    int64_t number; /* from 1 */
    int64_t time;   /* microseconds since the match began */
    char kind[16];  /* move, undo, end, and what else the referee names */
    int seat;       /* counted from 1; 0: none, or chance; of an end: whose doing it was */
    char text[512]; /* a move's text in full, how many moves were undone, a note */
    int64_t used;   /* microseconds of thinking */
} store_event;

/* Adds a match that begins now and gives it its number. */
bool store_begin(store *, store_match *, error *);

/* A seat of a match that is played through the page; or, of the kind STORE_NAMED, a seat of another
 * match of which no more than the name is known. */
#define STORE_NAMED "named"
typedef struct store_seat {
    char kind[16]; /* person, open, engine, link; or STORE_NAMED */
    char name[STORE_NAME], avatar[32];
    bool has_token;
    unsigned char token[STORE_TOKEN]; /* the hash of the one that its person has */
} store_seat;

/* The same with its seats, all or nothing. */
bool store_begin_seated(store *, store_match *, const store_seat *, int count, error *);

/* Changes kind, name and avatar of a seat (counted from 0). */
bool store_set_seat(store *, int64_t match, int seat, const store_seat *, error *);

/* The seats of a match, at most `most`; how many there are, 0 where it was not played through the
 * page and has no names, -1 with an error. */
int store_seats(store *, int64_t match, store_seat *, int most, error *);

/* Says who plays on an unfinished match: this process. */
bool store_claim(store *, int64_t match, error *);

/* Adds an event as the next of its match; `number` is filled in. */
bool store_add(store *, int64_t match, store_event *, error *);

/* Adds the last event and how the match ended, both or neither. */
bool store_end(store *, int64_t match, store_event *, int winner, const char *reason,
               const char *detail, const char *score, error *);

/* Leaves a line for the process that plays a match: what its organiser decides. store_take_request
 * takes the oldest one; false, with an error, where there is none too. */
bool store_request(store *, int64_t match, const char *line, error *);
bool store_take_request(store *, int64_t match, char *line, size_t size, error *);
bool store_is_requested(store *, int64_t match); /* whether one waits */

bool store_sync(store *, error *);

bool store_find(store *, int64_t match, store_match *, error *);

/* The key of a match, "" if it is listed; false if there is no such match. Takes about as long in
 * each case: whether an unlisted match exists is a secret too. */
bool store_find_key(store *, int64_t match, char key[STORE_KEY]);

/* Whether the process that played an unfinished match is still there. */
bool store_is_alive(const store_match *);

/* Whether that process is this one. */
bool store_is_mine(const store_match *);

/* Which matches are wanted. */
typedef struct store_wanted {
    bool running, over; /* both or neither: all */
    bool listed;        /* only those in the list of all */
    const char *game;   /* NULL: any */
    int64_t before;     /* only older ones than this; 0: from the newest on */
    int most;           /* at most so many */
} store_wanted;

/* A number that is another one after every change, by whatever process. */
int64_t store_changes(store *);

/* Calls back for every match that is wanted, the newest first, or every event in order, until false
 * comes back. */
bool store_each_wanted(store *, const store_wanted *, bool (*with)(void *, const store_match *),
                       void *context, error *);
bool store_each_match(store *, int most, bool (*with)(void *, const store_match *), void *context,
                      error *);
bool store_each_event(store *, int64_t match, bool (*with)(void *, const store_event *),
                      void *context, error *);

/* The same for the events after number `after`. */
bool store_each_later(store *, int64_t match, int64_t after,
                      bool (*with)(void *, const store_event *), void *context, error *);

#endif
