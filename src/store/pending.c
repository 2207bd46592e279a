/* Events that a server may lose: see pending_events in private.h. */
#include <stdlib.h>
#include <string.h>

#include "store/private.h"

uint64_t pending_seen(store *s) {
    pending_events *p = &s->pending;
    pthread_mutex_lock(&p->lock);
    uint64_t seen = p->dropped + p->count;
    pthread_mutex_unlock(&p->lock);
    return seen;
}

void pending_drop(store *s, uint64_t seen) {
    pending_events *p = &s->pending;
    pthread_mutex_lock(&p->lock);
    size_t gone = seen > p->dropped ? (size_t)(seen - p->dropped) : 0;
    if (gone > 0) {
        memmove(p->event, p->event + gone, (p->count - gone) * sizeof *p->event);
        p->count -= gone;
        p->dropped += gone;
    }
    pthread_mutex_unlock(&p->lock);
}

void pending_note(store *s, store_fence f, const store_event *v) {
    pending_events *p = &s->pending;
    if (store_is_file(s)) return;
    pthread_mutex_lock(&p->lock);
    p->event[p->count++] = (struct pending_event){f, *v};
    pthread_mutex_unlock(&p->lock);
}

/* Adds an event under its own number, unless it is there or its match was claimed by others. */
static bool add_again(store *s, const struct pending_event *v) {
    statement *q = store_prepare(
        s, "/*async*/ INSERT INTO event (match, number, time, kind, seat, text, used, opinion)"
           " SELECT ?1, ?9, ?3, ?4, ?5, ?6, ?7, ?8 WHERE " FENCE " ON CONFLICT DO NOTHING");
    bind_event(q, v->fence, &v->event);
    bind_number(q, 9, v->event.number);
    bool good = step(q) == STEP_DONE;
    store_finish(s, q);
    return good;
}

bool pending_restore(store *s, error *e) {
    pending_events *p = &s->pending;
    if (store_is_file(s)) return true;
    if (!p->event && !(p->event = malloc(STORE_PENDING * sizeof *p->event)))
        return error_set(e, "no memory for events");
    uint64_t now = s->kind->generation(s->database);
    bool good = now != 0;
    pthread_mutex_lock(&p->lock);
    for (size_t i = 0; good && now != p->generation && i < p->count; i++)
        good = add_again(s, &p->event[i]);
    if (good) p->generation = now;
    bool full = p->count == STORE_PENDING;
    pthread_mutex_unlock(&p->lock);
    if (!good) return fail(s, e);
    return !full || store_sync(s, e);
}
