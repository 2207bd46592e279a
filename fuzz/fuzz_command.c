#include "fuzz.h"
#include "referee/command.h"

/* A typed line is a command to the match or an error, and a command names an existing seat.
 */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    game_rules *rules = game_create_named("perudo", "players=3", NULL);
    char line[512];
    text t = text_over(line, sizeof line);
    text_add_part(&t, (const char *)bytes, length);
    match_command w;
    error e = {0};
    if (match_command_read(line, rules, 1, &w, &e)) {
        FUZZ_CHECK(w.kind <= COMMAND_LEAVE);
        FUZZ_CHECK(w.seat >= GAME_NOBODY && w.seat < rules->seats);
        FUZZ_CHECK(memchr(w.text, '\0', sizeof w.text));
    } else {
        FUZZ_CHECK(*e.message);
    }
    game_destroy(rules);
    return 0;
}
