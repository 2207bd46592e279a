/* Requests about any position: what is legal, what an engine makes of it, what was played there. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "games/record.h"
#include "server/desk_private.h"
#include "server/match_json.h"
#include "server/position_json.h"
#include "store/explorer.h"

enum { ANALYSE_MS_MOST = 20000, REVIEW_MS_MOST = 2000 };

static bool play_moves(const json_t *moves, history *h, error *e) {
    size_t count = json_array_size(moves);
    if (moves && !json_is_null(moves) && !json_is_array(moves))
        return error_set(e, "moves: expected an array of texts");
    for (size_t i = 0; i < count; i++) {
        const char *word = json_string_value(json_array_get(moves, i));
        if (!word || strlen(word) >= GAME_MOVE_TEXT)
            return error_set(e, "moves: expected an array of texts");
        if (!history_play_text(h, word, e)) return error_in(e, "move %zu", i + 1);
    }
    return true;
}

static bool set_up(const json_t *o, game_rules **rules, history *h, error *e) {
    const char *name = NULL, *settings = NULL, *start = NULL;
    if (!ask_string(o, "game", &name) || !name || !ask_string(o, "rules", &settings) ||
        !ask_string(o, "start", &start))
        return error_set(e, "game, rules and start must be texts");
    *rules = game_create_named(name, settings, e);
    if (!*rules || !history_create(h, *rules, e)) return false;
    game_position *p = start && *start ? game_new_position(*rules) : NULL;
    bool good = !p || game_read_position(*rules, start, p, e);
    if (good && p) history_set(h, p);
    free(p);
    return good && play_moves(json_object_get(o, "moves"), h, e);
}

/* The whole position, with the moves of the seat on turn. */
static json_t *open_state(const history *h) {
    int turn = game_turn(h->rules, h->now);
    char last[GAME_MOVE_TEXT] = "";
    text t = text_over(last, sizeof last);
    history before = {0};
    error e;
    /* A move is written as seen from the position before it. */
    if (h->count > 0 && history_create(&before, h->rules, &e)) {
        history_set(&before, h->start);
        for (size_t i = 0; i + 1 < h->count; i++)
            if (!history_play(&before, h->moves[i], &e)) break;
        game_write_move(h->rules, before.now, h->moves[h->count - 1], &t);
    }
    history_destroy(&before);
    return position_json(&(position_look){.game = h,
                                          .seat = turn >= 0 ? turn : GAME_NOBODY,
                                          .last = *last ? last : NULL,
                                          .open = true});
}

static bool analyse(desk *d, const json_t *o, const desk_request *q, desk_reply *r) {
    int64_t time = 1000, lines = 0;
    bool values = false, later = false;
    game_rules *rules = NULL;
    history h = {0};
    error e;
    if (!ask_number(o, "time", 1, ANALYSE_MS_MOST, &time) || !ask_bool(o, "values", &values) ||
        !ask_number(o, "lines", 1, INQUIRY_LINES_MAX, &lines))
        return reply_error(r, 400, "bad-request",
                           "expected time: 1 to 20000 ms; values: true or false; lines: 1 to 5");
    if (!studies_has_room(d, quota_address(q->peer), &e)) {
        reply_refusal(r, 429, "too-many", &e);
    } else if (!set_up(o, &rules, &h, &e)) {
        reply_refusal(r, 422, "no-position", &e);
    } else {
        int turn = game_turn(rules, h.now);
        json_t *state = open_state(&h);
        if (turn < 0) reply_json(r, 200, json_pack("{s:O, s:n}", "state", state, "best"));
        else if (studies_analyse(d, &h, time * MILLISECOND, values, (int)lines, q, state, &e))
            later = true;
        else reply_refusal(r, 503, "busy", &e);
        json_decref(state);
    }
    history_destroy(&h);
    game_destroy(rules);
    return !later;
}

/* The review of a whole game: what is known of it so far. To follow it, the same request is sent
 * again; it is known by its own bytes. */
static bool review(desk *d, const json_t *o, const desk_request *q, desk_reply *r) {
    uint64_t address = quota_address(q->peer), key = hash_bytes(q->body, q->length);
    int64_t time = 100;
    game_rules *rules = NULL;
    history h = {0};
    error e;
    json_t *graph = studies_sent(d, key, address);
    if (graph) return reply_json(r, 200, graph);
    if (!ask_number(o, "time", 1, REVIEW_MS_MOST, &time)) {
        reply_error(r, 400, "bad-request", "expected time: 1 to 2000 ms per position");
    } else if (!set_up(o, &rules, &h, &e)) {
        reply_refusal(r, 422, "no-position", &e);
    } else {
        graph = studies_review(d, key, rules, &h, time * MILLISECOND, address);
        if (graph) return reply_json(r, 200, graph);
        reply_error(r, 503, "no-memory", "no memory for a review");
    }
    history_destroy(&h);
    game_destroy(rules);
    return true;
}

/* A position with its legal moves, at once. */
static bool position(desk *d, const json_t *o, const desk_request *q, desk_reply *r) {
    (void)d, (void)q;
    game_rules *rules = NULL;
    history h = {0};
    error e;
    if (set_up(o, &rules, &h, &e)) {
        json_t *sides = json_array();
        for (int seat = 0; seat < rules->seats; seat++)
            json_array_append_new(sides, json_string(game_seat_name(rules, seat)));
        reply_json(r, 200, json_pack("{s:o, s:o}", "state", open_state(&h), "sides", sides));
    } else {
        reply_refusal(r, 422, "no-position", &e);
    }
    history_destroy(&h);
    game_destroy(rules);
    return true;
}

