/* damas_train - makes the networks that evaluate positions of Damas, by self-play.
 *
 *   damas_train plain                                        counts material, to start
 *   damas_train play VARIANT GAMES NODES SEED NETWORK [TABLES]   positions of its games
 *   damas_train fit SEED EPOCHS SHARE PARTS START DATA...    a network fitted to such positions
 *   damas_train match VARIANT PAIRS NODES SEED ONE OTHER     one network against another
 *
 * Networks and positions go to standard output, in the formats of `damas_packed` and `sample`.
 * Games start with random moves and end by the rules or, with four pieces or fewer, by tables,
 * which are built first. Each position without captures is kept with the score of its search and
 * the game's result, and some positions beside the game with their score alone. With TABLES, a
 * folder that `damero tables damas` has filled, the result is what these tables say as soon as they
 * know a position of the game. The game is played on all the same, and each position that they know
 * gets its own result.
 *
 * A fit brings the predicted result close to SHARE (0 to 1) of the result and the rest of the
 * score, by stochastic gradient descent (Adam). The network has PARTS parts (evaluate.h). It starts
 * from the network START, or from chance if that is `new`. Same arguments, same output.
 * tools/damas_networks runs all of it.
 */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "engines/damas/build.h"
#include "engines/damas/gather.h"
#include "engines/damas/search.h"

enum {
    RANDOM_LEAST = 5, /* random plies at the start of a game */
    RANDOM_MOST = 12,
    GAME_PLIES = 200,
    TABLE_PIECES = 4,
    BATCH = 1024,
    ASIDE = 4,     /* one position of this many also gives one beside the game */
    NO_RESULT = 3, /* of a position that was not played on */
    PROVEN = 700,  /* the score that is kept for a proven win */
    EVEN = 2,      /* input weights are multiples of this: they compress better, and are as good */
    HELD_OUT = 20, /* one position of this many is not fitted to, but tells how good the fit is */
};

static void die(const char *message) {
    fprintf(stderr, "damas_train: %s\n", message);
    exit(1);
}

static void *need(void *memory) {
    if (!memory) die("no memory");
    return memory;
}

static void write_out(const void *bytes, size_t length) {
    if (fwrite(bytes, 1, length, stdout) != length) die("cannot write");
}

static damas_packed *read_network(const char *path, int *parts) {
    FILE *f = fopen(path, "rb");
    damas_packed *packed = need(malloc(DAMAS_PARTS * sizeof *packed));
    size_t length = f ? fread(packed, 1, DAMAS_PARTS * sizeof *packed, f) : 0;
    *parts = (int)(length / sizeof *packed);
    if (*parts == 0 || length % sizeof *packed != 0 || fgetc(f) != EOF)
        die("cannot read a network");
    fclose(f);
    return packed;
}

/* Playing. */

typedef struct player {
    damas_searcher *searcher;
    search_table table;
    damas_weights weights;
} player;

static bool never(void *context, uint64_t nodes) {
    (void)context, (void)nodes;
    return false;
}

static void make_player(player *p, const damas_rules *r, const char *network,
                        const damas_tables *t) {
    error e;
    int parts;
    damas_packed *packed = read_network(network, &parts);
    damas_unpack(packed, parts, &p->weights);
    free(packed);
    p->searcher = need(calloc(1, sizeof *p->searcher));
    if (!search_table_create(&p->table, 4 << 20, &e)) die(e.message);
    p->searcher->rules = r;
    p->searcher->weights = &p->weights;
    p->searcher->tables = t;
    p->searcher->table = &p->table;
    p->searcher->over = never;
}

static void free_player(player *p) {
    free(p->searcher);
    search_table_destroy(&p->table);
}

/* The best move within `nodes`, and its score. */
static damas_move choose(player *who, const damas_position *p, uint64_t nodes, int *score) {
    damas_searcher *s = who->searcher;
    damas_list l;
    damas_list_moves(s->rules, p, &l);
    who->table.age++;
    s->node_limit = nodes;
    damas_search_begin(s, p);
    damas_move best = l.move[0];
    for (int d = 1; d < DAMAS_PLIES / 2; d++) {
        int found = damas_search(s, 0, -DAMAS_INFINITE, DAMAS_INFINITE, d);
        if (s->stopped || !s->line[0].count) break;
        best = s->line[0].move[0];
        *score = found;
        if (l.count == 1) break;
        if (abs(found) > DAMAS_PROVEN) break;
    }
    return best;
}

