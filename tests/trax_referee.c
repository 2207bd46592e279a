#include "trax_referee.h"

#include <string.h>

enum { UP = 8, RIGHT = 4, DOWN = 2, LEFT = 1 };

static const int sides[4] = {UP, RIGHT, DOWN, LEFT};
static const unsigned char tiles[6] = {6, 9, 3, 12, 5, 10};

static int opposite(int side) {
    return side == UP ? DOWN : side == DOWN ? UP : side == LEFT ? RIGHT : LEFT;
}
static int row_step(int side) { return side == UP ? -1 : side == DOWN ? 1 : 0; }
static int column_step(int side) { return side == LEFT ? -1 : side == RIGHT ? 1 : 0; }

static unsigned char tile_at(const referee_board *b, int row, int column) {
    if (row < 0 || column < 0 || row >= REFEREE_SIDE || column >= REFEREE_SIDE) return 0;
    return b->tile[row][column];
}

/* The colour that enters a space from a side: 0, 1 or -1 if there is no tile. */
static int entering(const referee_board *b, int row, int column, int side) {
    unsigned char tile = tile_at(b, row + row_step(side), column + column_step(side));
    return tile == 0 ? -1 : (tile & opposite(side)) != 0;
}

static bool fits(const referee_board *b, int row, int column, unsigned char tile) {
    int neighbours = 0;
    for (int i = 0; i < 4; i++) {
        int colour = entering(b, row, column, sides[i]);
        if (colour < 0) continue;
        neighbours++;
        if (colour != ((tile & sides[i]) != 0)) return false;
    }
    return neighbours > 0;
}

void referee_start(referee_board *b) {
    memset(b, 0, sizeof *b);
    b->top = b->left = REFEREE_SIDE / 2;
    b->bottom = b->right = REFEREE_SIDE / 2 - 1;
}

bool referee_over(const referee_board *b) {
    return b->loop[0] || b->loop[1] || b->line[0] || b->line[1];
}

static void put(referee_board *b, int row, int column, unsigned char tile) {
    if (b->tiles == 0) {
        b->top = b->bottom = row;
        b->left = b->right = column;
    }
    b->tile[row][column] = tile;
    b->tiles++;
    if (row < b->top) b->top = row;
    if (row > b->bottom) b->bottom = row;
    if (column < b->left) b->left = column;
    if (column > b->right) b->right = column;
}

/* Fills forced spaces until none is left; false on three of a colour. */
static bool fill_forced(referee_board *b) {
    for (bool again = true; again;) {
        again = false;
        for (int row = b->top; row <= b->bottom; row++) {
            for (int column = b->left; column <= b->right; column++) {
                if (b->tile[row][column]) continue;
                int count[2] = {0, 0}, set[2] = {0, 0};
                for (int i = 0; i < 4; i++) {
                    int colour = entering(b, row, column, sides[i]);
                    if (colour < 0) continue;
                    count[colour]++;
                    set[colour] |= sides[i];
                }
                if (count[0] > 2 || count[1] > 2) return false;
                if (count[0] < 2 && count[1] < 2) continue;
                put(b, row, column, (unsigned char)(count[1] == 2 ? set[1] : 15 & ~set[0]));
                again = true;
            }
        }
    }
    return true;
}

/* Follows the track of a colour from a tile, leaving by `side`, to its end or back to the start. */
static bool follow(const referee_board *b, int *row, int *column, int *side, int colour) {
    int first_row = *row, first_column = *column;
    for (;;) {
        int y = *row + row_step(*side), x = *column + column_step(*side);
        unsigned char tile = tile_at(b, y, x);
        if (tile == 0) return false;
        int track = colour ? tile : 15 & ~tile;
        *row = y;
        *column = x;
        *side = track & ~opposite(*side);
        if (y == first_row && x == first_column) return true;
    }
}

/* The side of the box by which a track's end leaves it, or 0. */
static int leaves_by(const referee_board *b, int row, int column, int side) {
    if (side == UP && row == b->top) return UP;
    if (side == DOWN && row == b->bottom) return DOWN;
    if (side == LEFT && column == b->left) return LEFT;
    if (side == RIGHT && column == b->right) return RIGHT;
    return 0;
}

static void look_at_tracks(referee_board *b, referee_variant variant) {
    for (int row = b->top; row <= b->bottom; row++) {
        for (int column = b->left; column <= b->right; column++) {
            unsigned char tile = b->tile[row][column];
            if (tile == 0) continue;
            for (int colour = 0; colour < 2; colour++) {
                int track = colour ? tile : 15 & ~tile, one = track & -track, other = track - one;
                int y = row, x = column, side = one;
                if (follow(b, &y, &x, &side, colour)) {
                    b->loop[colour] = true;
                    continue;
                }
                int first = leaves_by(b, y, x, side);
                y = row, x = column, side = other;
                follow(b, &y, &x, &side, colour);
                int second = leaves_by(b, y, x, side);
                if (variant == REFEREE_LOOP || first == 0 || second != opposite(first)) continue;
                int span = first == UP || first == DOWN ? b->bottom - b->top : b->right - b->left;
                if (span + 1 >= 8) b->line[colour] = true;
            }
        }
    }
}

/* The tiles of a turn, not yet checked for loops and lines. */
static bool put_turn(const referee_board *b, referee_variant variant, referee_turn turn,
                     referee_board *after) {
    *after = *b;
    put(after, turn.row, turn.column, turn.tile);
    if (variant == REFEREE_8X8 &&
        (after->bottom - after->top > 7 || after->right - after->left > 7))
        return false;
    return fill_forced(after);
}

bool referee_play(const referee_board *b, referee_variant variant, referee_turn turn,
                  referee_board *after) {
    if (!put_turn(b, variant, turn, after)) return false;
    look_at_tracks(after, variant);
    after->mover ^= 1;
    return true;
}

int referee_turns(const referee_board *b, referee_variant variant, referee_turn *out) {
    int count = 0;
    referee_board after;
    if (referee_over(b)) return 0;
    if (b->tiles == 0) {
        out[0] = (referee_turn){b->top, b->left, 6};
        out[1] = (referee_turn){b->top, b->left, 5};
        return 2;
    }
    for (int row = b->top - 1; row <= b->bottom + 1; row++) {
        for (int column = b->left - 1; column <= b->right + 1; column++) {
            if (tile_at(b, row, column)) continue;
            for (int i = 0; i < 6; i++) {
                referee_turn turn = {row, column, tiles[i]};
                if (fits(b, row, column, tiles[i]) && put_turn(b, variant, turn, &after))
                    out[count++] = turn;
            }
        }
    }
    return count;
}

uint64_t referee_perft(const referee_board *b, referee_variant variant, int depth) {
    referee_turn turns[REFEREE_MOVES];
    referee_board after;
    if (depth == 0) return 1;
    int count = referee_turns(b, variant, turns);
    if (depth == 1) return (uint64_t)count;
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        referee_play(b, variant, turns[i], &after);
        leaves += referee_perft(&after, variant, depth - 1);
    }
    return leaves;
}
