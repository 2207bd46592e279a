/* Shared by the parts of the desk. */
#ifndef DAMERO_SERVER_DESK_PRIVATE_H
#define DAMERO_SERVER_DESK_PRIVATE_H

#include "arena/relay.h"
#include "referee/review.h"
#include "server/desk.h"
#include "server/quota.h"
#include "store/accounts.h"

enum {
    DESK_EVENTS_KEPT = 16,
    DESK_LISTS_KEPT = 8,
    DESK_LISTED = 128,     /* entries of lists that are kept: at most this many, by their number */
    DESK_LIST_WORK = 6000, /* for the positions or records of one list: see lists_state */
};

typedef struct event_view event_view;

/* A list of matches as it was last sent. */
typedef struct kept_list {
    message *message; /* NULL: none, or outdated */
    store_wanted wanted;
    char game[32]; /* its game, if it has one */
    bool states;
    int64_t version, made; /* of the store; when */
} kept_list;

/* A match as it was last written into a list. */
typedef struct listed_match {
    int64_t id;
    uint64_t version, summary; /* of its state; a hash of the rest */
    char *text;                /* NULL: none */
    bool stateless;            /* there was no time for its state */
    int64_t work;              /* that its state took */
} listed_match;

/* A client's view of a match, from a seat or as a spectator. */
typedef struct watch {
    struct watch *next;
    arena_match *game; /* held */
    int seat;          /* GAME_NOBODY: a spectator */
    bool behind;       /* missed something: gets the whole match when it has caught up */
    bool evaluate;
} watch;

struct desk_client {
    desk *desk;
    desk_client *next, *previous;
    desk_socket socket;
    char peer[DESK_PEER];
    uint64_t address; /* the same as a number */
    watch *watches;
    int watch_count, seated; /* seated: those with a seat */
    bool list, states, behind_list;
    bool events;                            /* subscribes to the list of tournaments */
    char event[STORE_NAME];                 /* the tournament that it follows; "": none */
    bool behind_events;                     /* missed something of these */
    uint64_t event_version, events_version; /* the versions sent last */
    rate rate;
    int questions; /* pending queries to the study */
    int errands;   /* commands that another server has not answered */
    bool closing;
};

typedef enum task_kind {
    TASK_HINT,
    TASK_VALUES,
    TASK_EVALUATE,
    TASK_ANALYSE,
    TASK_POINT
} task_kind;

/* A query to the study, and its client. */
typedef struct task {
    struct task *next;
    uint64_t number;
    uint64_t address; /* on whose behalf */
    task_kind kind;
    desk_client *client; /* HINT, VALUES; NULL: gone */
    json_t *id;          /* of the request, or NULL */
    arena_match *game;   /* held; NULL for ANALYSE */
    size_t at;
    void *exchange; /* ANALYSE */
    json_t *state;  /* ANALYSE: part of the answer */
    struct analysis *analysis;
} task;

/* The hash of the secret that an account had; account 0: it has not changed. */
typedef struct former_secret {
    int64_t account;
    unsigned char hash[TOKEN_BYTES];
} former_secret;

/* A match, or a change of an account, that is being written to disk; its client gets the answer
 * when it is there. */
typedef struct delayed {
    struct delayed *next;
    int64_t match;  /* that begins; or */
    uint64_t sync;  /* the request to the arena (arena_sync_soon) */
    void *exchange; /* NULL: the client has gone */
    int status;
    json_t *answer;
    former_secret former; /* which applies again if the disk fails */
} delayed;

/* A command of a client that went to the server that plays the match. */
typedef struct errand {
    struct errand *next;
    int64_t ticket; /* arena_ticket */
    desk_client *client;
    json_t *id;        /* of the request, or NULL */
    json_t *said;      /* the request, if it takes a seat; else NULL */
    arena_match *game; /* held */
} errand;

/* The graph of a finished match, or of a game that somebody sent, so far. */
typedef struct analysis {
    struct analysis *next;
    arena_match *game; /* held; NULL: of a game that was sent */
    uint64_t key;      /* which one; it has rules and moves of its own */
    game_rules *rules;
    history sent;
    int64_t time;     /* per position */
    uint64_t address; /* on whose behalf */
    json_t *points;
    review_point *found; /* the same, for the review */
    json_t *review;      /* of every move, once all positions are analysed; else NULL */
    json_t **slots;      /* by position; NULL: not known yet */
    size_t at;           /* the number of positions that are in `points` */
    size_t next_at;      /* the next position to ask about */
    bool done;
    int64_t asked; /* when it was last requested */
} analysis;

