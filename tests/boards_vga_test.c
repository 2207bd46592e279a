/* The Damas board's picture: sync pulses, blanking, and the beam. */
#include "base/random.h"
#include "boards/damas/damas_lab.h"
#include "boards/damas/glyph.h"
#include "boards/damas/scene.h"
#include "boards/damas/script.h"
#include "boards/vcd.h"
#include "sheet.h"

static uint8_t frame[VGA_HEIGHT][VGA_WIDTH];
static canvas painted;

static device *running(void) {
    error e = {0};
    device *d = device_create(&damas_lab_kind, "", &e);
    assert_non_null(d);
    device_set(d, DAMAS_LAB_RUN, 1);
    return d;
}

/* All picture pins as one sample, read off the pins. */
static uint8_t sample(const device *d) {
    return (uint8_t)(device_get(d, DAMAS_LAB_RED) << 2 | device_get(d, DAMAS_LAB_GREEN) << 1 |
                     device_get(d, DAMAS_LAB_BLUE) | device_get(d, DAMAS_LAB_HSYNC) << 3 |
                     device_get(d, DAMAS_LAB_VSYNC) << 4);
}

/* Falling edges, and for how many ticks a pin is low, over one frame. */
static void count_low(device *d, int pin, uint64_t *pulses, uint64_t *low) {
    uint64_t until = d->now + VGA_FRAME_TICKS;
    *pulses = *low = 0;
    for (bool high = device_get(d, pin); d->now < until;) {
        uint64_t ticks = device_advance_watching(d, UINT64_C(1) << pin, until - d->now);
        if (!high) *low += ticks;
        bool now = device_get(d, pin);
        *pulses += high && !now;
        high = now;
    }
}

/* Pulses over whole frames, against the table: 98 places in each of 521 lines, 2 lines in each
 * frame; a frame is 16.672 ms at 50 MHz. */
static void sync_pulses_over_whole_frames(void **state) {
    (void)state;
    device *d = running();
    assert_int_equal(VGA_FRAME_TICKS, 833600);
    for (int i = 0; i < 3; i++) {
        uint64_t pulses, low;
        count_low(d, DAMAS_LAB_HSYNC, &pulses, &low);
        assert_int_equal(pulses, 521);
        assert_int_equal(low, 521 * 2 * (752 - 654));
        count_low(d, DAMAS_LAB_VSYNC, &pulses, &low);
        assert_int_equal(pulses, 1);
        assert_int_equal(low, 2 * 800 * (492 - 490));
    }
    device_destroy(d);
}

/* Each place of a frame, pin by pin, against the table. */
static void every_place_of_a_frame(void **state) {
    (void)state;
    device *d = running();
    for (int y = 0; y < 521; y++)
        for (int x = 0; x < 800; x++) {
            uint8_t seen = sample(d);
            bool hsync = !(x >= 654 && x < 752), vsync = !(y >= 490 && y < 492);
            if ((seen >> 3 & 1) != hsync || (seen >> 4) != vsync) fail_msg("sync at %d,%d", x, y);
            if ((x >= 640 || y >= 480) && (seen & 7)) fail_msg("not blanked at %d,%d", x, y);
            device_advance(d, 1);
            if (sample(d) != seen && y > 0) fail_msg("a place is two ticks: %d,%d", x, y);
            device_advance(d, 1);
        }
    device_destroy(d);
}

static void reset_holds_the_beam(void **state) {
    (void)state;
    device *d = running();
    device_advance(d, 123456);
    device_set(d, DAMAS_LAB_RESET, 1);
    device_advance(d, 1000000);
    device_set(d, DAMAS_LAB_RESET, 0);
    device_advance(d, 2 * 654 - 1);
    assert_int_equal(device_get(d, DAMAS_LAB_HSYNC), 1);
    device_advance(d, 1);
    assert_int_equal(device_get(d, DAMAS_LAB_HSYNC), 0);
    device_destroy(d);
}

static void type(device *d, const char *keys) {
    error e = {0};
    script s;
    assert_true(script_read(&s, keys, &e));
    script_play(&s, d);
    script_destroy(&s);
}

/* A frame in one call matches the pins read one by one, even while a move is being written. */
static void a_scanned_frame_is_what_the_pins_show(void **state) {
    (void)state;
    device *a = running(), *b = running();
    type(a, "5A1A4A2");
    type(b, "5A1A4A2");
    device_set(a, DAMAS_LAB_KEYS, 1 << 10);
    device_set(b, DAMAS_LAB_KEYS, 1 << 10);
    int changed = 0;
    for (int i = 0; i < 4; i++) {
        damas_lab_scan(a, frame);
        device_advance(b, (VGA_FRAME_TICKS - b->now % VGA_FRAME_TICKS) % VGA_FRAME_TICKS);
        uint64_t before = device_get(b, DAMAS_LAB_MEMORY0 + 5);
        for (int y = 0; y < VGA_HEIGHT; y++)
            for (int x = 0; x < VGA_WIDTH; x++) {
                if (frame[y][x] != sample(b))
                    fail_msg("frame %d, %d,%d: %d, pins %d", i, x, y, frame[y][x], sample(b));
                device_advance(b, VGA_TICKS);
            }
        assert_int_equal(a->now, b->now);
        changed += device_get(b, DAMAS_LAB_MEMORY0 + 5) != before;
    }
    assert_int_equal(changed, 1); /* the move fell into the middle of a frame */
    device_destroy(a);
    device_destroy(b);
}

