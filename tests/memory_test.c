/* What happens when memory runs out: every allocation of a task fails, one after the other, first
 * alone and then together with all that follow. Whatever fails says why, leaks nothing (the
 * sanitizer checks that at the end) and can be tried again.
 *
 * The linker hands our allocations to the functions below (tests/meson.build), so the program
 * itself knows nothing of this. Only those of the thread that asks for it fail. */
#define _GNU_SOURCE
#include "folder.h"

#include <sys/socket.h>

#include "boards/device.h"
#include "engines/damas/tables.h"
#include "engines/dots/solver/solver.h"
#include "games/record.h"
#include "links/link.h"
#include "puzzles/puzzle.h"
#include "wire_support.h"

static _Thread_local long left = -1; /* allocations until one fails; -1: none does */
static _Thread_local bool lasting, failed;

static bool fails(void) {
    if (left < 0 || left-- > 0) return false;
    failed = true;
    left = lasting ? 0 : -1;
    return true;
}

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the linker's names. */
void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *memory, size_t bytes);
char *__real_strdup(const char *s);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);
char *__wrap_strdup(const char *s);

void *__wrap_malloc(size_t bytes) { return fails() ? NULL : __real_malloc(bytes); }

void *__wrap_calloc(size_t count, size_t bytes) {
    return fails() ? NULL : __real_calloc(count, bytes);
}

void *__wrap_realloc(void *memory, size_t bytes) {
    return fails() ? NULL : __real_realloc(memory, bytes);
}

char *__wrap_strdup(const char *s) { return fails() ? NULL : __real_strdup(s); }
/* NOLINTEND */

/* A task is done, or says why not. */
typedef bool task(const void *context, error *);

static void starve(const char *name, task *t, const void *context) {
    long most = 0;
    for (int both = 0; both < 2; both++) {
        for (long n = 0;; n++) {
            error e = {0};
            lasting = both;
            failed = false;
            left = n;
            bool good = t(context, &e);
            left = -1;
            if (!good && !*e.message) fail_msg("%s: allocation %ld failed without a word", name, n);
            if (!good && !failed) fail_msg("%s: %s", name, e.message);
            if (!failed) break;
            most = n + 1;
        }
    }
    if (most == 0) fail_msg("%s: nothing was allocated", name);
}

/* Games. */

static bool play_some(const void *name, error *e) {
    game_rules *rules = game_create_named(name, NULL, e);
    if (!rules) return false;
    history h;
    bool good = history_create(&h, rules, e);
    if (good) {
        game_position *view = game_new_view(rules, h.now, 0);
        if (!view) good = error_set(e, "no memory for a view");
        free(view);
        game_move *moves = __real_malloc(rules->max_moves * sizeof *moves);
        random_source chance = random_seed(1);
        for (int i = 0; good && i < 100 && game_turn(rules, h.now) != GAME_OVER; i++) {
            int turn = game_turn(rules, h.now);
            game_moves(rules, h.now, turn, moves);
            game_move move =
                turn == GAME_CHANCE ? rules->game->roll(rules, h.now, &chance) : moves[0];
            good = history_play(&h, move, e);
        }
        free(moves);
        while (history_undo(&h)) continue;
        history_destroy(&h);
    }
    game_destroy(rules);
    return good;
}

static void write_nowhere(void *context, const char *bytes, size_t count) {
    (void)context, (void)bytes, (void)count;
}

static bool read_record(const void *words, error *e) {
    record r;
    size_t at = 0;
    if (!record_read(&r, words, strlen(words), &at, e)) return false;
    bool good = record_set_tag(&r, "Event", "a test", e) &&
                record_write(&r, (record_sink){.put = write_nowhere}, e);
    record_destroy(&r);
    return good;
}

static void games(void **state) {
    (void)state;
    for (size_t i = 0; games_all[i]; i++) starve(games_all[i]->name, play_some, games_all[i]->name);
    starve("record", read_record,
           "[Game \"dots\"]\n[Rules \"size=2x2\"]\n\n1. 1112 {a note} 1121 1213 *\n");
}

/* Engines and boards. */

