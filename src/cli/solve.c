/* damero solve - the exact value of a position. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/journal.h"
#include "cli/solve_work.h"
#include "cli/think.h"
#include "engines/dots/solver/solver.h"
#include "games/dots/dots.h"

enum {
    SAVE_SECONDS = 30,      /* between checkpoints at least, */
    SAVE_PAUSE = 20,        /* and as many times as long as the last one took */
    SAVE_BYTES = 512 << 20, /* the size of a checkpoint at most, */
    SAVE_PART = 8,          /* or this part of a large table */
    REPORT_SECONDS = 10
};

/* What an empty grid with this many lines takes, extrapolated. Up to 40 lines (4x4) it fits what
 * was measured: 37 thousand positions for 3x3, 46 million for 4x4. Beyond, the growth from line to
 * line is steeper; docs/dots.md projects 4x5 in another way to the same size. */
#define LINES_MEASURED     40
#define POSITIONS_MEASURED 4.6e7
#define GROWTH_BELOW       1.56
#define GROWTH_ABOVE       1.8

#define POSITIONS_A_SECOND 4e6  /* on one thread of an ordinary machine */
#define POSITIONS_LONG     2e8  /* from here on it is announced, */
#define POSITIONS_HOPELESS 1e11 /* and from here on it needs --anyway */

/* A position being solved, and its results. */
typedef struct solving {
    const cli_arguments *arguments;
    const dots_rules *rules;
    const dots_position *position;
    dots_graph graph;
    uint64_t open;
    dots_solver *solver;
    size_t memory;
    const char *checkpoint; /* NULL: none */
    bool progress;          /* shown on a terminal */
    int64_t start, reported, next_save;
    dots_search_options options;
    error trouble; /* with the checkpoint, reported at the end */
    dots_solution value;
    uint64_t nodes;
    uint8_t play[DOTS_MAX_LINES];
    int play_count;
    bool has_lines;
    dots_solution lines[DOTS_MAX_LINES];
} solving;

static bool write_bytes(void *context, const void *bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size;
}

static bool read_bytes(void *context, void *bytes, size_t size) {
    return fread(bytes, 1, size, context) == size;
}

static bool write_table(void *context, FILE *file) {
    const solving *s = context;
    size_t part = s->memory / SAVE_PART;
    return dots_solver_save(s->solver, part > SAVE_BYTES ? part : SAVE_BYTES, write_bytes, file);
}

/* Saving a large table takes seconds, in which one thread does not search. */
static void save_checkpoint(solving *s) {
    int64_t start = clock_now();
    if (!cli_write_file(s->checkpoint, write_table, s, &s->trouble))
        error_in(&s->trouble, "the checkpoint is outdated");
    int64_t now = clock_now(), pause = SAVE_PAUSE * (now - start);
    int64_t least = SAVE_SECONDS * SECOND;
    s->next_save = now + (pause > least ? pause : least);
}

static bool load_checkpoint(solving *s, error *e) {
    static const char *const reasons[] = {
        [DOTS_RESTORE_READ] = "it is truncated",
        [DOTS_RESTORE_FORMAT] = "it is not a checkpoint of this version of damero",
        [DOTS_RESTORE_GRAPH] = "it belongs to another position",
        [DOTS_RESTORE_CHECKSUM] = "it is damaged",
    };
    FILE *file = fopen(s->checkpoint, "rbe");
    /* Saved once at the start, so that an unwritable file is reported before the long run, not
     * after. */
    if (!file && errno == ENOENT) return cli_write_file(s->checkpoint, write_table, s, e);
    if (!file) return error_set(e, "cannot read %s: %s", s->checkpoint, strerror(errno));
    dots_restore_status status = dots_solver_restore(s->solver, read_bytes, file);
    fclose(file);
    if (status == DOTS_RESTORED) {
        if (s->progress) fprintf(stderr, "resuming from %s\n", s->checkpoint);
        return true;
    }
    return error_set(e, "%s cannot be used: %s; delete it to start over", s->checkpoint,
                     reasons[status]);
}

static void report(void *context, const dots_search_progress *p) {
    solving *s = context;
    char count[40];
    text t = text_over(count, sizeof count);
    cli_write_count(p->nodes, &t);
    if (s->progress)
        fprintf(stderr, "\r\033[K%s nodes, %.1f s, value %+d to %+d, line %d of %d, table %d %%",
                count, clock_seconds(clock_now() - s->start), p->lower, p->upper, p->root_done,
                p->root_moves, p->table_fill / 10);
    else if (clock_seconds(clock_now() - s->reported) >= REPORT_SECONDS) {
        s->reported = clock_now();
        fprintf(stderr, "solve: %s nodes, %.0f s, value %+d to %+d, line %d of %d, table %d %%\n",
                count, clock_seconds(s->reported - s->start), p->lower, p->upper, p->root_done,
                p->root_moves, p->table_fill / 10);
    }
    if (s->checkpoint && clock_now() >= s->next_save) save_checkpoint(s);
}

