#include "engines/damas/slice.h"

#include "engines/damas/gather.h"

/* Rows of the board as sets. */
#define FIRST_ROW DAMAS_FIRST_ROW                                   /* of side 0 */
#define OTHER_MEN (DAMAS_ALL & ~(DAMAS_FIRST_ROW | DAMAS_LAST_ROW)) /* its men elsewhere */
#define THEIR_MEN (DAMAS_ALL & ~DAMAS_FIRST_ROW)                    /* men of side 1 */

/* choose[n][k]: ways to choose k of n. */
static const uint32_t choose[33][8] = {
    {1, 0, 0, 0, 0, 0, 0, 0},
    {1, 1, 0, 0, 0, 0, 0, 0},
    {1, 2, 1, 0, 0, 0, 0, 0},
    {1, 3, 3, 1, 0, 0, 0, 0},
    {1, 4, 6, 4, 1, 0, 0, 0},
    {1, 5, 10, 10, 5, 1, 0, 0},
    {1, 6, 15, 20, 15, 6, 1, 0},
    {1, 7, 21, 35, 35, 21, 7, 1},
    {1, 8, 28, 56, 70, 56, 28, 8},
    {1, 9, 36, 84, 126, 126, 84, 36},
    {1, 10, 45, 120, 210, 252, 210, 120},
    {1, 11, 55, 165, 330, 462, 462, 330},
    {1, 12, 66, 220, 495, 792, 924, 792},
    {1, 13, 78, 286, 715, 1287, 1716, 1716},
    {1, 14, 91, 364, 1001, 2002, 3003, 3432},
    {1, 15, 105, 455, 1365, 3003, 5005, 6435},
    {1, 16, 120, 560, 1820, 4368, 8008, 11440},
    {1, 17, 136, 680, 2380, 6188, 12376, 19448},
    {1, 18, 153, 816, 3060, 8568, 18564, 31824},
    {1, 19, 171, 969, 3876, 11628, 27132, 50388},
    {1, 20, 190, 1140, 4845, 15504, 38760, 77520},
    {1, 21, 210, 1330, 5985, 20349, 54264, 116280},
    {1, 22, 231, 1540, 7315, 26334, 74613, 170544},
    {1, 23, 253, 1771, 8855, 33649, 100947, 245157},
    {1, 24, 276, 2024, 10626, 42504, 134596, 346104},
    {1, 25, 300, 2300, 12650, 53130, 177100, 480700},
    {1, 26, 325, 2600, 14950, 65780, 230230, 657800},
    {1, 27, 351, 2925, 17550, 80730, 296010, 888030},
    {1, 28, 378, 3276, 20475, 98280, 376740, 1184040},
    {1, 29, 406, 3654, 23751, 118755, 475020, 1560780},
    {1, 30, 435, 4060, 27405, 142506, 593775, 2035800},
    {1, 31, 465, 4495, 31465, 169911, 736281, 2629575},
    {1, 32, 496, 4960, 35960, 201376, 906192, 3365856},
};

/* A position's number is written in digits of different bases, the most significant first: the
 * number of men on the first row (base[]), which of its squares they are on, the other men, the
 * other side's men, its kings, the other side's kings. Each digit is the rank of a set of squares
 * among all sets of that size, so its base is a binomial coefficient. The squares that are still
 * free for a piece are renumbered without gaps (gather.h): only their number matters, and that
 * follows from the digits before. */

/* The number of a set of k squares among all such sets of `squares` (combinatorial number system:
 * the elements c1 < c2 < ... have the rank C(c1, 1) + C(c2, 2) + ...), and back. */
static uint64_t rank_set(damas_set s, damas_set squares) {
    uint64_t bits = damas_gather(s, squares), rank = 0;
    for (int k = 1; bits; k++) rank += choose[bits_take(&bits)][k];
    return rank;
}

