/* links/ - bytes to and from the outside: one stream with deadlines over any carrier.
 *
 * May use: base; POSIX. Must not use: any other room. A link does not know what its bytes mean.
 *
 *   link.h    the stream itself: opening by a text, reading, writing, tracing (this file)
 *   line.h    a line with a speed and faults, to put between two ends
 *   ports.h   the serial devices of this machine
 *   sandbox.h, filter.h  what programs see of this machine, and the system calls they may use
 *   memory_guard.h, warden.h   limit the memory of programs, and end every process they start
 *
 * link_open opens:
 *
 *   serial:DEVICE[@BAUD]   a serial device, 8N1, raw, exclusive; settings restored on closing
 *   pty                    a new pseudo-terminal, raw; the other side opens its name
 *   tcp:HOST:PORT          connects to a server
 *   listen:[HOST:]PORT     accepts one connection (this machine only, unless HOST says otherwise)
 *   program:COMMAND        a child process, its input and output; see link_options for its limits
 *
 * and link_pair makes two ends in memory. Nothing here waits without a deadline. Times are those of
 * base/clock.h: a deadline is a time in nanoseconds.
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
    LINK_BAUD = 9600,     /* if none is given */
    LINK_WORDS = 1024,    /* bytes that are kept of a program's standard error */
};

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

/* How programs run. Confined means in a sandbox (sandbox.h) made by bubblewrap. Unconfined programs
 * have limits on memory, processes and files too, but all rights of the user who runs us. */
typedef struct link_options {
    bool open_house;   /* run programs unconfined even if they could be confined */
    bool must_confine; /* refuse a program that cannot be confined */
    bool errors;   /* show what they write to their standard error on ours; else only its last lines
                      are kept (link_write_last_words) */
    size_t memory; /* for a program with all its children; 0: 4 GiB */
    int processes; /* at once; 0: 64 */
    /* Hidden from confined programs even if they are in their folders; NULL: none. */
    const char *hidden; /* a journal and its companion files */
    const char *trace;  /* a file with the bytes on links */
    const char *label;  /* whose link it is, in the trace and before each line of errors; or NULL */
} link_options;

typedef struct link_end {
    link_kind kind;
    char name[LINK_NAME];  /* for people: /dev/pts/3, tcp:localhost:4000 */
    int in, out;           /* non-blocking descriptors, often the same; -1: closed */
    int64_t byte_time;     /* transmission time of one byte in nanoseconds; 0: negligible */
    char label[LINK_NAME]; /* link_options.label, or "" */
    FILE *trace_file;      /* receives every byte with its time, one line per run; or NULL */
    int64_t trace_start;   /* the time that the trace counts from */
    /* Called with the same runs of bytes in readable form; NULL: no listener. */
    void (*tap)(void *context, bool sent, int64_t since, const char *shown);
    void *tap_context;
    bool confined; /* a program, in a sandbox */
    /* private */
    struct link_private *own;
} link_end;

/* Opens the link that the text names. A pty or listen link must then wait for its other side: see
 * link_join. NULL with an error that says what is wrong with the text or the device. */
link_end *link_open(const char *spec, const link_options *, error *);

/* Whether programs can be confined on this machine, which is tested once; if not, the error says
 * why.
 */
bool link_can_confine(error *);

/* Whether a text starts like a link of link_open. */
bool link_is_spec(const char *spec);

/* Whether link_open understands the text; the device or host may still not exist. */
bool link_check(const char *spec, error *);

/* Two ends in memory: bytes written to one are read from the other. */
bool link_pair(link_end **, link_end **, error *);

/* Waits for the other side: a connection made or accepted, a terminal opened. A pseudo-terminal
 * that was hung up (LINK_CLOSED) can be joined again. */
link_status link_join(link_end *, int64_t deadline);

/* The error of a join that ended like this: nobody came in time, or why there is no connection.
 * Returns false. */
bool link_explain_join(const link_end *, link_status, error *);

/* Waits again for the other side of a pseudo-terminal, which may be another one: link_join, and
 * bytes not written yet are dropped. */
void link_wait_again(link_end *);

/* Restores a device's settings; ends a child process and every process it started. */
void link_close(link_end *);

/* Reads at least one byte and at most `size`, as soon as any are there. With a deadline in the past
 * (0) it reads only the bytes that are there now. */
link_status link_read(link_end *, char *bytes, size_t size, int64_t deadline, size_t *count);

/* Writes everything, or as much as possible until the deadline. */
link_status link_write(link_end *, const char *bytes, size_t count, int64_t deadline);

/* Writes as much as possible at once and queues the rest; call link_flush when poll() reports `out`
 * as writable. LINK_LATE if more than LINK_QUEUE bytes wait. */
link_status link_put(link_end *, const char *bytes, size_t count);
link_status link_flush(link_end *);
size_t link_waiting(const link_end *);

/* Discards input until nothing has arrived for `quiet`, at most until the deadline. Returns the
 * number of bytes. */
size_t link_drain(link_end *, int64_t quiet, int64_t deadline);

/* Why the link ended, for people: "the program exited with status 3", "the line was hung up".
 */
void link_say_end(link_end *, error *);

/* The status that a program has exited with; -1: it has not, or was ended by a signal. Waits a
 * moment for a program that has closed its output. */
int link_exit_status(link_end *);

/* The last lines, at most five, that a program has written to its standard error; nothing of other
 * links. Of a program that has ended they are complete. */
void link_write_last_words(link_end *, text *);

/* Bytes in readable form: printable ones unchanged, others as \r \n \xNN. */
void link_write_bytes(const char *bytes, size_t count, text *);

/* The standard speeds, terminated by 0; whether a speed is one of them. */
extern const int link_speeds[];

#endif
