/* damero serve - the arena for browsers. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arena/token.h"
#include "base/text.h"
#include "boards/damas/keypad.h"
#include "cli/config.h"
#include "cli/event_words.h"
#include "cli/journal.h"
#include "cli/log_writer.h"
#include "cli/table_files.h"
#include "links/link.h"
#include "referee/design.h"
#include "referee/pool.h"
#include "server/lab_design.h"
#include "server/server.h"
#include "version.h"

static atomic_bool stopped;

static void on_stop(int number) {
    (void)number;
    atomic_store(&stopped, true);
}

enum { SECRET_LEAST = 20, PASSWORD_LEAST = 6, SECRET_MOST = 200, LINE_MOST = 4096 };

/* Secrets from files; "" if there is none. */
typedef struct house {
    char organiser[SECRET_MOST + 1];
    const char *organiser_file; /* NULL: the token was made for this start */
    char metrics[SECRET_MOST + 1], password[SECRET_MOST + 1];
    log_writer *log;
    bool json; /* the form of the log */
} house;

/* Whether it can be sent in a header (RFC 7235, token68). */
static bool is_token(const char *word) {
    size_t length = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                 "0123456789-._~+/=");
    return !word[length] && length >= SECRET_LEAST && length <= SECRET_MOST;
}

static bool is_password(const char *word) {
    size_t length = strlen(word);
    return text_is_utf8(word, length) && length >= PASSWORD_LEAST && length <= SECRET_MOST;
}

/* The first line of the file that an option names, if it is given. Only its owner may be able to
 * read it: others on this machine could use the secret. */
static bool read_secret(const cli_arguments *a, const char *option, char secret[SECRET_MOST + 1],
                        error *e) {
    char line[SECRET_MOST + 2];
    const char *path = cli_value(a, option);
    struct stat about;
    if (!path) return true;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool known = file >= 0 && fstat(file, &about) == 0;
    ssize_t length = known && S_ISREG(about.st_mode) ? read(file, line, sizeof line - 1) : -1;
    int why = errno;
    if (file >= 0) close(file);
    if (!known) return error_set(e, "--%s %s: %s", option, path, strerror(why));
    if ((about.st_mode & (S_IRWXG | S_IRWXO)) || (about.st_uid != geteuid() && about.st_uid != 0))
        return error_set(e, "--%s %s: other users can read it; run chmod 600", option, path);
    line[length < 0 ? 0 : length] = '\0';
    line[strcspn(line, "\r\n")] = '\0';
    bool password = strcmp(option, "begin-password") == 0;
    if (password && !is_password(line))
        return error_set(e, "--%s %s: expected one line of %d to %d characters", option, path,
                         PASSWORD_LEAST, SECRET_MOST);
    if (!password && !is_token(line))
        return error_set(e,
                         "--%s %s: expected one line of %d to %d letters and digits, "
                         "for example from: head -c 24 /dev/urandom | base64",
                         option, path, SECRET_LEAST, SECRET_MOST);
    memcpy(secret, line, SECRET_MOST + 1);
    return true;
}

static bool get_secrets(const cli_arguments *a, house *h, error *e) {
    h->organiser_file = cli_value(a, "organiser-token");
    if (!cli_value(a, "contest") && h->organiser_file)
        return error_set(e, "--organiser-token needs --contest");
    if (!read_secret(a, "organiser-token", h->organiser, e) ||
        !read_secret(a, "metrics-token", h->metrics, e) ||
        !read_secret(a, "begin-password", h->password, e))
        return false;
    if (!cli_value(a, "contest") || h->organiser_file) return true;
    if (!token_prepare(e)) return false;
    token_make(h->organiser);
    return true;
}

/* The index of an option's word; 0, the default, if it is not given. */
static bool read_word(const cli_arguments *a, const char *option, const char *const words[3],
                      int *index, error *e) {
    const char *given = cli_value(a, option);
    for (*index = 0; given && *index < 3; ++*index)
        if (strcmp(given, words[*index]) == 0) return true;
    *index = 0;
    return !given || error_set(e, "--%s %s: expected %s, %s or %s", option, given, words[0],
                               words[1], words[2]);
}

