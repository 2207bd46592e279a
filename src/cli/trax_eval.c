#include <stdlib.h>

#include "cli/think.h"
#include "engines/trax/codesign.h"

static void print_report(const char *move, int mover, const codesign_report *r,
                         const unsigned threats[2]) {
    printf("%-6s %3d", move, codesign_value(r, mover));
    if (r->winner != GAME_NOBODY) {
        printf("  %s\n", r->winner == mover ? "wins" : "loses");
        return;
    }
    if (r->loses) printf("  leaves the opponent a win:");
    printf("  threats %u, the opponent's %u", threats[mover], threats[mover ^ 1]);
    if (!r->loses) printf("; corners %u, the opponent's %u", r->own_corners, r->other_corners);
    putchar('\n');
}

static json_t *report_json(const char *move, int mover, const codesign_report *r,
                           const unsigned threats[2]) {
    json_t *turn = json_pack("{s:s, s:i, s:b, s:b, s:b, s:i, s:i}", "move", move, "value",
                             codesign_value(r, mover), "wins", r->winner == mover, "loses",
                             r->winner == (mover ^ 1), "leaves_win", r->loses, "threats",
                             (int)threats[mover], "their_threats", (int)threats[mover ^ 1]);
    if (r->winner == GAME_NOBODY && !r->loses) {
        json_object_set_new(turn, "corners", json_integer(r->own_corners));
        json_object_set_new(turn, "their_corners", json_integer(r->other_corners));
    }
    return turn;
}

/* Prints every turn; with `turns` it adds objects to them instead. */
static bool print_all(const record *r, bool literal, json_t *turns, error *e) {
    const trax_rules *rules = trax_rules_of(r->rules);
    const trax_position *p = (const trax_position *)(const void *)r->game.now;
    codesign *fast = codesign_create(rules, e);
    codesign_literal *plain = codesign_literal_create(rules, e);
    game_move *moves = malloc(r->rules->max_moves * sizeof *moves);
    bool room = fast && plain && (moves || error_set(e, "no memory"));
    size_t count = room ? game_moves(r->rules, r->game.now, p->mover, moves) : 0;
    if (room && literal) codesign_literal_set(plain, p);
    if (room) codesign_set(fast, p);
    for (size_t i = 0; i < count; i++) {
        char name[GAME_MOVE_TEXT];
        text t = text_over(name, sizeof name);
        codesign_report report;
        game_write_move(r->rules, r->game.now, moves[i], &t);
        trax_move move = trax_from_contract(p, moves[i]);
        unsigned threats[2];
        if (literal && p->tiles > 0) {
            codesign_literal_evaluate(plain, move, &report);
            codesign_literal_threats(plain, move, threats);
        } else {
            codesign_evaluate(fast, move, &report);
            codesign_threats(fast, move, threats);
        }
        if (turns) json_array_append_new(turns, report_json(name, p->mover, &report, threats));
        else print_report(name, p->mover, &report, threats);
    }
    free(moves);
    codesign_destroy(fast);
    codesign_literal_destroy(plain);
    return room;
}

static int run(const cli_arguments *a) {
    error e;
    record r;
    if (!cli_set_up(a, "trax", &r, &e)) return cli_fail_with(a, &e);
    bool over = game_turn(r.rules, r.game.now) == GAME_OVER;
    if (over) error_set(&e, "the game is over: there is no turn to evaluate");
    json_t *turns = cli_value(a, "json") ? json_array() : NULL;
    bool done = !over && print_all(&r, cli_value(a, "literal") != NULL, turns, &e);
    if (done && turns) cli_print_json(json_pack("{s:O}", "turns", turns));
    json_decref(turns);
    record_destroy(&r);
    return done ? CLI_OK : cli_fail_with(a, &e);
}

const cli_command cli_trax_eval = {
    .name = "trax-eval",
    .operands = "",
    .summary = "Print the co-design's evaluation of every legal turn of a Trax position.",
    .about =
        "One line per turn: its value from 0 to 255, then why. A threat is a loop that the next "
        "turn closes, a corner one that two turns close; loops through the same spaces count "
        "once. Corners are not counted if the opponent can win next turn.",
    .options = (const cli_option[]){CLI_SETUP_OPTIONS,
                                    {"literal", NULL, "use the slow implementation, step by step"},
                                    {"json", NULL, "one JSON object"},
                                    {0}},
    .examples =
        (const cli_example[]){
            {"damero trax-eval --moves \"@0/ B1+\"", "White's turns after two tiles"},
            {"damero trax-eval --position \"55/36 B\" --rules variant=8x8", "from a position"},
            {0}},
    .run = run,
};
