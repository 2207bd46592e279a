#include "base/error.h"

#include <stdarg.h>
#include <string.h>

#include "base/text.h"

/* What a board, a file or a person wrote is quoted in messages; it is not to move anyone's cursor.
 */
static void blank_controls(error *e) {
    for (char *c = e->message; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f) *c = '?';
}

static void set(error *e, const char *code, const char *format, va_list list) {
    text t = text_over(e->message, sizeof e->message);
    text values = text_over(e->values, sizeof e->values);
    e->code = code;
    text_addv_values(&t, code ? &values : NULL, format, list);
    blank_controls(e);
}

bool error_set(error *e, const char *format, ...) {
    va_list list;
    va_start(list, format);
    if (e) set(e, NULL, format, list);
    va_end(list);
    return false;
}

bool error_code(error *e, const char *code, const char *format, ...) {
    va_list list;
    va_start(list, format);
    if (e) set(e, code, format, list);
    va_end(list);
    return false;
}

bool error_in(error *e, const char *format, ...) {
    if (!e) return false;
    char reason[sizeof e->message];
    memcpy(reason, e->message, sizeof reason);
    text t = text_over(e->message, sizeof e->message);
    va_list list;
    va_start(list, format);
    text_addv(&t, format, list);
    va_end(list);
    text_addf(&t, ": %s", reason);
    blank_controls(e);
    return false;
}
