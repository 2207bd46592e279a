#include "referee/schedule.h"

#include <stddef.h>

void schedule_add(schedule *s, schedule_job *j) {
    schedule_job **end = &s->jobs;
    while (*end) end = &(*end)->next;
    *end = j;
    j->next = NULL;
    j->running = j->told = j->gives_way = false;
    s->waiting++;
}

static void unlink_job(schedule *s, schedule_job *j) {
    schedule_job **at = &s->jobs;
    while (*at != j) at = &(*at)->next;
    *at = j->next;
}

void schedule_remove(schedule *s, schedule_job *j) {
    unlink_job(s, j);
    s->waiting--;
}

/* The time used by the address, on the common scale. */
static int64_t *used_by(schedule *s, uint64_t address) {
    size_t place = address % SCHEDULE_ADDRESSES;
    if (s->by[place].address != address || s->by[place].used < s->level) {
        s->by[place].address = address;
        s->by[place].used = s->level;
    }
    return &s->by[place].used;
}

static int64_t turn_of(const schedule *s) {
    int64_t turn = s->waiting ? SCHEDULE_ROUND * s->slots / s->waiting : SCHEDULE_TURN_MOST;
    if (turn < SCHEDULE_TURN_LEAST) return SCHEDULE_TURN_LEAST;
    return turn < SCHEDULE_TURN_MOST ? turn : SCHEDULE_TURN_MOST;
}

schedule_job *schedule_start(schedule *s, int64_t now) {
    schedule_job *best = NULL;
    int64_t least = 0;
    if (s->running == s->slots) return NULL;
    for (schedule_job *j = s->jobs; j; j = j->next) {
        if (j->running) continue;
        int64_t used = *used_by(s, j->address);
        if (best && (j->spare > best->spare || (j->spare == best->spare && used >= least)))
            continue;
        best = j;
        least = used;
    }
    if (!best) return NULL;
    /* Charged in advance, so that the second slot goes to another address if one is waiting. */
    s->level = least > s->level ? least : s->level;
    best->charged = turn_of(s);
    *used_by(s, best->address) += best->charged;
    best->running = true;
    best->started = now;
    s->running++;
    s->waiting--;
    return best;
}

schedule_job *schedule_stop(schedule *s, int64_t now, int64_t *again) {
    int wanted = 0, waiting = 0, places = s->slots - s->running;
    schedule_job *spare = NULL, *longest = NULL;
    for (const schedule_job *j = s->jobs; j; j = j->next) {
        waiting += !j->running;
        wanted += !j->running && !j->spare;
        places += j->running && j->told; /* soon free */
    }
    *again = INT64_MAX;
    for (schedule_job *j = s->jobs; j; j = j->next) {
        if (!j->running || j->told) continue;
        /* Of several spare jobs, the last to start loses least. */
        if (j->spare && (!spare || j->started >= spare->started)) spare = j;
        if ((j->spare ? waiting : wanted) > places && (!longest || j->started < longest->started))
            longest = j;
    }
    if (spare && wanted > places) {
        spare->told = spare->gives_way = true;
        return spare;
    }
    if (!longest) return NULL;
    *again = longest->started + turn_of(s);
    if (*again > now) return NULL;
    longest->told = true;
    return longest;
}

bool schedule_end(schedule *s, schedule_job *j, int64_t now) {
    int64_t spell = now - j->started;
    *used_by(s, j->address) += spell - j->charged;
    unlink_job(s, j);
    s->running--;
    j->running = false;
    j->thought += spell;
    if (j->gives_way && j->thought < SCHEDULE_TURN_MOST) return false;
    j->thought = 0;
    return true;
}
