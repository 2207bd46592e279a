#include <stdlib.h>
#include <string.h>

#include "server/lab.h"
#include "server/service.h"

_Static_assert(MESSAGE_ROOM >= LWS_PRE, "libwebsockets writes its frame in front of a message");

enum {
    WAITING_MOST =
        512 << 10, /* bytes that may wait for one who reads slowly; then news is left out */
    WAITING_LIMIT = 4 << 20, /* then it is dropped */
    QUEUE_FIRST = 16,
};

/* A client's socket: messages out in order, pieces of one coming in. */
typedef struct connection {
    struct lws *socket;
    desk_client *client;     /* of the arena, or ... */
    lab *lab;                /* at a board of the laboratory */
    struct connection *next; /* at the next board */
    message **queue;         /* ring */
    size_t first, count, capacity, waiting;
    bool behind;
    int close; /* the status to close with, when all is sent */
    char *in;
    size_t in_length;
} connection;

static bool push(connection *c, message *m) {
    if (c->count == c->capacity) {
        size_t capacity = c->capacity ? 2 * c->capacity : QUEUE_FIRST;
        message **larger = malloc(capacity * sizeof *larger);
        if (!larger) return false;
        for (size_t i = 0; i < c->count; i++) larger[i] = c->queue[(c->first + i) % c->capacity];
        free(c->queue);
        c->queue = larger;
        c->capacity = capacity;
        c->first = 0;
    }
    c->queue[(c->first + c->count++) % c->capacity] = message_hold(m);
    c->waiting += m->length;
    return true;
}

static message *pop(connection *c) {
    message *m = c->queue[c->first];
    c->first = (c->first + 1) % c->capacity;
    c->count--;
    c->waiting -= m->length;
    return m;
}

static bool send_message(void *context, message *m, bool must) {
    connection *c = context;
    if (!must && c->waiting > WAITING_MOST) {
        c->behind = true;
        return false;
    }
    if (c->close) return true;
    if (c->waiting > WAITING_LIMIT || !push(c, m)) c->close = LWS_CLOSE_STATUS_POLICY_VIOLATION;
    lws_callback_on_writable(c->socket);
    return true;
}

static void close_socket(void *context, int status) {
    connection *c = context;
    c->close = status;
    lws_callback_on_writable(c->socket);
}

static int write_some(connection *c) {
    while (c->count && !lws_send_pipe_choked(c->socket)) {
        message *m = pop(c);
        int done = lws_write(c->socket, (unsigned char *)m->bytes, m->length,
                             m->binary ? LWS_WRITE_BINARY : LWS_WRITE_TEXT);
        bool good = done >= (int)m->length;
        message_release(m);
        if (!good) return -1;
    }
    if (c->count) {
        lws_callback_on_writable(c->socket);
        return 0;
    }
    if (c->close) {
        lws_close_reason(c->socket, (enum lws_close_status)c->close, NULL, 0);
        return -1;
    }
    if (c->behind) {
        c->behind = false;
        if (c->client) desk_drained(c->client);
        else lab_drained(c->lab);
    }
    return 0;
}

static int reject(connection *c, enum lws_close_status status) {
    lws_close_reason(c->socket, status, NULL, 0);
    return -1;
}

static void pass_on(connection *c, const char *bytes, size_t length) {
    if (c->client) desk_receive(c->client, bytes, length);
    else lab_receive(c->lab, bytes, length);
}

