#include "cli/links.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/think.h"

void cli_warn_unconfined(const cli_arguments *a, const link_end *l) {
    error why;
    if (l->kind != LINK_PROGRAM || l->confined) return;
    if (cli_value(a, "no-sandbox")) error_set(&why, "--no-sandbox");
    else link_can_confine(&why);
    fprintf(stderr, "damero %s: programs run unconfined, with all your rights (%s)\n",
            a->command->name, why.message);
}

void cli_tell_waiting(const link_end *l, const char *key, const char *who, bool json) {
    if (l->kind != LINK_PTY && l->kind != LINK_LISTEN) return;
    if (json)
        cli_print_json(json_pack("{s:s, s:s, s:s}", "event", "link", key, who, "name", l->name));
    else printf("%s: waiting at %s\n", who, l->name);
    fflush(stdout);
}

FILE *cli_open_trace(const char *path, error *e) {
    struct stat about;
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool good = file >= 0 && fstat(file, &about) == 0 &&
                (!S_ISREG(about.st_mode) || fchmod(file, 0600) == 0);
    FILE *trace = good ? fdopen(file, "w") : NULL;
    if (trace) return trace;
    error_set(e, "--trace: cannot write %s: %s", path, strerror(errno));
    if (file >= 0) close(file);
    return NULL;
}
