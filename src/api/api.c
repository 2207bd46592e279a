/* libdamero: the functions of damero.h over the contracts of games and engines. */
#include <stdlib.h>
#include <string.h>

#include "api/damero.h"
#include "engines/dots/solver/solver.h"
#include "engines/engine.h"
#include "games/dots/dots.h"
#include "games/record.h"

_Static_assert((int)DAMERO_SEATS_MAX == (int)GAME_SEATS_MAX, "seats of the library");
_Static_assert((int)DAMERO_MOVE_TEXT >= (int)GAME_MOVE_TEXT, "the text of a move");
_Static_assert(sizeof(((damero_error *)0)->message) == sizeof(((error *)0)->message), "errors");

/* damero_rules is a game_rules under another name, so that there is nothing to copy. */
struct damero_rules {
    game_rules rules;
};
struct damero_play {
    history game;
};
struct damero_engine {
    engine *engine;
    atomic_bool stop;
};

static const game_rules *inner(const damero_rules *r) { return &r->rules; }

static bool fail(damero_error *to, const error *from) {
    if (to) memcpy(to->message, from->message, sizeof to->message);
    return false;
}

/* Copies a text as snprintf does. */
static size_t give(const char *from, char *buffer, size_t size) {
    size_t length = strlen(from), fits = length < size ? length : size ? size - 1 : 0;
    if (size) {
        memcpy(buffer, from, fits);
        buffer[fits] = '\0';
    }
    return length;
}

const char *damero_version(void) { return LIBRARY_VERSION; }

const char *damero_game_name(size_t index) {
    for (size_t i = 0; games_all[i]; i++)
        if (i == index) return games_all[i]->name;
    return NULL;
}

damero_rules *damero_rules_new(const char *name, const char *settings, damero_error *out) {
    error e;
    game_rules *rules = game_create_named(name, settings, &e);
    if (!rules) fail(out, &e);
    return (damero_rules *)rules;
}

void damero_rules_free(damero_rules *r) {
    if (r) game_destroy(&r->rules);
}

const char *damero_rules_game(const damero_rules *r) { return inner(r)->game->name; }
int damero_rules_seats(const damero_rules *r) { return inner(r)->seats; }
size_t damero_rules_moves_max(const damero_rules *r) { return inner(r)->max_moves; }

const char *damero_rules_seat_name(const damero_rules *r, int seat) {
    return seat < 0 || seat >= inner(r)->seats ? NULL : game_seat_name(inner(r), seat);
}

size_t damero_rules_settings(const damero_rules *r, char *buffer, size_t size) {
    char settings[600];
    text t = text_over(settings, sizeof settings);
    game_write_settings(inner(r), &t);
    return give(settings, buffer, size);
}

static damero_play *new_play(const game_rules *rules, error *e) {
    damero_play *p = calloc(1, sizeof *p);
    if (!p) error_set(e, "no memory for a game");
    if (p && history_create(&p->game, rules, e)) return p;
    free(p);
    return NULL;
}

damero_play *damero_play_new(const damero_rules *r, const char *position, damero_error *out) {
    error e;
    damero_play *p = new_play(inner(r), &e);
    if (p && position) {
        game_position *start = game_new_position(inner(r));
        bool good = start ? game_read_position(inner(r), position, start, &e)
                          : error_set(&e, "no memory for a position");
        if (good) history_set(&p->game, start);
        free(start);
        if (!good) {
            damero_play_free(p);
            p = NULL;
        }
    }
    if (!p) fail(out, &e);
    return p;
}

damero_play *damero_play_copy(const damero_play *from, damero_error *out) {
    error e;
    damero_play *p = new_play(from->game.rules, &e);
    if (p) history_set(&p->game, from->game.start);
    for (size_t i = 0; p && i < from->game.count; i++) {
        if (history_play(&p->game, from->game.moves[i], &e)) continue;
        damero_play_free(p);
        p = NULL;
    }
    if (!p) fail(out, &e);
    return p;
}

void damero_play_free(damero_play *p) {
    if (!p) return;
    history_destroy(&p->game);
    free(p);
}

int damero_turn(const damero_play *p) { return game_turn(p->game.rules, p->game.now); }

