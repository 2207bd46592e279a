#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"
#include "cli/setup.h"
#include "cli/stop.h"

static const game_count every_move = {"moves", "every legal move counts one", game_perft};

/* The way of counting with that name, or NULL with an error. */
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

static bool print_depths(record *r, const game_count *count, int depth, error *e) {
    for (int d = 1; d <= depth; d++) {
        uint64_t leaves;
        if (!count->perft(r->rules, r->game.now, d, &leaves, e)) return false;
        printf("%d %llu\n", d, (unsigned long long)leaves);
        fflush(stdout);
    }
    return true;
}

/* The leaves below each move, at the full depth. */
static bool print_divided(record *r, const game_count *count, int depth, error *e) {
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
            if (good) printf("%s %llu\n", move, (unsigned long long)leaves);
            fflush(stdout);
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
    bool divide = cli_value(a, "divide") != NULL;
    cli_end_with_output();
    bool good = count && (divide ? print_divided(&r, count, (int)depth, &e)
                                 : print_depths(&r, count, (int)depth, &e));
    record_destroy(&r);
    return good ? CLI_OK : cli_fail_with(a, &e);
}

const cli_command cli_perft = {
    .name = "perft",
    .operands = "GAME DEPTH",
    .summary = "Count the move sequences of each length up to DEPTH.",
    .about =
        "Prints a line 'DEPTH COUNT' for each depth from 1. A finished game has no successors. "
        "The numbers tell whether a move generator is right: compare them with another one's.",
    .options =
        (const cli_option[]){CLI_SETUP_OPTIONS,
                             {"divide", NULL, "the count below each move instead, at DEPTH only"},
                             {"count", "NAME", "another way of counting, where the game has one"},
                             {0}},
    .examples = (const cli_example[]){{"damero perft dots 4 --rules size=2x2",
                                       "12, 132, 1320, 11880 sequences"},
                                      {"damero perft dots 3 --divide", "the same by first line"},
                                      {0}},
    .run = run,
};
