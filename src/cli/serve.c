/* damero serve - the arena for browsers. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/journal.h"
#include "links/link.h"
#include "server/server.h"
#include "version.h"

static atomic_bool stopped;

static void on_stop(int number) {
    (void)number;
    atomic_store(&stopped, true);
}

static void ready(void *context, const char *address, int resumed) {
    const cli_arguments *a = context;
    printf("Damero is at %s\n", address);
    if (resumed) printf("%d match%s taken up again\n", resumed, resumed == 1 ? "" : "es");
    if (cli_value(a, "contest")) puts("seats may be on lines and programs of this machine");
    puts("Ctrl-C ends it; matches go on with the next start");
    fflush(stdout);
}

static void warn(void *context, const char *message) {
    (void)context;
    fprintf(stderr, "damero serve: %s\n", message);
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
    server_setup setup = {.listen = cli_value(a, "listen"),
                          .web = cli_value(a, "web"),
                          .version = DAMERO_VERSION,
                          .contest = cli_value(a, "contest") != NULL,
                          .open_house = cli_value(a, "no-sandbox") != NULL,
                          .stop = &stopped,
                          .ready = ready,
                          .warn = warn};
    union {
        const cli_arguments *in;
        void *out;
    } arguments = {.in = a};
    setup.context = arguments.out;
    if (!check_web(setup.web, &e) || !(setup.store = open_data(a, &e))) return cli_fail_with(a, &e);
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
        "'damero match' plays on the same journal can be watched too.",
    .options =
        (const cli_option[]){
            {"listen", "ADDRESS:PORT", "where (127.0.0.1:7777); 0.0.0.0:7777 is for everybody"},
            {"data", "DIR", "keep the journal in this folder, as damero.db"},
            CLI_STORE_OPTION,
            {"web", "DIR", "serve the page's files from here, to work on them"},
            {"contest", NULL, "let matches be begun with boards on lines and programs as seats"},
            {"no-sandbox", NULL, "run programs unconfined, with all rights of this server"},
            {0}},
    .examples = (const cli_example[]){{"damero serve", "then open http://127.0.0.1:7777"},
                                      {"damero serve --contest --listen 0.0.0.0:8080",
                                       "a contest with a wall screen"},
                                      {0}},
    .run = run,
};
