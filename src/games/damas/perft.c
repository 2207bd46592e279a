/* Perft. The last ply is counted without generating its moves.
 *
 * Spanish men capture only forward, so their captures have at most three jumps and are
 * distinguished by their directions and destination. Whole sets of men jump at once: the size of
 * the set that arrives by each sequence of directions is the number of captures.
 */
#include "games/damas/captures.h"

/* A board in registers, as seen by the side to move. */
typedef struct view {
    damas_set men, kings, their_men, their_kings;
} view;

DAMAS_INLINE damas_board board_of(int side, view v) {
    damas_board b;
    b.man[side] = v.men;
    b.king[side] = v.kings;
    b.man[side ^ 1] = v.their_men;
    b.king[side ^ 1] = v.their_kings;
    return b;
}

DAMAS_INLINE damas_set empty_of(view v) {
    return DAMAS_ALL & ~(v.men | v.kings | v.their_men | v.their_kings);
}

static __attribute__((noinline)) uint64_t count_listed(int side, view v) {
    damas_board b = board_of(side, v);
    damas_list l = {.count = 0};
    damas_add_captures(DAMAS_SPANISH_FLAGS, &b, side, &l, NULL);
    return (uint64_t)l.count;
}

DAMAS_INLINE uint64_t size(damas_set s) { return (uint64_t)bits_count(s); }

/* The number of captures by men, if the first jumps arrive at `right` and `left`, not both empty.
 */
DAMAS_INLINE uint64_t count_men_captures(int side, view v, damas_set right, damas_set left) {
    damas_set empty = empty_of(v), over = v.their_men | v.their_kings;
    damas_set rr = damas_jump(right, side, 0, over, empty);
    damas_set rl = damas_jump(right, side, 1, over, empty);
    damas_set lr = damas_jump(left, side, 0, over, empty);
    damas_set ll = damas_jump(left, side, 1, over, empty);
    if (__builtin_expect(!(rr | rl | lr | ll), 1)) {
        if (!v.their_kings) return size(right) + size(left);
        damas_set best_right = damas_jump(v.men, side, 0, v.their_kings, empty);
        damas_set best_left = damas_jump(v.men, side, 1, v.their_kings, empty);
        if (best_right | best_left) return size(best_right) + size(best_left);
        return size(right) + size(left);
    }
    if (v.their_kings) return count_listed(side, v);
    damas_set two = rr | rl | lr | ll;
    if (!(damas_jump(two, side, 0, over, empty) | damas_jump(two, side, 1, over, empty)))
        return size(rr) + size(rl) + size(lr) + size(ll);
    uint64_t three = 0;
    for (int d = 0; d < 2; d++)
        three += size(damas_jump(rr, side, d, over, empty)) +
                 size(damas_jump(rl, side, d, over, empty)) +
                 size(damas_jump(lr, side, d, over, empty)) +
                 size(damas_jump(ll, side, d, over, empty));
    return three;
}

DAMAS_INLINE bool kings_capture(view v) {
    damas_set empty = empty_of(v), over = v.their_men | v.their_kings;
    for (damas_set kings = v.kings; kings;)
        if (damas_king_captures(bits_take(&kings), over, empty)) return true;
    return false;
}

/* The number of moves. */
DAMAS_INLINE uint64_t count_moves(int side, view v) {
    damas_set empty = empty_of(v), over = v.their_men | v.their_kings;
    damas_set right = damas_jump(v.men, side, 0, over, empty);
    damas_set left = damas_jump(v.men, side, 1, over, empty);
    if (__builtin_expect(v.kings != 0, 0) && kings_capture(v)) return count_listed(side, v);
    if (right | left) return count_men_captures(side, v, right, left);
    uint64_t count =
        size(damas_forward(v.men, side, 0) & empty) + size(damas_forward(v.men, side, 1) & empty);
    for (damas_set kings = v.kings; kings;) {
        int from = bits_take(&kings);
        for (int d = 0; d < 4; d++) count += size(damas_slide(from, d, ~empty));
    }
    return count;
}

static uint64_t walk_up(view v, int depth);
static uint64_t walk_down(view v, int depth);

DAMAS_INLINE uint64_t after(int side, view v, int depth) {
    view next = {v.their_men, v.their_kings, v.men, v.kings};
    if (depth == 2) return count_moves(side ^ 1, next);
    return side == 0 ? walk_down(next, depth - 1) : walk_up(next, depth - 1);
}

/* The captures of men that arrive at `landings` by `jumps` jumps, the last one to the left if
 * bit 0 of `lefts` is set, the one before by bit 1, and so on. */
DAMAS_INLINE uint64_t walk_jumps(int side, view v, int depth, damas_set landings, int jumps,
                                 unsigned lefts) {
    uint64_t leaves = 0;
    for (; landings; landings &= landings - 1) {
        damas_set to = landings & (0 - landings), from = to, captured = 0;
        for (int i = 0; i < jumps; i++) {
            int back = (lefts >> i & 1) ^ 1;
            captured |= damas_forward(from, side ^ 1, back);
            from = damas_forward(damas_forward(from, side ^ 1, back), side ^ 1, back);
        }
        damas_set crowned = to & damas_crown_row(side);
        view n = {v.men ^ from ^ to ^ crowned, v.kings | crowned, v.their_men & ~captured,
                  v.their_kings & ~captured};
        leaves += after(side, n, depth);
    }
    return leaves;
}

