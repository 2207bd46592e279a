/* perudo_fields - how the strong player of Perudo does at tables of three to eight.
 *
 *   perudo_fields FIELD GAMES NODES SEED [PLAYERS...]
 *   perudo_fields learn ROUNDS NODES SEED [PLAYERS...]
 *
 * FIELD is what sits at the table (without PLAYERS: tables of 3, 4, 6 and 8):
 *
 *   odds        one `perudo` among players who know the odds alone (`binomial`)
 *   board       one `perudo` among the laboratory board's machines (`seed`)
 *   exploiters  one `perudo` among exploiters that were trained at such tables
 *   exploiter   one exploiter among `perudo`, trained at such tables: the shares are its own
 *   colluders   `perudo` in all seats; two of them show each other their dice and play for each
 *               other: the shares are those of the pair
 *   collusion   the same table: the shares are those of one of the others
 *
 * NODES limits each decision of `perudo`. Seats rotate; SEED determines everything. Prints the
 * share of games won, its 95 % interval (Wilson) and the fair share.
 *
 * An exploiter knows how `perudo` thinks, and learns where that is wrong. It asks for the value of
 * every move by rollouts and adds a correction from a table of cells: whether the move is a doubt,
 * how likely its bid is by beliefs, how likely by its own dice alone, how many dice are in play,
 * and whether the player before it (for a doubt) or after it (for a bid) is `perudo`. A cell holds
 * the average by which the results of the rounds in which such a move was made differ from its
 * value. It plays the move with the best sum; in training one move in eight is random. With two
 * players left it plays like `perudo`.
 *
 * `learn` goes on from the weights of engines/perudo/correction.c and prints better ones. Its
 * learners correct the values of `perudo` by a weighted sum of the same traits instead of cells,
 * fitted to results by least squares, and one of their moves in sixteen is random. One game in
 * three is among learners alone, one among `perudo`, one among players who know the odds alone; a
 * third of the seats of the latter two are learners'.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "engines/perudo/correction.h"

enum {
    BELIEVED = 12, /* classes of the odds of a bid by beliefs */
    ALONE = 4,     /* and by one's own dice alone */
    STAGES = 4,    /* and of the dice in play */
    CELLS = 2 * BELIEVED * ALONE * STAGES * 2,
    EXPLORE = 8,          /* in training one move in this many is random, */
    LEARN_EXPLORE = 16,   /* and this many while weights are learned */
    SOLVE_EVERY = 500,    /* results between two solutions for the weights */
    TRAINING_ROUNDS = 40, /* for each game that is measured */
    PRIOR = 20,           /* a cell starts as if this many results had been as expected */
    NODES_MAX = 1000000,
    MOVES_MAX = PERUDO_BIDS_MAX + 2,
    ROUND_MOVES_MAX = 256,
};

typedef struct cell {
    double sum, count;
} cell;

/* What makes up for the difference between values and results, by least squares. */
typedef struct fit {
    double square[CORRECTION_TRAITS][CORRECTION_TRAITS], product[CORRECTION_TRAITS];
    double weight[CORRECTION_TRAITS];
    long results;
} fit;

typedef enum field {
    ODDS,
    BOARD,
    EXPLOITERS,
    EXPLOITER,
    COLLUDERS,
    COLLUSION,
    LEARN,
    FIELDS
} field;

static const char *const field_names[FIELDS] = {"odds",      "board",     "exploiters", "exploiter",
                                                "colluders", "collusion", "learn"};

/* Who sits in a seat. */
typedef enum person { PERUDO, SIMPLE, LEARNER, ALLY } person;

/* A decision of a learner in this round. */
typedef struct memory {
    cell *cell;
    bool doubt;
    float trait[CORRECTION_TRAITS];
    int seat;
    double value; /* what `perudo` expected */
} memory;

typedef struct table {
    field field;
    int players;
    uint64_t nodes;
    game_rules *rules;
    engine *perudo, *simple; /* `simple` only in fields that have it */
    random_source dice, choice;
    bool training;
    person who[PERUDO_SEATS_MAX];
    cell cells[CELLS];
    fit fits[2]; /* of bids, and of doubts */
    memory made[ROUND_MOVES_MAX];
    int made_count;
    game_move moves[MOVES_MAX];
} table;

static int class_of(double odds, int classes) {
    int c = (int)(odds * classes);
    return c < 0 ? 0 : c >= classes ? classes - 1 : c;
}

static int neighbour(const perudo_position *p, int seat, int players, int step) {
    do seat = (seat + step + players) % players;
    while (!p->count[seat]);
    return seat;
}

/* The chance that a bid holds: by beliefs, for every count of every face at once. */
typedef struct prospects {
    double at_least[PERUDO_FACES_MAX + 1][PERUDO_TOTAL_MAX + 2];
} prospects;

