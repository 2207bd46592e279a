#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "server/match_json.h"
#include "server/service.h"

enum { PATH_MOST = 512, CHUNK = 16384, HEADERS = 4096, ANSWER_SECONDS = 60 };

/* One request and its answer, on a connection that may have many. */
typedef struct exchange {
    struct lws *socket;
    bool open; /* between the request and the end of its answer */
    bool post, head;
    char path[PATH_MOST];
    char *body_in;
    size_t body_length;
    message *body;
    size_t sent;
    bool headers_sent;
} exchange;

_Static_assert(sizeof(exchange) <= SERVICE_EXCHANGE, "a connection has room for an exchange");

static const char policy[] =
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

static bool header_of(struct lws *w, enum lws_token_indexes which, char *value, int size) {
    return lws_hdr_copy(w, value, size, which) > 0;
}

/* The name part of a Host header, without the port. */
static void host_name(const char *host, text *t) {
    size_t length = host[0] == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
    if (length > strlen(host)) length = strlen(host);
    text_add_part(t, host, length);
}

/* Whether the Host header names this machine to itself. */
static bool names_itself(const char *host) {
    char name[256];
    text t = text_over(name, sizeof name);
    host_name(host, &t);
    return strcasecmp(name, "localhost") == 0 || strncmp(name, "127.", 4) == 0 ||
           strcmp(name, "[::1]") == 0;
}

const char *service_stranger(struct lws *w) {
    char host[256], origin[300];
    if (!header_of(w, WSI_TOKEN_HOST, host, sizeof host)) return "a Host header is wanted";
    if (service_of(w)->loopback && !names_itself(host))
        return "this server is for this machine, under its own name";
    int length = lws_hdr_total_length(w, WSI_TOKEN_ORIGIN);
    if (length == 0) return NULL; /* no browser's page */
    if (!header_of(w, WSI_TOKEN_ORIGIN, origin, sizeof origin)) return "a strange Origin";
    const char *site = strncmp(origin, "http://", 7) == 0    ? origin + 7
                       : strncmp(origin, "https://", 8) == 0 ? origin + 8
                                                             : "";
    return strcasecmp(site, host) == 0 ? NULL : "another site's page may not ask here";
}

static bool add(struct lws *w, const char *name, const char *value, unsigned char **p,
                unsigned char *end) {
    return lws_add_http_header_by_name(w, (const unsigned char *)name, (const unsigned char *)value,
                                       (int)strlen(value), p, end) == 0;
}

static const char *cache_of(const page_file *f) {
    if (!f) return "no-store";
    return f->lasting ? "public, max-age=31536000, immutable" : "no-cache";
}

/* Writes the headers of an answer; the rest follows when the socket can take it. */
static int send_headers(exchange *x, int status, const char *type, const page_file *f) {
    unsigned char memory[LWS_PRE + HEADERS], *start = memory + LWS_PRE, *p = start;
    unsigned char *end = memory + sizeof memory - 1;
    size_t length = x->body ? x->body->length : 0;
    bool good = lws_add_http_common_headers(x->socket, (unsigned)status, type,
                                            (lws_filepos_t)length, &p, end) == 0 &&
                add(x->socket, "content-security-policy:", policy, &p, end) &&
                add(x->socket, "x-content-type-options:", "nosniff", &p, end) &&
                add(x->socket, "referrer-policy:", "no-referrer", &p, end) &&
                add(x->socket, "cross-origin-opener-policy:", "same-origin", &p, end) &&
                add(x->socket, "cross-origin-resource-policy:", "same-origin", &p, end) &&
                add(x->socket, "x-frame-options:", "DENY", &p, end) &&
                add(x->socket, "cache-control:", cache_of(f), &p, end) &&
                (!f || add(x->socket, "etag:", f->etag, &p, end)) &&
                (!f || add(x->socket, "vary:", "Accept-Encoding", &p, end)) &&
                (!f || !f->compressed || add(x->socket, "content-encoding:", "gzip", &p, end)) &&
                (status != 405 || add(x->socket, "allow:", "GET, HEAD, POST", &p, end));
    if (!good || lws_finalize_write_http_header(x->socket, start, &p, end)) return -1;
    x->headers_sent = true;
    if (x->head || length == 0) {
        x->open = false;
        return lws_http_transaction_completed(x->socket) ? -1 : 0;
    }
    lws_set_timeout(x->socket, PENDING_TIMEOUT_HTTP_CONTENT, ANSWER_SECONDS);
    lws_callback_on_writable(x->socket);
    return 0;
}

