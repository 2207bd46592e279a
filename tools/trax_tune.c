/* trax_tune - fits the weights of the evaluation of Trax to self-play games of the search.
 *
 *   trax_tune fit GAMES DEPTH SEED > weights.c     play, fit, write src/engines/trax/weights.c
 *   trax_tune match PAIRS NODES SEED               the built-in weights against plain nearness
 *
 * Games start with random turns and are played at DEPTH. Positions in which nobody can complete
 * anything next turn are labelled with the result, and logistic regression (Adam, L2) finds the
 * weights; a track has the same weights seen from either end. This is done twice, the second time
 * with games played by the first weights. SEED determines everything: same arguments, same weights.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "engines/trax/search.h"

enum {
    ROUNDS = 2,
    RANDOM_LEAST = 2, /* fewest random turns at the start of a game */
    RANDOM_MORE = 7,  /* and at most this many more */
    GAME_TURNS = 60,
    EPOCHS = 60,
    BATCH = 512,
    SAMPLES_MAX = 400000,
    USED_MAX = 24000000,
    WEIGHTS = 1 + 2 * TRAX_FEATURES,
};

/* Pulls the weights of rare classes to 0: a class needs about this many positions in which it
 * affects the result to matter. */
static const double DECAY = 1e-3;

static void die(const char *message) {
    fprintf(stderr, "trax_tune: %s\n", message);
    exit(1);
}

static void *room(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) die("no memory");
    return memory;
}

/* The reference: only the distance of the two ends counts. */
static trax_weights plain_weights(void) {
    trax_weights w = {.tempo = 10};
    for (int class = 0; class < TRAX_FAR; class ++) {
        int forward = abs(class / 4 / (TRAX_REACH + 1) - TRAX_REACH);
        int aside = class / 4 % (TRAX_REACH + 1), near = 24 - 4 * (forward + aside);
        w.own[class] = w.other[class] = (int16_t)(near > 0 ? near : 0);
    }
    return w;
}

/* Positions as sums of features, listed in `used` with a sign: positive for the seat to move. */
typedef struct sample {
    uint32_t first;
    uint16_t count;
    float result; /* 1 won by the seat to move, 0 lost, 0.5 drawn */
} sample;

typedef struct collection {
    sample *samples;
    int16_t *used; /* feature + 1, negative for the opponent's */
    size_t count, used_count;
    unsigned mover;
} collection;

static void note_track(void *context, unsigned colour, unsigned class) {
    collection *c = context;
    int feature = (int)class + 1;
    c->used[c->used_count++] = (int16_t)(colour == c->mover ? feature : -feature);
}

static void note_position(collection *c, const trax_position *p) {
    if (c->count == SAMPLES_MAX || c->used_count > USED_MAX - 4096) return;
    sample *s = &c->samples[c->count++];
    s->first = (uint32_t)c->used_count;
    s->result = (float)p->mover; /* until the result is known */
    c->mover = p->mover;
    trax_each_track(p, note_track, c);
    s->count = (uint16_t)(c->used_count - s->first);
}

/* A player in a game: a worker with its weights. */
typedef struct side {
    trax_worker *worker;
    search_table table;
    atomic_bool halt;
} side;

static void side_create(side *s, const trax_rules *rules, const trax_weights *weights) {
    error e;
    s->worker = room(1, sizeof *s->worker);
    if (!search_table_create(&s->table, 1 << 22, &e)) die(e.message);
    atomic_init(&s->halt, false);
    s->worker->rules = rules;
    trax_scale_create(&s->worker->scale, weights);
    s->worker->table = &s->table;
    s->worker->halt = &s->halt;
}

static void side_destroy(side *s) {
    search_table_destroy(&s->table);
    free(s->worker);
}

/* The best turn by a search to that depth, or as deep as the nodes allow; a random one among turns
 * of about equal score. */
