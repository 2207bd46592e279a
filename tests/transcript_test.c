/* A transcript knows the same about a match as the match itself: random matches are followed event
 * by event, left and resumed. */
#include "base/clock.h"
#include "base/random.h"
#include "referee/transcript.h"
#include "support.h"

/* A match of seats in this process, followed by a transcript. */
typedef struct followed {
    game_rules *rules;
    match *match;
    match_setup setup;
    transcript so_far;
    fair secrets; /* of a resumption */
    int64_t now;
    int asked;
    uint64_t question, stale; /* the last, and the one before */
    size_t events;
    game_move *moves;
} followed;

static void send(void *context, int seat, const char *bytes, size_t count) {
    (void)context, (void)seat, (void)bytes, (void)count;
}

static void ask(void *context, int seat, const talk_limits *limits, uint64_t number) {
    followed *f = context;
    (void)limits;
    f->asked = seat;
    f->stale = f->question;
    f->question = number;
}

static void offer(void *context, int seat, size_t after) { (void)context, (void)seat, (void)after; }

static int64_t time_now(void *context) { return ((followed *)context)->now; }

static void happened(void *context, const match_event *v) {
    followed *f = context;
    error e;
    if (!transcript_take(&f->so_far, v, &e)) fail_msg("%s", e.message);
    f->events++;
}

static time_control control = {.game = 600 * SECOND, .increment = SECOND, .overage = 5 * SECOND};

static void set_up(followed *f, const char *name, const char *settings, uint64_t seed) {
    error e;
    *f = (followed){.rules = rules_of(name, settings), .now = 1000 * SECOND, .asked = -1};
    f->setup = (match_setup){.rules = f->rules,
                             .seeded = true,
                             .seed = seed,
                             .interrupt = SECOND,
                             .owner = {.context = f,
                                       .send = send,
                                       .ask = ask,
                                       .offer = offer,
                                       .now = time_now,
                                       .happened = happened}};
    f->moves = malloc(f->rules->max_moves * sizeof *f->moves);
    assert_true(transcript_create(&f->so_far, rules_of(name, settings), NULL, &e));
    for (int seat = 0; seat < f->rules->seats; seat++) {
        f->setup.seat[seat].control = control;
        f->so_far.clock[seat] = timing_start(control);
    }
    assert_non_null(f->match = match_create(&f->setup, &e));
    match_begin(f->match, f->now);
}

static void put_away(followed *f) {
    match_destroy(f->match);
    transcript_destroy(&f->so_far);
    game_destroy(f->rules);
    free(f->moves);
}

/* What both know about the game and the clocks. */
static void agree(const followed *f) {
    const history *theirs = match_game(f->match), *ours = transcript_game(&f->so_far);
    int by = GAME_NOBODY;
    assert_int_equal(ours->count, theirs->count);
    assert_memory_equal(ours->moves, theirs->moves, ours->count * sizeof *ours->moves);
    for (int seat = 0; seat < f->rules->seats; seat++) {
        const seat_clock *a = &f->so_far.clock[seat], *b = match_clock(f->match, seat);
        assert_int_equal(a->left, b->left);
        assert_int_equal(a->bank, b->bank);
    }
    assert_int_equal(f->so_far.offer, match_offered(f->match, &by));
    assert_int_equal(f->so_far.over, match_result(f->match) != NULL);
    if (match_result(f->match))
        assert_int_equal(f->so_far.verdict.winner, match_result(f->match)->winner);
}

/* As after a kill: another match continues from the transcript. */
static void take_up(followed *f) {
    error e;
    int64_t gone = f->now - 1000 * SECOND;
    match_destroy(f->match);
    f->so_far.offer = MATCH_NO_OFFER; /* nobody is there to answer it any more */
    for (size_t i = 0; i < f->so_far.secret_count; i++)
        if (!*f->so_far.secrets[i].kept) fail_msg("a key was not kept");
    assert_true(transcript_resume(&f->so_far, &f->setup, &f->secrets, &e));
    assert_true(f->setup.elapsed <= gone);
    f->match = match_create(&f->setup, &e);
    if (!f->match) fail_msg("%s", e.message);
    f->asked = -1;
    match_begin(f->match, f->now);
    assert_false(f->so_far.elapsed < f->setup.elapsed); /* events count on */
    f->so_far.paused = false;
}

static bool interrupt(followed *f, random_source *chance) {
    error e;
    int seat = (int)random_below(chance, (uint32_t)f->rules->seats);
    if (!match_may_interrupt(f->match, seat)) return false;
    size_t count = game_moves(f->rules, match_game(f->match)->now, seat, f->moves);
    return count && match_interrupt(f->match, seat, f->moves[random_below(chance, (uint32_t)count)],
                                    match_game(f->match)->count, f->now, &e);
}

static void answer(followed *f, random_source *chance) {
    int seat = match_asked(f->match);
    if (seat < 0) return;
    size_t count = game_moves(f->rules, match_game(f->match)->now, seat, f->moves);
    match_answer(f->match, seat, f->question, f->moves[random_below(chance, (uint32_t)count)],
                 f->now, f->now);
}

/* Plays a random match with everything that can happen in one; returns the number of
 * interruptions. */
