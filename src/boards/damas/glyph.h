/* glyph - the letters, digits and symbols of the picture, as a character generator would hold them.
 *
 * A glyph is a small drawing that is shown enlarged. If dots touch only at a corner, the corner is
 * filled; if a stroke turns, its outer corner is cut. Diagonals come out smooth, as in the
 * character rounding of teletext.
 */
#ifndef DAMERO_BOARDS_GLYPH_H
#define DAMERO_BOARDS_GLYPH_H

#include <stdbool.h>

typedef struct glyph {
    int width, height;
    const char *dots; /* row by row, '#' for a dot that is on */
} glyph;

/* Digits 0 to 7 and the capital letters in use; NULL for others. */
const glyph *glyph_of(char);

extern const glyph glyph_crown, glyph_cup;

/* Whether the pixel (x, y) of the glyph enlarged `scale` times is on; false outside. */
bool glyph_has(const glyph *, int x, int y, int scale);

/* The words of the picture, in four languages. */
typedef enum glyph_language {
    GLYPH_ENGLISH,
    GLYPH_SPANISH,
    GLYPH_ITALIAN,
    GLYPH_PERSIAN,
    GLYPH_LANGUAGES
} glyph_language;
typedef enum glyph_phrase {
    GLYPH_FROM,
    GLYPH_TO,
    GLYPH_WINS,
    GLYPH_DRAW,
    GLYPH_PHRASES
} glyph_phrase;

/* Whether a pixel of such a word is on; height is 14 or 28 pixels. */
bool glyph_phrase_has(glyph_language, glyph_phrase, int x, int y, int height);

#endif
