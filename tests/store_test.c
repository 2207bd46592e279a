#define _GNU_SOURCE
/* The journal, on a file and on a server: claims and fences, accounts, what is next to the events,
 * tournaments. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/accounts.h"
#include "store/entries.h"
#include "store/explorer.h"
#include "store/extras.h"
#include "store_scene.h"

/* Claims. */

static void events_are_kept_in_order_until_the_end(void **state) {
    (void)state;
    error e;
    store *s = open_store();
    store_match m = begin(s);
    store_fence f = store_fence_of(&m);
    assert_int_equal(add(s, f, "1112"), STORE_KEPT);
    assert_int_equal(add(s, f, "1121"), STORE_KEPT);
    assert_true(store_sync(s, &e));
    assert_true(store_sync_again(s, &e));
    assert_int_equal(end(s, f), STORE_KEPT);
    assert_int_equal(add(s, f, "2122"), STORE_LOST);
    assert_int_equal(end(s, f), STORE_LOST);
    assert_events(s, m.id, "1:1112 2:1121 3:won ");
    m = find(s, m.id);
    assert_true(m.over);
    assert_string_equal(m.why.message, "line 1112 is drawn");
    assert_string_equal(m.why.code, "dots-drawn");
    assert_string_equal(m.why.values, "\x1e"
                                      "1112");
    assert_int_equal(m.moves, 2);
    assert_string_equal(m.owner.name, "");
    store_close(s);
}

/* If two processes find the same owner dead, one gets the match, whichever comes first. */
static void one_of_two_claims_succeeds(void **state) {
    (void)state;
    error e;
    for (int first = 0; first < 2; first++) {
        store *dead = open_store();
        store_match m = begin(dead);
        store_fence before = store_fence_of(&m), f[2];
        assert_int_equal(add(dead, before, "1112"), STORE_KEPT);
        store *heir[2] = {open_store(), open_store()};
        assert_true(store_is_alive(heir[0], &m.owner));
        assert_false(store_is_mine(heir[0], &m.owner));
        store_close(dead);
        for (int i = 0; i < 2; i++) assert_false(store_is_alive(heir[i], &m.owner));
        store_result won = store_claim(heir[first], m.id, &m.owner, &f[first], &e);
        store_result lost = store_claim(heir[1 - first], m.id, &m.owner, &f[1 - first], &e);
        assert_int_equal(won, STORE_KEPT);
        assert_int_equal(lost, STORE_LOST);
        assert_says(&e, "another process");
        store_match now = find(heir[0], m.id);
        assert_true(store_is_mine(heir[first], &now.owner));
        assert_true(store_is_alive(heir[1 - first], &now.owner));
        assert_int_equal(now.owner.claim, 2);
        assert_int_equal(add(heir[first], f[first], "1121"), STORE_KEPT);
        assert_int_equal(add(heir[1 - first], before, "2122"), STORE_LOST);
        assert_events(heir[0], m.id, "1:1112 2:1121 ");
        for (int i = 0; i < 2; i++) store_close(heir[i]);
    }
}

/* An owner that was away (stopped, or cut off) and comes back finds the match taken over. */
static void an_owner_that_returns_cannot_write(void **state) {
    (void)state;
    error e;
    char line[100];
    store_seat seat = {.kind = "person", .name = "Ana"};
    store *away = open_store(), *now = open_store();
    store_match m = begin(away);
    store_fence old = store_fence_of(&m), f, again;
    assert_int_equal(store_set_seat(away, old, 0, &seat, &e), STORE_KEPT);
    assert_true(store_request(now, m.id, "pause", &e));
    assert_int_equal(store_claim(now, m.id, &m.owner, &f, &e), STORE_KEPT);
    assert_int_equal(add(away, old, "1112"), STORE_LOST);
    assert_int_equal(end(away, old), STORE_LOST);
    assert_int_equal(store_set_seat(away, old, 0, &seat, &e), STORE_LOST);
    assert_false(store_take_request(away, old, line, sizeof line, &e));
    assert_true(store_take_request(now, f, line, sizeof line, &e));
    assert_string_equal(line, "pause");
    assert_false(store_is_requested(now, m.id));
    assert_events(now, m.id, "");
    /* It takes the match back: its former claim is still void. */
    store_match taken = find(now, m.id);
    assert_int_equal(store_claim(away, m.id, &taken.owner, &again, &e), STORE_KEPT);
    assert_int_equal(add(away, old, "1112"), STORE_LOST);
    assert_int_equal(add(now, f, "1112"), STORE_LOST);
    assert_int_equal(add(away, again, "1112"), STORE_KEPT);
    store_close(away);
    store_close(now);
}

