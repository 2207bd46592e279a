#define _GNU_SOURCE
#include "server/server.h"

#include <errno.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "arena/event.h"
#include "arena/survey.h"
#include "base/clock.h"
#include "base/text.h"
#include "referee/arrival.h"
#include "server/event_reader.h"
#include "server/lab.h"
#include "server/perudo_line.h"
#include "server/processor.h"
#include "server/service.h"
#include "server/watchdog.h"

enum {
    ENGINE_NICE = 10,
    ENGINE_SLOTS_MAX = 16,
    LARGE_BLOCK = 256 << 10,
    TRIM_MS = 2000,
    FILES_MOST = 8192,
    FILES_OTHER = 512, /* file descriptors other than connections: journal, lines, programs */
    WIRES_MOST = 4096,
    TURN_MS = 4,
    EVENTS = 1024, /* handled at once: a player's input must not queue behind all others */
    ACCEPTS = 16,  /* likewise */
    CHUNK = 16384, /* bytes read from one connection per turn */
    OUT_BUFFER = 128 << 10,
    IN_BUFFER = 64 << 10,
    LIFE_BEATS = 20 * 1000 / WATCHDOG_BEAT_MS,
    GOODBYE_MS = 300, /* of the time in which it must stop */
    STOP_BEATS = 35 * 100 / WATCHDOG_BEAT_MS,
};

/* The service and its transport. */
typedef struct house {
    service service;
    int listener, waker, poll;
    int wires_max;
    bool accepting;
    bool warned; /* that an address has too many sockets */
    int64_t next_tick, next_lab, next_trim;
    uint64_t finished; /* matches, when free memory was last given back */
    arrival arrival;   /* for the connections */
    watchdog *watchdog;
    survey *survey;
    event_reader *reader;
} house;

/* "ADDRESS:PORT", "[::1]:PORT", ":PORT" or "PORT". */
static bool read_listen(const char *given, service *s, error *e) {
    const char *colon = given ? strrchr(given, ':') : NULL;
    const char *port = !given ? NULL : colon ? colon + 1 : given;
    uint64_t number = SERVER_PORT;
    text name = text_over(s->host, sizeof s->host);
    if (colon && given[0] == '[' && colon > given + 1 && colon[-1] == ']')
        text_add_part(&name, given + 1, (size_t)(colon - given) - 2);
    else if (colon && colon > given) text_add_part(&name, given, (size_t)(colon - given));
    else text_add(&name, "127.0.0.1");
    if (strcmp(s->host, "localhost") == 0) {
        name = text_over(s->host, sizeof s->host);
        text_add(&name, "127.0.0.1");
    }
    if (port) {
        scan in = scan_string(port);
        if (!scan_number(&in, 0, 65535, &number) || !scan_done(&in) || name.full)
            return error_set(e, "--listen %s: expected ADDRESS:PORT, for example 127.0.0.1:%d",
                             given, SERVER_PORT);
    }
    s->port = (int)number;
    s->six = strchr(s->host, ':') != NULL;
    return true;
}

static bool read_hosts(service *s, error *e) {
    for (; s->name_count < s->setup->host_count; s->name_count++) {
        const char *name = s->setup->hosts[s->name_count];
        if (!hostname_read(name, &s->names[s->name_count]) || s->names[s->name_count].port)
            return error_set(e,
                             "--host %s: expected a name or address without a port, for example "
                             "arena.example.org or [2001:db8::1]",
                             name);
    }
    return true;
}

/* The address for clients on this machine. */
static void write_address(const service *s, text *t) {
    const char *all = s->six ? "::" : "0.0.0.0", *here = s->six ? "::1" : "127.0.0.1";
    text_addf(t, s->six ? "http://[%s]:%d" : "http://%s:%d",
              strcmp(s->host, all) == 0 ? here : s->host, s->port);
}

