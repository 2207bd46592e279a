/* arena/ - many matches in one process: who may sit where, what is told to those who look on.
 *
 * May use: base, games, engines, boards, links, protocols, referee, store. Must not use: server,
 * screen, cli.
 *
 *   arena.h   all matches: begin, join, find, say something in one (this file)
 *   game.h    one match as it is known here: its moves, clocks and seats
 *   study.h   engines that look at positions beside the matches: hints, values, analysis
 *   token.h   what only the person in a seat has
 *
 * Every match that is played runs at a table of the referee's in a thread of its own. What happens
 * there is kept in the journal first, then told to the arena, which plays it along: so there is a
 * copy of every match that belongs to one thread, the one that calls these functions. A match that
 * is over, or is played by another process on the same store, is read from there.
 *
 * A match without a clock that waits for a person who is not there is parked: it has no thread and
 * no engine until the person comes back, so those who walk away cost nothing.
 *
 * Nothing is lost: after a kill arena_resume takes up every match of the store that people of the
 * page sit at, with the same position, clocks and tokens. Several arenas may use one store: a match
 * is played by the one that has claimed it, and watched by the others.
 */
#ifndef DAMERO_ARENA_H
#define DAMERO_ARENA_H

#include "arena/game.h"
#include "arena/token.h"

typedef struct arena arena;

/* Matches that are played at once; more are refused. Those without a person have fewer places, so
 * that engines among themselves do not take them from people. EACH: begun from one address, which
 * may be a classroom's. */
enum {
    ARENA_RUNNING_MAX = 200,
    ARENA_RUNNING_EACH = 50,
    ARENA_ALONE_MAX = 100,
    ARENA_ALONE_EACH = 16,
};

enum {
    ARENA_KEPT_MAX = 64,      /* matches that are not being played, in memory */
    ARENA_PARK_SECONDS = 600, /* without its person, a match without a clock needs no thread */
    ARENA_SPARE_SECONDS = 30, /* the same where all threads are taken */
};

typedef struct arena_setup {
    store *store;    /* owned by the arena from now on, also on failure */
    bool contest;    /* seats on links are allowed */
    bool open_house; /* programs run unconfined */
    pool *pool;      /* where engines think, not owned; NULL: each match has threads of its own */
    /* Called from any thread when arena_hear has something to do. */
    void (*wake)(void *context);
    /* Told what the arena goes on without; may be NULL. */
    void (*warn)(void *context, const char *message);
    void *context;
} arena_setup;

arena *arena_create(const arena_setup *, error *);

/* Leaves every match as it is, to be taken up later. */
void arena_destroy(arena *);

/* A seat that is asked for. Texts may be NULL. */
typedef struct arena_wish {
    arena_seat_kind kind;
    const char *name, *avatar;  /* person; name also link: the team's */
    const char *engine, *level; /* engine: NULL for the strongest */
    int64_t think;              /* engine: nanoseconds for a move; 0: not said */
    const char *spec;           /* link */
} arena_wish;

typedef struct arena_match_setup {
    const char *game, *rules, *start; /* rules, start: NULL for the usual ones */
    time_control control;
    arena_wish seat[GAME_SEATS_MAX];
    int seats;
    bool unlisted;
    uint64_t address; /* of whoever begins it, as a number; 0: not limited */
} arena_match_setup;

enum { ARENA_WHERE = 16 };

/* What was refused: in a word for programs ("stale", "illegal-move", "not-your-turn", ...), for
 * people, and which part of a setup is at fault ("rules", "seats/1"; "": none of them). */
typedef struct arena_refusal {
    const char *code;
    error why;
    char where[ARENA_WHERE];
} arena_refusal;

/* Begins a match, or lets it wait where seats are open. `tokens` are those of persons and open
 * seats, "" elsewhere. NULL with what is wrong. */
arena_game *arena_begin(arena *, const arena_match_setup *, char tokens[][TOKEN_TEXT],
                        arena_refusal *);

/* The organiser breaks a match off: it ends aborted, now or when its boards are waited for no
 * longer. False where it is not played here. */
bool arena_break_off(arena_game *, const char *why, error *);

/* Takes up what was interrupted; how many matches. Those that cannot go on are told to `failed` and
 * closed as aborted. Those for which there is no room now, or which cannot be claimed because the
 * store cannot be written, are taken up later. */
int arena_resume(arena *, void (*failed)(void *, int64_t match, const char *why), void *context);

/* The match of that number, from memory or the store; NULL with an error. Stays until arena_hear is
 * called, or as long as it is held. */
arena_game *arena_find(arena *, int64_t id, error *);

/* The same for strangers, who may give a key and a token (or NULL): an unlisted match is there only
 * for those who have its key or the token of one of its seats. To others it is as if it did not
 * exist: the error is the same, and nothing of it is loaded, which would take its time. */
arena_game *arena_find_for(arena *, int64_t id, const char *key, const char *token, error *);
void arena_hold(arena_game *);
void arena_release(arena_game *);

/* Somebody plays or looks on, and leaves: the engines of a match without anybody think with what
 * others leave over. Holds and releases it too. */
void arena_watch(arena_game *);
void arena_unwatch(arena_game *);

/* A person of the match is here: one that was parked goes on. */
bool arena_attend(arena *, arena_game *, error *);

/* The seat that a token gives, or GAME_NOBODY. */
int arena_seat_of(const arena_game *, const char *token);

/* Takes an open seat, or changes name and avatar of one that is taken (NULL: as it is). The match
 * begins when all are taken. */
bool arena_join(arena *, arena_game *, int seat, const char *name, const char *avatar, error *);

/* A person has come or gone: whether it is the first, or the last, of its seat. */
bool arena_came(arena_game *, int seat);
bool arena_went(arena_game *, int seat);

/* Says something in a match: a move after `at` moves (text), or another of the referee's words.
 * False where it cannot be, as far as it is known here; the rest is told as news. */
bool arena_say(arena *, arena_game *, table_word_kind, int seat, size_t at, const char *text,
               uint64_t mark, arena_refusal *);

/* When what is said next came, if we were late to look; 0: as it is said. */
void arena_set_arrival(arena *, int64_t when);

/* News of a match, after it was played along. */
typedef struct arena_news {
    enum {
        ARENA_EVENT,   /* the referee's: `event` */
        ARENA_SEATS,   /* someone joined, a seat's name is known, a board is there */
        ARENA_REFUSED, /* a word that came too late: `mark`, `why` */
        ARENA_LINE,    /* bytes on a seat's line: `sent`, `text`, `time` */
        ARENA_TROUBLE, /* the journal cannot be written, or can again; or the match was lost */
    } kind;
    const match_event *event;
    int seat;
    uint64_t mark;
    bool sent;
    double time; /* seconds */
    const char *text;
    const error *why;
} arena_news;

/* Plays along what has happened since the last time, calling back for each. */
void arena_hear(arena *, void (*told)(void *, arena_game *, const arena_news *), void *context);

/* Looks at the store for what other processes play, parks what nobody attends to, and takes up what
 * could not be taken up before; to be called now and then. */
void arena_poll(arena *, void (*told)(void *, arena_game *, const arena_news *), void *context);

/* For lists. */
store *arena_store(arena *);
bool arena_is_contest(const arena *);

#endif
