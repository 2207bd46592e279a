/* The tables of tournaments: rounds, games, results. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/arena_private.h"
#include "arena/event_private.h"
#include "base/hash.h"
#include "events/opening.h"
#include "events/past.h"
#include "events/places.h"

/* Engines share the processors among themselves; programs need one each. */
enum { ENGINE_TABLES = 8 };

static bool is_program(const seat_spec *s) {
    return s->kind == SEAT_LINK && strncmp(s->link, "program:", 8) == 0;
}

static bool is_board(const seat_spec *s) { return s->kind == SEAT_LINK && !is_program(s); }

/* The players of a table's next game, by seats. */
typedef struct sitting {
    int count;
    const store_entrant *entrant[GAME_SEATS_MAX];
    int player[GAME_SEATS_MAX]; /* in the order of the pairing */
    seat_spec spec[GAME_SEATS_MAX];
    bool board, program, person;
    const char *without; /* a board that has no line yet; NULL: none */
} sitting;

static bool sit_down(const arena_event *v, const event_table *t, sitting *s, error *e) {
    const pairing *p = &v->t.pairings.pairing[t->pairing];
    *s = (sitting){.count = p->count};
    for (int seat = 0; seat < p->count; seat++) {
        int player = s->player[seat] = pair_games_player(p->count, t->played, seat);
        s->entrant[seat] = &v->t.entrant[p->player[player]];
        char words[SEAT_SPEC];
        text t_words = text_over(words, sizeof words);
        if (!event_seat_text(v, t, player, &t_words)) s->without = s->entrant[seat]->name;
        if (!seat_read(words, v->terms.game, &s->spec[seat], e))
            return error_in(e, "%s", s->entrant[seat]->name);
        s->board = s->board || is_board(&s->spec[seat]);
        s->program = s->program || is_program(&s->spec[seat]);
        s->person = s->person || s->spec[seat].kind == SEAT_REMOTE;
    }
    return true;
}

/* The line that a board needs for itself; NULL: none. Every pseudo-terminal is a new one. */
static const char *line_of(const seat_spec *s) {
    return is_board(s) && strncmp(s->link, "pty", 3) != 0 ? s->link : NULL;
}

/* Whether the lines of a table are used by no other seat and no other table. */
static bool lines_are_free(const arena *a, const arena_event *own, const event_table *t,
                           const sitting *s, error *e) {
    for (int i = 0; i < s->count; i++) {
        const char *line = line_of(&s->spec[i]);
        for (int k = 0; line && k < i; k++)
            if (line_of(&s->spec[k]) && strcmp(line, line_of(&s->spec[k])) == 0)
                return error_code(e, "line-twice", "%s and %s have the same line, %s",
                                  s->entrant[k]->name, s->entrant[i]->name, line);
        for (const arena_event *v = a->events; line && v; v = v->next)
            for (size_t k = 0; k < v->count; k++) {
                sitting other;
                if (v->table[k].state == TABLE_WAITS || (v == own && &v->table[k] == t) ||
                    !sit_down(v, &v->table[k], &other, NULL))
                    continue;
                for (int seat = 0; seat < other.count; seat++)
                    if (line_of(&other.spec[seat]) && strcmp(line, line_of(&other.spec[seat])) == 0)
                        return error_code(e, "line-busy", "%s is still used by %s", line,
                                          other.entrant[seat]->name);
            }
    }
    return true;
}

bool event_make_ready(arena *a, arena_event *v, event_table *t, error *e) {
    sitting s;
    if (!sit_down(v, t, &s, e)) return false;
    if (s.without)
        return error_code(e, "no-free-line", "there is no free line for %s yet", s.without);
    if (!lines_are_free(a, v, t, &s, e)) return false;
    t->state = TABLE_DUE;
    t->why = (error){0};
    v->news++;
    v->changed = true;
    return true;
}

bool event_is_played(arena *a, const event_table *t) {
    error unused;
    const arena_match *g = t->state == TABLE_PLAYING ? arena_find(a, t->match, &unused) : NULL;
    return g && arena_match_is_full(g);
}

void event_stop_table(arena *a, arena_event *v, size_t at) {
    error e;
    for (size_t i = 0; i < v->count; i++) {
        if (v->table[i].pairing != at || v->table[i].state != TABLE_PLAYING) continue;
        arena_match *g = arena_find(a, v->table[i].match, &e);
        if (g) arena_break_off(a, g, "by the organiser", &e);
    }
}

/* The games of a pairing that were played before. */
typedef struct counting {
    arena *arena;
    store *store;
    event_table *table;
    bool dead; /* one was being played by a process that has ended */
} counting;

