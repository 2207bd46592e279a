/* match - the arena's copy of one match.
 *
 * It takes the referee's events in order, from the host or from the store: so an interrupted match
 * is restored by feeding it its journal.
 */
#ifndef DAMERO_ARENA_MATCH_H
#define DAMERO_ARENA_MATCH_H

#include "referee/host.h"
#include "referee/journal.h"
#include "store/store.h"
#include "store/wire_log.h"

typedef enum arena_seat_kind {
    ARENA_PERSON,
    ARENA_OPEN, /* for a person who has not joined yet */
    ARENA_ENGINE,
    ARENA_LINK,
} arena_seat_kind;

/* "person", "open", ...: their spelling everywhere. */
const char *arena_seat_kind_name(arena_seat_kind);
bool arena_seat_kind_find(const char *, arena_seat_kind *);

/* The last bytes on a line, in the form of link_write_bytes: for spectators who join later. */
enum { LINE_TAIL = 120 };
typedef struct line_tail {
    char text[LINE_TAIL + 1];
} line_tail;

/* Adds bytes; drops the oldest, but never part of an escape such as \x0D. */
void line_tail_add(line_tail *, const char *bytes);

typedef struct arena_seat {
    arena_seat_kind kind;
    char name[128], avatar[32];
    char called[64]; /* the name reported over its link, or the address where it is expected */
    bool joined;     /* for a link: the other side is connected */
    line_tail heard_last, sent_last; /* for a link: the last bytes from it, and to it */
    const engine_kind *engine;       /* for an engine */
    int level;
    bool has_token;
    unsigned char token[STORE_TOKEN];
    int64_t account; /* of its person (store/accounts.h); 0: none */
    bool helped;     /* by an engine, as far as is known here */
    int here;        /* connections of its person */
    int64_t posted; /* 1 + moves known when its last one was handed to the referee; 0: none waits */
} arena_seat;

typedef struct arena_match {
    int64_t id;
    const game_rules *rules;
    transcript so_far;
    arena_seat seat[GAME_SEATS_MAX];
    match_terms terms;
    char *lines;    /* the seats in the referee's notation, one per line */
    bool own_start; /* it does not start at the standard position */
    char begun[32];
    bool unlisted;
    char key[STORE_KEY]; /* of an unlisted match: for those who may watch */
    bool trouble;        /* the journal cannot be written, so it is suspended */
    int64_t last_event;  /* its number in the store */
    store_fence fence;   /* the right to write it, if it is played here or waits to be */
    int64_t lines_at;    /* how much of that log is known (store/wire_log.h) */
    wire_log kept;       /* if it is played here: the bytes on its lines */
    bool foreign;        /* another process plays it, or did */
    uint64_t beginning;  /* 1 + the requests to the disk before its own; 0: it is on disk */
    bool parked;         /* ours, but without a thread: it waits for its person, or for room */
    bool served;         /* it was started through an arena, which resumes it */
    int held;
    int watchers;                    /* players and spectators */
    int spectators, spectators_told; /* connections without a seat; as last sent to all */
    /* On several servers (relay.h): how many watch (0) and are in each seat, here as last told to
     * the others, and through the others; whether news of it comes; commands for the referee. */
    int present[1 + GAME_SEATS_MAX], elsewhere[1 + GAME_SEATS_MAX];
    bool followed;
    struct arena_awaited *awaited;
    uint64_t address;            /* of the client that started it, as a number; 0: unknown */
    struct arena_runner *runner; /* NULL: not being played here */
    struct arena_match *next;
    int64_t heard;       /* time of the last event */
    match_delay counted; /* what is already in the arena's figures */
} arena_match;

static inline const history *arena_history(const arena_match *g) {
    return transcript_game(&g->so_far);
}

/* From the store's description, without events; NULL with an error. */
arena_match *arena_match_open(const store_match *, const store_seat *, int seats, error *);
void arena_match_close(arena_match *);

/* Plays an event; false if it does not fit, which happens only with a damaged journal. */
bool arena_match_take(arena_match *, const match_event *, error *);

/* Remembers bytes on a seat's line. */
void arena_match_take_line(arena_match *, const wire_run *);

/* Takes an event of the journal, without its keys; the match_event receives it as the match had
 * reported it. */
bool arena_match_take_stored(arena_match *, const store_event *, match_event *, error *);

/* The kind of player that a seat's line describes, and the name ("": use the seat): for a match
 * that was not started through the page and has no seats of ours. */
arena_seat_kind arena_match_guess_seat(const char *line, const char **name);

/* The engine that a seat's line names, and its level; NULL if it names none. */
const engine_kind *arena_match_engine(const game *, const char *line, int *level);

/* How it ended, from the store. */
void arena_match_take_verdict(arena_match *, const store_match *);

/* Whether a seat's person or engine plays here, and whether all seats are taken. */
bool arena_match_is_full(const arena_match *);

/* Takes names and people from the store: a seat was taken. */
void arena_match_take_seats(arena_match *, const store_seat *, int count);

/* Nothing that was sent to the referee waits any more. */
void arena_match_forget_posted(arena_match *);

/* People who watch without a seat, and whether anybody plays or watches, through all servers. */
static inline int arena_match_spectators(const arena_match *g) {
    return g->spectators + g->elsewhere[0];
}
bool arena_match_is_watched(const arena_match *);

/* The clock of a seat now, in milliseconds: time left for the game and for this move; -1: none.
 */
typedef struct arena_match_time {
    int64_t left, move;
} arena_match_time;

arena_match_time arena_match_time_of(const arena_match *, int seat, int64_t now);

/* Whether no clock runs: it is paused, or the journal cannot be written. */
bool arena_match_is_still(const arena_match *);

/* The seat whose clock runs, or GAME_NOBODY. */
int arena_match_running(const arena_match *);

/* A move's text as `seat` may see it; `open`: all of it. */
void arena_match_write_seen(const arena_match *, const transcript_move *, int seat, bool open,
                            text *);

#endif
