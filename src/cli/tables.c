/* damero tables GAME: endgame tables for damas, slice by slice; strategies of rounds for perudo
 * (tables_perudo.c). Every finished part is a file, so that an interrupted run resumes where it
 * stopped.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hash.h"
#include "cli/journal.h"
#include "cli/setup.h"
#include "cli/table_files.h"
#include "cli/tables.h"
#include "cli/tables_work.h"
#include "cli/think.h"
#include "cli/verified.h"
#include "engines/damas/build.h"
#include "server/match_json.h"

typedef struct factory {
    const cli_arguments *arguments;
    char folder[CLI_PATH];
    damas_tables *tables;
    damas_material order[DAMAS_SLICES];
    int count, at; /* slices to build; the current one */
    int threads;
    bool verify, list, bar, json;
    uint64_t positions, bytes;
    int built;
    verified verified;   /* checked earlier */
    uint64_t seen;       /* a hash of all tables so far, which the next one depends on */
    uint64_t unchecked;  /* positions to check in this run, as far as known */
    int64_t check_began; /* for this slice */
    int64_t check_time;  /* for the earlier ones, */
    uint64_t in_time;    /* and their positions */
} factory;

/* "2m1k-1k": two men and a king of the side to move against a king. */
static void write_name(damas_material m, text *t) {
    const uint8_t counts[4] = {m.men, m.kings, m.their_men, m.their_kings};
    for (int i = 0; i < 4; i++) {
        if (i == 2) text_add_char(t, '-');
        if (counts[i]) text_addf(t, "%u%c", counts[i], i % 2 ? 'k' : 'm');
    }
}

static void file_of(const factory *f, damas_material m, damas_content content,
                    char path[2 * CLI_PATH]) {
    char name[32];
    text t = text_over(name, sizeof name);
    write_name(m, &t);
    snprintf(path, 2 * CLI_PATH, "%s/%s.%s.table", f->folder, name,
             content == DAMAS_VALUES ? "values" : "distances");
}

static bool wanted(const factory *f, damas_material m, damas_content content) {
    return content == DAMAS_VALUES || damas_has_distances(f->tables->flags, m);
}

/* Reads one file into the tables; false if it cannot be used, silently if it does not exist. */
static bool load(factory *f, damas_material m, damas_content content) {
    char path[2 * CLI_PATH];
    size_t length;
    error e;
    file_of(f, m, content, path);
    if (access(path, R_OK) != 0) return false;
    char *bytes = cli_read_file(path, &length, &e);
    bool good = bytes && damas_tables_add(f->tables, bytes, length, &e);
    if (good) f->bytes += length;
    else fprintf(stderr, "damero tables: rebuilding %s: %s\n", path, e.message);
    free(bytes);
    return good;
}

static bool is_own_mirror(damas_material m) {
    damas_material mirror = damas_mirror(m);
    return memcmp(&m, &mirror, sizeof m) == 0;
}

static bool load_pair(factory *f, damas_material m) {
    bool good = true;
    for (int k = 0; k < 2; k++)
        for (int content = DAMAS_VALUES; content <= DAMAS_DISTANCES; content++) {
            damas_material one = k == 0 ? m : damas_mirror(m);
            if (k == 1 && is_own_mirror(m)) continue;
            if (wanted(f, one, (damas_content)content))
                good = good && load(f, one, (damas_content)content);
        }
    return good;
}

static void show_progress(void *context, damas_material m, int plies, uint64_t settled,
                          uint64_t size) {
    const factory *f = context;
    char name[32], count[40];
    text t = text_over(name, sizeof name), c = text_over(count, sizeof count);
    if (!f->bar) return;
    write_name(m, &t);
    cli_write_count(size, &c);
    int done = f->at * 30 / f->count;
    fprintf(stderr, "\r[%.*s%.*s] %d/%d %s: %s positions, %d%% settled in %d plies \033[K", done,
            "##############################", 30 - done, "..............................",
            f->at + 1, f->count, name, count, (int)(100 * settled / (size ? size : 1)), plies);
    fflush(stderr);
}

