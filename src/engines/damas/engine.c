#include "engines/damas/engine.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "engines/damas/book.h"
#include "engines/damas/build.h"
#include "engines/damas/plain.h"
#include "engines/damas/search.h"
#include "engines/search/time.h"

enum {
    THREADS_MAX = 64,
    DEPTH_MAX = 99,
    MEMORY_USUAL = 64 << 20,
    WINDOW = 30,            /* half the width of the first window around the last score */
    VARIETY_PIECES = 21,    /* openings vary while there are more pieces than this ... */
    VARIETY = 16,           /* ... by less than this many hundredths of a man */
    BUILD_PIECES = 12,      /* tables are built when this few pieces are left ... */
    BUILD_TIME = 200000000, /* ... if a move has at least this many nanoseconds, */
    BUILT_PIECES = 4,       /* for endings of up to this many */
};

static const engine_level levels[] = {
    [ENGINE_BEGINNER] = {"beginner", "sees one move and often errs"},
    [ENGINE_NOVICE] = {"novice", "sees the answer, and often errs"},
    [ENGINE_CASUAL] = {"casual", "sees three plies, and errs"},
    [ENGINE_CLUB] = {"club", "sees captures coming, misses plans"},
    [ENGINE_STRONG] = {"strong", "four plies deep, with small errors"},
    [ENGINE_EXPERT] = {"expert", "six plies deep, seldom errs"},
    [ENGINE_MASTER] = {"master", "seven plies deep, hardly an error"},
    [ENGINE_FULL] = {"full", "everything it has"},
    {0},
};

/* How deep a level looks, and how much chance is added to each move's score. */
static const struct {
    int depth, chance;
} strengths[] = {
    [ENGINE_BEGINNER] = {1, 160}, [ENGINE_NOVICE] = {2, 150},     [ENGINE_CASUAL] = {3, 145},
    [ENGINE_CLUB] = {3, 52},      [ENGINE_STRONG] = {4, 25},      [ENGINE_EXPERT] = {6, 55},
    [ENGINE_MASTER] = {7, 12},    [ENGINE_FULL] = {DEPTH_MAX, 0},
};

typedef struct player {
    engine engine;
    const damas_rules *rules;
    damas_weights weights;
    search_table table;
    damas_tables *tables; /* NULL until one is added */
    damas_book *book;     /* NULL: it searches from the first move on */
    damas_searcher *searcher[THREADS_MAX];
    int threads, level;
    uint64_t seed;
    search_deadline deadline; /* of the current call of think or values */
    pthread_t builder;        /* if `building` */
    bool building;
    atomic_bool stop_building;
    _Atomic(damas_tables *) built; /* by the builder, until the engine takes them */
} player;

/* One call of think or values: what its threads share. */
typedef struct session {
    player *engine;
    const damas_position *root;
    const engine_limits *limits;
    const engine_watch *watch;
    engine_result *result;
    int64_t start, deadline, soft; /* 0: none */
    atomic_bool done;              /* the first thread has its answer */
    damas_list moves;              /* in the order of the last iteration, best first */
    int noise[DAMAS_MOVES_MAX];    /* added to the score of each of `moves` */
} session;

static bool over(void *context, uint64_t nodes) {
    (void)nodes;
    session *s = context;
    return engine_stopped(s->watch) || search_deadline_passed(&s->engine->deadline);
}

/* For the other threads: the first one looks at the clock. */
static bool help_over(void *context, uint64_t nodes) {
    (void)nodes;
    const session *s = context;
    return atomic_load_explicit(&s->done, memory_order_relaxed) || engine_stopped(s->watch);
}

/* Root. */

static int search_root_move(damas_searcher *w, const session *s, damas_move m, int alpha, int beta,
                            int depth) {
    if (s->engine->rules->profile == DAMAS_OFFICIAL) {
        damas_search_play(w, 0, m, depth);
        return -damas_search(w, 1, -beta, -alpha, depth - 1);
    }
    damas_position p = *s->root;
    damas_play(s->engine->rules, &p, m, NULL);
    w->line[1].count = 0;
    if (p.side == s->root->side) return damas_search_plain(w, &p, 1, alpha, beta, depth - 1);
    return -damas_search_plain(w, &p, 1, -beta, -alpha, depth - 1);
}