static bool create_engine(const void *context, error *e) {
    const engine_kind *kind = context;
    game_rules *rules = game_create_named(kind->game, NULL, e);
    if (!rules) return false;
    engine *g = engine_create(kind, rules, &(engine_options){.memory = 1 << 20}, e);
    engine_destroy(g);
    game_destroy(rules);
    return g != NULL;
}

static bool create_solver(const void *context, error *e) {
    (void)context;
    dots_solver *s = dots_solver_create(1 << 20, 1);
    dots_solver_destroy(s);
    return s || error_set(e, "no memory for a solver");
}

static bool create_tables(const void *context, error *e) {
    (void)context;
    damas_tables *t = damas_tables_create(0, e);
    damas_tables_destroy(t);
    return t != NULL;
}

static bool read_puzzle(const void *name, error *e) {
    const game *g = game_find(name, e);
    puzzle p;
    if (!puzzle_get(&p, g, 1, e)) return false;
    puzzle_free(&p);
    return true;
}

static bool create_device(const void *context, error *e) {
    device *d = device_create(context, NULL, e);
    if (d) device_advance(d, 1000);
    device_destroy(d);
    return d != NULL;
}

static void engines(void **state) {
    (void)state;
    for (size_t i = 0; engines_all[i]; i++)
        starve(engines_all[i]->name, create_engine, engines_all[i]);
    starve("solver", create_solver, NULL);
    starve("tables", create_tables, NULL);
}

static void puzzles(void **state) {
    (void)state;
    for (size_t i = 0; games_all[i]; i++)
        starve(games_all[i]->name, read_puzzle, games_all[i]->name);
}

static void boards(void **state) {
    (void)state;
    for (size_t i = 0; boards_all[i]; i++)
        starve(boards_all[i]->name, create_device, boards_all[i]);
}

/* The referee. */

static bool open_link(const void *spec, error *e) {
    link_end *l = link_open(spec, &(link_options){.open_house = true}, e);
    if (l) link_put(l, "hello\n", 6);
    link_close(l);
    return l != NULL;
}

static void links(void **state) {
    (void)state;
    starve("pty", open_link, "pty");
    starve("listen", open_link, "listen:localhost:0");
    starve("program", open_link, "program:cat");
}

static char folder[64], path[64];

/* A match that lacks the memory to write its journal waits; now there is some again. */
static void find_memory(void *context, const match *m, const char *why) {
    (void)context, (void)m, (void)why;
    left = -1;
}

/* A match of two engines with a journal, from its beginning to its end, read back. */
static bool play_match(const void *context, error *e) {
    (void)context;
    store *s = store_open(path, e);
    const game *g = game_find("dots", e);
    seat_spec spec[2];
    const seat_spec *specs[] = {&spec[0], &spec[1]};
    const char *const texts[] = {"engine:beginner", "engine:beginner"};
    match_terms terms = {.seeded = true, .seed = 1};
    match_verdict verdict;
    bool good = s && seat_read(texts[0], g, &spec[0], e) && seat_read(texts[1], g, &spec[1], e);
    game_rules *rules = good ? setup_rules(g, "size=1x1", specs, 2, e) : NULL;
    host_setup t = {
        .spec = {specs[0], specs[1]}, .journal = s, .input = -1, .trouble = find_memory};
    good = rules &&
           journal_begin(s, 0, 0, (store_turn){0}, rules, NULL, texts, NULL, &terms, &t.fence, e);
    if (good) setup_match(&t, rules, NULL, &terms);
    good = good && host_play(&t, &verdict, e);
    store_match *m = malloc(sizeof *m);
    record r;
    if (good && !m) good = error_set(e, "no memory for a match");
    if (good && store_find(s, t.fence.match, m, e) && journal_export(s, m, &r, e))
        record_destroy(&r);
    free(m);
    game_destroy(rules);
    store_close(s);
    return good;
}

static void matches(void **state) {
    (void)state;
    make_folder(folder, path);
    starve("match", play_match, NULL);
    remove_folder(folder);
}

/* The server's requests, from bytes to bytes. */

#define HOST "Host: localhost\r\n"

typedef struct asked {
    wire_house *house;
    const char *bytes;
    size_t length;
} asked;

static char answer[1 << 20];
static size_t answered;