static void believe(table *t, const perudo_position *view, int seat, prospects *b) {
    int total = perudo_total(view);
    for (int face = 1; face <= perudo_rules_of(t->rules)->faces; face++) {
        double chance[PERUDO_TOTAL_MAX + 1];
        perudo_player_believe((player *)t->perudo, view, seat, face, chance);
        b->at_least[face][total + 1] = 0;
        for (int k = total; k >= 0; k--)
            b->at_least[face][k] = b->at_least[face][k + 1] + chance[k];
    }
}

/* The cell of a bid, or of the doubt of the last one. */
static cell *cell_of(table *t, const perudo_position *view, int seat, const prospects *b,
                     perudo_bid bid, bool doubt) {
    const player *p = (const player *)t->perudo;
    int face = perudo_bid_face(bid), count = perudo_bid_count(bid), total = perudo_total(view);
    int own = perudo_matching(view->hand[seat], face, !view->palifico);
    float alone =
        perudo_model_odds(&p->model, view->palifico, face, total - view->count[seat], count - own);
    int other = doubt ? perudo_bidder(view, view->bids - 1) : neighbour(view, seat, t->players, 1);
    int stage = total <= 4 ? 0 : total <= 8 ? 1 : total <= 15 ? 2 : 3;
    int index = doubt;
    index = index * BELIEVED + class_of(b->at_least[face][count], BELIEVED);
    index = index * ALONE + class_of((double)alone, ALONE);
    index = index * STAGES + stage;
    return &t->cells[index * 2 + (t->who[other] == PERUDO)];
}

static double weighted(const fit *f, const float *trait) {
    double sum = 0;
    for (int i = 0; i < CORRECTION_TRAITS; i++) sum += f->weight[i] * (double)trait[i];
    return sum;
}

/* Solves for the weights by elimination; a little added to the diagonal keeps them small. */
static void solve(fit *f) {
    double m[CORRECTION_TRAITS][CORRECTION_TRAITS + 1];
    for (int i = 0; i < CORRECTION_TRAITS; i++) {
        memcpy(m[i], f->square[i], sizeof f->square[i]);
        m[i][i] += 5;
        m[i][CORRECTION_TRAITS] = f->product[i];
    }
    for (int i = 0; i < CORRECTION_TRAITS; i++)
        for (int row = 0; row < CORRECTION_TRAITS; row++) {
            if (row == i) continue;
            double factor = m[row][i] / m[i][i];
            for (int k = i; k <= CORRECTION_TRAITS; k++) m[row][k] -= factor * m[i][k];
        }
    for (int i = 0; i < CORRECTION_TRAITS; i++) f->weight[i] = m[i][CORRECTION_TRAITS] / m[i][i];
}

/* Learns from one result; old ones, from when learners played differently, fade. */
static void fit_to(fit *f, const float *trait, double miss) {
    const double keep = 0.99997;
    for (int i = 0; i < CORRECTION_TRAITS; i++) {
        for (int k = 0; k < CORRECTION_TRAITS; k++)
            f->square[i][k] = keep * f->square[i][k] + (double)trait[i] * (double)trait[k];
        f->product[i] = keep * f->product[i] + (double)trait[i] * miss;
    }
    if (++f->results % SOLVE_EVERY == 0) solve(f);
}

static double correction(const table *t, const memory *m) {
    if (t->field == LEARN) return weighted(&t->fits[m->doubt], m->trait);
    return m->cell->sum / (m->cell->count + PRIOR);
}

/* The move with the best corrected value; 0 if `perudo` has no values here. */
static game_move learner_move(table *t, const perudo_position *view, int seat) {
    static int value[MOVES_MAX];
    const game_position *position = (const game_position *)(const void *)view;
    engine_result result;
    prospects b;
    t->perudo->kind->values(t->perudo, position, seat, &(engine_limits){.nodes = t->nodes}, NULL,
                            value, &result);
    believe(t, view, seat, &b);
    unsigned explore = t->field == LEARN ? LEARN_EXPLORE : EXPLORE;
    bool random = t->training && random_below(&t->choice, explore) == 0;
    double best = -INFINITY;
    game_move choice = 0;
    memory made = {0};
    size_t count = perudo_moves(perudo_rules_of(t->rules), view, seat, t->moves);
    for (size_t i = 0; i < count; i++) {
        if (value[i] == ENGINE_UNKNOWN) continue;
        bool doubt = perudo_move_kind(t->moves[i]) == PERUDO_DUDO;
        perudo_bid bid = doubt ? perudo_last_bid(view) : perudo_move_bid_of(t->moves[i]);
        double believed = b.at_least[perudo_bid_face(bid)][perudo_bid_count(bid)];
        memory m = {.cell = cell_of(t, view, seat, &b, bid, doubt),
                    .doubt = doubt,
                    .seat = seat,
                    .value = value[i] / 1e3};
        perudo_correction_traits((const player *)t->perudo, view, seat, view->hand[seat], bid,
                                 doubt, (float)believed, m.trait);
        double worth = random ? random_below(&t->choice, 1000) : m.value + correction(t, &m);
        if (worth <= best) continue;
        best = worth;
        choice = t->moves[i];
        made = m;
    }
    if (choice && t->made_count < ROUND_MOVES_MAX) t->made[t->made_count++] = made;
    return choice;
}

