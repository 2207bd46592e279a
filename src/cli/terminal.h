/* terminal - full control of the terminal: single keys, and a screen that is redrawn.
 *
 * While it is open the terminal uses its alternate screen, without echo, line editing, signals from
 * keys (Ctrl-C is a key) or cursor. Closing restores everything, and so does being killed by
 * SIGTERM or SIGHUP. Only one may be open.
 */
#ifndef DAMERO_TERMINAL_H
#define DAMERO_TERMINAL_H

#include <stdint.h>
#include <termios.h>

#include "base/error.h"

/* Results of terminal_key other than bytes. */
enum {
    TERMINAL_NONE = -1,     /* none before the deadline */
    TERMINAL_GONE = -2,     /* no more keys will come */
    TERMINAL_INTERRUPT = 3, /* Ctrl-C */
    TERMINAL_ENTER = '\n',  /* also for a carriage return */
    TERMINAL_ESCAPE = 27,
    TERMINAL_UP = 256,
    TERMINAL_DOWN,
    TERMINAL_RIGHT,
    TERMINAL_LEFT,
    TERMINAL_OTHER, /* an unknown sequence */
};

typedef struct terminal {
    struct termios before;
    char shown[1 << 15]; /* the last screen */
    int rows, columns;   /* when it was shown */
} terminal;

/* Whether both standard input and output are a terminal. */
bool terminal_there(void);

bool terminal_open(terminal *, error *);
void terminal_close(terminal *);

/* The next key, or TERMINAL_NONE if the deadline (clock.h; 0: do not wait) passes first. */
int terminal_key(int64_t deadline);

/* Shows these lines and clears the rest; does nothing if they are already shown. Lines and columns
 * beyond the screen are cut off. */
void terminal_show(terminal *, const char *lines);

void terminal_size(int *rows, int *columns);

#endif
