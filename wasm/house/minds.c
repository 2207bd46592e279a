#include "minds.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "boards/engines.h"
#include "house.h"

/* A question without its last answer. */
typedef struct asked {
    struct asked *next;
    uint64_t number;
    mind_told *told;
    void *context;
} asked;

static asked *all;
static uint64_t numbers;
static int threads = 1;

/* How many threads each worker that thinks has, before house_open; one unless called. */
void HOUSE_EXPORT(house_set_threads)(int count);
void house_set_threads(int count) { threads = count; }

int minds_threads(const engine_kind *kind, int level) {
    if (level != engine_full_level(kind) || kind->threads < 1) return 1;
    return threads < kind->threads ? threads : kind->threads;
}

uint64_t minds_ask(mind_question *q, const engine_kind *kind, const game_rules *rules,
                   const game_position *view, mind_told *told, void *context) {
    text name = text_over(q->game, sizeof q->game), words = text_over(q->rules, sizeof q->rules);
    q->bytes = rules->position_bytes;
    char *whole = malloc(sizeof *q + q->bytes);
    asked *a = malloc(sizeof *a);
    if (!whole || !a) {
        free(whole);
        free(a);
        return 0;
    }
    text_add(&name, rules->game->name);
    game_write_settings(rules, &words);
    while (boards_engine(q->engine) != kind) q->engine++;
    q->number = ++numbers;
    *a = (asked){.next = all, .number = q->number, .told = told, .context = context};
    all = a;
    memcpy(whole, q, sizeof *q);
    memcpy(whole + sizeof *q, view, q->bytes);
    int64_t time = q->limits.move_time ? q->limits.move_time : q->limits.clock;
    house_ask((double)q->number, (double)(time / MILLISECOND), q->game, name.length, whole,
              sizeof *q + q->bytes);
    free(whole);
    return a->number;
}

static asked **find(uint64_t number) {
    asked **at = &all;
    while (*at && (*at)->number != number) at = &(*at)->next;
    return at;
}

static void forget(asked **at) {
    asked *a = *at;
    *at = a->next;
    free(a);
}

void minds_drop(uint64_t number) {
    asked **at = find(number);
    if (!*at) return;
    forget(at);
    house_drop((double)number);
}

/* An answer of a worker; too short: the worker has failed to give one. */
void HOUSE_EXPORT(house_thought)(double number, const char *bytes, size_t length);
void house_thought(double number, const char *bytes, size_t length) {
    mind_answer a = {.number = (uint64_t)number, .state = MIND_FAILED};
    asked **at = find(a.number);
    if (!*at) return;
    if (length >= sizeof a) memcpy(&a, bytes, sizeof a);
    asked one = **at;
    if (a.state == MIND_DONE || a.state == MIND_FAILED) forget(at);
    one.told(one.context, &a, (const int *)(const void *)(bytes + sizeof a));
}
