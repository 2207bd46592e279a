/* The laboratory board's rules against a plain model: 64 cells, and for each origin and destination
 * the question that the board asks, can the piece get there? It shares nothing with games/damas but
 * the numbering of squares. */
#include "base/random.h"
#include "damas_scene.h"

/* As a student would draw it: 'w' and 'b' men, 'W' and 'B' kings, '.' empty; row 0 is above. */
typedef struct grid {
    char cell[8][8];
} grid;

typedef struct step {
    int row, column;
} step;

typedef struct plain_move {
    step from, to;
    uint64_t captured; /* bit 8 * row + column */
    bool goes_on;
} plain_move;

static char at(const grid *g, int row, int column) {
    return row >= 0 && row < 8 && column >= 0 && column < 8 ? g->cell[row][column] : '#';
}

static bool white(char c) { return c == 'w' || c == 'W'; }
static bool black(char c) { return c == 'b' || c == 'B'; }
static bool enemies(char a, char b) { return (white(a) && black(b)) || (black(a) && white(b)); }

static uint64_t cell_bit(int row, int column) { return UINT64_C(1) << (8 * row + column); }

/* Jumps a man from (row, column) to the destination, the side of the destination first; left if it
 * is in this column. */
static bool man_jumps(const grid *g, char man, step here, step to, uint64_t *captured) {
    int ahead = man == 'w' ? -1 : 1, rows = (to.row - here.row) * ahead;
    if (rows == 0) return here.column == to.column;
    if (rows < 0) return false;
    int first = to.column > here.column ? 1 : -1;
    for (int i = 0; i < 2; i++) {
        int aside = i == 0 ? first : -first;
        step over = {here.row + ahead, here.column + aside};
        step next = {here.row + 2 * ahead, here.column + 2 * aside};
        if (!enemies(man, at(g, over.row, over.column)) || at(g, next.row, next.column) != '.')
            continue;
        if (!man_jumps(g, man, next, to, captured)) continue;
        *captured |= cell_bit(over.row, over.column);
        return true;
    }
    return false;
}

/* Walks a king to the destination over single enemies. */
static bool king_walks(const grid *g, step from, step to, uint64_t *captured) {
    int rows = to.row - from.row, columns = to.column - from.column;
    if (rows == 0 || abs(rows) != abs(columns)) return false;
    int down = rows > 0 ? 1 : -1, right = columns > 0 ? 1 : -1;
    char king = at(g, from.row, from.column), last = '.';
    for (int i = 1; i < abs(rows); i++) {
        char c = at(g, from.row + i * down, from.column + i * right);
        if (c != '.') {
            if (!enemies(king, c) || last != '.') return false;
            *captured |= cell_bit(from.row + i * down, from.column + i * right);
        }
        last = c;
    }
    return true;
}

static bool reaches(const grid *g, step from, step to, uint64_t *captured) {
    char piece = at(g, from.row, from.column);
    *captured = 0;
    if (at(g, to.row, to.column) != '.') return false;
    if (piece == 'W' || piece == 'B') return king_walks(g, from, to, captured);
    int rows = (to.row - from.row) * (piece == 'w' ? -1 : 1);
    if (rows == 1) return abs(to.column - from.column) == 1;
    return (rows == 2 || rows == 4 || rows == 6) && man_jumps(g, piece, from, to, captured);
}

static void move_piece(grid *g, const plain_move *m) {
    g->cell[m->to.row][m->to.column] = g->cell[m->from.row][m->from.column];
    g->cell[m->from.row][m->from.column] = '.';
    for (int i = 0; i < 64; i++)
        if (m->captured >> i & 1) g->cell[i / 8][i % 8] = '.';
}

/* Whether the king that has just made this move can capture across its line. */
static bool captures_aside(const grid *before, const plain_move *m) {
    grid g = *before;
    move_piece(&g, m);
    bool rising = (m->to.row - m->from.row) * (m->to.column - m->from.column) < 0;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) {
            step to = {row, column};
            uint64_t captured;
            bool across = ((row - m->to.row) * (column - m->to.column) < 0) != rising;
            if (across && reaches(&g, m->to, to, &captured) && captured) return true;
        }
    return false;
}

