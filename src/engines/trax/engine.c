#include "engines/trax/engine.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "engines/trax/search.h"

enum {
    THREADS_MAX = 64,
    PROOF_TURNS = 12,
    DEPTH_MAX = 60,
    MEMORY = 64 << 20,
};

static const engine_level levels[] = {
    [ENGINE_BEGINNER] = {"beginner", "lays almost any tile that fits"},
    [ENGINE_NOVICE] = {"novice", "seldom sees what wins or loses at once"},
    [ENGINE_CASUAL] = {"casual", "overlooks what wins or loses at once half of the time"},
    [ENGINE_CLUB] = {"club", "looks one turn ahead, and forgets to one time in five"},
    [ENGINE_STRONG] = {"strong", "looks two turns ahead, and errs a little"},
    [ENGINE_EXPERT] = {"expert", "plays soundly, as far as it looks"},
    [ENGINE_MASTER] = {"master", "thinks like full strength, for a few milliseconds"},
    [ENGINE_FULL] = {"full", "as deep as the time lets it"},
    {0},
};

/* How deep a level looks, how far it proves, how much it errs. */
typedef struct strength {
    int depth, proof_turns;
    int noise;    /* at most this is added to a turn's score */
    int careless; /* percentage of turns that are random */
    uint64_t nodes;
} strength;

static const strength strengths[] = {
    [ENGINE_BEGINNER] = {1, 0, 120, 98, 0},
    [ENGINE_NOVICE] = {1, 0, 120, 82, 0},
    [ENGINE_CASUAL] = {1, 0, 120, 52, 0},
    [ENGINE_CLUB] = {1, 0, 100, 21, 0},
    [ENGINE_STRONG] = {2, 0, 40, 5, 0},
    [ENGINE_EXPERT] = {DEPTH_MAX, PROOF_TURNS, 0, 0, 5000},
    [ENGINE_MASTER] = {DEPTH_MAX, PROOF_TURNS, 0, 0, 16000},
    [ENGINE_FULL] = {DEPTH_MAX, PROOF_TURNS, 0, 0, 0},
};

typedef struct player player;

/* One thread: its worker, the root's turns in its own order, and how far it got. */
typedef struct thinker {
    player *owner;
    large_block block;
    trax_worker *worker; /* in it */
    trax_ranked turns[TRAX_MOVES_MAX];
    size_t count;
    int depth, score; /* of the last finished depth */
    trax_move best;
    bool helper;
} thinker;

struct player {
    engine engine; /* first */
    search_table table;
    int threads;
    strength strength;
    random_source random;
    atomic_bool halt;
    /* of the current call of think or values */
    trax_outlook outlook;
    int depth_limit;
    const engine_watch *watch;
    const trax_position *position;
    int64_t start;
    engine_result *result;
    game_move moves[TRAX_MOVES_MAX]; /* the legal moves, if they are listed */
    thinker *thinkers[THREADS_MAX];
};

static bool is_settled(int score) { return score >= TRAX_MATE_LEAST || score <= -TRAX_MATE_LEAST; }

static void destroy(engine *g) {
    player *p = (player *)g;
    for (int i = 0; i < p->threads; i++) {
        if (p->thinkers[i]) large_destroy(&p->thinkers[i]->block);
        free(p->thinkers[i]);
    }
    search_table_destroy(&p->table);
    free(p);
}

static bool create_thinkers(player *p, const trax_rules *rules) {
    for (int i = 0; i < p->threads; i++) {
        thinker *t = p->thinkers[i] = calloc(1, sizeof *t);
        if (!t) return false;
        t->owner = p;
        t->helper = i > 0;
        if (!large_create(&t->block, sizeof *t->worker)) return false;
        t->worker = memset(t->block.start, 0, sizeof *t->worker); /* touches it before any clock */
        t->worker->rules = rules;
        trax_scale_create(&t->worker->scale, &trax_tuned);
        t->worker->table = &p->table;
        t->worker->halt = &p->halt;
    }
    return true;
}

static engine *create(const game_rules *rules, const engine_options *options, error *e) {
    player *p = calloc(1, sizeof *p);
    if (!p) {
        error_set(e, "no memory for the engine");
        return NULL;
    }
    p->engine = (engine){.kind = &trax_engine, .rules = rules};
    p->threads = options->threads < 1 ? 1 : options->threads;
    if (p->threads > THREADS_MAX) p->threads = THREADS_MAX;
    p->strength = strengths[options->level];
    p->random = random_seed(options->seed);
    atomic_init(&p->halt, false);
    if (!search_table_create(&p->table, options->memory ? options->memory : MEMORY, e) ||
        !create_thinkers(p, trax_rules_of(rules))) {
        error_set(e, "no memory for the engine's tables");
        destroy(&p->engine);
        return NULL;
    }
    return &p->engine;
}

