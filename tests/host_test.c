#define _GNU_SOURCE
/* A host with remote people: their commands come through host_post, from another thread.
 */
#include "folder.h"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "referee/host.h"
#include "referee/journal.h"

/* A match between remote people. `story` is what was shown, `refused` the refused commands; both
 * belong to the host's thread until it has ended, except `seen`. */
typedef struct evening {
    game_rules *rules;
    seat_spec spec[2];
    host_setup setup;
    host *host;
    pthread_t thread;
    match_verdict verdict;
    host_outcome outcome;
    char story[4096], refused[1024];
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int seen;      /* events and refusals so far */
    int64_t clock; /* of the first seat after its last move */
} evening;

static void tell(evening *v, char *into, size_t size, const char *words) {
    pthread_mutex_lock(&v->lock);
    size_t length = strlen(into);
    text t = text_over(into + length, size - length);
    text_addf(&t, "%s ", words);
    v->seen++;
    pthread_cond_broadcast(&v->changed);
    pthread_mutex_unlock(&v->lock);
}

static void show(void *context, const match *m, const match_event *e) {
    evening *v = context;
    char words[200];
    text t = text_over(words, sizeof words);
    v->clock = match_clock(m, 0)->left;
    if (e->kind == MATCH_MOVE) text_addf(&t, "%d:%s", e->seat + 1, e->text);
    else text_addf(&t, "%s", match_event_name(e->kind));
    if (e->kind == MATCH_UNDO) text_addf(&t, "(%zu)", e->moves);
    tell(v, v->story, sizeof v->story, words);
}

static void refuse(void *context, const match *m, const match_command *w, const error *why) {
    evening *v = context;
    char words[240];
    text t = text_over(words, sizeof words);
    (void)m, (void)w;
    text_addf(&t, "%s;", why->message);
    tell(v, v->refused, sizeof v->refused, words);
}

static void trouble(void *context, const match *m, const char *why) {
    evening *v = context;
    (void)m;
    tell(v, v->story, sizeof v->story, why ? "trouble" : "room");
}

static void *run(void *context) {
    evening *v = context;
    v->outcome = host_run(v->host, &v->verdict);
    return NULL;
}

/* Waits until that many events and refusals have arrived. */
static void await(evening *v, int count) {
    pthread_mutex_lock(&v->lock);
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 120;
    while (v->seen < count && pthread_cond_timedwait(&v->changed, &v->lock, &end) == 0) continue;
    bool came = v->seen >= count;
    pthread_mutex_unlock(&v->lock);
    if (!came) fail_msg("event %d did not come", count);
}

static evening *gather(const char *game_name, const char *settings, const char *first,
                       const char *second) {
    evening *v = calloc(1, sizeof *v);
    error e;
    v->rules = rules_of(game_name, settings);
    pthread_mutex_init(&v->lock, NULL);
    pthread_cond_init(&v->changed, NULL);
    assert_true(seat_read(first, v->rules->game, &v->spec[0], &e));
    assert_true(seat_read(second, v->rules->game, &v->spec[1], &e));
    v->setup = (host_setup){.match = {.rules = v->rules},
                            .spec = {&v->spec[0], &v->spec[1]},
                            .input = -1,
                            .context = v,
                            .show = show,
                            .trouble = trouble,
                            .refuse = refuse};
    return v;
}

static void sit_down(evening *v) {
    error e;
    v->host = host_open(&v->setup, &e);
    if (!v->host) fail_msg("%s", e.message);
    pthread_create(&v->thread, NULL, run, v);
}

static void say(evening *v, match_command_kind kind, int seat, const char *words, int64_t after) {
    match_command w = {.kind = kind, .seat = seat, .after = after};
    text t = text_over(w.text, sizeof w.text);
    text_add(&t, words);
    pthread_mutex_lock(&v->lock);
    int before = v->seen;
    pthread_mutex_unlock(&v->lock);
    assert_true(host_post(v->host, &w));
    await(v, before + 1);
}

static void end(evening *v) {
    pthread_join(v->thread, NULL);
    host_close(v->host);
    v->host = NULL;
}

static void go_home(evening *v) {
    game_destroy(v->rules);
    pthread_mutex_destroy(&v->lock);
    pthread_cond_destroy(&v->changed);
    free(v);
}

static evening *two_people(void) {
    evening *v = gather("dots", "size=1x1", "remote:Ana", "remote:Ben");
    sit_down(v);
    await(v, 1);
    return v;
}

static void two_remote_people_play(void **state) {
    (void)state;
    evening *v = two_people();
    say(v, COMMAND_MOVE, 0, "1112", 0);
    say(v, COMMAND_MOVE, 1, "1121", 1);
    say(v, COMMAND_MOVE, 0, "2122", COMMAND_ANY);
    say(v, COMMAND_MOVE, 1, "1222", 3);
    end(v);
    assert_string_equal(v->story, "start 1:1112 2:1121 1:2122 2:1222 end ");
    assert_int_equal(v->verdict.winner, 1);
    go_home(v);
}

