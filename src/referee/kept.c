#include "referee/kept.h"

#include <stdlib.h>
#include <string.h>

static void write_settings(const match_terms *k, text *t) {
    const time_control *c = &k->control;
    text_addf(t, "%lld %lld %lld %lld %lld %llu %d %zu %lld", (long long)c->move,
              (long long)c->game, (long long)c->increment, (long long)c->overage,
              (long long)k->handshake, (unsigned long long)k->seed, k->seeded, k->move_limit,
              (long long)k->time_limit);
}

bool kept_read_settings(const char *from, match_terms *k, error *e) {
    /* The last three were not always there; then dice came from the seed. */
    uint64_t n[9] = {[6] = 1};
    scan s = scan_string(from);
    for (int i = 0; i < 9; i++, scan_blanks(&s))
        if (!scan_number(&s, 0, i == 5 ? UINT64_MAX : INT64_MAX, &n[i]) && i < 6)
            return error_set(e, "the match's settings cannot be read: '%s'", from);
    *k = (match_terms){.control = {.move = (int64_t)n[0],
                                     .game = (int64_t)n[1],
                                     .increment = (int64_t)n[2],
                                     .overage = (int64_t)n[3]},
                         .handshake = (int64_t)n[4],
                         .seed = n[5],
                         .seeded = n[6] != 0,
                         .move_limit = (size_t)n[7],
                         .time_limit = (int64_t)n[8]};
    return true;
}

bool kept_describe(store_match *m, const game_rules *r, const game_position *first,
                   const match_terms *k, error *e) {
    text name = text_over(m->game, sizeof m->game), rules = text_over(m->rules, sizeof m->rules);
    text start = text_over(m->start, sizeof m->start);
    text settings = text_over(m->settings, sizeof m->settings);
    text_add(&name, r->game->name);
    game_write_settings(r, &rules);
    if (first) game_write_position(r, first, &start);
    write_settings(k, &settings);
    return !start.full || error_set(e, "the position is too long for the journal");
}

bool kept_begin(store *s, const game_rules *r, const game_position *first, const char *const *seats,
                const char *const *names, const match_terms *k, int64_t *id, error *e) {
    store_match *m = calloc(1, sizeof *m);
    store_seat named[GAME_SEATS_MAX] = {0};
    if (!m) return error_set(e, "no memory");
    text lines = text_over(m->seats, sizeof m->seats);
    for (int seat = 0; seat < r->seats; seat++) {
        text kind = text_over(named[seat].kind, sizeof named[seat].kind);
        text name = text_over(named[seat].name, sizeof named[seat].name);
        text_addf(&lines, "%s\n", seats[seat]);
        text_add(&kind, STORE_NAMED);
        text_add(&name, names ? names[seat] : "");
    }
    bool good = lines.full ? error_set(e, "the seats are too long for the journal")
                           : kept_describe(m, r, first, k, e) &&
                                 store_begin_seated(s, m, named, names ? r->seats : 0, e);
    *id = m->id;
    free(m);
    return good;
}

void kept_seat(const store_match *m, int seat, text *t) {
    const char *at = m->seats;
    for (; seat > 0 && *at; seat--) {
        at += strcspn(at, "\n");
        if (*at) at++;
    }
    text_add_part(t, at, strcspn(at, "\n"));
}

void kept_write_result(const store_match *m, text *t) {
    int seats = 0;
    for (const char *at = m->seats; *at; seats++) {
        at += strcspn(at, "\n");
        if (*at) at++;
    }
    if (m->over && strcmp(m->reason, "aborted") != 0) record_result_of(m->winner - 1, seats, t);
    else text_add(t, "*");
}

bool kept_names(store *s, const store_match *m, char names[GAME_SEATS_MAX][SEAT_SPEC], error *e) {
    store_seat seats[GAME_SEATS_MAX];
    int count = store_seats(s, m->id, seats, GAME_SEATS_MAX, e);
    for (int i = 0; i < GAME_SEATS_MAX; i++) {
        /* An engine of the page is called by its level alone; its line says more. */
        bool named = i < count && *seats[i].name && strcmp(seats[i].kind, "engine") != 0;
        text t = text_over(names[i], SEAT_SPEC);
        if (named) text_add(&t, seats[i].name);
        else kept_seat(m, i, &t);
    }
    return count >= 0;
}

static bool name_it(store *s, const store_match *m, record *r, error *e) {
    char tag[16], value[32], names[GAME_SEATS_MAX][SEAT_SPEC];
    if (!kept_names(s, m, names, e)) return false;
    for (int seat = 0; seat < r->rules->seats; seat++) {
        text name = text_over(tag, sizeof tag);
        text_addf(&name, "Seat%d", seat + 1);
        if (!record_set_tag(r, tag, names[seat], e)) return false;
    }
    text date = text_over(value, sizeof value);
    text_addf(&date, "%.10s", m->begun);
    for (char *c = value; *c; c++)
        if (*c == '-') *c = '.';
    text result = text_over(r->result, sizeof r->result);
    kept_write_result(m, &result);
    return record_set_tag(r, "Date", value, e) &&
           (!m->over || record_set_tag(r, "Reason", m->reason, e));
}

