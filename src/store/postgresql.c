/* The store on a PostgreSQL server: see database.h.
 *
 * A commit returns when it is on the server's disk, except those of events: they return when the
 * server has them, and a sync brings them to its disk. They survive a kill of this program, but not
 * of the server; store.c adds them again (generation).
 *
 * A lost connection is made again, by the next statement outside a transaction. A query that was
 * cut off is asked again. A write is not: it fails, and its caller decides. For PATIENCE a caller
 * waits for the server; after that, calls fail at once until the next attempt is due. */
#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/text.h"
#include "store/database.h"
#include "store/group.h"
#include "store/postgresql_schema.h"

enum {
    PLACES = 24, /* parameters of a statement */
    NUMBER_TYPE = 20,
    BYTES_TYPE = 17,
    TEXT_TYPE = 25, /* PostgreSQL's numbers of these types */
    RETRY_FIRST_MS = 20,
    RETRY_LAST_MS = 2000,
    PATIENCE_MS = 3000,
    VERSION_MS = 10, /* how old the answer to "has anything changed" may be */
    LEASE_SECONDS = 10,
};

/* An owner of matches, alive while its row says so. A thread renews that row three times per lease,
 * over its own connection, so that it does not wait behind anything. Shared by the connections of a
 * process that were opened from one. */
typedef struct presence {
    char name[OWNER_NAME];
    int64_t lease; /* in milliseconds */
    PGconn *connection;
    pthread_t thread;
    bool running;
    pthread_mutex_t lock; /* for everything below */
    pthread_cond_t wake;
    bool quit;
    sync_group group; /* its syncs, which alone use the connection once the thread runs */
} presence;

struct database {
    char url[STORE_TEXT];   /* may hold a password */
    char name[STORE_TEXT];  /* does not */
    char local[STORE_TEXT]; /* files beside the store are there, on each machine its own */
    PGconn *connection;     /* NULL: lost */
    uint64_t generation;    /* how often it was made */
    bool in_transaction;
    bool loose;           /* commits do not wait for the disk */
    int64_t next_attempt; /* if it is lost */
    int64_t wait;
    uint64_t prepared; /* names of statements */
    int64_t changed;
    bool busy;
    char message[300];
    uint64_t seen, written; /* others' changes, as a hash, and ours */
    uint64_t failures;      /* of syncs, already reported to it */
    int64_t seen_at;
    const char *channel; /* that it listens to, and commits do not wait for the disk; or NULL */
    presence own, *presence;
};

