/* lfsr - the board's dice: a shift register of 64 bits that runs freely with the clock.
 *
 * Each tick the register is shifted left by one, and where a 1 falls out, LFSR_TAPS is added (xor):
 * the Galois form of x^64 + the polynomial whose coefficients are the bits of LFSR_TAPS. It is
 * primitive (tests/perudo_board_test.c), so the bits that fall out repeat only after 2^64 - 1
 * ticks, at 50 MHz after 11,700 years. The taps are the first primitive ones from the fraction of
 * pi on (0x243f6a8885a308d3): 27 terms, since with the four of the usual tables every bit is the
 * sum of four others close together, and dice some fifteen rolls apart then depend on each other.
 *
 * A number is drawn from three bits in a row, the first one highest. For a die 0 and 7 are rejected
 * and three more bits taken, so that all six faces are equally likely; for the first starter all
 * numbers that are no player.
 */
#ifndef DAMERO_BOARDS_PERUDO_LFSR_H
#define DAMERO_BOARDS_PERUDO_LFSR_H

#include <stdint.h>

enum { LFSR_BITS = 3 }; /* of a number */

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

/* The register so many ticks later: times x to that power. */
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