static bool count_past(void *context, const store_match *m) {
    counting *c = context;
    event_table *t = c->table;
    match_verdict v = {.winner = m->winner - 1};
    int player[GAME_SEATS_MAX];
    if (!m->over) {
        /* Of several servers another one may play it, or will as soon as its owner's lease is over.
         */
        bool served = store_is_mine(c->store, &m->owner) ||
                      (!store_is_file(c->store) && arena_is_served(c->arena, m->id));
        if (served) t->match = m->id;
        else c->dead = true;
    } else if (strcmp(m->reason, match_reason_name(MATCH_ABORTED)) != 0) {
        for (int seat = 0; seat < t->games.count; seat++)
            player[seat] = pair_games_player(t->games.count, (uint64_t)m->number, seat);
        int place[GAME_SEATS_MAX];
        error unused;
        bool placed = t->games.count > 2 && places_load(c->store, m->id, place, &unused);
        pair_games_add(&t->games, player, placed ? place : NULL, &v);
        t->played++;
    }
    return true;
}

/* Whether a table must wait for the organiser before its next game. */
static table_state state_before(const arena_event *v, const event_table *t) {
    sitting s;
    return sit_down(v, t, &s, NULL) && s.board ? TABLE_WAITS : TABLE_DUE;
}

/* A table for a pairing, as far as it has been played. */
static bool set_up_table(arena *a, arena_event *v, size_t at, error *e) {
    event_table t = {.pairing = at, .games = pair_games_of(&v->t, at)};
    int64_t series = v->t.stored[at].series;
    store *s = a->setup.store;
    counting c = {.arena = a, .store = s, .table = &t};
    if (series && !store_each_of_series(s, series, count_past, &c, e)) return false;
    if (c.dead) { /* of the command line: it is closed, and played again */
        series_past past;
        bool good = series_past_load(&past, s, series, e);
        series_past_destroy(&past);
        if (!good) return false;
    }
    if (v->count == v->capacity) {
        size_t larger = v->capacity ? 2 * v->capacity : 16;
        event_table *memory = realloc(v->table, larger * sizeof *memory);
        if (!memory) return error_set(e, "no memory for a tournament");
        v->table = memory;
        v->capacity = larger;
    }
    arena_match *g = t.match ? arena_find(a, t.match, e) : NULL;
    for (int i = 0; i < GAME_SEATS_MAX; i++) t.line[i] = -1;
    if (g) event_recover_lines(v, &t, g);
    t.state = t.match ? TABLE_PLAYING : state_before(v, &t);
    v->table[v->count++] = t;
    v->news++;
    return true;
}

/* Games. */

static bool choose_start(const arena_event *v, const event_table *at, const game_rules *rules,
                         const match_terms *terms, char *to, size_t size, error *e) {
    text t = text_over(to, size);
    uint64_t round = at->played / (uint64_t)rules->seats;
    if (v->book.count) {
        uint64_t opening = tournament_first_opening(&v->t, at->pairing) + round;
        game_write_position(v->rules, opening_book_at(&v->book, opening), &t);
        return !t.full || error_set(e, "the opening is too long for the journal");
    }
    if (!v->terms.opening.moves) {
        if (v->given) game_write_position(v->rules, v->given, &t);
        return !t.full || error_set(e, "the position is too long for the journal");
    }
    game_position *p = game_new_position(rules);
    uint64_t seed = opening_seed(terms->seed, round);
    bool good = p ? opening_draw(rules, v->given, v->terms.opening, seed, p, e)
                  : error_set(e, "no memory for a position");
    if (good) game_write_position(rules, p, &t);
    free(p);
    return good && (!t.full || error_set(e, "the opening is too long for the journal"));
}

/* A game cannot begin: a program or engine loses its pairing; anything else is left to the
 * organiser. */
static bool give_up(arena_event *v, event_table *t, const sitting *s, int seat, const error *why,
                    error *e) {
    v->news++;
    if (seat >= 0 && !s->board && !s->person)
        return pair_games_forfeit(&v->t, t->pairing, s->player[seat], why->message, e);
    t->state = TABLE_WAITS;
    t->why = *why;
    return true;
}

