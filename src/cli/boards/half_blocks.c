#include "cli/boards/half_blocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

colour_depth half_blocks_depth(void) {
    const char *depth = getenv("COLORTERM"), *name = getenv("TERM");
    if (!cli_wants_colour(stdout)) return COLOURS_NONE;
    if (depth && (strstr(depth, "truecolor") || strstr(depth, "24bit"))) return COLOURS_RGB;
    return name && strstr(name, "256color") ? COLOURS_256 : COLOURS_8;
}

/* The nearest of the 6 x 6 x 6 colours of a 256-colour terminal. */
static int cube(rgb c) {
    int level[3] = {c.red, c.green, c.blue};
    for (int i = 0; i < 3; i++)
        level[i] = level[i] < 48 ? 0 : level[i] < 115 ? 1 : (level[i] - 35) / 40;
    return 16 + 36 * level[0] + 6 * level[1] + level[2];
}

void half_blocks_colour(colour_depth depth, rgb c, bool behind, text *t) {
    int eight = (c.red > 100) | (c.green > 100) << 1 | (c.blue > 100) << 2;
    switch (depth) {
    case COLOURS_RGB:
        text_addf(t, "\x1b[%d;2;%d;%d;%dm", behind ? 48 : 38, c.red, c.green, c.blue);
        break;
    case COLOURS_256: text_addf(t, "\x1b[%d;5;%dm", behind ? 48 : 38, cube(c)); break;
    case COLOURS_8: text_addf(t, "\x1b[%dm", (behind ? 40 : 30) + eight); break;
    case COLOURS_NONE: break;
    }
}

/* The number that shows a share of full light: brightness grows about with its square. */
static uint8_t level_of(unsigned lit, unsigned count) {
    return (uint8_t)(255 * sqrt((double)lit / count));
}

/* The mean colour of a part of the picture. */
static rgb mean(const uint8_t *pixels, int width, int x, int y, int end_x, int end_y) {
    unsigned count = (unsigned)((end_x - x) * (end_y - y)), red = 0, green = 0, blue = 0;
    for (int v = y; v < end_y; v++)
        for (int u = x; u < end_x; u++) {
            uint8_t p = pixels[v * width + u];
            red += p >> 2 & 1, green += p >> 1 & 1, blue += p & 1;
        }
    return (rgb){level_of(red, count), level_of(green, count), level_of(blue, count)};
}

static bool same(rgb a, rgb b) { return a.red == b.red && a.green == b.green && a.blue == b.blue; }

void half_blocks_line(colour_depth depth, const uint8_t *pixels, int width, int height, int columns,
                      int rows, int line, text *t) {
    rgb front = {0, 0, 0}, back = {0, 0, 0};
    int top = 2 * line * height / (2 * rows), middle = (2 * line + 1) * height / (2 * rows),
        bottom = (2 * line + 2) * height / (2 * rows);
    for (int i = 0; i < columns; i++) {
        int x = i * width / columns, end = (i + 1) * width / columns;
        rgb upper = mean(pixels, width, x, top, end, middle),
            lower = mean(pixels, width, x, middle, end, bottom);
        if (i == 0 || !same(upper, front)) half_blocks_colour(depth, upper, false, t);
        if (i == 0 || !same(lower, back)) half_blocks_colour(depth, lower, true, t);
        front = upper, back = lower;
        text_add(t, "▀");
    }
}
