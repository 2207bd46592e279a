/* Beginning a match: who sits where, by which rules. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "arena/arena_private.h"

/* Rules with what the seats ask for: boards of the contest may pass, and where a game is for any
 * number of players it is for those who sit down. */
static void write_rules(const arena_match_setup *s, const game *g, text *t) {
    const char *given = s->rules ? s->rules : "";
    bool boards = false, players = false;
    for (int i = 0; i < s->seats; i++) boards = boards || s->seat[i].kind == ARENA_LINK;
    for (const game_setting *k = g->settings; k->key; k++)
        players = players || strcmp(k->key, "players") == 0;
    text_add(t, given);
    if (boards && strcmp(g->name, "dots") == 0 && !strstr(given, "pass="))
        text_addf(t, "%spass=on", t->length ? "," : "");
    if (players && !strstr(given, "players=") && !strchr(given, '+'))
        text_addf(t, "%splayers=%d", t->length ? "," : "", s->seats);
}

/* A seat as the referee reads it. */
static void write_seat(const arena_wish *w, text *t) {
    switch (w->kind) {
    case ARENA_PERSON:
    case ARENA_OPEN:
        text_add(t, "remote");
        if (w->name && *w->name) text_add_char(t, ':');
        arena_write_name(w->name, t);
        break;
    case ARENA_ENGINE:
        text_add(t, "engine");
        if (w->engine) text_addf(t, ":%s", w->engine);
        if (w->level) text_addf(t, ":%s", w->level);
        if (w->think) text_addf(t, ":%lldms", (long long)(w->think / 1000000));
        break;
    case ARENA_LINK: arena_write_name(w->spec, t); break;
    }
}

/* What the page calls a seat at first. */
static void name_seat(const arena_wish *w, const seat_spec *s, store_seat *v) {
    text kind = text_over(v->kind, sizeof v->kind), name = text_over(v->name, sizeof v->name);
    text avatar = text_over(v->avatar, sizeof v->avatar);
    text_add(&kind, arena_seat_kind_name(w->kind));
    if (w->kind == ARENA_ENGINE) text_add(&name, s->engine->levels[s->level].name);
    else if (w->kind == ARENA_LINK && !w->name) text_add(&name, s->given);
    else arena_write_name(w->name, &name);
    arena_write_name(w->avatar, &avatar);
}

static bool read_seat(const arena *a, const game *g, const arena_wish *w, store_seat *v,
                      text *lines, char token[TOKEN_TEXT], error *e) {
    char line[SEAT_SPEC];
    text t = text_over(line, sizeof line);
    seat_spec spec;
    if (w->kind == ARENA_LINK && !a->setup.contest)
        return error_set(e, "seats on lines are for an arena that was started with --contest");
    write_seat(w, &t);
    if (t.full || !seat_read(line, g, &spec, e)) return t.full ? error_set(e, "too long") : false;
    if (w->kind == ARENA_LINK && spec.kind != SEAT_LINK)
        return error_set(e, "'%s' is no line", line);
    *v = (store_seat){0};
    name_seat(w, &spec, v);
    text_addf(lines, "%s\n", line);
    token[0] = '\0';
    if (w->kind != ARENA_PERSON && w->kind != ARENA_OPEN) return true;
    token_make(token);
    v->has_token = token_hash(token, v->token);
    return true;
}

static bool describe(const arena *a, const arena_match_setup *s, const game_rules *rules,
                     store_match *m, store_seat *seats, char tokens[][TOKEN_TEXT], text *where,
                     error *e) {
    text lines = text_over(m->seats, sizeof m->seats);
    for (int i = 0; i < s->seats; i++)
        if (!read_seat(a, rules->game, &s->seat[i], &seats[i], &lines, tokens[i], e)) {
            text_addf(where, "seats/%d", i);
            return error_in(e, "seat %d", i);
        }
    game_position *start = s->start && *s->start ? game_new_position(rules) : NULL;
    bool good = !start || game_read_position(rules, s->start, start, e);
    if (!good) text_add(where, "start");
    kept_settings terms = {.control = s->control};
    randombytes_buf(&terms.seed, sizeof terms.seed);
    good = good && kept_describe(m, rules, start, &terms, e);
    free(start);
    m->unlisted = s->unlisted;
    if (good && lines.full) return error_set(e, "the seats' texts are too long");
    return good;
}

arena_game *arena_begin(arena *a, const arena_match_setup *s, char tokens[][TOKEN_TEXT],
                        arena_refusal *refusal) {
    char settings[700];
    text t = text_over(settings, sizeof settings);
    text where = text_over(refusal->where, sizeof refusal->where);
    store_seat seats[GAME_SEATS_MAX];
    arena_game *g = NULL;
    error *e = &refusal->why;
    refusal->code = "cannot-begin";
    const game *of = game_find(s->game, e);
    if (!of) {
        text_add(&where, "game");
        return NULL;
    }
    if (arena_running(a) >= ARENA_RUNNING_MAX && !arena_park_one(a, ARENA_SPARE_SECONDS)) {
        error_set(e, "%d matches are being played: no more for now", ARENA_RUNNING_MAX);
        return NULL;
    }
    write_rules(s, of, &t);
    game_rules *rules = game_create(of, settings, e);
    store_match *m = rules ? calloc(1, sizeof *m) : NULL;
    if (!rules) {
        text_add(&where, "rules");
    } else if (rules->seats != s->seats) {
        error_set(e, "%s has %d seats by these rules, not %d", of->name, rules->seats, s->seats);
        text_add(&where, "seats");
    } else if (m && describe(a, s, rules, m, seats, tokens, &where, e) &&
               store_begin_seated(a->setup.store, m, seats, s->seats, e) &&
               store_sync(a->setup.store, e)) {
        g = game_open(m, seats, s->seats, e);
    }
    free(m);
    game_destroy(rules);
    if (!g) return NULL;
    if (game_is_full(g) && !arena_start(a, g, e)) {
        game_close(g);
        return NULL;
    }
    arena_add(a, g);
    return g;
}
