/* damero openings - makes a book of openings for a series. */
#include <stdlib.h>
#include <string.h>

#include "boards/engines.h"
#include "cli/setup.h"
#include "cli/stop.h"
#include "cli/think.h"
#include "engines/engine.h"
#include "events/opening.h"
#include "events/openings.h"

enum {
    COUNT_MAX = 1000000,
    CANDIDATES = 4, /* for each opening of a balanced book */
    USUAL_NODES = 20000,
    TRIES = 200, /* for a position that is new to the book, before giving up */
};

/* A candidate for the book. */
typedef struct candidate {
    char *moves;
    int worth; /* for the seat on turn, of either sign */
} candidate;

typedef struct book {
    const cli_arguments *arguments;
    game_rules *rules;
    uint64_t count, plies, seed;
    engine_limits limits; /* of the engine that evaluates a position */
    engine *judge;        /* NULL: openings need not be balanced */
    const atomic_bool *stop;
    opening_set known;
    candidate *found;
    size_t found_count;
} book;

static bool set_up(const cli_arguments *a, book *b, error *e) {
    const game *g = a->operand_count ? game_find(a->operand[0], e) : NULL;
    if (!a->operand_count) return error_set(e, "missing argument GAME");
    if (!g || !(b->rules = game_create(g, cli_value(a, "rules"), e))) return false;
    if (g->roll) return error_set(e, "%s has dice: every game begins differently anyway", g->name);
    const char *out = cli_value(a, "out");
    if (!out && !cli_value(a, "json")) return error_set(e, "missing --out FILE");
    if (out && cli_value(a, "json") && strcmp(out, "-") == 0)
        return error_set(e, "--json takes the standard output: give --out a file, or omit it");
    b->count = 100;
    b->plies = 6;
    b->seed = 1;
    if (!cli_read_number(a, "count", 1, COUNT_MAX, &b->count, e) ||
        !cli_read_number(a, "plies", 1, 1000, &b->plies, e) ||
        !cli_read_number(a, "seed", 0, UINT64_MAX, &b->seed, e) ||
        !cli_read_number(a, "nodes", 1, UINT64_MAX, &b->limits.nodes, e) ||
        !cli_read_duration(a, "time", &b->limits.move_time, e))
        return false;
    if (!cli_value(a, "balanced")) return true;
    const engine_kind *kind = boards_find_engine(g, NULL, e);
    if (!kind) return false;
    /* Nodes by default: the same seed makes the same book on every machine. */
    if (!b->limits.nodes && !b->limits.move_time) b->limits.nodes = USUAL_NODES;
    engine_options options = {.level = engine_full_level(kind), .seed = b->seed};
    return (b->judge = engine_create(kind, b->rules, &options, e)) != NULL;
}

/* Draws random moves until they lead to a new position; false if none was found. */
static bool draw(book *b, uint64_t number, history *h, error *e) {
    random_source chance = random_seed(hash_join(b->seed, number));
    for (int i = 0; i < TRIES; i++) {
        if (!opening_play(b->rules, NULL, (size_t)b->plies, random_next(&chance), h, e))
            return false;
        if (opening_set_add(&b->known, b->rules, h->now)) return true;
    }
    return error_set(e, "only %zu different openings of %llu plies were found", b->known.count,
                     (unsigned long long)b->plies);
}

static char *write_moves(const history *h) {
    game_position *p = game_new_position(h->rules);
    size_t size = h->count * GAME_MOVE_TEXT + 1;
    char *line = malloc(size);
    text t = text_over(line, line ? size : 0);
    game_copy(h->rules, p, h->start);
    for (size_t i = 0; line && i < h->count; i++) {
        if (i > 0) text_add_char(&t, ' ');
        game_write_move(h->rules, p, h->moves[i], &t);
        game_play(h->rules, p, h->moves[i], NULL);
    }
    free(p);
    return line;
}

static int by_worth(const void *a, const void *b) {
    const candidate *one = a, *other = b;
    return (one->worth > other->worth) - (one->worth < other->worth);
}

