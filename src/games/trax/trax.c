#include "games/trax/trax.h"

#include <stdlib.h>

#include "base/hash.h"
#include "games/trax/board.h"
#include "games/trax/notation.h"
#include "games/trax/perft.h"
#include "games/trax/picture.h"

enum { VARIANT, NOMOVE };

static const game_setting settings[] = {
    [VARIANT] =
        {.key = "variant",
         .initial = "unlimited",
         .meaning =
             "the board: unlimited, at most eight rows and columns, or unlimited and only loops win",
         .kind = SETTING_CHOICE,
         .choices = "unlimited 8x8 loop"},
    [NOMOVE] = {.key = "nomove",
                .initial = "modern",
                .meaning = "a player who cannot move wins (modern) or the game is drawn (classic)",
                .kind = SETTING_CHOICE,
                .choices = "modern classic"},
    {0},
};

static bool create(const game_settings *chosen, game_rules **out, error *e) {
    trax_rules *r = calloc(1, sizeof *r);
    if (!r) return error_set(e, "no memory for the rules");
    r->variant = (trax_variant)chosen->value[VARIANT].number;
    r->nomove = (trax_nomove)chosen->value[NOMOVE].number;
    r->rules = (game_rules){.game = &trax_game,
                            .settings = *chosen,
                            .seats = 2,
                            .position_bytes = sizeof(trax_position),
                            .undo_bytes = sizeof(trax_undo),
                            .max_moves = TRAX_MOVES_MAX,
                            .position_text_bytes = trax_position_text_bytes(),
                            .picture_bytes = trax_picture_bytes()};
    *out = &r->rules;
    return true;
}

static void destroy(game_rules *rules) { free(rules); }

static const char *seat_name(const game_rules *rules, int seat) {
    (void)rules;
    return seat == TRAX_WHITE ? "White" : "Black";
}

static trax_position *of(game_position *p) { return (trax_position *)(void *)p; }
static const trax_position *seen(const game_position *p) {
    return (const trax_position *)(const void *)p;
}

static void start(const game_rules *rules, game_position *position) {
    (void)rules;
    trax_start(of(position));
}

static int turn(const game_rules *rules, const game_position *position) {
    const trax_position *p = seen(position);
    return trax_over(trax_rules_of(rules), p) ? GAME_OVER : p->mover;
}

static size_t moves(const game_rules *rules, const game_position *position, int seat,
                    game_move *out) {
    const trax_position *p = seen(position);
    trax_move turns[TRAX_MOVES_MAX];
    if (seat != p->mover || trax_decided(p)) return 0;
    size_t count = trax_list_in_order(trax_rules_of(rules), p, turns);
    for (size_t i = 0; i < count; i++) out[i] = trax_to_contract(p, turns[i]);
    return count;
}

static void play(const game_rules *rules, game_position *position, game_move move, void *undo) {
    trax_undo ignored;
    trax_position *p = of(position);
    trax_play(trax_rules_of(rules), p, trax_from_contract(p, move), undo ? undo : &ignored);
}

static void undo(const game_rules *rules, game_position *position, game_move move,
                 const void *undo) {
    (void)rules;
    (void)move;
    trax_take_back(of(position), undo);
}

bool trax_over(const trax_rules *r, const trax_position *p) {
    return trax_decided(p) || !trax_can_move(r, p);
}

/* Follows a colour's track out of `cell` by *side, until it leaves the tiles by *side or closes
 * (*side is 0). */
static int follow(const trax_position *p, unsigned colour, unsigned cell, unsigned *side,
                  uint16_t cells[TRAX_CELLS]) {
    int count = 0;
    for (unsigned at = cell;;) {
        cells[count++] = (uint16_t)at;
        unsigned next = trax_neighbour(at, *side);
        if (!p->tile[next]) return count;
        *side = next == cell ? 0 : trax_track(p->tile[next], colour) & ~trax_opposite(*side);
        if (*side == 0) return count;
        at = next;
    }
}

