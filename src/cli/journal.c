#include "cli/journal.h"

#include <unistd.h>

store *cli_open_store(const cli_arguments *a, error *e) {
    char usual[STORE_TEXT];
    const char *path = cli_value(a, "store");
    if (!path && !store_usual_path(usual, sizeof usual, e)) return NULL;
    return store_open(path ? path : usual, e);
}

store *cli_open_named_store(const char *path, bool old, error *e) {
    if (!old || store_is_address(path) || access(path, F_OK) == 0) return store_open(path, e);
    error_set(e, "no such file: %s", path);
    return NULL;
}

store *cli_open_old_store(const cli_arguments *a, error *e) {
    const char *path = cli_value(a, "store");
    if (!path || store_is_address(path) || access(path, F_OK) == 0) return cli_open_store(a, e);
    error_set(e, "--store: no such file: %s", path);
    return NULL;
}

bool cli_read_match(const char *word, int64_t *id, error *e) {
    scan s = scan_string(word);
    uint64_t number;
    if (!scan_number(&s, 1, INT64_MAX, &number) || !scan_done(&s))
        return error_set(e, "'%s' is not a match number; 'damero matches' lists them", word);
    *id = (int64_t)number;
    return true;
}
