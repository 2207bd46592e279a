#include "games/dots/picture.h"

#include "games/dots/notation.h"

enum { NO_LABEL = INT16_MIN };

/* What the pieces of the picture look like. */
typedef struct strokes {
    const char *dot, *across, *up;
} strokes;

static const strokes ascii = {"+", "-", "|"};
static const strokes lines = {"\u2022", "\u2500", "\u2502"};

static const char seat_colours[2][8] = {"\033[34m", "\033[31m"};

typedef struct canvas {
    const dots_rules *rules;
    const dots_position *position;
    game_style style;
    const int16_t *labels;
    const strokes *strokes;
    size_t inside; /* characters between two dots of a row */
    size_t margin; /* characters on each side of a vertical line that its label may use */
    text *text;
} canvas;

size_t dots_picture_bytes(const dots_rules *r) {
    /* Two rows of text for each row of boxes; a piece takes at most a colour, 7 strokes of 3 bytes
     * and the end of the colour. */
    size_t pieces = (size_t)(2 * r->columns + 3);
    return (size_t)(2 * r->rows + 3) * pieces * 40 + 64;
}

static void add_coloured(const canvas *c, const char *colour, const char *s, size_t times) {
    if (c->style.colour && colour) text_add(c->text, colour);
    text_add_repeat(c->text, s, times);
    if (c->style.colour && colour) text_add(c->text, "\033[0m");
}

static bool is_last(const canvas *c, int line) { return c->style.last == dots_move_of(line); }

static int label_of(const canvas *c, int line) {
    return c->labels && !dots_drawn(c->position, line) ? c->labels[line] : NO_LABEL;
}

/* Writes a number centred in `width` characters. */
static void add_label(const canvas *c, int label, size_t width) {
    char digits[8];
    text t = text_over(digits, sizeof digits);
    text_addf(&t, "%s%d", label > 0 ? "+" : "", label);
    size_t left = width > t.length ? (width - t.length + 1) / 2 : 0;
    text_add_repeat(c->text, " ", left);
    add_coloured(c, label > 0 ? "\033[32m" : label < 0 ? "\033[35m" : "\033[36m", digits, 1);
    text_add_repeat(c->text, " ", width > left + t.length ? width - left - t.length : 0);
}

static void add_dots_row(const canvas *c, int row) {
    int line = row * (2 * c->rules->columns + 1);
    text_addf(c->text, "%c ", dots_coordinate(c->rules->rows + 1 - row));
    for (int column = 0; column < c->rules->columns; column++, line++) {
        text_add(c->text, c->strokes->dot);
        if (label_of(c, line) != NO_LABEL) add_label(c, label_of(c, line), c->inside);
        else if (!dots_drawn(c->position, line)) text_add_repeat(c->text, " ", c->inside);
        else add_coloured(c, is_last(c, line) ? "\033[1;33m" : NULL, c->strokes->across, c->inside);
    }
    text_add(c->text, c->strokes->dot);
    text_add_char(c->text, '\n');
}

/* Writes the owner of a box, or blanks, in `width` characters. */
static void add_owner(const canvas *c, int box, size_t width) {
    int owner = bits_has(c->position->won[0], (size_t)box)   ? 0
                : bits_has(c->position->won[1], (size_t)box) ? 1
                                                             : GAME_NOBODY;
    if (owner == GAME_NOBODY) {
        text_add_repeat(c->text, " ", width);
        return;
    }
    size_t left = width / 2;
    text_add_repeat(c->text, " ", left);
    add_coloured(c, seat_colours[owner], owner == 0 ? "1" : "2", 1);
    text_add_repeat(c->text, " ", width - left - 1);
}

/* With labels a vertical line is wider, so that "-12" fits in its place; the boxes and the row
 * label are narrower by as much. */
static void add_boxes_row(const canvas *c, int row) {
    int columns = c->rules->columns, line = row * (2 * columns + 1) + columns;
    size_t margin = c->margin;
    text_add_repeat(c->text, " ", 2 - margin);
    for (int column = 0; column <= columns; column++, line++) {
        int label = label_of(c, line);
        if (label != NO_LABEL) {
            add_label(c, label, 1 + 2 * margin);
        } else {
            text_add_repeat(c->text, " ", margin);
            if (!dots_drawn(c->position, line)) text_add_char(c->text, ' ');
            else add_coloured(c, is_last(c, line) ? "\033[1;33m" : NULL, c->strokes->up, 1);
            if (column < columns) text_add_repeat(c->text, " ", margin);
        }
        if (column < columns) add_owner(c, row * columns + column, c->inside - 2 * margin);
    }
    text_add_char(c->text, '\n');
}

void dots_picture(const game_rules *rules, const game_position *position, game_style style,
                  text *t) {
    const dots_rules *r = dots_rules_of(rules);
    int16_t labels[DOTS_LINES_MAX];
    canvas c = {.rules = r,
                .position = (const dots_position *)(const void *)position,
                .style = style,
                .strokes = style.ascii ? &ascii : &lines,
                .inside = 3,
                .text = t};
    if (style.label_count) {
        for (int line = 0; line < r->lines; line++) labels[line] = NO_LABEL;
        c.labels = labels;
        c.inside = 5;
        c.margin = 1;
    }
    for (size_t i = 0; i < style.label_count; i++) {
        int number = style.labels[i].number;
        if (style.labels[i].move == DOTS_PASS) continue;
        labels[dots_line_of(style.labels[i].move)] = (int16_t)number;
        if (number > -100 && number < 100) continue;
        c.inside = 7;
        c.margin = 2;
    }
    for (int row = 0; row < r->rows; row++) {
        add_dots_row(&c, row);
        add_boxes_row(&c, row);
    }
    add_dots_row(&c, r->rows);
    text_add(t, "  ");
    for (int x = 1; x <= r->columns + 1; x++) {
        text_add_char(t, dots_coordinate(x));
        text_add_repeat(t, " ", x <= r->columns ? c.inside : 0);
    }
    text_add_char(t, '\n');
}
