#include "arena/game.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum { PATIENCE_DAYS = 30 };

static const char *const kind_names[] = {"person", "open", "engine", "link"};

const char *arena_seat_kind_name(arena_seat_kind k) { return kind_names[k]; }

bool arena_seat_kind_find(const char *name, arena_seat_kind *k) {
    for (size_t i = 0; i < sizeof kind_names / sizeof *kind_names; i++)
        if (strcmp(kind_names[i], name) == 0) {
            *k = (arena_seat_kind)i;
            return true;
        }
    return false;
}

static void copy(char *to, size_t size, const char *from) {
    text t = text_over(to, size);
    text_add(&t, from);
}

/* How long the escape or character is that begins here. */
static size_t written_length(const char *at) {
    if (*at != '\\') return 1;
    size_t length = at[1] == 'x' ? 4 : 2;
    return strnlen(at, length);
}

void line_tail_add(line_tail *tail, const char *bytes) {
    size_t held = strlen(tail->text), added = strlen(bytes), gone = 0, skipped = 0;
    while (skipped + LINE_TAIL < added) skipped += written_length(bytes + skipped);
    added -= skipped;
    while (gone < held && held - gone + added > LINE_TAIL)
        gone += written_length(tail->text + gone);
    memmove(tail->text, tail->text + gone, held - gone);
    memcpy(tail->text + held - gone, bytes + skipped, added + 1);
}

void game_take_line(arena_game *g, const line_run *r) {
    arena_seat *s = &g->seat[r->seat];
    line_tail_add(r->sent ? &s->sent_last : &s->heard_last, r->bytes);
}

const engine_kind *game_engine(const game *g, const char *line, int *level) {
    seat_spec spec;
    if (!seat_read(line, g, &spec, NULL) || spec.kind != SEAT_ENGINE) return NULL;
    *level = spec.level;
    return spec.engine;
}

arena_seat_kind game_guess_seat(const char *line, const char **name) {
    bool me = strcmp(line, "me") == 0, person = me || strncmp(line, "remote", 6) == 0;
    *name = me ? "" : line;
    return person ? ARENA_PERSON : strncmp(line, "engine", 6) == 0 ? ARENA_ENGINE : ARENA_LINK;
}

void game_take_verdict(arena_game *g, const store_match *m) {
    g->over = true;
    g->asked = false;
    g->verdict = (match_verdict){.winner = m->winner - 1, .culprit = GAME_NOBODY};
    if (!match_reason_find(m->reason, &g->verdict.reason)) g->verdict.reason = MATCH_ABORTED;
    copy(g->verdict.detail, sizeof g->verdict.detail, m->detail);
    const char *at = m->score;
    for (int seat = 0; seat < g->rules->seats && *at; seat++) {
        char *end;
        g->verdict.score[seat] = (int)strtol(at, &end, 10);
        at = *end == ',' ? end + 1 : end;
    }
}

static bool set_up(arena_game *g, const store_match *m, const store_seat *seats, int count,
                   error *e) {
    g->rules = game_create_named(m->game, m->rules, e);
    if (!g->rules || !history_create(&g->game, g->rules, e)) return false;
    if (*m->start) {
        game_position *start = game_new_position(g->rules);
        bool good = start && game_read_position(g->rules, m->start, start, e);
        if (good) history_set(&g->game, start);
        free(start);
        if (!good) return false;
    }
    if (!kept_read_settings(m->settings, &g->terms, e)) return false;
    g->terms.control.patience = PATIENCE_DAYS * 86400 * LINK_SECOND;
    seat_spec spec[GAME_SEATS_MAX];
    const seat_spec *specs[GAME_SEATS_MAX];
    for (int i = 0; i < g->rules->seats; i++) {
        char line[SEAT_SPEC];
        text t = text_over(line, sizeof line);
        kept_seat(m, i, &t);
        /* What this program no longer knows, a seat of an older one, is only looked at. */
        if (!seat_read(line, g->rules->game, &spec[i], NULL))
            spec[i] = (seat_spec){.kind = SEAT_LINK};
        specs[i] = &spec[i];
    }
    for (int i = 0; i < g->rules->seats; i++) {
        arena_seat *s = &g->seat[i];
        s->engine = spec[i].engine;
        s->level = spec[i].level;
        if (i < count && g->served) {
            if (!arena_seat_kind_find(seats[i].kind, &s->kind)) s->kind = ARENA_LINK;
            copy(s->name, sizeof s->name, seats[i].name);
            copy(s->avatar, sizeof s->avatar, seats[i].avatar);
            s->has_token = seats[i].has_token;
            memcpy(s->token, seats[i].token, sizeof s->token);
        } else {
            const char *name;
            s->kind = game_guess_seat(spec[i].given, &name);
            copy(s->name, sizeof s->name, i < count ? seats[i].name : name);
        }
        s->clock = timing_start(
            setup_control(g->terms.control, g->rules->game, specs, g->rules->seats, i));
    }
    return true;
}

