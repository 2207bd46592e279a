/* Hints, values, evaluation, analysis: what engines say beside the matches. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "server/desk_private.h"
#include "server/match_json.h"

enum {
    HINT_MS = 1500,
    VALUES_MS = 4000,
    EVALUATE_MS = 6000,
    QUESTIONS_MAX = 2 /* of one client at a time */
};

#define MILLISECOND INT64_C(1000000)

/* Engines help nobody against another person; whoever looks on could pass it on. */
bool studies_may_help(const arena_game *g, error *e) {
    int persons = 0;
    for (int seat = 0; seat < g->rules->seats; seat++)
        persons += g->seat[seat].kind == ARENA_PERSON || g->seat[seat].kind == ARENA_OPEN;
    if (g->so_far.over || persons <= 1) return true;
    return error_code(e, "no-help-among-people",
                      "while people play each other no engine helps; after the match it will");
}

bool studies_has_room(const desk *d, uint64_t address, error *e) {
    int count = 0;
    for (const task *t = d->tasks; t; t = t->next) count += t->address == address;
    return !address || count < DESK_QUESTIONS_EACH ||
           error_code(e, "too-many-analyses",
                      "too many analyses at once from your address; wait for one to finish");
}

static task *add_task(desk *d, task_kind kind, const history *h, int seat, int64_t time,
                      uint64_t address, error *e) {
    if (!studies_has_room(d, address, e)) return NULL;
    task *t = calloc(1, sizeof *t);
    game_position *view = game_new_view(h->rules, h->now, seat);
    uint64_t number = 0;
    if (t && view)
        number = study_ask(d->study,
                           &(study_question){.rules = h->rules,
                                             .view = view,
                                             .seat = seat,
                                             .time = time,
                                             .values = kind == TASK_VALUES,
                                             .progress = kind == TASK_EVALUATE,
                                             .address = address},
                           e);
    else error_set(e, "no memory for a question");
    free(view);
    if (!number) {
        free(t);
        return NULL;
    }
    t->number = number;
    t->address = address;
    t->kind = kind;
    t->at = h->count;
    t->next = d->tasks;
    d->tasks = t;
    return t;
}

static void remove_task(desk *d, task *t) {
    task **at = &d->tasks;
    while (*at != t) at = &(*at)->next;
    *at = t->next;
    if (t->client) t->client->questions--;
    if (t->game) arena_release(t->game);
    json_decref(t->id);
    json_decref(t->state);
    free(t);
}

static void drop_task(desk *d, task *t) {
    study_drop(d->study, t->number);
    remove_task(d, t);
}

bool studies_ask(desk *d, task_kind kind, desk_client *c, json_t *id, arena_game *g, int seat,
                 error *e) {
    int turn = game_turn(g->rules, arena_history(g)->now);
    if (turn < 0) return error_code(e, "nobody-to-move", "nobody is to move here");
    if (c->questions >= QUESTIONS_MAX)
        return error_code(e, "answers-pending", "wait for the answers to come");
    if (g->so_far.over) seat = turn;
    task *t = add_task(d, kind, arena_history(g), seat,
                       (kind == TASK_HINT ? HINT_MS : VALUES_MS) * MILLISECOND, c->address, e);
    if (!t) return false;
    t->client = c;
    t->id = json_incref(id);
    t->game = g;
    arena_hold(g);
    c->questions++;
    return true;
}

/* The evaluation of a match that goes on: one for all who want it, of the position now. */
void studies_evaluate(desk *d, arena_game *g) {
    const desk_client *wanted = NULL;
    task *current = NULL;
    error e;
    for (desk_client *c = d->clients; c; c = c->next) {
        watch *w = desk_watch_of(c, g);
        if (w && w->evaluate && !c->closing) wanted = c;
    }
    for (task *t = d->tasks; t; t = t->next)
        if (t->kind == TASK_EVALUATE && t->game == g) current = t;
    int turn = game_turn(g->rules, arena_history(g)->now);
    if (current && wanted && current->at == arena_history(g)->count && turn >= 0) return;
    if (current) drop_task(d, current);
    bool secret = g->rules->game->view && !g->so_far.over;
    if (!wanted || turn < 0 || secret || !studies_may_help(g, &e)) return;
    task *t = add_task(d, TASK_EVALUATE, arena_history(g), turn, EVALUATE_MS * MILLISECOND,
                       wanted->address, &e);
    if (!t) return;
    t->game = g;
    arena_hold(g);
}

bool studies_analyse(desk *d, const history *h, int64_t time, bool values, const desk_request *q,
                     json_t *state, error *e) {
    int turn = game_turn(h->rules, h->now);
    if (turn < 0) return error_code(e, "nobody-to-move", "nobody is to move in that position");
    task *t =
        add_task(d, values ? TASK_VALUES : TASK_ANALYSE, h, turn, time, quota_address(q->peer), e);
    if (!t) return false;
    t->exchange = q->context;
    t->state = json_incref(state);
    return true;
}

/* Graphs. */

static void close_analysis(desk *d, analysis *a) {
    for (task *t = d->tasks, *next; t; t = next) {
        next = t->next;
        if (t->analysis == a) drop_task(d, t);
    }
    analysis **at = &d->analyses;
    while (*at != a) at = &(*at)->next;
    *at = a->next;
    arena_release(a->game);
    json_decref(a->points);
    free(a);
}

/* The position after `at` moves; the caller's to destroy. */
static bool position_at(const arena_game *g, size_t at, history *h) {
    error e;
    if (!history_create(h, g->rules, &e)) return false;
    history_set(h, arena_history(g)->start);
    while (h->count < at)
        if (!history_play(h, arena_history(g)->moves[h->count], &e)) {
            history_destroy(h);
            return false;
        }
    return true;
}

