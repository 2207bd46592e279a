#include "engines/dots/field.h"

#include <string.h>

#include "base/hash.h"

static int cell_of(const dots_map *m, int row, int column) {
    return (row + 1) * m->stride + column + 1;
}

static void place_line(dots_map *m, int line) {
    int columns = m->rules->columns, stride = 2 * columns + 1;
    int row = line / stride, at = line % stride;
    bool vertical = at >= columns;
    int column = vertical ? at - columns : at;
    int second = cell_of(m, row, column), side = vertical ? DOTS_RIGHT : DOTS_BOTTOM;
    int first = second + m->step[3 - side];
    m->cell[line][0] = (uint16_t)first;
    m->cell[line][1] = (uint16_t)second;
    m->side[line] = (uint8_t)side;
    m->line_at[first][side] = (uint16_t)line;
    m->line_at[second][3 - side] = (uint16_t)line;
}

static bool is_ground(const dots_map *m, int cell) {
    int row = cell / m->stride, column = cell % m->stride;
    return row == 0 || column == 0 || row == m->rules->rows + 1 || column == m->stride - 1;
}

static void pair_corner_lines(dots_map *m) {
    for (int line = 0; line < m->rules->lines; line++) m->twin[line] = (uint16_t)line;
    for (int row = 0; row < m->rules->rows; row++)
        for (int column = 0; column < m->rules->columns; column++) {
            const uint16_t *lines = m->line_at[cell_of(m, row, column)];
            int outer[4], count = 0;
            for (int side = 0; side < 4; side++)
                if (is_ground(m, m->cell[lines[side]][0]) || is_ground(m, m->cell[lines[side]][1]))
                    outer[count++] = lines[side];
            for (int i = 0; i + 1 < count; i += 2) {
                m->twin[outer[i]] = (uint16_t)outer[i + 1];
                m->twin[outer[i + 1]] = (uint16_t)outer[i];
            }
        }
}

/* Square of twice the distance from the centre. */
static int off_centre(const dots_map *m, int line) {
    int a = m->cell[line][0], b = m->cell[line][1];
    int y = a / m->stride + b / m->stride - m->rules->rows - 1;
    int x = a % m->stride + b % m->stride - m->rules->columns - 1;
    return x * x + y * y;
}

static void order_lines(dots_map *m) {
    for (int line = 0; line < m->rules->lines; line++) {
        int at = line;
        for (; at > 0 && off_centre(m, m->centre_first[at - 1]) > off_centre(m, line); at--)
            m->centre_first[at] = m->centre_first[at - 1];
        m->centre_first[at] = (uint16_t)line;
    }
}

void dots_map_make(dots_map *m, const dots_rules *r) {
    memset(m, 0, sizeof *m);
    m->rules = r;
    m->stride = r->columns + 2;
    m->cells = (r->rows + 2) * m->stride;
    m->step[DOTS_TOP] = -m->stride;
    m->step[DOTS_LEFT] = -1;
    m->step[DOTS_RIGHT] = 1;
    m->step[DOTS_BOTTOM] = m->stride;
    for (int line = 0; line < r->lines; line++) {
        place_line(m, line);
        m->key[line] = hash_mix((uint64_t)line + 0x646f7473);
    }
    pair_corner_lines(m);
    order_lines(m);
}

static void add_line(const dots_map *m, dots_field *f, int line) {
    const uint16_t *c = m->cell[line];
    int side = m->side[line];
    bits_add(f->open, (size_t)line);
    f->hash ^= m->key[line];
    f->lines++;
    if (f->sides[c[0]] != DOTS_GROUND_SIDES) f->sides[c[0]] |= (uint8_t)(1 << side);
    if (f->sides[c[1]] != DOTS_GROUND_SIDES) f->sides[c[1]] |= (uint8_t)(1 << (3 - side));
}

void dots_field_set(const dots_map *m, dots_field *f, const dots_position *p) {
    memset(f, 0, sizeof *f);
    for (int cell = 0; cell < m->cells; cell++)
        if (is_ground(m, cell)) f->sides[cell] = DOTS_GROUND_SIDES;
    for (int line = 0; line < m->rules->lines; line++) {
        int twin = m->twin[line];
        bool drawn = dots_drawn(p, line), twin_drawn = dots_drawn(p, twin);
        bool open = line <= twin ? !drawn && !twin_drawn : !drawn || !twin_drawn;
        if (open) add_line(m, f, line);
    }
    for (int cell = 0; cell < m->cells; cell++)
        if (f->sides[cell] & 15) f->boxes++;
}

int dots_field_line(const dots_map *m, const dots_position *p, int line) {
    return dots_drawn(p, line) ? m->twin[line] : line;
}

/* Removes the line from the field and its cells, without counting boxes. */
static void remove_line(const dots_map *m, dots_field *f, int line) {
    const uint16_t *c = m->cell[line];
    int side = m->side[line];
    bits_remove(f->open, (size_t)line);
    f->hash ^= m->key[line];
    f->lines--;
    f->sides[c[0]] &= (uint8_t) ~(1 << side);
    f->sides[c[1]] &= (uint8_t) ~(1 << (3 - side));
}