/* Listens; a port of 0 becomes a free one. */
static bool listen_there(house *h, error *e) {
    service *s = &h->service;
    char port[8];
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_PASSIVE},
                    *found = NULL;
    text t = text_over(port, sizeof port);
    text_addf(&t, "%d", s->port);
    if (getaddrinfo(s->host, port, &hints, &found) != 0)
        return error_set(
            e, "--listen: %s is not an address of this machine (use a numeric address)", s->host);
    int one = 1, out = OUT_BUFFER, in = IN_BUFFER;
    h->listener = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (h->listener >= 0) setsockopt(h->listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    /* Connections inherit these: they bound what the kernel buffers for a connection that does not
     * read, or is not read, and the first case shows early. */
    if (h->listener >= 0) setsockopt(h->listener, SOL_SOCKET, SO_SNDBUF, &out, sizeof out);
    if (h->listener >= 0) setsockopt(h->listener, SOL_SOCKET, SO_RCVBUF, &in, sizeof in);
    if (h->listener >= 0 && s->six)
        setsockopt(h->listener, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one);
    bool good = h->listener >= 0 && bind(h->listener, found->ai_addr, found->ai_addrlen) == 0 &&
                listen(h->listener, SOMAXCONN) == 0;
    if (!good && errno == EADDRINUSE)
        error_set(e,
                  "port %d of %s is in use: stop the program there, or choose another port with "
                  "--listen %s:%d",
                  s->port, s->host, s->host, s->port + 1);
    else if (!good) error_set(e, "cannot listen on %s:%d: %s", s->host, s->port, strerror(errno));
    struct sockaddr_storage bound;
    socklen_t length = sizeof bound;
    if (good && s->port == 0 && getsockname(h->listener, (struct sockaddr *)&bound, &length) == 0)
        s->port = ntohs(s->six ? ((struct sockaddr_in6 *)(void *)&bound)->sin6_port
                               : ((struct sockaddr_in *)(void *)&bound)->sin_port);
    freeaddrinfo(found);
    return good;
}

/* "ADDRESS,ADDRESS" */
static bool read_proxies(const char *given, ip *proxies, size_t *count, error *e) {
    scan s = scan_string(given ? given : "");
    const char *word;
    size_t length;
    bool good = true;
    *count = 0;
    while (given && good) {
        good = *count < ADDRESS_PROXIES_MAX && scan_word(&s, ",", &word, &length) &&
               ip_read(word, length, &proxies[(*count)++]);
        if (good && scan_done(&s)) break;
        good = good && scan_char(&s, ',');
    }
    return good ||
           error_set(e,
                     "--proxy %s: expected the addresses of at most %d proxies, for example "
                     "127.0.0.1,192.0.2.7",
                     given, ADDRESS_PROXIES_MAX);
}

static void wake(void *context) {
    const house *h = context;
    uint64_t one = 1;
    ssize_t written = write(h->waker, &one, sizeof one);
    (void)written; /* full: it is awake */
}

static void warn(void *context, const char *why) {
    const server_setup *setup = ((house *)context)->service.setup;
    if (setup->warn) setup->warn(setup->context, why);
}

static void failed(void *context, int64_t id, const char *why) {
    error e;
    error_set(&e, "match %lld cannot be resumed: %s", (long long)id, why);
    warn(context, e.message);
}

static void stuck(void *context, const char *why) {
    const server_setup *setup = ((house *)context)->service.setup;
    if (setup->stuck) setup->stuck(setup->context, why);
}

