#include "engines/dots/solver/solver.h"

#include "engines/dots/solver/order.h"
#include "engines/dots/solver/state.h"

#include <stdlib.h>
#include <string.h>
#include <threads.h>

#include "base/clock.h"

/* Creation. */

static dots_solver *create_solver(int threads) {
    if (threads < 1 || threads > DOTS_MAX_THREADS) {
        return NULL;
    }
    dots_solver *solver = calloc(1, sizeof *solver);
    if (solver == NULL) {
        return NULL;
    }
    solver->threads = threads;
    solver->searchers = calloc((size_t)threads, sizeof *solver->searchers);
    if (solver->searchers == NULL) {
        free(solver);
        return NULL;
    }
    solver->shared.graph = &solver->graph;
    solver->shared.keyer = &solver->keyer;
    solver->shared.table = &solver->table;
    solver->shared.rank = solver->rank;
    solver->shared.busy = solver->own_busy;
    return solver;
}

/* A thread's small cache has an eighth of the table's size, within limits. It is probed several
 * times for each probe of the table, so huge pages matter here as well. */
static bool create_quick(dots_solver *solver, size_t table_bytes) {
    int bits = DOTS_QUICK_LEAST;
    while (bits < DOTS_QUICK_MOST && sizeof(dots_quick) << (bits + 4) <= table_bytes) bits++;
    solver->quick_bytes = (size_t)solver->threads * sizeof(dots_quick) << bits;
    if (!large_create(&solver->quick, solver->quick_bytes)) return false;
    for (int i = 0; i < solver->threads; i++) {
        solver->searchers[i].quick = (dots_quick *)solver->quick.start + ((size_t)i << bits);
        solver->searchers[i].quick_bits = bits;
    }
    return true;
}

dots_solver *dots_solver_create(size_t memory, int threads) {
    dots_solver *solver = create_solver(threads);
    if (solver != NULL &&
        !(create_quick(solver, memory) && dots_table_create(&solver->table, memory))) {
        dots_solver_destroy(solver);
        return NULL;
    }
    return solver;
}

dots_solver *dots_solver_create_in(void *memory, size_t bytes) {
    dots_solver *solver = create_solver(1);
    if (solver != NULL && !create_quick(solver, bytes)) {
        dots_solver_destroy(solver);
        return NULL;
    }
    if (solver != NULL) {
        size_t busy = sizeof solver->own_busy;
        solver->in_common = true;
        solver->shared.busy = memory;
        dots_table_create_in(&solver->table, (char *)memory + busy, bytes - busy);
    }
    return solver;
}

void dots_solver_destroy(dots_solver *solver) {
    if (solver != NULL) {
        dots_table_destroy(&solver->table);
        large_destroy(&solver->quick);
        free(solver->searchers);
        free(solver);
    }
}

void dots_solver_clear(dots_solver *solver) {
    dots_table_clear(&solver->table);
    memset(solver->quick.start, 0, solver->quick_bytes);
}

void dots_solver_load(dots_solver *solver, const dots_graph *graph) {
    solver->graph = *graph;
    dots_keyer_init(&solver->keyer, &solver->graph);
    dots_order_lines(&solver->graph, solver->rank);
}

/* One test, on all threads. */

/* A question being answered, with its limits and its cost so far. */
struct question {
    dots_solver *solver;
    const dots_search_options *options;
    double started, reported; /* seconds */
    uint64_t nodes;           /* of finished tests */
    dots_search_status status;
    /* the running test */
    dots_quiet position;
    int lower, upper, target;
    atomic_int answers; /* threads that have finished the test; the first one counts */
    int bound;
};

static double now(void) { return clock_seconds(clock_now()); }

static struct question start_question(dots_solver *solver, const dots_search_options *options) {
    static const dots_search_options none = {0};
    double time = now();
    return (struct question){.solver = solver,
                             .options = options != NULL ? options : &none,
                             .started = time,
                             .reported = time,
                             .status = DOTS_DONE};
}