/* An impossible command changes nothing, and its sender learns why. */
static void impossible_commands_change_nothing(void **state) {
    (void)state;
    evening *v = two_people();
    say(v, COMMAND_MOVE, 1, "1112", 0);          /* not on turn */
    say(v, COMMAND_MOVE, 0, "1122", 0);          /* no line */
    say(v, COMMAND_MOVE, 0, "1112", 7);          /* seen another game */
    say(v, COMMAND_DECLINE, 0, "", COMMAND_ANY); /* nothing is offered */
    say(v, COMMAND_UNDO, 0, "", COMMAND_ANY);    /* nothing to take back */
    say(v, COMMAND_RESIGN, 5, "", COMMAND_ANY);  /* nobody */
    say(v, COMMAND_MOVE, 0, "1112", 0);
    say(v, COMMAND_MOVE, 0, "1112", 0); /* sent twice */
    say(v, COMMAND_RESIGN, 0, "", COMMAND_ANY);
    end(v);
    assert_string_equal(v->story, "start 1:1112 end ");
    assert_non_null(strstr(v->refused, "it is not your turn;"));
    assert_non_null(strstr(v->refused, "the game has moved on;"));
    assert_non_null(strstr(v->refused, "there is no offer to decline;"));
    assert_non_null(strstr(v->refused, "there is no move of yours to take back;"));
    assert_non_null(strstr(v->refused, "no person has that seat"));
    assert_int_equal(v->verdict.reason, MATCH_RESIGNED);
    assert_int_equal(v->verdict.winner, 1);
    go_home(v);
}

static void a_draw_is_offered_declined_and_agreed(void **state) {
    (void)state;
    evening *v = two_people();
    say(v, COMMAND_DRAW, 1, "", COMMAND_ANY);
    say(v, COMMAND_DRAW, 1, "", COMMAND_ANY); /* refused: he has offered it */
    say(v, COMMAND_DECLINE, 0, "", COMMAND_ANY);
    say(v, COMMAND_DRAW, 0, "", COMMAND_ANY);
    say(v, COMMAND_MOVE, 0, "1112", 0);
    say(v, COMMAND_DRAW, 1, "", COMMAND_ANY);
    end(v);
    assert_string_equal(v->story, "start offer decline offer 1:1112 end ");
    assert_int_equal(v->verdict.reason, MATCH_DRAWN);
    assert_string_equal(v->verdict.why.message, "agreed");
    go_home(v);
}

/* A takeback returns to before the last move of the player who asked, also if the other one has
 * moved since. */
static void a_move_is_taken_back_by_agreement(void **state) {
    (void)state;
    evening *v = two_people();
    say(v, COMMAND_MOVE, 0, "1112", 0);
    say(v, COMMAND_UNDO, 0, "", COMMAND_ANY);
    say(v, COMMAND_MOVE, 1, "1121", 1); /* an answer too: no */
    say(v, COMMAND_UNDO, 0, "", COMMAND_ANY);
    say(v, COMMAND_UNDO, 1, "", COMMAND_ANY);
    say(v, COMMAND_MOVE, 0, "2122", 0);
    say(v, COMMAND_ABORT, GAME_NOBODY, "the lights went out", COMMAND_ANY);
    end(v);
    assert_string_equal(v->story, "start 1:1112 offer 2:1121 offer undo(0) 1:2122 end ");
    assert_int_equal(v->verdict.reason, MATCH_ABORTED);
    assert_string_equal(v->verdict.why.message, "the lights went out");
    go_home(v);
}

static void the_organiser_pauses_and_adjudicates(void **state) {
    (void)state;
    evening *v = two_people();
    say(v, COMMAND_PAUSE, GAME_NOBODY, "", COMMAND_ANY);
    say(v, COMMAND_GO_ON, GAME_NOBODY, "", COMMAND_ANY);
    say(v, COMMAND_MOVE, 0, "1112", 0);
    say(v, COMMAND_ADJUDICATE, 1, "the hall closes", COMMAND_ANY);
    end(v);
    assert_string_equal(v->story, "start pause go on 1:1112 end ");
    assert_int_equal(v->verdict.reason, MATCH_ADJUDICATED);
    assert_int_equal(v->verdict.winner, 1);
    assert_string_equal(v->verdict.why.message, "the hall closes");
    go_home(v);
}

