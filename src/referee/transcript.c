#include "referee/transcript.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

bool transcript_create(transcript *t, game_rules *rules, const game_position *start, error *e) {
    *t = (transcript){.offer_by = GAME_NOBODY};
    if (!record_create(&t->record, rules, e)) return false;
    if (!start || record_set_start(&t->record, start, e)) return true;
    transcript_destroy(t);
    return false;
}

void transcript_destroy(transcript *t) {
    if (t->record.rules) record_destroy(&t->record);
    free(t->moves);
    free(t->spent);
    free(t->secrets);
    *t = (transcript){.offer_by = GAME_NOBODY};
}

static void copy(char *to, size_t size, const char *from) {
    text t = text_over(to, size);
    text_add(&t, from);
}

/* One more at the end of an array; NULL if there is no memory. */
static void *grow(void *array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) return array;
    size_t larger = *capacity ? 2 * *capacity : 32;
    while (larger <= count) larger *= 2;
    void *memory = realloc(array, larger * size);
    if (memory) *capacity = larger;
    return memory;
}

bool transcript_adopt(transcript *t, record *r, error *e) {
    *t = (transcript){.record = *r, .offer_by = GAME_NOBODY};
    const history *h = transcript_game(t);
    game_position *p = game_new_position(h->rules);
    transcript_move *moves = grow(NULL, h->count, &t->move_capacity, sizeof *moves);
    t->moves = moves;
    if (p && moves) game_copy(h->rules, p, h->start);
    for (size_t i = 0; p && moves && i < h->count; i++) {
        moves[i] = (transcript_move){.seat = game_turn(h->rules, p), .move = h->moves[i]};
        text word = text_over(moves[i].text, sizeof moves[i].text);
        game_write_move(h->rules, p, h->moves[i], &word);
        game_play(h->rules, p, h->moves[i], NULL);
    }
    bool good = p && moves;
    free(p);
    if (!good) transcript_destroy(t);
    return good || error_set(e, "no memory for a game");
}

static bool take_move(transcript *t, const match_event *v, error *e) {
    const history *h = &t->record.game;
    size_t at = h->count;
    transcript_move *moves = grow(t->moves, at, &t->move_capacity, sizeof *moves);
    if (moves) t->moves = moves;
    match_spent *spent = grow(t->spent, t->spent_count, &t->spent_capacity, sizeof *spent);
    if (spent) t->spent = spent;
    if (!moves || !spent) return error_set(e, "no memory for another move");
    int turn = game_turn(h->rules, h->now);
    if (!history_play(&t->record.game, v->move, e)) return false;
    t->moves[at] = (transcript_move){.seat = v->seat,
                                     .move = v->move,
                                     .used = v->used,
                                     .scored = v->opinion.known,
                                     .score = (int)v->opinion.score,
                                     .depth = v->opinion.depth};
    copy(t->moves[at].text, sizeof t->moves[at].text, v->text);
    if (v->seat >= 0 && v->seat == turn) { /* a seat that interrupts is not charged */
        t->spent[t->spent_count++] = (match_spent){.seat = v->seat, .used = v->used};
        timing_charge(&t->clock[v->seat], v->used);
    }
    if (t->offer == MATCH_TAKE_BACK || v->seat != t->offer_by) t->offer = MATCH_NO_OFFER;
    return true;
}

static bool take_commitment(transcript *t, size_t move, const char *hash, const char *key,
                            error *e) {
    transcript_secret *more = grow(t->secrets, t->secret_count, &t->secret_capacity, sizeof *more);
    if (!more) return error_set(e, "no memory for a commitment");
    t->secrets = more;
    if (!fair_note_hash(&t->record, hash, e)) return false;
    transcript_secret *s = &t->secrets[t->secret_count++];
    *s = (transcript_secret){.move = move};
    copy(s->hash, sizeof s->hash, hash);
    copy(s->kept, sizeof s->kept, key);
    return true;
}

static bool take_key(transcript *t, size_t move, const char *key, error *e) {
    fair_secret shown = {.move = move};
    bool noted = false;
    copy(shown.key, sizeof shown.key, key);
    for (size_t i = 0; i < t->secret_count; i++) {
        transcript_secret *s = &t->secrets[i];
        if (s->move != move) continue;
        memcpy(s->key, shown.key, sizeof shown.key);
        noted = s->noted;
        s->noted = true;
    }
    return noted || fair_note_key(&t->record, &shown, e);
}

