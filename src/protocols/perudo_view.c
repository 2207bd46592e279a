#include "protocols/perudo_view.h"

#include <string.h>

/* The rules the game is played by: the board's, or those chosen at it. */
static const perudo_rules *rules_of(const perudo_viewer *v) {
    return v->chosen ? &v->own : v->rules;
}

void perudo_view_write_rule(const perudo_viewer *v, int rule, text *t) {
    setting_value value;
    settings_choose(&perudo_house_rules[rule], v->choice[rule], &value);
    text_addf(t, "%s=%s", perudo_house_rules[rule].key, value.text);
}

void perudo_view_write_rules(const perudo_viewer *v, text *t) {
    perudo_view_write_rule(v, 0, t);
    for (int rule = 1; rule < PERUDO_BOARD_RULES; rule++) {
        if (v->choice[rule] == 0) continue;
        text_add_char(t, ',');
        perudo_view_write_rule(v, rule, t);
    }
}

perudo_viewer perudo_view_create(const perudo_rules *rules) {
    perudo_viewer v;
    memset(&v, 0, sizeof v);
    v.rules = rules;
    v.step = VIEW_LOST;
    v.loser = v.winner = GAME_NOBODY;
    return v;
}

int perudo_view_dice(const perudo_viewer *v, int seat) {
    bool lost = (v->step == VIEW_SHOWN || v->step == VIEW_END) && v->loser == seat;
    return v->now.count[seat] - (lost && v->now.count[seat] > 0);
}

perudo_view_scene perudo_view_scene_of(const perudo_viewer *v) {
    switch (v->step) {
    case VIEW_TITLE: return VIEW_SCENE_TITLE;
    case VIEW_AVATAR: return VIEW_SCENE_AVATAR;
    case VIEW_RULES:
    case VIEW_JOIN: return VIEW_SCENE_JOIN;
    case VIEW_SHOWN: return VIEW_SCENE_SHOWN;
    case VIEW_END: return VIEW_SCENE_END;
    default: break;
    }
    if (!v->dealt) return VIEW_SCENE_TITLE;
    return v->now.bids || v->step == VIEW_DOUBTED ? VIEW_SCENE_BIDS : VIEW_SCENE_ROUND;
}

/* Messages: their length in bytes, and whether they are plausible. */

typedef enum shape { TOO_SHORT, WHOLE, WRONG } shape;

static int number(char byte) { return (unsigned char)byte - PERUDO_SENDS_NUMBER; }

static bool within(int n, int least, int most) { return n >= least && n <= most; }

static bool has_dice(const perudo_viewer *v, int seat) {
    return v->dealt && within(seat, 0, PERUDO_SEATS_MAX - 1) && perudo_view_dice(v, seat) > 0;
}

/* A n, then for each of n seats, in ascending order: seat, dice, the dice. A single seat has won:
 * no round is played for it. */
static shape shape_of_round(const char *m, size_t length) {
    int seats = length > 1 ? number(m[1]) : 0, last = -1;
    if (length > 1 && !within(seats, 2, PERUDO_SEATS_MAX)) return WRONG;
    size_t at = 2;
    for (; seats > 0; seats--) {
        if (at >= length) return TOO_SHORT;
        int seat = number(m[at]);
        if (!within(seat, last + 1, PERUDO_SEATS_MAX - seats)) return WRONG;
        last = seat;
        if (++at >= length) return TOO_SHORT;
        int dice = number(m[at++]);
        if (!within(dice, 1, PERUDO_BOARD_DICE)) return WRONG;
        for (; dice > 0; dice--, at++) {
            if (at >= length) return TOO_SHORT;
            if (!within(number(m[at]), 1, PERUDO_FACES_MAX)) return WRONG;
        }
    }
    return length > 1 ? WHOLE : TOO_SHORT;
}

static shape shape_of_bid(const perudo_viewer *v, const char *m, size_t length) {
    if (length > 1 && !within(number(m[1]), 1, PERUDO_FACES_MAX)) return WRONG;
    if (length < 3) return TOO_SHORT;
    return within(number(m[2]), 1, perudo_total(&v->now)) ? WHOLE : WRONG;
}

