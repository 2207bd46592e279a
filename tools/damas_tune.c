/* damas_tune - fits the weights of the evaluation of Damas to self-play games of the engine.
 *
 *   damas_tune fit GAMES DEPTH SEED ROUNDS > weights.c   play, fit, write engines/damas/weights.c
 *   damas_tune match PAIRS NODES SEED                    the fitted weights against plain material
 *
 * A round consists of GAMES games, played to DEPTH with the weights of the previous round (plain
 * material in the first), and a fit to the positions of all rounds. Games start with random moves
 * and end by the rules or, with four pieces or fewer, by the tables, which are built first.
 * Positions without captures are labelled with the result, and logistic regression (AdaGrad, L2)
 * finds the weights. SEED determines everything: same arguments, same weights.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "engines/damas/build.h"
#include "engines/damas/search.h"

enum {
    RANDOM_PLIES = 8,
    GAME_PLIES = 160,
    TABLE_PIECES = 4,
    EPOCHS = 12,
    WINDOW_WEIGHTS = DAMAS_OWN_WINDOWS * DAMAS_WINDOW_CASES,
    WEIGHTS = DAMAS_PHASES * (DAMAS_SIMPLE + WINDOW_WEIGHTS),
    MIDDLE = DAMAS_WINDOWS / 2, /* the window that is its own mirror */
    FEATURES = DAMAS_SIMPLE + DAMAS_WINDOWS + 1,
};

static void die(const char *message) {
    fprintf(stderr, "damas_tune: %s\n", message);
    exit(1);
}

static const damas_weights plain = {
    .simple = {[DAMAS_MAN] = {100, 100},
               [DAMAS_FIRST_KING] = {300, 350},
               [DAMAS_FURTHER_KING] = {250, 200},
               [DAMAS_HOLDS_RIVER] = {30, 30},
               [DAMAS_HAS_MOVE] = {3, 3}},
};

/* Tables. */

static damas_tables *build_tables(void) {
    error e;
    damas_material order[DAMAS_SLICES];
    damas_tables *t = damas_tables_create(&e);
    int count = damas_build_order(TABLE_PIECES, order);
    for (int i = 0; t && i < count; i++) {
        damas_built b;
        if (!damas_build(t, order[i], 1, NULL, &b, &e)) die(e.message);
        for (int k = 0; k < 2 && (k == 0 || b.codes[1] != b.codes[0]); k++)
            for (int content = DAMAS_VALUES; content <= DAMAS_DISTANCES; content++) {
                size_t length;
                uint8_t *image =
                    damas_image(&b.slice[k], (damas_content)content, b.codes[k], &length, &e);
                if (!image || !damas_tables_add(t, image, length, &e)) die(e.message);
                free(image);
            }
        damas_built_free(&b);
    }
    if (!t) die(e.message);
    return t;
}

/* Playing. */

typedef struct player {
    damas_searcher *searcher;
    search_table table;
} player;

static bool never(void *context, uint64_t nodes) {
    (void)context, (void)nodes;
    return false;
}

static player make_player(const damas_rules *r, const damas_weights *w, const damas_tables *t) {
    error e;
    player p = {.searcher = calloc(1, sizeof *p.searcher)};
    if (!p.searcher || !search_table_create(&p.table, 8 << 20, &e)) die("no memory");
    p.searcher->rules = r;
    p.searcher->weights = w;
    p.searcher->tables = t;
    p.searcher->over = never;
    return p;
}

static void free_player(player *p) {
    free(p->searcher);
    search_table_destroy(&p->table);
}

/* The best move by a search to `depth`, or within `nodes`. */
static damas_move choose(player *who, const damas_position *p, int depth, uint64_t nodes) {
    damas_searcher *s = who->searcher;
    damas_list l;
    damas_list_moves(s->rules, p, &l);
    if (l.count == 1) return l.move[0];
    s->table = &who->table;
    s->table->age++;
    s->node_limit = nodes;
    damas_search_begin(s, p);
    damas_move best = l.move[0];
    for (int d = 1; d <= depth; d++) {
        damas_search(s, 0, -DAMAS_INFINITE, DAMAS_INFINITE, d);
        if (s->stopped || !s->line[0].count) break;
        best = s->line[0].move[0];
    }
    return best;
}