/* Progress of the check, and an estimate of the remaining time. */
static void show_check(void *context, damas_material m, uint64_t done, uint64_t size) {
    const factory *f = context;
    char name[32];
    text t = text_over(name, sizeof name);
    if (!f->bar) return;
    write_name(m, &t);
    uint64_t all = f->in_time + done, left = f->unchecked > all ? f->unchecked - all : 0;
    double passed = clock_seconds(f->check_time + clock_now() - f->check_began);
    double minutes = passed / 60 * (double)left / (double)all;
    fprintf(stderr, "\rchecking %d/%d %s: %d%%, about %.0f min left \033[K", f->at + 1, f->count,
            name, (int)(100 * done / size), minutes);
    fflush(stderr);
}

static bool save(factory *f, const damas_slice *s, damas_content content, const uint8_t *codes,
                 error *e) {
    char path[2 * CLI_PATH];
    size_t length;
    uint8_t *image = damas_image(f->tables->flags, s, content, codes, &length, e);
    if (!image) return false;
    file_of(f, s->material, content, path);
    bool good =
        cli_save_bytes(path, image, length, e) && damas_tables_add(f->tables, image, length, e);
    f->bytes += length;
    free(image);
    return good;
}

static bool build_pair(factory *f, damas_material m, error *e) {
    damas_build_watch watch = {
        .stop = cli_stop_with_output(), .progress = show_progress, .context = f};
    damas_built built;
    if (!damas_build(f->tables, m, f->threads, &watch, &built, e)) return false;
    bool good = true;
    for (int k = 0; k < 2 && (k == 0 || built.codes[1] != built.codes[0]); k++)
        for (int content = DAMAS_VALUES; content <= DAMAS_DISTANCES; content++)
            if (wanted(f, m, (damas_content)content))
                good = good && save(f, &built.slice[k], (damas_content)content, built.codes[k], e);
    damas_built_free(&built);
    f->built++;
    return good;
}

static void print_slice(const factory *f, damas_material m) {
    const damas_table *table = f->tables->table[damas_material_number(m)];
    uint64_t counts[4] = {0};
    int longest = 0;
    char name[32];
    text t = text_over(name, sizeof name);
    write_name(m, &t);
    for (uint64_t i = 0; i < table->slice.size; i++) {
        counts[table->values[i / 4] >> 2 * (i % 4) & 3]++;
        if (table->distances && table->distances[i] - 1 > longest)
            longest = table->distances[i] - 1;
    }
    if (f->json) {
        cli_print_json(
            json_pack("{s:s, s:I, s:I, s:I, s:I, s:o}", "slice", name, "positions",
                      (json_int_t)table->slice.size, "won", (json_int_t)counts[DAMAS_WON], "lost",
                      (json_int_t)counts[DAMAS_LOST], "drawn", (json_int_t)counts[DAMAS_DRAWN],
                      "plies", table->distances ? json_integer(longest) : json_null()));
        return;
    }
    printf("%-10s %12llu %12llu %12llu %12llu", name, (unsigned long long)table->slice.size,
           (unsigned long long)counts[DAMAS_WON], (unsigned long long)counts[DAMAS_LOST],
           (unsigned long long)counts[DAMAS_DRAWN]);
    if (table->distances) printf(" %5d", longest);
    putchar('\n');
}

/* Checks a slice, unless it was checked before with the same tables. */
static bool check(factory *f, damas_material m, error *e) {
    uint64_t key = hash_join(f->seen, (uint64_t)damas_material_number(m));
    if (verified_has(&f->verified, key)) {
        f->unchecked -= damas_slice_of(m).size;
        return true;
    }
    damas_build_watch watch = {.stop = cli_stop_with_output(), .checked = show_check, .context = f};
    f->check_began = clock_now();
    char path[2 * CLI_PATH], name[32];
    text t = text_over(name, sizeof name);
    file_of(f, m, DAMAS_VALUES, path);
    write_name(m, &t);
    if (!damas_verify(f->tables, m, f->threads, &watch, e)) return error_in(e, "%s", path);
    f->check_time += clock_now() - f->check_began;
    f->in_time += damas_slice_of(m).size;
    return verified_add(&f->verified, name, key, e);
}

/* Adds a slice to the hash of everything read. */
static void see(factory *f, damas_material m) {
    const damas_table *table = f->tables->table[damas_material_number(m)];
    uint64_t size = table->slice.size;
    f->seen = hash_join(f->seen, hash_bytes(table->values, (size_t)((size + 3) / 4)));
    if (table->distances) f->seen = hash_join(f->seen, hash_bytes(table->distances, (size_t)size));
}