static shape shape_of_seat(const perudo_viewer *v, const char *m, size_t length) {
    if (length < 2) return TOO_SHORT;
    return has_dice(v, number(m[1])) ? WHOLE : WRONG;
}

/* R rule, then the choice of each rule. */
static shape shape_of_rules(const char *m, size_t length) {
    if (length > 1 && !within(number(m[1]), 0, PERUDO_BOARD_RULES - 1)) return WRONG;
    for (size_t rule = 0; rule + 2 < length; rule++)
        if (!within(number(m[rule + 2]), 0, settings_choices(&perudo_house_rules[rule]) - 1))
            return WRONG;
    return length < 2 + PERUDO_BOARD_RULES ? TOO_SHORT : WHOLE;
}

/* Whether a message may begin with this byte in the current state. */
static bool may_begin(const perudo_viewer *v, char byte) {
    perudo_view_step s = v->step;
    switch ((unsigned char)byte) {
    case PERUDO_SENDS_SYNC:
    case PERUDO_SENDS_GAME:
    case PERUDO_SENDS_ROUND: return true;
    case PERUDO_SENDS_NEXT:
    case PERUDO_SENDS_PREVIOUS: return within((int)s, VIEW_AVATAR, VIEW_COUNT) && s != VIEW_ROUND;
    case PERUDO_SENDS_CONFIRMED:
        return s == VIEW_AVATAR || s == VIEW_RULES || s == VIEW_FACE || s == VIEW_COUNT;
    case PERUDO_SENDS_RULES: return s == VIEW_JOIN || s == VIEW_RULES;
    case PERUDO_SENDS_ILLEGAL: return s == VIEW_COUNT;
    case PERUDO_SENDS_BID: return s == VIEW_MACHINE;
    case PERUDO_SENDS_DOUBT: return within((int)s, VIEW_FACE, VIEW_MACHINE) && v->now.bids > 0;
    case PERUDO_SENDS_TURN:
    case PERUDO_SENDS_LOSER:
    case PERUDO_SENDS_END: return v->dealt;
    default: return false;
    }
}

static shape shape_of(const perudo_viewer *v) {
    switch ((unsigned char)v->message[0]) {
    case PERUDO_SENDS_ROUND: return shape_of_round(v->message, v->length);
    case PERUDO_SENDS_BID: return shape_of_bid(v, v->message, v->length);
    case PERUDO_SENDS_RULES: return shape_of_rules(v->message, v->length);
    case PERUDO_SENDS_TURN:
    case PERUDO_SENDS_LOSER: return shape_of_seat(v, v->message, v->length);
    default: return WHOLE;
    }
}

/* The effect of complete messages. Each function returns the event. */

static perudo_view_heard forget(perudo_viewer *v, perudo_view_step step, perudo_view_heard heard) {
    uint64_t bytes = v->bytes, garbled = v->garbled;
    *v = perudo_view_create(v->rules);
    v->bytes = bytes;
    v->garbled = garbled;
    v->step = step;
    return heard;
}

/* D and S: the number that player 0 is choosing goes up or down, within the board's limits. */
static perudo_view_heard turn_a_number(perudo_viewer *v, int by) {
    int avatars = PERUDO_BOARD_AVATARS, *turned, least = 1, most;
    perudo_view_heard heard;
    switch (v->step) {
    case VIEW_AVATAR: v->avatar = (v->avatar + by + avatars) % avatars; return VIEW_AVATAR_SHOWN;
    case VIEW_JOIN:
        heard = by > 0 ? VIEW_PLAYER_JOINS : VIEW_PLAYER_LEAVES;
        turned = &v->players;
        most = PERUDO_SEATS_MAX;
        break;
    case VIEW_FACE:
        heard = VIEW_FACE_SHOWN;
        turned = &v->face;
        most = PERUDO_FACES_MAX;
        break;
    default:
        heard = VIEW_COUNT_SHOWN;
        turned = &v->count;
        most = PERUDO_BOARD_COUNT;
        break;
    }
    if (!within(*turned + by, least, most)) return VIEW_GARBLED;
    *turned += by;
    return heard;
}

