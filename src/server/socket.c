#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/frame.h"
#include "server/lab.h"
#include "server/perudo_line.h"
#include "server/processor.h"
#include "server/rate.h"
#include "server/service.h"
#include "server/sha1.h"

enum {
    WAITING_MOST = 512 << 10, /* bytes queued for a slow reader; beyond this news is skipped */
    WAITING_LIMIT = 4 << 20,  /* beyond this it is dropped */
    KEY_BYTES = 16,
    SIMULATOR_SECONDS = 30,
};

/* A WebSocket: a client of the arena, of a laboratory board, or of a real board's line. */
typedef struct client {
    wire *wire;
    desk_client *desk; /* or ... */
    lab *lab;          /* or ... */
    perudo_watcher *watcher;
    struct client *next; /* of the next board */
    int64_t rests;       /* the board does not run before */
    frames frames;
    rate controls; /* pings and pongs, which nobody needs many of */
    bool behind;
} client;

static void close_with(wire *w, int status) {
    message *m = frame_close(status);
    wire_push(w, m, false);
    message_release(m);
    wire_close(w);
}

static bool send_message(void *context, message *m, bool must) {
    client *c = context;
    wire *w = c->wire;
    if (w->stage != WIRE_SOCKET) return true; /* it is being closed */
    if (!must && w->waiting > WAITING_MOST) {
        c->behind = true;
        return false;
    }
    if (w->waiting > WAITING_LIMIT || !wire_push(w, m, true)) close_with(w, FRAME_POLICY);
    return true;
}

static void close_socket(void *context, int status) {
    client *c = context;
    if (c->wire->stage == WIRE_SOCKET) close_with(c->wire, status);
}

void socket_drained(wire *w) {
    client *c = w->socket;
    if (!c->behind) return;
    c->behind = false;
    if (c->desk) desk_drained(c->desk);
    if (c->lab) lab_drained(c->lab);
}

void socket_ping(wire *w) {
    message *m = frame_ping();
    wire_push(w, m, false);
    message_release(m);
}

static void pong(wire *w) {
    client *c = w->socket;
    message *m = frame_pong(c->frames.control, c->frames.control_length);
    wire_push(w, m, false);
    message_release(m);
}

static void receive_message(wire *w, client *c) {
    const frames *f = &c->frames;
    address_use(w->address, ADDRESS_REQUEST, w->service->now);
    if (c->desk) desk_receive(c->desk, f->bytes, f->length);
    else if (c->lab) lab_receive(c->lab, f->bytes, f->length);
    else close_with(w, FRAME_POLICY); /* a line takes no requests */
}

size_t socket_read(wire *w, const char *bytes, size_t length) {
    client *c = w->socket;
    frames *f = &c->frames;
    scan in = scan_over(bytes, length);
    frame_kind kind = FRAME_NONE;
    while (w->stage == WIRE_SOCKET && !scan_done(&in) && kind != FRAME_MESSAGE) {
        kind = frames_read(f, &in, DESK_MESSAGE_MAX);
        if (kind == FRAME_BAD || kind == FRAME_CLOSE) close_with(w, f->status);
        else if (kind == FRAME_MESSAGE) receive_message(w, c);
        else if (kind != FRAME_NONE && !rate_take(&c->controls, RATE_CLIENT, w->service->now))
            close_with(w, FRAME_POLICY);
        else if (kind == FRAME_PING) pong(w);
    }
    return (size_t)(in.at - bytes);
}

bool socket_plays(const wire *w) {
    const client *c = w->socket;
    return c && c->desk && desk_plays(c->desk);
}

void socket_close_labs(service *s) {
    for (client *c = s->labs; c; c = c->next)
        if (c->wire->stage == WIRE_SOCKET) close_with(c->wire, FRAME_GOING_AWAY);
}

/* Together they take about a tenth of the time. What cannot be divided, such as a move of a board's
 * machine, may take longer: then the board rests accordingly. */