static void report(struct question *question, double time) {
    const dots_solver *solver = question->solver;
    const dots_searcher *searcher = &solver->searchers[0];
    dots_search_progress progress = {
        .nodes =
            question->nodes + atomic_load_explicit(&solver->shared.nodes, memory_order_relaxed),
        .seconds = time - question->started,
        .lower = question->lower,
        .upper = question->upper,
        .target = question->target,
        .root_moves = searcher->moves[0],
        .root_done = searcher->moves_done[0],
        .fraction = dots_searcher_fraction(searcher),
        .table_fill = dots_table_fill(&solver->table),
    };
    question->options->report(question->options->report_context, &progress);
    question->reported = now();
}

/* Called by the first searcher every few hundred nodes. */
static bool poll_question(void *context) {
    struct question *question = context;
    const dots_search_options *options = question->options;
    if (options->node_limit != 0 && !question->solver->shared.alone &&
        question->nodes +
                atomic_load_explicit(&question->solver->shared.nodes, memory_order_relaxed) >=
            options->node_limit) {
        return false;
    }
    if (options->report != NULL) {
        double time = now();
        if (time - question->reported >= options->report_seconds) {
            report(question, time);
        }
    }
    return true;
}

/* Runs the test on one thread. The first thread to finish sets the answer and stops the others. */
static void run_searcher(struct question *question, dots_searcher *searcher) {
    int bound = dots_search_test(searcher, &question->position, question->target);
    if (!searcher->halted && atomic_fetch_add(&question->answers, 1) == 0) {
        question->bound = bound;
        atomic_store(&question->solver->shared.halt, true);
    }
}

struct helper {
    struct question *question;
    dots_searcher *searcher;
    thrd_t thread;
    bool runs;
};

static int run_helper(void *context) {
    struct helper *helper = context;
    run_searcher(helper->question, helper->searcher);
    return 0;
}

enum { THREADS_WORK = 4096 }; /* with fewer nodes left it is not worth starting threads */

/* Tests whether the position is worth at least `target`. False if the search was stopped. */
static bool run_test(struct question *question, int target) {
    dots_solver *solver = question->solver;
    struct helper helpers[DOTS_MAX_THREADS];
    uint64_t limit = question->options->node_limit;
    if (limit != 0 && question->nodes >= limit) { /* used up by the last test */
        question->status = DOTS_NODES_SPENT;
        return false;
    }
    question->target = target;
    atomic_store(&question->answers, 0);
    atomic_store(&solver->shared.halt, false);
    atomic_store(&solver->shared.nodes, 0);
    solver->shared.stop = question->options->stop;
    int threads = limit != 0 && limit - question->nodes < THREADS_WORK ? 1 : solver->threads;
    solver->shared.alone = threads == 1 && !solver->in_common;
    for (int i = 0; i < threads; i++) {
        dots_searcher_start(&solver->searchers[i], &solver->shared, i == 0 ? poll_question : NULL,
                            question);
    }
    if (limit != 0 && threads == 1) {
        solver->searchers[0].node_limit = limit - question->nodes;
    }
    for (int i = 1; i < threads; i++) {
        helpers[i] = (struct helper){.question = question, .searcher = &solver->searchers[i]};
        helpers[i].runs = thrd_create(&helpers[i].thread, run_helper, &helpers[i]) == thrd_success;
    }
    run_searcher(question, &solver->searchers[0]);
    if (solver->searchers[0].halted) {
        atomic_store(&solver->shared.halt, true);
    }
    for (int i = 1; i < threads; i++) {
        if (helpers[i].runs) {
            (void)thrd_join(helpers[i].thread, NULL);
        }
    }
    question->nodes += atomic_load(&solver->shared.nodes);
    if (atomic_load(&question->answers) > 0) {
        return true;
    }
    bool stopped = question->options->stop != NULL && atomic_load(question->options->stop);
    question->status = stopped ? DOTS_STOPPED : DOTS_NODES_SPENT;
    return false;
}

