/* damas captures - captures, depth first.
 *
 * A capture is not complete while the piece can jump again, so every path is followed to its end.
 * Captured pieces stay on the board until then: they block and cannot be jumped twice; the
 * capturing piece's own origin counts as empty. Of the captures found those of the highest rank are
 * kept (by quantity, king first, quality and early king, as far as the flags say), each once by the
 * convention in force.
 *
 * damas_capture_on generates the next jump of a man or a king: a flying king looks along a ray for
 * the first piece and may land on any free square beyond it.
 *
 * Private to the generator: everything is inline, so that the compiler can drop the code that known
 * flags and sides do not need.
 */
#ifndef DAMERO_DAMAS_CAPTURES_H
#define DAMERO_DAMAS_CAPTURES_H

#include "games/damas/moves.h"

/* For convention K: the captured squares of each move of a list in order, five bits each; at most
 * twelve, which no capture on this board exceeds. */
typedef struct damas_orders {
    uint64_t order[DAMAS_MOVES_MAX];
} damas_orders;

typedef struct damas_capture_search {
    unsigned flags; /* the variant's; also passed as arguments, so that the compiler knows them */
    int side, from;
    bool king;          /* the piece was a king from the start */
    damas_set targets;  /* what it may jump */
    damas_set blockers; /* all other pieces */
    damas_set kings;    /* the kings among the targets */
    unsigned best;      /* the rank of the moves in the list */
    int own;            /* index of this piece's first capture in the list */
    damas_list *list;
    damas_orders *orders; /* NULL: convention D */
} damas_capture_search;

/* A capture so far. */
typedef struct damas_capture_path {
    int at;
    bool king;
    damas_set captured;
    uint64_t order;
    unsigned
        early; /* a bit for each captured piece, the first one highest: whether it was a king */
    int count;
} damas_capture_path;

DAMAS_INLINE unsigned damas_rank(unsigned flags, const damas_capture_search *h,
                                 const damas_capture_path *t) {
    unsigned rank = 0;
    if (flags & DAMAS_QUANTITY) rank |= (unsigned)t->count << 24;
    if (flags & DAMAS_KING_FIRST) rank |= (unsigned)h->king << 23;
    if (flags & DAMAS_QUALITY) rank |= (unsigned)bits_count(t->captured & h->kings) << 16;
    if (flags & DAMAS_EARLY_KING) rank |= t->early << (DAMAS_PIECES_READ - t->count);
    return rank;
}

DAMAS_INLINE void damas_capture_keep(unsigned flags, damas_capture_search *h,
                                     const damas_capture_path *t) {
    unsigned rank = damas_rank(flags, h, t);
    damas_list *l = h->list;
    if (rank < h->best) return;
    if (rank > h->best) {
        h->best = rank;
        l->count = h->own = 0;
    }
    damas_move m = damas_move_of(h->from, t->at, t->captured);
    /* If two paths give the same move and one of them crowns the man, that one counts. */
    damas_move crowned = (flags & DAMAS_CROWNS_ON) && t->king && !h->king ? DAMAS_MOVE_CROWNED : 0;
    for (int i = h->own; i < l->count; i++)
        if ((l->move[i] & ~DAMAS_MOVE_CROWNED) == m &&
            (!h->orders || h->orders->order[i] == t->order)) {
            l->move[i] |= crowned;
            return;
        }
    if (l->count == DAMAS_MOVES_MAX) return;
    if (h->orders) h->orders->order[l->count] = t->order;
    l->move[l->count++] = m | crowned;
}

/* Follows every jump from the current square; false if there is none. */
typedef bool damas_capture_from(damas_capture_search *h, const damas_capture_path *t);

/* Goes on from each of `landings` after jumping `over`; if none leads further, all are ends. */
DAMAS_INLINE void damas_capture_jump(unsigned flags, damas_capture_search *h,
                                     const damas_capture_path *t, damas_set over,
                                     damas_set landings, damas_capture_from *go_on) {
    damas_capture_path next = *t;
    next.captured |= over;
    next.order = t->order << 5 | (unsigned)damas_square_of(bits_lowest(over));
    next.early = t->early << 1 | ((over & h->kings) != 0);
    next.count++;
    bool further = false;
    for (damas_set s = landings; s;) {
        next.at = bits_take(&s);
        next.king = t->king ||
                    ((flags & DAMAS_CROWNS_ON) && (damas_one(next.at) & damas_crown_row(h->side)));
        further |= go_on(h, &next);
    }
    if (further) return;
    for (damas_set s = landings; s;) {
        next.at = bits_take(&s);
        damas_capture_keep(flags, h, &next);
    }
}