static __attribute__((noinline)) uint64_t walk_listed(int side, view v, int depth) {
    damas_board b = board_of(side, v);
    damas_list l = {.count = 0};
    uint64_t leaves = 0;
    damas_add_captures(DAMAS_SPANISH_FLAGS, &b, side, &l, NULL);
    for (int i = 0; i < l.count; i++) {
        damas_board n = b;
        damas_board_play(&n, side, l.move[i]);
        view next = {n.man[side], n.king[side], n.man[side ^ 1], n.king[side ^ 1]};
        leaves += after(side, next, depth);
    }
    return leaves;
}

DAMAS_INLINE uint64_t walk_quiet(int side, view v, int depth) {
    damas_set empty = empty_of(v);
    uint64_t leaves = 0;
    for (int left = 0; left < 2; left++)
        for (damas_set s = damas_forward(v.men, side, left) & empty; s; s &= s - 1) {
            damas_set to = s & (0 - s), from = damas_forward(to, side ^ 1, left ^ 1);
            damas_set crowned = to & damas_crown_row(side);
            view n = {v.men ^ from ^ to ^ crowned, v.kings | crowned, v.their_men, v.their_kings};
            leaves += after(side, n, depth);
        }
    for (damas_set kings = v.kings; kings;) {
        int from = bits_take(&kings);
        for (int d = 0; d < 4; d++)
            for (damas_set s = damas_slide(from, d, ~empty); s; s &= s - 1) {
                view n = v;
                n.kings ^= damas_one(from) | (s & (0 - s));
                leaves += after(side, n, depth);
            }
    }
    return leaves;
}

/* The captures of men that are two or three jumps long. */
DAMAS_INLINE uint64_t walk_long(int side, view v, int depth, const damas_set one[2]) {
    damas_set empty = empty_of(v), over = v.their_men | v.their_kings, two[4], longer = 0;
    uint64_t leaves = 0;
    for (unsigned i = 0; i < 4; i++) {
        two[i] = damas_jump(one[i >> 1], side, i & 1, over, empty);
        longer |= damas_jump(two[i], side, 0, over, empty);
        longer |= damas_jump(two[i], side, 1, over, empty);
    }
    if (!longer) {
        for (unsigned i = 0; i < 4; i++)
            if (two[i]) leaves += walk_jumps(side, v, depth, two[i], 2, i);
        return leaves;
    }
    for (unsigned i = 0; i < 8; i++)
        leaves +=
            walk_jumps(side, v, depth, damas_jump(two[i >> 1], side, i & 1, over, empty), 3, i);
    return leaves;
}

/* Leaves at `depth`, at least 2. */
DAMAS_INLINE uint64_t walk(int side, view v, int depth) {
    damas_set empty = empty_of(v), over = v.their_men | v.their_kings;
    damas_set one[2] = {damas_jump(v.men, side, 0, over, empty),
                        damas_jump(v.men, side, 1, over, empty)};
    if (v.kings && kings_capture(v)) return walk_listed(side, v, depth);
    damas_set any = one[0] | one[1];
    if (!any) return walk_quiet(side, v, depth);
    if (damas_jump(any, side, 0, over, empty) | damas_jump(any, side, 1, over, empty))
        return v.their_kings ? walk_listed(side, v, depth) : walk_long(side, v, depth, one);
    damas_set best[2] = {damas_jump(v.men, side, 0, v.their_kings, empty),
                         damas_jump(v.men, side, 1, v.their_kings, empty)};
    if (!(best[0] | best[1])) best[0] = one[0], best[1] = one[1];
    return walk_jumps(side, v, depth, best[0], 1, 0) + walk_jumps(side, v, depth, best[1], 1, 1);
}

static uint64_t walk_up(view v, int depth) { return walk(0, v, depth); }
static uint64_t walk_down(view v, int depth) { return walk(1, v, depth); }

static uint64_t perft_spanish(const damas_board *b, int side, int depth) {
    view v = {b->man[side], b->king[side], b->man[side ^ 1], b->king[side ^ 1]};
    if (depth == 1) return side == 0 ? count_moves(0, v) : count_moves(1, v);
    return side == 0 ? walk_up(v, depth) : walk_down(v, depth);
}

/* For any flags, and for convention K if `ordered`: by generating lists. */
static uint64_t perft_listed(unsigned flags, const damas_board *b, int side, int depth,
                             bool ordered) {
    damas_list l = {.count = 0};
    damas_orders orders;
    if (damas_find_capturers(flags, b, side))
        damas_add_captures(flags, b, side, &l, ordered ? &orders : NULL);
    else damas_add_quiet(flags, b, side, &l);
    if (depth == 1) return (uint64_t)l.count;
    uint64_t leaves = 0;
    for (int i = 0; i < l.count; i++) {
        damas_board next = *b;
        damas_board_play(&next, side, l.move[i]);
        leaves += perft_listed(flags, &next, side ^ 1, depth - 1, ordered);
    }
    return leaves;
}

uint64_t damas_perft(unsigned flags, const damas_board *b, int side, int depth) {
    if (depth <= 0) return 1;
    if (flags == DAMAS_SPANISH_FLAGS) return perft_spanish(b, side, depth);
    return perft_listed(flags, b, side, depth, false);
}

uint64_t damas_perft_ordered(unsigned flags, const damas_board *b, int side, int depth) {
    return depth <= 0 ? 1 : perft_listed(flags, b, side, depth, true);
}
