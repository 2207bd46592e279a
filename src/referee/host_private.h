/* The inside of a host, shared by host.c, host_input.c and host_journal.c. */
#ifndef DAMERO_HOST_PRIVATE_H
#define DAMERO_HOST_PRIVATE_H

#include "referee/arrival.h"
#include "referee/host.h"
#include "referee/mailbox.h"
#include "referee/syncer.h"
#include "referee/thinker.h"

enum { TYPED = 512 };

/* A consequence of an event that is not in the journal yet: bytes for a seat, or a question. */
typedef struct host_outgoing {
    int seat;
    char *bytes; /* NULL: a question */
    size_t count;
    talk_limits limits;
    uint64_t number;
} host_outgoing;

struct host {
    const host_setup *setup;
    match *match;
    pool *own_pool; /* NULL: the setup's */
    thinker thinker[GAME_SEATS_MAX];
    int answers[2]; /* the pipe that engines answer through */
    syncer syncer;  /* if there is a journal */
    bool gone[GAME_SEATS_MAX], stuck[GAME_SEATS_MAX];
    mailbox mailbox;
    uint64_t question[GAME_SEATS_MAX]; /* the last one a person was asked */
    uint64_t awaited;          /* the question to a remote person whose time starts when ... */
    int64_t awaited_event;     /* this event is passed on, the last one before it */
    int64_t last_shown;        /* the number of an event */
    uint64_t prompted;         /* the question that was shown to a person here */
    size_t told;               /* moves played when they were last offered an interruption */
    unsigned offered;          /* bit set of people here who may interrupt and have not passed */
    unsigned engines_offered;  /* bit set of engines that have not been asked yet */
    size_t offered_after;      /* moves played at that time */
    int score[GAME_SEATS_MAX]; /* an engine's last evaluation of its game */
    game_move *moves;          /* room for the moves of a seat */
    bool deaf;                 /* the input has ended */
    bool again;                /* a line changed nothing: ask the person again */
    bool left;                 /* somebody wants to continue another time */
    match_command early;       /* of the seat on turn, before it is asked */
    bool has_early;
    char typed[TYPED];
    size_t typed_count;
    match_event *queue; /* events that are not shown yet */
    size_t queued, capacity;
    uint64_t happened, kept, shown; /* numbers of events */
    host_outgoing *out;             /* empty when the journal has every event */
    size_t out_count, out_capacity;
    arrival arrival;      /* of bytes on the links */
    int64_t next_look;    /* when to look for requests in the journal */
    int64_t changes;      /* its state at the last look */
    int64_t stands_since; /* when writing the journal first failed; 0: it works */
    int64_t went_on;      /* when it could be written again */
    bool no_thread, no_engine;
    bool lost;     /* another process has the match */
    error trouble; /* why the journal could not be written */
    atomic_bool leaving;
    size_t judged; /* moves played in the last position that the judge saw */
};

/* Whether the journal lacks an event. */
static inline bool host_is_held(const host *h) { return h->kept < h->happened; }

static inline bool host_is_stopped(const host *h) {
    return h->setup->stop && atomic_load(h->setup->stop);
}

/* Whether people at the input may interrupt now. */
static inline bool host_may_cut(const host *h) {
    return h->offered && h->offered_after == match_game(h->match)->count;
}

/* host_journal.c: callbacks of the match. Nothing is sent before the journal has the event that
 * caused it. */
void host_send(void *host, int seat, const char *bytes, size_t count);
void host_ask(void *host, int seat, const talk_limits *, uint64_t number);
void host_happened(void *host, const match_event *);

/* Shows the events that are on disk, and starts syncing the rest. Without a journal there is
 * nothing to wait for. */
void host_show(host *);

/* Waits until the journal has every event. False: the match is lost or left. */
bool host_settle(host *);

/* host_input.c: whether typed input is read now. From a file or pipe a line is read only when it is
 * needed, so that moves may be given in advance. */
bool host_listens(const host *);

/* Handles the first typed line; false if there is none. */
bool host_take_line(host *, int64_t arrived);
void host_take_typed(host *, int64_t arrived); /* reads more, then the same */

/* Prompts people here, once everything before is shown. */
void host_tell_people(host *);

/* host.c: executes a command, or reports why not. */
void host_obey(host *, const match_command *, int64_t arrived);
void host_refuse(host *, const match_command *, const error *why);

/* The input has ended, or `stop` is set: the owner decides what to do. */
void host_leave_or_ask_again(host *);

#endif
