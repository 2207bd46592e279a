/* What the parts of the desk share. */
#ifndef DAMERO_SERVER_DESK_PRIVATE_H
#define DAMERO_SERVER_DESK_PRIVATE_H

#include "server/desk.h"
#include "server/quota.h"

/* A client looks at a match from a seat, or as a spectator. */
typedef struct watch {
    struct watch *next;
    arena_game *game; /* held */
    int seat;         /* GAME_NOBODY: a spectator */
    bool behind;      /* missed something: gets the whole match when it has caught up */
    bool evaluate;
} watch;

struct desk_client {
    desk *desk;
    desk_client *next, *previous;
    desk_socket socket;
    char peer[DESK_PEER];
    uint64_t address; /* the same as a number */
    watch *watches;
    int watch_count;
    bool list, states, behind_list;
    rate rate;
    int questions; /* to the study that wait */
    bool closing;
};

typedef enum task_kind {
    TASK_HINT,
    TASK_VALUES,
    TASK_EVALUATE,
    TASK_ANALYSE,
    TASK_POINT
} task_kind;

/* A question to the study, and who asked. */
typedef struct task {
    struct task *next;
    uint64_t number;
    uint64_t address; /* for whom */
    task_kind kind;
    desk_client *client; /* HINT, VALUES; NULL: gone */
    json_t *id;          /* of the request, or NULL */
    arena_game *game;    /* held; NULL for ANALYSE */
    size_t at;
    void *exchange; /* ANALYSE */
    json_t *state;  /* ANALYSE: goes into the answer */
    struct analysis *analysis;
} task;

/* The graph of a match that is over, as far as it has come. */
typedef struct analysis {
    struct analysis *next;
    arena_game *game; /* held */
    int64_t time;     /* for each position */
    uint64_t address; /* for whom */
    json_t *points;
    size_t at; /* the next to be looked at */
    bool done;
    int64_t asked; /* when somebody last looked */
} analysis;

struct desk {
    arena *arena;
    study *study;
    json_t *games; /* what is said of them */
    desk_client *clients;
    task *tasks;
    analysis *analyses;
    void (*answered)(void *, const desk_reply *);
    int64_t listed; /* when the list was last told */
    int64_t list_version;
    uint64_t marks;
    quota *quota;
    bool has_organiser;
    unsigned char organiser[TOKEN_BYTES]; /* the hash of the organiser's token */
};

/* desk.c */
void desk_tell(desk_client *, json_t *, json_t *id); /* takes the object; `id` may be NULL */
void desk_refuse(desk_client *, json_t *id, const char *code, const error *why);
watch *desk_watch_of(desk_client *, const arena_game *);
void desk_tell_match(desk_client *, watch *, json_t *id);
void desk_tell_seats(desk *, arena_game *);
void desk_leave(desk_client *, watch *);
json_t *desk_list(desk *, const store_wanted *, bool states, error *);
void desk_show_list(desk_client *);

/* Sends to all who watch a match, made once for each seat. */
typedef json_t *desk_writer(void *context, arena_game *, int seat);
void desk_tell_all(desk *, arena_game *, desk_writer *, void *context, bool evaluators);

/* studies.c */
bool studies_ask(desk *, task_kind, desk_client *, json_t *id, arena_game *, int seat, error *);
void studies_evaluate(desk *, arena_game *); /* begins, goes on or stops: as it is wanted */
bool studies_may_help(const arena_game *, error *);
bool studies_analyse(desk *, const history *, int64_t time, bool values, const desk_request *,
                     json_t *state, error *);
json_t *studies_graph(desk *, arena_game *, int64_t time, uint64_t address);

/* Whether that address may ask one more question. */
bool studies_has_room(const desk *, uint64_t address, error *);
void studies_hear(desk *);
void studies_forget_client(desk *, desk_client *);
void studies_close(desk *);

/* routes.c: answers at once; all return true. reply_error is for what only a program can get wrong:
 * it has a code, but no reason that a language could word. */
bool reply_json(desk_reply *, int status, json_t *);
bool reply_error(desk_reply *, int status, const char *code, const char *why);
bool reply_refusal(desk_reply *, int status, const char *code, const error *why);

/* organiser.c. Whether it is the organiser who asks; else the answer says why not. */
bool organiser_asks(const desk *, const desk_request *, desk_reply *);
bool organiser_ports(desk *, const desk_request *, desk_reply *);
bool organiser_abort(desk *, const desk_request *, int64_t id, const json_t *said, desk_reply *);

/* A member of an object, or a default where it is not there; false where it is of another kind. */
bool ask_string(const json_t *, const char *name, const char **);
bool ask_number(const json_t *, const char *name, int64_t least, int64_t most, int64_t *);
bool ask_bool(const json_t *, const char *name, bool *);

#endif
