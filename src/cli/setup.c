#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/setup.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/terminal.h"

enum { LARGEST_FILE = 256 << 20 };

bool cli_set_up(const cli_arguments *a, const char *name, record *r, error *e) {
    const char *position = cli_value(a, "position"), *moves = cli_value(a, "moves");
    game_rules *rules = game_create_named(name, cli_value(a, "rules"), e);
    if (!rules || !record_create(r, rules, e)) return false;
    bool good = true;
    if (position) {
        game_position *start = game_new_position(rules);
        good = start
                   ? game_read_position(rules, position, start, e) && record_set_start(r, start, e)
                   : error_set(e, "no memory for a position");
        free(start);
    }
    good = good && (!moves || history_play_all(&r->game, moves, e));
    if (!good) record_destroy(r);
    return good;
}

/* The locale is the first of these that is set. Without any we expect UTF-8, as terminals do. */
static bool is_plain_locale(void) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *locale = getenv(names[i]);
        if (locale && *locale) return strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0;
    }
    return false;
}

game_style cli_style(const cli_arguments *a) {
    int rows, columns = 0;
    if (isatty(STDOUT_FILENO)) terminal_size(&rows, &columns);
    return (game_style){.ascii = (a && cli_value(a, "ascii")) || is_plain_locale(),
                        .colour = cli_wants_colour(stdout),
                        .columns = columns};
}

/* The width of the widest line, without colours. */
static int width_of(const char *picture) {
    int widest = 0, width = 0;
    for (const char *at = picture; *at; at++) {
        if (*at == '\033') at += strcspn(at, "m");
        else if (*at == '\n') width = 0;
        else if ((*at & 0xC0) != 0x80 && ++width > widest) widest = width;
    }
    return widest;
}

void cli_print_picture(const game_rules *rules, const game_position *position, game_style style) {
    char *picture = malloc(rules->picture_bytes);
    if (!picture) return;
    text t = text_over(picture, rules->picture_bytes);
    rules->game->picture(rules, position, style, &t);
    fputs(picture, stdout);
    if (style.columns && width_of(picture) > style.columns)
        printf("(This board needs a window of %d columns; yours has %d.)\n", width_of(picture),
               style.columns);
    free(picture);
}

void cli_print_state(const game_rules *rules, const game_position *position,
                     const char *const names[]) {
    game_outcome o = game_result(rules, position);
    int turn = game_turn(rules, position);
    const char *name[GAME_SEATS_MAX];
    bool scored = false;
    for (int seat = 0; seat < rules->seats; seat++)
        name[seat] = names ? names[seat] : game_seat_name(rules, seat);
    for (int seat = 0; seat < rules->seats; seat++) scored = scored || o.score[seat] != 0;
    for (int seat = 0; scored && seat < rules->seats; seat++)
        printf("%s %s %d%s", seat ? "," : "Score", name[seat], o.score[seat],
               seat + 1 < rules->seats ? "" : "\n");
    if (o.over && o.winner == GAME_NOBODY) printf("A draw: %s\n", o.reason);
    else if (o.over) printf("%s has won: %s\n", name[o.winner], o.reason);
    else if (turn == GAME_CHANCE) printf("Chance is next\n");
    else printf("%s is on turn\n", name[turn]);
}

bool cli_seat_players(const cli_arguments *a, const game_rules *rules, bool engines,
                      bool person[GAME_SEATS_MAX], error *e) {
    const char *list = cli_value(a, "seats"), *word;
    for (int seat = 0; seat < rules->seats; seat++) person[seat] = !engines || seat == 0;
    if (!list) return true;
    scan s = scan_string(list);
    size_t length;
    int seat = 0;
    for (; seat < rules->seats && scan_word(&s, ",", &word, &length); seat++, scan_char(&s, ',')) {
        person[seat] = text_same(word, length, "me");
        if (!person[seat] && !text_same(word, length, "engine"))
            return error_set(e, "--seats: '%.*s' is neither 'me' nor 'engine'", (int)length, word);
    }
    if (seat < rules->seats || !scan_done(&s) || s.at[-1] == ',')
        return error_set(e, "--seats: give 'me' or 'engine' %d times, for example me,engine",
                         rules->seats);
    return true;
}