int trax_winning_track(const trax_position *p, uint16_t cells[TRAX_CELLS]) {
    int winner = trax_winner(p);
    for (unsigned i = p->last_turn; winner != GAME_NOBODY && i < p->tiles; i++) {
        unsigned colour = (unsigned)winner, cell = p->laid[i];
        unsigned track = trax_track(p->tile[cell], colour), side = track & (0u - track);
        int count = follow(p, colour, cell, &side, cells);
        if (p->loops >> winner & 1) {
            if (side == 0) return count;
            continue;
        }
        /* From the end that was reached to the other one. */
        unsigned first = cells[count - 1], out = side;
        side = trax_track(p->tile[first], colour) & ~out;
        count = follow(p, colour, first, &side, cells);
        unsigned last = trax_neighbour(cells[count - 1], side);
        if (trax_is_line(p, trax_end_in(trax_neighbour(first, out), trax_opposite(out)),
                         trax_end_in(last, trax_opposite(side))))
            return count;
    }
    return 0;
}

static game_outcome outcome(const game_rules *rules, const game_position *position) {
    const trax_rules *r = trax_rules_of(rules);
    const trax_position *p = seen(position);
    game_outcome o = {.winner = trax_winner(p)};
    if (o.winner != GAME_NOBODY) {
        o.reason = p->loops >> o.winner & 1 ? "loop" : "line";
    } else if (trax_decided(p)) {
        o.reason = "the board's capacity is reached (1024 tiles, or 88 rows or columns)";
    } else if (!trax_can_move(r, p)) {
        o.reason = "no legal move";
        if (r->nomove == TRAX_MODERN) o.winner = p->mover;
    }
    o.over = o.reason != NULL;
    if (o.winner != GAME_NOBODY) o.score[o.winner] = 1;
    return o;
}

uint64_t trax_hash(const trax_position *p) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < p->tiles; i++) {
        trax_label at = trax_label_of(p, p->laid[i]);
        unsigned place = (unsigned)(at.row * 128 + at.column) * 16 + p->tile[p->laid[i]];
        sum += hash_mix(place * 0x9e3779b97f4a7c15u);
    }
    return hash_join(sum, p->mover);
}

static uint64_t hash(const game_rules *rules, const game_position *position) {
    (void)rules;
    return trax_hash(seen(position));
}

/* Exchanges two sides of a tile. */
static unsigned swap_sides(unsigned tile, unsigned a, unsigned b) {
    unsigned rest = tile & ~(a | b);
    return rest | (tile & a ? b : 0) | (tile & b ? a : 0);
}

/* The board after a reflection: bit 0 left to right, bit 1 top to bottom, bit 2 along the
 * diagonal. */
static uint64_t symmetric_hash(const game_rules *rules, const game_position *position) {
    (void)rules;
    const trax_position *p = seen(position);
    uint64_t least = UINT64_MAX;
    for (unsigned how = 0; how < 8; how++) {
        uint64_t sum = 0;
        for (size_t i = 0; i < p->tiles; i++) {
            trax_label at = trax_label_of(p, p->laid[i]);
            unsigned tile = p->tile[p->laid[i]];
            if (how & 1) {
                at.column = p->width + 1 - at.column;
                tile = swap_sides(tile, TRAX_LEFT, TRAX_RIGHT);
            }
            if (how & 2) {
                at.row = p->height + 1 - at.row;
                tile = swap_sides(tile, TRAX_UP, TRAX_DOWN);
            }
            if (how & 4) {
                at = (trax_label){at.column, at.row};
                tile = swap_sides(swap_sides(tile, TRAX_UP, TRAX_LEFT), TRAX_DOWN, TRAX_RIGHT);
            }
            uint64_t place = (uint64_t)((at.row * 128 + at.column) * 16) | tile;
            sum += hash_mix(place * 0x9e3779b97f4a7c15u);
        }
        if (sum < least) least = sum;
    }
    return hash_join(least, p->mover);
}

const game trax_game = {
    .name = "trax",
    .title = "Trax",
    .summary =
        "Lay tiles with white and black tracks; close a loop or a line of your colour to win.",
    .features = {.draws = true},
    .settings = settings,
    .counts = trax_counts,
    .create = create,
    .destroy = destroy,
    .seat_name = seat_name,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .undo = undo,
    .outcome = outcome,
    .hash = hash,
    .symmetric_hash = symmetric_hash,
    .write_move = trax_write_move,
    .read_move = trax_read_move,
    .write_position = trax_write_position,
    .read_position = trax_read_position,
    .picture = trax_picture,
};
