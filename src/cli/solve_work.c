#include "cli/solve_work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/hash.h"
#include "cli/command.h"
#include "cli/common_memory.h"
#include "engines/dots/solver/order.h"
#include "games/dots/dots.h"

enum {
    LOOK_MS = 5,
    LATER_MS = 40,
    PATIENCE_MS = 2000,     /* how long a worker keeps its table without a job */
    JOBS_MAX = 1 << 16,     /* of one position */
    SHARED_NODES = 500000,  /* after this many positions a worker tells other machines */
    SHARED_BYTES = 2 << 20, /* this much of what it has learned */
};

static void pause_ms(int64_t milliseconds) {
    nanosleep(&(struct timespec){.tv_nsec = milliseconds * MILLISECOND}, NULL);
}

/* The one who asks. */

typedef struct leaf {
    uint64_t open; /* the smallest of its symmetric images */
    int lower, upper;
    int64_t job; /* the one that is asked about it; -1: none */
    bool wanted; /* its answer may still matter */
} leaf;

typedef struct leading {
    const solve_work *work;
    uint8_t rank[DOTS_MAX_LINES]; /* the solver's order of lines */
    int64_t id;
    leaf *leaf;
    size_t leaves, capacity;
    size_t *owner; /* the leaf of each job, plus one; 0: of none */
    bool *done;    /* by job */
    int64_t jobs;
    int finished, running;
    int64_t arrived[64];
    int arrivals;
    uint64_t nodes;
    int lower, upper; /* of the whole */
    bool no_memory;
    /* The leaf to ask about next. */
    size_t next;
    int next_at_least, next_guesses;
    error *e;
} leading;

static uint64_t image_of(const dots_graph *g, int symmetry, uint64_t open) {
    uint64_t image = 0;
    while (open) image |= UINT64_C(1) << g->symmetry[symmetry][bits_take(&open)];
    return image;
}

static uint64_t smallest_image(const dots_graph *g, uint64_t open) {
    uint64_t least = open;
    for (int s = 0; s < g->symmetry_count; s++) {
        uint64_t image = image_of(g, s, open);
        if (image < least) least = image;
    }
    return least;
}

/* The boxes that a line completes. */
static int gain_of(const dots_graph *g, uint64_t open, int line) {
    int gain = 0;
    for (int k = 0; k < 2; k++) {
        uint8_t box = g->ends[line].box[k];
        gain += box != DOTS_GROUND && (g->box_lines[box] & open) == UINT64_C(1) << line;
    }
    return gain;
}

/* The boxes that still have an open line: no value is beyond their number. */
static int boxes_of(const dots_graph *g, uint64_t open) {
    int count = 0;
    for (int box = 0; box < g->box_count; box++) count += (g->box_lines[box] & open) != 0;
    return count;
}

static size_t find_leaf(leading *l, uint64_t open) {
    uint64_t least = smallest_image(l->work->graph, open);
    for (size_t i = 0; i < l->leaves; i++)
        if (l->leaf[i].open == least) return i;
    if (l->leaves == l->capacity) {
        size_t larger = l->capacity ? 2 * l->capacity : 64;
        leaf *memory = realloc(l->leaf, larger * sizeof *memory);
        l->no_memory = !memory;
        if (!memory) return SIZE_MAX;
        l->leaf = memory;
        l->capacity = larger;
    }
    int boxes = boxes_of(l->work->graph, least);
    l->leaf[l->leaves] = (leaf){.open = least, .lower = -boxes, .upper = boxes, .job = -1};
    return l->leaves++;
}

typedef enum answer { NO, YES, OPEN } answer;

/* Whether the value of a leaf is at least a number. If that is open, it may be asked next: first
 * come the questions that depend on the fewest guesses. */
static answer ask_leaf(leading *l, uint64_t open, int at_least, int guesses) {
    size_t i = find_leaf(l, open);
    if (i == SIZE_MAX) return OPEN;
    leaf *v = &l->leaf[i];
    if (v->lower >= at_least) return YES;
    if (v->upper < at_least) return NO;
    v->wanted = true;
    if (v->job < 0 && guesses < l->next_guesses) {
        l->next = i;
        l->next_at_least = at_least;
        l->next_guesses = guesses;
    }
    return OPEN;
}

