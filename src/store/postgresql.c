/* The store on a PostgreSQL server: see database.h. Its connections are in postgresql_session.h,
 * and the process as an owner of matches in postgresql_presence.h.
 *
 * A commit returns when it is on the server's disk, except those of events: they return when the
 * server has them, and a sync brings them to its disk. They survive a kill of this program, but not
 * of the server; store.c adds them again (generation).
 *
 * A user of the store takes a session for each statement or transaction, except the one who
 * listens, who has one of his own. A lost one is replaced by the next statement outside a
 * transaction. A query that was cut off is asked again. A write is not: it fails, and its caller
 * decides. For PATIENCE a caller waits for the server; after that, calls fail at once until the
 * next attempt is due. */
#include <libpq-fe.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/text.h"
#include "store/database.h"
#include "store/postgresql_presence.h"
#include "store/postgresql_schema.h"
#include "store/postgresql_session.h"

enum {
    PLACES = 24, /* parameters of a statement */
    NUMBER_TYPE = 20,
    BYTES_TYPE = 17,
    TEXT_TYPE = 25, /* PostgreSQL's numbers of these types */
    RETRY_FIRST_MS = 20,
    RETRY_LAST_MS = 2000,
    PATIENCE_MS = 3000,
    VERSION_MS = 10, /* how old the answer to "has anything changed" may be */
};

/* A user of the store. The first one of a process has what all share. */
struct database {
    char name[STORE_TEXT];  /* without a password */
    char local[STORE_TEXT]; /* files beside the store are there, on each machine its own */
    session *session;       /* that it has taken */
    uint64_t known;         /* sessions that were made when it last looked (generation) */
    bool in_transaction, is_streaming;
    int64_t next_attempt; /* to make a session, if the last one has failed */
    int64_t wait;
    int64_t changed;
    bool busy;
    char message[300];
    uint64_t seen, written; /* others' changes, as a hash, and ours */
    uint64_t failures;      /* of syncs, already reported to it */
    int64_t seen_at;
    const char *channel; /* that it listens to, and commits do not wait for the disk; or NULL */
    session_pool own_pool, *pool;
    presence own_presence, *presence;
};

typedef struct postgresql_statement {
    statement base;
    database *database;
    char *sql;
    bool reads, streams, loose, no_memory;
    int places;
    Oid type[PLACES];
    char *value[PLACES];
    size_t room[PLACES];
    int length[PLACES], format[PLACES];
    PGresult *result;
    int row; /* the next one */
    unsigned char *bytes;
} postgresql_statement;

static postgresql_statement *of(statement *q) { return (postgresql_statement *)q; }

/* Messages of the server have several lines. */
static void note_message(database *d, const char *words) {
    text t = text_over(d->message, sizeof d->message);
    text_add_part(&t, words, strcspn(words, "\n"));
}

static bool begin_listening(const database *d, PGconn *c) {
    char sql[160];
    text t = text_over(sql, sizeof sql);
    text_addf(&t, "LISTEN %s; LISTEN %s_%s; SET synchronous_commit = off", d->channel, d->channel,
              d->presence->name);
    PGresult *r = PQexec(c, sql);
    bool good = PQresultStatus(r) == PGRES_COMMAND_OK;
    PQclear(r);
    return good;
}

static void lose_session(database *d) {
    if (!d->session) return;
    note_message(d, PQerrorMessage(d->session->connection));
    sessions_drop(d->pool, d->session);
    d->session = NULL;
    d->is_streaming = false;
    d->next_attempt = 0;
}

/* Gives it back if it is not needed any more. */
static void let_go(database *d) {
    if (!d->session || d->in_transaction || d->is_streaming || d->channel) return;
    sessions_give(d->pool, d->session);
    d->session = NULL;
}

