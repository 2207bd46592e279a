#include "engines/damas/evaluate.h"

#include "engines/damas/gather.h"

/* The squares of each window. Squares of window 8 - i are those of window i turned round. */
static const damas_set windows[DAMAS_WINDOWS] = {
    0xc66300000u, 0x633180000u, 0x3198c0000u, 0x6331800u, 0x3198c00u,
    0x18cc600u,   0x3198cu,     0x18cc6u,     0xc663u,
};

/* A set of eight squares as a number in base 3 with digits 0 and 1. */
static const uint16_t ternary[256] = {
    0,    1,    3,    4,    9,    10,   12,   13,   27,   28,   30,   31,   36,   37,   39,   40,
    81,   82,   84,   85,   90,   91,   93,   94,   108,  109,  111,  112,  117,  118,  120,  121,
    243,  244,  246,  247,  252,  253,  255,  256,  270,  271,  273,  274,  279,  280,  282,  283,
    324,  325,  327,  328,  333,  334,  336,  337,  351,  352,  354,  355,  360,  361,  363,  364,
    729,  730,  732,  733,  738,  739,  741,  742,  756,  757,  759,  760,  765,  766,  768,  769,
    810,  811,  813,  814,  819,  820,  822,  823,  837,  838,  840,  841,  846,  847,  849,  850,
    972,  973,  975,  976,  981,  982,  984,  985,  999,  1000, 1002, 1003, 1008, 1009, 1011, 1012,
    1053, 1054, 1056, 1057, 1062, 1063, 1065, 1066, 1080, 1081, 1083, 1084, 1089, 1090, 1092, 1093,
    2187, 2188, 2190, 2191, 2196, 2197, 2199, 2200, 2214, 2215, 2217, 2218, 2223, 2224, 2226, 2227,
    2268, 2269, 2271, 2272, 2277, 2278, 2280, 2281, 2295, 2296, 2298, 2299, 2304, 2305, 2307, 2308,
    2430, 2431, 2433, 2434, 2439, 2440, 2442, 2443, 2457, 2458, 2460, 2461, 2466, 2467, 2469, 2470,
    2511, 2512, 2514, 2515, 2520, 2521, 2523, 2524, 2538, 2539, 2541, 2542, 2547, 2548, 2550, 2551,
    2916, 2917, 2919, 2920, 2925, 2926, 2928, 2929, 2943, 2944, 2946, 2947, 2952, 2953, 2955, 2956,
    2997, 2998, 3000, 3001, 3006, 3007, 3009, 3010, 3024, 3025, 3027, 3028, 3033, 3034, 3036, 3037,
    3159, 3160, 3162, 3163, 3168, 3169, 3171, 3172, 3186, 3187, 3189, 3190, 3195, 3196, 3198, 3199,
    3240, 3241, 3243, 3244, 3249, 3250, 3252, 3253, 3267, 3268, 3270, 3271, 3276, 3277, 3279, 3280};

/* Bytes with their bits in reverse order. */
static const uint8_t reversed[256] = {
    0,  128, 64,  192, 32, 160, 96,  224, 16, 144, 80,  208, 48, 176, 112, 240, 8,  136, 72,  200,
    40, 168, 104, 232, 24, 152, 88,  216, 56, 184, 120, 248, 4,  132, 68,  196, 36, 164, 100, 228,
    20, 148, 84,  212, 52, 180, 116, 244, 12, 140, 76,  204, 44, 172, 108, 236, 28, 156, 92,  220,
    60, 188, 124, 252, 2,  130, 66,  194, 34, 162, 98,  226, 18, 146, 82,  210, 50, 178, 114, 242,
    10, 138, 74,  202, 42, 170, 106, 234, 26, 154, 90,  218, 58, 186, 122, 250, 6,  134, 70,  198,
    38, 166, 102, 230, 22, 150, 86,  214, 54, 182, 118, 246, 14, 142, 78,  206, 46, 174, 110, 238,
    30, 158, 94,  222, 62, 190, 126, 254, 1,  129, 65,  193, 33, 161, 97,  225, 17, 145, 81,  209,
    49, 177, 113, 241, 9,  137, 73,  201, 41, 169, 105, 233, 25, 153, 89,  217, 57, 185, 121, 249,
    5,  133, 69,  197, 37, 165, 101, 229, 21, 149, 85,  213, 53, 181, 117, 245, 13, 141, 77,  205,
    45, 173, 109, 237, 29, 157, 93,  221, 61, 189, 125, 253, 3,  131, 67,  195, 35, 163, 99,  227,
    19, 147, 83,  211, 51, 179, 115, 243, 11, 139, 75,  203, 43, 171, 107, 235, 27, 155, 91,  219,
    59, 187, 123, 251, 7,  135, 71,  199, 39, 167, 103, 231, 23, 151, 87,  215, 55, 183, 119, 247,
    15, 143, 79,  207, 47, 175, 111, 239, 31, 159, 95,  223, 63, 191, 127, 255};

