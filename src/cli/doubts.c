/* damero doubts - how often a player of Perudo doubts and raises wrongly, by dice in play. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "boards/engines.h"
#include "cli/table_files.h"
#include "cli/think.h"
#include "games/perudo/perudo.h"

enum { PLAYERS_LEAST = 2, NODES = 60 };

/* The decisions about a bid with one number of dice in play. */
typedef struct decisions {
    uint64_t doubts, wrong_doubts; /* wrong: the bid holds */
    uint64_t raises, wrong_raises; /* wrong: the bid before does not hold */
} decisions;

/* A game among equals. */
typedef struct self_play {
    game_rules *rules;
    engine *who;
    random_source random;
    const engine_watch *watch;
} self_play;

static bool bid_holds(const perudo_position *p, perudo_bid b) {
    int count = 0;
    for (int seat = 0; seat < PERUDO_SEATS_MAX; seat++)
        count += perudo_matching(p->hand[seat], perudo_bid_face(b), !p->palifico);
    return count >= perudo_bid_count(b);
}

static void count_decision(const perudo_position *p, game_move m, decisions *sums) {
    decisions *d = &sums[perudo_total(p)];
    perudo_bid last = perudo_last_bid(p);
    if (!last) return;
    if (perudo_move_kind(m) == PERUDO_DUDO) {
        d->doubts++;
        d->wrong_doubts += bid_holds(p, last);
    } else if (perudo_move_kind(m) == PERUDO_BIDS) {
        d->raises++;
        d->wrong_raises += !bid_holds(p, last);
    }
}

static void play_game(self_play *s, decisions *sums) {
    const perudo_rules *r = perudo_rules_of(s->rules);
    perudo_position p, view;
    engine_limits limits = {.nodes = NODES};
    perudo_start(r, &p);
    while (p.phase != PERUDO_OVER && !engine_stopped(s->watch)) {
        game_move m;
        if (p.phase == PERUDO_BID) {
            engine_result found;
            perudo_view(&p, p.next, &view);
            engine_think(s->who, (const game_position *)(const void *)&view, p.next, &limits,
                         s->watch, &found);
            m = found.move;
            count_decision(&p, m, sums);
        } else {
            m = perudo_roll(r, &p, &s->random);
        }
        perudo_play(r, &p, m);
    }
}

/* Adds the decisions of games with this number of players. */
static bool play_games(const engine_kind *kind, const char *settings, int players, uint64_t games,
                       uint64_t seed, const engine_watch *watch, decisions *sums, error *e) {
    char all[256];
    snprintf(all, sizeof all, "%s%splayers=%d", settings ? settings : "", settings ? "," : "",
             players);
    self_play s = {.rules = game_create(&perudo_game, all, e),
                   .random = random_seed(seed + (uint64_t)players),
                   .watch = watch};
    if (!s.rules) return false;
    engine_options options = {.level = engine_full_level(kind), .seed = seed};
    s.who = engine_create(kind, s.rules, &options, e);
    if (s.who) cli_give_tables(s.who);
    for (uint64_t i = 0; s.who && i < games; i++) play_game(&s, sums);
    bool good = s.who != NULL;
    engine_destroy(s.who);
    game_destroy(s.rules);
    return good;
}

static double percent(uint64_t part, uint64_t all) {
    return all ? 100 * (double)part / (double)all : 0;
}

static void print_row(const char *name, const decisions *d) {
    printf("%-7s %8llu %7.1f %% %9llu %7.1f %%\n", name, (unsigned long long)d->doubts,
           percent(d->wrong_doubts, d->doubts), (unsigned long long)d->raises,
           percent(d->wrong_raises, d->raises));
}

static json_t *row_json(int dice, const decisions *d) {
    return json_pack("{s:i, s:I, s:I, s:I, s:I}", "dice", dice, "doubts", (json_int_t)d->doubts,
                     "wrong_doubts", (json_int_t)d->wrong_doubts, "raises", (json_int_t)d->raises,
                     "wrong_raises", (json_int_t)d->wrong_raises);
}

static void print_all(const decisions *sums, bool json) {
    decisions all = {0};
    json_t *rows = json ? json_array() : NULL;
    if (!json) printf("%-7s %8s %9s %9s %9s\n", "dice", "doubts", "wrong", "raises", "wrong");
    for (int dice = 2; dice <= PERUDO_TOTAL_MAX; dice++) {
        const decisions *d = &sums[dice];
        char name[8];
        if (d->doubts + d->raises == 0) continue;
        snprintf(name, sizeof name, "%d", dice);
        if (json) json_array_append_new(rows, row_json(dice, d));
        else print_row(name, d);
        all.doubts += d->doubts;
        all.wrong_doubts += d->wrong_doubts;
        all.raises += d->raises;
        all.wrong_raises += d->wrong_raises;
    }
    if (json) cli_print_json(rows);
    else print_row("all", &all);
}

static int run(const cli_arguments *a) {
    error e;
    uint64_t games = 100, seed = 1;
    decisions sums[PERUDO_TOTAL_MAX + 1] = {{0}};
    engine_watch watch = {.stop = cli_stop_on_interrupt()};
    if (strcmp(a->operand[0], "perudo") != 0)
        return cli_fail(a, "'%s' has no doubts: perudo has", a->operand[0]);
    const char *name = cli_value(a, "engine"), *settings = cli_value(a, "rules");
    const engine_kind *kind = boards_find_engine(&perudo_game, name ? name : "seed", &e);
    if (!kind || !cli_read_number(a, "games", 1, 1000000, &games, &e) ||
        !cli_read_number(a, "seed", 0, INT32_MAX, &seed, &e))
        return cli_fail_with(a, &e);
    for (int players = PLAYERS_LEAST; players <= PERUDO_SEATS_MAX; players++)
        if (!play_games(kind, settings, players, games, seed, &watch, sums, &e))
            return cli_fail_with(a, &e);
    print_all(sums, cli_value(a, "json"));
    return CLI_OK;
}

const cli_command cli_doubts = {
    .name = "doubts",
    .operands = "GAME",
    .summary = "Measure how often a player of Perudo doubts and raises wrongly, by dice in play.",
    .about =
        "Plays games of 2 to 8 among copies of one engine. A doubt is wrong if the bid holds; a "
        "raise is wrong if the bid before it does not, since a doubt would have won.",
    .options = (const cli_option[]){{"engine", "NAME", "whose decisions (seed)"},
                                    {"games", "N", "with each number of players (100)"},
                                    {"rules", "KEY=VALUE,...", "settings of the game"},
                                    {"seed", "N", "of the dice (1)"},
                                    {"json", NULL,
                                     "one JSON list, with an object for each number of dice"},
                                    {0}},
    .examples = (const cli_example[]){{"damero doubts perudo", "the laboratory board's machine"},
                                      {"damero doubts perudo --engine binomial --json",
                                       "the odds alone, for a program"},
                                      {0}},
    .run = run,
};
