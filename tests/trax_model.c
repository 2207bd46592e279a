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

static bool place(model *m, model_board *b, int row, int column, int tile) {
    uint8_t fill[MODEL_SIDE][MODEL_SIDE];
    bool any = true;
    m->cycles++; /* the board is copied, or the turn refused */
    if (row >= m->size || column >= m->size || b->tile[row][column]) return false;
    bool known = tile == 3 || tile == 5 || tile == 6 || tile == 9 || tile == 10 || tile == 12;
    if (!known || !(is_empty(m, b) || model_fitting(m, b, row, column) >> tile & 1)) return false;
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

/* Walks from a tile by its i-th side to the end of the track or back; true if it came back. The
 * loop's spaces go into `way`. */
static bool walk(model *m, const model_board *b, int row, int column, int i, model_loop *way,
                 int end[3]) {
    int r = row, c = column;
    for (;;) {
        way->row[r] |= UINT64_C(1) << c;
        end[0] = r, end[1] = c, end[2] = i;
        r += down_by[i], c += right_by[i];
        m->cycles++; /* to the next tile, or to see that there is none */
        int tile = at(m, b, r, c), from = (i + 2) % 4;
        if (!tile) return false;
        if (r == row && c == column) return true;
        for (i = 0; i == from || side_of(tile, i) != side_of(tile, from);) i++;
    }
}

static bool is_outermost(const model *m, const model_board *b, const int end[3]) {
    for (int row = 0; row < m->size; row++)
        for (int column = 0; column < m->size; column++) {
            if (!b->tile[row][column]) continue;
            if (end[2] == 0 && row < end[0]) return false;
            if (end[2] == 1 && column > end[1]) return false;
            if (end[2] == 2 && row > end[0]) return false;
            if (end[2] == 3 && column < end[1]) return false;
        }
    return true;
}

static int span(int a, int b) { return (a > b ? a - b : b - a) + 1; }

/* Follows a colour's track through a tile. 0: nothing, 1: a loop (in `way`), 2: a line. */
static int follow(model *m, const model_board *b, int row, int column, int colour,
                  model_loop *way) {
    int tile = b->tile[row][column], one[3], other[3], i = 0, k = 3;
    while (side_of(tile, i) != colour) i++;
    while (side_of(tile, k) != colour) k--;
    *way = (model_loop){.colour = colour};
    if (walk(m, b, row, column, i, way, one)) return 1;
    walk(m, b, row, column, k, way, other);
    bool opposite = one[2] == (other[2] + 2) % 4;
    bool across = opposite && (one[2] % 2 ? span(one[1], other[1]) : span(one[0], other[0])) >= 8;
    return across && is_outermost(m, b, one) && is_outermost(m, b, other) ? 2 : 0;
}

static bool is_new(model *m, const model_loop *loop) {
    for (int i = 0; i < m->loop_count; i++)
        if (m->loops[i].colour == loop->colour &&
            memcmp(m->loops[i].row, loop->row, sizeof loop->row) == 0)
            return false;
    if (m->loop_count < MODEL_LOOPS) m->loops[m->loop_count++] = *loop;
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

/* Checks all new tiles: which colour completed something, and how many new loops of each colour. */
static void check(model *m, const model_board *b, bool always, bool completed[2],
                  int fresh_loops[2]) {
    completed[0] = completed[1] = false;
    uint64_t start = m->cycles, longest = 0;
    if (!always && !forced_any(m, b)) return;
    for (int colour = 0; colour < 2; colour++) {
        uint64_t passed[MODEL_SIDE] = {0}; /* by the finder: no need to start from there again */
        m->cycles = start;                 /* the two finders work at the same time */
        for (int row = 0; row < m->size; row++) {
            for (int column = 0; column < m->size; column++) {
                if (!b->fresh[row][column] || passed[row] >> column & 1) continue;
                model_loop way;
                int found = follow(m, b, row, column, colour, &way);
                for (int r = 0; r < m->size; r++) passed[r] |= way.row[r];
                if (found == 1 || (found == 2 && m->lines)) completed[colour] = true;
                if (found == 1 && fresh_loops && is_new(m, &way)) fresh_loops[colour]++;
            }
        }
        if (m->cycles - start > longest) longest = m->cycles - start;
    }
    m->cycles = start + longest;
}

enum { MODEL_TURNS = 3 * MODEL_SIDE * MODEL_SIDE };

typedef struct model_turn {
    int row, column, tile;
} model_turn;

static int turns_of(const model *m, const model_board *b, model_turn *out) {
    int count = 0;
    for (int row = 0; row < m->size; row++)
        for (int column = 0; column < m->size; column++)
            for (int fitting = model_fitting(m, b, row, column), k = 0; fitting && k < 6; k++)
                if (fitting >> tiles[k] & 1) out[count++] = (model_turn){row, column, tiles[k]};
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
    bool legal = place(m, &b, row, column, tile);
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
    m->cycles++; /* next */
    place(m, &after, t.row, t.column, t.tile);
    list(m, &after, MODEL_TURNS);
    int count = turns_of(m, &after, turns);
    for (int i = 0; i < count; i++) {
        model_board last = after;
        m->cycles++; /* next */
        if (place(m, &last, turns[i].row, turns[i].column, turns[i].tile))
            check(m, &last, false, completed, corners);
    }
    m->cycles++; /* none left */
}

static void count_loops(model *m, const model_board *b, model_report *r) {
    static model_turn turns[MODEL_TURNS], kept[MODEL_TURNS];
    int threats[2] = {0, 0}, corners[2] = {0, 0}, kept_count = 0, opponent = m->mover ^ 1;
    m->loop_count = 0;
    list(m, b, MODEL_TURNS);
    int count = turns_of(m, b, turns);
    for (int i = 0; i < count; i++) {
        model_board after = *b;
        bool completed[2];
        m->cycles++; /* next */
        if (!place(m, &after, turns[i].row, turns[i].column, turns[i].tile)) continue;
        check(m, &after, lines_near(m, b), completed, threats);
        if (completed[opponent]) {
            r->loses = true;
            return;
        }
        if (!completed[m->mover]) kept[kept_count++] = turns[i];
    }
    m->cycles++; /* none left */
    for (int i = 0; i < kept_count; i++) second(m, b, kept[i], corners);
    m->cycles++; /* none left */
    r->own_threats = threats[m->mover];
    r->own_corners = corners[m->mover];
    r->other_corners = corners[opponent];
}

void model_evaluate(model *m, int row, int column, int tile, model_report *r) {
    model_board b = m->board;
    *r = (model_report){0};
    m->cycles = 0;
    r->invalid = !place(m, &b, row, column, tile);
    if (!r->invalid) {
        check(m, &b, lines_near(m, &m->board), r->won, NULL);
        if (r->won[m->mover]) r->won[m->mover ^ 1] = false;
        if (!r->won[0] && !r->won[1]) count_loops(m, &b, r);
    }
    m->cycles++; /* the result is written */
}
