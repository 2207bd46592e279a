/* From seats to a match: the same seats always get the same rules and the same time. */
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "referee/board.h"
#include "referee/setup.h"
#include "support.h"

typedef struct seating {
    seat_spec spec[GAME_SEATS_MAX];
    const seat_spec *at[GAME_SEATS_MAX];
    int count;
    const game *game;
} seating;

static seating sit(const char *name, const char *const *words) {
    seating s = {.game = game_find(name, NULL)};
    error e;
    for (; words[s.count]; s.count++)
        if (!seat_read(words[s.count], s.game, &s.spec[s.count], &e)) fail_msg("%s", e.message);
    return s;
}

/* The seats as the functions under test take them. */
static const seat_spec *const *all(seating *s) {
    for (int i = 0; i < s->count; i++) s->at[i] = &s->spec[i];
    return s->at;
}

/* The settings that follow from the seats, as text. */
static const char *settings_of(seating *s, const char *given) {
    static char settings[600];
    text t = text_over(settings, sizeof settings);
    error e;
    game_rules *rules = setup_rules(s->game, given, all(s), s->count, &e);
    if (!rules) fail_msg("%s", e.message);
    game_write_settings(rules, &t);
    game_destroy(rules);
    return settings;
}

static int64_t move_time(const char *name, const char *const *words, int seat) {
    seating s = sit(name, words);
    return setup_control((time_control){0}, s.game, all(&s), s.count, seat).move;
}

#define SEATS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void a_contest_board_may_pass(void **state) {
    (void)state;
    seating s = sit("dots", SEATS("pty", "engine"));
    assert_non_null(strstr(settings_of(&s, "size=3x3"), "pass=on"));
    assert_null(strstr(settings_of(&s, "size=3x3,pass=off"), "pass=on"));
}

static void a_program_plays_by_the_usual_rules(void **state) {
    (void)state;
    seating s = sit("dots", SEATS("program:./player", "engine"));
    assert_null(strstr(settings_of(&s, NULL), "pass=on"));
    s = sit("dots", SEATS("pty+hub", "engine"));
    assert_null(strstr(settings_of(&s, NULL), "pass=on"));
}

static void as_many_play_as_sit_down(void **state) {
    (void)state;
    seating s = sit("perudo", SEATS("me", "engine", "engine", "engine", "engine"));
    assert_non_null(strstr(settings_of(&s, NULL), "players=5"));
    assert_non_null(
        strstr(settings_of(&s, "players=3"), "players=3")); /* refused later, by count */
}

static void trax_gives_a_second_whatever_carries_the_moves(void **state) {
    (void)state;
    assert_int_equal(move_time("trax", SEATS("pty", "engine"), 0), SECOND);
    assert_int_equal(move_time("trax", SEATS("program:./player", "engine"), 0), SECOND);
    assert_int_equal(move_time("trax", SEATS("program:./player", "engine"), 1), SECOND);
    assert_int_equal(move_time("dots", SEATS("pty", "engine"), 0), 10 * SECOND);
    assert_int_equal(move_time("damas", SEATS("program:./player", "engine"), 0), 10 * SECOND);
}

static void people_have_no_clock_unless_one_is_requested(void **state) {
    (void)state;
    assert_int_equal(move_time("trax", SEATS("me", "engine"), 0), 0);
    assert_int_equal(move_time("trax", SEATS("me", "engine"), 1), 0);
    assert_int_equal(move_time("trax", SEATS("remote", "pty"), 0), 0);
    assert_int_equal(move_time("trax", SEATS("remote", "pty"), 1), SECOND);
    assert_int_equal(move_time("trax", SEATS("engine", "engine"), 0), SECOND);
    seating s = sit("trax", SEATS("me", "pty"));
    time_control asked = {.game = 60 * SECOND};
    for (int seat = 0; seat < 2; seat++) {
        time_control c = setup_control(asked, s.game, all(&s), s.count, seat);
        assert_int_equal(c.game, 60 * SECOND);
        assert_int_equal(c.move, 0);
    }
}

static void a_contest_begins_at_the_usual_start(void **state) {
    (void)state;
    error e;
    seating s = sit("dots", SEATS("engine", "pty"));
    assert_false(setup_check_start(all(&s), s.count, &e));
    assert_says(&e, "seat 2 (pty) speaks the contest protocol");
    s = sit("dots", SEATS("engine", "pty+hub"));
    assert_true(setup_check_start(all(&s), s.count, &e));
}

static void a_game_without_a_contest_has_no_boards(void **state) {
    (void)state;
    error e;
    assert_null(board_rules("perudo", NULL, &e));
    assert_says(&e, "no contest boards");
    game_rules *rules = board_rules("dots", "size=2x2", &e);
    assert_non_null(rules);
    game_destroy(rules);
}

/* Waiting for the other side. */

typedef struct waiter {
    int opened, joined, asked;
} waiter;

static void opened(void *context, int seat, link_end *l) {
    waiter *w = context;
    assert_int_equal(seat, 1);
    assert_int_equal(l->kind, LINK_PTY);
    w->opened++;
}

static void joined(void *context, int seat) {
    (void)seat;
    ((waiter *)context)->joined++;
}

static bool gives_up(void *context, error *e) {
    waiter *w = context;
    return ++w->asked == 2 && !error_set(e, "that is long enough");
}

static void waiting_can_be_given_up(void **state) {
    (void)state;
    seating s = sit("dots", SEATS("engine", "pty"));
    link_end *link[GAME_SEATS_MAX] = {NULL};
    waiter w = {0};
    setup_waiting waiting = {.deadline = INT64_MAX,
                             .opened = opened,
                             .joined = joined,
                             .gives_up = gives_up,
                             .context = &w};
    int culprit = 5;
    error e;
    assert_false(setup_open_links(all(&s), 2, link, &waiting, &culprit, &e));
    assert_says(&e, "that is long enough");
    assert_int_equal(culprit, GAME_NOBODY);
    assert_int_equal(w.opened, 1);
    assert_int_equal(w.joined, 0);
    link_close(link[1]);
}

static void a_missing_player_is_named(void **state) {
    (void)state;
    seating s = sit("dots", SEATS("engine", "pty"));
    link_end *link[GAME_SEATS_MAX] = {NULL};
    setup_waiting waiting = {.deadline = 0};
    int culprit = 5;
    error e;
    assert_false(setup_open_links(all(&s), 2, link, &waiting, &culprit, &e));
    assert_says(&e, "seat 2: nobody connected to");
    assert_int_equal(culprit, 1);
    link_close(link[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_contest_board_may_pass),
        cmocka_unit_test(a_program_plays_by_the_usual_rules),
        cmocka_unit_test(as_many_play_as_sit_down),
        cmocka_unit_test(trax_gives_a_second_whatever_carries_the_moves),
        cmocka_unit_test(people_have_no_clock_unless_one_is_requested),
        cmocka_unit_test(a_contest_begins_at_the_usual_start),
        cmocka_unit_test(a_game_without_a_contest_has_no_boards),
        cmocka_unit_test(waiting_can_be_given_up),
        cmocka_unit_test(a_missing_player_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