/* Finds the openings; a balanced book keeps the most even of several times as many. */
static bool find(book *b, error *e) {
    uint64_t wanted = b->count * (b->judge ? CANDIDATES : 1);
    history h;
    b->found = calloc(wanted, sizeof *b->found);
    if (!b->found) return error_set(e, "no memory for the openings");
    if (!history_create(&h, b->rules, e)) return false;
    bool good = true;
    for (uint64_t i = 0; good && i < wanted; i++) {
        good = !atomic_load(b->stop) || error_set(e, "interrupted");
        if (!good || !draw(b, i, &h, e)) {
            /* Fewer candidates than planned are fine as long as there are enough openings. */
            good = good && b->found_count >= b->count;
            break;
        }
        candidate *c = &b->found[b->found_count++];
        *c = (candidate){write_moves(&h),
                         b->judge ? opening_worth(b->judge, h.now, &b->limits, b->stop) : 0};
        good = c->moves || error_set(e, "no memory for the openings");
    }
    history_destroy(&h);
    if (good && b->judge) qsort(b->found, b->found_count, sizeof *b->found, by_worth);
    return good;
}

static bool write_book(void *context, FILE *file) {
    const book *b = context;
    char settings[700];
    text t = text_over(settings, sizeof settings);
    game_write_settings(b->rules, &t);
    fprintf(file, "# %llu openings of %s%s%s, %llu random plies each%s\n",
            (unsigned long long)b->count, b->rules->game->name, *settings ? ", " : "", settings,
            (unsigned long long)b->plies, b->judge ? ", balanced" : "");
    for (uint64_t i = 0; i < b->count; i++) fprintf(file, "%s\n", b->found[i].moves);
    return !ferror(file);
}

static void print_book(const book *b) {
    json_t *all = json_array();
    for (uint64_t i = 0; i < b->count; i++) {
        json_t *one = json_pack("{s:s}", "moves", b->found[i].moves);
        if (b->judge) json_object_set_new(one, "uneven", json_integer(b->found[i].worth));
        json_array_append_new(all, one);
    }
    char settings[700];
    text t = text_over(settings, sizeof settings);
    game_write_settings(b->rules, &t);
    cli_print_json(json_pack("{s:s, s:s, s:I, s:o}", "game", b->rules->game->name, "rules",
                             settings, "plies", (json_int_t)b->plies, "openings", all));
}

static int run(const cli_arguments *a) {
    book b = {.arguments = a, .stop = cli_stop_on_interrupt()};
    error e;
    const char *out = cli_value(a, "out");
    bool good =
        set_up(a, &b, &e) && find(&b, &e) && (!out || cli_write_file(out, write_book, &b, &e));
    if (good && cli_value(a, "json")) print_book(&b);
    int status = good ? CLI_OK : cli_fail_with(a, &e);
    for (size_t i = 0; i < b.found_count; i++) free(b.found[i].moves);
    free(b.found);
    opening_set_destroy(&b.known);
    engine_destroy(b.judge);
    game_destroy(b.rules);
    return status;
}

const cli_command cli_openings = {
    .name = "openings",
    .operands = "GAME",
    .summary = "Make a book of openings for 'damero match --openings'.",
    .about = "Each opening is a line of random legal moves from the start. No two lead to the same "
             "position, even reflected or rotated. --balanced draws four times as many, and "
             "the engine keeps the most even ones.",
    .options =
        (const cli_option[]){
            {"rules", "KEY=VALUE,...", "settings of the game, as 'damero games' lists them"},
            {"count", "N", "number of openings (100)"},
            {"plies", "N", "moves per opening (6)"},
            {"balanced", NULL, "keep those that the engine finds most even"},
            {"nodes", "N", "nodes for the engine to evaluate each (20000)"},
            {"time", "TIME", "time for it instead; the book then depends on the machine"},
            {"seed", "N", "each seed gives a different book (1)"},
            {"out", "FILE", "where to write the book; - is the standard output"},
            {"json", NULL, "one JSON object; with --balanced it says how uneven each is"},
            {0}},
    .examples =
        (const cli_example[]){
            {"damero openings damas --count 500 --plies 6 --balanced --out book.txt",
             "a book of 500 even openings"},
            {"damero match damas --seat program:./new --seat engine --openings book.txt --games 1000",
             "each opening twice, with seats swapped"},
            {0}},
    .run = run,
};
