#include "server/perudo_line.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "links/link.h"
#include "server/match_json.h"

enum {
    WAITING_BYTES = 1024,
    /* A board sends 960 bytes a second. If a line carries noise faster than this, only this much is
       read, since every watcher is sent all of it. */
    BYTES_AT_ONCE = 256,
    READ_EVERY_MS = 50,
    AGAIN_MS = 1000,
    LOG_MOST = 512,
    GARBLED_SHOWN = 32,
};

typedef enum line_state { LINE_NONE, LINE_WAITING, LINE_OPEN, LINE_FAILED } line_state;

static const char *const state_names[] = {[LINE_NONE] = "none",
                                          [LINE_WAITING] = "waiting",
                                          [LINE_OPEN] = "open",
                                          [LINE_FAILED] = "failed"};

/* The state of the line, as reported by the thread. */
typedef struct line_news {
    line_state state;
    char name[LINK_NAME];
    error why; /* of LINE_FAILED */
} line_news;

/* An event that a new watcher must receive. */
typedef struct log_entry {
    perudo_view_heard heard;
    message *message;
} log_entry;

struct perudo_watcher {
    perudo_line *line;
    desk_socket socket;
    perudo_watcher *next;
};

struct perudo_line {
    perudo_line_setup setup;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* shared, under the lock */
    char spec[LINK_NAME];
    unsigned version; /* of the spec */
    bool over;
    line_news news;
    bool news_changed, gap; /* gap: bytes may have been lost */
    char bytes[WAITING_BYTES];
    size_t count;
    /* the server's own */
    char link[LINK_NAME];
    line_news now;
    game_rules *rules;
    perudo_viewer viewer;
    char garbled[GARBLED_SHOWN]; /* not reported yet */
    size_t garbled_count;
    log_entry log[LOG_MOST];
    size_t logged;
    perudo_watcher *watchers;
};

/* The thread. */

static bool is_current(perudo_line *l, unsigned version) {
    pthread_mutex_lock(&l->lock);
    bool same = l->version == version && !l->over;
    pthread_mutex_unlock(&l->lock);
    return same;
}

static void report(perudo_line *l, unsigned version, const line_news *news) {
    pthread_mutex_lock(&l->lock);
    bool take = l->version == version && !l->over;
    if (take) {
        /* Bytes sent while nobody listened are lost. */
        l->gap = l->gap || (l->news.state == LINE_OPEN && news->state != LINE_OPEN);
        l->news_changed = true;
        l->news = *news;
    }
    pthread_mutex_unlock(&l->lock);
    if (take) l->setup.wake(l->setup.context);
}

/* Waits until the server has taken the last bytes; false if the link is no longer wanted. */
static bool pass_on(perudo_line *l, unsigned version, const char *bytes, size_t count) {
    pthread_mutex_lock(&l->lock);
    while (l->version == version && !l->over && l->count + count > WAITING_BYTES)
        pthread_cond_wait(&l->changed, &l->lock);
    bool take = l->version == version && !l->over;
    if (take) {
        memcpy(l->bytes + l->count, bytes, count);
        l->count += count;
    }
    pthread_mutex_unlock(&l->lock);
    if (take) l->setup.wake(l->setup.context);
    return take;
}

/* Sleeps, but not longer than the link is wanted. */
static void rest(perudo_line *l, unsigned version, int64_t ms) {
    int64_t end = clock_now() + ms * MILLISECOND;
    struct timespec until = {.tv_sec = end / SECOND, .tv_nsec = end % SECOND};
    pthread_mutex_lock(&l->lock);
    while (l->version == version && !l->over)
        if (pthread_cond_timedwait(&l->changed, &l->lock, &until) != 0) break;
    pthread_mutex_unlock(&l->lock);
}

/* Reads until the other side has gone; false if the link is no longer wanted. */
static bool read_on(perudo_line *l, unsigned version, link_end *link) {
    char bytes[BYTES_AT_ONCE];
    size_t count;
    while (is_current(l, version)) {
        link_status status =
            link_read(link, bytes, sizeof bytes, clock_now() + READ_EVERY_MS * MILLISECOND, &count);
        if (count && !pass_on(l, version, bytes, count)) return false;
        if (status == LINK_CLOSED) return true;
        if (count == sizeof bytes) rest(l, version, READ_EVERY_MS);
    }
    return false;
}