typedef struct postgresql_statement {
    statement base;
    database *database;
    char *sql;
    char name[24];
    uint64_t generation; /* of the connection that has it prepared */
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

static void ignore(void *context, const char *notice) { (void)context, (void)notice; }

/* Connects; the URL's own options come last and win. A server that has vanished from the network is
 * noticed within seconds. */
static PGconn *connect_to(const char *url) {
    const char *const keys[] = {
        "connect_timeout",  "application_name", "client_encoding",     "keepalives_idle",
        "tcp_user_timeout", "dbname",           "keepalives_interval", NULL};
    const char *const values[] = {"5", "damero", "UTF8", "10", "15000", url, "5", NULL};
    PGconn *c = PQconnectdbParams(keys, values, 1);
    if (c) PQsetNoticeProcessor(c, ignore, NULL);
    return c;
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

/* Attempts once to connect. */
static bool connect_once(database *d) {
    PGconn *c = connect_to(d->url);
    if (c && PQstatus(c) == CONNECTION_OK && (!d->channel || begin_listening(d, c))) {
        PQclear(PQexec(c, "SET lock_timeout = '10s'; SET bytea_output = 'hex'"));
        d->connection = c;
        d->generation++;
        d->loose = false;
        d->wait = 0;
        return true;
    }
    note_message(d, c ? PQerrorMessage(c) : "no memory");
    PQfinish(c);
    return false;
}

static void lose_connection(database *d) {
    if (!d->connection) return;
    note_message(d, PQerrorMessage(d->connection));
    PQfinish(d->connection);
    d->connection = NULL;
    d->next_attempt = 0;
}

static void pause_for(int64_t nanoseconds) {
    nanosleep(&(struct timespec){.tv_sec = nanoseconds / SECOND, .tv_nsec = nanoseconds % SECOND},
              NULL);
}

/* Makes a lost connection again, unless the last attempt was too recent. */
static bool reconnect(database *d) {
    int64_t now = clock_now(), until = now + PATIENCE_MS * MILLISECOND;
    if (d->in_transaction || now < d->next_attempt) return false;
    /* After a first wait in vain, further calls do not wait. */
    if (d->wait > 0) until = now;
    for (int64_t wait = RETRY_FIRST_MS * MILLISECOND;; wait *= 2) {
        if (connect_once(d)) return true;
        if (clock_now() + wait > until) break;
        pause_for(wait);
    }
    d->wait = d->wait ? 2 * d->wait : RETRY_FIRST_MS * MILLISECOND;
    if (d->wait > RETRY_LAST_MS * MILLISECOND) d->wait = RETRY_LAST_MS * MILLISECOND;
    d->next_attempt = clock_now() + d->wait;
    return false;
}

/* Whether there is a connection. A server that has ended has closed it, which we see before we send
 * anything that might then be lost. */
static bool is_connected(database *d) {
    for (int i = 0; d->connection && i < 3; i++) {
        struct pollfd line = {.fd = PQsocket(d->connection), .events = POLLIN};
        if (poll(&line, 1, 0) <= 0) break;
        if (!PQconsumeInput(d->connection)) lose_connection(d);
    }
    if (d->connection && PQstatus(d->connection) != CONNECTION_OK) lose_connection(d);
    return d->connection || reconnect(d);
}

/* Notes why a result is none. */
static step_result fail(database *d, const PGresult *r) {
    const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);
    bool lost = !d->connection || PQstatus(d->connection) != CONNECTION_OK;
    if (lost) lose_connection(d);
    else note_message(d, r ? PQresultErrorMessage(r) : PQerrorMessage(d->connection));
    /* Serialization failures, deadlocks, lock timeouts: another attempt may succeed. */
    d->busy = lost || (state && (strncmp(state, "40", 2) == 0 || strcmp(state, "55P03") == 0));
    return state && strncmp(state, "23", 2) == 0 ? STEP_TAKEN : STEP_FAILED;
}

/* Whether the next commit waits for the disk. */
static void set_loose(database *d, bool loose) {
    if (!d->connection || d->in_transaction || d->loose == loose || d->channel) return;
    PQclear(PQexec(d->connection,
                   loose ? "SET synchronous_commit = off" : "SET synchronous_commit TO DEFAULT"));
    d->loose = loose;
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
    bool was_in = d->in_transaction, connected = is_connected(d);
    set_loose(d, false);
    PGresult *r = connected ? PQexec(d->connection, sql) : NULL;
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
    text t = text_over(q->name, sizeof q->name);
    text_addf(&t, "s%llu", (unsigned long long)d->prepared++);
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
    while (q->streams && q->database->connection) {
        PGresult *r = PQgetResult(q->database->connection);
        if (!r) break;
        PQclear(r);
    }
}

static void finalize(statement *base) {
    postgresql_statement *q = of(base);
    reset(base);
    if (q->generation == q->database->generation && q->database->connection) {
        char sql[40];
        text t = text_over(sql, sizeof sql);
        text_addf(&t, "DEALLOCATE %s", q->name);
        PQclear(PQexec(q->database->connection, sql));
    }
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

static bool prepare_now(postgresql_statement *q) {
    database *d = q->database;
    if (q->generation == d->generation) return true;
    PGresult *r = PQprepare(d->connection, q->name, q->sql, q->places, q->type);
    bool good = PQresultStatus(r) == PGRES_COMMAND_OK;
    if (good) q->generation = d->generation;
    else fail(d, r);
    PQclear(r);
    return good;
}

/* Sends it, and takes what comes first. */
static PGresult *run_once(postgresql_statement *q) {
    PGconn *c = q->database->connection;
    const char *values[PLACES];
    for (int i = 0; i < PLACES; i++) values[i] = q->value[i];
    if (!q->streams) return PQexecPrepared(c, q->name, q->places, values, q->length, q->format, 0);
    return PQsendQueryPrepared(c, q->name, q->places, values, q->length, q->format, 0) &&
                   PQsetSingleRowMode(c)
               ? PQgetResult(c)
               : NULL;
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
        /* An event must not go to another generation than its caller knows of. */
        bool connected = q->loose ? d->connection != NULL : is_connected(d);
        if (!connected) d->busy = true;
        if (!connected) return STEP_FAILED;
        if (!q->reads) set_loose(d, q->loose);
        bool again = q->reads && !d->in_transaction;
        q->result = prepare_now(q) ? run_once(q) : NULL;
        if (is_result(q->result)) {
            result = STEP_DONE;
            break;
        }
        if (q->result || d->connection) result = fail(d, q->result);
        reset(&q->base);
        if (d->connection || !again) break;
    }
    if (result == STEP_DONE && !q->reads) d->changed = strtoll(PQcmdTuples(q->result), NULL, 10);
    if (!q->reads) d->written++;
    return result;
}

static step_result step(statement *base) {
    postgresql_statement *q = of(base);
    if (!q->result) {
        step_result result = run(q);
        if (result != STEP_DONE) return result;
    } else if (q->streams && PQresultStatus(q->result) == PGRES_SINGLE_TUPLE) {
        PQclear(q->result);
        q->result = PQgetResult(q->database->connection);
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
    if (d->in_transaction || !is_connected(d)) return NULL;
    PGresult *r =
        PQexecParams(d->connection, sql, parameter ? 1 : 0, NULL, &parameter, NULL, NULL, 0);
    if (PQresultStatus(r) == PGRES_TUPLES_OK) return r;
    fail(d, r);
    PQclear(r);
    return NULL;
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

static uint64_t generation(database *d) {
    bool connected = d->in_transaction ? d->connection != NULL : is_connected(d);
    if (!connected) d->busy = true;
    return connected ? d->generation : 0;
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

/* Renews the lease. Its commit waits for the disk, and everything committed before it is there then
 * too: so this is also how events are synced. */
static bool renew(void *context) {
    presence *p = context;
    char lease[32];
    const char *const values[] = {p->name, lease};
    text t = text_over(lease, sizeof lease);
    text_addf(&t, "%lld", (long long)p->lease);
    PGresult *r = PQexecParams(
        p->connection,
        "INSERT INTO owner (name, expires)"
        " VALUES ($1, floor(extract(epoch FROM clock_timestamp()) * 1000)::BIGINT + $2::BIGINT)"
        " ON CONFLICT (name) DO UPDATE SET expires = excluded.expires",
        2, NULL, values, NULL, NULL, 0);
    bool good = PQresultStatus(r) == PGRES_COMMAND_OK;
    PQclear(r);
    /* Also if the server has restarted since the last time: it may have lost what was not synced.
     */
    if (!good) PQreset(p->connection);
    return good;
}

static bool sync_all(database *d, error *e) {
    return group_sync(&d->presence->group, &d->failures, renew, d->presence) ||
           error_set(e, "%s: the connection was lost", d->name);
}

static void leave(presence *p) {
    const char *const values[] = {p->name};
    PQclear(PQexecParams(p->connection, "DELETE FROM owner WHERE name = $1", 1, NULL, values, NULL,
                         NULL, 0));
}

static void *stay(void *context) {
    presence *p = context;
    uint64_t seen = group_failures(&p->group);
    pthread_mutex_lock(&p->lock);
    for (bool good = true; !p->quit;) {
        int64_t wait = good ? p->lease / 3 : p->lease / 20;
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += wait / 1000;
        until.tv_nsec += wait % 1000 * MILLISECOND;
        if (until.tv_nsec >= SECOND) until.tv_sec++, until.tv_nsec -= SECOND;
        while (!p->quit && pthread_cond_timedwait(&p->wake, &p->lock, &until) == 0) continue;
        if (p->quit) break;
        pthread_mutex_unlock(&p->lock);
        good = group_sync(&p->group, &seen, renew, p);
        pthread_mutex_lock(&p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    leave(p);
    return NULL;
}

static bool appear(database *d, error *e) {
    presence *p = &d->own;
    uint64_t random = 0;
    const char *seconds = getenv("DAMERO_LEASE");
    p->lease = 1000 * (seconds && atoi(seconds) > 0 ? atoi(seconds) : LEASE_SECONDS);
    if (getrandom(&random, sizeof random, 0) != sizeof random)
        return error_set(e, "no random numbers: %s", strerror(errno));
    text t = text_over(p->name, sizeof p->name);
    text_addf(&t, "%016llx", (unsigned long long)random);
    p->connection = connect_to(d->url);
    if (!p->connection || PQstatus(p->connection) != CONNECTION_OK || !renew(p))
        return error_set(e, "%s: %s", d->name, PQerrorMessage(p->connection));
    PQclear(PQexec(p->connection,
                   "DELETE FROM owner WHERE"
                   " expires < extract(epoch FROM clock_timestamp() - interval '1 day') * 1000"));
    p->running = pthread_create(&p->thread, NULL, stay, p) == 0;
    return p->running || error_set(e, "no thread for the store");
}

static bool listen_to(database *d, const char *channel) {
    d->channel = channel;
    if (!d->connection || begin_listening(d, d->connection)) return true;
    note_message(d, PQerrorMessage(d->connection));
    return false;
}

/* Hands over what has arrived. */
static bool hand_over(database *d, void (*heard)(void *, const char *), void *context) {
    bool any = false;
    while (d->connection) {
        PGnotify *n = PQnotifies(d->connection);
        if (!n) break;
        /* What is for all is not for the sender; what is for one may come from itself. */
        bool own = n->be_pid == PQbackendPID(d->connection) && strcmp(n->relname, d->channel) == 0;
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
    bool connected = d->connection != NULL;
    if (!connected && milliseconds > RETRY_LAST_MS / 4) milliseconds = RETRY_LAST_MS / 4;
    struct pollfd lines[] = {{.fd = wake, .events = POLLIN},
                             {.fd = connected ? PQsocket(d->connection) : -1, .events = POLLIN}};
    poll(lines, 2, milliseconds);
    if (!is_connected(d)) return false;
    hand_over(d, heard, context);
    return true;
}

/* A name without secrets, and a place for files on this machine. */
static bool name_it(database *d, error *e) {
    char usual[STORE_TEXT] = "";
    PQconninfoOption *all = PQconninfoParse(d->url, NULL), *o = all;
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
    presence *p = &d->own;
    if (p->running) {
        pthread_mutex_lock(&p->lock);
        p->quit = true;
        pthread_cond_signal(&p->wake);
        pthread_mutex_unlock(&p->lock);
        pthread_join(p->thread, NULL);
    }
    PQfinish(p->connection);
    PQfinish(d->connection);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->wake);
    group_destroy(&p->group);
    free(d);
}

static database *open_database(const char *url, database *first, error *e) {
    database *d = calloc(1, sizeof *d);
    if (!d) {
        error_set(e, "no memory for a store");
        return NULL;
    }
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&d->own.lock, NULL);
    pthread_cond_init(&d->own.wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    group_create(&d->own.group);
    d->presence = first ? first->presence : &d->own;
    d->failures = group_failures(&d->presence->group);
    text t = text_over(d->url, sizeof d->url);
    text_add(&t, first ? first->url : url);
    bool good = t.full ? error_set(e, "the store's address is too long") : name_it(d, e);
    good = good && (connect_once(d) || error_set(e, "%s: %s", d->name, d->message));
    if (good && !first) good = postgresql_migrate(d->connection, d->name, e) && appear(d, e);
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
