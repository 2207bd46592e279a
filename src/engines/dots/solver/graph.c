#include "engines/dots/solver/graph.h"

#include <string.h>

static dots_graph_error check_lines(int box_count, int line_count, const dots_edge *lines) {
    if (line_count < 0 || line_count > DOTS_MAX_LINES) {
        return DOTS_GRAPH_TOO_MANY_LINES;
    }
    if (box_count < 0 || box_count > DOTS_GROUND) {
        return DOTS_GRAPH_TOO_MANY_BOXES;
    }
    for (int line = 0; line < line_count; line++) {
        const uint8_t *box = lines[line].box;
        if (box[0] == box[1]) {
            return DOTS_GRAPH_BAD_LINE;
        }
        for (int side = 0; side < 2; side++) {
            if (box[side] != DOTS_GROUND && box[side] >= box_count) {
                return DOTS_GRAPH_TOO_MANY_BOXES;
            }
        }
    }
    return DOTS_GRAPH_OK;
}

/* Renumbers the boxes that have open lines: first those with two or more (at most 64, as the
 * lines have 128 ends), then those with one. Finished boxes get no number.
 */
static dots_graph_error number_boxes(dots_graph *graph, int line_count, const dots_edge *lines,
                                     uint8_t number[DOTS_GROUND + 1]) {
    int degree[DOTS_GROUND + 1] = {0};
    for (int line = 0; line < line_count; line++) {
        degree[lines[line].box[0]]++;
        degree[lines[line].box[1]]++;
    }
    memset(number, DOTS_GROUND, DOTS_GROUND + 1);
    for (int pass = 0; pass < 2; pass++) {
        for (int box = 0; box < DOTS_GROUND; box++) {
            if (degree[box] > 4) {
                return DOTS_GRAPH_BAD_BOX;
            }
            if (pass == 0 ? degree[box] >= 2 : degree[box] == 1) {
                number[box] = (uint8_t)graph->box_count++;
            }
        }
        if (pass == 0) {
            graph->inner_count = graph->box_count;
        }
    }
    return DOTS_GRAPH_OK;
}

static void connect_lines(dots_graph *graph, int line_count, const dots_edge *lines,
                          const uint8_t *number) {
    graph->line_count = line_count;
    for (int line = 0; line < line_count; line++) {
        graph->grid_line[line] = (uint16_t)line;
        for (int side = 0; side < 2; side++) {
            uint8_t box = number[lines[line].box[side]];
            graph->ends[line].box[side] = box;
            if (box == DOTS_GROUND) {
                continue;
            }
            graph->box_lines[box] |= UINT64_C(1) << line;
            if (box < graph->inner_count) {
                graph->line_inner[line] |= UINT64_C(1) << box;
            }
        }
    }
}

static uint64_t image_of(uint64_t lines, const uint8_t *permutation) {
    uint64_t image = 0;
    for (; lines != 0; lines &= lines - 1) {
        image |= UINT64_C(1) << permutation[__builtin_ctzll(lines)];
    }
    return image;
}

/* A permutation of the lines is an automorphism if it maps every box to a box. */
static bool is_automorphism(const dots_graph *graph, const uint8_t *permutation) {
    uint64_t hit = 0;
    for (int line = 0; line < graph->line_count; line++) {
        if (permutation[line] >= graph->line_count) {
            return false;
        }
        hit |= UINT64_C(1) << permutation[line];
    }
    if (hit != dots_graph_open(graph)) {
        return false;
    }
    for (int box = 0; box < graph->box_count; box++) {
        uint64_t image = image_of(graph->box_lines[box], permutation);
        int other = 0;
        while (other < graph->box_count && graph->box_lines[other] != image) {
            other++;
        }
        if (other == graph->box_count) {
            return false;
        }
    }
    return true;
}

static bool is_identity(const uint8_t *permutation, int line_count) {
    for (int line = 0; line < line_count; line++) {
        if (permutation[line] != line) {
            return false;
        }
    }
    return true;
}

dots_graph_error dots_graph_from_lines(dots_graph *graph, int box_count, int line_count,
                                       const dots_edge *lines, int symmetry_count,
                                       const uint8_t (*symmetries)[DOTS_MAX_LINES]) {
    memset(graph, 0, sizeof *graph);
    dots_graph_error error = check_lines(box_count, line_count, lines);
    if (error != DOTS_GRAPH_OK) {
        return error;
    }
    uint8_t number[DOTS_GROUND + 1];
    error = number_boxes(graph, line_count, lines, number);
    if (error != DOTS_GRAPH_OK) {
        return error;
    }
    connect_lines(graph, line_count, lines, number);
    for (int s = 0; s < symmetry_count; s++) {
        if (!is_automorphism(graph, symmetries[s])) {
            return DOTS_GRAPH_BAD_SYMMETRY;
        }
        if (graph->symmetry_count < DOTS_MAX_SYMMETRIES &&
            !is_identity(symmetries[s], line_count)) {
            memcpy(graph->symmetry[graph->symmetry_count++], symmetries[s], DOTS_MAX_LINES);
        }
    }
    return DOTS_GRAPH_OK;
}

static int grid_line_count(int rows, int columns) { return rows * (2 * columns + 1) + columns; }

static bool is_drawn(const uint64_t *drawn, int line) {
    return (drawn[line / 64] >> (line % 64) & 1) != 0;
}