/* A pseudo-terminal that nobody has open stays: its name was announced. */
static void serve_link(perudo_line *l, unsigned version, link_end *link, line_news *news) {
    bool wanted = true;
    do {
        news->state = LINE_WAITING;
        report(l, version, news);
        link_status status = LINK_LATE;
        while (status == LINK_LATE && (wanted = is_current(l, version)))
            status = link_join(link, clock_now() + READ_EVERY_MS * MILLISECOND);
        if (!wanted || status != LINK_OK) break;
        news->state = LINE_OPEN;
        report(l, version, news);
        wanted = read_on(l, version, link);
    } while (wanted && link->kind == LINK_PTY);
    if (!wanted) return;
    news->state = LINE_FAILED;
    link_say_end(link, &news->why);
    report(l, version, news);
}

static void *listen(void *context) {
    perudo_line *l = context;
    char spec[LINK_NAME];
    for (;;) {
        pthread_mutex_lock(&l->lock);
        while (!l->over && !*l->spec) pthread_cond_wait(&l->changed, &l->lock);
        bool over = l->over;
        unsigned version = l->version;
        memcpy(spec, l->spec, sizeof spec);
        pthread_mutex_unlock(&l->lock);
        if (over) return NULL;
        while (is_current(l, version)) {
            line_news news = {.state = LINE_FAILED};
            link_end *link = link_open(spec, NULL, &news.why);
            text name = text_over(news.name, sizeof news.name);
            text_add(&name, link ? link->name : spec);
            if (link) serve_link(l, version, link, &news);
            else report(l, version, &news);
            /* A port that the system chose was announced: it stays the same. */
            if (link && link->kind == LINK_LISTEN) memcpy(spec, news.name, sizeof spec);
            link_close(link);
            rest(l, version, AGAIN_MS);
        }
    }
}

/* Messages. */

static message *heard_message(const perudo_viewer *v, const perudo_view_event *e,
                              const char *garbled, size_t count) {
    char object[PERUDO_VIEW_JSON], words[PERUDO_VIEW_WORDS], shown[4 * GARBLED_SHOWN + 1];
    text o = text_over(object, sizeof object), w = text_over(words, sizeof words),
         s = text_over(shown, sizeof shown);
    perudo_view_write_json(v, e, &o);
    perudo_view_write(v, e, &w);
    json_t *heard = json_loadb(object, o.length, 0, NULL);
    if (heard && count) {
        link_write_bytes(garbled, count, &s);
        json_object_set_new(heard, "bytes", text_json(shown));
    }
    return heard ? message_of(json_pack("{s:s, s:o, s:o}", "tell", "heard", "heard", heard, "words",
                                        text_json(words)))
                 : NULL;
}

message *perudo_heard_message(const perudo_viewer *v, const perudo_view_event *e) {
    return heard_message(v, e, NULL, 0);
}

message *perudo_bytes_message(const char *bytes, size_t count) {
    char words[sodium_base64_ENCODED_LEN(WAITING_BYTES, sodium_base64_VARIANT_ORIGINAL)];
    if (count > WAITING_BYTES) count = WAITING_BYTES;
    sodium_bin2base64(words, sizeof words, (const unsigned char *)bytes, count,
                      sodium_base64_VARIANT_ORIGINAL);
    return message_of(json_pack("{s:s, s:s}", "tell", "bytes", "bytes", words));
}

json_t *perudo_line_state(const perudo_line *l) {
    bool failed = l->now.state == LINE_FAILED;
    return json_pack("{s:o, s:o, s:s, s:o}", "link", text_json(l->link), "name",
                     text_json(l->now.name), "state", state_names[l->now.state], "why",
                     failed ? text_json(l->now.why.message) : json_null());
}

static message *state_message(const perudo_line *l) {
    json_t *state = perudo_line_state(l);
    if (state) json_object_set_new(state, "tell", json_string("line"));
    return message_of(state);
}

/* Takes the message. A stream has no gaps, so each is sent whatever waits. */
static void tell_all(perudo_line *l, message *m) {
    for (perudo_watcher *w = l->watchers; m && w; w = w->next)
        w->socket.send(w->socket.context, m, true);
    message_release(m);
}

/* The log: what a new watcher must receive to show the present scene. */

static void drop(perudo_line *l, size_t at) {
    message_release(l->log[at].message);
    l->logged--;
    memmove(l->log + at, l->log + at + 1, (l->logged - at) * sizeof *l->log);
}

