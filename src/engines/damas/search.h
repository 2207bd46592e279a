/* damas search - principal-variation search of official draughts.
 *
 * Nodes are boards in an array by ply. Captures are never cut off by depth: they are forced moves.
 * At depth 0 a position without captures is evaluated, unless the opponent threatens one; then one
 * more ply decides. Scores are hundredths of a man for the side to move; a win in n plies from the
 * root is DAMAS_WIN - n, a win known from tables without its length DAMAS_TABLE_WIN less the ply.
 * Where the root itself is in tables without lengths, these would call every winning move equal: as
 * long as nothing has been captured since, the search goes on, and a leaf that is won is worth
 * DAMAS_KNOWN and what it looks like, so that play makes progress.
 *
 * Draws are those of the rules in force: repetition (in the search the first one counts already),
 * moves without progress, the river, single endings.
 */
#ifndef DAMERO_DAMAS_SEARCH_H
#define DAMERO_DAMAS_SEARCH_H

#include "engines/damas/evaluate.h"
#include "engines/damas/tables.h"
#include "engines/engine.h"
#include "engines/search/table.h"
#include "games/damas/moves.h"

enum {
    DAMAS_PLIES = 128, /* a search goes no deeper */
    DAMAS_WIN = ENGINE_WIN,
    DAMAS_TABLE_WIN = 20000,
    DAMAS_PROVEN = 19000,           /* scores beyond count plies */
    DAMAS_KNOWN = 15000,            /* won by the tables, plus what the position looks like */
    DAMAS_CERTAIN = ENGINE_CERTAIN, /* scores beyond are proven */
    DAMAS_INFINITE = 32000,
    DAMAS_CHECK = 1024, /* nodes between two looks at the clock */
};

typedef struct damas_node {
    damas_board board;
    uint64_t key;
    uint16_t quiet, calm; /* as in damas_position */
    uint8_t river, ending[DAMAS_ENDINGS];
} damas_node;

typedef struct damas_line {
    int count;
    damas_move move[DAMAS_PLIES];
} damas_line;

/* One thread's search. What is shared is not owned. */
typedef struct damas_searcher {
    const damas_rules *rules;
    const damas_weights *weights;
    const damas_tables *tables; /* may be NULL */
    search_table *table;        /* what earlier nodes found out */

    /* Whether to give up; asked every DAMAS_CHECK nodes. */
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

/* Begins at a position of the game; histories are forgotten. */
void damas_search_begin(damas_searcher *, const damas_position *);

/* The score of the node at `ply`, of which node[ply] and keys are set; line[ply] is the course.
 * When `stopped` is set it means nothing. */
int damas_search(damas_searcher *, int ply, int alpha, int beta, int depth);

/* Sets the next node up after a move, to be searched to `depth`. */
void damas_search_play(damas_searcher *, int ply, damas_move, int depth);

/* Whether a win that takes `distance` plies comes too late for the rules' counts; false where the
 * way to it may begin them again. */
bool damas_search_too_late(const damas_searcher *, int ply, int distance);

/* A move as the table keeps it, in 22 bits: from, to and a hash of what it captures. Never 0. */
static inline uint32_t damas_tag(damas_move m) {
    uint64_t captured = damas_captured(m) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(m & 0xfff) | (uint32_t)(captured >> 54) << 12;
}

#endif
