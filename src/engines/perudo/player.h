/* player - those who play Perudo: what they share, and how they are asked.
 *
 * A player is a strategy: for what is public and a seat, the chance of every legal move for each
 * hand that the seat may have. It is asked with the view of the seat, so no player can look at
 * hidden dice. To move is to draw from the strategy of the own hand; to be measured (exploit.h) is
 * to answer for all hands.
 */
#ifndef DAMERO_PERUDO_PLAYER_H
#define DAMERO_PERUDO_PLAYER_H

#include "engines/engine.h"
#include "engines/perudo/hands.h"
#include "engines/perudo/model.h"

/* What is asked. */
typedef struct question {
    const perudo_position *view;
    int seat;
    const hands *own;       /* all hands of the seat */
    int hand;               /* the place of its own among them, or -1: answer for all */
    const game_move *moves; /* legal ones of the seat */
    int count;
    int64_t deadline; /* on the clock of clock.h; 0: none */
    uint64_t effort;  /* where there is no deadline: iterations or deals */
    const engine_watch *watch;
} question;

typedef struct player {
    engine engine;
    const perudo_rules *rules;
    int level;
    random_source random;
    model model;
    hands hands[2][PERUDO_DICE_MAX + 1]; /* [1]: lamas are jokers */
    game_move *moves;
    float *chance; /* by move, padded for the largest hand each */
    void *strong;  /* the strong player's own */
    /* Writes the chances of all moves: of move i and hand h at chance[i * own->padded + h]; returns
     * what was looked at (nodes). */
    uint64_t (*strategy)(struct player *, const question *, float *chance);
} player;

/* Everything but `strong` and `strategy`. */
player *perudo_player_create(const engine_kind *, const game_rules *, const engine_options *,
                             float noise, error *);
void perudo_player_destroy(engine *);

/* The contract's think: asks the strategy and draws a move. */
void perudo_player_think(engine *, const game_position *view, int seat, const engine_limits *,
                         const engine_watch *, engine_result *);

/* The contract's interrupt: calza out of turn, where it can win a die and is more likely right than
 * wrong. */
game_move perudo_player_interrupt(engine *, const game_position *view, int seat);

/* How likely it is that k dice count for a face, for each k, given the seat's own hand (where it is
 * known) and what the bids say about every other (model.h). */
void perudo_player_believe(player *, const perudo_position *view, int seat, int face,
                           double chance[PERUDO_TOTAL_MAX + 1]);

/* The hands of a seat in this round. */
static inline const hands *perudo_player_hands(const player *p, const perudo_position *v,
                                               int seat) {
    return &p->hands[!v->palifico][v->count[seat]];
}

/* Whether the time of a question is over. */
bool perudo_question_over(const question *);

/* Asks for one hand of many: sets the chance of one move to 1 for hand `h`. */
static inline void perudo_answer(const question *q, int move, int h, float *chance) {
    chance[(size_t)move * (size_t)q->own->padded + (size_t)h] = 1;
}

/* The place of a bid or call among the moves, or -1. */
int perudo_question_bid(const question *, perudo_bid);
int perudo_question_call(const question *, perudo_kind);

extern const engine_kind perudo_engine, perudo_binomial_engine, perudo_seed_engine;

#endif