/* Plays random moves from the start; false if the game ended on the way. */
static bool open_game(const damas_rules *r, random_source *rs, damas_position *p) {
    unsigned plies = RANDOM_LEAST + random_below(rs, RANDOM_MOST - RANDOM_LEAST + 1);
    damas_start(r, p);
    for (unsigned i = 0; i < plies; i++) {
        damas_list l;
        damas_list_moves(r, p, &l);
        if (l.count == 0) return false;
        damas_play(r, p, l.move[random_below(rs, (uint32_t)l.count)], NULL);
    }
    return p->end == DAMAS_GOES_ON;
}

/* Results are for side 0, in half points; -1 if not known. */
static int result_by_tables(const damas_position *p, const damas_tables *t) {
    damas_value value = DAMAS_NOT_KNOWN;
    if (bits_count(damas_of(&p->board, 0) | damas_of(&p->board, 1)) <= t->pieces)
        value = damas_tables_value(t, &p->board, p->side);
    if (value == DAMAS_NOT_KNOWN) return -1;
    if (value == DAMAS_DRAWN) return 1;
    return (value == DAMAS_WON) == (p->side == 0) ? 2 : 0;
}

static int result_of(const damas_position *p, const damas_tables *t, int plies) {
    if (p->end == DAMAS_NO_PIECES) return damas_of(&p->board, 0) ? 2 : 0;
    if (p->end == DAMAS_BLOCKED) return p->side == 0 ? 0 : 2;
    if (p->end != DAMAS_GOES_ON || plies >= GAME_PLIES) return 1;
    return result_by_tables(p, t);
}

static damas_tables *build_tables(const damas_rules *r) {
    error e;
    damas_tables *t = damas_build_all(r->flags, TABLE_PIECES, 1, NULL, &e);
    if (!t) die(e.message);
    return t;
}

static damas_tables *read_tables(const damas_rules *r, const char *folder) {
    error e;
    damas_tables *t = need(damas_tables_create(r->flags, &e));
    DIR *list = opendir(folder);
    if (!list) die("cannot read the folder of tables");
    for (struct dirent *entry; (entry = readdir(list));) {
        const char *ending = strstr(entry->d_name, ".values.table");
        if (!ending || strcmp(ending, ".values.table") != 0) continue;
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        FILE *f = fopen(path, "rb");
        if (!f || fseek(f, 0, SEEK_END) != 0) die("cannot read a table");
        size_t length = (size_t)ftell(f);
        void *image = need(malloc(length));
        rewind(f);
        if (fread(image, 1, length, f) != length) die("cannot read a table");
        if (!damas_tables_add(t, image, length, &e)) die(e.message);
        free(image);
        fclose(f);
    }
    closedir(list);
    if (!t->pieces) die("no tables in that folder");
    return t;
}

/* A position as it is stored: 20 bytes. */
typedef struct sample {
    uint32_t man[2], king[2]; /* squares 0..31 */
    int16_t score;            /* of the search, for the side to move */
    uint8_t side, result;     /* result for side 0 in half points, or NO_RESULT */
} sample;

static sample sample_of(const damas_position *p, int score) {
    sample s = {.side = p->side, .score = (int16_t)score};
    for (int i = 0; i < 2; i++) {
        s.man[i] = (uint32_t)damas_gather(p->board.man[i], DAMAS_ALL);
        s.king[i] = (uint32_t)damas_gather(p->board.king[i], DAMAS_ALL);
    }
    return s;
}

/* A position beside the game, after a random move and the captures that follow it: the search meets
 * such positions, games of good moves do not. False if it is decided. */
static bool look_aside(player *who, damas_position p, uint64_t nodes, random_source *rs,
                       sample *found) {
    const damas_rules *r = who->searcher->rules;
    damas_list l;
    int score = 0;
    damas_list_moves(r, &p, &l);
    damas_move m = l.move[random_below(rs, (uint32_t)l.count)];
    do {
        damas_play(r, &p, m, NULL);
        if (result_of(&p, who->searcher->tables, 0) >= 0) return false;
        m = choose(who, &p, nodes, &score);
        if (abs(score) > DAMAS_PROVEN) return false;
    } while (damas_can_capture(r->flags, &p.board, p.side));
    *found = sample_of(&p, score);
    found->result = NO_RESULT;
    return true;
}

