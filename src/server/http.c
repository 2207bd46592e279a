#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/clock.h"
#include "base/text.h"
#include "server/gzip.h"
#include "server/match_json.h"
#include "server/metrics.h"
#include "server/service.h"

enum { HEADERS = 4096 };

static const char policy[] =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* Whether this name is the server's: one for the local machine, one given with --host, or the
 * literal address at which this connection has reached us. */
static bool is_our_name(const wire *w, const hostname *asked) {
    const service *s = w->service;
    hostname here;
    bool ours = hostname_is_this_machine(asked) ||
                (hostname_of_socket(w->descriptor, &here) && hostname_same(asked, &here));
    for (size_t i = 0; i < s->name_count; i++) ours = ours || hostname_same(asked, &s->names[i]);
    return ours;
}

/* Whether a request comes from our own page or from no page at all, and is addressed to this
 * server: another site's page must not act for the person who views it (Origin), nor point its
 * own name here (Host). NULL if it is fine, otherwise the error. */
static const char *stranger_error(const wire *w) {
    const char *name = head_field(w->head, "host"), *origin = head_field(w->head, "origin");
    hostname asked;
    if (!name || !hostname_read(name, &asked))
        return "expected a Host header with one name or address";
    if (!is_our_name(w, &asked))
        return "this server does not answer to that name; 'damero serve --host NAME' allows it";
    if (!origin) return NULL; /* not from a browser's page */
    const char *site = strncmp(origin, "http://", 7) == 0    ? origin + 7
                       : strncmp(origin, "https://", 8) == 0 ? origin + 8
                                                             : "";
    return strcasecmp(site, name) == 0 ? NULL : "requests from other sites' pages are not allowed";
}

/* Whether it is application/json, with or without parameters such as a charset. */
static bool is_json(const char *type) {
    static const char json[] = "application/json";
    if (strncasecmp(type, json, sizeof json - 1) != 0) return false;
    const char *rest = type + sizeof json - 1;
    rest += strspn(rest, " \t");
    return *rest == ';' || !*rest;
}

static const char *phrase(int status) {
    static const struct {
        int status;
        const char *phrase;
    } all[] = {{200, "OK"},
               {201, "Created"},
               {304, "Not Modified"},
               {400, "Bad Request"},
               {403, "Forbidden"},
               {404, "Not Found"},
               {405, "Method Not Allowed"},
               {408, "Request Timeout"},
               {409, "Conflict"},
               {411, "Length Required"},
               {413, "Content Too Large"},
               {414, "URI Too Long"},
               {415, "Unsupported Media Type"},
               {422, "Unprocessable Content"},
               {426, "Upgrade Required"},
               {429, "Too Many Requests"},
               {431, "Request Header Fields Too Large"},
               {500, "Internal Server Error"},
               {503, "Service Unavailable"},
               {505, "HTTP Version Not Supported"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].status == status) return all[i].phrase;
    return "Other"; /* clients use the number */
}

static const char *cache_of(const page_file *f) {
    if (!f) return "no-store";
    return f->lasting ? "public, max-age=31536000, immutable" : "no-cache";
}

/* The path without the key of an unlisted match: readers of the log must not get access by it. */
static void log_request(wire *w, int status) {
    static const char *const methods[] = {[HEAD_GET] = "GET",
                                          [HEAD_HEAD] = "HEAD",
                                          [HEAD_POST] = "POST",
                                          [HEAD_DELETE] = "DELETE",
                                          [HEAD_OTHER] = "other"};
    static const char matches[] = "/api/matches/";
    const service *s = w->service;
    char path[200];
    text t = text_over(path, sizeof path);
    if (!s->setup->log || !s->setup->log_requests || !w->head) return;
    const char *given = w->head->path;
    if (strncmp(given, matches, sizeof matches - 1) == 0 || strncmp(given, "/match/", 7) == 0 ||
        strncmp(given, "/replay/", 8) == 0) {
        size_t before = strcspn(given, "-");
        text_add_part(&t, given, before);
        if (given[before]) text_addf(&t, "-...%s", given + before + strcspn(given + before, "/"));
    } else {
        text_add(&t, given);
    }
    /* As text that a terminal may show, whatever bytes the path has. */
    json_t *o = json_pack("{s:s, s:s, s:o, s:i, s:s, s:f}", "event", "request", "method",
                          methods[w->head->method], "path", text_json(path), "status", status,
                          "from", service_address(w), "seconds", clock_seconds(s->now - w->since));
    if (o) s->setup->log(s->setup->context, o);
    json_decref(o);
}

