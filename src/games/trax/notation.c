#include "games/trax/notation.h"

#include <string.h>

#include "games/trax/board.h"

char trax_shape(unsigned tile) {
    return tile == 5 || tile == 10 ? '+' : tile == 6 || tile == 9 ? '/' : '\\';
}

void trax_write_column(int column, text *t) {
    char letters[8];
    int count = 0;
    if (column == 0) text_add_char(t, '@');
    for (; column > 0; column = (column - 1) / 26)
        letters[count++] = (char)('A' + (column - 1) % 26);
    while (count > 0) text_add_char(t, letters[--count]);
}

bool trax_read_column(scan *s, int most, int *column) {
    if (scan_char(s, '@')) {
        *column = 0;
        return true;
    }
    int number = 0;
    for (char c; (c = scan_peek(s)) != '\0' && number <= most; s->at++) {
        if (c >= 'A' && c <= 'Z') number = number * 26 + (c - 'A') + 1;
        else if (c >= 'a' && c <= 'z') number = number * 26 + (c - 'a') + 1;
        else break;
    }
    *column = number;
    return number > 0 && number <= most;
}

void trax_write_move(const game_rules *rules, const game_position *before, game_move move,
                     text *t) {
    (void)rules;
    (void)before;
    trax_write_column((int)(move >> 4 & 127), t);
    text_addf(t, "%d%c", (int)(move >> 11), trax_shape((unsigned)(move & 15)));
}

/* The tile of that shape that fits, or 0. */
static unsigned tile_of_shape(unsigned edges, char shape) {
    for (uint64_t fitting = trax_fitting[edges]; fitting;) {
        unsigned tile = (unsigned)bits_take(&fitting);
        if (trax_shape(tile) == shape) return tile;
    }
    return 0;
}

static bool not_a_turn(const char *word, error *e) {
    return error_code(
        e, "trax-not-a-turn",
        "'%.40s' is not a turn: write column, row and shape, as in @0/ or B2+ (shapes "
        "are / \\ +)",
        word);
}

static bool read_first(const char *word, trax_label at, char shape, game_move *move, error *e) {
    if (at.row != 0 || at.column != 0 || shape == '\\')
        return error_code(e, "trax-first-turn", "%s: the first turn is @0/ or @0+", word);
    *move = shape == '/' ? 6 : 5;
    return true;
}

static bool check_place(const trax_rules *r, const trax_position *p, const char *word,
                        trax_label at, error *e) {
    if (at.row > p->height + 1 || at.column > p->width + 1)
        return error_code(e, "trax-too-far",
                          "%s: too far out: tiles lie in %d column%s and %d row%s", word, p->width,
                          p->width == 1 ? "" : "s", p->height, p->height == 1 ? "" : "s");
    unsigned cell = trax_cell_at(p, at);
    if (p->tile[cell]) return error_code(e, "trax-taken", "%s: a tile lies there already", word);
    if (!p->edges[cell])
        return error_code(e, "trax-no-neighbour", "%s: no tile lies beside that space", word);
    if (!trax_within(r, p, cell))
        return error_code(e, "trax-beyond", "%s: beyond the eight columns and rows of this variant",
                          word);
    return true;
}

bool trax_read_move(const game_rules *rules, const game_position *position, const char *word,
                    game_move *move, error *e) {
    const trax_rules *r = trax_rules_of(rules);
    const trax_position *p = (const trax_position *)(const void *)position;
    scan s = scan_string(word);
    trax_label at;
    uint64_t row;
    if (!trax_read_column(&s, 9999, &at.column) || !scan_number(&s, 0, 9999, &row))
        return not_a_turn(word, e);
    char shape = scan_peek(&s);
    if (shape != '/' && shape != '\\' && shape != '+') return not_a_turn(word, e);
    s.at++;
    if (!scan_done(&s)) return not_a_turn(word, e);
    at.row = (int)row;
    if (trax_over(r, p)) return error_code(e, "trax-over", "%s: the game is over", word);
    if (p->tiles == 0) return read_first(word, at, shape, move, e);
    if (!check_place(r, p, word, at, e)) return false;
    unsigned cell = trax_cell_at(p, at), tile = tile_of_shape(p->edges[cell], shape);
    if (tile == 0)
        return error_code(e, "trax-colours", "%s: the colours do not fit with the tiles beside it",
                          word);
    uint8_t edges[TRAX_CELLS];
    memcpy(edges, p->edges, sizeof edges);
    if (!trax_legal(edges, cell, tile))
        return error_code(e, "trax-forced",
                          "%s: illegal: the forced tiles lead three tracks of a colour into "
                          "one space",
                          word);
    *move = trax_to_contract(p, trax_move_at(cell, tile));
    return true;
}

