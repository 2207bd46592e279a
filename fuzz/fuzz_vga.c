#include "boards/vga.h"
#include "fuzz.h"

static void count(void *context, const char *words) {
    FUZZ_CHECK(words[0]);
    ++*(size_t *)context;
}

/* A dump that can be read can be checked and drawn; every mistake is reported. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    static uint8_t pixels[VGA_VISIBLE_Y][VGA_VISIBLE_X];
    error e = {0};
    vga_signal s;
    size_t said = 0;
    if (vga_read_vcd(&s, (const char *)bytes, length, &e)) {
        FUZZ_CHECK(vga_check(&s, count, &said) == said);
        vga_draw(&s, 0, pixels, &e);
    } else {
        FUZZ_CHECK(e.message[0]);
    }
    vga_destroy(&s);
    return 0;
}
