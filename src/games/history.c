#include "games/history.h"

#include <stdlib.h>

bool history_create(history *h, const game_rules *rules, error *e) {
    *h = (history){
        .rules = rules, .start = game_new_position(rules), .now = game_new_position(rules)};
    if (h->start && h->now) return true;
    history_destroy(h);
    return error_set(e, "no memory for a game");
}

void history_destroy(history *h) {
    free(h->start);
    free(h->now);
    free(h->moves);
    free(h->undo);
    *h = (history){0};
}

void history_set(history *h, const game_position *start) {
    game_copy(h->rules, h->start, start);
    game_copy(h->rules, h->now, start);
    h->count = 0;
}

static size_t undo_stride(const game_rules *rules) {
    size_t alignment = _Alignof(max_align_t);
    return (rules->undo_bytes + alignment) / alignment * alignment; /* never 0 */
}

static bool grow(history *h) {
    size_t capacity = h->capacity ? 2 * h->capacity : 64;
    game_move *moves = realloc(h->moves, capacity * sizeof *moves);
    if (moves) h->moves = moves;
    char *undo = realloc(h->undo, capacity * undo_stride(h->rules));
    if (undo) h->undo = undo;
    if (!moves || !undo) return false;
    h->capacity = capacity;
    return true;
}

bool history_play(history *h, game_move move, error *e) {
    if (h->count == h->capacity && !grow(h)) return error_set(e, "no memory for another move");
    game_play(h->rules, h->now, move, h->undo + h->count * undo_stride(h->rules));
    h->moves[h->count++] = move;
    return true;
}

bool history_play_text(history *h, const char *word, error *e) {
    game_move move;
    return game_read_move(h->rules, h->now, word, &move, e) && history_play(h, move, e);
}

/* "12." or "12...": the number of a move in a record. */
static bool is_move_number(const char *word, size_t length) {
    size_t digits = 0, dots = 0;
    while (digits < length && word[digits] >= '0' && word[digits] <= '9') digits++;
    while (digits + dots < length && word[digits + dots] == '.') dots++;
    return digits > 0 && dots > 0 && digits + dots == length;
}

bool history_play_all(history *h, const char *words, error *e) {
    size_t before = h->count, length;
    const char *word;
    scan s = scan_string(words);
    while (scan_blanks(&s), scan_word(&s, "", &word, &length)) {
        char move[GAME_MOVE_TEXT];
        text t = text_over(move, sizeof move);
        if (is_move_number(word, length)) continue;
        text_add_part(&t, word, length);
        if (t.full) error_code(e, "not-a-move", "'%.40s...' is not a move", move);
        else if (history_play_text(h, move, e)) continue;
        error_in(e, "move %zu", h->count + 1);
        while (h->count > before) history_undo(h);
        return false;
    }
    return true;
}

bool history_undo(history *h) {
    if (h->count == 0) return false;
    h->count--;
    game_undo(h->rules, h->now, h->moves[h->count], h->undo + h->count * undo_stride(h->rules));
    return true;
}
