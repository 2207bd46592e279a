/* damero board NAME --check, --trace: compare a trace with our board, or fill it in. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "boards/trace.h"
#include "cli/boards/board.h"
#include "cli/boards/design.h"
#include "cli/setup.h"

/* The inner signals of a board, but those that change at every pixel. */
static uint64_t inner_signals(const device_kind *kind) {
    uint64_t set = 0;
    for (int i = 0; kind->pins[i].name; i++)
        if (kind->pins[i].inner && !kind->pins[i].fast) set |= UINT64_C(1) << i;
    return set;
}

bool cli_board_pins(const cli_arguments *a, const device_kind *kind, uint64_t *watched, error *e) {
    const char *given = cli_value(a, "pins"), *name;
    size_t length;
    *watched = device_outputs(kind, false);
    if (!given) return true;
    if (strcmp(given, "all") == 0) {
        for (int i = 0; kind->pins[i].name; i++)
            if (kind->pins[i].output && !kind->pins[i].inner) *watched |= UINT64_C(1) << i;
        return true;
    }
    if (strcmp(given, "inner") == 0 && inner_signals(kind)) {
        *watched |= inner_signals(kind);
        return true;
    }
    *watched = 0;
    for (scan s = scan_string(given); scan_word(&s, ",", &name, &length); scan_char(&s, ',')) {
        int pin = device_find_pin(kind, name, length, e);
        if (pin < 0) return error_in(e, "--pins");
        if (!kind->pins[pin].output)
            return error_set(e, "--pins: %s is an input; expected an output", kind->pins[pin].name);
        *watched |= UINT64_C(1) << pin;
    }
    return *watched != 0 ||
           error_set(e, "--pins: expected outputs separated by commas, all or inner");
}

static bool load(const char *path, const device_kind *kind, trace *t, error *e) {
    size_t length;
    char *bytes = cli_read_file(path, &length, e);
    bool good = bytes && trace_read(t, kind, bytes, length, e);
    free(bytes);
    return good || error_in(e, "%s", path);
}

/* Outputs under `changes` that the file never mentions. */
static void note_unstated(const trace *t) {
    uint64_t left = t->changes;
    for (size_t i = 0; i < t->count; i++) left &= ~(UINT64_C(1) << t->entries[i].pin);
    if (!left) return;
    printf("never listed, so not compared:");
    while (left) printf(" %s", t->kind->pins[bits_take(&left)].name);
    printf("\n");
}

static int check(const trace *t, const char *path, error *e) {
    trace_difference difference;
    char words[2000];
    text out = text_over(words, sizeof words);
    size_t outputs = 0;
    if (!trace_check(t, &difference, e)) return CLI_USAGE;
    if (difference.found) {
        trace_explain(t, &difference, &out);
        printf("%s: the first difference is at %s", path, words);
        return CLI_FAILED;
    }
    for (size_t i = 0; i < t->count; i++) outputs += t->kind->pins[t->entries[i].pin].output;
    printf("%s: agrees with our %s board: %zu output value%s up to tick %llu\n", path,
           t->kind->name, outputs, outputs == 1 ? "" : "s", (unsigned long long)t->end);
    if (outputs > 0) note_unstated(t);
    if (outputs == 0) printf("It lists no outputs: --trace fills them in.\n");
    return CLI_OK;
}

typedef struct response {
    const cli_arguments *arguments;
    const trace *stimuli;
    uint64_t watched;
    error why; /* what is wrong with the design, not with the file */
} response;

static bool respond(void *context, FILE *file) {
    response *r = context;
    const trace *t = r->stimuli;
    device *d = cli_board_device(r->arguments, t->kind, t->settings, &r->why);
    if (!d) return false;
    if (!cli_design_pins(r->arguments, d, &r->watched, &r->why)) {
        device_destroy(d);
        return false;
    }
    trace_respond(d, t, r->watched, cli_file_sink(file));
    cli_design_holds(d, &r->why);
    device_destroy(d);
    return !ferror(file);
}

int cli_board_trace(const cli_arguments *a, const device_kind *kind) {
    const char *checked = cli_value(a, "check"), *stimuli = cli_value(a, "trace"),
               *output = cli_value(a, "output");
    error e = {0};
    trace t;
    response r = {.arguments = a, .stimuli = &t};
    if (checked && stimuli) return cli_fail(a, "--check and --trace do not go together");
    if (checked && cli_value(a, "design"))
        return cli_fail(a, "--design is for --trace: --check needs no design");
    if (!cli_board_pins(a, kind, &r.watched, &e) ||
        !load(checked ? checked : stimuli, kind, &t, &e))
        return cli_fail_with(a, &e);
    int status = CLI_OK;
    bool good = true;
    if (checked) status = check(&t, checked, &e), good = status != CLI_USAGE;
    else if (output) good = cli_write_file(output, respond, &r, &e);
    else good = respond(&r, stdout);
    trace_destroy(&t);
    if (r.why.message[0]) return cli_fail_with(a, &r.why);
    return good ? status : cli_fail_with(a, &e);
}
