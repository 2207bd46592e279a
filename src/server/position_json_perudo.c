#include <stdlib.h>

#include "games/perudo/notation.h"
#include "games/perudo/odds.h"
#include "server/position_json.h"

static json_t *hand_json(perudo_hand h) {
    json_t *faces = json_array();
    for (int face = 1; face <= PERUDO_FACES_MAX; face++)
        for (int i = perudo_hand_has(h, face); i > 0; i--)
            json_array_append_new(faces, json_integer(face));
    return faces;
}

static json_t *players_json(const perudo_rules *r, const perudo_position *p) {
    json_t *players = json_array();
    for (int seat = 0; seat < r->seats; seat++)
        json_array_append_new(
            players, json_pack("{s:i, s:i, s:o, s:b}", "seat", seat, "dice", p->count[seat], "cup",
                               p->hand[seat] ? hand_json(p->hand[seat]) : json_null(), "out",
                               p->count[seat] == 0));
    return players;
}

static json_t *bid_json(const perudo_position *p) {
    perudo_bid b = perudo_last_bid(p);
    if (!b) return json_null();
    return json_pack("{s:i, s:i, s:i}", "seat", perudo_bidder(p, p->bids - 1), "count",
                     perudo_bid_count(b), "face", perudo_bid_face(b));
}

/* The bids of this round, then the call. */
static json_t *history_json(const perudo_position *p) {
    json_t *all = json_array();
    for (int i = 0; i < p->bids; i++) {
        char word[16];
        text t = text_over(word, sizeof word);
        perudo_write_bid(p->bid[i], &t);
        json_array_append_new(all,
                              json_pack("{s:i, s:s}", "seat", perudo_bidder(p, i), "text", word));
    }
    if (p->call)
        json_array_append_new(all, json_pack("{s:i, s:s}", "seat", p->caller, "text",
                                             p->call == PERUDO_CALZA ? "calza" : "dudo"));
    return all;
}

static json_t *seat_or_null(int seat) {
    return seat == GAME_NOBODY ? json_null() : json_integer(seat);
}

static json_t *result_json(const perudo_rules *r, const perudo_position *p) {
    perudo_verdict v = perudo_verdict_of(r, p);
    json_t *left = json_array();
    for (int seat = 0; seat < r->seats; seat++)
        json_array_append_new(left, json_integer(v.left[seat]));
    return json_pack("{s:o, s:o, s:i, s:o, s:b, s:i, s:s, s:o}", "loser", seat_or_null(v.loser),
                     "winner", seat_or_null(v.winner), "counted", v.counted, "bid", bid_json(p),
                     "holds", v.holds, "caller", p->caller, "call",
                     p->call == PERUDO_CALZA ? "calza" : "dudo", "left", left);
}

/* Rounds are counted by the calls that ended them. */
static int round_of(const history *h, const perudo_position *p) {
    int calls = 0;
    for (size_t i = 0; i < h->count; i++) {
        perudo_kind kind = perudo_move_kind(h->moves[i]);
        calls += kind == PERUDO_DUDO || kind == PERUDO_CALZA;
    }
    return calls + !p->call;
}

/* The rolls of the round shown: the last consecutive ones. */
static void rolls_of_round(const history *h, size_t *first, size_t *end) {
    *end = h->count;
    while (*end > 0 && perudo_move_kind(h->moves[*end - 1]) != PERUDO_ROLLS) --*end;
    *first = *end;
    while (*first > 0 && perudo_move_kind(h->moves[*first - 1]) == PERUDO_ROLLS) --*first;
}

/* The commitments to dice, and the keys published since. `move` is the number of the roll, which is
 * part of the hashed text (docs/api.md). */
