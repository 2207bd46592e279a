#include "games/damas/picture.h"

#include "games/damas/notation.h"

typedef struct canvas {
    const damas_rules *rules;
    const damas_position *position;
    game_style style;
    damas_set marked; /* squares of the last move */
    int cell;         /* the width of a square */
    text *text;
} canvas;

#define BACK_LAST  "\033[48;5;172m"
#define BACK_FIELD "\033[48;5;137m"
#define BACK_OTHER "\033[48;5;236m"
#define INK_WHITE  "\033[38;5;231;1m"
#define INK_BLACK  "\033[38;5;16;1m"
#define INK_NUMBER "\033[38;5;235m"
#define INK_THIN   "\033[22m"
#define INK_END    "\033[0m"

enum { CELL = 5, NARROW_CELL = 4, FRAME = 7 };

static const char *piece_at(const canvas *c, int bit, bool *white) {
    /* White's man and king, then Black's; in colour the ink tells the sides apart. */
    static const char *const plain[2][2] = {{"w", "W"}, {"b", "B"}};
    static const char *const signs[2][2] = {{"\u25cb", "\u2654"}, {"\u25cf", "\u265b"}};
    const damas_board *b = &c->position->board;
    damas_set square = damas_one(bit);
    for (int side = 0; side < 2; side++) {
        if (!(damas_of(b, side) & square)) continue;
        *white = damas_side_name(c->rules, side)[0] == 'W';
        bool king = (b->king[side] & square) != 0;
        if (c->style.ascii) return plain[!*white][king];
        return signs[c->style.colour || !*white][king];
    }
    return NULL;
}

/* The bit of a playing square as drawn, or -1. */
static int bit_drawn(const canvas *c, int row, int column) {
    if (c->style.turned) row = 7 - row, column = 7 - column;
    for (int s = (7 - row) * 4; s < (8 - row) * 4; s++)
        if (damas_column(c->rules->variant, damas_bit_of(s)) == column) return damas_bit_of(s);
    return -1;
}

/* A square shows its piece and its number, as moves are written by numbers (algebraic names can be
 * read off the edge). The squares of the last move are marked on both sides, or in a narrow window
 * on the left. */
static void add_square(const canvas *c, int row, int column) {
    int bit = bit_drawn(c, row, column);
    bool colour = c->style.colour, white = false;
    if (bit < 0) {
        if (colour) text_add(c->text, BACK_OTHER);
        text_add_repeat(c->text, c->style.ascii || colour ? " " : "\u2591", (size_t)c->cell);
        if (colour) text_add(c->text, INK_END);
        return;
    }
    bool last = (c->marked & damas_one(bit)) != 0, named = !c->rules->variant->algebraic;
    const char *piece = piece_at(c, bit, &white);
    char name[8] = "";
    text t = text_over(name, sizeof name);
    if (named || !piece) damas_write_square(c->rules->variant, bit, &t);
    if (colour) text_add(c->text, last ? BACK_LAST : BACK_FIELD);
    text_add_char(c->text, last && !colour ? '[' : ' ');
    if (colour && piece) text_add(c->text, white ? INK_WHITE : INK_BLACK);
    text_add(c->text, piece ? piece : " ");
    if (colour) text_add(c->text, piece ? INK_THIN INK_NUMBER : INK_NUMBER);
    text_addf(c->text, "%-2s", name);
    if (c->cell == CELL) text_add_char(c->text, last && !colour ? ']' : ' ');
    if (colour) text_add(c->text, INK_END);
}

static void add_edge(const canvas *c, const char *left, const char *right) {
    text_addf(c->text, "   %s", c->style.ascii ? "+" : left);
    text_add_repeat(c->text, c->style.ascii ? "-" : "\u2500", 8 * (size_t)c->cell);
    text_addf(c->text, "%s\n", c->style.ascii ? "+" : right);
}

static void add_columns(const canvas *c) {
    text_add(c->text, "    ");
    for (int column = 0; column < 8; column++) {
        int shown = c->style.turned ? 7 - column : column;
        text_addf(c->text, " %c", (c->rules->variant->algebraic ? 'a' : '0') + shown);
        text_add_repeat(c->text, " ", (size_t)c->cell - 2);
    }
    text_add_char(c->text, '\n');
}

static void add_state(const canvas *c) {
    const damas_position *p = c->position;
    const char *name = damas_side_name(c->rules, p->side);
    if (p->end == DAMAS_GOES_ON) {
        char duty[200];
        text t = text_over(duty, sizeof duty);
        damas_write_obligation(c->rules, p, &t);
        if (t.length) text_addf(c->text, "%s %s\n", name, duty);
    }
    if (p->huffable) {
        text_addf(c->text, "%s may huff:", name);
        for (damas_set s = p->huffable; s;) {
            text_add_char(c->text, ' ');
            damas_write_square(c->rules->variant, bits_take(&s), c->text);
        }
        text_add_char(c->text, '\n');
    }
    if (p->leg) text_addf(c->text, "%s's king must capture again\n", name);
}

void damas_picture(const game_rules *rules, const game_position *position, game_style style,
                   text *t) {
    canvas c = {.rules = damas_rules_of(rules),
                .position = damas_seen(position),
                .style = style,
                .cell = style.columns && style.columns < FRAME + 8 * CELL ? NARROW_CELL : CELL,
                .text = t};
    if (style.last) c.marked = damas_one(damas_from(style.last)) | damas_one(damas_to(style.last));
    bool algebraic = c.rules->variant->algebraic;
    add_columns(&c);
    add_edge(&c, "\u250c", "\u2510");
    for (int row = 0; row < 8; row++) {
        int from_top = style.turned ? 7 - row : row, name = algebraic ? 8 - from_top : from_top;
        text_addf(t, " %d %s", name, style.ascii ? "|" : "\u2502");
        for (int column = 0; column < 8; column++) add_square(&c, row, column);
        text_addf(t, "%s %d\n", style.ascii ? "|" : "\u2502", name);
    }
    add_edge(&c, "\u2514", "\u2518");
    add_columns(&c);
    add_state(&c);
}