/* Runs the service until it is idle; the answer is what one connection was sent. */
static void run(wire_house *h, const wire *w) {
    size_t length;
    for (wire *next; (next = wire_next_ready(&h->service));) {
        wire_step(next);
        for (const char *bytes; (bytes = wire_output(next, &length)); wire_sent(next, length)) {
            if (next != w) continue;
            assert_true(answered + length < sizeof answer);
            memcpy(answer + answered, bytes, length);
            answered += length;
        }
    }
}

/* What is the same whenever it is asked: without numbers. */
static size_t write_shape(char *to) {
    size_t length = 0;
    for (size_t i = 0; i < answered; i++)
        if (answer[i] < '0' || answer[i] > '9') to[length++] = answer[i];
    return length;
}

static char whole[sizeof answer]; /* the shape of the answer if memory suffices */
static size_t whole_length;

/* An answer is complete, or an error, which may lack its message. JSON may lack optional parts,
 * such as the names of sides in a list, but it is valid. */
static void check_answer(void) {
    static char shape[sizeof answer];
    answer[answered] = '\0';
    size_t top = head_length(answer, answered, 0);
    const char *length = strstr(answer, "content-length: ");
    if (answered == 0 || strncmp(answer, "HTTP/1.1 101", 12) == 0) return;
    if (strncmp(answer, "HTTP/1.1 ", 9) != 0) fail_msg("no head: %.200s", answer);
    assert_non_null(length);
    assert_int_equal(answered, top + strtoul(length + 16, NULL, 10));
    if (answer[9] == '5') return;
    if (strstr(answer, "content-type: application/json")) {
        json_t *body = json_loadb(answer + top, answered - top, 0, NULL);
        if (!body) fail_msg("not JSON: %s", answer + top);
        json_decref(body);
        return;
    }
    size_t count = write_shape(shape);
    if (count != whole_length || memcmp(shape, whole, count) != 0)
        fail_msg("%.*s\nis not\n%.*s", (int)count, shape, (int)whole_length, whole);
}

/* From a new address each time, a second later, because limits on requests are not the subject
 * here. */
static wire *connect_again(wire_house *h) {
    static uint32_t last;
    char name[24];
    ip peer;
    last++;
    text t = text_over(name, sizeof name);
    text_addf(&t, "10.%u.%u.%u", last >> 16 & 255, last >> 8 & 255, last & 255);
    assert_true(ip_read(name, strlen(name), &peer));
    h->service.now += SECOND;
    return wire_open(&h->service, &peer);
}

static bool ask(const void *context, error *e) {
    const asked *a = context;
    wire *w = connect_again(a->house);
    if (!w) return error_set(e, "no memory for a connection");
    answered = 0;
    for (size_t at = 0, room; at < a->length && (room = wire_room(w)) > 0;) {
        size_t count = a->length - at < room ? a->length - at : room;
        wire_take(w, a->bytes + at, count);
        at += count;
        run(a->house, w);
    }
    desk_hear(a->house->service.desk);
    desk_tick(a->house->service.desk);
    run(a->house, w);
    bool waits = w->asked;
    wire_free(w);
    left = -1;
    if (!waits && whole_length > 0) check_answer();
    return true;
}

/* A message of a socket, masked with zeros. */
static size_t add_frame(char *to, const char *said) {
    size_t length = strlen(said);
    assert_true(length < 1 << 16);
    to[0] = (char)0x81;
    to[1] = (char)0xfe;
    to[2] = (char)(length >> 8);
    to[3] = (char)length;
    memset(to + 4, 0, 4);
    memcpy(to + 8, said, length);
    return 8 + length;
}

static void starve_request(wire_house *h, const char *bytes, size_t length) {
    asked a = {.house = h, .bytes = bytes, .length = length};
    error e;
    whole_length = 0;
    assert_true(ask(&a, &e));
    whole_length = write_shape(whole);
    starve(bytes, ask, &a);
}

static void post(wire_house *h, const char *to, const char *body) {
    char all[2000];
    text t = text_over(all, sizeof all);
    text_addf(&t,
              "POST %s HTTP/1.1\r\n" HOST "Content-Type: application/json\r\n"
              "Content-Length: %zu\r\n\r\n%s",
              to, strlen(body), body);
    starve_request(h, all, t.length);
}