static bool begin_game(arena *a, arena_event *v, event_table *t, error *e) {
    const store_pairing *stored = &v->t.stored[t->pairing];
    const char *given = *v->terms.rules ? v->terms.rules : NULL;
    const seat_spec *specs[GAME_SEATS_MAX];
    char start[STORE_TEXT] = "", tokens[GAME_SEATS_MAX][TOKEN_TEXT];
    match_terms terms = v->terms.terms;
    arena_refusal refusal = {.code = ""};
    arena_match_setup m = {.game = v->terms.game->name, .rules = given, .number = t->played};
    sitting s;
    int culprit = GAME_NOBODY;
    if (!sit_down(v, t, &s, &refusal.why)) return give_up(v, t, &s, -1, &refusal.why, e);
    /* As in 'damero tournament run': the same seed gives the same openings and dice. */
    terms.seed = hash_join(terms.seed, hash_join((uint64_t)stored->round, (uint64_t)stored->board));
    m.seats = s.count;
    for (int i = 0; i < s.count; i++) {
        arena_wish *w = &m.seat[i];
        bool person = s.spec[i].kind == SEAT_REMOTE;
        specs[i] = &s.spec[i];
        w->kind = person ? ARENA_OPEN : s.spec[i].kind == SEAT_ENGINE ? ARENA_ENGINE : ARENA_LINK;
        w->name = s.entrant[i]->name;
        w->given = s.spec[i].given;
        w->token = s.entrant[i]->has_token ? s.entrant[i]->token : NULL;
    }
    game_rules *rules = setup_rules(v->terms.game, given, specs, s.count, &refusal.why);
    bool good = rules && choose_start(v, t, rules, &terms, start, sizeof start, &refusal.why);
    game_destroy(rules);
    if (!good) return give_up(v, t, &s, -1, &refusal.why, e);
    if (!pair_games_enter(&v->t, t->pairing, a->setup.store, &m.series, e)) return false;
    terms.seed = hash_join(terms.seed, t->played);
    m.terms = &terms;
    m.start = *start ? start : NULL;
    arena_match *g = arena_begin(a, &m, tokens, &refusal);
    if (g) {
        t->match = g->id;
        t->state = TABLE_PLAYING;
        v->news++;
        return true;
    }
    if (strcmp(refusal.code, "too-many") == 0) return true; /* later */
    if (strncmp(refusal.where, "seats/", 6) == 0) culprit = atoi(refusal.where + 6);
    return give_up(v, t, &s, culprit, &refusal.why, e);
}

/* Looks whether the game of a table has ended. */
static bool follow(arena *a, arena_event *v, event_table *t, error *e) {
    error unused;
    arena_match *g = arena_find(a, t->match, &unused);
    if (!g || !g->so_far.over) return true;
    const match_verdict *verdict = &g->so_far.verdict;
    sitting s;
    v->changed = true;
    v->news++;
    if (!sit_down(v, t, &s, e)) return false;
    if (verdict->reason == MATCH_ABORTED) {
        bool failed = verdict->culprit >= 0 && arena_history(g)->count == 0 &&
                      is_program(&s.spec[verdict->culprit]);
        return give_up(v, t, &s, failed ? verdict->culprit : -1, &verdict->why, e);
    }
    int place[GAME_SEATS_MAX];
    bool placed = t->games.count > 2 && places_find(arena_history(g), verdict, place, &unused);
    pair_games_add(&t->games, s.player, placed ? place : NULL, verdict);
    t->played++;
    t->match = 0;
    t->state = s.board ? TABLE_WAITS : TABLE_DUE;
    return true;
}

/* Rounds. */

static void drop_tables_over(arena *a, arena_event *v) {
    size_t kept = 0;
    for (size_t i = 0; i < v->count; i++) {
        size_t at = v->table[i].pairing;
        /* Someone may have removed it from the journal. */
        bool over = at >= v->t.pairings.count || v->t.pairings.pairing[at].over;
        if (over) event_stop_table(a, v, at);
        else v->table[kept++] = v->table[i];
    }
    v->count = kept;
}

static bool has_table(const arena_event *v, size_t at) {
    for (size_t i = 0; i < v->count; i++)
        if (v->table[i].pairing == at) return true;
    return false;
}

/* Every open pairing has a table. */
static bool set_up_tables(arena *a, arena_event *v, error *e) {
    for (size_t i = 0; i < v->t.pairings.count; i++)
        if (!v->t.pairings.pairing[i].over && !has_table(v, i) && !set_up_table(a, v, i, e))
            return false;
    return true;
}

static int programs_most(const arena_event *v) {
    long spare = sysconf(_SC_NPROCESSORS_ONLN) - 1;
    return v->terms.concurrency ? v->terms.concurrency : spare < 1 ? 1 : (int)spare;
}