struct desk {
    arena *arena;
    study *study;
    json_t *games; /* their description */
    desk_client *clients;
    task *tasks;
    analysis *analyses;
    delayed *delayed;
    errand *errands;
    void (*answered)(void *, const desk_reply *);
    int64_t told; /* when the list was last sent to subscribers, and its version */
    int64_t told_version;
    kept_list list[2];                   /* of subscribers, without and with states */
    kept_list answer[DESK_LISTS_KEPT];   /* the last ones that were requested */
    size_t answer_next;                  /* the one to replace */
    listed_match listed[2][DESK_LISTED]; /* without and with states, by number */
    struct event_reader *reader;         /* not owned; NULL: none */
    event_view *views;                   /* tournaments as they were read last (events.c) */
    int64_t events_looked; /* when and at which version of the store changes were looked for */
    int64_t events_store;
    uint64_t events_news;
    quota *quota;
    struct perudo_line *line; /* not owned; NULL: none */
    struct survey *survey;    /* the same */
    bool resumed;             /* reviews that were interrupted */
    bool chat_off;            /* by the organiser or the operator */
    struct {
        uint64_t address;
        int64_t when;
    } said[DESK_CHAT_SAID]; /* the last chat messages of all, by place modulo their number */
    uint64_t said_count;
    bool has_organiser;
    unsigned char organiser[TOKEN_BYTES]; /* the hash of the organiser's token */
    server_begins begins;
    unsigned char password[TOKEN_BYTES]; /* its hash */
    void (*log)(void *context, json_t *entry);
    void *log_context;
};

/* desk.c */
void desk_log(const desk *, json_t *entry);          /* takes it */
void desk_tell(desk_client *, json_t *, json_t *id); /* takes the object; `id` may be NULL */
void desk_refuse(desk_client *, json_t *id, const char *code, const error *why);
watch *desk_watch_of(desk_client *, const arena_match *);
void desk_tell_match(desk_client *, watch *, json_t *id);
void desk_tell_seats(desk *, arena_match *);
void desk_leave(desk_client *, watch *);
/* Whether an address may start a match or change an account now, by the rate of this server and of
 * all servers together. */
bool desk_has_allowance(desk *, uint64_t address);

/* Sends to all watchers of a match, created once for each seat. */
typedef json_t *desk_writer(const void *context, arena_match *, int seat);
void desk_tell_all(desk *, arena_match *, desk_writer *, const void *context, bool evaluators);

/* lists.c. A list of matches, the desk's own: everybody gets the same one until something changes.
 * NULL with an error. */
message *lists_get(desk *, const store_wanted *, bool states, error *);
/* The position of a match for a list, as a seat or GAME_NOBODY sees it. The thread that makes lists
 * also relays moves, so a list may do only DESK_LIST_WORK: one for each move that is replayed, and
 * for two characters of the position's text, by which the size of its JSON grows. NULL if `work`,
 * done so far, exceeds it, or if the match cannot be read. */
json_t *lists_state(desk *, const store_match *, int seat, int64_t *work);
void lists_show(desk_client *);
void lists_forget(desk *); /* a match has started or ended: new requests must see that */
/* A move may be in the store before it is in our copy: lists with states made meanwhile have the
 * store's version but not the move. */
void lists_doubt(desk *);
void lists_tick(desk *); /* sends the list to subscribers if the store has changed */
void lists_close(desk *);

/* requests.c: commands that another server has answered, and those of a client that has gone. */
void errands_answered(desk *, const arena_news *);
void errands_forget(desk *, const desk_client *);

/* studies.c */
bool studies_ask(desk *, task_kind, desk_client *, json_t *id, arena_match *, int seat, error *);
void studies_evaluate(desk *, arena_match *); /* starts, continues or stops, as needed */
bool studies_may_help(const arena_match *, error *);
/* `lines`: for how many of the best moves to tell what follows; 0: only for the best. */
bool studies_analyse(desk *, const history *, int64_t time, bool values, int lines,
                     const desk_request *, json_t *state, error *);
json_t *studies_graph(desk *, arena_match *, int64_t time, uint64_t address);
json_t *studies_known(desk *, arena_match *); /* the same, if it is there already; else NULL */
/* The same for a game that somebody sent, known by a key. NULL: there is none yet, or no memory for
 * a new one, which takes rules and moves. */
