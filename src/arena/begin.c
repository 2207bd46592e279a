/* Starting a match: its seats and rules. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "arena/arena_private.h"
#include "base/clock.h"

/* A seat in the referee's notation. */
static void write_seat(const arena_wish *w, text *t) {
    if (w->given) {
        text_add(t, w->given);
        return;
    }
    switch (w->kind) {
    case ARENA_PERSON:
    case ARENA_OPEN:
        text_add(t, "remote");
        /* The name of an account is in one place, from which it can be removed. */
        if (w->account || !w->name || !*w->name) break;
        text_add_char(t, ':');
        arena_write_name(w->name, t);
        break;
    case ARENA_ENGINE:
        text_add(t, "engine");
        if (w->engine) text_addf(t, ":%s", w->engine);
        if (w->level) text_addf(t, ":%s", w->level);
        if (w->think) text_addf(t, ":%lldms", (long long)(w->think / MILLISECOND));
        break;
    case ARENA_LINK: arena_write_name(w->spec, t); break;
    }
}

/* The page's first name for a seat. */
static void name_seat(const arena_wish *w, const seat_spec *s, store_seat *v) {
    text kind = text_over(v->kind, sizeof v->kind), name = text_over(v->name, sizeof v->name);
    text avatar = text_over(v->avatar, sizeof v->avatar);
    text_add(&kind, arena_seat_kind_name(w->kind));
    if (w->kind == ARENA_ENGINE && !w->name) text_add(&name, s->engine->levels[s->level].name);
    else if (w->kind == ARENA_LINK && !w->name) text_add(&name, s->given);
    else arena_write_name(w->name, &name);
    arena_write_name(w->avatar, &avatar);
}

bool arena_read_seat(const arena *a, const game *g, const arena_wish *w, seat_spec *spec,
                     error *e) {
    char line[SEAT_SPEC];
    text t = text_over(line, sizeof line);
    if (w->kind == ARENA_LINK && !a->setup.contest)
        return error_code(e, "no-contest", "seats on lines need an arena started with --contest");
    write_seat(w, &t);
    if (t.full) return error_code(e, "seat-text-too-long", "too long");
    if (!seat_read(line, g, spec, e)) return false;
    if (w->kind != ARENA_LINK) return true;
    if (spec->kind != SEAT_LINK) return error_code(e, "not-a-line", "'%s' is not a line", line);
    bool program = strncmp(spec->link, "program:", 8) == 0;
    return !program || a->setup.open_house || link_can_confine(e) ||
           error_in(e, "programs cannot be confined here");
}

/* A seat for the store, and its token if it is a person's. */
static void describe_seat(const arena_wish *w, const seat_spec *spec, store_seat *v,
                          char token[TOKEN_TEXT]) {
    *v = (store_seat){0};
    name_seat(w, spec, v);
    token[0] = '\0';
    if (w->kind != ARENA_PERSON && w->kind != ARENA_OPEN) return;
    v->account = w->kind == ARENA_PERSON ? w->account : 0;
    if (w->token) {
        memcpy(v->token, w->token, sizeof v->token);
        v->has_token = true;
        return;
    }
    token_make(token);
    v->has_token = token_hash(token, v->token);
}

/* The match for the store, with a token for each person's seat. */
static bool describe(const arena_match_setup *s, const seat_spec *spec, const game_rules *rules,
                     store_match *m, store_seat *seats, char tokens[][TOKEN_TEXT], text *where,
                     error *e) {
    text lines = text_over(m->seats, sizeof m->seats);
    for (int i = 0; i < s->seats; i++) {
        describe_seat(&s->seat[i], &spec[i], &seats[i], tokens[i]);
        text_addf(&lines, "%s\n", spec[i].given);
    }
    if (lines.full) return error_code(e, "seat-text-too-long", "the seats' texts are too long");
    game_position *start = s->start && *s->start ? game_new_position(rules) : NULL;
    bool good = !start || game_read_position(rules, s->start, start, e);
    if (!good) text_add(where, "start");
    match_terms terms = {.control = s->control};
    randombytes_buf(&terms.seed, sizeof terms.seed);
    if (s->terms) terms = *s->terms;
    m->series = s->series;
    m->number = (int64_t)s->number;
    good = good && journal_describe(m, rules, start, &terms, e);
    free(start);
    m->unlisted = s->unlisted;
    if (s->unlisted) token_make_key(m->key);
    return good;
}

