/* player - what the engines of Perudo share.
 *
 * A player is a strategy: for a public position and a seat, the chance of every legal move for each
 * hand that the seat may have. It gets the view of the seat, so no player can look at hidden dice.
 * To move, it draws from the strategy of its own hand; to be measured (exploit.h), it answers for
 * all hands.
 */
#ifndef DAMERO_PERUDO_PLAYER_H
#define DAMERO_PERUDO_PLAYER_H

#include "engines/engine.h"
#include "engines/perudo/belief.h"

/* The effort without a limit in nodes but with one in time, which usually ends it sooner. */
enum { PERUDO_ENDLESS = 6250 };

/* What a strategy is asked for. */
typedef struct question {
    const perudo_position *view;
    int seat;
    const hands *own;       /* all hands of the seat */
    int hand;               /* the index of its own hand among them; -1: answer for all */
    const game_move *moves; /* the seat's legal moves */
    int count;
    int64_t deadline; /* in clock_now time; 0: none */
    uint64_t effort;  /* iterations, or times 16 deals, unless the deadline comes first */
    const engine_watch *watch;
} question;

typedef struct player {
    engine engine;
    const perudo_rules *rules;
    int level;
    random_source random;
    model model;
    beliefs beliefs;
    hands hands[2][PERUDO_DICE_MAX + 1]; /* [1]: lamas are jokers */
    game_move *moves;
    float *chance; /* by move, each padded for the largest number of hands */
    void *strong;  /* the strong player's own */
    /* Writes the chance of move i with hand h to chance[i * own->padded + h], for all moves.
     * Returns the number of nodes. */
    uint64_t (*strategy)(struct player *, const question *, float *chance);
} player;

/* Sets everything but `strong` and `strategy`. */
player *perudo_player_create(const engine_kind *, const game_rules *, const engine_options *,
                             error *);
void perudo_player_destroy(engine *);

/* The contract's think: draws a move from the strategy. */
void perudo_player_think(engine *, const game_position *view, int seat, const engine_limits *,
                         const engine_watch *, engine_result *);

/* What a seat is asked in a position; the list of its moves is in the player's memory. */
question perudo_player_ask(player *, const perudo_position *view, int seat, const engine_limits *,
                           const engine_watch *);

/* The contract's interrupt: calza out of turn if it can win a die and is more likely right than
 * wrong.
 */
game_move perudo_player_interrupt(engine *, const game_position *view, int seat);

/* Hears the bids of the round (belief.h). */
void perudo_player_hear(player *, const perudo_position *view);

/* The chance that k dice match a face, for each k, given the seat's own hand (if it is known) and
 * what the bids say about all others. */
void perudo_player_believe(player *, const perudo_position *view, int seat, int face,
                           double chance[PERUDO_TOTAL_MAX + 1]);

/* The hands of a seat in this round. */
static inline const hands *perudo_player_hands(const player *p, const perudo_position *v,
                                               int seat) {
    return &p->hands[!v->palifico][v->count[seat]];
}

/* Whether the time for a question is up. */
bool perudo_question_over(const question *);

/* Sets the chance of one move to 1 for hand `h`. */
static inline void perudo_answer(const question *q, int move, int h, float *chance) {
    chance[(size_t)move * (size_t)q->own->padded + (size_t)h] = 1;
}

/* The index of a bid or call among the moves, or -1. */
int perudo_question_bid(const question *, perudo_bid);
int perudo_question_call(const question *, perudo_kind);

/* To measure what collusion is worth: from now on the strong player, at full strength and with more
 * than two players left, avoids that `ally` loses a die as much as that it does itself. Its view
 * may show the ally's dice. GAME_NOBODY: plays for itself. */
void perudo_engine_collude(engine *, int ally);

extern const engine_kind perudo_engine, perudo_binomial_engine, perudo_seed_engine;

#endif
