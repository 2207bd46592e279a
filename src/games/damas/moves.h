/* damas moves - the generator, and the counting of moves.
 *
 * Captures are counted apart by one of two conventions: D, by from, set of captured squares and to
 * (what a list for players shows, and what a move is here), and K, by from, ordered list of
 * captured squares and to.
 *
 * The Spanish functions are the same generator with its flags known to the compiler.
 */
#ifndef DAMERO_DAMAS_MOVES_H
#define DAMERO_DAMAS_MOVES_H

#include "games/damas/damas.h"

enum {
    DAMAS_MOVES_MAX = 512, /* moves in one position, convention D; a list never grows beyond */
    DAMAS_PATH_MAX = 18,   /* squares a capture visits, at most: origin and one per piece */
};

typedef struct damas_list {
    int count;
    damas_move move[DAMAS_MOVES_MAX];
} damas_list;

/* The moves of `side` where capture is obligatory, men before kings, in a fixed order. */
void damas_generate(unsigned flags, const damas_board *, int side, damas_list *);
void damas_generate_spanish(const damas_board *, int side, damas_list *);

/* Only the captures; whether there is any, or any move at all. */
void damas_generate_captures(unsigned flags, const damas_board *, int side, damas_list *);
bool damas_can_capture(unsigned flags, const damas_board *, int side);
bool damas_can_move(unsigned flags, const damas_board *, int side);

/* The pieces of `side` that can capture. */
damas_set damas_capturers(unsigned flags, const damas_board *, int side);

/* Quiet moves only, whether or not there are captures; added to the list. */
void damas_add_quiet(unsigned flags, const damas_board *, int side, damas_list *);

/* The captures of the laboratory board, added to the list: a man's with any number of jumps, by
 * the route the board tries first; a king's by one leg, twice where it may go on. `only` is the
 * king that must capture again (its bit), or -1. */
void damas_add_lab_captures(const damas_board *, int side, int only, damas_list *);

/* All moves of the side on turn, whatever the profile; none where the game is over. */
void damas_list_moves(const damas_rules *, const damas_position *, damas_list *);

/* Squares visited by one way of making a capture (bits, origin first); how many. Among several
 * ways the first in a fixed order whose squares after the origin begin with those of `via`. 0 where
 * there is none. */
int damas_path(unsigned flags, const damas_board *, int side, damas_move, const int *via,
               int via_count, int path[DAMAS_PATH_MAX]);

/* Leaves below a board where capture is obligatory; draws are not looked at. */
uint64_t damas_perft(unsigned flags, const damas_board *, int side, int depth);
uint64_t damas_perft_ordered(unsigned flags, const damas_board *, int side, int depth); /* K */

#endif
