/* Random games of Dots and Boxes on 5x5 boxes: the rules library against a plain array of lines. */
#include <stdbool.h>
#include <string.h>

#include "bench.h"
#include "games/dots/dots.h"

enum { SIDE = 5, GAMES = 2000 };

typedef struct library {
    const dots_rules *rules;
    random_source random;
    long boxes; /* so that nothing is optimised away */
} library;

static double library_games(void *context) {
    library *l = context;
    double lines = 0;
    for (int i = 0; i < GAMES; i++) {
        dots_position p;
        dots_start(l->rules, &p);
        lines += dots_play_out(l->rules, &p, &l->random);
        l->boxes += p.score[0] + p.score[1];
    }
    return lines;
}

/* The reference, written in the obvious way: lines in two arrays, legal lines listed before each
 * move.
 */
typedef struct plain {
    bool across[SIDE + 1][SIDE], up[SIDE][SIDE + 1];
    int score[2], mover;
} plain;

typedef struct plain_line {
    bool vertical;
    int row, column;
} plain_line;

static int plain_open_lines(const plain *p, plain_line *lines) {
    int count = 0;
    for (int r = 0; r <= SIDE; r++)
        for (int c = 0; c < SIDE; c++)
            if (!p->across[r][c]) lines[count++] = (plain_line){false, r, c};
    for (int r = 0; r < SIDE; r++)
        for (int c = 0; c <= SIDE; c++)
            if (!p->up[r][c]) lines[count++] = (plain_line){true, r, c};
    return count;
}

static bool plain_box_done(const plain *p, int r, int c) {
    return r >= 0 && r < SIDE && c >= 0 && c < SIDE && p->across[r][c] && p->across[r + 1][c] &&
           p->up[r][c] && p->up[r][c + 1];
}

static void plain_draw(plain *p, plain_line l) {
    int completed;
    if (l.vertical) {
        p->up[l.row][l.column] = true;
        completed = plain_box_done(p, l.row, l.column - 1) + plain_box_done(p, l.row, l.column);
    } else {
        p->across[l.row][l.column] = true;
        completed = plain_box_done(p, l.row - 1, l.column) + plain_box_done(p, l.row, l.column);
    }
    p->score[p->mover] += completed;
    if (!completed) p->mover = 1 - p->mover;
}

typedef struct reference {
    random_source random;
    long boxes;
} reference;

static double reference_games(void *context) {
    reference *r = context;
    double lines = 0;
    for (int i = 0; i < GAMES; i++) {
        plain p = {0};
        plain_line open[2 * SIDE * (SIDE + 1)];
        for (int count; (count = plain_open_lines(&p, open)) > 0; lines++)
            plain_draw(&p, open[random_below(&r->random, (uint32_t)count)]);
        r->boxes += p.score[0] + p.score[1];
    }
    return lines;
}

int main(void) {
    game_rules *rules = game_create(&dots_game, "size=5x5", NULL);
    library fast = {.rules = dots_rules_of(rules), .random = random_seed(1)};
    reference slow = {.random = random_seed(1)};
    double best = 0, plain_rate = 0;
    for (int round = 0; round < 3; round++) {
        double f = bench_rate(0.5, library_games, &fast),
               s = bench_rate(0.5, reference_games, &slow);
        if (f > best) best = f;
        if (s > plain_rate) plain_rate = s;
    }
    printf("dots  random games 5x5   %7.1f million lines/s   plain arrays %5.1f   ratio %5.1f\n",
           best / 1e6, plain_rate / 1e6, best / plain_rate);
    game_destroy(rules);
    return fast.boxes > 0 && slow.boxes > 0 ? 0 : 1;
}
