/* What the files of store/ share and nobody else needs. */
#ifndef DAMERO_STORE_PRIVATE_H
#define DAMERO_STORE_PRIVATE_H

#include <pthread.h>

#include "base/text.h"
#include "store/database.h"

enum { STORE_STATEMENTS = 64, STORE_PENDING = 64 };

/* Events that were added since the last sync, in order: a server may lose them if it is killed.
 * Another thread may sync. */
typedef struct pending_events {
    pthread_mutex_t lock;
    struct pending_event {
        store_fence fence;
        store_event event;
    } * event; /* STORE_PENDING of them; NULL: none yet */
    size_t count;
    uint64_t dropped;    /* by syncs, from the front */
    uint64_t generation; /* of the connection that has added the last one */
} pending_events;

struct store {
    const database_kind *kind;
    database *database;
    struct {
        const char *text; /* the literal itself: compared by address */
        statement *prepared;
        bool used;
    } statement[STORE_STATEMENTS];
    bool busy;   /* the last failure was that others were writing */
    bool unsure; /* an event could not be added, or nobody knows whether it was */
    struct {
        int64_t match, number;
    } last; /* the event that was added last */
    pending_events pending;
};

static inline bool fail(store *s, error *e) {
    s->busy = s->kind->is_busy(s->database);
    return error_set(e, "%s: %s", s->kind->name(s->database), s->kind->message(s->database));
}

/* A statement, which must be a literal: it stays prepared for the next time. NULL on failure, which
 * all functions below accept. Every one must be finished, even if it failed: until then it holds
 * the store's state at its start. */
statement *store_prepare(store *, const char *sql);
void store_finish(store *, statement *);

/* The store is being closed. */
void statements_close(store *);

/* pending.c. Whether every event that was added is there; adds those again that a server has lost.
 * Call it before anything is added. */
bool pending_restore(store *, error *);
/* An event was added. */
void pending_note(store *, store_fence, const store_event *);
/* How many there were so far; these are on the disk now. */
uint64_t pending_seen(store *);
void pending_drop(store *, uint64_t seen);

static inline void reset(statement *q) { q->kind->reset(q); }
static inline step_result step(statement *q) { return q ? q->kind->step(q) : STEP_FAILED; }

static inline bool run(store *s, statement *q, error *e) {
    bool good = step(q) == STEP_DONE;
    if (!good) fail(s, e);
    store_finish(s, q);
    return good;
}

static inline void bind(statement *q, int place, const char *value) {
    if (q) q->kind->bind_text(q, place, value);
}

static inline void bind_number(statement *q, int place, int64_t value) {
    if (q) q->kind->bind_number(q, place, value);
}

static inline void bind_bytes(statement *q, int place, const void *bytes, size_t size) {
    if (q) q->kind->bind_bytes(q, place, bytes, size);
}

static inline int64_t column_number(statement *q, int place) { return q->kind->number(q, place); }
static inline int column_int(statement *q, int place) { return (int)q->kind->number(q, place); }

/* A seat counted from 1, or 0 for nobody. A journal may be another's: other numbers are 0 too. */
int column_seat(statement *, int place);

static inline const char *column_text(statement *q, int place) {
    const char *value = q->kind->text(q, place);
    return value ? value : "";
}

static inline void column(statement *q, int place, char *memory, size_t size) {
    text t = text_over(memory, size);
    text_add(&t, column_text(q, place));
}

/* Reads a token; false if there is none. */
bool column_token(statement *, int place, unsigned char token[STORE_TOKEN]);

/* Runs an INSERT that returns the number of its row. */
bool run_for_number(store *, statement *, int64_t *number, error *);

static inline bool change(store *s, const char *statements, error *e) {
    return s->kind->execute(s->database, statements) || fail(s, e);
}

static inline bool begin(store *s, error *e) { return change(s, s->kind->begin, e); }

/* Ends a transaction: commits it if it is good, otherwise rolls it back. */
static inline bool settle(store *s, bool good, error *e) {
    if (good && change(s, "COMMIT", e)) return true;
    s->kind->execute(s->database, "ROLLBACK");
    return false;
}

/* Whether match ?1 is still claimed with number ?2: every write by its owner depends on this. In
 * PostgreSQL a claim waits for the writes that have seen this, and those that come later see it. */
#define FENCE                                                                                      \
    "EXISTS (SELECT 1 FROM match WHERE id = ?1 AND claim = ?2 AND over = 0 /*pg FOR SHARE*/)"

/* Binds a fence, and the fields of an event from place 3 on. */
void bind_event(statement *, store_fence, const store_event *);

/* The columns of a store_match. */
#define MATCH_COLUMNS                                                                              \
    "SELECT id, game, rules, start, seats, settings, begun, owner, over, winner, reason, detail,"  \
    " score, (SELECT coalesce(sum(CASE kind WHEN 'move' THEN 1 ELSE -CAST(text AS INTEGER) END),"  \
    " 0) FROM event WHERE match = match.id AND kind IN ('move', 'undo')), listed, key, claim,"     \
    " series, number, code, arguments FROM match "

/* Calls back for each match of a query with these columns, until false comes back. Ends the query.
 */
bool store_hand_out(store *, statement *, bool (*with)(void *, const store_match *), void *context,
                    error *);

/* Date and time, UTC. */
void store_write_now(char *now, size_t size);

#endif
