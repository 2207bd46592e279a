#include "fuzz.h"
#include "protocols/talk.h"
#include "referee/match.h"

/* Whatever bytes a seat sends, they lead to a verdict or to more waiting, and to nothing else. The
 * first byte selects the protocol (bit 0: Hub; bit 1: ask for the team), the line after it the
 * rules; the rest comes from the seats in turn: byte 1 switches to the next seat, byte 2 lets time
 * pass. */

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
    FUZZ_CHECK(event->kind != MATCH_END || event->verdict.reason <= MATCH_ABORTED);
    FUZZ_CHECK(event->kind != MATCH_MOVE || *event->text);
}

static void converse(const game_rules *rules, uint8_t manner, const char *said, size_t count) {
    int64_t now = 1;
    error e = {0};
    match_seat seat = {.speaks = manner & 1 ? &hub : protocol_of_boards(rules->game),
                       .control = {.move = 1000},
                       .options = {.team = (manner & 2) != 0}};
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
    match *m = match_create(&setup, &e);
    if (!m) {
        FUZZ_CHECK(e.message[0]);
        return;
    }
    match_begin(m, now);
    int from = 0;
    for (size_t i = 0; i < count && !match_result(m); i++) {
        if (said[i] == 1) from = (from + 1) % rules->seats;
        else if (said[i] == 2) now += 400;
        else match_receive(m, from, said + i, 1, now, now);
        match_tick(m, now);
        FUZZ_CHECK(match_result(m) || match_deadline(m) < INT64_MAX);
    }
    const match_verdict *v = match_result(m);
    if (v) FUZZ_CHECK(v->winner < rules->seats && match_reason_name(v->reason));
    match_destroy(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    if (length < 1) return 0;
    char *source = fuzz_string(bytes + 1, length - 1), *said;
    game_rules *rules = fuzz_rules(source, &said);
    if (rules) converse(rules, bytes[0], said, (size_t)(source + length - 1 - said));
    game_destroy(rules);
    free(source);
    return 0;
}