arena_game *game_open(const store_match *m, const store_seat *seats, int count, error *e) {
    arena_game *g = calloc(1, sizeof *g);
    if (!g) {
        error_set(e, "no memory for a match");
        return NULL;
    }
    g->id = m->id;
    g->kept.file = -1;
    g->unlisted = m->unlisted;
    g->served = count > 0 && strcmp(seats[0].kind, STORE_NAMED) != 0;
    g->offer_by = GAME_NOBODY;
    copy(g->begun, sizeof g->begun, m->begun);
    g->own_start = *m->start != '\0';
    g->lines = strdup(m->seats);
    if (!g->lines) error_set(e, "no memory for a match");
    if (!g->lines || !set_up(g, m, seats, count, e)) {
        game_close(g);
        return NULL;
    }
    if (m->over) game_take_verdict(g, m);
    return g;
}

void game_close(arena_game *g) {
    if (!g) return;
    line_log_close(&g->kept);
    if (g->rules) history_destroy(&g->game);
    game_destroy(g->rules);
    free(g->moves);
    free(g->spent);
    free(g->secrets);
    free(g->lines);
    free(g);
}

/* One more at the end of an array; NULL where there is no memory. */
static void *grow(void *array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) return array;
    size_t larger = *capacity ? 2 * *capacity : 32;
    void *memory = realloc(array, larger * size);
    if (memory) *capacity = larger;
    return memory;
}

static bool take_move(arena_game *g, const match_event *v, error *e) {
    size_t at = g->game.count;
    arena_move *moves = grow(g->moves, at, &g->move_capacity, sizeof *moves);
    if (moves) g->moves = moves;
    match_spent *spent = grow(g->spent, g->spent_count, &g->spent_capacity, sizeof *spent);
    if (spent) g->spent = spent;
    if (!moves || !spent) return error_set(e, "no memory for another move");
    int turn = game_turn(g->rules, g->game.now);
    if (!history_play(&g->game, v->move, e)) return false;
    moves[at] = (arena_move){.seat = v->seat, .move = v->move, .used = v->used};
    copy(moves[at].text, sizeof moves[at].text, v->text);
    if (v->seat >= 0 && v->seat == turn) { /* who interrupts is not charged for it */
        spent[g->spent_count++] = (match_spent){.seat = v->seat, .used = v->used};
        timing_charge(&g->seat[v->seat].clock, v->used);
    }
    if (g->offer == MATCH_TAKE_BACK || v->seat != g->offer_by) g->offer = MATCH_NO_OFFER;
    return true;
}

/* "NUMBER HASH" of a commitment, "NUMBER KEY" when it is told. */
static bool take_secret(arena_game *g, const match_event *v, error *e) {
    scan s = scan_string(v->text);
    uint64_t number;
    if (!scan_number(&s, 1, g->game.count, &number)) return error_set(e, "no such move");
    scan_blanks(&s);
    if (v->kind == MATCH_REVEAL) {
        for (size_t i = 0; i < g->secret_count; i++)
            if (g->secrets[i].move == number) copy(g->secrets[i].key, FAIR_KEY_TEXT, s.at);
        return true;
    }
    arena_secret *more = grow(g->secrets, g->secret_count, &g->secret_capacity, sizeof *more);
    if (!more) return error_set(e, "no memory for a commitment");
    g->secrets = more;
    more[g->secret_count] = (arena_secret){.move = (size_t)number};
    copy(more[g->secret_count++].hash, FAIR_HASH_TEXT, s.at);
    return true;
}

