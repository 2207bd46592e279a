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

/* Places count from the first tile that was laid, so that they stay when the board grows. */
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

/* A track followed from tile to tile. */
typedef struct track {
    const trax_position *position;
    unsigned colour; /* 0 white, 1 black */
    unsigned cell[TRAX_CELLS];
    int count;
    bool loop;
    unsigned exit_cell, exit_side; /* where it leaves the tiles */
} track;

static unsigned sides_of(const track *t, unsigned cell) {
    unsigned tile = t->position->tile[cell];
    return t->colour ? tile : ~tile & 15u;
}

/* Follows it out of `cell` by `side` until it ends or comes back. */
static void follow(track *t, unsigned cell, unsigned side) {
    unsigned start = cell;
    for (t->count = 0, t->loop = false;;) {
        t->cell[t->count++] = cell;
        unsigned next = trax_neighbour(cell, side);
        if (!t->position->tile[next] || t->count == TRAX_CELLS) {
            t->exit_cell = cell;
            t->exit_side = side;
            return;
        }
        if (next == start) {
            t->loop = true;
            return;
        }
        side = sides_of(t, next) & ~trax_opposite(side);
        cell = next;
    }
}

/* Whether the track that was followed from one end goes across the whole box. */
static bool is_line(const track *t, unsigned side) {
    const trax_position *p = t->position;
    trax_label from = trax_label_of(p, t->cell[0]), to = trax_label_of(p, t->exit_cell);
    if (t->exit_side != trax_opposite(side)) return false;
    bool upright = side == TRAX_UP || side == TRAX_DOWN;
    int length = upright ? p->height : p->width;
    int low = upright ? from.row : from.column, high = upright ? to.row : to.column;
    return length >= TRAX_SMALL_SIDE && low + high == length + 1 && low != high &&
           (low == 1 || high == 1);
}

/* Whether the track through this tile wins; then `t` holds it from end to end. */
static bool wins(track *t, unsigned cell) {
    unsigned sides = sides_of(t, cell), one = sides & (0u - sides);
    follow(t, cell, one);
    if (t->loop) return true;
    unsigned back = t->exit_side;
    follow(t, t->exit_cell, sides_of(t, t->exit_cell) & ~back);
    return is_line(t, back);
}

static json_t *win_json(const trax_position *p) {
    int winner = trax_winner(p);
    json_t *win = NULL;
    track *t = winner == GAME_NOBODY ? NULL : malloc(sizeof *t);
    if (!t) return NULL;
    *t = (track){.position = p, .colour = (unsigned)winner};
    for (unsigned i = p->last_turn; i < p->tiles && !win; i++) {
        if (!wins(t, p->laid[i]) || t->loop != ((p->loops >> winner & 1) != 0)) continue;
        json_t *tiles = json_array();
        for (int n = 0; n < t->count; n++) {
            spot at = spot_of(p, t->cell[n]);
            json_array_append_new(tiles, json_pack("[i, i]", at.x, at.y));
        }
        win = json_pack("{s:s, s:i, s:o}", "kind", t->loop ? "loop" : "line", "seat", winner,
                        "tiles", tiles);
    }
    free(t);
    return win;
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

/* The first tile's spot is the origin, wherever the position puts it. */
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
