#include "referee/journal.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "store/entries.h"

/* A journal may be another's. Times in it are bounded, so that sums of a few of them fit 64 bits.
 */
static const int64_t longest = INT64_MAX / 8;

static void write_settings(const match_terms *k, text *t) {
    const time_control *c = &k->control;
    text_addf(t, "%lld %lld %lld %lld %lld %llu %d %zu %lld %lld %lld %d %lld %d %zu %lld %d",
              (long long)c->move, (long long)c->game, (long long)c->increment,
              (long long)c->overage, (long long)k->handshake, (unsigned long long)k->seed,
              k->seeded, k->move_limit, (long long)k->time_limit, (long long)c->margin,
              (long long)k->agreement.resign_score, k->agreement.resign_moves,
              (long long)k->agreement.draw_score, k->agreement.draw_moves, k->agreement.draw_from,
              (long long)k->interrupt, k->prove);
}

bool journal_terms(const store_match *m, match_terms *k, error *e) {
    const char *from = m->settings;
    /* Old journals lack the last eleven; in those, dice came from the seed. */
    uint64_t n[17] = {[6] = 1};
    scan s = scan_string(from);
    for (int i = 0; i < 17; i++, scan_blanks(&s))
        if (!scan_number(&s, 0, i == 5 ? UINT64_MAX : (uint64_t)longest, &n[i]) && i < 6)
            return error_set(e, "the match's settings cannot be read: '%s'", from);
    *k = (match_terms){.control = {.move = (int64_t)n[0],
                                   .game = (int64_t)n[1],
                                   .increment = (int64_t)n[2],
                                   .overage = (int64_t)n[3],
                                   .margin = (int64_t)n[9]},
                       .handshake = (int64_t)n[4],
                       .seed = n[5],
                       .seeded = n[6] != 0,
                       .move_limit = (size_t)n[7],
                       .time_limit = (int64_t)n[8],
                       .agreement = {.resign_score = (int64_t)n[10],
                                     .resign_moves = (int)n[11],
                                     .draw_score = (int64_t)n[12],
                                     .draw_moves = (int)n[13],
                                     .draw_from = (size_t)n[14]},
                       .interrupt = (int64_t)n[15],
                       .prove = n[16] != 0};
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

bool journal_begin(store *s, int64_t series, uint64_t number, store_turn turn, const game_rules *r,
                   const game_position *first, const char *const *seats, const char *const *names,
                   const match_terms *k, store_fence *f, error *e) {
    store_match *m = calloc(1, sizeof *m);
    store_seat named[GAME_SEATS_MAX] = {0};
    if (!m) return error_set(e, "no memory");
    m->series = series;
    m->number = (int64_t)number;
    m->turn = turn;
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
        /* The page names an engine by its level only; its line has more. */
        bool named = i < count && *seats[i].name && strcmp(seats[i].kind, "engine") != 0;
        char line[SEAT_SPEC];
        text t = text_over(names[i], SEAT_SPEC), of_seat = text_over(line, sizeof line);
        journal_seat(m, i, &of_seat);
        /* A journal may be older than the cleaning of names, or another's. */
        text_add_visible(&t, named ? seats[i].name : line, "");
    }
    return count >= 0;
}

/* The rest of PGN's seven tags: what the game is a part of, its place there, and the players by the
 * colours that the game has. */
static bool name_event(store *s, const store_match *m, char names[][SEAT_SPEC], record *r,
                       error *e) {
    char event[STORE_NAME], place[64];
    int round = 0, board = 0;
    text t = text_over(place, sizeof place);
    if (!m->series) return true;
    if (store_find_event(s, m->series, event, &round, &board)) {
        text_addf(&t, "%d.%d.%lld", round + 1, board + 1, (long long)m->number + 1);
    } else {
        text name = text_over(event, sizeof event);
        text_addf(&name, "series %lld", (long long)m->series);
        text_addf(&t, "%lld", (long long)m->number + 1);
    }
    bool good = record_set_tag(r, "Event", event, e) && record_set_tag(r, "Site", "?", e) &&
                record_set_tag(r, "Round", place, e);
    for (int seat = 0; seat < r->rules->seats; seat++) {
        const char *colour = game_seat_name(r->rules, seat);
        if (strcmp(colour, "White") == 0 || strcmp(colour, "Black") == 0)
            good = good && record_set_tag(r, colour, names[seat], e);
    }
    return good;
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
    return record_set_tag(r, "Date", value, e) && name_event(s, m, names, r, e) &&
           (!m->over || record_set_tag(r, "Reason", m->reason, e));
}

void journal_verdict(const store_match *m, const game_rules *rules, match_verdict *v) {
    *v = (match_verdict){.winner = m->winner - 1, .culprit = GAME_NOBODY, .why = m->why};
    if (v->winner >= rules->seats) v->winner = GAME_NOBODY;
    if (!match_reason_find(m->reason, &v->reason)) v->reason = MATCH_ABORTED;
    const char *at = m->score;
    for (int seat = 0; seat < rules->seats && *at; seat++) {
        char *end;
        v->score[seat] = (int)strtol(at, &end, 10);
        at = *end == ',' ? end + 1 : end;
    }
}

/* Commitments are stored as "NUMBER HASH KEY": the key is only for the journal. */
static void take_key_off(match_event *v, bool secrets) {
    char *space = strrchr(v->text, ' ');
    text key = text_over(v->key, sizeof v->key);
    if (!space) return;
    if (secrets) text_add(&key, space + 1);
    *space = '\0';
}

static bool is_duration(int64_t micro) {
    return micro >= -longest / 1000 && micro <= longest / 1000;
}

