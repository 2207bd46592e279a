#include "fuzz.h"
#include "games/record.h"

/* An accepted record is written, accepted again and then written the same. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    error e;
    record r, again;
    size_t at = 0;
    fuzz_sheet first = {0}, second = {0};
    if (!record_read(&r, (const char *)bytes, length, &at, &e)) {
        FUZZ_CHECK(e.message[0]);
        return 0;
    }
    FUZZ_CHECK(at <= length && record_write(&r, (record_sink){fuzz_put, &first}, &e));
    at = 0;
    FUZZ_CHECK(record_read(&again, first.bytes, first.length, &at, &e));
    FUZZ_CHECK(record_write(&again, (record_sink){fuzz_put, &second}, &e));
    FUZZ_CHECK(first.length == second.length &&
               memcmp(first.bytes, second.bytes, first.length) == 0);
    record_destroy(&r);
    record_destroy(&again);
    free(first.bytes);
    free(second.bytes);
    return 0;
}