static int follow(const char *name, const char *settings, uint64_t seed) {
    followed f;
    error e;
    random_source chance = random_seed(seed);
    int interruptions = 0;
    set_up(&f, name, settings, seed);
    for (int step = 0; step < 300 && !match_result(f.match); step++) {
        uint32_t what = random_below(&chance, 20);
        f.now += random_below(&chance, 2000) * (SECOND / 1000);
        match_tick(f.match, f.now);
        if (match_result(f.match)) break;
        if (what == 0 && match_asked(f.match) >= 0)
            match_offer(f.match, match_asked(f.match), MATCH_TAKE_BACK, f.now, &e);
        else if (what == 1)
            for (int seat = 0; seat < f.rules->seats; seat++)
                match_offer(f.match, seat, MATCH_TAKE_BACK, f.now, &e);
        else if (what == 2 && !f.so_far.paused) match_pause(f.match, NULL, f.now);
        else if (f.so_far.paused) match_go_on(f.match, f.now);
        else if (what == 3) take_up(&f);
        else if (what < 10 && interrupt(&f, &chance)) interruptions++;
        else answer(&f, &chance);
        agree(&f);
    }
    put_away(&f);
    return interruptions;
}

static void it_follows_matches_of_every_game(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        follow("dots", "size=2x3", seed);
        follow("trax", "", seed);
        follow("damas", "", seed);
        follow("perudo", "players=3,dice=2", seed);
    }
}

/* A seat that interrupts is not charged: neither by the match nor by its transcript. */
static void an_interrupter_is_not_charged(void **state) {
    (void)state;
    int interruptions = 0;
    for (uint64_t seed = 1; seed <= 20; seed++)
        interruptions += follow("perudo", "players=4,dice=2,calza=on", seed);
    assert_true(interruptions > 5);
}

/* An engine's answer to a question that has since been taken back is not a move. */
static void a_stale_answer_is_no_move(void **state) {
    (void)state;
    followed f;
    error e;
    random_source chance = random_seed(1);
    set_up(&f, "dots", "size=2x2", 1);
    answer(&f, &chance);
    answer(&f, &chance);
    assert_true(match_offer(f.match, 1, MATCH_TAKE_BACK, f.now, &e));
    assert_true(match_offer(f.match, 0, MATCH_TAKE_BACK, f.now, &e)); /* seat 1 is asked again */
    assert_int_equal(match_game(f.match)->count, 1);
    assert_int_equal(match_asked(f.match), 1);
    size_t count = game_moves(f.rules, match_game(f.match)->now, 1, f.moves);
    assert_true(count > 0);
    match_answer(f.match, 1, f.stale, f.moves[0], f.now, f.now);
    assert_int_equal(match_game(f.match)->count, 1);
    match_answer(f.match, 1, f.question, f.moves[0], f.now, f.now);
    assert_int_equal(match_game(f.match)->count, 2);
    put_away(&f);
}

static void elapsed_time_continues_on_resume(void **state) {
    (void)state;
    followed f;
    random_source chance = random_seed(1);
    set_up(&f, "dots", "size=2x2", 1);
    f.now += 30 * SECOND;
    answer(&f, &chance);
    assert_int_equal(f.so_far.elapsed, 30 * SECOND);
    take_up(&f);
    assert_int_equal(f.setup.elapsed, 30 * SECOND);
    f.now += 10 * SECOND;
    answer(&f, &chance);
    assert_int_equal(f.so_far.elapsed, 40 * SECOND);
    put_away(&f);
}

/* Hidden dice: a process that continues the match knows their keys, until everybody may see
 * them. */
static void keys_stay_secret_until_they_are_revealed(void **state) {
    (void)state;
    followed f;
    error e;
    set_up(&f, "perudo", "players=2,dice=1", 3);
    assert_int_equal(f.so_far.secret_count, 2);
    assert_true(transcript_resume(&f.so_far, &f.setup, &f.secrets, &e));
    assert_int_equal(f.secrets.count, 2);
    f.so_far.secrets[0].kept[0] = '\0'; /* a copy that was not given the keys */
    assert_false(transcript_resume(&f.so_far, &f.setup, &f.secrets, &e));
    assert_says(&e, "key of move");
    match_abort(f.match, &(error){.message = "enough"}, f.now);
    assert_true(transcript_resume(&f.so_far, &f.setup, &f.secrets, &e));
    assert_int_equal(f.secrets.count, 0);
    put_away(&f);
}

static void impossible_requests_are_refused(void **state) {
    (void)state;
    transcript t;
    error e;
    assert_true(transcript_create(&t, rules_of("perudo", "players=2"), NULL, &e));
    match_event v = {.kind = MATCH_COMMIT, .seat = GAME_NOBODY, .text = "1 abc"};
    assert_false(transcript_take(&t, &v, &e));
    assert_says(&e, "invalid commitment or key");
    v = (match_event){.kind = MATCH_REVEAL, .seat = GAME_NOBODY, .text = "x"};
    assert_false(transcript_take(&t, &v, &e));
    transcript_destroy(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_follows_matches_of_every_game),
        cmocka_unit_test(an_interrupter_is_not_charged),
        cmocka_unit_test(a_stale_answer_is_no_move),
        cmocka_unit_test(elapsed_time_continues_on_resume),
        cmocka_unit_test(keys_stay_secret_until_they_are_revealed),
        cmocka_unit_test(impossible_requests_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
