#include "referee/seat.h"

#include <string.h>

#include "base/clock.h"
#include "boards/engines.h"
#include "links/link.h"

enum { USUAL_MILLISECONDS = 1000, MARGIN_MILLISECONDS = 20 };

/* "500ms", "2s". */
static bool scan_time(scan *in, int64_t *nanoseconds) {
    uint64_t number;
    if (!scan_number(in, 1, 86400000, &number)) return false;
    bool milli = scan_char(in, 'm');
    if (!scan_char(in, 's')) return false;
    *nanoseconds = (int64_t)number * (milli ? MILLISECOND : SECOND);
    return true;
}

static bool read_time(const char *s, int64_t *nanoseconds) {
    scan in = scan_string(s);
    int64_t time;
    if (!scan_time(&in, &time) || !scan_done(&in)) return false;
    *nanoseconds = time;
    return true;
}

/* "KEY=N" for that key. */
static bool read_limit(const char *word, const char *key, uint64_t most, uint64_t *number) {
    size_t length = strlen(key);
    if (strncmp(word, key, length) != 0) return false;
    scan in = scan_string(word + length);
    return scan_number(&in, 1, most, number) && scan_done(&in);
}

static bool read_threads(const char *word, int *threads) {
    static const char key[] = "threads=";
    scan in = scan_string(word + (strncmp(word, key, sizeof key - 1) == 0 ? sizeof key - 1 : 0));
    uint64_t number;
    if (in.at == word || !scan_number(&in, 1, 256, &number) || !scan_done(&in)) return false;
    *threads = (int)number;
    return true;
}

/* "book=off", or "book=on", which is the default. */
static bool read_book(const char *word, bool *none) {
    bool off = strcmp(word, "book=off") == 0;
    if (!off && strcmp(word, "book=on") != 0) return false;
    *none = off;
    return true;
}

/* One word about an engine; the name of an engine takes precedence over a level. */
static bool read_engine_word(const char *word, const game *g, seat_spec *s, error *e) {
    const engine_kind *named = boards_find_engine(g, word, NULL);
    uint64_t depth;
    if (read_time(word, &s->think) || read_threads(word, &s->threads) ||
        read_limit(word, "nodes=", INT64_MAX, &s->nodes) || read_book(word, &s->no_book))
        return true;
    if (read_limit(word, "depth=", 1000, &depth)) {
        s->depth = (int)depth;
        return true;
    }
    if (named) {
        s->engine = named;
        s->level = engine_full_level(named);
        return true;
    }
    if (strchr(word, '='))
        return error_set(e,
                         "'%s': expected nodes=N, depth=N (1 to 1000), threads=N (1 to 256) or "
                         "book=off",
                         word);
    s->level = engine_find_level(s->engine, word, e);
    return s->level >= 0;
}

static bool read_engine(const char *words, const game *g, seat_spec *s, error *e) {
    s->kind = SEAT_ENGINE;
    s->engine = boards_find_engine(g, NULL, e);
    if (!s->engine) return false;
    s->level = engine_full_level(s->engine);
    while (*words) {
        char word[64];
        text t = text_over(word, sizeof word);
        size_t length = strcspn(words, ":");
        text_add_part(&t, words, length);
        words += length + (words[length] == ':');
        if (t.length && !read_engine_word(word, g, s, e)) return false;
    }
    return engine_check_threads(s->engine, s->threads, e);
}

/* Takes a clock ("@100ms", "@60s+1s") and parameters ("{hash=64}") off the end of a program's text;
 * what does not read as such is part of its command. */
