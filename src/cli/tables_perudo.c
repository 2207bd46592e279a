/* damero tables perudo: a strategy for each round of two players, one file for each seat of
 * each. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/stop.h"
#include "cli/table_files.h"
#include "cli/tables.h"
#include "cli/think.h"
#include "engines/perudo/tables.h"
#include "server/match_json.h"

enum { BYTES_A_NUMBER = 28 }; /* approximate memory of the solver per number of the graph */

typedef struct workshop {
    const perudo_rules *rules;
    char folder[CLI_PATH];
    const atomic_bool *stop;
    size_t floats;
    bool bar;
    int count, at; /* tables to build; the current one */
    int made;
    uint64_t bytes;
} workshop;

static void file_of(const workshop *w, const int dice[2], int seat, char path[2 * CLI_PATH]) {
    static const char *const raises[] = {[PERUDO_RAISE_HIGHER] = "higher",
                                         [PERUDO_RAISE_ANY] = "any",
                                         [PERUDO_RAISE_EITHER] = "either"};
    snprintf(path, 2 * CLI_PATH, "%s/%s-%s-%s-%d-%dv%d-%s.table", w->folder,
             raises[w->rules->raise], w->rules->lamas_rank ? "rank" : "half",
             w->rules->open_lama ? "open" : "closed", w->rules->faces, dice[0], dice[1],
             seat == 0 ? "opener" : "other");
}

static void show_progress(const workshop *w, const study *s, int iterations) {
    if (!w->bar) return;
    int done = w->at * 30 / w->count;
    fprintf(stderr, "\r[%.*s%.*s] %d/%d %d against %d dice, %s: %u positions, %d%% \033[K", done,
            "##############################", 30 - done, "..............................",
            w->at + 1, w->count, s->graph.hands[0].dice, s->graph.hands[1].dice,
            s->seat == 0 ? "the opener" : "the other", s->graph.node_count,
            100 * s->solver.iterations / iterations);
    fflush(stderr);
}

/* Whether the file exists and is good. */
static bool is_made(workshop *w, const char *path) {
    perudo_tables tables = {0};
    size_t length;
    error e;
    if (access(path, R_OK) != 0) return false;
    char *bytes = cli_read_file(path, &length, &e);
    bool good = bytes && perudo_tables_add(&tables, w->rules, bytes, length, &e);
    if (good) w->bytes += length;
    else fprintf(stderr, "damero tables: rebuilding %s: %s\n", path, e.message);
    perudo_tables_destroy(&tables);
    free(bytes);
    return good;
}

static bool save(workshop *w, const study *s, const study_recipe *recipe, const char *path,
                 error *e) {
    size_t length;
    uint8_t *image = perudo_tables_image(s, recipe->image, &length, e);
    if (!image) return false;
    bool good = cli_save_bytes(path, image, length, e);
    free(image);
    w->bytes += length;
    w->made++;
    return good;
}

static bool make(workshop *w, const int dice[2], int seat, error *e) {
    char path[2 * CLI_PATH];
    study_recipe recipe;
    study s;
    file_of(w, dice, seat, path);
    if (is_made(w, path)) return true;
    if (!perudo_study_recipe(&recipe, w->rules, dice, seat, w->floats, e) ||
        !perudo_study_create(&s, w->rules, &recipe.plan, seat, recipe.simple, e))
        return false;
    while (s.solver.iterations < recipe.iterations && !atomic_load(w->stop)) {
        show_progress(w, &s, recipe.iterations);
        perudo_solver_iterate(&s.solver);
    }
    bool good = atomic_load(w->stop) ? error_set(e, "stopped; the tables finished so far are kept")
                                     : save(w, &s, &recipe, path, e);
    perudo_study_destroy(&s);
    return good;
}

/* Rounds in which more than one die can change hands are not two-outcome rounds. */
static bool check_rules(const perudo_rules *r, error *e) {
    if (r->rules.seats != 2) return error_set(e, "tables are for two players");
    if (r->calza != PERUDO_CALZA_OFF) return error_set(e, "no tables with calza: try calza=off");
    if (r->difference) return error_set(e, "no tables with loss=difference");
    if (r->palifico == PERUDO_PALIFICO_ALWAYS)
        return error_set(e, "no tables with palifico=always");
    return true;
}

static bool make_all(workshop *w, error *e) {
    int most = w->rules->start[0] > w->rules->start[1] ? w->rules->start[0] : w->rules->start[1];
    w->count = 2 * most * most;
    for (int total = 2; total <= 2 * most; total++)
        for (int a = total > most ? total - most : 1; a <= most && a < total; a++)
            for (int seat = 0; seat < 2; seat++, w->at++)
                if (!make(w, (const int[]){a, total - a}, seat, e)) return false;
    return true;
}

int cli_tables_perudo(const cli_arguments *a) {
    error e;
    uint64_t megabytes = 2400;
    game_rules *rules = game_create(&perudo_game, cli_value(a, "rules"), &e);
    if (!rules) return cli_fail_with(a, &e);
    workshop w = {.rules = perudo_rules_of(rules),
                  .stop = cli_stop_with_output(),
                  .bar = isatty(STDERR_FILENO)};
    bool good = check_rules(w.rules, &e) &&
                cli_read_number(a, "memory", 10, 1 << 20, &megabytes, &e) &&
                cli_table_folder(cli_value(a, "folder"), rules, w.folder, &e) &&
                cli_make_folder(w.folder, &e);
    w.floats = (size_t)megabytes * 1000000 / BYTES_A_NUMBER;
    int64_t start = clock_now();
    good = good && make_all(&w, &e);
    if (w.bar) fprintf(stderr, "\r\033[K");
    double seconds = clock_seconds(clock_now() - start);
    if (good && cli_value(a, "json"))
        cli_print_json(json_pack("{s:o, s:i, s:i, s:I, s:f}", "folder", text_json(w.folder),
                                 "tables", w.count, "new", w.made, "bytes", (json_int_t)w.bytes,
                                 "seconds", seconds));
    else if (good)
        printf("%d tables (%d new), %llu bytes in %s, %.1f s\n", w.count, w.made,
               (unsigned long long)w.bytes, w.folder, seconds);
    game_destroy(rules);
    return good ? CLI_OK : cli_fail_with(a, &e);
}
