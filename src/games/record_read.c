/* record - reading: see record.h. */
#include <stdlib.h>
#include <string.h>

#include "games/record.h"

typedef struct reader {
    const char *start;
    scan s;
    const char *game_tag, *rules_tag, *position_tag; /* their places, for errors */
    record *into;
    error *e;
} reader;

static bool fail(const reader *in, const char *at) {
    size_t line = 1;
    for (const char *c = in->start; c < at; c++) line += *c == '\n';
    return error_in(in->e, "record, line %zu", line);
}

/* The length of the input from `at` that an error quotes. */
static int quoted(const reader *in, const char *at) {
    int length = 0;
    while (at + length < in->s.end && length < 40 && at[length] != '\n' && at[length] != '\r')
        length++;
    return length;
}

static bool begins_line_comment(char c) { return c == ';' || c == '%'; }

static bool begins_comment(char c) { return c == '{' || begins_line_comment(c); }

/* The length of the note that starts here: {comment}, ;comment or %comment to the end of the line,
 * (variation), $7; 0 if it has no end. */
static size_t note_length(const scan *s) {
    const char *at = s->at;
    char first = *at;
    if (first == '$') {
        for (at++; at < s->end && *at >= '0' && *at <= '9'; at++) continue;
        return at > s->at + 1 ? (size_t)(at - s->at) : 0;
    }
    if (begins_line_comment(first)) {
        while (at < s->end && *at != '\n') at++;
        return (size_t)(at - s->at);
    }
    if (first == '{') {
        while (at < s->end && *at != '}') at++;
        return at < s->end ? (size_t)(at + 1 - s->at) : 0;
    }
    int depth = 0;
    for (bool comment = false; at < s->end; at++) {
        if (*at == '{') comment = true;
        if (*at == '}') comment = false;
        if (comment) continue;
        depth += (*at == '(') - (*at == ')');
        if (depth == 0) return (size_t)(at + 1 - s->at);
    }
    return 0;
}

static bool read_note(reader *in) {
    size_t length = note_length(&in->s);
    const char *start = in->s.at;
    if (length == 0) {
        error_set(in->e,
                  *start == '$' ? "'%.*s' is not a note: write $ and a number"
                                : "'%.*s' is not closed",
                  quoted(in, start), start);
        return fail(in, start);
    }
    /* A line comment becomes one in braces, which is allowed anywhere. */
    in->s.at += length;
    if (!begins_line_comment(*start)) return record_add_note(in->into, start, length, in->e);
    while (length > 1 && start[length - 1] == '\r') length--;
    char *braced = malloc(length + 2);
    if (!braced) return error_set(in->e, "no memory for the record");
    memcpy(braced, start, length);
    braced[0] = '{';
    for (size_t i = 1; i < length; i++)
        if (braced[i] == '}') braced[i] = ')';
    braced[length] = '}';
    bool added = record_add_note(in->into, braced, length + 1, in->e);
    free(braced);
    return added;
}

/* One tag: [Name "value"], with \" and \\ in the value. */
static bool read_tag(reader *in, char name[64], char value[1024]) {
    const char *start = in->s.at, *word;
    size_t length;
    text n = text_over(name, 64), v = text_over(value, 1024);
    scan_char(&in->s, '[');
    scan_blanks(&in->s);
    bool good = scan_word(&in->s, "\"]", &word, &length);
    text_add_part(&n, word, length);
    scan_blanks(&in->s);
    good = good && scan_char(&in->s, '"');
    while (good && !scan_done(&in->s) && scan_peek(&in->s) != '"' && scan_peek(&in->s) != '\n') {
        scan_char(&in->s, '\\');
        if (!scan_done(&in->s) && scan_peek(&in->s) != '\n') text_add_char(&v, *in->s.at++);
    }
    good = good && scan_char(&in->s, '"');
    scan_blanks(&in->s);
    good = good && scan_char(&in->s, ']') && !n.full;
    if (good && !v.full) return true;
    if (good) error_set(in->e, "the value of tag %s is too long (1023 bytes at most)", name);
    else error_set(in->e, "'%.*s' is not a tag: write [Name \"value\"]", quoted(in, start), start);
    return fail(in, start);
}

