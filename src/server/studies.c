/* Hints, values, evaluation, analysis: engine queries outside the matches. */
#include <limits.h>
#include <stdlib.h>

#include "base/clock.h"
#include "server/desk_private.h"
#include "server/match_json.h"
#include "store/extras.h"

enum {
    HINT_MS = 1500,
    VALUES_MS = 4000,
    EVALUATE_MS = 6000,
    QUESTIONS_MAX = 2,  /* per client at a time */
    POINTS_AT_ONCE = 2, /* positions of one review */
    KEEP_EVERY = 8,     /* points between two writes of a review that is being made */
    RESUMED_MS = 100,   /* for a position of a review that a restart interrupted */
};

/* Engines help nobody against another person; a spectator could pass the help on. */
bool studies_may_help(const arena_match *g, error *e) {
    int persons = 0;
    for (int seat = 0; seat < g->rules->seats; seat++)
        persons += g->seat[seat].kind == ARENA_PERSON || g->seat[seat].kind == ARENA_OPEN;
    if (g->so_far.over || persons <= 1) return true;
    return error_code(e, "no-help-among-people",
                      "while people play each other, engines do not help until the match is over");
}

bool studies_has_room(const desk *d, uint64_t address, error *e) {
    int count = 0;
    for (const task *t = d->tasks; t; t = t->next) count += t->address == address;
    return !address || count < DESK_QUESTIONS_EACH ||
           error_code(e, "too-many-analyses",
                      "too many analyses at once from your address; wait for one to finish");
}

