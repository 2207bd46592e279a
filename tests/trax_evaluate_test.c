/* The value of a Trax position: updated turn by turn it equals the value from scratch, a weight for
 * each class of each track, and a mirror image has the same value. */
#include "engines/trax/evaluate.h"
#include "trax_support.h"

typedef struct desk {
    trax_scale scale;
    trax_position position, image;
    trax_move moves[TRAX_MOVES_MAX];
    random_source random;
    int boxes_grown, lines_missing; /* positions of these kinds that were met */
} desk;

static void check_same(const trax_worth *a, const trax_worth *b) {
    assert_memory_equal(a->near, b->near, sizeof a->near);
    for (int axis = 0; axis < 2; axis++)
        if (a->span[axis] >= TRAX_LINE_BOX)
            assert_memory_equal(a->missing[axis], b->missing[axis], sizeof a->missing[axis]);
}

/* The score as the header has it: a weight for each class of each track. */
typedef struct sum {
    unsigned mover;
    int score;
} sum;

static void add_track(void *context, unsigned colour, unsigned class) {
    sum *s = context;
    s->score += colour == s->mover ? trax_tuned.own[class] : -trax_tuned.other[class];
}

static void check_score(const desk *d, const trax_worth *w) {
    for (unsigned mover = 0; mover < 2; mover++) {
        sum s = {mover, trax_tuned.tempo};
        trax_each_track(&d->position, add_track, &s);
        assert_int_equal(trax_score(&d->scale, w, mover), s.score);
    }
}

/* The turn as a mirror through the first tile shows it. */
static trax_move mirrored(trax_move m, unsigned start) {
    unsigned tile = trax_move_tile(m), upright = tile & (TRAX_UP | TRAX_DOWN);
    unsigned level = (tile & TRAX_LEFT ? TRAX_RIGHT : 0) | (tile & TRAX_RIGHT ? TRAX_LEFT : 0);
    unsigned from = (trax_move_cell(m) - start + 40 * TRAX_STRIDE + TRAX_STRIDE / 2) & TRAX_MASK;
    unsigned row = from / TRAX_STRIDE, column = TRAX_STRIDE - from % TRAX_STRIDE;
    unsigned cell = start + (row - 40) * TRAX_STRIDE + column - TRAX_STRIDE / 2;
    return trax_move_at(cell & TRAX_MASK, upright | level);
}

static void note_kinds(desk *d, const trax_worth *before, const trax_worth *now) {
    d->boxes_grown += now->counted[0] && before->counted[0] && now->span[0] > before->span[0];
    for (int colour = 0; colour < 2; colour++)
        d->lines_missing += now->counted[0] && now->missing[0][colour][2] > 0;
}

/* One game; the value is updated from up to three turns before, and is made ready for the next turn
 * or not. */
static void play_game(desk *d, const trax_rules *r) {
    trax_position *p = &d->position;
    trax_worth kept, now, scratch, image;
    trax_start(p);
    trax_start(&d->image);
    trax_worth_all(&d->scale, p, &kept);
    unsigned start = random_below(&d->random, TRAX_CELLS); /* the board may lie across the end */
    for (int turn = 0; turn < 50 && !trax_decided(p); turn++) {
        trax_undo u;
        size_t count = trax_list(r, p, d->moves);
        if (count == 0) break;
        trax_move m = d->moves[random_below(&d->random, (uint32_t)count)];
        if (turn == 0) m = trax_move_at(start, trax_move_tile(m));
        assert_true(trax_play(r, p, m, &u));
        assert_true(trax_play(r, &d->image, mirrored(m, start), &u));
        trax_worth_after(&d->scale, p, &kept, random_below(&d->random, 2), &now);
        trax_worth_all(&d->scale, p, &scratch);
        trax_worth_all(&d->scale, &d->image, &image);
        check_same(&now, &scratch);
        check_same(&image, &scratch);
        if (!trax_decided(p)) check_score(d, &now);
        note_kinds(d, &kept, &now);
        if (random_below(&d->random, 3) > 0) kept = now;
    }
}

static void play_games(const char *settings) {
    error e;
    game_rules *rules = game_create_named("trax", settings, &e);
    desk *d = calloc(1, sizeof *d);
    assert_non_null(rules);
    assert_non_null(d);
    trax_scale_create(&d->scale, &trax_tuned);
    d->random = random_seed(7);
    for (int i = 0; i < 300; i++) play_game(d, trax_rules_of(rules));
    assert_true(d->boxes_grown > 100 && d->lines_missing > 100);
    free(d);
    game_destroy(rules);
}

static void the_value_follows_the_turns_on_the_unlimited_board(void **state) {
    (void)state;
    play_games("");
}

static void the_value_follows_the_turns_on_the_small_board(void **state) {
    (void)state;
    play_games("variant=8x8");
}

static void the_value_follows_the_turns_if_only_loops_count(void **state) {
    (void)state;
    play_games("variant=loop");
}

/* Seen from its other end a track is the same track. */
static void classes_come_in_pairs(void **state) {
    (void)state;
    for (unsigned class = 0; class < TRAX_CLASSES; class ++) {
        unsigned other = trax_class_reversed(class);
        assert_in_range(other, 0, TRAX_CLASSES - 1);
        if (trax_class_reversed(other) != class) continue; /* a mirror image of one that is used */
        assert_int_equal(trax_tuned.own[class], trax_tuned.own[other]);
        assert_int_equal(trax_tuned.other[class], trax_tuned.other[other]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_value_follows_the_turns_on_the_unlimited_board),
        cmocka_unit_test(the_value_follows_the_turns_on_the_small_board),
        cmocka_unit_test(the_value_follows_the_turns_if_only_loops_count),
        cmocka_unit_test(classes_come_in_pairs),
    };
    return cmocka_run_group_tests_name("trax evaluate", tests, NULL, NULL);
}