/* Connections are file descriptors; a thousand watchers exceed the default limit. */
static int raise_limit(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return 256;
    if (files.rlim_cur < FILES_MOST) {
        files.rlim_cur = files.rlim_max < FILES_MOST ? files.rlim_max : FILES_MOST;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    if (files.rlim_cur >= WIRES_MOST + FILES_OTHER) return WIRES_MOST;
    return files.rlim_cur > 2 * FILES_OTHER ? (int)files.rlim_cur - FILES_OTHER
                                            : (int)files.rlim_cur / 2;
}

/* Connections. */

static void drop(house *h, wire *w) {
    epoll_ctl(h->poll, EPOLL_CTL_DEL, w->descriptor, NULL);
    close(w->descriptor);
    wire_free(w);
}

/* Sets the events to wait for on a connection. */
static void await(house *h, wire *w) {
    bool reads = !w->ended && wire_room(w) > 0 && address_use(w->address, 0, h->service.now);
    /* If it waits for an engine, we need to know when it goes away. */
    uint32_t events =
        (reads ? EPOLLIN : 0u) | (w->out_count ? EPOLLOUT : 0u) | (w->asked ? EPOLLRDHUP : 0u);
    if (events == w->events) return;
    struct epoll_event event = {.events = events, .data.ptr = w};
    if (epoll_ctl(h->poll, EPOLL_CTL_MOD, w->descriptor, &event) == 0) w->events = events;
    else w->broken = true;
}

static void receive(house *h, wire *w) {
    char bytes[CHUNK];
    size_t room = wire_room(w);
    if (room == 0) return;
    ssize_t got = recv(w->descriptor, bytes, room < sizeof bytes ? room : sizeof bytes, 0);
    if (got < 0 && errno != EAGAIN && errno != EINTR) w->broken = true;
    if (got == 0) w->ended = true;
    if (got <= 0) return;
    address_use(w->address, (size_t)got, h->service.now);
    wire_take(w, bytes, (size_t)got);
}

static void send_out(wire *w) {
    const char *bytes;
    size_t length;
    while (!w->broken && (bytes = wire_output(w, &length))) {
        ssize_t done =
            send(w->descriptor, bytes, length, MSG_NOSIGNAL | (w->out_count > 1 ? MSG_MORE : 0));
        if (done >= 0) wire_sent(w, (size_t)done);
        else if (errno == EAGAIN) break;
        else if (errno != EINTR) w->broken = true;
    }
}

/* Lets one connection make progress. We shut down our side before closing: closing with unread
 * bytes would discard what was sent. */
static void carry(house *h, wire *w) {
    int64_t before = processor_time();
    if (!w->broken) wire_step(w);
    send_out(w);
    h->service.now = clock_now();
    address_occupy(w->address, processor_time() - before, h->service.now);
    if (w->stage == WIRE_CLOSING && !w->out_count && !w->shut) {
        w->shut = true;
        shutdown(w->descriptor, SHUT_WR);
    }
    if (w->ended && !w->out_count && !w->is_ready) w->broken = true;
    if (!w->broken) await(h, w);
    if (w->broken) drop(h, w);
}

/* If all places are taken, closes the connection that has been idle longest, or otherwise one of an
 * address that has many. */
static bool make_room(house *h) {
    wire *idle = NULL;
    if (h->service.wire_count < h->wires_max) return true;
    for (wire *w = h->service.wires; w; w = w->next)
        if (w->stage == WIRE_IDLE && !w->in_length && (!idle || w->since < idle->since)) idle = w;
    if (!idle) idle = wire_of_greediest(&h->service, false, ADDRESS_FAIR);
    if (idle) drop(h, idle);
    return idle;
}

/* An address has all the connections that it may have. */
static void warn_of(house *h, const struct sockaddr *from) {
    char name[NI_MAXHOST];
    error e;
    if (h->warned || getnameinfo(from, sizeof(struct sockaddr_storage), name, sizeof name, NULL, 0,
                                 NI_NUMERICHOST) != 0)
        return;
    h->warned = true;
    error_set(&e,
              "%s has reached the connection limit of one address; --sockets allows more, and if "
              "it is a proxy, --proxy %s counts its clients instead",
              name, name);
    warn(h, e.message);
}

/* Without descriptors for more connections the listener would stay ready, and the loop would spin:
 * it is checked again at the next tick. */
static void set_accepting(house *h, bool accepting) {
    struct epoll_event event = {.events = accepting ? EPOLLIN : 0u, .data.ptr = &h->listener};
    if (accepting != h->accepting && epoll_ctl(h->poll, EPOLL_CTL_MOD, h->listener, &event) == 0)
        h->accepting = accepting;
}

/* False if no more can be accepted now. */
static bool accept_one(house *h) {
    struct sockaddr_storage from = {0};
    socklen_t length = sizeof from;
    ip peer;
    int one = 1;
    int descriptor =
        accept4(h->listener, (struct sockaddr *)&from, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (descriptor < 0) {
        bool again = errno == EINTR || errno == ECONNABORTED;
        if (!again && errno != EAGAIN) set_accepting(h, false);
        return again;
    }
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    bool room = ip_of((struct sockaddr *)&from, &peer) && make_room(h);
    wire *w = room ? wire_open(&h->service, &peer) : NULL;
    if (!w) {
        close(descriptor);
        if (room) warn_of(h, (struct sockaddr *)&from);
        return true;
    }
    w->descriptor = descriptor;
    w->events = EPOLLIN;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = w};
    if (epoll_ctl(h->poll, EPOLL_CTL_ADD, descriptor, &event) != 0) drop(h, w);
    return true;
}

static void accept_some(house *h) {
    for (int i = 0; i < ACCEPTS && accept_one(h); i++) continue;
}

/* The loop. */

static bool watch(house *h, int descriptor, void *mark) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = mark};
    return epoll_ctl(h->poll, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

static void take_event(house *h, const struct epoll_event *event) {
    if (event->data.ptr == &h->waker) {
        uint64_t count;
        if (read(h->waker, &count, sizeof count) <= 0) return;
        perudo_line_run(h->service.line);
        desk_hear(h->service.desk);
        return;
    }
    wire *w = event->data.ptr;
    bool gone = event->events & (EPOLLHUP | EPOLLERR);
    if (!gone && event->events & EPOLLIN) receive(h, w);
    else if (gone || event->events & EPOLLRDHUP) w->broken = true;
    wire_set_ready(w);
}

/* Returns free memory to the system after matches have ended. glibc does so only at the end of a
 * heap, and what remains of some matches (the newest, for spectators) lies between what the others
 * used: 100 at once would leave the server 30 MB larger. */
static void give_back_memory(house *h) {
    arena_figures now;
    arena_measure(h->service.arena, &now);
    if (now.finished == h->finished || h->service.now < h->next_trim) return;
    h->finished = now.finished;
    h->next_trim = h->service.now + TRIM_MS * MILLISECOND;
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

static void tick(house *h) {
    service *s = &h->service;
    desk_tick(s->desk);
    for (wire *w = s->wires; w; w = w->next) {
        if (wire_is_late(w)) w->broken = true;
        else await(h, w);
        if (w->broken) wire_set_ready(w);
    }
    addresses_tidy(s->addresses, s->now);
    give_back_memory(h);
    set_accepting(h, true);
}

/* Milliseconds until something is due. */
static int wait_for(const house *h) {
    int64_t due = h->service.labs && h->next_lab < h->next_tick ? h->next_lab : h->next_tick;
    int64_t left = due - clock_now();
    return h->service.ready || left <= 0 ? 0 : (int)(left / MILLISECOND) + 1;
}

/* Also checked between connections, so that it ends soon even if many of them have work.
 */
static bool is_stopped(const house *h) { return atomic_load(h->service.setup->stop); }

static bool turn(house *h) {
    service *s = &h->service;
    struct epoll_event events[EVENTS];
    arrival_wait(&h->arrival);
    int count = epoll_wait(h->poll, events, EVENTS, wait_for(h));
    desk_set_arrival(s->desk, arrival_look(&h->arrival));
    if (count < 0 && errno != EINTR) return false;
    s->now = clock_now();
    watchdog_pat(h->watchdog);
    bool asked_in = false;
    for (int i = 0; i < count && !is_stopped(h); i++) {
        if (events[i].data.ptr == &h->listener) asked_in = true;
        else take_event(h, &events[i]);
    }
    if (s->labs && s->now >= h->next_lab) {
        socket_run_labs(s);
        h->next_lab = s->now + LAB_TICK_MS * MILLISECOND;
    }
    if (s->now >= h->next_tick) {
        tick(h);
        h->next_tick = s->now + DESK_TICK_MS * MILLISECOND;
    }
    /* Only for a while: a client with a higher priority may have arrived. */
    int64_t end = s->now + TURN_MS * MILLISECOND;
    for (wire *w; s->now < end && !is_stopped(h) && (w = wire_next_ready(s));) carry(h, w);
    if (asked_in) accept_some(h);
    return true;
}

/* One engine per processor thinks at a time: more would only slow each other down. */
static int engine_slots(const server_setup *setup) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (setup->engine_threads) return setup->engine_threads;
    return processors < 1 ? 1 : processors < ENGINE_SLOTS_MAX ? (int)processors : ENGINE_SLOTS_MAX;
}

static void told_of_line(void *context, const char *words) {
    const server_setup *setup = ((house *)context)->service.setup;
    setup->line(setup->context, words);
}

static bool open_all(house *h, error *e) {
    service *s = &h->service;
    const server_setup *setup = s->setup;
    ip proxies[ADDRESS_PROXIES_MAX];
    size_t proxy_count = 0;
    arena_setup a = {.store = setup->store,
                     .contest = setup->contest,
                     .open_house = setup->open_house,
                     .language = setup->language,
                     .equip = setup->equip,
                     .wake = wake,
                     .warn = warn,
                     .context = h};
    pool_setup engines = {.slots = engine_slots(setup), .nice = ENGINE_NICE};
    engines.memory = setup->engine_memory ? setup->engine_memory : SERVER_ENGINE_MEMORY;
    if (!(a.pool = s->pool = pool_create(&engines, e))) {
        store_close(setup->store);
        return false;
    }
    s->arena = arena_create(&a, e);
    if (!s->arena || !read_proxies(setup->proxies, proxies, &proxy_count, e) ||
        !(s->study = study_create(s->pool, wake, h, e)) ||
        !(s->desk = desk_create(s->arena, s->study, setup->version, e)) ||
        !(h->survey = survey_start(setup->store, e)))
        return false;
    perudo_line_setup line = {
        .wake = wake, .told = setup->line ? told_of_line : NULL, .context = h};
    if (!(s->line = perudo_line_create(&line, e)) ||
        (setup->perudo_view && !perudo_line_set(s->line, setup->perudo_view, e)))
        return false;
    desk_set_line(s->desk, s->line);
    desk_set_survey(s->desk, h->survey);
    if (!(h->reader = event_reader_start(setup->store, setup->language, wake, h, e))) return false;
    desk_set_reader(s->desk, h->reader);
    s->designs = setup->designs;
    s->addresses =
        addresses_create(setup->sockets ? setup->sockets : ADDRESS_SOCKETS, proxies, proxy_count);
    h->watchdog = watchdog_start(&(watchdog_setup){.life_beats = LIFE_BEATS,
                                                   .stop_beats = STOP_BEATS,
                                                   .stop = setup->stop,
                                                   .stuck = stuck,
                                                   .context = h});
    return (s->addresses && h->watchdog && watch(h, h->listener, &h->listener) &&
            watch(h, h->waker, &h->waker)) ||
           error_set(e, "no memory for a server");
}

/* Tells all clients that the server stops, and gives them a moment to receive that: pages show it
 * and reconnect. */
static void say_goodbye(house *h) {
    service *s = &h->service;
    int64_t end = clock_now() + GOODBYE_MS * MILLISECOND;
    bool waiting = true;
    desk_say_goodbye(s->desk);
    socket_close_labs(s);
    while (waiting && clock_now() < end) {
        waiting = false;
        for (wire *w = s->wires; w; w = w->next) {
            send_out(w);
            waiting = waiting || (w->out_count && !w->broken);
        }
        if (waiting) poll(NULL, 0, 5);
    }
    /* Closing with unread input would discard what was sent. */
    for (wire *w = s->wires; w; w = w->next) {
        char bytes[CHUNK];
        shutdown(w->descriptor, SHUT_WR);
        for (int i = 0; i < 4 && recv(w->descriptor, bytes, sizeof bytes, MSG_DONTWAIT) > 0; i++)
            continue;
    }
}

/* Clients go first: they hold matches. */
static void close_all(house *h) {
    service *s = &h->service;
    while (s->wires) drop(h, s->wires);
    addresses_destroy(s->addresses);
    desk_destroy(s->desk);
    perudo_line_destroy(s->line);
    study_destroy(s->study);
    survey_end(h->survey);
    event_reader_end(h->reader);
    arena_destroy(s->arena);
    pool_destroy(s->pool);
    watchdog_end(h->watchdog);
    close(h->waker);
    close(h->poll);
    close(h->listener);
}

/* Engines' tables come and go. With glibc's defaults, once one was freed, others of its size come
 * from the heap, which a small block behind them keeps from shrinking; and every thread gets its
 * own heap. With these settings large blocks return to the system at once, and all threads share
 * two heaps. */
static void bound_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK);
    mallopt(M_TRIM_THRESHOLD, LARGE_BLOCK);
    mallopt(M_ARENA_MAX, 2);
