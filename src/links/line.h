/* line - one direction of a serial line, with a speed and seeded faults.
 *
 * Bytes are pushed in at one end at some moment and come out at the other when their time has come.
 * It does no input or output and reads no clock, so the same line runs between two real ends
 * (`damero line`) and in simulated time, where a match of minutes takes microseconds.
 *
 * Faults are chosen by a text, each by a rate per byte or at a certain byte, counted from 1:
 *
 *   lost=0.01        one byte in a hundred vanishes          lost@17       the 17th does
 *   flipped=0.001    one of its bits is inverted             flipped@17
 *   doubled=...      it comes twice                          doubled@17
 *   inserted=...     a random byte comes before it           inserted@17
 *   delayed=...      it and all after it wait `pause`        delayed@17
 *   pause=50ms       how long that is (100ms)
 *   split            every byte comes on its own, 1 to 20 ms after the one before
 *   newline=lf|cr|crlf|mixed   what every line end (LF, CR or CRLF) becomes
 *   stall@17         from this byte on nothing comes any more
 *   hangup@17        here the line is hung up
 *   flood@17         here 100,000 random bytes come in between
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
    int64_t pause;              /* of a delay, nanoseconds */
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
    int64_t byte_time; /* nanoseconds a byte takes; 0: it is there at once */
    random_source chance;
    uint64_t pushed; /* bytes so far */
    int64_t busy;    /* when the last byte has left the line */
    int64_t held;    /* no byte leaves before */
    bool stalled, hung_up, after_cr;
    line_byte *queue; /* those on their way, in order */
    size_t first, count, capacity;
} line;

/* A line at so many baud (10 bits a byte; 0: as fast as it goes). */
void line_create(line *, int baud, const line_faults *, uint64_t seed);
void line_destroy(line *);

/* A byte enters. False where there is no memory. */
bool line_push(line *, char byte, int64_t now);

/* When the next byte comes out; INT64_MAX where none is on its way. */
int64_t line_next(const line *);

/* Takes the next byte out, if it is due. */
bool line_pop(line *, int64_t now, char *byte);

/* Whether the line has been hung up and all before that has come out. */
static inline bool line_ended(const line *l) { return l->hung_up && l->count == 0; }

#endif
