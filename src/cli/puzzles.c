/* damero puzzles - makes puzzles from self-play, proves them again, lists them. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/stop.h"
#include "cli/think.h"
#include "puzzles/make.h"
#include "server/puzzles_json.h"

enum { USUAL_COUNT = 20 };

static void write_themes(const prover_kind *k, unsigned themes, text *t) {
    for (int i = 0; k->themes[i]; i++)
        if (themes >> i & 1) text_addf(t, "%s%s", t->length ? ", " : "", k->themes[i]);
}

/* make */

typedef struct factory {
    const game *game;
    puzzle_making making;
    FILE *out;
    bool bar;
    error *error;
} factory;

static bool put(void *context, const puzzle *p, error *e) {
    factory *f = context;
    char *line = malloc(PUZZLE_LINE);
    if (!line) return error_set(e, "no memory for a puzzle");
    text t = text_over(line, PUZZLE_LINE);
    puzzle_write(p, &t);
    bool good = !t.full || error_set(e, "a puzzle is too long");
    good = good && fprintf(f->out, "%s\n", line) > 0;
    free(line);
    return good;
}

static void show_progress(void *context, uint64_t games, uint64_t positions, size_t found) {
    const factory *f = context;
    if (!f->bar) return;
    fprintf(stderr, "\r%zu of %zu puzzles; %llu games, %llu positions looked at \033[K", found,
            f->making.count, (unsigned long long)games, (unsigned long long)positions);
    fflush(stderr);
}

static bool make_into(void *context, FILE *out) {
    factory *f = context;
    f->out = out;
    fprintf(out, "# damero puzzles make %s --count %zu --seed %llu\n", f->game->name,
            f->making.count, (unsigned long long)f->making.seed);
    bool good = puzzles_make(f->game, &f->making, f->error) && !ferror(out);
    if (f->bar) fprintf(stderr, "\r\033[K");
    return good;
}

static int make(const cli_arguments *a, const game *g) {
    error e = {0}, why = {0};
    uint64_t count = USUAL_COUNT, seed = 1;
    const char *out = cli_value(a, "out");
    if (!cli_read_number(a, "count", 1, PUZZLE_COUNT_MAX, &count, &e) ||
        !cli_read_number(a, "seed", 0, UINT64_MAX, &seed, &e))
        return cli_fail_with(a, &e);
    factory f = {.game = g, .bar = isatty(STDERR_FILENO), .error = &why};
    f.making = (puzzle_making){.count = (size_t)count,
                               .seed = seed,
                               .stop = cli_stop_with_output(),
                               .found = put,
                               .progress = show_progress,
                               .context = &f};
    bool good = out ? cli_write_file(out, make_into, &f, &e) : make_into(&f, stdout);
    if (!good) return cli_fail_with(a, *why.message ? &why : &e);
    if (out) printf("%s: %zu puzzles of %s\n", out, f.making.count, g->title);
    return CLI_OK;
}

/* check */

typedef struct inspector {
    const game *game;
    const prover_kind *kind;
    game_rules *rules; /* of the last puzzle, */
    prover *prover;    /* and its prover */
    char settings[PUZZLE_RULES];
    size_t checked;
} inspector;

static void close_rules(inspector *i) {
    if (i->prover) i->kind->destroy(i->prover);
    game_destroy(i->rules);
    i->prover = NULL;
    i->rules = NULL;
}

static bool inspect(inspector *i, const puzzle *p, error *e) {
    if (!i->prover || strcmp(i->settings, p->rules) != 0) {
        close_rules(i);
        memcpy(i->settings, p->rules, sizeof i->settings);
        i->rules = game_create(i->game, p->rules, e);
        i->prover = i->rules ? i->kind->create(i->rules, e) : NULL;
        if (!i->prover) return false;
    }
    i->checked++;
    return prover_check(i->prover, p, e);
}

/* The puzzles of a file, or the built-in ones. */
static bool check_all(inspector *i, const char *path, const atomic_bool *stop, error *e) {
    size_t length = 0, number = 0, of = path ? 0 : puzzle_count(i->game);
    char *bytes = path ? cli_read_file(path, &length, e) : NULL;
    if (path && !bytes) return error_in(e, "%s", path);
    bool good = true;
    bool bar = isatty(STDERR_FILENO);
    for (size_t at = 0; good && (path ? at < length : number < of);) {
        puzzle p;
        if (path) {
            const char *line = bytes + at, *end = memchr(line, '\n', length - at);
            size_t size = end ? (size_t)(end - line) : length - at;
            at += size + 1;
            if (size == 0 || *line == '#') continue;
            number++;
            good = puzzle_read(&p, i->game, line, size, e);
        } else {
            good = puzzle_get(&p, i->game, ++number, e);
        }
        if (!good) break;
        if (bar) fprintf(stderr, "\r%zu \033[K", number);
        good = inspect(i, &p, e);
        puzzle_free(&p);
        if (good && atomic_load(stop)) good = error_set(e, "stopped");
    }
    if (bar) fprintf(stderr, "\r\033[K");
    free(bytes);
    if (!good) return error_in(e, "puzzle %zu", number);
    return number > 0 || error_set(e, "there are no puzzles");
}

