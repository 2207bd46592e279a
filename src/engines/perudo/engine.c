/* perudo: the strong player.
 *
 * With two players left it follows the table of the round (tables.h) if there is one; those for the
 * usual rules and up to five dice each are built in. Without a table and with few dice it solves
 * the whole round (solver.h), improving the solution whenever there is time. Otherwise it deals
 * hands from beliefs about them (belief.h) and tries every sensible move against opponents who play
 * as belief.h says.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "engines/perudo/player.h"
#include "engines/perudo/rollout.h"
#include "engines/perudo/solver.h"
#include "engines/perudo/style.h"
#include "engines/perudo/tables.h"
#include "engines/perudo/values.h"

enum {
    SMALL_ROUND = 4,   /* total dice up to which a whole round is solved if there is no table */
    SMALL_MEMORY = 4,  /* bids remembered in such a round */
    TRUSTED = 400,     /* its iterations, however few are asked for */
    ENOUGH = 96,       /* iterations after which its solution is used */
    PLENTY = 1500,     /* iterations after which it is no longer improved */
    TREE_NODES = 6000, /* limits of a tree solved during play */
    TREE_ACTIONS = 14000,
    TREE_FLOATS = 1 << 21,
    TREE_ITERATIONS = 40, /* iterations that a tree should get in its time */
};

/* Moves played less often than this are dropped: in whole rounds, and in trees. */
#define RARE       0.002f
#define NEGLIGIBLE 0.03f

/* What a tree is chosen for if nodes limit it, or nothing. */
#define USUAL_SECONDS 0.02

/* A round of two players with few dice. */
typedef struct small_round {
    bool there;
    perudo_round_graph graph;
    solver solver;
} small_round;

typedef struct strong {
    perudo_tables tables;
    small_round small[SMALL_ROUND][SMALL_ROUND]; /* by dice less one: opener, other */
    perudo_round_graph tree;
    solver tree_solver;
    int widest;
    float *prior[2]; /* of a tree */
    rollout rollout;
    perudo_foresight foresight;
    double *worth; /* of each move */
    double pace;   /* seconds per iteration, action and hand */
} strong;

static void forget(strong *m) {
    for (int a = 0; a < SMALL_ROUND; a++)
        for (int b = 0; b < SMALL_ROUND; b++)
            if (m->small[a][b].there) {
                perudo_solver_destroy(&m->small[a][b].solver);
                perudo_round_destroy(&m->small[a][b].graph);
            }
    perudo_tables_destroy(&m->tables);
    perudo_solver_destroy(&m->tree_solver);
    free(m->tree.node);
    free(m->tree.child);
    for (int i = 0; i < 2; i++) free(m->prior[i]);
    perudo_rollout_destroy(&m->rollout);
    perudo_foresight_destroy(&m->foresight);
    free(m->worth);
    free(m);
}

/* Whether a round always ends with one die lost by one of the two. Then it does not matter what a
 * die is worth, and a round can be solved on its own. */
static bool two_outcomes(const perudo_rules *r) {
    return r->calza == PERUDO_CALZA_OFF && !r->difference && r->palifico != PERUDO_PALIFICO_ALWAYS;
}

static bool prepare_small(strong *m, const perudo_rules *r, error *e) {
    for (int a = 1; a < SMALL_ROUND && two_outcomes(r); a++)
        for (int b = 1; a + b <= SMALL_ROUND; b++) {
            const uint8_t *const *image = m->tables.image[a - 1][b - 1];
            small_round *s = &m->small[a - 1][b - 1];
            int dice[2] = {a, b};
            if (a > r->most[0] || b > r->most[0] || (image[0] && image[1])) continue;
            /* With any face at a higher count, twice as many bids can follow each one. */
            int memory = r->raise == PERUDO_RAISE_ANY && a + b == SMALL_ROUND ? 3 : SMALL_MEMORY;
            if (!perudo_round_create(&s->graph, r, dice, false, memory, (size_t)1 << 28, e))
                return false;
            if (!perudo_solver_create(&s->solver, &s->graph, e)) {
                perudo_round_destroy(&s->graph);
                return false;
            }
            s->there = true;
        }
    return true;
}