/* Values. */

/* A position to be solved: what can be taken at once, and the quiet rest. */
struct task {
    dots_capture capture;
    dots_bounds rest; /* bounds of the value of the rest */
};

static struct task make_task(dots_solver *solver, uint64_t open, dots_quiet *position) {
    struct task task;
    task.capture = dots_capture_all(&solver->graph, open);
    *position =
        dots_quiet_of(&solver->graph, dots_keyer_normalise(&solver->keyer, task.capture.left));
    int boxes = dots_quiet_boxes(position);
    task.rest = (dots_bounds){-boxes, boxes};
    return task;
}

/* The bounds of the whole from those of the rest; |V + h| is smallest when V is nearest to -h. */
static dots_bounds whole_bounds(const struct task *task) {
    int k = task->capture.boxes;
    int h = task->capture.handover;
    int low = dots_taking_value(k, h, task->rest.lower);
    int high = dots_taking_value(k, h, task->rest.upper);
    dots_bounds whole = {low < high ? low : high, low > high ? low : high};
    if (h != 0 && task->rest.lower < -h && task->rest.upper > -h) {
        whole.lower = k - h + (task->rest.lower & 1);
    }
    return whole;
}

/* The next target within the bounds of the rest, as near as possible to the guess. */
static int next_target(const struct task *task, int guess) {
    int target = guess + ((guess ^ task->rest.lower) & 1);
    target = target <= task->rest.lower ? task->rest.lower + 2 : target;
    return target > task->rest.upper ? task->rest.upper : target;
}

/* Narrows the bounds by null-window tests, each next to the last answer (MTD(f), Plaat 1995),
 * until the value is known or known to lie outside the window.
 */
static dots_bounds value_between(struct question *question, uint64_t open, int alpha, int beta,
                                 int guess) {
    struct task task = make_task(question->solver, open, &question->position);
    int target = task.capture.handover == 0 ? guess - task.capture.boxes : 0;
    for (;;) {
        dots_bounds whole = whole_bounds(&task);
        if (whole.lower == whole.upper || whole.lower >= beta || whole.upper <= alpha) {
            return whole;
        }
        question->lower = task.rest.lower;
        question->upper = task.rest.upper;
        target = next_target(&task, target);
        if (!run_test(question, target)) {
            return whole;
        }
        if (question->bound >= target) {
            task.rest.lower = question->bound;
            target = question->bound + 2;
        } else {
            task.rest.upper = question->bound;
            target = question->bound;
        }
    }
}

enum {
    ANY = 2 * DOTS_MAX_BOXES, /* beyond every value */
    FIRST_GUESS = 2,          /* the first test; a little high is less work than a little low */
    FIRST_WORK = 256          /* nodes for each line in the first round of line_that_keeps */
};

static dots_solution make_result(const struct question *question, dots_bounds bounds) {
    return (dots_solution){question->status, bounds.lower, bounds.upper, question->nodes};
}

dots_solution dots_solver_bounds(dots_solver *solver, uint64_t open, int alpha, int beta,
                                 const dots_search_options *options) {
    struct question question = start_question(solver, options);
    int guess = alpha > FIRST_GUESS ? alpha : beta < FIRST_GUESS ? beta : FIRST_GUESS;
    dots_bounds bounds = value_between(&question, open, alpha, beta, guess);
    return make_result(&question, bounds);
}

dots_solution dots_solver_value(dots_solver *solver, uint64_t open,
                                const dots_search_options *options) {
    return dots_solver_bounds(solver, open, -ANY, ANY, options);
}

/* Lines. */

static int boxes_completed(const dots_graph *graph, uint64_t open, int line) {
    int completed = 0;
    for (int side = 0; side < 2; side++) {
        int box = graph->ends[line].box[side];
        if (box != DOTS_GROUND && (graph->box_lines[box] & open) == UINT64_C(1) << line) {
            completed++;
        }
    }
    return completed;
}

