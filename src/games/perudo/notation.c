#include "games/perudo/notation.h"

#include <string.h>

void perudo_write_hand(perudo_hand h, int dice, text *t) {
    if (!h) text_add_repeat(t, "?", (size_t)dice);
    for (int face = 1; h && face <= PERUDO_FACES_MAX; face++)
        for (int i = perudo_hand_has(h, face); i > 0; i--) text_add_char(t, (char)('0' + face));
}

bool perudo_read_hand(scan *s, int faces, perudo_hand *h) {
    const char *start = s->at;
    *h = 0;
    while (scan_peek(s) >= '1' && scan_peek(s) < '1' + faces && s->at - start < PERUDO_DICE_MAX) {
        *h += perudo_die(scan_peek(s) - '0');
        s->at++;
    }
    return s->at > start;
}

void perudo_write_bid(perudo_bid b, text *t) {
    text_addf(t, "%dx%d", perudo_bid_count(b), perudo_bid_face(b));
}

/* Reads COUNTxFACE, with any count up to 999 and any digit as its face. */
static bool read_bid(scan *s, int *count, int *face) {
    scan at = *s;
    uint64_t n, f;
    if (!scan_number(&at, 0, 999, &n)) return false;
    if (!scan_char(&at, 'x') && !scan_char(&at, 'X')) return false;
    if (!scan_number(&at, 0, 9, &f)) return false;
    *s = at;
    *count = (int)n;
    *face = (int)f;
    return true;
}

void perudo_write_move(const game_rules *rules, const game_position *before, game_move m, text *t) {
    (void)rules;
    int seat = perudo_move_seat(m);
    switch (perudo_move_kind(m)) {
    case PERUDO_STARTS: text_addf(t, "starts:%d", seat + 1); break;
    case PERUDO_ROLLS:
    case PERUDO_SHOWS:
        text_addf(t, "%d%c", seat + 1, perudo_move_kind(m) == PERUDO_ROLLS ? ':' : '=');
        perudo_write_hand(perudo_move_hand_of(m), perudo_move_count(m), t);
        break;
    case PERUDO_BIDS: perudo_write_bid(perudo_move_bid_of(m), t); break;
    case PERUDO_DUDO: text_add(t, "dudo"); break;
    case PERUDO_CALZA:
        text_add(t, "calza");
        if (seat != perudo_position_of(before)->next) text_addf(t, ":%d", seat + 1);
        break;
    }
}

/* A word and the position in which it is read. */
typedef struct reading {
    const perudo_rules *rules;
    const perudo_position *position;
    const char *word;
    scan at;
    error *error;
} reading;

static bool refuse_phase(const reading *in, const char *what) {
    const perudo_position *p = in->position;
    switch ((perudo_phase)p->phase) {
    case PERUDO_FIRST:
        return error_code(in->error, "perudo-starter-first",
                          "'%.40s' is %s, but first the starter is drawn (starts:SEAT)", in->word,
                          what);
    case PERUDO_ROLL:
        return error_code(in->error, "perudo-rolls-now",
                          "'%.40s' is %s, but seat %d rolls now (%d:DICE)", in->word, what,
                          p->next + 1, p->next + 1);
    case PERUDO_BID:
        return error_code(in->error, "perudo-bids-now", "'%.40s' is %s, but seat %d is to bid now",
                          in->word, what, p->next + 1);
    case PERUDO_SHOW:
        return error_code(in->error, "perudo-shows-now",
                          "'%.40s' is %s, but seat %d shows its dice now (%d=DICE)", in->word, what,
                          p->next + 1, p->next + 1);
    case PERUDO_SHOWN:
        return error_code(in->error, "perudo-next-round",
                          "'%.40s' is %s, but the next round is rolled now", in->word, what);
    case PERUDO_OVER: return error_code(in->error, "game-over", "the game is over");
    }
    return false;
}