/* Fewer nodes if there are many hands, so that the size of all vectors stays the same. */
static uint32_t tree_nodes(const strong *m) {
    return (uint32_t)(TREE_NODES * 256 / (m->widest > 256 ? m->widest : 256));
}

static strong *make_strong(const player *p, error *e) {
    const perudo_rules *r = p->rules;
    strong *m = calloc(1, sizeof *m);
    if (!m) {
        error_set(e, "no memory for a player");
        return NULL;
    }
    int most = 1;
    for (int seat = 0; seat < r->seats; seat++) most = r->most[seat] > most ? r->most[seat] : most;
    m->widest = p->hands[1][most].padded;
    m->pace = 6e-9;
    size_t length;
    const uint8_t *shipped = perudo_shipped_tables(&length);
    if (two_outcomes(r)) perudo_tables_lend(&m->tables, r, shipped, length);
    bool good = prepare_small(m, r, e) &&
                perudo_round_reserve(&m->tree, r, TREE_NODES, TREE_ACTIONS, e) &&
                perudo_solver_reserve(&m->tree_solver, tree_nodes(m), TREE_ACTIONS, TREE_FLOATS,
                                      m->widest, e);
    for (int i = 0; good && i < 2; i++)
        good = (m->prior[i] = perudo_hands_floats((size_t)m->widest)) != NULL;
    good = good && perudo_rollout_create(&m->rollout, &p->model, m->widest, e) &&
           perudo_foresight_create(&m->foresight, &m->tables, m->widest, e) &&
           ((m->worth = malloc(r->rules.max_moves * sizeof *m->worth)) ||
            error_set(e, "no memory for a player"));
    if (good) return m;
    forget(m);
    return NULL;
}

/* Copies the strategy of a node to the moves of a question. */
static void copy_strategy(const solver *s, uint32_t node, const question *q, float least,
                          float *chance) {
    const perudo_round_node *n = &s->graph->node[node];
    float of_action[2 * PERUDO_DICE_MAX * PERUDO_FACES_MAX + 2];
    int first = q->hand < 0 ? 0 : q->hand, end = q->hand < 0 ? q->own->count : q->hand + 1;
    for (int h = first; h < end; h++) {
        perudo_solver_strategy(s, node, h, least, of_action);
        for (int a = 0; a < n->actions; a++) {
            int move = a >= n->calls ? perudo_question_bid(q, perudo_round_bid(s->graph, n, a))
                                     : perudo_question_call(q, a == 0 ? PERUDO_DUDO : PERUDO_CALZA);
            chance[(size_t)move * (size_t)q->own->padded + (size_t)h] = of_action[a];
        }
    }
}

/* Follows the table of the round; false if it has no row for the last bid. */
static bool follow_table(const strong *m, const question *q, float *chance) {
    perudo_row row = {0};
    int move[PERUDO_ROW_MOVES];
    if (!perudo_tables_find(&m->tables, q->view, q->seat, &row)) return false;
    const int count = row.count; /* of moves, the same for every hand */
    for (int i = 0; i < count; i++) {
        move[i] = row.move[i] ? perudo_question_bid(q, row.move[i])
                              : perudo_question_call(q, PERUDO_DUDO);
        if (move[i] < 0) return false;
    }
    for (int h = 0; h < q->own->count; h++) {
        perudo_row_read(&row);
        for (int i = 0; i < count && (q->hand < 0 || q->hand == h); i++)
            chance[(size_t)move[i] * (size_t)q->own->padded + (size_t)h] = row.chance[i];
    }
    return true;
}

/* Follows the solution of the whole round; false if the round is too large or not solved well
 * enough.
 */
static bool follow_small(strong *m, const question *q, int other, uint64_t *nodes, float *chance) {
    const perudo_position *v = q->view;
    int opener = v->starter, second = opener == q->seat ? other : q->seat;
    int a = v->count[opener], b = v->count[second];
    if (v->palifico || a + b > SMALL_ROUND || !m->small[a - 1][b - 1].there) return false;
    small_round *s = &m->small[a - 1][b - 1];
    uint64_t done = 0;
    while (s->solver.iterations < PLENTY && (done < q->effort || s->solver.iterations < TRUSTED) &&
           !(q->deadline && perudo_question_over(q))) {
        perudo_solver_iterate(&s->solver);
        done++;
    }
    *nodes += done * s->graph.node_count;
    if (s->solver.iterations < ENOUGH) return false;
    uint32_t node = 0;
    for (int i = 0; i < v->bids; i++) node = perudo_round_after(&s->graph, node, v->bid[i]);
    copy_strategy(&s->solver, node, q, RARE, chance);
    return true;
}