static scene random_scene(random_source *r) {
    static const uint8_t contents[] = {0, 0, 1, 3, 5, 7};
    scene s = {.origin = (uint8_t)random_below(r, 64),
               .destination = (uint8_t)random_below(r, 64),
               .cursor = (uint8_t)random_below(r, 5),
               .white = random_below(r, 2),
               .victory = random_below(r, 3) == 0};
    s.draw = !s.victory && random_below(r, 2);
    for (int i = 0; i < 64; i++) s.memory[i] = contents[random_below(r, 6)];
    return s;
}

/* What is redrawn is enough: the canvas is the scene, pixel by pixel. */
static void a_canvas_follows_its_scene(void **state) {
    (void)state;
    random_source r = random_seed(5);
    scene s = random_scene(&r);
    for (int i = 0; i < 24; i++) {
        scene other = random_scene(&r);
        switch (i % 6) { /* one thing at a time, then all at once */
        case 0: s.white = !s.white; break;
        case 1: s.cursor = other.cursor; break;
        case 2: s.origin = other.origin, s.destination = other.destination; break;
        case 3: s.victory = other.victory, s.draw = other.draw; break;
        case 4: s.memory[random_below(&r, 64)] = other.memory[0]; break;
        default: s = other; break;
        }
        canvas_show(&painted, &s);
        for (int y = 0; y < SCENE_HEIGHT; y++)
            for (int x = 0; x < SCENE_WIDTH; x++)
                if (painted.pixels[y][x] != scene_pixel(&s, x, y)) fail_msg("%d: %d,%d", i, x, y);
    }
}

/* Pixels of a colour in a part of the picture. */
static int count(const scene *s, int colour, int x, int y, int end_x, int end_y) {
    int found = 0;
    for (int v = y; v < end_y; v++)
        for (int u = x; u < end_x; u++) found += scene_pixel(s, u, v) == colour;
    return found;
}

/* The four zones have the right contents, in the colours of the sides. */
static void the_zones_of_the_picture(void **state) {
    (void)state;
    scene s = {.white = true};
    int turn_green = count(&s, SCENE_GREEN, 0, 440, 320, 480);
    assert_true(turn_green > 1000);
    assert_int_equal(count(&s, SCENE_BLUE, 0, 440, 320, 480), 0);
    s.white = false;
    assert_int_equal(count(&s, SCENE_BLUE, 0, 440, 320, 480), turn_green);

    assert_int_equal(count(&s, SCENE_GREEN, 60, 30, 470, 430), 0);
    s.memory[8 * 5 + 1] = 3; /* within its own square: 48 pixels from (72, 36) on */
    assert_true(count(&s, SCENE_GREEN, 72 + 48, 36 + 5 * 48, 72 + 96, 36 + 6 * 48) > 500);
    assert_int_equal(count(&s, SCENE_GREEN, 60, 30, 470, 430),
                     count(&s, SCENE_GREEN, 72 + 48, 36 + 5 * 48, 72 + 96, 36 + 6 * 48));
    int square = count(&s, SCENE_YELLOW, 72 + 48, 36 + 5 * 48, 72 + 96, 36 + 6 * 48);
    s.memory[8 * 5 + 1] = 7; /* a king wears a crown */
    assert_true(count(&s, SCENE_YELLOW, 72 + 48, 36 + 5 * 48, 72 + 96, 36 + 6 * 48) > square + 100);

    int zeros = count(&s, SCENE_WHITE, 490, 40, 640, 300);
    s.origin = 051; /* the digits change */
    assert_true(count(&s, SCENE_WHITE, 490, 40, 640, 300) != zeros);

    /* Below the board on the right. */
    assert_int_equal(count(&s, SCENE_BLACK, 240, 444, 640, 480), 400 * 36);
    s.draw = true; /* a piece of each side */
    assert_true(count(&s, SCENE_GREEN, 240, 444, 640, 480) > 300);
    assert_true(count(&s, SCENE_BLUE, 240, 444, 640, 480) > 300);
    s.draw = false, s.victory = true; /* the winner's */
    assert_int_equal(count(&s, SCENE_GREEN, 240, 444, 640, 480), 0);
    assert_true(count(&s, SCENE_BLUE, 240, 444, 640, 480) > 300);
    assert_int_equal(count(&s, SCENE_BLACK, 490, 300, 640, 440), 150 * 140);
}

