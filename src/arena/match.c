#include "arena/match.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum { PATIENCE_DAYS = 30 };

static const char *const kind_names[] = {[ARENA_PERSON] = "person",
                                         [ARENA_OPEN] = "open",
                                         [ARENA_ENGINE] = "engine",
                                         [ARENA_LINK] = "link"};

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

/* The same for the names of people and players. */
static void copy_name(char *to, size_t size, const char *from) {
    text t = text_over(to, size);
    text_add_visible(&t, from, "");
}

/* The length of the escape or character that starts here. */
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

void arena_match_take_line(arena_match *g, const wire_run *r) {
    arena_seat *s = &g->seat[r->seat];
    line_tail_add(r->sent ? &s->sent_last : &s->heard_last, r->bytes);
}

const engine_kind *arena_match_engine(const game *g, const char *line, int *level) {
    seat_spec spec;
    if (!seat_read(line, g, &spec, NULL) || spec.kind != SEAT_ENGINE) return NULL;
    *level = spec.level;
    return spec.engine;
}

arena_seat_kind arena_match_guess_seat(const char *line, const char **name) {
    bool me = strcmp(line, "me") == 0, person = me || strncmp(line, "remote", 6) == 0;
    *name = me ? "" : line;
    return person ? ARENA_PERSON : strncmp(line, "engine", 6) == 0 ? ARENA_ENGINE : ARENA_LINK;
}

void arena_match_take_verdict(arena_match *g, const store_match *m) {
    g->so_far.over = true;
    g->so_far.asked = false;
    journal_verdict(m, g->rules, &g->so_far.verdict);
}

static void take_seat(arena_seat *s, const store_seat *v) {
    if (!arena_seat_kind_find(v->kind, &s->kind)) s->kind = ARENA_LINK;
    copy_name(s->name, sizeof s->name, v->name);
    copy(s->avatar, sizeof s->avatar, v->avatar);
    s->has_token = v->has_token;
    memcpy(s->token, v->token, sizeof s->token);
    s->account = v->account;
}

void arena_match_take_seats(arena_match *g, const store_seat *seats, int count) {
    for (int i = 0; g->served && i < count && i < g->rules->seats; i++)
        take_seat(&g->seat[i], &seats[i]);
}

bool arena_match_is_watched(const arena_match *g) {
    bool any = g->watchers > 0;
    for (int i = 0; i <= g->rules->seats; i++) any = any || g->elsewhere[i] > 0;
    return any;
}

static bool set_up(arena_match *g, const store_match *m, const store_seat *seats, int count,
                   error *e) {
    if (!journal_open(m, &g->so_far, e)) return false;
    g->rules = transcript_rules(&g->so_far);
    if (!journal_terms(m, &g->terms, e)) return false;
    g->terms.control.patience = PATIENCE_DAYS * 86400 * SECOND;
    seat_spec spec[GAME_SEATS_MAX];
    const seat_spec *specs[GAME_SEATS_MAX];
    for (int i = 0; i < g->rules->seats; i++) {
        char line[SEAT_SPEC];
        text t = text_over(line, sizeof line);
        journal_seat(m, i, &t);
        /* A seat that this program no longer supports, from an older one, is only shown. */
        if (!seat_read(line, g->rules->game, &spec[i], NULL))
            spec[i] = (seat_spec){.kind = SEAT_LINK};
        specs[i] = &spec[i];
    }
    for (int i = 0; i < g->rules->seats; i++) {
        arena_seat *s = &g->seat[i];
        s->engine = spec[i].engine;
        s->level = spec[i].level;
        if (i < count && g->served) {
            take_seat(s, &seats[i]);
        } else {
            const char *name;
            s->kind = arena_match_guess_seat(spec[i].given, &name);
            copy_name(s->name, sizeof s->name, i < count ? seats[i].name : name);
        }
        g->so_far.clock[i] = timing_start(
            setup_control(g->terms.control, g->rules->game, specs, g->rules->seats, i));
    }
    return true;
}

arena_match *arena_match_open(const store_match *m, const store_seat *seats, int count, error *e) {
    arena_match *g = calloc(1, sizeof *g);
    if (!g) {
        error_set(e, "no memory for a match");
        return NULL;
    }
    g->id = m->id;
    g->kept.file = -1;
    g->unlisted = m->unlisted;
    copy(g->key, sizeof g->key, m->key);
    g->served = count > 0 && strcmp(seats[0].kind, STORE_NAMED) != 0;
    g->so_far.offer_by = GAME_NOBODY;
    copy(g->begun, sizeof g->begun, m->begun);
    g->own_start = *m->start != '\0';
    g->lines = strdup(m->seats);
    if (!g->lines) error_set(e, "no memory for a match");
    if (!g->lines || !set_up(g, m, seats, count, e)) {
        arena_match_close(g);
        return NULL;
    }
    if (m->over) arena_match_take_verdict(g, m);
    return g;
}

void arena_match_close(arena_match *g) {
    if (!g) return;
    wire_log_close(&g->kept);
    transcript_destroy(&g->so_far);
    free(g->lines);
    free(g);
}

void arena_match_forget_posted(arena_match *g) {
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) g->seat[seat].posted = 0;
}

/* The effect of an event here, apart from the game. */
static void note(arena_match *g, const match_event *v) {
    g->heard = clock_now();
    if (v->number) g->last_event = v->number;
    if (v->kind == MATCH_READY)
        copy(g->seat[v->seat].called, sizeof g->seat[v->seat].called, v->text);
    if (v->kind == MATCH_MOVE || v->kind == MATCH_UNDO) arena_match_forget_posted(g);
}

bool arena_match_take(arena_match *g, const match_event *v, error *e) {
    note(g, v);
    return transcript_take(&g->so_far, v, e);
}

bool arena_match_take_stored(arena_match *g, const store_event *s, match_event *v, error *e) {
    g->last_event = s->number;
    bool good = journal_take(&g->so_far, s, false, v, e);
    if (good) note(g, v);
    return good || error_in(e, "match %lld", (long long)g->id);
}

bool arena_match_is_full(const arena_match *g) {
    for (int seat = 0; seat < g->rules->seats; seat++)
        if (g->seat[seat].kind == ARENA_OPEN) return false;
    return true;
}

bool arena_match_is_still(const arena_match *g) { return g->so_far.paused || g->trouble; }

int arena_match_running(const arena_match *g) {
    return arena_match_is_still(g) ? GAME_NOBODY : transcript_waits_for(&g->so_far);
}

arena_match_time arena_match_time_of(const arena_match *g, int seat, int64_t now) {
    const seat_clock *c = &g->so_far.clock[seat];
    int64_t gone = transcript_waits_for(&g->so_far) != seat ? 0
                   : arena_match_is_still(g)                ? g->so_far.spell
                                                            : now - g->so_far.since;
    arena_match_time t = {.left = -1, .move = -1};
    if (c->control.game) t.left = (c->left + c->bank - gone) / MILLISECOND;
    if (c->control.move)
        t.move = (c->control.move + (c->control.game ? 0 : c->bank) - gone) / MILLISECOND;
    if (c->control.game && t.left < 0) t.left = 0;
    if (c->control.move && t.move < 0) t.move = 0;
    return t;
}

void arena_match_write_seen(const arena_match *g, const transcript_move *m, int seat, bool open,
                            text *t) {
    const game *of = g->rules->game;
    game_move seen = of->seen && !open ? of->seen(g->rules, m->move, seat) : m->move;
    if (seen == m->move) text_add(t, m->text);
    /* Only rolls are hidden, and their text is the same in every position. */
    else game_write_move(g->rules, arena_history(g)->start, seen, t);
}