static void forget_posted(arena_game *g) {
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) g->seat[seat].posted = 0;
}

/* What the referee's words say of an offer. */
static match_proposal proposal_of(const char *what) {
    return what && strcmp(what, "draw") == 0 ? MATCH_DRAW : MATCH_TAKE_BACK;
}

static void take_end(arena_game *g, const match_event *v) {
    g->over = true;
    g->asked = false;
    g->offer = MATCH_NO_OFFER;
    if (v->verdict) g->verdict = *v->verdict;
}

bool game_take(arena_game *g, const match_event *v, error *e) {
    int64_t now = clock_now();
    g->heard = now;
    g->elapsed = v->time;
    switch (v->kind) {
    case MATCH_START:
    case MATCH_RESUME:
        g->asked = true;
        g->since = now;
        break;
    case MATCH_READY: copy(g->seat[v->seat].called, sizeof g->seat[v->seat].called, v->text); break;
    case MATCH_MOVE:
        forget_posted(g);
        g->since = now;
        return take_move(g, v, e);
    case MATCH_OFFER:
        g->offer = proposal_of(v->text);
        g->offer_by = v->seat;
        break;
    case MATCH_DECLINE: g->offer = MATCH_NO_OFFER; break;
    case MATCH_UNDO:
        while (g->game.count > v->moves) history_undo(&g->game);
        g->offer = MATCH_NO_OFFER;
        g->since = now;
        forget_posted(g);
        break;
    case MATCH_COMMIT:
    case MATCH_REVEAL: return take_secret(g, v, e);
    case MATCH_PAUSE:
        g->paused = true;
        g->spell = now - g->since;
        break;
    case MATCH_GO_ON:
        g->paused = false;
        g->since = now - g->spell;
        break;
    case MATCH_END: take_end(g, v); break;
    default: break;
    }
    return true;
}

bool game_take_stored(arena_game *g, store_event *s, match_event *v, error *e) {
    g->last_event = s->number;
    v->kind = MATCH_NOTE;
    if (!kept_event(s, v)) return true; /* a newer one, for others */
    v->moves = g->game.count;
    if (v->kind == MATCH_MOVE && !game_read_move(g->rules, g->game.now, s->text, &v->move, e))
        return error_in(e, "event %lld of match %lld", (long long)s->number, (long long)g->id);
    if (v->kind == MATCH_UNDO) {
        uint64_t gone;
        scan at = scan_string(s->text);
        if (!scan_number(&at, 1, g->game.count, &gone))
            return error_set(e, "event %lld of match %lld takes back more than was played",
                             (long long)s->number, (long long)g->id);
        v->moves -= (size_t)gone;
    }
    return game_take(g, v, e);
}

bool game_is_full(const arena_game *g) {
    for (int seat = 0; seat < g->rules->seats; seat++)
        if (g->seat[seat].kind == ARENA_OPEN) return false;
    return true;
}

/* The seat that is waited for, also in a pause. */
static int waited_for(const arena_game *g) {
    int turn = game_turn(g->rules, g->game.now);
    return g->asked && !g->over && turn >= 0 ? turn : GAME_NOBODY;
}

int game_running(const arena_game *g) { return g->paused ? GAME_NOBODY : waited_for(g); }

game_time game_time_of(const arena_game *g, int seat, int64_t now) {
    const seat_clock *c = &g->seat[seat].clock;
    int64_t gone = waited_for(g) != seat ? 0 : g->paused ? g->spell : now - g->since;
    game_time t = {.left = -1, .move = -1};
    if (c->control.game) t.left = (c->left + c->bank - gone) / 1000000;
    if (c->control.move)
        t.move = (c->control.move + (c->control.game ? 0 : c->bank) - gone) / 1000000;
    if (c->control.game && t.left < 0) t.left = 0;
    if (c->control.move && t.move < 0) t.move = 0;
    return t;
}

void game_write_seen(const arena_game *g, const arena_move *m, int seat, bool open, text *t) {
    const game *of = g->rules->game;
    game_move seen = of->seen && !open ? of->seen(g->rules, m->move, seat) : m->move;
    if (seen == m->move) text_add(t, m->text);
    /* Only rolls are hidden, and their text is the same in every position. */
    else game_write_move(g->rules, g->game.start, seen, t);
}
