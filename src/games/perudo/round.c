/* The course of a round: legal bids, the effect of moves, the result of the shown dice. */
#include <string.h>

#include "games/perudo/perudo.h"

int perudo_hand_size(perudo_hand h) {
    int size = 0;
    for (; h; h >>= 4) size += (int)(h & 15);
    return size;
}

perudo_hand perudo_first_hand(int dice) { return (perudo_hand)dice * perudo_die(PERUDO_LAMA); }

perudo_hand perudo_next_hand(perudo_hand h, int faces) {
    int last = perudo_hand_has(h, faces), face = faces - 1;
    while (face > 0 && perudo_hand_has(h, face) == 0) face--;
    if (face == 0) return 0;
    h -= (perudo_hand)last * perudo_die(faces) + perudo_die(face);
    return h + (perudo_hand)(last + 1) * perudo_die(face + 1);
}

size_t perudo_hands(int dice, int faces) {
    /* The binomial coefficient of dice + faces - 1 over faces - 1; each step divides evenly. */
    size_t count = 1;
    for (int i = 1; i < faces; i++) count = count * (size_t)(dice + i) / (size_t)i;
    return count;
}

int perudo_total(const perudo_position *p) {
    int total = 0;
    for (int seat = 0; seat < PERUDO_SEATS_MAX; seat++) total += p->count[seat];
    return total;
}

static int next_with_dice(const uint8_t *count, int seat) {
    do seat = (seat + 1) % PERUDO_SEATS_MAX;
    while (count[seat] == 0);
    return seat;
}

static int last_with_dice(const uint8_t *count, int seat) {
    do seat = (seat + PERUDO_SEATS_MAX - 1) % PERUDO_SEATS_MAX;
    while (count[seat] == 0);
    return seat;
}

int perudo_seat_after(const perudo_position *p, int seat, int steps) {
    while (steps-- > 0) seat = next_with_dice(p->count, seat);
    return seat;
}

int perudo_bidder(const perudo_position *p, int i) {
    int with_dice = 0;
    for (int seat = 0; seat < PERUDO_SEATS_MAX; seat++) with_dice += p->count[seat] > 0;
    return perudo_seat_after(p, p->starter, i % with_dice);
}

/* Whether a bid raises another if no jokers are involved. */
static bool plain_raise(perudo_raise rule, perudo_bid last, perudo_bid b) {
    int more = perudo_bid_count(b) - perudo_bid_count(last);
    int higher = perudo_bid_face(b) - perudo_bid_face(last);
    switch (rule) {
    case PERUDO_RAISE_HIGHER: return higher == 0 ? more > 0 : higher > 0 && more >= 0;
    case PERUDO_RAISE_ANY: return more > 0 || (more == 0 && higher > 0);
    case PERUDO_RAISE_EITHER: return higher == 0 ? more > 0 : higher > 0 && more == 0;
    }
    return false;
}

bool perudo_may_bid(const perudo_rules *r, bool palifico, perudo_bid last, int dice, int total,
                    perudo_bid b) {
    int count = perudo_bid_count(b), face = perudo_bid_face(b);
    if (count < 1 || count > total || face < 1 || face > r->faces) return false;
    if (!last) return face != PERUDO_LAMA || palifico || r->open_lama;
    int last_count = perudo_bid_count(last), last_face = perudo_bid_face(last);
    if (face == last_face) return count > last_count;
    if (palifico) return r->face_change && dice == 1 && plain_raise(r->raise, last, b);
    if (face == PERUDO_LAMA) return 2 * count >= last_count + r->lamas_rank;
    if (last_face == PERUDO_LAMA) return count >= 2 * last_count + !r->lamas_rank;
    return plain_raise(r->raise, last, b);
}

int perudo_rank(const perudo_rules *r, bool palifico, perudo_bid b) {
    int count = perudo_bid_count(b), face = perudo_bid_face(b);
    if (palifico || face != PERUDO_LAMA) return count * 8 + face;
    return (2 * count - r->lamas_rank) * 8 + 7;
}

bool perudo_may_calza(const perudo_rules *r, const perudo_position *p, int seat) {
    if (p->phase != PERUDO_BID || p->bids == 0 || p->count[seat] == 0) return false;
    if (r->calza == PERUDO_CALZA_NEXT) return seat == p->next;
    return r->calza == PERUDO_CALZA_ON && seat != perudo_bidder(p, p->bids - 1);
}

/* Takes up to `dice` dice off a seat. */
static void lose(perudo_verdict *v, int seat, int dice) {
    v->left[seat] = (uint8_t)(v->left[seat] > dice ? v->left[seat] - dice : 0);
}

