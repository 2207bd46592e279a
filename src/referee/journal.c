#include "referee/journal.h"

#include <stdlib.h>
#include <string.h>

static void write_settings(const match_terms *k, text *t) {
    const time_control *c = &k->control;
    text_addf(t, "%lld %lld %lld %lld %lld %llu %d %zu %lld", (long long)c->move,
              (long long)c->game, (long long)c->increment, (long long)c->overage,
              (long long)k->handshake, (unsigned long long)k->seed, k->seeded, k->move_limit,
              (long long)k->time_limit);
}

bool journal_terms(const store_match *m, match_terms *k, error *e) {
    const char *from = m->settings;
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

bool journal_describe(store_match *m, const game_rules *r, const game_position *first,
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

bool journal_begin(store *s, const game_rules *r, const game_position *first,
                   const char *const *seats, const char *const *names, const match_terms *k,
                   store_fence *f, error *e) {
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
                           : journal_describe(m, r, first, k, e) &&
                                 store_begin_seated(s, m, named, names ? r->seats : 0, e);
    *f = store_fence_of(m);
    free(m);
    return good;
}

void journal_seat(const store_match *m, int seat, text *t) {
    const char *at = m->seats;
    for (; seat > 0 && *at; seat--) {
        at += strcspn(at, "\n");
        if (*at) at++;
    }
    text_add_part(t, at, strcspn(at, "\n"));
}

/* A journal may be older than the cleaning of names, or another's. */
static void make_visible(char *memory, size_t size) {
    char shown[STORE_TEXT];
    text t = text_over(shown, size < sizeof shown ? size : sizeof shown);
    text_add_visible(&t, memory, "");
    memcpy(memory, shown, t.length + 1);
}

void journal_write_result(const store_match *m, text *t) {
    int seats = 0;
    for (const char *at = m->seats; *at; seats++) {
        at += strcspn(at, "\n");
        if (*at) at++;
    }
    if (m->over && strcmp(m->reason, "aborted") != 0) record_result_of(m->winner - 1, seats, t);
    else text_add(t, "*");
}

bool journal_names(store *s, const store_match *m, char names[GAME_SEATS_MAX][SEAT_SPEC],
                   error *e) {
    store_seat seats[GAME_SEATS_MAX];
    int count = store_seats(s, m->id, seats, GAME_SEATS_MAX, e);
    for (int i = 0; i < GAME_SEATS_MAX; i++) {
        /* An engine of the page is called by its level alone; its line says more. */
        bool named = i < count && *seats[i].name && strcmp(seats[i].kind, "engine") != 0;
        text t = text_over(names[i], SEAT_SPEC);
        if (named) text_add(&t, seats[i].name);
        else journal_seat(m, i, &t);
        make_visible(names[i], SEAT_SPEC);
    }
    return count >= 0;
}

static bool name_it(store *s, const store_match *m, record *r, error *e) {
    char tag[16], value[32], names[GAME_SEATS_MAX][SEAT_SPEC];
    if (!journal_names(s, m, names, e)) return false;
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
    journal_write_result(m, &result);
    return record_set_tag(r, "Date", value, e) &&
           (!m->over || record_set_tag(r, "Reason", m->reason, e));
}

void journal_verdict(const store_match *m, const game_rules *rules, match_verdict *v) {
    *v = (match_verdict){.winner = m->winner - 1, .culprit = GAME_NOBODY};
    if (!match_reason_find(m->reason, &v->reason)) v->reason = MATCH_ABORTED;
    text detail = text_over(v->detail, sizeof v->detail);
    text_add(&detail, m->detail);
    const char *at = m->score;
    for (int seat = 0; seat < rules->seats && *at; seat++) {
        char *end;
        v->score[seat] = (int)strtol(at, &end, 10);
        at = *end == ',' ? end + 1 : end;
    }
}

/* Commitments are kept as "NUMBER HASH KEY": the key is the journal's own. */
static const char *take_key_off(char *words) {
    char *key = strrchr(words, ' ');
    if (!key) return NULL;
    *key = '\0';
    return key + 1;
}

bool journal_take(transcript *t, store_event *s, bool secrets, match_event *v, error *e) {
    const history *h = transcript_game(t);
    *v = (match_event){.seat = s->seat - 1,
                       .time = s->time * 1000,
                       .used = s->used * 1000,
                       .moves = h->count,
                       .text = s->text};
    if (!match_event_find(s->kind, &v->kind)) {
        *v = (match_event){.kind = MATCH_NOTE, .seat = GAME_NOBODY, .moves = h->count, .text = ""};
        return true; /* of a newer program */
    }
    make_visible(s->text, sizeof s->text);
    bool good = true;
    uint64_t gone;
    scan count = scan_string(s->text);
    if (v->kind == MATCH_COMMIT) {
        const char *key = take_key_off(s->text);
        v->key = secrets ? key : NULL;
    } else if (v->kind == MATCH_MOVE) {
        good = game_read_move(h->rules, h->now, s->text, &v->move, e);
    } else if (v->kind == MATCH_UNDO) {
        good = scan_number(&count, 1, h->count, &gone) ||
               error_set(e, "'%.20s' moves cannot be taken back", s->text);
        if (good) v->moves -= (size_t)gone;
    }
    good = good && (v->seat < h->rules->seats || error_set(e, "no such seat"));
    good = good && transcript_take(t, v, e);
    v->moves = h->count;
    return good || error_in(e, "event %lld", (long long)s->number);
}

bool journal_open(const store_match *m, transcript *t, error *e) {
    game_rules *rules = game_create_named(m->game, m->rules, e);
    game_position *start = NULL;
    if (!rules) return false;
    if (*m->start &&
        (!(start = game_new_position(rules)) || !game_read_position(rules, m->start, start, e))) {
        if (!start) error_set(e, "no memory for a position");
        free(start);
        game_destroy(rules);
        return false;
    }
    bool good = transcript_create(t, rules, start, e);
    free(start);
    return good;
}

typedef struct reader {
    transcript *into;
    bool secrets, good;
    error *e;
} reader;

static bool read_event(void *context, const store_event *kept) {
    reader *r = context;
    store_event own = *kept;
    match_event event;
    return r->good = journal_take(r->into, &own, r->secrets, &event, r->e);
}

bool journal_load(store *s, const store_match *m, bool secrets, transcript *t, error *e) {
    reader r = {.into = t, .secrets = secrets, .good = true, .e = e};
    if (!journal_open(m, t, e)) return error_in(e, "match %lld", (long long)m->id);
    bool good = store_each_event(s, m->id, read_event, &r, e) && r.good;
    if (good && m->over) journal_verdict(m, transcript_rules(t), &t->verdict);
    if (!good) transcript_destroy(t);
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

bool journal_export(store *s, const store_match *m, record *r, error *e) {
    transcript t;
    if (!journal_load(s, m, false, &t, e)) return false;
    *r = t.record;
    t.record = (record){0};
    transcript_destroy(&t);
    bool good = name_it(s, m, r, e) && (m->over || blank_secrets(r, e));
    if (!good) record_destroy(r);
    return good;
}

void journal_write_score(const game_rules *r, const int *score, text *t) {
    for (int seat = 0; seat < r->seats; seat++) text_addf(t, "%s%d", seat ? "," : "", score[seat]);
}

/* The keys of dice that were not shown: a match that is over hides nothing. */
static bool reveal_all(store *s, store_fence f, const transcript *t, error *e) {
    for (size_t i = 0; i < t->secret_count; i++) {
        store_event v = {.time = t->elapsed / 1000};
        text kind = text_over(v.kind, sizeof v.kind), what = text_over(v.text, sizeof v.text);
        if (*t->secrets[i].key) continue;
        text_add(&kind, match_event_name(MATCH_REVEAL));
        text_addf(&what, "%zu %s", t->secrets[i].move, t->secrets[i].kept);
        if (store_add(s, f, &v, e) != STORE_KEPT) return false;
    }
    return true;
}

bool journal_close(store *s, store_fence f, const transcript *t, match_reason reason, int winner,
                   const char *detail, error *e) {
    store_event v = {.time = t->elapsed / 1000};
    text kind = text_over(v.kind, sizeof v.kind), what = text_over(v.text, sizeof v.text);
    char score[128];
    text scores = text_over(score, sizeof score);
    game_outcome o = game_result(transcript_rules(t), transcript_game(t)->now);
    text_add(&kind, match_event_name(MATCH_END));
    text_add(&what, match_reason_name(reason));
    journal_write_score(transcript_rules(t), o.score, &scores);
    return reveal_all(s, f, t, e) &&
           store_end(s, f, &v, winner + 1, match_reason_name(reason), detail, score, e) ==
               STORE_KEPT &&
           store_sync(s, e);
}
