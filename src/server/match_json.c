#include "server/match_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "server/position_json.h"

json_t *seat_json(int seat) { return seat < 0 ? json_null() : json_integer(seat); }

json_t *text_json(const char *from) {
    char plain[1024];
    text t = text_over(plain, sizeof plain);
    text_add_visible(&t, from, "");
    return json_string(plain);
}

/* The values in a message: each starts with TEXT_STRING or TEXT_NUMBER. */
static json_t *arguments_json(const char *values) {
    static const char begins[] = {TEXT_STRING, TEXT_NUMBER, '\0'};
    json_t *all = json_array();
    while (*values) {
        char word[sizeof((error *)0)->values];
        text t = text_over(word, sizeof word);
        size_t length = strcspn(values + 1, begins);
        text_add_part(&t, values + 1, length);
        json_array_append_new(all, *values == TEXT_NUMBER ? json_integer(strtoll(word, NULL, 10))
                                                          : text_json(word));
        values += 1 + length;
    }
    return all;
}

json_t *refusal_json(const char *code, const error *why) {
    json_t *o = json_pack("{s:s, s:o}", "code", code, "message", text_json(why->message));
    if (!*why->code) return o;
    json_object_set_new(o, "reason", json_string(why->code));
    json_object_set_new(o, "args", arguments_json(why->values));
    return o;
}

/* Matches. */

static void add_engine(json_t *seat, const engine_kind *kind, int level) {
    if (!kind) return;
    json_object_set_new(seat, "engine", json_string(kind->name));
    json_object_set_new(seat, "level", json_string(kind->levels[level].name));
}

json_t *seats_json(const arena_match *g) {
    json_t *seats = json_array();
    for (int i = 0; i < g->rules->seats; i++) {
        const arena_seat *s = &g->seat[i];
        bool person = s->kind == ARENA_PERSON || s->kind == ARENA_OPEN;
        bool here = person && (!g->foreign || g->followed)
                        ? s->here > 0 || g->elsewhere[1 + i] > 0
                        : g->runner || g->parked || (g->foreign && g->so_far.asked);
        if (s->kind == ARENA_LINK && g->runner) here = s->joined;
        json_t *o = json_pack("{s:i, s:o, s:s, s:o, s:b, s:o, s:s}", "seat", i, "name",
                              text_json(s->name), "kind", arena_seat_kind_name(s->kind), "called",
                              text_json(s->called), "connected", here, "avatar",
                              text_json(s->avatar), "side", game_seat_name(g->rules, i));
        add_engine(o, s->engine, s->level);
        if (s->account) json_object_set_new(o, "account", json_true());
        json_array_append_new(seats, o);
    }
    return seats;
}

static json_t *time_json(int64_t ms) { return ms < 0 ? json_null() : json_integer(ms); }

json_t *clocks_json(const arena_match *g) {
    int64_t now = clock_now();
    json_t *left = json_array(), *move = json_array();
    for (int seat = 0; seat < g->rules->seats; seat++) {
        arena_match_time t = arena_match_time_of(g, seat, now);
        json_array_append_new(left, time_json(t.left));
        json_array_append_new(move, time_json(t.move));
    }
    json_t *clocks = json_pack("{s:o, s:o, s:o, s:I, s:b}", "running",
                               seat_json(arena_match_running(g)), "left", left, "move", move, "at",
                               (json_int_t)(now / MILLISECOND), "paused", arena_match_is_still(g));
    if (g->trouble) {
        /* The message for people; the cause is for the operator. */
        error e;
        error_code(&e, "moves-not-saved",
                   "moves cannot be saved right now; the match continues as soon as they can");
        json_object_set_new(clocks, "trouble", refusal_json("store", &e));
    }
    return clocks;
}