/* Takes a session, or makes one, once. */
static bool take_once(database *d, bool loose) {
    session *s = d->channel ? sessions_make(d->pool) : sessions_take(d->pool, 0, loose);
    if (s && d->channel && !begin_listening(d, s->connection)) {
        note_message(d, PQerrorMessage(s->connection));
        sessions_drop(d->pool, s);
        return false;
    }
    if (!s) sessions_copy_message(d->pool, d->message, sizeof d->message);
    d->session = s;
    if (s) d->wait = 0;
    return s;
}

static void pause_for(int64_t nanoseconds) {
    nanosleep(&(struct timespec){.tv_sec = nanoseconds / SECOND, .tv_nsec = nanoseconds % SECOND},
              NULL);
}

/* Takes a session, unless there was none and the last attempt to make one was too recent. */
static bool take(database *d, bool loose) {
    int64_t now = clock_now(), until = now + PATIENCE_MS * MILLISECOND;
    if (d->in_transaction || now < d->next_attempt) return false;
    /* After a first wait in vain, further calls do not wait. */
    if (d->wait > 0) until = now;
    for (int64_t wait = RETRY_FIRST_MS * MILLISECOND;; wait *= 2) {
        if (take_once(d, loose)) return true;
        if (clock_now() + wait > until) break;
        pause_for(wait);
    }
    d->wait = d->wait ? 2 * d->wait : RETRY_FIRST_MS * MILLISECOND;
    if (d->wait > RETRY_LAST_MS * MILLISECOND) d->wait = RETRY_LAST_MS * MILLISECOND;
    d->next_attempt = clock_now() + d->wait;
    return false;
}

/* Whether it has a session, or can have one. */
static bool hold(database *d, bool loose) {
    if (d->session && !session_is_alive(d->session)) lose_session(d);
    return d->session || take(d, loose);
}

/* The same for an event, which must not go to a server that has forgotten those before it. */
static bool hold_known(database *d) {
    if (!d->session && !d->in_transaction) d->session = sessions_take(d->pool, d->known, true);
    if (!d->session) note_message(d, "the connection was lost");
    return d->session;
}

/* Notes why a result is none. */
static step_result fail(database *d, const PGresult *r) {
    const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);
    bool lost = !d->session || PQstatus(d->session->connection) != CONNECTION_OK;
    if (!lost)
        note_message(d, r ? PQresultErrorMessage(r) : PQerrorMessage(d->session->connection));
    else lose_session(d);
    /* Serialization failures, deadlocks, lock timeouts: another attempt may succeed. */
    d->busy = lost || (state && (strncmp(state, "40", 2) == 0 || strcmp(state, "55P03") == 0));
    return state && strncmp(state, "23", 2) == 0 ? STEP_TAKEN : STEP_FAILED;
}

/* Whether the next commit waits for the disk. */
static void set_loose(database *d, bool loose) {
    session *s = d->session;
    if (!s || d->in_transaction || s->loose == loose || d->channel) return;
    PQclear(PQexec(s->connection,
                   loose ? "SET synchronous_commit = off" : "SET synchronous_commit TO DEFAULT"));
    s->loose = loose;
}

/* Makes of "... /+pg WORDS+/ ..." and ?1 what PostgreSQL reads. */
static void translate(const char *sql, char *into) {
    bool open = false;
    for (; *sql; sql++) {
        if (strncmp(sql, "/*pg ", 5) == 0) open = true, sql += 4;
        else if (open && strncmp(sql, "*/", 2) == 0) open = false, sql++;
        else *into++ = *sql == '?' ? '$' : *sql;
    }
    *into = '\0';
}