typedef struct answer {
    int status;
    const char *type;
    message *body;         /* may be NULL */
    const page_file *file; /* for its cache; NULL: it is none */
    bool varies;           /* with what the client accepts ... */
    bool compressed;       /* ... and this client accepts gzip */
} answer;

/* Queues an answer; takes its body. */
static void send_answer(wire *w, const answer *a) {
    char memory[HEADERS];
    int status = a->status;
    message *body = a->body;
    text t = text_over(memory, sizeof memory);
    w->service->answered++;
    log_request(w, status);
    text_addf(&t, "HTTP/1.1 %d %s\r\nserver: damero\r\n", status, phrase(status));
    if (status != 304)
        text_addf(&t, "content-type: %s\r\ncontent-length: %zu\r\n", a->type,
                  body ? body->length : 0);
    text_addf(&t, "content-security-policy: %s\r\n", policy);
    text_add(&t, "x-content-type-options: nosniff\r\nreferrer-policy: no-referrer\r\n"
                 "cross-origin-opener-policy: same-origin\r\n"
                 "cross-origin-embedder-policy: require-corp\r\n" /* with threads of the engines */
                 "cross-origin-resource-policy: same-origin\r\nx-frame-options: DENY\r\n");
    text_addf(&t, "cache-control: %s\r\n", cache_of(a->file));
    if (a->file) text_addf(&t, "etag: %s\r\n", a->file->etag);
    if (a->varies) text_add(&t, "vary: Accept-Encoding\r\n");
    if (a->compressed) text_add(&t, "content-encoding: gzip\r\n");
    if (status == 405) text_add(&t, "allow: GET, HEAD, POST, DELETE\r\n");
    if (status == 426) text_add(&t, "upgrade: websocket\r\nsec-websocket-version: 13\r\n");
    text_add(&t, w->keep ? "connection: keep-alive\r\n\r\n" : "connection: close\r\n\r\n");
    message *headers = message_of_bytes(memory, t.length, false);
    bool with_body =
        body && body->length && status != 304 && !(w->head && w->head->method == HEAD_HEAD);
    if (t.full || !wire_push(w, headers, false) || (with_body && !wire_push(w, body, false)))
        w->broken = true;
    message_release(headers);
    message_release(body);
}

/* The same for an answer that has a body, unless there was no memory for it. */
static void send_words(wire *w, int status, const char *type, message *body) {
    send_answer(w, &(answer){.status = body ? status : 500, .type = type, .body = body});
}

void http_refuse(wire *w, int status, const char *code, const char *why) {
    error e;
    error_set(&e, "%s", why);
    json_t *o = json_pack("{s:o}", "error", refusal_json(code, &e));
    send_words(w, status, "application/json", message_of(o));
}

void http_go_on(wire *w) {
    static const char words[] = "HTTP/1.1 100 Continue\r\n\r\n";
    message *m = message_of_bytes(words, sizeof words - 1, false);
    if (!wire_push(w, m, false)) w->broken = true;
    message_release(m);
}

static bool accepts_gzip(const wire *w) {
    return head_field_has(w->head, "accept-encoding", "gzip");
}

static void send_reply(wire *w, const desk_reply *r) {
    if (!r->common || !r->body) {
        send_words(w, r->status, r->type, r->body);
        return;
    }
    message *packed = accepts_gzip(w) ? gzip_pack(r->body) : NULL;
    send_answer(w, &(answer){.status = r->status,
                             .type = r->type,
                             .body = packed ? packed : message_hold(r->body),
                             .varies = true,
                             .compressed = packed != NULL});
    message_release(r->body);
}

static void send_page(wire *w, int status, const page_file *f) {
    send_answer(w, &(answer){.status = status,
                             .type = f->type,
                             .body = f->body,
                             .file = f,
                             .varies = true,
                             .compressed = f->body && f->compressed});
}

static void send_file(wire *w) {
    page_file f;
    const char *known = head_field(w->head, "if-none-match");
    if (!files_find(w->service->setup->web, w->head->path, &f)) {
        http_refuse(w, 404, "no-page", "there is no such file");
    } else if (known && strstr(known, f.etag)) {
        message_release(f.body);
        f.body = NULL;
        send_page(w, 304, &f);
    } else if (!f.body || (f.compressed && !accepts_gzip(w) && !files_unpack(&f))) {
        message_release(f.body);
        http_refuse(w, 500, "no-memory", "no memory for this file");
    } else {
        send_page(w, 200, &f);
    }
}

