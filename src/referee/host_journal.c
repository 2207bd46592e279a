/* Events go to the journal first. Their consequences, bytes for a seat or a question, wait until
 * the journal has them; they are shown once they are on disk. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "referee/host_private.h"
#include "referee/journal.h"

enum {
    RETRY_FIRST_MS = 50,
    RETRY_LAST_MS = 2000, /* the longest pause between two attempts to write the journal */
};

/* Room for one more; NULL, and the match is left, if there is no memory. */
static void *grow(host *h, void *array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) return array;
    size_t larger = *capacity ? 2 * *capacity : 16;
    void *memory = realloc(array, larger * size);
    if (memory) *capacity = larger;
    else h->left = true;
    return memory;
}

static void put_out(host *h, host_outgoing o) {
    host_outgoing *out = grow(h, h->out, h->out_count, &h->out_capacity, sizeof *out);
    if (!out) {
        free(o.bytes);
        return;
    }
    h->out = out;
    out[h->out_count++] = o;
}

void host_send(void *context, int seat, const char *bytes, size_t count) {
    host *h = context;
    link_end *l = h->setup->link[seat];
    if (!l || h->gone[seat] || count == 0) return;
    if (host_is_held(h)) {
        char *copy = malloc(count);
        if (copy) memcpy(copy, bytes, count);
        else h->left = true;
        put_out(h, (host_outgoing){.seat = seat, .bytes = copy, .count = count});
        return;
    }
    link_status status = link_put(l, bytes, count);
    if (status == LINK_LATE) h->stuck[seat] = true;
    if (status == LINK_CLOSED) h->gone[seat] = true;
}

void host_ask(void *context, int seat, const talk_limits *limits, uint64_t number) {
    host *h = context;
    if (host_is_held(h)) {
        put_out(h, (host_outgoing){.seat = seat, .limits = *limits, .number = number});
    } else if (h->setup->spec[seat]->kind == SEAT_ENGINE) {
        const history *played = match_game(h->match);
        if (!thinker_ask(&h->thinker[seat], played->now, limits, number)) h->no_thread = true;
    } else {
        h->question[seat] = number;
    }
}

/* Hands an event to the journal. */
static store_result keep(host *h, match_event *event) {
    store_event v = {.time = event->time / 1000, .used = event->used / 1000};
    text kind = text_over(v.kind, sizeof v.kind), what = text_over(v.text, sizeof v.text);
    store_result result;
    text_add(&kind, match_event_name(event->kind));
    v.seat = event->seat + 1;
    text_add(&what, event->text);
    if (*event->key) text_addf(&what, " %s", event->key);
    text opinion = text_over(v.opinion, sizeof v.opinion);
    talk_write_opinion(&event->opinion, &opinion);
    if (event->kind == MATCH_END) {
        const match_verdict *d = &event->verdict;
        char score[128];
        text scores = text_over(score, sizeof score);
        journal_write_score(h->setup->match.rules, d->score, &scores);
        v.seat = d->culprit + 1;
        text_add(&what, match_reason_name(d->reason));
        result = store_end(h->setup->journal, h->setup->fence, &v, d->winner + 1,
                           match_reason_name(d->reason), &d->why, score, &h->trouble);
    } else {
        result = store_add(h->setup->journal, h->setup->fence, &v, &h->trouble);
    }
    event->number = v.number;
    return result;
}

/* Hands over the events that the journal does not have yet, in order, until one is refused. */
static void keep_all(host *h) {
    while (host_is_held(h) && !h->lost && !h->left) {
        int64_t before = clock_now();
        store_result result =
            h->setup->journal ? keep(h, &h->queue[h->kept - h->shown]) : STORE_KEPT;
        h->lost = result == STORE_LOST;
        if (result != STORE_KEPT) {
            if (!h->stands_since) h->stands_since = before;
            return;
        }
        h->kept++;
    }
}

void host_happened(void *context, const match_event *event) {
    host *h = context;
    bool held = host_is_held(h);
    match_event *queue = grow(h, h->queue, h->queued, &h->capacity, sizeof *queue);
    h->happened++;
    if (!queue) return; /* it never gets into the journal, so nothing follows from it */
    h->queue = queue;
    queue[h->queued++] = *event;
    if (!held) keep_all(h);
}

void host_show(host *h) {
    uint64_t safe = h->kept;
    if (h->setup->journal) {
        if (h->kept > h->syncer.wanted) syncer_want(&h->syncer, h->kept);
        syncer_done(&h->syncer, &safe);
    }
    size_t count = 0;
    for (; count < h->queued && h->shown < safe; count++, h->shown++) {
        match_event *v = &h->queue[count];
        /* Keys are not shown, except in a match without a journal: a saved game needs them. */
        if (!h->setup->home) *v->key = '\0';
        h->last_shown = v->number;
        if (h->setup->show) h->setup->show(h->setup->context, h->match, v);
    }
    if (count == 0) return;
    memmove(h->queue, h->queue + count, (h->queued - count) * sizeof *h->queue);
    h->queued -= count;
}

/* Sends what had to wait for the journal. Nothing has happened in the match meanwhile. */
static void release(host *h) {
    for (size_t i = 0; i < h->out_count; i++) {
        host_outgoing *o = &h->out[i];
        if (o->bytes) host_send(h, o->seat, o->bytes, o->count);
        else host_ask(h, o->seat, &o->limits, o->number);
        free(o->bytes);
    }
    h->out_count = 0;
}

/* Whether the journal has every event, and no sync is known to have failed. */
static bool is_journal_good(host *h) {
    return !host_is_held(h) && (!h->setup->journal || !syncer_failed(&h->syncer, &h->trouble));
}

static bool try_again(host *h) {
    keep_all(h);
    if (host_is_held(h)) return false;
    if (syncer_failed(&h->syncer, &h->trouble)) {
        if (!store_sync_again(h->setup->journal, &h->trouble)) return false;
        syncer_mend(&h->syncer, h->kept);
    }
    return true;
}

/* The journal cannot be written: the match pauses until it can, is lost, or is left. No input is
 * read meanwhile; what has arrived by the time the match goes on counts as arriving then. */
static bool wait_for_journal(host *h) {
    bool paused = match_is_paused(h->match);
    int64_t wait = RETRY_FIRST_MS;
    if (!h->stands_since) h->stands_since = clock_now();
    match_pause(h->match, h->trouble.message, h->stands_since);
    if (h->setup->trouble) h->setup->trouble(h->setup->context, h->match, h->trouble.message);
    while (!try_again(h)) {
        if (h->lost || h->left) return false;
        for (int64_t until = clock_now() + wait * MILLISECOND; clock_now() < until;) {
            if (atomic_load(&h->leaving) || host_is_stopped(h)) h->left = true;
            if (h->left) return false;
            nanosleep(&(struct timespec){.tv_nsec = RETRY_FIRST_MS * MILLISECOND}, NULL);
        }
        wait = wait < RETRY_LAST_MS / 2 ? 2 * wait : RETRY_LAST_MS;
    }
    if (h->setup->trouble) h->setup->trouble(h->setup->context, h->match, NULL);
    h->stands_since = 0;
    release(h);
    h->arrival.looked = h->went_on = clock_now();
    if (!paused) match_go_on(h->match, h->went_on);
    return true;
}

bool host_settle(host *h) {
    while (!h->lost && !h->left && !is_journal_good(h))
        if (!wait_for_journal(h)) return false;
    return !h->lost && !h->left;
}