/* The value of drawing a line for the player to move, as far as the window needs it. */
static dots_bounds line_between(struct question *question, uint64_t open, int line, int alpha,
                                int beta, int guess) {
    uint64_t after = open & ~(UINT64_C(1) << line);
    int completed = boxes_completed(&question->solver->graph, open, line);
    if (completed > 0) {
        dots_bounds next =
            value_between(question, after, alpha - completed, beta - completed, guess - completed);
        return (dots_bounds){completed + next.lower, completed + next.upper};
    }
    dots_bounds next = value_between(question, after, -beta, -alpha, -guess);
    return (dots_bounds){-next.upper, -next.lower};
}

static dots_bounds line_without_search(dots_solver *solver, uint64_t open, int line) {
    struct question question = start_question(solver, NULL);
    /* An empty window, which any bounds satisfy. */
    return line_between(&question, open, line, ANY, -ANY, 0);
}

dots_search_status dots_solver_lines(dots_solver *solver, uint64_t open,
                                     const dots_search_options *options,
                                     dots_solution results[DOTS_MAX_LINES]) {
    struct question question = start_question(solver, options);
    int guess = 0;
    for (uint64_t rest = open; rest != 0; rest &= rest - 1) {
        int line = __builtin_ctzll(rest);
        uint64_t before = question.nodes;
        dots_bounds bounds;
        if (question.status == DOTS_DONE) {
            bounds = line_between(&question, open, line, -ANY, ANY, guess);
            guess = bounds.lower;
        } else {
            bounds = line_without_search(solver, open, line);
        }
        results[line] = make_result(&question, bounds);
        results[line].nodes = question.nodes - before;
    }
    return question.status;
}

/* A line that keeps the value. Any such line will do, so all get a little work before any gets
 * more: the search that found the value has left one of them in the table. Returns -1 if the
 * question's limits ended it. */
static int line_that_keeps(struct question *question, uint64_t open, int value) {
    dots_solver *solver = question->solver;
    const dots_search_options *options = question->options;
    int by_rank[DOTS_MAX_LINES] = {0};
    for (int line = 0; line < solver->graph.line_count; line++) by_rank[solver->rank[line]] = line;
    for (uint64_t work = FIRST_WORK;; work *= 8) {
        for (int rank = solver->graph.line_count - 1; rank >= 0; rank--) {
            if ((open >> by_rank[rank] & 1) == 0) continue;
            dots_search_options little = *options;
            uint64_t limit = options->node_limit;
            if (limit != 0 && question->nodes >= limit) question->status = DOTS_NODES_SPENT;
            if (question->status != DOTS_DONE) return -1;
            little.node_limit =
                limit != 0 && limit - question->nodes < work ? limit - question->nodes : work;
            struct question trial = start_question(solver, &little);
            dots_bounds bounds = line_between(&trial, open, by_rank[rank], value - 1, value, value);
            question->nodes += trial.nodes;
            if (trial.status == DOTS_STOPPED) question->status = DOTS_STOPPED;
            if (trial.status == DOTS_DONE && bounds.lower >= value) return by_rank[rank];
        }
    }
}

dots_search_status dots_solver_play(dots_solver *solver, uint64_t open,
                                    const dots_search_options *options,
                                    uint8_t play[DOTS_MAX_LINES], int *count) {
    struct question question = start_question(solver, options);
    *count = 0;
    int value = value_between(&question, open, -ANY, ANY, 0).lower;
    while (open != 0 && question.status == DOTS_DONE) {
        int best = line_that_keeps(&question, open, value);
        if (best < 0) break;
        int completed = boxes_completed(&solver->graph, open, best);
        value = completed > 0 ? value - completed : -value;
        open &= ~(UINT64_C(1) << best);
        play[(*count)++] = (uint8_t)best;
    }
    return question.status;
}
