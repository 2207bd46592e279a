/* damero store - the journal's file: back it up. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/journal.h"
#include "store/backup.h"

static void show_progress(void *context, double fraction) {
    (void)context;
    fprintf(stderr, "\r%3.0f %%", 100 * fraction);
}

static int run(const cli_arguments *a) {
    error e;
    if (strcmp(a->operand[0], "backup") != 0)
        return cli_fail(a, "'%s' is unknown; expected backup", a->operand[0]);
    store *s = cli_open_old_store(a, &e); /* so that an older file is brought up to date */
    if (!s) return cli_fail_with(a, &e);
    struct stat from, into;
    const char *path = store_path(s);
    bool same = stat(path, &from) == 0 && stat(a->operand[1], &into) == 0 &&
                from.st_ino == into.st_ino && from.st_dev == into.st_dev;
    bool terminal = isatty(STDERR_FILENO);
    bool good = same ? error_set(&e, "%s is the journal itself", a->operand[1])
                     : store_backup(path, a->operand[1], terminal ? show_progress : NULL, NULL, &e);
    if (terminal) fprintf(stderr, "\r\033[K");
    store_close(s);
    if (!good) return cli_fail_with(a, &e);
    printf("%s: %lld bytes\n", a->operand[1],
           stat(a->operand[1], &into) == 0 ? (long long)into.st_size : 0);
    return CLI_OK;
}

const cli_command cli_store = {
    .name = "store",
    .operands = "backup FILE",
    .summary = "Back up the journal while it is in use.",
    .about = "The copy is one file that can be used as a journal itself (--store FILE). It appears "
             "under its name when it is complete and on disk; an existing file is replaced. "
             "It holds the tokens of seats, so only its owner may read it.",
    .options = (const cli_option[]){CLI_STORE_OPTION, {0}},
    .examples =
        (const cli_example[]){
            {"damero store backup /var/backups/damero.db", "while 'damero serve' is running"},
            {"damero matches --store /var/backups/damero.db", "list the matches in the copy"},
            {0}},
    .run = run,
};