static void judge_dudo(const perudo_rules *r, const perudo_position *p, int bidder,
                       perudo_verdict *v) {
    int bid = perudo_bid_count(v->bid);
    v->holds = v->counted >= bid;
    v->loser = v->holds ? p->caller : bidder;
    v->winner = v->holds ? bidder : p->caller;
    if (r->difference && v->counted == bid) {
        for (int seat = 0; seat < r->seats; seat++)
            if (seat != bidder) lose(v, seat, 1);
    } else {
        int apart = v->holds ? v->counted - bid : bid - v->counted;
        lose(v, v->loser, r->difference ? apart : 1);
    }
    v->starter = r->winner_first ? v->winner : v->loser;
}

static void judge_calza(const perudo_rules *r, const perudo_position *p, int bidder,
                        perudo_verdict *v) {
    v->holds = v->counted == perudo_bid_count(v->bid);
    v->loser = v->holds ? GAME_NOBODY : p->caller;
    v->winner = v->holds ? p->caller : bidder;
    v->starter = p->caller;
    if (!v->holds) lose(v, p->caller, 1);
    else if (v->left[p->caller] < r->most[p->caller]) v->left[p->caller]++;
}

perudo_verdict perudo_verdict_of(const perudo_rules *r, const perudo_position *p) {
    perudo_verdict v = {.bid = perudo_last_bid(p), .down = p->down};
    int bidder = perudo_bidder(p, p->bids - 1), with_dice = 0;
    for (int seat = 0; seat < r->seats; seat++) {
        v.counted += perudo_matching(p->hand[seat], perudo_bid_face(v.bid), !p->palifico);
        v.left[seat] = p->count[seat];
    }
    if (p->call == PERUDO_CALZA) judge_calza(r, p, bidder, &v);
    else judge_dudo(r, p, bidder, &v);
    for (int seat = 0; seat < r->seats; seat++) {
        with_dice += v.left[seat] > 0;
        bool came_down = v.left[seat] == 1 && p->count[seat] > 1 && !(v.down >> seat & 1);
        if (!came_down || r->palifico != PERUDO_PALIFICO_ON) continue;
        v.palifico = true;
        v.down |= (uint8_t)(1u << seat);
    }
    v.palifico |= r->palifico == PERUDO_PALIFICO_ALWAYS;
    v.over = with_dice == 1 || (r->rounds && p->round + 1 >= r->rounds);
    if (v.left[v.starter] == 0)
        v.starter = r->out == PERUDO_OUT_WINNER ? v.winner
                    : r->out == PERUDO_OUT_LEFT ? last_with_dice(v.left, v.starter)
                                                : next_with_dice(v.left, v.starter);
    return v;
}

/* The first seat from `seat` on that has dice, or -1. */
static int with_dice_from(const perudo_position *p, int seat) {
    for (; seat < PERUDO_SEATS_MAX; seat++)
        if (p->count[seat]) return seat;
    return -1;
}

int perudo_next_to_show(const perudo_position *p) {
    for (int i = 1; i <= PERUDO_SEATS_MAX; i++) {
        int seat = (p->caller + PERUDO_SEATS_MAX - i) % PERUDO_SEATS_MAX;
        if (p->count[seat] && !(p->showed >> seat & 1)) return seat;
    }
    return -1;
}

void perudo_start(const perudo_rules *r, perudo_position *p) {
    memset(p, 0, sizeof *p);
    memcpy(p->count, r->start, sizeof p->count);
    p->palifico = r->palifico == PERUDO_PALIFICO_ALWAYS;
    if (r->first == GAME_CHANCE) return;
    p->starter = (uint8_t)r->first;
    p->phase = PERUDO_ROLL;
}

/* Clears a finished round and sets up the next one, before its first roll. */
static void begin_next_round(const perudo_rules *r, perudo_position *p) {
    perudo_verdict v = perudo_verdict_of(r, p);
    int round = r->rounds ? p->round + 1 : 0;
    memset(p, 0, sizeof *p);
    memcpy(p->count, v.left, sizeof p->count);
    p->phase = PERUDO_ROLL;
    p->next = (uint8_t)with_dice_from(p, 0);
    p->starter = (uint8_t)v.starter;
    p->palifico = v.palifico;
    p->down = v.down;
    p->round = (uint16_t)round;
}

static void play_roll(const perudo_rules *r, perudo_position *p, game_move m) {
    if (p->phase == PERUDO_SHOWN) begin_next_round(r, p);
    p->hand[p->next] = perudo_move_hand_of(m);
    int next = with_dice_from(p, p->next + 1);
    p->phase = next < 0 ? PERUDO_BID : PERUDO_ROLL;
    p->next = next < 0 ? p->starter : (uint8_t)next;
}