/* The open lines in the solver's order, one of those that lead to symmetric positions. */
static int sort_lines(const leading *l, uint64_t open, int lines[DOTS_MAX_LINES]) {
    const dots_graph *g = l->work->graph;
    uint64_t image[DOTS_MAX_LINES];
    int count = 0, different = 0;
    for (uint64_t rest = open; rest;) {
        int line = bits_take(&rest), at = count++;
        for (; at > 0 && l->rank[lines[at - 1]] < l->rank[line]; at--) lines[at] = lines[at - 1];
        lines[at] = line;
    }
    for (int i = 0; i < count; i++) {
        uint64_t least = smallest_image(g, open & ~(UINT64_C(1) << lines[i]));
        int k = 0;
        while (k < different && image[k] != least) k++;
        if (k < different) continue;
        image[different] = least;
        lines[different++] = lines[i];
    }
    return different;
}

/* The same for a position above the leaves. `expected`: the answer that is likely. To prove a YES
 * one line is enough, and the first one is likely to do: each line before it that is still open is
 * a guess. To prove a NO all are needed. */
static answer ask(leading *l, uint64_t open, int depth, int at_least, answer expected,
                  int guesses) {
    const dots_graph *g = l->work->graph;
    if (depth == 0 || !open) return ask_leaf(l, open, at_least, guesses);
    int lines[DOTS_MAX_LINES], count = sort_lines(l, open, lines);
    answer found = NO;
    for (int i = 0; i < count && found != YES; i++) {
        uint64_t after = open & ~(UINT64_C(1) << lines[i]);
        int gain = gain_of(g, open, lines[i]);
        answer a =
            gain ? ask(l, after, depth - 1, at_least - gain, expected, guesses)
                 : ask(l, after, depth - 1, 1 - at_least, expected == YES ? NO : YES, guesses);
        if (!gain && a != OPEN) a = a == YES ? NO : YES;
        if (a != NO) found = a;
        if (a == OPEN && expected == YES) guesses++;
    }
    return found;
}

/* Brings the bounds up to date, and finds the leaf to ask about next. If the guess is right, the
 * value is at least that, and not more. */
static void look_at_tree(leading *l) {
    uint64_t open = dots_graph_open(l->work->graph);
    int depth = l->work->split;
    for (bool again = true; again && l->lower < l->upper;) {
        for (size_t i = 0; i < l->leaves; i++) l->leaf[i].wanted = false;
        l->next = SIZE_MAX;
        l->next_guesses = INT32_MAX;
        again = false;
        /* Values differ by two: every box goes to one of the two players. */
        int guess = (l->lower + l->upper) / 2;
        if ((guess - l->lower) % 2) guess++;
        answer more = guess < l->upper ? ask(l, open, depth, guess + 2, NO, 0) : NO;
        if (more == YES) l->lower = guess + 2, again = true;
        if (more == NO) l->upper = guess;
        answer least = !again && guess > l->lower ? ask(l, open, depth, guess, YES, 0) : YES;
        if (!again && least == NO) l->upper = guess - 2, again = true;
        if (!again && least == YES) l->lower = guess;
    }
}

static bool add_question(leading *l) {
    char input[STORE_INPUT];
    leaf *v = &l->leaf[l->next];
    text t = text_over(input, sizeof input);
    if (l->jobs == JOBS_MAX) return error_set(l->e, "too many jobs: try a smaller --split");
    text_addf(&t, "%llx %d", (unsigned long long)v->open, l->next_at_least);
    if (!store_add_job(l->work->journal, l->id, l->jobs, input, l->e)) return false;
    l->owner[l->jobs] = l->next + 1;
    v->job = l->jobs++;
    l->running++;
    return true;
}

/* Jobs whose answer does not matter any more. */
static bool drop_questions(leading *l) {
    for (size_t i = 0; i < l->leaves; i++) {
        leaf *v = &l->leaf[i];
        if (v->job < 0 || v->wanted) continue;
        if (!store_drop_job(l->work->journal, l->id, v->job, l->e)) return false;
    }
    return true;
}

