/* store/ - the record of everything: matches and what happened in them, in one SQLite file.
 *
 * May use: base, games. Must not use: any other room.
 *
 *   store.h    matches, their events and seats (this file)
 *   schema.h   the tables, and how an older file becomes a newer one
 *   owner.h    which process plays a match, and whether it is still there
 *   lines.h    beside the file: the bytes on the lines of matches, for others to look at
 *
 * The file is in WAL mode with STRICT tables; its application_id says that it is ours and its
 * user_version which schema it has. An older schema is brought up to date, one migration after the
 * other in one transaction. A file that a newer program wrote, that is damaged, empty or not ours
 * is refused and left unchanged.
 *
 * Several programs may use one file at a time, but only one plays a match. It has claimed it, and
 * each of its writes carries the number of that claim (a fence): once another process has claimed
 * the match, because it found the owner dead, nothing that the former one writes is kept.
 *
 * Writing is in two steps, so that a move can be passed on without waiting for the disk and still
 * be on it before anyone is shown it. store_add hands an event to the system: it is kept even if
 * this program is killed. store_sync brings all that was added onto the disk: it is kept even if
 * the power fails.
 */
#ifndef DAMERO_STORE_H
#define DAMERO_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "store/owner.h"

enum { STORE_VERSION = 6, STORE_TEXT = 4096, STORE_NAME = 128, STORE_TOKEN = 32, STORE_KEY = 33 };

typedef struct store store;

/* Opens the file. If it is not there it is made, with its folders, for its owner alone to read: it
 * holds what players must not see. */
store *store_open(const char *path, error *);

/* Another connection to the same file, for another thread of the same owner. To be closed first. */
store *store_open_again(store *, error *);
void store_close(store *);

/* The path of its file from the root on, for who must keep others from reading it. */
const char *store_path(const store *);

/* Where the file is by default: $DAMERO_STORE, $XDG_DATA_HOME/damero/damero.db or
 * ~/.local/share/damero/damero.db. False where none of them is known. */
bool store_usual_path(char *path, size_t size, error *);

/* Who plays a match, by which claim. */
typedef struct store_owner {
    char name[OWNER_NAME]; /* "" when the match is over */
    int64_t claim;         /* counted from 1 */
} store_owner;

/* The right to write to a match, which ends when another process claims it. */
typedef struct store_fence {
    int64_t match, claim;
} store_fence;

/* What became of a write. */
typedef enum store_result {
    STORE_KEPT,
    STORE_LOST,   /* another process has claimed the match, or it is over */
    STORE_FAILED, /* not kept for another reason, such as a full disk; the next try may succeed */
} store_result;

typedef struct store_match {
    int64_t id;
    char game[32];
    char rules[600];           /* settings as text */
    char start[STORE_TEXT];    /* the position it starts from, "" for the usual one */
    char seats[STORE_TEXT];    /* a line for each: who sits there */
    char settings[STORE_TEXT]; /* the referee's own, as text */
    char begun[32];            /* date and time, UTC */
    store_owner owner;         /* the process that plays it */
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

/* Adds a match that begins now, claimed by this process; its number and owner are filled in. */
bool store_begin(store *, store_match *, error *);

static inline store_fence store_fence_of(const store_match *m) {
    return (store_fence){m->id, m->owner.claim};
}

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
store_result store_set_seat(store *, store_fence, int seat, const store_seat *, error *);

/* The seats of a match, at most `most`; how many there are, 0 where it was not played through the
 * page and has no names, -1 with an error. */
int store_seats(store *, int64_t match, store_seat *, int most, error *);

/* Takes over an unfinished match whose owner was found dead: of several processes that try, one
 * gets it. Read its events after that, not before. */
store_result store_claim(store *, int64_t match, const store_owner *expected, store_fence *,
                         error *);

/* Adds an event as the next of its match; `number` is filled in. */
store_result store_add(store *, store_fence, store_event *, error *);

/* Adds the last event and how the match ended, both or neither. */
store_result store_end(store *, store_fence, store_event *, int winner, const char *reason,
                       const char *detail, const char *score, error *);

/* Leaves a line for the process that plays a match: what its organiser decides. store_take_request
 * takes the oldest one; false, with an error, also if there is none. */
bool store_request(store *, int64_t match, const char *line, error *);
bool store_take_request(store *, store_fence, char *line, size_t size, error *);
bool store_is_requested(store *, int64_t match); /* whether one waits */

/* May be called from another thread than the rest. */
bool store_sync(store *, error *);

/* The same after a store_sync has failed. The system may have dropped what it could not write, and
 * would not say so again: so all of it is copied to another place on the disk. */
bool store_sync_again(store *, error *);

bool store_find(store *, int64_t match, store_match *, error *);

/* The key of a match, "" if it is listed; false if there is no such match. Takes about as long in
 * each case: whether an unlisted match exists is a secret too. */
bool store_find_key(store *, int64_t match, char key[STORE_KEY]);

/* Whether the process that plays an unfinished match is still there. */
bool store_is_alive(const store *, const store_owner *);

/* Whether that process is this one. */
bool store_is_mine(const store *, const store_owner *);

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
