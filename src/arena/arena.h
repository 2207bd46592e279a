/* arena/ - many matches in one process: the seats and their tokens, and news for spectators.
 *
 * May use: base, games, engines, boards, links, protocols, referee, store, events. Must not use:
 * server, cli.
 *
 *   arena.h   all matches: create, join, find, send a command to one (this file)
 *   match.h   the arena's copy of one match: its moves, clocks and seats
 *   news.h    the events of a match on their way to its followers
 *   study.h   engine queries outside the matches: hints, values, analysis
 *   token.h   the secret of the person in a seat
 *   event.h   tournaments, whose games are matches of the arena
 *   people.h  the ratings of people with accounts
 *   survey.h  a thread that goes through finished matches
 *   relay.h, elsewhere.h   other arenas on the same PostgreSQL server
 *
 * Every match that is played runs on a host of the referee in its own thread. Its events are saved
 * in the journal first, then sent to the arena, which plays them on its own copy: so there is a
 * copy of every match that belongs to one thread, the one that calls these functions. A match that
 * is over, or that another process plays on the same store, is read from there.
 *
 * A match without a clock that waits for an absent person is parked: it has no thread and no engine
 * until the person returns, so people who walk away cost nothing.
 *
 * Nothing is lost: after a kill arena_resume resumes every match of the store with people of the
 * page, with the same position, clocks and tokens. Several arenas may use one store: a match is
 * played by the arena that has claimed it, and watched by the others.
 */
#ifndef DAMERO_ARENA_H
#define DAMERO_ARENA_H

#include "arena/match.h"
#include "arena/news.h"
#include "arena/token.h"

typedef struct arena arena;

/* Maximum number of matches played at once. Those without a person have a lower limit, so that
 * engine matches do not displace people. EACH: started from one address, which may be a
 * classroom's. */
enum {
    ARENA_RUNNING_MAX = 200,
    ARENA_RUNNING_EACH = 50,
    ARENA_ALONE_MAX = 100,
    ARENA_ALONE_EACH = 16,
};

enum {
    ARENA_KEPT_MAX = 64,      /* matches in memory that are not being played */
    ARENA_PARK_SECONDS = 600, /* without its person, a match without a clock needs no thread */
    ARENA_SPARE_SECONDS = 30, /* the same if all threads are taken */
};

typedef struct arena_setup {
    store *store;    /* owned by the arena from now on, even on failure */
    bool contest;    /* seats on links are allowed */
    bool open_house; /* programs run unconfined */
    pool *pool;      /* where engines think, not owned; NULL: each match has its own threads */
    void (*equip)(engine *); /* gives a judge its endgame tables (referee/judge.h); or NULL */
    const struct event_language
        *language; /* reads and writes the options of tournaments (event.h); or NULL */
    /* Called from any thread when arena_hear has something to do. */
    void (*wake)(void *context);
    /* Called with problems that do not stop the arena; may be NULL. */
    void (*warn)(void *context, const char *message);
    void *context;
} arena_setup;

arena *arena_create(const arena_setup *, error *);

/* Leaves every match as it is, to be resumed later. */
void arena_destroy(arena *);

/* A requested seat. Texts may be NULL. */
typedef struct arena_wish {
    arena_seat_kind kind;
    const char *name, *avatar;  /* person; name also for a link: the team's */
    const char *engine, *level; /* engine: NULL for the strongest */
    int64_t think;              /* engine: nanoseconds per move; 0: default */
    const char *spec;           /* link */
    const char *given; /* engine, link: the seat in the referee's notation instead of the above */
    const unsigned char *token; /* person, open: the hash of a token that they already have */
    int64_t account; /* person: theirs (store/accounts.h), whose name is `name`; 0: none */
} arena_wish;

typedef struct arena_match_setup {
    const char *game, *rules, *start; /* rules, start: NULL for the defaults */
    time_control control;
    arena_wish seat[GAME_SEATS_MAX];
    int seats;
    bool unlisted;
    uint64_t address;         /* of the client that starts it, as a number; 0: not limited */
    const match_terms *terms; /* instead of `control`, with a seed; NULL: none */
    int64_t series;           /* in the journal, that it is game `number` of; 0: none */
    uint64_t number;
} arena_match_setup;

enum { ARENA_WHERE = 16 };

/* A refusal: a word for programs ("stale", "illegal-move", "not-your-turn", ...), a message for
 * people, and the part of a setup that is at fault ("rules", "seats/1"; "": none of them). */
typedef struct arena_refusal {
    const char *code;
    error why;
    char where[ARENA_WHERE];
} arena_refusal;

/* Starts a match, or lets it wait if seats are open. `tokens` are those of persons and open seats,
 * "" for others. NULL with the refusal.
 *
 * Does not wait for the disk: until the news ARENA_BEGUN the match is not played and strangers do
 * not find it, and nobody may learn of it; with ARENA_NOT_BEGUN it is gone. A tournament's game
 * does wait. */