/* The choices are taken at once, so that a lost `O` does not matter. */
static perudo_view_heard hear_rules(perudo_viewer *v) {
    char settings[200] = "players=8,calza=off,loss=one,";
    text t = text_over(settings, sizeof settings);
    t.length = strlen(settings);
    v->rule = (uint8_t)number(v->message[1]);
    for (int i = 0; i < PERUDO_BOARD_RULES; i++) v->choice[i] = (uint8_t)number(v->message[2 + i]);
    perudo_view_write_rules(v, &t);
    v->chosen = perudo_rules_set(&v->own, settings, NULL);
    v->step = VIEW_RULES;
    return v->chosen ? VIEW_RULE_SHOWN : VIEW_GARBLED;
}

/* Whether a round is a palifico follows from the end of the one before it. */
static void hear_round(perudo_viewer *v) {
    const char *m = v->message;
    perudo_position *p = &v->now;
    bool known = v->step == VIEW_SHOWN && v->judged;
    memset(p, 0, sizeof *p);
    p->palifico = known ? v->verdict.palifico : rules_of(v)->palifico == PERUDO_PALIFICO_ALWAYS;
    p->down = known ? v->verdict.down : 0;
    memset(v->die, 0, sizeof v->die);
    size_t at = 2;
    for (int seats = number(m[1]); seats > 0; seats--) {
        int seat = number(m[at++]), dice = number(m[at++]);
        p->count[seat] = (uint8_t)dice;
        for (int i = 0; i < dice; i++) {
            int face = number(m[at++]);
            v->die[seat][i] = (uint8_t)face;
            p->hand[seat] += perudo_die(face);
        }
        if (v->players <= seat) v->players = seat + 1;
    }
    v->round++;
    v->dealt = true;
    v->judged = false;
    v->loser = v->winner = GAME_NOBODY;
    v->step = VIEW_ROUND;
}

/* A bid by the seat on turn. False if the rules do not allow it; it counts nevertheless. */
static bool hear_bid(perudo_viewer *v, int face, int count) {
    perudo_position *p = &v->now;
    perudo_bid b = perudo_bid_of(count, face);
    bool legal = perudo_may_bid(rules_of(v), p->palifico, perudo_last_bid(p), p->count[p->next],
                                perudo_total(p), b);
    if (p->bids < PERUDO_BIDS_MAX) p->bid[p->bids++] = b;
    v->step = VIEW_GO_ON;
    return legal;
}

/* If an unexpected seat is on turn, bids were missed. Earlier bids no longer count, since only
 * their order tells which seat made them. */
static void hear_turn(perudo_viewer *v, int seat, bool missed) {
    perudo_position *p = &v->now;
    if (v->step == VIEW_ROUND || missed) {
        p->starter = (uint8_t)seat;
        p->bids = 0;
    }
    p->phase = PERUDO_BID;
    p->call = 0;
    p->next = (uint8_t)seat;
    v->loser = GAME_NOBODY;
    v->face = v->count = 1;
    v->step = seat == 0 ? VIEW_FACE : VIEW_MACHINE;
}

static void hear_doubt(perudo_viewer *v) {
    perudo_position *p = &v->now;
    p->call = PERUDO_DUDO;
    p->caller = p->next;
    p->phase = PERUDO_SHOWN;
    v->verdict = perudo_verdict_of(rules_of(v), p);
    v->judged = true;
    v->step = VIEW_DOUBTED;
}

/* False if by the dice another seat lost. */
static bool hear_loser(perudo_viewer *v, int seat, bool missed) {
    if (missed) v->judged = false;
    v->loser = seat;
    v->step = VIEW_SHOWN;
    return !v->judged || v->verdict.loser == seat;
}

static void hear_end(perudo_viewer *v) {
    int left = 0;
    v->step = VIEW_END;
    for (int seat = 0; seat < PERUDO_SEATS_MAX; seat++)
        if (perudo_view_dice(v, seat) > 0) {
            left++;
            v->winner = seat;
        }
    if (left != 1) v->winner = GAME_NOBODY;
}

/* Whether this seat may be next on turn. */
static bool is_next(const perudo_viewer *v, int seat) {
    if (v->step == VIEW_ROUND) return true;
    return v->step == VIEW_GO_ON && seat == perudo_seat_after(&v->now, v->now.next, 1);
}