static bool count_lanes(void *context, const store_worker *w) {
    if (w->alive) *(int *)context += w->lanes;
    return true;
}

/* As many questions as there are lanes: what matters most is asked first. */
static bool hand_out(leading *l) {
    int lanes = 0;
    if (!store_each_worker(l->work->journal, count_lanes, &lanes, l->e)) return false;
    if (lanes < 1) lanes = 1;
    look_at_tree(l);
    if (l->no_memory) return error_set(l->e, "no memory for the positions");
    while (l->running < lanes && l->lower < l->upper && l->next != SIZE_MAX) {
        if (!add_question(l)) return false;
        look_at_tree(l);
    }
    return l->lower == l->upper || drop_questions(l);
}

static bool note_job(void *context, const store_job *j, bool done) {
    leading *l = context;
    unsigned long long open = 0;
    int at_least = 0;
    if (j->number >= JOBS_MAX) return true;
    if (j->number >= l->jobs) { /* of an earlier run */
        if (sscanf(j->input, "%llx %d", &open, &at_least) != 2) return true;
        size_t i = find_leaf(l, open);
        if (i == SIZE_MAX) return false;
        l->owner[j->number] = i + 1;
        if (!done) l->leaf[i].job = j->number;
        l->jobs = j->number + 1;
        l->running += 1;
    }
    if (done && !l->done[j->number] && l->owner[j->number] &&
        l->arrivals < (int)(sizeof l->arrived / sizeof *l->arrived))
        l->arrived[l->arrivals++] = j->number;
    return true;
}

enum { RESULT_LINE = 80 };

/* A result is the line "LOWER UPPER NODES TABLE" and after it entries for other tables. Copies the
 * line and returns the rest; NULL if there is no line, since the job was dropped. */
static const char *split_result(const void *result, size_t size, char line[RESULT_LINE]) {
    text t = text_over(line, RESULT_LINE);
    const char *end = size ? memchr(result, '\n', size) : NULL;
    if (!end) return NULL;
    text_add_part(&t, result, (size_t)(end - (const char *)result));
    return end + 1;
}

static bool take_answer(void *context, const void *result, size_t size) {
    leading *l = context;
    char line[RESULT_LINE];
    int lower, upper;
    unsigned long long nodes;
    leaf *v = &l->leaf[l->owner[l->arrived[l->arrivals]] - 1];
    if (!split_result(result, size, line)) return true;
    if (sscanf(line, "%d %d %llu", &lower, &upper, &nodes) != 3)
        return error_set(l->e, "the result of a job is damaged");
    if (lower > v->lower) v->lower = lower;
    if (upper < v->upper) v->upper = upper;
    l->nodes += nodes;
    return true;
}

static int collect(leading *l) {
    l->arrivals = 0;
    if (!store_each_job(l->work->journal, l->id, note_job, l, l->e)) return -1;
    int count = l->arrivals;
    for (int i = 0; i < count; i++) {
        int64_t number = l->arrived[i];
        l->arrivals = i; /* which take_answer looks up */
        if (!store_find_result(l->work->journal, l->id, number, take_answer, l, l->e)) return -1;
        leaf *v = &l->leaf[l->owner[number] - 1];
        if (v->job == number) v->job = -1;
        l->done[number] = true;
        l->finished++;
        l->running--;
    }
    return count;
}

static bool lead(leading *l) {
    const solve_work *w = l->work;
    int64_t since = clock_now(), said = 0, pause = LOOK_MS;
    while (l->lower < l->upper) {
        int count = collect(l);
        bool good = count >= 0 && hand_out(l);
        if (!good && !store_is_busy(w->journal)) return false;
        if (w->stop && atomic_load(w->stop)) return error_set(l->e, "interrupted");
        if (count > 0) since = clock_now(), said = 0, pause = LOOK_MS;
        dots_solution so_far = {DOTS_STOPPED, l->lower, l->upper, l->nodes};
        if (w->progress) w->progress(w->context, &so_far, l->finished);
        int64_t idle = (clock_now() - since) / SECOND;
        if (idle > said) crew_tell_waiting(w->journal, 0, said = idle);
        if (count <= 0 && l->lower < l->upper) pause_ms(pause);
        if (count <= 0 && pause < LATER_MS) pause *= 2;
    }
    return true;
}

