/* damero odds - how likely the bids of a round of Perudo are. */
#include <stdlib.h>
#include <string.h>

#include "cli/odds.h"
#include "cli/think.h"
#include "engines/perudo/player.h"
#include "games/perudo/notation.h"
#include "games/perudo/odds.h"

static double believed(player *p, const perudo_position *v, int seat, perudo_bid b) {
    double chance[PERUDO_TOTAL_MAX + 1], sum = 0;
    perudo_player_believe(p, v, seat, perudo_bid_face(b), chance);
    for (int k = perudo_bid_count(b); k <= PERUDO_TOTAL_MAX; k++) sum += chance[k];
    return sum;
}

/* One bid: its odds from the dice alone, and with the information in the bids. */
typedef struct odds_line {
    perudo_bid bid;
    double plain, heard, exact;
    bool last; /* the bid on the table */
} odds_line;

static void add_to_json(const odds_line *o, json_t *bids) {
    char name[16];
    text t = text_over(name, sizeof name);
    perudo_write_bid(o->bid, &t);
    json_array_append_new(bids, json_pack("{s:s, s:f, s:f, s:f}", "bid", name, "odds", o->plain,
                                          "heard", o->heard, "exact", o->exact));
}

/* All bids by count and face. */
typedef struct odds_sheet {
    odds_line at[PERUDO_TOTAL_MAX + 1][PERUDO_FACES_MAX + 1]; /* cells without a bid show nothing */
    int faces;
} odds_sheet;

static void print_last(const odds_line *o) {
    char name[16];
    text t = text_over(name, sizeof name);
    perudo_write_bid(o->bid, &t);
    printf("The last bid, %s: %.1f %% from your dice, %.1f %% given the bids.\n\n", name,
           100 * o->plain, 100 * o->heard);
}

static void print_cell(const odds_line *o) {
    if (o->bid) printf("  %3.0f / %-3.0f", 100 * o->plain, 100 * o->heard);
    else printf("%*s", 11, "");
}

static void print_sheet(const odds_sheet *s) {
    static const char *const names[] = {"", "lamas", "twos", "threes", "fours", "fives", "sixes"};
    printf("Chance to hold, in percent: from your dice / given the bids\n\n");
    for (int face = 1; face <= s->faces; face++)
        printf("%s%11s", face == 1 ? "    " : "", names[face]);
    putchar('\n');
    for (int count = 1; count <= PERUDO_TOTAL_MAX; count++) {
        int last = 0;
        for (int face = 1; face <= s->faces; face++)
            if (s->at[count][face].bid) last = face;
        if (last == 0) continue;
        printf("%3d x", count);
        for (int face = 1; face <= last; face++) print_cell(&s->at[count][face]);
        putchar('\n');
    }
}

/* The data for the table. */
typedef struct odds_desk {
    game_position *view;
    game_move *moves;
    engine *who; /* for its model and hands */
} odds_desk;

static void clear_desk(odds_desk *d) {
    engine_destroy(d->who);
    free(d->view);
    free(d->moves);
}

static bool set_desk(odds_desk *d, const game_rules *rules, const game_position *p, int seat,
                     error *e) {
    engine_options options = {.seed = 1};
    *d = (odds_desk){.view = game_new_view(rules, p, seat),
                     .moves = malloc(rules->max_moves * sizeof *d->moves),
                     .who = engine_create(&perudo_binomial_engine, rules, &options, e)};
    if (d->view && d->moves && d->who) return true;
    clear_desk(d);
    return error_set(e, "no memory for odds");
}

bool cli_has_odds(const game_rules *rules) { return rules->game == &perudo_game; }

bool cli_print_odds(const game_rules *rules, const game_position *p, int seat, bool json,
                    error *e) {
    if (!cli_has_odds(rules)) return error_set(e, "this game has no odds");
    const perudo_rules *r = perudo_rules_of(rules);
    int turn = game_turn(rules, p);
    if (turn < 0) return error_set(e, "no player is on turn to bid");
    if (seat < 0) seat = turn;
    odds_desk d;
    if (!set_desk(&d, rules, p, seat, e)) return false;
    const perudo_position *v = perudo_position_of(d.view);
    json_t *bids = json ? json_array() : NULL;
    odds_sheet sheet = {.faces = r->faces};
    /* the last bid first, then the bids that may follow */
    size_t count = perudo_moves(r, v, turn, d.moves);
    for (size_t i = 0; i <= count; i++) {
        if (i > 0 && perudo_move_kind(d.moves[i - 1]) != PERUDO_BIDS) continue;
        odds_line o = {.bid = i ? perudo_move_bid_of(d.moves[i - 1]) : perudo_last_bid(v),
                       .last = i == 0};
        if (!o.bid) continue;
        o.plain = perudo_odds(r, v, seat, o.bid);
        o.exact = perudo_odds_exact(r, v, seat, o.bid);
        o.heard = believed((player *)d.who, v, seat, o.bid);
        if (json) add_to_json(&o, bids);
        else if (o.last) print_last(&o);
        else if (o.plain >= 0.005 || o.heard >= 0.005)
            sheet.at[perudo_bid_count(o.bid)][perudo_bid_face(o.bid)] = o;
    }
    if (!json) print_sheet(&sheet);
    if (json) cli_print_json(json_pack("{s:i, s:o}", "seat", seat, "bids", bids));
    clear_desk(&d);
    return true;
}

static int run(const cli_arguments *a) {
    error e;
    record r;
    if (strcmp(a->operand[0], "perudo") != 0)
        return cli_fail(a, "'%s' has no odds; only perudo has", a->operand[0]);
    if (!cli_set_up(a, a->operand[0], &r, &e)) return cli_fail_with(a, &e);
    uint64_t seat = 0;
    bool good = cli_read_number(a, "seat", 1, (uint64_t)r.rules->seats, &seat, &e) &&
                cli_print_odds(r.rules, r.game.now, (int)seat - 1, cli_value(a, "json"), &e);
    record_destroy(&r);
    return good ? CLI_OK : cli_fail_with(a, &e);
}

const cli_command cli_odds = {
    .name = "odds",
    .operands = "GAME",
    .summary = "Show how likely the bids of a round of Perudo are, given one player's dice.",
    .about = "Each bid has two numbers: the first assumes that hidden dice are "
             "random, the second also uses what the bids reveal about the hands. Bids that "
             "hardly ever hold are omitted.",
    .options =
        (const cli_option[]){CLI_SETUP_OPTIONS,
                             {"seat", "N", "the seat whose dice are known (the player on turn)"},
                             {"json", NULL, "one JSON object"},
                             {0}},
    .examples =
        (const cli_example[]){
            {"damero odds perudo --position '11335/????\?'", "to open with these dice"},
            {"damero odds perudo --rules players=3 --position '22456/????\?/????? 2 2x4,3x4'",
             "after two bids"},
            {0}},
    .run = run,
};