static bool finish_slice(factory *f, damas_material m, error *e) {
    f->positions += damas_slice_of(m).size;
    if (f->list) print_slice(f, m);
    fflush(stdout);
    return !f->verify || check(f, m, e);
}

/* A slice and its mirror, whose positions lead to each other. */
static bool finish_pair(factory *f, damas_material m, error *e) {
    damas_material mirror = damas_mirror(m);
    bool one = is_own_mirror(m);
    if (f->verify) see(f, m);
    if (f->verify && !one) see(f, mirror);
    return finish_slice(f, m, e) && (one || finish_slice(f, mirror, e));
}

static bool make(factory *f, error *e) {
    if (f->list && !f->json)
        printf("%-10s %12s %12s %12s %12s %5s\n", "slice", "positions", "won", "lost", "drawn",
               "plies");
    for (f->at = 0; f->at < f->count; f->at++) {
        damas_material m = f->order[f->at];
        if (!load_pair(f, m) && !build_pair(f, m, e)) return false;
        if (!finish_pair(f, m, e)) return false;
    }
    return true;
}

static void print_sum(const factory *f, double seconds) {
    if (f->json) {
        json_t *sum =
            json_pack("{s:o, s:i, s:i, s:I, s:I, s:f, s:b}", "folder", text_json(f->folder),
                      "slices", f->count, "new", f->built, "positions", (json_int_t)f->positions,
                      "bytes", (json_int_t)f->bytes, "seconds", seconds, "verified", f->verify);
        if (f->verify) json_object_set_new(sum, "now", json_integer((json_int_t)f->in_time));
        cli_print_json(sum);
        return;
    }
    printf("%d slices (%d new), %llu positions, %llu bytes in %s, %.1f s", f->count, f->built,
           (unsigned long long)f->positions, (unsigned long long)f->bytes, f->folder, seconds);
    if (f->verify)
        printf(", all verified (%llu positions now, in %.1f s)", (unsigned long long)f->in_time,
               clock_seconds(f->check_time));
    putchar('\n');
}

/* A finished slice comes from a worker. */
static bool save_image(void *context, const void *image, size_t length, error *e) {
    factory *f = context;
    const uint8_t *bytes = image;
    char path[2 * CLI_PATH];
    damas_tables *trial = damas_tables_create(f->tables->flags, e);
    bool good = trial && damas_tables_add(trial, image, length, e);
    damas_tables_destroy(trial);
    if (!good) return false;
    damas_material m = {bytes[8], bytes[9], bytes[10], bytes[11]};
    file_of(f, m, (damas_content)bytes[12], path);
    return cli_save_bytes(path, image, length, e);
}

static void show_work(void *context, int done, uint64_t positions, uint64_t all) {
    const factory *f = context;
    double passed = clock_seconds(clock_now() - f->check_began);
    fprintf(stderr, "%s%d of %d slices, %d %% of the positions, about %.0f s left%s",
            f->bar ? "\r" : "", done, f->count, (int)(100 * positions / (all ? all : 1)),
            positions ? passed * (double)(all - positions) / (double)positions : 0,
            f->bar ? "\033[K" : "\n");
    fflush(stderr);
}

static bool has_all_files(const factory *f) {
    for (int i = 0; i < f->count; i++)
        for (int k = 0; k < 2; k++) {
            char path[2 * CLI_PATH];
            file_of(f, k ? damas_mirror(f->order[i]) : f->order[i], DAMAS_VALUES, path);
            if (access(path, R_OK) != 0) return false;
        }
    return true;
}

/* Lets workers build what is missing; the files are then used as if they had been here. */
static bool let_workers_build(factory *f, error *e) {
    const char *rules = cli_value(f->arguments, "rules");
    if (!cli_is_typed(f->arguments, "store") || has_all_files(f)) return true;
    store *journal = cli_open_store(f->arguments, e);
    if (!journal) return false;
    f->check_began = clock_now();
    tables_work w = {.journal = journal,
                     .rules = rules ? rules : "",
                     .order = f->order,
                     .count = f->count,
                     .stop = cli_stop_with_output(),
                     .context = f,
                     .save = save_image,
                     .progress = show_work};
    bool good = tables_work_lead(&w, e);
    if (f->bar) fprintf(stderr, "\r\033[K");
    store_close(journal);
    return good;
}