static void a_finished_match_is_not_claimed(void **state) {
    (void)state;
    error e;
    store *s = open_store();
    store_match m = begin(s);
    store_fence f = store_fence_of(&m);
    assert_int_equal(end(s, f), STORE_KEPT);
    m = find(s, m.id);
    assert_int_equal(store_claim(s, m.id, &m.owner, &f, &e), STORE_LOST);
    assert_int_equal(store_claim(s, 999, &m.owner, &f, &e), STORE_LOST);
    store_close(s);
}

enum { RACERS = 4, PRIZES = 25 };

typedef struct race {
    store_match match[PRIZES];
    pthread_barrier_t start;
    int won[PRIZES]; /* by how many */
    pthread_mutex_t lock;
} race;

static void *claim_all(void *context) {
    race *r = context;
    error e;
    store *s = store_open(path, &e);
    pthread_barrier_wait(&r->start);
    for (int i = 0; s && i < PRIZES; i++) {
        store_fence f;
        if (store_claim(s, r->match[i].id, &r->match[i].owner, &f, &e) != STORE_KEPT) continue;
        pthread_mutex_lock(&r->lock);
        r->won[i]++;
        pthread_mutex_unlock(&r->lock);
        for (int move = 0; move < 3; move++) add(s, f, "1112");
    }
    return s;
}

static void many_claim_at_once(void **state) {
    (void)state;
    race *r = calloc(1, sizeof *r);
    pthread_t thread[RACERS];
    void *opened[RACERS];
    store *dead = open_store(), *s;
    for (int i = 0; i < PRIZES; i++) r->match[i] = begin(dead);
    store_close(dead);
    pthread_barrier_init(&r->start, NULL, RACERS);
    pthread_mutex_init(&r->lock, NULL);
    for (int i = 0; i < RACERS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, claim_all, r), 0);
    for (int i = 0; i < RACERS; i++) pthread_join(thread[i], &opened[i]);
    s = open_store();
    for (int i = 0; i < PRIZES; i++) {
        assert_int_equal(r->won[i], 1);
        assert_events(s, r->match[i].id, "1:1112 2:1112 3:1112 ");
    }
    for (int i = 0; i < RACERS; i++) store_close(opened[i]);
    store_close(s);
    pthread_barrier_destroy(&r->start);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

/* An owner in another process: there while it runs, also stopped, and dead after kill -9. */
static void a_killed_process_is_dead_and_a_stopped_one_is_not(void **state) {
    (void)state;
    int told[2], status;
    store_owner o = {.claim = 0};
    assert_int_equal(pipe(told), 0);
    pid_t child = fork();
    if (child == 0) {
        error e;
        store *own = store_open(path, &e);
        store_match m = {.game = "dots"};
        if (!own || !store_begin(own, &m, &e)) _exit(1);
        if (write(told[1], &m.owner, sizeof m.owner) != sizeof m.owner) _exit(1);
        for (;;) pause();
    }
    assert_int_equal(read(told[0], &o, sizeof o), sizeof o);
    store *s = open_store();
    assert_true(store_is_alive(s, &o));
    kill(child, SIGSTOP);
    assert_int_equal(waitpid(child, &status, WUNTRACED), child);
    if (!server) assert_true(store_is_alive(s, &o)); /* a server's lease ends, see below */
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (server) wait_until_dead(s, &o);
    assert_false(store_is_alive(s, &o));
    store_close(s);
    close(told[0]);
    close(told[1]);
}

/* Accounts. */

static store_account make_account(store *s, const char *name, unsigned char secret) {
    error e;
    unsigned char hash[STORE_TOKEN] = {secret};
    store_account a = {0};
    snprintf(a.name, sizeof a.name, "%s", name);
    if (!store_add_account(s, &a, hash, &e)) fail_msg("%s", e.message);
    return a;
}