static void new_game(engine *g) {
    player *p = (player *)g;
    search_table_clear(&p->table);
    for (int i = 0; i < p->threads; i++) {
        trax_worker *w = p->thinkers[i]->worker;
        memset(w->history, 0, sizeof w->history);
        memset(w->scanned, 0, sizeof w->scanned);
    }
}

static void restart(engine *g, uint64_t seed) {
    ((player *)g)->random = random_seed(seed);
    new_game(g);
}

/* The expected continuation, from the table. */
static void follow_line(player *p, trax_move first, engine_result *result) {
    trax_worker *w = p->thinkers[0]->worker;
    trax_undo undo[ENGINE_LINE_MAX];
    size_t count = 0;
    trax_move next = first;
    w->position = *p->position;
    while (next && count < 16 && !trax_decided(&w->position)) {
        search_found found = {0};
        bool fits = w->position.tiles == 0 || trax_fits(w->rules, &w->position, next);
        game_move named = trax_to_contract(&w->position, next);
        if (!fits || !trax_play(w->rules, &w->position, next, &undo[count])) break;
        result->line[count++] = named;
        trax_outlook o;
        if (trax_decided(&w->position)) break;
        trax_scan(w->rules, &w->position, &o);
        search_recall(&p->table, trax_key(&w->position), &found);
        next = o.win ? o.win : found.move;
    }
    result->line_count = count;
}

static uint64_t nodes_of(const player *p) {
    uint64_t nodes = 0;
    for (int i = 0; i < p->threads; i++) nodes += p->thinkers[i]->worker->nodes;
    return nodes;
}

static void write_note(const player *p, engine_result *r) {
    text t = text_over(r->note, sizeof r->note);
    int plies = TRAX_MATE - (r->score < 0 ? -r->score : r->score), turns = (plies + 1) / 2;
    const char *mover = p->position->mover == TRAX_WHITE ? "White" : "Black";
    const char *other = p->position->mover == TRAX_WHITE ? "Black" : "White";
    if (r->score >= TRAX_MATE_LEAST)
        text_addf(&t, "%s wins in %d turn%s.", mover, turns, turns == 1 ? "" : "s");
    else if (r->score <= -TRAX_MATE_LEAST)
        text_addf(&t, "%s wins in %d turn%s.", other, turns > 0 ? turns : 1, turns <= 1 ? "" : "s");
}

static void report(player *p, trax_move best, int score, int depth, bool finished) {
    engine_result *r = p->result;
    r->move = trax_to_contract(p->position, best);
    r->score = score;
    r->scored = true;
    r->exact = score >= TRAX_MATE_LEAST || score <= -TRAX_MATE_LEAST;
    r->depth = depth;
    r->time = clock_now() - p->start;
    r->note[0] = '\0';
    write_note(p, r);
    if (!finished && !(p->watch && p->watch->progress)) return;
    if (finished) {
        r->nodes = nodes_of(p);
        r->fill = search_table_fill(&p->table);
        follow_line(p, best, r);
    } else {
        r->nodes = p->thinkers[0]->worker->nodes;
        r->line_count = 1;
        r->line[0] = r->move;
        p->watch->progress(p->watch->context, r);
    }
}

/* Whether the opponent has a forced win by threats, within that many of its turns, after a turn at
 * the root, which must have been entered. */
static bool is_refuted(thinker *t, trax_move m, int turns) {
    trax_worker *w = t->worker;
    trax_undo u;
    bool refuted = false;
    trax_play(w->rules, &w->position, m, &u);
    for (int most = 2; most <= turns && !w->stopped && !refuted; most++)
        refuted = trax_prove(w, most, 1) != 0;
    trax_take_back(&w->position, &u);
    return refuted;
}

/* Searches the root to one depth and moves the best turn to the front. False if it was cut short;
 * then t->best is the best turn found so far. */