static bool read_allowed(const cli_arguments *a, server_setup *setup, const house *h, error *e) {
    static const char *const metrics[] = {
        [SERVER_LOCAL] = "local", [SERVER_EVERYBODY] = "everybody", [SERVER_NOBODY] = "nobody"};
    static const char *const begins[] = {[SERVER_BEGINS_EVERYBODY] = "everybody",
                                         [SERVER_BEGINS_PASSWORD] = "password",
                                         [SERVER_BEGINS_NOBODY] = "nobody"};
    int read, begin;
    if (!read_word(a, "metrics", metrics, &read, e) || !read_word(a, "begin", begins, &begin, e))
        return false;
    if (begin == SERVER_BEGINS_PASSWORD && !*h->password)
        return error_set(e, "--begin password needs --begin-password FILE");
    if (begin != SERVER_BEGINS_PASSWORD && *h->password)
        return error_set(e, "--begin-password needs --begin password");
    setup->metrics = (server_allowed)read;
    setup->begins = (server_begins)begin;
    if (*h->metrics) setup->metrics_token = h->metrics;
    if (*h->password) setup->password = h->password;
    return true;
}

/* The log: a line for each entry on standard error, in JSON or as NAME=VALUE. */

static void add_value(text *t, const char *name, json_t *value) {
    char *shown = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(6));
    bool plain = shown && json_is_string(value) && !strpbrk(shown, " =\\");
    if (shown)
        text_addf(t, " %s=%.*s", name, (int)(strlen(shown) - (plain ? 2 : 0)), shown + plain);
    free(shown);
}

static void write_line(const house *h, json_t *entry) {
    char line[LINE_MOST];
    text t = text_over(line, sizeof line);
    struct timespec now;
    struct tm there;
    const char *name;
    json_t *value;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &there);
    t.length = strftime(line, sizeof line, "%Y-%m-%dT%H:%M:%S", &there);
    text_addf(&t, ".%03dZ", (int)(now.tv_nsec / 1000000));
    if (h->json) {
        json_object_set_new(entry, "time", json_string(line));
        char *object = json_dumps(entry, JSON_COMPACT | JSON_SORT_KEYS);
        if (object) log_add(h->log, object);
        free(object);
        return;
    }
    json_object_foreach(entry, name, value) add_value(&t, name, value);
    log_add(h->log, line);
}

static void note(void *context, json_t *entry) { write_line(context, entry); }

static bool read_log(const cli_arguments *a, server_setup *setup, house *h, error *e) {
    static const char *const words[] = {"warnings", "matches", "requests"};
    const char *format = cli_value(a, "log-format");
    int what;
    if (!read_word(a, "log", words, &what, e)) return false;
    if (format && strcmp(format, "text") != 0 && strcmp(format, "json") != 0)
        return error_set(e, "--log-format %s: expected text or json", format);
    h->json = format && strcmp(format, "json") == 0;
    if (what > 0) setup->log = note;
    setup->log_requests = what > 1;
    return true;
}

static void ready(void *context, const char *address, int resumed, int tournaments) {
    house *h = context;
    printf("Damero is at %s\n", address);
    if (resumed) printf("%d match%s resumed\n", resumed, resumed == 1 ? "" : "es");
    if (tournaments) printf("%d tournament%s resumed\n", tournaments, tournaments == 1 ? "" : "s");
    if (*h->organiser) {
        puts("The organiser's page, which can start programs and open lines on this machine:");
        printf("    %s/contest#organiser=%s%s\n", address,
               h->organiser_file ? "TOKEN, with the token in  " : "",
               h->organiser_file ? h->organiser_file : h->organiser);
    }
    puts("Ctrl-C ends the server; matches resume at the next start");
    fflush(stdout);
}

static void tell_line(void *context, const char *words) {
    (void)context;
    printf("Perudo view: %s\n", words);
    fflush(stdout);
}

static void warn(void *context, const char *message) {
    const house *h = context;
    char line[LINE_MOST];
    text t = text_over(line, sizeof line);
    json_t *entry =
        h->json ? json_pack("{s:s, s:s}", "event", "warning", "message", message) : NULL;
    text_addf(&t, "damero serve: %s", message);
    if (entry) write_line(h, entry);
    else log_add(h->log, line);
    json_decref(entry);
}

/* Without stdio, whose lock the stuck thread may hold, and only if the message can be written at
 * once. */
static void stuck(void *context, const char *why) {
    (void)context;
    char line[sizeof((error *)0)->message + 20];
    struct pollfd out = {.fd = STDERR_FILENO, .events = POLLOUT};
    text t = text_over(line, sizeof line);
    text_addf(&t, "damero serve: %s\n", why);
    if (poll(&out, 1, 0) == 1 && out.revents & POLLOUT) {
        ssize_t written = write(STDERR_FILENO, line, t.length);
        (void)written;
    }
    _exit(CLI_FAILED);
}