static void to_front(damas_list *l, int *noise, int place) {
    damas_move m = l->move[place];
    int n = noise[place];
    memmove(l->move + 1, l->move, (size_t)place * sizeof m);
    memmove(noise + 1, noise, (size_t)place * sizeof n);
    l->move[0] = m;
    noise[0] = n;
}

static void keep_root_line(damas_searcher *w, damas_move m) {
    damas_line *line = &w->line[0];
    const damas_line *rest = &w->line[1];
    line->move[0] = m;
    line->count = 1;
    for (int i = 0; i < rest->count && line->count < DAMAS_PLIES; i++)
        line->move[line->count++] = rest->move[i];
}

/* One iteration within a window; moves the best move to the front of the list. */
static int search_root(damas_searcher *w, const session *s, damas_list *l, int *noise, int alpha,
                       int beta, int depth) {
    int best = -DAMAS_INFINITE, place = -1;
    for (int i = 0; i < l->count; i++) {
        int n = noise[i], score = alpha + 1;
        if (i > 0) score = search_root_move(w, s, l->move[i], alpha - n, alpha - n + 1, depth) + n;
        if (!w->stopped && score > alpha)
            score = search_root_move(w, s, l->move[i], alpha - n, beta - n, depth) + n;
        if (w->stopped) break;
        if (score > best) best = score;
        if (score <= alpha) continue;
        alpha = score;
        place = i;
        keep_root_line(w, l->move[i]);
        if (alpha >= beta) break;
    }
    if (place > 0) to_front(l, noise, place);
    return best;
}

/* One iteration with a window around the last score, widened until the score falls inside. If it is
 * stopped, the score of what it found until then, or the last one if it found nothing. */
static int search_depth(damas_searcher *w, const session *s, damas_list *l, int *noise, int last,
                        int depth) {
    int width = depth < 4 ? DAMAS_INFINITE : WINDOW, score = last;
    for (;;) {
        int alpha = last - width < -DAMAS_INFINITE ? -DAMAS_INFINITE : last - width;
        int beta = last + width > DAMAS_INFINITE ? DAMAS_INFINITE : last + width;
        int found = search_root(w, s, l, noise, alpha, beta, depth);
        if (found > -DAMAS_INFINITE) score = found;
        if (w->stopped || (score > alpha && score < beta)) return score;
        if (alpha == -DAMAS_INFINITE && beta == DAMAS_INFINITE) return score;
        width = width > 400 ? DAMAS_INFINITE : 4 * width;
    }
}

/* The first thread reports after each iteration, and when one is cut short: then a move that was
 * not searched may avoid a loss, so that only a win is certain. */
static void report(session *s, const damas_searcher *w, int score, int depth) {
    engine_result *r = s->result;
    r->move = w->line[0].move[0];
    r->score = score;
    r->scored = true;
    r->exact = score > DAMAS_CERTAIN || (score < -DAMAS_CERTAIN && !w->stopped);
    r->depth = depth;
    r->line_count = 0;
    for (int i = 0; i < w->line[0].count && r->line_count < ENGINE_LINE_MAX; i++)
        r->line[r->line_count++] = w->line[0].move[i];
    if (s->watch && s->watch->progress) {
        r->nodes = w->nodes;
        r->time = clock_now() - s->start;
        s->watch->progress(s->watch->context, r);
    }
}

static int depth_limit(const session *s) {
    int most = strengths[s->engine->level].depth;
    return s->limits->depth && s->limits->depth < most ? s->limits->depth : most;
}

static void deepen(session *s) {
    damas_searcher *w = s->engine->searcher[0];
    int score = 0;
    for (int depth = 1; depth <= depth_limit(s) && depth < DAMAS_PLIES / 2; depth++) {
        int found = search_depth(w, s, &s->moves, s->noise, score, depth);
        if (w->stopped) {
            /* A better move that it found before it was stopped counts. */
            if (depth > 1 && w->line[0].move[0] != s->result->move) report(s, w, found, depth);
            break;
        }
        score = found;
        report(s, w, score, depth);
        bool mate = score > DAMAS_WIN - depth || score < depth - DAMAS_WIN;
        if (mate || (s->soft && clock_now() >= s->soft)) break;
        if (s->moves.count == 1 && (s->deadline || s->soft)) break; /* no choice, no thought */
    }
}

