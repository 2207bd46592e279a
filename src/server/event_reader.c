#include "server/event_reader.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "base/hash.h"
#include "server/event_json.h"

enum { LIST_MOST = 50, NICE = 2 };

struct event_reader {
    store *store;
    const event_language *language;
    void (*wake)(void *);
    void *context;
    json_t *past;     /* the list's entries of tournaments that are over: the thread's */
    atomic_bool quit; /* also looked at during a reading */
    pthread_t thread;
    pthread_mutex_t lock; /* for what follows */
    pthread_cond_t more;
    event_reading *asked, **last_asked, *answered, **last_answered;
};

void event_reading_free(event_reading *g) {
    if (!g) return;
    json_decref(g->here);
    message_release(g->content);
    free(g);
}

/* The version of a tournament as far as others may see it; 0 with an error if there is none. A
 * process that plays it may die without a trace in the store. */
static uint64_t version_of(event_reader *r, const event_reading *g, error *e) {
    uint64_t version = 0;
    if (!store_tournament_version(r->store, g->name, &version, e)) return 0;
    version = hash_join(version, g->here ? 2 + g->news : event_is_running(r->store, g->name));
    return version ? version : 1;
}

static void read_event(event_reader *r, event_reading *g) {
    uint64_t version = version_of(r, g, &g->why);
    if (!version || version == g->version) return;
    json_t *o = event_json(r->store, r->language, g->name, g->organiser, g->here, &g->why);
    if (!o) return;
    g->version = version;
    g->content = message_of(o);
    if (!g->content) error_set(&g->why, "no memory for a tournament");
}

static void read_list(event_reader *r, event_reading *g) {
    json_t *all = event_list_json(r->store, r->language, LIST_MOST, &r->past, &r->quit, &g->why);
    message *m = all ? message_of(all) : NULL;
    if (all && !m) error_set(&g->why, "no memory for a list");
    uint64_t version = m ? hash_bytes(m->bytes, m->length) | 1 : 0;
    if (version && version != g->version) g->content = message_hold(m);
    if (version) g->version = version;
    message_release(m);
}

static void *work(void *context) {
    event_reader *r = context;
    setpriority(PRIO_PROCESS, 0, NICE); /* on Linux each thread has its own priority */
    pthread_mutex_lock(&r->lock);
    while (!atomic_load(&r->quit)) {
        event_reading *g = r->asked;
        if (!g) {
            pthread_cond_wait(&r->more, &r->lock);
            continue;
        }
        r->asked = g->next;
        if (!r->asked) r->last_asked = &r->asked;
        pthread_mutex_unlock(&r->lock);
        int64_t start = clock_now();
        g->next = NULL;
        if (*g->name) read_event(r, g);
        else read_list(r, g);
        g->took = clock_now() - start;
        pthread_mutex_lock(&r->lock);
        *r->last_answered = g;
        r->last_answered = &g->next;
        r->wake(r->context);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

void event_reader_ask(event_reader *r, event_reading *g) {
    g->next = NULL;
    pthread_mutex_lock(&r->lock);
    *r->last_asked = g;
    r->last_asked = &g->next;
    pthread_cond_signal(&r->more);
    pthread_mutex_unlock(&r->lock);
}

event_reading *event_reader_take(event_reader *r) {
    pthread_mutex_lock(&r->lock);
    event_reading *g = r->answered;
    if (g) r->answered = g->next;
    if (!r->answered) r->last_answered = &r->answered;
    pthread_mutex_unlock(&r->lock);
    return g;
}

static void close_reader(event_reader *r) {
    for (event_reading *g; (g = r->asked);) {
        r->asked = g->next;
        event_reading_free(g);
    }
    for (event_reading *g; (g = event_reader_take(r));) event_reading_free(g);
    json_decref(r->past);
    store_close(r->store);
    pthread_cond_destroy(&r->more);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

event_reader *event_reader_start(store *first, const event_language *language, void (*wake)(void *),
                                 void *context, error *e) {
    event_reader *r = calloc(1, sizeof *r);
    if (!r) {
        error_set(e, "no memory to read tournaments");
        return NULL;
    }
    *r = (event_reader){.language = language, .wake = wake, .context = context};
    r->last_asked = &r->asked;
    r->last_answered = &r->answered;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->more, NULL);
    r->store = store_open_again(first, e);
    if (r->store && pthread_create(&r->thread, NULL, work, r) == 0) return r;
    if (r->store) error_set(e, "no thread to read tournaments");
    close_reader(r);
    return NULL;
}

void event_reader_end(event_reader *r) {
    if (!r) return;
    pthread_mutex_lock(&r->lock);
    atomic_store(&r->quit, true);
    pthread_cond_signal(&r->more);
    pthread_mutex_unlock(&r->lock);
    pthread_join(r->thread, NULL);
    close_reader(r);
}