static const char *line_text(const solving *s, int line, char memory[GAME_MOVE_TEXT]) {
    text t = text_over(memory, GAME_MOVE_TEXT);
    game_write_move(&s->rules->rules, NULL, dots_move_of(s->graph.grid_line[line]), &t);
    return memory;
}

static bool known(const dots_solution *v) { return v->lower == v->upper; }

static json_t *as_json(const solving *s, double seconds) {
    char word[GAME_MOVE_TEXT];
    json_t *object = json_object(), *play = json_array();
    bool done = known(&s->value);
    json_object_set_new(object, "value", done ? json_integer(s->value.lower) : json_null());
    json_object_set_new(object, "lower", json_integer(s->value.lower));
    json_object_set_new(object, "upper", json_integer(s->value.upper));
    json_object_set_new(object, "nodes", json_integer((json_int_t)s->nodes));
    json_object_set_new(object, "seconds", json_real(seconds));
    json_object_set_new(object, "memory", json_integer((json_int_t)s->memory));
    for (int i = 0; i < s->play_count; i++)
        json_array_append_new(play, json_string(line_text(s, s->play[i], word)));
    json_object_set_new(object, "line", play);
    if (!s->has_lines) return object;
    json_t *lines = json_object();
    for (uint64_t open = s->open; open;) {
        int line = bits_take(&open);
        json_t *value = known(&s->lines[line]) ? json_integer(s->lines[line].lower) : json_null();
        json_object_set_new(lines, line_text(s, line, word), value);
    }
    json_object_set_new(object, "lines", lines);
    return object;
}

static void print_lines(const solving *s) {
    cli_values v = {0};
    game_move moves[DOTS_MAX_LINES];
    int values[DOTS_MAX_LINES];
    v.moves = moves;
    v.values = values;
    for (uint64_t open = s->open; open; v.count++) {
        int line = bits_take(&open);
        moves[v.count] = dots_move_of(s->graph.grid_line[line]);
        values[v.count] = known(&s->lines[line]) ? s->lines[line].lower : ENGINE_UNKNOWN;
    }
    game_style style = cli_style(s->arguments);
    printf("\nValue of each line for the player on turn:\n");
    cli_print_values(&s->rules->rules, (const game_position *)(const void *)s->position, &v, style);
}

static void print_text(const solving *s, double seconds) {
    char word[GAME_MOVE_TEXT], count[40];
    text t = text_over(count, sizeof count);
    if (known(&s->value)) printf("value   %+d", s->value.lower);
    else printf("value   between %+d and %+d", s->value.lower, s->value.upper);
    printf(" (boxes still to come, for the player on turn)\n");
    if (s->play_count > 0) printf("best    ");
    for (int i = 0; i < s->play_count; i++)
        printf("%s%s", line_text(s, s->play[i], word), i + 1 < s->play_count ? " " : "\n");
    cli_write_count(s->nodes, &t);
    printf("nodes   %s\ntime    %.3f s\nmemory  %zu MB\n", count, seconds, s->memory >> 20);
    if (s->has_lines) print_lines(s);
}

/* Asks the solver all requested questions; false if it was stopped before the value was known.
 */
static bool solve(solving *s) {
    s->value = dots_solver_value(s->solver, s->open, &s->options);
    s->nodes = s->value.nodes;
    if (!known(&s->value)) return false;
    dots_solver_play(s->solver, s->open, &s->options, s->play, &s->play_count);
    if (cli_value(s->arguments, "lines")) {
        dots_solver_lines(s->solver, s->open, &s->options, s->lines);
        s->has_lines = true;
        for (uint64_t open = s->open; open;) s->nodes += s->lines[bits_take(&open)].nodes;
    }
    return true;
}

size_t solve_memory(int open) {
    return open <= 26 ? 16 << 20 : open <= 34 ? 64 << 20 : open <= 40 ? 512 << 20 : (size_t)2 << 30;
}

static double expected(int open) {
    double positions = POSITIONS_MEASURED;
    for (; open > LINES_MEASURED; open--) positions *= GROWTH_ABOVE;
    for (; open < LINES_MEASURED; open++) positions /= GROWTH_BELOW;
    return positions;
}

