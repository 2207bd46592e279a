/* Agreements between seats, and pauses. */
#include "referee/match_private.h"

static const char *name_of(match_proposal what) { return what == MATCH_DRAW ? "draw" : "undo"; }

match_proposal match_offered(const match *m, int *by) {
    *by = m->offer.by;
    return m->offer.what;
}

void match_drop_offer(match *m, int mover) {
    /* A seat that has offered a draw may move on while the others decide. */
    if (m->offer.what == MATCH_TAKE_BACK || mover != m->offer.by) m->offer.what = MATCH_NO_OFFER;
}

/* The number of moves before the last one of this seat; the count of all if it has none. Only for
 * games without chance, in which the mover is the seat on turn. */
static size_t before_last_of(match *m, int seat) {
    const history *h = &m->game;
    size_t last = h->count;
    game_copy(h->rules, m->view, h->start);
    for (size_t i = 0; i < h->count; i++) {
        if (game_turn(h->rules, m->view) == seat) last = i;
        game_play(h->rules, m->view, h->moves[i], NULL);
    }
    return last;
}

static bool may_take_back(match *m, int seat, error *e) {
    if (match_rules(m)->game->roll)
        return error_code(e, "no-undo-with-dice",
                          "rolled dice stay rolled: moves cannot be taken back in this game");
    return before_last_of(m, seat) < m->game.count ||
           error_code(e, "nothing-to-undo", "there is no move of yours to take back");
}

static bool may_offer(match *m, int seat, match_proposal what, error *e) {
    if (m->over) return error_code(e, "match-over", "the match is over");
    if (m->offer.what == what && m->offer.agreed >> seat & 1)
        return error_code(e, "offered-already",
                          "that offer was made already: the others have to answer");
    for (int other = 0; other < match_rules(m)->seats; other++) {
        if (!m->place[other].greeted)
            return error_code(e, "players-missing", "not all players are connected yet");
        if (m->setup.seat[other].speaks)
            return error_code(
                e, "cannot-ask-board", "%s cannot be asked: its %s protocol does not support it",
                game_seat_name(match_rules(m), other), m->setup.seat[other].speaks->name);
    }
    return what != MATCH_TAKE_BACK || m->offer.what == what || may_take_back(m, seat, e);
}

static void take_back(match *m, int64_t now) {
    size_t target = before_last_of(m, m->offer.by), gone = m->game.count - target;
    char words[24];
    text t = text_over(words, sizeof words);
    text_addf(&t, "%zu", gone);
    for (int seat = 0; seat < match_rules(m)->seats; seat++) m->place[seat].asked = false;
    while (m->game.count > target) history_undo(&m->game);
    match_happen(m, (match_event){.kind = MATCH_UNDO, .seat = m->offer.by}, words, now);
}

bool match_offer(match *m, int seat, match_proposal what, int64_t now, error *e) {
    if (!may_offer(m, seat, what, e)) return false;
    if (m->offer.what != what) {
        m->offer.what = what;
        m->offer.by = seat;
        m->offer.agreed = 0;
        match_happen(m, (match_event){.kind = MATCH_OFFER, .seat = seat}, name_of(what), now);
    }
    m->offer.agreed |= 1u << seat;
    if (m->offer.agreed != (1u << match_rules(m)->seats) - 1) return true;
    m->offer.what = MATCH_NO_OFFER;
    if (what == MATCH_DRAW) {
        match_finish(m, MATCH_DRAWN, GAME_NOBODY, GAME_NOBODY, &(error){.message = "agreed"}, now);
    } else {
        take_back(m, now);
        match_proceed(m, now);
    }
    return true;
}

bool match_decline(match *m, int seat, int64_t now, error *e) {
    if (m->over || m->offer.what == MATCH_NO_OFFER)
        return error_code(e, "nothing-to-decline", "there is no offer to decline");
    const char *what = name_of(m->offer.what);
    m->offer.what = MATCH_NO_OFFER;
    match_happen(m, (match_event){.kind = MATCH_DECLINE, .seat = seat}, what, now);
    return true;
}

void match_pause(match *m, const char *why, int64_t now) {
    if (m->over || m->paused) return;
    m->paused = true;
    m->pause = now;
    match_happen(m, (match_event){.kind = MATCH_PAUSE, .seat = GAME_NOBODY}, why, now);
}

void match_go_on(match *m, int64_t now) {
    if (m->over || !m->paused) return;
    m->paused = false;
    for (int seat = 0; seat < match_rules(m)->seats; seat++) {
        place *p = &m->place[seat];
        p->since += now - m->pause;
        p->deadline += now - m->pause;
    }
    m->chance_to_cut.until += now - m->pause;
    match_happen(m, (match_event){.kind = MATCH_GO_ON, .seat = GAME_NOBODY}, NULL, now);
    match_proceed(m, now);
}

bool match_is_paused(const match *m) { return m->paused; }
