/* Positions as text; the format is in notation.h. */
#include <string.h>

#include "games/perudo/notation.h"

size_t perudo_position_text_bytes(const perudo_rules *r) {
    size_t total = 0;
    for (int seat = 0; seat < r->seats; seat++) total += r->most[seat];
    /* Dice and slashes, bids of up to 4 characters and a comma, the fields after them. */
    return total + (size_t)r->seats + total * (size_t)r->faces * 5 + 80;
}

static void write_bids(const perudo_position *p, text *t) {
    if (p->bids == 0) text_add_char(t, '-');
    for (int i = 0; i < p->bids; i++) {
        if (i > 0) text_add_char(t, ',');
        perudo_write_bid(p->bid[i], t);
    }
    if (p->call == PERUDO_DUDO) text_add(t, ",dudo");
    if (p->call != PERUDO_CALZA) return;
    text_add(t, ",calza");
    if (p->caller != perudo_bidder(p, p->bids)) text_addf(t, ":%d", p->caller + 1);
}

/* The seats that have yet to show their dice, the next one first. */
static void write_to_show(const perudo_position *p, text *t) {
    text_add(t, " show:");
    for (int i = 0; i < PERUDO_SEATS_MAX; i++) {
        int seat = (p->next + PERUDO_SEATS_MAX - i) % PERUDO_SEATS_MAX;
        if (p->count[seat] && !(p->showed >> seat & 1)) text_addf(t, "%d", seat + 1);
    }
}

void perudo_write_position(const game_rules *rules, const game_position *position, text *t) {
    const perudo_rules *r = perudo_rules_of(rules);
    const perudo_position *p = perudo_position_of(position);
    for (int seat = 0; seat < r->seats; seat++) {
        if (seat > 0) text_add_char(t, '/');
        if (p->count[seat] == 0) text_add_char(t, '-');
        perudo_write_hand(p->hand[seat], p->count[seat], t);
    }
    if (p->phase == PERUDO_FIRST) {
        text_add(t, " -");
        return;
    }
    text_addf(t, " %d ", p->starter + 1);
    write_bids(p, t);
    if (p->phase == PERUDO_ROLL) text_addf(t, " roll:%d", p->next + 1);
    if (p->phase == PERUDO_SHOW) write_to_show(p, t);
    if (p->phase == PERUDO_SHOWN || p->phase == PERUDO_OVER) text_add(t, " shown");
    if (p->palifico) text_add(t, " palifico");
    if (p->down) text_add(t, " down:");
    for (int seat = 0; seat < r->seats; seat++)
        if (p->down >> seat & 1) text_addf(t, "%d", seat + 1);
    if (p->round) text_addf(t, " round:%d", p->round);
}

/* The length of the input that an error quotes. */
static int shown_length(const scan *s) {
    int length = 0;
    while (s->at + length < s->end && length < 20 && s->at[length] != ' ') length++;
    return length;
}

static bool read_hands(const perudo_rules *r, scan *s, perudo_position *p, error *e) {
    int with_dice = 0;
    for (int seat = 0; seat < r->seats; seat++) {
        if (seat > 0 && !scan_char(s, '/'))
            return error_set(
                e,
                "position: '%.*s' after the hand of seat %d: %d hands separated by '/' are needed",
                shown_length(s), s->at, seat, r->seats);
        if (scan_char(s, '-')) continue;
        int dice = 0;
        if (scan_peek(s) == '?')
            while (scan_char(s, '?')) dice++;
        else if (perudo_read_hand(s, r->faces, &p->hand[seat]))
            dice = perudo_hand_size(p->hand[seat]);
        if (dice < 1 || dice > r->most[seat])
            return error_code(
                e, "perudo-set-hand",
                "position: seat %d needs 1 to %d dice from 1 to %d or '?', or '-' for none",
                seat + 1, r->most[seat], r->faces);
        p->count[seat] = (uint8_t)dice;
        with_dice++;
    }
    if (!scan_done(s) && !scan_blanks(s))
        return error_set(
            e, "position: '%.*s' after the last hand: these rules have %d seats of up to %d dice",
            shown_length(s), s->at, r->seats, r->most[r->seats - 1]);
    if (with_dice < 2)
        return error_code(e, "perudo-set-two", "position: a round needs two seats with dice");
    return true;
}

