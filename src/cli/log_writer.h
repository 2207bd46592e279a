/* log_writer - lines for standard error, written by a thread of their own.
 *
 * A log goes into a pipe or a terminal that may not be read for a while. Whoever logs must not wait
 * for that: lines are kept up to a limit, then dropped, and their number is logged when there is
 * room again.
 */
#ifndef DAMERO_CLI_LOG_WRITER_H
#define DAMERO_CLI_LOG_WRITER_H

#include <stddef.h>

#include "base/error.h"

typedef struct log_writer log_writer;

log_writer *log_open(int descriptor, error *);

/* Adds a line and its end; never waits for the reader. From any thread. */
void log_add(log_writer *, const char *line);

/* Waits a moment for what is not yet written, then gives it up. */
void log_close(log_writer *);

#endif
