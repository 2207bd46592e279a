/* half_blocks - a picture of eight colours in a terminal: two pixels a character, one above the
 * other, each the mean of what it covers. */
#ifndef DAMERO_CLI_HALF_BLOCKS_H
#define DAMERO_CLI_HALF_BLOCKS_H

#include <stdint.h>

#include "base/text.h"
#include "cli/terminal.h"

typedef struct rgb {
    uint8_t red, green, blue;
} rgb;

/* Sets the colour of the characters that follow, or of what is behind them. */
void half_blocks_colour(terminal_colours, rgb, bool behind, text *);

/* One line of characters, `columns` of them, out of a picture shown in columns x rows characters;
 * pixels as in boards/device.h. Colours stay set. */
void half_blocks_line(terminal_colours, const uint8_t *pixels, int width, int height, int columns,
                      int rows, int line, text *);

#endif