/* Plays random moves from the start; false if the game ended on the way. */
static bool open_game(const damas_rules *r, random_source *rs, damas_position *p) {
    damas_start(r, p);
    for (int i = 0; i < RANDOM_PLIES; i++) {
        damas_list l;
        damas_list_moves(r, p, &l);
        if (l.count == 0) return false;
        damas_play(r, p, l.move[random_below(rs, (uint32_t)l.count)], NULL);
    }
    return p->end == DAMAS_GOES_ON;
}

/* The result for side 0 in half points, or -1 while the game goes on. */
static int result_of(const damas_position *p, const damas_tables *t, int plies) {
    damas_value value = DAMAS_NOT_KNOWN;
    if (p->end == DAMAS_NO_PIECES) return damas_of(&p->board, 0) ? 2 : 0;
    if (p->end == DAMAS_BLOCKED) return p->side == 0 ? 0 : 2;
    if (p->end != DAMAS_GOES_ON || plies >= GAME_PLIES) return 1;
    if (t) value = damas_tables_value(t, &p->board, p->side);
    if (value == DAMAS_NOT_KNOWN) return -1;
    if (value == DAMAS_DRAWN) return 1;
    return (value == DAMAS_WON) == (p->side == 0) ? 2 : 0;
}

/* Samples. */

typedef struct sample {
    uint16_t number[DAMAS_WINDOWS];
    int8_t simple[DAMAS_SIMPLE];
    uint8_t phase, result; /* result for side 0 in half points */
} sample;

typedef struct samples {
    sample *list;
    size_t count, room;
} samples;

static void add_sample(samples *all, const damas_position *p) {
    damas_case cases[DAMAS_WINDOWS];
    int simple[DAMAS_SIMPLE];
    if (all->count == all->room) {
        all->room = all->room ? 2 * all->room : 1 << 16;
        all->list = realloc(all->list, all->room * sizeof *all->list);
        if (!all->list) die("no memory for samples");
    }
    sample *s = &all->list[all->count++];
    damas_cases(&p->board, cases);
    damas_simple_features(&p->board, p->side, simple);
    for (int i = 0; i < DAMAS_WINDOWS; i++) s->number[i] = cases[i].number;
    for (int i = 0; i < DAMAS_SIMPLE; i++) s->simple[i] = (int8_t)simple[i];
    s->phase = (uint8_t)bits_count(damas_of(&p->board, 0) | damas_of(&p->board, 1));
}

static void play_games(int games, int depth, uint64_t seed, const damas_rules *r,
                       const damas_weights *w, const damas_tables *t, samples *all) {
    random_source rs = random_seed(seed);
    player who = make_player(r, w, t);
    int results[3] = {0};
    for (int g = 0; g < games; g++) {
        damas_position p;
        size_t first = all->count;
        int result = -1;
        if (!open_game(r, &rs, &p)) continue;
        for (int ply = 0; (result = result_of(&p, t, ply)) < 0; ply++) {
            if (!damas_can_capture(r->flags, &p.board, p.side)) add_sample(all, &p);
            damas_play(r, &p, choose(&who, &p, depth, 0), NULL);
        }
        for (size_t i = first; i < all->count; i++) all->list[i].result = (uint8_t)result;
        results[result]++;
        if (g % 500 == 499)
            fprintf(stderr, "%d games, %zu positions: +%d =%d -%d\n", g + 1, all->count, results[2],
                    results[1], results[0]);
    }
    free_player(&who);
}

/* Fitting. */

/* The case of the middle window seen from the other side: digits in reverse order, 1 and 2
 * exchanged.
 */
static int turned_number(int number) {
    int turned = 0;
    for (int i = 0; i < 8; i++, number /= 3) turned = 3 * turned + (3 - number % 3) % 3;
    return turned;
}

static size_t window_place(int window, int number) {
    return (size_t)(DAMAS_SIMPLE + window * DAMAS_WINDOW_CASES + number) * DAMAS_PHASES;
}

/* The indices of a sample's weights and their factors; a feature's weight for many pieces is
 * followed by the one for few. */
static void spread(const sample *s, size_t place[FEATURES], double amount[FEATURES]) {
    for (int i = 0; i < DAMAS_SIMPLE; i++) {
        place[i] = (size_t)i * DAMAS_PHASES;
        amount[i] = s->simple[i];
    }
    for (int i = 0; i < DAMAS_WINDOWS; i++) {
        place[DAMAS_SIMPLE + i] = window_place(i < DAMAS_OWN_WINDOWS ? i : 8 - i, s->number[i]);
        amount[DAMAS_SIMPLE + i] = i < DAMAS_OWN_WINDOWS ? 1 : -1;
    }
    /* The middle window counts half as side 0 sees it and minus half as side 1 does. */
    amount[DAMAS_SIMPLE + MIDDLE] = 0.5;
    place[FEATURES - 1] = window_place(MIDDLE, turned_number(s->number[MIDDLE]));
    amount[FEATURES - 1] = -0.5;
}