int dots_field_draw(const dots_map *m, dots_field *f, int line) {
    const uint16_t *c = m->cell[line];
    remove_line(m, f, line);
    int completed = (f->sides[c[0]] == 0) + (f->sides[c[1]] == 0);
    f->boxes = (uint16_t)(f->boxes - completed);
    return completed;
}

/* Takes the box `cell`, which has one open line, and goes on along its chain until a line leads to
 * the ground or to a box that keeps two lines: an outlet. Returns the boxes taken. */
static int take_run(const dots_map *m, dots_field *f, int cell, bool *outlet) {
    for (int boxes = 0;;) {
        int side = bits_lowest(f->sides[cell]);
        int next = cell + m->step[side];
        remove_line(m, f, m->line_at[cell][side]);
        boxes++;
        int degree = dots_degree(f->sides[next]);
        *outlet = degree >= 2;
        if (degree == 0) boxes++; /* a loop: its last line takes two */
        if (degree != 1) return boxes;
        cell = next;
    }
}

dots_haul dots_field_open(const dots_map *m, dots_field *f, int line) {
    dots_haul haul = {0, 0};
    const uint16_t *c = m->cell[line];
    remove_line(m, f, line);
    for (int i = 0; i < 2; i++) {
        if (dots_degree(f->sides[c[i]]) != 1) continue;
        bool outlet;
        int boxes = take_run(m, f, c[i], &outlet);
        haul.boxes += boxes;
        if (boxes >= 2 && outlet) haul.hand_over = 2;
        else if (boxes >= 4 && haul.hand_over == 0) haul.hand_over = 4;
    }
    f->boxes = (uint16_t)(f->boxes - haul.boxes);
    return haul;
}

/* Takes everything that can be taken and lists the cells. */
static int take_closure(const dots_map *m, dots_field *f, uint16_t taken[DOTS_BOXES_MAX],
                        uint64_t in_haul[DOTS_CELL_WORDS]) {
    int count = 0;
    for (int cell = 0; cell < m->cells; cell++)
        if (dots_degree(f->sides[cell]) == 1) {
            taken[count++] = (uint16_t)cell;
            bits_add(in_haul, (size_t)cell);
        }
    for (int i = 0; i < count; i++) {
        if (f->sides[taken[i]] == 0) continue; /* its neighbour's line took it too */
        int side = bits_lowest(f->sides[taken[i]]), next = taken[i] + m->step[side];
        remove_line(m, f, m->line_at[taken[i]][side]);
        if (bits_has(in_haul, (size_t)next) || dots_degree(f->sides[next]) != 1) continue;
        taken[count++] = (uint16_t)next;
        bits_add(in_haul, (size_t)next);
    }
    f->boxes = (uint16_t)(f->boxes - count);
    return count;
}

/* The neighbours of a cell that are taken with it; *outlet is set if a line leads elsewhere. */
static int taken_neighbours(const dots_map *m, const dots_field *before, const uint64_t *in_haul,
                            int cell, int neighbour[4], bool *outlet) {
    int count = 0;
    for (uint64_t sides = before->sides[cell]; sides;) {
        int next = cell + m->step[bits_take(&sides)];
        if (bits_has(in_haul, (size_t)next)) neighbour[count++] = next;
        else *outlet = true;
    }
    return count;
}

/* A connected group of taken boxes; it is always a tree with at most one outlet. */
typedef struct group {
    int boxes;
    bool outlet, path_of_four;
} group;

static group see_group(const dots_map *m, const dots_field *before, const uint64_t *in_haul,
                       uint64_t *seen, int first) {
    group g = {0};
    uint16_t queue[DOTS_BOXES_MAX];
    queue[g.boxes++] = (uint16_t)first;
    bits_add(seen, (size_t)first);
    for (int i = 0; i < g.boxes; i++) {
        int neighbour[4], further[4];
        bool ignored;
        int count = taken_neighbours(m, before, in_haul, queue[i], neighbour, &g.outlet);
        for (int n = 0; n < count; n++) {
            /* Two neighbours with two neighbours each are the middle of a path of four. */
            if (count >= 2 &&
                taken_neighbours(m, before, in_haul, neighbour[n], further, &ignored) >= 2)
                g.path_of_four = true;
            if (bits_has(seen, (size_t)neighbour[n])) continue;
            bits_add(seen, (size_t)neighbour[n]);
            queue[g.boxes++] = (uint16_t)neighbour[n];
        }
    }
    return g;
}

dots_haul dots_field_take(const dots_map *m, dots_field *f) {
    uint16_t taken[DOTS_BOXES_MAX];
    uint64_t in_haul[DOTS_CELL_WORDS] = {0}, seen[DOTS_CELL_WORDS] = {0};
    dots_field before;
    dots_field_copy(m, &before, f);
    dots_haul haul = {.boxes = take_closure(m, f, taken, in_haul)};
    bool two = false, four = false;
    for (int i = 0; i < haul.boxes; i++) {
        if (bits_has(seen, (size_t)taken[i])) continue;
        group g = see_group(m, &before, in_haul, seen, taken[i]);
        two |= g.outlet && g.boxes >= 2;
        four |= g.path_of_four;
    }
    haul.hand_over = two ? 2 : four ? 4 : 0;
    return haul;
}