static void play_show(const perudo_rules *r, perudo_position *p, game_move m) {
    int seat = perudo_move_seat(m);
    p->hand[seat] = perudo_move_hand_of(m);
    p->showed |= (uint8_t)(1u << seat);
    int next = perudo_next_to_show(p);
    if (next >= 0) {
        p->next = (uint8_t)next;
        return;
    }
    p->next = p->showed = 0;
    p->phase = PERUDO_SHOWN;
    if (perudo_verdict_of(r, p).over) p->phase = PERUDO_OVER;
}

void perudo_play(const perudo_rules *r, perudo_position *p, game_move m) {
    switch (perudo_move_kind(m)) {
    case PERUDO_STARTS:
        p->starter = (uint8_t)perudo_move_seat(m);
        p->phase = PERUDO_ROLL;
        p->next = (uint8_t)with_dice_from(p, 0);
        break;
    case PERUDO_ROLLS: play_roll(r, p, m); break;
    case PERUDO_BIDS:
        p->bid[p->bids++] = perudo_move_bid_of(m);
        p->next = (uint8_t)perudo_seat_after(p, p->next, 1);
        break;
    case PERUDO_DUDO:
    case PERUDO_CALZA:
        p->call = (uint8_t)perudo_move_kind(m);
        p->caller = (uint8_t)perudo_move_seat(m);
        p->phase = PERUDO_SHOW;
        p->next = (uint8_t)perudo_next_to_show(p);
        break;
    case PERUDO_SHOWS: play_show(r, p, m); break;
    }
}

int perudo_next_to_roll(const perudo_rules *r, const perudo_position *p, int *dice) {
    if (p->phase != PERUDO_SHOWN) {
        *dice = p->count[p->next];
        return p->next;
    }
    perudo_verdict v = perudo_verdict_of(r, p);
    int seat = 0;
    while (v.left[seat] == 0) seat++;
    *dice = v.left[seat];
    return seat;
}

static size_t chance_moves(const perudo_rules *r, const perudo_position *p, game_move *out) {
    size_t count = 0;
    if (p->phase == PERUDO_FIRST) {
        for (int seat = 0; seat < r->seats; seat++) out[count++] = perudo_move(PERUDO_STARTS, seat);
        return count;
    }
    if (p->phase == PERUDO_BID || p->phase == PERUDO_OVER) return 0;
    int dice, seat = perudo_next_to_roll(r, p, &dice);
    if (p->phase == PERUDO_SHOW && p->hand[seat]) {
        out[0] = perudo_move_hand(PERUDO_SHOWS, seat, dice, p->hand[seat]);
        return 1;
    }
    perudo_kind kind = p->phase == PERUDO_SHOW ? PERUDO_SHOWS : PERUDO_ROLLS;
    for (perudo_hand h = perudo_first_hand(dice); h; h = perudo_next_hand(h, r->faces))
        out[count++] = perudo_move_hand(kind, seat, dice, h);
    return count;
}

size_t perudo_moves(const perudo_rules *r, const perudo_position *p, int seat, game_move *out) {
    if (seat == GAME_CHANCE) return chance_moves(r, p, out);
    size_t count = 0;
    if (p->phase != PERUDO_BID) return 0;
    if (seat == p->next) {
        int total = perudo_total(p);
        perudo_bid last = perudo_last_bid(p);
        for (int n = 1; n <= total; n++)
            for (int face = 1; face <= r->faces; face++)
                if (perudo_may_bid(r, p->palifico, last, p->count[seat], total,
                                   perudo_bid_of(n, face)))
                    out[count++] = perudo_move_bid(seat, perudo_bid_of(n, face));
        if (last) out[count++] = perudo_move(PERUDO_DUDO, seat);
    }
    if (perudo_may_calza(r, p, seat)) out[count++] = perudo_move(PERUDO_CALZA, seat);
    return count;
}

game_move perudo_roll(const perudo_rules *r, const perudo_position *p, random_source *random) {
    if (p->phase == PERUDO_FIRST)
        return perudo_move(PERUDO_STARTS, (int)random_below(random, (uint32_t)r->seats));
    int dice, seat = perudo_next_to_roll(r, p, &dice);
    perudo_hand hand = p->phase == PERUDO_SHOW ? p->hand[seat] : 0;
    if (!hand)
        for (int i = 0; i < dice; i++)
            hand += perudo_die((int)random_below(random, (uint32_t)r->faces) + 1);
    return perudo_move_hand(p->phase == PERUDO_SHOW ? PERUDO_SHOWS : PERUDO_ROLLS, seat, dice,
                            hand);
}

void perudo_view(const perudo_position *p, int seat, perudo_position *view) {
    *view = *p;
    for (int other = 0; other < PERUDO_SEATS_MAX; other++) {
        bool shown =
            p->phase == PERUDO_SHOWN || p->phase == PERUDO_OVER || (p->showed >> other & 1);
        if (other != seat && !shown) view->hand[other] = 0;
    }
}