/* The other one of two colluders. */
static int ally_of(const table *t, int seat) {
    for (int other = 0; other < t->players; other++)
        if (other != seat && t->who[other] == ALLY) return other;
    return GAME_NOBODY;
}

static game_move choose(table *t, const perudo_position *p) {
    perudo_position view;
    engine_result result;
    int seat = p->next;
    perudo_view(p, seat, &view);
    bool learner = t->who[seat] == LEARNER &&
                   neighbour(p, seat, t->players, 1) != neighbour(p, seat, t->players, -1);
    game_move learned = learner ? learner_move(t, &view, seat) : 0;
    if (learned) return learned;
    int ally = t->who[seat] == ALLY ? ally_of(t, seat) : GAME_NOBODY;
    if (ally != GAME_NOBODY) view.hand[ally] = p->hand[ally];
    perudo_engine_collude(t->perudo, ally);
    engine_think(t->who[seat] == SIMPLE ? t->simple : t->perudo,
                 (const game_position *)(const void *)&view, seat,
                 &(engine_limits){.nodes = t->nodes}, NULL, &result);
    return result.move;
}

/* After a round: every learner's decisions in it get its result. */
static void learn(table *t, const perudo_position *shown) {
    perudo_verdict v = perudo_verdict_of(perudo_rules_of(t->rules), shown);
    int left = 0;
    for (int seat = 0; seat < t->players; seat++) left += shown->count[seat] > 0;
    for (int i = 0; i < t->made_count; i++) {
        const memory *m = &t->made[i];
        double result = v.left[m->seat] < shown->count[m->seat] ? -1 : 1.0 / (left - 1);
        m->cell->sum += result - m->value;
        m->cell->count++;
        if (t->field == LEARN) fit_to(&t->fits[m->doubt], m->trait, result - m->value);
    }
    t->made_count = 0;
}

/* A table to learn at. */
static void seat_learners(table *t) {
    static const person others[] = {LEARNER, PERUDO, SIMPLE};
    person other = others[random_below(&t->choice, 3)];
    for (int seat = 0; seat < t->players; seat++)
        t->who[seat] = random_below(&t->choice, 3) == 0 ? LEARNER : other;
    t->who[random_below(&t->choice, (uint32_t)t->players)] = LEARNER;
}

static void seat_players(table *t, int index) {
    static const person one[LEARN] = {PERUDO, PERUDO, PERUDO, LEARNER, ALLY, ALLY};
    static const person rest[LEARN] = {SIMPLE, SIMPLE, LEARNER, PERUDO, PERUDO, PERUDO};
    if (t->field == LEARN) {
        seat_learners(t);
        return;
    }
    for (int seat = 0; seat < t->players; seat++) t->who[seat] = rest[t->field];
    t->who[index % t->players] = one[t->field];
    /* The allies sit at every distance from each other. */
    if (one[t->field] == ALLY)
        t->who[(index + 1 + index / t->players % (t->players - 1)) % t->players] = ALLY;
}

/* Plays a game; returns the rounds, and the winner in *winner. */
static int play(table *t, int *winner) {
    const perudo_rules *r = perudo_rules_of(t->rules);
    perudo_position p;
    int rounds = 0;
    t->perudo->kind->new_game(t->perudo);
    perudo_start(r, &p);
    while (p.phase != PERUDO_OVER) {
        if (p.phase == PERUDO_BID) {
            perudo_play(r, &p, choose(t, &p));
            continue;
        }
        perudo_play(r, &p, perudo_roll(r, &p, &t->dice));
        if (p.phase != PERUDO_SHOWN && p.phase != PERUDO_OVER) continue;
        learn(t, &p);
        rounds++;
    }
    *winner = game_result(t->rules, (const game_position *)(const void *)&p).winner;
    return rounds;
}

static void train(table *t, int rounds) {
    int winner;
    t->training = true;
    for (int index = 0, played = 0; played < rounds; index++) {
        seat_players(t, index);
        played += play(t, &winner);
    }
    t->training = false;
}