static bool execute(database *d, const char *statements) {
    bool begins = strncmp(statements, "BEGIN", 5) == 0, commits = strcmp(statements, "COMMIT") == 0;
    bool ends = commits || strcmp(statements, "ROLLBACK") == 0;
    char *sql = malloc(strlen(statements) + 1);
    if (!sql) {
        note_message(d, "no memory");
        return false;
    }
    translate(statements, sql);
    bool was_in = d->in_transaction, connected = hold(d, false);
    set_loose(d, false);
    PGresult *r = connected ? PQexec(d->session->connection, sql) : NULL;
    ExecStatusType status = PQresultStatus(r);
    bool good =
        status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY;
    if (!good) fail(d, r);
    /* The server answers a COMMIT after a failure with ROLLBACK. */
    if (good && commits && strcmp(PQcmdStatus(r), "COMMIT") != 0) {
        note_message(d, "the transaction was rolled back");
        good = false;
    }
    PQclear(r);
    free(sql);
    d->in_transaction = begins ? good : was_in && !(ends && (good || !commits));
    if (commits) d->written++;
    let_go(d);
    return good;
}

static statement *prepare(database *d, const char *sql, bool kept) {
    (void)kept;
    postgresql_statement *q = calloc(1, sizeof *q);
    if (q) q->sql = malloc(strlen(sql) + 1);
    if (!q || !q->sql) {
        free(q);
        note_message(d, "no memory");
        return NULL;
    }
    translate(sql, q->sql);
    q->base.kind = &database_postgresql;
    q->database = d;
    q->streams = strncmp(sql, "/*stream*/", 10) == 0;
    q->loose = strncmp(sql, "/*async*/", 9) == 0;
    q->reads = q->streams || strncmp(sql, "SELECT", 6) == 0;
    for (int i = 0; i < PLACES; i++) q->type[i] = TEXT_TYPE;
    return &q->base;
}

/* Drops the rest of a result. */
static void reset(statement *base) {
    postgresql_statement *q = of(base);
    PQclear(q->result);
    q->result = NULL;
    q->row = 0;
    PQfreemem(q->bytes);
    q->bytes = NULL;
    if (!q->streams) return;
    while (q->database->session) {
        PGresult *r = PQgetResult(q->database->session->connection);
        if (!r) break;
        PQclear(r);
    }
    q->database->is_streaming = false;
    let_go(q->database);
}

static void finalize(statement *base) {
    postgresql_statement *q = of(base);
    reset(base);
    for (int i = 0; i < PLACES; i++) free(q->value[i]);
    free(q->sql);
    free(q);
}

static void bind_value(postgresql_statement *q, int place, Oid type, const void *bytes,
                       size_t size) {
    int i = place - 1;
    if (size + 1 > q->room[i]) {
        char *memory = realloc(q->value[i], size + 1);
        q->no_memory = !memory;
        if (!memory) return;
        q->value[i] = memory;
        q->room[i] = size + 1;
    }
    if (size > 0) memcpy(q->value[i], bytes, size);
    q->value[i][size] = '\0';
    q->length[i] = (int)size;
    q->format[i] = type == BYTES_TYPE;
    q->type[i] = type;
    if (place > q->places) q->places = place;
}

static void bind_number(statement *q, int place, int64_t value) {
    char words[32];
    text t = text_over(words, sizeof words);
    text_addf(&t, "%lld", (long long)value);
    bind_value(of(q), place, NUMBER_TYPE, words, t.length);
}

/* PostgreSQL refuses what is not UTF-8, for instance in a quotation of a player: the bytes become
 * question marks, as they do wherever they are shown. */
static void bind_text(statement *base, int place, const char *value) {
    postgresql_statement *q = of(base);
    size_t length = strlen(value);
    bind_value(q, place, TEXT_TYPE, value, length);
    if (q->no_memory || text_is_utf8(value, length)) return;
    for (char *c = q->value[place - 1]; *c; c++)
        if ((unsigned char)*c >= 0x80) *c = '?';
}

static void bind_bytes(statement *q, int place, const void *bytes, size_t size) {
    bind_value(of(q), place, BYTES_TYPE, bytes, size);
}

