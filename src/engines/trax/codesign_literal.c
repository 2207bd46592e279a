#include <stdlib.h>
#include <string.h>

#include "engines/trax/codesign.h"

/* Room on every side of the box for three more turns, the spaces beside those and the cells looked
 * at around them. */
enum { MARGIN = 5, SIDE = TRAX_SIDE_MAX + 2 * MARGIN, CELLS = SIDE * SIDE, POOL = 1 << 20 };

/* A board of rows x columns, row by row; only those bytes are copied. */
typedef struct board {
    int rows, columns;
    int top, bottom, left, right; /* of the tiles */
    int tiles;
    int new_count; /* tiles of the last turn, in `placed` */
    uint16_t *placed;
    uint8_t tile[CELLS];
} board;

typedef struct turn {
    uint16_t at;
    uint8_t tile;
} turn;

struct codesign_literal {
    const trax_rules *rules;
    const trax_position *position;
    board base, first, second, third;
    uint16_t placed[4][CELLS];
    turn turns[4][6 * CELLS];
    /* The mask: the loops found so far, each a set of cells, one after the other. */
    uint8_t pool[POOL];
    uint8_t colour[POOL];
    size_t loops, loop_bytes;
};

codesign_literal *codesign_literal_create(const trax_rules *r, error *e) {
    codesign_literal *c = calloc(1, sizeof *c);
    if (!c) {
        error_set(e, "no memory for the co-design's boards");
        return NULL;
    }
    c->rules = r;
    c->base.placed = c->placed[0];
    c->first.placed = c->placed[1];
    c->second.placed = c->placed[2];
    c->third.placed = c->placed[3];
    return c;
}

void codesign_literal_destroy(codesign_literal *c) { free(c); }

void codesign_literal_set(codesign_literal *c, const trax_position *p) {
    board *b = &c->base;
    c->position = p;
    b->tiles = p->tiles;
    b->rows = p->height + 2 * MARGIN;
    b->columns = p->width + 2 * MARGIN;
    b->top = b->left = MARGIN;
    b->bottom = p->height + MARGIN - 1;
    b->right = p->width + MARGIN - 1;
    memset(b->tile, 0, (size_t)(b->rows * b->columns));
    for (int row = 1; row <= p->height; row++)
        for (int column = 1; column <= p->width; column++)
            b->tile[(row + MARGIN - 1) * b->columns + column + MARGIN - 1] =
                p->tile[trax_cell_at(p, (trax_label){row, column})];
    c->loop_bytes = (size_t)(b->rows * b->columns + 7) / 8;
}

static void copy(board *to, const board *from) {
    uint16_t *placed = to->placed;
    memcpy(to, from, offsetof(board, tile) + (size_t)(from->rows * from->columns));
    to->placed = placed;
}

static const unsigned sides[4] = {TRAX_UP, TRAX_RIGHT, TRAX_DOWN, TRAX_LEFT};
static const uint8_t tiles[6] = {6, 9, 3, 12, 5, 10};

static unsigned opposite(unsigned side) { return (side << 2 | side >> 2) & 15; }

static int beside(const board *b, int at, unsigned side) {
    return at + (side == TRAX_UP      ? -b->columns
                 : side == TRAX_DOWN  ? b->columns
                 : side == TRAX_RIGHT ? 1
                                      : -1);
}

/* The sides by which white and black tracks enter a space. */
static void entering(const board *b, int at, unsigned set[2]) {
    set[0] = set[1] = 0;
    for (int i = 0; i < 4; i++) {
        unsigned tile = b->tile[beside(b, at, sides[i])];
        if (tile) set[(tile & opposite(sides[i])) != 0] |= sides[i];
    }
}

static int count_sides(unsigned set) { return __builtin_popcount(set); }

static bool fits(const board *b, int at, unsigned tile) {
    unsigned set[2];
    entering(b, at, set);
    return (set[0] | set[1]) && (tile & set[0]) == 0 && (tile & set[1]) == set[1];
}

static void put(board *b, int at, unsigned tile) {
    int row = at / b->columns, column = at % b->columns;
    b->tile[at] = (uint8_t)tile;
    b->tiles++;
    b->placed[b->new_count++] = (uint16_t)at;
    if (row < b->top) b->top = row;
    if (row > b->bottom) b->bottom = row;
    if (column < b->left) b->left = column;
    if (column > b->right) b->right = column;
}

