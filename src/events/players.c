#include "events/players.h"

#include <stdlib.h>
#include <string.h>

/* A section of the file. */
typedef struct section {
    char name[STORE_NAME], seat[SEAT_SPEC], command[SEAT_SPEC], folder[SEAT_SPEC], time[64],
        params[SEAT_PARAMS];
    size_t line; /* of its start; 0: no section yet */
} section;

bool player_name_check(const char *name, error *e) {
    char shown[STORE_NAME];
    text t = text_over(shown, sizeof shown);
    text_add_visible(&t, name, "");
    if (!*name || t.full || strcmp(shown, name) != 0)
        return error_code(e, "player-name", "a name must be 1 to %d bytes of visible text",
                          STORE_NAME - 1);
    return true;
}

bool player_list_add(player_list *l, const char *name, const char *seat, error *e) {
    if (!player_name_check(name, e)) return false;
    for (size_t i = 0; i < l->count; i++)
        if (strcmp(l->player[i].name, name) == 0)
            return error_code(e, "player-twice", "two players are named %s", name);
    if (l->count == l->capacity) {
        size_t larger = l->capacity ? 2 * l->capacity : 16;
        event_player *player = realloc(l->player, larger * sizeof *player);
        if (!player) return error_set(e, "no memory for the players");
        l->player = player;
        l->capacity = larger;
    }
    event_player *p = &l->player[l->count];
    text given = text_over(p->name, sizeof p->name), spec = text_over(p->seat, sizeof p->seat);
    text_add(&given, name);
    text_add(&spec, seat);
    if (spec.full) return error_set(e, "the seat's text is longer than %d bytes", SEAT_SPEC - 1);
    l->count++;
    return true;
}

void player_list_destroy(player_list *l) {
    free(l->player);
    *l = (player_list){0};
}

/* A folder as a word of the shell; plain ones stay as they are, so that ~ means the home folder. */
static void add_shell_word(text *t, const char *word) {
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./~+-";
    if (strspn(word, plain) == strlen(word)) {
        text_add(t, word);
        return;
    }
    text_add_char(t, '\'');
    for (; *word; word++)
        if (*word == '\'') text_add(t, "'\\''");
        else text_add_char(t, *word);
    text_add_char(t, '\'');
}

/* Turns a complete section into a seat's text. */
static bool finish(player_list *l, const section *s, error *e) {
    char seat[SEAT_SPEC];
    text t = text_over(seat, sizeof seat);
    if (!s->line) return true;
    bool alone = !*s->command && !*s->folder && !*s->time && !*s->params;
    bool good = true;
    if (*s->seat && alone) {
        text_add(&t, s->seat);
    } else if (*s->seat) {
        good = error_set(e, "%s has a seat: omit its other settings", s->name);
    } else if (!*s->command) {
        good = error_set(e, "%s has neither a command nor a seat", s->name);
    } else {
        text_add(&t, "program:");
        if (*s->folder) {
            text_add(&t, "cd ");
            add_shell_word(&t, s->folder);
            text_add(&t, " || exit 127; exec "); /* refused like a command that does not exist */
        }
        text_add(&t, s->command);
        if (*s->params) text_addf(&t, "{%s}", s->params);
        if (*s->time) text_addf(&t, "@%s", s->time);
    }
    if (good && t.full) good = error_set(e, "%s is too long", s->name);
    return (good && player_list_add(l, s->name, seat, e)) || error_in(e, "line %zu", s->line);
}

static bool read_pair(section *s, char *line, error *e) {
    char *value = strchr(line, '=');
    if (!value || !s->line)
        return error_set(e, "'%s': expected NAME = VALUE below a player's [NAME]", line);
    char *end = value;
    while (end > line && (end[-1] == ' ' || end[-1] == '\t')) end--;
    *end = '\0';
    value += 1 + strspn(value + 1, " \t");
    struct {
        const char *key;
        char *to;
        size_t size;
    } known[] = {{"seat", s->seat, sizeof s->seat},
                 {"command", s->command, sizeof s->command},
                 {"folder", s->folder, sizeof s->folder},
                 {"time", s->time, sizeof s->time}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(line, known[i].key) == 0) {
            text t = text_over(known[i].to, known[i].size);
            text_add(&t, value);
            return !t.full || error_set(e, "%s is too long", line);
        }
    size_t used = strlen(s->params);
    text t = text_over(s->params + used, sizeof s->params - used);
    if (!*line || strpbrk(line, " ,{}\"") || strpbrk(value, ",{}\""))
        return error_set(e, "'%s' cannot be a parameter with that value", line);
    text_addf(&t, "%s%s=%s", used ? "," : "", line, value);
    return !t.full || error_set(e, "the parameters are longer than %d bytes", SEAT_PARAMS - 1);
}

bool player_list_read(player_list *l, const char *bytes, size_t length, error *e) {
    section *s = calloc(1, sizeof *s);
    *l = (player_list){0};
    bool good = s || error_set(e, "no memory for the players");
    size_t number = 1;
    for (size_t at = 0; good && at < length; number++) {
        char line[2 * SEAT_SPEC];
        const char *end = memchr(bytes + at, '\n', length - at);
        size_t count = end ? (size_t)(end - bytes) - at : length - at;
        text t = text_over(line, sizeof line);
        text_add_part(&t, bytes + at, count);
        at += count + 1;
        while (t.length && strchr(" \t\r", line[t.length - 1])) line[--t.length] = '\0';
        char *first = line + strspn(line, " \t");
        size_t rest = strlen(first);
        if (!*first || *first == '#') continue;
        if (*first == '[' && first[rest - 1] == ']') {
            good = finish(l, s, e);
            *s = (section){.line = number};
            text name = text_over(s->name, sizeof s->name);
            text_add_part(&name, first + 1, rest - 2);
        } else {
            good = read_pair(s, first, e) || error_in(e, "line %zu", number);
        }
    }
    good = good && finish(l, s, e);
    free(s);
    return good && (l->count || error_set(e, "there are no players in it"));
}
