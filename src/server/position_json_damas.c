#include "games/damas/moves.h"
#include "games/damas/notation.h"
#include "server/position_json.h"

/* A square in the variant's notation: a number, or a text such as "c3". */
static json_t *square_json(const damas_variant *v, int bit) {
    char word[8];
    text t = text_over(word, sizeof word);
    damas_write_square(v, bit, &t);
    uint64_t number;
    scan s = scan_string(word);
    if (!v->algebraic && scan_number(&s, 1, DAMAS_SQUARES, &number))
        return json_integer((json_int_t)number);
    return json_string(word);
}

static json_t *squares_json(const damas_variant *v, damas_set set) {
    json_t *all = json_array();
    while (set) json_array_append_new(all, square_json(v, bits_take(&set)));
    return all;
}

static json_t *pieces_json(const damas_rules *r, const damas_position *p) {
    json_t *pieces = json_array();
    for (int side = 0; side < 2; side++)
        for (damas_set set = damas_of(&p->board, side); set;) {
            int bit = bits_take(&set);
            json_array_append_new(pieces,
                                  json_pack("{s:o, s:i, s:i, s:i, s:b}", "square",
                                            square_json(r->variant, bit), "row", damas_row(bit),
                                            "column", damas_column(r->variant, bit), "seat", side,
                                            "king", (int)(p->board.king[side] >> bit & 1)));
        }
    return pieces;
}

/* Rows from the top, 0 for squares that are not used. */
static json_t *numbering_json(const damas_variant *v) {
    json_t *rows = json_array();
    for (int row = 0; row < 8; row++) {
        json_t *cells = json_array();
        for (int column = 0; column < 8; column++) json_array_append_new(cells, json_integer(0));
        json_array_append_new(rows, cells);
    }
    for (int square = 0; square < DAMAS_SQUARES; square++) {
        int bit = damas_bit_of(square);
        json_array_set_new(json_array_get(rows, (size_t)damas_row(bit)),
                           (size_t)damas_column(v, bit), square_json(v, bit));
    }
    return rows;
}

static void add(const position_look *l, const game_position *view, json_t *state) {
    const damas_rules *r = damas_rules_of(l->game->rules);
    const damas_position *p = damas_seen(view);
    char must[400];
    text t = text_over(must, sizeof must);
    json_object_set_new(state, "size", json_integer(8));
    json_object_set_new(state, "pieces", pieces_json(r, p));
    json_object_set_new(state, "numbering", numbering_json(r->variant));
    if (p->touched) json_object_set_new(state, "touched", square_json(r->variant, p->touched - 1));
    if (l->verdict || p->end != DAMAS_GOES_ON) return;
    damas_write_obligation(r, p, &t);
    if (t.length) json_object_set_new(state, "must", json_string(must));
}

static const char *kind_of(damas_move m) {
    if (m & DAMAS_MOVE_HUFF) return "huff";
    if (m & DAMAS_MOVE_TOUCH) return "touch";
    return damas_captured(m) ? "capture" : "move";
}

static void add_move(const game_rules *rules, const game_position *view, game_move m,
                     json_t *move) {
    const damas_rules *r = damas_rules_of(rules);
    const damas_position *p = damas_seen(view);
    int squares[DAMAS_PATH_MAX] = {damas_from(m), damas_to(m)}, count = 2;
    if (m & (DAMAS_MOVE_HUFF | DAMAS_MOVE_TOUCH)) count = 1;
    else if (damas_captured(m))
        count = damas_path(r->flags, &p->board, p->side, m, NULL, 0, squares);
    json_t *path = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(path, square_json(r->variant, squares[i]));
    json_object_set_new(move, "from", square_json(r->variant, damas_from(m)));
    json_object_set_new(move, "to",
                        square_json(r->variant, m & DAMAS_MOVE_HUFF ? damas_from(m) : damas_to(m)));
    json_object_set_new(move, "path", path);
    json_object_set_new(move, "captured", squares_json(r->variant, damas_captured(m)));
    json_object_set_new(move, "kind", json_string(kind_of(m)));
}

const position_writer position_json_damas = {"damas", add, add_move, NULL};
