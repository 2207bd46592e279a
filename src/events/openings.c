#include "events/openings.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "games/record.h"

enum { LINE = 65536, BOOK_MAX = 10000000 };

static game_position *place(const opening_book *b, size_t number) {
    return (game_position *)(void *)(b->positions + number * b->rules->position_bytes);
}

static bool add(opening_book *b, const game_position *p, error *e) {
    if (game_turn(b->rules, p) == GAME_OVER)
        return error_set(e, "the game is over there; --plies N takes only its first N moves");
    if (b->count == BOOK_MAX) return error_set(e, "more than %d openings", BOOK_MAX);
    if (b->count == b->capacity) {
        size_t larger = b->capacity ? 2 * b->capacity : 64;
        char *positions = realloc(b->positions, larger * b->rules->position_bytes);
        if (!positions) return error_set(e, "no memory for the openings");
        b->positions = positions;
        b->capacity = larger;
    }
    game_copy(b->rules, place(b, b->count++), p);
    return true;
}

/* The position after the moves that count. */
static bool add_game(opening_book *b, history *h, error *e) {
    while (b->plies && h->count > b->plies) history_undo(h);
    return add(b, h->now, e);
}

/* A line is a position if the game can read it as one, otherwise moves. */
static bool read_line(opening_book *b, const char *line, history *h, error *e) {
    error no_position;
    game_position *p = game_new_position(b->rules);
    if (!p) return error_set(e, "no memory for the openings");
    bool good;
    if (game_read_position(b->rules, line, p, &no_position)) {
        good = add(b, p, e);
    } else {
        while (history_undo(h)) continue;
        good = history_play_all(h, line, e)
                   ? add_game(b, h, e)
                   : error_in(e, "neither a position (%s) nor moves", no_position.message);
    }
    free(p);
    return good;
}

static bool read_lines(opening_book *b, const char *bytes, size_t length, error *e) {
    history h;
    if (!history_create(&h, b->rules, e)) return false;
    char *line = malloc(LINE);
    bool good = line || error_set(e, "no memory for the openings");
    size_t number = 1;
    for (size_t at = 0; good && at < length; number++) {
        const char *end = memchr(bytes + at, '\n', length - at);
        size_t count = end ? (size_t)(end - bytes) - at : length - at;
        text t = text_over(line, LINE);
        text_add_part(&t, bytes + at, count);
        at += count + 1;
        while (t.length && strchr(" \t\r", line[t.length - 1])) line[--t.length] = '\0';
        const char *first = line + strspn(line, " \t");
        if (!*first || *first == '#') continue;
        good = t.full ? error_set(e, "a line is longer than %d bytes", LINE - 1)
                      : read_line(b, first, &h, e);
        if (!good) error_in(e, "line %zu", number);
    }
    free(line);
    history_destroy(&h);
    return good;
}

static bool same_rules(const game_rules *a, const game_rules *b) {
    char first[700], second[700];
    text one = text_over(first, sizeof first), other = text_over(second, sizeof second);
    game_write_settings(a, &one);
    game_write_settings(b, &other);
    return a->game == b->game && strcmp(first, second) == 0;
}

static bool read_records(opening_book *b, const char *bytes, size_t length, error *e) {
    size_t at = 0, number = 1;
    bool good = true;
    for (; good && !record_at_end(bytes, length, at); number++) {
        record r;
        if (!record_read(&r, bytes, length, &at, e)) return false;
        good = (same_rules(r.rules, b->rules) || error_set(e, "it has other rules")) &&
               add_game(b, &r.game, e);
        if (!good) error_in(e, "game %zu", number);
        record_destroy(&r);
    }
    return good;
}

bool opening_book_read(opening_book *b, const game_rules *rules, size_t plies, const char *bytes,
                       size_t length, error *e) {
    size_t first = 0;
    *b = (opening_book){.rules = rules, .plies = plies};
    while (first < length && strchr(" \t\r\n", bytes[first])) first++;
    bool records = first < length && bytes[first] == '[';
    bool good = records ? read_records(b, bytes, length, e) : read_lines(b, bytes, length, e);
    good = good && (b->count || error_set(e, "there are no openings in it"));
    good = good && ((b->order = malloc(b->count * sizeof *b->order)) ||
                    error_set(e, "no memory for the openings"));
    for (size_t i = 0; good && i < b->count; i++) b->order[i] = (uint32_t)i;
    if (!good) opening_book_destroy(b);
    return good;
}

void opening_book_destroy(opening_book *b) {
    free(b->positions);
    free(b->order);
    *b = (opening_book){0};
}

void opening_book_shuffle(opening_book *b, uint64_t seed) {
    random_source chance = random_seed(seed);
    for (size_t i = b->count; i > 1; i--) {
        uint32_t other = random_below(&chance, (uint32_t)i), swap = b->order[i - 1];
        b->order[i - 1] = b->order[other];
        b->order[other] = swap;
    }
}

const game_position *opening_book_at(const opening_book *b, uint64_t number) {
    return place(b, b->order[number % b->count]);
}

bool opening_set_add(opening_set *s, const game_rules *rules, const game_position *p) {
    uint64_t key =
        rules->game->symmetric_hash ? rules->game->symmetric_hash(rules, p) : game_hash(rules, p);
    if (!key) key = 1; /* 0 marks an empty slot */
    if (2 * s->count >= s->capacity) {
        size_t larger = s->capacity ? 2 * s->capacity : 1024;
        uint64_t *keys = calloc(larger, sizeof *keys);
        if (!keys) return false;
        for (size_t i = 0; i < s->capacity; i++) {
            if (!s->keys[i]) continue;
            size_t at = s->keys[i] % larger;
            while (keys[at]) at = (at + 1) % larger;
            keys[at] = s->keys[i];
        }
        free(s->keys);
        s->keys = keys;
        s->capacity = larger;
    }
    size_t at = key % s->capacity;
    for (; s->keys[at]; at = (at + 1) % s->capacity)
        if (s->keys[at] == key) return false;
    s->keys[at] = key;
    s->count++;
    return true;
}

void opening_set_destroy(opening_set *s) {
    free(s->keys);
    *s = (opening_set){0};
}