static trax_move choose(side *s, const trax_position *p, int depth, uint64_t nodes,
                        random_source *random) {
    trax_worker *w = s->worker;
    trax_outlook o;
    trax_move best = 0;
    trax_worker_set(w, p);
    s->table.age++;
    trax_enter_root(w, &o);
    if (o.win) return o.win;
    trax_outlook nothing = {0};
    size_t count = trax_generate(w, &o, 0, 0);
    if (count == 0) count = trax_generate(w, &nothing, 0, 0);
    trax_ranked *list = w->stack;
    w->used = count;
    for (size_t i = 0; i < count; i++) trax_pick(list, i, count);
    w->node_limit = nodes;
    best = list[0].move;
    for (int d = nodes ? 1 : depth; d <= depth && !w->stopped; d++) {
        int top = -TRAX_INFINITE;
        w->root_depth = d;
        for (size_t i = 0; i < count; i++) {
            int noise = random ? (int)random_below(random, 13) : 0;
            int score =
                trax_search_turn(w, &o, list[i].move, top == -TRAX_INFINITE ? top : top - 12,
                                 TRAX_INFINITE, d, 0, i);
            if (w->stopped) break;
            if (score + noise <= top) continue;
            top = score + noise;
            best = list[i].move;
            trax_ranked front = list[i];
            if (!random) {
                memmove(list + 1, list, i * sizeof *list);
                list[0] = front;
            }
        }
    }
    w->used = 0;
    return best;
}

static void begin(const trax_rules *r, trax_position *p, random_source *random) {
    do {
        trax_start(p);
        trax_play_out(r, p, random, RANDOM_LEAST + (int)random_below(random, RANDOM_MORE));
    } while (trax_decided(p));
}

/* Plays a game of one set of weights against itself and adds it to the collection. */
static void play_game(side *s, collection *c, int depth, random_source *random) {
    trax_position *p = room(1, sizeof *p);
    const trax_rules *r = s->worker->rules;
    size_t from = c->count;
    begin(r, p, random);
    for (int turn = 0; turn < GAME_TURNS && !trax_decided(p); turn++) {
        trax_outlook o;
        trax_undo u;
        trax_scan(r, p, &o);
        if (!o.win && !o.threats) note_position(c, p);
        if (!trax_play(r, p, choose(s, p, depth, 0, random), &u)) die("an illegal turn");
    }
    int winner = trax_winner(p);
    for (size_t i = from; i < c->count; i++) {
        bool won = (int)c->samples[i].result == winner;
        c->samples[i].result = winner == GAME_NOBODY ? 0.5f : won ? 1 : 0;
    }
    free(p);
}

/* The index of a feature's weights: 0 is the tempo; both ends of a track share theirs. */
static size_t place_of(int used) {
    unsigned feature = (unsigned)(used > 0 ? used : -used) - 1;
    if (feature < TRAX_FAR) {
        unsigned other = trax_class_reversed(feature);
        if (other < feature) feature = other;
    }
    return 1 + feature + (used > 0 ? 0 : TRAX_FEATURES);
}

static double score_of(const collection *c, const sample *s, const double *w) {
    double sum = w[0];
    for (unsigned i = 0; i < s->count; i++) {
        int used = c->used[s->first + i];
        sum += used > 0 ? w[place_of(used)] : -w[place_of(used)];
    }
    return sum;
}

typedef struct adam {
    double gradient[WEIGHTS], mean[WEIGHTS], square[WEIGHTS];
    int step;
} adam;

static void adam_step(adam *a, double *w, double rate, double decay) {
    a->step++;
    double m = 1 - pow(0.9, a->step), v = 1 - pow(0.999, a->step);
    for (int i = 0; i < WEIGHTS; i++) {
        double g = a->gradient[i] / BATCH + decay * w[i];
        a->mean[i] = 0.9 * a->mean[i] + 0.1 * g;
        a->square[i] = 0.999 * a->square[i] + 0.001 * g * g;
        w[i] -= rate * (a->mean[i] / m) / (sqrt(a->square[i] / v) + 1e-9);
        a->gradient[i] = 0;
    }
}

static double fit(const collection *c, double *w, random_source *random) {
    adam *a = room(1, sizeof *a);
    uint32_t *order = room(c->count, sizeof *order);
    double loss = 0;
    for (size_t i = 0; i < c->count; i++) order[i] = (uint32_t)i;
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        loss = 0;
        for (size_t i = c->count; i-- > 1;) {
            uint32_t k = random_below(random, (uint32_t)i + 1), swap = order[i];
            order[i] = order[k];
            order[k] = swap;
        }
        for (size_t i = 0; i < c->count; i++) {
            const sample *s = &c->samples[order[i]];
            double p = 1 / (1 + exp(-score_of(c, s, w))), miss = p - s->result;
            loss -= s->result > 0.5f ? log(p + 1e-12) : log(1 - p + 1e-12);
            a->gradient[0] += miss;
            for (unsigned k = 0; k < s->count; k++) {
                int used = c->used[s->first + k];
                a->gradient[place_of(used)] += used > 0 ? miss : -miss;
            }
            if ((i + 1) % BATCH == 0) adam_step(a, w, epoch < EPOCHS / 2 ? 0.01 : 0.002, DECAY);
        }
    }
    free(order);
    free(a);
    return loss / (double)c->count;
}

