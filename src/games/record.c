#include "games/record.h"

#include <stdlib.h>
#include <string.h>

static char *copy_of(const char *bytes, size_t length) {
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

/* Room for one more in an array that doubles at powers of two. */
static void *with_room(void *array, size_t count, size_t size) {
    bool full = (count & (count - 1)) == 0;
    return full ? realloc(array, (count ? 2 * count : 1) * size) : array;
}

/* The tags of the game's other format, where it has one. */
static bool set_type(record *r, error *e) {
    const game_format *f = r->rules->game->format;
    char type[100];
    if (!f) return true;
    text t = text_over(type, sizeof type);
    f->write_type(r->rules, &t);
    return record_set_tag(r, f->type_tag, type, e);
}

bool record_create(record *r, game_rules *rules, error *e) {
    *r = (record){.rules = rules, .result = "*"};
    char settings[400];
    text t = text_over(settings, sizeof settings);
    game_write_settings(rules, &t);
    if (history_create(&r->game, rules, e) && record_set_tag(r, "Game", rules->game->name, e) &&
        (t.length == 0 || record_set_tag(r, "Rules", settings, e)) && set_type(r, e))
        return true;
    record_destroy(r);
    return false;
}

void record_destroy(record *r) {
    for (size_t i = 0; i < r->tag_count; i++) {
        free(r->tags[i].name);
        free(r->tags[i].value);
    }
    for (size_t i = 0; i < r->note_count; i++) free(r->notes[i].text);
    free(r->tags);
    free(r->notes);
    if (r->game.rules) history_destroy(&r->game);
    game_destroy(r->rules);
    *r = (record){0};
}

static record_tag *find_tag(const record *r, const char *name) {
    for (size_t i = 0; i < r->tag_count; i++)
        if (strcmp(r->tags[i].name, name) == 0) return &r->tags[i];
    return NULL;
}

const char *record_tag_value(const record *r, const char *name) {
    const record_tag *tag = find_tag(r, name);
    return tag ? tag->value : NULL;
}

bool record_set_tag(record *r, const char *name, const char *value, error *e) {
    record_tag *tag = find_tag(r, name);
    char *new_value = copy_of(value, strlen(value));
    if (tag && new_value) {
        free(tag->value);
        tag->value = new_value;
        return true;
    }
    char *new_name = copy_of(name, strlen(name));
    record_tag *tags = tag ? NULL : with_room(r->tags, r->tag_count, sizeof *tags);
    if (tags) r->tags = tags;
    if (!tags || !new_name || !new_value) {
        free(new_name);
        free(new_value);
        return error_set(e, "no memory for the record");
    }
    tags[r->tag_count++] = (record_tag){new_name, new_value};
    return true;
}

void record_remove_tag(record *r, const char *name) {
    record_tag *tag = find_tag(r, name);
    if (!tag) return;
    free(tag->name);
    free(tag->value);
    size_t behind = (size_t)(r->tags + r->tag_count - (tag + 1));
    memmove(tag, tag + 1, behind * sizeof *tag);
    r->tag_count--;
}

bool record_set_start(record *r, const game_position *start, error *e) {
    char *position = malloc(r->rules->position_text_bytes);
    if (!position) return error_set(e, "no memory for the record");
    text t = text_over(position, r->rules->position_text_bytes);
    game_write_position(r->rules, start, &t);
    const game_format *f = r->rules->game->format;
    bool good = record_set_tag(r, f ? f->position_tag : "Position", position, e) &&
                (!f || record_set_tag(r, "SetUp", "1", e));
    free(position);
    if (good) history_set(&r->game, start);
    return good;
}

bool record_add_note(record *r, const char *bytes, size_t length, error *e) {
    char *copy = copy_of(bytes, length);
    record_note *notes = with_room(r->notes, r->note_count, sizeof *notes);
    if (notes) r->notes = notes;
    if (!notes || !copy) {
        free(copy);
        return error_set(e, "no memory for the record");
    }
    notes[r->note_count++] = (record_note){.after = r->game.count, .text = copy};
    return true;
}

bool record_undo(record *r) {
    if (!history_undo(&r->game)) return false;
    while (r->note_count && r->notes[r->note_count - 1].after > r->game.count)
        free(r->notes[--r->note_count].text);
    return true;
}

void record_result_of(int winner, int seats, text *t) {
    if (winner == GAME_NOBODY && seats == 2) {
        text_add(t, "1/2-1/2");
        return;
    }
    for (int seat = 0; seat < seats; seat++) text_addf(t, "%s%d", seat ? "-" : "", seat == winner);
}

void record_rule_result(const record *r, text *t) {
    game_outcome o = game_result(r->rules, r->game.now);
    if (o.over) record_result_of(o.winner, r->rules->seats, t);
    else text_add(t, "*");
}

/* Reading. */

typedef struct reader {
    const char *start;
    scan s;
    const char *game_tag, *rules_tag, *position_tag; /* where they stand, for errors */
    record *into;
    error *e;
} reader;

static bool fail(const reader *in, const char *at) {
    size_t line = 1;
    for (const char *c = in->start; c < at; c++) line += *c == '\n';
    return error_in(in->e, "record, line %zu", line);
}

/* The part of the input from `at` that an error quotes. */
static int quoted(const reader *in, const char *at) {
    int length = 0;
    while (at + length < in->s.end && length < 40 && at[length] != '\n' && at[length] != '\r')
        length++;
    return length;
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

static bool read_tags(reader *in) {
    char name[64], value[1024];
    while (scan_blanks(&in->s), scan_peek(&in->s) == '[') {
        const char *start = in->s.at;
        if (!read_tag(in, name, value)) return false;
        if (find_tag(in->into, name)) {
            error_set(in->e, "tag %s is there twice", name);
            return fail(in, start);
        }
        if (strcmp(name, "Game") == 0) in->game_tag = start;
        if (strcmp(name, "Rules") == 0) in->rules_tag = start;
        if (strcmp(name, "Position") == 0) in->position_tag = start;
        if (!record_set_tag(in->into, name, value, in->e)) return false;
    }
    return true;
}

/* The game of another format's type tag, with the settings that it stands for; NULL: none. */
static const game *game_by_type(const record *r, text *settings) {
    for (const game *const *g = games_all; *g; g++) {
        const game_format *f = (*g)->format;
        const char *type = f ? record_tag_value(r, f->type_tag) : NULL;
        if (type && f->read_type(type, settings)) return *g;
    }
    return NULL;
}

/* That the type tag, where there is one, says the same as Game and Rules. */
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
    error_set(e, "there is no [Game \"...\"] tag, so it is not known which game this is");
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

/* The length of the note that begins here: {comment}, ;comment, (variation), $7; 0 where it does
 * not end. */
static size_t note_length(const scan *s) {
    const char *at = s->at;
    char first = *at;
    if (first == '$') {
        for (at++; at < s->end && *at >= '0' && *at <= '9'; at++) continue;
        return at > s->at + 1 ? (size_t)(at - s->at) : 0;
    }
    if (first == ';') {
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
    /* A semicolon's comment becomes one in braces, which may stand anywhere. */
    in->s.at += length;
    if (*start != ';') return record_add_note(in->into, start, length, in->e);
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

/* Skips a move number: digits and at least one dot. */
static void skip_number(scan *s) {
    const char *at = s->at;
    while (at < s->end && *at >= '0' && *at <= '9') at++;
    if (at == s->at || at == s->end || *at != '.') return;
    while (at < s->end && *at == '.') at++;
    s->at = at;
}

static bool is_result(const char *word, int seats) {
    char result[RECORD_RESULT];
    if (strcmp(word, "*") == 0 || strcmp(word, "1/2-1/2") == 0) return true;
    for (int winner = GAME_NOBODY; winner < seats; winner++) {
        text t = text_over(result, sizeof result);
        record_result_of(winner, seats, &t);
        if (strcmp(word, result) == 0) return true;
    }
    return false;
}

/* Checks the result at the end against the rules and the tag. */
static bool end(reader *in, const char *word, const char *at) {
    record *r = in->into;
    char by_rules[RECORD_RESULT];
    text t = text_over(by_rules, sizeof by_rules);
    record_rule_result(r, &t);
    const char *tag = record_tag_value(r, "Result");
    if (strcmp(by_rules, "*") != 0 && strcmp(by_rules, word) != 0 && strcmp(word, "*") != 0) {
        error_set(in->e, "the result is written as %s, but by the rules it is %s", word, by_rules);
        return fail(in, at);
    }
    if (tag && strcmp(tag, word) != 0) {
        error_set(in->e, "the moves end with %s, but the Result tag says %s", word, tag);
        return fail(in, at);
    }
    text result = text_over(r->result, sizeof r->result);
    text_add(&result, word);
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
        if (next && strchr("{;($", next)) {
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
        if (is_result(move, in->into->rules->seats)) return end(in, move, start);
        if (strspn(move, "!?") == length && !t.full) { /* a mark on its own */
            if (!record_add_note(in->into, move, length, in->e)) return false;
            continue;
        }
        /* A mark, unless it belongs to the move: dice under a cup are written 2:?????. */
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
    if (record_at_end(bytes, length, *at)) return error_set(e, "record: there is nothing in it");
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
    scan_blanks(&s);
    return scan_done(&s);
}

/* Writing. */

enum { LINE_WIDTH = 80 };

typedef struct writer {
    record_sink sink;
    size_t column;
} writer;

static void put(writer *w, const char *bytes, size_t length) {
    w->sink.put(w->sink.context, bytes, length);
}

/* A word of the moves, on the next line where this one is full. */
static void put_word(writer *w, const char *word) {
    size_t length = strlen(word);
    if (w->column > 0) {
        bool wrap = w->column + 1 + length > LINE_WIDTH;
        put(w, wrap ? "\n" : " ", 1);
        w->column = wrap ? 0 : w->column + 1;
    }
    put(w, word, length);
    w->column += length;
}

static void put_tag(writer *w, const char *name, const char *value) {
    put(w, "[", 1);
    put(w, name, strlen(name));
    put(w, " \"", 2);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') put(w, "\\", 1);
        put(w, value, 1);
    }
    put(w, "\"]\n", 3);
}

bool record_write(const record *r, record_sink sink, error *e) {
    writer w = {.sink = sink};
    history replay;
    if (!history_create(&replay, r->rules, e)) return false;
    history_set(&replay, r->game.start);
    for (size_t i = 0; i < r->tag_count; i++)
        if (strcmp(r->tags[i].name, "Result") != 0) put_tag(&w, r->tags[i].name, r->tags[i].value);
    put_tag(&w, "Result", r->result);
    put(&w, "\n", 1);

    size_t note = 0;
    bool good = true;
    for (size_t i = 0; good && i <= r->game.count; i++) {
        for (; note < r->note_count && r->notes[note].after == i; note++)
            put_word(&w, r->notes[note].text);
        if (i == r->game.count) break;
        char word[GAME_MOVE_TEXT + 16];
        text t = text_over(word, sizeof word);
        if (i % 2 == 0) {
            text_addf(&t, "%zu.", i / 2 + 1);
            put_word(&w, word);
            t = text_over(word, sizeof word);
        }
        game_write_move(r->rules, replay.now, r->game.moves[i], &t);
        put_word(&w, word);
        good = history_play(&replay, r->game.moves[i], e);
    }
    put_word(&w, r->result);
    put(&w, "\n", 1);
    history_destroy(&replay);
    return good;
}