/* A record: its moves, each with the comments after it. */
static json_t *record_json(const record *played) {
    const history *whole = &played->game;
    history h = {0};
    error e;
    json_t *moves = json_array(), *notes = json_array(), *tags = json_object();
    char settings[700];
    text rules = text_over(settings, sizeof settings);
    game_write_settings(whole->rules, &rules);
    bool good = history_create(&h, whole->rules, &e);
    if (good) history_set(&h, whole->start);
    json_t *first = good ? open_state(&h) : NULL;
    for (size_t i = 0; good && i < whole->count; i++) {
        char word[GAME_MOVE_TEXT];
        text t = text_over(word, sizeof word);
        game_write_move(whole->rules, h.now, whole->moves[i], &t);
        json_array_append_new(moves, json_string(word));
        good = history_play(&h, whole->moves[i], &e);
    }
    for (size_t i = 0; i < played->note_count; i++)
        json_array_append_new(notes,
                              json_pack("{s:I, s:o}", "after", (json_int_t)played->notes[i].after,
                                        "text", text_json(played->notes[i].text)));
    for (size_t i = 0; i < played->tag_count; i++)
        json_object_set_new(tags, played->tags[i].name, text_json(played->tags[i].value));
    history_destroy(&h);
    json_t *start = first ? json_incref(json_object_get(first, "text")) : json_null();
    json_decref(first);
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:s}", "game", whole->rules->game->name,
                     "rules", settings, "start", start, "moves", moves, "notes", notes, "tags",
                     tags, "result", played->result);
}

/* A text that may be a position or moves from the start of the game under these rules. */
static bool read_pasted(game_rules *rules, const char *pasted, record *into, error *e) {
    game_position *p = game_new_position(rules);
    error moves_wrong;
    if (!p) {
        game_destroy(rules);
        return error_set(e, "no memory for a position");
    }
    bool is_position = game_read_position(rules, pasted, p, e);
    bool good = record_create(into, rules, is_position ? e : &moves_wrong);
    if (good && is_position) history_set(&into->game, p);
    else if (good && !history_play_all(&into->game, pasted, &moves_wrong)) {
        /* Of two reasons, that of the more likely intention is useful. */
        scan s = scan_string(pasted);
        scan_blanks(&s);
        if (strchr(s.at, ' ') && !strpbrk(s.at, ":/")) *e = moves_wrong;
        record_destroy(into);
        good = false;
    }
    free(p);
    return good;
}

/* What somebody has pasted: a record, a position or a list of moves. */
static bool paste(desk *d, const json_t *o, const desk_request *q, desk_reply *r) {
    (void)d, (void)q;
    const char *name = NULL, *settings = NULL, *pasted = NULL;
    record played = {0};
    error e;
    if (!ask_string(o, "game", &name) || !name || !ask_string(o, "rules", &settings) ||
        !ask_string(o, "text", &pasted) || !pasted)
        return reply_error(r, 400, "bad-request", "game, rules and text must be texts");
    game_rules *rules = game_create_named(name, settings, &e);
    if (!rules) return reply_refusal(r, 422, "no-position", &e);
    scan s = scan_string(pasted);
    while (!scan_done(&s) && strchr(" \t\r\n", *s.at)) s.at++;
    bool tagged = scan_peek(&s) == '[' || scan_peek(&s) == '{' || scan_peek(&s) == ';';
    if (tagged) game_destroy(rules);
    size_t at = 0;
    bool good = tagged ? record_read(&played, s.at, (size_t)(s.end - s.at), &at, &e)
                       : read_pasted(rules, s.at, &played, &e);
    if (!good) return reply_refusal(r, 422, "no-position", &e);
    json_t *found = record_json(&played);
    record_destroy(&played);
    return reply_json(r, 200, found);
}

/* Which moves were played there. */
static bool explore(desk *d, const json_t *o, const desk_request *q, desk_reply *r) {
    (void)q;
    game_rules *rules = NULL;
    history h = {0};
    error e;
    explorer_move *moves = calloc(EXPLORER_MOVES_MAX, sizeof *moves);
    store *s = arena_store(d->arena);
    if (!moves) return reply_error(r, 500, "no-memory", "no memory to look up a position");
    if (!set_up(o, &rules, &h, &e)) {
        reply_refusal(r, 422, "no-position", &e);
    } else {
        int count = explorer_moves(s, rules, h.now, moves, &e);
        json_t *all = json_array();
        for (int i = 0; i < count; i++)
            json_array_append_new(
                all, json_pack("{s:s, s:I, s:I, s:I, s:I}", "move", moves[i].move, "games",
                               (json_int_t)moves[i].games, "won", (json_int_t)moves[i].won, "drawn",
                               (json_int_t)moves[i].drawn, "match", (json_int_t)moves[i].match));
        json_t *found = json_pack("{s:o, s:I}", "moves", all, "left", (json_int_t)explorer_left(s));
        if (count >= 0) reply_json(r, 200, found);
        else json_decref(found), reply_refusal(r, 500, "store", &e);
    }
    history_destroy(&h);
    game_destroy(rules);
    free(moves);
    return true;
}

static const struct {
    const char *path;
    bool (*answer)(desk *, const json_t *, const desk_request *, desk_reply *);
} requests[] = {
    {"/api/analyse", analyse}, {"/api/review", review},   {"/api/position", position},
    {"/api/paste", paste},     {"/api/explore", explore},
};

bool analysis_has(const char *path) {
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        if (strcmp(requests[i].path, path) == 0) return true;
    return false;
}

bool analysis_ask(desk *d, const json_t *o, const desk_request *q, desk_reply *r) {
    size_t i = 0;
    while (strcmp(requests[i].path, q->path) != 0) i++;
    return requests[i].answer(d, o, q, r);
}
