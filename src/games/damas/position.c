/* Playing moves, and the end of a game. */
#include <string.h>

#include "base/hash.h"
#include "base/random.h"
#include "base/wide.h"
#include "games/damas/moves.h"

/* Folds the product of two words into one, as in wyhash (Wang Yi): both affect all bits. */
static uint64_t fold(uint64_t a, uint64_t b) {
    wide product = wide_product(a, b);
    return product.low ^ product.high;
}

uint64_t damas_key(const damas_board *b, int side, damas_set huffable) {
    uint64_t turn = side ? UINT64_C(0xe7037ed1a0b428db) : UINT64_C(0x8ebc6af09c88c6e3);
    uint64_t men = fold(b->man[0] ^ UINT64_C(0xa0761d6478bd642f), b->man[1] ^ turn);
    uint64_t kings = fold(b->king[0] ^ UINT64_C(0x589965cc75374cc3) ^ huffable << 28,
                          b->king[1] ^ UINT64_C(0x1d8e4e27c47d124f));
    return hash_mix(men ^ random_rotate(kings, 32));
}

int damas_times(const damas_position *p) {
    int times = 1, back = p->calm < DAMAS_KEYS ? p->calm : DAMAS_KEYS;
    for (int i = 2; i <= back; i += 2)
        times += p->keys[(p->ply - (unsigned)i) % DAMAS_KEYS] == p->key;
    return times;
}

static bool can_move(const damas_rules *r, const damas_position *p) {
    return p->leg || p->huffable || damas_can_move(r->flags, &p->board, p->side);
}

static damas_end end_of(const damas_rules *r, const damas_position *p) {
    if (!damas_of(&p->board, 0) || !damas_of(&p->board, 1)) return DAMAS_NO_PIECES;
    if (!can_move(r, p)) return DAMAS_BLOCKED;
    if (r->river && p->river > r->river) return DAMAS_RIVER_HELD;
    if (r->endings && damas_endings_over(r->endings, p->ending)) return DAMAS_ENDING_OVER;
    if (r->quiet_plies && p->quiet >= r->quiet_plies) return DAMAS_QUIET;
    if (r->repetition && damas_times(p) >= r->repetition) return DAMAS_REPEATED;
    return DAMAS_GOES_ON;
}

void damas_set_up(const damas_rules *r, damas_position *p, const damas_board *b, int side,
                  damas_set huffable, const damas_counts *counts) {
    damas_counts begun = {.quiet = 0};
    if (!counts) counts = &begun;
    memset(p, 0, sizeof *p);
    p->board = *b;
    p->side = (uint8_t)side;
    p->huffable = huffable;
    p->quiet = (uint16_t)counts->quiet;
    int strong = damas_three_kings(b);
    p->river = strong < 0 ? 0 : (uint8_t)counts->river;
    if (strong >= 0 && !p->river && (b->king[strong] & r->held)) p->river = 1;
    for (int i = 0; r->endings && i < r->endings->count; i++)
        if (damas_ending_fits(&r->endings->ending[i], b)) p->ending[i] = counts->ending[i];
    p->key = damas_key(b, side, huffable);
    p->end = (uint8_t)end_of(r, p);
}

void damas_repeat(const damas_rules *r, damas_position *p, int times) {
    for (int i = 1; i < times; i++) {
        p->keys[p->ply % DAMAS_KEYS] = p->key;
        p->ply += 2;
        p->calm = (uint16_t)(p->calm + 2);
    }
    p->end = (uint8_t)end_of(r, p);
}

void damas_start(const damas_rules *r, damas_position *p) {
    damas_board b = {.man = {0}};
    for (int s = 0; s < DAMAS_PIECES; s++) {
        b.man[0] |= damas_one(damas_bit_of(s));
        b.man[1] |= damas_one(damas_bit_of(DAMAS_SQUARES - 1 - s));
    }
    damas_set_up(r, p, &b, 0, 0, NULL);
}

/* The pieces that the opponent may huff after `m`: those that could have captured, if m does not;
 * the moved piece on its new square. */
static damas_set huffable_after(const damas_rules *r, const damas_position *p, damas_move m) {
    if (r->profile != DAMAS_HUFF || damas_captured(m)) return 0;
    damas_set could = damas_capturers(r->flags, &p->board, p->side);
    damas_set from = damas_one(damas_from(m));
    return could & from ? (could & ~from) | damas_one(damas_to(m)) : could;
}

/* Removes a huffed piece; the same side is still to move. */
static void play_huff(const damas_rules *r, damas_position *p, damas_move m) {
    p->board.man[p->side ^ 1] &= ~damas_captured(m);
    p->board.king[p->side ^ 1] &= ~damas_captured(m);
    p->huffable = 0;
    p->quiet = p->calm = 0;
    p->river = damas_river_after(r, &p->board, p->river, -1);
}

static void play_piece(const damas_rules *r, damas_position *p, damas_move m) {
    bool progress = damas_captured(m) || (p->board.man[p->side] & damas_one(damas_from(m)));
    damas_set huffable = huffable_after(r, p, m);
    int mover = p->side;
    damas_board_play(&p->board, mover, m);
    p->leg = m & DAMAS_MOVE_GOES_ON ? (uint8_t)(damas_to(m) + 1) : 0;
    p->huffable = huffable;
    if (progress) p->quiet = p->calm = 0;
    else {
        p->calm = (uint16_t)(p->calm + (p->calm < UINT16_MAX));
        p->quiet =
            damas_quiet_counts(r, &p->board) ? (uint16_t)(p->quiet + (p->quiet < UINT16_MAX)) : 0;
    }
    p->river = damas_river_after(r, &p->board, p->river, mover);
    if (!p->leg) p->side ^= 1;
}

void damas_play(const damas_rules *r, damas_position *p, damas_move m, damas_undo *u) {
    uint64_t *slot = &p->keys[p->ply % DAMAS_KEYS];
    if (u)
        *u = (damas_undo){.board = p->board,
                          .key = p->key,
                          .lost_key = *slot,
                          .huffable = p->huffable,
                          .quiet = p->quiet,
                          .calm = p->calm,
                          .side = p->side,
                          .end = p->end,
                          .leg = p->leg,
                          .river = p->river,
                          .touched = p->touched,
                          .was_touch = (m & DAMAS_MOVE_TOUCH) != 0};
    if (u) memcpy(u->ending, p->ending, sizeof u->ending);
    if (m & DAMAS_MOVE_TOUCH) { /* no ply: it counts for no draw, and nothing is repeated by it */
        p->touched = (uint8_t)(damas_from(m) + 1);
        return;
    }
    p->touched = 0;
    damas_board before = p->board;
    *slot = p->key;
    p->ply++;
    if (m & DAMAS_MOVE_HUFF) play_huff(r, p, m);
    else play_piece(r, p, m);
    if (r->endings)
        damas_endings_after(r->endings, &before, &p->board, !(m & DAMAS_MOVE_HUFF), p->ending);
    p->key = damas_key(&p->board, p->side, p->huffable);
    p->end = (uint8_t)end_of(r, p);
}

void damas_take_back(damas_position *p, const damas_undo *u) {
    p->touched = u->touched;
    if (u->was_touch) return;
    p->board = u->board;
    p->key = u->key;
    p->huffable = u->huffable;
    p->quiet = u->quiet;
    p->calm = u->calm;
    p->side = u->side;
    p->end = u->end;
    p->leg = u->leg;
    p->river = u->river;
    memcpy(p->ending, u->ending, sizeof p->ending);
    p->ply--;
    p->keys[p->ply % DAMAS_KEYS] = u->lost_key;
}
