/* terminal - a whole-screen program's terminal: keys one by one, and everything put back at the
 * end.
 *
 * There is one terminal, standard input and output. It is put back by terminal_close, and by exit
 * where that was not reached.
 */
#ifndef DAMERO_CLI_TERMINAL_H
#define DAMERO_CLI_TERMINAL_H

#include <stdatomic.h>
#include <stddef.h>

#include "base/error.h"

typedef enum terminal_colours {
    TERMINAL_NO_COLOURS,
    TERMINAL_8,
    TERMINAL_256,
    TERMINAL_RGB,
} terminal_colours;

enum { TERMINAL_NO_KEY = -1, TERMINAL_GONE = -2 };

/* Switches to the other screen, keys without echo. Ctrl-C, a hangup and a request to end set the
 * flag that is returned; NULL with an error. */
const atomic_bool *terminal_open(error *);
void terminal_close(void);

void terminal_size(int *columns, int *rows);
terminal_colours terminal_has_colours(void);

/* The next key within that time, or TERMINAL_NO_KEY; keys that send several bytes (arrows and the
 * like) are taken and count as none. TERMINAL_GONE where nobody types any more. */
int terminal_key(int milliseconds);

void terminal_write(const char *bytes, size_t length);

#endif