static int send_reply(exchange *x, const desk_reply *r) {
    message_release(x->body);
    x->body = r->body;
    x->sent = 0;
    return send_headers(x, r->body ? r->status : 500, r->type, NULL);
}

static int send_error(exchange *x, int status, const char *code, const char *why) {
    error e;
    error_set(&e, "%s", why);
    json_t *o = json_pack("{s:o}", "error", refusal_json(code, &e));
    desk_reply r = {status, "application/json", message_of(o)};
    return send_reply(x, &r);
}

static int send_more(exchange *x) {
    unsigned char memory[LWS_PRE + CHUNK];
    if (!x->open || !x->body || !x->headers_sent) return 0;
    size_t left = x->body->length - x->sent, count = left < CHUNK ? left : CHUNK;
    memcpy(memory + LWS_PRE, x->body->bytes + x->sent, count);
    x->sent += count;
    bool last = x->sent == x->body->length;
    int done =
        lws_write(x->socket, memory + LWS_PRE, count, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP);
    if (done < (int)count) return -1;
    if (!last) {
        lws_callback_on_writable(x->socket);
        return 0;
    }
    x->open = false;
    return lws_http_transaction_completed(x->socket) ? -1 : 0;
}

/* Whether the other side accepts gzip. */
static bool takes_gzip(struct lws *w) {
    char accepts[200];
    return header_of(w, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accepts, sizeof accepts) &&
           strstr(accepts, "gzip");
}

static int send_file(exchange *x) {
    page_file f;
    char known[200];
    if (!files_find(service_of(x->socket)->setup->web, x->path, &f))
        return send_error(x, 404, "no-page", "there is no such file");
    message_release(x->body);
    x->body = NULL;
    x->sent = 0;
    if (header_of(x->socket, WSI_TOKEN_HTTP_IF_NONE_MATCH, known, sizeof known) &&
        strstr(known, f.etag)) {
        message_release(f.body);
        f.compressed = false;
        return send_headers(x, 304, f.type, &f);
    }
    if (f.compressed && !takes_gzip(x->socket) && !files_unpack(&f)) {
        message_release(f.body);
        return send_error(x, 500, "no-memory", "there is no memory for this file");
    }
    x->body = f.body;
    return send_headers(x, 200, f.type, &f);
}

static const char *argument(void *context, const char *name, char *value, size_t size) {
    exchange *x = context;
    char with[40];
    text t = text_over(with, sizeof with);
    text_addf(&t, "%s=", name);
    /* The arguments are kept apart by libwebsockets, each as NAME=VALUE, decoded. */
    for (int i = 0;; i++) {
        char part[2200];
        int length =
            lws_hdr_copy_fragment(x->socket, part, sizeof part, WSI_TOKEN_HTTP_URI_ARGS, i);
        if (length < 0) return NULL;
        if (strncmp(part, with, t.length) != 0) continue;
        text copy = text_over(value, size);
        text_add(&copy, part + t.length);
        return copy.full ? "" : value;
    }
}

/* From this machine, and knowing it: a page of elsewhere whose name leads here is from this machine
 * too, but gives its own name as Host. */
static bool is_local(struct lws *w) {
    char peer[64] = "", host[256];
    lws_get_peer_simple(w, peer, sizeof peer);
    return (strncmp(peer, "127.", 4) == 0 || strcmp(peer, "::1") == 0 ||
            strncmp(peer, "::ffff:127.", 11) == 0) &&
           header_of(w, WSI_TOKEN_HOST, host, sizeof host) && names_itself(host);
}

