#include <stdlib.h>
#include <string.h>

#include "base/large.h"
#include "engines/trax/search.h"
#include "puzzles/prover.h"

enum {
    TURNS_MOST = 4,  /* of the solver in a forced win */
    TILES_LEAST = 4, /* on the board */
    TILES_MOST = 90,
    CHAIN = 4, /* tiles of a turn that make a chain of forced ones */
    MEMORY = 4 << 20,
};
#define NODES_FIND  20000  /* to find a win */
#define NODES_PROVE 600000 /* for everything that is asked about one position */

enum {
    AT_ONCE = 1 << 0,
    FORK = 1 << 1,
    FORCED_CHAIN = 1 << 2,
    LONG_ATTACK = 1 << 3,
    LOOP = 1 << 4,
    LINE = 1 << 5,
    DEFENCE = 1 << 6,
};
static const char *const themes[] = {"at-once", "fork", "forced-chain", "long-attack",
                                     "loop",    "line", "defence",      NULL};
static const uint8_t most[] = {20, 100, 100, 100, 100, 100, 100};
static const char *const variants[] = {"", NULL};

/* What follows a turn of the solver. */
typedef struct verdict {
    bool wins;
    bool lost;       /* the opponent wins at once */
    game_move reply; /* what prevents the win; 0: the game is over */
    int tiles;       /* that the turn lays */
    unsigned threats;
} verdict;

typedef struct trax_solver {
    prover prover;
    search_table table;
    large_block block;
    trax_worker *worker; /* in it */
    atomic_bool halt;
    bool spent; /* the nodes are used up: answers mean nothing */
    trax_move turns[TRAX_MOVES_MAX], answers[TRAX_MOVES_MAX];
    verdict verdict[TRAX_MOVES_MAX]; /* of the turns */
} trax_solver;

/* Everything is played on the worker's own position and taken back: a copy is large. */
static trax_position *board(const trax_solver *s) { return &s->worker->position; }

static const trax_rules *rules_of(const trax_solver *s) { return s->worker->rules; }

/* The first turn of a win by threats within `turns` turns of the seat to move, or 0. */
static trax_move attack(trax_solver *s, int turns) {
    trax_worker *w = s->worker;
    if (s->spent || turns < 1) return 0;
    w->used = w->spot_total = 0;
    trax_move first = trax_prove(w, turns, 0);
    w->nodes++; /* so that scans without a search count, too */
    s->spent = w->stopped;
    return s->spent ? 0 : first;
}

/* The fewest turns within which an attack wins, up to `most_turns`; 0: none. */
static int attack_length(trax_solver *s, int most_turns) {
    for (int turns = 1; turns <= most_turns; turns++)
        if (attack(s, turns)) return turns;
    return 0;
}

/* The answer of the opponent, who is to move, that prevents a win of the other seat within `turns`
 * turns; 0 if there is none. */
static trax_move find_answer(trax_solver *s, int turns) {
    trax_position *p = board(s);
    int seat = p->mover ^ 1;
    size_t count = trax_list_in_order(rules_of(s), p, s->answers);
    for (size_t i = 0; i < count && !s->spent; i++) {
        trax_undo undo;
        trax_play(rules_of(s), p, s->answers[i], &undo);
        bool holds = trax_decided(p) ? trax_winner(p) != seat : !attack(s, turns);
        trax_take_back(p, &undo);
        if (holds) return s->answers[i];
    }
    return 0;
}

/* The first turn that wins at once for the seat to move; there must be one. The turn that the scan
 * names would not do, since its order depends on the game before. */
static trax_move find_win(trax_solver *s) {
    trax_position *p = board(s);
    int seat = p->mover;
    size_t count = trax_list_in_order(rules_of(s), p, s->answers);
    for (size_t i = 0; i < count; i++)
        if (trax_wins_by(rules_of(s), p, s->answers[i], seat)) return s->answers[i];
    return 0;
}

/* Whether the seat to move wins by `m` within `turns` turns, `m` included. */
static verdict judge(trax_solver *s, trax_move m, int turns) {
    trax_position *p = board(s);
    verdict v = {0};
    trax_undo undo;
    trax_outlook o = {0};
    int seat = p->mover, before = p->tiles;
    trax_play(rules_of(s), p, m, &undo);
    v.tiles = p->tiles - before;
    if (trax_decided(p)) {
        v.wins = trax_winner(p) == seat;
        v.lost = trax_winner(p) == (seat ^ 1);
    } else {
        trax_scan(rules_of(s), p, &o);
        v.lost = o.win != 0;
        v.threats = o.threats;
        trax_move reply = o.win ? find_win(s) : find_answer(s, turns - 1);
        v.wins = !reply;
        if (reply) v.reply = trax_to_contract(p, reply);
    }
    trax_take_back(p, &undo);
    return v;
}

