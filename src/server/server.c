#include "server/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/text.h"
#include "server/service.h"

enum { STUDY_THREADS = 1, FILES_MOST = 8192, TABLES_MOST = 4096 };

/* "ADDRESS:PORT", "[::1]:PORT", ":PORT" or "PORT". */
static bool read_listen(const char *given, service *s, error *e) {
    const char *colon = given ? strrchr(given, ':') : NULL;
    const char *port = !given ? NULL : colon ? colon + 1 : given;
    uint64_t number = SERVER_PORT;
    text host = text_over(s->host, sizeof s->host);
    if (colon && given[0] == '[' && colon > given + 1 && colon[-1] == ']')
        text_add_part(&host, given + 1, (size_t)(colon - given) - 2);
    else if (colon && colon > given) text_add_part(&host, given, (size_t)(colon - given));
    else text_add(&host, "127.0.0.1");
    if (strcmp(s->host, "localhost") == 0) {
        host = text_over(s->host, sizeof s->host);
        text_add(&host, "127.0.0.1");
    }
    if (port) {
        scan in = scan_string(port);
        if (!scan_number(&in, 0, 65535, &number) || !scan_done(&in) || host.full)
            return error_set(e, "--listen %s: write ADDRESS:PORT, as in 127.0.0.1:%d", given,
                             SERVER_PORT);
    }
    s->port = (int)number;
    s->six = strchr(s->host, ':') != NULL;
    return true;
}

static bool read_hosts(service *s, error *e) {
    for (; s->name_count < s->setup->host_count; s->name_count++) {
        const char *name = s->setup->hosts[s->name_count];
        if (!host_read(name, &s->names[s->name_count]) || s->names[s->name_count].port)
            return error_set(e,
                             "--host %s: write a name or address without a port, as in "
                             "arena.example.org or [2001:db8::1]",
                             name);
    }
    return true;
}

/* How to get there from this machine. */
static void write_address(const service *s, text *t) {
    const char *all = s->six ? "::" : "0.0.0.0", *here = s->six ? "::1" : "127.0.0.1";
    text_addf(t, s->six ? "http://[%s]:%d" : "http://%s:%d",
              strcmp(s->host, all) == 0 ? here : s->host, s->port);
}

/* Tries the address first, to say clearly what is wrong with it; a port of 0 becomes a free one. */
static bool try_address(service *s, error *e) {
    char port[8];
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_PASSIVE},
                    *found = NULL;
    text t = text_over(port, sizeof port);
    text_addf(&t, "%d", s->port);
    int status = getaddrinfo(s->host, port, &hints, &found);
    if (status != 0)
        return error_set(e, "--listen: %s is no address of this machine (a number is wanted)",
                         s->host);
    int one = 1, probe = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (probe >= 0) setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    bool good =
        probe >= 0 && bind(probe, found->ai_addr, found->ai_addrlen) == 0 && listen(probe, 1) == 0;
    if (!good && errno == EADDRINUSE)
        error_set(e,
                  "port %d of %s is taken: stop what runs there, or choose another one with "
                  "--listen %s:%d",
                  s->port, s->host, s->host, s->port + 1);
    else if (!good) error_set(e, "cannot listen at %s:%d: %s", s->host, s->port, strerror(errno));
    struct sockaddr_storage bound;
    socklen_t length = sizeof bound;
    if (good && s->port == 0 && getsockname(probe, (struct sockaddr *)&bound, &length) == 0)
        s->port = ntohs(s->six ? ((struct sockaddr_in6 *)(void *)&bound)->sin6_port
                               : ((struct sockaddr_in *)(void *)&bound)->sin_port);
    if (probe >= 0) close(probe);
    freeaddrinfo(found);
    return good;
}

static void wake(void *context) {
    service *s = context;
    if (s->context) lws_cancel_service(s->context);
}

static void warn(void *context, const char *why) {
    const service *s = context;
    if (s->setup->warn) s->setup->warn(s->setup->context, why);
}

static void failed(void *context, int64_t id, const char *why) {
    error e;
    error_set(&e, "match %lld cannot go on: %s", (long long)id, why);
    warn(context, e.message);
}

static void tick(lws_sorted_usec_list_t *list) {
    service *s = lws_container_of(list, service, timer);
    desk_tick(s->desk);
    lws_sul_schedule(s->context, 0, &s->timer, tick, DESK_TICK_MS * 1000);
}

/* Connections are files; those of a thousand watchers are more than the usual limit. */
static void raise_limit(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= FILES_MOST) return;
    files.rlim_cur = files.rlim_max < FILES_MOST ? files.rlim_max : FILES_MOST;
    setrlimit(RLIMIT_NOFILE, &files);
}

static void quiet(int level, const char *line) { (void)level, (void)line; }

static bool open_sockets(service *s, error *e) {
    static const lws_retry_bo_t idle = {.secs_since_valid_ping = 20, .secs_since_valid_hangup = 45};
    struct lws_context_creation_info info = {
        .port = s->port,
        .iface = s->host,
        .protocols = service_protocols,
        .options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (s->six ? LWS_SERVER_OPTION_IPV6_V6ONLY_MODIFY : LWS_SERVER_OPTION_DISABLE_IPV6),
        .user = s,
        .server_string = "damero",
        .timeout_secs = 15,
        .keepalive_timeout = 30,
        .fd_limit_per_thread = TABLES_MOST,
        .max_http_header_pool = 256,
        .max_http_header_data = 8192,
        .retry_and_idle_policy = &idle,
        .gid = -1,
        .uid = -1,
    };
    lws_set_log_level(0, quiet);
    s->context = lws_create_context(&info);
    return s->context || error_set(e, "cannot listen at %s:%d", s->host, s->port);
}

static bool open_all(service *s, error *e) {
    arena_setup a = {.store = s->setup->store,
                     .contest = s->setup->contest,
                     .open_house = s->setup->open_house,
                     .wake = wake,
                     .warn = warn,
                     .context = s};
    s->arena = arena_create(&a, e);
    return s->arena && (s->study = study_create(STUDY_THREADS, wake, s, e)) &&
           (s->desk = desk_create(s->arena, s->study, s->setup->version, e)) && open_sockets(s, e);
}

/* Clients go first: they hold matches. */
static void close_all(service *s) {
    struct lws_context *context = s->context;
    if (context) lws_context_destroy(context);
    s->context = NULL;
    desk_destroy(s->desk);
    study_destroy(s->study);
    arena_destroy(s->arena);
}

bool server_run(const server_setup *setup, error *e) {
    service s = {.setup = setup};
    raise_limit();
    if (!read_listen(setup->listen, &s, e) || !read_hosts(&s, e) || !try_address(&s, e)) {
        store_close(setup->store);
        return false;
    }
    bool good = open_all(&s, e);
    if (good) {
        char address[160];
        text t = text_over(address, sizeof address);
        write_address(&s, &t);
        desk_set_answered(s.desk, service_answered);
        if (setup->organiser) desk_set_organiser(s.desk, setup->organiser);
        int resumed = arena_resume(s.arena, failed, &s);
        if (setup->ready) setup->ready(setup->context, address, resumed);
        lws_sul_schedule(s.context, 0, &s.timer, tick, DESK_TICK_MS * 1000);
        while (!atomic_load(setup->stop) && lws_service(s.context, 0) >= 0) continue;
    }
    close_all(&s);
    return good;
}
