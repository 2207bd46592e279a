/* games/perudo - the rules of Perudo (liar's dice), 2 to 8 seats with 1 to 10 dice each.
 *
 * A round: chance rolls every seat's dice (one event per seat), the starter bids, the others raise,
 * until one doubts (`dudo`) or claims that the bid is exactly right (`calza`); then every seat
 * shows its dice (again one event per seat, from the caller's left round the table: turns pass to
 * the right, so the bidder of a doubted bid comes first), dice are lost or won, and the next round
 * is rolled. Another order of showing is accepted too: older records have that of the seats.
 *
 *     FIRST --starts--> ROLL --roll of each seat--> BID --bids--> dudo or calza
 *                        ^                                             |
 *                        +--- first roll --- SHOWN <--show of each seat-- SHOW
 *
 * Secrecy by construction: a hand that a seat may not see is 0 in its view, a roll that it may not
 * see is a move without dice, and showing dice is an event of its own. So a seat that replays the
 * moves sent to it always has exactly its view of the position:
 *
 *     view(play(position, move), seat) = play(view(position, seat), seen(move, seat))
 *
 * A finished round stays in the position, with all dice shown, until the first roll of the next
 * one; its result is computed from it (perudo_verdict_of) rather than stored.
 */
#ifndef DAMERO_PERUDO_H
#define DAMERO_PERUDO_H

#include "games/game.h"

enum {
    PERUDO_SEATS_MAX = 8,
    PERUDO_DICE_MAX = 10, /* of one seat */
    PERUDO_TOTAL_MAX = PERUDO_SEATS_MAX * PERUDO_DICE_MAX,
    PERUDO_FACES_MAX = 6,
    PERUDO_BIDS_MAX = PERUDO_TOTAL_MAX * PERUDO_FACES_MAX, /* in one round: no bid is repeated */
    PERUDO_LAMA = 1,                                       /* the joker face */
};

/* A hand is a multiset: four bits per face hold the number of dice that show it, face 1 lowest. 0
 * is an unknown hand, or one not rolled yet. */
typedef uint32_t perudo_hand;

/* A bid is its count times 8 plus its face; 0 is none. */
typedef uint16_t perudo_bid;

typedef enum perudo_raise {
    PERUDO_RAISE_HIGHER, /* the same face with a higher count; a higher face with at least the count
                          */
    PERUDO_RAISE_ANY,    /* any face with a higher count; a higher face with the same count */
    PERUDO_RAISE_EITHER, /* the same face with a higher count; a higher face with the same count */
} perudo_raise;

typedef enum perudo_out { PERUDO_OUT_NEXT, PERUDO_OUT_WINNER, PERUDO_OUT_LEFT } perudo_out;

typedef enum perudo_palifico {
    PERUDO_PALIFICO_OFF,
    PERUDO_PALIFICO_ON,
    PERUDO_PALIFICO_ALWAYS
} perudo_palifico;

typedef enum perudo_calza { PERUDO_CALZA_OFF, PERUDO_CALZA_ON, PERUDO_CALZA_NEXT } perudo_calza;

typedef struct perudo_rules {
    game_rules rules; /* first, so that a pointer to one is a pointer to the other */
    int seats, faces;
    int first;                       /* the seat that starts the game, or GAME_CHANCE */
    int rounds;                      /* the game ends after these; 0: when one seat is left */
    uint8_t start[PERUDO_SEATS_MAX]; /* dice at the start */
    uint8_t most[PERUDO_SEATS_MAX];  /* the most dice that a calza can bring a seat back to */
    perudo_raise raise;
    bool lamas_rank;   /* n lamas rank just above 2n - 1 others, not just above 2n */
    bool open_lama;    /* a round may be opened on lamas */
    bool difference;   /* a doubt costs the difference; an exact bid costs all others one die */
    bool winner_first; /* the winner of the doubt starts, not the loser */
    perudo_out out;    /* who starts if the starter is out */
    bool face_change;  /* in a palifico round, a seat with one die may change the face */
    perudo_palifico palifico;
    perudo_calza calza;
} perudo_rules;

typedef enum perudo_phase {
    PERUDO_FIRST, /* the first starter has not been drawn yet */
    PERUDO_ROLL,  /* `next` rolls; the seats before it have rolled */
    PERUDO_BID,   /* `next` bids or doubts */
    PERUDO_SHOW,  /* `next` shows its dice; those in `showed` have */
    PERUDO_SHOWN, /* all dice are shown; the first roll starts the next round */
    PERUDO_OVER,  /* the same, at the end of the game */
} perudo_phase;

typedef enum perudo_kind {
    PERUDO_STARTS = 1,
    PERUDO_ROLLS,
    PERUDO_BIDS,
    PERUDO_DUDO,
    PERUDO_CALZA,
    PERUDO_SHOWS,
} perudo_kind;

/* No padding: positions with equal texts have equal bytes. */
typedef struct perudo_position {
    perudo_hand hand[PERUDO_SEATS_MAX];
    uint8_t count[PERUDO_SEATS_MAX]; /* dice of each seat in this round */
    uint8_t phase;
    uint8_t next;     /* the seat of that phase */
    uint8_t starter;  /* the seat that opens this round */
    uint8_t call;     /* what ended the bids: PERUDO_DUDO, PERUDO_CALZA, or 0 */
    uint8_t caller;   /* the seat that called */
    uint8_t palifico; /* in this round lamas are not jokers and the face is fixed */
    uint8_t down;     /* bit set of the seats that have had their palifico round */
    uint8_t showed;   /* in PERUDO_SHOW: bit set of the seats that have shown their dice; else 0 */
    uint16_t round;   /* finished rounds if their number is limited, else 0 */
    uint16_t bids;    /* in this round */
    perudo_bid bid[PERUDO_BIDS_MAX];
} perudo_position;

