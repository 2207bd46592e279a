#include "events/lines.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"

enum { LOOK_MS = 100 }; /* how often a waiting thread checks whether to stop */

typedef struct line {
    char spec[SEAT_SPEC];
    char name[LINK_NAME];
    link_end *link;
    bool taken;
} line;

/* A call that is waited for; it lives on the stack of the thread that waits. */
typedef struct waiting {
    lines_call *call;
    bool answered;
    lines_answer answer;
    int forfeits;
    struct waiting *next;
} waiting;

struct lines {
    pthread_mutex_t lock; /* for everything below */
    pthread_cond_t changed;
    link_options options;
    int count;
    line line[LINES_MAX];
    waiting *first;
    bool stopped;
};

static bool starts_with(const char *s, const char *word) {
    return strncmp(s, word, strlen(word)) == 0;
}

/* Whether the other side connects to a place of ours. */
static bool is_place(const char *spec) {
    return strcmp(spec, "pty") == 0 || starts_with(spec, "listen:");
}

static bool check(const char *spec, error *e) {
    if (strchr(spec, '+') || starts_with(spec, "program:"))
        return error_code(e, "not-a-shared-line",
                          "'%.60s': expected serial:DEVICE, pty, tcp:HOST:PORT or listen:PORT",
                          spec);
    return link_check(spec, e);
}

static bool open_line(lines *s, line *l, const char *spec, error *e) {
    text to = text_over(l->spec, sizeof l->spec), name = text_over(l->name, sizeof l->name);
    text_add(&to, spec);
    if (to.full) return error_set(e, "'%.60s' is too long", spec);
    if (!check(spec, e)) return false;
    for (const line *other = s->line; other < l; other++)
        if (strcmp(other->spec, spec) == 0 && strcmp(spec, "pty") != 0)
            return error_set(e, "'%s' is declared twice", spec);
    if (is_place(spec) && !(l->link = link_open(spec, &s->options, e))) return false;
    text_add(&name, l->link ? l->link->name : spec);
    return true;
}