static int16_t hundredths(double w) { return (int16_t)lrint(100 * w); }

static trax_weights rounded(const double *w) {
    trax_weights r = {.tempo = hundredths(w[0])};
    for (int i = 0; i < TRAX_FEATURES; i++) {
        r.own[i] = hundredths(w[place_of(i + 1)]);
        r.other[i] = hundredths(w[place_of(-i - 1)]);
    }
    return r;
}

static void print_table(const char *name, const int16_t *weights) {
    printf("    .%s = {", name);
    for (int i = 0; i < TRAX_FEATURES; i++)
        printf("%s%d", i == 0 ? "" : i % 24 == 0 ? ",\n           " : ", ", weights[i]);
    printf("},\n");
}

static void print_weights(const trax_weights *w, const char *arguments) {
    printf(
        "/* Written by tools/trax_tune.c, as 'trax_tune fit %s': do not edit, run it again. */\n",
        arguments);
    printf("#include \"engines/trax/evaluate.h\"\n\n/* clang-format off */\n");
    printf("const trax_weights trax_tuned = {\n    .tempo = %d,\n", w->tempo);
    print_table("own", w->own);
    print_table("other", w->other);
    printf("};\n/* clang-format on */\n");
}

static void run_fit(const trax_rules *rules, int games, int depth, uint64_t seed) {
    collection c = {.samples = room(SAMPLES_MAX, sizeof *c.samples),
                    .used = room(USED_MAX, sizeof *c.used)};
    double *w = room(WEIGHTS, sizeof *w);
    trax_weights now = plain_weights();
    random_source random = random_seed(seed);
    for (int round = 0; round < ROUNDS; round++) {
        side s;
        side_create(&s, rules, &now);
        c.count = c.used_count = 0;
        for (int i = 0; i < games; i++) play_game(&s, &c, depth, &random);
        memset(w, 0, WEIGHTS * sizeof *w);
        double loss = fit(&c, w, &random);
        fprintf(stderr, "round %d: %zu positions, loss %.4f\n", round + 1, c.count, loss);
        now = rounded(w);
        side_destroy(&s);
    }
    char arguments[80];
    snprintf(arguments, sizeof arguments, "%d %d %llu", games, depth, (unsigned long long)seed);
    print_weights(&now, arguments);
    free(w);
    free(c.samples);
    free(c.used);
}

/* Plays pairs of games from the same random opening with colours swapped. */
static void run_match(const trax_rules *rules, int pairs, uint64_t nodes, uint64_t seed) {
    trax_weights plain = plain_weights();
    side sides[2];
    side_create(&sides[0], rules, &trax_tuned);
    side_create(&sides[1], rules, &plain);
    trax_position *start = room(1, sizeof *start), *p = room(1, sizeof *p);
    random_source random = random_seed(seed);
    int won = 0, lost = 0, drawn = 0;
    for (int i = 0; i < 2 * pairs; i++) {
        if (i % 2 == 0) begin(rules, start, &random);
        *p = *start;
        int tuned_seat = i % 2;
        for (int turn = 0; turn < 2 * GAME_TURNS && !trax_decided(p); turn++) {
            trax_undo u;
            side *s = &sides[p->mover == tuned_seat ? 0 : 1];
            if (!trax_play(rules, p, choose(s, p, 30, nodes, NULL), &u)) die("an illegal turn");
        }
        int winner = trax_winner(p);
        if (winner == GAME_NOBODY) drawn++;
        else if (winner == tuned_seat) won++;
        else lost++;
    }
    printf("tuned against plain: +%d -%d =%d\n", won, lost, drawn);
    side_destroy(&sides[0]);
    side_destroy(&sides[1]);
    free(start);
    free(p);
}

int main(int count, char **words) {
    error e;
    if (count != 5) die("usage: trax_tune fit GAMES DEPTH SEED | match PAIRS NODES SEED");
    game_rules *rules = game_create_named("trax", "", &e);
    if (!rules) die(e.message);
    uint64_t seed = strtoull(words[4], NULL, 10);
    if (strcmp(words[1], "fit") == 0)
        run_fit(trax_rules_of(rules), atoi(words[2]), atoi(words[3]), seed);
    else if (strcmp(words[1], "match") == 0)
        run_match(trax_rules_of(rules), atoi(words[2]), strtoull(words[3], NULL, 10), seed);
    else die("first comes 'fit' or 'match'");
    game_destroy(rules);
    return 0;
}
