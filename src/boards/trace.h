/* trace - what happened at a board's pins, as text: stimuli, responses, and their comparison.
 *
 *     damero-trace 1
 *     board damas
 *     settings rules=official
 *     changes rows turn memory5
 *     slack 100
 *     # a comment; blank lines are skipped
 *     0 run=1 columns=0b1111 rows=0b0111 turn=1
 *     250000 rows=0b1011
 *     1000000
 *
 * The header's first two lines must be there. `settings` are those of the board. Then come lines
 * with a tick, never falling, and pins with their values: decimal, 0x.., 0o.. or 0b..; a binary
 * digit of an output may be x or z, and is then not compared. Inputs are set on our device at that
 * tick. Outputs say what another implementation showed at that tick, after its inputs were set; the
 * check compares them with ours. For the outputs under `changes` the file tells every change, so
 * that between its lines they stay, and a change of ours that it does not tell is a difference as
 * well. With `slack N` an output may show a value up to N ticks earlier or later than ours. The
 * last line's tick is the end; it may stand alone.
 *
 * What is written is read back. docs/boards.md tells a user.
 */
#ifndef DAMERO_BOARDS_TRACE_H
#define DAMERO_BOARDS_TRACE_H

#include "boards/device.h"
#include "games/record.h"

enum { TRACE_LINE = 4096 }; /* bytes of the longest line */

/* One NAME=VALUE of a line. */
typedef struct trace_entry {
    uint64_t tick, value;
    uint64_t known; /* the bits of an output that are compared */
    uint32_t line;  /* of the file, from 1 */
    uint8_t pin;
} trace_entry;

typedef struct trace {
    const device_kind *kind;
    char settings[DEVICE_SETTINGS];
    uint64_t changes; /* outputs of which every change is told */
    uint64_t slack;
    uint64_t end; /* the last tick */
    trace_entry *entries;
    size_t count;
} trace;

/* Reads a trace of that board. Errors name the line. */
bool trace_read(trace *, const device_kind *, const char *bytes, size_t length, error *);
void trace_destroy(trace *);

/* Reads a value as a trace has it: 42, 0b1x0, 0o52 or 0x2a; `known` has 0 where an x stood. */
bool trace_read_value(const char *word, size_t length, uint64_t *value, uint64_t *known);

/* The first moment at which the trace and our device differ. */
typedef struct trace_difference {
    bool found;
    uint64_t tick;
    int pin;
    uint64_t expected, known, got; /* `expected` is the file's, `got` is ours at that tick */
    uint32_t line; /* that says so; of a change that the file does not tell, the last one before */
} trace_difference;

/* Runs a device of our own through the trace's inputs. False only where it could not be made. */
bool trace_check(const trace *, trace_difference *, error *);

/* Says the difference in words: tick and time, pin, expected, got, the inputs last set before. */
void trace_explain(const trace *, const trace_difference *, text *);

/* A recorder writes down what it is told of: every moment at which a pin may have changed. */
typedef struct trace_recorder {
    device *device; /* not owned */
    record_sink out;
    uint64_t watched; /* outputs whose changes are told */
    uint64_t inputs;  /* all inputs are told too */
    bool begun;
    uint64_t last; /* the tick of the last line */
    uint64_t told[DEVICE_PINS_MAX];
} trace_recorder;

/* Writes the header; the device stands at tick 0 or its trace begins later. `settings` as it was
 * created with. */
void trace_record(trace_recorder *, device *, const char *settings, uint64_t watched, record_sink);
void trace_tell(trace_recorder *);                    /* after the inputs of a tick are set */
void trace_advance(trace_recorder *, uint64_t ticks); /* tells, and lets time pass, watching */
void trace_finish(trace_recorder *);                  /* writes the last tick */

/* The trace's inputs with our device's responses. False where the device could not be made. */
bool trace_respond(const trace *, uint64_t watched, record_sink, error *);

#endif