arena_match *arena_begin(arena *, const arena_match_setup *, char tokens[][TOKEN_TEXT],
                         arena_refusal *);

/* The organiser aborts a match, even while it waits for its boards or for people to join. False if
 * it is not played here. */
bool arena_break_off(arena *, arena_match *, const char *why, error *);

/* Resumes interrupted matches and returns their number. Those that cannot continue are reported to
 * `failed` and closed as aborted. Those that have no room now, or cannot be claimed because the
 * store cannot be written, are resumed later. */
int arena_resume(arena *, void (*failed)(void *, int64_t match, const char *why), void *context);

/* The match with that number, from memory or the store; NULL with an error. Valid until arena_hear
 * is called, or as long as it is held. */
arena_match *arena_find(arena *, int64_t id, error *);

/* The same for strangers, who may give a key and a token (or NULL): an unlisted match exists only
 * for clients with its key or the token of one of its seats. For others the error is the same as
 * for a match that does not exist, and nothing is loaded, since that would show in the time. */
arena_match *arena_find_for(arena *, int64_t id, const char *key, const char *token, error *);
void arena_hold(arena_match *);
void arena_release(arena_match *);

/* Somebody starts or stops playing or watching: the engines of a match without anybody use only
 * spare capacity. Also holds and releases it. */
void arena_watch(arena *, arena_match *);
void arena_unwatch(arena_match *);

/* A person of the match is present: a parked match continues. */
bool arena_attend(arena *, arena_match *, error *);

/* The seat of a token, or GAME_NOBODY. */
int arena_seat_of(const arena_match *, const char *token);

/* Takes an open seat, or changes name and avatar of a taken one (NULL: unchanged). The match starts
 * when all are taken. In the store at once, on disk soon, and before any move that follows.
 * `account`: takes it for that account, or NULL; such a seat keeps the name. */
struct store_account;
bool arena_join(arena *, arena_match *, int seat, const char *name, const char *avatar,
                const struct store_account *account, error *);

/* The seat of an account (0: of none), or GAME_NOBODY. */
int arena_seat_of_account(const arena_match *, int64_t account);

/* Deletes an account as store_delete_account does, here and in the store. Calls back for each match
 * in memory in which it had a seat. */
bool arena_delete_account(arena *, int64_t account, bool names,
                          void (*changed)(void *, arena_match *), void *context, error *);

/* An engine helps a seat: the match is not rated. */
void arena_note_help(arena *, arena_match *, int seat);

/* A person has connected or disconnected: whether it was the first, or the last, connection of the
 * seat. */
bool arena_came(arena_match *, int seat);
bool arena_went(arena_match *, int seat);

/* Sends a command to a match; a move must give the number of moves before it (`after`). False if it
 * is impossible as far as is known here; the result comes as news. */
bool arena_say(arena *, arena_match *, const match_command *, arena_refusal *);

/* If the last command, seat or abort was accepted for a match that another server plays: the number
 * under which its answer comes (ARENA_ANSWERED). 0: it was for this one. */
int64_t arena_ticket(const arena *);

/* A line was added to the chat of a match: people at other servers read it too. */
void arena_tell_chat(arena *, const arena_match *, int64_t number);

/* When the next command arrived, if we were late to look; 0: when it is sent. */
void arena_set_arrival(arena *, int64_t when);

/* Plays what has happened since the last time on the copies, calling back for each event. */
void arena_hear(arena *, void (*told)(void *, arena_match *, const arena_news *), void *context);

/* Checks the store for matches of other processes, parks unattended matches, and resumes those that
 * could not be resumed before; call it periodically. */
void arena_poll(arena *, void (*told)(void *, arena_match *, const arena_news *), void *context);

/* What is going on, for monitoring. */
typedef struct arena_figures {
    int playing, parked, troubled, in_memory;   /* matches now */
    uint64_t begun, resumed, finished, aborted; /* matches since the start */
    uint64_t moves;                             /* played here since the start */
    histogram delays;                           /* the referee's own (match_delay) */
} arena_figures;
void arena_measure(const arena *, arena_figures *);

/* The store's error messages are for the operator, who is warned; people get different words. */
bool arena_hide_trouble(const arena *, error *);

/* What was written to the store is to be synced to disk soon; returns the number of the request,
 * from 1. Once arena_hear finds it done or failed, arena_synced says which, until the next one. */
typedef enum arena_sync { ARENA_SYNC_WAITS, ARENA_SYNC_DONE, ARENA_SYNC_FAILED } arena_sync;
uint64_t arena_sync_soon(arena *);
arena_sync arena_synced(const arena *, uint64_t request, error *);

/* For lists. Whether a match of the store is not to be shown yet. */
bool arena_is_beginning(const arena *, int64_t match);
store *arena_store(arena *);
bool arena_is_contest(const arena *);

#endif