static void write_duration(double seconds, text *t) {
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"years", 365.0 * 86400}, {"days", 86400}, {"hours", 3600}, {"minutes", 60}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (seconds >= 2 * units[i].seconds) {
            text_addf(t, "%d %s", (int)(seconds / units[i].seconds), units[i].name);
            return;
        }
    text_addf(t, "%d seconds", (int)seconds);
}

/* Announces a long run, and refuses one that nobody would wait for. */
static bool announce(const solving *s, error *e) {
    char time[40], count[40], why[300];
    text t = text_over(time, sizeof time), n = text_over(count, sizeof count),
         w = text_over(why, sizeof why);
    double positions = expected(s->position->open);
    if (positions < POSITIONS_LONG || s->options.node_limit) return true;
    write_duration(positions / POSITIONS_A_SECOND, &t);
    cli_write_count((uint64_t)positions, &n);
    text_addf(&w,
              "%d open lines: about %s positions, extrapolated from smaller empty grids (fewer if "
              "the lines drawn form chains); %s on one thread, and more if the table overflows",
              s->position->open, count, time);
    if (positions >= POSITIONS_HOPELESS && !cli_value(s->arguments, "anyway"))
        return error_set(e,
                         "%s. Play some lines first (--moves), bound it (--nodes), ask the engine "
                         "(damero analyse dots), or insist with --anyway",
                         why);
    fprintf(stderr, "solve: %s; table %zu MB\n", why, s->memory >> 20);
    return true;
}

static bool prepare(solving *s, record *r, error *e) {
    const cli_arguments *a = s->arguments;
    uint64_t threads = 1;
    if (r->rules->game != &dots_game)
        return error_set(e, "no solver for %s; only dots is supported", r->rules->game->name);
    s->rules = dots_rules_of(r->rules);
    if (s->rules->pass)
        return error_set(e, "with pass=on there is nothing to solve: nobody gives a box away (see "
                            "damero analyse)");
    s->position = (const dots_position *)(const void *)r->game.now;
    if (s->position->open > DOTS_MAX_LINES)
        return error_set(
            e, "%d lines are open; the solver handles at most %d: play some first with --moves",
            s->position->open, DOTS_MAX_LINES);
    s->memory = solve_memory(s->position->open);
    if (!cli_read_number(a, "threads", 1, DOTS_MAX_THREADS, &threads, e) ||
        !cli_read_bytes(a, "memory", &s->memory, e) ||
        !cli_read_number(a, "nodes", 1, UINT64_MAX, &s->options.node_limit, e))
        return false;
    s->options.stop = cli_stop_with_output();
    cli_stop_on_termination();
    if (!announce(s, e)) return false;
    dots_graph_from_grid(&s->graph, s->rules->rows, s->rules->columns, s->position->lines);
    s->open = dots_graph_open(&s->graph);
    s->solver = dots_solver_create(s->memory, (int)threads);
    if (!s->solver) return error_set(e, "not enough memory: try a smaller --memory");
    dots_solver_load(s->solver, &s->graph);
    s->checkpoint = cli_value(a, "checkpoint");
    s->progress = isatty(STDERR_FILENO) && !cli_value(a, "json");
    s->start = s->reported = clock_now();
    s->next_save = s->start + SAVE_SECONDS * SECOND;
    s->options.report = report;
    s->options.report_context = s;
    s->options.report_seconds = 0.5;
    return !s->checkpoint || load_checkpoint(s, e);
}

static void report_work(void *context, const dots_solution *v, int jobs) {
    solving *s = context;
    char count[40], left[40];
    text t = text_over(count, sizeof count), l = text_over(left, sizeof left);
    double seconds = clock_seconds(clock_now() - s->start);
    double positions = expected(s->position->open), done = (double)v->nodes;
    if (clock_seconds(clock_now() - s->reported) < (s->progress ? 0.5 : REPORT_SECONDS)) return;
    s->reported = clock_now();
    cli_write_count(v->nodes, &t);
    if (done > 0 && done < positions) write_duration(seconds * (positions - done) / done, &l);
    fprintf(stderr, "%ssolve: %d jobs, %s nodes, %.0f s, value %+d to %+d%s%s%s",
            s->progress ? "\r\033[K" : "", jobs, count, seconds, v->lower, v->upper,
            l.length ? ", about " : "", left, l.length ? " left" : "");
    if (!s->progress) fputc('\n', stderr);
    fflush(stderr);
}

