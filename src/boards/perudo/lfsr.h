/* lfsr - the board's dice: a 64-bit linear feedback shift register that runs freely with the clock.
 *
 * Each tick shifts the register left by one; if a 1 is shifted out, LFSR_TAPS is XORed in: the
 * Galois form of x^64 + the polynomial whose coefficients are the bits of LFSR_TAPS. It is
 * primitive (tests/perudo_board_test.c), so the output bits repeat only after 2^64 - 1 ticks, at 50
 * MHz after 11,700 years. The taps are the first primitive ones counting up from the fraction of pi
 * (0x243f6a8885a308d3): 27 terms, because with the four of the usual tables every bit is the sum of
 * four others close together, and dice some fifteen rolls apart are correlated.
 *
 * A number takes three consecutive bits, most significant first. A die rejects 0 and 7 and takes
 * three more bits, so that all six faces are equally likely; the draw for the first starter rejects
 * all numbers that are not players.
 */
#ifndef DAMERO_BOARDS_PERUDO_LFSR_H
#define DAMERO_BOARDS_PERUDO_LFSR_H

#include <stdint.h>

enum { LFSR_BITS = 3 }; /* per number */

#define LFSR_TAPS UINT64_C(0x243f6a8885a30907)

/* The register at power-on: never 0, and different for every seed below 2^31. */
static inline uint64_t lfsr_seed(uint32_t seed) {
    return ((uint64_t)seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

static inline uint64_t lfsr_step(uint64_t word) { return word << 1 ^ (word >> 63 ? LFSR_TAPS : 0); }

/* The product of two registers as polynomials. */
static inline uint64_t lfsr_times(uint64_t a, uint64_t b) {
    uint64_t product = 0;
    for (int i = 63; i >= 0; i--) product = lfsr_step(product) ^ (b >> i & 1 ? a : 0);
    return product;
}

/* The register `ticks` ticks later: multiplied by x to that power. */
static inline uint64_t lfsr_later(uint64_t word, uint64_t ticks) {
    for (uint64_t power = 2; ticks; ticks >>= 1, power = lfsr_times(power, power))
        if (ticks & 1) word = lfsr_times(word, power);
    return word;
}

/* Draws a number within least..most (of 0..7), and adds the ticks it took. */
static inline int lfsr_draw(uint64_t *word, int least, int most, uint64_t *ticks) {
    for (;;) {
        int number = 0;
        for (int i = 0; i < LFSR_BITS; i++) {
            number = number << 1 | (int)(*word >> 63);
            *word = lfsr_step(*word);
        }
        *ticks += LFSR_BITS;
        if (number >= least && number <= most) return number;
    }
}

#endif