void cli_print_chance(const game_rules *rules, game_move move, const char *const names[]) {
    char words[200];
    text t = text_over(words, sizeof words);
    rules->game->write_chance(rules, move, names, &t);
    if (t.length) printf("%s\n", words);
}

game_move cli_last_move(const history *h) { return h->count ? h->moves[h->count - 1] : 0; }

/* A device or a pipe is written in place. */
static bool write_straight(const char *path, bool (*write)(void *context, FILE *), void *context,
                           error *e) {
    FILE *file = fopen(path, "wbe");
    bool good = file && write(context, file) && fflush(file) == 0;
    if (file) good = fclose(file) == 0 && good;
    return good || error_set(e, "cannot write %s: %s", path, strerror(errno));
}

bool cli_write_file(const char *path, bool (*write)(void *context, FILE *), void *context,
                    error *e) {
    char beside[4096], target[PATH_MAX];
    struct stat there;
    if (strcmp(path, "-") == 0)
        return (write(context, stdout) && fflush(stdout) == 0) ||
               error_set(e, "cannot write to the standard output: %s", strerror(errno));
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode))
        return write_straight(path, write, context, e);
    if (realpath(path, target)) path = target; /* keeps a symbolic link */
    if (snprintf(beside, sizeof beside, "%s.part", path) >= (int)sizeof beside)
        return error_set(e, "the file name is too long");
    FILE *file = fopen(beside, "wbe");
    bool good = file && write(context, file);
    good = good && fflush(file) == 0 && fsync(fileno(file)) == 0;
    if (file) good = fclose(file) == 0 && good;
    if (good && rename(beside, path) == 0) return true;
    error_set(e, "cannot write %s: %s", path, strerror(errno));
    if (file) remove(beside);
    return false;
}

static void put_in_file(void *context, const char *bytes, size_t length) {
    fwrite(bytes, 1, length, context);
}

record_sink cli_file_sink(FILE *file) { return (record_sink){put_in_file, file}; }

static bool write_record(void *context, FILE *file) {
    return record_write(context, cli_file_sink(file), NULL) && !ferror(file);
}

bool cli_save_record(const record *r, const char *path, error *e) {
    record *writable = (record *)(uintptr_t)r; /* write_record only reads it */
    return cli_write_file(path, write_record, writable, e);
}

char *cli_read_file(const char *path, size_t *length, error *e) {
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rbe");
    if (!file) {
        error_set(e, "cannot be read: %s", strerror(errno));
        return NULL;
    }
    size_t capacity = 1 << 16, count = 0;
    char *bytes = NULL;
    bool good = true;
    while (good && count + 1 < capacity) {
        char *larger = capacity <= LARGEST_FILE ? realloc(bytes, capacity) : NULL;
        good = larger != NULL;
        if (!good) error_set(e, "is too large: the limit is %d MB", LARGEST_FILE >> 20);
        if (good) bytes = larger;
        if (good) count += fread(bytes + count, 1, capacity - count, file);
        if (count < capacity) break;
        capacity *= 2;
    }
    if (good && ferror(file)) good = error_set(e, "cannot be read: %s", strerror(errno));
    if (file != stdin) fclose(file);
    if (!good) {
        free(bytes);
        return NULL;
    }
    *length = count;
    return bytes;
}

bool cli_load_record(const char *path, record *r, error *e) {
    size_t length, at = 0;
    char *bytes = cli_read_file(path, &length, e);
    bool good = bytes && record_read(r, bytes, length, &at, e);
    if (good && !record_at_end(bytes, length, at)) {
        record_destroy(r);
        good = error_set(e, "contains several games; expected one");
    }
    free(bytes);
    return good || error_in(e, "%s", path);
}