/* Says why a bid may not follow the last one. */
static bool refuse_bid(const reading *in, int count, int face) {
    const perudo_rules *r = in->rules;
    const perudo_position *p = in->position;
    perudo_bid last = perudo_last_bid(p);
    int total = perudo_total(p), last_count = perudo_bid_count(last);
    char over[16];
    text t = text_over(over, sizeof over);
    perudo_write_bid(last, &t);
    if (face < 1 || face > r->faces)
        return error_code(in->error, "perudo-face", "%s: a face is a number from 1 to %d", in->word,
                          r->faces);
    if (count < 1 || count > total)
        return error_code(in->error, "perudo-count",
                          "%s: there are %d dice on the table: bid 1 to %d", in->word, total,
                          total);
    if (!last)
        return error_code(in->error, "perudo-open-lamas",
                          "%s: a round may not be opened on lamas here (openlama=off)", in->word);
    if (p->palifico && face != perudo_bid_face(last))
        return error_code(in->error, "perudo-palifico",
                          "%s over %s: the face stays in a palifico round", in->word, over);
    if (face == perudo_bid_face(last))
        return error_code(in->error, "perudo-same-face",
                          "%s over %s: with the same face bid %d or more", in->word, over,
                          last_count + 1);
    if (!p->palifico && face == PERUDO_LAMA)
        return error_code(in->error, "perudo-to-lamas", "%s over %s: to lamas bid %d or more",
                          in->word, over, (last_count + r->lamas_rank + 1) / 2);
    if (!p->palifico && perudo_bid_face(last) == PERUDO_LAMA)
        return error_code(in->error, "perudo-from-lamas", "%s over %s: from lamas bid %d or more",
                          in->word, over, 2 * last_count + !r->lamas_rank);
    static const struct {
        const char *code, *words;
    } raises[] = {
        [PERUDO_RAISE_HIGHER] =
            {"perudo-raise-higher",
             "bid the same face more often, or a higher face as often or more often"},
        [PERUDO_RAISE_ANY] = {"perudo-raise-any",
                              "bid more often with any face, or as often with a higher face"},
        [PERUDO_RAISE_EITHER] = {"perudo-raise-either",
                                 "bid the same face more often, or a higher face as often"},
    };
    return error_code(in->error, raises[r->raise].code, "%s over %s is not a raise: %s", in->word,
                      over, raises[r->raise].words);
}

static bool read_bid_move(reading *in, game_move *move) {
    const perudo_position *p = in->position;
    int count, face;
    if (!read_bid(&in->at, &count, &face) || !scan_done(&in->at)) return false;
    if (p->phase != PERUDO_BID) {
        refuse_phase(in, "a bid");
        return true;
    }
    perudo_bid b = perudo_bid_of(count, face <= 7 ? face : 0);
    if (perudo_may_bid(in->rules, p->palifico, perudo_last_bid(p), p->count[p->next],
                       perudo_total(p), b))
        *move = perudo_move_bid(p->next, b);
    else refuse_bid(in, count, face);
    return true;
}

static bool no_such_seat(const reading *in, uint64_t seat) {
    return error_code(in->error, "perudo-no-seat", "'%.40s': there is no seat %llu with dice",
                      in->word, (unsigned long long)seat);
}

/* Whether a number from 1 is a seat that has dice. */
static bool is_seat(const perudo_position *p, uint64_t seat) {
    return seat >= 1 && seat <= PERUDO_SEATS_MAX && p->count[seat - 1] > 0;
}

static bool read_call(reading *in, game_move *move) {
    const perudo_position *p = in->position;
    uint64_t seat = p->next + 1u;
    if (strcmp(in->word, "dudo") == 0) {
        if (p->phase != PERUDO_BID) return refuse_phase(in, "a doubt");
        if (p->bids == 0)
            return error_code(in->error, "perudo-no-bid", "dudo: there is no bid to doubt yet");
        *move = perudo_move(PERUDO_DUDO, p->next);
        return true;
    }
    in->at.at += strlen("calza");
    if (scan_char(&in->at, ':') && !scan_number(&in->at, 1, PERUDO_SEATS_MAX, &seat))
        return error_code(in->error, "perudo-calza-form",
                          "'%.40s': write calza, or calza:SEAT out of turn", in->word);
    if (!scan_done(&in->at))
        return error_code(in->error, "perudo-calza-form",
                          "'%.40s': write calza, or calza:SEAT out of turn", in->word);
    if (p->phase != PERUDO_BID) return refuse_phase(in, "a call");
    if (!is_seat(p, seat)) return no_such_seat(in, seat);
    if (in->rules->calza == PERUDO_CALZA_OFF)
        return error_code(in->error, "perudo-no-calza",
                          "calza is not played here: it needs the setting calza=on");
    if (p->bids == 0)
        return error_code(in->error, "perudo-calza-no-bid", "calza: there is no bid yet");
    if (!perudo_may_calza(in->rules, p, (int)seat - 1))
        return in->rules->calza == PERUDO_CALZA_NEXT
                   ? error_code(in->error, "perudo-only-on-turn",
                                "%s: only the player on turn may call", in->word)
                   : error_code(in->error, "perudo-not-bidder", "%s: the bidder may not call",
                                in->word);
    *move = perudo_move(PERUDO_CALZA, (int)seat - 1);
    return true;
}

