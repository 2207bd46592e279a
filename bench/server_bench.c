/* The arena's server under load: 500 sockets watch one match; measures the time from sending a move
 * until each of them has received all of the update. Compared with a bare fan-out: a loop that
 * writes the same number of bytes to as many sockets, without a game, a journal or JSON. Then the
 * time to answer a request while two engines think at full load.
 *
 * The server is the program next to this one, on its own port and in its own folder. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

enum { WATCHERS = 500, MOVES = 40, GAP_MS = 150, ROOM = 1 << 20, PINGS = 100 };

/* One end of a WebSocket, with the part of the current frame received so far. */
typedef struct client {
    int socket;
    char *in;
    size_t count;
    int told; /* moves received */
} client;

static int port;
static int64_t delay[WATCHERS * MOVES];
static size_t delays, update_bytes;

static void die(const char *what) {
    fprintf(stderr, "server_bench: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int connect_to(int to) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)to),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int one = 1, s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (s < 0 || connect(s, (struct sockaddr *)&address, sizeof address) != 0) die("connect");
    setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return s;
}

static void write_all(int s, const char *bytes, size_t count) {
    while (count) {
        ssize_t done = write(s, bytes, count);
        if (done < 0) die("write");
        bytes += done;
        count -= (size_t)done;
    }
}

/* Sends a text in a masked frame; the mask is 0, which changes nothing. */
static void say(client *c, const char *words) {
    size_t length = strlen(words);
    char frame[1024] = {(char)0x81, (char)(0x80 | (length < 126 ? length : 126))};
    size_t head = 2;
    if (length >= 126) {
        frame[2] = (char)(length >> 8);
        frame[3] = (char)length;
        head = 4;
    }
    memset(frame + head, 0, 4);
    memcpy(frame + head + 4, words, length);
    write_all(c->socket, frame, head + 4 + length);
}

/* The length of the first frame, and the offset of its text; 0 if it is incomplete. */
static size_t frame_length(const client *c, size_t *text_at) {
    const unsigned char *b = (const unsigned char *)c->in;
    if (c->count < 2) return 0;
    size_t length = b[1] & 127, head = length == 126 ? 4 : length == 127 ? 10 : 2;
    if (c->count < head) return 0;
    if (length >= 126) {
        length = 0;
        for (size_t i = 2; i < head; i++) length = length << 8 | b[i];
    }
    *text_at = head;
    return c->count >= head + length ? head + length : 0;
}

/* Reads what is available; calls back for every complete message. */
static void hear(client *c, void (*with)(client *, const char *, size_t)) {
    ssize_t got = read(c->socket, c->in + c->count, ROOM - c->count);
    if (got <= 0) die("a socket was closed");
    c->count += (size_t)got;
    for (size_t at, length; (length = frame_length(c, &at)) > 0;) {
        with(c, c->in + at, length - at);
        c->count -= length;
        memmove(c->in, c->in + length, c->count);
    }
}

static client open_client(void) {
    client c = {.socket = connect_to(port), .in = malloc(ROOM)};
    char request[400], answer[2000];
    size_t have = 0;
    if (!c.in) die("memory");
    int length = snprintf(request, sizeof request,
                          "GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: damero\r\n\r\n",
                          port);
    write_all(c.socket, request, (size_t)length);
    do {
        ssize_t got = read(c.socket, answer + have, sizeof answer - 1 - have);
        if (got <= 0) die("no handshake");
        have += (size_t)got;
        answer[have] = '\0';
    } while (!strstr(answer, "\r\n\r\n"));
    return c;
}

static json_t *post_match(const char *body) {
    char request[1200], answer[4000];
    size_t have = 0;
    int s = connect_to(port);
    int length =
        snprintf(request, sizeof request,
                 "POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n"
                 "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                 port, strlen(body), body);
    write_all(s, request, (size_t)length);
    for (ssize_t got; (got = read(s, answer + have, sizeof answer - 1 - have)) > 0;)
        have += (size_t)got;
    answer[have] = '\0';
    close(s);
    char *at = strstr(answer, "\r\n\r\n");
    json_t *o = at ? json_loads(at, 0, NULL) : NULL;
    if (!o || !json_object_get(o, "match")) die(answer);
    return o;
}

/* How watchers handle updates. */
static void count_move(client *c, const char *words, size_t length) {
    if (length > 14 && memcmp(words, "{\"tell\":\"move\"", 14) == 0) {
        c->told++;
        update_bytes = length;
    }
}

static char next_move[2][16];
static int turn_now;

/* How players handle updates: they choose the next line. */
static void follow(client *c, const char *words, size_t length) {
    json_t *o = json_loadb(words, length, 0, NULL), *whole = json_object_get(o, "match");
    json_t *state = json_object_get(json_is_object(whole) ? whole : o, "state");
    int seat = c->told;
    json_t *moves = json_object_get(state, "moves");
    if (json_array_size(moves))
        snprintf(next_move[seat], sizeof next_move[seat], "%s",
                 json_string_value(json_object_get(json_array_get(moves, 0), "text")));
    if (state) turn_now = (int)json_integer_value(json_object_get(state, "turn"));
    json_decref(o);
}

static int compare(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static double at_share(double share) {
    return (double)delay[(size_t)(share * (double)(delays - 1))] / 1e6;
}

static double print_delays(const char *name) {
    qsort(delay, delays, sizeof *delay, compare);
    printf("%-34s median %7.2f ms, 99 %% %7.2f ms, last %7.2f ms\n", name, at_share(0.5),
           at_share(0.99), at_share(1));
    return at_share(0.5);
}

/* Waits until every watcher has received this many moves; notes when each did. */
static void await_all(client *watchers, client *players, int moves, int64_t sent) {
    struct pollfd polled[WATCHERS + 2];
    int missing = WATCHERS;
    for (int i = 0; i < WATCHERS + 2; i++)
        polled[i] =
            (struct pollfd){.fd = i < WATCHERS ? watchers[i].socket : players[i - WATCHERS].socket,
                            .events = POLLIN};
    bool heard[2] = {false, false};
    while (missing > 0 || !heard[0] || !heard[1]) {
        if (poll(polled, WATCHERS + 2, 10000) <= 0) die("news did not come");
        for (int i = 0; i < WATCHERS + 2; i++) {
            if (!polled[i].revents) continue;
            if (i >= WATCHERS) {
                hear(&players[i - WATCHERS], follow);
                heard[i - WATCHERS] = true;
                continue;
            }
            int before = watchers[i].told;
            hear(&watchers[i], count_move);
            if (before == watchers[i].told || watchers[i].told != moves) continue;
            delay[delays++] = clock_now() - sent;
            missing--;
        }
    }
}

static void pause_for(int ms) {
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L}, NULL);
}

static double watch_match(void) {
    static client watchers[WATCHERS], players[2];
    char words[300];
    json_t *o = post_match("{\"game\":\"dots\",\"rules\":\"size=5x5\",\"seats\":[{\"kind\":"
                           "\"person\"},{\"kind\":\"person\"}]}");
    long long match = json_integer_value(json_object_get(o, "match"));
    for (int i = 0; i < 2; i++) {
        players[i] = open_client();
        players[i].told = i; /* its seat */
        snprintf(words, sizeof words, "{\"do\":\"watch\",\"match\":%lld,\"token\":\"%s\"}", match,
                 json_string_value(json_object_get(
                     json_array_get(json_object_get(o, "seats"), (size_t)i), "token")));
        say(&players[i], words);
        while (!*next_move[i] && i == 0) hear(&players[i], follow);
    }
    snprintf(words, sizeof words, "{\"do\":\"watch\",\"match\":%lld}", match);
    for (int i = 0; i < WATCHERS; i++) {
        watchers[i] = open_client();
        say(&watchers[i], words);
    }
    pause_for(500);
    for (int move = 1; move <= MOVES; move++) {
        int seat = turn_now;
        snprintf(words, sizeof words, "{\"do\":\"move\",\"match\":%lld,\"at\":%d,\"text\":\"%s\"}",
                 match, move - 1, next_move[seat]);
        int64_t sent = clock_now();
        say(&players[seat], words);
        await_all(watchers, players, move, sent);
        pause_for(GAP_MS);
    }
    json_decref(o);
    double median = print_delays("a move to 500 watchers");
    for (int i = 0; i < WATCHERS; i++) {
        close(watchers[i].socket);
        free(watchers[i].in);
    }
    return median;
}

/* The bare fan-out. */
typedef struct fan {
    int near[WATCHERS], far[WATCHERS];
    size_t bytes;
    int go[2];
} fan;

static void *write_fan(void *context) {
    fan *f = context;
    char *bytes = calloc(1, f->bytes), byte;
    while (bytes && read(f->go[0], &byte, 1) == 1)
        for (int i = 0; i < WATCHERS; i++) write_all(f->near[i], bytes, f->bytes);
    free(bytes);
    return NULL;
}

static double plain_fan(size_t bytes) {
    static fan f;
    pthread_t thread;
    f.bytes = bytes;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(listener, WATCHERS) != 0 ||
        getsockname(listener, (struct sockaddr *)&address, &length) != 0 || pipe(f.go) != 0)
        die("fan");
    for (int i = 0; i < WATCHERS; i++) {
        f.far[i] = connect_to(ntohs(address.sin_port));
        f.near[i] = accept(listener, NULL, NULL);
    }
    pthread_create(&thread, NULL, write_fan, &f);
    delays = 0;
    char *room = malloc(ROOM);
    for (int move = 0; room && move < MOVES; move++) {
        struct pollfd polled[WATCHERS];
        static size_t have[WATCHERS];
        memset(have, 0, sizeof have);
        for (int i = 0; i < WATCHERS; i++)
            polled[i] = (struct pollfd){.fd = f.far[i], .events = POLLIN};
        int64_t sent = clock_now();
        if (write(f.go[1], "", 1) != 1) die("fan");
        for (int missing = WATCHERS; missing > 0;) {
            poll(polled, WATCHERS, 10000);
            for (int i = 0; i < WATCHERS; i++) {
                if (!polled[i].revents) continue;
                ssize_t got = read(f.far[i], room, ROOM);
                if (got <= 0) die("fan");
                have[i] += (size_t)got;
                if (have[i] < bytes) continue;
                delay[delays++] = clock_now() - sent;
                missing--;
            }
        }
        pause_for(GAP_MS / 3);
    }
    free(room);
    close(f.go[1]);
    pthread_join(thread, NULL);
    return print_delays("the same bytes by a bare loop");
}