static store *open_data(const cli_arguments *a, error *e) {
    char path[STORE_TEXT];
    text t = text_over(path, sizeof path);
    const char *folder = cli_value(a, "data");
    bool typed = cli_is_typed(a, "data"), other = cli_is_typed(a, "store");
    if (!folder || (other && !typed)) return cli_open_store(a, e);
    if (cli_value(a, "store") && typed == other) {
        error_set(e, "--data and --store: give only one of them");
        return NULL;
    }
    text_addf(&t, "%s/damero.db", folder);
    return store_open(path, e);
}

/* A folder without the page would silently serve nothing. */
static bool check_web(const char *folder, error *e) {
    char path[STORE_TEXT];
    text t = text_over(path, sizeof path);
    text_addf(&t, "%s/index.html", folder ? folder : "");
    if (!folder || access(path, R_OK) == 0) return true;
    return error_set(e, "--web: there is no page in %s: %s: %s", folder, path, strerror(errno));
}

/* --damas-design and so on: simulators behind the laboratory's boards. */
static bool read_designs(const cli_arguments *a, lab_designs *l, error *e) {
    static const char *const boards[] = {"damas", "perudo", "trax"}, *const options[] = {
                                                                         "damas-design",
                                                                         "perudo-design",
                                                                         "trax-design"};
    const char *damas = cli_value(a, "damas-design"), *rules = cli_value(a, "design-rules");
    uint64_t bit = 0, size = 16,
             settle = damas && design_is_folder(damas) ? DESIGN_SETTLE : KEYPAD_SETTLE;
    int count = 0;
    for (int i = 0; i < LAB_DESIGN_KINDS; i++) {
        if (!cli_value(a, options[i])) continue;
        l->board[count] = boards[i];
        l->command[count++] = cli_value(a, options[i]);
    }
    if (!cli_read_number(a, "design-bit", 1, 1000000, &bit, e) ||
        !cli_read_number(a, "design-size", 8, 64, &size, e) ||
        !cli_read_number(a, "design-settle", 1, 1000000, &settle, e))
        return false;
    if (rules && strcmp(rules, "lab") != 0 && strcmp(rules, "official") != 0)
        return error_set(e, "--design-rules: '%s' is neither lab nor official", rules);
    if (!damas && (rules || cli_value(a, "design-settle")))
        return error_set(e, "--%s goes with --damas-design only",
                         rules ? "design-rules" : "design-settle");
    l->rules = rules;
    l->settle = (uint32_t)settle;
    l->size = (unsigned)size;
    l->bit = bit ? (uint32_t)bit : 50000000 / LINK_BAUD;
    return true;
}

static int run(const cli_arguments *a) {
    error e;
    struct sigaction stop = {.sa_handler = on_stop};
    house h = {0};
    static atomic_int simulators;
    lab_designs designs = {.open = &simulators};
    server_setup setup = {.listen = cli_value(a, "listen"),
                          .web = cli_value(a, "web"),
                          .hosts = a->repeated,
                          .host_count = a->repeated_count,
                          .version = DAMERO_VERSION,
                          .language = &cli_event_language,
                          .equip = cli_give_tables,
                          .contest = cli_value(a, "contest") != NULL,
                          .no_chat = cli_value(a, "no-chat") != NULL,
                          .open_house = cli_value(a, "no-sandbox") != NULL,
                          .stop = &stopped,
                          .ready = ready,
                          .proxies = cli_value(a, "proxy"),
                          .perudo_view = cli_value(a, "perudo-view"),
                          .designs = &designs,
                          .line = tell_line,
                          .warn = warn,
                          .stuck = stuck,
                          .context = &h};
    uint64_t sockets = 0;
    if (!read_designs(a, &designs, &e)) return cli_fail_with(a, &e);
    if (!cli_read_number(a, "sockets", 1, 100000, &sockets, &e)) return cli_fail_with(a, &e);
    setup.sockets = (int)sockets;
    uint64_t threads = 0;
    if (!cli_read_number(a, "engine-threads", 1, POOL_SLOTS_MAX, &threads, &e) ||
        !cli_read_bytes(a, "engine-memory", &setup.engine_memory, &e))
        return cli_fail_with(a, &e);
    setup.engine_threads = (int)threads;
    if (!check_web(setup.web, &e) || !get_secrets(a, &h, &e) || !read_allowed(a, &setup, &h, &e) ||
        !read_log(a, &setup, &h, &e) || !(setup.store = open_data(a, &e)))
        return cli_fail_with(a, &e);
    if (*h.organiser) setup.organiser = h.organiser;
    if (setup.contest && setup.open_house)
        fputs("damero serve: programs run unconfined, with all rights of this server "
              "(--no-sandbox)\n",
              stderr);
    else if (setup.contest && !link_can_confine(&e))
        fprintf(stderr,
                "damero serve: programs cannot be confined here: %s. They cannot take seats unless "
                "--no-sandbox is given, which runs them with all rights of this server.\n",
                e.message);
    sigemptyset(&stop.sa_mask);
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    if (!(h.log = log_open(STDERR_FILENO, &e))) return cli_fail_with(a, &e);
    bool good = server_run(&setup, &e);
    log_close(h.log);
    if (!good) {
        cli_fail_with(a, &e);
        return CLI_FAILED;
    }
    puts("stopped; nothing is lost");
    return CLI_OK;
}