/* The token of an Authorization header, or NULL. */
static const char *bearer(const wire *w) {
    static const char scheme[] = "Bearer ";
    const char *value = head_field(w->head, "authorization");
    if (!value || strncasecmp(value, scheme, sizeof scheme - 1) != 0) return NULL;
    return value + sizeof scheme - 1;
}

static void send_text(wire *w, int status, const char *type, const char *bytes, size_t length) {
    send_words(w, status, type, message_of_bytes(bytes, length, false));
}

/* Whether it can do its work: a match whose journal cannot be written waits. */
static void send_health(wire *w) {
    arena_figures f;
    arena_measure(w->service->arena, &f);
    const char *words = f.troubled ? "the journal cannot be written\n" : "ok\n";
    send_text(w, f.troubled ? 503 : 200, "text/plain; charset=utf-8", words, strlen(words));
}

/* A client on this machine. A proxy that the operator did not declare shows by the fields it
 * adds. */
static bool is_local(const wire *w) {
    return ip_is_loopback(&w->peer) && ip_is_loopback(&w->client) &&
           !head_field(w->head, "x-forwarded-for") && !head_field(w->head, "forwarded") &&
           !head_field(w->head, "x-real-ip") && !head_field(w->head, "via");
}

static bool may_read_metrics(const wire *w) {
    const server_setup *setup = w->service->setup;
    const char *token = bearer(w);
    unsigned char hash[TOKEN_BYTES];
    if (setup->metrics_token && token) {
        token_hash_any(token, hash);
        if (token_same(hash, w->service->metrics_token)) return true;
    }
    return setup->metrics == SERVER_EVERYBODY || (setup->metrics == SERVER_LOCAL && is_local(w));
}

static void send_metrics(wire *w) {
    char bytes[METRICS_MOST];
    text t = text_over(bytes, sizeof bytes);
    if (!may_read_metrics(w)) {
        http_refuse(w, 403, "metrics", "not for this client; see 'damero serve --metrics'");
        return;
    }
    metrics_write(w->service, &t);
    send_text(w, 200, "text/plain; version=0.0.4; charset=utf-8", bytes, t.length);
}

static const char *argument(void *context, const char *name, char *value, size_t size) {
    return head_argument(((wire *)context)->head, name, value, size);
}

static void ask(wire *w, const char *body, size_t length) {
    desk_reply r;
    desk_request q = {.post = w->head->method == HEAD_POST,
                      .removes = w->head->method == HEAD_DELETE,
                      .peer = service_address(w),
                      .token = bearer(w),
                      .path = w->head->path,
                      .argument = argument,
                      .context = w,
                      .body = body,
                      .length = length};
    w->asked = true;
    if (!desk_ask(w->service->desk, &q, &r)) return;
    w->asked = false;
    send_reply(w, &r);
}

void http_answered(void *context, const desk_reply *r) {
    wire *w = context;
    w->asked = false;
    send_reply(w, r);
}

static bool refuse(head_error *e, int status, const char *code, const char *why) {
    *e = (head_error){status, code, why};
    return false;
}

bool http_check(wire *w, head_error *e) {
    const head *h = w->head;
    bool post = h->method == HEAD_POST;
    const char *stranger = stranger_error(w), *type = head_field(h, "content-type");
    if (stranger) return refuse(e, 403, "stranger", stranger);
    if (h->method == HEAD_OTHER)
        return refuse(e, 405, "method", "only GET, POST and DELETE are supported");
    if (h->body > DESK_MESSAGE_MAX)
        return refuse(e, 413, "too-long", "a request may have at most 16 kB");
    bool changes = post || h->method == HEAD_DELETE;
    if (changes && strncmp(h->path, "/api/", 5) != 0)
        return refuse(e, 405, "method", "POST and DELETE are only for /api/");
    if (!post) return true;
    if (!h->has_body) return refuse(e, 411, "length", "Content-Length is required");
    if (!type || !is_json(type))
        return refuse(e, 415, "type", "Content-Type must be application/json");
    return true;
}

void http_answer(wire *w, const char *body, size_t length) {
    if (head_field_has(w->head, "upgrade", "websocket")) socket_upgrade(w);
    else if (strncmp(w->head->path, "/api/", 5) == 0) ask(w, body, length);
    else if (strcmp(w->head->path, "/healthz") == 0) send_health(w);
    else if (strcmp(w->head->path, "/metrics") == 0) send_metrics(w);
    else send_file(w);
}
