#include "server/wire.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "server/service.h"

/* The stages of a connection:
 *
 *   IDLE -> HEAD -> BODY -> ANSWER -> IDLE ...   requests, one after another
 *                                  -> SOCKET     an upgrade, for the rest of the connection
 *                                  -> CLOSING    after a refusal, or an answer that is the last
 *
 * Bytes that arrive, an answer that was sent and an engine that has answered only put a connection
 * on the list of those with work (wire_set_ready). wire_next_ready chooses fairly among them, and
 * wire_step handles one request or frame of the chosen one. That is why nothing here loops over the
 * input: what is left of it waits for the next turn.
 *
 * Most connections are silent, so `in` and `head` exist only while they hold something. Output is
 * references to messages that all receivers share. The head of a WebSocket frame lies in front of
 * the message's bytes, so a broadcast is never copied. */
enum { IN_MOST = HEAD_MAX + DESK_MESSAGE_MAX, OUT_FIRST = 8, CHUNK = 16384 };

static void set_stage(wire *w, wire_stage stage) {
    w->stage = stage;
    w->since = w->service->now;
}

wire *wire_open(service *s, const ip *peer) {
    wire *w = malloc(sizeof *w);
    address *a = w ? addresses_enter(s->addresses, peer, s->now) : NULL;
    if (!a) {
        free(w);
        return NULL;
    }
    *w = (wire){.service = s,
                .next = s->wires,
                .peer = *peer,
                .client = *peer,
                .address = a,
                .since = s->now,
                .heard = s->now,
                .moved = s->now,
                .descriptor = -1};
    if (w->next) w->next->previous = w;
    s->wires = w;
    s->wire_count++;
    return w;
}

static void set_half(wire *w, bool half) {
    if (w->half && !half) address_end_half(w->address);
    w->half = half;
}

/* Bytes wait to be sent, or no longer do (a negative number, as it comes out without a sign). */
static void add_waiting(wire *w, size_t bytes) {
    w->waiting += bytes;
    w->address->waiting += bytes;
}

static message *pop(wire *w) {
    message *m = w->out[w->out_first].message;
    w->out_first = (w->out_first + 1) % w->out_capacity;
    w->out_count--;
    return m;
}

static void leave_ready(wire *w) {
    service *s = w->service;
    wire *before = NULL;
    if (!w->is_ready) return;
    for (wire *at = s->ready; at != w; at = at->next_ready) before = at;
    if (before) before->next_ready = w->next_ready;
    else s->ready = w->next_ready;
    if (s->last_ready == w) s->last_ready = before;
    w->is_ready = false;
}

static void leave_list(wire *w) {
    service *s = w->service;
    if (w->previous) w->previous->next = w->next;
    else s->wires = w->next;
    if (w->next) w->next->previous = w->previous;
    s->wire_count--;
    leave_ready(w);
}

void wire_free(wire *w) {
    if (w->asked) desk_forget(w->service->desk, w);
    if (w->socket) socket_free(w);
    leave_list(w);
    set_half(w, false);
    while (w->out_count) message_release(pop(w));
    add_waiting(w, -w->waiting);
    addresses_leave(w->address);
    free(w->out);
    free(w->in);
    free(w->head);
    free(w);
}

void wire_set_ready(wire *w) {
    service *s = w->service;
    if (w->is_ready) return;
    w->is_ready = true;
    w->next_ready = NULL;
    if (s->ready) s->last_ready->next_ready = w;
    else s->ready = w;
    s->last_ready = w;
}

/* Players first, then the address that has kept us least busy; among equals the first. */
wire *wire_next_ready(service *s) {
    wire *best = NULL;
    bool best_plays = false;
    double least = 0;
    for (wire *w = s->ready; w; w = w->next_ready) {
        bool plays = socket_plays(w);
        double busy = address_busy(w->address, s->now);
        if (best && (plays < best_plays || (plays == best_plays && busy >= least))) continue;
        best = w;
        best_plays = plays;
        least = busy;
    }
    if (best) leave_ready(best);
    return best;
}

wire *wire_of_greediest(const service *s, bool socket, int least) {
    wire *found = NULL;
    for (wire *w = s->wires; w; w = w->next) {
        if (w->address->trusted || w->address->sockets <= least || socket_plays(w)) continue;
        if (socket && w->stage != WIRE_SOCKET) continue;
        least = w->address->sockets;
        found = w;
    }
    return found;
}

/* Output. */