json_t *verdict_json(const game_rules *rules, const match_verdict *v) {
    json_t *o = json_pack("{s:o, s:s, s:o, s:o, s:o}", "winner", seat_json(v->winner), "reason",
                          match_reason_name(v->reason), "detail", text_json(v->why.message),
                          "score", scores_json(rules, v->score), "culprit", seat_json(v->culprit));
    if (!*v->why.code) return o;
    json_object_set_new(o, "code", json_string(v->why.code));
    json_object_set_new(o, "args", arguments_json(v->why.values));
    return o;
}

json_t *played_move_json(const arena_match *g, size_t at, int seat) {
    const transcript_move *m = &g->so_far.moves[at];
    char word[GAME_MOVE_TEXT];
    text t = text_over(word, sizeof word);
    arena_match_write_seen(g, m, seat, g->so_far.over, &t);
    json_t *o = json_pack("{s:i, s:s, s:I}", "seat", m->seat, "text", word, "used",
                          (json_int_t)(m->used / MILLISECOND));
    /* What a player thinks of its game is for spectators until it is over, and could tell about
     * hidden dice. */
    bool secret = !g->so_far.over && (seat >= 0 || transcript_rules(&g->so_far)->game->view);
    if (m->scored && !secret) {
        json_object_set_new(o, "score", json_real(m->score / 100.0));
        if (m->depth) json_object_set_new(o, "depth", json_integer(m->depth));
    }
    return o;
}

/* The state of a history that is this match's, or a prefix of it. */
static json_t *state_of(const arena_match *g, const history *h, int seat) {
    char word[GAME_MOVE_TEXT];
    text t = text_over(word, sizeof word);
    bool whole = h->count == arena_history(g)->count;
    if (h->count)
        arena_match_write_seen(g, &g->so_far.moves[h->count - 1], seat, g->so_far.over, &t);
    /* Moves are listed only in the current position, where they can be made. */
    position_look l = {.game = h,
                       .seat = seat,
                       .open = g->so_far.over,
                       .verdict = whole && g->so_far.over ? &g->so_far.verdict : NULL,
                       .last = h->count ? word : NULL,
                       .secrets = g->so_far.secrets,
                       .secret_count = g->so_far.secret_count};
    json_t *state = position_json(&l);
    if (state && (!whole || g->so_far.over)) json_array_clear(json_object_get(state, "moves"));
    return state;
}

json_t *match_position_json(const arena_match *g, int seat) {
    return state_of(g, arena_history(g), seat);
}

json_t *match_position_json_at(const arena_match *g, int seat, size_t at) {
    history h;
    error e;
    if (at > arena_history(g)->count || !history_create(&h, g->rules, &e)) return NULL;
    history_set(&h, arena_history(g)->start);
    bool good = true;
    while (good && h.count < at) good = history_play(&h, arena_history(g)->moves[h.count], &e);
    json_t *state = good ? state_of(g, &h, seat) : NULL;
    history_destroy(&h);
    return state;
}

static json_t *offers_of(const arena_match *g) {
    json_t *offers = json_array();
    if (g->so_far.offer != MATCH_NO_OFFER)
        json_array_append_new(offers, json_pack("{s:i, s:s}", "seat", g->so_far.offer_by, "what",
                                                g->so_far.offer == MATCH_DRAW ? "draw" : "undo"));
    return offers;
}

bool line_bytes_are_public(const arena_match *g) { return g->so_far.over || !g->rules->game->view; }

/* The last bytes on the lines of a match's seats; null for seats without one. NULL if there is no
 * line at all, or if the bytes must stay secret until the match ends. */
static json_t *line_bytes_json(const arena_match *g) {
    bool any = false;
    for (int i = 0; i < g->rules->seats; i++)
        any = any || *g->seat[i].heard_last.text || *g->seat[i].sent_last.text;
    if (!any || !line_bytes_are_public(g)) return NULL;
    json_t *lines = json_array();
    for (int i = 0; i < g->rules->seats; i++) {
        const arena_seat *s = &g->seat[i];
        json_array_append_new(lines,
                              s->kind != ARENA_LINK
                                  ? json_null()
                                  : json_pack("{s:o, s:o}", "in", text_json(s->heard_last.text),
                                              "out", text_json(s->sent_last.text)));
    }
    return lines;
}