/* All moves of a side, or the captures of one king. */
static int plain_moves(const grid *g, bool for_white, const step *only, plain_move *moves) {
    int count = 0;
    for (int i = 0; i < 64 * 64; i++) {
        plain_move m = {{i >> 9, i >> 6 & 7}, {i >> 3 & 7, i & 7}, 0, false};
        char piece = at(g, m.from.row, m.from.column);
        if (for_white ? !white(piece) : !black(piece)) continue;
        if (only && (only->row != m.from.row || only->column != m.from.column)) continue;
        if (!reaches(g, m.from, m.to, &m.captured) || (only && !m.captured)) continue;
        moves[count++] = m;
        m.goes_on = (piece == 'W' || piece == 'B') && m.captured && captures_aside(g, &m);
        if (m.goes_on) moves[count++] = m;
    }
    return count;
}

static step step_of(const damas_rules *r, int bit) {
    return (step){damas_row(bit), damas_column(r->variant, bit)};
}

static grid grid_of(const damas_rules *r, const damas_board *b) {
    grid g;
    memset(&g, '.', sizeof g);
    for (int s = 0; s < DAMAS_SQUARES; s++) {
        int bit = damas_bit_of(s);
        damas_set one = damas_one(bit);
        step here = step_of(r, bit);
        if (one & ~damas_empty(b))
            g.cell[here.row][here.column] = b->man[0] & one    ? 'w'
                                            : b->man[1] & one  ? 'b'
                                            : b->king[0] & one ? 'W'
                                                               : 'B';
    }
    return g;
}

static plain_move plain_of(const damas_rules *r, damas_move m) {
    plain_move p = {step_of(r, damas_from(m)), step_of(r, damas_to(m)), 0,
                    (m & DAMAS_MOVE_GOES_ON) != 0};
    for (damas_set captured = damas_captured(m); captured;) {
        step s = step_of(r, bits_take(&captured));
        p.captured |= cell_bit(s.row, s.column);
    }
    return p;
}

static bool same_move(const plain_move *a, const plain_move *b) {
    return a->from.row == b->from.row && a->from.column == b->from.column &&
           a->to.row == b->to.row && a->to.column == b->to.column && a->captured == b->captured &&
           a->goes_on == b->goes_on;
}

static void assert_agrees(const history *h) {
    const damas_rules *r = damas_rules_of(h->rules);
    const damas_position *p = damas_seen(h->now);
    plain_move expected[2 * 64 * 64];
    damas_list l;
    grid g = grid_of(r, &p->board);
    step leg = p->leg ? step_of(r, p->leg - 1) : (step){0};
    int count = plain_moves(&g, p->side == 0, p->leg ? &leg : NULL, expected), found = 0;
    damas_list_moves(r, p, &l);
    for (int i = 0; i < l.count; i++) {
        plain_move m = plain_of(r, l.move[i]);
        for (int j = 0; j < count; j++) found += same_move(&m, &expected[j]);
    }
    if (l.count == count && found == count) return;
    char fen[DAMAS_POSITION_TEXT];
    text t = text_over(fen, sizeof fen);
    game_write_position(h->rules, h->now, &t);
    fail_msg("%s: %d moves, %d of them the model's %d", fen, l.count, found, count);
}

/* A board with few or many pieces, most of them kings in every other one. */
static damas_board random_board(random_source *random) {
    damas_board b = {0};
    uint32_t crowded = 2 + random_below(random, 6), royal = 1 + random_below(random, 4);
    for (int s = 0; s < DAMAS_SQUARES; s++) {
        damas_set one = damas_one(damas_bit_of(s));
        int side = (int)random_below(random, 2);
        if (random_below(random, 10) >= crowded || bits_count(damas_of(&b, side)) == DAMAS_PIECES)
            continue;
        if ((one & damas_crown_row(side)) || random_below(random, 4) < royal) b.king[side] |= one;
        else b.man[side] |= one;
    }
    return b;
}

/* The number of captures of two pieces or more that kings have here. */
static int straight_captures(const damas_position *p, const damas_list *l) {
    int count = 0;
    for (int i = 0; i < l->count; i++)
        count += (p->board.king[p->side] & damas_one(damas_from(l->move[i]))) &&
                 bits_count(damas_captured(l->move[i])) > 1;
    return count;
}

