#include "games/damas/moves.h"

#include "games/damas/captures.h"

/* Moves that do not capture. */

DAMAS_INLINE void add(damas_list *l, damas_move m) {
    if (l->count < DAMAS_MOVES_MAX) l->move[l->count++] = m;
}

DAMAS_INLINE void add_quiet(unsigned flags, const damas_board *b, int side, damas_list *l) {
    damas_set empty = damas_empty(b);
    for (int left = 0; left < 2; left++) {
        int shift = side == 0 ? 4 + left : left - 5;
        damas_set to = damas_forward(b->man[side], side, left) & empty;
        while (to) {
            int bit = bits_take(&to);
            add(l, damas_move_of(bit - shift, bit, 0));
        }
    }
    for (damas_set kings = b->king[side]; kings;) {
        int from = bits_take(&kings);
        damas_set to = 0;
        for (int d = 0; d < 4; d++)
            to |= flags & DAMAS_FLYING ? damas_slide(from, d, ~empty)
                                       : damas_step(damas_one(from), d) & empty;
        while (to) add(l, damas_move_of(from, bits_take(&to), 0));
    }
}

DAMAS_INLINE void generate(unsigned flags, const damas_board *b, int side, bool captures,
                           damas_list *l) {
    l->count = 0;
    if (captures) damas_add_captures(flags, b, side, l, NULL);
    else add_quiet(flags, b, side, l);
}

void damas_generate_known(unsigned flags, const damas_board *b, int side, bool captures,
                          damas_list *l) {
    if (flags != DAMAS_SPANISH_FLAGS) generate(flags, b, side, captures, l);
    else if (side == 0) generate(DAMAS_SPANISH_FLAGS, b, 0, captures, l);
    else generate(DAMAS_SPANISH_FLAGS, b, 1, captures, l);
}

void damas_generate(unsigned flags, const damas_board *b, int side, damas_list *l) {
    damas_generate_known(flags, b, side, damas_can_capture(flags, b, side), l);
}

void damas_generate_captures(unsigned flags, const damas_board *b, int side, damas_list *l) {
    l->count = 0;
    damas_add_captures(flags, b, side, l, NULL);
}

damas_set damas_capturers(unsigned flags, const damas_board *b, int side) {
    return damas_find_capturers(flags, b, side);
}

bool damas_can_capture(unsigned flags, const damas_board *b, int side) {
    return damas_find_capturers(flags, b, side) != 0;
}

bool damas_can_move(unsigned flags, const damas_board *b, int side) {
    damas_set empty = damas_empty(b), any = 0;
    for (int left = 0; left < 2; left++) any |= damas_forward(b->man[side], side, left) & empty;
    for (int d = 0; d < 4; d++) any |= damas_step(b->king[side], d) & empty;
    return any || damas_can_capture(flags, b, side);
}

void damas_add_quiet(unsigned flags, const damas_board *b, int side, damas_list *l) {
    add_quiet(flags, b, side, l);
}

void damas_list_moves(const damas_rules *r, const damas_position *p, damas_list *l) {
    l->count = 0;
    if (p->end != DAMAS_GOES_ON) return;
    const damas_board *b = &p->board;
    switch (r->profile) {
    case DAMAS_OFFICIAL: damas_generate(r->flags, b, p->side, l); break;
    case DAMAS_HUFF:
        damas_generate_captures(r->flags, b, p->side, l);
        damas_add_quiet(r->flags, b, p->side, l);
        for (damas_set huff = p->huffable; huff;) {
            int bit = bits_take(&huff);
            add(l, damas_move_of(bit, bit, damas_one(bit)) | DAMAS_MOVE_HUFF);
        }
        break;
    case DAMAS_LAB:
        damas_add_lab_captures(b, p->side, p->leg - 1, l);
        if (!p->leg) damas_add_quiet(r->flags, b, p->side, l);
        break;
    }
    if (!p->touched) return;
    int kept = 0;
    for (int i = 0; i < l->count; i++)
        if (damas_from(l->move[i]) == p->touched - 1 && !(l->move[i] & DAMAS_MOVE_HUFF))
            l->move[kept++] = l->move[i];
    l->count = kept;
}

void damas_add_touches(const damas_rules *r, const damas_position *p, damas_list *l) {
    damas_set can = 0;
    if (!r->touch || p->touched || p->leg) return;
    for (int i = 0; i < l->count; i++)
        if (!(l->move[i] & DAMAS_MOVE_HUFF)) can |= damas_one(damas_from(l->move[i]));
    while (can) {
        int bit = bits_take(&can);
        add(l, damas_move_of(bit, bit, 0) | DAMAS_MOVE_TOUCH);
    }
}
