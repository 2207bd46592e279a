#include "cli/boards/session.h"

#include "base/clock.h"
#include "cli/boards/design.h"
#include "cli/setup.h"

static bool in_window(const board_session *s) {
    return s->dump && s->board->now >= s->dump_from && s->board->now <= s->dump_until;
}

static void note(board_session *s) {
    if (s->trace) trace_tell(s->trace);
    if (!in_window(s)) return;
    uint64_t pins = s->dump_pins;
    for (int i = 0; s->board->kind->pins[i].name; i++)
        if (!s->board->kind->pins[i].output) pins |= UINT64_C(1) << i;
    if (!s->dumping) vcd_begin(s->dump, s->board, pins, s->dump_sink);
    s->dumping = true;
    vcd_tell(s->dump);
}

/* The number of ticks to go at most, so that the dump starts and ends on time. */
static uint64_t up_to(const board_session *s, uint64_t until) {
    uint64_t now = s->board->now;
    if (s->dump && now < s->dump_from && s->dump_from < until) until = s->dump_from;
    if (s->dump && now < s->dump_until && s->dump_until < until) until = s->dump_until;
    return until - now;
}

void board_session_step(board_session *s, uint64_t watched, uint64_t ticks) {
    note(s);
    if (s->trace) watched |= s->trace_pins;
    if (in_window(s)) watched |= s->dump_pins;
    device_advance_watching(s->board, watched, up_to(s, s->board->now + ticks));
}

void board_session_pass(board_session *s, uint64_t ticks) {
    uint64_t until = s->board->now + ticks;
    while (s->board->now < until) board_session_step(s, 0, until - s->board->now);
}

static bool play(board_session *s) {
    s->play(s, s->context);
    note(s);
    s->played = true;
    return true;
}

static bool with_dump(void *context, FILE *file) {
    board_session *s = context;
    vcd dump;
    s->dump = &dump;
    s->dump_sink = cli_file_sink(file);
    play(s);
    if (s->dumping) vcd_finish(&dump);
    s->dump = NULL;
    return s->dumping && !ferror(file);
}

/* A dump that would start after the end leaves no file, and does not affect a trace. */
static bool has_missed(const board_session *s) { return s->played && !s->dumping; }

static bool refuse_missed(const board_session *s, error *e) {
    uint64_t hertz = s->board->kind->hertz, ended = s->board->now / (hertz / 1000),
             from = s->dump_from / (hertz / 1000);
    return error_set(e,
                     "--from: the dump would start at %llu ms, but the run ended at %llu ms: no %s",
                     (unsigned long long)from, (unsigned long long)ended, s->dump_path);
}

static bool with_trace(void *context, FILE *file) {
    board_session *s = context;
    trace_recorder recorder;
    s->trace = &recorder;
    trace_record(&recorder, s->board, s->settings, s->trace_pins, cli_file_sink(file));
    bool good =
        s->dump_path ? cli_write_file(s->dump_path, with_dump, s, NULL) || has_missed(s) : play(s);
    trace_finish(&recorder);
    s->trace = NULL;
    return good && !ferror(file);
}

bool board_session_run(board_session *s, error *e) {
    bool good;
    if (s->trace_path) good = cli_write_file(s->trace_path, with_trace, s, e);
    else good = s->dump_path ? cli_write_file(s->dump_path, with_dump, s, e) : play(s);
    return s->dump_path && has_missed(s) ? refuse_missed(s, e) : good;
}

static uint64_t ticks_of(const board_session *s, int64_t nanoseconds) {
    return (uint64_t)nanoseconds / (SECOND / s->board->kind->hertz);
}

bool board_session_read(const cli_arguments *a, board_session *s, error *e) {
    int64_t from = 0, length = 0;
    if (!cli_design_pins(a, s->board, &s->trace_pins, e) ||
        !cli_read_duration(a, "from", &from, e) || !cli_read_duration(a, "for", &length, e))
        return false;
    if (!cli_value(a, "vcd") && (cli_value(a, "from") || cli_value(a, "for")))
        return error_set(e, "--%s needs --vcd FILE", cli_value(a, "from") ? "from" : "for");
    s->trace_path = cli_value(a, "record");
    s->dump_path = cli_value(a, "vcd");
    s->dump_pins = s->trace_pins;
    s->dump_from = ticks_of(s, from);
    s->dump_until = length ? s->dump_from + ticks_of(s, length) : DEVICE_NEVER;
    return true;
}