/* Builds the deepest tree that gets enough iterations in the time available. */
static void choose_tree(strong *m, const question *q, const hands own[2], double seconds) {
    static const perudo_round_shape shapes[] = {{3, 2, 3}, {2, 1, 4}, {2, 1, 3},
                                                {2, 1, 2}, {1, 1, 2}, {1, 1, 1}};
    int widest = own[0].padded > own[1].padded ? own[0].padded : own[1].padded;
    uint32_t nodes = tree_nodes(m);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        bool last = i + 1 == sizeof shapes / sizeof shapes[0];
        if (!perudo_round_rebuild(&m->tree, own, q->view->palifico, perudo_last_bid(q->view),
                                  shapes[i], nodes, TREE_ACTIONS, TREE_FLOATS))
            continue;
        double iteration = m->pace * (double)m->tree.action_count * widest;
        if (last || iteration * TREE_ITERATIONS < seconds) return;
    }
}

/* Solves a tree below this position, with beliefs about both hands. */
static uint64_t solve_tree(player *p, const question *q, int other, float *chance) {
    strong *m = p->strong;
    hands own[2] = {*q->own, *perudo_player_hands(p, q->view, other)};
    int seats[2] = {q->seat, other};
    perudo_player_hear(p, q->view);
    for (int i = 0; i < 2; i++) {
        for (int h = 0; h < own[i].padded; h++)
            m->prior[i][h] = perudo_beliefs_hand(&p->beliefs, &own[i], seats[i], h);
        own[i].prior = m->prior[i];
    }
    int64_t begin = clock_now();
    double seconds = USUAL_SECONDS, left = clock_seconds(q->deadline - begin);
    if (q->deadline && (left < seconds || q->effort >= PERUDO_ENDLESS)) seconds = left;
    choose_tree(m, q, own, seconds);
    perudo_solver_begin(&m->tree_solver, &m->tree);
    uint64_t done = 0;
    do {
        perudo_solver_iterate(&m->tree_solver);
        done++;
    } while (done < 400 && done < q->effort && !(q->deadline && perudo_question_over(q)));
    copy_strategy(&m->tree_solver, 0, q, NEGLIGIBLE, chance);
    return done * m->tree.node_count;
}

/* How many others have dice; *other is one of them. */
static int others_left(const player *p, const question *q, int *other) {
    int others = 0;
    for (int seat = 0; seat < p->rules->seats; seat++)
        if (seat != q->seat && q->view->count[seat]) others++, *other = seat;
    return others;
}

static uint64_t strong_strategy(player *p, const question *q, float *chance) {
    const perudo_position *v = q->view;
    strong *m = p->strong;
    uint64_t nodes = 0;
    if (q->hand < 0) perudo_beliefs_forget(&p->beliefs); /* measured round by round (exploit.h) */
    if (p->level < PERUDO_STYLES)
        return perudo_style_strategy(p, q, (perudo_style)p->level, chance);
    int other = 0, others = others_left(p, q, &other);
    if (others == 1 && perudo_tables_cover(&m->tables, v, q->seat)) {
        /* Tables omit bids that hardly ever hold: those are doubted. */
        int doubt = v->bids ? perudo_question_call(q, PERUDO_DUDO) : 0;
        if (!follow_table(m, q, chance))
            for (int h = 0; h < q->own->count; h++) perudo_answer(q, doubt, h, chance);
        return 1;
    }
    if (others == 1 && perudo_total(v) <= SMALL_ROUND) {
        if (follow_small(m, q, other, &nodes, chance)) return nodes;
        return nodes + solve_tree(p, q, other, chance);
    }
    return perudo_rollout_choose(&m->rollout, p, q, chance);
}

