/* damero serve - the arena for browsers. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/token.h"
#include "base/text.h"
#include "cli/journal.h"
#include "links/link.h"
#include "referee/pool.h"
#include "server/server.h"
#include "version.h"

static atomic_bool stopped;

static void on_stop(int number) {
    (void)number;
    atomic_store(&stopped, true);
}

enum { TOKEN_LEAST = 20, TOKEN_MOST = 200 };

/* The organiser's token, and the file it is from; NULL: it was made for this start. */
typedef struct organiser {
    char token[TOKEN_MOST + 1];
    const char *file;
} organiser;

/* As what it may be sent in a header (RFC 7235, token68). */
static bool is_token(const char *word) {
    size_t length = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                 "0123456789-._~+/=");
    return !word[length] && length >= TOKEN_LEAST && length <= TOKEN_MOST;
}

/* Whoever can read the file can start programs here: others than its owner must not. */
static bool read_token(organiser *o, error *e) {
    char line[TOKEN_MOST + 2];
    struct stat about;
    int file = open(o->file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool known = file >= 0 && fstat(file, &about) == 0;
    ssize_t length = known && S_ISREG(about.st_mode) ? read(file, line, sizeof line - 1) : -1;
    int why = errno;
    if (file >= 0) close(file);
    if (!known) return error_set(e, "--organiser-token %s: %s", o->file, strerror(why));
    if ((about.st_mode & (S_IRWXG | S_IRWXO)) || (about.st_uid != geteuid() && about.st_uid != 0))
        return error_set(e, "--organiser-token %s: others can read it; chmod 600 helps", o->file);
    line[length < 0 ? 0 : length] = '\0';
    line[strcspn(line, "\r\n")] = '\0';
    if (!is_token(line))
        return error_set(e,
                         "--organiser-token %s: one line of %d to %d letters and digits is wanted, "
                         "as of: head -c 24 /dev/urandom | base64",
                         o->file, TOKEN_LEAST, TOKEN_MOST);
    memcpy(o->token, line, sizeof o->token);
    return true;
}

static bool get_token(const cli_arguments *a, organiser *o, error *e) {
    o->file = cli_value(a, "organiser-token");
    if (!cli_value(a, "contest"))
        return !o->file || error_set(e, "--organiser-token is for a contest: add --contest");
    if (o->file) return read_token(o, e);
    if (!token_prepare(e)) return false;
    token_make(o->token);
    return true;
}

static void ready(void *context, const char *address, int resumed) {
    const organiser *o = context;
    printf("Damero is at %s\n", address);
    if (resumed) printf("%d match%s taken up again\n", resumed, resumed == 1 ? "" : "es");
    if (*o->token) {
        puts("The organiser's page, which can start programs and open lines of this machine:");
        printf("    %s/contest#organiser=%s%s\n", address, o->file ? "TOKEN, with the one in " : "",
               o->file ? o->file : o->token);
    }
    puts("Ctrl-C ends it; matches go on with the next start");
    fflush(stdout);
}

static void warn(void *context, const char *message) {
    (void)context;
    fprintf(stderr, "damero serve: %s\n", message);
}

static void stuck(void *context, const char *why) {
    warn(context, why);
    _exit(CLI_FAILED);
}

static store *open_data(const cli_arguments *a, error *e) {
    char path[STORE_TEXT];
    text t = text_over(path, sizeof path);
    const char *folder = cli_value(a, "data");
    if (!folder) return cli_open_store(a, e);
    if (cli_value(a, "store")) {
        error_set(e, "--data names a folder and --store a file: give one of them");
        return NULL;
    }
    text_addf(&t, "%s/damero.db", folder);
    return store_open(path, e);
}

/* A folder without the page would serve nothing, without a word. */
static bool check_web(const char *folder, error *e) {
    char path[STORE_TEXT];
    text t = text_over(path, sizeof path);
    text_addf(&t, "%s/index.html", folder ? folder : "");
    if (!folder || access(path, R_OK) == 0) return true;
    return error_set(e, "--web: there is no page in %s: %s: %s", folder, path, strerror(errno));
}

static int run(const cli_arguments *a) {
    error e;
    struct sigaction stop = {.sa_handler = on_stop};
    organiser o = {0};
    server_setup setup = {.listen = cli_value(a, "listen"),
                          .web = cli_value(a, "web"),
                          .hosts = a->repeated,
                          .host_count = a->repeated_count,
                          .version = DAMERO_VERSION,
                          .contest = cli_value(a, "contest") != NULL,
                          .open_house = cli_value(a, "no-sandbox") != NULL,
                          .stop = &stopped,
                          .ready = ready,
                          .proxies = cli_value(a, "proxy"),
                          .warn = warn,
                          .stuck = stuck,
                          .context = &o};
    uint64_t sockets = 0;
    if (!cli_read_number(a, "sockets", 1, 100000, &sockets, &e)) return cli_fail_with(a, &e);
    setup.sockets = (int)sockets;
    uint64_t threads = 0;
    if (!cli_read_number(a, "engine-threads", 1, POOL_SLOTS_MAX, &threads, &e) ||
        !cli_read_bytes(a, "engine-memory", &setup.engine_memory, &e))
        return cli_fail_with(a, &e);
    setup.engine_threads = (int)threads;
    if (!check_web(setup.web, &e) || !get_token(a, &o, &e) || !(setup.store = open_data(a, &e)))
        return cli_fail_with(a, &e);
    if (*o.token) setup.organiser = o.token;
    if (setup.contest && setup.open_house)
        fputs("damero serve: programs run unconfined, with all rights of this server "
              "(--no-sandbox)\n",
              stderr);
    else if (setup.contest && !link_can_confine(&e))
        fprintf(stderr,
                "damero serve: programs cannot be confined here: %s. They get no seats, unless "
                "--no-sandbox lets them run with all rights of this server.\n",
                e.message);
    sigemptyset(&stop.sa_mask);
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    if (!server_run(&setup, &e)) {
        cli_fail_with(a, &e);
        return CLI_FAILED;
    }
    puts("ended; nothing is lost");
    return CLI_OK;
}

const cli_command cli_serve = {
    .name = "serve",
    .operands = "",
    .summary = "Play, watch and replay in the browser.",
    .about =
        "Serves the page and its API (docs/api.md) from one process, by default for this machine "
        "alone. People are known by secret links, one for each seat. Every move is kept before it "
        "is shown: after a crash or restart all matches go on where they were. Matches that "
        "'damero match' plays on the same journal can be watched too. "
        "It answers to localhost, to the literal address at which it is reached, and to the names "
        "given with --host. With --contest it prints the organiser's link: whoever opens it can "
        "start programs and open lines of this machine, so keep it to yourself.",
    .options =
        (const cli_option[]){
            {"listen", "ADDRESS:PORT", "where (127.0.0.1:7777); 0.0.0.0:7777 is for everybody"},
            {"host", "NAME ...",
             "also answer to this name, as in http://NAME:7777 or behind a proxy"},
            {"data", "DIR", "keep the journal in this folder, as damero.db"},
            CLI_STORE_OPTION,
            {"web", "DIR", "serve the page's files from here, to work on them"},
            {"contest", NULL, "let the organiser seat boards on lines and programs"},
            {"organiser-token", "FILE",
             "the organiser's token is in this file; else a new one is printed at each start"},
            {"proxy", "ADDRESS,...",
             "believe the X-Forwarded-For of these proxies, so that limits count those behind them"},
            {"sockets", "N", "connections that one address may have (512)"},
            {"engine-threads", "N", "how many engines think at once (one for each processor)"},
            {"engine-memory", "SIZE", "what the tables of all engines may take (256M)"},
            {"no-sandbox", NULL, "run programs unconfined, with all rights of this server"},
            {0}},
    .examples =
        (const cli_example[]){
            {"damero serve", "then open http://127.0.0.1:7777"},
            {"damero serve --contest --listen 0.0.0.0:8080", "a contest with a wall screen"},
            {"damero serve --listen 0.0.0.0:7777 --host arena.example.org",
             "for everybody, under its name"},
            {0}},
    .run = run,
};