lines *lines_create(const char *const *specs, int count, const link_options *options, error *e) {
    lines *s = calloc(1, sizeof *s);
    pthread_condattr_t monotonic;
    if (!s) {
        error_set(e, "no memory for the lines");
        return NULL;
    }
    pthread_mutex_init(&s->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&s->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (options) s->options = *options;
    bool good = count <= LINES_MAX || error_set(e, "more than %d lines", LINES_MAX);
    for (; good && s->count < count; s->count++)
        good = open_line(s, &s->line[s->count], specs[s->count], e);
    if (good) return s;
    lines_destroy(s);
    return NULL;
}

void lines_destroy(lines *s) {
    if (!s) return;
    for (int i = 0; i < LINES_MAX; i++) link_close(s->line[i].link);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

int lines_count(const lines *s) { return s->count; }

void lines_write_name(lines *s, int i, text *t) { text_add(t, s->line[i].name); }

int lines_in(const char *list) {
    int count = *list != '\0';
    for (; *list; list++) count += *list == ',';
    return count;
}

bool lines_nth(const char *list, int n, text *t) {
    for (; n > 0 && *list; n--) {
        list += strcspn(list, ",");
        list += *list == ',';
    }
    if (!*list) return false;
    text_add_part(t, list, strcspn(list, ","));
    return !t->full;
}

bool lines_check(const char *list, error *e) {
    int count = lines_in(list);
    if (count > LINES_MAX)
        return error_code(e, "too-many-lines", "at most %d lines can be shared", LINES_MAX);
    for (int i = 0; i < count; i++) {
        char spec[SEAT_SPEC], other[SEAT_SPEC];
        text t = text_over(spec, sizeof spec);
        if (!lines_nth(list, i, &t) || !check(spec, e))
            return *spec ? false : error_code(e, "empty-line", "one of the lines is empty");
        for (int k = 0; k < i; k++) {
            text u = text_over(other, sizeof other);
            if (lines_nth(list, k, &u) && strcmp(spec, other) == 0 && strcmp(spec, "pty") != 0)
                return error_code(e, "shared-line-twice", "%s is declared twice", spec);
        }
    }
    return true;
}

bool lines_is_board(const char *seat) {
    return starts_with(seat, "board") && (!seat[5] || seat[5] == '+');
}

bool lines_write_seat(const lines *s, int i, const char *seat, text *t) {
    text_addf(t, "%s%s", s->line[i].spec, seat + strlen("board"));
    return !t->full;
}

link_end **lines_link(lines *s, int i) { return &s->line[i].link; }

void lines_part(link_end **l) {
    if (!*l) return;
    if ((*l)->kind == LINK_PTY) {
        link_wait_again(*l);
        return;
    }
    char name[LINK_NAME];
    bool listens = (*l)->kind == LINK_LISTEN;
    text t = text_over(name, sizeof name);
    text_add(&t, (*l)->name);
    link_close(*l);
    *l = listens ? link_open(name, NULL, NULL) : NULL;
}

/* Waits a moment, with the lock held; whether to go on waiting. */
static bool wait_a_moment(lines *s, const atomic_bool *stop) {
    int64_t end = clock_now() + LOOK_MS * MILLISECOND;
    struct timespec until = {.tv_sec = end / SECOND, .tv_nsec = end % SECOND};
    pthread_cond_timedwait(&s->changed, &s->lock, &until);
    return !s->stopped && (!stop || !atomic_load(stop));
}

void lines_stop(lines *s) {
    pthread_mutex_lock(&s->lock);
    s->stopped = true;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

bool lines_take(lines *s, int count, int *taken, const atomic_bool *stop, error *e) {
    if (count > s->count)
        return error_set(e, "%d boards play, but there %s only %d line%s", count,
                         s->count == 1 ? "is" : "are", s->count, s->count == 1 ? "" : "s");
    bool going = true;
    int found = 0;
    pthread_mutex_lock(&s->lock);
    while (going) {
        found = 0;
        for (int i = 0; i < s->count && found < count; i++)
            if (!s->line[i].taken) taken[found++] = i;
        if (found == count) break;
        going = wait_a_moment(s, stop);
    }
    for (int i = 0; found == count && i < count; i++) s->line[taken[i]].taken = true;
    pthread_mutex_unlock(&s->lock);
    return found == count || error_set(e, "interrupted");
}

void lines_give_back(lines *s, const int *taken, int count) {
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < count; i++) s->line[taken[i]].taken = false;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

lines_answer lines_wait(lines *s, lines_call *call,
                        void (*announce)(void *context, const lines_call *), void *context,
                        const atomic_bool *stop, int *forfeits) {
    waiting w = {.call = call, .answer = LINES_STOPPED};
    lines_call first = *call;
    pthread_mutex_lock(&s->lock);
    waiting **last = &s->first;
    while (*last) last = &(*last)->next;
    *last = &w;
    pthread_mutex_unlock(&s->lock);
    announce(context, &first);
    pthread_mutex_lock(&s->lock);
    while (!w.answered && !s->stopped && wait_a_moment(s, stop)) continue;
    for (last = &s->first; *last != &w;) last = &(*last)->next;
    *last = w.next;
    pthread_mutex_unlock(&s->lock);
    *forfeits = w.forfeits;
    return w.answer;
}

size_t lines_waiting(lines *s, lines_call *calls, size_t most) {
    size_t count = 0;
    pthread_mutex_lock(&s->lock);
    for (const waiting *w = s->first; w && count < most; w = w->next)
        if (!w->answered) calls[count++] = *w->call;
    pthread_mutex_unlock(&s->lock);
    return count;
}

/* The call of a pairing, with the lock held; NULL with an error. */
static waiting *find(lines *s, size_t pairing, error *e) {
    for (waiting *w = s->first; w; w = w->next)
        if (w->call->pairing == pairing && !w->answered) return w;
    error_set(e, "this pairing does not wait for its boards");
    return NULL;
}

static bool answer(lines *s, waiting *w, lines_answer a, int forfeits) {
    if (w) {
        w->answered = true;
        w->answer = a;
        w->forfeits = forfeits;
        pthread_cond_broadcast(&s->changed);
    }
    pthread_mutex_unlock(&s->lock);
    return w != NULL;
}

bool lines_ready(lines *s, size_t pairing, error *e) {
    pthread_mutex_lock(&s->lock);
    return answer(s, find(s, pairing, e), LINES_READY, 0);
}

bool lines_forfeit(lines *s, size_t pairing, int seat, error *e) {
    pthread_mutex_lock(&s->lock);
    return answer(s, find(s, pairing, e), LINES_FORFEITED, seat);
}

bool lines_swap(lines *s, size_t pairing, error *e) {
    pthread_mutex_lock(&s->lock);
    waiting *w = find(s, pairing, e);
    bool good =
        w && (w->call->count == 2 || error_set(e, "only two boards can change their lines"));
    if (good) {
        int first = w->call->line[0];
        w->call->line[0] = w->call->line[1];
        w->call->line[1] = first;
    }
    pthread_mutex_unlock(&s->lock);
    return good;
}
