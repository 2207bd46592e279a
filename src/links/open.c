/* Opens a link from its text. */
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
static bool read_device(const char *rest, text *device, uint64_t *baud, error *e) {
    const char *at = strrchr(rest, '@');
    *baud = LINK_BAUD;
    text_add_part(device, rest, at ? (size_t)(at - rest) : strlen(rest));
    if (at) {
        scan s = scan_string(at + 1);
        if (!scan_number(&s, 50, 4000000, baud) || !scan_done(&s))
            return error_code(
                e, "not-a-speed",
                "serial:%s: '%s' is not a speed; for example serial:/dev/ttyUSB0@9600", rest,
                at + 1);
    }
    if (!device->length || device->full)
        return error_code(e, "no-device",
                          "serial: missing device; for example serial:/dev/ttyUSB0@9600");
    return link_check_speed(device->start, (int)*baud, e);
}

bool link_check(const char *spec, error *e) {
    char device[LINK_NAME];
    text t = text_over(device, sizeof device);
    uint64_t baud;
    const char *rest;
    if (strcmp(spec, "pty") == 0) return true;
    if ((rest = after(spec, "serial:"))) return read_device(rest, &t, &baud, e);
    if ((rest = after(spec, "tcp:"))) return link_check_address("tcp", rest, NULL, e);
    if ((rest = after(spec, "listen:")))
        return link_check_address("listen", rest, LINK_THIS_MACHINE, e);
    if ((rest = after(spec, "program:")))
        return *rest || error_code(e, "no-command",
                                   "program: missing command; for example program:./player");
    return error_code(e, "not-a-link",
                      "'%s' is not a link; use serial:DEVICE[@BAUD], pty, tcp:HOST:PORT, "
                      "listen:[HOST:]PORT or program:COMMAND",
                      spec);
}

static link_end *open_end(const char *spec, const link_options *options, error *e) {
    char device[LINK_NAME];
    text t = text_over(device, sizeof device);
    uint64_t baud;
    const char *rest;
    if (!link_check(spec, e)) return NULL;
    if ((rest = after(spec, "serial:")))
        return read_device(rest, &t, &baud, e) ? link_open_serial(device, (int)baud, e) : NULL;
    if ((rest = after(spec, "tcp:"))) return link_open_tcp(rest, e);
    if ((rest = after(spec, "listen:"))) return link_open_listen(rest, e);
    if ((rest = after(spec, "program:"))) return link_open_program(rest, options, e);
    return link_open_pty(e);
}

link_end *link_open(const char *spec, const link_options *options, error *e) {
    static const link_options usual = {0};
    link_end *l = open_end(spec, options ? options : &usual, e);
    text label = l ? text_over(l->label, sizeof l->label) : (text){0};
    if (l && options && options->label) text_add(&label, options->label);
    return l;
}
