#include "server/sha1.h"

#include <stdint.h>
#include <string.h>

enum { BLOCK = 64, ROUNDS = 80 };

static uint32_t turn(uint32_t x, int by) { return x << by | x >> (32 - by); }

static void add_block(uint32_t state[5], const unsigned char block[BLOCK]) {
    static const uint32_t constant[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    uint32_t word[ROUNDS], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (int i = 0; i < 16; i++)
        word[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
                  (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < ROUNDS; i++)
        word[i] = turn(word[i - 3] ^ word[i - 8] ^ word[i - 14] ^ word[i - 16], 1);
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t mixed = i < 20              ? (b & c) | (~b & d)
                         : i >= 40 && i < 60 ? (b & c) | (b & d) | (c & d)
                                             : b ^ c ^ d;
        uint32_t next = turn(a, 5) + mixed + e + constant[i / 20] + word[i];
        e = d, d = c, c = turn(b, 30), b = a, a = next;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e;
}

void sha1(const char *bytes, size_t length, unsigned char hash[SHA1_BYTES]) {
    uint32_t state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    unsigned char block[BLOCK];
    size_t whole = length / BLOCK, rest = length % BLOCK;
    for (size_t i = 0; i < whole; i++) {
        memcpy(block, bytes + i * BLOCK, BLOCK);
        add_block(state, block);
    }
    /* A 1 bit, zeros, and the length in bits at the end of a block. */
    memset(block, 0, BLOCK);
    if (rest) memcpy(block, bytes + whole * BLOCK, rest);
    block[rest] = 0x80;
    if (rest >= BLOCK - 8) {
        add_block(state, block);
        memset(block, 0, BLOCK);
    }
    for (int i = 0; i < 8; i++)
        block[BLOCK - 1 - i] = (unsigned char)((uint64_t)length * 8 >> 8 * i);
    add_block(state, block);
    for (int i = 0; i < SHA1_BYTES; i++) hash[i] = (unsigned char)(state[i / 4] >> 8 * (3 - i % 4));
}