static int receive(connection *c, const char *bytes, size_t length) {
    if (lws_frame_is_binary(c->socket)) return reject(c, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
    if (c->in_length + length > DESK_MESSAGE_MAX)
        return reject(c, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
    bool last = lws_is_final_fragment(c->socket) && lws_remaining_packet_payload(c->socket) == 0;
    if (last && c->in_length == 0) {
        pass_on(c, bytes, length);
        return 0;
    }
    char *larger = realloc(c->in, c->in_length + length + 1);
    if (!larger) return -1;
    c->in = larger;
    if (length) memcpy(larger + c->in_length, bytes, length);
    c->in_length += length;
    if (!last) return 0;
    pass_on(c, c->in, c->in_length);
    free(c->in);
    c->in = NULL;
    c->in_length = 0;
    return 0;
}

static const char lab_path[] = "/api/lab/";

/* Whether a connection may become a socket of the page's. */
static int filter(struct lws *w, bool at_lab) {
    char path[40];
    const service *s = service_of(w);
    if (lws_hdr_copy(w, path, sizeof path, WSI_TOKEN_GET_URI) <= 0) return -1;
    bool right = at_lab ? strncmp(path, lab_path, sizeof lab_path - 1) == 0
                        : strcmp(path, "/api/socket") == 0;
    bool full = s->clients >= SERVER_CLIENTS_MAX || (at_lab && s->lab_count >= LABS_MAX);
    return right && !full && !service_stranger(w) ? 0 : -1;
}

static int open_connection(connection *c, struct lws *w) {
    service *s = service_of(w);
    char peer[DESK_PEER];
    service_address(w, peer);
    desk_socket socket = {.context = c, .peer = peer, .send = send_message, .close = close_socket};
    *c = (connection){.socket = w};
    c->client = desk_open(s->desk, socket);
    if (!c->client) return -1;
    s->clients++;
    return 0;
}

static void run_labs(lws_sorted_usec_list_t *list) {
    service *s = lws_container_of(list, service, lab_timer);
    for (connection *c = s->labs; c; c = c->next) lab_run(c->lab);
    if (s->labs) lws_sul_schedule(s->context, 0, &s->lab_timer, run_labs, LAB_TICK_MS * 1000);
}

static int open_lab(connection *c, struct lws *w) {
    service *s = service_of(w);
    char path[40];
    error e;
    desk_socket socket = {.context = c, .send = send_message, .close = close_socket};
    *c = (connection){.socket = w};
    if (lws_hdr_copy(w, path, sizeof path, WSI_TOKEN_GET_URI) <= 0) return -1;
    c->lab = lab_open(path + sizeof lab_path - 1, socket, &e);
    if (!c->lab) return reject(c, LWS_CLOSE_STATUS_POLICY_VIOLATION);
    c->next = s->labs;
    s->labs = c;
    s->lab_count++;
    s->clients++;
    if (!c->next) lws_sul_schedule(s->context, 0, &s->lab_timer, run_labs, 1);
    return 0;
}

static void close_connection(connection *c) {
    if (!c->client && !c->lab) return;
    service *s = service_of(c->socket);
    s->clients--;
    if (c->client) desk_close(c->client);
    if (c->lab) {
        connection **at = &s->labs;
        while (*at != c) at = &(*at)->next;
        *at = c->next;
        s->lab_count--;
        lab_close(c->lab);
    }
    while (c->count) message_release(pop(c));
    free(c->queue);
    free(c->in);
    *c = (connection){0};
}

static int serve(struct lws *w, enum lws_callback_reasons why, connection *c, const void *in,
                 size_t length) {
    bool open = c && (c->client || c->lab);
    switch (why) {
    case LWS_CALLBACK_RECEIVE: return open ? receive(c, in, length) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE: return open ? write_some(c) : -1;
    case LWS_CALLBACK_CLOSED:
        if (c) close_connection(c);
        return 0;
    default: return (void)w, 0;
    }
}

int service_socket(struct lws *w, enum lws_callback_reasons why, void *user, void *in,
                   size_t length) {
    if (why == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION) return filter(w, false);
    if (why == LWS_CALLBACK_ESTABLISHED) return open_connection(user, w);
    return serve(w, why, user, in, length);
}

int service_lab(struct lws *w, enum lws_callback_reasons why, void *user, void *in, size_t length) {
    if (why == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION) return filter(w, true);
    if (why == LWS_CALLBACK_ESTABLISHED) return open_lab(user, w);
    return serve(w, why, user, in, length);
}

const struct lws_protocols service_protocols[] = {
    {.name = "http", .callback = service_http, .per_session_data_size = SERVICE_EXCHANGE},
    {.name = "damero",
     .callback = service_socket,
     .per_session_data_size = sizeof(connection),
     .rx_buffer_size = DESK_MESSAGE_MAX + 64},
    {.name = "damero-lab",
     .callback = service_lab,
     .per_session_data_size = sizeof(connection),
     .rx_buffer_size = DESK_MESSAGE_MAX + 64},
    {.name = NULL},
};