/* Lets workers find the value. */
static bool solve_elsewhere(solving *s, const record *r, error *e) {
    char rules[600];
    uint64_t split = 1;
    char *position = malloc(r->rules->position_text_bytes);
    text written = text_over(rules, sizeof rules),
         where = text_over(position ? position : rules,
                           position ? r->rules->position_text_bytes : sizeof rules);
    if (!position) return error_set(e, "no memory for a position");
    game_write_settings(r->rules, &written);
    game_write_position(r->rules, r->game.now, &where);
    store *journal = NULL;
    bool good = cli_read_number(s->arguments, "split", 1, SOLVE_SPLIT_MAX, &split, e) &&
                (journal = cli_open_store(s->arguments, e));
    solve_work w = {.journal = journal,
                    .rules = rules,
                    .position = position,
                    .graph = &s->graph,
                    .split = (int)split,
                    .stop = s->options.stop,
                    .context = s,
                    .progress = report_work};
    good = good && solve_work_lead(&w, &s->value, e);
    s->nodes = s->value.nodes;
    store_close(journal);
    free(position);
    return good;
}

/* Only the value: a line of play and the values of lines need the table of one solver. */
static bool check_elsewhere(const cli_arguments *a, error *e) {
    static const char *const local[] = {"lines", "threads", "memory", "nodes", "checkpoint"};
    bool elsewhere = cli_is_typed(a, "store");
    for (size_t i = 0; elsewhere && i < sizeof local / sizeof *local; i++)
        if (cli_value(a, local[i])) return error_set(e, "--store: leave out --%s", local[i]);
    return elsewhere || !cli_value(a, "split") || error_set(e, "--split needs --store");
}

static int run(const cli_arguments *a) {
    error e = {0};
    record r;
    if (!check_elsewhere(a, &e)) return cli_fail_with(a, &e);
    if (!cli_set_up(a, a->operand[0], &r, &e)) return cli_fail_with(a, &e);
    solving s = {.arguments = a};
    if (!prepare(&s, &r, &e)) {
        dots_solver_destroy(s.solver);
        record_destroy(&r);
        return cli_fail_with(a, &e);
    }
    bool elsewhere = cli_is_typed(a, "store");
    bool solved = elsewhere ? solve_elsewhere(&s, &r, &e) : solve(&s);
    if (elsewhere && !solved && !atomic_load(s.options.stop)) {
        dots_solver_destroy(s.solver);
        record_destroy(&r);
        return cli_fail_with(a, &e);
    }
    double seconds = clock_seconds(clock_now() - s.start);
    if (s.checkpoint) save_checkpoint(&s);
    if (s.progress) fprintf(stderr, "\r\033[K");
    if (cli_value(a, "json")) cli_print_json(as_json(&s, seconds));
    else print_text(&s, seconds);
    if (*s.trouble.message) cli_fail_with(a, &s.trouble);
    dots_solver_destroy(s.solver);
    record_destroy(&r);
    return solved ? CLI_OK : CLI_FAILED;
}

const cli_command cli_solve = {
    .name = "solve",
    .operands = "GAME",
    .summary = "Find the exact value of a position (Dots).",
    .about =
        "The value is how many more of the remaining boxes the player on turn wins than the opponent, "
        "with best play; 'best' is one optimal continuation. Up to 64 lines may be "
        "open. Before a long run it says what to expect; a run that would take days starts only "
        "with --anyway. Progress goes to standard error, even if that is a file. Ctrl-C and SIGTERM "
        "stop it and print what is proven. --checkpoint saves the table "
        "to a file every half minute (a large one less often) and at the end, and resumes from it.",
    .options =
        (const cli_option[]){
            CLI_SETUP_OPTIONS,
            {"lines", NULL, "the value of every open line"},
            {"threads", "N", "number of threads (1)"},
            {"memory", "SIZE", "memory for the table, for example 512M, 2G"},
            {"nodes", "N", "give up after N positions"},
            {"anyway", NULL, "start even if it is expected to take days"},
            {"checkpoint", "FILE", "resume from this file, and keep it up to date"},
            {"store", "FILE|URL", "let the workers of this journal find the value (damero worker)"},
            {"split", "K", "with --store: a job for each position after K more lines (1)"},
            {"json", NULL, "one JSON object"},
            {"ascii", NULL, "use ASCII only"},
            {0}},
    .examples =
        (const cli_example[]){
            {"damero solve dots --rules size=3x4", "the empty 3x4 grid"},
            {"damero solve dots --rules size=4x4,border=swedish --lines", "every first line"},
            {"damero solve dots --rules size=4x4 --threads 2 --checkpoint 4x4.save",
             "a longer run that survives a kill"},
            {"damero solve dots --rules size=4x4 --store postgresql://damero@db/damero",
             "by all workers of that journal"},
            {0}},
    .run = run,
};