static void a_plain_model_agrees_on_random_positions(void **state) {
    (void)state;
    history h = begin("profile=lab", "");
    const damas_rules *r = damas_rules_of(h.rules);
    damas_position *p = (damas_position *)(void *)h.now;
    random_source random = random_seed(19);
    int straight = 0, legs = 0;
    for (int i = 0; i < 20000; i++) {
        damas_board b = random_board(&random);
        damas_set_up(r, p, &b, (int)random_below(&random, 2), 0, NULL);
        for (damas_move next = DAMAS_MOVE_GOES_ON; next && p->end == DAMAS_GOES_ON;) {
            damas_list l;
            damas_list_moves(r, p, &l);
            assert_agrees(&h);
            straight += straight_captures(p, &l);
            next = 0;
            for (int m = 0; m < l.count; m++)
                if (l.move[m] & DAMAS_MOVE_GOES_ON) next = l.move[m];
            if (next) damas_play(r, p, next, NULL);
            legs += next != 0;
        }
    }
    assert_true(straight > 1000 && legs > 1000); /* the positions cover the case */
    close_game(&h);
}

/* 7,7 to 2,2 over 5,5 and 3,3, in one entry; between them it may stop, and then its turn is over.
 */
static void a_king_takes_all_on_its_way(void **state) {
    (void)state;
    history h = begin("profile=lab", "W:WK1:B10,19");
    assert_moves(&h, "1x14 1x23 1x28 1x32 1-5");
    play(&h, "7A7A2A2A");
    assert_position(&h, "B:WK23:B");
    assert_over(&h, 0, "no pieces left");
    close_game(&h);
}

static void two_in_a_row_and_own_pieces_stop_it(void **state) {
    (void)state;
    history h = begin("profile=lab", "W:WK1:B10,19,23");
    assert_moves(&h, "1x14 1-5");
    close_game(&h);
    h = begin("profile=lab", "W:WK1,23:B10,32");
    assert_moves(&h, "1x14 1x19 23-27 23-28 1-5");
    close_game(&h);
}

static void a_king_that_took_two_may_still_turn_aside(void **state) {
    (void)state;
    history h = begin("profile=lab", "W:WK1:B10,19,20");
    play(&h, "1x23+");
    assert_position(&h, "W:WK23:B20:L23");
    assert_moves(&h, "23x16");
    close_game(&h);
}

/* A touched piece must move, and nothing else changes: the turn stays, and no ply is counted. */
static void a_touched_piece_must_move(void **state) {
    (void)state;
    history h = begin("profile=lab,touch=on", "W:W9,K1:B30");
    assert_moves(&h, "9-13 1-5 1-10 1-14 1-19 1-23 1-28 1-32 touch:1 touch:9");
    play(&h, "touch:9");
    assert_position(&h, "W:WK1,9:B30:P9");
    assert_moves(&h, "9-13");
    assert_true(history_undo(&h));
    assert_position(&h, "W:WK1,9:B30");
    play(&h, "1"); /* a square alone is a touch */
    assert_moves(&h, "1-5 1-10 1-14 1-19 1-23 1-28 1-32");
    play(&h, "1-5");
    assert_position(&h, "B:WK5,9:B30:H1");
    close_game(&h);
    h = begin("profile=lab,touch=on", "W:WK1,9:B30:P9");
    assert_moves(&h, "9-13");
    close_game(&h);
}

/* A person who names a move that the piece cannot make has touched the piece. */
static void naming_a_piece_touches_it(void **state) {
    (void)state;
    game_move move = 0;
    history h = begin("profile=lab,touch=on", "W:W9,K1,20:B23,24,26,27,28,29");
    assert_true(damas_read_touch(h.rules, h.now, "9-18", &move));
    assert_int_equal(damas_from(move), damas_bit_of(8));
    assert_true((move & DAMAS_MOVE_TOUCH) != 0);
    assert_false(damas_read_touch(h.rules, h.now, "20-29", &move)); /* it cannot move */
    assert_false(damas_read_touch(h.rules, h.now, "24-20", &move)); /* nor is it White's */
    assert_false(damas_read_touch(h.rules, h.now, "what", &move));
    close_game(&h);
    h = begin("profile=lab", "W:W9:B30");
    assert_false(damas_read_touch(h.rules, h.now, "9-18", &move));
    close_game(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_king_takes_all_on_its_way),
        cmocka_unit_test(two_in_a_row_and_own_pieces_stop_it),
        cmocka_unit_test(a_king_that_took_two_may_still_turn_aside),
        cmocka_unit_test(a_touched_piece_must_move),
        cmocka_unit_test(naming_a_piece_touches_it),
        cmocka_unit_test(a_plain_model_agrees_on_random_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
