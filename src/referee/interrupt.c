/* Seats that cut in while another one is waited for: in Perudo calza, where the rules have it so.
 *
 * Whoever may is told when the chance arises. For a while (setup.interrupt) the seat on turn is not
 * asked yet, unless all have said no; after that it is open who is quicker. What comes first
 * counts, and what was meant for an earlier position is passed over: every word names how many
 * moves its sender had seen. */
#include <string.h>

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

/* Nobody is asked any more. A program that thinks is told to stop, and has to say that it has. */
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

static bool is_interruption(match *m, int seat, game_move move) {
    size_t count =
        match_may_interrupt(m, seat) ? game_moves(match_rules(m), m->game.now, seat, m->moves) : 0;
    for (size_t i = 0; i < count; i++)
        if (m->moves[i] == move) return true;
    return false;
}

bool match_interrupt(match *m, int seat, game_move move, size_t after, int64_t now, error *e) {
    if (m->over) return error_code(e, "match-over", "the match is over");
    if (m->paused) return error_code(e, "match-paused", "the match is paused");
    if (after != m->game.count) return error_set(e, "the game has gone on meanwhile");
    if (!is_interruption(m, seat, move))
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

void match_hurry(match *m, const char *word, int64_t now) {
    game_move move;
    error unused;
    bool same = false;
    for (int seat = 0; seat < match_rules(m)->seats; seat++)
        same = same || match_find_interrupt(m, seat, word, &move, &unused);
    if (!same) return;
    m->chance_to_cut.waiting = 0;
    match_proceed(m, now);
}

bool match_find_interrupt(match *m, int seat, const char *word, game_move *move, error *e) {
    size_t count =
        match_may_interrupt(m, seat) ? game_moves(match_rules(m), m->game.now, seat, m->moves) : 0;
    for (size_t i = 0; i < count; i++) {
        char whole[GAME_MOVE_TEXT];
        text t = text_over(whole, sizeof whole);
        game_write_move(match_rules(m), m->game.now, m->moves[i], &t);
        size_t bare = strcspn(whole, ":");
        if (strcmp(whole, word) != 0 && !(strlen(word) == bare && strncmp(whole, word, bare) == 0))
            continue;
        *move = m->moves[i];
        return true;
    }
    return error_code(e, "not-your-turn", "it is not your turn");
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
    return match_find_interrupt(m, seat, s.at, &move, &unused) &&
           match_interrupt(m, seat, move, (size_t)after, now, &unused);
}