/* The requested clock; null: none. */
static json_t *clock_of(const time_control *c) {
    static const char *const names[] = {"move", "game", "increment", "overage"};
    const int64_t values[] = {c->move, c->game, c->increment, c->overage};
    if (!c->move && !c->game) return json_null();
    json_t *o = json_object();
    for (int i = 0; i < 4; i++)
        if (values[i]) json_object_set_new(o, names[i], json_integer(values[i] / MILLISECOND));
    return o;
}

/* All commitments of a match, with what is known of them. */
static json_t *commitments_of(const arena_match *g) {
    json_t *all = json_array();
    for (size_t i = 0; i < g->so_far.secret_count; i++) {
        const transcript_secret *s = &g->so_far.secrets[i];
        const transcript_move *m =
            s->move <= arena_history(g)->count ? &g->so_far.moves[s->move - 1] : NULL;
        bool told = *s->key && m;
        json_array_append_new(all,
                              json_pack("{s:I, s:s, s:o, s:o}", "move", (json_int_t)s->move, "hash",
                                        s->hash, "key", told ? json_string(s->key) : json_null(),
                                        "text", told ? json_string(m->text) : json_null()));
    }
    return all;
}

json_t *match_json(const arena_match *g, int seat) {
    char rules[700];
    text t = text_over(rules, sizeof rules);
    json_t *moves = json_array();
    game_write_settings(g->rules, &t);
    for (size_t i = 0; i < arena_history(g)->count; i++)
        json_array_append_new(moves, played_move_json(g, i, seat));
    json_t *o = json_pack(
        "{s:I, s:s, s:s, s:s, s:s, s:o, s:o, s:I, s:o, s:o, s:o, s:o, s:o, s:b}", "id",
        (json_int_t)g->id, "game", g->rules->game->name, "title", g->rules->game->title, "rules",
        rules, "begun", g->begun, "seats", seats_json(g), "you", seat_json(seat), "at",
        (json_int_t)arena_history(g)->count, "moves", moves, "clocks", clocks_json(g), "state",
        match_position_json(g, seat), "offers", offers_of(g), "verdict",
        g->so_far.over ? verdict_json(g->rules, &g->so_far.verdict) : json_null(), "waiting",
        !g->so_far.over && !arena_match_is_full(g));
    json_object_set_new(o, "clock", clock_of(&g->terms.control));
    json_object_set_new(o, "listed", json_boolean(!g->unlisted));
    if (*g->key) json_object_set_new(o, "key", json_string(g->key));
    if (g->rules->game->seen) json_object_set_new(o, "commitments", commitments_of(g));
    json_t *lines = line_bytes_json(g);
    if (lines) json_object_set_new(o, "lines", lines);
    return o;
}

/* Summaries. */

static json_t *stored_scores_json(const char *score) {
    json_t *all = json_array();
    while (*score) {
        char *end;
        long number = strtol(score, &end, 10);
        if (end == score) break;
        json_array_append_new(all, json_integer(number));
        score = *end == ',' ? end + 1 : end;
    }
    return all;
}