/* Reads the tags; comments before and among them become notes before the first move. */
static bool read_tags(reader *in) {
    char name[64], value[1024];
    while (scan_blanks(&in->s), scan_peek(&in->s) == '[' || begins_comment(scan_peek(&in->s))) {
        const char *start = in->s.at;
        if (*start != '[') {
            if (!read_note(in)) return false;
            continue;
        }
        if (!read_tag(in, name, value)) return false;
        if (record_tag_value(in->into, name)) {
            error_set(in->e, "tag %s appears twice", name);
            return fail(in, start);
        }
        if (strcmp(name, "Game") == 0) in->game_tag = start;
        if (strcmp(name, "Rules") == 0) in->rules_tag = start;
        if (strcmp(name, "Position") == 0) in->position_tag = start;
        if (!record_set_tag(in->into, name, value, in->e)) return false;
    }
    return true;
}

/* The game named by another format's type tag, with the settings that it stands for; or NULL. */
static const game *game_by_type(const record *r, text *settings) {
    for (const game *const *g = games_all; *g; g++) {
        const game_format *f = (*g)->format;
        const char *type = f ? record_tag_value(r, f->type_tag) : NULL;
        if (type && f->read_type(type, settings)) return *g;
    }
    return NULL;
}

/* Checks that the type tag, if there is one, agrees with Game and Rules. */
static bool type_agrees(const record *r, error *e) {
    const game_format *f = r->rules->game->format;
    const char *type = f ? record_tag_value(r, f->type_tag) : NULL;
    char ours[100];
    if (!type) return true;
    text t = text_over(ours, sizeof ours);
    f->write_type(r->rules, &t);
    size_t number = strcspn(ours, ",");
    if (strcspn(type, ",") == number && memcmp(type, ours, number) == 0) return true;
    return error_set(e, "%s is \"%s\", but by the tags Game and Rules it is \"%s\"", f->type_tag,
                     type, ours);
}

static game_rules *rules_by_tags(const record *r, error *e) {
    const char *name = record_tag_value(r, "Game"), *chosen = record_tag_value(r, "Rules");
    char settings[400];
    text t = text_over(settings, sizeof settings);
    if (name) return game_create_named(name, chosen, e);
    const game *g = game_by_type(r, &t);
    if (g) return game_create(g, chosen ? chosen : settings, e);
    error_set(e, "the [Game \"...\"] tag is missing, so the game is unknown");
    return NULL;
}

/* Sets up rules and start from the tags. */
static bool begin(reader *in) {
    record *r = in->into;
    r->rules = rules_by_tags(r, in->e);
    if (!r->rules || !type_agrees(r, in->e)) {
        const char *name = record_tag_value(r, "Game");
        bool bad_game = name && !game_find(name, NULL);
        const char *tag = bad_game ? in->game_tag : in->rules_tag;
        return fail(in, tag ? tag : in->s.at);
    }
    if (!history_create(&r->game, r->rules, in->e)) return false;
    const game_format *f = r->rules->game->format;
    const char *position = record_tag_value(r, "Position");
    if (!position && f) position = record_tag_value(r, f->position_tag);
    if (position) {
        if (!game_read_position(r->rules, position, r->game.now, in->e))
            return fail(in, in->position_tag ? in->position_tag : in->s.at);
        game_copy(r->rules, r->game.start, r->game.now);
    }
    return true;
}

/* Skips a move number: digits and at least one dot. */
static void skip_number(scan *s) {
    const char *at = s->at;
    while (at < s->end && *at >= '0' && *at <= '9') at++;
    if (at == s->at || at == s->end || *at != '.') return;
    while (at < s->end && *at == '.') at++;
    s->at = at;
}

/* Reads a result, also as the game's other format writes it; false if the word is not a result. */
static bool read_result(const game_rules *rules, const char *word, char result[RECORD_RESULT]) {
    text t = text_over(result, RECORD_RESULT);
    const game_format *f = rules->game->format;
    for (const game_format_result *r = f ? f->results : NULL; r && r->theirs; r++) {
        if (strcmp(word, r->theirs) != 0) continue;
        text_add(&t, r->ours);
        return true;
    }
    if (strcmp(word, "*") == 0 || strcmp(word, "1/2-1/2") == 0) {
        text_add(&t, word);
        return true;
    }
    for (int winner = GAME_NOBODY; winner < rules->seats; winner++) {
        t = text_over(result, RECORD_RESULT);
        record_result_of(winner, rules->seats, &t);
        if (strcmp(word, result) == 0) return true;
    }
    return false;
}