enum { EIGHT = 255 };

/* Own men are digits 1, the opponent's 2. Windows after the middle one are seen from the other
 * side: turned round, which reverses the order of their squares, and with the sides exchanged. */
static unsigned case_of(const damas_board *b, int window) {
    uint64_t first = damas_gather(b->man[0], windows[window]);
    uint64_t second = damas_gather(b->man[1], windows[window]);
    return ternary[first & EIGHT] + 2u * ternary[second & EIGHT];
}

static unsigned turned_case(const damas_board *b, int window) {
    unsigned first = (unsigned)damas_gather(b->man[0], windows[window]);
    unsigned second = (unsigned)damas_gather(b->man[1], windows[window]);
    return ternary[reversed[second & EIGHT]] + 2u * ternary[reversed[first & EIGHT]];
}

void damas_cases(const damas_board *b, damas_case cases[DAMAS_WINDOWS]) {
    for (int i = 0; i < DAMAS_OWN_WINDOWS; i++)
        cases[i] = (damas_case){(uint16_t)case_of(b, i), (uint8_t)i, 1};
    for (int i = DAMAS_OWN_WINDOWS; i < DAMAS_WINDOWS; i++)
        cases[i] = (damas_case){(uint16_t)turned_case(b, i), (uint8_t)(8 - i), -1};
}

void damas_simple_features(const damas_board *b, int side, int features[DAMAS_SIMPLE]) {
    int kings = bits_count(b->king[0]), theirs = bits_count(b->king[1]);
    features[DAMAS_MAN] = bits_count(b->man[0]) - bits_count(b->man[1]);
    features[DAMAS_FIRST_KING] = (kings > 0) - (theirs > 0);
    features[DAMAS_FURTHER_KING] = (kings > 1 ? kings - 1 : 0) - (theirs > 1 ? theirs - 1 : 0);
    features[DAMAS_HOLDS_RIVER] =
        ((b->king[0] & DAMAS_RIVER) != 0) - ((b->king[1] & DAMAS_RIVER) != 0);
    features[DAMAS_HAS_MOVE] = side == 0 ? 1 : -1;
}

int damas_evaluate(const damas_weights *w, const damas_board *b, int side) {
    int features[DAMAS_SIMPLE], many = 0, few = 0;
    damas_simple_features(b, side, features);
    for (int i = 0; i < DAMAS_SIMPLE; i++) {
        many += features[i] * w->simple[i][0];
        few += features[i] * w->simple[i][1];
    }
    for (int i = 0; i < DAMAS_OWN_WINDOWS; i++) {
        const int8_t *weight = w->window[i][case_of(b, i)];
        many += weight[0];
        few += weight[1];
    }
    for (int i = DAMAS_OWN_WINDOWS; i < DAMAS_WINDOWS; i++) {
        const int8_t *weight = w->window[8 - i][turned_case(b, i)];
        many -= weight[0];
        few -= weight[1];
    }
    int phase = bits_count(damas_of(b, 0) | damas_of(b, 1));
    if (phase > DAMAS_PHASE_MOST) phase = DAMAS_PHASE_MOST;
    int value = (many * phase + few * (DAMAS_PHASE_MOST - phase)) / DAMAS_PHASE_MOST;
    return side == 0 ? value : -value;
}