/* On the half grid dots have two even coordinates, boxes two odd ones, and lines one of each. A
 * reflection or rotation of the whole grid is then a simple change of coordinates.
 */
struct half_grid_point {
    int y, x;
};

static struct half_grid_point point_of_line(int columns, int line) {
    int stride = 2 * columns + 1;
    int row = line / stride;
    int rest = line % stride;
    if (rest < columns) {
        return (struct half_grid_point){2 * row, 2 * rest + 1};
    }
    return (struct half_grid_point){2 * row + 1, 2 * (rest - columns)};
}

static int line_of_point(int columns, struct half_grid_point point) {
    int first = point.y / 2 * (2 * columns + 1);
    return point.y % 2 == 0 ? first + point.x / 2 : first + columns + point.x / 2;
}

/* The eight symmetries: bit 0 turns upside down, bit 1 mirrors, bit 2 swaps the axes (squares). */
static int grid_image(int rows, int columns, int symmetry, int line) {
    struct half_grid_point p = point_of_line(columns, line);
    if ((symmetry & 1) != 0) {
        p.y = 2 * rows - p.y;
    }
    if ((symmetry & 2) != 0) {
        p.x = 2 * columns - p.x;
    }
    if ((symmetry & 4) != 0) {
        p = (struct half_grid_point){p.x, p.y};
    }
    return line_of_point(columns, p);
}

static bool keeps_drawn_set(int rows, int columns, int symmetry, const uint64_t *drawn) {
    int count = grid_line_count(rows, columns);
    for (int line = 0; line < count; line++) {
        int image = grid_image(rows, columns, symmetry, line);
        if (is_drawn(drawn, line) != is_drawn(drawn, image)) {
            return false;
        }
    }
    return true;
}

/* The boxes of a line of the grid, numbered row by row; DOTS_GROUND beyond the border. */
static dots_edge grid_line_ends(int rows, int columns, int line) {
    struct half_grid_point p = point_of_line(columns, line);
    int row = p.y / 2;
    int column = p.x / 2;
    int before = p.y % 2 == 0 ? (row - 1) * columns + column : row * columns + column - 1;
    int after = row * columns + column;
    bool has_before = p.y % 2 == 0 ? row > 0 : column > 0;
    bool has_after = p.y % 2 == 0 ? row < rows : column < columns;
    return (dots_edge){
        {(uint8_t)(has_before ? before : DOTS_GROUND), (uint8_t)(has_after ? after : DOTS_GROUND)}};
}

/* How early a line cuts the grid: 0 for lines across the middle of the longer side, 1 across the
 * middle of the shorter side, 2 for other inner lines, 3 for border lines. With an odd number of
 * boxes there are two rows of lines next to the middle.
 */
static uint8_t cut_of_line(int rows, int columns, int line) {
    struct half_grid_point p = point_of_line(columns, line);
    int off_row = p.y > rows ? p.y - rows : rows - p.y;
    int off_column = p.x > columns ? p.x - columns : columns - p.x;
    bool is_vertical = p.y % 2 != 0;
    bool is_inner = is_vertical ? p.x > 0 && p.x < 2 * columns : p.y > 0 && p.y < 2 * rows;
    if (!is_inner || (is_vertical ? off_column : off_row) > 1) {
        return is_inner ? 2 : 3;
    }
    return is_vertical == (columns >= rows) ? 0 : 1;
}

dots_graph_error dots_graph_from_grid(dots_graph *graph, int rows, int columns,
                                      const uint64_t drawn[DOTS_GRID_WORDS]) {
    memset(graph, 0, sizeof *graph);
    if (rows < 1 || rows > DOTS_GRID_MAX || columns < 1 || columns > DOTS_GRID_MAX) {
        return DOTS_GRAPH_BAD_SIZE;
    }
    dots_edge lines[DOTS_MAX_LINES];
    uint16_t grid_line[DOTS_MAX_LINES];
    uint8_t open_number[64 * DOTS_GRID_WORDS];
    int count = 0;
    for (int line = 0; line < grid_line_count(rows, columns); line++) {
        if (is_drawn(drawn, line)) {
            continue;
        }
        if (count == DOTS_MAX_LINES) {
            return DOTS_GRAPH_TOO_MANY_LINES;
        }
        lines[count] = grid_line_ends(rows, columns, line);
        open_number[line] = (uint8_t)count;
        grid_line[count++] = (uint16_t)line;
    }
    uint8_t symmetries[DOTS_MAX_SYMMETRIES][DOTS_MAX_LINES] = {{0}};
    int symmetry_count = 0;
    for (int s = 1; s < (rows == columns ? 8 : 4); s++) {
        if (!keeps_drawn_set(rows, columns, s, drawn)) {
            continue;
        }
        for (int i = 0; i < count; i++) {
            symmetries[symmetry_count][i] = open_number[grid_image(rows, columns, s, grid_line[i])];
        }
        symmetry_count++;
    }
    dots_graph_error error =
        dots_graph_from_lines(graph, rows * columns, count, lines, symmetry_count,
                              (const uint8_t(*)[DOTS_MAX_LINES])symmetries);
    memcpy(graph->grid_line, grid_line, (size_t)count * sizeof grid_line[0]);
    for (int i = 0; i < count; i++) {
        graph->cut[i] = cut_of_line(rows, columns, grid_line[i]);
    }
    return error;
}