bool transcript_note_keys(transcript *t, error *e) {
    for (size_t i = 0; i < t->secret_count; i++) {
        transcript_secret *s = &t->secrets[i];
        fair_secret kept = {.move = s->move};
        memcpy(kept.key, s->kept, sizeof kept.key);
        if (s->noted || !*s->kept) continue;
        if (!fair_note_key(&t->record, &kept, e)) return false;
        s->noted = true;
    }
    return true;
}

/* "NUMBER HASH" for a commitment, "NUMBER KEY" when it is revealed. */
static bool take_secret(transcript *t, const match_event *v, error *e) {
    scan s = scan_string(v->text);
    uint64_t move;
    const char *word;
    size_t length, most = v->kind == MATCH_COMMIT ? FAIR_HASH_TEXT : FAIR_KEY_TEXT;
    bool good = scan_number(&s, 1, t->record.game.count, &move);
    scan_blanks(&s);
    good = good && scan_word(&s, "", &word, &length) && length < most;
    if (!good) return error_set(e, "invalid commitment or key: '%.40s'", v->text);
    char said[FAIR_HASH_TEXT];
    text copied = text_over(said, sizeof said);
    text_add_part(&copied, word, length);
    return v->kind == MATCH_COMMIT ? take_commitment(t, (size_t)move, said, v->key, e)
                                   : take_key(t, (size_t)move, said, e);
}

bool transcript_take(transcript *t, const match_event *v, error *e) {
    int64_t now = clock_now();
    if (v->time > t->elapsed) t->elapsed = v->time;
    switch (v->kind) {
    case MATCH_START:
    case MATCH_RESUME:
        t->asked = true;
        t->since = now;
        break;
    case MATCH_READY: copy(t->called[v->seat], TALK_NAME, v->text); break;
    case MATCH_MOVE:
        t->since = now;
        t->spell = 0; /* in a pause: the seat on turn has not used any time yet */
        return take_move(t, v, e);
    case MATCH_OFFER:
        t->offer = strcmp(v->text, "draw") == 0 ? MATCH_DRAW : MATCH_TAKE_BACK;
        t->offer_by = v->seat;
        break;
    case MATCH_DECLINE: t->offer = MATCH_NO_OFFER; break;
    case MATCH_UNDO:
        while (t->record.game.count > v->moves) record_undo(&t->record);
        t->offer = MATCH_NO_OFFER;
        t->since = now;
        break;
    case MATCH_COMMIT:
    case MATCH_REVEAL: return take_secret(t, v, e);
    case MATCH_PAUSE:
        t->paused = true;
        t->spell = now - t->since;
        break;
    case MATCH_GO_ON:
        t->paused = false;
        t->since = now - t->spell;
        break;
    case MATCH_END:
        t->over = true;
        t->asked = false;
        t->offer = MATCH_NO_OFFER;
        t->verdict = v->verdict;
        break;
    case MATCH_NOTE: break;
    }
    return true;
}

bool transcript_resume(const transcript *t, match_setup *m, fair *pending, error *e) {
    *pending = (fair){0};
    for (size_t i = 0; i < t->secret_count; i++) {
        const transcript_secret *s = &t->secrets[i];
        if (*s->key) continue;
        if (!*s->kept) return error_set(e, "the key of move %zu is unknown", s->move);
        if (pending->count == FAIR_PENDING_MAX) return error_set(e, "too many secrets at once");
        fair_secret *p = &pending->pending[pending->count++];
        p->move = s->move;
        memcpy(p->key, s->kept, sizeof p->key);
    }
    m->moves = t->record.game.moves;
    m->move_count = t->record.game.count;
    m->spent = t->spent;
    m->spent_count = t->spent_count;
    m->secrets = pending;
    m->elapsed = t->elapsed;
    return true;
}

int transcript_waits_for(const transcript *t) {
    int turn = game_turn(t->record.rules, t->record.game.now);
    return t->asked && !t->over && turn >= 0 ? turn : GAME_NOBODY;
}