bool kept_event(store_event *v, match_event *event) {
    *event = (match_event){
        .seat = v->seat - 1, .time = v->time * 1000, .used = v->used * 1000, .text = v->text};
    if (!match_event_find(v->kind, &event->kind)) return false;
    if (event->kind == MATCH_COMMIT) {
        char *key = strrchr(v->text, ' ');
        if (key) *key = '\0';
    }
    return true;
}

/* Events on their way into a kept match. */
typedef struct reader {
    kept *into;
    error *e;
    bool good;
} reader;

static bool add_spent(kept *k, int seat, int64_t used, error *e) {
    /* Doubled whenever it is full: at powers of two. */
    if ((k->spent_count & (k->spent_count - 1)) == 0) {
        size_t capacity = k->spent_count ? 2 * k->spent_count : 1;
        match_spent *larger = realloc(k->spent, capacity * sizeof *larger);
        if (!larger) return error_set(e, "no memory for a match");
        k->spent = larger;
    }
    k->spent[k->spent_count++] = (match_spent){.seat = seat, .used = used};
    return true;
}

static bool take_back(record *r, const char *words, error *e) {
    scan s = scan_string(words);
    uint64_t count;
    if (!scan_number(&s, 1, r->game.count, &count))
        return error_set(e, "'%.20s' moves cannot be taken back", words);
    while (count-- > 0) record_undo(r);
    return true;
}

/* The next word of a text; false where there is none, or it is too long. */
static bool take_word(scan *s, char *word, size_t size) {
    const char *start;
    size_t length;
    text t = text_over(word, size);
    scan_blanks(s);
    if (!scan_word(s, "", &start, &length)) return false;
    text_add_part(&t, start, length);
    return !t.full;
}

/* Commitments are kept as "NUMBER HASH KEY". */
static bool read_commitment(const char *words, fair *f, char hash[FAIR_HASH_TEXT], error *e) {
    scan s = scan_string(words);
    uint64_t number;
    if (f->count == FAIR_PENDING_MAX) return error_set(e, "too many secrets at once");
    fair_secret *secret = &f->pending[f->count];
    if (!scan_number(&s, 1, SIZE_MAX, &number) || !take_word(&s, hash, FAIR_HASH_TEXT) ||
        !take_word(&s, secret->key, sizeof secret->key))
        return error_set(e, "a commitment that cannot be read");
    secret->move = (size_t)number;
    f->count++;
    return true;
}

/* Keys that were told as "NUMBER KEY"; they are secrets no longer. */
static bool read_key(const char *words, fair *f, fair_secret *shown, error *e) {
    scan s = scan_string(words);
    uint64_t number;
    if (!scan_number(&s, 1, SIZE_MAX, &number) || !take_word(&s, shown->key, sizeof shown->key))
        return error_set(e, "a key that cannot be read");
    shown->move = (size_t)number;
    for (size_t i = 0; i < f->count; i++)
        if (f->pending[i].move == shown->move) f->pending[i--] = f->pending[--f->count];
    return true;
}

static bool take_commitment(kept *k, const char *words, error *e) {
    char hash[FAIR_HASH_TEXT];
    return read_commitment(words, &k->secrets, hash, e) && fair_note_hash(&k->game, hash, e);
}

static bool take_key(kept *k, const char *words, error *e) {
    fair_secret shown;
    return read_key(words, &k->secrets, &shown, e) && fair_note_key(&k->game, &shown, e);
}

typedef struct secrets_reader {
    fair *into;
    error *e;
    bool good;
} secrets_reader;

static bool take_secret(void *context, const store_event *v) {
    secrets_reader *r = context;
    match_event_kind kind;
    char hash[FAIR_HASH_TEXT];
    fair_secret shown;
    if (!match_event_find(v->kind, &kind)) return true;
    if (kind == MATCH_COMMIT) r->good = read_commitment(v->text, r->into, hash, r->e);
    if (kind == MATCH_REVEAL) r->good = read_key(v->text, r->into, &shown, r->e);
    return r->good;
}

bool kept_secrets(store *s, int64_t id, fair *f, error *e) {
    secrets_reader r = {.into = f, .e = e, .good = true};
    *f = (fair){0};
    return (store_each_event(s, id, take_secret, &r, e) && r.good) ||
           error_in(e, "match %lld", (long long)id);
}

/* Who interrupts is not charged for it. */
static bool take_move(kept *k, const store_event *v, error *e) {
    bool charged = v->seat > 0 && game_turn(k->game.rules, k->game.game.now) == v->seat - 1;
    return history_play_text(&k->game.game, v->text, e) &&
           (!charged || add_spent(k, v->seat - 1, v->used * 1000, e));
}