void socket_run_labs(service *s) {
    int64_t share = (int64_t)10 * s->lab_count, work = LAB_TICK_MS * MILLISECOND / share;
    for (client *c = s->labs; c; c = c->next) {
        if (s->now < c->rests) continue;
        int64_t before = processor_time();
        lab_run(c->lab, work);
        int64_t spent = processor_time() - before;
        address_occupy(c->wire->address, spent, s->now);
        c->rests = s->now + (spent - work) * share;
    }
}

static const char socket_path[] = "/api/socket", lab_path[] = "/api/lab/",
                  line_path[] = "/api/lab/perudo-view";

static client *open_client(wire *w, bool at_lab, bool at_line, error *e) {
    service *s = w->service;
    client *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    *c = (client){.wire = w, .controls = rate_full(RATE_CLIENT, s->now)};
    desk_socket socket = {
        .context = c, .peer = service_address(w), .send = send_message, .close = close_socket};
    /* Messages sent at once must follow the answer to the request. */
    w->socket = c;
    if (at_line) c->watcher = perudo_line_watch(s->line, socket);
    else if (at_lab) c->lab = lab_open(w->head->path + sizeof lab_path - 1, socket, s->designs, e);
    else c->desk = desk_open(s->desk, socket);
    if (c->desk || c->lab || c->watcher) return c;
    w->socket = NULL;
    free(c);
    return NULL;
}

void socket_free(wire *w) {
    service *s = w->service;
    client *c = w->socket;
    s->clients--;
    if (c->desk) desk_close(c->desk);
    if (c->watcher) perudo_line_leave(c->watcher);
    if (c->lab) {
        client **at = &s->labs;
        while (*at != c) at = &(*at)->next;
        *at = c->next;
        s->lab_count--;
        lab_close(c->lab);
    }
    frames_destroy(&c->frames);
    free(c);
    w->socket = NULL;
}

