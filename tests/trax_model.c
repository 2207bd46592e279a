#include "trax_model.h"

#include <string.h>

enum { UP = 8, RIGHT = 4, DOWN = 2, LEFT = 1 };
static const int sides[4] = {UP, RIGHT, DOWN, LEFT};
static const int down_by[4] = {-1, 0, 1, 0}, right_by[4] = {0, 1, 0, -1};
static const int tiles[6] = {3, 5, 6, 9, 10, 12};

static int at(const model *m, const model_board *b, int row, int column) {
    bool there = row >= 0 && row < m->size && column >= 0 && column < m->size;
    return there ? b->tile[row][column] : 0;
}

static int side_of(int tile, int i) { return (tile & sides[i]) != 0; }

/* The colour that enters a space from its i-th side: 0 white, 1 black, -1 none. */
static int entering(const model *m, const model_board *b, int row, int column, int i) {
    int tile = at(m, b, row + down_by[i], column + right_by[i]);
    return tile ? side_of(tile, (i + 2) % 4) : -1;
}

int model_fitting(const model *m, const model_board *b, int row, int column) {
    int fitting = 0, touched = 0;
    if (at(m, b, row, column)) return 0;
    for (int k = 0; k < 6; k++) {
        bool fits = true;
        for (int i = 0; i < 4; i++) {
            int colour = entering(m, b, row, column, i);
            touched += colour >= 0;
            fits = fits && (colour < 0 || colour == side_of(tiles[k], i));
        }
        if (fits) fitting |= 1 << tiles[k];
    }
    return touched ? fitting : 0;
}

static bool is_empty(const model *m, const model_board *b) {
    for (int row = 0; row < m->size; row++)
        for (int column = 0; column < m->size; column++)
            if (b->tile[row][column]) return false;
    return true;
}

/* One look at all spaces: conflicts, and the tiles to fill (0: none). */
static bool look(const model *m, const model_board *b, uint8_t fill[MODEL_SIDE][MODEL_SIDE],
                 bool *any) {
    bool conflict = false;
    *any = false;
    memset(fill, 0, MODEL_SIDE * MODEL_SIDE);
    for (int row = 0; row < m->size; row++) {
        for (int column = 0; column < m->size; column++) {
            int tile = b->tile[row][column], count[2] = {0, 0}, black = 0, white = 0;
            for (int i = 0; i < 4; i++) {
                int colour = entering(m, b, row, column, i);
                if (colour < 0) continue;
                if (tile && colour != side_of(tile, i)) conflict = true;
                count[colour]++;
                if (colour) black |= sides[i];
                else white |= sides[i];
            }
            if (tile) continue;
            if (count[0] > 2 || count[1] > 2) conflict = true;
            else if (count[1] == 2) fill[row][column] = (uint8_t)black;
            else if (count[0] == 2) fill[row][column] = (uint8_t)(15 & ~white);
            if (fill[row][column]) *any = true;
        }
    }
    return !conflict;
}

/* Whether the tile of an order may be placed. */
static bool may(model *m, const model_board *b, int row, int column, int tile) {
    m->cycles++;
    if (row >= m->size || column >= m->size || b->tile[row][column]) return false;
    bool known = tile == 3 || tile == 5 || tile == 6 || tile == 9 || tile == 10 || tile == 12;
    return known && (is_empty(m, b) || model_fitting(m, b, row, column) >> tile & 1);
}

static bool place(model *m, model_board *b, int row, int column, int tile) {
    uint8_t fill[MODEL_SIDE][MODEL_SIDE];
    bool any = true;
    memset(b->fresh, 0, sizeof b->fresh);
    m->cycles++; /* the tile is written */
    b->tile[row][column] = (uint8_t)tile;
    b->fresh[row][column] = true;
    for (;;) {
        m->cycles++; /* a look: the last one, or the one that writes a wave */
        if (!look(m, b, fill, &any)) return false;
        if (!any) return true;
        for (int r = 0; r < m->size; r++)
            for (int c = 0; c < m->size; c++)
                if (fill[r][c]) b->tile[r][c] = fill[r][c], b->fresh[r][c] = true;
    }
}

