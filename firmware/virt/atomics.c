/* rv32im has no atomic instructions. On one core without interrupts plain ones are atomic; the
 * compiler calls these. C reserves these names for the compiler, so they are given to the assembler
 * only.
 */
#include <stdbool.h>
#include <stdint.h>

#define ATOMICS(bytes, type)                                                                       \
    type load_##bytes(const volatile type *at, int order) __asm__("__atomic_load_" #bytes);        \
    type load_##bytes(const volatile type *at, int order) {                                        \
        (void)order;                                                                               \
        return *at;                                                                                \
    }                                                                                              \
    void store_##bytes(volatile type *at, type value,                                              \
                       int order) __asm__("__atomic_store_" #bytes);                               \
    void store_##bytes(volatile type *at, type value, int order) {                                 \
        (void)order;                                                                               \
        *at = value;                                                                               \
    }                                                                                              \
    type exchange_##bytes(volatile type *at, type value,                                           \
                          int order) __asm__("__atomic_exchange_" #bytes);                         \
    type exchange_##bytes(volatile type *at, type value, int order) {                              \
        (void)order;                                                                               \
        type before = *at;                                                                         \
        *at = value;                                                                               \
        return before;                                                                             \
    }                                                                                              \
    type add_##bytes(volatile type *at, type value,                                                \
                     int order) __asm__("__atomic_fetch_add_" #bytes);                             \
    type add_##bytes(volatile type *at, type value, int order) {                                   \
        (void)order;                                                                               \
        type before = *at;                                                                         \
        *at = (type)(before + value);                                                              \
        return before;                                                                             \
    }                                                                                              \
    bool compare_##bytes(volatile type *at, type *expected, type value, bool weak, int success,    \
                         int failure) __asm__("__atomic_compare_exchange_" #bytes);                \
    bool compare_##bytes(volatile type *at, type *expected, type value, bool weak, int success,    \
                         int failure) {                                                            \
        (void)weak, (void)success, (void)failure;                                                  \
        type before = *at;                                                                         \
        if (before == *expected) *at = value;                                                      \
        bool same = before == *expected;                                                           \
        *expected = before;                                                                        \
        return same;                                                                               \
    }

ATOMICS(1, uint8_t)
ATOMICS(2, uint16_t)
ATOMICS(4, uint32_t)
ATOMICS(8, uint64_t)