bool solve_work_lead(const solve_work *w, dots_solution *found, error *e) {
    leading l = {.work = w, .e = e};
    store_work *entry = calloc(1, sizeof *entry);
    l.owner = calloc(JOBS_MAX, sizeof *l.owner);
    l.done = calloc(JOBS_MAX, sizeof *l.done);
    l.upper = boxes_of(w->graph, dots_graph_open(w->graph));
    l.lower = -l.upper;
    dots_order_lines(w->graph, l.rank);
    bool good = entry && l.owner && l.done;
    if (good) {
        text kind = text_over(entry->kind, sizeof entry->kind),
             words = text_over(entry->words, sizeof entry->words);
        text_add(&kind, "dots");
        text_addf(&words, "%s%c%s%c%d", w->rules, CLI_WORD_END, w->position, CLI_WORD_END,
                  w->split);
        good = store_enter_work(w->journal, entry, e);
        l.id = entry->id;
        good = good && lead(&l) && store_end_work(w->journal, l.id, e);
    } else {
        error_set(e, "no memory for the jobs");
    }
    *found = (dots_solution){good ? DOTS_DONE : DOTS_STOPPED, l.lower, l.upper, l.nodes};
    free(l.leaf);
    free(l.owner);
    free(l.done);
    free(entry);
    return good;
}

/* A worker. */

typedef struct answering {
    crew_lane *lane;
    int64_t id;
    /* Of the solver's table, shared with workers of this machine, if it can be. */
    common_memory memory;
    uint64_t table; /* its number */
    dots_solver *solver;
    bool *known; /* by job: what it has to tell is in the table */
    int64_t wanted[64];
    int count;
    uint64_t untold; /* positions since it last told others */
    error *e;
} answering;

typedef struct bytes {
    char *at;
    size_t size, capacity, read;
} bytes;

static bool put_bytes(void *context, const void *from, size_t size) {
    bytes *b = context;
    if (b->size + size > b->capacity) {
        size_t larger = 2 * (b->size + size);
        char *memory = realloc(b->at, larger);
        if (!memory) return false;
        b->at = memory;
        b->capacity = larger;
    }
    memcpy(b->at + b->size, from, size);
    b->size += size;
    return true;
}

static bool get_bytes(void *context, void *to, size_t size) {
    bytes *b = context;
    if (size > b->size - b->read) return false;
    memcpy(to, b->at + b->read, size);
    b->read += size;
    return true;
}

static bool note_unknown(void *context, const store_job *j, bool done) {
    answering *a = context;
    if (done && j->number < JOBS_MAX && !a->known[j->number] &&
        a->count < (int)(sizeof a->wanted / sizeof *a->wanted))
        a->wanted[a->count++] = j->number;
    return true;
}

/* What another worker has to tell. A table that cannot be read is only not used. */
static bool add_entries(void *context, const void *result, size_t size) {
    answering *a = context;
    char line[RESULT_LINE];
    unsigned long long table = 0;
    const char *entries = split_result(result, size, line);
    if (!entries || entries == (const char *)result + size) return true;
    if (sscanf(line, "%*d %*d %*u %llx", &table) != 1 || table == a->table) return true;
    bytes b = {.size = size - (size_t)(entries - (const char *)result)};
    if (!(b.at = malloc(b.size))) return true;
    memcpy(b.at, entries, b.size);
    if (dots_solver_check(a->solver, get_bytes, &b) == DOTS_RESTORED) {
        b.read = 0;
        dots_solver_restore(a->solver, get_bytes, &b);
    }
    free(b.at);
    return true;
}

static void learn(answering *a) {
    store *journal = crew_journal(a->lane);
    error unused;
    a->count = 0;
    store_each_job(journal, a->id, note_unknown, a, &unused);
    for (int i = 0; i < a->count; i++) {
        a->known[a->wanted[i]] = true;
        store_find_result(journal, a->id, a->wanted[i], add_entries, a, &unused);
    }
}