static int check(const cli_arguments *a, const game *g) {
    error e;
    inspector i = {.game = g, .kind = prover_find(g, &e)};
    if (!i.kind) return cli_fail_with(a, &e);
    bool good = check_all(&i, cli_value(a, "file"), cli_stop_with_output(), &e);
    close_rules(&i);
    if (!good) {
        cli_fail_with(a, &e);
        return CLI_FAILED;
    }
    if (cli_value(a, "json"))
        cli_print_json(json_pack("{s:s, s:I}", "game", g->name, "proven", (json_int_t)i.checked));
    else printf("%zu puzzles of %s are proven\n", i.checked, g->title);
    return CLI_OK;
}

/* list */

static int list(const cli_arguments *a, const game *g) {
    error e;
    const prover_kind *k = prover_find(g, &e);
    const char *theme = cli_value(a, "theme");
    unsigned wanted = 0;
    if (!k) return cli_fail_with(a, &e);
    if (theme && !(wanted = prover_theme(k, theme, strlen(theme), &e))) return cli_fail_with(a, &e);
    puzzle_brief *all = calloc(PUZZLE_COUNT_MAX, sizeof *all);
    if (!all) return cli_fail(a, "no memory for a list");
    size_t count = puzzle_briefs(g, all, PUZZLE_COUNT_MAX);
    bool json = cli_value(a, "json") != NULL;
    if (!json) printf("%6s  %6s  themes\n", "number", "rating");
    for (size_t i = 0; i < count; i++) {
        char names[200];
        text t = text_over(names, sizeof names);
        if ((all[i].themes & wanted) != wanted) continue;
        write_themes(k, all[i].themes, &t);
        if (json)
            cli_print_json(json_pack("{s:I, s:i, s:o}", "number", (json_int_t)(i + 1), "rating",
                                     all[i].rating, "themes",
                                     puzzle_themes_json(k, all[i].themes)));
        else printf("%6zu  %6d  %s\n", i + 1, all[i].rating, names);
    }
    free(all);
    return CLI_OK;
}

static int run(const cli_arguments *a) {
    static const struct {
        const char *name;
        int (*run)(const cli_arguments *, const game *);
    } tasks[] = {{"make", make}, {"check", check}, {"list", list}};
    error e;
    if (a->operand_count != 2)
        return cli_fail(a, "expected make, check or list and a game, for example: damero puzzles "
                           "list damas");
    const game *g = game_find(a->operand[1], &e);
    if (!g) return cli_fail_with(a, &e);
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
        if (strcmp(a->operand[0], tasks[i].name) == 0) return tasks[i].run(a, g);
    return cli_fail(a, "'%s' is unknown; expected make, check or list", a->operand[0]);
}

const cli_command cli_puzzles = {
    .name = "puzzles",
    .operands = "make|check|list GAME",
    .summary = "Make puzzles from self-play, prove them again, list them.",
    .about =
        "make plays games of the engine against itself, with errors mixed in, and keeps positions "
        "in which exactly one move is right, with its proof: Damas by endgame tables and by a full "
        "search for material, Trax by proofs of forced wins, Dots by the exact solver, Perudo by "
        "bounds against the built-in tables. The same version makes the same puzzles from the same seed. "
        "check proves every puzzle again. 'damero puzzle GAME' is for solving them.",
    .options =
        (const cli_option[]){{"count", "N", "make: how many (20)"},
                             {"seed", "N", "make: another seed makes other puzzles (1)"},
                             {"out", "FILE", "make: write them here, not to standard output"},
                             {"file", "FILE", "check: these puzzles, not the built-in ones"},
                             {"theme", "NAME", "list: only those with this theme"},
                             {"json", NULL, "list: one JSON object per line; check: one"},
                             {0}},
    .examples =
        (const cli_example[]){
            {"damero puzzles make dots --count 10 --seed 7 --out dots.txt", "ten puzzles of Dots"},
            {"damero puzzles check dots --file dots.txt", "prove them again"},
            {"damero puzzles list damas --theme fork", "the built-in ones with a fork"},
            {0}},
    .run = run,
};