static bool read_starts(reading *in, game_move *move) {
    uint64_t seat;
    in->at.at += strlen("starts:");
    if (!scan_number(&in->at, 1, PERUDO_SEATS_MAX, &seat) || !scan_done(&in->at))
        return error_code(in->error, "perudo-starts-form", "'%.40s': write starts:SEAT", in->word);
    if (in->position->phase != PERUDO_FIRST) return refuse_phase(in, "the draw of the starter");
    if (!is_seat(in->position, seat)) return no_such_seat(in, seat);
    *move = perudo_move(PERUDO_STARTS, (int)seat - 1);
    return true;
}

/* SEAT:DICE or SEAT=DICE */
static bool read_dice(reading *in, game_move *move) {
    const perudo_rules *r = in->rules;
    const perudo_position *p = in->position;
    uint64_t seat = 0;
    perudo_hand hand = 0;
    if (!scan_number(&in->at, 1, PERUDO_SEATS_MAX, &seat) ||
        (scan_peek(&in->at) != ':' && scan_peek(&in->at) != '='))
        return error_code(
            in->error, "perudo-not-a-move",
            "'%.40s' is not a move: write a bid such as 3x5, dudo, calza, or for chance a "
            "roll such as 2:13345",
            in->word);
    bool roll = scan_char(&in->at, ':');
    if (!roll) scan_char(&in->at, '=');
    int given = 0;
    if (roll && scan_peek(&in->at) == '?')
        while (scan_char(&in->at, '?')) given++;
    else if (perudo_read_hand(&in->at, r->faces, &hand)) given = perudo_hand_size(hand);
    if (given == 0 || !scan_done(&in->at))
        return error_code(in->error, "perudo-dice",
                          "'%.40s': dice are up to %d digits from 1 to %d", in->word,
                          PERUDO_DICE_MAX, r->faces);
    bool fits =
        roll ? p->phase == PERUDO_ROLL || p->phase == PERUDO_SHOWN : p->phase == PERUDO_SHOW;
    if (!fits) return refuse_phase(in, roll ? "a roll" : "showing dice");
    int dice, expected = perudo_next_to_roll(r, p, &dice);
    if (!roll && is_seat(p, seat) && !(p->showed >> (seat - 1) & 1)) {
        expected = (int)seat - 1; /* any order is read */
        dice = p->count[expected];
    }
    if ((int)seat != expected + 1 || given != dice)
        return error_code(in->error, "perudo-dice-count", "'%.40s': now seat %d %s %d dice",
                          in->word, expected + 1, roll ? "rolls" : "shows", dice);
    if (!roll && p->hand[expected] && p->hand[expected] != hand)
        return error_code(in->error, "perudo-not-those",
                          "'%.40s' are not the dice that seat %d has", in->word, expected + 1);
    *move = perudo_move_hand(roll ? PERUDO_ROLLS : PERUDO_SHOWS, expected, dice, hand);
    return true;
}

bool perudo_read_move(const game_rules *rules, const game_position *position, const char *word,
                      game_move *move, error *e) {
    reading in = {.rules = perudo_rules_of(rules),
                  .position = perudo_position_of(position),
                  .word = word,
                  .at = scan_string(word),
                  .error = e};
    *move = 0;
    if (in.at.end - in.at.at > GAME_MOVE_TEXT)
        return error_code(e, "move-too-long", "'%.40s...' is too long for a move", word);
    if (strcmp(word, "dudo") == 0 || strncmp(word, "calza", 5) == 0) return read_call(&in, move);
    if (strncmp(word, "starts:", 7) == 0) return read_starts(&in, move);
    if (read_bid_move(&in, move)) return *move != 0;
    in.at = scan_string(word);
    return read_dice(&in, move);
}