/* A helper thread searches the same position, starting one ply deeper, and shares what it finds
 * through the table. */
typedef struct helper {
    session *session;
    damas_searcher *searcher;
    pthread_t thread;
} helper;

static void *help(void *argument) {
    helper *h = argument;
    damas_list l = h->session->moves;
    int noise[DAMAS_MOVES_MAX], score = 0;
    memcpy(noise, h->session->noise, sizeof noise);
    for (int depth = 2; depth < DAMAS_PLIES / 2 && !h->searcher->stopped; depth++)
        score = search_depth(h->searcher, h->session, &l, noise, score, depth);
    return NULL;
}

/* Before the search. */

/* The time budget: a share of the clock, of which half is the soft limit. */
static void set_time_budget(session *s) {
    const engine_limits *l = s->limits;
    int64_t most = 0;
    if (l->move_time) most = l->move_time;
    if (l->clock) {
        int64_t share = l->clock / 25 + l->increment * 3 / 4;
        if (share > l->clock / 2) share = l->clock / 2;
        s->soft = s->start + share / 2;
        if (!most || share < most) most = share;
    }
    if (most) s->deadline = s->start + search_usable_time(most);
    search_deadline_set(&s->engine->deadline, s->start, s->deadline);
}

/* Chance by level, and variety by seed in the opening: a fixed number for each move of a position.
 */
static void set_noise(session *s) {
    const damas_board *b = &s->root->board;
    bool opening = bits_count(damas_of(b, 0) | damas_of(b, 1)) > VARIETY_PIECES;
    int range = strengths[s->engine->level].chance;
    if (opening && s->engine->seed && range < VARIETY) range = VARIETY;
    for (int i = 0; i < s->moves.count; i++) {
        uint64_t h = hash_join(hash_join(s->engine->seed, s->root->key), s->moves.move[i]);
        s->noise[i] = range ? (int)(h % (unsigned)range) : 0;
    }
}

/* An engine without tables that comes near an ending builds those of four pieces, in a thread of
 * its own while it goes on thinking: that takes seconds. Not if a limit in nodes or depth asks for
 * the same moves each time, nor if a whole game takes less time than that. */
static void *build_tables(void *argument) {
    player *g = argument;
    error e;
    damas_build_watch watch = {.stop = &g->stop_building};
    atomic_store(&g->built, damas_build_all(g->rules->flags, BUILT_PIECES, 1, &watch, &e));
    return NULL;
}

static void get_tables(player *g, const session *s) {
    const damas_board *b = &s->root->board;
    const engine_limits *l = s->limits;
    if (g->tables) return;
    if (g->building) g->tables = atomic_exchange(&g->built, NULL);
    else if (g->rules->profile == DAMAS_OFFICIAL && s->deadline - s->start >= BUILD_TIME &&
             !l->nodes && !l->depth && g->level == ENGINE_FULL &&
             bits_count(damas_of(b, 0) | damas_of(b, 1)) <= BUILD_PIECES)
        g->building = pthread_create(&g->builder, NULL, build_tables, g) == 0;
}

static void set_up(player *g, damas_searcher *w, session *s) {
    w->rules = g->rules;
    w->weights = &g->weights;
    w->tables = g->rules->profile == DAMAS_OFFICIAL ? g->tables : NULL;
    w->table = &g->table;
    w->over = w == g->searcher[0] ? over : help_over;
    w->context = s;
    uint64_t share = s->limits->nodes / (unsigned)g->threads;
    w->node_limit = s->limits->nodes && !share ? 1 : share;
    damas_search_begin(w, s->root);
}