static void add_commitments(const position_look *l, json_t *state) {
    json_t *commitments = json_array(), *reveals = json_array();
    size_t first, end;
    rolls_of_round(l->game, &first, &end);
    for (size_t i = 0; i < l->secret_count; i++) {
        const transcript_secret *s = &l->secrets[i];
        if (s->move <= first || s->move > end) continue;
        game_move roll = l->game->moves[s->move - 1];
        int seat = perudo_move_seat(roll);
        json_array_append_new(commitments, json_pack("{s:i, s:I, s:s}", "seat", seat, "move",
                                                     (json_int_t)s->move, "hash", s->hash));
        bool shown = perudo_position_of(l->game->now)->phase >= PERUDO_SHOWN || l->open;
        if (*s->key && shown)
            json_array_append_new(reveals, json_pack("{s:i, s:I, s:s, s:o}", "seat", seat, "move",
                                                     (json_int_t)s->move, "key", s->key, "dice",
                                                     hand_json(perudo_move_hand_of(roll))));
    }
    json_object_set_new(state, "commitments", commitments);
    json_object_set_new(state, "reveals", reveals);
}

static void add(const position_look *l, const game_position *view, json_t *state) {
    const perudo_rules *r = perudo_rules_of(l->game->rules);
    const perudo_position *p = perudo_position_of(view);
    json_object_set_new(state, "players", players_json(r, p));
    json_object_set_new(state, "bid", bid_json(p));
    json_object_set_new(state, "palifico", json_boolean(p->palifico));
    json_object_set_new(state, "calza", json_boolean(r->calza != PERUDO_CALZA_OFF));
    json_object_set_new(state, "starter",
                        p->phase == PERUDO_FIRST ? json_null() : json_integer(p->starter));
    json_object_set_new(state, "round", json_integer(round_of(l->game, p)));
    json_object_set_new(state, "history", history_json(p));
    if (p->phase == PERUDO_SHOWN || p->phase == PERUDO_OVER)
        json_object_set_new(state, "result", result_json(r, p));
    add_commitments(l, state);
}

static void add_move(const game_rules *rules, const game_position *view, game_move m,
                     json_t *move) {
    (void)rules, (void)view;
    static const char *const kinds[] = {
        [PERUDO_STARTS] = "starts", [PERUDO_ROLLS] = "roll",  [PERUDO_BIDS] = "bid",
        [PERUDO_DUDO] = "doubt",    [PERUDO_CALZA] = "calza", [PERUDO_SHOWS] = "show",
    };
    perudo_kind kind = perudo_move_kind(m);
    json_object_set_new(move, "kind", json_string(kinds[kind]));
    if (kind != PERUDO_BIDS) return;
    perudo_bid b = perudo_move_bid_of(m);
    json_object_set_new(move, "count", json_integer(perudo_bid_count(b)));
    json_object_set_new(move, "face", json_integer(perudo_bid_face(b)));
}

static json_t *odds_line(const perudo_rules *r, const perudo_position *v, int seat, perudo_bid b) {
    char word[16];
    text t = text_over(word, sizeof word);
    perudo_write_bid(b, &t);
    return json_pack("{s:s, s:i, s:i, s:f, s:f}", "text", word, "count", perudo_bid_count(b),
                     "face", perudo_bid_face(b), "probability", perudo_odds(r, v, seat, b), "exact",
                     perudo_odds_exact(r, v, seat, b));
}

/* The bid on the table first, then the bids that may follow it. */
static json_t *odds(const game_rules *rules, const game_position *view, int seat) {
    const perudo_rules *r = perudo_rules_of(rules);
    const perudo_position *v = perudo_position_of(view);
    int turn = game_turn(rules, view);
    game_move *moves = turn < 0 ? NULL : malloc(rules->max_moves * sizeof *moves);
    if (!moves) return NULL;
    json_t *bids = json_array();
    size_t count = perudo_moves(r, v, turn, moves);
    if (perudo_last_bid(v)) {
        json_t *last = odds_line(r, v, seat, perudo_last_bid(v));
        json_object_set_new(last, "last", json_true());
        json_array_append_new(bids, last);
    }
    for (size_t i = 0; i < count; i++)
        if (perudo_move_kind(moves[i]) == PERUDO_BIDS)
            json_array_append_new(bids, odds_line(r, v, seat, perudo_move_bid_of(moves[i])));
    free(moves);
    return bids;
}

const position_writer position_json_perudo = {"perudo", add, add_move, odds};
