/* A match whose seats are played by the test, step by step: what each is sent, what happens, and
 * the verdict. */
#ifndef DAMERO_TEST_SCENE_H
#define DAMERO_TEST_SCENE_H

#include "base/clock.h"
#include "support.h"

#include "referee/match.h"

/* A match whose seats are played by the test: everything sent to each is collected. */
typedef struct scene {
    match *match;
    game_rules *rules;
    int64_t now;
    char sent[3][4096];
    size_t sent_count[3];
    int asked;
    size_t offered; /* the moves after which the last chance to interrupt came */
    uint64_t number;
    match_delay delay;  /* as the last event has it */
    char story[8192];   /* events as words */
    char called[3][64]; /* the names that seats report */
} scene;

static inline void collect(void *context, int seat, const char *bytes, size_t count) {
    scene *s = context;
    assert_true(s->sent_count[seat] + count < sizeof s->sent[seat]);
    memcpy(s->sent[seat] + s->sent_count[seat], bytes, count);
    s->sent_count[seat] += count;
    s->sent[seat][s->sent_count[seat]] = '\0';
}

static inline void asked(void *context, int seat, const talk_limits *limits, uint64_t number) {
    scene *s = context;
    (void)limits;
    s->asked = seat;
    s->number = number;
}

static inline void offered(void *context, int seat, size_t after) {
    (void)seat;
    ((scene *)context)->offered = after;
}

static inline int64_t scene_now(void *context) { return ((scene *)context)->now; }

static inline void note(void *context, const match_event *v) {
    scene *s = context;
    s->delay = v->delay;
    size_t length = strlen(s->story);
    text t = text_over(s->story + length, sizeof s->story - length);
    if (v->kind == MATCH_MOVE) text_addf(&t, "%d:%s ", v->seat + 1, v->text);
    if (v->kind == MATCH_READY) {
        text_addf(&t, "%d:ready ", v->seat + 1);
        text name = text_over(s->called[v->seat], sizeof *s->called);
        text_add(&name, v->text);
    }
    if (v->kind == MATCH_NOTE) text_addf(&t, "%d:stray(%s) ", v->seat + 1, v->text);
}

/* A started match under these terms; rules and owner are the scene's. */
static inline scene *begin_with(const char *game_name, const char *settings, match_setup setup) {
    scene *s = calloc(1, sizeof *s);
    error e;
    s->rules = rules_of(game_name, settings);
    s->asked = -1;
    s->now = 1000 * SECOND;
    setup.rules = s->rules;
    setup.owner = (match_owner){.context = s,
                                .send = collect,
                                .ask = asked,
                                .offer = offered,
                                .now = scene_now,
                                .happened = note};
    s->match = match_create(&setup, &e);
    if (!s->match) fail_msg("%s", e.message);
    match_begin(s->match, s->now);
    return s;
}

static inline scene *begin(const char *game_name, const char *settings, const protocol *first,
                           const protocol *second, time_control control, talk_options options) {
    return begin_with(
        game_name, settings,
        (match_setup){.seeded = true,
                      .seat = {{.speaks = first, .control = control, .options = options},
                               {.speaks = second, .control = control, .options = options}}});
}

static inline scene *contest(const char *settings) {
    return begin("dots", settings, &dots_contest, &dots_contest,
                 (time_control){.move = 10 * SECOND}, (talk_options){0});
}

static inline void end(scene *s) {
    match_destroy(s->match);
    game_destroy(s->rules);
    free(s);
}

/* What a seat was sent since we last looked. */
static inline void expect_sent(scene *s, int seat, const char *bytes) {
    assert_string_equal(s->sent[seat], bytes);
    s->sent_count[seat] = 0;
    s->sent[seat][0] = '\0';
}

static inline void say(scene *s, int seat, const char *bytes) {
    match_receive(s->match, seat, bytes, strlen(bytes), s->now, s->now);
}

/* The seat that was asked in this process moves. */
static inline void answer(scene *s, const char *word) {
    game_move move;
    assert_true(game_read_move(s->rules, match_game(s->match)->now, word, &move, NULL));
    match_answer(s->match, s->asked, s->number, move, s->now, s->now);
}

static inline void expect_verdict(scene *s, match_reason reason, int winner) {
    const match_verdict *v = match_result(s->match);
    assert_non_null(v);
    if (v->reason != reason || v->winner != winner)
        fail_msg("%s, winner %d: %s", match_reason_name(v->reason), v->winner + 1, v->why.message);
    end(s);
}

#endif
