/* Whole connections: any bytes, several requests, cut anywhere, fed to the server's code without a
 * socket. "\n--\n" in an input is not sent: it cuts the bytes into segments. Whatever comes in, the
 * output is complete HTTP answers of the length they declare, then complete unmasked frames; and
 * the same bytes in one segment get the same statuses, up to a refusal for the moment. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/wire_support.h"
#include "fuzz.h"

enum { INPUTS = 2000 /* in one arena */, STATUSES = 600 };

static wire_house house;
static bool open_house;

static void clear_up(void) {
    if (open_house) wire_house_close(&house);
    open_house = false;
}

int LLVMFuzzerInitialize(int *count, char ***words);

int LLVMFuzzerInitialize(int *count, char ***words) {
    fuzz_among_threads(count, words);
    return atexit(clear_up);
}

/* Checks everything that was sent; its end may be missing only if the connection was dropped. */
static size_t check_frames(const wire_answers *a, size_t at) {
    while (at < a->length) {
        FUZZ_CHECK(a->length - at >= 2);
        unsigned first = (unsigned char)a->bytes[at], shape = (unsigned char)a->bytes[at + 1];
        size_t more = shape == 126 ? 2 : shape == 127 ? 8 : 0, length = shape;
        FUZZ_CHECK(first == 0x81 || first == 0x82 || first == 0x88 || first == 0x89 ||
                   first == 0x8a);
        FUZZ_CHECK(shape < 128 && a->length - at >= 2 + more);
        if (more) length = 0;
        for (size_t i = 0; i < more; i++)
            length = length << 8 | (unsigned char)a->bytes[at + 2 + i];
        FUZZ_CHECK(a->length - at - 2 - more >= length);
        at += 2 + more + length;
    }
    return at;
}

/* Whether a request is refused for the moment depends on how many came before it, and how fast. */
static bool is_temporary(int status) { return status == 429 || status == 503; }

/* The statuses of the answers. HEAD is the only method whose answer has no body: it is recognised
 * by another answer, or the end, right after the fields. */
static size_t check_answers(const wire_answers *a, int *statuses) {
    size_t at = 0, count = 0;
    while (at < a->length && count < STATUSES) {
        char top[4096];
        size_t length = head_length(a->bytes + at, a->length - at, 0);
        FUZZ_CHECK(length > 0 && length < sizeof top);
        memcpy(top, a->bytes + at, length);
        top[length] = '\0';
        FUZZ_CHECK(strncmp(top, "HTTP/1.1 ", 9) == 0);
        statuses[count] = atoi(top + 9);
        FUZZ_CHECK(statuses[count] >= 100 && statuses[count] < 600);
        at += length;
        if (statuses[count] == 100) continue; /* only a request whose body is missing gets a 100 */
        if (statuses[count] == 101) return check_frames(a, at), count + 1;
        const char *claimed = strstr(top, "\r\ncontent-length: ");
        size_t body = claimed ? strtoul(claimed + 18, NULL, 10) : 0;
        bool none =
            at == a->length || (a->length - at > 9 && !memcmp(a->bytes + at, "HTTP/1.1 ", 9));
        FUZZ_CHECK(none || a->length - at >= body);
        if (!none) at += body;
        count++;
    }
    return count;
}

/* Sends pieces of the input; `cuts` off: as one. */
static size_t converse(const char *bytes, size_t length, bool cuts, int *statuses) {
    static const char cut[] = "\n--\n";
    wire_answers a = {0};
    /* Each from another address, which has its whole allowance. */
    static unsigned connections;
    char from[20];
    unsigned n = connections++;
    snprintf(from, sizeof from, "127.%u.%u.%u", n >> 16 & 255, n >> 8 & 255, n & 255);
    wire *w = wire_house_connect_from(&house, from);
    FUZZ_CHECK(w);
    char *piece = malloc(length + 1);
    FUZZ_CHECK(piece);
    size_t at = 0, filled = 0;
    while (at < length) {
        bool is_cut = length - at >= sizeof cut - 1 && !memcmp(bytes + at, cut, sizeof cut - 1);
        if (!is_cut) piece[filled++] = bytes[at++];
        else at += sizeof cut - 1;
        if (at < length && !(is_cut && cuts)) continue;
        /* A client that waits for an engine disconnects. */
        for (size_t done = 0; done < filled && w->stage != WIRE_CLOSING && !w->asked;)
            done += wire_house_send(&house, w, piece + done, filled - done, &a);
        filled = 0;
    }
    size_t count = check_answers(&a, statuses);
    free(piece);
    free(a.bytes);
    wire_free(w);
    /* Lets idle matches and engines report. */
    house.service.now += 10 * SECOND;
    desk_hear(house.service.desk);
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    static int inputs;
    static int whole[STATUSES], pieces[STATUSES];
    if (inputs++ % INPUTS == 0) {
        clear_up();
        FUZZ_CHECK(wire_house_open(&house));
        open_house = true;
    }
    size_t count = converse((const char *)bytes, length, false, whole);
    size_t again = converse((const char *)bytes, length, true, pieces);
    for (size_t i = 0; i < count || i < again; i++) {
        if ((i < count && is_temporary(whole[i])) || (i < again && is_temporary(pieces[i])))
            return 0;
        FUZZ_CHECK(i < count && i < again && whole[i] == pieces[i]);
    }
    return 0;
}