static void an_account_is_found_by_its_secret_alone(void **state) {
    (void)state;
    error e;
    store *s = open_store();
    store_account ana = make_account(s, "Ana", 1), found;
    make_account(s, "Bela", 2);
    unsigned char hash[STORE_TOKEN] = {1}, other[STORE_TOKEN] = {3};
    assert_true(store_find_account(s, hash, &found, &e));
    assert_int_equal(found.id, ana.id);
    assert_string_equal(found.name, "Ana");
    assert_false(store_find_account(s, other, &found, &e));
    assert_string_equal(e.message, "");
    assert_false(store_rename_account(s, ana.id, "BELA", &e));
    assert_string_equal(e.code, "name-taken");
    assert_true(store_rename_account(s, ana.id, "ana", &e));
    assert_true(store_change_secret(s, ana.id, other, &e));
    assert_false(store_find_account(s, hash, &found, &e));
    assert_true(store_find_account(s, other, &found, &e));
    assert_string_equal(found.name, "ana");
    store_close(s);
}

static bool keep_line(void *context, const chat_line *l) {
    *(chat_line *)context = *l;
    return true;
}

static bool note_match(void *context, const store_match *m) {
    text_addf(context, "%lld ", (long long)m->id);
    return true;
}

static void assert_matches_of(store *s, int64_t account, const char *expected) {
    error e;
    char all[100];
    text t = text_over(all, sizeof all);
    assert_true(store_each_of_account(s, account, 0, 10, note_match, &t, &e));
    assert_string_equal(all, expected);
}

static void assert_rated(store *s, const char *expected) {
    error e;
    char all[100];
    text t = text_over(all, sizeof all);
    assert_true(store_each_rated(s, "dots", 10, note_match, &t, &e));
    assert_string_equal(all, expected);
}

static void an_account_has_its_seats_until_it_is_deleted(void **state) {
    (void)state;
    error e;
    for (int names = 0; names < 2; names++) {
        store *s = open_store();
        store_account ana = make_account(s, "Ana", 1), bela = make_account(s, "Bela", 2);
        store_seat seats[2] = {{.kind = "person", .name = "Ana", .account = ana.id},
                               {.kind = "person", .name = "Bela", .account = bela.id}};
        store_match m = {.game = "dots", .rules = "size=2x2", .seats = "remote\nremote\n"};
        assert_true(store_begin_seated(s, &m, seats, 2, &e));
        chat_line said = {.seat = 1, .name = "Ana", .text = "hello"};
        assert_true(store_add_chat(s, m.id, &said, &e));
        assert_matches_of(s, ana.id, "1 ");
        assert_rated(s, ""); /* not over */
        assert_int_equal(end(s, store_fence_of(&m)), STORE_KEPT);
        assert_rated(s, "1 ");
        assert_int_equal(store_count_rated(s), 2);
        assert_true(store_delete_account(s, ana.id, names, &e));
        assert_int_equal(store_seats(s, m.id, seats, 2, &e), 2);
        assert_string_equal(seats[0].name, names ? "" : "Ana");
        assert_int_equal(seats[0].account, 0);
        assert_string_equal(seats[1].name, "Bela");
        assert_int_equal(seats[1].account, bela.id);
        assert_matches_of(s, ana.id, "");
        assert_matches_of(s, bela.id, "1 ");
        said.text[0] = '\0';
        assert_true(store_each_chat(s, m.id, 10, keep_line, &said, &e));
        assert_string_equal(said.text, names ? "" : "hello");
        store_account again = make_account(s, "Ana", 1);
        assert_true(again.id > bela.id); /* a number is never given twice */
        store_close(s);
        clear(state);
        set_up(state);
    }
}

