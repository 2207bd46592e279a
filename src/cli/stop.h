/* stop - when work that takes long should end before it is done: Ctrl-C, or a reader of the output
 * that goes away (`damero analyse dots | head`).
 */
#ifndef DAMERO_STOP_H
#define DAMERO_STOP_H

#include <stdatomic.h>
#include <stdbool.h>

#include "links/link.h"

/* A flag that Ctrl-C sets from now on, cleared by this call; a second Ctrl-C ends the program at
 * once. cli_end_interrupt gives Ctrl-C its usual meaning back. */
const atomic_bool *cli_stop_on_interrupt(void);
void cli_end_interrupt(void);

/* Prints a prompt and reads a line as fgets does; false at the end of the input, and at Ctrl-C,
 * which only ends the reading. More can be read afterwards, where there is more. */
bool cli_ask(const char *prompt, char *line, size_t size);

/* The same flag, set as soon as nobody reads the output any more too: for what only prints. A
 * command that serves others, and says at its start where, goes on without a reader. */
const atomic_bool *cli_stop_with_output(void);

/* Ends the program, at once, when nobody reads the output any more: for work that cannot be asked
 * to stop and has nothing to put away. */
void cli_end_with_output(void);

/* Flushes standard output; whether nobody reads it any more, or it cannot be written. */
bool cli_output_gone(void);

/* Whether the flag was set because of that: then there is nothing to tell anybody. */
bool cli_stopped_unread(void);

/* Whether it is a pipe or socket whose other end is closed. */
bool cli_reader_gone(void);

/* Waits for the other side of a link, until the deadline (LINK_LATE) or the flag is set (LINK_LATE
 * too). */
link_status cli_join(link_end *, int64_t deadline, const atomic_bool *stop);

/* After the other side has hung up: the next one at the same pseudo-terminal or port, likewise.
 * LINK_CLOSED where a link of this kind has no next one, and the link is NULL where the port is
 * gone. */
link_status cli_join_again(link_end **, int64_t deadline, const atomic_bool *stop);

/* The same port once more, also where any was asked for; or NULL. The old end is closed. */
link_end *cli_listen_again(link_end *);

#endif
