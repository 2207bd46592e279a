#include "games/trax/picture.h"

#include "games/trax/notation.h"

enum { WIDE = 5, HIGH = 3 };

/* The strokes of each shape, by what a character joins: capital letters for the track through the
 * top, small ones for the other. V vertical   H - level   r right and down   t left and down   l up
 * and right   j up and left */
static const char *const strokes[3][HIGH] = {
    {"  V  ", "--V--", "  V  "}, /* + */
    {" RJ  ", "HJ r-", "  rj "}, /* / */
    {"  LT ", "-t LH", " lt  "}, /* \ */
};

typedef struct pen {
    const char *upright, *level, *right_down, *left_down, *up_right, *up_left, *colour;
} pen;

static const pen pens[2][2] = {
    {{"\u2502", "\u2500", "\u256d", "\u256e", "\u2570", "\u256f", "\033[97m"},
     {"\u2551", "\u2550", "\u2554", "\u2557", "\u255a", "\u255d", "\033[31m"}},
    {{"o", "o", "o", "o", "o", "o", "\033[97m"}, {"#", "#", "#", "#", "#", "#", "\033[31m"}},
};

typedef struct canvas {
    const trax_position *position;
    game_style style;
    text *text;
} canvas;

size_t trax_picture_bytes(void) {
    /* A row of a tile has at most five characters of three bytes and four changes of colour; the
     * largest board is a square. Then the labels and the legend. */
    size_t tiles = TRAX_SIDE_MAX * TRAX_SIDE_MAX, spaces = 4 * (TRAX_SIDE_MAX + 2);
    return (tiles + spaces) * HIGH * 56 + 400 * (TRAX_SIDE_MAX + 4);
}

static const char *stroke_of(const pen *p, char stroke) {
    switch (stroke) {
    case 'V': return p->upright;
    case 'H':
    case '-': return p->level;
    case 'R':
    case 'r': return p->right_down;
    case 'T':
    case 't': return p->left_down;
    case 'L':
    case 'l': return p->up_right;
    default: return p->up_left;
    }
}

static bool through_top(char stroke) { return stroke >= 'A' && stroke <= 'Z'; }

/* The mark of a tile of the last turn, or 0. */
static char mark_of(const canvas *c, unsigned cell) {
    const trax_position *p = c->position;
    if (c->style.last == 0) return 0;
    for (unsigned i = p->last_turn; i < p->tiles; i++)
        if (p->laid[i] == cell) return i == p->last_turn ? '*' : '!';
    return 0;
}

static void add_coloured(const canvas *c, const char *colour, const char *s) {
    if (c->style.colour) text_add(c->text, colour);
    text_add(c->text, s);
    if (c->style.colour) text_add(c->text, "\033[0m");
}

static void add_tile_row(const canvas *c, unsigned cell, unsigned tile, int row) {
    char shape = trax_shape(tile), mark = row == 0 ? mark_of(c, cell) : 0;
    const char *drawing = strokes[shape == '+' ? 0 : shape == '/' ? 1 : 2][row];
    unsigned top = tile & TRAX_UP ? TRAX_BLACK : TRAX_WHITE;
    for (int i = 0; i < WIDE; i++) {
        if (i == 0 && mark) {
            char s[2] = {mark, '\0'};
            add_coloured(c, mark == '*' ? "\033[1;33m" : "\033[1;36m", s);
        } else if (drawing[i] == ' ') {
            text_add_char(c->text, ' ');
        } else {
            const pen *p = &pens[c->style.ascii][through_top(drawing[i]) ? top : top ^ 1];
            add_coloured(c, p->colour, stroke_of(p, drawing[i]));
        }
    }
}

static void add_space_row(const canvas *c, unsigned cell, int row) {
    bool dot = row == HIGH / 2 && c->position->edges[cell];
    text_add(c->text, !dot ? "     " : c->style.ascii ? "  .  " : "  \u00b7  ");
}

static void add_column_labels(const canvas *c) {
    text_add(c->text, "    ");
    for (int column = 0; column <= c->position->width + 1; column++) {
        char name[8];
        text t = text_over(name, sizeof name);
        trax_write_column(column, &t);
        text_addf(c->text, "  %-3s", name);
    }
    text_add_char(c->text, '\n');
}

static void add_legend(const canvas *c) {
    const trax_position *p = c->position;
    if (c->style.last == 0 || p->last_turn >= p->tiles) return;
    text_add(c->text, "    * the tile laid last");
    int forced = p->tiles - p->last_turn - 1;
    if (forced > 0) text_addf(c->text, ", ! forced by it (%d)", forced);
    text_add_char(c->text, '\n');
}

void trax_picture(const game_rules *rules, const game_position *position, game_style style,
                  text *t) {
    (void)rules;
    const trax_position *p = (const trax_position *)(const void *)position;
    canvas c = {.position = p, .style = style, .text = t};
    add_column_labels(&c);
    trax_label at;
    for (at.row = 0; at.row <= p->height + 1; at.row++) {
        for (int row = 0; row < HIGH; row++) {
            if (row == HIGH / 2) text_addf(t, "%3d ", at.row);
            else text_add(t, "    ");
            for (at.column = 0; at.column <= p->width + 1; at.column++) {
                unsigned cell = trax_cell_at(p, at), tile = p->tile[cell];
                if (tile) add_tile_row(&c, cell, tile, row);
                else add_space_row(&c, cell, row);
            }
            text_add_char(t, '\n');
        }
    }
    add_legend(&c);
}
