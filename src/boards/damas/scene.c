#include "boards/damas/scene.h"

#include <string.h>

#include "boards/damas/glyph.h"

/* The layout. The cells' corner and size are even, so that the chequered pixels that mix two
 * colours continue from cell to cell. */
enum {
    CELL = 48,
    BOARD_X = 72,
    BOARD_Y = 36,
    BOARD_END_X = BOARD_X + 8 * CELL,
    BOARD_END_Y = BOARD_Y + 8 * CELL,
    FRAME = 4,
    NUMBER = 2, /* scale of the numbers around the board */

    TURN_X = BOARD_X,
    TURN_Y = 447,
    TURN_HEIGHT = 28,
    TURN_BOX_X = TURN_X + 32,
    TURN_BOX_END_X = TURN_BOX_X + 96,

    PANEL_X = 504,
    PANEL_END_X = 624,
    PANEL_Y = 48,
    PANEL_END_Y = 290,
    DIGIT = 6, /* scale of the coordinates */
    DIGIT_WIDTH = 5 * DIGIT,
    DIGIT_HEIGHT = 7 * DIGIT,
    DIGIT_X = PANEL_X + 20,
    DIGIT_STEP = 50,
    FIELD_STEP = 120,
    LABEL_Y = PANEL_Y + 16,
    DIGIT_Y = LABEL_Y + 28,
    CURSOR_Y = DIGIT_Y + DIGIT_HEIGHT + 7,

    END_X = 264,
    END_Y = 445,
    END_END_X = 472,
    END_END_Y = 480,
};

typedef struct box {
    int x, y, end_x, end_y;
} box;

static bool within(const box *b, int x, int y) {
    return x >= b->x && x < b->end_x && y >= b->y && y < b->end_y;
}

/* Two colours, alternating pixel by pixel. */
static uint8_t mix(int x, int y, uint8_t a, uint8_t b) { return (x ^ y) & 1 ? a : b; }

static uint8_t piece_colour(bool white) { return white ? SCENE_GREEN : SCENE_BLUE; }

static int square_of(int x) { return x * x; }

/* A piece around (0, 0); dx and dy in half pixels. `behind` is the background colour. */
static uint8_t piece_pixel(bool white, int x, int y, int dx, int dy, uint8_t behind) {
    uint8_t body = piece_colour(white), light = white ? SCENE_WHITE : SCENE_CYAN;
    int distance = square_of(dx) + square_of(dy);
    if (distance > square_of(38)) {
        bool shadow = square_of(dx - 6) + square_of(dy - 6) <= square_of(38);
        return shadow ? mix(x, y, SCENE_BLACK, behind) : behind;
    }
    if (distance > square_of(35)) return SCENE_BLACK;
    bool lit = dx + dy < 0;
    if (distance > square_of(31)) return lit ? mix(x, y, light, body) : body;
    if (distance > square_of(25) && distance <= square_of(28))
        return lit ? mix(x, y, SCENE_BLACK, body) : mix(x, y, light, body);
    return body;
}

/* A king as two men, one upon the other. */
static uint8_t stack_pixel(bool white, int x, int y, int dx, int dy, uint8_t behind) {
    enum { RAISED = 9 }; /* half pixels */
    bool upper = square_of(dx) + square_of(dy + RAISED) <= square_of(38);
    return piece_pixel(white, x, y, dx, upper ? dy + RAISED : dy - RAISED, behind);
}

static uint8_t cell_pixel(int x, int y, bool playing, uint8_t content, bool stacked) {
    uint8_t square =
        playing ? mix(x, y, SCENE_WHITE, SCENE_YELLOW) : mix(x, y, SCENE_RED, SCENE_BLACK);
    if (!content) return square;
    enum { SCALE = 2, WIDTH = 11 * SCALE, HEIGHT = 9 * SCALE };
    int u = (x - BOARD_X) % CELL, v = (y - BOARD_Y) % CELL;
    int dx = 2 * u - (CELL - 1), dy = 2 * v - (CELL - 1);
    if (content & 4 && stacked) return stack_pixel(content & 2, x, y, dx, dy, square);
    if (content & 4) {
        int crown_x = u - (CELL - WIDTH) / 2, crown_y = v - (CELL - HEIGHT) / 2;
        if (glyph_has(&glyph_crown, crown_x, crown_y, SCALE)) return SCENE_YELLOW;
        if (glyph_has(&glyph_crown, crown_x - 1, crown_y - 1, SCALE) ||
            glyph_has(&glyph_crown, crown_x + 1, crown_y + 1, SCALE))
            return SCENE_BLACK;
    }
    return piece_pixel(content & 2, x, y, dx, dy, square);
}

