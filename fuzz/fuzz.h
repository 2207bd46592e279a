/* fuzz/ - one target per parser: whatever it accepts must stay consistent. If a target is about a
 * game, the first line of the input names the game and its rules ("dots size=2x2,pass=on"), so that
 * seeds are readable and rules vary too. script/test runs each for a bounded time. */
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

/* Options for a target that runs matches, placed before those given. Because of the threads, counts
 * of allocations and of reached code differ from run to run. So leaks are looked for only at the
 * end (after every input would take most of the time), and inputs that reach rare code get no
 * preference. */
static inline void fuzz_among_threads(int *count, char ***words) {
    static char leaks[] = "-detect_leaks=0", rare[] = "-entropic=0";
    char **longer = malloc(((size_t)*count + 3) * sizeof *longer);
    FUZZ_CHECK(longer);
    longer[0] = (*words)[0];
    longer[1] = leaks;
    longer[2] = rare;
    memcpy(longer + 3, *words + 1, (size_t)*count * sizeof *longer);
    *words = longer;
    *count += 2;
}

/* The input as a string. To be freed. */
static inline char *fuzz_string(const uint8_t *bytes, size_t length) {
    char *copy = malloc(length + 1);
    FUZZ_CHECK(copy);
    if (length) memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

/* Cuts off the first line, which becomes two strings, "GAME" and "SETTINGS", one after the other.
 * Returns the rest. */
static inline char *fuzz_cut(char *source, const char **settings) {
    char *end = source + strcspn(source, "\n"), *rest = *end ? end + 1 : end;
    *end = '\0';
    char *space = source + strcspn(source, " ");
    *settings = *space ? space + 1 : space;
    *space = '\0';
    return rest;
}

/* The rules that the first line names; NULL if it names none. `rest` is set to the text after
 * it. */
static inline game_rules *fuzz_rules(char *source, char **rest) {
    const char *settings;
    error e = {0};
    *rest = fuzz_cut(source, &settings);
    game_rules *rules = game_create_named(source, settings, &e);
    FUZZ_CHECK(rules || e.message[0]);
    return rules;
}

/* Plays the rest of the input under the rules that the first line names, if it names any. */
static inline int fuzz_by_rules(const uint8_t *bytes, size_t length,
                                void (*with)(const game_rules *, char *rest)) {
    char *source = fuzz_string(bytes, length), *rest;
    game_rules *rules = fuzz_rules(source, &rest);
    if (rules) with(rules, rest);
    game_destroy(rules);
    free(source);
    return 0;
}

/* Written text, which grows; `fuzz_put` is the sink for it. */
typedef struct fuzz_sheet {
    char *bytes;
    size_t length, capacity;
} fuzz_sheet;

static inline void fuzz_put(void *context, const char *bytes, size_t length) {
    fuzz_sheet *s = context;
    if (s->length + length > s->capacity) {
        s->capacity = 2 * (s->length + length);
        s->bytes = realloc(s->bytes, s->capacity);
        FUZZ_CHECK(s->bytes);
    }
    memcpy(s->bytes + s->length, bytes, length);
    s->length += length;
}

#endif