static void help_and_takebacks_leave_a_match_unrated(void **state) {
    (void)state;
    error e;
    store *s = open_store();
    store_account ana = make_account(s, "Ana", 1);
    store_seat seats[2] = {{.kind = "person", .name = "Ana", .account = ana.id},
                           {.kind = "engine"}};
    for (int i = 0; i < 4; i++) {
        store_match m = {
            .game = "dots", .rules = "", .seats = "remote\nengine\n", .unlisted = i == 3};
        assert_true(store_begin_seated(s, &m, seats, 2, &e));
        store_event undo = {.kind = "undo", .text = "1"};
        assert_int_equal(add(s, store_fence_of(&m), "1112"), STORE_KEPT);
        if (i == 1) assert_true(store_set_helped(s, m.id, 0, &e));
        if (i == 2) assert_int_equal(store_add(s, store_fence_of(&m), &undo, &e), STORE_KEPT);
        assert_int_equal(end(s, store_fence_of(&m)), STORE_KEPT);
    }
    assert_rated(s, "1 ");
    store_close(s);
}

/* Next to the events: reviews, chat, counted moves. */

static void play_out(store *s, const char *moves, int winner, bool unlisted) {
    error e, why;
    store_match m = {.game = "dots", .rules = "size=1x2", .seats = "a\nb\n", .unlisted = unlisted};
    error_set(&why, "%s", "");
    if (unlisted) memset(m.key, 'a', STORE_KEY - 1);
    assert_true(store_begin(s, &m, &e));
    for (const char *at = moves; *at; at += 5) {
        char word[5];
        snprintf(word, sizeof word, "%.4s", at);
        store_event v = {.kind = "move", .seat = 1};
        if (*at == 'u') memcpy(v.kind, "undo", 5), memcpy(v.text, "1", 2);
        else memcpy(v.text, word, sizeof word);
        assert_int_equal(store_add(s, store_fence_of(&m), &v, &e), STORE_KEPT);
    }
    store_event v = {.kind = "end", .text = "won"};
    assert_int_equal(store_end(s, store_fence_of(&m), &v, winner, "won", &why, "", &e), STORE_KEPT);
}

static void moves_of_finished_matches_are_counted_once(void **state) {
    (void)state;
    error e;
    explorer_move found[EXPLORER_MOVES_MAX];
    store *s = open_store(), *other = store_open_again(s, &e);
    game_rules *rules = game_create_named("dots", "size=1x2", &e);
    game_position *p = game_new_position(rules);
    game_move m;
    begin(s); /* goes on */
    play_out(s, "1112 1121 ", 1, false);
    play_out(s, "1121 undo 1112 2122 ", 2, false); /* what was taken back is not counted */
    play_out(s, "1112 1222 ", 0, false);
    play_out(s, "1112 ", 1, true);
    assert_int_equal(explorer_left(s), 4);
    assert_int_equal(explorer_count(other, 3, &e), 3);
    assert_int_equal(explorer_count(s, 8, &e), 1);
    assert_int_equal(explorer_count(other, 8, &e), 0);
    assert_int_equal(explorer_moves(s, rules, p, found, &e), 1);
    assert_string_equal(found[0].move, "1112");
    assert_int_equal(found[0].games, 3);
    assert_int_equal(found[0].won, 1);
    assert_int_equal(found[0].drawn, 1);
    assert_int_equal(found[0].match, 4);
    assert_true(game_read_move(rules, p, "1112", &m, &e));
    game_play(rules, p, m, NULL);
    assert_int_equal(explorer_moves(s, rules, p, found, &e), 3);
    int won = 0;
    for (int i = 0; i < 3; i++) won += (int)found[i].won;
    assert_int_equal(won, 1); /* by the second seat, whose moves these are */
    free(p);
    game_destroy(rules);
    store_close(other);
    store_close(s);
}

static bool add_line(void *context, const chat_line *l) {
    text_addf(context, "%d %s: %s; ", l->seat, l->name, l->text);
    return true;
}

