#include "fuzz.h"

/* Accepted settings are written and accepted again, with the same values. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    char *source = fuzz_string(bytes, length), *rest;
    game_rules *rules = fuzz_rules(source, &rest);
    error e;
    free(source);
    if (!rules) return 0;
    char again[600];
    text t = text_over(again, sizeof again);
    game_write_settings(rules, &t);
    FUZZ_CHECK(!t.full);
    game_rules *same = game_create(rules->game, again, &e);
    FUZZ_CHECK(same);
    char once_more[600];
    t = text_over(once_more, sizeof once_more);
    game_write_settings(same, &t);
    FUZZ_CHECK(strcmp(again, once_more) == 0);
    game_destroy(same);
    game_destroy(rules);
    return 0;
}