#endif
}

bool server_run(const server_setup *setup, error *e) {
    bound_memory();
    house h = {.service = {.setup = setup, .now = clock_now()},
               .listener = -1,
               .wires_max = raise_limit(),
               .accepting = true};
    service *s = &h.service;
    if (!read_listen(setup->listen, s, e) || !read_hosts(s, e) || !listen_there(&h, e)) {
        if (h.listener >= 0) close(h.listener);
        store_close(setup->store);
        return false;
    }
    h.waker = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    h.poll = epoll_create1(EPOLL_CLOEXEC);
    bool good = open_all(&h, e);
    if (good) {
        char url[160];
        text t = text_over(url, sizeof url);
        write_address(s, &t);
        desk_set_answered(s->desk, http_answered);
        if (setup->organiser) desk_set_organiser(s->desk, setup->organiser);
        if (setup->no_chat) desk_set_chat(s->desk, false);
        desk_set_begins(s->desk, setup->begins, setup->password);
        desk_set_log(s->desk, setup->log, setup->context);
        if (setup->metrics_token) token_hash_any(setup->metrics_token, s->metrics_token);
        int resumed = arena_resume(s->arena, failed, &h);
        int tournaments = arena_resume_events(s->arena);
        watchdog_pat(h.watchdog); /* clients may ask from now on, so it is watched */
        if (setup->ready) setup->ready(setup->context, url, resumed, tournaments);
        arrival_start(&h.arrival);
        while (!is_stopped(&h) && turn(&h)) continue;
        arrival_stop(&h.arrival);
        say_goodbye(&h);
    }
    close_all(&h);
    return good;
}