static int spaces_of(const model *m, const model_board *b) {
    int count = 0;
    for (int row = 0; row < m->size; row++)
        for (int column = 0; column < m->size; column++)
            count += model_fitting(m, b, row, column) != 0;
    return count;
}

static void list(model *m, const model_board *b, int most) {
    int spaces = spaces_of(m, b);
    m->cycles += 1;
    m->cycles += 2 * (uint64_t)(spaces < most ? spaces : most);
    m->cycles += 1;
}

typedef struct model_turn {
    int row, column, tile;
} model_turn;

/* A walker: the tile that it has left, by which side, and the space that it looks at. */
typedef struct walker {
    int row, column, side, to_row, to_column;
} walker;

static walker leave(int row, int column, int side) {
    return (walker){row, column, side, row + down_by[side], column + right_by[side]};
}

static bool at_end(const model *m, const model_board *b, const walker *w) {
    return !at(m, b, w->to_row, w->to_column);
}

/* Into the tile that it looks at, and on by the other side of the track. */
static walker go_on(const model *m, const model_board *b, const walker *w) {
    int tile = at(m, b, w->to_row, w->to_column), from = (w->side + 2) % 4, i = 0;
    while (i == from || side_of(tile, i) != side_of(tile, from)) i++;
    return leave(w->to_row, w->to_column, i);
}

static void mark(model_loop *way, int row, int column) { way->row[row] |= UINT64_C(1) << column; }

static bool is_outermost(const model *m, const model_board *b, const walker *w) {
    for (int row = 0; row < m->size; row++)
        for (int column = 0; column < m->size; column++) {
            if (!b->tile[row][column]) continue;
            if (w->side == 0 && row < w->row) return false;
            if (w->side == 1 && column > w->column) return false;
            if (w->side == 2 && row > w->row) return false;
            if (w->side == 3 && column < w->column) return false;
        }
    return true;
}

static int span(int a, int b) { return (a > b ? a - b : b - a) + 1; }

static bool is_line(const model *m, const model_board *b, const walker *one, const walker *other) {
    if (one->side != (other->side + 2) % 4) return false;
    bool wide = one->side % 2;
    int long_enough = wide ? span(one->column, other->column) : span(one->row, other->row);
    return long_enough >= 8 && is_outermost(m, b, one) && is_outermost(m, b, other);
}

/* Two walkers follow a colour's track through a tile, at the same time. 0: nothing, 1: a loop, 2: a
 * line. The first open end decides, unless lines are sought. */
static int follow(model *m, const model_board *b, int row, int column, bool seek, model_loop *way) {
    int tile = b->tile[row][column], i = 0, k = 3;
    while (side_of(tile, i) != way->colour) i++;
    while (side_of(tile, k) != way->colour) k--;
    walker one = leave(row, column, i), other = leave(row, column, k);
    memset(way->row, 0, sizeof way->row);
    mark(way, row, column);
    for (;;) {
        m->cycles++;
        bool end_one = at_end(m, b, &one), end_other = at_end(m, b, &other);
        if (!end_one) mark(way, one.to_row, one.to_column);
        if (!end_other) mark(way, other.to_row, other.to_column);
        if (end_one && end_other) return seek && is_line(m, b, &one, &other) ? 2 : 0;
        if ((end_one || end_other) && !seek) return 0;
        if (!end_one && !end_other &&
            ((one.to_row == other.to_row && one.to_column == other.to_column) ||
             (one.to_row == other.row && one.to_column == other.column)))
            return 1;
        if (!end_one) one = go_on(m, b, &one);
        if (!end_other) other = go_on(m, b, &other);
    }
}

/* A cycle for each loop that it is compared with, one to add it. */
static bool is_new(model *m, const model_loop *loop) {
    for (int i = 0; i < m->loop_count; i++) {
        m->cycles++;
        if (m->loops[i].colour == loop->colour &&
            memcmp(m->loops[i].row, loop->row, sizeof loop->row) == 0)
            return false;
    }
    m->cycles++;
    if (m->loop_count == MODEL_LOOPS) return false;
    m->loops[m->loop_count++] = *loop;
    return true;
}

