#include <stdlib.h>
#include <string.h>

#include "cli/setup.h"
#include "cli/stop.h"
#include "cli/think.h"

static const game_count every_move = {"moves", "every legal move counts one", game_perft};

/* The counting convention of that name, or NULL with an error. */
static const game_count *find_count(const game *g, const char *name, error *e) {
    const game_count *list = g->counts ? g->counts : (const game_count[]){every_move, {0}};
    if (!name) return g->counts ? g->counts : &every_move;
    char names[100];
    text t = text_over(names, sizeof names);
    for (const game_count *c = list; c->name; c++) {
        if (strcmp(c->name, name) == 0) return g->counts ? c : &every_move;
        text_addf(&t, "%s%s", t.length ? ", " : "", c->name);
    }
    error_set(e, "--count: '%s' is not one of: %s", name, names);
    return NULL;
}

/* "3 1320" or {"depth":3,"count":1320}; the same with a move. */
static void print_count(const char *what, const char *value, int depth, uint64_t leaves,
                        bool json) {
    if (!json) printf("%s %llu\n", value, (unsigned long long)leaves);
    else
        cli_print_json(json_pack("{s:o, s:I}", what,
                                 depth ? json_integer(depth) : json_string(value), "count",
                                 (json_int_t)leaves));
    fflush(stdout);
}

static bool print_depths(record *r, const game_count *count, int depth, bool json, error *e) {
    for (int d = 1; d <= depth; d++) {
        uint64_t leaves;
        if (!count->perft(r->rules, r->game.now, d, &leaves, e)) return false;
        char number[8];
        text t = text_over(number, sizeof number);
        text_addf(&t, "%d", d);
        print_count("depth", number, d, leaves, json);
    }
    return true;
}

/* The leaves below each move, at the full depth. */
static bool print_divided(record *r, const game_count *count, int depth, bool json, error *e) {
    game_move *moves = malloc(r->rules->max_moves * sizeof *moves);
    if (!moves) return error_set(e, "no memory");
    bool good = true;
    for (int seat = GAME_CHANCE; seat < r->rules->seats; seat++) {
        size_t n = game_moves(r->rules, r->game.now, seat, moves);
        for (size_t i = 0; good && i < n; i++) {
            char move[GAME_MOVE_TEXT];
            text t = text_over(move, sizeof move);
            uint64_t leaves;
            game_write_move(r->rules, r->game.now, moves[i], &t);
            good = history_play(&r->game, moves[i], e);
            if (!good) break;
            good = count->perft(r->rules, r->game.now, depth - 1, &leaves, e);
            if (good) print_count("move", move, 0, leaves, json);
            history_undo(&r->game);
        }
    }
    free(moves);
    return good;
}

static int run(const cli_arguments *a) {
    error e;
    record r;
    scan s = scan_string(a->operand[1]);
    uint64_t depth;
    if (!scan_number(&s, 1, 99, &depth) || !scan_done(&s))
        return cli_fail(a, "'%s' is not a depth from 1 to 99", a->operand[1]);
    if (!cli_set_up(a, a->operand[0], &r, &e)) return cli_fail_with(a, &e);
    const game_count *count = find_count(r.rules->game, cli_value(a, "count"), &e);
    bool divide = cli_value(a, "divide") != NULL, json = cli_value(a, "json") != NULL;
    cli_end_with_output();
    bool good = count && (divide ? print_divided(&r, count, (int)depth, json, &e)
                                 : print_depths(&r, count, (int)depth, json, &e));
    record_destroy(&r);
    return good ? CLI_OK : cli_fail_with(a, &e);
}

const cli_command cli_perft = {
    .name = "perft",
    .operands = "GAME DEPTH",
    .summary = "Count the move sequences of each length up to DEPTH.",
    .about =
        "Prints a line 'DEPTH COUNT' for each depth from 1. A finished game has no successors. "
        "Compare the numbers with another program's to test a move generator.",
    .options =
        (const cli_option[]){CLI_SETUP_OPTIONS,
                             {"divide", NULL, "the count below each move instead, at DEPTH only"},
                             {"json", NULL, "one JSON object per line"},
                             {"count", "NAME", "another counting convention, if the game has one"},
                             {0}},
    .examples =
        (const cli_example[]){
            {"damero perft dots 4 --rules size=2x2", "12, 132, 1320, 11880 sequences"},
            {"damero perft dots 3 --divide", "the same for each first line"},
            {0}},
    .run = run,
};