static const double scale = 1.0 / 150; /* a man more is worth about two thirds of a win */

static double predict(const double *w, const size_t *place, const double *amount, double many) {
    double sum = 0;
    for (int i = 0; i < FEATURES; i++)
        sum += amount[i] * (many * w[place[i]] + (1 - many) * w[place[i] + 1]);
    return 1 / (1 + exp(-sum * scale));
}

/* AdaGrad: each weight has its own learning rate, which falls as it learns; that suits rare cases.
 * The ridge term pulls a weight towards 0 whenever its case occurs. */
typedef struct fit {
    double *weight, *square;
} fit;

static void take_step(fit *f, size_t i, double gradient, double ridge) {
    const double rate = 6;
    double g = gradient + ridge * f->weight[i];
    f->square[i] += g * g;
    f->weight[i] -= rate * g / (sqrt(f->square[i]) + 1e-4);
}

static double epoch(fit *f, const samples *all, size_t used, random_source *rs) {
    double loss = 0;
    for (size_t n = 0; n < used; n++) {
        const sample *s = &all->list[random_below(rs, (uint32_t)used)];
        size_t place[FEATURES];
        double amount[FEATURES], many = s->phase / (double)DAMAS_PHASE_MOST;
        spread(s, place, amount);
        double miss = predict(f->weight, place, amount, many) - s->result / 2.0;
        loss += miss * miss;
        for (int i = 0; i < FEATURES; i++) {
            double pull = i < DAMAS_SIMPLE ? 0 : 1e-6, g = miss * amount[i] * scale;
            if (g == 0) continue;
            take_step(f, place[i], g * many, pull * many);
            take_step(f, place[i] + 1, g * (1 - many), pull * (1 - many));
        }
    }
    return loss / (double)used;
}

static double loss_on(const double *w, const samples *all, size_t first) {
    double loss = 0;
    for (size_t n = first; n < all->count; n++) {
        const sample *s = &all->list[n];
        size_t place[FEATURES];
        double amount[FEATURES];
        spread(s, place, amount);
        double miss =
            predict(w, place, amount, s->phase / (double)DAMAS_PHASE_MOST) - s->result / 2.0;
        loss += miss * miss;
    }
    return loss / (double)(all->count - first);
}

/* The last tenth of the positions is held out, and the weights that do best on it are returned. */
static double *fit_weights(const samples *all, uint64_t seed) {
    fit f = {.weight = calloc(WEIGHTS, sizeof(double)), .square = calloc(WEIGHTS, sizeof(double))};
    double *best = calloc(WEIGHTS, sizeof(double)), least = 1;
    random_source rs = random_seed(seed + 1);
    size_t used = all->count - all->count / 10;
    if (!f.weight || !f.square || !best) die("no memory to fit");
    for (int i = 0; i < DAMAS_SIMPLE; i++)
        for (int phase = 0; phase < DAMAS_PHASES; phase++)
            f.weight[i * DAMAS_PHASES + phase] = plain.simple[i][phase];
    fprintf(stderr, "before: loss on games not seen %.5f\n", loss_on(f.weight, all, used));
    for (int e = 0; e < EPOCHS; e++) {
        double seen = epoch(&f, all, used, &rs), unseen = loss_on(f.weight, all, used);
        fprintf(stderr, "epoch %d: loss %.5f, on games not seen %.5f\n", e + 1, seen, unseen);
        if (unseen >= least) continue;
        least = unseen;
        memcpy(best, f.weight, WEIGHTS * sizeof *best);
    }
    free(f.weight);
    free(f.square);
    return best;
}

static int rounded(double x, int most) {
    double r = floor(x + 0.5);
    return r > most ? most : r < -most ? -most : (int)r;
}