extern const game perudo_game;

/* Rules in the caller's memory, from settings as for game_create. */
bool perudo_rules_set(perudo_rules *, const char *settings, error *);

static inline const perudo_rules *perudo_rules_of(const game_rules *r) {
    return (const perudo_rules *)r;
}
static inline const perudo_position *perudo_position_of(const game_position *p) {
    return (const perudo_position *)(const void *)p;
}

/* Bids. */
static inline perudo_bid perudo_bid_of(int count, int face) {
    return (perudo_bid)(count * 8 + face);
}
static inline int perudo_bid_count(perudo_bid b) { return b >> 3; }
static inline int perudo_bid_face(perudo_bid b) { return b & 7; }

/* Hands. */
static inline int perudo_hand_has(perudo_hand h, int face) {
    return (int)(h >> (4 * (face - 1)) & 15);
}
static inline perudo_hand perudo_die(int face) { return (perudo_hand)1 << (4 * (face - 1)); }
int perudo_hand_size(perudo_hand);

/* The dice of a hand that match a face; `jokers`: lamas match every face. */
static inline int perudo_matching(perudo_hand h, int face, bool jokers) {
    int own = perudo_hand_has(h, face);
    return jokers && face != PERUDO_LAMA ? own + perudo_hand_has(h, PERUDO_LAMA) : own;
}

/* Iterates over all hands of `dice` dice (at least 1) in the order of their sorted dice: 11, 12,
 * ..., 22, 23, ...; 0 follows the last one. */
perudo_hand perudo_first_hand(int dice);
perudo_hand perudo_next_hand(perudo_hand, int faces);
size_t perudo_hands(int dice, int faces); /* their number */

/* Moves: kind in bits 0..2, seat in 3..5, count of a bid or number of dice in 6..12, face of a bid
 * in 13..15, hand in 16..39 (0 if it is hidden). */
static inline game_move perudo_move(perudo_kind kind, int seat) {
    return (game_move)kind | (game_move)seat << 3;
}
static inline game_move perudo_move_bid(int seat, perudo_bid b) {
    return perudo_move(PERUDO_BIDS, seat) | (game_move)perudo_bid_count(b) << 6 |
           (game_move)perudo_bid_face(b) << 13;
}
static inline game_move perudo_move_hand(perudo_kind kind, int seat, int dice, perudo_hand h) {
    return perudo_move(kind, seat) | (game_move)dice << 6 | (game_move)h << 16;
}
static inline perudo_kind perudo_move_kind(game_move m) { return (perudo_kind)(m & 7); }
static inline int perudo_move_seat(game_move m) { return (int)(m >> 3 & 7); }
static inline int perudo_move_count(game_move m) { return (int)(m >> 6 & 127); }
static inline perudo_bid perudo_move_bid_of(game_move m) {
    return perudo_bid_of(perudo_move_count(m), (int)(m >> 13 & 7));
}
static inline perudo_hand perudo_move_hand_of(game_move m) {
    return (perudo_hand)(m >> 16 & 0xffffff);
}

/* Dice in play in this round. */
int perudo_total(const perudo_position *);

/* The seat `steps` after `seat`, counting only seats with dice. */
int perudo_seat_after(const perudo_position *, int seat, int steps);

static inline perudo_bid perudo_last_bid(const perudo_position *p) {
    return p->bids ? p->bid[p->bids - 1] : 0;
}

/* The seat that made bid number `i` of this round. */
int perudo_bidder(const perudo_position *, int i);

/* Whether a seat with `dice` dice may bid `b` over `last` (0: as the opening) with `total` dice in
 * play. */
bool perudo_may_bid(const perudo_rules *, bool palifico, perudo_bid last, int dice, int total,
                    perudo_bid b);

/* A number that every legal raise increases, under all rules. */
int perudo_rank(const perudo_rules *, bool palifico, perudo_bid);

/* Whether `seat` may call calza now. */
bool perudo_may_calza(const perudo_rules *, const perudo_position *, int seat);

/* The result of a round; all dice must be shown (PERUDO_SHOWN, PERUDO_OVER). */
typedef struct perudo_verdict {
    perudo_bid bid;
    int counted; /* matching dice */
    bool holds;  /* the bid is right; for calza: exactly right */
    int loser;   /* the seat that lost, GAME_NOBODY after a correct calza */
    int winner;  /* the seat that won */
    int starter; /* of the next round */
    bool over;
    bool palifico;                  /* the next round is a palifico */
    uint8_t down;                   /* as in the position, for the next round */
    uint8_t left[PERUDO_SEATS_MAX]; /* dice of each seat after the round */
} perudo_verdict;

perudo_verdict perudo_verdict_of(const perudo_rules *, const perudo_position *);

/* The next seat to show its dice, from the caller's left to the caller itself; -1 if all have. */
int perudo_next_to_show(const perudo_position *);

/* The seat that rolls (PERUDO_ROLL, PERUDO_SHOWN) or shows (PERUDO_SHOW) next, and its dice. */
int perudo_next_to_roll(const perudo_rules *, const perudo_position *, int *dice);

/* The contract's functions with concrete types. */
void perudo_start(const perudo_rules *, perudo_position *);
void perudo_play(const perudo_rules *, perudo_position *, game_move);
size_t perudo_moves(const perudo_rules *, const perudo_position *, int seat, game_move *);
game_move perudo_roll(const perudo_rules *, const perudo_position *, random_source *);
void perudo_view(const perudo_position *, int seat, perudo_position *);

#endif