/* The result of the tag, converted to our form; NULL without one. A word that is not a result is
 * returned unchanged, so that it disagrees with the end of the moves. */
static const char *tagged_result(const record *r, char result[RECORD_RESULT]) {
    const char *tag = record_tag_value(r, "Result");
    return tag && read_result(r->rules, tag, result) ? result : tag;
}

/* Checks the result at the end against the rules and the tag. In PDN 3.0 the moves end with * and
 * only the tag has the result. */
static bool end(reader *in, const char *result, const char *at) {
    record *r = in->into;
    char by_rules[RECORD_RESULT], by_tag[RECORD_RESULT];
    text t = text_over(by_rules, sizeof by_rules);
    record_rule_result(r, &t);
    const char *tag = tagged_result(r, by_tag);
    bool tag_decides = tag == by_tag && r->rules->game->format && strcmp(result, "*") == 0;
    if (tag_decides) result = tag;
    if (strcmp(by_rules, "*") != 0 && strcmp(by_rules, result) != 0 && strcmp(result, "*") != 0) {
        error_set(in->e, "the result is written as %s, but by the rules it is %s", result,
                  by_rules);
        return fail(in, at);
    }
    if (tag && strcmp(tag, result) != 0) {
        error_set(in->e, "the moves end with %s, but the Result tag says %s", result, tag);
        return fail(in, at);
    }
    t = text_over(r->result, sizeof r->result);
    text_add(&t, result);
    return true;
}

static bool read_moves(reader *in) {
    for (;;) {
        scan_blanks(&in->s);
        skip_number(&in->s);
        scan_blanks(&in->s);
        const char *start = in->s.at, *word;
        size_t length;
        char next = scan_peek(&in->s);
        if (begins_comment(next) || next == '(' || next == '$') {
            if (!read_note(in)) return false;
            continue;
        }
        if (!scan_word(&in->s, "{;($[", &word, &length)) {
            error_set(
                in->e,
                "the moves end without a result (1-0, 0-1, 1/2-1/2 or *): is the file cut off?");
            return fail(in, start);
        }
        char move[GAME_MOVE_TEXT];
        text t = text_over(move, sizeof move);
        text_add_part(&t, word, length);
        if (t.full) {
            error_set(in->e, "'%.*s...' is not a move", quoted(in, start), start);
            return fail(in, start);
        }
        char result[RECORD_RESULT];
        if (read_result(in->into->rules, move, result)) return end(in, result, start);
        if (strcmp(move, "...") == 0) continue;        /* 1. ... 21-17: Black moves first */
        if (strspn(move, "!?") == length && !t.full) { /* a mark on its own */
            if (!record_add_note(in->into, move, length, in->e)) return false;
            continue;
        }
        /* A trailing ! or ? is a mark unless it belongs to the move: hidden dice are 2:?????. */
        size_t mark = length;
        const history *h = &in->into->game;
        game_move whole;
        bool marked =
            strchr("!?", move[length - 1]) && !game_read_move(h->rules, h->now, move, &whole, NULL);
        while (marked && mark > 0 && strchr("!?", move[mark - 1])) move[--mark] = '\0';
        if (!history_play_text(&in->into->game, move, in->e)) {
            error_in(in->e, "move %zu", in->into->game.count + 1);
            return fail(in, start);
        }
        if (mark < length && !record_add_note(in->into, word + mark, length - mark, in->e))
            return false;
    }
}

bool record_read(record *r, const char *bytes, size_t length, size_t *at, error *e) {
    reader in = {.start = bytes, .s = scan_over(bytes + *at, length - *at), .into = r, .e = e};
    *r = (record){.result = "*"};
    if (record_at_end(bytes, length, *at)) return error_set(e, "record: it is empty");
    if (*at == 0 && length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) in.s.at += 3;
    bool good = read_tags(&in) && begin(&in) && read_moves(&in);
    size_t end_at = good ? (size_t)(in.s.at - bytes) : length;
    if (!text_is_plain(bytes + *at, end_at - *at))
        good = error_set(e, "record: this is not a text file");
    if (good) *at = end_at;
    else record_destroy(r);
    return good;
}

bool record_at_end(const char *bytes, size_t length, size_t at) {
    scan s = scan_over(bytes + at, length - at);
    while (scan_blanks(&s), begins_comment(scan_peek(&s))) {
        size_t comment = note_length(&s);
        if (comment == 0) return false;
        s.at += comment;
    }
    return scan_done(&s);
}