/* Plays one game from `p` and keeps its positions; returns its result. It ends by the tables `few`;
 * `known` may tell the result earlier, and judges each position that it knows. */
static int play_game(player *who, damas_position p, uint64_t nodes, const damas_tables *few,
                     const damas_tables *known, random_source *rs, sample *kept, size_t *count) {
    const damas_rules *r = who->searcher->rules;
    int result = -1, ended;
    size_t unsettled = 0; /* the number of positions before the tables know the result */
    for (int ply = 0; (ended = result_of(&p, few, ply)) < 0; ply++) {
        int score = 0, exact = result_by_tables(&p, known);
        who->searcher->tables = exact < 0 ? known : few;
        damas_move m = choose(who, &p, nodes, &score);
        bool proven = abs(score) > DAMAS_PROVEN;
        if (proven) score = score > 0 ? PROVEN : -PROVEN;
        if (result < 0 && exact >= 0) result = exact;
        if (result < 0 && proven) result = (score > 0) == (p.side == 0) ? 2 : 0;
        if (!damas_can_capture(r->flags, &p.board, p.side)) {
            kept[*count] = sample_of(&p, score);
            kept[(*count)++].result = (uint8_t)exact;
        }
        if (exact < 0) unsettled = *count;
        if (proven && (exact >= 0 || known == few)) break; /* else endings are played on */
        if (random_below(rs, ASIDE) == 0 && look_aside(who, p, nodes, rs, &kept[*count])) ++*count;
        damas_play(r, &p, m, NULL);
    }
    if (result < 0) result = ended;
    for (size_t i = 0; i < unsettled; i++)
        if (kept[i].result != NO_RESULT) kept[i].result = (uint8_t)result;
    return result;
}

static void play_games(const damas_rules *r, int games, uint64_t nodes, uint64_t seed,
                       const char *network, const char *folder) {
    random_source rs = random_seed(seed);
    damas_tables *few = build_tables(r), *known = folder ? read_tables(r, folder) : few;
    player *who = need(malloc(sizeof *who));
    make_player(who, r, network, few);
    int results[3] = {0};
    size_t positions = 0;
    for (int g = 0; g < games; g++) {
        static sample kept[2 * GAME_PLIES];
        damas_position p;
        size_t count = 0;
        if (!open_game(r, &rs, &p)) continue;
        results[play_game(who, p, nodes, few, known, &rs, kept, &count)]++;
        write_out(kept, count * sizeof *kept);
        positions += count;
        if ((g + 1) % 5000 == 0)
            fprintf(stderr, "%s: %d games, %zu positions: +%d =%d -%d\n", r->variant->name, g + 1,
                    positions, results[2], results[1], results[0]);
    }
    free_player(who);
    free(who);
    if (known != few) damas_tables_destroy(known);
    damas_tables_destroy(few);
}

/* A part of a network in floating point, with the same shape as `damas_packed`; every member is an
 * array of floats, so that gradients and moments have the same type and one loop serves all. */
typedef struct part {
    float input[DAMAS_KINDS][DAMAS_BITS][DAMAS_HIDDEN];
    float bias[DAMAS_HIDDEN];
    float output[DAMAS_STAGES][2][DAMAS_HIDDEN];
    float output_bias[DAMAS_STAGES];
} part;

typedef struct network {
    int parts;
    part part[DAMAS_PARTS];
} network;

enum {
    PARAMETERS = sizeof(part) / sizeof(float), /* of a part */
    INPUTS = offsetof(part, bias) / sizeof(float)
};

static const float input_most = 0.99f, weight_most = 1.97f; /* what fits the integers */

static float uniform(random_source *rs) {
    return (float)(random_next(rs) >> 40) / (float)(1 << 23) - 1; /* -1 to 1 */
}

static void start_part(part *n, random_source *rs) {
    for (int kind = 0; kind < DAMAS_KINDS; kind++)
        for (damas_set squares = DAMAS_ALL; squares;) {
            float *row = n->input[kind][bits_take(&squares)];
            for (int i = 0; i < DAMAS_HIDDEN; i++) row[i] = 0.2f * uniform(rs);
        }
    for (int i = 0; i < DAMAS_HIDDEN; i++) n->bias[i] = 0.3f;
    for (int stage = 0; stage < DAMAS_STAGES; stage++)
        for (int i = 0; i < DAMAS_HIDDEN; i++)
            for (int k = 0; k < 2; k++) n->output[stage][k][i] = 0.2f * uniform(rs);
}

