/* damas moves - move generation and perft.
 *
 * There are two conventions for which captures count as different moves: D, by origin, set of
 * captured squares and destination (as in lists for players, and as a damas_move), and K, by
 * origin, ordered list of captured squares and destination.
 *
 * For the Spanish flags the same code is compiled a second time, with the flags known to the
 * compiler.
 */
#ifndef DAMERO_DAMAS_MOVES_H
#define DAMERO_DAMAS_MOVES_H

#include "games/damas/damas.h"

enum {
    DAMAS_MOVES_MAX = 512, /* moves in one position by convention D; a list never grows beyond */
    DAMAS_PATH_MAX = 18,   /* squares that a capture visits at most: origin and one per piece */
};

typedef struct damas_list {
    int count;
    damas_move move[DAMAS_MOVES_MAX];
} damas_list;

/* The moves of `side` if capture is compulsory, men before kings, in a fixed order. */
void damas_generate(unsigned flags, const damas_board *, int side, damas_list *);

/* The same if it is known whether there are captures. */
void damas_generate_known(unsigned flags, const damas_board *, int side, bool captures,
                          damas_list *);

/* Only the captures; whether there is any; whether there is any move at all. */
void damas_generate_captures(unsigned flags, const damas_board *, int side, damas_list *);
bool damas_can_capture(unsigned flags, const damas_board *, int side);
bool damas_can_move(unsigned flags, const damas_board *, int side);

/* The pieces of `side` that can capture. */
damas_set damas_capturers(unsigned flags, const damas_board *, int side);

/* Adds the quiet moves to the list, whether or not there are captures. */
void damas_add_quiet(unsigned flags, const damas_board *, int side, damas_list *);

/* Adds the captures of the laboratory board to the list: a man's with any number of jumps, by the
 * route that the board tries first; a king's with all enemies on its way, listed twice if it may
 * go on to either side. `only` is the bit of the king that must capture again, or -1. */
void damas_add_lab_captures(const damas_board *, int side, int only, damas_list *);

/* All moves of the side to move, for any profile, without touches; none if the game is over. */
void damas_list_moves(const damas_rules *, const damas_position *, damas_list *);

/* Adds to these moves the touches of the pieces that can move, if touched pieces must. */
void damas_add_touches(const damas_rules *, const damas_position *, damas_list *);

/* The squares (as bits, origin first) that a capture visits; returns their number. Among several
 * paths takes the first, in a fixed order, whose squares after the origin begin with those of
 * `via`; 0 if there is none. */
int damas_path(unsigned flags, const damas_board *, int side, damas_move, const int *via,
               int via_count, int path[DAMAS_PATH_MAX]);

/* The number of leaves below a board if capture is compulsory; ignores draws. */
uint64_t damas_perft(unsigned flags, const damas_board *, int side, int depth);
uint64_t damas_perft_ordered(unsigned flags, const damas_board *, int side, int depth); /* K */

#endif
