#include "boards/damas/glyph.h"

#include <stddef.h>
#include <string.h>

/* clang-format off */
static const char letters[] = "01234567ADFIJMNORSTWBCEGHLPV";
static const glyph shapes[] = {
    {5, 7, ".###."  "#...#"  "#...#"  "#...#"  "#...#"  "#...#"  ".###."},
    {5, 7, "..#.."  ".##.."  "..#.."  "..#.."  "..#.."  "..#.."  ".###."},
    {5, 7, ".###."  "#...#"  "....#"  "...#."  "..#.."  ".#..."  "#####"},
    {5, 7, ".###."  "#...#"  "....#"  "..##."  "....#"  "#...#"  ".###."},
    {5, 7, "...#."  "..##."  ".#.#."  "#..#."  "#####"  "...#."  "...#."},
    {5, 7, "#####"  "#...."  "####."  "....#"  "....#"  "#...#"  ".###."},
    {5, 7, "..##."  ".#..."  "#...."  "####."  "#...#"  "#...#"  ".###."},
    {5, 7, "#####"  "....#"  "...#."  "...#."  "..#.."  "..#.."  "..#.."},
    {5, 7, "..#.."  ".#.#."  "#...#"  "#...#"  "#####"  "#...#"  "#...#"},
    {5, 7, "####."  "#...#"  "#...#"  "#...#"  "#...#"  "#...#"  "####."},
    {5, 7, "#####"  "#...."  "#...."  "####."  "#...."  "#...."  "#...."},
    {5, 7, ".###."  "..#.."  "..#.."  "..#.."  "..#.."  "..#.."  ".###."},
    {5, 7, "..###"  "...#."  "...#."  "...#."  "...#."  "#..#."  ".##.."},
    {5, 7, "#...#"  "##.##"  "#.#.#"  "#.#.#"  "#...#"  "#...#"  "#...#"},
    {5, 7, "#...#"  "##..#"  "#.#.#"  "#.#.#"  "#..##"  "#...#"  "#...#"},
    {5, 7, ".###."  "#...#"  "#...#"  "#...#"  "#...#"  "#...#"  ".###."},
    {5, 7, "####."  "#...#"  "#...#"  "####."  "#.#.."  "#..#."  "#...#"},
    {5, 7, ".####"  "#...."  "#...."  ".###."  "....#"  "....#"  "####."},
    {5, 7, "#####"  "..#.."  "..#.."  "..#.."  "..#.."  "..#.."  "..#.."},
    {5, 7, "#...#"  "#...#"  "#...#"  "#.#.#"  "#.#.#"  "##.##"  "#...#"},
    {5, 7, "####."  "#...#"  "#...#"  "####."  "#...#"  "#...#"  "####."},
    {5, 7, ".###."  "#...#"  "#...."  "#...."  "#...."  "#...#"  ".###."},
    {5, 7, "#####"  "#...."  "#...."  "####."  "#...."  "#...."  "#####"},
    {5, 7, ".###."  "#...#"  "#...."  "#.###"  "#...#"  "#...#"  ".####"},
    {5, 7, "#...#"  "#...#"  "#...#"  "#####"  "#...#"  "#...#"  "#...#"},
    {5, 7, "#...."  "#...."  "#...."  "#...."  "#...."  "#...."  "#####"},
    {5, 7, "####."  "#...#"  "#...#"  "####."  "#...."  "#...."  "#...."},
    {5, 7, "#...#"  "#...#"  "#...#"  "#...#"  "#...#"  ".#.#."  "..#.."},
};

const glyph glyph_crown = {11, 9,
    ".....#....."
    "....###...."
    "#....#....#"
    "##..###..##"
    "###.###.###"
    "###########"
    "###########"
    "..........."
    "###########"};

const glyph glyph_cup = {15, 16,
    "..###########.."
    "###############"
    "#.###########.#"
    "#.###########.#"
    "#.###########.#"
    ".############.."
    "..###########.."
    "...#########..."
    "....#######...."
    ".....#####....."
    "......###......"
    "......###......"
    "......###......"
    "....#######...."
    "...#########..."
    "...#########..."};

/* Persian letters change their shape with their neighbours, so its words are drawn whole. */
static const glyph persian_from = {9, 14,
    ".......##"
    ".......##"
    "...##..##"
    "...##..##"
    ".......##"
    "....#..##"
    "...##..##"
    "....##.##"
    "....##.##"
    "....##.##"
    "...##...."
    "..###...."
    "####....."
    ".##......"};