size_t trax_position_text_bytes(void) { return TRAX_SIDE_MAX * (TRAX_SIDE_MAX + 1) + 8; }

void trax_write_position(const game_rules *rules, const game_position *position, text *t) {
    (void)rules;
    const trax_position *p = (const trax_position *)(const void *)position;
    if (p->tiles == 0) text_add_char(t, '-');
    trax_label at;
    for (at.row = 1; at.row <= p->height; at.row++) {
        if (at.row > 1) text_add_char(t, '/');
        for (at.column = 1; at.column <= p->width; at.column++) {
            unsigned tile = p->tile[trax_cell_at(p, at)];
            if (tile == 0) text_add_char(t, '.');
            else text_addf(t, "%x", tile);
        }
    }
    text_add(t, p->mover == TRAX_WHITE ? " W" : " B");
}

/* The rows as they are read, with a ring of spaces around them. */
enum { GRID = TRAX_SIDE_MAX + 2 };

typedef struct sheet {
    uint8_t tile[GRID][GRID];
    int rows, columns, tiles;
    int top, bottom, left, right; /* of the tiles */
} sheet;

static int tile_of_digit(char c) {
    switch (c) {
    case '3': return 3;
    case '5': return 5;
    case '6': return 6;
    case '9': return 9;
    case 'a':
    case 'A': return 10;
    case 'c':
    case 'C': return 12;
    default: return 0;
    }
}

static void note_tile(sheet *g, int row, int column, int tile) {
    g->tile[row][column] = (uint8_t)tile;
    if (g->tiles++ == 0) {
        g->top = g->bottom = row;
        g->left = g->right = column;
    }
    g->bottom = row;
    if (column < g->left) g->left = column;
    if (column > g->right) g->right = column;
}

static bool read_rows(scan *s, sheet *g, error *e) {
    int row = 1, column = 0;
    if (scan_char(s, '-')) return true;
    for (char c; (c = scan_peek(s)) > ' '; s->at++) {
        if (c == '/') {
            if (++row > TRAX_SIDE_MAX)
                return error_set(e, "position: more than %d rows", TRAX_SIDE_MAX);
            column = 0;
            continue;
        }
        int tile = tile_of_digit(c);
        if (!tile && c != '.')
            return error_set(e, "position: '%c' in row %d: a tile is 3, 5, 6, 9, a or c, a space .",
                             c, row);
        if (++column > TRAX_SIDE_MAX)
            return error_set(e, "position: row %d has more than %d columns", row, TRAX_SIDE_MAX);
        if (tile) note_tile(g, row, column, tile);
    }
    return true;
}

/* The tracks that lead into a space or tile from its neighbours. */
static unsigned edges_at(const sheet *g, int row, int column) {
    unsigned up = g->tile[row - 1][column], right = g->tile[row][column + 1];
    unsigned down = g->tile[row + 1][column], left = g->tile[row][column - 1], edges = 0;
    if (up) edges |= TRAX_UP * (up & TRAX_DOWN ? 16u : 1u);
    if (right) edges |= TRAX_RIGHT * (right & TRAX_LEFT ? 16u : 1u);
    if (down) edges |= TRAX_DOWN * (down & TRAX_UP ? 16u : 1u);
    if (left) edges |= TRAX_LEFT * (left & TRAX_RIGHT ? 16u : 1u);
    return edges;
}

static bool check_colours(const sheet *g, error *e) {
    for (int row = 1; row <= TRAX_SIDE_MAX; row++) {
        for (int column = 1; column <= TRAX_SIDE_MAX; column++) {
            unsigned tile = g->tile[row][column], edges = edges_at(g, row, column);
            if (tile && !(trax_fitting[edges] >> tile & 1))
                return error_code(e, "trax-set-colours",
                                  "position: row %d, column %d: the tile's colours do not fit with "
                                  "those beside it",
                                  row, column);
            if (!tile && trax_forced[edges])
                return error_code(e, "trax-set-forced",
                                  "position: row %d, column %d: a forced tile is missing", row,
                                  column);
        }
    }
    return true;
}