json_t *studies_sent(desk *, uint64_t key, uint64_t address);
json_t *studies_review(desk *, uint64_t key, game_rules *, history *, int64_t time,
                       uint64_t address);

/* Whether that address may ask one more query. */
bool studies_has_room(const desk *, uint64_t address, error *);
void studies_hear(desk *);
void studies_resume(desk *); /* reviews that a restart interrupted */
void studies_forget_client(desk *, desk_client *);
void studies_close(desk *);

/* account.c. `said` is what was posted, or NULL. */
bool account_is_path(const char *path);
bool account_ask(desk *, const desk_request *, const json_t *said, desk_reply *);

/* The account whose secret is the `account` of an object; its number is 0 if there is no such
 * member. False if the secret is wrong. */
bool account_of(desk *, const json_t *, store_account *, error *);
void account_restore(desk *, const former_secret *); /* its new one is not on disk */

/* routes.c. A number among the arguments of a request; unchanged if it is missing, false if it is
 * not a number or out of range. */
bool route_argument(const desk_request *, const char *name, int64_t least, int64_t most,
                    int64_t *value);

/* The record of a match, as far as everybody may see it; `names` may be NULL. The caller frees it.
 */
char *record_text(store *, const store_match *, const arena_match *names, size_t *length, error *);

/* Answers at once; all return true. reply_error is for errors that only a program can make: it has
 * a code, but no reason to translate. */
bool reply_json(desk_reply *, int status, json_t *);
bool reply_error(desk_reply *, int status, const char *code, const char *why);
bool reply_refusal(desk_reply *, int status, const char *code, const error *why);

/* Answers when what was written to the store is on disk; takes the object. False if the answer
 * comes later, which is an error if the disk fails. */
bool reply_when_kept(desk *, const desk_request *, int status, json_t *, const former_secret *,
                     desk_reply *);

/* A match of a request has begun, or could not (`why`; NULL: it has). */
void begin_answer(desk *, const arena_match *, const error *why);
void delayed_hear(desk *);                         /* what else has reached the disk, or has not */
void delayed_forget(desk *, const void *exchange); /* NULL: all of them, the desk is closed */

/* analysis.c: POST to one of its paths. */
bool analysis_has(const char *path);
bool analysis_ask(desk *, const json_t *, const desk_request *, desk_reply *);

/* chat.c */
void chat_say(desk_client *, watch *, const json_t *said, json_t *id);
json_t *chat_json(desk *, const watch *); /* what a watcher of a match may read: {on, lines} */
bool chat_switch(desk *, const desk_request *, const json_t *said, desk_reply *);
void chat_hear(desk *, arena_match *, const chat_line *); /* said at another server */
void chat_tell_spectators(desk *); /* to all matches whose number of spectators has changed */

/* organiser.c. Whether the organiser asks; if not, the answer says why. */
bool organiser_asks(const desk *, const desk_request *, desk_reply *);
bool organiser_may_begin(const desk *, const desk_request *, const json_t *said, desk_reply *);
bool organiser_ports(desk *, const desk_request *, desk_reply *);
bool organiser_line(desk *, const desk_request *, const json_t *said, desk_reply *);
bool organiser_abort(desk *, const desk_request *, int64_t id, const json_t *said, desk_reply *);

/* events.c: tournaments. */
bool events_is_path(const char *path); /* whether a request is about them */
bool events_show(desk *, const desk_request *, desk_reply *);
bool events_change(desk *, const desk_request *, const json_t *said, desk_reply *);
void events_follow(desk_client *, const json_t *said, json_t *id); /* {do:"event"} */
void events_list(desk_client *, const json_t *said, json_t *id);   /* {do:"events"} */
void events_tick(desk *); /* sends changes to the clients that follow a tournament */
void events_drained(desk_client *);
void events_hear(desk *); /* what the reader has read */
/* An exchange that is no longer needed, or a client that goes. */
void events_forget(desk *, const void *exchange, const desk_client *);
void events_close(desk *);

/* Parts of a request, shared by matches and tournaments. */
bool ask_clock(const json_t *, time_control *, error *);
bool ask_seat(const json_t *, int number, arena_wish *, error *);
bool reply_where(desk_reply *, int status, const char *code, const error *why, const char *where);

/* A member of an object, or a default if it is missing; false if it has the wrong type. */
bool ask_string(const json_t *, const char *name, const char **);
bool ask_number(const json_t *, const char *name, int64_t least, int64_t most, int64_t *);
bool ask_bool(const json_t *, const char *name, bool *);

#endif
