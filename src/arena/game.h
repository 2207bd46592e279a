/* game - one match as the arena knows it: a copy that plays along.
 *
 * Fed with the referee's events in their order, from the table or from the store: so a match that
 * was interrupted is known again by feeding it with its journal.
 */
#ifndef DAMERO_ARENA_GAME_H
#define DAMERO_ARENA_GAME_H

#include "referee/journal.h"
#include "referee/table.h"
#include "store/lines.h"
#include "store/store.h"

typedef enum arena_seat_kind {
    ARENA_PERSON,
    ARENA_OPEN, /* for a person who has not come yet */
    ARENA_ENGINE,
    ARENA_LINK,
} arena_seat_kind;

/* "person", "open", ...: as they are written everywhere. */
const char *arena_seat_kind_name(arena_seat_kind);
bool arena_seat_kind_find(const char *, arena_seat_kind *);

/* The last bytes that passed on a line, as link_write_bytes writes them: for who looks later. */
enum { LINE_TAIL = 120 };
typedef struct line_tail {
    char text[LINE_TAIL + 1];
} line_tail;

/* Adds what has passed; the oldest goes, never a part of an escape such as \x0D. */
void line_tail_add(line_tail *, const char *bytes);

typedef struct arena_seat {
    arena_seat_kind kind;
    char name[128], avatar[32];
    char called[64]; /* as it calls itself over its link, or where it is waited for */
    bool joined;     /* of a link: the other side is there */
    line_tail heard_last, sent_last; /* of a link: the last bytes from it, and to it */
    const engine_kind *engine;       /* of an engine */
    int level;
    bool has_token;
    unsigned char token[STORE_TOKEN];
    int here;      /* connections of its person */
    size_t posted; /* 1 + moves known when its last one was handed to the referee; 0: none waits */
} arena_seat;

typedef struct arena_game {
    int64_t id;
    const game_rules *rules;
    transcript so_far;
    arena_seat seat[GAME_SEATS_MAX];
    match_terms terms;
    char *lines;    /* the seats as the referee reads them, a line for each */
    bool own_start; /* it does not begin at the usual position */
    char begun[32];
    bool unlisted;
    char key[STORE_KEY]; /* of an unlisted one: for those who may look */
    bool trouble;        /* the journal cannot be written, so it stands still */
    int64_t last_event;  /* its number in the store */
    store_fence fence;   /* the right to write it, if it is played here or waits for that */
    int64_t lines_at;    /* how much of that one's lines is known (store/lines.h) */
    line_log kept;       /* where it is played here: what passes on its lines */
    bool foreign;        /* another process plays it, or did */
    bool parked;         /* ours, but without a thread: it waits for its person, or for room */
    bool served;         /* it was begun through an arena, which takes it up again */
    int held;
    int watchers;                /* who play or look on */
    uint64_t address;            /* of whoever began it, as a number; 0: not known */
    struct arena_runner *runner; /* NULL: not played here and now */
    struct arena_game *next;
    int64_t heard; /* when something happened last */
} arena_game;

static inline const history *arena_history(const arena_game *g) {
    return transcript_game(&g->so_far);
}

/* From what the store says of it, without events; NULL with an error. */
arena_game *game_open(const store_match *, const store_seat *, int seats, error *);
void game_close(arena_game *);

/* Plays an event along; false where it does not fit, which only a damaged journal does. */
bool game_take(arena_game *, const match_event *, error *);

/* Remembers what has passed on a seat's line. */
void game_take_line(arena_game *, const line_run *);

/* The same from a line of the journal, from which what is the journal's alone is taken out; what it
 * was comes back. */
bool game_take_stored(arena_game *, store_event *, match_event *, error *);

/* Who sits there by a seat's line alone, and what to call them ("": by the seat): of a match that
 * was not begun through the page, which has no seats of ours. */
arena_seat_kind game_guess_seat(const char *line, const char **name);

/* The engine that a seat's line names, and its level; NULL where it names none. */
const engine_kind *game_engine(const game *, const char *line, int *level);

/* How it ended, from the store. */
void game_take_verdict(arena_game *, const store_match *);

/* Whether a seat's person or engine plays here, and all seats are taken. */
bool game_is_full(const arena_game *);

/* What the clock of a seat says now, in milliseconds: left of the game and of this move; -1: none.
 */
typedef struct game_time {
    int64_t left, move;
} game_time;

game_time game_time_of(const arena_game *, int seat, int64_t now);

/* Whether no clock runs: it is paused, or the journal cannot be written. */
bool game_is_still(const arena_game *);

/* The seat whose clock runs, or GAME_NOBODY. */
int game_running(const arena_game *);

/* A move's text as `seat` may see it; `open`: all of it. */
void game_write_seen(const arena_game *, const transcript_move *, int seat, bool open, text *);

#endif