static bool read_program(seat_spec *s, error *e) {
    char *at = strrchr(s->link, '@');
    scan in = scan_string(at ? at + 1 : "");
    int64_t time, increment;
    if (scan_time(&in, &time)) {
        if (scan_done(&in)) s->control.move = time;
        else if (scan_char(&in, '+') && scan_time(&in, &increment) && scan_done(&in))
            s->control = (time_control){.game = time, .increment = increment};
        if (at && (s->control.move || s->control.game)) *at = '\0';
    }
    size_t length = strlen(s->link);
    char *open = strrchr(s->link, '{');
    /* A shell's ${NAME} is not meant. */
    if (!length || s->link[length - 1] != '}' || !open || (open > s->link && open[-1] == '$'))
        return link_check(s->link, e);
    text params = text_over(s->params, sizeof s->params);
    text_add_part(&params, open + 1, (size_t)(s->link + length - 1 - open - 1));
    *open = '\0';
    for (const char *pair = s->params; *pair;) {
        size_t pair_length = strcspn(pair, ","), name = strcspn(pair, "=");
        if (!name || name >= pair_length || strpbrk(pair, "\"\n"))
            return error_code(e, "not-a-parameter",
                              "'{%s}' should be {NAME=VALUE,...}, without quotes", s->params);
        pair += pair_length + (pair[pair_length] == ',');
    }
    return params.full ? error_set(e, "parameters of more than %d bytes", SEAT_PARAMS - 1)
                       : link_check(s->link, e);
}

/* Removes the +options from the end of a link's text. */
static bool read_words(seat_spec *s, error *e) {
    for (char *plus; (plus = strrchr(s->link, '+')); *plus = '\0') {
        if (strcmp(plus, "+hub") == 0) s->speaks = &hub;
        else if (strcmp(plus, "+team") == 0) s->options.team = true;
        else if (strcmp(plus, "+cr") == 0) s->options.newline = "\r";
        else if (strcmp(plus, "+crlf") == 0) s->options.newline = "\r\n";
        else if (strchr(plus, '/') || strchr(plus, ' ')) return true; /* part of a name */
        else
            return error_code(e, "unknown-link-option",
                              "'%s' is unknown; use +hub, +team, +cr or +crlf", plus);
    }
    return true;
}

bool seat_read(const char *given, const game *g, seat_spec *s, error *e) {
    *s = (seat_spec){0};
    text as_given = text_over(s->given, sizeof s->given), link = text_over(s->link, sizeof s->link);
    text_add(&as_given, given);
    text_add(&link, given);
    if (link.full)
        return error_code(e, "seat-text-too-long", "the seat's text is longer than %d bytes",
                          SEAT_SPEC - 1);
    if (strcmp(given, "me") == 0) {
        s->kind = SEAT_ME;
        return true;
    }
    if (strcmp(given, "remote") == 0 || strncmp(given, "remote:", 7) == 0) {
        s->kind = SEAT_REMOTE;
        return true;
    }
    if (strcmp(given, "engine") == 0) return read_engine("", g, s, e);
    if (strncmp(given, "engine:", 7) == 0) return read_engine(given + 7, g, s, e);
    s->kind = SEAT_LINK;
    if (strncmp(given, "program:", 8) == 0) {
        s->speaks = &hub;
        return read_program(s, e);
    }
    s->speaks = protocol_of_boards(g);
    if (!read_words(s, e)) return false;
    if (s->speaks->game && strcmp(s->speaks->game, g->name) != 0) s->speaks = &hub;
    if (!link_is_spec(s->link))
        return error_code(e, "not-a-seat",
                          "'%s' is not a seat; use me, engine[:LEVEL|:TIME], program:COMMAND, "
                          "serial:DEVICE[@BAUD], pty, tcp:HOST:PORT or listen:[HOST:]PORT",
                          given);
    if (s->options.team && !s->speaks->team)
        return error_code(e, "no-team-here",
                          "'%s': +team is only for boards of the Trax competition", given);
    return link_check(s->link, e);
}

engine_limits seat_limits(const seat_spec *s, const talk_limits *l) {
    int64_t margin = MARGIN_MILLISECONDS * MILLISECOND;
    engine_limits limits = {.move_time = s->think, .nodes = s->nodes, .depth = s->depth};
    bool limited = limits.move_time || limits.nodes || limits.depth;
    if (l->clock) {
        limits.clock = l->clock > 2 * margin ? l->clock - margin : l->clock / 2;
        limits.increment = l->increment;
    } else if (!limited && (!l->move_time || l->usual)) {
        limits.move_time = USUAL_MILLISECONDS * MILLISECOND;
    }
    int64_t most = l->move_time * 4 / 5 - margin;
    if (l->move_time && most < margin) most = l->move_time / 2;
    if (l->move_time && (!limits.move_time || limits.move_time > most)) limits.move_time = most;
    return limits;
}