static void round_weights(const double *w, damas_weights *into) {
    for (int i = 0; i < DAMAS_SIMPLE; i++)
        for (int phase = 0; phase < DAMAS_PHASES; phase++)
            into->simple[i][phase] = (int16_t)rounded(*w++, 2000);
    for (int window = 0; window < DAMAS_OWN_WINDOWS; window++)
        for (int c = 0; c < DAMAS_WINDOW_CASES; c++)
            for (int phase = 0; phase < DAMAS_PHASES; phase++)
                into->window[window][c][phase] = (int8_t)rounded(*w++, 127);
    /* Cases of the middle window share weights with their mirrors, so that neither side is
     * favoured. */
    for (int c = 0; c < DAMAS_WINDOW_CASES; c++)
        for (int phase = 0; phase < DAMAS_PHASES; phase++) {
            int8_t(*middle)[DAMAS_PHASES] = into->window[MIDDLE];
            int mirror = turned_number(c);
            if (mirror < c) continue;
            int half = (middle[c][phase] - middle[mirror][phase]) / 2;
            middle[c][phase] = (int8_t)half;
            middle[mirror][phase] = (int8_t)-half;
        }
}

static void write_weights(const damas_weights *w) {
    printf("#include \"engines/damas/evaluate.h\"\n\n/* clang-format off */\n");
    printf("const damas_weights damas_fitted = {\n    .simple = {");
    for (int i = 0; i < DAMAS_SIMPLE; i++) printf("{%d, %d}, ", w->simple[i][0], w->simple[i][1]);
    printf("},\n    .window = {\n");
    for (int window = 0; window < DAMAS_OWN_WINDOWS; window++) {
        printf("{");
        for (int c = 0; c < DAMAS_WINDOW_CASES; c++)
            printf("{%d,%d},%s", w->window[window][c][0], w->window[window][c][1],
                   c % 24 == 23 ? "\n" : "");
        printf("},\n");
    }
    printf("    },\n};\n/* clang-format on */\n");
}

static void fit_rounds(int games, int depth, uint64_t seed, int rounds, const damas_rules *r) {
    static damas_weights w;
    samples all = {0};
    damas_tables *t = build_tables();
    w = plain;
    for (int round = 0; round < rounds; round++) {
        play_games(games, depth, seed + (uint64_t)round, r, &w, t, &all);
        if (all.count < 1000) die("too few positions to fit: play more games");
        double *fitted = fit_weights(&all, seed);
        round_weights(fitted, &w);
        free(fitted);
    }
    printf("/* Written by: damas_tune fit %d %d %llu %d (%zu positions). */\n", games, depth,
           (unsigned long long)seed, rounds, all.count);
    write_weights(&w);
    free(all.list);
    damas_tables_destroy(t);
}

/* Matches. */

static void match(int pairs, uint64_t nodes, uint64_t seed, const damas_rules *r) {
    random_source rs = random_seed(seed);
    damas_tables *t = build_tables();
    player who[2] = {make_player(r, &damas_fitted, t), make_player(r, &plain, t)};
    int won = 0, drawn = 0, lost = 0;
    for (int pair = 0; pair < pairs; pair++) {
        damas_position opening;
        if (!open_game(r, &rs, &opening)) continue;
        for (int first = 0; first < 2; first++) {
            damas_position p = opening;
            int result;
            for (int ply = 0; (result = result_of(&p, t, ply)) < 0; ply++)
                damas_play(r, &p, choose(&who[p.side ^ first], &p, 60, nodes), NULL);
            int ours = first == 0 ? result : 2 - result;
            won += ours == 2, drawn += ours == 1, lost += ours == 0;
        }
    }
    printf("fitted against plain: +%d =%d -%d\n", won, drawn, lost);
    free_player(&who[0]);
    free_player(&who[1]);
    damas_tables_destroy(t);
}

int main(int count, char **words) {
    error e;
    bool fits = count == 6 && strcmp(words[1], "fit") == 0;
    if (!fits && (count != 5 || strcmp(words[1], "match") != 0))
        die("usage: damas_tune fit GAMES DEPTH SEED ROUNDS | damas_tune match PAIRS NODES SEED");
    game_rules *rules = game_create(&damas_game, "", &e);
    if (!rules) die(e.message);
    int number = atoi(words[2]), limit = atoi(words[3]);
    uint64_t seed = strtoull(words[4], NULL, 10);
    if (fits) fit_rounds(number, limit, seed, atoi(words[5]), damas_rules_of(rules));
    else match(number, (uint64_t)limit, seed, damas_rules_of(rules));
    game_destroy(rules);
    return 0;
}
