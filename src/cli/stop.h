/* stop - when long work should end early: on Ctrl-C, or if the reader of its output goes away
 * (`damero analyse dots | head`).
 */
#ifndef DAMERO_STOP_H
#define DAMERO_STOP_H

#include <stdatomic.h>
#include <stdbool.h>

#include "links/link.h"

/* Gives a signal its default action, which is to end the program. Linux ignores that action in the
 * first process of a container; there a handler does the same. May be called from a handler. */
void cli_default(int signal);

/* A flag that Ctrl-C sets from now on; this call clears it. A second Ctrl-C ends the program at
 * once. */
const atomic_bool *cli_stop_on_interrupt(void);

/* SIGTERM sets the flag too: for work that can print what it has found so far. */
void cli_stop_on_termination(void);

/* Prints a prompt and reads a line like fgets; false at the end of the input, and at Ctrl-C, which
 * only ends the reading. The caller may read again afterwards. */
bool cli_ask(const char *prompt, char *line, size_t size);

/* The same flag, also set when nobody reads the output any more: for commands that only print. A
 * command that serves others, and prints its address at the start, continues without a reader. */
const atomic_bool *cli_stop_with_output(void);

/* Ends the program at once when nobody reads the output any more: for work that cannot be asked to
 * stop and needs no clean-up. */
void cli_end_with_output(void);

/* Flushes standard output; returns whether nobody reads it any more, or it cannot be written. */
bool cli_output_gone(void);

/* Whether the flag was set for that reason: then there is nobody to print to. */
bool cli_stopped_unread(void);

/* Whether the output is a pipe or socket whose other end is closed. */
bool cli_reader_gone(void);

/* Waits for the other side of a link until the deadline or until the flag is set (both
 * LINK_LATE). */
link_status cli_join(link_end *, int64_t deadline, const atomic_bool *stop);

/* After the other side has hung up: waits for the next one at the same pseudo-terminal or port.
 * LINK_CLOSED if a link of this kind has no next one; the link is NULL if the port is lost. */
link_status cli_join_again(link_end **, int64_t deadline, const atomic_bool *stop);

/* Opens the same port again, even if the system chose it; or NULL. Closes the old end. */
link_end *cli_listen_again(link_end *);

#endif
