/* damero odds - how likely the bids of a round of Perudo are. */
#include <stdlib.h>
#include <string.h>

#include "cli/think.h"
#include "engines/perudo/player.h"
#include "games/perudo/notation.h"
#include "games/perudo/odds.h"

/* The chances of how many dice count for a face, given beliefs about every other hand. */
static void count_believed(player *p, const perudo_position *v, int seat, int face,
                           double chance[PERUDO_TOTAL_MAX + 1], float *weight) {
    memset(chance, 0, (PERUDO_TOTAL_MAX + 1) * sizeof *chance);
    int own = v->hand[seat] ? perudo_matching(v->hand[seat], face, !v->palifico) : 0, top = own;
    chance[own] = 1;
    for (int other = 0; other < p->rules->seats; other++) {
        if (!v->count[other] || (other == seat && v->hand[seat])) continue;
        const hands *h = perudo_player_hands(p, v, other);
        double of[PERUDO_DICE_MAX + 1] = {0}, next[PERUDO_TOTAL_MAX + 1] = {0};
        perudo_model_belief(&p->model, v, other, h, weight);
        for (int i = 0; i < h->count; i++) of[h->matching[face][i]] += (double)weight[i];
        for (int a = 0; a <= top; a++)
            for (int b = 0; b <= h->dice; b++) next[a + b] += chance[a] * of[b];
        top += h->dice;
        memcpy(chance, next, sizeof next);
    }
}

static double believed(player *p, const perudo_position *v, int seat, perudo_bid b, float *weight) {
    double chance[PERUDO_TOTAL_MAX + 1], sum = 0;
    count_believed(p, v, seat, perudo_bid_face(b), chance, weight);
    for (int k = perudo_bid_count(b); k <= PERUDO_TOTAL_MAX; k++) sum += chance[k];
    return sum;
}

static bool print_odds(const cli_arguments *a, const record *r, error *e) {
    const game_rules *rules = r->rules;
    const perudo_rules *pr = perudo_rules_of(rules);
    uint64_t wanted = 0;
    if (!cli_read_number(a, "seat", 1, (uint64_t)rules->seats, &wanted, e)) return false;
    int turn = game_turn(rules, r->game.now), seat = wanted ? (int)wanted - 1 : turn;
    if (turn < 0) return error_set(e, "nobody is to bid in this position");
    game_position *view = cli_view(rules, r->game.now, seat);
    game_move *moves = malloc(rules->max_moves * sizeof *moves);
    engine_options options = {.seed = 1};
    engine *who = engine_create(&perudo_binomial_engine, rules, &options, e);
    float *weight = perudo_hands_floats(perudo_hands(PERUDO_DICE_MAX, pr->faces) + 8);
    bool good = view && moves && who && weight;
    if (good) {
        const perudo_position *v = perudo_position_of(view);
        json_t *bids = json_array();
        size_t count = perudo_moves(pr, v, turn, moves);
        perudo_bid last = perudo_last_bid(v);
        if (!cli_value(a, "json")) printf("bid     dice alone   with the bids heard\n");
        for (size_t i = 0; i <= count; i++) {
            /* the last bid first, then what may follow it */
            if (i > 0 && perudo_move_kind(moves[i - 1]) != PERUDO_BIDS) continue;
            perudo_bid b = i ? perudo_move_bid_of(moves[i - 1]) : last;
            if (!b) continue;
            char name[16];
            text t = text_over(name, sizeof name);
            perudo_write_bid(b, &t);
            double plain = perudo_odds(pr, v, seat, b),
                   heard = believed((player *)who, v, seat, b, weight);
            if (plain < 0.005 && heard < 0.005 && i > 0) continue;
            if (cli_value(a, "json"))
                json_array_append_new(bids, json_pack("{s:s, s:f, s:f, s:f}", "bid", name, "odds",
                                                      plain, "heard", heard, "exact",
                                                      perudo_odds_exact(pr, v, seat, b)));
            else
                printf("%-6s  %8.1f %%   %8.1f %%%s\n", name, 100 * plain, 100 * heard,
                       i ? "" : "   the last bid");
        }
        if (cli_value(a, "json"))
            cli_print_json(json_pack("{s:i, s:o}", "seat", seat + 1, "bids", bids));
        else json_decref(bids);
    }
    engine_destroy(who);
    free(weight);
    free(moves);
    free(view);
    return good || error_set(e, "no memory for odds");
}

static int run(const cli_arguments *a) {
    error e;
    record r;
    if (strcmp(a->operand[0], "perudo") != 0)
        return cli_fail(a, "'%s' has no odds: perudo has", a->operand[0]);
    if (!cli_set_up(a, a->operand[0], &r, &e)) return cli_fail_with(a, &e);
    bool good = print_odds(a, &r, &e);
    record_destroy(&r);
    return good ? CLI_OK : cli_fail_with(a, &e);
}

const cli_command cli_odds = {
    .name = "odds",
    .operands = "GAME",
    .summary = "How likely the bids of a round of Perudo are, for one who sees only its own dice.",
    .about = "The first column counts the own dice and takes hidden ones as they fall; the second "
             "also hears what the others' bids say about their hands.",
    .options = (const cli_option[]){CLI_SETUP_OPTIONS,
                                    {"seat", "N", "whose dice are seen (the player on turn)"},
                                    {"json", NULL, "print an object"},
                                    {0}},
    .examples =
        (const cli_example[]){
            {"damero odds perudo --position '11335/????\?'", "to open with these dice"},
            {"damero odds perudo --rules players=3 --position '22456/????\?/????? 2 2x4,3x4'",
             "after two bids"},
            {0}},
    .run = run,
};