/* Function 2: lays the tile, then the forced ones around every tile placed; false on a conflict. */
static bool place(const codesign_literal *c, board *b, turn t) {
    b->new_count = 0;
    put(b, t.at, t.tile);
    if (c->rules->variant == TRAX_8X8 &&
        (b->bottom - b->top >= TRAX_SMALL_SIDE || b->right - b->left >= TRAX_SMALL_SIDE))
        return false;
    for (int i = 0; i < b->new_count; i++) {
        for (int k = 0; k < 4; k++) {
            int at = beside(b, b->placed[i], sides[k]);
            unsigned set[2];
            if (b->tile[at]) continue;
            entering(b, at, set);
            if (count_sides(set[0]) > 2 || count_sides(set[1]) > 2) return false;
            if (count_sides(set[1]) == 2) put(b, at, set[1]);
            else if (count_sides(set[0]) == 2) put(b, at, 15 & ~set[0]);
        }
    }
    return true;
}

/* Function 1: spaces beside tiles, and the tiles whose colours fit there; conflicts among the
 * forced tiles are found by placing. A board at its capacity has no legal moves. */
static int legal_moves(const board *b, turn *out) {
    int count = 0;
    if (b->tiles >= TRAX_TILES_MAX || b->bottom - b->top + 1 >= TRAX_SIDE_MAX ||
        b->right - b->left + 1 >= TRAX_SIDE_MAX)
        return 0;
    for (int row = b->top - 1; row <= b->bottom + 1; row++)
        for (int column = b->left - 1; column <= b->right + 1; column++)
            for (int i = 0; i < 6; i++) {
                int at = row * b->columns + column;
                if (!b->tile[at] && fits(b, at, tiles[i]))
                    out[count++] = (turn){(uint16_t)at, tiles[i]};
            }
    return count;
}

/* Follows a track from a tile by a side; true if it comes back to it. Otherwise `end` is the last
 * tile and `by` the side by which the track leaves it. */
static bool follow(const board *b, int from, int colour, unsigned side, int *end, unsigned *by) {
    int at = from;
    for (;;) {
        int next = beside(b, at, side);
        if (!b->tile[next]) break;
        unsigned track = colour ? b->tile[next] : 15u & ~b->tile[next];
        side = track & ~opposite(side);
        at = next;
        if (at == from) return true;
    }
    *end = at;
    *by = side;
    return false;
}

static bool is_loop(const board *b, int at, int colour) {
    unsigned track = colour ? b->tile[at] : 15u & ~b->tile[at], by;
    int end;
    return follow(b, at, colour, track & (0u - track), &end, &by);
}

static unsigned outermost(const board *b, int at, unsigned side) {
    int row = at / b->columns, column = at % b->columns;
    bool out = (side == TRAX_UP && row == b->top) || (side == TRAX_DOWN && row == b->bottom) ||
               (side == TRAX_LEFT && column == b->left) ||
               (side == TRAX_RIGHT && column == b->right);
    return out ? side : 0;
}

static bool is_line(const board *b, int at, int colour) {
    unsigned track = colour ? b->tile[at] : 15u & ~b->tile[at], one = track & (0u - track), by;
    int end;
    if (follow(b, at, colour, one, &end, &by)) return false;
    unsigned first = outermost(b, end, by);
    follow(b, at, colour, track & ~one, &end, &by);
    if (!first || outermost(b, end, by) != opposite(first)) return false;
    bool upright = first & (TRAX_UP | TRAX_DOWN);
    return (upright ? b->bottom - b->top : b->right - b->left) + 1 >= TRAX_SMALL_SIDE;
}

/* Function 3: the winner after the turn just placed by `mover`, from the tracks of its tiles. */
static int winner(const codesign_literal *c, const board *b, int mover) {
    bool completed[2] = {false, false};
    for (int i = 0; i < b->new_count; i++)
        for (int colour = 0; colour < 2; colour++)
            if (is_loop(b, b->placed[i], colour) ||
                (c->rules->variant != TRAX_LOOP && is_line(b, b->placed[i], colour)))
                completed[colour] = true;
    if (completed[mover]) return mover;
    return completed[mover ^ 1] ? mover ^ 1 : GAME_NOBODY;
}

