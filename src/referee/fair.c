#include "referee/fair.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { KEY = 16 };

_Static_assert(FAIR_HASH_TEXT == 2 * crypto_generichash_BYTES + 1, "a hash as text");
_Static_assert(FAIR_KEY_TEXT == 2 * KEY + 1, "a key as text");

bool fair_start(error *e) {
    return sodium_init() >= 0 || error_set(e, "this system has no source of randomness");
}

random_source fair_random(void) {
    random_source r;
    randombytes_buf(&r, sizeof r);
    return r;
}

static void hash_of(size_t move, const char *words, const char *key, char out[FAIR_HASH_TEXT]) {
    char message[GAME_MOVE_TEXT + FAIR_KEY_TEXT + 32];
    unsigned char hash[crypto_generichash_BYTES];
    text t = text_over(message, sizeof message);
    text_addf(&t, "%zu %s %s", move, words, key);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)message, t.length, NULL, 0);
    sodium_bin2hex(out, FAIR_HASH_TEXT, hash, sizeof hash);
}

bool fair_is_secret(const game_rules *rules, game_move m) {
    return rules->game->seen && rules->game->seen(rules, m, GAME_NOBODY) != m;
}

bool fair_all_shown(const game_rules *rules, const game_position *p, game_position *scratch) {
    if (!rules->game->view) return true;
    rules->game->view(rules, p, GAME_NOBODY, scratch);
    return memcmp(scratch, p, rules->position_bytes) == 0;
}

bool fair_commit(fair *f, size_t move, const char *words, random_source *seeded,
                 char hash[FAIR_HASH_TEXT], error *e) {
    unsigned char key[KEY];
    if (f->count == FAIR_PENDING_MAX) return error_set(e, "too many secrets at once");
    if (seeded)
        for (int i = 0; i < KEY; i++) key[i] = (unsigned char)random_below(seeded, 256);
    else randombytes_buf(key, KEY);
    fair_secret *s = &f->pending[f->count++];
    s->move = move;
    sodium_bin2hex(s->key, sizeof s->key, key, KEY);
    hash_of(move, words, s->key, hash);
    return true;
}

bool fair_note_hash(record *r, const char *hash, error *e) {
    char note[FAIR_HASH_TEXT + 16];
    text t = text_over(note, sizeof note);
    text_addf(&t, "{commit %s}", hash);
    return record_add_note(r, note, t.length, e);
}

bool fair_note_key(record *r, const fair_secret *s, error *e) {
    char note[FAIR_KEY_TEXT + 40];
    text t = text_over(note, sizeof note);
    text_addf(&t, "{reveal %zu %s}", s->move, s->key);
    return record_add_note(r, note, t.length, e);
}

/* The notes of a record for each move, by its number: the first commitment right after it, and its
 * key, wherever that is. NULL if there is none. */
typedef struct proofs {
    const char **commit, **key;
} proofs;

static void destroy_proofs(proofs *p) {
    free((void *)p->commit);
    free((void *)p->key);
}

static bool find_proofs(const record *r, proofs *p, error *e) {
    static const char commit[] = "{commit ", reveal[] = "{reveal ";
    p->commit = (const char **)calloc(r->game.count + 1, sizeof *p->commit);
    p->key = (const char **)calloc(r->game.count + 1, sizeof *p->key);
    if (!p->commit || !p->key) return error_set(e, "no memory to verify");
    for (size_t i = 0; i < r->note_count; i++) {
        const record_note *n = &r->notes[i];
        uint64_t number;
        if (strncmp(n->text, commit, strlen(commit)) == 0 && n->after <= r->game.count &&
            !p->commit[n->after])
            p->commit[n->after] = n->text + strlen(commit);
        if (strncmp(n->text, reveal, strlen(reveal)) != 0) continue;
        scan s = scan_string(n->text + strlen(reveal));
        if (scan_number(&s, 1, r->game.count, &number) && scan_char(&s, ' ') && !p->key[number])
            p->key[number] = s.at;
    }
    return true;
}

/* The word at the end of a note: "...}". */
static bool read_word(const char *at, char *word, size_t size) {
    text t = text_over(word, size);
    if (at) text_add_part(&t, at, strcspn(at, "}"));
    return at && !t.full;
}

/* A roll that must be shown, and its text. */
typedef struct fair_roll {
    size_t number;
    char words[GAME_MOVE_TEXT];
} fair_roll;

static bool verify_secret(const proofs *p, const fair_roll *d, bool due, fair_report *report,
                          error *e) {
    char committed[FAIR_HASH_TEXT], key[FAIR_KEY_TEXT], hash[FAIR_HASH_TEXT];
    size_t number = d->number;
    if (!read_word(p->commit[number], committed, sizeof committed))
        return error_set(e, "move %zu (%s): the commitment after it is missing", number, d->words);
    report->secrets++;
    if (!read_word(p->key[number], key, sizeof key)) {
        report->open += !due;
        return !due ||
               error_set(e, "move %zu (%s): shown, but its key is missing", number, d->words);
    }
    hash_of(number, d->words, key, hash);
    if (strcmp(hash, committed) != 0)
        return error_set(e, "move %zu: %s does not match its commitment", number, d->words);
    report->proven++;
    return true;
}

/* Plays the record through; rolls wait in `waiting` until all dice are shown. */
static bool verify_all(const record *r, const proofs *p, history *h, fair_roll *waiting,
                       game_position *view, fair_report *report, error *e) {
    size_t count = 0;
    bool good = true;
    for (size_t i = 0; good && i < r->game.count; i++) {
        game_move move = r->game.moves[i];
        bool secret = fair_is_secret(r->rules, move);
        if (secret && count == FAIR_PENDING_MAX) return error_set(e, "too many secrets at once");
        if (secret) {
            fair_roll *d = &waiting[count++];
            text t = text_over(d->words, sizeof d->words);
            d->number = i + 1;
            game_write_move(r->rules, h->now, move, &t);
        }
        good = history_play(h, move, e);
        if (secret) continue;
        if (p->commit[i + 1]) { /* a roll hidden in the record itself */
            report->secrets++;
            report->open++;
        } else if (count && fair_all_shown(r->rules, h->now, view)) {
            while (good && count) good = verify_secret(p, &waiting[--count], true, report, e);
        }
    }
    while (good && count) good = verify_secret(p, &waiting[--count], false, report, e);
    return good;
}

bool fair_verify(const record *r, fair_report *report, error *e) {
    history h;
    proofs p = {0};
    fair_roll *waiting = malloc(FAIR_PENDING_MAX * sizeof *waiting);
    game_position *view = malloc(r->rules->position_bytes);
    *report = (fair_report){0};
    bool good = (waiting && view) || error_set(e, "no memory to verify");
    good = good && find_proofs(r, &p, e) && history_create(&h, r->rules, e);
    if (good) {
        history_set(&h, r->game.start);
        good = verify_all(r, &p, &h, waiting, view, report, e);
        history_destroy(&h);
    }
    destroy_proofs(&p);
    free(waiting);
    free(view);
    return good;
}