DAMAS_INLINE bool damas_capture_on(unsigned flags, damas_capture_search *h,
                                   const damas_capture_path *t, damas_capture_from *go_on) {
    bool any = false;
    damas_set targets = h->targets & ~t->captured, empty = DAMAS_ALL & ~h->blockers;
    for (int d = 0; d < 4; d++) {
        damas_set over, landings;
        if (t->king && (flags & DAMAS_FLYING)) {
            damas_set met = damas_rays[d][t->at] & h->blockers;
            if (!met) continue;
            over = damas_nearest(met, d) & targets;
            if (!over) continue;
            landings = damas_slide(bits_lowest(over), d, h->blockers);
        } else {
            bool back = (d >= DAMAS_DOWN_LEFT) != (h->side == 1);
            if (back && !t->king && !(flags & DAMAS_BACKWARD)) continue;
            over = damas_step(damas_one(t->at), d) & targets;
            landings = damas_step(over, d) & empty;
        }
        if (!landings) continue;
        any = true;
        damas_capture_jump(flags, h, t, over, landings, go_on);
    }
    return any;
}

static bool damas_capture_spanish(damas_capture_search *h, const damas_capture_path *t) {
    return damas_capture_on(DAMAS_SPANISH_FLAGS, h, t, damas_capture_spanish);
}
static bool damas_capture_any(damas_capture_search *h, const damas_capture_path *t) {
    return damas_capture_on(h->flags, h, t, damas_capture_any);
}

DAMAS_INLINE damas_set damas_targets(unsigned flags, const damas_board *b, int side, bool king) {
    return !king && (flags & DAMAS_SPARES_KINGS) ? b->man[side ^ 1] : damas_of(b, side ^ 1);
}

/* Whether a flying king can capture anything. */
DAMAS_INLINE bool damas_king_captures(int from, damas_set targets, damas_set empty) {
    for (int d = 0; d < 4; d++) {
        damas_set met = damas_rays[d][from] & ~empty;
        if (met && (damas_step(damas_nearest(met, d) & targets, d) & empty)) return true;
    }
    return false;
}

/* Those of `pieces` that can jump an adjacent piece of `over` in one direction. */
DAMAS_INLINE damas_set damas_jumpers(damas_set pieces, int d, damas_set over, damas_set empty) {
    damas_set landings = damas_step(damas_step(pieces, d) & over, d) & empty;
    return damas_step(damas_step(landings, d ^ 2), d ^ 2);
}

/* The pieces that can capture, found without following any capture. */
DAMAS_INLINE damas_set damas_capturing_men(unsigned flags, const damas_board *b, int side) {
    damas_set capturers = 0, over = damas_targets(flags, b, side, false);
    for (int d = 0; d < 4; d++) {
        bool back = (d >= DAMAS_DOWN_LEFT) != (side == 1);
        if (!back || (flags & DAMAS_BACKWARD))
            capturers |= damas_jumpers(b->man[side], d, over, damas_empty(b));
    }
    return capturers;
}
DAMAS_INLINE damas_set damas_capturing_kings(unsigned flags, const damas_board *b, int side) {
    damas_set empty = damas_empty(b), over = damas_of(b, side ^ 1), capturers = 0;
    if (!(flags & DAMAS_FLYING))
        for (int d = 0; d < 4; d++) capturers |= damas_jumpers(b->king[side], d, over, empty);
    else
        for (damas_set kings = b->king[side]; kings;) {
            int from = bits_take(&kings);
            if (damas_king_captures(from, over, empty)) capturers |= damas_one(from);
        }
    return capturers;
}
DAMAS_INLINE damas_set damas_find_capturers(unsigned flags, const damas_board *b, int side) {
    return damas_capturing_men(flags, b, side) | damas_capturing_kings(flags, b, side);
}

DAMAS_INLINE void damas_capture_with(damas_capture_search *h, const damas_board *b,
                                     damas_set capturers, bool king) {
    damas_set all = damas_of(b, 0) | damas_of(b, 1);
    h->king = king;
    h->targets = damas_targets(h->flags, b, h->side, king);
    if (h->flags & DAMAS_CROWNS_ON) h->targets = damas_of(b, h->side ^ 1);
    while (capturers) {
        h->from = bits_take(&capturers);
        h->blockers = all & ~damas_one(h->from);
        h->own = h->list->count;
        damas_capture_path start = {.at = h->from, .king = king};
        if (h->flags == DAMAS_SPANISH_FLAGS) damas_capture_spanish(h, &start);
        else damas_capture_any(h, &start);
    }
}

/* Adds all captures to an empty list. */
DAMAS_INLINE void damas_add_captures(unsigned flags, const damas_board *b, int side, damas_list *l,
                                     damas_orders *orders) {
    damas_capture_search h = {
        .flags = flags, .side = side, .kings = b->king[side ^ 1], .list = l, .orders = orders};
    damas_capture_with(&h, b, damas_capturing_men(flags, b, side), false);
    damas_capture_with(&h, b, b->king[side], true);
}

#endif
