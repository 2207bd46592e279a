#include "fuzz.h"
#include "links/line.h"
#include "referee/board.h"
#include "referee/seat.h"
#include "store/wire_log.h"

/* Texts of faults, misbehaviours and seats (after a line that names the game) are accepted, or
 * refused with a reason. Wire logs are read or ignored. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    if (length < 1) return 0;
    char *source = fuzz_string(bytes + 1, length - 1);
    error e = {0};
    line_faults faults;
    board_manners manners = {0};
    seat_spec seat;
    wire_run run;
    if (wire_run_read(source, &run)) FUZZ_CHECK(run.seat >= 0 && run.time >= 0 && run.bytes);
    if (bytes[0] % 3 == 0) {
        if (line_read_faults(source, &faults, &e)) {
            line l;
            line_create(&l, 9600, &faults, bytes[0]);
            for (int i = 0; i < 50; i++) FUZZ_CHECK(line_push(&l, (char)i, i));
            char byte;
            while (line_next(&l) < INT64_MAX) FUZZ_CHECK(line_pop(&l, line_next(&l), &byte));
            line_destroy(&l);
        } else {
            FUZZ_CHECK(e.message[0]);
        }
    } else if (bytes[0] % 3 == 1) {
        FUZZ_CHECK(board_read_manners(source, &manners, &e) || e.message[0]);
    } else {
        const char *settings, *written = fuzz_cut(source, &settings);
        const game *g = game_find(source, &e);
        FUZZ_CHECK((g && seat_read(written, g, &seat, &e)) || e.message[0]);
    }
    free(source);
    return 0;
}