/* The legal moves of the seat on turn (or of chance), newly allocated; NULL if there is no memory.
 */
static game_move *list_moves(const damero_play *p, size_t *count) {
    int turn = damero_turn(p);
    game_move *moves = malloc(p->game.rules->max_moves * sizeof *moves);
    *count = moves && turn != GAME_OVER ? game_moves(p->game.rules, p->game.now, turn, moves) : 0;
    return moves;
}

size_t damero_moves(const damero_play *p, damero_move *into, size_t room) {
    size_t count;
    game_move *moves = list_moves(p, &count);
    if (moves && into && room) memcpy(into, moves, (count < room ? count : room) * sizeof *into);
    free(moves);
    return count;
}

void damero_masks(const damero_play *const *plays, size_t count, uint8_t *masks, size_t width) {
    for (size_t i = 0; i < count; i++) {
        size_t legal = damero_moves(plays[i], NULL, 0);
        for (size_t k = 0; k < width; k++) masks[i * width + k] = k < legal;
    }
}

bool damero_play_move(damero_play *p, damero_move move, damero_error *out) {
    error e;
    size_t count, i = 0;
    game_move *moves = list_moves(p, &count);
    while (i < count && moves[i] != move) i++;
    free(moves);
    if (i == count) error_set(&e, "this is not a legal move here");
    return (i < count && history_play(&p->game, move, &e)) || fail(out, &e);
}

bool damero_play_text(damero_play *p, const char *move, damero_error *out) {
    error e;
    return history_play_text(&p->game, move, &e) || fail(out, &e);
}

bool damero_roll(damero_play *p, uint64_t *seed, damero_error *out) {
    error e;
    const game_rules *rules = p->game.rules;
    random_source random = random_seed(*seed);
    if (damero_turn(p) != GAME_CHANCE) {
        error_set(&e, "no dice are rolled now");
        return fail(out, &e);
    }
    if (!history_play(&p->game, rules->game->roll(rules, p->game.now, &random), &e))
        return fail(out, &e);
    *seed = random_next(&random);
    return true;
}

bool damero_undo(damero_play *p, damero_error *out) {
    error e;
    if (history_undo(&p->game)) return true;
    error_set(&e, "there is no move to take back");
    return fail(out, &e);
}

size_t damero_move_count(const damero_play *p) { return p->game.count; }

size_t damero_move_text(const damero_play *p, damero_move move, char *buffer, size_t size) {
    char word[GAME_MOVE_TEXT];
    text t = text_over(word, sizeof word);
    game_write_move(p->game.rules, p->game.now, move, &t);
    return give(word, buffer, size);
}

bool damero_move_read(const damero_play *p, const char *word, damero_move *move,
                      damero_error *out) {
    error e;
    return game_read_move(p->game.rules, p->game.now, word, move, &e) || fail(out, &e);
}

static size_t give_position(const game_rules *rules, const game_position *p, char *buffer,
                            size_t size) {
    char *words = p ? malloc(rules->position_text_bytes) : NULL;
    size_t length = 0;
    if (words) {
        text t = text_over(words, rules->position_text_bytes);
        game_write_position(rules, p, &t);
        length = give(words, buffer, size);
    } else if (size) {
        buffer[0] = '\0';
    }
    free(words);
    return length;
}

size_t damero_position(const damero_play *p, char *buffer, size_t size) {
    return give_position(p->game.rules, p->game.now, buffer, size);
}

size_t damero_view(const damero_play *p, int seat, char *buffer, size_t size) {
    game_position *view = game_new_view(p->game.rules, p->game.now, seat);
    size_t length = give_position(p->game.rules, view, buffer, size);
    free(view);
    return length;
}

size_t damero_picture(const damero_play *p, int seat, bool ascii, char *buffer, size_t size) {
    const game_rules *rules = p->game.rules;
    game_position *view = game_new_view(rules, p->game.now, seat);
    char *drawn = view ? malloc(rules->picture_bytes) : NULL;
    size_t length = 0;
    if (size) buffer[0] = '\0';
    if (drawn) {
        text t = text_over(drawn, rules->picture_bytes);
        rules->game->picture(rules, view, (game_style){.ascii = ascii}, &t);
        length = give(drawn, buffer, size);
    }
    free(drawn);
    free(view);
    return length;
}