static void requests(void **state) {
    (void)state;
    static const char *const gets[] = {"/",
                                       "/api/games",
                                       "/api/matches",
                                       "/api/matches/1",
                                       "/api/matches/2",
                                       "/api/matches/1/record",
                                       "/api/matches/1/state?at=0",
                                       "/api/odds?game=perudo&start=13345/?????",
                                       "/api/puzzles",
                                       "/api/puzzles/trax/1",
                                       "/api/events",
                                       "/api/events/None",
                                       "/healthz",
                                       "/metrics",
                                       "/api/nothing"};
    static const char *const said_on_socket[] = {
        "{\"do\":\"ping\",\"id\":1}",
        "{\"do\":\"list\",\"on\":true,\"states\":true}",
        "{\"do\":\"watch\",\"match\":1,\"token\":\"$\"}",
        "{\"do\":\"move\",\"match\":1,\"at\":7,\"text\":\"1112\"}",
        "{\"do\":\"offer\",\"match\":1,\"what\":\"draw\"}",
        "{\"do\":\"look\",\"match\":1,\"at\":0}",
        "{\"do\":\"odds\",\"match\":2}",
        "{\"do\":\"hint\",\"match\":1}",
        "{\"do\":\"values\",\"match\":1}",
        "{\"do\":\"evaluate\",\"match\":1,\"on\":true}",
        "{\"do\":\"say\",\"match\":1,\"text\":\"good luck\"}",
        "{\"do\":\"events\",\"on\":true}",
        "{\"do\":\"event\",\"event\":\"None\"}",
        "{\"do\":\"nonsense\"}",
        "nonsense",
        "{\"do\":\"leave\",\"match\":1}",
    };
    wire_house h;
    char tokens[4][TOKEN_TEXT];
    arena_refusal why;
    assert_true(wire_house_open(&h));
    arena_match_setup dots = {.game = "dots", .rules = "size=2x2", .seats = 2};
    arena_match_setup perudo = {.game = "perudo", .rules = "players=2", .seats = 2};
    const arena_match *first = arena_begin(h.service.arena, &dots, tokens, &why);
    const arena_match *second = arena_begin(h.service.arena, &perudo, tokens + 2, &why);
    assert_true(first && second);
    wire_house_wait_for(&h, first);
    wire_house_wait_for(&h, second);
    char all[8192];
    for (size_t i = 0; i < sizeof gets / sizeof *gets; i++) {
        text t = text_over(all, sizeof all);
        text_addf(&t, "GET %s HTTP/1.1\r\n" HOST "\r\n", gets[i]);
        starve_request(&h, all, t.length);
    }
    post(
        &h, "/api/matches",
        "{\"game\":\"dots\",\"seats\":[{\"kind\":\"person\",\"name\":\"Ana\"},{\"kind\":\"open\"}]}");
    post(&h, "/api/position", "{\"game\":\"trax\",\"moves\":[\"@0/\"]}");
    post(&h, "/api/paste", "{\"game\":\"dots\",\"text\":\"1112 1121\"}");
    post(&h, "/api/explore", "{\"game\":\"dots\",\"moves\":[\"1112\"]}");
    post(&h, "/api/matches/1/abort", "{\"why\":\"a test\"}");
    post(&h, "/api/events", "{\"name\":\"Spring\"}");
    post(&h, "/api/analyse", "{\"game\":\"dots\",\"rules\":\"size=1x1\",\"time\":1}");
    text t = text_over(all, sizeof all);
    text_add(&t, "GET /api/socket HTTP/1.1\r\n" HOST
                 "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                 "Sec-WebSocket-Protocol: damero\r\n\r\n");
    size_t length = t.length;
    for (size_t i = 0; i < sizeof said_on_socket / sizeof *said_on_socket; i++) {
        char said[400];
        text words = text_over(said, sizeof said);
        for (const char *c = said_on_socket[i]; *c; c++)
            if (*c == '$') text_add(&words, tokens[0]);
            else text_add_char(&words, *c);
        length += add_frame(all + length, said);
    }
    starve_request(&h, all, length);
    wire_house_close(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games),    cmocka_unit_test(engines), cmocka_unit_test(puzzles),
        cmocka_unit_test(boards),   cmocka_unit_test(links),   cmocka_unit_test(matches),
        cmocka_unit_test(requests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
