/* damero tables GAME: for damas tables of endgames, slice by slice; for perudo strategies of rounds
 * (tables_perudo.c). Every finished part is a file, so that an interrupted run goes on where it
 * was.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/setup.h"
#include "cli/table_files.h"
#include "cli/tables.h"
#include "cli/think.h"
#include "engines/damas/build.h"

typedef struct factory {
    const cli_arguments *arguments;
    char folder[CLI_PATH];
    damas_tables *tables;
    damas_material order[DAMAS_SLICES];
    int count, at; /* slices to make; the one being made */
    int threads;
    bool verify, list, bar;
    uint64_t positions, bytes;
    int built;
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

static bool wanted(damas_material m, damas_content content) {
    return content == DAMAS_VALUES || damas_material_pieces(m) <= DAMAS_DISTANCE_PIECES;
}

/* Reads one file into the tables; false, quietly where there is none, where it cannot be used. */
static bool load(factory *f, damas_material m, damas_content content) {
    char path[2 * CLI_PATH];
    size_t length;
    error e;
    file_of(f, m, content, path);
    if (access(path, R_OK) != 0) return false;
    char *bytes = cli_read_file(path, &length, &e);
    bool good = bytes && damas_tables_add(f->tables, bytes, length, &e);
    if (good) f->bytes += length;
    else fprintf(stderr, "damero tables: %s is made again: %s\n", path, e.message);
    free(bytes);
    return good;
}

static bool load_pair(factory *f, damas_material m) {
    bool good = true;
    for (int k = 0; k < 2; k++)
        for (int content = DAMAS_VALUES; content <= DAMAS_DISTANCES; content++) {
            damas_material one = k == 0 ? m : damas_mirror(m);
            if (k == 1 && memcmp(&one, &m, sizeof m) == 0) continue;
            if (wanted(one, (damas_content)content))
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

static bool save(factory *f, const damas_slice *s, damas_content content, const uint8_t *codes,
                 error *e) {
    char path[2 * CLI_PATH];
    size_t length;
    uint8_t *image = damas_image(s, content, codes, &length, e);
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
            if (wanted(m, (damas_content)content))
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
    printf("%-10s %12llu %12llu %12llu %12llu", name, (unsigned long long)table->slice.size,
           (unsigned long long)counts[DAMAS_WON], (unsigned long long)counts[DAMAS_LOST],
           (unsigned long long)counts[DAMAS_DRAWN]);
    if (table->distances) printf(" %5d", longest);
    putchar('\n');
}

static bool finish_slice(factory *f, damas_material m, error *e) {
    uint64_t wrong;
    f->positions += damas_slice_of(m).size;
    if (f->list) print_slice(f, m);
    fflush(stdout);
    if (!f->verify || damas_verify(f->tables, m, f->threads, &wrong, e)) return true;
    char path[2 * CLI_PATH];
    file_of(f, m, DAMAS_VALUES, path);
    return error_in(e, "%s", path);
}

static bool make(factory *f, error *e) {
    if (f->list)
        printf("%-10s %12s %12s %12s %12s %5s\n", "slice", "positions", "won", "lost", "drawn",
               "plies");
    for (f->at = 0; f->at < f->count; f->at++) {
        damas_material m = f->order[f->at], mirror = damas_mirror(m);
        if (!load_pair(f, m) && !build_pair(f, m, e)) return false;
        if (!finish_slice(f, m, e)) return false;
        if (memcmp(&m, &mirror, sizeof m) != 0 && !finish_slice(f, mirror, e)) return false;
    }
    return true;
}

static int make_damas(const cli_arguments *a) {
    error e;
    uint64_t pieces = 4, threads = 2;
    factory f = {.arguments = a,
                 .verify = cli_value(a, "verify") != NULL,
                 .list = cli_value(a, "list") != NULL,
                 .bar = isatty(STDERR_FILENO)};
    if (!cli_read_number(a, "pieces", 2, DAMAS_TABLE_PIECES, &pieces, &e) ||
        !cli_read_number(a, "threads", 1, 64, &threads, &e) ||
        !cli_table_folder(cli_value(a, "folder"), "damas", f.folder, &e) ||
        !cli_make_folder(f.folder, &e) || !(f.tables = damas_tables_create(&e)))
        return cli_fail_with(a, &e);
    f.threads = (int)threads;
    f.count = damas_build_order((int)pieces, f.order);
    int64_t start = clock_now();
    bool good = make(&f, &e);
    if (f.bar) fprintf(stderr, "\r\033[K");
    if (good)
        printf("%d slices (%d made now), %llu positions, %llu bytes in %s, %.1f s%s\n", f.count,
               f.built, (unsigned long long)f.positions, (unsigned long long)f.bytes, f.folder,
               clock_seconds(clock_now() - start), f.verify ? ", all verified" : "");
    damas_tables_destroy(f.tables);
    return good ? CLI_OK : cli_fail_with(a, &e);
}

static int run(const cli_arguments *a) {
    if (strcmp(a->operand[0], "damas") == 0) return make_damas(a);
    if (strcmp(a->operand[0], "perudo") == 0) return cli_tables_perudo(a);
    return cli_fail(a, "there are tables for damas and perudo, not for '%s'", a->operand[0]);
}

const cli_command cli_tables = {
    .name = "tables",
    .operands = "GAME",
    .summary = "Build tables, which the engine then plays by.",
    .about =
        "For damas: every position of up to N pieces, won, lost or drawn; up to four pieces also how "
        "many plies it takes. For perudo: how to play each round of two players with up to N dice "
        "each, under the rules given. Those for the usual rules and five dice are built in; others "
        "take minutes. A finished part is a file, so a run that was interrupted goes on where it "
        "stopped; a damaged file is made again.",
    .options =
        (const cli_option[]){
            {"pieces", "N", "damas: of both sides together, 2 to 7 (4); 5 take minutes, 6 hours"},
            {"threads", "N", "damas: how many threads to use (2)"},
            {"rules", "KEY=VALUE,...", "perudo: settings of the game; dice=N is the most"},
            {"memory", "MB", "perudo: for one round (1024); more remembers more bids"},
            {"folder", "PATH", "where the files go, instead of the usual place"},
            {"verify", NULL, "damas: check every position against those one move on"},
            {"list", NULL, "damas: print what each slice holds"},
            {0}},
    .examples =
        (const cli_example[]){{"damero tables damas --pieces 5", "before playing seriously"},
                              {"damero tables damas --verify --list",
                               "four pieces, checked, with counts and longest ways"},
                              {"damero tables perudo --rules preset=strict",
                               "for the rules of the best-known play site"},
                              {0}},
    .run = run,
};
