#include "boards/damas/damas_lab.h"
#include "boards/damas/script.h"
#include "fuzz.h"

/* No input, in order of time, harms the board. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    error e = {0};
    script s;
    char *keys = fuzz_string(bytes, length);
    if (script_read(&s, keys, &e)) {
        for (size_t i = 0; i < s.count; i++)
            FUZZ_CHECK(s.events[i].tick <= s.ticks &&
                       (i == 0 || s.events[i - 1].tick <= s.events[i].tick));
        if (s.ticks < UINT64_C(50000000) * 60) {
            device *board = device_create(&damas_lab_kind, "", &e);
            FUZZ_CHECK(board);
            device_set(board, DAMAS_LAB_RUN, 1);
            script_play(&s, board);
            FUZZ_CHECK(board->now == s.ticks);
            device_destroy(board);
        }
        script_destroy(&s);
    } else {
        FUZZ_CHECK(e.message[0]);
    }
    free(keys);
    return 0;
}
