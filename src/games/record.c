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

/* Makes room for one more element in an array that doubles at powers of two. */
static void *with_room(void *array, size_t count, size_t size) {
    bool full = (count & (count - 1)) == 0;
    return full ? realloc(array, (count ? 2 * count : 1) * size) : array;
}

/* Sets the type tag of the game's other format, if it has one. */
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
    return record_add_note_after(r, r->game.count, bytes, length, e);
}

bool record_add_note_after(record *r, size_t after, const char *bytes, size_t length, error *e) {
    char *copy = copy_of(bytes, length);
    record_note *notes = with_room(r->notes, r->note_count, sizeof *notes);
    if (notes) r->notes = notes;
    if (!notes || !copy) {
        free(copy);
        return error_set(e, "no memory for the record");
    }
    notes[r->note_count++] = (record_note){.after = after, .text = copy};
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

/* Writing. */

enum { LINE_WIDTH = 80 };

typedef struct writer {
    record_sink sink;
    size_t column;
} writer;

static void put(writer *w, const char *bytes, size_t length) {
    w->sink.put(w->sink.context, bytes, length);
}

/* Writes a word, on the next line if this one is full. */
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