static uint8_t board_pixel(const scene *s, int x, int y) {
    int row = (y - BOARD_Y) / CELL, column = (x - BOARD_X) / CELL;
    return cell_pixel(x, y, (row + column) % 2 == 0, s->memory[8 * row + column], s->stacked);
}

/* The numbers around the board. */
static bool number_has(int x, int y) {
    enum { WIDTH = 5 * NUMBER, HEIGHT = 7 * NUMBER, GAP = 6 };
    bool beside = y >= BOARD_Y && y < BOARD_END_Y, above = x >= BOARD_X && x < BOARD_END_X;
    if (beside == above) return false;
    int along = beside ? y - BOARD_Y : x - BOARD_X;
    const glyph *g = glyph_of((char)('0' + along / CELL));
    int inside = along % CELL;
    if (beside) {
        int left = x - (BOARD_X - FRAME - GAP - WIDTH), right = x - (BOARD_END_X + FRAME + GAP);
        return glyph_has(g, right < 0 ? left : right, inside - (CELL - HEIGHT) / 2, NUMBER);
    }
    int top = y - (BOARD_Y - FRAME - GAP - HEIGHT), bottom = y - (BOARD_END_Y + FRAME + GAP - 2);
    return glyph_has(g, inside - (CELL - WIDTH) / 2, bottom < 0 ? top : bottom, NUMBER);
}

static const box board_box = {BOARD_X, BOARD_Y, BOARD_END_X, BOARD_END_Y};
static const box frame_box = {BOARD_X - FRAME, BOARD_Y - FRAME, BOARD_END_X + FRAME,
                              BOARD_END_Y + FRAME};
static const box turn_box = {TURN_X, TURN_Y, TURN_BOX_END_X, TURN_Y + TURN_HEIGHT};
static const box panel_box = {PANEL_X, PANEL_Y, PANEL_END_X, PANEL_END_Y};
static const box end_box = {END_X, END_Y, END_END_X, END_END_Y};

static uint8_t turn_pixel(const scene *s, int x, int y) {
    int u = x - TURN_BOX_X, v = y - TURN_Y, last = TURN_BOX_END_X - TURN_BOX_X - 1;
    if (glyph_has(glyph_of('J'), x - TURN_X, v, 4)) return SCENE_WHITE;
    if (u < 0) return SCENE_BLACK;
    bool edge = u < 2 || v < 2 || u > last - 2 || v > TURN_HEIGHT - 3;
    return edge ? SCENE_WHITE : piece_colour(s->white);
}

/* One coordinate: `field` 0 is the origin's, 1 the destination's; place 0 is the row's. */
static bool coordinate_has(const scene *s, int field, int place, int x, int y) {
    uint8_t square = field ? s->destination : s->origin;
    const glyph *g = glyph_of((char)('0' + (place ? square & 7 : square >> 3)));
    return glyph_has(g, x - DIGIT_X - place * DIGIT_STEP, y - DIGIT_Y - field * FIELD_STEP, DIGIT);
}

static uint8_t panel_pixel(const scene *s, int x, int y) {
    int u = x - PANEL_X, v = y - PANEL_Y;
    int field = v >= FIELD_STEP, place = x >= DIGIT_X + DIGIT_STEP;
    bool edge = u < 2 || v < 2 || x >= PANEL_END_X - 2 || y >= PANEL_END_Y - 2;
    if (edge || (v - FIELD_STEP >= 0 && v - FIELD_STEP < 2)) return SCENE_CYAN;
    if (glyph_phrase_has(s->language, field ? GLYPH_TO : GLYPH_FROM, x - DIGIT_X,
                         y - LABEL_Y - field * FIELD_STEP, 14))
        return SCENE_CYAN;
    if (coordinate_has(s, field, place, x, y)) return SCENE_WHITE;
    int cursor_x = x - DIGIT_X - place * DIGIT_STEP, cursor_y = y - CURSOR_Y - field * FIELD_STEP;
    bool under = cursor_x >= 0 && cursor_x < DIGIT_WIDTH && cursor_y >= 0 && cursor_y < 4;
    return under && s->cursor == 1 + 2 * field + place ? SCENE_YELLOW : SCENE_BLACK;
}

