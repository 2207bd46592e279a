/* fuzz/ - one target a parser. The input's first byte chooses a game, so that every game is fuzzed
 * by every target; what is accepted must hold up. script/test runs each for a bounded time. */
#ifndef DAMERO_FUZZ_H
#define DAMERO_FUZZ_H

#include <stdlib.h>
#include <string.h>

#include "games/history.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition)) abort();                                                                 \
    } while (0)

/* The game that the first byte chooses. */
static inline const game *fuzz_game(uint8_t byte) {
    size_t count = 0;
    while (games_all[count]) count++;
    return games_all[byte % count];
}

/* The input as a string. To be freed. */
static inline char *fuzz_string(const uint8_t *bytes, size_t length) {
    char *copy = malloc(length + 1);
    FUZZ_CHECK(copy);
    if (length) memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

#endif
