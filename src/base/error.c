#include "base/error.h"

#include <stdarg.h>
#include <string.h>

#include "base/text.h"

bool error_set(error *e, const char *format, ...) {
    if (!e) return false;
    text t = text_over(e->message, sizeof e->message);
    va_list list;
    va_start(list, format);
    text_addv(&t, format, list);
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
    return false;
}
