/* terminal - the terminal as a whole: keys one at a time, a screen drawn anew.
 *
 * While it is open the terminal is in its second screen, without echo, line editing, signals of
 * keys (Ctrl-C is a key) and cursor. Closing puts everything back, and so does being ended by
 * SIGTERM or SIGHUP. One at a time.
 */
#ifndef DAMERO_TERMINAL_H
#define DAMERO_TERMINAL_H

#include <stdint.h>
#include <termios.h>

#include "base/error.h"

/* What terminal_key answers beside bytes. */
enum {
    TERMINAL_NONE = -1,     /* none until the deadline */
    TERMINAL_GONE = -2,     /* no more keys will come */
    TERMINAL_INTERRUPT = 3, /* Ctrl-C */
    TERMINAL_ENTER = '\n',  /* also for a carriage return */
    TERMINAL_ESCAPE = 27,
    TERMINAL_UP = 256,
    TERMINAL_DOWN,
    TERMINAL_RIGHT,
    TERMINAL_LEFT,
    TERMINAL_OTHER, /* a sequence that is none of these */
};

typedef struct terminal {
    struct termios before;
    char shown[1 << 15]; /* the last screen */
    int rows, columns;   /* when it was shown */
} terminal;

/* Whether there is one: both standard input and output. */
bool terminal_there(void);

bool terminal_open(terminal *, error *);
void terminal_close(terminal *);

/* The next key, or TERMINAL_NONE when the deadline (clock.h; 0: do not wait) passes first. */
int terminal_key(int64_t deadline);

/* Shows lines of text, and nothing below them; without work where they are those already there.
 * Lines and columns beyond the screen are cut off. */
void terminal_show(terminal *, const char *lines);

void terminal_size(int *rows, int *columns);

#endif