/* Asks about the next position in which somebody has a choice. */
static void go_on(desk *d, analysis *a) {
    while (a->at <= arena_history(a->game)->count) {
        history h;
        error e;
        if (!position_at(a->game, a->at, &h)) break;
        int turn = game_turn(h.rules, h.now);
        task *t = turn >= 0 ? add_task(d, TASK_POINT, &h, turn, a->time, a->address, &e) : NULL;
        history_destroy(&h);
        if (t) {
            t->analysis = a;
            return;
        }
        if (turn >= 0) return; /* the study is busy: the next who asks tries again */
        json_array_append_new(a->points, json_null());
        a->at++;
    }
    a->done = true;
}

static bool is_at_work(const desk *d, const analysis *a) {
    for (const task *t = d->tasks; t; t = t->next)
        if (t->analysis == a) return true;
    return false;
}

/* One address has a few, and then its own oldest goes. */
static analysis *open_analysis(desk *d, arena_game *g, int64_t time, uint64_t address) {
    int count = 0, count_each = 0;
    analysis *oldest = NULL, *oldest_each = NULL;
    for (analysis *a = d->analyses; a; a = a->next) {
        if (a->game == g) return a;
        count++;
        if (!oldest || a->asked < oldest->asked) oldest = a;
        if (a->address != address) continue;
        count_each++;
        if (!oldest_each || a->asked < oldest_each->asked) oldest_each = a;
    }
    if (count_each >= DESK_GRAPHS_EACH) close_analysis(d, oldest_each);
    else if (count >= DESK_GRAPHS_MAX) close_analysis(d, oldest);
    analysis *a = calloc(1, sizeof *a);
    if (!a) return NULL;
    *a = (analysis){.next = d->analyses, .game = g, .time = time, .points = json_array()};
    a->address = address;
    arena_hold(g);
    return d->analyses = a;
}

json_t *studies_graph(desk *d, arena_game *g, int64_t time, uint64_t address) {
    analysis *a = open_analysis(d, g, time, address);
    if (!a) return NULL;
    a->asked = clock_now();
    if (!a->done && !is_at_work(d, a)) go_on(d, a);
    return json_pack("{s:O, s:b, s:I}", "points", a->points, "done", a->done, "of",
                     (json_int_t)arena_history(g)->count + 1);
}

/* Of two seats the first one's gain is the other's loss: a graph has one direction. */
static void take_point(desk *d, analysis *a, const study_answer *s) {
    json_t *point = json_pack("{s:I}", "at", (json_int_t)a->at);
    add_engine_result(s, point);
    if (s->rules->seats == 2 && s->seat == 1 && s->result.scored)
        json_object_set_new(point, "score", json_integer(-s->result.score));
    if (s->rules->seats == 2) json_object_set_new(point, "for", json_integer(0));
    json_object_del(point, "line");
    json_array_append_new(a->points, point);
    a->at++;
    go_on(d, a);
}

/* Answers. */

static json_t *write_evaluation(void *context, arena_game *g, int seat) {
    (void)seat;
    const study_answer *a = context;
    json_t *o = json_pack("{s:s, s:I, s:I}", "tell", "evaluation", "match", (json_int_t)g->id, "at",
                          (json_int_t)arena_history(g)->count);
    add_engine_result(a, o);
    return o;
}

static void answer_client(task *t, const study_answer *a) {
    json_t *o = json_pack("{s:s, s:I, s:I}", "tell", t->kind == TASK_HINT ? "hint" : "values",
                          "match", (json_int_t)t->game->id, "at", (json_int_t)t->at);
    add_engine_result(a, o);
    json_object_set(o, "move", json_object_get(o, "best"));
    if (t->kind == TASK_VALUES) json_object_set_new(o, "values", values_json(a));
    desk_tell(t->client, o, t->id);
}

static void answer_exchange(desk *d, task *t, const study_answer *a) {
    json_t *o = json_object();
    add_engine_result(a, o);
    json_object_set(o, "state", t->state);
    if (t->kind == TASK_VALUES) json_object_set_new(o, "values", values_json(a));
    desk_reply reply = {.status = 200, .type = "application/json", .body = message_of(o)};
    d->answered(t->exchange, &reply);
}

static void told(void *context, const study_answer *a) {
    desk *d = context;
    task *t = d->tasks;
    while (t && t->number != a->number) t = t->next;
    if (!t) return;
    if (t->kind == TASK_EVALUATE) {
        study_answer copy = *a;
        if (t->at == arena_history(t->game)->count)
            desk_tell_all(d, t->game, write_evaluation, &copy, true);
        if (a->done) remove_task(d, t);
        return;
    }
    if (!a->done) return;
    analysis *graph = t->analysis;
    if (t->exchange) answer_exchange(d, t, a);
    else if (t->client) answer_client(t, a);
    remove_task(d, t);
    if (graph) take_point(d, graph, a);
}

void studies_hear(desk *d) { study_hear(d->study, told, d); }

void studies_forget_client(desk *d, desk_client *c) {
    for (task *t = d->tasks, *next; t; t = next) {
        next = t->next;
        if (t->client == c) drop_task(d, t);
    }
}

void desk_forget(desk *d, void *exchange) {
    for (task *t = d->tasks, *next; t; t = next) {
        next = t->next;
        if (t->exchange == exchange) drop_task(d, t);
    }
}

void studies_close(desk *d) {
    while (d->analyses) close_analysis(d, d->analyses);
    while (d->tasks) drop_task(d, d->tasks);
}
