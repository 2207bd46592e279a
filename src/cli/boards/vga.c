/* damero vga - pictures and timing mistakes from the pins of a design. */
#include <stdlib.h>
#include <string.h>

#include "boards/damas/damas_lab.h"
#include "cli/command.h"
#include "cli/png.h"
#include "cli/setup.h"

enum { SHOWN = 20 }; /* mistakes that are printed; the others are only counted */

static bool read_signal(const char *path, vga_signal *s, error *e) {
    static const char first[] = "damero-trace";
    size_t length;
    char *bytes = cli_read_file(path, &length, e);
    if (!bytes) return error_in(e, "%s", path);
    bool good;
    *s = (vga_signal){0};
    if (length >= sizeof first - 1 && memcmp(bytes, first, sizeof first - 1) == 0) {
        trace t;
        good = trace_read(&t, &damas_lab_kind, bytes, length, e);
        good = good && vga_read_trace(s, &t, e);
        trace_destroy(&t);
    } else {
        good = vga_read_vcd(s, bytes, length, e);
    }
    free(bytes);
    return good || error_in(e, "%s", path);
}

static void print_mistake(void *context, const char *words) {
    size_t *said = context;
    if ((*said)++ < SHOWN) puts(words);
}

static int run(const cli_arguments *a) {
    static uint8_t pixels[VGA_VISIBLE_Y][VGA_VISIBLE_X];
    error e = {0};
    vga_signal s;
    uint64_t number = 1;
    size_t said = 0;
    const char *frame = cli_value(a, "frame");
    if (!cli_read_number(a, "number", 1, 1000000, &number, &e)) return cli_fail_with(a, &e);
    bool good = read_signal(a->operand[0], &s, &e);
    if (good && frame)
        good = vga_draw(&s, (size_t)number - 1, pixels, &e) &&
               cli_write_png(frame, &pixels[0][0], VGA_VISIBLE_X, VGA_VISIBLE_Y, &e);
    size_t mistakes = good ? vga_check(&s, print_mistake, &said) : 0;
    if (mistakes > SHOWN) printf("and %zu more\n", mistakes - SHOWN);
    if (good && mistakes == 0) puts("The timing is right.");
    vga_destroy(&s);
    if (!good) return cli_fail_with(a, &e);
    return mistakes ? CLI_FAILED : CLI_OK;
}

const cli_command cli_vga = {
    .name = "vga",
    .operands = "FILE",
    .summary =
        "Draw the picture that a design's pins send to a monitor, and report timing mistakes.",
    .about =
        "FILE is a trace of the Damas board or a value change dump (VCD) with signals red, green, "
        "blue, hsync and vsync, as a simulator writes it. Each mistake in the timing of 640x480 is "
        "named with its line, from 0 at the top. The status is 1 if there is any.",
    .options = (const cli_option[]){{"frame", "FILE", "write a picture there, as PNG"},
                                    {"number", "N", "which one, from 1 (the first)"},
                                    {0}},
    .examples =
        (const cli_example[]){{"damero vga mine.vcd --frame mine.png", "what a monitor shows"},
                              {0}},
    .run = run,
};
