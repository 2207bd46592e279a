/* scene - the picture of the Damas board: which of eight colours each of 640 by 480 pixels has.
 *
 * Four zones, as in the original: the board with its row and column numbers around it, a little
 * left of the centre; below it on the left the letter J and a rectangle in the colour of the side
 * to move; on the right the coordinates of origin and destination; below it on the right the
 * symbols of victory (a cup, and a piece of the winner's) or of a draw (a piece of each, and
 * between them an equals sign).
 *
 * scene_pixel is the definition: the colour of one pixel from the memory and a few registers, as
 * the circuit computes it while the beam passes. A canvas holds the pixels of the last scene and
 * redraws only what has changed.
 */
#ifndef DAMERO_BOARDS_SCENE_H
#define DAMERO_BOARDS_SCENE_H

#include <stdbool.h>
#include <stdint.h>

enum { SCENE_WIDTH = 640, SCENE_HEIGHT = 480 };

/* Colours: bits red, green, blue. */
enum {
    SCENE_BLACK,
    SCENE_BLUE,
    SCENE_GREEN,
    SCENE_CYAN,
    SCENE_RED,
    SCENE_MAGENTA,
    SCENE_YELLOW,
    SCENE_WHITE,
};

typedef struct scene {
    uint8_t memory[64];          /* 3 bits per cell */
    uint8_t origin, destination; /* 8 * row + column */
    uint8_t cursor;              /* the digit expected: 1 to 4; 0: none */
    bool white, victory, draw;
    bool stacked;     /* kings are two men, one upon the other; else men with a crown */
    uint8_t language; /* of the words: a glyph_language */
} scene;

uint8_t scene_pixel(const scene *, int x, int y);

typedef struct canvas {
    bool drawn;
    scene shown;
    uint8_t pixels[SCENE_HEIGHT][SCENE_WIDTH];
} canvas;

/* Makes the canvas show the scene. */
void canvas_show(canvas *, const scene *);

#endif