static bool is_alone(const arena_match_setup *s) {
    for (int i = 0; i < s->seats; i++)
        if (s->seat[i].kind != ARENA_ENGINE) return false;
    return true;
}

/* Whether a match could begin now that it is on disk, or is not. */
static bool begin_now(arena *a, arena_match *g, bool failed, const error *trouble, error *e) {
    bool good = !failed && (!arena_match_is_full(g) || arena_start(a, g, e));
    if (failed && e != trouble) *e = *trouble;
    g->beginning = 0;
    a->figures.begun += good;
    return good;
}

arena_match *arena_begin(arena *a, const arena_match_setup *s, char tokens[][TOKEN_TEXT],
                         arena_refusal *refusal) {
    text where = text_over(refusal->where, sizeof refusal->where);
    seat_spec spec[GAME_SEATS_MAX];
    const seat_spec *specs[GAME_SEATS_MAX];
    store_seat seats[GAME_SEATS_MAX];
    arena_match *g = NULL;
    error *e = &refusal->why;
    refusal->code = "cannot-begin";
    const game *of = game_find(s->game, e);
    if (!of) {
        text_add(&where, "game");
        return NULL;
    }
    if (!arena_has_room(a, s->address, is_alone(s), e)) {
        refusal->code = "too-many";
        return NULL;
    }
    for (int i = 0; i < s->seats; i++) {
        specs[i] = &spec[i];
        if (arena_read_seat(a, of, &s->seat[i], &spec[i], e)) continue;
        text_addf(&where, "seats/%d", i);
        error_in(e, "seat %d", i);
        return NULL;
    }
    game_rules *rules = setup_rules(of, s->rules, specs, s->seats, e);
    store_match *m = rules ? calloc(1, sizeof *m) : NULL;
    if (!rules) {
        text_add(&where, "rules");
    } else if (!m) {
        error_set(e, "no memory for a match");
    } else if (rules->seats != s->seats) {
        error_code(e, "wrong-seat-count", "%s has %d seats by these rules, not %d", of->name,
                   rules->seats, s->seats);
        text_add(&where, "seats");
    } else if (describe(s, spec, rules, m, seats, tokens, &where, e)) {
        if (store_begin_seated(a->setup.store, m, seats, s->seats, e))
            g = arena_match_open(m, seats, s->seats, e);
        else arena_hide_trouble(a, e);
        if (g) g->fence = store_fence_of(m);
    }
    free(m);
    game_destroy(rules);
    if (!g) return NULL;
    g->address = s->address;
    g->beginning = arena_sync_soon(a);
    /* A tournament tells of its games at once. */
    bool failed = s->series && !store_sync(a->setup.store, e) && !arena_hide_trouble(a, e);
    if (s->series && !begin_now(a, g, failed, e, e)) {
        arena_match_close(g);
        return NULL;
    }
    arena_add(a, g);
    return g;
}

void arena_go_on_beginning(arena *a, arena_told *told, void *context) {
    uint64_t done;
    error trouble;
    bool failed = syncer_failed(&a->keeper, &trouble);
    syncer_done(&a->keeper, &done);
    a->kept_upto = done;
    if (failed) arena_hide_trouble(a, &trouble);
    for (arena_match **at = &a->games; *at;) {
        arena_match *g = *at;
        arena_news n = {.kind = ARENA_BEGUN, .match = g->id, .event.seat = GAME_NOBODY};
        if (!g->beginning || (!failed && g->beginning > done)) {
            at = &g->next;
            continue;
        }
        if (!begin_now(a, g, failed, &trouble, &n.why)) n.kind = ARENA_NOT_BEGUN;
        told(context, g, &n);
        if (n.kind == ARENA_NOT_BEGUN && !g->held) {
            *at = g->next;
            arena_match_close(g);
        } else {
            at = &g->next;
        }
    }
    if (!failed) return;
    a->lost_after = done;
    a->lost_upto = a->asked;
    a->lost_why = trouble;
    syncer_mend(&a->keeper, a->asked); /* the next request tries again */
}