static task *add_task(desk *d, task_kind kind, const history *h, int seat, int64_t time, int lines,
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
                                             .lines = lines,
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

bool studies_ask(desk *d, task_kind kind, desk_client *c, json_t *id, arena_match *g, int seat,
                 error *e) {
    int turn = game_turn(g->rules, arena_history(g)->now);
    if (turn < 0) return error_code(e, "nobody-to-move", "no player is on turn");
    if (c->questions >= QUESTIONS_MAX)
        return error_code(e, "answers-pending", "wait for the answers to your earlier questions");
    if (g->so_far.over) seat = turn;
    task *t = add_task(d, kind, arena_history(g), seat,
                       (kind == TASK_HINT ? HINT_MS : VALUES_MS) * MILLISECOND, 0, c->address, e);
    if (!t) return false;
    t->client = c;
    t->id = json_incref(id);
    t->game = g;
    arena_hold(g);
    c->questions++;
    return true;
}

/* The evaluation of a running match: one for the current position, shared by all clients that want
 * it. */
void studies_evaluate(desk *d, arena_match *g) {
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
    task *t = add_task(d, TASK_EVALUATE, arena_history(g), turn, EVALUATE_MS * MILLISECOND, 0,
                       wanted->address, &e);
    if (!t) return;
    t->game = g;
    arena_hold(g);
}

bool studies_analyse(desk *d, const history *h, int64_t time, bool values, int lines,
                     const desk_request *q, json_t *state, error *e) {
    int turn = game_turn(h->rules, h->now);
    if (turn < 0) return error_code(e, "nobody-to-move", "no player is on turn in that position");
    task *t = add_task(d, values ? TASK_VALUES : TASK_ANALYSE, h, turn, time, lines,
                       quota_address(q->peer), e);
    if (!t) return false;
    t->exchange = q->context;
    t->state = json_incref(state);
    return true;
}

/* Graphs. */

static const history *history_of(const analysis *a) {
    return a->game ? arena_history(a->game) : &a->sent;
}

static void close_analysis(desk *d, analysis *a) {
    for (task *t = d->tasks, *next; t; t = next) {
        next = t->next;
        if (t->analysis == a) drop_task(d, t);
    }
    analysis **at = &d->analyses;
    while (*at != a) at = &(*at)->next;
    *at = a->next;
    for (size_t k = 0; k <= history_of(a)->count; k++) json_decref(a->slots[k]);
    if (a->game) arena_release(a->game);
    history_destroy(&a->sent);
    game_destroy(a->rules);
    json_decref(a->points);
    json_decref(a->review);
    free(a->found);
    free(a->slots);
    free(a);
}

/* The position after `at` moves; the caller destroys it. */
static bool position_at(const history *whole, size_t at, history *h) {
    error e;
    if (!history_create(h, whole->rules, &e)) return false;
    history_set(h, whole->start);
    while (h->count < at)
        if (!history_play(h, whole->moves[h->count], &e)) {
            history_destroy(h);
            return false;
        }
    return true;
}

static int at_work(const desk *d, const analysis *a) {
    int count = 0;
    for (const task *t = d->tasks; t; t = t->next) count += t->analysis == a;
    return count;
}

/* Keeps a review with its match, so that it survives a restart. If the disk is full, it stays in
 * memory. */
static void keep(desk *d, const analysis *a) {
    error e;
    if (!a->game) return;
    json_t *o = json_pack("{s:O}", "points", a->points);
    if (a->review) json_object_set(o, "review", a->review);
    char *content = json_dumps(o, JSON_COMPACT);
    json_decref(o);
    if (content) store_keep_review(arena_store(d->arena), a->game->id, a->done, content, &e);
    free(content);
}

static json_t *review_json(const analysis *);

/* Positions are evaluated in parallel; points are shown in order, up to the first that is
 * missing. */
static void settle_points(desk *d, analysis *a) {
    size_t of = history_of(a)->count + 1, before = a->at;
    while (a->at < of && a->slots[a->at]) json_array_append(a->points, a->slots[a->at++]);
    if (a->done || (a->at < of && a->at / KEEP_EVERY == before / KEEP_EVERY)) return;
    a->done = a->at == of;
    if (a->done) a->review = review_json(a);
    keep(d, a);
}

/* Asks about the next positions in which a player has a choice. */
static void go_on(desk *d, analysis *a) {
    while (a->next_at <= history_of(a)->count && at_work(d, a) < POINTS_AT_ONCE) {
        history h;
        error e;
        if (!a->slots[a->next_at]) {
            if (!position_at(history_of(a), a->next_at, &h)) return;
            int turn = game_turn(h.rules, h.now);
            task *t =
                turn >= 0 ? add_task(d, TASK_POINT, &h, turn, a->time, 0, a->address, &e) : NULL;
            history_destroy(&h);
            if (t) t->analysis = a;
            else if (turn >= 0) return; /* the study is busy: the next request tries again */
            else a->slots[a->next_at] = json_null();
        }
        a->next_at++;
    }
    settle_points(d, a);
}

/* What an engine found, from a stored point: the inverse of take_point. */
static bool read_point(const history *h, const json_t *point, review_point *found) {
    error e;
    const char *best = json_string_value(json_object_get(point, "best"));
    const json_t *score = json_object_get(point, "score");
    int turn = game_turn(h->rules, h->now);
    if (json_is_null(point)) return turn < 0;
    if (!best || turn < 0) return false;
    bool turned = h->rules->seats == 2 && turn == 1;
    int64_t value = json_integer_value(score);
    if (value < -INT_MAX || value > INT_MAX) return false;
    *found = (review_point){.seat = turn,
                            .score = (int)(turned ? -value : value),
                            .scored = json_is_integer(score),
                            .exact = json_is_true(json_object_get(point, "exact"))};
    return game_read_move(h->rules, h->now, best, &found->best, &e);
}

/* Loads what an earlier run of the server found; points that do not fit are evaluated again. */
static void take_up(desk *d, analysis *a) {
    bool done = false;
    error e;
    history h;
    const history *whole = arena_history(a->game);
    char *content = store_find_review(arena_store(d->arena), a->game->id, &done, &e);
    json_t *kept = content ? json_loads(content, 0, NULL) : NULL;
    const json_t *points = json_object_get(kept, "points");
    bool good = position_at(whole, 0, &h);
    for (size_t i = 0; good && i < json_array_size(points) && i <= whole->count; i++) {
        json_t *point = json_array_get(points, i);
        if (read_point(&h, point, &a->found[i])) a->slots[i] = json_incref(point);
        good = i == whole->count || history_play(&h, whole->moves[i], &e);
    }
    history_destroy(&h);
    json_decref(kept);
    free(content);
    settle_points(d, a);
}

/* Each address may have a few, and then loses its own oldest. */
static analysis *add_analysis(desk *d, size_t moves, int64_t time, uint64_t address) {
    int count = 0, count_each = 0;
    analysis *oldest = NULL, *oldest_each = NULL;
    for (analysis *a = d->analyses; a; a = a->next) {
        count++;
        if (!oldest || a->asked < oldest->asked) oldest = a;
        if (a->address != address) continue;
        count_each++;
        if (!oldest_each || a->asked < oldest_each->asked) oldest_each = a;
    }
    if (count_each >= DESK_GRAPHS_EACH) close_analysis(d, oldest_each);
    else if (count >= DESK_GRAPHS_MAX) close_analysis(d, oldest);
    analysis *a = calloc(1, sizeof *a);
    review_point *found = calloc(moves + 1, sizeof *found);
    json_t **slots = calloc(moves + 1, sizeof *slots);
    if (!a || !found || !slots) {
        free(a);
        free(found);
        free(slots);
        return NULL;
    }
    *a = (analysis){.next = d->analyses,
                    .time = time,
                    .points = json_array(),
                    .slots = slots,
                    .found = found,
                    .address = address};
    d->analyses = a;
    return a;
}

static analysis *open_analysis(desk *d, arena_match *g, int64_t time, uint64_t address) {
    for (analysis *a = d->analyses; a; a = a->next)
        if (a->game == g) return a;
    analysis *a = add_analysis(d, arena_history(g)->count, time, address);
    if (!a) return NULL;
    a->game = g;
    arena_hold(g);
    take_up(d, a);
    return a;
}

void studies_resume(desk *d) {
    int64_t ids[DESK_GRAPHS_EACH];
    int count = store_unfinished_reviews(arena_store(d->arena), ids, DESK_GRAPHS_EACH);
    for (int i = 0; i < count; i++) {
        error e;
        arena_match *g = arena_find(d->arena, ids[i], &e);
        if (!g || !g->so_far.over) continue;
        analysis *a = open_analysis(d, g, RESUMED_MS * MILLISECOND, 0);
        if (!a) return;
        a->asked = clock_now();
        go_on(d, a);
    }
}

/* What a move was worth, for the page. */
static json_t *judged_json(const history *h, size_t at, const review_move *m) {
    char best[GAME_MOVE_TEXT] = "";
    text t = text_over(best, sizeof best);
    if (m->best) game_write_move(h->rules, h->now, m->best, &t);
    return json_pack("{s:I, s:i, s:s, s:f, s:s, s:b}", "at", (json_int_t)at, "seat", m->seat,
                     "best", best, "cost", m->cost, "class", review_class_name(m->class), "exact",
                     m->exact);
}

/* The judgement of all moves: {moves, accuracy}; NULL if there is no memory. */
static json_t *review_json(const analysis *a) {
    const history *whole = history_of(a);
    const json_t *unit = NULL;
    for (size_t i = 0; !unit && i < json_array_size(a->points); i++)
        unit = json_object_get(json_array_get(a->points, i), "unit");
    review_move *judged = calloc(whole->count + 1, sizeof *judged);
    history h = {0};
    error e;
    json_t *moves = json_array(), *accuracy = json_array();
    bool good = judged && history_create(&h, whole->rules, &e) &&
                review_judge(whole, unit ? json_string_value(unit) : "", a->found, judged, &e);
    if (good) history_set(&h, whole->start);
    for (size_t i = 0; good && i < whole->count; i++) {
        if (judged[i].judged) json_array_append_new(moves, judged_json(&h, i, &judged[i]));
        good = history_play(&h, whole->moves[i], &e);
    }
    for (int seat = 0; good && seat < whole->rules->seats; seat++) {
        double percent = review_accuracy(judged, whole->count, seat);
        json_array_append_new(accuracy, percent < 0 ? json_null() : json_real(percent));
    }
    history_destroy(&h);
    free(judged);
    json_t *review = json_pack("{s:o, s:o}", "moves", moves, "accuracy", accuracy);
    if (good) return review;
    json_decref(review);
    return NULL;
}

/* A finished review of the journal, without looking at anything again; NULL if there is none. */
static json_t *kept_graph(desk *d, const arena_match *g) {
    bool done = false;
    error e;
    char *content = store_find_review(arena_store(d->arena), g->id, &done, &e);
    json_t *kept = content && done ? json_loads(content, 0, NULL) : NULL;
    free(content);
    if (!kept) return NULL;
    json_object_set_new(kept, "done", json_true());
    json_object_set_new(kept, "of", json_integer((json_int_t)arena_history(g)->count + 1));
    return kept;
}

/* What is known so far; asks about more. */
static json_t *graph_json(desk *d, analysis *a) {
    a->asked = clock_now();
    if (!a->done) go_on(d, a);
    json_t *graph = json_pack("{s:O, s:b, s:I}", "points", a->points, "done", a->done, "of",
                              (json_int_t)history_of(a)->count + 1);
    if (a->review) json_object_set(graph, "review", a->review);
    return graph;
}

json_t *studies_known(desk *d, arena_match *g) {
    for (analysis *a = d->analyses; a; a = a->next)
        if (a->game == g) return graph_json(d, a);
    return kept_graph(d, g);
}

json_t *studies_graph(desk *d, arena_match *g, int64_t time, uint64_t address) {
    json_t *known = studies_known(d, g);
    if (known) return known;
    analysis *a = open_analysis(d, g, time, address);
    return a ? graph_json(d, a) : NULL;
}

json_t *studies_sent(desk *d, uint64_t key, uint64_t address) {
    for (analysis *a = d->analyses; a; a = a->next)
        if (!a->game && a->key == key && a->address == address) return graph_json(d, a);
    return NULL;
}

json_t *studies_review(desk *d, uint64_t key, game_rules *rules, history *sent, int64_t time,
                       uint64_t address) {
    analysis *a = add_analysis(d, sent->count, time, address);
    if (!a) return NULL;
    a->key = key;
    a->rules = rules;
    a->sent = *sent;
    return graph_json(d, a);
}

/* With two seats the first one's gain is the other's loss: a graph has one direction. */
static void take_point(desk *d, analysis *a, size_t at, const study_answer *s) {
    json_t *point = json_pack("{s:I}", "at", (json_int_t)at);
    const engine_result *r = &s->result;
    a->found[at] = (review_point){.best = r->move,
                                  .seat = s->seat,
                                  .score = r->score,
                                  .scored = r->scored,
                                  .exact = r->exact};
    add_engine_result(s, point);
    if (s->rules->seats == 2 && s->seat == 1 && s->result.scored)
        json_object_set_new(point, "score", json_integer(-s->result.score));
    if (s->rules->seats == 2) json_object_set_new(point, "for", json_integer(0));
    json_object_del(point, "line");
    a->slots[at] = point;
    go_on(d, a);
}

/* Answers. */

static json_t *write_evaluation(const void *context, arena_match *g, int seat) {
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
    if (a->line_count) json_object_set_new(o, "lines", lines_json(a));
    desk_reply reply = {.status = 200, .type = "application/json", .body = message_of(o)};
    d->answered(t->exchange, &reply);
}

static void told(void *context, const study_answer *a) {
    desk *d = context;
    task *t = d->tasks;
    while (t && t->number != a->number) t = t->next;
    if (!t) return;
    if (t->kind == TASK_EVALUATE) {
        if (t->at == arena_history(t->game)->count)
            desk_tell_all(d, t->game, write_evaluation, a, true);
        if (a->done) remove_task(d, t);
        return;
    }
    if (!a->done) return;
    analysis *graph = t->analysis;
    size_t at = t->at;
    if (t->exchange) answer_exchange(d, t, a);
    else if (t->client) answer_client(t, a);
    remove_task(d, t);
    if (graph) take_point(d, graph, at, a);
}

void studies_hear(desk *d) { study_hear(d->study, told, d); }

void studies_forget_client(desk *d, desk_client *c) {
    for (task *t = d->tasks, *next; t; t = next) {
        next = t->next;
        if (t->client == c) drop_task(d, t);
    }
}

void desk_forget(desk *d, void *exchange) {
    delayed_forget(d, exchange);
    events_forget(d, exchange, NULL);
    for (task *t = d->tasks, *next; t; t = next) {
        next = t->next;
        if (t->exchange == exchange) drop_task(d, t);
    }
}

void studies_close(desk *d) {
    while (d->analyses) close_analysis(d, d->analyses);
    while (d->tasks) drop_task(d, d->tasks);
}