/* The answer to a key: RFC 6455, 4.2.2. False if it is not 16 bytes in base64. */
static bool accept_of(const char *key, char accept[SHA1_BASE64]) {
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char bytes[KEY_BYTES], hash[SHA1_BYTES];
    char whole[64 + sizeof magic];
    size_t length = 0;
    if (!key || strlen(key) > 64 ||
        sodium_base642bin(bytes, sizeof bytes, key, strlen(key), NULL, &length, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        length != KEY_BYTES)
        return false;
    text t = text_over(whole, sizeof whole);
    text_addf(&t, "%s%s", key, magic);
    sha1(whole, t.length, hash);
    sodium_bin2base64(accept, SHA1_BASE64, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    return true;
}

static bool send_upgrade(wire *w, const char *accept, const char *subprotocol) {
    char memory[300];
    text t = text_over(memory, sizeof memory);
    text_addf(&t,
              "HTTP/1.1 101 Switching Protocols\r\nserver: damero\r\nupgrade: websocket\r\n"
              "connection: upgrade\r\nsec-websocket-accept: %s\r\n"
              "sec-websocket-protocol: %s\r\n\r\n",
              accept, subprotocol);
    message *m = message_of_bytes(memory, t.length, false);
    bool good = wire_push(w, m, false);
    message_release(m);
    return good;
}

/* If there are as many as there may be, one of an address that has far more than this one makes
 * room. */
static bool has_place(wire *w) {
    service *s = w->service;
    if (s->clients < SERVER_CLIENTS_MAX) return true;
    int own = w->address->sockets;
    wire *greedy = wire_of_greediest(s, true, own > ADDRESS_FAIR ? own : ADDRESS_FAIR);
    if (greedy) close_with(greedy, FRAME_TRY_LATER);
    return greedy;
}

static bool counts(const client *c, bool designs) {
    return c->wire->stage == WIRE_SOCKET && (!designs || lab_is_design(c->lab));
}

static int boards_of(const service *s, const address *a, bool designs) {
    int count = 0;
    for (const client *c = s->labs; c; c = c->next)
        count += c->wire->address == a && counts(c, designs);
    return count;
}

/* Closes a board, or a design, of the address that has most of them, unless this one would then
 * have as many. */
static bool close_greediest(wire *w, bool designs) {
    service *s = w->service;
    wire *greedy = NULL;
    int most = boards_of(s, w->address, designs) + 1;
    for (const client *c = s->labs; c; c = c->next) {
        int count = boards_of(s, c->wire->address, designs);
        if (count <= most || !counts(c, designs)) continue;
        most = count;
        greedy = c->wire;
    }
    if (greedy) close_with(greedy, FRAME_TRY_LATER);
    return greedy;
}

/* The same for the boards of the laboratory, of which there are few. */
static bool has_board(wire *w) {
    return w->service->lab_count < LABS_MAX || close_greediest(w, false);
}

/* Simulators are fewer still, and one that is closed takes a while to end. So a client for which
 * one was closed is asked to try again, and the place is kept for its address meanwhile. */
static bool has_simulator(wire *w, const char *board) {
    service *s = w->service;
    if (!lab_design_command(s->designs, board)) return true;
    bool own = strcmp(s->simulator_for, w->address->name) == 0;
    bool kept = s->now < s->simulator_until && !own;
    if (lab_design_has_room(s->designs, board, kept)) {
        if (own) s->simulator_for[0] = '\0', s->simulator_until = 0;
        return true;
    }
    if (s->now >= s->simulator_until && close_greediest(w, true)) {
        text t = text_over(s->simulator_for, sizeof s->simulator_for);
        text_add(&t, w->address->name);
        s->simulator_until = s->now + SIMULATOR_SECONDS * SECOND;
    }
    return false;
}

void socket_upgrade(wire *w) {
    service *s = w->service;
    const head *h = w->head;
    char accept[SHA1_BASE64];
    error e = {0};
    const char *version = head_field(h, "sec-websocket-version");
    bool at_line = strcmp(h->path, line_path) == 0;
    bool at_lab = !at_line && strncmp(h->path, lab_path, sizeof lab_path - 1) == 0;
    const char *subprotocol = at_lab || at_line ? "damero-lab" : "damero";
    if (!at_lab && !at_line && strcmp(h->path, socket_path) != 0) {
        http_refuse(w, 404, "no-page", "sockets are at /api/socket and /api/lab/BOARD");
    } else if (h->method != HEAD_GET || h->old || h->body ||
               !head_field_has(h, "connection", "upgrade") ||
               !head_field_has(h, "sec-websocket-protocol", subprotocol)) {
        http_refuse(w, 400, "bad-request", "not a valid request for this socket");
    } else if (!version || strcmp(version, "13") != 0) {
        http_refuse(w, 426, "version", "this server speaks WebSocket version 13");
    } else if (!accept_of(head_field(h, "sec-websocket-key"), accept)) {
        http_refuse(w, 400, "bad-request", "Sec-WebSocket-Key: expected 16 bytes in base64");
    } else if (at_lab && !has_simulator(w, h->path + sizeof lab_path - 1)) {
        http_refuse(w, 503, "busy", "all simulators are in use, please try again later");
    } else if ((at_lab && !has_board(w)) || !has_place(w)) {
        http_refuse(w, 503, "busy", "too many sockets, please try again");
    } else if (!open_client(w, at_lab, at_line, &e)) {
        http_refuse(w, 404, "no-page", *e.message ? e.message : "no memory for a socket");
    } else {
        s->clients++;
        s->sockets_opened++;
        if (at_lab) {
            w->socket->next = s->labs;
            s->labs = w->socket;
            s->lab_count++;
        }
        if (!send_upgrade(w, accept, subprotocol)) w->broken = true;
        free(w->head);
        w->head = NULL;
        w->stage = WIRE_SOCKET;
        if (at_line) perudo_line_greet(w->socket->watcher);
        wire_set_ready(w);
    }
}
