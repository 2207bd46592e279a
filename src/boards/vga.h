/* vga - the picture's timing, and a decoder: pictures from the five pins of any design, and what is
 * wrong with their timing.
 *
 * A signal is a list of samples: from that time on the pins are so. A line of the picture is found
 * by its sync pulse, which begins VGA_HSYNC_START pixels after the line; lines are numbered from
 * the vertical sync, which begins with line VGA_VSYNC_START. A signal without one is taken to begin
 * with line 0, as our board does at power-on.
 */
#ifndef DAMERO_BOARDS_VGA_H
#define DAMERO_BOARDS_VGA_H

#include "boards/trace.h"

enum {
    VGA_VISIBLE_X = 640,
    VGA_HSYNC_START = 654,
    VGA_HSYNC_END = 752,
    VGA_WIDTH = 800,
    VGA_VISIBLE_Y = 480,
    VGA_VSYNC_START = 490,
    VGA_VSYNC_END = 492,
    VGA_HEIGHT = 521,
    VGA_TICKS = 2, /* of the clock for each pixel */
    VGA_PIXEL_NS = 40,
    VGA_FRAME_TICKS = VGA_TICKS * VGA_WIDTH * VGA_HEIGHT,

    /* Bits of a sample; the lower three are the colour: red 4, green 2, blue 1. Sync is low. */
    VGA_HSYNC = 8,
    VGA_VSYNC = 16,
};

typedef struct vga_sample {
    uint64_t time;
    uint8_t pins;
} vga_sample;

typedef struct vga_signal {
    vga_sample *sample;
    size_t count, capacity;
    uint64_t pixel; /* units of time that a pixel takes */
    uint64_t end;   /* the last moment that is known */
} vga_signal;

/* Adds a sample; times never fall. A destroyed signal is empty. */
bool vga_add(vga_signal *, uint64_t time, unsigned pins, error *);
void vga_destroy(vga_signal *);

/* From a trace that states red, green, blue, hsync and vsync (with every change), or a value change
 * dump with signals of these names. */
bool vga_read_trace(vga_signal *, const trace *, error *);
bool vga_read_vcd(vga_signal *, const char *bytes, size_t length, error *);

/* Reports every mistake in the timing: "line 12: sync 95 pixels, 98 expected". Returns how
 * many there are. */
size_t vga_check(const vga_signal *, void (*say)(void *context, const char *words), void *context);

/* Draws a picture: `number` 0 is the first one. False if the signal lacks some of its lines. */
bool vga_draw(const vga_signal *, size_t number, uint8_t pixels[VGA_VISIBLE_Y][VGA_VISIBLE_X],
              error *);

#endif