/* A piece four fifths as large, with its centre there. */
static uint8_t small_piece_pixel(bool white, int x, int y, int centre_x, int centre_y) {
    int dx = 2 * (x - centre_x) - 1, dy = 2 * (y - centre_y) - 1;
    return piece_pixel(white, x, y, dx * 5 / 4, dy * 5 / 4, SCENE_BLACK);
}

static uint8_t end_pixel(const scene *s, int x, int y) {
    enum { MIDDLE = END_Y + 16, WORD_Y = END_Y + 3, FIRST = END_X + 17, BAR = 44, SECOND = 71 };
    if (s->victory) {
        if (glyph_has(&glyph_cup, x - END_X, y - END_Y - 1, 2)) return SCENE_YELLOW;
        if (glyph_phrase_has(s->language, GLYPH_WINS, x - END_X - 100, y - WORD_Y, 28))
            return mix(x, y, SCENE_WHITE, SCENE_YELLOW);
        return small_piece_pixel(s->white, x, y, END_X + 62, MIDDLE);
    }
    if (!s->draw) return SCENE_BLACK;
    int draw_x = s->language == GLYPH_ENGLISH ? 108 : 100;
    if (glyph_phrase_has(s->language, GLYPH_DRAW, x - END_X - draw_x, y - WORD_Y, 28))
        return SCENE_WHITE;
    int beside = x - END_X - BAR, below = y - MIDDLE;
    bool bar =
        beside >= -8 && beside < 8 && ((below >= -7 && below < -3) || (below >= 3 && below < 7));
    if (bar) return SCENE_YELLOW;
    return small_piece_pixel(beside < 0, x, y, beside < 0 ? FIRST : END_X + SECOND, MIDDLE);
}

uint8_t scene_pixel(const scene *s, int x, int y) {
    if (within(&board_box, x, y)) return board_pixel(s, x, y);
    if (within(&frame_box, x, y)) return SCENE_CYAN;
    if (within(&turn_box, x, y)) return turn_pixel(s, x, y);
    if (within(&panel_box, x, y)) return panel_pixel(s, x, y);
    if (within(&end_box, x, y)) return end_pixel(s, x, y);
    return number_has(x, y) ? SCENE_WHITE : SCENE_BLACK;
}

static void redraw(canvas *c, const scene *s, const box *b) {
    for (int y = b->y; y < b->end_y; y++)
        for (int x = b->x; x < b->end_x; x++) c->pixels[y][x] = scene_pixel(s, x, y);
}

static void redraw_cell(canvas *c, const scene *s, int cell) {
    int x = BOARD_X + cell % 8 * CELL, y = BOARD_Y + cell / 8 * CELL;
    redraw(c, s, &(box){x, y, x + CELL, y + CELL});
}

/* A digit of the panel and its cursor, all within the lines around them. */
static void redraw_coordinate(canvas *c, const scene *s, int field, int place) {
    int x = DIGIT_X + place * DIGIT_STEP, y = DIGIT_Y + field * FIELD_STEP;
    redraw(c, s, &(box){x, y, x + DIGIT_WIDTH, CURSOR_Y + field * FIELD_STEP + 4});
}

void canvas_show(canvas *c, const scene *s) {
    const scene *old = &c->shown;
    if (c->drawn && memcmp(old, s, sizeof *s) == 0) return;
    if (!c->drawn) {
        redraw(c, s, &(box){0, 0, SCENE_WIDTH, SCENE_HEIGHT});
    } else {
        for (int cell = 0; cell < 64; cell++)
            if (old->memory[cell] != s->memory[cell]) redraw_cell(c, s, cell);
        if (old->white != s->white) redraw(c, s, &turn_box);
        if (old->origin != s->origin || old->destination != s->destination ||
            old->cursor != s->cursor)
            for (int i = 0; i < 4; i++) redraw_coordinate(c, s, i / 2, i % 2);
        if (old->victory != s->victory || old->draw != s->draw ||
            (s->victory && old->white != s->white))
            redraw(c, s, &end_box);
    }
    c->shown = *s;
    c->drawn = true;
}