/* An engine agrees to takebacks, and accepts no draw this early. */
static void an_engine_answers_offers(void **state) {
    (void)state;
    evening *v = gather("dots", "size=2x2", "remote", "engine:5ms");
    sit_down(v);
    await(v, 1);
    say(v, COMMAND_MOVE, 0, "1112", 0);
    await(v, 3);
    say(v, COMMAND_UNDO, 0, "", COMMAND_ANY);
    await(v, 5);
    assert_non_null(strstr(v->story, "offer undo(0) "));
    say(v, COMMAND_DRAW, 0, "", COMMAND_ANY);
    await(v, 7);
    assert_non_null(strstr(v->story, "offer decline "));
    say(v, COMMAND_RESIGN, 0, "", COMMAND_ANY);
    end(v);
    go_home(v);
}

/* A match that is left and resumed: moves that were taken back are gone, but the time they took is
 * charged. */
static void a_match_goes_on_after_an_undo(void **state) {
    (void)state;
    char folder[64], path[64];
    make_folder(folder, path);
    evening *v = gather("dots", "size=1x1", "remote:Ana", "remote:Ben");
    const char *names[] = {"remote:Ana", "remote:Ben"};
    match_terms settings = {.control = {.game = 60 * SECOND, .increment = SECOND}};
    match_terms *k = &settings;
    error e;
    transcript begun;
    match_terms read;
    fair secrets;
    store_match *about = calloc(1, sizeof *about);
    store *journal = store_open(path, &e);
    if (!journal) fail_msg("%s", e.message);
    assert_true(journal_begin(journal, 0, 0, (store_turn){0}, v->rules, NULL, names, NULL, k,
                              &v->setup.fence, &e));
    v->setup.journal = journal;
    v->setup.match.seat[0].control = v->setup.match.seat[1].control = settings.control;
    sit_down(v);
    await(v, 1);
    say(v, COMMAND_MOVE, 0, "1112", 0);
    say(v, COMMAND_MOVE, 1, "1121", 1);
    say(v, COMMAND_UNDO, 1, "", COMMAND_ANY);
    say(v, COMMAND_UNDO, 0, "", COMMAND_ANY);
    say(v, COMMAND_MOVE, 1, "1222", 1);
    assert_true(store_find(journal, v->setup.fence.match, about, &e)); /* as after a kill */
    assert_false(about->over);
    assert_int_equal(about->moves, 2);
    assert_true(journal_load(journal, about, true, &begun, &e));
    assert_int_equal(transcript_game(&begun)->count, 2);
    assert_int_equal(begun.spent_count, 3);
    assert_true(journal_terms(about, &read, &e));
    assert_int_equal(read.control.game, 60 * SECOND);
    say(v, COMMAND_ABORT, GAME_NOBODY, "", COMMAND_ANY);
    end(v);

    assert_true(transcript_resume(&begun, &v->setup.match, &secrets, &e));
    v->setup.journal = NULL;
    v->story[0] = '\0';
    v->seen = 0;
    sit_down(v);
    await(v, 1);
    say(v, COMMAND_MOVE, 0, "2122", 2);
    say(v, COMMAND_MOVE, 1, "1121", 3);
    end(v);
    assert_string_equal(v->story, "resume 1:2122 2:1121 end ");
    assert_int_equal(v->verdict.winner, 1);
    transcript_destroy(&begun);
    free(about);
    store_close(journal);
    remove_folder(folder);
    go_home(v);
}

/* Two people whose match has its own journal. */
static evening *two_people_with_a_journal(const char *path) {
    evening *v = gather("dots", "size=2x2", "remote:Ana", "remote:Ben");
    const char *names[] = {"remote:Ana", "remote:Ben"};
    match_terms terms = {.control = {.game = 60 * SECOND}};
    error e;
    v->setup.journal = store_open(path, &e);
    if (!v->setup.journal) fail_msg("%s", e.message);
    assert_true(journal_begin(v->setup.journal, 0, 0, (store_turn){0}, v->rules, NULL, names, NULL,
                              &terms, &v->setup.fence, &e));
    v->setup.match.seat[0].control = v->setup.match.seat[1].control = terms.control;
    sit_down(v);
    await(v, 1);
    return v;
}

static int64_t moves_kept(evening *v) {
    error e;
    store_match *m = calloc(1, sizeof *m);
    store *other =
        store_open_again(v->setup.journal, &e); /* the first one is the host's thread's */
    assert_true(other && store_find(other, v->setup.fence.match, m, &e));
    int64_t moves = m->moves;
    store_close(other);
    free(m);
    return moves;
}

