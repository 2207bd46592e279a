/* The captures of the laboratory board.
 *
 * The player enters only origin and destination. For a man two captures span 4 rows and three span
 * 6; if several routes lead to the same square the board takes the first it finds, trying the side
 * of the destination first, or the left one if the man ends in its own column.
 *
 * A king walks straight to its destination and captures every enemy piece on the way; its own
 * pieces and two pieces in a row stop it. If the multiple-capture switch is on and there is another
 * capture to either side of its line, it keeps the turn and must capture again from there. Straight
 * on does not count: the project's arbiter looks for the next route "never in the direction of the
 * movement before" (its state n7). Captured pieces leave the board after each entry.
 */
#include "games/damas/captures.h"

/* Adds the capture of the man at `from` with this number of jumps; bit i of `lefts` says whether
 * jump i goes left. */
static void add_route(const damas_board *b, int side, int from, int jumps, unsigned lefts,
                      damas_list *l) {
    damas_set empty = damas_empty(b), over = damas_of(b, side ^ 1);
    damas_set at = damas_one(from), captured = 0;
    for (int i = 0; i < jumps; i++) {
        int left = lefts >> i & 1;
        captured |= damas_forward(at, side, left);
        at = damas_jump(at, side, left, over, empty);
        if (!at) return;
    }
    int to = bits_lowest(at);
    for (int i = l->count - 1; i >= 0 && damas_from(l->move[i]) == from; i--)
        if (damas_to(l->move[i]) == to) return; /* reached by an earlier route */
    if (l->count < DAMAS_MOVES_MAX) l->move[l->count++] = damas_move_of(from, to, captured);
}

static void add_man(const damas_board *b, int side, int from, damas_list *l) {
    /* Routes in the order the board tries them; lowest bit first, 1 is left. */
    static const struct {
        uint8_t jumps, lefts;
    } routes[] = {{1, 1}, {1, 0}, {2, 3}, {2, 0}, {2, 1}, {2, 2}, {3, 7},
                  {3, 3}, {3, 5}, {3, 6}, {3, 0}, {3, 4}, {3, 2}, {3, 1}};
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++)
        add_route(b, side, from, routes[i].jumps, routes[i].lefts, l);
}

/* Whether a king at `from` can capture the first piece it meets in a direction. */
static bool captures_towards(const damas_board *b, int side, int from, int direction) {
    damas_set met = damas_rays[direction][from] & ~damas_empty(b);
    if (!met) return false;
    damas_set over = damas_nearest(met, direction) & damas_of(b, side ^ 1);
    return (damas_step(over, direction) & damas_empty(b)) != 0;
}

static void add_king_capture(const damas_board *b, int side, int direction, damas_move m,
                             damas_list *l) {
    damas_board next = *b;
    damas_board_play(&next, side, m);
    bool further = captures_towards(&next, side, damas_to(m), direction ^ 1) ||
                   captures_towards(&next, side, damas_to(m), direction ^ 3);
    if (l->count + 2 > DAMAS_MOVES_MAX) return;
    l->move[l->count++] = m;
    if (further) l->move[l->count++] = m | DAMAS_MOVE_GOES_ON;
}

static void add_king(const damas_board *b, int side, int from, damas_list *l) {
    damas_set empty = damas_empty(b), enemies = damas_of(b, side ^ 1);
    for (int d = 0; d < 4; d++) {
        damas_set captured = 0, before = 0;
        for (damas_set at = damas_step(damas_one(from), d) & DAMAS_ALL; at;
             before = at, at = damas_step(at, d) & DAMAS_ALL) {
            if (at & empty) {
                if (captured)
                    add_king_capture(b, side, d, damas_move_of(from, bits_lowest(at), captured), l);
            } else if ((at & enemies) && !(before & enemies)) {
                captured |= at;
            } else {
                break;
            }
        }
    }
}

void damas_add_lab_captures(const damas_board *b, int side, int only, damas_list *l) {
    if (only >= 0) {
        add_king(b, side, only, l);
        return;
    }
    for (damas_set men = b->man[side]; men;) add_man(b, side, bits_take(&men), l);
    for (damas_set kings = b->king[side]; kings;) add_king(b, side, bits_take(&kings), l);
}