/* As the two men it is made of: higher than one, and without a crown. */
/* The words have their own place in each language, and nothing else changes. */
static void words_in_four_languages(void **state) {
    (void)state;
    for (int end = 0; end < 3; end++) {
        scene english = {.white = true, .victory = end == 1, .draw = end == 2};
        for (uint8_t language = GLYPH_SPANISH; language < GLYPH_LANGUAGES; language++) {
            scene other = english;
            int label = 0, word = 0, elsewhere = 0, lit = 0;
            other.language = language;
            for (int y = 0; y < SCENE_HEIGHT; y++)
                for (int x = 0; x < SCENE_WIDTH; x++) {
                    bool panel = x >= 506 && x < 622 && y >= 50 && y < 288;
                    bool result = x >= 362 && x < 472 && y >= 445;
                    bool differs = scene_pixel(&english, x, y) != scene_pixel(&other, x, y);
                    label += panel && differs;
                    word += result && differs;
                    elsewhere += !panel && !result && differs;
                    lit += x == 471 && y >= 445 && scene_pixel(&other, x, y) != SCENE_BLACK;
                }
            assert_true(label > 20);
            assert_true(end == 0 ? word == 0 : word > 50);
            assert_int_equal(elsewhere, 0);
            assert_int_equal(lit, 0); /* no word is cut off */
        }
    }
}

static void a_king_may_be_two_men_stacked(void **state) {
    (void)state;
    scene man = {.white = true}, king = {.white = true, .stacked = true};
    man.memory[0] = 3;
    king.memory[0] = 7;
    int squares = count(&man, SCENE_GREEN, 72, 36, 120, 84);
    assert_true(count(&king, SCENE_GREEN, 72, 36, 120, 84) > squares * 21 / 20);
    assert_true(count(&king, SCENE_GREEN, 72, 36, 120, 42) > 0);
    assert_int_equal(count(&man, SCENE_GREEN, 72, 36, 120, 42), 0);
}

/* A watcher misses no change: stepping tick by tick sees the same. */
static void watching_sees_every_change(void **state) {
    (void)state;
    device *a = running(), *b = running();
    uint64_t all = device_outputs(&damas_lab_kind, true);
    device_set(a, DAMAS_LAB_KEYS, 1 << 1);
    device_set(b, DAMAS_LAB_KEYS, 1 << 1);
    static const uint64_t starts[] = {0, 249900, 499900, 832000};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        device_advance(a, starts[i] - a->now);
        device_advance(b, starts[i] - b->now);
        uint64_t hops = 0;
        for (uint64_t end = starts[i] + 4000; a->now < end; hops++) {
            uint64_t ticks = device_advance_watching(a, all, end - a->now);
            for (uint64_t k = 1; k <= ticks; k++) {
                uint64_t before[DEVICE_PINS_MAX];
                for (int pin = DAMAS_LAB_ROWS; pin <= DAMAS_LAB_VSYNC; pin++)
                    before[pin] = device_get(b, pin);
                device_advance(b, 1);
                for (int pin = DAMAS_LAB_ROWS; k < ticks && pin <= DAMAS_LAB_VSYNC; pin++)
                    if (device_get(b, pin) != before[pin])
                        fail_msg("%s changed unseen", damas_lab_kind.pins[pin].name);
            }
        }
        assert_true(hops < 3000);
    }
    device_destroy(a);
    device_destroy(b);
}

static void a_dump_has_times_in_nanoseconds(void **state) {
    (void)state;
    static sheet written;
    device *d = running();
    vcd v;
    uint64_t pins = UINT64_C(1) << DAMAS_LAB_HSYNC | UINT64_C(1) << DAMAS_LAB_ROWS;
    vcd_begin(&v, d, pins, (record_sink){sheet_put, &written});
    for (uint64_t end = 3200; d->now < end;) {
        vcd_tell(&v);
        device_advance_watching(d, pins, end - d->now);
    }
    vcd_finish(&v);
    assert_string_equal(written.bytes, "$comment the damas board of damero, from tick 0 on $end\n"
                                       "$timescale 1 ns $end\n"
                                       "$scope module damas $end\n"
                                       "$var wire 4 ( rows [3:0] $end\n"
                                       "$var wire 1 < hsync $end\n"
                                       "$upscope $end\n"
                                       "$enddefinitions $end\n"
                                       "#0\n$dumpvars\nb0111 (\n1<\n$end\n"
                                       "#26160\n0<\n"
                                       "#30080\n1<\n"
                                       "#58160\n0<\n"
                                       "#62080\n1<\n"
                                       "#64000\n");
    device_destroy(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sync_pulses_over_whole_frames),
        cmocka_unit_test(every_place_of_a_frame),
        cmocka_unit_test(reset_holds_the_beam),
        cmocka_unit_test(a_scanned_frame_is_what_the_pins_show),
        cmocka_unit_test(a_canvas_follows_its_scene),
        cmocka_unit_test(the_zones_of_the_picture),
        cmocka_unit_test(words_in_four_languages),
        cmocka_unit_test(a_king_may_be_two_men_stacked),
        cmocka_unit_test(watching_sees_every_change),
        cmocka_unit_test(a_dump_has_times_in_nanoseconds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
