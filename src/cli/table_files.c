#include "cli/table_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/setup.h"
#include "games/damas/damas.h"

/* Variants of Damas whose endings differ from the Spanish ones have a folder of their own. */
static void write_folder_name(const game_rules *rules, text *t) {
    text_add(t, rules->game->name);
    if (rules->game != &damas_game) return;
    const damas_variant *v = damas_rules_of(rules)->variant;
    if (v->flags != DAMAS_SPANISH_FLAGS) text_addf(t, "-%s", v->name);
}

bool cli_table_folder(const char *given, const game_rules *rules, char path[CLI_PATH], error *e) {
    char name[64];
    text t = text_over(name, sizeof name);
    write_folder_name(rules, &t);
    const char *tables = getenv("DAMERO_TABLES"), *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    int length;
    if (given) length = snprintf(path, CLI_PATH, "%s", given);
    else if (tables && *tables) length = snprintf(path, CLI_PATH, "%s/%s", tables, name);
    else if (data && *data) length = snprintf(path, CLI_PATH, "%s/damero/tables/%s", data, name);
    else if (home && *home)
        length = snprintf(path, CLI_PATH, "%s/.local/share/damero/tables/%s", home, name);
    else return error_set(e, "no folder for tables: set DAMERO_TABLES");
    return length < CLI_PATH || error_set(e, "the path of the tables' folder is too long");
}

bool cli_make_folder(const char *path, error *e) {
    char part[CLI_PATH];
    size_t length = strlen(path);
    if (length >= sizeof part) return error_set(e, "the path is too long");
    memcpy(part, path, length + 1);
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0') continue;
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return error_set(e, "cannot create the folder %.300s: %s", part, strerror(errno));
        part[i] = path[i];
    }
    return true;
}

bool cli_save_bytes(const char *path, const void *bytes, size_t length, error *e) {
    char temporary[CLI_PATH + 8];
    snprintf(temporary, sizeof temporary, "%s.part", path);
    FILE *f = fopen(temporary, "wbe");
    bool good =
        f && fwrite(bytes, 1, length, f) == length && fflush(f) == 0 && fsync(fileno(f)) == 0;
    if (f && fclose(f) != 0) good = false;
    if (good && rename(temporary, path) == 0) return true;
    error_set(e, "cannot write %.300s: %s", path, strerror(errno));
    remove(temporary);
    return false;
}

static bool is_table(const char *name) {
    size_t length = strlen(name), end = strlen(".table");
    return length > end && strcmp(name + length - end, ".table") == 0;
}

void cli_give_tables(engine *who) {
    char folder[CLI_PATH], path[2 * CLI_PATH];
    error e;
    if (!who->kind->add_table || !cli_table_folder(NULL, who->rules, folder, &e)) return;
    DIR *directory = opendir(folder);
    if (!directory) return; /* there are no tables */
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (!is_table(entry->d_name)) continue;
        size_t length;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        char *bytes = cli_read_file(path, &length, &e);
        if (!bytes || !who->kind->add_table(who, bytes, length, &e))
            fprintf(stderr, "damero: continuing without %s: %s\n", path, e.message);
        free(bytes);
    }
    closedir(directory);
}