/* Whether any output uses a hidden value. */
static bool is_used(const damas_packed *p, int i) {
    for (int stage = 0; stage < DAMAS_STAGES; stage++)
        for (int k = 0; k < 2; k++)
            if (damas_packed_output(p, stage, k, i)) return true;
    return false;
}

/* A part from a file in place of a random one. A hidden value that no output uses keeps its random
 * input weights: it would never be learned from a sum that is always 0. */
static void start_from(part *n, const damas_packed *from) {
    for (int i = 0; i < DAMAS_HIDDEN; i++) {
        for (int stage = 0; stage < DAMAS_STAGES; stage++)
            for (int k = 0; k < 2; k++)
                n->output[stage][k][i] =
                    (float)damas_packed_output(from, stage, k, i) / DAMAS_OUTPUT_ONE;
        if (!is_used(from, i)) continue;
        for (int kind = 0; kind < DAMAS_KINDS; kind++)
            for (int bit = 0; bit < DAMAS_BITS; bit++)
                n->input[kind][bit][i] = (float)from->input[kind][bit][i] / DAMAS_HIDDEN_ONE;
        n->bias[i] = (float)from->bias[i] / DAMAS_HIDDEN_ONE;
    }
    for (int stage = 0; stage < DAMAS_STAGES; stage++)
        n->output_bias[stage] =
            (float)from->output_bias[stage] / (DAMAS_HIDDEN_ONE * DAMAS_OUTPUT_ONE);
}

/* A network of `parts` from chance or from a file. Parts that the file does not have are not used
 * at first. */
static network *start_network(uint64_t seed, int parts, const char *start) {
    random_source rs = random_seed(seed);
    network *n = need(calloc(1, sizeof *n));
    n->parts = parts;
    for (int i = 0; i < parts; i++) start_part(&n->part[i], &rs);
    if (strcmp(start, "new") == 0) return n;
    int known;
    damas_packed *from = read_network(start, &known);
    if (known > parts) die("the network to start from has more parts");
    memset(from + known, 0, (size_t)(DAMAS_PARTS - known) * sizeof *from);
    for (int i = 0; i < parts; i++) start_from(&n->part[i], &from[i]);
    free(from);
    return n;
}

static int rounded(float x, int one) { return (int)lrintf(x * (float)one); }
static int rounded_input(float x) {
    if (x > input_most) x = input_most;
    if (x < -input_most) x = -input_most;
    return EVEN * rounded(x, DAMAS_HIDDEN_ONE / EVEN);
}

/* The input weights of hidden values that no output uses are 0. */
static void write_part(const part *n) {
    damas_packed *w = need(calloc(1, sizeof *w));
    for (int stage = 0; stage < DAMAS_STAGES; stage++) {
        for (int k = 0; k < 2; k++)
            for (int i = 0; i < DAMAS_HIDDEN; i++) {
                int weight = rounded(n->output[stage][k][i], DAMAS_OUTPUT_ONE);
                w->output_low[stage][k][i] = (uint8_t)(weight & 255);
                w->output_high[stage][k][i] = (int8_t)(weight >> 8);
            }
        w->output_bias[stage] = rounded(n->output_bias[stage], DAMAS_HIDDEN_ONE * DAMAS_OUTPUT_ONE);
    }
    for (int i = 0; i < DAMAS_HIDDEN; i++) {
        if (!is_used(w, i)) continue;
        w->bias[i] = (int16_t)rounded(n->bias[i], DAMAS_HIDDEN_ONE);
        for (int kind = 0; kind < DAMAS_KINDS; kind++)
            for (int bit = 0; bit < DAMAS_BITS; bit++)
                w->input[kind][bit][i] = (int8_t)rounded_input(n->input[kind][bit][i]);
    }
    write_out(w, sizeof *w);
    free(w);
}

/* A network whose hidden values 0 to 7 are each a part of a side's material: men count 1, kings
 * 3. The parts are small, so that the clipped square is close enough to a rising line. */