/* Sends it, and takes what comes first. */
static PGresult *run_once(postgresql_statement *q) {
    session *s = q->database->session;
    PGconn *c = s->connection;
    char name[SESSION_NAME];
    const char *values[PLACES];
    PGresult *trouble = session_prepare(s, q->sql, q->places, q->type, name);
    if (trouble) return trouble;
    for (int i = 0; i < PLACES; i++) values[i] = q->value[i];
    if (!q->streams && *name)
        return PQexecPrepared(c, name, q->places, values, q->length, q->format, 0);
    if (!q->streams)
        return PQexecParams(c, q->sql, q->places, q->type, values, q->length, q->format, 0);
    q->database->is_streaming = true;
    int sent =
        *name ? PQsendQueryPrepared(c, name, q->places, values, q->length, q->format, 0)
              : PQsendQueryParams(c, q->sql, q->places, q->type, values, q->length, q->format, 0);
    return sent && PQsetSingleRowMode(c) ? PQgetResult(c) : NULL;
}

static bool is_result(const PGresult *r) {
    ExecStatusType status = PQresultStatus(r);
    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_SINGLE_TUPLE;
}

static step_result run(postgresql_statement *q) {
    database *d = q->database;
    step_result result = STEP_FAILED;
    d->busy = false;
    if (q->no_memory) {
        note_message(d, "no memory");
        return STEP_FAILED;
    }
    for (int attempt = 0; attempt < 2; attempt++) {
        bool connected = q->loose ? hold_known(d) : hold(d, false);
        if (!connected) d->busy = true;
        if (!connected) return STEP_FAILED;
        if (!q->reads) set_loose(d, q->loose);
        bool again = q->reads && !d->in_transaction;
        q->result = run_once(q);
        if (is_result(q->result)) {
            result = STEP_DONE;
            break;
        }
        result = fail(d, q->result);
        reset(&q->base);
        if (d->session || !again) break;
    }
    if (result == STEP_DONE && !q->reads) d->changed = strtoll(PQcmdTuples(q->result), NULL, 10);
    if (!q->reads) d->written++;
    let_go(d);
    return result;
}

static step_result step(statement *base) {
    postgresql_statement *q = of(base);
    if (!q->result) {
        step_result result = run(q);
        if (result != STEP_DONE) return result;
    } else if (q->streams && PQresultStatus(q->result) == PGRES_SINGLE_TUPLE) {
        PQclear(q->result);
        q->result = q->database->session ? PQgetResult(q->database->session->connection) : NULL;
        q->row = 0;
        if (!is_result(q->result)) return fail(q->database, q->result);
    }
    return q->row++ < PQntuples(q->result) ? STEP_ROW : STEP_DONE;
}

static const char *text_of(statement *base, int place) {
    postgresql_statement *q = of(base);
    return PQgetisnull(q->result, q->row - 1, place) ? NULL
                                                     : PQgetvalue(q->result, q->row - 1, place);
}

static int64_t number(statement *q, int place) {
    const char *words = text_of(q, place);
    return !words ? 0 : *words == 't' ? 1 : strtoll(words, NULL, 10); /* of a truth: t or f */
}

static const void *bytes_of(statement *base, int place, size_t *size) {
    postgresql_statement *q = of(base);
    const char *words = text_of(base, place);
    *size = 0;
    PQfreemem(q->bytes);
    q->bytes = words ? PQunescapeBytea((const unsigned char *)words, size) : NULL;
    return q->bytes;
}

static int64_t changes(database *d) { return d->changed; }
static const char *message(database *d) { return d->message; }
static bool is_busy(database *d) { return d->busy; }
static const char *name(const database *d) { return d->name; }
static const char *path(const database *d) { return d->local; }
static const char *owner(const database *d) { return d->presence->name; }

/* The value of a query with one row and one column, and at most one parameter; NULL: none. */
static PGresult *ask(database *d, const char *sql, const char *parameter) {
    if (d->in_transaction || !hold(d, false)) return NULL;
    PGresult *r = PQexecParams(d->session->connection, sql, parameter ? 1 : 0, NULL, &parameter,
                               NULL, NULL, 0);
    if (PQresultStatus(r) != PGRES_TUPLES_OK) {
        fail(d, r);
        PQclear(r);
        r = NULL;
    }
    let_go(d);
    return r;
}

