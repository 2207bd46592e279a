/* trace - the history of a board's pins, as text: stimuli, responses, and their comparison.
 *
 *     damero-trace 1
 *     board damas
 *     settings rules=official
 *     changes rows turn memory5
 *     slack 100
 *     # a comment; blank lines are ignored
 *     0 run=1 columns=0b1111 rows=0b0111 turn=1
 *     250000 rows=0b1011
 *     1000000
 *
 * The header's first two lines are required. `settings` are those of the board. Then come lines
 * with a tick, never decreasing, and pins with their values: decimal, 0x.., 0o.. or 0b..; a binary
 * digit of an output may be x or z, and is then not compared. Inputs are set on our device at that
 * tick. Outputs are those of another implementation at that tick, after its inputs were set; the
 * check compares them with ours. For the outputs under `changes` the file lists every change, so
 * that they hold between its lines, and a change of ours that it does not list is a difference too.
 * With `slack N` an output may change up to N ticks earlier or later than ours. The tick of the
 * last line is the end; it may be alone on its line.
 *
 * Everything written can be read back. docs/boards.md is the user's description.
 */
#ifndef DAMERO_BOARDS_TRACE_H
#define DAMERO_BOARDS_TRACE_H

#include "boards/device.h"
#include "games/record.h"

enum { TRACE_LINE = 4096 }; /* bytes of the longest line */

/* One NAME=VALUE of a line. */
typedef struct trace_entry {
    uint64_t tick, value;
    uint64_t known; /* the bits of an output to compare */
    uint32_t line;  /* of the file, from 1 */
    uint8_t pin;
} trace_entry;

typedef struct trace {
    const device_kind *kind;
    char settings[DEVICE_SETTINGS];
    uint64_t changes; /* outputs for which every change is listed */
    uint64_t slack;
    uint64_t end; /* the last tick */
    trace_entry *entries;
    size_t count;
} trace;

/* Reads a trace of that board. Errors name the line. */
bool trace_read(trace *, const device_kind *, const char *bytes, size_t length, error *);
void trace_destroy(trace *);

/* Reads a value in a trace's notation: 42, 0b1x0, 0o52 or 0x2a; `known` has a 0 for every x. */
bool trace_read_value(const char *word, size_t length, uint64_t *value, uint64_t *known);

/* The first difference between the trace and our device. */
typedef struct trace_difference {
    bool found;
    uint64_t tick;
    int pin;
    uint64_t expected, known, got; /* `expected` is the file's, `got` is ours at that tick */
    uint32_t
        line; /* that states it; for a change that the file does not list, the last line before */
} trace_difference;

/* Runs a new device through the trace's inputs. False only if it could not be created. */
bool trace_check(const trace *, trace_difference *, error *);

/* The difference in words: tick and time, pin, expected, got, the last inputs before it. */
void trace_explain(const trace *, const trace_difference *, text *);

/* A recorder writes the changes of pins; call it whenever a pin may have changed. */
typedef struct trace_recorder {
    device *device; /* not owned */
    record_sink out;
    uint64_t watched; /* outputs whose changes are written */
    uint64_t inputs;  /* all inputs are written too */
    bool begun;
    uint64_t last; /* the tick of the last line */
    uint64_t told[DEVICE_PINS_MAX];
} trace_recorder;

/* Writes the header; the trace starts at the device's current tick. `settings` are those the device
 * was created with. */
void trace_record(trace_recorder *, device *, const char *settings, uint64_t watched, record_sink);
void trace_tell(trace_recorder *);   /* after the inputs of a tick are set */
void trace_finish(trace_recorder *); /* writes the last tick */

/* The trace's inputs with the responses of a device, which was just powered on. */
void trace_respond(device *, const trace *, uint64_t watched, record_sink);

#endif