static void write_plain(void) {
    part *n = need(calloc(1, sizeof *n));
    for (int kind = 0; kind < 2; kind++)
        for (damas_set squares = DAMAS_ALL; squares;) {
            float *row = n->input[kind][bits_take(&squares)];
            for (int i = 0; i < 8; i++) row[i] = (kind ? 3 : 1) * 0.03f;
        }
    for (int stage = 0; stage < DAMAS_STAGES; stage++)
        for (int i = 0; i < 8; i++) {
            n->output[stage][0][i] = 1.9f;
            n->output[stage][1][i] = -1.9f;
        }
    for (int i = 0; i < 8; i++) n->bias[i] = 0.2f;
    write_part(n);
    free(n);
}

/* Fitting. */

/* What a sample turns on, as the side to move sees it and as the other side does. */
typedef struct active {
    int count, stage;
    uint8_t input[2][2 * DAMAS_PIECES_READ]; /* kind * DAMAS_BITS + bit */
    float target;
} active;

static active activate(const sample *s, float share) {
    active a = {0};
    damas_board b;
    for (int i = 0; i < 2; i++) {
        b.man[i] = damas_scatter(s->man[i], DAMAS_ALL);
        b.king[i] = damas_scatter(s->king[i], DAMAS_ALL);
    }
    for (int owner = 0; owner < 2; owner++)
        for (int king = 0; king < 2; king++)
            for (damas_set set = king ? b.king[owner] : b.man[owner]; set; a.count++) {
                int bit = bits_take(&set);
                for (int viewer = 0; viewer < 2; viewer++)
                    a.input[viewer != s->side][a.count] =
                        (uint8_t)((2 * (owner != viewer) + king) * DAMAS_BITS +
                                  (viewer ? DAMAS_BITS - 1 - bit : bit));
            }
    a.stage = damas_stage(&b);
    float result = (float)(s->side == 0 ? s->result : 2 - s->result) / 2;
    float expected = 1 / (1 + expf(-(float)s->score / DAMAS_UNIT));
    if (s->result == NO_RESULT) share = 0;
    a.target = share * result + (1 - share) * expected;
    return a;
}

/* What a part makes of the inputs, by viewer. */
typedef struct forward {
    float hidden[2][DAMAS_HIDDEN]; /* clipped to 0..1 */
    bool open[2][DAMAS_HIDDEN];    /* not clipped */
} forward;

/* Eight weights at once, aligned like one; a block of them stays in registers. */
typedef float lanes __attribute__((vector_size(32), aligned(4), may_alias));

enum { BLOCK = 8, BLOCKS = DAMAS_HIDDEN / (8 * BLOCK) };

static void sum_rows(const part *n, const active *a, int k, float *h) {
    const float(*rows)[DAMAS_HIDDEN] = n->input[0];
    for (int block = 0; block < BLOCKS; block++) {
        lanes sums[BLOCK];
        for (int i = 0; i < BLOCK; i++) sums[i] = ((const lanes *)n->bias)[block * BLOCK + i];
        for (int j = 0; j < a->count; j++) {
            const lanes *row = (const lanes *)rows[a->input[k][j]] + block * BLOCK;
            for (int i = 0; i < BLOCK; i++) sums[i] += row[i];
        }
        for (int i = 0; i < BLOCK; i++) ((lanes *)h)[block * BLOCK + i] = sums[i];
    }
}

/* The output of a part. */
static float part_forward(const part *n, const active *a, forward *f) {
    float sum = n->output_bias[a->stage];
    for (int k = 0; k < 2; k++) {
        float h[DAMAS_HIDDEN];
        sum_rows(n, a, k, h);
        for (int i = 0; i < DAMAS_HIDDEN; i++) {
            f->open[k][i] = h[i] > 0 && h[i] < 1;
            f->hidden[k][i] = h[i] < 0 ? 0 : h[i] > 1 ? 1 : h[i];
        }
        const float *out = n->output[a->stage][k];
        float lane[8] = {0};
        for (int i = 0; i < DAMAS_HIDDEN; i += 8)
            for (int j = 0; j < 8; j++)
                lane[j] += out[i + j] * f->hidden[k][i + j] * f->hidden[k][i + j];
        for (int j = 0; j < 8; j++) sum += lane[j];
    }
    return sum;
}

/* The result that a network expects. */
static float run_forward(const network *n, const active *a, forward f[DAMAS_PARTS]) {
    float sum = 0;
    for (int i = 0; i < n->parts; i++) sum += part_forward(&n->part[i], a, &f[i]);
    return 1 / (1 + expf(-sum));
}

