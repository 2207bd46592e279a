#include "cli/contest_desk.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/think.h"

enum { LOOK_MS = 100, TYPED = 400 };

/* A call, with the names that it was announced with. */
typedef struct announced {
    size_t pairing;
    int round, board, count, seat[GAME_SEATS_MAX];
    char name[GAME_SEATS_MAX][STORE_NAME];
} announced;

struct contest_desk {
    lines *lines;
    bool json;
    pthread_t thread;
    atomic_bool closing;
    pthread_mutex_t lock; /* for the list, and the output */
    announced list[LINES_MAX];
    int count;
};

void contest_desk_list(const contest_desk *d) {
    for (int i = 0; i < lines_count(d->lines); i++) {
        char name[LINK_NAME];
        text t = text_over(name, sizeof name);
        lines_write_name(d->lines, i, &t);
        if (d->json)
            cli_print_json(
                json_pack("{s:s, s:i, s:s}", "event", "line", "line", i + 1, "name", name));
        else printf("Line %d: %s\n", i + 1, name);
    }
    fflush(stdout);
}

static void print_call(contest_desk *d, const announced *a, const lines_call *c) {
    char line[2048], where[LINK_NAME];
    text t = text_over(line, sizeof line);
    json_t *teams = json_array();
    text_addf(&t, "%d.%d  ", a->round, a->board);
    if (c->game) text_addf(&t, "Game %llu: ", (unsigned long long)c->game + 1);
    if (*c->why) text_addf(&t, "%s. ", c->why);
    for (int i = 0; i < c->count; i++) {
        text name = text_over(where, sizeof where);
        lines_write_name(d->lines, c->line[i], &name);
        text_addf(&t, "%s%s on line %d (%s)", i ? ", " : "", a->name[i], c->line[i] + 1, where);
        json_array_append_new(teams, json_pack("{s:s, s:i, s:s}", "player", a->name[i], "line",
                                               c->line[i] + 1, "name", where));
    }
    text_addf(&t, ": %s, then press Enter (or type ready %d.%d)",
              c->count == 1   ? "reset the board"
              : c->count == 2 ? "reset both boards"
                              : "reset the boards",
              a->round, a->board);
    if (d->json)
        cli_print_json(json_pack("{s:s, s:i, s:i, s:I, s:O, s:s}", "event", "call", "round",
                                 a->round, "board", a->board, "game", (json_int_t)c->game + 1,
                                 "teams", teams, "why", c->why));
    else cli_say(stdout, "%s", line);
    json_decref(teams);
    fflush(stdout);
}

void contest_desk_call(contest_desk *d, const tournament *t, const lines_call *c) {
    announced a = {.pairing = c->pairing,
                   .round = t->stored[c->pairing].round + 1,
                   .board = t->stored[c->pairing].board + 1,
                   .count = c->count};
    for (int i = 0; i < c->count; i++) {
        text name = text_over(a.name[i], sizeof a.name[i]);
        a.seat[i] = c->seat[i];
        text_add(&name, t->entrant[t->pairings.pairing[c->pairing].player[c->seat[i]]].name);
    }
    pthread_mutex_lock(&d->lock);
    int at = 0;
    while (at < d->count && d->list[at].pairing != a.pairing) at++;
    if (at == LINES_MAX) at = d->count = 0; /* those are over long ago */
    d->list[at] = a;
    if (at == d->count) d->count++;
    print_call(d, &a, c);
    pthread_mutex_unlock(&d->lock);
}

/* The waiting pairing that the words begin with, or the only one; NULL with an error. */
static const announced *choose(contest_desk *d, const char **words, error *e) {
    lines_call waiting[LINES_MAX];
    size_t count = lines_waiting(d->lines, waiting, LINES_MAX);
    int round = 0, board = 0, length = 0;
    bool named = sscanf(*words, " %d.%d%n", &round, &board, &length) == 2;
    if (named) *words += length;
    *words += strspn(*words, " ");
    const announced *found = NULL;
    int fitting = 0;
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < d->count; k++) {
            const announced *a = &d->list[k];
            if (a->pairing != waiting[i].pairing) continue;
            if (named && (a->round != round || a->board != board)) continue;
            found = a;
            fitting++;
        }
    if (fitting == 1) return found;
    if (named) error_set(e, "%d.%d does not wait for its boards", round, board);
    else if (!count) error_set(e, "no pairing waits for its boards now");
    else error_set(e, "several pairings wait: say which, as in 'ready 1.2'");
    return NULL;
}

static bool forfeit(contest_desk *d, const announced *a, const char *team, error *e) {
    for (int i = 0; i < a->count; i++)
        if (strcmp(a->name[i], team) == 0)
            return lines_forfeit(d->lines, a->pairing, a->seat[i], e);
    return error_set(e, "forfeit %d.%d TEAM: '%s' does not play there", a->round, a->board, team);
}

static bool swap(contest_desk *d, const announced *a, error *e) {
    lines_call waiting[LINES_MAX];
    if (!lines_swap(d->lines, a->pairing, e)) return false;
    size_t count = lines_waiting(d->lines, waiting, LINES_MAX);
    for (size_t i = 0; i < count; i++)
        if (waiting[i].pairing == a->pairing) print_call(d, a, &waiting[i]);
    return true;
}

static void obey(contest_desk *d, const char *typed) {
    error e = {0};
    const char *words = typed + strspn(typed, " ");
    size_t length = strcspn(words, " ");
    bool ready = !length || text_same(words, length, "ready");
    bool swaps = text_same(words, length, "swap"), forfeits = text_same(words, length, "forfeit");
    words += length;
    pthread_mutex_lock(&d->lock);
    const announced *a = NULL;
    bool good = ready || swaps || forfeits ||
                error_set(&e, "type Enter or ready [1.2], swap [1.2], or forfeit [1.2] TEAM");
    good = good && (a = choose(d, &words, &e));
    if (good && ready) good = lines_ready(d->lines, a->pairing, &e);
    else if (good && swaps) good = swap(d, a, &e);
    else if (good) good = forfeit(d, a, words, &e);
    if (!good) cli_say(stderr, "damero tournament: %s", e.message);
    pthread_mutex_unlock(&d->lock);
}

/* Reads lines until the input ends or the desk is closed. */
static void *read_input(void *context) {
    contest_desk *d = context;
    char line[TYPED];
    size_t count = 0;
    while (!atomic_load(&d->closing)) {
        struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
        char c;
        if (poll(&p, 1, LOOK_MS) <= 0) continue;
        if (read(STDIN_FILENO, &c, 1) != 1) {
            lines_stop(d->lines);
            break;
        }
        if (c == '\n') {
            line[count] = '\0';
            count = 0;
            obey(d, line);
        } else if (c != '\r' && count + 1 < sizeof line) {
            line[count++] = c;
        }
    }
    return NULL;
}

contest_desk *contest_desk_open(lines *l, bool json, error *e) {
    contest_desk *d = calloc(1, sizeof *d);
    if (d) {
        d->lines = l;
        d->json = json;
        pthread_mutex_init(&d->lock, NULL);
        if (pthread_create(&d->thread, NULL, read_input, d) == 0) return d;
        pthread_mutex_destroy(&d->lock);
        free(d);
    }
    error_set(e, "no memory for the organiser's input");
    return NULL;
}

void contest_desk_close(contest_desk *d) {
    if (!d) return;
    atomic_store(&d->closing, true);
    pthread_join(d->thread, NULL);
    pthread_mutex_destroy(&d->lock);
    free(d);
}
