/* damas search - principal-variation search of official draughts.
 *
 * Nodes are boards in an array indexed by ply. Captures are forced moves, so the depth limit never
 * cuts them off. At depth 0 a position without captures is evaluated, unless the opponent threatens
 * one; then one more ply decides. Scores are hundredths of a man for the side to move. A win in n
 * plies from the root is DAMAS_WIN - n; a win from tables that do not hold its length is
 * DAMAS_TABLE_WIN minus the ply. If the root itself is in such tables, they would rate all winning
 * moves equal. So as long as nothing has been captured since the root, the search goes on, and a
 * won leaf is worth DAMAS_KNOWN plus its evaluation, so that play makes progress.
 *
 * Draws follow the rules in force: repetition (within the search the first one already counts),
 * moves without progress, the river, limited endings.
 */
#ifndef DAMERO_DAMAS_SEARCH_H
#define DAMERO_DAMAS_SEARCH_H

#include "engines/damas/evaluate.h"
#include "engines/damas/tables.h"
#include "engines/engine.h"
#include "engines/search/table.h"
#include "games/damas/moves.h"

enum {
    DAMAS_PLIES = 128, /* the deepest a search goes */
    DAMAS_WIN = ENGINE_WIN,
    DAMAS_TABLE_WIN = 20000,
    DAMAS_PROVEN = 19000,           /* scores beyond this count plies */
    DAMAS_KNOWN = 15000,            /* won by the tables, plus the evaluation */
    DAMAS_CERTAIN = ENGINE_CERTAIN, /* scores beyond this are proven */
    DAMAS_INFINITE = 32000,
    DAMAS_CHECK = 1024, /* nodes between two looks at the clock */
};

typedef struct damas_node {
    damas_board board;
    uint64_t key;
    uint16_t quiet, calm; /* as in damas_position */
    uint8_t river, ending[DAMAS_ENDINGS];
    bool summed; /* `sums` are those of `board` */
    damas_sums sums;
} damas_node;

typedef struct damas_line {
    int count;
    damas_move move[DAMAS_PLIES];
} damas_line;

/* One thread's search. It does not own what it shares with others. */
typedef struct damas_searcher {
    const damas_rules *rules;
    const damas_weights *weights;
    const damas_tables *tables; /* may be NULL */
    search_table *table;        /* what earlier nodes found out */

    /* Whether to stop; called every DAMAS_CHECK nodes. */
    bool (*over)(void *context, uint64_t nodes);
    void *context;
    uint64_t node_limit; /* 0: none */
    bool stopped;

    uint64_t nodes;
    int root_side, root_pieces;
    int history_count; /* keys before the root */
    uint64_t keys[DAMAS_KEYS + DAMAS_PLIES + 1];
    damas_node node[DAMAS_PLIES + 1];
    damas_line line[DAMAS_PLIES + 1];
    uint32_t killer[DAMAS_PLIES + 1][2];        /* tags */
    int32_t history[2][DAMAS_BITS][DAMAS_BITS]; /* by side, from, to */
} damas_searcher;

/* Sets the root to a position of the game and clears killers and histories. */
void damas_search_begin(damas_searcher *, const damas_position *);

/* The score of the node at `ply`; node[ply] and its key must be set. line[ply] gets the principal
 * variation. Meaningless if `stopped` is set. */
int damas_search(damas_searcher *, int ply, int alpha, int beta, int depth);

/* Sets up the node after a move, to be searched to `depth`. */
void damas_search_play(damas_searcher *, int ply, damas_move, int depth);

/* Whether a win in `distance` plies comes too late because the rules' move limits draw first; false
 * if the way to it may restart those counts. */
bool damas_search_too_late(const damas_searcher *, int ply, int distance);

/* To be called for every node: whether to stop now. */
static inline bool damas_search_stops(damas_searcher *s) {
    if (s->node_limit && s->nodes >= s->node_limit) s->stopped = true;
    if (s->nodes % DAMAS_CHECK == 0 && s->over(s->context, s->nodes)) s->stopped = true;
    return s->stopped;
}

/* A move as the table keeps it, in 22 bits: from, to and a hash of what it captures. Never 0. */
static inline uint32_t damas_tag(damas_move m) {
    uint64_t captured = damas_captured(m) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(m & 0xfff) | (uint32_t)(captured >> 54) << 12;
}

#endif
