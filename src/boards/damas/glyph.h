/* glyph - the letters, digits and symbols of the picture, as a character generator would hold them.
 *
 * A glyph is a small drawing that is shown enlarged. Where dots touch by a corner only, the corner
 * is filled, and where a stroke turns, its outer corner is cut: diagonals come out smooth, as in
 * the character rounding of teletext.
 */
#ifndef DAMERO_BOARDS_GLYPH_H
#define DAMERO_BOARDS_GLYPH_H

#include <stdbool.h>

typedef struct glyph {
    int width, height;
    const char *dots; /* row by row, '#' for a dot that is on */
} glyph;

/* Digits 0 to 7 and the capital letters in use; of others NULL. */
const glyph *glyph_of(char);

extern const glyph glyph_crown, glyph_cup;

/* Whether the pixel (x, y) of the glyph enlarged `scale` times is on; false outside. */
bool glyph_has(const glyph *, int x, int y, int scale);

/* The same for a word in letters five dots wide with one between. */
bool glyph_word_has(const char *word, int x, int y, int scale);

#endif