/* `g` is the derivative by the output. */
static void part_backward(const part *n, const active *a, const forward *f, float g,
                          part *gradient) {
    float(*rows)[DAMAS_HIDDEN] = gradient->input[0];
    gradient->output_bias[a->stage] += g;
    for (int k = 0; k < 2; k++) {
        float back[DAMAS_HIDDEN];
        const float *out = n->output[a->stage][k];
        float *out_gradient = gradient->output[a->stage][k];
        for (int i = 0; i < DAMAS_HIDDEN; i++) {
            float h = f->hidden[k][i];
            out_gradient[i] += g * h * h;
            back[i] = f->open[k][i] ? g * out[i] * 2 * h : 0;
            gradient->bias[i] += back[i];
        }
        for (int block = 0; block < BLOCKS; block++) {
            lanes add[BLOCK];
            for (int i = 0; i < BLOCK; i++) add[i] = ((const lanes *)back)[block * BLOCK + i];
            for (int j = 0; j < a->count; j++) {
                lanes *row = (lanes *)rows[a->input[k][j]] + block * BLOCK;
                for (int i = 0; i < BLOCK; i++) row[i] += add[i];
            }
        }
    }
}

typedef struct adam {
    part gradient[DAMAS_PARTS], mean[DAMAS_PARTS], square[DAMAS_PARTS];
    float mean_power, square_power;
} adam;

static void learn(network *n, const active *a, adam *o) {
    forward f[DAMAS_PARTS];
    float g = run_forward(n, a, f) - a->target; /* of the cross entropy by the output */
    for (int i = 0; i < n->parts; i++) part_backward(&n->part[i], a, &f[i], g, &o->gradient[i]);
}

static void step(network *n, adam *o, float rate) {
    const float keep = 0.9f, keep_square = 0.999f;
    float *w = (float *)n->part, *g = (float *)o->gradient, *m = (float *)o->mean,
          *v = (float *)o->square;
    o->mean_power *= keep;
    o->square_power *= keep_square;
    for (size_t i = 0; i < (size_t)n->parts * PARAMETERS; i++) {
        float d = g[i] / BATCH;
        m[i] = keep * m[i] + (1 - keep) * d;
        v[i] = keep_square * v[i] + (1 - keep_square) * d * d;
        w[i] -= rate * (m[i] / (1 - o->mean_power)) / (sqrtf(v[i] / (1 - o->square_power)) + 1e-8f);
        float most = i % PARAMETERS < INPUTS ? input_most : weight_most;
        if (w[i] > most) w[i] = most;
        if (w[i] < -most) w[i] = -most;
    }
    memset(o->gradient, 0, sizeof o->gradient);
}

/* What the integers keep of the input weights: the others lose far less. */
static void round_weights(network *n) {
    for (int p = 0; p < n->parts; p++)
        for (size_t i = 0; i < INPUTS; i++) {
            float *w = (float *)&n->part[p] + i;
            *w = (float)rounded_input(*w) / DAMAS_HIDDEN_ONE;
        }
}

static sample *read_samples(char **paths, int count, size_t *total) {
    sample *all = NULL;
    *total = 0;
    for (int i = 0; i < count; i++) {
        FILE *f = fopen(paths[i], "rb");
        if (!f || fseek(f, 0, SEEK_END) != 0) die("cannot read positions");
        size_t here = (size_t)ftell(f) / sizeof *all;
        rewind(f);
        all = need(realloc(all, (*total + here) * sizeof *all));
        if (fread(all + *total, sizeof *all, here, f) != here) die("cannot read positions");
        fclose(f);
        *total += here;
    }
    if (*total < 100 * BATCH) die("too few positions to fit: play more games");
    return all;
}

static void shuffle(sample *list, size_t count, random_source *rs) {
    for (size_t i = count; i > 1; i--) {
        size_t j = random_below(rs, (uint32_t)i);
        sample s = list[i - 1];
        list[i - 1] = list[j];
        list[j] = s;
    }
}

static double miss(const network *n, const sample *list, size_t count, float share) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        forward f[DAMAS_PARTS];
        active a = activate(&list[i], share);
        float off = run_forward(n, &a, f) - a.target;
        sum += off * off;
    }
    return sum / (double)count;
}