static bool search_root(thinker *t, int depth) {
    trax_worker *w = t->worker;
    const player *p = t->owner;
    int best = -TRAX_INFINITE;
    size_t chosen = 0;
    w->root_depth = depth;
    for (size_t i = 0; i < t->count; i++) {
        int score =
            trax_search_turn(w, &p->outlook, t->turns[i].move, best, TRAX_INFINITE, depth, 0, i);
        if (w->stopped) break;
        if (score <= best) continue;
        best = score;
        chosen = i;
    }
    if (best == -TRAX_INFINITE) return false;
    trax_ranked front = t->turns[chosen];
    memmove(t->turns + 1, t->turns, chosen * sizeof *t->turns);
    t->turns[0] = front;
    t->best = front.move;
    if (w->stopped) return false;
    t->score = best;
    t->depth = depth;
    return true;
}

/* Goes on from the last finished depth. */
static void deepen(thinker *t) {
    player *p = t->owner;
    trax_outlook same;
    trax_enter_root(t->worker, &same);
    for (int depth = t->depth + 1 + t->helper; depth <= p->depth_limit; depth++) {
        if (!search_root(t, depth)) break;
        if (!t->helper) report(p, t->best, t->score, depth, false);
        /* A win or loss within the depth is certain: a deeper search cannot change it. */
        int plies = TRAX_MATE - (t->score < 0 ? -t->score : t->score);
        if (plies <= depth || t->count == 1) break;
    }
}

static void *help(void *context) {
    deepen(context);
    return NULL;
}

/* For levels that err: scores every turn on its own and adds noise. */
static void choose_with_noise(player *p, thinker *t) {
    int best = -2 * TRAX_INFINITE;
    int depth = p->strength.depth;
    trax_outlook same;
    trax_enter_root(t->worker, &same);
    if (depth > p->depth_limit) depth = p->depth_limit;
    t->worker->root_depth = depth;
    for (size_t i = 0; i < t->count; i++) {
        int noise = (int)random_below(&p->random, (uint32_t)p->strength.noise + 1);
        int score = trax_search_turn(t->worker, &p->outlook, t->turns[i].move, -TRAX_INFINITE,
                                     TRAX_INFINITE, depth, 0, 0);
        if (t->worker->stopped) break;
        if (score + noise <= best) continue;
        best = score + noise;
        t->best = t->turns[i].move;
        t->score = score;
    }
    t->depth = depth;
}

/* The root's turns: all that do not lose at once, or all legal ones if every turn does. */
static void list_turns(player *p, thinker *t) {
    trax_worker *w = t->worker;
    trax_outlook nothing = {0};
    search_found found = {0};
    search_recall(&p->table, trax_key(&w->position), &found);
    t->count = trax_generate(w, &p->outlook, found.move, 0);
    if (t->count == 0) t->count = trax_generate(w, &nothing, found.move, 0);
    memcpy(t->turns, w->stack, t->count * sizeof *t->turns);
    for (size_t i = 0; i < t->count; i++) trax_pick(t->turns, i, t->count);
    t->best = t->turns[0].move;
    t->depth = 0;
    t->score = 0;
}

/* Tries to prove a win with a share of the time and nodes; true if that settles the turn. */
static bool prove(player *p, thinker *t, const engine_limits *limits, int64_t allowed) {
    trax_worker *w = t->worker;
    int most = p->strength.proof_turns;
    if (limits->depth && most > limits->depth / 2 + 1) most = limits->depth / 2 + 1;
    w->node_limit = limits->nodes ? limits->nodes / 4 + 1 : allowed ? 0 : 2000000;
    search_deadline_set(&w->deadline, p->start, allowed ? p->start + allowed / 3 : 0);
    trax_move first = 0;
    for (int turns = 2; turns <= most && !first && !w->stopped; turns++) {
        first = trax_prove(w, turns, 0);
        if (!first) continue;
        t->best = first;
        t->score = TRAX_MATE - (2 * turns - 1);
        t->depth = 2 * turns - 1;
    }
    w->stopped = false;
    w->next_check = 0;
    return first != 0;
}

/* The time for this turn; 0: no limit. */
static int64_t time_budget(const engine_limits *l) {
    int64_t allowed = l->move_time;
    if (l->clock) {
        int64_t share = l->clock / 25 + l->increment * 3 / 4, most = l->clock / 4;
        if (share > most) share = most;
        if (allowed == 0 || share < allowed) allowed = share;
    }
    return allowed;
}

