#include "base/error.h"

#include <stdarg.h>
#include <string.h>

#include "base/text.h"

/* What the analyzer is shown instead. */
#undef error_set
#undef error_code
#undef error_in

/* What a board, a file or a person wrote is quoted in messages; it is not to move anyone's cursor.
 */
static void show_hidden(error *e) {
    char message[sizeof e->message];
    text t = text_over(message, sizeof message);
    text_add_visible(&t, e->message, "?");
    memcpy(e->message, message, sizeof message);
}

static void set(error *e, const char *code, const char *format, va_list list) {
    text t = text_over(e->message, sizeof e->message);
    text values = text_over(e->values, sizeof e->values);
    text word = text_over(e->code, sizeof e->code);
    text_add(&word, code);
    text_addv_values(&t, *code ? &values : NULL, format, list);
    show_hidden(e);
}

bool error_set(error *e, const char *format, ...) {
    va_list list;
    va_start(list, format);
    if (e) set(e, "", format, list);
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
    show_hidden(e);
    return false;
}