static int make_damas(const cli_arguments *a) {
    error e;
    uint64_t pieces = 4, threads = 2;
    factory f = {.arguments = a,
                 .verify = cli_value(a, "verify") != NULL,
                 .list = cli_value(a, "list") != NULL,
                 .bar = isatty(STDERR_FILENO),
                 .json = cli_value(a, "json") != NULL};
    game_rules *rules = game_create_named("damas", cli_value(a, "rules"), &e);
    if (!rules || !cli_read_number(a, "pieces", 2, DAMAS_TABLE_PIECES, &pieces, &e) ||
        !cli_read_number(a, "threads", 1, 64, &threads, &e) ||
        !cli_table_folder(cli_value(a, "folder"), rules, f.folder, &e) ||
        !cli_make_folder(f.folder, &e) ||
        !(f.tables = damas_tables_create(damas_rules_of(rules)->variant->flags, &e))) {
        game_destroy(rules);
        return cli_fail_with(a, &e);
    }
    game_destroy(rules);
    f.threads = (int)threads;
    f.count = damas_build_order((int)pieces, f.order);
    verified_open(&f.verified, f.folder);
    for (int i = 0; i < f.count; i++)
        f.unchecked += damas_slice_of(f.order[i]).size * (is_own_mirror(f.order[i]) ? 1 : 2);
    int64_t start = clock_now();
    bool good = let_workers_build(&f, &e) && make(&f, &e);
    if (f.bar) fprintf(stderr, "\r\033[K");
    if (good) print_sum(&f, clock_seconds(clock_now() - start));
    verified_close(&f.verified);
    damas_tables_destroy(f.tables);
    return good ? CLI_OK : cli_fail_with(a, &e);
}

static int run(const cli_arguments *a) {
    if (strcmp(a->operand[0], "damas") == 0) return make_damas(a);
    if (strcmp(a->operand[0], "perudo") == 0) return cli_tables_perudo(a);
    return cli_fail(a, "no tables for '%s'; only damas and perudo have them", a->operand[0]);
}

const cli_command cli_tables = {
    .name = "tables",
    .operands = "GAME",
    .summary = "Build tables for the engine.",
    .about =
        "For damas: every position of up to N pieces, won, lost or drawn; up to five pieces also the number "
        "of plies (four in english and italian). For perudo: a strategy for each round of two players with up to N dice "
        "each, under the rules given. Tables for the default rules and five dice are built in; others "
        "take minutes. Each finished part is a file, so an interrupted run resumes where it "
        "stopped, and so does a check; a damaged file is rebuilt.",
    .options =
        (const cli_option[]){
            {"pieces", "N",
             "damas: total pieces of both sides, 2 to 7 (4); 5 take minutes, 6 hours"},
            {"threads", "N", "damas: number of threads (2)"},
            {"rules", "KEY=VALUE,...",
             "settings of the game: damas variant=NAME; perudo dice=N is the maximum"},
            {"memory", "MB",
             "perudo: memory for one round, in MB (2400); with more, more bids are remembered"},
            {"folder", "PATH",
             "folder for the files (default: $DAMERO_TABLES/GAME, where engines look)"},
            {"verify", NULL,
             "damas: check every position against its successors, unless done before"},
            {"list", NULL, "damas: print the contents of each slice"},
            {"json", NULL, "one JSON object at the end; with --list, one per slice before it"},
            {"store", "FILE|URL",
             "damas: let the workers of this journal build them (damero worker)"},
            {0}},
    .examples =
        (const cli_example[]){
            {"damero tables damas --pieces 5", "before playing seriously"},
            {"damero tables damas --rules variant=english", "for a variant"},
            {"damero tables damas --verify --list",
             "four pieces, checked, with counts and longest wins"},
            {"damero tables damas --pieces 5 --store postgresql://damero@db/damero",
             "built by all workers of that journal"},
            {"damero tables perudo --rules preset=strict",
             "for the rules of the best-known play site"},
            {0}},
    .run = run,
};