/* The snapshot says exactly which transactions can be seen: it changes when one of them commits. */
static int64_t version(database *d) {
    int64_t now = clock_now();
    if (now >= d->seen_at + VERSION_MS * MILLISECOND) {
        PGresult *r = ask(d, "SELECT pg_current_snapshot()", NULL);
        if (r) d->seen = hash_bytes(PQgetvalue(r, 0, 0), strlen(PQgetvalue(r, 0, 0)));
        d->seen_at = now;
        PQclear(r);
    }
    return (int64_t)((d->seen + d->written) >> 1);
}

/* The sessions that were made so far: what was written over one of them is there while any of them
 * is alive. */
static uint64_t generation(database *d) {
    if (d->in_transaction) {
        if (!d->session) return 0;
        return d->session->number <= d->known ? d->known : d->session->number;
    }
    d->busy = !hold(d, true);
    if (d->busy) return 0;
    d->known = d->channel ? d->session->number : sessions_made(d->pool);
    let_go(d);
    return d->known;
}

static void measure(const database *d, store_figures *f) { group_measure(&d->presence->group, f); }

/* If the server does not answer, nobody is found dead. */
static bool is_alive(database *d, const char *who) {
    if (!*who) return false;
    if (strcmp(who, d->presence->name) == 0) return true;
    PGresult *r = ask(d,
                      "SELECT 1 FROM owner WHERE name = $1 AND"
                      " expires > extract(epoch FROM clock_timestamp()) * 1000",
                      who);
    bool alive = !r || PQntuples(r) > 0;
    PQclear(r);
    return alive;
}

static bool sync_all(database *d, error *e) {
    return presence_sync(d->presence, &d->failures) ||
           error_set(e, "%s: the connection was lost", d->name);
}

static bool listen_to(database *d, const char *channel) {
    d->channel = channel;
    return hold(d, false);
}

/* Hands over what has arrived. */
static bool hand_over(database *d, void (*heard)(void *, const char *), void *context) {
    bool any = false;
    while (d->session) {
        PGconn *c = d->session->connection;
        PGnotify *n = PQnotifies(c);
        if (!n) break;
        /* What is for all is not for the sender; what is for one may come from itself. */
        bool own = n->be_pid == PQbackendPID(c) && strcmp(n->relname, d->channel) == 0;
        if (!own) heard(context, n->extra);
        any = any || !own;
        PQfreemem(n);
    }
    return any;
}

/* Answers to other statements may have brought some already. Without a connection it waits for the
 * next attempt to connect. */
static bool await(database *d, int wake, int milliseconds, void (*heard)(void *, const char *),
                  void *context) {
    if (hand_over(d, heard, context)) return true;
    bool connected = d->session != NULL;
    if (!connected && milliseconds > RETRY_LAST_MS / 4) milliseconds = RETRY_LAST_MS / 4;
    struct pollfd lines[] = {
        {.fd = wake, .events = POLLIN},
        {.fd = connected ? PQsocket(d->session->connection) : -1, .events = POLLIN}};
    poll(lines, 2, milliseconds);
    if (!hold(d, false)) return false;
    hand_over(d, heard, context);
    return true;
}

