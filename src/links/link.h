/* links/ - bytes to and from others: one stream with deadlines, whatever carries it.
 *
 * May use: base; POSIX. Must not use: any other room. A link does not know what its bytes mean.
 *
 *   link.h    the stream itself: opening by a text, reading, writing, tracing (this file)
 *   line.h    a line with a speed and faults, to be put between two ends
 *   ports.h   the serial devices of this machine
 *   sandbox.h, filter.h  what programs see of this machine, and which system calls they have
 *   keeper.h, warden.h   limits on the memory of programs, and the end of all that they start
 *
 * What can be opened:
 *
 *   serial:DEVICE[@BAUD]   a serial device, 8N1, raw, for us alone; settings restored on closing
 *   pty                    a new pseudo-terminal, raw; its name is what the other side opens
 *   tcp:HOST:PORT          connects
 *   listen:[HOST:]PORT     accepts one connection (this machine only, unless HOST says otherwise)
 *   program:COMMAND        a child process, its input and output; see link_options for its limits
 *
 * and link_pair makes two ends in memory. Nothing here waits without a deadline. Times are those of
 * base/clock.h: a deadline is a moment, in nanoseconds.
 */
#ifndef DAMERO_LINK_H
#define DAMERO_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text.h"

enum {
    LINK_NAME = 256,
    LINK_QUEUE = 1 << 18, /* bytes that may wait to be written before a link counts as stuck */
    LINK_TRACE = 1 << 16, /* bytes whose moments a link remembers */
    LINK_BAUD = 9600,     /* where none is named */
};

#define LINK_SECOND INT64_C(1000000000)

typedef enum link_kind {
    LINK_MEMORY,
    LINK_SERIAL,
    LINK_PTY,
    LINK_TCP,
    LINK_LISTEN,
    LINK_PROGRAM
} link_kind;

typedef enum link_status {
    LINK_OK,
    LINK_LATE,   /* the deadline passed first */
    LINK_CLOSED, /* the other side is gone */
} link_status;

/* One byte that passed, and when. */
typedef struct link_moment {
    int64_t time;
    char byte;
    bool sent; /* by us */
} link_moment;

/* How programs run. Confined means: in a sandbox (sandbox.h) that bubblewrap makes. Unconfined
 * ones have limits on memory, processes and files too, but all rights of whoever runs us. */
typedef struct link_options {
    bool open_house;   /* run programs unconfined even if they could be confined */
    bool must_confine; /* refuse a program that cannot be confined */
    bool errors;   /* show what they write to their standard error on ours; else it goes nowhere */
    size_t memory; /* of a program with all it has started; 0: 4 GiB */
    int processes; /* how many at once; 0: 64 */
    /* Hidden from confined programs even if they lie in their folders; NULL: none. */
    const char *hidden; /* a journal, with its companions */
    const char *trace;  /* a file with what passes on links */
} link_options;

typedef struct link_end {
    link_kind kind;
    char name[LINK_NAME]; /* what people call it: /dev/pts/3, tcp:localhost:4000 */
    int in, out;          /* non-blocking descriptors, often the same; -1: not open (any more) */
    int64_t byte_time;    /* nanoseconds that one byte spends on the line; 0: not worth counting */
    FILE *trace_file;     /* receives every byte with its time, a line for each run; or NULL */
    int64_t trace_start;  /* the moment that the trace counts from */
    /* Called with the same runs of bytes, as they pass, in readable form; NULL: nobody listens. */
    void (*tap)(void *context, bool sent, int64_t since, const char *shown);
    void *tap_context;
    bool confined; /* a program, in a sandbox */
    /* private */
    struct link_private *own;
} link_end;

/* Opens what the text names. A pty or listen link then waits for its other side: see link_join.
 * NULL with an error that says what is wrong with the text or the device. */
link_end *link_open(const char *spec, const link_options *, error *);

/* Whether programs can be confined on this machine, which is tried once; if not the error says why.
 */
bool link_can_confine(error *);

/* Whether a text begins like something link_open opens. */
bool link_is_spec(const char *spec);

/* Whether link_open can read the text; what it names may still not be there. */
bool link_check(const char *spec, error *);

/* Two ends in memory: what is written to one is read from the other. */
bool link_pair(link_end **, link_end **, error *);

/* Waits until the other side is there: a connection made or accepted, a terminal opened. */
link_status link_join(link_end *, int64_t deadline);

/* Restores a device's settings; ends a child process with all it has started. */
void link_close(link_end *);

/* Reads at least one byte and at most `size`, as soon as there are any. A deadline that has passed
 * (0) means: what is there now. */
link_status link_read(link_end *, char *bytes, size_t size, int64_t deadline, size_t *count);

/* Writes all of it, or as much as goes until the deadline. */
link_status link_write(link_end *, const char *bytes, size_t count, int64_t deadline);

/* Writes what goes at once and queues the rest, which goes with link_flush when poll says that
 * `out` is writable. LINK_LATE where more than LINK_QUEUE bytes wait. */
link_status link_put(link_end *, const char *bytes, size_t count);
link_status link_flush(link_end *);
size_t link_waiting(const link_end *);

/* Reads away what has come in until nothing has come for `quiet`, at most until the deadline.
 * Returns how many bytes that were. */
size_t link_drain(link_end *, int64_t quiet, int64_t deadline);

/* How the other side went, for people: "the program exited with status 3", "the line was hung up".
 */
void link_write_end(link_end *, text *);

/* The last bytes that passed, oldest first; at most LINK_TRACE. */
size_t link_traced(const link_end *, const link_moment **);

/* Bytes as people can read them: printable ones as they are, others as \r \n \xNN. */
void link_write_bytes(const char *bytes, size_t count, text *);

/* The standard speeds, ended by 0; whether a speed is one. */
extern const int link_speeds[];

#endif