static bool read_seat(const perudo_position *p, scan *s, uint8_t *seat) {
    uint64_t number;
    if (!scan_number(s, 1, PERUDO_SEATS_MAX, &number) || p->count[number - 1] == 0) return false;
    *seat = (uint8_t)(number - 1);
    return true;
}

static bool read_starter(scan *s, perudo_position *p, error *e) {
    while (p->count[p->starter] == 0) p->starter++;
    if (!scan_done(s)) {
        if (scan_peek(s) == '-') {
            s->at++;
            p->phase = PERUDO_FIRST;
        } else if (!read_seat(p, s, &p->starter))
            return error_code(e, "perudo-set-starter",
                              "position: '%.*s' must be the starter, a seat with dice, or '-'",
                              shown_length(s), s->at);
        if (!scan_done(s) && !scan_blanks(s))
            return error_set(e, "position: '%.*s' after the starter", shown_length(s), s->at);
    }
    p->next = p->starter;
    return true;
}

/* Reads one bid or call as a move, which must be legal after those before it. */
static bool read_bid(const perudo_rules *r, scan *s, perudo_position *p, error *e) {
    const char *word;
    size_t length;
    char move_text[GAME_MOVE_TEXT];
    game_move move;
    if (!scan_word(s, ",", &word, &length))
        return error_set(e, "position: a bid is missing at '%.*s'", shown_length(s), s->at);
    text t = text_over(move_text, sizeof move_text);
    text_add_part(&t, word, length);
    if (!perudo_read_move(&r->rules, (const game_position *)(const void *)p, move_text, &move, e))
        return error_in(e, "position, bid %d", p->bids + 1);
    perudo_play(r, p, move);
    return true;
}

static bool read_bids(const perudo_rules *r, scan *s, perudo_position *p, error *e) {
    if (scan_done(s)) return true;
    if (!scan_char(s, '-')) {
        do
            if (!read_bid(r, s, p, e)) return false;
        while (scan_char(s, ','));
    }
    if (!scan_done(s) && !scan_blanks(s))
        return error_set(e, "position: '%.*s' after the bids", shown_length(s), s->at);
    return true;
}

static bool take(scan *s, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(s->end - s->at) < length || memcmp(s->at, word, length) != 0) return false;
    s->at += length;
    return true;
}

/* The digits of show:SEATS. False if one names no seat that has yet to show, or the first is not
 * the one that comes next. */
static bool read_to_show(scan *s, perudo_position *p) {
    uint8_t first = 0, left = 0;
    for (; scan_peek(s) >= '1' && scan_peek(s) <= '0' + PERUDO_SEATS_MAX; s->at++) {
        int seat = *s->at - '1';
        if (p->count[seat] == 0 || left >> seat & 1) return false;
        if (!left) first = (uint8_t)seat;
        left |= (uint8_t)(1u << seat);
    }
    for (int seat = 0; seat < PERUDO_SEATS_MAX; seat++)
        if (p->count[seat] && !(left >> seat & 1)) p->showed |= (uint8_t)(1u << seat);
    p->next = (uint8_t)perudo_next_to_show(p);
    return left && p->next == first;
}

/* roll:SEAT, show:SEATS, shown */
static bool read_phase(const perudo_rules *r, scan *s, perudo_position *p, error *e) {
    scan before = *s;
    bool roll = take(s, "roll:"), show = !roll && take(s, "show:");
    if (roll) {
        if (!read_seat(p, s, &p->next))
            return error_set(e, "position: '%.*s' must name a seat with dice",
                             shown_length(&before), before.at);
        if (p->bids) return error_set(e, "position: there are bids before all have rolled");
        p->phase = PERUDO_ROLL;
    } else if (show) {
        if (p->phase != PERUDO_SHOW)
            return error_set(e, "position: dice are shown only after dudo or calza");
        if (!read_to_show(s, p))
            return error_set(e,
                             "position: '%.*s' must name the seats that have yet to show their "
                             "dice, from the caller's left",
                             shown_length(&before), before.at);
    } else if (take(s, "shown")) {
        if (p->phase != PERUDO_SHOW)
            return error_set(e, "position: dice are shown only after dudo or calza");
        p->next = 0;
        p->phase = PERUDO_SHOWN;
    }
    for (int seat = 0; seat < r->seats; seat++) {
        if (p->phase == PERUDO_ROLL && seat >= p->next && p->hand[seat])
            return error_set(e, "position: seat %d has dice before it has rolled", seat + 1);
        bool shown = p->phase == PERUDO_SHOWN || (p->showed >> seat & 1);
        if (shown && p->count[seat] && !p->hand[seat])
            return error_set(e, "position: the dice that seat %d has shown are missing", seat + 1);
    }
    scan_blanks(s);
    return true;
}