/* The opponent's answer after which the win takes most turns. */
static trax_move longest_answer(trax_solver *s, int turns, int *left) {
    trax_position *p = board(s);
    trax_move best = 0;
    *left = 0;
    size_t count = trax_list_in_order(rules_of(s), p, s->answers);
    for (size_t i = 0; i < count && !s->spent; i++) {
        trax_undo undo;
        trax_play(rules_of(s), p, s->answers[i], &undo);
        int length = trax_decided(p) ? 0 : attack_length(s, turns);
        trax_take_back(p, &undo);
        if (length <= *left) continue;
        *left = length;
        best = s->answers[i];
    }
    return best;
}

/* Adds a decision with all turns: `turns` more are enough. `only`: exactly one may be right. */
static bool decide(trax_solver *s, puzzle *out, int turns, bool only, trax_move *solution) {
    trax_position *p = board(s);
    size_t count = trax_list_in_order(rules_of(s), p, s->turns), right = 0;
    for (size_t i = 0; i < count && !s->spent && (!only || right < 2); i++) {
        s->verdict[i] = judge(s, s->turns[i], turns);
        const verdict *v = &s->verdict[i];
        if (!v->wins || right++ > 0) continue;
        *solution = s->turns[i];
        if (only && v->tiles >= CHAIN) out->themes |= FORCED_CHAIN;
        if (only && v->threats >= 2) out->themes |= FORK;
    }
    bool fine = !s->spent && right > 0 && (!only || right == 1) && puzzle_decide(out);
    const game_position *view = (const game_position *)(const void *)p;
    for (int wrong = 0; wrong < 2; wrong++)
        for (size_t i = 0; fine && i < count; i++) {
            const verdict *v = &s->verdict[i];
            if (v->wins == wrong) continue;
            fine = prover_add(&s->prover, out, v->wins, view, trax_to_contract(p, s->turns[i]),
                              v->wins ? 0 : v->reply,
                              v->wins   ? PUZZLE_WON
                              : v->lost ? PUZZLE_LOST
                                        : 0);
        }
    return fine;
}

/* `first` becomes the solution. */
static bool write_line(trax_solver *s, puzzle *out, int turns, trax_move *first) {
    trax_position *p = board(s);
    const game_position *view = (const game_position *)(const void *)p;
    int seat = p->mover;
    for (*first = 0; turns > 0;) {
        trax_move solution = 0;
        trax_undo undo;
        if (!decide(s, out, turns, !*first, &solution)) return false;
        if (!*first) *first = solution;
        trax_play(rules_of(s), p, solution, &undo);
        if (trax_decided(p)) break;
        trax_move answer = longest_answer(s, turns - 1, &turns);
        if (!answer || s->spent ||
            !prover_answer(&s->prover, out, view, trax_to_contract(p, answer)))
            return false;
        trax_play(rules_of(s), p, answer, &undo);
    }
    out->themes |= p->loops >> seat & 1 ? LOOP : LINE;
    return trax_winner(p) == seat;
}

static bool wins_anyhow(trax_solver *s, int turns);

/* Whether the seat to move loses within `turns` turns of the opponent whatever it answers.
 * `refutation` is an answer that helped against another turn; it is tried first. */
static bool loses_anyhow(trax_solver *s, int turns, trax_move *refutation) {
    trax_position *p = board(s);
    trax_move answers[TRAX_MOVES_MAX];
    trax_outlook o;
    int attacker = p->mover ^ 1;
    trax_scan(rules_of(s), p, &o);
    if (o.win) return false;
    size_t count = trax_list_in_order(rules_of(s), p, answers);
    for (size_t i = 0; i < count; i++)
        if (answers[i] == *refutation) {
            answers[i] = answers[0];
            answers[0] = *refutation;
        }
    bool lost = true;
    for (size_t i = 0; i < count && lost; i++) {
        trax_undo undo;
        trax_play(rules_of(s), p, answers[i], &undo);
        lost = trax_decided(p) ? trax_winner(p) == attacker : wins_anyhow(s, turns);
        trax_take_back(p, &undo);
        if (!lost) *refutation = answers[i];
    }
    return lost;
}

/* Whether the seat to move wins within `turns` turns, by threats or not: every turn and every
 * answer are tried. */