json_t *summary_json(const store_match *m, const store_seat *seats, int count, json_t *state) {
    json_t *all = json_array();
    const game *g = game_find(m->game, NULL);
    game_rules *rules = g ? game_create(g, m->rules, NULL) : NULL;
    int lines = 0;
    for (const char *at = m->seats; *at; lines++) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    for (int i = 0; i < lines; i++) {
        char line[SEAT_SPEC];
        text t = text_over(line, sizeof line);
        journal_seat(m, i, &t);
        bool known = i < count, named = known && strcmp(seats[i].kind, STORE_NAMED) == 0;
        int level = 0;
        const engine_kind *kind = g ? arena_match_engine(g, line, &level) : NULL;
        const char *called;
        arena_seat_kind guess = arena_match_guess_seat(line, &called);
        const char *word = known && !named ? seats[i].kind : arena_seat_kind_name(guess);
        json_t *seat = json_pack("{s:o, s:s, s:s, s:o}", "name",
                                 text_json(known ? seats[i].name : called), "kind", word, "called",
                                 "", "avatar", text_json(known ? seats[i].avatar : ""));
        if (rules && i < rules->seats)
            json_object_set_new(seat, "side", json_string(game_seat_name(rules, i)));
        add_engine(seat, kind, level);
        if (known && seats[i].account) json_object_set_new(seat, "account", json_true());
        json_array_append_new(all, seat);
    }
    game_destroy(rules);
    json_t *o = json_pack("{s:I, s:s, s:s, s:s, s:o, s:s, s:b, s:o, s:s, s:o, s:o, s:I}", "id",
                          (json_int_t)m->id, "game", m->game, "title", g ? g->title : m->game,
                          "rules", m->rules, "seats", all, "begun", m->begun, "over", m->over,
                          "winner", seat_json(m->winner - 1), "reason", m->reason, "detail",
                          text_json(m->why.message), "score", stored_scores_json(m->score), "moves",
                          (json_int_t)m->moves);
    if (state) json_object_set_new(o, "state", state);
    return o;
}

/* Engines. */

static void write_move(const game_rules *rules, const game_position *p, game_move m, char *word) {
    text t = text_over(word, GAME_MOVE_TEXT);
    game_write_move(rules, p, m, &t);
}

/* Moves from the position that was asked about, as texts. */
static json_t *line_json(const study_answer *a, const game_move *moves, size_t count) {
    char word[GAME_MOVE_TEXT] = "";
    json_t *line = json_array();
    game_position *p = game_new_position(a->rules);
    if (p) game_copy(a->rules, p, a->view);
    for (size_t i = 0; p && i < count; i++) {
        write_move(a->rules, p, moves[i], word);
        json_array_append_new(line, json_string(word));
        game_play(a->rules, p, moves[i], NULL);
    }
    free(p);
    return line;
}

json_t *lines_json(const study_answer *a) {
    json_t *all = json_array();
    for (int i = 0; i < a->line_count; i++)
        json_array_append_new(all, json_pack("{s:i, s:o}", "score", a->lines[i].score, "line",
                                             line_json(a, a->lines[i].moves, a->lines[i].count)));
    return all;
}

void add_engine_result(const study_answer *a, json_t *o) {
    const engine_result *r = &a->result;
    char word[GAME_MOVE_TEXT] = "";
    json_t *line = line_json(a, r->line, r->line_count);
    if (r->move) write_move(a->rules, a->view, r->move, word);
    json_object_set_new(o, "best", r->move ? json_string(word) : json_null());
    json_object_set_new(o, "score", r->scored ? json_integer(r->score) : json_null());
    json_object_set_new(o, "exact", json_boolean(r->exact));
    json_object_set_new(o, "unit", json_string(a->engine->unit));
    json_object_set_new(o, "depth", json_integer(r->depth));
    json_object_set_new(o, "nodes", json_integer((json_int_t)r->nodes));
    json_object_set_new(o, "line", line);
    json_object_set_new(o, "note", json_string(r->note));
    json_object_set_new(o, "for", seat_json(a->seat));
}

json_t *values_json(const study_answer *a) {
    json_t *values = json_array();
    for (size_t i = 0; i < a->count; i++) {
        char word[GAME_MOVE_TEXT];
        write_move(a->rules, a->view, a->moves[i], word);
        bool known = a->values[i] != ENGINE_UNKNOWN;
        json_array_append_new(values, json_pack("{s:s, s:o}", "move", word, "value",
                                                known ? json_integer(a->values[i]) : json_null()));
    }
    return values;
}