static bool read_down(const perudo_rules *r, scan *s, perudo_position *p, error *e) {
    if (!take(s, "down:")) return true;
    if (r->palifico != PERUDO_PALIFICO_ON)
        return error_set(e, "position: 'down' needs the setting palifico=on");
    while (scan_peek(s) >= '1' && scan_peek(s) < '1' + r->seats)
        p->down |= (uint8_t)(1u << (*s->at++ - '1'));
    if (p->down == 0) return error_set(e, "position: 'down:' must name seats, as in down:13");
    scan_blanks(s);
    return true;
}

static bool read_round(const perudo_rules *r, scan *s, perudo_position *p, error *e) {
    uint64_t round = 0;
    if (!take(s, "round:")) return true;
    if (r->rounds == 0)
        return error_set(e, "position: 'round' is for a limited number of rounds (rounds=N)");
    if (!scan_number(s, 1, (uint64_t)r->rounds - 1, &round))
        return error_set(e, "position: of %d rounds, 1 to %d can be finished", r->rounds,
                         r->rounds - 1);
    p->round = (uint16_t)round;
    scan_blanks(s);
    return true;
}

/* Whether the word is among those still to be read. */
static bool is_ahead(scan s, const char *word) {
    const char *next;
    size_t length;
    while (scan_blanks(&s), scan_word(&s, "", &next, &length))
        if (text_same(next, length, word)) return true;
    return false;
}

/* A palifico round requires a seat that has come down to one die. */
static bool check_palifico(const perudo_rules *r, const perudo_position *p, error *e) {
    if (r->palifico == PERUDO_PALIFICO_ALWAYS) return true;
    for (int seat = 0; seat < r->seats && p->palifico; seat++)
        if (p->count[seat] == 1 && p->down >> seat & 1) return true;
    return !p->palifico ||
           error_set(e, "position: a palifico needs a seat with one die among those that came down "
                        "(down:SEAT)");
}

static bool check_first(const perudo_rules *r, const perudo_position *p, error *e) {
    perudo_position start;
    perudo_start(r, &start);
    return memcmp(&start, p, sizeof start) == 0 ||
           error_set(e, "position: the starter is drawn only at the start, with no dice rolled, no "
                        "bids, and without the setting first");
}

bool perudo_read_position(const game_rules *rules, const char *source, game_position *position,
                          error *e) {
    const perudo_rules *r = perudo_rules_of(rules);
    perudo_position p;
    memset(&p, 0, sizeof p);
    p.phase = PERUDO_BID;
    scan s = scan_string(source);
    scan_blanks(&s);
    if (!read_hands(r, &s, &p, e) || !read_starter(&s, &p, e)) return false;
    p.palifico = r->palifico == PERUDO_PALIFICO_ALWAYS || is_ahead(s, "palifico");
    if (p.palifico && r->palifico == PERUDO_PALIFICO_OFF)
        return error_set(e, "position: 'palifico' needs the setting palifico=on");
    if (!read_bids(r, &s, &p, e) || !read_phase(r, &s, &p, e)) return false;
    if (take(&s, "palifico")) scan_blanks(&s);
    if (!read_down(r, &s, &p, e) || !read_round(r, &s, &p, e)) return false;
    if (!scan_done(&s))
        return error_set(e, "position: '%.*s' is not understood here", shown_length(&s), s.at);
    if (p.phase == PERUDO_FIRST && !check_first(r, &p, e)) return false;
    if (!check_palifico(r, &p, e)) return false;
    if (p.phase == PERUDO_SHOWN && perudo_verdict_of(r, &p).over) p.phase = PERUDO_OVER;
    memcpy(position, &p, sizeof p);
    return true;
}