static bool is_opening(perudo_view_heard heard) {
    return heard == VIEW_GAME_STARTS || heard == VIEW_AVATAR_SHOWN || heard == VIEW_AVATAR_CHOSEN ||
           heard == VIEW_RULE_SHOWN || heard == VIEW_RULES_CHOSEN || heard == VIEW_PLAYER_JOINS ||
           heard == VIEW_PLAYER_LEAVES;
}

/* Players join and rules are chosen in turns, as often as somebody presses the buttons. Of each
 * only the last counts, whatever came in between. */
static bool is_superseded_by(perudo_view_heard before, perudo_view_heard heard) {
    bool joins = before == VIEW_PLAYER_JOINS || before == VIEW_PLAYER_LEAVES;
    if (joins) return heard == VIEW_PLAYER_JOINS || heard == VIEW_PLAYER_LEAVES;
    return heard == VIEW_RULE_SHOWN && (before == VIEW_RULE_SHOWN || before == VIEW_RULES_CHOSEN);
}

/* Of numbers being chosen and of noise only the last one counts. */
static bool is_replaced_by(perudo_view_heard before, perudo_view_heard heard) {
    return before == heard && (heard == VIEW_AVATAR_SHOWN || heard == VIEW_FACE_SHOWN ||
                               heard == VIEW_COUNT_SHOWN || heard == VIEW_GARBLED);
}

static void keep(perudo_line *l, perudo_view_heard heard, message *m) {
    bool fresh = heard == VIEW_SYNC || heard == VIEW_GAME_STARTS;
    for (size_t i = l->logged; i-- > 0;)
        if (fresh || is_superseded_by(l->log[i].heard, heard) ||
            (heard == VIEW_ROUND_STARTS && !is_opening(l->log[i].heard)))
            drop(l, i);
    if (l->logged && is_replaced_by(l->log[l->logged - 1].heard, heard)) drop(l, l->logged - 1);
    /* A real round has fewer bids than that: somebody plays with the buttons. Keep the round
     * itself. */
    for (size_t i = 0; l->logged == LOG_MOST && i < l->logged; i++)
        if (!is_opening(l->log[i].heard) && l->log[i].heard != VIEW_ROUND_STARTS) drop(l, i);
    if (l->logged == LOG_MOST) drop(l, 0); /* should an opening ever be that long */
    l->log[l->logged++] = (log_entry){.heard = heard, .message = message_hold(m)};
}

/* Bytes. */

static void tell_event(perudo_line *l, const perudo_view_event *e) {
    bool garbled = e->heard == VIEW_GARBLED;
    message *m = heard_message(&l->viewer, e, l->garbled, garbled ? l->garbled_count : 0);
    if (m) keep(l, e->heard, m);
    tell_all(l, m);
}

static void tell_garbled(perudo_line *l) {
    if (!l->garbled_count) return;
    perudo_view_event e = {.heard = VIEW_GARBLED, .byte = l->garbled[l->garbled_count - 1]};
    tell_event(l, &e);
    l->garbled_count = 0;
}

static void add_garbled(perudo_line *l, char byte) {
    if (l->garbled_count == GARBLED_SHOWN) tell_garbled(l);
    l->garbled[l->garbled_count++] = byte;
}

/* Bytes that fit nowhere are reported together, with the message that they interrupted. */
static void hear(perudo_line *l, char byte) {
    char before[PERUDO_VIEW_MESSAGE];
    memcpy(before, l->viewer.message, sizeof before);
    perudo_view_event e = perudo_view_hear(&l->viewer, byte);
    for (size_t i = 0; i < e.cut; i++) add_garbled(l, before[i]);
    if (e.heard == VIEW_GARBLED && l->viewer.length == 0) add_garbled(l, byte);
    if (e.heard == VIEW_NOTHING || e.heard == VIEW_GARBLED) return;
    tell_garbled(l);
    tell_event(l, &e);
}

static void tell_operator(const perudo_line *l) {
    char words[LINK_NAME + sizeof l->now.why.message + 60];
    text t = text_over(words, sizeof words);
    if (!l->setup.told || l->now.state == LINE_NONE) return;
    if (l->now.state == LINE_WAITING) text_addf(&t, "waiting for a board at %s", l->now.name);
    else if (l->now.state == LINE_OPEN) text_addf(&t, "listening to %s", l->now.name);
    else text_addf(&t, "%s: %s; trying again", l->now.name, l->now.why.message);
    l->setup.told(l->setup.context, words);
}

static bool same_news(const line_news *a, const line_news *b) {
    return a->state == b->state && strcmp(a->name, b->name) == 0 &&
           (a->state != LINE_FAILED || strcmp(a->why.message, b->why.message) == 0);
}