static void limit_files(rlim_t most) {
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = most;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* A journal on a full disk: the move is not shown and no clock runs until there is room. Commands
 * that arrived meanwhile are handled then. */
static void a_move_that_cannot_be_saved_waits(void **state) {
    (void)state;
    char folder[64], path[64], log[80];
    struct stat about;
    make_folder(folder, path);
    signal(SIGXFSZ, SIG_IGN);
    evening *v = two_people_with_a_journal(path);
    say(v, COMMAND_MOVE, 0, "1112", 0);
    snprintf(log, sizeof log, "%s-wal", path);
    assert_int_equal(stat(log, &about), 0);
    limit_files((rlim_t)about.st_size);
    int64_t before = v->clock;
    say(v, COMMAND_MOVE, 1, "1121", 1); /* brings trouble, and nothing else */
    assert_int_equal(moves_kept(v), 1);
    match_command early = {.kind = COMMAND_MOVE, .seat = 0, .after = 2, .text = "2122"};
    assert_true(host_post(v->host, &early));
    usleep(300000);
    limit_files(RLIM_INFINITY);
    await(v, 8);
    assert_string_equal(v->story, "start 1:1112 trouble room 2:1121 pause go on 1:2122 ");
    assert_int_equal(moves_kept(v), 3);
    say(v, COMMAND_RESIGN, 0, "", COMMAND_ANY);
    end(v);
    assert_int_equal(v->clock, before); /* the answer that came meanwhile took no time */
    assert_int_equal(v->outcome, HOST_OVER);
    store_close(v->setup.journal);
    remove_folder(folder);
    go_home(v);
}

/* While it waits for room a match can be left: the journal has it as it was. */
static void a_match_that_waits_can_be_left(void **state) {
    (void)state;
    char folder[64], path[64];
    make_folder(folder, path);
    signal(SIGXFSZ, SIG_IGN);
    evening *v = two_people_with_a_journal(path);
    limit_files(0);
    say(v, COMMAND_MOVE, 0, "1112", 0);
    match_command leave = {.kind = COMMAND_LEAVE};
    assert_true(host_post(v->host, &leave));
    end(v);
    limit_files(RLIM_INFINITY);
    assert_int_equal(v->outcome, HOST_LEFT);
    assert_string_equal(v->story, "start trouble ");
    assert_int_equal(moves_kept(v), 0);
    store_close(v->setup.journal);
    remove_folder(folder);
    go_home(v);
}

static void a_match_that_was_taken_over_ends_here(void **state) {
    (void)state;
    char folder[64], path[64];
    error e;
    store_fence f;
    make_folder(folder, path);
    evening *v = two_people_with_a_journal(path);
    say(v, COMMAND_MOVE, 0, "1112", 0);
    store *other = store_open(path, &e);
    store_match *m = calloc(1, sizeof *m);
    assert_true(store_find(other, v->setup.fence.match, m, &e));
    assert_int_equal(store_claim(other, m->id, &m->owner, &f, &e), STORE_KEPT);
    match_command w = {.kind = COMMAND_MOVE, .seat = 1, .after = 1, .text = "1121"};
    assert_true(host_post(v->host, &w));
    end(v);
    assert_int_equal(v->outcome, HOST_LOST);
    assert_string_equal(v->story, "start 1:1112 ");
    assert_int_equal(moves_kept(v), 1);
    free(m);
    store_close(other);
    store_close(v->setup.journal);
    remove_folder(folder);
    go_home(v);
}

static void what_is_typed(void **state) {
    (void)state;
    game_rules *rules = rules_of("dots", "");
    match_command w;
    error e;
    assert_true(match_command_read("  1112 \n", rules, 1, &w, &e));
    assert_int_equal(w.kind, COMMAND_MOVE);
    assert_string_equal(w.text, "1112");
    assert_int_equal(w.seat, 1);
    assert_true(match_command_read("adjudicate 2 seat 1 left the hall", rules, 0, &w, &e));
    assert_int_equal(w.kind, COMMAND_ADJUDICATE);
    assert_int_equal(w.seat, 1);
    assert_string_equal(w.text, "seat 1 left the hall");
    assert_true(match_command_read("adjudicate draw", rules, 0, &w, &e));
    assert_int_equal(w.seat, GAME_NOBODY);
    assert_false(match_command_read("adjudicate 3", rules, 0, &w, &e));
    assert_non_null(strstr(e.message, "missing winner"));
    assert_false(match_command_read("1112 1121", rules, 0, &w, &e));
    game_destroy(rules);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_remote_people_play),
        cmocka_unit_test(impossible_commands_change_nothing),
        cmocka_unit_test(a_draw_is_offered_declined_and_agreed),
        cmocka_unit_test(a_move_is_taken_back_by_agreement),
        cmocka_unit_test(the_organiser_pauses_and_adjudicates),
        cmocka_unit_test(an_engine_answers_offers),
        cmocka_unit_test(a_match_goes_on_after_an_undo),
        cmocka_unit_test(a_move_that_cannot_be_saved_waits),
        cmocka_unit_test(a_match_that_waits_can_be_left),
        cmocka_unit_test(a_match_that_was_taken_over_ends_here),
        cmocka_unit_test(what_is_typed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
