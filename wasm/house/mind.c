/* A worker that thinks: one question after the other. To stop it, the arena sets a flag in its
 * memory if they share that; otherwise it ends the worker. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "boards/engines.h"
#include "house.h"
#include "minds.h"

enum { PROGRESS_MS = 150 };

/* The engine of the last question, and the tables of Perudo, if the page has given them. */
static engine *kept;
static game_rules *kept_rules;
static uint64_t kept_owner;
static const void *table;
static size_t table_length;
static char table_game[32];
static atomic_bool stop;

/* Where the arena clears the flag before it asks, and sets it to stop the thinking. */
void *HOUSE_EXPORT(mind_stop)(void);
void *mind_stop(void) { return &stop; }

/* How many threads the question asks for. */
int HOUSE_EXPORT(mind_threads)(const void *question);
int mind_threads(const void *question) {
    mind_question q;
    memcpy(&q, question, sizeof q);
    return q.options.threads;
}

void HOUSE_EXPORT(mind_take_table)(const char *game, const void *bytes, size_t length);
void mind_take_table(const char *game, const void *bytes, size_t length) {
    text t = text_over(table_game, sizeof table_game);
    text_add(&t, game);
    table = bytes;
    table_length = length;
}

static void forget(void) {
    engine_destroy(kept);
    game_destroy(kept_rules);
    kept = NULL;
    kept_rules = NULL;
    kept_owner = 0;
}

static engine *engine_for(const mind_question *q, error *e) {
    if (kept && q->owner && kept_owner == q->owner) return kept;
    forget();
    const engine_kind *kind = boards_engine(q->engine);
    kept_rules = game_create_named(q->game, q->rules, e);
    kept = kept_rules ? engine_create(kind, kept_rules, &q->options, e) : NULL;
    if (!kept) return NULL;
    kept_owner = q->owner;
    if (table && kind->add_table && strcmp(table_game, q->game) == 0)
        kind->add_table(kept, table, table_length, e);
    return kept;
}

/* While it thinks. */
typedef struct thinking {
    uint64_t number;
    int64_t told;
} thinking;

static void progress(void *context, const engine_result *so_far) {
    thinking *t = context;
    int64_t now = clock_now();
    if (now - t->told < PROGRESS_MS * MILLISECOND) return;
    t->told = now;
    mind_answer a = {.number = t->number, .state = MIND_PROGRESS, .result = *so_far};
    house_answer(&a, sizeof a);
}

static void answer_inquiry(const mind_question *q, const game_position *view, engine *who,
                           const engine_watch *watch, mind_answer *a, error *e) {
    inquiry i;
    a->state = MIND_FAILED;
    if (!inquiry_create(&i, kept_rules, view, q->seat, q->values, q->lines, q->limits.move_time, e))
        return;
    inquiry_think(&i, who, watch);
    size_t bytes = i.count * sizeof *i.value;
    char *whole = malloc(sizeof *a + bytes);
    a->state = whole ? MIND_DONE : MIND_FAILED;
    a->result = i.found;
    a->line_count = i.line_count;
    memcpy(a->line, i.line, sizeof a->line);
    a->count = i.count;
    if (whole) {
        memcpy(whole, a, sizeof *a);
        if (bytes) memcpy(whole + sizeof *a, i.value, bytes);
        house_answer(whole, sizeof *a + bytes);
    }
    free(whole);
    inquiry_destroy(&i);
}

void HOUSE_EXPORT(mind_think)(const void *bytes, size_t length);
void mind_think(const void *bytes, size_t length) {
    mind_question q;
    error e;
    memcpy(&q, bytes, sizeof q);
    mind_answer a = {.number = q.number, .state = MIND_FAILED};
    engine *who = length == sizeof q + q.bytes ? engine_for(&q, &e) : NULL;
    game_position *view = who ? malloc(q.bytes) : NULL; /* aligned */
    thinking t = {.number = q.number, .told = clock_now()};
    engine_watch watch = {.stop = &stop, .context = &t};
    if (q.progress) watch.progress = progress;
    if (view) {
        memcpy(view, (const char *)bytes + sizeof q, q.bytes);
        a.state = MIND_STARTS;
        house_answer(&a, sizeof a);
        a.state = MIND_DONE;
        if (q.kind == MIND_MOVE) engine_think(who, view, q.seat, &q.limits, &watch, &a.result);
        else if (q.kind == MIND_INTERRUPT)
            a.result.move = who->kind->interrupt ? who->kind->interrupt(who, view, q.seat) : 0;
        else answer_inquiry(&q, view, who, &watch, &a, &e);
    }
    free(view);
    if (q.kind != MIND_INQUIRY || a.state == MIND_FAILED || !who) house_answer(&a, sizeof a);
    if (!q.owner) forget();
}