/* The number of tiles connected with the first one. */
static int connected(const sheet *g) {
    bool reached[GRID][GRID] = {{false}};
    uint16_t stack[TRAX_SIDE_MAX * TRAX_SIDE_MAX];
    int depth = 0, count = 0, column = 1;
    while (!g->tile[g->top][column]) column++;
    stack[depth++] = (uint16_t)(g->top * GRID + column);
    reached[g->top][column] = true;
    while (depth > 0) {
        int at = stack[--depth], steps[4] = {-GRID, 1, GRID, -1};
        count++;
        for (int i = 0; i < 4; i++) {
            int next = at + steps[i], y = next / GRID, x = next % GRID;
            if (!g->tile[y][x] || reached[y][x]) continue;
            reached[y][x] = true;
            stack[depth++] = (uint16_t)next;
        }
    }
    return count;
}

static bool check_sheet(const trax_rules *r, const sheet *g, error *e) {
    if (g->tiles == 0) return true;
    int height = g->bottom - g->top + 1, width = g->right - g->left + 1;
    if (r->variant == TRAX_8X8 && (height > TRAX_SMALL_SIDE || width > TRAX_SMALL_SIDE))
        return error_code(e, "trax-set-size",
                          "position: %d rows and %d columns, this variant has eight at most",
                          height, width);
    if (g->tiles > TRAX_TILES_MAX)
        return error_set(e, "position: %d tiles, at most %d are supported", g->tiles,
                         TRAX_TILES_MAX);
    if (!check_colours(g, e)) return false;
    if (connected(g) != g->tiles)
        return error_code(e, "trax-set-apart", "position: the tiles are not all connected");
    unsigned only = g->tile[g->top][g->left];
    if (g->tiles == 1 && only != 5 && only != 6)
        return error_code(e, "trax-set-single",
                          "position: a single tile is 5 or 6, as the first turn is @0+ or @0/");
    return true;
}

static bool read_mover(scan *s, const sheet *g, uint8_t *mover, error *e) {
    *mover = g->tiles == 1 ? TRAX_BLACK : TRAX_WHITE;
    scan_blanks(s);
    if (scan_done(s)) return true;
    char c = scan_peek(s);
    if (c != 'W' && c != 'w' && c != 'B' && c != 'b')
        return error_set(e, "position: '%.20s' must be the seat on turn, W or B", s->at);
    uint8_t chosen = c == 'B' || c == 'b' ? TRAX_BLACK : TRAX_WHITE;
    s->at++;
    scan_blanks(s);
    if (!scan_done(s)) return error_set(e, "position: '%.20s' is one field too many", s->at);
    if (g->tiles < 2 && chosen != *mover)
        return g->tiles
                   ? error_code(e, "trax-set-black", "position: with one tile it is Black's turn")
                   : error_code(e, "trax-set-white", "position: with no tile it is White's turn");
    *mover = chosen;
    return true;
}

bool trax_read_position(const game_rules *rules, const char *source, game_position *position,
                        error *e) {
    const trax_rules *r = trax_rules_of(rules);
    sheet g = {.rows = 0};
    uint8_t mover;
    scan s = scan_string(source);
    scan_blanks(&s);
    if (scan_done(&s)) return error_set(e, "position: it is empty; the empty board is written -");
    if (!read_rows(&s, &g, e) || !check_sheet(r, &g, e) || !read_mover(&s, &g, &mover, e))
        return false;
    trax_position *p = (trax_position *)(void *)position;
    trax_start(p);
    if (g.tiles > 0) {
        p->height = (uint16_t)(g.bottom - g.top + 1);
        p->width = (uint16_t)(g.right - g.left + 1);
    }
    for (int row = g.top; row <= g.bottom; row++)
        for (int column = g.left; column <= g.right; column++)
            if (g.tile[row][column])
                trax_lay(p, trax_cell_at(p, (trax_label){row - g.top + 1, column - g.left + 1}),
                         g.tile[row][column]);
    memset(p->laid + p->tiles, 0, sizeof p->laid - p->tiles * sizeof *p->laid);
    memset(p->frontier + p->frontier_count, 0,
           sizeof p->frontier - p->frontier_count * sizeof *p->frontier);
    if (r->variant == TRAX_LOOP) p->lines = 0;
    p->last_turn = p->tiles;
    p->mover = mover;
    return true;
}
