#include "house.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "server/desk.h"

static arena *all;
static study *studies;
static desk *requests;
static desk_client *page; /* NULL: it has not connected */
static int64_t ticked;

/* A request whose answer comes later is freed then. */
typedef struct exchange {
    int number;
    json_t *arguments;
} exchange;

static void wake(void *context) { (void)context; }
static void failed(void *context, int64_t match, const char *why) {
    (void)context, (void)match, (void)why;
}

static void answered(void *context, const desk_reply *r) {
    exchange *x = context;
    if (r->body) house_reply(x->number, r->status, r->body->bytes, r->body->length);
    else house_reply(x->number, 503, "", 0);
    message_release(r->body);
    json_decref(x->arguments);
    free(x);
}

static bool send_message(void *context, message *m, bool must) {
    (void)context, (void)must;
    house_say(m->bytes, m->length);
    return true;
}

static void close_socket(void *context, int status) { (void)context, (void)status; }

/* Rows of earlier visits, before house_open. */
row_fate HOUSE_EXPORT(house_take_row)(const char *key, const char *value);
row_fate house_take_row(const char *key, const char *value) { return store_take_row(key, value); }

int HOUSE_EXPORT(house_open)(const char *version);
int house_open(const char *version) {
    error e;
    all = arena_create(&(arena_setup){.store = store_open("", &e), .wake = wake}, &e);
    studies = study_create(NULL, wake, NULL, &e);
    requests = all && studies ? desk_create(all, studies, version, &e) : NULL;
    if (!requests) return 0;
    desk_set_answered(requests, answered);
    desk_set_chat(requests, false);
    arena_resume(all, failed, NULL);
    return 1;
}

/* The page's one socket. */
void HOUSE_EXPORT(house_connect)(void);
void house_connect(void) {
    if (page) desk_close(page);
    page = desk_open(requests, (desk_socket){.send = send_message, .close = close_socket});
}

void HOUSE_EXPORT(house_hear)(const char *message, size_t length);
void house_hear(const char *message, size_t length) {
    if (page) desk_receive(page, message, length);
}

static const char *argument(void *context, const char *name, char *value, size_t size) {
    const exchange *x = context;
    const char *given = json_string_value(json_object_get(x->arguments, name));
    text t = text_over(value, size);
    if (!given) return NULL;
    text_add(&t, given);
    return t.full ? NULL : value;
}

/* A request as by HTTP: `arguments` is an object of texts; `body` is NULL for GET. */
void HOUSE_EXPORT(house_request)(int number, const char *path, const char *arguments,
                                 const char *body);
void house_request(int number, const char *path, const char *arguments, const char *body) {
    exchange *x = malloc(sizeof *x);
    if (!x) {
        house_reply(number, 503, "", 0);
        return;
    }
    *x = (exchange){.number = number, .arguments = json_loads(arguments, 0, NULL)};
    desk_reply r;
    desk_request q = {.post = body != NULL,
                      .path = path,
                      .argument = argument,
                      .context = x,
                      .body = body,
                      .length = body ? strlen(body) : 0};
    if (desk_ask(requests, &q, &r)) answered(x, &r);
}

/* Handles what has happened since the last turn; call it after everything else and periodically. */
void HOUSE_EXPORT(house_take_turn)(void);
void house_take_turn(void) {
    int64_t now = clock_now();
    runners_take_turns();
    desk_hear(requests);
    if (now - ticked < DESK_TICK_MS * MILLISECOND) return;
    ticked = now;
    desk_tick(requests);
}
