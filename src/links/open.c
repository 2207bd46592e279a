/* Opening by a text. */
#include <string.h>

#include "links/private.h"

static const char *after(const char *spec, const char *prefix) {
    size_t length = strlen(prefix);
    return strncmp(spec, prefix, length) == 0 ? spec + length : NULL;
}

bool link_is_spec(const char *spec) {
    return strcmp(spec, "pty") == 0 || after(spec, "serial:") || after(spec, "tcp:") ||
           after(spec, "listen:") || after(spec, "program:");
}

/* Reads DEVICE[@BAUD]. */
static link_end *open_device(const char *rest, error *e) {
    char device[LINK_NAME];
    const char *at = strrchr(rest, '@');
    uint64_t baud = LINK_BAUD;
    text t = text_over(device, sizeof device);
    text_add_part(&t, rest, at ? (size_t)(at - rest) : strlen(rest));
    if (at) {
        scan s = scan_string(at + 1);
        if (!scan_number(&s, 50, 4000000, &baud) || !scan_done(&s)) {
            error_set(e, "serial:%s: '%s' is not a speed, as in serial:/dev/ttyUSB0@9600", rest,
                      at + 1);
            return NULL;
        }
    }
    if (!*device || t.full) {
        error_set(e, "serial: name a device, as in serial:/dev/ttyUSB0@9600");
        return NULL;
    }
    return link_open_serial(device, (int)baud, e);
}

link_end *link_open(const char *spec, const link_options *options, error *e) {
    static const link_options usual = {0};
    const char *rest;
    if (strcmp(spec, "pty") == 0) return link_open_pty(e);
    if ((rest = after(spec, "serial:"))) return open_device(rest, e);
    if ((rest = after(spec, "tcp:"))) return link_open_tcp(rest, e);
    if ((rest = after(spec, "listen:"))) return link_open_listen(rest, e);
    if ((rest = after(spec, "program:")))
        return link_open_program(rest, options ? options : &usual, e);
    error_set(e,
              "'%s' is no link: there are serial:DEVICE[@BAUD], pty, tcp:HOST:PORT, "
              "listen:[HOST:]PORT and program:COMMAND",
              spec);
    return NULL;
}
