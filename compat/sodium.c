#include "sodium.h"

#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 128 };

int sodium_init(void) { return 0; }

/* At most 256 bytes at a time, by the definition of getentropy. */
void randombytes_buf(void *into, size_t size) {
    for (size_t at = 0, part; at < size; at += part) {
        part = size - at < 256 ? size - at : 256;
        if (getentropy((char *)into + at, part) != 0) __builtin_trap();
    }
}

static const uint64_t start[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};
static const uint8_t order[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t turn(uint64_t x, int by) { return x >> by | x << (64 - by); }

static void mix(uint64_t v[16], int a, int b, int c, int d, uint64_t x, uint64_t y) {
    v[a] += v[b] + x;
    v[d] = turn(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = turn(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = turn(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = turn(v[b] ^ v[c], 63);
}

static void compress(uint64_t h[8], const unsigned char block[BLOCK], uint64_t count, int last) {
    uint64_t v[16], m[16];
    memcpy(m, block, BLOCK); /* little-endian, as WebAssembly is */
    memcpy(v, h, 8 * sizeof *h);
    memcpy(v + 8, start, sizeof start);
    v[12] ^= count;
    if (last) v[14] = ~v[14];
    for (int round = 0; round < 12; round++) {
        const uint8_t *s = order[round % 10];
        for (int i = 0; i < 4; i++) mix(v, i, 4 + i, 8 + i, 12 + i, m[s[2 * i]], m[s[2 * i + 1]]);
        for (int i = 0; i < 4; i++)
            mix(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[s[8 + 2 * i]],
                m[s[9 + 2 * i]]);
    }
    for (int i = 0; i < 8; i++) h[i] ^= v[i] ^ v[8 + i];
}

int crypto_generichash(unsigned char *out, size_t size, const unsigned char *in,
                       unsigned long long length, const unsigned char *key, size_t key_length) {
    uint64_t h[8], done = 0;
    unsigned char block[BLOCK] = {0};
    if (size < 1 || size > sizeof h || key || key_length) return -1;
    memcpy(h, start, sizeof h);
    h[0] ^= 0x01010000 ^ size;
    for (; length - done > BLOCK; in += BLOCK) {
        done += BLOCK;
        compress(h, in, done, 0);
    }
    if (length > done) memcpy(block, in, (size_t)(length - done));
    compress(h, block, length, 1);
    memcpy(out, h, size);
    return 0;
}

char *sodium_bin2hex(char *to, size_t size, const unsigned char *from, size_t length) {
    static const char digits[] = "0123456789abcdef";
    if (size <= 2 * length) __builtin_trap();
    for (size_t i = 0; i < length; i++) {
        to[2 * i] = digits[from[i] >> 4];
        to[2 * i + 1] = digits[from[i] & 15];
    }
    to[2 * length] = '\0';
    return to;
}

static const char digits64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

char *sodium_bin2base64(char *to, size_t size, const unsigned char *from, size_t length,
                        int variant) {
    size_t written = 0;
    unsigned bits = 0, count = 0;
    if (variant != sodium_base64_VARIANT_URLSAFE_NO_PADDING || size <= (4 * length + 2) / 3)
        __builtin_trap();
    for (size_t i = 0; i < length; i++) {
        bits = bits << 8 | from[i];
        for (count += 8; count >= 6; count -= 6) to[written++] = digits64[bits >> (count - 6) & 63];
    }
    if (count) to[written++] = digits64[bits << (6 - count) & 63];
    to[written] = '\0';
    return to;
}

int sodium_base642bin(unsigned char *to, size_t size, const char *from, size_t length,
                      const char *ignore, size_t *written, const char **end, int variant) {
    unsigned bits = 0, count = 0;
    (void)ignore, (void)end, (void)variant;
    *written = 0;
    for (size_t i = 0; i < length; i++) {
        const char *digit = from[i] ? strchr(digits64, from[i]) : NULL;
        if (!digit) return -1;
        bits = bits << 6 | (unsigned)(digit - digits64);
        if ((count += 6) < 8) continue;
        count -= 8;
        if (*written == size) return -1;
        to[(*written)++] = (unsigned char)(bits >> count);
    }
    return count >= 6 || bits & ((1u << count) - 1) ? -1 : 0;
}

void sodium_memzero(void *at, size_t size) { memset(at, 0, size); }

int sodium_memcmp(const void *a, const void *b, size_t size) {
    unsigned char different = 0;
    for (size_t i = 0; i < size; i++)
        different |= ((const unsigned char *)a)[i] ^ ((const unsigned char *)b)[i];
    return different ? -1 : 0;
}