uint64_t damero_hash(const damero_play *p) { return game_hash(p->game.rules, p->game.now); }

damero_outcome damero_result(const damero_play *p) {
    game_outcome o = game_result(p->game.rules, p->game.now);
    damero_outcome result = {.over = o.over, .winner = o.winner, .reason = o.reason};
    memcpy(result.score, o.score, sizeof result.score);
    return result;
}

damero_engine *damero_engine_new(const damero_rules *r, const char *name, const char *level,
                                 int threads, size_t memory, damero_error *out) {
    const engine_kind *const *const lists[] = {engines_all, NULL};
    error e;
    const engine_kind *kind = engine_find_in(lists, inner(r)->game, name, &e);
    engine_options options = {.threads = threads, .memory = memory, .seed = 1};
    if (kind) options.level = level ? engine_find_level(kind, level, &e) : engine_full_level(kind);
    bool good = kind && options.level >= 0 && engine_check_threads(kind, threads, &e);
    damero_engine *g = good ? calloc(1, sizeof *g) : NULL;
    if (good && !g) error_set(&e, "no memory for an engine");
    if (g && (g->engine = engine_create(kind, inner(r), &options, &e))) return g;
    free(g);
    fail(out, &e);
    return NULL;
}

void damero_engine_free(damero_engine *g) {
    if (!g) return;
    engine_destroy(g->engine);
    free(g);
}

const char *damero_engine_level(const damero_engine *g, size_t index) {
    const engine_level *levels = g->engine->kind->levels;
    for (size_t i = 0; levels[i].name; i++)
        if (i == index) return levels[i].name;
    return NULL;
}

const char *damero_engine_unit(const damero_engine *g) { return g->engine->kind->unit; }

static damero_answer answer_of(const engine_result *r) {
    return (damero_answer){.move = r->move,
                           .score = r->score,
                           .scored = r->scored,
                           .exact = r->exact,
                           .depth = r->depth,
                           .nodes = r->nodes,
                           .seconds = (double)r->time * 1e-9};
}

typedef struct listener {
    damero_engine *engine;
    damero_progress *progress;
    void *context;
} listener;

static void pass_on(void *context, const engine_result *r) {
    listener *l = context;
    damero_answer so_far = answer_of(r);
    if (!l->progress(l->context, &so_far)) damero_stop(l->engine);
}

bool damero_think(damero_engine *g, const damero_play *p, const damero_limits *l,
                  damero_progress *progress, void *context, damero_answer *answer,
                  damero_error *out) {
    error e;
    int turn = damero_turn(p);
    if (turn < 0 || g->engine->rules != p->game.rules) {
        error_set(&e, turn < 0 ? "there is no move to choose"
                               : "the engine was made for other rules than the game");
        return fail(out, &e);
    }
    game_position *view = game_new_view(p->game.rules, p->game.now, turn);
    if (!view) {
        error_set(&e, "no memory for a position");
        return fail(out, &e);
    }
    listener hears = {g, progress, context};
    engine_limits limits = {.move_time = l ? (int64_t)(l->seconds * 1e9) : 0,
                            .nodes = l ? l->nodes : 0,
                            .depth = l ? l->depth : 0};
    engine_watch watch = {&g->stop, progress ? pass_on : NULL, &hears};
    engine_result result = {0};
    atomic_store(&g->stop, false);
    engine_think(g->engine, view, turn, &limits, &watch, &result);
    free(view);
    *answer = answer_of(&result);
    return true;
}

void damero_stop(damero_engine *g) { atomic_store(&g->stop, true); }

bool damero_record_read(const char *bytes, size_t length, size_t *at, damero_rules **rules,
                        damero_play **play, damero_error *out) {
    error e;
    record r;
    size_t next = *at;
    if (!record_read(&r, bytes, length, &next, &e)) return fail(out, &e);
    damero_play *p = calloc(1, sizeof *p);
    if (!p) {
        record_destroy(&r);
        error_set(&e, "no memory for a game");
        return fail(out, &e);
    }
    p->game = r.game;
    *rules = (damero_rules *)r.rules;
    *play = p;
    *at = next;
    /* Both are the caller's now; the tags and notes go. */
    r.game = (history){0};
    r.rules = NULL;
    record_destroy(&r);
    return true;
}