/* Lets the workers use up to this many hundredths of the time and the nodes. */
static void set_limits(player *p, const engine_limits *limits, int64_t allowed, int hundredths) {
    int64_t usable = search_usable_time(allowed);
    uint64_t nodes = limits->nodes / (uint64_t)p->threads;
    if (limits->nodes && nodes < 100) nodes = 100;
    for (int i = 0; i < p->threads; i++) {
        trax_worker *w = p->thinkers[i]->worker;
        search_deadline_set(&w->deadline, p->start,
                            allowed ? p->start + usable / 100 * hundredths : 0);
        w->node_limit = nodes / 100 * (uint64_t)hundredths;
        w->stopped = false;
        w->next_check = 0;
    }
    atomic_store_explicit(&p->halt, false, memory_order_relaxed);
}

static void search(player *p) {
    pthread_t threads[THREADS_MAX];
    bool started[THREADS_MAX] = {false};
    thinker *main = p->thinkers[0];
    for (int i = 1; i < p->threads; i++) {
        memcpy(p->thinkers[i]->turns, main->turns, main->count * sizeof *main->turns);
        p->thinkers[i]->count = main->count;
        p->thinkers[i]->depth = main->depth;
        started[i] = pthread_create(&threads[i], NULL, help, p->thinkers[i]) == 0;
    }
    deepen(main);
    atomic_store_explicit(&p->halt, true, memory_order_relaxed);
    for (int i = 1; i < p->threads; i++)
        if (started[i]) pthread_join(threads[i], NULL);
}

static void remove_turn(thinker *t, trax_move m) {
    for (size_t i = 0; i < t->count; i++)
        if (t->turns[i].move == m)
            memmove(t->turns + i, t->turns + i + 1, (--t->count - i) * sizeof *t->turns);
}

/* The search may choose a turn that walks into an attack far beyond its depth. So with limits a
 * part of them is spent on looking for such an attack, and on choosing again if there is one. What
 * the check leaves over goes to a deeper search, whose choice is checked in turn. */
static void search_and_check(player *p, thinker *t, const engine_limits *limits, int64_t allowed) {
    bool limited = allowed || limits->nodes;
    int used = limited ? 66 : 100; /* hundredths */
    set_limits(p, limits, allowed, used);
    search(p);
    trax_move kept = t->best; /* the first choice, or the last one that passed the check */
    int score = t->score, depth = t->depth;
    bool sound = false;
    while (used < 100 && t->count > 1 && !is_settled(t->score) && !(sound && t->best == kept)) {
        set_limits(p, limits, allowed, used + 10);
        if (is_refuted(t, t->best, p->strength.proof_turns)) {
            remove_turn(t, t->best);
            t->best = t->turns[0].move;
            t->depth = 0;
            used = used < 80 ? used + 20 : 100;
        } else {
            sound = true;
            kept = t->best;
            score = t->score;
            depth = t->depth;
            used = used < 95 ? 95 : 100;
        }
        set_limits(p, limits, allowed, used);
        search(p);
    }
    /* If everything else loses or the time is up, the choice that was kept is as good as any. */
    if (t->depth > 0 && t->score > -TRAX_MATE_LEAST) return;
    t->best = kept;
    t->score = score;
    t->depth = depth;
}

/* Prepares a call of think or values; false if there is no turn to choose. */
static bool begin(player *p, const game_position *view, int seat, const engine_limits *limits,
                  const engine_watch *watch, engine_result *result) {
    p->start = clock_now();
    p->position = (const trax_position *)(const void *)view;
    p->watch = watch;
    p->result = result;
    *result = (engine_result){0};
    if (seat != p->position->mover || trax_over(trax_rules_of(p->engine.rules), p->position))
        return false;
    p->table.age++;
    p->depth_limit =
        limits->depth && limits->depth < p->strength.depth ? limits->depth : p->strength.depth;
    atomic_store_explicit(&p->halt, false, memory_order_relaxed);
    for (int i = 0; i < p->threads; i++) {
        p->thinkers[i]->worker->watch = watch;
        trax_worker_set(p->thinkers[i]->worker, p->position);
    }
    return true;
}

/* For levels that err: sometimes a random turn. */
static bool plays_carelessly(player *p, const game_position *view, int seat) {
    /* Full strength draws no random number here: its choices must not depend on the levels. */
    if (!p->strength.careless || (int)random_below(&p->random, 100) >= p->strength.careless)
        return false;
    size_t count = game_moves(p->engine.rules, view, seat, p->moves);
    game_move any = p->moves[random_below(&p->random, (uint32_t)count)];
    report(p, trax_from_contract(p->position, any), 0, 0, true);
    return true;
}

