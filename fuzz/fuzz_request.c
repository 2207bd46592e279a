/* What the page can send: messages on a socket and HTTP requests. An input consists of lines: "GET
 * PATH" and "POST PATH BODY" are requests, any other line is a message; $0 to $8 stand for the
 * tokens of matches 1 to 4, which only their players have. Whatever comes in, each answer is one
 * JSON object and no memory leaks. An input meets the arena in the state that earlier ones left,
 * until a new one is opened. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fuzz.h"
#include "server/desk.h"

enum { TOKENS = 9, INPUTS = 2000 /* in one arena */ };

static char tokens[GAME_SEATS_MAX + TOKENS][TOKEN_TEXT];
static char folder[40];
static arena *games;
static pool *threads;
static study *engines;
static desk *front;

static void wake(void *context) { (void)context; }

static void check(const message *m) {
    json_error_t where;
    json_t *o = json_loadb(m->bytes, m->length, 0, &where);
    FUZZ_CHECK(json_is_object(o));
    json_decref(o);
}

static bool take(void *context, message *m, bool must) {
    (void)context, (void)must;
    check(m);
    return true;
}

static void hang_up(void *context, int status) { (void)context, (void)status; }

static const char *no_argument(void *context, const char *name, char *value, size_t size) {
    /* Arguments follow a ? in the fuzzer's path. */
    const char *at = strchr(context, '?');
    size_t length = strlen(name);
    for (; at; at = strchr(at + 1, '&')) {
        if (strncmp(at + 1, name, length) != 0 || at[1 + length] != '=') continue;
        size_t end = strcspn(at + 2 + length, "&");
        if (end >= size) return "";
        memcpy(value, at + 2 + length, end);
        value[end] = '\0';
        return value;
    }
    return NULL;
}

static void answered(void *exchange, const desk_reply *r) {
    (void)exchange;
    check(r->body);
    message_release(r->body);
}

static void clear_up(void) {
    static const char *const names[] = {"damero.db", "damero.db-wal", "damero.db-shm",
                                        "damero.db-lines", "damero.db-owners"};
    char path[100];
    if (!front) return;
    desk_destroy(front);
    study_destroy(engines);
    pool_destroy(threads);
    arena_destroy(games);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path); /* the folder of the lines, which is empty */
    }
    rmdir(folder);
    front = NULL;
}

static void set_up(void) {
    static const arena_match_setup setups[] = {
        {.game = "dots", .rules = "size=2x2", .seats = 2},
        {.game = "trax", .seats = 2},
        {.game = "damas", .seats = 2},
        {.game = "perudo", .seats = 3},
    };
    char path[100];
    int known = 0;
    error e;
    arena_refusal why;
    strcpy(folder, "/tmp/damero-fuzz-XXXXXX");
    FUZZ_CHECK(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/damero.db", folder);
    store *s = store_open(path, &e);
    FUZZ_CHECK(s);
    games = arena_create(&(arena_setup){.store = s, .wake = wake}, &e);
    threads = pool_create(&(pool_setup){.slots = 1}, &e);
    engines = threads ? study_create(threads, wake, NULL, &e) : NULL;
    FUZZ_CHECK(games && engines && (front = desk_create(games, engines, "fuzz", &e)));
    desk_set_answered(front, answered);
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
        const arena_match *g = arena_begin(games, &setups[i], tokens + known, &why);
        FUZZ_CHECK(g);
        for (; g->beginning; nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL))
            desk_hear(front);
        known += setups[i].seats;
    }
}

int LLVMFuzzerInitialize(int *count, char ***words);

int LLVMFuzzerInitialize(int *count, char ***words) {
    fuzz_among_threads(count, words);
    return atexit(clear_up);
}

/* A message with the tokens in it. */
static void receive(desk_client *c, const char *line) {
    static char said[8192];
    text t = text_over(said, sizeof said);
    for (; *line; line++) {
        if (line[0] == '$' && line[1] >= '0' && line[1] < '0' + TOKENS)
            text_add(&t, tokens[*++line - '0']);
        else text_add_char(&t, *line);
    }
    desk_receive(c, said, t.length);
}

static void request(const char *line, bool post) {
    char path[600];
    const char *space = strchr(line, ' ');
    size_t length = space && post ? (size_t)(space - line) : strlen(line);
    if (length >= sizeof path) return;
    memcpy(path, line, length);
    path[length] = '\0';
    char whole[600];
    memcpy(whole, path, length + 1);
    path[strcspn(path, "?")] = '\0';
    const char *body = space && post ? space + 1 : "";
    desk_request q = {.post = post,
                      .path = path,
                      .argument = no_argument,
                      .context = whole,
                      .body = body,
                      .length = strlen(body)};
    desk_reply r;
    if (desk_ask(front, &q, &r)) {
        FUZZ_CHECK(r.body && r.status >= 200 && r.status < 600);
        if (strcmp(r.type, "application/json") == 0) check(r.body);
        message_release(r.body);
    } else {
        desk_forget(front, whole);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static int inputs;
    if (inputs++ % INPUTS == 0) {
        clear_up();
        set_up();
    }
    desk_client *c = desk_open(front, (desk_socket){.send = take, .close = hang_up});
    char *lines = malloc(size + 1);
    if (!c || !lines) return 0;
    memcpy(lines, data, size);
    lines[size] = '\0';
    for (char *at = lines, *end; at < lines + size; at = end + 1) {
        end = memchr(at, '\n', (size_t)(lines + size - at));
        if (!end) end = lines + size;
        *end = '\0';
        if (strncmp(at, "GET ", 4) == 0) request(at + 4, false);
        else if (strncmp(at, "POST ", 5) == 0) request(at + 5, true);
        else receive(c, at);
    }
    desk_hear(front);
    desk_close(c);
    free(lines);
    return 0;
}
