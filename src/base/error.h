/* error - an error as a value.
 *
 * A function that can fail takes an `error *` as its last argument and returns false, or NULL if it
 * creates something. On failure it fills in one line that a user can act on (what, where, what
 * would be right) and changes nothing else. The argument may be NULL if the reason does not
 * matter; on success it is left unchanged.
 *
 * An error that can appear on the page also has a code and the values in its message, so that every
 * language can word it (error_code, docs/api.md). Message, code and values come from one call, so
 * they always match.
 */
#ifndef DAMERO_ERROR_H
#define DAMERO_ERROR_H

#include <stdbool.h>

typedef struct error {
    char message[400]; /* in English */
    char code[40];     /* "line-drawn"; "": it has only its message */
    char values[400];  /* the values in the message, in the format of text_addv_values */
} error;

/* Writes the message (formats as text_addf does) and returns false, so that a function can end with
 * `return error_set(e, "...")`. A message that is too long is cut; what cannot be seen in it
 * becomes '?'. */
bool error_set(error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same with a code. */
bool error_code(error *e, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts what it formats and ": " in front of the message that is there, and returns false. The code
 * and its values stay: they say what is wrong, not where. */
bool error_in(error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

#ifdef __clang_analyzer__
/* The analyzer reads one file at a time, so it has to see here that these return false. */
#define error_set(...)  (error_set(__VA_ARGS__), false)
#define error_code(...) (error_code(__VA_ARGS__), false)
#define error_in(...)   (error_in(__VA_ARGS__), false)
#endif

#endif