/* Begins the games that are due, as many as may be played at once. */
static bool begin_games(arena *a, arena_event *v, error *e) {
    int engines = 0, programs = 0;
    int engines_most = v->terms.concurrency ? v->terms.concurrency : ENGINE_TABLES;
    for (size_t i = 0; i < v->count; i++) {
        sitting s;
        if (v->table[i].state != TABLE_PLAYING || !sit_down(v, &v->table[i], &s, NULL)) continue;
        programs += s.program;
        engines += !s.program && !s.person && !s.board;
    }
    for (size_t i = 0; i < v->count; i++) {
        event_table *t = &v->table[i];
        sitting s;
        if (t->state != TABLE_DUE || v->t.pairings.pairing[t->pairing].over) continue;
        if (pair_games_decided(&t->games, t->played)) {
            if (!pair_games_settle(&v->t, t->pairing, &t->games, e)) return false;
            v->changed = true;
            continue;
        }
        bool known = sit_down(v, t, &s, NULL);
        bool engines_only = known && !s.program && !s.person && !s.board;
        if (known && s.program && programs >= programs_most(v)) continue;
        if (engines_only && engines >= engines_most) continue;
        if (!begin_game(a, v, t, e)) return false;
        v->changed = v->changed || v->t.pairings.pairing[t->pairing].over;
        programs += known && s.program;
        engines += engines_only;
    }
    return true;
}

/* A pairing whose last game has ended needs no further "ready". */
static void settle_waiting(arena_event *v) {
    for (size_t i = 0; i < v->count; i++) {
        event_table *t = &v->table[i];
        if (t->state == TABLE_WAITS && pair_games_decided(&t->games, t->played))
            t->state = TABLE_DUE;
    }
}

static void destroy_event(arena_event *v) {
    tournament_destroy(&v->t);
    opening_book_destroy(&v->book);
    free(v->given);
    game_destroy(v->rules);
    free(v->table);
    free(v);
}

static void remove_event(arena *a, arena_event *v) {
    arena_event **at = &a->events;
    while (*at != v) at = &(*at)->next;
    *at = v->next;
    destroy_event(v);
}

/* Acts on what has happened since the last call. Sets *over if the tournament has ended. */
static bool advance(arena *a, arena_event *v, bool *over, error *e) {
    if (!tournament_refresh(&v->t, e)) return false;
    drop_tables_over(a, v);
    if (tournament_is_settled(&v->t)) {
        *over = tournament_paired(&v->t) >= tournament_rounds(&v->t);
        if (*over) return true;
        v->why = (error){0};
        if (!tournament_pair(&v->t, &v->why)) {
            v->news++;
            return true; /* the organiser sees why */
        }
    }
    if (!set_up_tables(a, v, e)) return false;
    event_assign_lines(v);
    return true;
}

static bool step(arena *a, arena_event *v, bool *over, error *e) {
    for (size_t i = 0; i < v->count; i++)
        if (v->table[i].state == TABLE_PLAYING && !follow(a, v, &v->table[i], e)) return false;
    settle_waiting(v);
    /* A round may consist of byes, or its games may end at once. */
    for (int rounds = 0; rounds < 1000; rounds++) {
        if (!begin_games(a, v, e)) return false;
        if (!v->changed || *over) return true;
        v->changed = false;
        if (!advance(a, v, over, e)) return false;
        v->changed = !*over && !*v->why.message && tournament_is_settled(&v->t);
        if (!v->changed) return *over || begin_games(a, v, e);
    }
    return true;
}

void arena_step_events(arena *a) {
    for (arena_event *v = a->events, *next; v; v = next) {
        bool over = false;
        error e = {0};
        uint64_t known = v->news;
        next = v->next;
        bool good = step(a, v, &over, &e);
        /* Nothing is shown that is not on disk. */
        if (good && (over || v->news != known)) good = store_sync(a->setup.store, &e);
        if (!good) {
            /* The journal cannot be written or read, or lacks a pairing: try again later, with what
             * it has then. */
            error unread;
            if (tournament_refresh(&v->t, &unread)) drop_tables_over(a, v);
            v->changed = true;
            error_in(&e, "tournament %s", v->t.about->name);
            if (a->setup.warn && strcmp(e.message, v->why.message) != 0)
                a->setup.warn(a->setup.context, e.message);
            v->why = e;
        } else if (over && store_leave_tournament(a->setup.store, v->t.about->id, true, &e)) {
            store_serve_tournament(a->setup.store, v->t.about->id, false, &e);
            remove_event(a, v);
        }
    }
}

/* Starting and pausing. */

