/* half_blocks - a picture of eight colours in a terminal: two pixels a character, one above the
 * other, each the mean of what it covers. */
#ifndef DAMERO_CLI_HALF_BLOCKS_H
#define DAMERO_CLI_HALF_BLOCKS_H

#include <stdint.h>

#include "base/text.h"

typedef enum colour_depth {
    COLOURS_NONE,
    COLOURS_8,
    COLOURS_256,
    COLOURS_RGB,
} colour_depth;
typedef struct rgb {
    uint8_t red, green, blue;
} rgb;

/* What the terminal at standard output can show, as far as it says so. */
colour_depth half_blocks_depth(void);

/* Sets the colour of the characters that follow, or of what is behind them. */
void half_blocks_colour(colour_depth, rgb, bool behind, text *);

/* One line of characters, `columns` of them, out of a picture shown in columns x rows characters;
 * pixels as in boards/device.h. Colours stay set. */
void half_blocks_line(colour_depth, const uint8_t *pixels, int width, int height, int columns,
                      int rows, int line, text *);

#endif