void perudo_line_run(perudo_line *l) {
    char bytes[WAITING_BYTES];
    pthread_mutex_lock(&l->lock);
    size_t count = l->count;
    bool changed = l->news_changed, gap = l->gap;
    line_news news = l->news;
    memcpy(bytes, l->bytes, count);
    l->count = 0;
    l->news_changed = l->gap = false;
    if (count) pthread_cond_broadcast(&l->changed);
    pthread_mutex_unlock(&l->lock);
    if (count) tell_all(l, perudo_bytes_message(bytes, count));
    for (size_t i = 0; i < count; i++) hear(l, bytes[i]);
    tell_garbled(l);
    if (gap) perudo_view_interrupt(&l->viewer);
    if (!changed || same_news(&news, &l->now)) return;
    l->now = news;
    tell_operator(l);
    tell_all(l, state_message(l));
}

/* The line. */

perudo_line *perudo_line_create(const perudo_line_setup *setup, error *e) {
    perudo_line *l = calloc(1, sizeof *l);
    pthread_condattr_t steady;
    if (!l || !(l->rules = game_create_named("perudo", "players=8,preset=seed", e))) {
        free(l);
        error_set(e, "no memory for a line");
        return NULL;
    }
    l->setup = *setup;
    l->viewer = perudo_view_create(perudo_rules_of(l->rules));
    pthread_mutex_init(&l->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&l->changed, &steady);
    pthread_condattr_destroy(&steady);
    if (pthread_create(&l->thread, NULL, listen, l) == 0) return l;
    error_set(e, "no thread for a line");
    pthread_cond_destroy(&l->changed);
    pthread_mutex_destroy(&l->lock);
    game_destroy(l->rules);
    free(l);
    return NULL;
}

void perudo_line_destroy(perudo_line *l) {
    if (!l) return;
    pthread_mutex_lock(&l->lock);
    l->over = true;
    pthread_cond_broadcast(&l->changed);
    pthread_mutex_unlock(&l->lock);
    pthread_join(l->thread, NULL);
    while (l->logged) drop(l, l->logged - 1);
    pthread_cond_destroy(&l->changed);
    pthread_mutex_destroy(&l->lock);
    game_destroy(l->rules);
    free(l);
}

bool perudo_line_set(perudo_line *l, const char *link, error *e) {
    if (strlen(link) >= LINK_NAME) return error_code(e, "not-a-link", "the link is too long");
    if (strncmp(link, "program:", 8) == 0)
        return error_code(e, "not-a-line",
                          "a board's stream comes from serial:DEVICE[@BAUD], pty, tcp:HOST:PORT or "
                          "listen:[HOST:]PORT, not from a program");
    if (*link && !link_check(link, e)) return false;
    while (l->logged) drop(l, l->logged - 1);
    l->viewer = perudo_view_create(perudo_rules_of(l->rules));
    l->garbled_count = 0;
    l->now = (line_news){.state = *link ? LINE_WAITING : LINE_NONE};
    text own = text_over(l->link, sizeof l->link);
    text_add(&own, link);
    pthread_mutex_lock(&l->lock);
    memcpy(l->spec, l->link, sizeof l->spec);
    l->version++;
    l->count = 0;
    l->news = l->now;
    l->news_changed = l->gap = false;
    pthread_cond_broadcast(&l->changed);
    pthread_mutex_unlock(&l->lock);
    perudo_view_event idle = {.heard = VIEW_SYNC, .byte = PERUDO_SENDS_SYNC};
    tell_all(l, state_message(l));
    tell_all(l, perudo_heard_message(&l->viewer, &idle)); /* clears the table */
    return true;
}

perudo_watcher *perudo_line_watch(perudo_line *l, desk_socket socket) {
    perudo_watcher *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    *w = (perudo_watcher){.line = l, .socket = socket, .next = l->watchers};
    l->watchers = w;
    return w;
}

void perudo_line_greet(const perudo_watcher *w) {
    const perudo_line *l = w->line;
    message *state = state_message(l);
    if (state) w->socket.send(w->socket.context, state, true);
    message_release(state);
    for (size_t i = 0; i < l->logged; i++)
        w->socket.send(w->socket.context, l->log[i].message, true);
}

void perudo_line_leave(perudo_watcher *w) {
    perudo_watcher **at = &w->line->watchers;
    while (*at != w) at = &(*at)->next;
    *at = w->next;
    free(w);
}
