#include "cli/solver_state.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/setup.h"

static bool find_path(const char *given, char path[CLI_PATH], error *e) {
    const char *own = getenv("DAMERO_PUZZLES"), *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    int length;
    if (given) length = snprintf(path, CLI_PATH, "%s", given);
    else if (own && *own) length = snprintf(path, CLI_PATH, "%s", own);
    else if (data && *data) length = snprintf(path, CLI_PATH, "%s/damero/puzzles.txt", data);
    else if (home && *home)
        length = snprintf(path, CLI_PATH, "%s/.local/share/damero/puzzles.txt", home);
    else return error_set(e, "no place for your rating: set DAMERO_PUZZLES");
    return length < CLI_PATH || error_set(e, "the path of the rating's file is too long");
}

solver_record *solver_state_of(solver_state *s, const game *g) {
    for (size_t i = 0; i < s->games; i++)
        if (s->record[i].game == g) return &s->record[i];
    if (s->games == SOLVER_GAMES) return NULL;
    solver_record *r = &s->record[s->games++];
    memset(r, 0, sizeof *r);
    r->game = g;
    r->rating = solver_unrated;
    return r;
}

static bool read_line(solver_state *s, char *line, error *e) {
    char *name = strtok(line, " "), *word;
    const game *g = name ? game_find(name, e) : NULL;
    solver_record *r = g ? solver_state_of(s, g) : NULL;
    double number[4];
    for (int i = 0; i < 4; i++) {
        char *end = NULL;
        word = strtok(NULL, " ");
        number[i] = word ? strtod(word, &end) : -1;
        if (!r || !word || *end || !(number[i] >= 0 && number[i] < 1e6))
            return error_set(e, "expected GAME RATING DEVIATION SOLVED TRIED NUMBER...");
    }
    r->rating = (solver_rating){number[0], number[1] < 1 ? 1 : number[1]};
    r->solved = (unsigned)number[2];
    r->tried = (unsigned)number[3];
    while ((word = strtok(NULL, " "))) {
        long n = strtol(word, NULL, 10);
        if (n < 1 || n > PUZZLE_COUNT_MAX)
            return error_set(e, "'%.20s' is no puzzle's number", word);
        r->done[n] = 1;
    }
    return true;
}

bool solver_state_open(solver_state *s, const char *given, error *e) {
    size_t length = 0;
    s->games = 0;
    if (!find_path(given, s->path, e)) return false;
    if (access(s->path, F_OK) != 0) return true;
    char *bytes = cli_read_file(s->path, &length, e);
    if (!bytes) return error_in(e, "%.300s", s->path);
    char *copy = realloc(bytes, length + 1);
    if (!copy) {
        free(bytes);
        return error_set(e, "no memory for %.300s", s->path);
    }
    copy[length] = '\0';
    bool good = true;
    int number = 1;
    for (char *line = copy; good && line && *line; number++) {
        char *end = strchr(line, '\n');
        if (end) *end = '\0';
        good = read_line(s, line, e) || error_in(e, "%.200s, line %d", s->path, number);
        line = end ? end + 1 : NULL;
    }
    free(copy);
    return good;
}

static bool write_all(void *context, FILE *out) {
    const solver_state *s = context;
    for (size_t i = 0; i < s->games; i++) {
        const solver_record *r = &s->record[i];
        fprintf(out, "%s %.2f %.2f %u %u", r->game->name, r->rating.rating, r->rating.deviation,
                r->solved, r->tried);
        for (size_t n = 1; n <= PUZZLE_COUNT_MAX; n++)
            if (r->done[n]) fprintf(out, " %zu", n);
        fputc('\n', out);
    }
    return !ferror(out);
}

bool solver_state_save(const solver_state *s, error *e) {
    char folder[CLI_PATH];
    memcpy(folder, s->path, sizeof folder);
    char *slash = strrchr(folder, '/');
    if (slash && slash != folder) {
        *slash = '\0';
        if (!cli_make_folder(folder, e)) return false;
    }
    solver_state *writable = (solver_state *)(uintptr_t)s; /* write_all only reads it */
    return cli_write_file(s->path, write_all, writable, e);
}