/* Whether its seat and times can be those of such an event. */
static bool is_sound(const store_event *s, match_event_kind kind, const game_rules *rules) {
    bool needs_seat = kind == MATCH_READY || kind == MATCH_OFFER;
    return s->seat >= needs_seat && s->seat <= rules->seats && is_duration(s->time) &&
           is_duration(s->used);
}

bool journal_take(transcript *t, const store_event *s, bool secrets, match_event *v, error *e) {
    const history *h = transcript_game(t);
    *v = (match_event){.kind = MATCH_NOTE, .seat = GAME_NOBODY, .moves = h->count};
    if (!match_event_find(s->kind, &v->kind)) return true; /* of a newer program */
    if (!is_sound(s, v->kind, h->rules))
        return error_set(e, "event %lld has no such seat or time", (long long)s->number);
    v->seat = s->seat - 1;
    v->time = s->time * 1000;
    v->used = s->used * 1000;
    talk_read_opinion(s->opinion, &v->opinion);
    /* A journal may be older than the cleaning of names, or another's. */
    text shown = text_over(v->text, sizeof v->text);
    text_add_visible(&shown, s->text, "");
    bool good = true;
    uint64_t gone;
    scan count = scan_string(v->text);
    if (v->kind == MATCH_COMMIT) {
        take_key_off(v, secrets);
    } else if (v->kind == MATCH_MOVE) {
        good = game_read_move(h->rules, h->now, v->text, &v->move, e);
    } else if (v->kind == MATCH_UNDO) {
        good = scan_number(&count, 1, h->count, &gone) ||
               error_set(e, "'%.20s' moves cannot be taken back", v->text);
        if (good) v->moves -= (size_t)gone;
    }
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
    match_event event;
    return r->good = journal_take(r->into, kept, r->secrets, &event, r->e);
}

bool journal_load(store *s, const store_match *m, bool secrets, transcript *t, error *e) {
    reader r = {.into = t, .secrets = secrets, .good = true, .e = e};
    if (!journal_open(m, t, e)) return error_in(e, "match %lld", (long long)m->id);
    bool good = store_each_event(s, m->id, read_event, &r, e) && r.good;
    if (good && m->over) journal_verdict(m, transcript_rules(t), &t->verdict);
    if (!good) transcript_destroy(t);
    return good || error_in(e, "match %lld", (long long)m->id);
}

/* Replays the game as a spectator saw it. */
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

/* "{+0.35/12 1.250s}": a player's score and depth, if known, and the time it took. */
static void write_note(const transcript_move *m, text *t) {
    int64_t hundredths = m->score < 0 ? -(int64_t)m->score : m->score;
    text_add_char(t, '{');
    if (m->scored)
        text_addf(t, "%c%lld.%02lld", m->score < 0 ? '-' : '+', (long long)(hundredths / 100),
                  (long long)(hundredths % 100));
    if (m->scored && m->depth) text_addf(t, "/%d", m->depth);
    if (m->scored) text_add_char(t, ' ');
    text_addf(t, "%lld.%03llds}", (long long)(m->used / SECOND),
              (long long)(m->used % SECOND / MILLISECOND));
}

/* Notes after each move of a player: its score and depth, and the time it took. While a match with
 * hidden dice goes on, scores would tell about them. */
static bool note_moves(record *r, const transcript *t, bool scores, error *e) {
    size_t count = r->note_count, at = 0;
    record_note *old = r->notes;
    r->notes = NULL;
    r->note_count = 0;
    bool good = true;
    for (size_t i = 0; i <= r->game.count && good; i++) {
        transcript_move move = i > 0 ? t->moves[i - 1] : (transcript_move){.seat = GAME_CHANCE};
        char note[80];
        text words = text_over(note, sizeof note);
        move.scored = move.scored && scores;
        if (move.seat >= 0) {
            write_note(&move, &words);
            good = record_add_note_after(r, i, note, words.length, e);
        }
        for (; good && at < count && old[at].after == i; at++)
            good = record_add_note_after(r, i, old[at].text, strlen(old[at].text), e);
    }
    for (size_t i = 0; i < count; i++) free(old[i].text);
    free(old);
    return good;
}

bool journal_export(store *s, const store_match *m, record *r, error *e) {
    transcript t;
    if (!journal_load(s, m, false, &t, e)) return false;
    *r = t.record;
    t.record = (record){0};
    bool good = note_moves(r, &t, m->over || !r->rules->game->view, e) && name_it(s, m, r, e) &&
                (m->over || blank_secrets(r, e));
    transcript_destroy(&t);
    if (!good) record_destroy(r);
    return good;
}

void journal_write_score(const game_rules *r, const int *score, text *t) {
    for (int seat = 0; seat < r->seats; seat++) text_addf(t, "%s%d", seat ? "," : "", score[seat]);
}

/* The keys of dice that were not shown: a finished match hides nothing. */
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
                   const error *why, error *e) {
    store_event v = {.time = t->elapsed / 1000};
    text kind = text_over(v.kind, sizeof v.kind), what = text_over(v.text, sizeof v.text);
    char score[128];
    text scores = text_over(score, sizeof score);
    game_outcome o = game_result(transcript_rules(t), transcript_game(t)->now);
    text_add(&kind, match_event_name(MATCH_END));
    text_add(&what, match_reason_name(reason));
    journal_write_score(transcript_rules(t), o.score, &scores);
    return reveal_all(s, f, t, e) &&
           store_end(s, f, &v, winner + 1, match_reason_name(reason), why, score, e) ==
               STORE_KEPT &&
           store_sync(s, e);
}