const cli_command cli_serve = {
    .name = "serve",
    .operands = "",
    .summary = "Play, watch and replay in the browser.",
    .about =
        "Serves the page and its API (docs/api.md) from one process, by default only to this machine. "
        "A secret link for each seat identifies its player. Every move is saved before it "
        "is shown: after a crash or restart all matches continue where they were. Matches that "
        "'damero match' plays on the same journal can be watched too. "
        "It answers to localhost, to the literal address at which it is reached, and to the names "
        "given with --host. With --contest it prints the organiser's link: anyone who opens it can "
        "start programs and open lines on this machine, so keep it secret.",
    .options =
        (const cli_option[]){
            {"listen", "ADDRESS:PORT",
             "address to listen on (127.0.0.1:7777); 0.0.0.0:7777 is for everybody"},
            {"host", "NAME ...",
             "also answer to this name, for http://NAME:7777 or behind a proxy"},
            {"data", "DIR", "keep the journal in this folder, as damero.db"},
            CLI_STORE_OPTION,
            CLI_CONFIG_OPTION,
            {"web", "DIR", "serve the page's files from this folder, for development"},
            {"no-chat", NULL, "no chat at matches"},
            {"contest", NULL, "let the organiser seat boards on lines and programs"},
            {"organiser-token", "FILE",
             "read the organiser's token from this file instead of making a new one at each start"},
            {"begin", "WHO",
             "who may begin matches, besides the organiser: everybody (the default), password or "
             "nobody"},
            {"begin-password", "FILE", "the file with that password, in one line"},
            {"proxy", "ADDRESS,...",
             "trust the X-Forwarded-For of these proxies, so that limits apply to their clients"},
            {"sockets", "N", "maximum connections per address (512)"},
            {"engine-threads", "N",
             "maximum number of engines thinking at once (one per processor)"},
            {"engine-memory", "SIZE", "total memory for the tables of all engines (256M)"},
            {"metrics", "WHO",
             "who may read /metrics, the figures for monitoring: local (only this machine, and not "
             "through a proxy; the default), everybody or nobody"},
            {"metrics-token", "FILE", "also anyone who sends the token in this file"},
            {"log", "WHAT",
             "what to write to standard error: warnings (the default), matches (also their "
             "beginning and end) or requests (also each one, with the client's address)"},
            {"log-format", "FORMAT", "text (the default) or json, one object per line"},
            {"perudo-view", "LINK",
             "show a Perudo board's stream at /lab/perudo/line: serial:DEVICE@BAUD, pty, "
             "tcp:HOST:PORT, listen:PORT"},
            {"damas-design", "COMMAND",
             "a simulator behind /lab/damas instead of our board, one for each visitor, at most 4 "
             "at once; unconfined (docs/boards.md)"},
            {"design-rules", "RULES", "of a folder's Damas design: lab (the default) or official"},
            {"design-settle", "N",
             "ticks before it reads a row of its keypad (250000: 5 ms; of a folder 25000)"},
            {"perudo-design", "COMMAND", "the same behind /lab/perudo"},
            {"design-bit", "N", "ticks per bit on its serial line (5208: 9600 baud)"},
            {"trax-design", "COMMAND", "the same behind /lab/trax: the accelerator"},
            {"design-size", "N", "rows and columns of its board, 8 to 64 (16)"},
            {"no-sandbox", NULL, "run programs unconfined, with all rights of this server"},
            {0}},
    .examples =
        (const cli_example[]){
            {"damero serve", "then open http://127.0.0.1:7777"},
            {"damero serve --contest --listen 0.0.0.0:8080", "a contest with a wall screen"},
            {"damero serve --perudo-view serial:/dev/ttyUSB0@9600",
             "a real Perudo board's game in the 3D bar"},
            {"damero serve --perudo-design \"vvp live\" --design-bit 8",
             "a student's design behind the page's buttons"},
            {"damero serve --trax-design hardware/trax --design-size 8",
             "our accelerator in Verilog behind the page's orders"},
            {"damero serve --listen 0.0.0.0:7777 --host arena.example.org",
             "a public server with a name"},
            {0}},
    .run = run,
};
