#include "damas_plain.h"

#include <stdlib.h>
#include <string.h>

#include "games/damas/notation.h"

enum { LONGEST = 12, MOVES = 400 };

typedef struct move {
    int from, to, count, kings; /* cells as 8 * row + column */
    int captured[LONGEST];      /* sorted when the move is listed */
} move;

typedef struct list {
    int count;
    move move[MOVES];
} list;

plain_board plain_of(const damas_board *b) {
    plain_board p = {{{0}}};
    for (int square = 0; square < DAMAS_SQUARES; square++) {
        int bit = damas_bit_of(square), row = damas_row(bit);
        int column = damas_column(&damas_variants[0], bit);
        for (int side = 0; side < 2; side++) {
            int sign = side == 0 ? 1 : -1;
            if (b->man[side] >> bit & 1) p.cell[row][column] = (signed char)sign;
            if (b->king[side] >> bit & 1) p.cell[row][column] = (signed char)(2 * sign);
        }
    }
    return p;
}

static int inside(int row, int column) { return row >= 0 && row < 8 && column >= 0 && column < 8; }

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void add(list *l, move m) {
    qsort(m.captured, (size_t)m.count, sizeof *m.captured, compare);
    if (l->count > 0 && m.count > 0) {
        const move *first = &l->move[0];
        if (m.count < first->count || (m.count == first->count && m.kings < first->kings)) return;
        if (m.count > first->count || m.kings > first->kings) l->count = 0;
    }
    for (int i = 0; i < l->count; i++)
        if (l->move[i].from == m.from && l->move[i].to == m.to &&
            memcmp(l->move[i].captured, m.captured, sizeof m.captured) == 0)
            return;
    if (l->count < MOVES) l->move[l->count++] = m;
}

static int was_captured(const move *m, int cell) {
    for (int i = 0; i < m->count; i++)
        if (m->captured[i] == cell) return 1;
    return 0;
}

/* Follows every capture of the piece, which has been lifted from the board, from one cell on. */
static void capture_from(const plain_board *p, int piece, int row, int column, move *m, list *l) {
    int side = piece > 0 ? 1 : -1, king = abs(piece) == 2, any = 0;
    for (int dr = -1; dr <= 1; dr += 2) {
        if (!king && dr != -side) continue;
        for (int dc = -1; dc <= 1; dc += 2) {
            int r = row + dr, c = column + dc;
            while (king && inside(r, c) && p->cell[r][c] == 0) r += dr, c += dc;
            if (!inside(r, c) || p->cell[r][c] * side >= 0 || was_captured(m, 8 * r + c)) continue;
            int over = 8 * r + c, is_king = abs(p->cell[r][c]) == 2;
            for (r += dr, c += dc; inside(r, c) && p->cell[r][c] == 0; r += dr, c += dc) {
                any = 1;
                m->captured[m->count++] = over;
                m->kings += is_king;
                capture_from(p, piece, r, c, m, l);
                m->kings -= is_king;
                m->captured[--m->count] = 0;
                if (!king) break;
            }
        }
    }
    if (!any && m->count) {
        move done = *m;
        done.to = 8 * row + column;
        add(l, done);
    }
}

static void quiet_from(const plain_board *p, int piece, int row, int column, list *l) {
    int side = piece > 0 ? 1 : -1, king = abs(piece) == 2;
    for (int dr = -1; dr <= 1; dr += 2)
        for (int dc = -1; dc <= 1; dc += 2) {
            if (!king && dr != -side) continue;
            for (int r = row + dr, c = column + dc; inside(r, c) && p->cell[r][c] == 0;
                 r += dr, c += dc) {
                add(l, (move){.from = 8 * row + column, .to = 8 * r + c});
                if (!king) break;
            }
        }
}

static void list_moves(const plain_board *p, int side, list *l) {
    int sign = side == 0 ? 1 : -1;
    l->count = 0;
    for (int captures = 1; captures >= 0 && l->count == 0; captures--)
        for (int cell = 0; cell < 64; cell++) {
            int piece = p->cell[cell / 8][cell % 8];
            if (piece * sign <= 0) continue;
            plain_board lifted = *p;
            lifted.cell[cell / 8][cell % 8] = 0;
            move m = {.from = cell};
            if (captures) capture_from(&lifted, piece, cell / 8, cell % 8, &m, l);
            else quiet_from(p, piece, cell / 8, cell % 8, l);
        }
}

static plain_board played(const plain_board *p, const move *m) {
    plain_board next = *p;
    signed char piece = p->cell[m->from / 8][m->from % 8];
    int last = piece > 0 ? 0 : 7;
    if (abs(piece) == 1 && m->to / 8 == last) piece = (signed char)(2 * piece);
    next.cell[m->from / 8][m->from % 8] = 0;
    for (int i = 0; i < m->count; i++) next.cell[m->captured[i] / 8][m->captured[i] % 8] = 0;
    next.cell[m->to / 8][m->to % 8] = piece;
    return next;
}

uint64_t plain_perft(const plain_board *p, int side, int depth) {
    list l;
    uint64_t leaves = 0;
    if (depth == 0) return 1;
    list_moves(p, side, &l);
    if (depth == 1) return (uint64_t)l.count;
    for (int i = 0; i < l.count; i++) {
        plain_board next = played(p, &l.move[i]);
        leaves += plain_perft(&next, side ^ 1, depth - 1);
    }
    return leaves;
}
