/* damero store - the journal as a whole: back it up, or move it. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/journal.h"
#include "cli/think.h"
#include "server/match_json.h"
#include "store/backup.h"
#include "store/copy.h"

static void show_progress(void *context, double fraction) {
    (void)context;
    fprintf(stderr, "\r%3.0f %%", 100 * fraction);
}

static void show_rows(void *context, int64_t rows) {
    (void)context;
    fprintf(stderr, "\r%lld rows", (long long)rows);
}

static int back_up(const cli_arguments *a) {
    error e;
    if (a->operand_count > 2) return cli_fail(a, "backup takes one file");
    store *s = cli_open_old_store(a, &e); /* so that an older file is brought up to date */
    if (!s) return cli_fail_with(a, &e);
    struct stat from, into;
    const char *path = store_path(s);
    bool same = stat(path, &from) == 0 && stat(a->operand[1], &into) == 0 &&
                from.st_ino == into.st_ino && from.st_dev == into.st_dev;
    bool terminal = isatty(STDERR_FILENO);
    bool good = store_is_file(s) ||
                error_set(&e, "the journal is on a server: use pg_dump, or 'damero store copy'");
    if (good && same) good = error_set(&e, "%s is the journal itself", a->operand[1]);
    good = good && store_backup(path, a->operand[1], terminal ? show_progress : NULL, NULL, &e);
    if (terminal) fprintf(stderr, "\r\033[K");
    store_close(s);
    if (!good) return cli_fail_with(a, &e);
    long long bytes = stat(a->operand[1], &into) == 0 ? (long long)into.st_size : 0;
    if (cli_value(a, "json"))
        cli_print_json(
            json_pack("{s:o, s:I}", "file", text_json(a->operand[1]), "bytes", (json_int_t)bytes));
    else printf("%s: %lld bytes\n", a->operand[1], bytes);
    return CLI_OK;
}

static int copy(const cli_arguments *a) {
    error e;
    int64_t rows = 0;
    if (a->operand_count < 3) return cli_fail(a, "copy takes two stores: FROM TO");
    if (cli_is_typed(a, "store")) return cli_fail(a, "copy takes no --store: FROM TO");
    store *from = cli_open_named_store(a->operand[1], true, &e), *to = NULL;
    bool good = from && (to = cli_open_named_store(a->operand[2], false, &e));
    bool terminal = isatty(STDERR_FILENO);
    good = good && store_copy(from, to, terminal ? show_rows : NULL, NULL, &rows, &e);
    if (terminal) fprintf(stderr, "\r\033[K");
    store_close(to);
    store_close(from);
    if (!good) return cli_fail_with(a, &e);
    if (cli_value(a, "json")) cli_print_json(json_pack("{s:I}", "rows", (json_int_t)rows));
    else printf("%lld rows copied and compared\n", (long long)rows);
    return CLI_OK;
}

static int run(const cli_arguments *a) {
    if (strcmp(a->operand[0], "backup") == 0) return back_up(a);
    if (strcmp(a->operand[0], "copy") == 0) return copy(a);
    return cli_fail(a, "'%s' is unknown; expected backup or copy", a->operand[0]);
}

const cli_command cli_store = {
    .name = "store",
    .operands = "backup|copy FILE [TO]",
    .summary = "Back up the journal, or copy it to a server.",
    .about =
        "'backup FILE' copies a journal that is a file while it is in use. The copy is one file that "
        "can be used as a journal itself (--store FILE). It appears under its name when it is "
        "complete and on disk; an existing file is replaced. It holds the tokens of seats, so only "
        "its owner may read it.\n"
        "'copy FROM TO' copies everything from one journal into a new one; each is a file or the "
        "address of a PostgreSQL server, postgresql://USER@HOST/DATABASE. Both are compared row by "
        "row before the copy is kept. The new journal has what the old one had when the command "
        "began: stop the processes that play on it first.",
    .options = (const cli_option[]){CLI_STORE_OPTION, {"json", NULL, "one JSON object"}, {0}},
    .examples =
        (const cli_example[]){
            {"damero store backup /var/backups/damero.db", "while 'damero serve' is running"},
            {"damero matches --store /var/backups/damero.db", "list the matches in the copy"},
            {"damero store copy damero.db postgresql://db/damero", "move to a server"},
            {0}},
    .run = run,
};
