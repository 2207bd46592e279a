/* error - what went wrong, as a value.
 *
 * A function that can fail takes an `error *` as its last argument and returns false, or NULL where
 * it makes something. On failure it fills in one line that a user can act on (what, where, what
 * would be right) and changes nothing else. The argument may be NULL when the reason does not
 * matter; where nothing fails it is left as it was.
 */
#ifndef DAMERO_ERROR_H
#define DAMERO_ERROR_H

#include <stdbool.h>

typedef struct error {
    char message[400];
} error;

/* Writes the message (formats as text_addf does) and returns false, so that a function can end with
 * `return error_set(e, "...")`. A message that is too long is cut; what cannot be seen in it becomes
 * '?'. */
bool error_set(error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts what it formats and ": " in front of the message that is there, and returns false. */
bool error_in(error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