static bool wins_anyhow(trax_solver *s, int turns) {
    trax_position *p = board(s);
    trax_move list[TRAX_MOVES_MAX], refutation = 0;
    trax_outlook o;
    int seat = p->mover;
    trax_scan(rules_of(s), p, &o);
    if (o.win || turns == 1) return o.win != 0;
    size_t count = trax_list_in_order(rules_of(s), p, list);
    bool won = false;
    for (size_t i = 0; i < count && !won; i++) {
        trax_undo undo;
        trax_play(rules_of(s), p, list[i], &undo);
        won = trax_decided(p) ? trax_winner(p) == seat : loses_anyhow(s, turns - 1, &refutation);
        trax_take_back(p, &undo);
    }
    return won;
}

/* Whether no turn but the solution wins within `turns` turns. `decide` has asked for attacks by
 * threats only; here and there a quiet turn wins, too. */
static bool is_only_win(trax_solver *s, int turns, trax_move solution) {
    trax_position *p = board(s);
    trax_move refutation = 0;
    size_t count = trax_list_in_order(rules_of(s), p, s->turns);
    bool only = true;
    for (size_t i = 0; i < count && only && turns > 1; i++) {
        trax_undo undo;
        if (s->turns[i] == solution) continue;
        trax_play(rules_of(s), p, s->turns[i], &undo);
        only = trax_decided(p) || !loses_anyhow(s, turns - 1, &refutation);
        trax_take_back(p, &undo);
    }
    return only;
}

/* Forgets everything, so that a proof does not depend on those before it. */
static void begin(trax_solver *s, const trax_position *p, uint64_t nodes) {
    trax_worker *w = s->worker;
    search_table_clear(&s->table);
    memset(w->history, 0, sizeof w->history);
    memset(w->scanned, 0, sizeof w->scanned);
    trax_worker_set(w, p);
    w->node_limit = nodes;
    s->spent = false;
}

static bool prove(prover *base, const game_position *view, puzzle *out) {
    trax_solver *s = (trax_solver *)base;
    const trax_position *start = (const trax_position *)(const void *)view;
    if (start->tiles < TILES_LEAST || start->tiles > TILES_MOST ||
        trax_over(trax_rules_of(base->rules), start))
        return false;
    begin(s, start, NODES_FIND);
    int turns = attack_length(s, TURNS_MOST);
    if (turns == 0) return false;
    trax_outlook o;
    trax_scan(rules_of(s), board(s), &o);
    begin(s, start, NODES_PROVE);
    trax_move solution;
    if (!write_line(s, out, turns, &solution)) return false;
    trax_worker_set(s->worker, start);
    if (!is_only_win(s, turns, solution)) return false;
    out->goal = PUZZLE_WIN;
    if (turns == 1) out->themes |= AT_ONCE;
    if (turns >= 3) out->themes |= LONG_ATTACK;
    if (!o.win && o.threats > 0) out->themes |= DEFENCE;
    size_t choices = out->decision[0].count;
    out->rating = 480 + 340 * (turns - 1) + 3 * (int)(choices < 120 ? choices : 120) +
                  (out->themes & FORCED_CHAIN ? 70 : 0) + (out->themes & DEFENCE ? 60 : 0) +
                  (out->themes & LINE ? 60 : 0);
    return true;
}

static void destroy(prover *base) {
    trax_solver *s = (trax_solver *)base;
    search_table_destroy(&s->table);
    large_destroy(&s->block);
    free(s);
}

static prover *create(const game_rules *rules, error *e) {
    trax_solver *s = calloc(1, sizeof *s);
    if (!s) {
        error_set(e, "no memory for a prover");
        return NULL;
    }
    s->prover = (prover){&trax_prover, rules};
    atomic_init(&s->halt, false);
    if (!search_table_create(&s->table, MEMORY, e) || !large_create(&s->block, sizeof *s->worker)) {
        destroy(&s->prover);
        error_set(e, "no memory for a prover");
        return NULL;
    }
    s->worker = memset(s->block.start, 0, sizeof *s->worker);
    s->worker->rules = trax_rules_of(rules);
    s->worker->table = &s->table;
    s->worker->halt = &s->halt;
    search_deadline_set(&s->worker->deadline, 0, 0);
    trax_scale_create(&s->worker->scale, &trax_tuned);
    return &s->prover;
}

const prover_kind trax_prover = {
    .game = &trax_game,
    .themes = themes,
    .most = most,
    .rules = variants,
    .nodes = 400,
    .random_plies = 4,
    .careless = 15,
    .spread = 1,
    .apart = 1,
    .create = create,
    .destroy = destroy,
    .prove = prove,
};