static void reviews_and_chat_stay_with_their_match(void **state) {
    (void)state;
    error e;
    bool done = true;
    char said[100];
    int64_t unfinished[4];
    store *s = open_store();
    store_match m = begin(s);
    assert_null(store_find_review(s, m.id, &done, &e));
    assert_string_equal(e.message, "");
    assert_true(store_keep_review(s, m.id, false, "[1]", &e));
    assert_int_equal(store_unfinished_reviews(s, unfinished, 4), 1);
    assert_int_equal(unfinished[0], m.id);
    assert_true(store_keep_review(s, m.id, true, "[1, 2]", &e));
    store_close(s);
    s = open_store();
    assert_int_equal(store_unfinished_reviews(s, unfinished, 4), 0);
    char *review = store_find_review(s, m.id, &done, &e);
    assert_string_equal(review, "[1, 2]");
    assert_true(done);
    free(review);
    for (int i = 0; i < 3; i++) {
        chat_line l = {.seat = i, .name = "Ana"};
        snprintf(l.text, sizeof l.text, "line %d", i);
        assert_true(store_add_chat(s, m.id, &l, &e));
        assert_int_equal(l.number, i + 1);
        assert_true(l.time > 0);
    }
    text t = text_over(said, sizeof said);
    assert_true(store_each_chat(s, m.id, 2, add_line, &t, &e));
    assert_string_equal(said, "1 Ana: line 1; 2 Ana: line 2; ");
    assert_false(store_keep_review(s, 99, true, "[]", &e)); /* of no match */
    store_close(s);
}

/* Series and tournaments. */

static bool note_game(void *context, const store_game *g) {
    text_addf(context, "%d.%d.%lld:%lld%s ", g->round, g->board, (long long)g->number,
              (long long)g->match, g->over ? " over" : "");
    return true;
}

static bool note_entrant(void *context, const store_entrant *v) {
    text_addf(context, "%d:%s:%d%s ", v->number, v->name, v->withdrawn, v->has_token ? "*" : "");
    return true;
}

static bool note_pairing(void *context, const store_pairing *v) {
    text_addf(context, "%d.%d:%s:%lld:%s ", v->round, v->board, v->players, (long long)v->match,
              v->points);
    return true;
}

static uint64_t version_of(store *s) {
    error e;
    uint64_t version;
    if (!store_tournament_version(s, "cup", &version, &e)) fail_msg("%s", e.message);
    return version;
}

static void a_tournament_is_kept_with_its_games(void **state) {
    (void)state;
    error e;
    char all[200], name[STORE_NAME];
    int round, board;
    store *s = open_store();
    store_tournament *t = calloc(2, sizeof *t);
    store_series *v = calloc(2, sizeof *v);
    store_entrant entrants[2] = {{.number = 0, .name = "Ana", .seat = "engine", .withdrawn = -1},
                                 {.number = 1, .name = "Bela", .withdrawn = -1, .has_token = true}};
    store_pairing p[2] = {{.players = "0,1"}, {.board = 1, .players = "1,0"}};
    strcpy(t->name, "cup");
    assert_true(store_begin_tournament(s, t, entrants, 2, &e));
    assert_false(store_begin_tournament(s, &t[1], entrants, 0, &e) &&
                 store_begin_tournament(s, &t[1], entrants, 0, &e)); /* the name is taken */
    uint64_t before = version_of(s);
    assert_int_equal(version_of(s), before);
    assert_true(store_add_pairings(s, t->id, p, 2, &e));
    assert_int_not_equal(version_of(s), before);
    assert_true(store_begin_series(s, v, &e));
    p->series = v->id;
    assert_true(store_set_pairing(s, t->id, p, &e));
    before = version_of(s);
    store_match m = {.game = "dots", .series = v->id, .number = 0}, again = m;
    assert_true(store_begin(s, &m, &e) && store_begin(s, &again, &e));
    assert_int_not_equal(version_of(s), before);
    assert_int_equal(end(s, store_fence_of(&m)), STORE_KEPT);
    assert_int_equal(end(s, store_fence_of(&again)), STORE_FAILED); /* one result counts */
    text u = text_over(all, sizeof all);
    assert_true(store_each_game(s, t->id, note_game, &u, &e));
    assert_string_equal(all, "0.0.0:1 over 0.0.0:2 ");
    assert_true(store_find_event(s, v->id, name, &round, &board));
    assert_string_equal(name, "cup");
    assert_true(store_find_series(s, v->id, &v[1], &e));
    assert_int_equal(store_claim_series(s, &v[1], &e), STORE_KEPT);
    assert_true(store_end_series(s, v->id, &e));
    assert_int_equal(store_claim_series(s, &v[1], &e), STORE_LOST);
    entrants[0].withdrawn = 2;
    memcpy(p->points, "2,0", 4);
    assert_true(store_set_entrant(s, t->id, &entrants[0], &e));
    assert_true(store_set_pairing(s, t->id, p, &e));
    u = text_over(all, sizeof all);
    assert_true(store_each_entrant(s, t->id, note_entrant, &u, &e));
    assert_true(store_each_pairing(s, t->id, note_pairing, &u, &e));
    assert_string_equal(all, "0:Ana:2 1:Bela:-1* 0.0:0,1:1:2,0 0.1:1,0:0: ");
    /* A result stays if the pairing gets its series only then. */
    p[1].over = true;
    memcpy(p[1].points, "1,1", 4);
    assert_true(store_set_pairing(s, t->id, &p[1], &e));
    assert_true(store_set_pairing_series(s, t->id, 0, 1, v->id, &e));
    assert_true(store_find_pairing(s, t->id, 0, 1, p, &e));
    assert_true(p->over && p->series == v->id);
    assert_string_equal(p->points, "1,1");
    assert_true(store_find_tournament(s, "cup", t, &e));
    assert_int_equal(store_claim_tournament(s, t, &e), STORE_KEPT);
    assert_true(store_leave_tournament(s, t->id, true, &e));
    assert_int_equal(store_claim_tournament(s, t, &e), STORE_LOST);
    free(t);
    free(v);
    store_close(s);
}