static void values(engine *e, const game_position *position, int seat, const engine_limits *limits,
                   const engine_watch *watch, int *values, engine_result *result) {
    player *p = (player *)e;
    strong *m = p->strong;
    const perudo_position *view = perudo_position_of(position);
    int64_t start = clock_now();
    *result = (engine_result){0};
    question q = perudo_player_ask(p, view, seat, limits, watch);
    for (int i = 0; i < q.count; i++) values[i] = ENGINE_UNKNOWN;
    if (q.count) result->move = q.moves[0];
    if (!m || q.hand < 0) return; /* a level with a style of its own estimates nothing */
    for (int i = 0; i < q.count; i++) m->worth[i] = PERUDO_NO_VALUE;
    int other = 0, others = others_left(p, &q, &other);
    if (others == 1 && perudo_tables_cover(&m->tables, view, seat) &&
        perudo_tables_cover(&m->tables, view, other)) {
        result->nodes = perudo_foresight_values(&m->foresight, p, &q, other, m->worth);
    } else {
        result->nodes = perudo_rollout_values(&m->rollout, p, &q, m->worth);
    }
    for (int i = 0; i < q.count; i++) {
        if (m->worth[i] == PERUDO_NO_VALUE) continue;
        values[i] = (int)lround(1000 * m->worth[i]);
        if (result->scored && values[i] <= result->score) continue;
        result->move = q.moves[i];
        result->score = values[i];
        result->scored = true;
    }
    result->time = clock_now() - start;
}

static void new_game(engine *e) { perudo_beliefs_forget(&((player *)e)->beliefs); }

static void destroy(engine *e) {
    player *p = (player *)e;
    if (p->strong) forget(p->strong);
    perudo_player_destroy(e);
}

static bool add_table(engine *e, const void *bytes, size_t length, error *why) {
    player *p = (player *)e;
    strong *m = p->strong;
    perudo_tables none = {0};
    /* Levels with a style of their own, and rules with more outcomes, do not use tables; but the
     * file is still checked. */
    bool useful = m && two_outcomes(p->rules);
    bool good = perudo_tables_add(useful ? &m->tables : &none, p->rules, bytes, length, why);
    perudo_tables_destroy(&none);
    return good;
}

static engine *create(const game_rules *rules, const engine_options *o, error *e) {
    player *p = perudo_player_create(&perudo_engine, rules, o, e);
    if (!p) return NULL;
    p->strategy = strong_strategy;
    if (p->level < PERUDO_STYLES) return &p->engine;
    p->strong = make_strong(p, e);
    if (p->strong) return &p->engine;
    perudo_player_destroy(&p->engine);
    return NULL;
}

void perudo_engine_collude(engine *e, int ally) {
    ((strong *)((player *)e)->strong)->rollout.ally = ally;
}

static const engine_level levels[] = {
    [PERUDO_CAREFUL] = {"careful", "bids what it holds and doubts late"},
    [PERUDO_BOLD] = {"bold", "bids high and doubts soon"},
    [PERUDO_TRICKY] = {"tricky", "often bids what it does not hold"},
    [PERUDO_BEGINNER + ENGINE_BEGINNER] = {"beginner", "bids almost at random, seldom doubts"},
    [PERUDO_BEGINNER + ENGINE_NOVICE] = {"novice", "has a vague idea of what is likely"},
    [PERUDO_BEGINNER + ENGINE_CASUAL] = {"casual", "knows what is likely, often gets it wrong"},
    [PERUDO_BEGINNER + ENGINE_CLUB] = {"club", "counts its own dice and errs now and then"},
    [PERUDO_BEGINNER + ENGINE_STRONG] = {"strong", "plays the odds with some mistakes"},
    [PERUDO_BEGINNER + ENGINE_EXPERT] = {"expert", "plays the odds, seldom a poor bid"},
    [PERUDO_BEGINNER + ENGINE_MASTER] = {"master", "plays the odds with care"},
    [PERUDO_STYLES] = {"full", "plays as well as it can"},
    {0},
};

const engine_kind perudo_engine = {
    .name = "perudo",
    .game = "perudo",
    .summary = "Plays rounds of two by tables of near-equilibria, larger tables from beliefs.",
    .unit = "thousandths of a round",
    .levels = levels,
    .styles = PERUDO_BEGINNER,
    .create = create,
    .destroy = destroy,
    .think = perudo_player_think,
    .interrupt = perudo_player_interrupt,
    .values = values,
    .add_table = add_table,
    .new_game = new_game,
};