/* The last games are held out: positions of one game are alike. */
static void fit(uint64_t seed, int epochs, float share, int parts, const char *start, char **paths,
                int count) {
    size_t total;
    if (parts < 1 || parts > DAMAS_PARTS) die("a network has one or two parts");
    sample *all = read_samples(paths, count, &total);
    random_source rs = random_seed(seed);
    network *n = start_network(seed, parts, start);
    adam *o = need(calloc(1, sizeof *o));
    o->mean_power = o->square_power = 1;
    size_t used = total - total / HELD_OUT, steps = used / BATCH * (size_t)epochs, done = 0;
    for (int e = 0; e < epochs; e++) {
        shuffle(all, used, &rs);
        for (size_t i = 0; i + BATCH <= used; i += BATCH) {
            for (size_t j = i; j < i + BATCH; j++) {
                active a = activate(&all[j], share);
                learn(n, &a, o);
            }
            float left = 1 - (float)done++ / (float)steps;
            step(n, o, 0.002f * left + 0.00002f);
        }
        fprintf(stderr, "epoch %d of %d: %zu positions, squared miss on those held out %.6f\n",
                e + 1, epochs, used, miss(n, all + used, total - used, share));
    }
    round_weights(n);
    fprintf(stderr, "with rounded input weights %.6f\n", miss(n, all + used, total - used, share));
    for (int i = 0; i < parts; i++) write_part(&n->part[i]);
    free(n);
    free(o);
    free(all);
}

/* Matches. */

static void match(const damas_rules *r, int pairs, uint64_t nodes, uint64_t seed, char **networks) {
    random_source rs = random_seed(seed);
    damas_tables *t = build_tables(r);
    player *who = need(calloc(2, sizeof *who));
    for (int i = 0; i < 2; i++) make_player(&who[i], r, networks[i], t);
    int count[3] = {0};
    for (int pair = 0; pair < pairs; pair++) {
        damas_position opening;
        if (!open_game(r, &rs, &opening)) continue;
        for (int first = 0; first < 2; first++) {
            damas_position p = opening;
            int result;
            for (int ply = 0; (result = result_of(&p, t, ply)) < 0; ply++) {
                int score;
                damas_play(r, &p, choose(&who[p.side ^ first], &p, nodes, &score), NULL);
            }
            count[first == 0 ? result : 2 - result]++;
        }
    }
    double games = count[0] + count[1] + count[2], score = (count[2] + count[1] / 2.0) / games;
    double spread = sqrt(
        (count[2] * pow(1 - score, 2) + count[1] * pow(0.5 - score, 2) + count[0] * score * score) /
        games / games);
    printf("%s: +%d =%d -%d, %.1f %% (+- %.1f)\n", r->variant->name, count[2], count[1], count[0],
           100 * score, 196 * spread);
    for (int i = 0; i < 2; i++) free_player(&who[i]);
    free(who);
    damas_tables_destroy(t);
}

static const char usage[] =
    "usage: damas_train plain | play VARIANT GAMES NODES SEED NETWORK [TABLES] | fit SEED EPOCHS "
    "SHARE PARTS START DATA... | match VARIANT PAIRS NODES SEED ONE OTHER";

int main(int count, char **words) {
    error e;
    if (count == 2 && strcmp(words[1], "plain") == 0) {
        write_plain();
        return 0;
    }
    if (count > 7 && strcmp(words[1], "fit") == 0) {
        fit(strtoull(words[2], NULL, 10), atoi(words[3]), (float)atof(words[4]), atoi(words[5]),
            words[6], words + 7, count - 7);
        return 0;
    }
    bool plays = (count == 7 || count == 8) && strcmp(words[1], "play") == 0;
    if (!plays && (count != 8 || strcmp(words[1], "match") != 0)) die(usage);
    char settings[40];
    snprintf(settings, sizeof settings, "variant=%s", words[2]);
    game_rules *rules = game_create(&damas_game, settings, &e);
    if (!rules) die(e.message);
    int number = atoi(words[3]);
    uint64_t nodes = strtoull(words[4], NULL, 10), seed = strtoull(words[5], NULL, 10);
    if (plays) play_games(damas_rules_of(rules), number, nodes, seed, words[6], words[7]);
    else match(damas_rules_of(rules), number, nodes, seed, words + 6);
    game_destroy(rules);
    return 0;
}
