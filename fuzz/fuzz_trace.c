#include "boards/trace.h"
#include "fuzz.h"

/* A trace that can be read can be checked; filled in by our board it can be read again, and agrees.
 * The first byte selects the board. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    error e = {0};
    size_t kinds = 0;
    trace t, full;
    trace_difference difference;
    fuzz_sheet written = {0};
    while (boards_all[kinds]) kinds++;
    if (length < 1) return 0;
    const device_kind *kind = boards_all[bytes[0] % kinds];
    if (!trace_read(&t, kind, (const char *)bytes + 1, length - 1, &e)) {
        FUZZ_CHECK(e.message[0]);
        return 0;
    }
    /* The accelerator's counter may change with every tick. */
    uint64_t most = strcmp(kind->name, "trax") == 0 ? 30000 : 3000000;
    if (t.end < most && t.slack < 1000) {
        FUZZ_CHECK(trace_check(&t, &difference, &e));
        device *d = device_create(kind, t.settings, &e);
        FUZZ_CHECK(d);
        trace_respond(d, &t, device_outputs(kind, false), (record_sink){fuzz_put, &written});
        device_destroy(d);
        FUZZ_CHECK(trace_read(&full, kind, written.bytes, written.length, &e));
        FUZZ_CHECK(trace_check(&full, &difference, &e) && !difference.found);
        trace_destroy(&full);
    }
    free(written.bytes);
    trace_destroy(&t);
    return 0;
}