bool wire_push(wire *w, message *m, bool framed) {
    if (!m || w->broken) return false; /* half of an answer is worse than none */
    if (w->out_count == w->out_capacity) {
        size_t capacity = w->out_capacity ? 2 * w->out_capacity : OUT_FIRST;
        struct wire_outgoing *larger = malloc(capacity * sizeof *larger);
        if (!larger) return false;
        for (size_t i = 0; i < w->out_count; i++)
            larger[i] = w->out[(w->out_first + i) % w->out_capacity];
        free(w->out);
        w->out = larger;
        w->out_capacity = capacity;
        w->out_first = 0;
    }
    size_t at = (w->out_first + w->out_count++) % w->out_capacity;
    w->out[at].message = message_hold(m);
    w->out[at].framed = framed;
    if (w->waiting == 0) w->moved = w->service->now;
    add_waiting(w, m->length + (framed ? m->frame : 0));
    wire_set_ready(w);
    return true;
}

void wire_close(wire *w) {
    set_half(w, false);
    set_stage(w, WIRE_CLOSING);
    wire_set_ready(w);
}

const char *wire_output(const wire *w, size_t *length) {
    if (!w->out_count) return NULL;
    const message *m = w->out[w->out_first].message;
    size_t frame = w->out[w->out_first].framed ? m->frame : 0;
    *length = frame + m->length - w->sent;
    return m->bytes - frame + w->sent;
}

/* An answer has been sent: continue with the next request. */
static void end_answer(wire *w) {
    free(w->head);
    w->head = NULL;
    if (!w->keep) {
        wire_close(w);
        return;
    }
    set_stage(w, WIRE_IDLE);
    w->in_known = 0;
    if (w->in_length) wire_set_ready(w);
}

void wire_sent(wire *w, size_t length) {
    w->moved = w->service->now;
    add_waiting(w, -length);
    w->sent += length;
    size_t whole;
    while (wire_output(w, &whole) && whole == 0) {
        message_release(pop(w));
        w->sent = 0;
    }
    if (w->out_count) return;
    if (w->stage == WIRE_ANSWER && !w->asked) end_answer(w);
    else if (w->stage == WIRE_CLOSING) w->since = w->service->now; /* it lingers from now on */
    else if (w->stage == WIRE_SOCKET) socket_drained(w);
}

/* Input. */

size_t wire_room(const wire *w) {
    switch (w->stage) {
    case WIRE_ANSWER: return 0;
    case WIRE_SOCKET:
        return w->in_length ? 0 : CHUNK; /* bytes that came with the request go first */
    case WIRE_CLOSING: return CHUNK;
    default: return IN_MOST - w->in_length;
    }
}

void wire_take(wire *w, const char *bytes, size_t length) {
    w->heard = w->service->now;
    w->pinged = false;
    if (w->stage == WIRE_CLOSING) return;
    char *larger = realloc(w->in, w->in_length + length);
    if (!larger) {
        w->broken = true;
        return;
    }
    w->in = larger;
    memcpy(w->in + w->in_length, bytes, length);
    w->in_length += length;
    wire_set_ready(w);
}

static void drop_in(wire *w, size_t length) {
    w->in_length -= length;
    if (w->in_length) memmove(w->in, w->in + length, w->in_length);
    else {
        free(w->in);
        w->in = NULL;
    }
    w->in_known = 0;
}

static void refuse(wire *w, const head_error *e) {
    set_stage(w, WIRE_ANSWER);
    set_half(w, false);
    w->keep = false;
    http_refuse(w, e->status, e->code, e->why);
}

/* The request is incomplete. */
static void wait_for_more(wire *w) {
    static const head_error many = {429, "too-many",
                                    "too many unfinished requests from this address"};
    if (w->half) return;
    if (address_begin_half(w->address)) w->half = true;
    else refuse(w, &many);
}

/* A proxy's connection is counted for the client of each of its requests. */
static bool settle_client(wire *w, head_error *e) {
    char list[HEAD_MAX];
    text t = text_over(list, sizeof list);
    service *s = w->service;
    /* Several fields are one list; each proxy adds to its end. */
    for (size_t i = 0; i < w->head->field_count; i++)
        if (strcmp(w->head->field[i].name, "x-forwarded-for") == 0)
            text_addf(&t, "%s%s", t.length ? "," : "", w->head->field[i].value);
    ip client;
    if (!addresses_forwarded(s->addresses, list, &client)) client = w->peer;
    if (memcmp(&client, &w->client, sizeof client) == 0) return true;
    address *a = addresses_enter(s->addresses, &client, s->now);
    if (!a) {
        *e = (head_error){429, "too-many", "too many connections from this address"};
        return false;
    }
    set_half(w, false);
    w->address->waiting -= w->waiting;
    a->waiting += w->waiting;
    addresses_leave(w->address);
    w->address = a;
    w->client = client;
    return true;
}