static void think(engine *g, const game_position *view, int seat, const engine_limits *limits,
                  const engine_watch *watch, engine_result *result) {
    player *p = (player *)g;
    thinker *main = p->thinkers[0];
    if (!begin(p, view, seat, limits, watch, result)) return;
    if (p->position->tiles == 0) {
        main->best = trax_move_at(TRAX_START, random_below(&p->random, 2) ? 6 : 5);
        report(p, main->best, 0, 0, true);
        return;
    }
    if (plays_carelessly(p, view, seat)) return;
    trax_enter_root(main->worker, &p->outlook);
    if (p->outlook.win) {
        report(p, p->outlook.win, TRAX_MATE - 1, 1, true);
        return;
    }
    engine_limits within = *limits;
    if (p->strength.nodes && (!within.nodes || within.nodes > p->strength.nodes))
        within.nodes = p->strength.nodes;
    int64_t allowed = time_budget(&within);
    list_turns(p, main);
    if (!prove(p, main, &within, allowed)) {
        if (p->strength.noise > 0) {
            search_deadline_set(&main->worker->deadline, p->start,
                                allowed ? p->start + search_usable_time(allowed) : 0);
            main->worker->node_limit = within.nodes;
            choose_with_noise(p, main);
        } else {
            search_and_check(p, main, &within, allowed);
        }
    }
    report(p, main->best, main->score, main->depth, true);
}

/* The value of one turn at the root by a search of that depth. */
static int value_of(player *p, trax_move m, int depth) {
    trax_worker *w = p->thinkers[0]->worker;
    trax_undo u;
    trax_play(w->rules, &w->position, m, &u);
    int winner = trax_winner(&w->position);
    trax_take_back(&w->position, &u);
    if (winner != GAME_NOBODY)
        return winner == p->position->mover ? TRAX_MATE - 1 : -(TRAX_MATE - 1);
    return trax_search_turn(w, &p->outlook, m, -TRAX_INFINITE, TRAX_INFINITE, depth, 0, 0);
}

/* The values of all turns to one depth; false if a deeper search is pointless, or if it was cut
 * short. */
static bool value_all(player *p, size_t count, int depth, int *values) {
    trax_worker *w = p->thinkers[0]->worker;
    int best = -TRAX_INFINITE;
    bool open = false;
    w->root_depth = depth;
    for (size_t i = 0; i < count; i++) {
        trax_move m = trax_from_contract(p->position, p->moves[i]);
        int value = value_of(p, m, depth);
        if (w->stopped) return false;
        values[i] = value;
        open = open || !is_settled(value);
        if (value <= best) continue;
        best = value;
        report(p, m, value, depth, false);
    }
    return open;
}

static void values(engine *g, const game_position *view, int seat, const engine_limits *limits,
                   const engine_watch *watch, int *values, engine_result *result) {
    player *p = (player *)g;
    if (!begin(p, view, seat, limits, watch, result)) return;
    size_t count = game_moves(g->rules, view, seat, p->moves), best = 0;
    bool first = p->position->tiles == 0; /* both turns are equally good */
    for (size_t i = 0; i < count; i++) values[i] = first ? 0 : ENGINE_UNKNOWN;
    result->move = p->moves[0];
    if (first) return;
    trax_enter_root(p->thinkers[0]->worker, &p->outlook);
    if (p->outlook.win) p->outlook = (trax_outlook){0}; /* its list of threats is incomplete */
    set_limits(p, limits, time_budget(limits), 100);
    for (int depth = 1; depth <= p->depth_limit; depth++)
        if (!value_all(p, count, depth, values)) break;
    for (size_t i = 1; i < count; i++)
        if (values[i] != ENGINE_UNKNOWN && values[i] > values[best]) best = i;
    if (values[best] == ENGINE_UNKNOWN) return;
    report(p, trax_from_contract(p->position, p->moves[best]), values[best], result->depth, true);
}

const engine_kind trax_engine = {
    .name = "trax",
    .game = "trax",
    .summary = "Proves forced wins by threats and searches by alpha-beta with tuned track weights.",
    .unit = "hundredths",
    .levels = levels,
    .threads = THREADS_MAX,
    .create = create,
    .destroy = destroy,
    .think = think,
    .values = values,
    .new_game = new_game,
    .restart = restart,
};