/* A name without secrets, and a place for files on this machine. */
static bool name_it(database *d, const char *url, error *e) {
    char usual[STORE_TEXT] = "";
    PQconninfoOption *all = PQconninfoParse(url, NULL), *o = all;
    const char *host = "", *base = "";
    if (!all) /* libpq would quote the address, with its password */
        return error_set(e, "the store's address cannot be read: expected "
                            "postgresql://USER@HOST/DATABASE");
    for (; o->keyword; o++) {
        if (o->val && strcmp(o->keyword, "host") == 0) host = o->val;
        if (o->val && strcmp(o->keyword, "dbname") == 0) base = o->val;
    }
    text t = text_over(d->name, sizeof d->name), local = text_over(d->local, sizeof d->local);
    text_addf(&t, "postgresql://%s/%s", host, base);
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    text folder = text_over(usual, sizeof usual);
    if (data && *data) text_addf(&folder, "%s/damero", data);
    else text_addf(&folder, "%s/.local/share/damero", home ? home : "");
    text_addf(&local, "%s/postgresql-%08x", usual, (unsigned)hash_bytes(d->name, t.length));
    for (char *slash = d->local; (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        mkdir(d->local, 0700); /* failures show when a file is opened */
        *slash = '/';
    }
    PQconninfoFree(all);
    return true;
}

static void close_database(database *d) {
    if (!d) return;
    if (d->session && (d->channel || d->in_transaction)) sessions_drop(d->pool, d->session);
    else if (d->session) sessions_give(d->pool, d->session);
    presence_destroy(&d->own_presence);
    sessions_destroy(&d->own_pool);
    free(d);
}

/* The first connection of a process. An error has a code if another attempt may succeed. */
static bool begin(database *d, error *e) {
    bool good = take_once(d, false), away = !good && session_may_come_back(d->pool->url);
    /* It may have come back between the attempt and the look. */
    if (!good && !away) good = take_once(d, false);
    if (!good) error_set(e, "%s: %s", d->name, d->message);
    if (good && !(postgresql_migrate(d->session->connection, d->name, e) &&
                  presence_begin(d->presence, d->pool->url, d->name, e))) {
        good = false;
        away = !session_is_alive(d->session) || session_may_come_back(d->pool->url);
    }
    let_go(d);
    if (good || !away || !e) return good;
    error why = *e;
    return error_code(e, STORE_AWAY, "%s", why.message);
}

static database *open_database(const char *url, database *first, error *e) {
    database *d = calloc(1, sizeof *d);
    if (!d) {
        error_set(e, "no memory for a store");
        return NULL;
    }
    sessions_create(&d->own_pool);
    presence_create(&d->own_presence);
    d->pool = first ? first->pool : &d->own_pool;
    d->presence = first ? first->presence : &d->own_presence;
    d->failures = group_failures(&d->presence->group);
    text t = text_over(d->own_pool.url, sizeof d->own_pool.url);
    text_add(&t, first ? first->pool->url : url);
    bool good = t.full ? error_set(e, "the store's address is too long")
                       : name_it(d, d->pool->url, e) && (first || begin(d, e));
    if (good) return d;
    close_database(d);
    return NULL;
}

const database_kind database_postgresql = {
    .open = open_database,
    .close = close_database,
    .begin = "BEGIN",
    .begin_reading = "BEGIN ISOLATION LEVEL REPEATABLE READ",
    .execute = execute,
    .last_account = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM account_id_seq",
    .set_last_account = "SELECT setval('account_id_seq', greatest(?1, 1), ?1 > 0)",
    .renumber = "SELECT setval('match_id_seq', coalesce(max(id), 0) + 1, false) FROM match;"
                "SELECT setval('request_id_seq', coalesce(max(id), 0) + 1, false) FROM request;"
                "SELECT setval('series_id_seq', coalesce(max(id), 0) + 1, false) FROM series;"
                "SELECT setval('work_id_seq', coalesce(max(id), 0) + 1, false) FROM work;"
                "SELECT setval('tournament_id_seq', coalesce(max(id), 0) + 1, false)"
                " FROM tournament",
    .prepare = prepare,
    .finalize = finalize,
    .reset = reset,
    .bind_number = bind_number,
    .bind_text = bind_text,
    .bind_bytes = bind_bytes,
    .step = step,
    .number = number,
    .text = text_of,
    .bytes = bytes_of,
    .changes = changes,
    .message = message,
    .is_busy = is_busy,
    .name = name,
    .path = path,
    .version = version,
    .generation = generation,
    .sync = sync_all,
    .sync_again = sync_all,
    .measure = measure,
    .owner = owner,
    .is_alive = is_alive,
    .listen = listen_to,
    .await = await,
};