static void read_head(wire *w) {
    static const head_error large = {431, "too-long",
                                     "the header of a request may have at most 8 kB"};
    static const head_error path = {414, "too-long", "that path is too long"};
    static const head_error memory = {503, "no-memory", "no memory for a request"};
    head_error e;
    size_t known = w->in_length < HEAD_MAX ? w->in_length : HEAD_MAX;
    size_t length = head_length(w->in, known, w->in_known);
    if (!length && known < HEAD_MAX) {
        w->in_known = known;
        wait_for_more(w);
        return;
    }
    if (!length) {
        refuse(w, memchr(w->in, '\n', known) ? &large : &path);
        return;
    }
    w->head = malloc(sizeof *w->head);
    bool trusted = w->address->trusted || memcmp(&w->peer, &w->client, sizeof w->peer) != 0;
    if (!w->head) {
        refuse(w, &memory);
    } else if (!head_read(w->head, w->in, length, &e) || (trusted && !settle_client(w, &e))) {
        refuse(w, &e);
    } else {
        address_use(w->address, ADDRESS_REQUEST, w->service->now);
        drop_in(w, length);
        w->keep = !w->head->old && !head_field_has(w->head, "connection", "close");
        if (!http_check(w, &e)) {
            if (w->head->body) w->keep = false; /* the body is not awaited */
            set_stage(w, WIRE_ANSWER);
            set_half(w, false);
            http_refuse(w, e.status, e.code, e.why);
            return;
        }
        set_stage(w, WIRE_BODY);
        if (w->in_length < w->head->body && head_field_has(w->head, "expect", "100-continue"))
            http_go_on(w);
    }
}

static void read_body(wire *w) {
    size_t length = (size_t)w->head->body; /* http_check has made sure that it is not large */
    if (w->in_length < length) {
        wait_for_more(w);
        return;
    }
    set_half(w, false);
    set_stage(w, WIRE_ANSWER);
    http_answer(w, length ? w->in : "", length);
    drop_in(w, length);
}

void wire_step(wire *w) {
    /* RFC 9112, 2.2: an empty line before a request is ignored. */
    size_t empty = 0;
    while (w->stage == WIRE_IDLE && w->in_length - empty >= 2 &&
           memcmp(w->in + empty, "\r\n", 2) == 0)
        empty += 2;
    if (empty) drop_in(w, empty);
    bool half_line = w->in_length == 1 && w->in[0] == '\r';
    bool allowed = address_use(w->address, 0, w->service->now);
    if (w->stage == WIRE_IDLE && w->in_length && !half_line && allowed) set_stage(w, WIRE_HEAD);
    if (w->stage == WIRE_HEAD) read_head(w);
    if (w->stage == WIRE_BODY) read_body(w);
    if (w->stage == WIRE_SOCKET && w->in_length && allowed) {
        drop_in(w, socket_read(w, w->in, w->in_length));
        if (w->stage == WIRE_SOCKET && w->in_length) wire_set_ready(w);
    }
}

/* Time. */

bool wire_is_late(wire *w) {
    static const head_error slow = {408, "too-slow", "a request must arrive within 5 seconds"};
    int64_t now = w->service->now;
    int64_t stage = now - w->since, silent = now - w->heard;
    if (w->out_count) return now - w->moved > WIRE_SEND_SECONDS * SECOND;
    switch (w->stage) {
    case WIRE_IDLE:
        if (w->in_length) wire_set_ready(w); /* its address may have allowance again */
        return stage > WIRE_IDLE_SECONDS * SECOND;
    case WIRE_HEAD:
    case WIRE_BODY:
        if (stage > WIRE_REQUEST_SECONDS * SECOND) refuse(w, &slow);
        return false;
    case WIRE_ANSWER: return stage > WIRE_THINK_SECONDS * SECOND;
    case WIRE_SOCKET:
        if (w->in_length) wire_set_ready(w); /* likewise */
        if (silent > WIRE_PING_SECONDS * SECOND && !w->pinged) {
            w->pinged = true;
            socket_ping(w);
        }
        return silent > WIRE_SILENT_SECONDS * SECOND;
    case WIRE_CLOSING: return stage > WIRE_LINGER_SECONDS * SECOND;
    }
    return true;
}