static bool forced_any(const model *m, const model_board *b) {
    int count = 0;
    for (int row = 0; row < m->size; row++)
        for (int column = 0; column < m->size; column++) count += b->fresh[row][column];
    return count > 1;
}

/* Whether seven rows or columns are in use. */
static bool lines_near(const model *m, const model_board *b) {
    int top = m->size, bottom = -1, left = m->size, right = -1;
    for (int row = 0; row < m->size; row++)
        for (int column = 0; column < m->size; column++) {
            if (!b->tile[row][column]) continue;
            if (row < top) top = row;
            if (row > bottom) bottom = row;
            if (column < left) left = column;
            if (column > right) right = column;
        }
    return m->lines && (bottom - top + 1 >= 7 || right - left + 1 >= 7);
}

/* The new tiles that a colour's track is followed from: those it leaves on both sides to a tile, or
 * all if lines are sought. */
static bool starts_of(const model *m, const model_board *b, int colour, bool seek,
                      uint64_t todo[MODEL_SIDE]) {
    bool any = false;
    memset(todo, 0, MODEL_SIDE * sizeof *todo);
    for (int row = 0; row < m->size; row++) {
        for (int column = 0; column < m->size; column++) {
            bool start = b->fresh[row][column];
            for (int i = 0; i < 4 && start && !seek; i++)
                start = side_of(b->tile[row][column], i) != colour ||
                        at(m, b, row + down_by[i], column + right_by[i]);
            if (start) todo[row] |= UINT64_C(1) << column;
            any = any || start;
        }
    }
    return any;
}

/* Takes what was visited away; the first tile left, in reading order. */
static bool next_start(const model *m, uint64_t todo[MODEL_SIDE], const model_loop *way, int *row,
                       int *column) {
    bool any = false;
    for (int r = m->size - 1; r >= 0; r--) {
        todo[r] &= ~way->row[r];
        for (int c = m->size - 1; c >= 0; c--)
            if (todo[r] >> c & 1) *row = r, *column = c, any = true;
    }
    return any;
}

/* Checks the new tiles, the placed one first: which colour completed something, and how many new
 * loops of each colour, if they are recorded. */
static void check(model *m, const model_board *b, model_turn t, bool seek, bool completed[2],
                  int fresh_loops[2]) {
    completed[0] = completed[1] = false;
    if (!seek && !forced_any(m, b)) return;
    for (int colour = 0; colour < 2; colour++) {
        uint64_t todo[MODEL_SIDE];
        int row = t.row, column = t.column;
        model_loop way = {.colour = colour};
        if (!starts_of(m, b, colour, seek, todo)) continue;
        for (;;) {
            int found = follow(m, b, row, column, seek, &way);
            if (found) completed[colour] = true;
            if (found == 1 && fresh_loops && is_new(m, &way)) fresh_loops[colour]++;
            if (!next_start(m, todo, &way, &row, &column)) break;
            m->cycles += 2; /* to find it, and to read its tile */
        }
    }
}

enum { MODEL_TURNS = 3 * MODEL_SIDE * MODEL_SIDE };

/* Whether a turn forces another tile: it sends a track into an empty space that one of its colour
 * enters already. */
static bool forces(const model *m, const model_board *b, model_turn t) {
    for (int i = 0; i < 4; i++) {
        int row = t.row + down_by[i], column = t.column + right_by[i];
        if (row < 0 || column < 0 || row >= m->size || column >= m->size) continue;
        if (b->tile[row][column]) continue;
        for (int k = 0; k < 4; k++)
            if (entering(m, b, row, column, k) == side_of(t.tile, i)) return true;
    }
    return false;
}

/* The turns to try, and the cycles of going through their spaces: 1 to list them, 2 for each space,
 * 1 to find that none is left. `all`, or only those that force something. */
