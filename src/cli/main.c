#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/spelling.h"
#include "cli/command.h"
#include "cli/config.h"
#include "cli/stop.h"
#include "version.h"

static int unknown_command(const char *name) {
    spelling nearest = {.word = name};
    for (const cli_command *const *c = cli_commands; *c; c++) spelling_offer(&nearest, (*c)->name);
    if (nearest.best)
        return cli_fail(NULL, "unknown command '%s': did you mean 'damero %s'?", name,
                        nearest.best);
    return cli_fail(NULL, "unknown command '%s': see damero help", name);
}

static int run_help(const cli_arguments *a) {
    if (a->operand_count == 0) {
        cli_print_overview(stdout);
        return CLI_OK;
    }
    const cli_command *c = cli_find(a->operand[0]);
    if (!c) return unknown_command(a->operand[0]);
    cli_print_help(c, stdout);
    return CLI_OK;
}

const cli_command cli_help = {
    .name = "help",
    .operands = "[COMMAND]",
    .summary = "Show the commands, or explain one.",
    .options = (const cli_option[]){{0}},
    .examples = (const cli_example[]){{"damero help perft", "explain perft"}, {0}},
    .run = run_help,
};

static bool is_help(const char *word) {
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static int run(int count, char **words) {
    if (count < 2 || is_help(words[1])) {
        cli_print_overview(stdout);
        return CLI_OK;
    }
    if (strcmp(words[1], "--version") == 0) {
        puts("damero " DAMERO_VERSION);
        return CLI_OK;
    }
    const cli_command *c = cli_find(words[1]);
    if (!c) return unknown_command(words[1]);
    for (int i = 2; i < count && strcmp(words[i], "--") != 0; i++)
        if (is_help(words[i])) {
            cli_print_help(c, stdout);
            return CLI_OK;
        }
    cli_arguments a;
    cli_config config = {0};
    if (!cli_read_arguments(c, count - 2, words + 2, &a)) return CLI_USAGE;
    int status = cli_config_apply(&config, &a) ? c->run(&a) : CLI_USAGE;
    cli_config_free(&config);
    return status;
}

int main(int count, char **words) {
    /* A reader that goes away (`damero ... | head`) shows as a write error, not as a signal in the
     * middle of saving something; long-running commands check for it (cli/stop.h). */
    signal(SIGPIPE, SIG_IGN);
    /* The same for a file that reaches its size limit: the journal waits until it can be
     * written. */
    signal(SIGXFSZ, SIG_IGN);
    const int ends[] = {SIGHUP, SIGINT, SIGTERM};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (getpid() == 1) cli_default(ends[i]);
    int status = run(count, words);
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    if (!cli_reader_gone()) cli_fail(NULL, "cannot write the output: %s", strerror(errno));
    return status ? status : CLI_FAILED;
}