static const glyph persian_to = {12, 14,
    "............"
    "............"
    "....#......."
    "..####......"
    ".#####....#."
    "###.##...##."
    "##..##....##"
    "#######..##."
    ".##########."
    "......####.."
    "............"
    "........#..."
    "........##.."
    "............"};
static const glyph persian_wins = {29, 14,
    "................##..........."
    "...........#....##..........."
    "..##......##................."
    "..###......##....##........#."
    ".#####.....##....##...#...##."
    "##..##......##...##..##....##"
    "##..##.....###...##..###..##."
    ".#####..###########..#######."
    ".####...####.#####...######.."
    ".....................##......"
    "....................###..#..."
    "..................####...##.."
    "...................##........"
    "............................."};
static const glyph persian_draw = {41, 14,
    "..................##....................."
    "..................##....................."
    "..................##....................."
    "..................##....................."
    "......###...###...##.................###."
    ".....####..#####..##...##..##..##...#####"
    "##..##.....##.##..##...##..##..##..##..##"
    "##..##.....##.##..##...##..##..##..###.##"
    "##..#####..#####..#######################"
    "##...#####.#####...#########.##.###..###."
    "##......##....##........................."
    "###....##....###........................."
    ".########..####.........................."
    "..#####....##............................"};
/* clang-format on */

const glyph *glyph_of(char c) {
    const char *place = c ? strchr(letters, c) : NULL;
    return place ? &shapes[place - letters] : NULL;
}

static bool dot(const glyph *g, int column, int row) {
    return column >= 0 && row >= 0 && column < g->width && row < g->height &&
           g->dots[row * g->width + column] == '#';
}

bool glyph_has(const glyph *g, int x, int y, int scale) {
    if (x < 0 || y < 0 || x >= g->width * scale || y >= g->height * scale) return false;
    int column = x / scale, row = y / scale;
    /* The nearest corner of this dot, and its distance, in half pixels along both axes. */
    int right = 2 * (x % scale) + 1 - scale, down = 2 * (y % scale) + 1 - scale;
    int beside = right < 0 ? -1 : 1, above = down < 0 ? -1 : 1;
    int to_corner = 2 * scale - (right < 0 ? -right : right) - (down < 0 ? -down : down);
    bool across = dot(g, column + beside, row), along = dot(g, column, row + above);
    bool diagonal = dot(g, column + beside, row + above);
    if (dot(g, column, row)) return across || along || diagonal || to_corner > scale / 2 + 1;
    return across && along && !diagonal && to_corner < scale;
}

/* The same as glyph_has for a word in letters five dots wide with one dot between them. */
static bool word_has(const char *word, int x, int y, int scale) {
    int place = x / (6 * scale);
    if (x < 0 || place >= (int)strlen(word)) return false;
    const glyph *g = glyph_of(word[place]);
    return g && glyph_has(g, x % (6 * scale), y, scale);
}

static const struct phrase {
    const char *letters;
    const glyph *whole;
} phrases[GLYPH_LANGUAGES][GLYPH_PHRASES] = {
    [GLYPH_ENGLISH] = {{"FROM", 0}, {"TO", 0}, {"WINS", 0}, {"DRAW", 0}},
    [GLYPH_SPANISH] = {{"DESDE", 0}, {"HASTA", 0}, {"GANA", 0}, {"TABLAS", 0}},
    [GLYPH_ITALIAN] = {{"DA", 0}, {"A", 0}, {"VINCE", 0}, {"PATTA", 0}},
    [GLYPH_PERSIAN] = {{0, &persian_from},
                       {0, &persian_to},
                       {0, &persian_wins},
                       {0, &persian_draw}},
};

bool glyph_phrase_has(glyph_language language, glyph_phrase phrase, int x, int y, int height) {
    const struct phrase *p = &phrases[language][phrase];
    if (p->whole) return glyph_has(p->whole, x, y, height / p->whole->height);
    int scale = height / 7;
    /* Long words get smaller letters, on the same line. */
    if (strlen(p->letters) > 4 && scale > 2) {
        scale--;
        y -= (height - 7 * scale) / 2;
    }
    return word_has(p->letters, x, y, scale);
}