static bool reply(answering *a, const store_job *j) {
    unsigned long long open = 0;
    int at_least = 0;
    char line[160];
    bytes b = {0};
    dots_search_options options = {.stop = crew_stop(a->lane)};
    if (sscanf(j->input, "%llx %d", &open, &at_least) != 2)
        return error_set(a->e, "job %lld cannot be read", (long long)j->number);
    learn(a);
    dots_solution v = dots_solver_bounds(a->solver, open, at_least - 1, at_least, &options);
    if (v.status != DOTS_DONE) return error_set(a->e, "interrupted");
    text t = text_over(line, sizeof line);
    text_addf(&t, "%d %d %llu %llx\n", v.lower, v.upper, (unsigned long long)v.nodes,
              (unsigned long long)a->table);
    bool good = put_bytes(&b, line, t.length);
    a->untold += v.nodes;
    if (good && a->untold >= SHARED_NODES) {
        good = dots_solver_save(a->solver, SHARED_BYTES, put_bytes, &b);
        a->untold = 0;
    }
    t = text_over(line, sizeof line);
    text_addf(&t, "%s: %d to %d, %llu positions", j->input, v.lower, v.upper,
              (unsigned long long)v.nodes);
    if (j->number < JOBS_MAX) a->known[j->number] = true;
    good = good ? crew_finish(a->lane, b.at, b.size, line)
                : error_set(a->e, "no memory for an answer");
    free(b.at);
    return good;
}

/* The graph of a position as text. */
static bool read_graph(const char *rules, const char *position, dots_graph *g, error *e) {
    game_rules *r = game_create_named("dots", rules, e);
    game_position *p = r ? game_new_position(r) : NULL;
    bool good = p && game_read_position(r, position, p, e);
    if (good) {
        const dots_rules *d = dots_rules_of(r);
        const dots_position *now = (const dots_position *)(const void *)p;
        good = dots_graph_from_grid(g, d->rows, d->columns, now->lines) == DOTS_GRAPH_OK ||
               error_set(e, "the position cannot be solved");
    }
    free(p);
    game_destroy(r);
    return good;
}

/* A solver whose table the workers of this machine share for this work, or its own. */
static bool create_solver(answering *a, const store_work *w, const dots_graph *g) {
    char name[48];
    const char *path = store_path(crew_journal(a->lane));
    size_t size = solve_memory(g->line_count);
    text t = text_over(name, sizeof name);
    text_addf(&t, "dots-%d-%016llx-%lld", DOTS_TABLE_VERSION,
              (unsigned long long)hash_bytes(path, strlen(path)), (long long)w->id);
    bool common = common_memory_open(&a->memory, name, size);
    a->table = a->memory.id;
    if (!common && getrandom(&a->table, sizeof a->table, 0) != sizeof a->table)
        return error_set(a->e, "no random numbers");
    a->solver = common ? dots_solver_create_in(a->memory.start, size) : dots_solver_create(size, 1);
    a->known = calloc(JOBS_MAX, sizeof *a->known);
    if (!a->known || !a->solver) return error_set(a->e, "not enough memory for the solver's table");
    dots_solver_load(a->solver, g);
    return true;
}

static bool set_up(answering *a, const store_work *w) {
    dots_graph g;
    char *words = strdup(w->words);
    char *position = words ? strchr(words, CLI_WORD_END) : NULL;
    char *end = position ? strchr(position + 1, CLI_WORD_END) : NULL;
    bool good = end ? true : error_set(a->e, "work %lld cannot be read", (long long)w->id);
    if (good) *position++ = *end = '\0';
    good = good && read_graph(words, position, &g, a->e);
    free(words);
    return good && create_solver(a, w, &g);
}

bool solve_work_do(crew_lane *l, const store_work *w, error *e) {
    answering a = {.lane = l, .id = w->id, .e = e};
    bool good = set_up(&a, w);
    for (int64_t waited = 0; good && waited < PATIENCE_MS && !atomic_load(crew_stop(l));) {
        store_job j;
        if (crew_take(l, w->id, &j)) {
            good = reply(&a, &j);
            waited = 0;
        } else {
            pause_ms(LOOK_MS);
            waited += LOOK_MS;
        }
    }
    dots_solver_destroy(a.solver);
    common_memory_close(&a.memory);
    free(a.known);
    return good;
}
