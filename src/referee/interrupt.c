/* Seats that interrupt while another one is on turn: calza in Perudo, if the rules have it.
 *
 * The seats that may interrupt are notified when the chance arises. For a while (setup.interrupt)
 * the seat on turn is not asked yet, unless all have declined; after that the fastest wins. The
 * first answer counts, and answers to an earlier position are ignored: each carries the number of
 * moves that its sender had seen. */
#include <string.h>

#include "referee/command.h"
#include "referee/match_private.h"

bool match_may_interrupt(const match *m, int seat) {
    int turn = game_turn(match_rules(m), m->game.now);
    return !m->over && turn >= 0 && turn != seat &&
           game_moves(match_rules(m), m->game.now, seat, m->moves) > 0;
}

static void offer(match *m, int seat) {
    place *p = &m->place[seat];
    const game *g = match_rules(m)->game;
    if (!p->talk.speaks) {
        if (m->setup.owner.offer) m->setup.owner.offer(m->setup.owner.context, seat, m->game.count);
        return;
    }
    if (g->view) g->view(match_rules(m), m->game.now, seat, m->view);
    else game_copy(match_rules(m), m->view, m->game.now);
    p->sent = 0;
    talk_offer(&p->talk, m->view, m->game.count);
    p->noticed += p->sent;
}

bool match_holds(match *m, int turn, int64_t now) {
    if (!m->chance_to_cut.open || m->chance_to_cut.after != m->game.count) {
        m->chance_to_cut.open = true;
        m->chance_to_cut.after = m->game.count;
        m->chance_to_cut.waiting = 0;
        m->chance_to_cut.until = now + m->setup.interrupt;
        for (int seat = 0; seat < match_rules(m)->seats; seat++)
            if (seat != turn && match_may_interrupt(m, seat)) {
                m->chance_to_cut.waiting |= 1u << seat;
                offer(m, seat);
            }
    }
    m->chance_to_cut.holds = m->chance_to_cut.waiting && now < m->chance_to_cut.until;
    return m->chance_to_cut.holds;
}

/* Nobody is asked any more. A program that is thinking is sent a stop, and must acknowledge it. */
static void call_off(match *m) {
    for (int seat = 0; seat < match_rules(m)->seats; seat++) {
        place *p = &m->place[seat];
        if (!p->asked) continue;
        p->asked = false;
        if (!p->talk.speaks) continue;
        p->sent = 0;
        talk_stop(&p->talk);
        if (p->talk.state == TALK_TOLD) match_await_acknowledgement(m, seat);
    }
}

bool match_interrupt(match *m, int seat, game_move move, size_t after, int64_t now, error *e) {
    if (m->over) return error_code(e, "match-over", "the match is over");
    if (m->paused) return error_code(e, "match-paused", "the match is paused");
    if (after != m->game.count) return error_code(e, "stale", "the game has moved on");
    if (!match_may_interrupt(m, seat) || !match_is_legal(m, seat, move))
        return error_code(e, "nothing-to-interrupt", "there is nothing to interrupt now");
    m->chance_to_cut.open = m->chance_to_cut.holds = false;
    call_off(m);
    match_play(m, seat, move, 0, now);
    match_proceed(m, now);
    return true;
}

void match_pass(match *m, int seat, size_t after, int64_t now) {
    if (m->over || !m->chance_to_cut.open || after != m->chance_to_cut.after) return;
    m->chance_to_cut.waiting &= ~(1u << seat);
    if (m->chance_to_cut.holds && !m->chance_to_cut.waiting) match_proceed(m, now);
}

bool match_holds_back(const match *m, int seat) {
    return !m->over && m->chance_to_cut.holds && m->chance_to_cut.after == m->game.count &&
           game_turn(match_rules(m), m->game.now) == seat;
}

/* The interruption that a word means. */
static bool find(match *m, int seat, const char *word, game_move *move, error *e) {
    return match_may_interrupt(m, seat) &&
           match_read_move(match_rules(m), m->game.now, seat, word, m->moves, move, e);
}

void match_hurry(match *m, const char *word, int64_t now) {
    game_move move;
    error unused;
    bool same = false;
    for (int seat = 0; seat < match_rules(m)->seats; seat++)
        same = same || find(m, seat, word, &move, &unused);
    if (!same) return;
    m->chance_to_cut.waiting = 0;
    match_proceed(m, now);
}

bool match_hear_interrupt(match *m, int seat, const char *words, int64_t now) {
    scan s = scan_string(words);
    uint64_t after;
    game_move move;
    error unused;
    if (!scan_number(&s, 0, SIZE_MAX, &after) || !scan_char(&s, ' ')) return false;
    if (after != m->game.count) return true; /* too late, which is nobody's fault */
    if (strcmp(s.at, "none") == 0) {
        match_pass(m, seat, (size_t)after, now);
        return true;
    }
    return find(m, seat, s.at, &move, &unused) &&
           match_interrupt(m, seat, move, (size_t)after, now, &unused);
}