static bool ponged;
static void hear_pong(client *c, const char *words, size_t length) {
    (void)c;
    ponged = ponged || (length > 14 && memcmp(words, "{\"tell\":\"pong\"", 14) == 0);
}

static void ask_while_engines_think(void) {
    for (int i = 0; i < 2; i++)
        json_decref(
            post_match("{\"game\":\"damas\",\"seats\":[{\"kind\":\"engine\",\"time\":60000},"
                       "{\"kind\":\"engine\",\"time\":60000}]}"));
    client c = open_client();
    pause_for(500);
    delays = 0;
    for (int i = 0; i < PINGS; i++) {
        int64_t sent = clock_now();
        ponged = false;
        say(&c, "{\"do\":\"ping\"}");
        while (!ponged) hear(&c, hear_pong);
        delay[delays++] = clock_now() - sent;
        pause_for(60);
    }
    print_delays("a question while two engines think");
    close(c.socket);
    free(c.in);
}

/* Starts and stops the server. */
static pid_t start_server(const char *self, char *folder) {
    char program[1000], listen_at[40] = "127.0.0.1:0", line[200] = "";
    snprintf(program, sizeof program, "%.900s", self);
    char *slash = strrchr(program, '/');
    snprintf(slash ? slash + 1 : program, 20, "../damero");
    int out[2];
    if (!mkdtemp(folder) || pipe(out) != 0) die("server");
    pid_t pid = fork();
    if (pid == 0) {
        dup2(out[1], 1);
        execl(program, "damero", "serve", "--listen", listen_at, "--data", folder, (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    FILE *told = fdopen(out[0], "r");
    if (!told || !fgets(line, sizeof line, told)) die(program);
    char *colon = strrchr(line, ':');
    port = colon ? atoi(colon + 1) : 0;
    if (!port) die(line);
    return pid;
}

int main(int count, char **words) {
    (void)count;
    char folder[] = "/tmp/damero-bench-XXXXXX", remove_it[100];
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max < 4096 ? files.rlim_max : 4096;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    pid_t server = start_server(words[0], folder);
    double served = watch_match(), bare = plain_fan(update_bytes);
    printf("%zu bytes to each: %.1f times the bare loop's median\n", update_bytes, served / bare);
    ask_while_engines_think();
    kill(server, SIGTERM);
    waitpid(server, NULL, 0);
    snprintf(remove_it, sizeof remove_it, "rm -rf %s", folder);
    return system(remove_it) == 0 ? 0 : 1;
}
