/* half_blocks - a picture of eight colours in a terminal: two pixels per character, one above the
 * other, each the mean of the area it covers. */
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

/* The colours that the terminal at standard output supports, as far as it declares them. */
colour_depth half_blocks_depth(void);

/* Sets the foreground or the background colour of the following characters. */
void half_blocks_colour(colour_depth, rgb, bool behind, text *);

/* One line of `columns` characters of a picture shown in columns x rows characters; pixels as in
 * boards/device.h. Colours stay set. */
void half_blocks_line(colour_depth, const uint8_t *pixels, int width, int height, int columns,
                      int rows, int line, text *);

#endif