static bool take_event(void *context, const store_event *v) {
    reader *r = context;
    match_event_kind kind;
    kept *k = r->into;
    if (v->time * 1000 > k->elapsed) k->elapsed = v->time * 1000;
    if (!match_event_find(v->kind, &kind)) return true;
    switch (kind) {
    case MATCH_MOVE: r->good = take_move(k, v, r->e); break;
    case MATCH_UNDO: r->good = take_back(&k->game, v->text, r->e); break;
    case MATCH_COMMIT: r->good = take_commitment(k, v->text, r->e); break;
    case MATCH_REVEAL: r->good = take_key(k, v->text, r->e); break;
    default: break; /* nothing that changes a game */
    }
    return r->good || error_in(r->e, "event %lld", (long long)v->number);
}

bool kept_load(store *s, const store_match *m, kept *k, error *e) {
    *k = (kept){0};
    game_rules *rules = game_create_named(m->game, m->rules, e);
    if (!rules || !record_create(&k->game, rules, e)) return false;
    bool good = kept_read_settings(m->settings, &k->settings, e);
    if (good && *m->start) {
        game_position *start = game_new_position(rules);
        good = start ? game_read_position(rules, m->start, start, e) &&
                           record_set_start(&k->game, start, e)
                     : error_set(e, "no memory for a position");
        free(start);
    }
    reader r = {.into = k, .e = e, .good = true};
    good = good && store_each_event(s, m->id, take_event, &r, e) && r.good;
    if (!good) kept_destroy(k);
    return good || error_in(e, "match %lld", (long long)m->id);
}

/* Plays the game again as a spectator has seen it. */
static bool blank_secrets(record *r, error *e) {
    const game_rules *rules = r->rules;
    if (!rules->game->seen) return true;
    size_t count = r->game.count;
    game_move *moves = malloc((count + 1) * sizeof *moves);
    if (!moves) return error_set(e, "no memory for a record");
    for (size_t i = 0; i < count; i++)
        moves[i] = rules->game->seen(rules, r->game.moves[i], GAME_NOBODY);
    bool good = true;
    while (history_undo(&r->game)) continue;
    for (size_t i = 0; good && i < count; i++) good = history_play(&r->game, moves[i], e);
    free(moves);
    return good;
}

bool kept_export(store *s, const store_match *m, record *r, error *e) {
    kept k;
    if (!kept_load(s, m, &k, e)) return false;
    *r = k.game;
    k.game = (record){0};
    kept_destroy(&k);
    bool good = name_it(s, m, r, e) && (m->over || blank_secrets(r, e));
    if (!good) record_destroy(r);
    return good;
}

void kept_destroy(kept *k) {
    record_destroy(&k->game);
    free(k->spent);
    *k = (kept){0};
}

void kept_resume(const kept *k, match_setup *m) {
    m->moves = k->game.game.moves;
    m->move_count = k->game.game.count;
    m->spent = k->spent;
    m->spent_count = k->spent_count;
    m->secrets = &k->secrets;
    m->elapsed = k->elapsed;
    m->seed = k->settings.seed;
    m->seeded = k->settings.seeded;
    m->move_limit = k->settings.move_limit;
    m->time_limit = k->settings.time_limit;
}

void kept_write_score(const game_rules *r, const int *score, text *t) {
    for (int seat = 0; seat < r->seats; seat++) text_addf(t, "%s%d", seat ? "," : "", score[seat]);
}

/* The keys of dice that were not shown: a match that is over hides nothing. */
static bool reveal_all(store *s, int64_t id, const kept *k, error *e) {
    for (size_t i = 0; i < k->secrets.count; i++) {
        store_event v = {.time = k->elapsed / 1000};
        text kind = text_over(v.kind, sizeof v.kind), what = text_over(v.text, sizeof v.text);
        text_add(&kind, match_event_name(MATCH_REVEAL));
        text_addf(&what, "%zu %s", k->secrets.pending[i].move, k->secrets.pending[i].key);
        if (!store_add(s, id, &v, e)) return false;
    }
    return true;
}

bool kept_close(store *s, const store_match *m, const kept *k, match_reason reason, int winner,
                const char *detail, error *e) {
    store_event v = {.time = k->elapsed / 1000};
    text kind = text_over(v.kind, sizeof v.kind), what = text_over(v.text, sizeof v.text);
    char score[128];
    text scores = text_over(score, sizeof score);
    game_outcome o = game_result(k->game.rules, k->game.game.now);
    text_add(&kind, match_event_name(MATCH_END));
    text_add(&what, match_reason_name(reason));
    kept_write_score(k->game.rules, o.score, &scores);
    return reveal_all(s, m->id, k, e) &&
           store_end(s, m->id, &v, winner + 1, match_reason_name(reason), detail, score, e) &&
           store_sync(s, e);
}