static bool open_start(arena *a, arena_event *v, error *e) {
    if (!v->terms.has_start) return true;
    v->rules = game_create(v->terms.game, *v->terms.rules ? v->terms.rules : NULL, e);
    error why;
    if (!v->rules ||
        !a->setup.language->open_start(v->t.about, v->rules, &v->book, &v->given, &why))
        return v->rules ? error_code(e, "event-book", "the book of openings of %s: %s",
                                     v->t.about->name, why.message)
                        : false;
    return true;
}

static bool take_up(arena *a, const char *name, error *e) {
    arena_event *v = calloc(1, sizeof *v);
    if (!v) return error_set(e, "no memory for a tournament");
    bool good = event_read(a->setup.store, a->setup.language, name, &v->t, &v->terms, e);
    if (good && v->t.about->over) good = error_code(e, "event-over", "%s is over", name);
    /* Anyone with write access to the journal could name any file of the server. */
    if (good && v->terms.recorded)
        good = error_code(e, "event-recorded",
                          "a server writes no files: 'damero tournament run' plays %s with its "
                          "--records",
                          name);
    int boards = 0; /* that share lines */
    if (good && store_is_played(a->setup.store, v->t.about))
        good = error_code(e, "event-elsewhere", "%s is being played by another program", name);
    /* Others may not have been allowed the seats of a tournament made on the command line. */
    for (int i = 0; good && i < v->t.entrants; i++) {
        seat_spec s = {.kind = SEAT_LINK};
        bool shares = lines_is_board(v->t.entrant[i].seat);
        good = shares || seat_read(v->t.entrant[i].seat, v->terms.game, &s, e) ||
               error_in(e, "%s", v->t.entrant[i].name);
        if (good && s.kind == SEAT_LINK && !a->setup.contest)
            good =
                error_code(e, "no-contest", "seats on lines need an arena started with --contest");
        boards += shares;
    }
    int together = v->terms.plan.kind == EVENT_TABLES ? v->terms.plan.seats : 2;
    if (boards > together) boards = together;
    if (good && lines_in(v->terms.lines) < boards)
        good =
            error_code(e, "too-few-lines",
                       "boards share %d lines, but %d of them play at a table: declare the lines",
                       lines_in(v->terms.lines), boards);
    good = good && open_start(a, v, e) &&
           store_claim_tournament(a->setup.store, v->t.about, e) == STORE_KEPT &&
           store_serve_tournament(a->setup.store, v->t.about->id, true, e);
    if (!good) {
        destroy_event(v);
        return false;
    }
    v->changed = true;
    v->next = a->events;
    a->events = v;
    return true;
}

bool arena_start_event(arena *a, const char *name, error *e) {
    if (arena_find_event(a, name))
        return error_code(e, "event-running", "%s is being played already", name);
    if (!take_up(a, name, e)) return false;
    arena_step_events(a);
    return store_sync(a->setup.store, e) || arena_hide_trouble(a, e);
}

bool arena_pause_event(arena *a, const char *name, error *e) {
    arena_event *v = arena_find_event(a, name);
    if (!v) return event_refuse_absent(a, name, e);
    if (!store_serve_tournament(a->setup.store, v->t.about->id, false, e) ||
        !store_leave_tournament(a->setup.store, v->t.about->id, false, e) ||
        !store_sync(a->setup.store, e))
        return arena_hide_trouble(a, e);
    remove_event(a, v);
    return true;
}

typedef struct served {
    char (*name)[STORE_NAME];
    size_t count;
} served;

static bool note_served(void *context, const store_tournament *t) {
    served *s = context;
    if (!t->served || t->over) return true;
    char(*more)[STORE_NAME] = realloc(s->name, (s->count + 1) * sizeof *more);
    if (!more) return false;
    s->name = more;
    memcpy(s->name[s->count++], t->name, STORE_NAME);
    return true;
}

int arena_resume_events(arena *a) {
    served s = {0};
    error e;
    int count = 0;
    if (!a->setup.language) return 0;
    store_each_tournament(a->setup.store, note_served, &s, &e);
    for (size_t i = 0; i < s.count; i++) {
        if (take_up(a, s.name[i], &e)) {
            count++;
        } else if (strcmp(e.code, "event-elsewhere") != 0 && a->setup.warn) {
            error_in(&e, "tournament %s cannot be resumed", s.name[i]);
            a->setup.warn(a->setup.context, e.message);
        }
    }
    free(s.name);
    arena_step_events(a);
    return count;
}

void arena_event_forget(arena *a) {
    while (a->events) remove_event(a, a->events);
}