static int turns_of(model *m, const model_board *b, bool all, model_turn *out) {
    int count = 0;
    m->cycles++;
    for (int row = 0; row < m->size; row++) {
        for (int column = 0; column < m->size; column++) {
            int fitting = model_fitting(m, b, row, column), before = count;
            for (int k = 0; k < 6; k++) {
                model_turn t = {row, column, tiles[k]};
                if (fitting >> tiles[k] & 1 && (all || forces(m, b, t))) out[count++] = t;
            }
            if (all ? fitting != 0 : count > before) m->cycles += 2;
        }
    }
    m->cycles++;
    return count;
}

void model_clear(model *m, int size, bool lines) {
    memset(m, 0, sizeof *m);
    m->size = size;
    m->lines = lines;
    m->most = MODEL_TURNS;
}

bool model_place(model *m, int row, int column, int tile) {
    model_board b = m->board;
    m->cycles = 0;
    bool legal = may(m, &b, row, column, tile);
    if (legal && !place(m, &b, row, column, tile)) {
        m->cycles++; /* taken back */
        legal = false;
    }
    if (legal) {
        m->board = b;
        m->mover ^= 1;
    }
    list(m, &m->board, m->most);
    return legal;
}

static void second(model *m, const model_board *b, model_turn t, int corners[2]) {
    static model_turn turns[MODEL_TURNS];
    model_board after = *b;
    bool completed[2];
    place(m, &after, t.row, t.column, t.tile);
    int count = turns_of(m, &after, false, turns);
    for (int i = 0; i < count; i++) {
        model_board last = after;
        if (place(m, &last, turns[i].row, turns[i].column, turns[i].tile))
            check(m, &last, turns[i], false, completed, corners);
    }
}

/* Spaces of a list after that of a turn. */
static int spaces_after(const model_turn *turns, int i, int count) {
    int spaces = 0;
    for (i++; i < count; i++)
        spaces += turns[i].row != turns[i - 1].row || turns[i].column != turns[i - 1].column;
    return spaces;
}

/* The first time through, turns that force nothing are tried only for lines. */
static void count_loops(model *m, const model_board *b, model_report *r) {
    static model_turn turns[MODEL_TURNS];
    static bool dropped[MODEL_SIDE][MODEL_SIDE][16];
    int threats[2] = {0, 0}, corners[2] = {0, 0}, opponent = m->mover ^ 1;
    bool seek = lines_near(m, b);
    m->loop_count = 0;
    memset(dropped, 0, sizeof dropped);
    int count = turns_of(m, b, seek, turns);
    for (int i = 0; i < count; i++) {
        model_board after = *b;
        model_turn t = turns[i];
        bool completed[2], legal = place(m, &after, t.row, t.column, t.tile);
        if (legal) check(m, &after, t, seek, completed, threats);
        if (legal && completed[opponent]) {
            /* The spaces after this one were not gone through, nor was the end found. */
            m->cycles -= 2 * (uint64_t)spaces_after(turns, i, count) + 1;
            r->loses = true;
            return;
        }
        dropped[t.row][t.column][t.tile] = !legal || completed[m->mover];
    }
    count = turns_of(m, b, true, turns);
    for (int i = 0; i < count; i++)
        if (!dropped[turns[i].row][turns[i].column][turns[i].tile]) second(m, b, turns[i], corners);
    r->own_threats = threats[m->mover];
    r->own_corners = corners[m->mover];
    r->other_corners = corners[opponent];
}

void model_evaluate(model *m, int row, int column, int tile, model_report *r) {
    model_board b = m->board;
    bool seek = lines_near(m, &b);
    *r = (model_report){0};
    m->cycles = 0;
    m->loop_count = 0;
    r->invalid = !may(m, &b, row, column, tile) || !place(m, &b, row, column, tile);
    if (!r->invalid) {
        check(m, &b, (model_turn){row, column, tile}, seek, r->won, NULL);
        if (r->won[m->mover]) r->won[m->mover ^ 1] = false;
        if (!r->won[0] && !r->won[1]) count_loops(m, &b, r);
    }
    m->cycles++; /* the result is written */
}
