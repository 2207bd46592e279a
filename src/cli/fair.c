#include "cli/fair.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_TEXT = 2 * crypto_generichash_BYTES + 1, KEY_TEXT = 2 * FAIR_KEY + 1 };

bool fair_start(error *e) {
    return sodium_init() >= 0 || error_set(e, "this system has no source of randomness");
}

random_source fair_random(void) {
    random_source r;
    randombytes_buf(&r, sizeof r);
    return r;
}

static void hash_of(size_t move, const char *words, const char *key, char out[HASH_TEXT]) {
    char message[GAME_MOVE_TEXT + KEY_TEXT + 32];
    unsigned char hash[crypto_generichash_BYTES];
    text t = text_over(message, sizeof message);
    text_addf(&t, "%zu %s %s", move, words, key);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)message, t.length, NULL, 0);
    sodium_bin2hex(out, HASH_TEXT, hash, sizeof hash);
}

static bool is_secret(const game_rules *rules, game_move m) {
    return rules->game->seen && rules->game->seen(rules, m, GAME_NOBODY) != m;
}

/* Whether a spectator sees all there is. */
static bool all_is_shown(const game_rules *rules, const game_position *p) {
    if (!rules->game->view) return true;
    game_position *view = malloc(rules->position_bytes);
    if (!view) return false;
    rules->game->view(rules, p, GAME_NOBODY, view);
    bool same = memcmp(view, p, rules->position_bytes) == 0;
    free(view);
    return same;
}

/* The text of the move with this number, counted from 1, as the record has it. */
static bool text_of_move(const record *r, size_t number, char out[GAME_MOVE_TEXT], error *e) {
    history h;
    if (!history_create(&h, r->rules, e)) return false;
    history_set(&h, r->game.start);
    bool good = true;
    for (size_t i = 0; good && i + 1 < number; i++) good = history_play(&h, r->game.moves[i], e);
    text t = text_over(out, GAME_MOVE_TEXT);
    if (good) game_write_move(r->rules, h.now, r->game.moves[number - 1], &t);
    history_destroy(&h);
    return good;
}

static bool commit(fair *f, record *r, error *e) {
    char words[GAME_MOVE_TEXT], key[KEY_TEXT], hash[HASH_TEXT], note[HASH_TEXT + 16];
    if (f->count == FAIR_PENDING_MAX) return error_set(e, "too many secrets at once");
    f->pending[f->count].move = r->game.count;
    randombytes_buf(f->pending[f->count].key, FAIR_KEY);
    sodium_bin2hex(key, sizeof key, f->pending[f->count].key, FAIR_KEY);
    f->count++;
    if (!text_of_move(r, r->game.count, words, e)) return false;
    hash_of(r->game.count, words, key, hash);
    text t = text_over(note, sizeof note);
    text_addf(&t, "{commit %s}", hash);
    return record_add_note(r, note, t.length, e);
}

static bool reveal(fair *f, record *r, error *e) {
    for (size_t i = 0; i < f->count; i++) {
        char key[KEY_TEXT], note[KEY_TEXT + 40];
        sodium_bin2hex(key, sizeof key, f->pending[i].key, FAIR_KEY);
        text t = text_over(note, sizeof note);
        text_addf(&t, "{reveal %zu %s}", f->pending[i].move, key);
        if (!record_add_note(r, note, t.length, e)) return false;
    }
    f->count = 0;
    return true;
}

bool fair_note(fair *f, record *r, bool *shown, error *e) {
    *shown = false;
    if (r->game.count && is_secret(r->rules, r->game.moves[r->game.count - 1]))
        return commit(f, r, e);
    if (f->count == 0 || !all_is_shown(r->rules, r->game.now)) return true;
    *shown = true;
    return reveal(f, r, e);
}

/* The word after `kind` in the comment after so many moves (or any, where `after` is 0) that begins
 * "{kind first": "commit", or "reveal" with its move. */
static bool find_note(const record *r, size_t after, const char *start, char *word, size_t size) {
    size_t length = strlen(start);
    for (size_t i = 0; i < r->note_count; i++) {
        const record_note *n = &r->notes[i];
        if ((after && n->after != after) || strncmp(n->text, start, length) != 0) continue;
        text t = text_over(word, size);
        text_add_part(&t, n->text + length, strcspn(n->text + length, "}"));
        return !t.full;
    }
    return false;
}

static bool verify_secret(const record *r, size_t number, bool due, fair_report *report, error *e) {
    char committed[HASH_TEXT] = "", key[KEY_TEXT] = "", hash[HASH_TEXT], words[GAME_MOVE_TEXT],
         start[40];
    text t = text_over(start, sizeof start);
    text_addf(&t, "{reveal %zu ", number);
    if (!text_of_move(r, number, words, e)) return false;
    if (!find_note(r, number, "{commit ", committed, sizeof committed))
        return error_set(e, "move %zu (%s): there is no commitment after it", number, words);
    report->secrets++;
    if (!find_note(r, 0, start, key, sizeof key)) {
        report->open += !due;
        return !due || error_set(e, "move %zu (%s): shown, but its key is missing", number, words);
    }
    hash_of(number, words, key, hash);
    if (strcmp(hash, committed) != 0)
        return error_set(e, "move %zu: %s is not what was committed to", number, words);
    report->proven++;
    return true;
}

bool fair_verify(const record *r, fair_report *report, error *e) {
    history h;
    size_t *secret = malloc((r->game.count + 1) * sizeof *secret), waiting = 0;
    *report = (fair_report){0};
    if (!secret) return error_set(e, "no memory to verify");
    if (!history_create(&h, r->rules, e)) {
        free(secret);
        return false;
    }
    history_set(&h, r->game.start);
    bool good = true;
    for (size_t i = 0; good && i < r->game.count; i++) {
        good = history_play(&h, r->game.moves[i], e);
        if (is_secret(r->rules, r->game.moves[i])) secret[waiting++] = i + 1;
        else if (waiting && all_is_shown(r->rules, h.now))
            while (good && waiting) good = verify_secret(r, secret[--waiting], true, report, e);
    }
    while (good && waiting) good = verify_secret(r, secret[--waiting], false, report, e);
    history_destroy(&h);
    free(secret);
    return good;
}
