#include "boards/damas/glyph.h"

#include <stddef.h>
#include <string.h>

/* clang-format off */
static const char letters[] = "01234567ADFIJMNORSTW";
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
    /* The nearest corner of this dot, and how far it is, in half pixels along both axes. */
    int right = 2 * (x % scale) + 1 - scale, down = 2 * (y % scale) + 1 - scale;
    int beside = right < 0 ? -1 : 1, above = down < 0 ? -1 : 1;
    int to_corner = 2 * scale - (right < 0 ? -right : right) - (down < 0 ? -down : down);
    bool across = dot(g, column + beside, row), along = dot(g, column, row + above);
    bool diagonal = dot(g, column + beside, row + above);
    if (dot(g, column, row)) return across || along || diagonal || to_corner > scale / 2 + 1;
    return across && along && !diagonal && to_corner < scale;
}

bool glyph_word_has(const char *word, int x, int y, int scale) {
    int place = x / (6 * scale);
    if (x < 0 || place >= (int)strlen(word)) return false;
    const glyph *g = glyph_of(word[place]);
    return g && glyph_has(g, x % (6 * scale), y, scale);
}