static void assert_wanted(store *s, store_wanted w, const char *expected) {
    error e;
    char all[100];
    text t = text_over(all, sizeof all);
    assert_true(store_each_wanted(s, &w, note_match, &t, &e));
    assert_string_equal(all, expected);
}

static void matches_are_found_by_what_is_wanted(void **state) {
    (void)state;
    error e;
    char key[STORE_KEY];
    store *s = open_store(), *other = store_open_again(s, &e);
    int64_t changes = store_changes(other);
    for (int i = 0; i < 4; i++) {
        store_match m = {.game = "dots", .unlisted = i == 1};
        if (i == 2) strcpy(m.game, "trax");
        if (i == 1) strcpy(m.key, "abc");
        assert_true(store_begin(s, &m, &e));
        if (i == 3) assert_int_equal(end(s, store_fence_of(&m)), STORE_KEPT);
    }
    while (store_changes(other) == changes) usleep(1000);
    assert_wanted(s, (store_wanted){.most = 9}, "4 3 2 1 ");
    assert_wanted(s, (store_wanted){.most = 2}, "4 3 ");
    assert_wanted(s, (store_wanted){.most = 9, .before = 3}, "2 1 ");
    assert_wanted(s, (store_wanted){.most = 9, .running = true}, "3 2 1 ");
    assert_wanted(s, (store_wanted){.most = 9, .over = true}, "4 ");
    assert_wanted(s, (store_wanted){.most = 9, .listed = true, .game = "dots"}, "4 1 ");
    assert_wanted(s, (store_wanted){.most = 9, .idle = 3600}, "4 3 2 1 ");
    assert_true(store_find_key(s, 2, key));
    assert_string_equal(key, "abc");
    assert_true(store_find_key(s, 1, key));
    assert_string_equal(key, "");
    assert_false(store_find_key(s, 9, key));
    store_close(other);
    store_close(s);
}

int main(void) {
    const struct CMUnitTest cases[] = {
        CASE(moves_of_finished_matches_are_counted_once),
        CASE(reviews_and_chat_stay_with_their_match),
        CASE(an_account_is_found_by_its_secret_alone),
        CASE(an_account_has_its_seats_until_it_is_deleted),
        CASE(help_and_takebacks_leave_a_match_unrated),
        CASE(events_are_kept_in_order_until_the_end),
        CASE(one_of_two_claims_succeeds),
        CASE(an_owner_that_returns_cannot_write),
        CASE(a_finished_match_is_not_claimed),
        CASE(many_claim_at_once),
        CASE(a_killed_process_is_dead_and_a_stopped_one_is_not),
        CASE(a_tournament_is_kept_with_its_games),
        CASE(matches_are_found_by_what_is_wanted),
    };
    return run_cases(cases);
}
