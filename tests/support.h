/* What the tests share. A test reads as an example of the game: one behaviour each. */
#ifndef DAMERO_TEST_SUPPORT_H
#define DAMERO_TEST_SUPPORT_H

/* cmocka wants these in this order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/history.h"

/* Rules that must be right. */
static inline game_rules *rules_of(const char *name, const char *settings) {
    error e = {0};
    game_rules *rules = game_create_named(name, settings, &e);
    if (!rules) fail_msg("%s %s: %s", name, settings, e.message);
    return rules;
}

/* A game after these moves, which must be legal; close_game frees it and its rules. */
static inline history game_after(const char *name, const char *settings, const char *moves) {
    error e = {0};
    history h;
    assert_true(history_create(&h, rules_of(name, settings), &e));
    if (!history_play_all(&h, moves, &e)) fail_msg("%s", e.message);
    return h;
}

static inline void close_game(history *h) {
    game_rules *rules = (game_rules *)(uintptr_t)h->rules;
    history_destroy(h);
    game_destroy(rules);
}

/* Asserts that the error contains this text. */
static inline void assert_says(const error *e, const char *part) {
    if (!strstr(e->message, part)) fail_msg("expected '%s' in: %s", part, e->message);
}

/* A file of tests/data, opened for reading; `base` is the folder that Meson hands over. */
static inline FILE *open_data(const char *name) {
    char path[4096];
    const char *base = getenv("DAMERO_TEST_DATA");
    snprintf(path, sizeof path, "%s/%s", base ? base : "tests/data", name);
    FILE *file = fopen(path, "r");
    if (!file) fail_msg("cannot open %s", path);
    return file;
}

/* Marks the case as skipped; it must return after this. cmocka's own skip() writes 'not ok', which
 * Meson takes for a failure; tests/count.py understands this line. */
static inline void note_skip(const char *why) { print_message("# SKIP %s\n", why); }

/* Whether the long checks are asked for (script/test --long). */
static inline bool long_run(void) {
    const char *value = getenv("DAMERO_LONG");
    return value && strcmp(value, "1") == 0;
}

#endif
