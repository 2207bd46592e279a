#include "fuzz.h"
#include "protocols/talk.h"
#include "referee/match.h"

/* Bytes of a seat, whatever they are, lead to a verdict or to more waiting, and to nothing else.
 * The first byte chooses game and protocol, the rest comes from the two seats in runs: a byte below
 * 32 that is no line end changes the seat, or lets time pass. */

static void send_nowhere(void *context, int seat, const char *bytes, size_t count) {
    (void)context;
    FUZZ_CHECK(seat >= 0 && (count == 0 || bytes));
}
static void ask_nobody(void *context, int seat, const talk_limits *limits, uint64_t number) {
    (void)context;
    (void)seat;
    (void)limits;
    (void)number;
}
static int64_t now_of(void *context) { return *(int64_t *)context; }
static void check_event(void *context, const match_event *event) {
    (void)context;
    FUZZ_CHECK(event->kind != MATCH_END || event->verdict);
    FUZZ_CHECK(event->kind != MATCH_MOVE || (event->text && *event->text));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    if (length < 1) return 0;
    int64_t now = 1;
    const game *g = fuzz_game(bytes[0] & 3);
    bool dots = strcmp(g->name, "dots") == 0, perudo = strcmp(g->name, "perudo") == 0;
    game_rules *rules = game_create(g,
                                    dots     ? "size=2x2,pass=on"
                                    : perudo ? "players=3,dice=1,first=1,calza=on"
                                             : "",
                                    NULL);
    const protocol *speaks = bytes[0] & 4 ? &hub : protocol_of_boards(g);
    match_seat seat = {
        .speaks = speaks, .control = {.move = 1000}, .options = {.team = (bytes[0] & 8) != 0}};
    match_setup setup = {.rules = rules,
                         .turn_limit = 255,
                         .seeded = true,
                         .interrupt = 300,
                         .owner = {.context = &now,
                                   .send = send_nowhere,
                                   .ask = ask_nobody,
                                   .now = now_of,
                                   .happened = check_event}};
    for (int i = 0; i < rules->seats; i++) setup.seat[i] = seat;
    match *m = match_create(&setup, NULL);
    FUZZ_CHECK(m);
    match_begin(m, now);
    int from = 0;
    for (size_t i = 1; i < length && !match_result(m); i++) {
        char byte = (char)bytes[i];
        if (byte == 1) from = (from + 1) % rules->seats;
        else if (byte == 2) now += 400;
        else match_receive(m, from, &byte, 1, now, now);
        match_tick(m, now);
        FUZZ_CHECK(match_result(m) || match_deadline(m) < INT64_MAX);
    }
    const match_verdict *v = match_result(m);
    if (v) FUZZ_CHECK(v->winner < rules->seats && match_reason_name(v->reason));
    match_destroy(m);
    game_destroy(rules);
    return 0;
}