static perudo_view_event hear_message(perudo_viewer *v) {
    const char *m = v->message;
    perudo_view_step s = v->step;
    perudo_view_event e = {.byte = m[v->length - 1]};
    int first = v->length > 1 ? number(m[1]) : 0;
    switch ((unsigned char)m[0]) {
    case PERUDO_SENDS_SYNC: e.heard = forget(v, VIEW_TITLE, VIEW_SYNC); break;
    case PERUDO_SENDS_GAME: e.heard = forget(v, VIEW_AVATAR, VIEW_GAME_STARTS); break;
    case PERUDO_SENDS_NEXT: e.heard = turn_a_number(v, 1); break;
    case PERUDO_SENDS_PREVIOUS: e.heard = turn_a_number(v, -1); break;
    case PERUDO_SENDS_CONFIRMED:
        e.heard = s == VIEW_AVATAR  ? VIEW_AVATAR_CHOSEN
                  : s == VIEW_RULES ? VIEW_RULES_CHOSEN
                  : s == VIEW_FACE  ? VIEW_FACE_CHOSEN
                                    : VIEW_BID;
        if (s == VIEW_COUNT) e.against = !hear_bid(v, v->face, v->count);
        else v->step = s == VIEW_AVATAR || s == VIEW_RULES ? VIEW_JOIN : VIEW_COUNT;
        if (s == VIEW_AVATAR) v->players = 1;
        break;
    case PERUDO_SENDS_RULES: e.heard = hear_rules(v); break;
    case PERUDO_SENDS_ILLEGAL:
        e.heard = VIEW_ILLEGAL_BID;
        v->step = VIEW_FACE;
        break;
    case PERUDO_SENDS_ROUND:
        e.heard = VIEW_ROUND_STARTS;
        e.missed = s != VIEW_JOIN && s != VIEW_SHOWN;
        hear_round(v);
        break;
    case PERUDO_SENDS_TURN:
        e.heard = VIEW_TURN;
        e.missed = !is_next(v, first);
        hear_turn(v, first, e.missed);
        break;
    case PERUDO_SENDS_BID:
        e.heard = VIEW_BID;
        e.against = !hear_bid(v, first, number(m[2]));
        break;
    case PERUDO_SENDS_DOUBT:
        e.heard = VIEW_DOUBT;
        hear_doubt(v);
        break;
    case PERUDO_SENDS_LOSER:
        e.heard = VIEW_LOSER;
        e.missed = s != VIEW_DOUBTED;
        e.against = !hear_loser(v, first, e.missed);
        break;
    default:
        e.heard = VIEW_GAME_ENDS;
        e.missed = s != VIEW_SHOWN;
        hear_end(v);
        break;
    }
    return e;
}

perudo_view_event perudo_view_hear(perudo_viewer *v, char byte) {
    perudo_view_event nothing = {.heard = VIEW_NOTHING, .byte = byte};
    perudo_view_event garbled = {.heard = VIEW_GARBLED, .byte = byte};
    bool cut = false;
    v->bytes++;
    if (v->length > 0) {
        v->message[v->length++] = byte;
        cut = shape_of(v) == WRONG;
        if (cut) garbled.cut = (uint8_t)(v->length - 1);
        if (cut) v->length = 0;
    }
    /* A byte that breaks off a message may begin the next one. */
    if (cut) v->step = VIEW_LOST;
    if (v->length == 0) {
        if (!may_begin(v, byte)) {
            v->garbled++;
            v->step = VIEW_LOST;
            return garbled;
        }
        v->message[v->length++] = byte;
    }
    if (shape_of(v) == TOO_SHORT) return cut ? garbled : nothing;
    perudo_view_event e = hear_message(v);
    v->length = 0;
    e.missed |= cut;
    e.cut = garbled.cut;
    if (e.heard == VIEW_GARBLED) {
        v->garbled++;
        v->step = VIEW_LOST;
    }
    return e;
}

void perudo_view_interrupt(perudo_viewer *v) {
    v->step = VIEW_LOST;
    v->length = 0;
}
