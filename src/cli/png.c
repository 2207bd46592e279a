#include "cli/png.h"

#include <png.h>
#include <stdio.h>

#include "cli/setup.h"

typedef struct picture {
    const uint8_t *pixels;
    int width, height;
} picture;

static void set_palette(png_structp png, png_infop info) {
    png_color colours[8];
    for (unsigned i = 0; i < 8; i++)
        colours[i] =
            (png_color){.red = i & 4 ? 255 : 0, .green = i & 2 ? 255 : 0, .blue = i & 1 ? 255 : 0};
    png_set_PLTE(png, info, colours, 8);
}

/* libpng would print the error itself; the caller reports it with the file's name. */
static void give_up(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

static void pass_over(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static bool write_picture(void *context, FILE *file) {
    const picture *p = context;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, give_up, pass_over);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info || setjmp(png_jmpbuf(png))) { /* libpng returns here on errors */
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_init_io(png, file);
    png_set_IHDR(png, info, (png_uint_32)p->width, (png_uint_32)p->height, 8,
                 PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    set_palette(png, info);
    png_write_info(png, info);
    for (int y = 0; y < p->height; y++)
        png_write_row(png, p->pixels + (size_t)y * (size_t)p->width);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return true;
}

bool cli_write_png(const char *path, const uint8_t *pixels, int width, int height, error *e) {
    picture p = {.pixels = pixels, .width = width, .height = height};
    return cli_write_file(path, write_picture, &p, e);
}