static void add_note(session *s) {
    text t = text_over(s->result->note, sizeof s->result->note);
    const damas_board *b = &s->root->board;
    const damas_tables *tables = s->engine->searcher[0]->tables;
    if (s->moves.count == 1) text_add(&t, "the only move");
    if (!tables || bits_count(damas_of(b, 0) | damas_of(b, 1)) > tables->pieces) return;
    damas_value value = damas_tables_value(tables, b, s->root->side);
    int distance = damas_tables_distance(tables, b, s->root->side);
    if (value == DAMAS_NOT_KNOWN) return;
    text_addf(&t, "%sby the tables: %s", t.length ? ", " : "",
              value == DAMAS_WON    ? "won"
              : value == DAMAS_LOST ? "lost"
                                    : "drawn");
    if (distance >= 0) text_addf(&t, " in %d plies", distance);
    if (damas_search_too_late(s->engine->searcher[0], 0, distance))
        text_add(&t, ", but the move limits draw first");
    if (value == DAMAS_DRAWN && s->result->score == 0) s->result->exact = true;
}

static session begin_session(player *g, const game_position *view, const engine_limits *limits,
                             const engine_watch *watch, engine_result *result) {
    session s = {.engine = g,
                 .root = damas_seen(view),
                 .limits = limits,
                 .watch = watch,
                 .result = result,
                 .start = clock_now()};
    memset(result, 0, sizeof *result);
    damas_list_moves(g->rules, s.root, &s.moves);
    return s;
}

/* The line goes on with the best moves of the book. */
static void add_book_line(const damas_book *book, const damas_position *root, damas_move first,
                          engine_result *result) {
    damas_board b = root->board;
    const damas_book_entry *entry;
    result->line[result->line_count++] = first;
    damas_board_play(&b, root->side, first);
    for (int side = root->side ^ 1;
         result->line_count < ENGINE_LINE_MAX && (entry = damas_book_find(book, &b, side));
         side ^= 1) {
        damas_move best = entry->move[0].move;
        result->line[result->line_count++] = best;
        damas_board_play(&b, side, best);
    }
}

/* A question about a depth, or without any limit, is one about the search. */
static bool answer_from_book(const session *s) {
    const player *g = s->engine;
    const engine_limits *l = s->limits;
    engine_result *result = s->result;
    if (!g->book || l->depth || (!l->nodes && !l->move_time && !l->clock)) return false;
    const damas_book_entry *entry = damas_book_find(g->book, &s->root->board, s->root->side);
    if (!entry) return false;
    const damas_book_move *chosen = damas_book_choose(entry, g->seed);
    int place = 0;
    while (place < s->moves.count && s->moves.move[place] != chosen->move) place++;
    if (place == s->moves.count) return false; /* another piece was touched */
    result->move = chosen->move;
    result->score = entry->score - chosen->cost;
    result->scored = true;
    add_book_line(g->book, s->root, chosen->move, result);
    text t = text_over(result->note, sizeof result->note);
    text_add(&t, "from the opening book");
    result->time = clock_now() - s->start;
    if (s->watch && s->watch->progress) s->watch->progress(s->watch->context, result);
    return true;
}

static void think(engine *e, const game_position *view, int seat, const engine_limits *limits,
                  const engine_watch *watch, engine_result *result) {
    player *g = (player *)(void *)e;
    session s = begin_session(g, view, limits, watch, result);
    helper helpers[THREADS_MAX];
    int started = 1;
    if (s.moves.count == 0 || seat != s.root->side || answer_from_book(&s)) return;
    set_time_budget(&s);
    get_tables(g, &s);
    set_noise(&s);
    g->table.age++;
    for (int i = 0; i < g->threads; i++) set_up(g, g->searcher[i], &s);
    result->move = s.moves.move[0]; /* in case there is no time for even one ply */
    for (; started < g->threads; started++) {
        helpers[started] = (helper){.session = &s, .searcher = g->searcher[started]};
        if (pthread_create(&helpers[started].thread, NULL, help, &helpers[started]) != 0) break;
    }
    deepen(&s);
    atomic_store(&s.done, true);
    result->nodes = g->searcher[0]->nodes;
    for (int i = 1; i < started; i++) {
        pthread_join(helpers[i].thread, NULL);
        result->nodes += g->searcher[i]->nodes;
    }
    result->time = clock_now() - s.start;
    result->fill = search_table_fill(&g->table);
    add_note(&s);
}

