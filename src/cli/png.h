/* png - pixels as a PNG file. */
#ifndef DAMERO_CLI_PNG_H
#define DAMERO_CLI_PNG_H

#include <stdint.h>

#include "base/error.h"

/* Writes a picture of eight colours, one byte per pixel (bits red 4, green 2, blue 1),
 * atomically. */
bool cli_write_png(const char *path, const uint8_t *pixels, int width, int height, error *);

#endif