typedef struct sink {
    char *buffer;
    size_t size, length;
} sink;

static void put(void *context, const char *bytes, size_t length) {
    sink *s = context;
    for (size_t i = 0; i < length; i++, s->length++)
        if (s->length + 1 < s->size) s->buffer[s->length] = bytes[i];
}

/* The game as a record of its own, which has its own rules. */
static bool make_record(const history *h, record *r) {
    char settings[600];
    text t = text_over(settings, sizeof settings);
    game_write_settings(h->rules, &t);
    game_rules *rules = game_create(h->rules->game, settings, NULL);
    if (!rules || !record_create(r, rules, NULL)) return false;
    bool usual = game_hash(h->rules, h->start) == game_hash(rules, r->game.now);
    bool good = usual || record_set_start(r, h->start, NULL);
    for (size_t i = 0; good && i < h->count; i++) good = history_play(&r->game, h->moves[i], NULL);
    text result = text_over(r->result, sizeof r->result);
    if (good) record_rule_result(r, &result);
    else record_destroy(r);
    return good;
}

size_t damero_record_write(const damero_play *p, char *buffer, size_t size) {
    sink s = {buffer, size, 0};
    record r;
    bool good = make_record(&p->game, &r);
    if (good) {
        good = record_write(&r, (record_sink){put, &s}, NULL);
        record_destroy(&r);
    }
    if (size) buffer[!good ? 0 : s.length < size ? s.length : size - 1] = '\0';
    return good ? s.length : 0;
}

bool damero_solve(const damero_play *p, int threads, size_t memory, int *value, damero_error *out) {
    error e;
    const history *h = &p->game;
    if (h->rules->game != &dots_game || dots_rules_of(h->rules)->pass) {
        error_set(&e, "only Dots without pass=on can be solved");
        return fail(out, &e);
    }
    const dots_rules *rules = dots_rules_of(h->rules);
    const dots_position *position = (const dots_position *)(const void *)h->now;
    dots_graph graph;
    if (position->open > DOTS_MAX_LINES) {
        error_set(&e, "%d lines are open, and the solver takes %d at most", position->open,
                  DOTS_MAX_LINES);
        return fail(out, &e);
    }
    dots_graph_from_grid(&graph, rules->rows, rules->columns, position->lines);
    dots_solver *solver =
        dots_solver_create(memory ? memory : (size_t)64 << 20, threads > 0 ? threads : 1);
    if (!solver) {
        error_set(&e, "there is not enough memory for the solver's table");
        return fail(out, &e);
    }
    dots_solver_load(solver, &graph);
    *value = dots_solver_value(solver, dots_graph_open(&graph), &(dots_search_options){0}).lower;
    dots_solver_destroy(solver);
    return true;
}

bool damero_perft(const damero_play *p, int depth, uint64_t *count, damero_error *out) {
    error e;
    return game_perft(p->game.rules, p->game.now, depth, count, &e) || fail(out, &e);
}

bool damero_play_random(const damero_rules *r, uint64_t seed, size_t games,
                        uint64_t wins[DAMERO_SEATS_MAX], uint64_t *draws, uint64_t *moves,
                        damero_error *out) {
    error e;
    const game_rules *rules = inner(r);
    random_source random = random_seed(seed);
    game_position *p = game_new_position(rules);
    game_move *list = malloc(rules->max_moves * sizeof *list);
    bool good = p && list;
    for (size_t i = 0; good && i < games; i++) {
        rules->game->start(rules, p);
        for (int turn; (turn = game_turn(rules, p)) != GAME_OVER; ++*moves) {
            size_t count = turn == GAME_CHANCE ? 0 : game_moves(rules, p, turn, list);
            game_move m = turn == GAME_CHANCE ? rules->game->roll(rules, p, &random)
                                              : list[random_below(&random, (uint32_t)count)];
            game_play(rules, p, m, NULL);
        }
        game_outcome o = game_result(rules, p);
        if (o.winner == GAME_NOBODY) ++*draws;
        else wins[o.winner]++;
    }
    free(p);
    free(list);
    if (!good) error_set(&e, "no memory for a game");
    return good || fail(out, &e);
}