/* The value of every move, each searched with an open window, deeper and deeper. */
static void values(engine *e, const game_position *view, int seat, const engine_limits *limits,
                   const engine_watch *watch, int *worth, engine_result *result) {
    player *g = (player *)(void *)e;
    session s = begin_session(g, view, limits, watch, result);
    if (s.moves.count == 0 || seat != s.root->side) return;
    for (int i = 0; i < s.moves.count; i++) worth[i] = ENGINE_UNKNOWN;
    set_time_budget(&s);
    g->table.age++;
    damas_searcher *w = g->searcher[0];
    set_up(g, w, &s);
    result->move = s.moves.move[0];
    for (int depth = 1; depth <= depth_limit(&s) && depth < DAMAS_PLIES / 2 && !w->stopped;
         depth++) {
        int best = -DAMAS_INFINITE;
        for (int i = 0; i < s.moves.count; i++) {
            int score =
                search_root_move(w, &s, s.moves.move[i], -DAMAS_INFINITE, DAMAS_INFINITE, depth);
            if (w->stopped) break;
            worth[i] = score;
            if (score <= best) continue;
            best = score;
            keep_root_line(w, s.moves.move[i]);
            report(&s, w, score, depth);
        }
    }
    result->nodes = w->nodes;
    result->time = clock_now() - s.start;
}

static void destroy(engine *e) {
    player *g = (player *)(void *)e;
    search_table_destroy(&g->table);
    atomic_store(&g->stop_building, true);
    if (g->building) pthread_join(g->builder, NULL);
    damas_tables_destroy(atomic_load(&g->built));
    damas_tables_destroy(g->tables);
    damas_book_destroy(g->book);
    for (int i = 0; i < g->threads; i++) free(g->searcher[i]);
    free(g);
}

static bool open_book(player *g, error *e) {
    const uint8_t *bytes;
    if (g->level != ENGINE_FULL || g->rules->profile != DAMAS_OFFICIAL) return true;
    size_t length = damas_book_of(g->rules, &bytes);
    return !bytes || (g->book = damas_book_read(g->rules, bytes, length, e));
}

static engine *create(const game_rules *rules, const engine_options *options, error *e) {
    player *g = calloc(1, sizeof *g);
    if (!g) {
        error_set(e, "no memory for the engine");
        return NULL;
    }
    g->engine = (engine){.kind = &damas_engine, .rules = rules};
    g->rules = damas_rules_of(rules);
    damas_weights_of(g->rules, &g->weights);
    g->level = options->level;
    g->seed = options->seed;
    int threads = options->threads < 1 ? 1 : options->threads;
    if (threads > THREADS_MAX) threads = THREADS_MAX;
    /* If a side may move twice in a row the table is not used, so threads have nothing to share. */
    bool good = threads == 1 || g->rules->profile == DAMAS_OFFICIAL ||
                error_set(e, "the engine uses one thread only unless profile is official");
    good =
        good && search_table_create(&g->table, options->memory ? options->memory : MEMORY_USUAL, e);
    while (good && g->threads < threads) {
        g->searcher[g->threads] = calloc(1, sizeof(damas_searcher));
        good = g->searcher[g->threads] || error_set(e, "no memory for the engine's threads");
        if (good) g->threads++;
    }
    good = good && (!options->book || open_book(g, e));
    if (good) return &g->engine;
    destroy(&g->engine);
    return NULL;
}

static bool add_table(engine *e, const void *bytes, size_t length, error *err) {
    player *g = (player *)(void *)e;
    if (!g->tables && !(g->tables = damas_tables_create(g->rules->flags, err))) return false;
    return damas_tables_add(g->tables, bytes, length, err);
}

static void new_game(engine *e) { search_table_clear(&((player *)(void *)e)->table); }

static void restart(engine *e, uint64_t seed) {
    player *g = (player *)(void *)e;
    search_table_clear(&g->table);
    g->table.age = 0;
    g->seed = seed;
}

const engine_kind damas_engine = {
    .name = "damas",
    .game = "damas",
    .summary = "Principal-variation search with a neural network and endgame tables.",
    .unit = "hundredths of a man",
    .levels = levels,
    .threads = THREADS_MAX,
    .book = true,
    .create = create,
    .destroy = destroy,
    .think = think,
    .values = values,
    .add_table = add_table,
    .new_game = new_game,
    .restart = restart,
};
