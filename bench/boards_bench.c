/* The Damas board: drawing a frame of 800 x 521 pixels, against drawing each one from the memory.
 */

#include "bench.h"
#include "boards/damas/damas_lab.h"
#include "boards/damas/scene.h"

static uint8_t samples[VGA_HEIGHT][VGA_WIDTH];
static volatile unsigned sink; /* so that nothing is optimised away */

/* What the circuit does, pixel by pixel. */
static double plain_frame(void *context) {
    const device *d = context;
    const arbiter *a = damas_lab_arbiter(d);
    scene s = {.origin = a->origin, .destination = a->destination, .cursor = 1, .white = a->white};
    for (int i = 0; i < 64; i++) s.memory[i] = a->memory[i];
    for (int y = 0; y < VGA_HEIGHT; y++)
        for (int x = 0; x < VGA_WIDTH; x++) {
            bool visible = x < VGA_VISIBLE_X && y < VGA_VISIBLE_Y;
            bool hsync = x < VGA_HSYNC_START || x >= VGA_HSYNC_END,
                 vsync = y < VGA_VSYNC_START || y >= VGA_VSYNC_END;
            samples[y][x] = (uint8_t)((visible ? scene_pixel(&s, x, y) : 0) |
                                      (hsync ? VGA_HSYNC : 0) | (vsync ? VGA_VSYNC : 0));
        }
    return 1;
}

static double scanned_frame(void *context) {
    damas_lab_scan(context, samples);
    return 1;
}

/* Changes every square and coordinate in each frame. */
static double changing_frame(void *context) {
    device *d = context;
    damas_position p = damas_lab_arbiter(d)->position;
    damas_board b = p.board;
    p.board = (damas_board){.man = {b.king[1], b.king[0]}, .king = {b.man[1], b.man[0]}};
    damas_lab_set_position(d, &p);
    return scanned_frame(d);
}

static double frame_by_pins(void *context) {
    device *d = context;
    for (int i = 0; i < VGA_WIDTH * VGA_HEIGHT; i++) {
        unsigned all = 0;
        for (int pin = DAMAS_LAB_RED; pin <= DAMAS_LAB_VSYNC; pin++)
            all = all << 1 | (unsigned)device_get(d, pin);
        sink = all;
        device_advance(d, VGA_TICKS);
    }
    return 1;
}

static double frame_unseen(void *context) {
    device_advance(context, VGA_FRAME_TICKS);
    return 1;
}

static void report(const char *what, double rate, double plain) {
    printf("boards: %-44s %9.4f ms, %.2f of the plain one\n", what, 1000 / rate, plain / rate);
}

int main(void) {
    error e;
    device *d = device_create(&damas_lab_kind, "", &e);
    if (!d) return 1;
    device_set(d, DAMAS_LAB_RUN, 1);
    device_advance(d, 1000);
    double plain = bench_rate(1, plain_frame, d);
    report("a Damas frame, each place from the memory", plain, plain);
    report("as damas_lab_scan", bench_rate(1, scanned_frame, d), plain);
    report("the same, every piece changing each time", bench_rate(1, changing_frame, d), plain);
    report("read off five pins at each place", bench_rate(1, frame_by_pins, d), plain);
    report("with nobody looking", bench_rate(0.5, frame_unseen, d), plain);
    device_destroy(d);
    return 0;
}