/* Counts the loops of the last turn that are not in the mask, by colour, and adds them to it. */
static void new_loops(codesign_literal *c, const board *b, unsigned found[2]) {
    for (int i = 0; i < b->new_count; i++) {
        for (int colour = 0; colour < 2; colour++) {
            if (!is_loop(b, b->placed[i], colour) || (c->loops + 1) * c->loop_bytes > POOL)
                continue;
            uint8_t *set = c->pool + c->loops * c->loop_bytes;
            memset(set, 0, c->loop_bytes);
            unsigned track = colour ? b->tile[b->placed[i]] : 15u & ~b->tile[b->placed[i]];
            unsigned side = track & (0u - track);
            int at = b->placed[i];
            do {
                set[at / 8] |= (uint8_t)(1 << at % 8);
                at = beside(b, at, side);
                track = colour ? b->tile[at] : 15u & ~b->tile[at];
                side = track & ~opposite(side);
            } while (at != b->placed[i]);
            size_t same = 0;
            while (same < c->loops &&
                   (c->colour[same] != colour ||
                    memcmp(c->pool + same * c->loop_bytes, set, c->loop_bytes) != 0))
                same++;
            if (same < c->loops) continue;
            c->colour[c->loops++] = (uint8_t)colour;
            found[colour]++;
        }
    }
}

/* Functions 4 and 5, for a turn already placed on c->first. */
static void count_loops(codesign_literal *c, int mover, codesign_report *r) {
    unsigned threats[2] = {0, 0}, corners[2] = {0, 0};
    int count = legal_moves(&c->first, c->turns[1]), kept = 0;
    c->loops = 0;
    for (int i = 0; i < count; i++) {
        copy(&c->second, &c->first);
        if (!place(c, &c->second, c->turns[1][i])) continue;
        int won = winner(c, &c->second, mover ^ 1);
        if (won == (mover ^ 1)) {
            r->loses = true;
            return;
        }
        if (won == GAME_NOBODY) c->turns[2][kept++] = c->turns[1][i];
        else new_loops(c, &c->second, threats);
    }
    for (int i = 0; i < kept; i++) {
        copy(&c->second, &c->first);
        place(c, &c->second, c->turns[2][i]);
        count = legal_moves(&c->second, c->turns[3]);
        for (int k = 0; k < count; k++) {
            copy(&c->third, &c->second);
            if (place(c, &c->third, c->turns[3][k])) new_loops(c, &c->third, corners);
        }
    }
    r->own_threats = threats[mover];
    r->own_corners = corners[mover];
    r->other_corners = corners[mover ^ 1];
}

static void evaluate(codesign_literal *c, turn t, codesign_report *r) {
    int mover = c->position->mover;
    *r = (codesign_report){.winner = GAME_NOBODY};
    copy(&c->first, &c->base);
    r->illegal = !place(c, &c->first, t);
    if (r->illegal) return;
    r->winner = winner(c, &c->first, mover);
    if (r->winner == GAME_NOBODY) count_loops(c, mover, r);
}

/* Function 4 for both sides, on c->first. */
static void count_threats(codesign_literal *c, unsigned threats[2]) {
    int count = legal_moves(&c->first, c->turns[1]);
    c->loops = 0;
    for (int i = 0; i < count; i++) {
        copy(&c->second, &c->first);
        if (place(c, &c->second, c->turns[1][i])) new_loops(c, &c->second, threats);
    }
}

static turn from_move(const codesign_literal *c, trax_move m) {
    trax_label at = trax_label_of(c->position, trax_move_cell(m));
    return (turn){(uint16_t)((at.row + MARGIN - 1) * c->base.columns + at.column + MARGIN - 1),
                  (uint8_t)trax_move_tile(m)};
}

static trax_move to_move(const codesign_literal *c, turn t) {
    trax_label at = {t.at / c->base.columns - MARGIN + 1, t.at % c->base.columns - MARGIN + 1};
    return trax_move_at(trax_cell_at(c->position, at), t.tile);
}

void codesign_literal_evaluate(codesign_literal *c, trax_move m, codesign_report *r) {
    evaluate(c, from_move(c, m), r);
}

void codesign_literal_threats(codesign_literal *c, trax_move m, unsigned threats[2]) {
    threats[0] = threats[1] = 0;
    copy(&c->first, &c->base);
    if (place(c, &c->first, from_move(c, m)) &&
        winner(c, &c->first, c->position->mover) == GAME_NOBODY)
        count_threats(c, threats);
}

/* Function 7. */
trax_move codesign_literal_choose(codesign_literal *c, int *value) {
    trax_move best = 0;
    int best_value = -1;
    if (c->position->tiles == 0) {
        if (value) *value = CODESIGN_EVEN;
        return trax_move_at(TRAX_START, 6);
    }
    int count = legal_moves(&c->base, c->turns[0]);
    for (int i = 0; i < count && best_value < CODESIGN_WON; i++) {
        codesign_report r;
        evaluate(c, c->turns[0][i], &r);
        if (r.illegal) continue;
        int found = codesign_value(&r, c->position->mover);
        if (found <= best_value) continue;
        best_value = found;
        best = to_move(c, c->turns[0][i]);
    }
    if (value) *value = best_value;
    return best;
}
