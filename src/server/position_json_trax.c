#include <stdlib.h>
#include <string.h>

#include "games/trax/board.h"
#include "server/position_json.h"

static const trax_position *seen(const game_position *p) {
    return (const trax_position *)(const void *)p;
}

/* The two sides that white joins; a tile's bits are the black ones. */
static const char *white_of(unsigned tile) {
    switch (~tile & 15) {
    case TRAX_UP | TRAX_DOWN: return "NS";
    case TRAX_LEFT | TRAX_RIGHT: return "EW";
    case TRAX_UP | TRAX_RIGHT: return "NE";
    case TRAX_DOWN | TRAX_RIGHT: return "SE";
    case TRAX_DOWN | TRAX_LEFT: return "SW";
    default: return "NW";
    }
}

typedef struct spot {
    int x, y;
} spot;

/* Coordinates count from the first tile laid, so that they stay the same when the board grows. */
static spot spot_of(const trax_position *p, unsigned cell) {
    trax_label at = trax_label_of(p, cell);
    trax_label first = trax_label_of(p, p->tiles ? p->laid[0] : TRAX_START);
    return (spot){at.column - first.column, at.row - first.row};
}

static json_t *tile_json(const trax_position *p, unsigned cell) {
    spot at = spot_of(p, cell);
    return json_pack("{s:i, s:i, s:s}", "x", at.x, "y", at.y, "white", white_of(p->tile[cell]));
}

static json_t *tiles_json(const trax_position *p) {
    json_t *tiles = json_array();
    for (unsigned i = 0; i < p->tiles; i++) {
        json_t *tile = tile_json(p, p->laid[i]);
        json_object_set_new(tile, "forced", json_boolean(i > p->last_turn));
        json_object_set_new(tile, "last", json_boolean(i == p->last_turn));
        json_array_append_new(tiles, tile);
    }
    return tiles;
}

static json_t *win_json(const trax_position *p) {
    uint16_t cells[TRAX_CELLS];
    int count = trax_winning_track(p, cells), winner = trax_winner(p);
    if (count == 0) return NULL;
    json_t *tiles = json_array();
    for (int i = 0; i < count; i++) {
        spot at = spot_of(p, cells[i]);
        json_array_append_new(tiles, json_pack("[i, i]", at.x, at.y));
    }
    return json_pack("{s:s, s:i, s:o}", "kind", p->loops >> winner & 1 ? "loop" : "line", "seat",
                     winner, "tiles", tiles);
}

static void add(const position_look *l, const game_position *view, json_t *state) {
    (void)l;
    const trax_position *p = seen(view);
    spot corner = p->tiles ? spot_of(p, p->corner) : (spot){0, 0};
    json_object_set_new(state, "tiles", tiles_json(p));
    json_object_set_new(state, "box",
                        json_pack("{s:i, s:i, s:i, s:i}", "x", corner.x, "y", corner.y, "columns",
                                  p->tiles ? p->width : 0, "rows", p->tiles ? p->height : 0));
    json_t *win = win_json(p);
    if (win) json_object_set_new(state, "win", win);
}

/* The first tile's place is the origin, wherever the position puts it. */
static void add_move(const game_rules *rules, const game_position *view, game_move m,
                     json_t *move) {
    const trax_rules *r = trax_rules_of(rules);
    trax_position *p = malloc(sizeof *p);
    trax_undo undo;
    if (!p) return;
    memcpy(p, view, sizeof *p);
    trax_move turn = trax_from_contract(p, m);
    spot at = spot_of(p, trax_move_cell(turn));
    json_t *places = json_array();
    if (trax_play(r, p, turn, &undo))
        for (unsigned i = undo.tiles + 1u; i < p->tiles; i++)
            json_array_append_new(places, tile_json(p, p->laid[i]));
    json_object_set_new(move, "x", json_integer(at.x));
    json_object_set_new(move, "y", json_integer(at.y));
    json_object_set_new(move, "white", json_string(white_of(trax_move_tile(turn))));
    json_object_set_new(move, "places", places);
    free(p);
}

const position_writer position_json_trax = {"trax", add, add_move, NULL};