static int ask(exchange *x) {
    desk_reply r;
    desk_request q = {.post = x->post,
                      .local = is_local(x->socket),
                      .path = x->path,
                      .argument = argument,
                      .context = x,
                      .body = x->body_in ? x->body_in : "",
                      .length = x->body_length};
    if (desk_ask(service_of(x->socket)->desk, &q, &r)) return send_reply(x, &r);
    lws_set_timeout(x->socket, PENDING_TIMEOUT_HTTP_CONTENT, ANSWER_SECONDS);
    return 0;
}

void service_answered(void *context, const desk_reply *r) {
    exchange *x = context;
    if (send_reply(x, r) != 0)
        lws_set_timeout(x->socket, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
}

static void clear(exchange *x) {
    if (x->socket) desk_forget(service_of(x->socket)->desk, x);
    message_release(x->body);
    free(x->body_in);
    *x = (exchange){0};
}

static int begin(exchange *x, struct lws *w, const char *path, size_t length) {
    clear(x);
    x->socket = w;
    x->open = true;
    x->post = lws_hdr_total_length(w, WSI_TOKEN_POST_URI) > 0;
    x->head = lws_hdr_total_length(w, WSI_TOKEN_HEAD_URI) > 0;
    text t = text_over(x->path, sizeof x->path);
    text_add_part(&t, path, length);
    const char *stranger = service_stranger(w);
    if (stranger) return send_error(x, 403, "stranger", stranger);
    if (t.full) return send_error(x, 414, "too-long", "that path is too long");
    if (!x->post && !x->head && lws_hdr_total_length(w, WSI_TOKEN_GET_URI) == 0)
        return send_error(x, 405, "method", "GET and POST are known here");
    if (strncmp(x->path, "/api/", 5) != 0)
        return x->post ? send_error(x, 405, "method", "POST goes to /api/") : send_file(x);
    if (!x->post) return ask(x);
    char size[24], type[80];
    uint64_t number;
    if (!header_of(w, WSI_TOKEN_HTTP_CONTENT_LENGTH, size, sizeof size))
        return send_error(x, 411, "length", "Content-Length is wanted");
    scan s = scan_string(size);
    if (!scan_number(&s, 0, DESK_MESSAGE_MAX, &number) || !scan_done(&s))
        return send_error(x, 413, "too-long", "a request may have 16 kB");
    if (!header_of(w, WSI_TOKEN_HTTP_CONTENT_TYPE, type, sizeof type) ||
        strncmp(type, "application/json", 16) != 0)
        return send_error(x, 415, "type", "Content-Type: application/json is wanted");
    return number == 0 ? send_error(x, 400, "bad-json", "one JSON object is wanted") : 0;
}

static int take_body(exchange *x, const char *bytes, size_t length) {
    if (!x->open || x->headers_sent) return 0; /* refused already */
    if (x->body_length + length > DESK_MESSAGE_MAX) return -1;
    char *larger = realloc(x->body_in, x->body_length + length + 1);
    if (!larger) return -1;
    x->body_in = larger;
    memcpy(larger + x->body_length, bytes, length);
    x->body_length += length;
    return 0;
}

int service_http(struct lws *w, enum lws_callback_reasons why, void *user, void *in,
                 size_t length) {
    exchange *x = user;
    switch (why) {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        if (service_of(w)->desk) desk_hear(service_of(w)->desk);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return -1; /* sockets name their protocol */
    case LWS_CALLBACK_HTTP: return begin(x, w, in, length);
    case LWS_CALLBACK_HTTP_BODY: return take_body(x, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return x->open && !x->headers_sent ? ask(x) : 0;
    case LWS_CALLBACK_HTTP_WRITEABLE: return send_more(x);
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP:
        if (x) clear(x);
        return 0;
    default: return lws_callback_http_dummy(w, why, user, in, length);
    }
}