static damas_set set_at(uint64_t rank, int k, damas_set squares) {
    uint64_t bits = 0;
    for (int n = bits_count(squares); k > 0; k--) {
        do n--;
        while (choose[n][k] > rank);
        rank -= choose[n][k];
        bits |= UINT64_C(1) << n;
    }
    return damas_scatter(bits, squares);
}

damas_material damas_material_of(const damas_board *b, int side) {
    return (damas_material){(uint8_t)bits_count(b->man[side]), (uint8_t)bits_count(b->king[side]),
                            (uint8_t)bits_count(b->man[side ^ 1]),
                            (uint8_t)bits_count(b->king[side ^ 1])};
}

int damas_material_number(damas_material m) {
    /* Four counts with a sum of at most 7, as a combination of 4 out of 11. */
    int a = m.men, b = a + m.kings + 1, c = b + m.their_men + 1, d = c + m.their_kings + 1;
    return (int)(choose[a][1] + choose[b][2] + choose[c][3] + choose[d][4]);
}

damas_slice damas_slice_of(damas_material m) {
    damas_slice s = {.material = m};
    int free = DAMAS_SQUARES - m.men - m.their_men;
    s.kings = choose[free][m.kings];
    s.their_kings = choose[free - m.kings][m.their_kings];
    for (int first = 0; first <= 4 && first <= m.men; first++) {
        int others = m.men - first;
        s.others[first] = choose[24][others];
        s.their_men[first] = choose[28 - others][m.their_men];
        s.base[first] = s.size;
        s.size += (uint64_t)choose[4][first] * s.others[first] * s.their_men[first] * s.kings *
                  s.their_kings;
    }
    return s;
}

uint64_t damas_rank_board(const damas_slice *s, const damas_board *b) {
    damas_set first = b->man[0] & FIRST_ROW, free = DAMAS_ALL & ~(b->man[0] | b->man[1]);
    int a = bits_count(first);
    uint64_t rank = 0;
    if (b->man[0])
        rank = rank_set(first, FIRST_ROW) * s->others[a] + rank_set(b->man[0], OTHER_MEN);
    rank *= s->their_men[a];
    if (b->man[1]) rank += rank_set(b->man[1], THEIR_MEN & ~b->man[0]);
    rank = rank * s->kings + rank_set(b->king[0], free);
    rank = rank * s->their_kings + rank_set(b->king[1], free & ~b->king[0]);
    return s->base[a] + rank;
}

damas_board damas_board_at(const damas_slice *s, uint64_t number) {
    const damas_material *m = &s->material;
    damas_board b = {.man = {0}};
    int a = m->men < 4 ? m->men : 4;
    while (s->base[a] > number) a--;
    number -= s->base[a];
    uint64_t their_kings = number % s->their_kings;
    number /= s->their_kings;
    uint64_t kings = number % s->kings;
    number /= s->kings;
    uint64_t their_men = number % s->their_men[a];
    number /= s->their_men[a];
    b.man[0] = set_at(number / s->others[a], a, FIRST_ROW) |
               set_at(number % s->others[a], m->men - a, OTHER_MEN);
    b.man[1] = set_at(their_men, m->their_men, THEIR_MEN & ~b.man[0]);
    damas_set free = DAMAS_ALL & ~(b.man[0] | b.man[1]);
    b.king[0] = set_at(kings, m->kings, free);
    b.king[1] = set_at(their_kings, m->their_kings, free & ~b.king[0]);
    return b;
}

static damas_set turned(damas_set s) {
    s = (s >> 1 & 0x5555555555555555u) | (s & 0x5555555555555555u) << 1;
    s = (s >> 2 & 0x3333333333333333u) | (s & 0x3333333333333333u) << 2;
    s = (s >> 4 & 0x0f0f0f0f0f0f0f0fu) | (s & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(s) >> (64 - DAMAS_BITS);
}

damas_board damas_turned(const damas_board *b) {
    return (damas_board){.man = {turned(b->man[1]), turned(b->man[0])},
                         .king = {turned(b->king[1]), turned(b->king[0])}};
}
