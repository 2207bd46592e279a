#include "server/gzip.h"

#include <stdlib.h>
#include <zlib.h>

enum { GZIP = 16, MEMORY = 8 }; /* zlib: the format, and its usual memory */

message *gzip_pack(const message *plain) {
    z_stream z = {.next_in = (unsigned char *)plain->bytes, .avail_in = (unsigned)plain->length};
    message *packed = NULL;
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP, MEMORY,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    z.avail_out = (unsigned)deflateBound(&z, plain->length);
    unsigned char *out = z.next_out = malloc(z.avail_out);
    if (out && deflate(&z, Z_FINISH) == Z_STREAM_END)
        packed = message_of_bytes(out, z.total_out, false);
    deflateEnd(&z);
    free(out);
    return packed;
}

/* The size in a gzip file: its last four bytes, little-endian. */
static size_t plain_length(const message *packed) {
    size_t length = 0;
    for (size_t i = 1; i <= 4; i++)
        length = length << 8 | (unsigned char)packed->bytes[packed->length - i];
    return length;
}

message *gzip_unpack(const message *packed) {
    size_t length = plain_length(packed);
    unsigned char *out = malloc(length + 1);
    z_stream z = {.next_in = (unsigned char *)packed->bytes,
                  .avail_in = (unsigned)packed->length,
                  .next_out = out,
                  .avail_out = (unsigned)length + 1};
    message *plain = NULL;
    if (out && inflateInit2(&z, MAX_WBITS + GZIP) == Z_OK) {
        if (inflate(&z, Z_FINISH) == Z_STREAM_END && z.total_out == length)
            plain = message_of_bytes(out, length, false);
        inflateEnd(&z);
    }
    free(out);
    return plain;
}
