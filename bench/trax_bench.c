/* Trax: perft and random games against a plain referee written from the rules, the co-design's
 * choice of a turn against its literal implementation, and the speed of the search. Rates use
 * processor time, so that other load does not change them much. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engines/trax/codesign.h"
#include "engines/trax/engine.h"
#include "games/history.h"
#include "games/trax/board.h"
#include "games/trax/perft.h"
#include "trax_referee.h"

typedef struct desk {
    const game_rules *rules;
    trax_position *position;
    trax_move *moves;
    random_source random;
    referee_board board;
    referee_turn turns[REFEREE_MOVES];
    codesign *fast;
    codesign_literal *literal;
    trax_position *course; /* the positions before each turn of one game */
    size_t course_length;
    engine *engine;
} desk;

static double perft_fast(void *context) {
    desk *d = context;
    return (double)trax_perft(trax_rules_of(d->rules), d->position, 6, d->moves);
}

static double perft_plain(void *context) {
    desk *d = context;
    return (double)referee_perft(&d->board, REFEREE_UNLIMITED, 5);
}

static double games_fast(void *context) {
    desk *d = context;
    trax_play_out(trax_rules_of(d->rules), d->position, &d->random, 255);
    trax_clear(d->position);
    return 1;
}

static double games_plain(void *context) {
    desk *d = context;
    referee_board b, after;
    referee_start(&b);
    for (int turn = 0; turn < 255; turn++) {
        int count = referee_turns(&b, REFEREE_UNLIMITED, d->turns);
        if (count == 0 || b.bottom - b.top > 60 || b.right - b.left > 60) break;
        referee_play(&b, REFEREE_UNLIMITED, d->turns[random_below(&d->random, (uint32_t)count)],
                     &after);
        b = after;
    }
    return 1;
}

static double choose_fast(void *context) {
    desk *d = context;
    for (size_t i = 0; i < d->course_length; i++) {
        codesign_set(d->fast, &d->course[i]);
        codesign_choose(d->fast, NULL, NULL);
    }
    return (double)d->course_length;
}

static double choose_literal(void *context) {
    desk *d = context;
    for (size_t i = 0; i < d->course_length; i++) {
        codesign_literal_set(d->literal, &d->course[i]);
        codesign_literal_choose(d->literal, NULL);
    }
    return (double)d->course_length;
}

/* A fixed search: nodes (turns played) per processor time. */
static double search_rate(desk *d, double seconds) {
    static const char *const positions[] = {"@0/ B1+", "@0+ B1+ C1/", "@0/ A2\\ B1/ B2+"};
    double nodes = 0, spent = 0;
    for (int i = 0; i < 3 || spent < seconds * CLOCKS_PER_SEC; i++) {
        history h;
        error e;
        engine_result r;
        if (!history_create(&h, d->rules, &e) || !history_play_all(&h, positions[i % 3], &e))
            abort();
        engine_limits limits = {.nodes = 400000};
        d->engine->kind->new_game(d->engine);
        clock_t start = clock();
        engine_think(d->engine, h.now, game_turn(d->rules, h.now), &limits, NULL, &r);
        spent += (double)(clock() - start);
        nodes += (double)r.nodes;
        history_destroy(&h);
    }
    return nodes * CLOCKS_PER_SEC / spent;
}

/* A game of twelve turns, as long as the one measured in the thesis. */
static const char course_of_game[] = "@0/ A2\\ B1/ B2+ B3\\ C3\\ C4\\ D2/ E3/ B0/ E3+ D2+";

static void set_up_course(desk *d) {
    history h;
    error e;
    d->course = malloc(16 * sizeof *d->course);
    if (!d->course || !history_create(&h, d->rules, &e)) abort();
    char moves[sizeof course_of_game];
    memcpy(moves, course_of_game, sizeof moves);
    for (char *word = strtok(moves, " "); word; word = strtok(NULL, " ")) {
        memcpy(&d->course[d->course_length++], h.now, sizeof *d->course);
        if (!history_play_text(&h, word, &e)) {
            fprintf(stderr, "%s\n", e.message);
            abort();
        }
    }
    history_destroy(&h);
}

/* Like bench_rate, but by processor time, which does not depend on other load. */
static double rate(double seconds, double (*work)(void *), void *context) {
    double units = 0;
    clock_t start = clock(), now;
    do {
        units += work(context);
        now = clock();
    } while ((double)(now - start) < seconds * CLOCKS_PER_SEC);
    return units * CLOCKS_PER_SEC / (double)(now - start);
}

static void print(const char *what, double rate, double plain, const char *unit, double scale) {
    printf("trax %-28s %9.3f %s, plain %9.4f, ratio %.1f\n", what, rate / scale, unit,
           plain / scale, rate / plain);
}

int main(void) {
    error e;
    desk *d = calloc(1, sizeof *d);
    game_rules *rules = game_create_named("trax", "", &e);
    if (!d || !rules) return 1;
    d->rules = rules;
    d->position = malloc(sizeof *d->position);
    d->moves = malloc(16 * TRAX_MOVES_MAX * sizeof *d->moves);
    d->random = random_seed(1);
    d->fast = codesign_create(trax_rules_of(rules), &e);
    d->literal = codesign_literal_create(trax_rules_of(rules), &e);
    engine_options options = {.seed = 1, .level = engine_full_level(&trax_engine)};
    d->engine = engine_create(&trax_engine, rules, &options, &e);
    if (!d->engine || !d->position || !d->moves || !d->fast || !d->literal) return 1;
    trax_start(d->position);
    referee_start(&d->board);
    set_up_course(d);
    print("perft from empty, raw", rate(1, perft_fast, d), rate(1, perft_plain, d),
          "million leaves/s", 1e6);
    print("random games to the end", rate(1, games_fast, d), rate(1, games_plain, d),
          "thousand games/s", 1e3);
    print("the co-design's choice", rate(1, choose_fast, d), rate(2, choose_literal, d), "turns/s",
          1);
    printf("trax %-28s %9.3f million nodes/s\n", "search", search_rate(d, 2) / 1e6);
    engine_destroy(d->engine);
    codesign_destroy(d->fast);
    codesign_literal_destroy(d->literal);
    free(d->course);
    free(d->position);
    free(d->moves);
    free(d);
    game_destroy(rules);
    return 0;
}