/* The weights of the player and what was learned in addition. */
static void print_weights(table *t) {
    for (int doubt = 0; doubt < 2; doubt++) {
        solve(&t->fits[doubt]);
        printf("%s, %ld results:", doubt ? "doubts" : "bids", t->fits[doubt].results);
        for (int i = 0; i < CORRECTION_TRAITS; i++)
            printf(" %.3f", (double)perudo_correction_weights[doubt][i] + t->fits[doubt].weight[i]);
        puts("");
    }
}

static void report(const table *t, int won, int games) {
    int pair = t->field == COLLUDERS ? 2 : 1;
    double n = games, share = won / n, fair = (double)pair / t->players, z = 1.96;
    double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
    double half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    printf("%-10s  table of %d: %4d of %d won, %.1f %% (%.1f to %.1f), fair %.1f %%: %.2f shares\n",
           field_names[t->field], t->players, won, games, 100 * share, 100 * (middle - half),
           100 * (middle + half), 100 * fair, share / fair);
    fflush(stdout);
}

/* Whether the winner is the one whose share is counted. */
static bool counts(const table *t, int index, int winner) {
    if (t->field == COLLUDERS) return t->who[winner] == ALLY;
    if (t->field != COLLUSION) return winner == index % t->players;
    int other = 0; /* the next one who does not collude */
    while (t->who[(index + other) % t->players] == ALLY) other++;
    return winner == (index + other) % t->players;
}

/* With `learn`, `games` are rounds. */
static bool measure(field f, int players, int games, uint64_t nodes, uint64_t seed, error *e) {
    static table t; /* too large for the stack */
    char settings[32];
    text words = text_over(settings, sizeof settings);
    text_addf(&words, "players=%d", players);
    t = (table){.field = f,
                .players = players,
                .nodes = nodes,
                .rules = game_create(&perudo_game, settings, e),
                .dice = random_seed(seed),
                .choice = random_seed(seed + 1)};
    if (!t.rules) return false;
    const engine_kind *simple = f == BOARD ? &perudo_seed_engine : &perudo_binomial_engine;
    t.perudo = engine_create(
        &perudo_engine, t.rules,
        &(engine_options){.level = engine_full_level(&perudo_engine), .seed = seed}, e);
    t.simple = engine_create(simple, t.rules, &(engine_options){.seed = seed}, e);
    int won = 0;
    if (t.perudo && t.simple && f == LEARN) {
        train(&t, games);
        print_weights(&t);
    } else if (t.perudo && t.simple) {
        if (f == EXPLOITERS || f == EXPLOITER) train(&t, games * TRAINING_ROUNDS);
        for (int index = 0, winner; index < games; index++) {
            seat_players(&t, index);
            play(&t, &winner);
            won += counts(&t, index, winner);
        }
        report(&t, won, games);
    }
    bool good = t.perudo && t.simple;
    engine_destroy(t.perudo);
    engine_destroy(t.simple);
    game_destroy(t.rules);
    return good;
}

static long number(const char *words, long least, long most) {
    char *end;
    long n = strtol(words, &end, 10);
    return *words && !*end && n >= least && n <= most ? n : -1;
}

int main(int argc, char **argv) {
    static const int usual[] = {3, 4, 6, 8};
    error e = {0};
    int f = 0;
    while (argc > 1 && f < FIELDS && strcmp(argv[1], field_names[f]) != 0) f++;
    long games = argc > 4 ? number(argv[2], 1, 1000000) : -1,
         nodes = argc > 4 ? number(argv[3], 1, NODES_MAX) : -1,
         seed = argc > 4 ? number(argv[4], 0, INT32_MAX) : -1;
    bool good = argc > 4 && f < FIELDS && games > 0 && nodes > 0 && seed >= 0;
    for (int i = 5; i < argc; i++) good = good && number(argv[i], 3, PERUDO_SEATS_MAX) > 0;
    if (!good) {
        fprintf(stderr,
                "usage: perudo_fields odds|board|exploiters|exploiter|colluders|collusion GAMES "
                "NODES SEED [PLAYERS...]\n"
                "       perudo_fields learn ROUNDS NODES SEED [PLAYERS...]\n");
        return 2;
    }
    int tables = argc > 5 ? argc - 5 : (int)(sizeof usual / sizeof usual[0]);
    for (int i = 0; i < tables; i++)
        if (!measure((field)f, argc > 5 ? (int)number(argv[5 + i], 3, PERUDO_SEATS_MAX) : usual[i],
                     (int)games, (uint64_t)nodes, (uint64_t)seed, &e)) {
            fprintf(stderr, "perudo_fields: %s\n", e.message);
            return 1;
        }
    return 0;
}
