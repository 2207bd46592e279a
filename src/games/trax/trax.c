#include "games/trax/trax.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "games/trax/board.h"
#include "games/trax/notation.h"
#include "games/trax/perft.h"
#include "games/trax/picture.h"

enum { VARIANT, NOMOVE };

static const game_setting settings[] = {
    [VARIANT] = {.key = "variant",
                 .initial = "unlimited",
                 .meaning = "the board: without end, at most eight rows and columns, or without "
                            "end and only loops win",
                 .kind = SETTING_CHOICE,
                 .choices = "unlimited 8x8 loop"},
    [NOMOVE] = {.key = "nomove",
                .initial = "modern",
                .meaning = "who cannot move has won (modern) or the game is drawn (classic)",
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

/* Row by row from the top, left to right, the shapes / \ + of each space. */
static size_t moves(const game_rules *rules, const game_position *position, int seat,
                    game_move *out) {
    static const uint8_t order[6] = {6, 9, 3, 12, 5, 10};
    const trax_rules *r = trax_rules_of(rules);
    const trax_position *p = seen(position);
    size_t count = 0;
    if (seat != p->mover || trax_decided(p)) return 0;
    if (p->tiles == 0) {
        out[0] = trax_to_contract(p, trax_move_at(TRAX_START, 6));
        out[1] = trax_to_contract(p, trax_move_at(TRAX_START, 5));
        return 2;
    }
    uint8_t edges[TRAX_CELLS];
    memcpy(edges, p->edges, sizeof edges);
    trax_label at;
    for (at.row = 0; at.row <= p->height + 1; at.row++) {
        for (at.column = 0; at.column <= p->width + 1; at.column++) {
            unsigned cell = trax_cell_at(p, at);
            if (p->tile[cell] || !p->edges[cell] || !trax_within(r, p, cell)) continue;
            for (int i = 0; i < 6; i++)
                if (trax_fitting[p->edges[cell]] >> order[i] & 1 &&
                    trax_legal(edges, cell, order[i]))
                    out[count++] = trax_to_contract(p, trax_move_at(cell, order[i]));
        }
    }
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

const game trax_game = {
    .name = "trax",
    .title = "Trax",
    .summary = "Lay tiles of white and black track; who closes a loop or a line of theirs wins.",
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
    .write_move = trax_write_move,
    .read_move = trax_read_move,
    .write_position = trax_write_position,
    .read_position = trax_read_position,
    .picture = trax_picture,
};
