/* line - one direction of a serial line, with a speed and seeded faults.
 *
 * Bytes are pushed in at one end and come out at the other when their time has come. The line does
 * no input or output and reads no clock, so the same code runs between two real ends (`damero
 * line`) and in simulated time, where a match of minutes takes microseconds.
 *
 * A text chooses the faults, each with a rate per byte or at one byte, counted from 1:
 *
 *   lost=0.01        one byte in a hundred is lost           lost@17       the 17th is lost
 *   flipped=0.001    one of its bits is inverted             flipped@17
 *   doubled=...      it is sent twice                        doubled@17
 *   inserted=...     a random byte comes before it           inserted@17
 *   delayed=...      it and all after it wait `pause`        delayed@17
 *   pause=50ms       the length of that wait (default 100ms)
 *   split            every byte arrives alone, 1 to 20 ms after the previous one
 *   newline=lf|cr|crlf|mixed   the replacement for every line end (LF, CR or CRLF)
 *   stall@17         nothing arrives from this byte on
 *   hangup@17        the line hangs up here
 *   flood@17         100,000 random bytes are inserted here
 */
#ifndef DAMERO_LINE_H
#define DAMERO_LINE_H

#include "base/error.h"
#include "base/random.h"

#include <stddef.h>

enum { LINE_FLOOD = 100000 };

typedef enum line_fault {
    LINE_LOST,
    LINE_FLIPPED,
    LINE_DOUBLED,
    LINE_INSERTED,
    LINE_DELAYED,
    LINE_STALL,
    LINE_HANGUP,
    LINE_FLOODED,
    LINE_FAULTS
} line_fault;

typedef enum line_newline { LINE_AS_IT_IS, LINE_LF, LINE_CR, LINE_CRLF, LINE_MIXED } line_newline;

typedef struct line_faults {
    uint32_t rate[LINE_FAULTS]; /* per million bytes */
    uint64_t at[LINE_FAULTS];   /* the byte, counted from 1; 0: none */
    int64_t pause;              /* length of a delay, nanoseconds */
    bool split;
    line_newline newline;
} line_faults;

/* Reads a text such as "lost=0.01,stall@200"; "" is a line without faults. */
bool line_read_faults(const char *, line_faults *, error *);

typedef struct line_byte {
    int64_t due;
    char byte;
} line_byte;

typedef struct line {
    line_faults faults;
    int64_t byte_time; /* nanoseconds per byte; 0: it arrives at once */
    random_source chance;
    uint64_t pushed; /* bytes so far */
    int64_t busy;    /* when the last byte has left the line */
    int64_t held;    /* no byte leaves earlier */
    bool stalled, hung_up, after_cr;
    line_byte *queue; /* bytes in transit, in order */
    size_t first, count, capacity;
} line;

/* A line at `baud` baud (10 bits per byte; 0: no delay). */
void line_create(line *, int baud, const line_faults *, uint64_t seed);
void line_destroy(line *);

/* A byte enters. False if there is no memory. */
bool line_push(line *, char byte, int64_t now);

/* When the next byte comes out; INT64_MAX if none is in transit. */
int64_t line_next(const line *);

/* Takes the next byte out, if it is due. */
bool line_pop(line *, int64_t now, char *byte);

/* Whether the line has hung up and all bytes before that have come out. */
static inline bool line_ended(const line *l) { return l->hung_up && l->count == 0; }

#endif
