#include "server/head.h"

#include <string.h>
#include <strings.h>

#include "base/text.h"

size_t head_length(const char *bytes, size_t length, size_t known) {
    for (size_t i = known > 3 ? known - 3 : 0; i + 4 <= length; i++)
        if (memcmp(bytes + i, "\r\n\r\n", 4) == 0) return i + 4;
    return 0;
}

static bool refuse(head_error *e, int status, const char *code, const char *why) {
    *e = (head_error){status, code, why};
    return false;
}

static bool is_bad(head_error *e, const char *why) { return refuse(e, 400, "bad-request", why); }

/* RFC 9110, 5.6.2. */
static bool is_token(const char *word, size_t length) {
    for (size_t i = 0; i < length; i++) {
        char c = word[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letter && (!c || !strchr("!#$%&'*+-.^_`|~", c))) return false;
    }
    return length > 0;
}

static int digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Decodes %XX, and in arguments also + for a blank. False if a byte is not text. */
static bool decode(const char *from, size_t length, bool argument, text *to) {
    for (size_t i = 0; i < length; i++) {
        int c = (unsigned char)from[i];
        if (c == '%') {
            int high = i + 2 < length ? digit(from[i + 1]) : -1;
            int low = high >= 0 ? digit(from[i + 2]) : -1;
            if (low < 0) return false;
            c = high * 16 + low;
            i += 2;
        } else if (c == '+' && argument) {
            c = ' ';
        }
        if (c < 0x20 || c == 0x7f) return false;
        text_add_char(to, (char)c);
    }
    return true;
}

/* "GET /path?arguments HTTP/1.1", without its line end, terminated. */
static bool read_first_line(head *h, char *line, head_error *e) {
    static const char *const methods[] = {
        [HEAD_GET] = "GET", [HEAD_HEAD] = "HEAD", [HEAD_POST] = "POST", [HEAD_DELETE] = "DELETE"};
    char *target = strchr(line, ' ');
    char *version = target ? strchr(target + 1, ' ') : NULL;
    if (!version || !is_token(line, (size_t)(target - line)))
        return is_bad(e, "expected METHOD PATH HTTP/1.1");
    *target++ = *version++ = '\0';
    h->old = strcmp(version, "HTTP/1.0") == 0;
    if (!h->old && strcmp(version, "HTTP/1.1") != 0)
        return strncmp(version, "HTTP/", 5) == 0
                   ? refuse(e, 505, "version", "this server speaks HTTP/1.1")
                   : is_bad(e, "expected METHOD PATH HTTP/1.1");
    h->method = HEAD_GET;
    while (h->method < HEAD_OTHER && strcmp(line, methods[h->method]) != 0) h->method++;
    if (*target != '/') return is_bad(e, "a path must begin with /");
    size_t length = strcspn(target, "?");
    h->arguments = target[length] ? target + length + 1 : "";
    text path = text_over(h->path, sizeof h->path);
    if (!decode(target, length, false, &path)) return is_bad(e, "that path is not text");
    return !path.full || refuse(e, 414, "too-long", "that path is too long");
}

static bool read_field(head *h, char *line, head_error *e) {
    char *colon = strchr(line, ':');
    if (!colon || !is_token(line, (size_t)(colon - line)))
        return is_bad(e, "expected NAME: VALUE on one line");
    if (h->field_count == HEAD_FIELDS) return refuse(e, 431, "too-long", "too many header fields");
    *colon = '\0';
    for (char *c = line; *c; c++)
        if (*c >= 'A' && *c <= 'Z') *c = (char)(*c - 'A' + 'a');
    char *value = colon + 1, *end = value + strlen(value);
    value += strspn(value, " \t");
    while (end > value && (end[-1] == ' ' || end[-1] == '\t')) *--end = '\0';
    h->field[h->field_count].name = line;
    h->field[h->field_count++].value = value;
    return true;
}

/* Fields that decide how a request is read, or its sender, must be unique. */
static bool check_single(const head *h, head_error *e) {
    static const char *const single[] = {
        "authorization", "content-length",    "content-type",         "host",
        "origin",        "sec-websocket-key", "sec-websocket-version"};
    for (size_t i = 0; i < sizeof single / sizeof *single; i++) {
        int count = 0;
        for (size_t f = 0; f < h->field_count; f++)
            count += strcmp(h->field[f].name, single[i]) == 0;
        if (count > 1) return is_bad(e, "a header field is repeated that must be unique");
    }
    return true;
}

static bool read_length(head *h, head_error *e) {
    const char *given = head_field(h, "content-length");
    if (head_field(h, "transfer-encoding"))
        return refuse(e, 411, "length",
                      "a body needs a Content-Length; chunked encoding is not supported");
    h->has_body = given != NULL;
    if (!given) return true;
    scan s = scan_string(given);
    if (strspn(given, "0123456789") != strlen(given) || !*given)
        return is_bad(e, "Content-Length must be a number");
    /* A number that does not fit in 64 bits is too long for any server. */
    if (!scan_number(&s, 0, UINT64_MAX, &h->body)) h->body = UINT64_MAX;
    return true;
}

/* Cuts off the next line, without its end. NULL if it has a byte that is not allowed in a line. */
static char *cut_line(char **at) {
    char *line = *at, *c = line;
    for (; *c != '\r'; c++)
        if (((unsigned char)*c < 0x20 && *c != '\t') || *c == 0x7f) return NULL;
    if (c[1] != '\n') return NULL;
    *c = '\0';
    *at = c + 2;
    return line;
}

bool head_read(head *h, const char *bytes, size_t length, head_error *e) {
    *h = (head){0};
    if (length > HEAD_MAX || head_length(bytes, length, 0) != length)
        return is_bad(e, "a request must end with an empty line");
    memcpy(h->text, bytes, length);
    char *at = h->text, *line = cut_line(&at);
    if (!line) return is_bad(e, "a byte of the request is not text");
    if (!read_first_line(h, line, e)) return false;
    while ((line = cut_line(&at)) && *line)
        if (!read_field(h, line, e)) return false;
    if (!line) return is_bad(e, "a byte of the request is not text");
    return check_single(h, e) && read_length(h, e);
}

const char *head_field(const head *h, const char *name) {
    for (size_t i = 0; i < h->field_count; i++)
        if (strcmp(h->field[i].name, name) == 0) return h->field[i].value;
    return NULL;
}

bool head_field_has(const head *h, const char *name, const char *word) {
    size_t wanted = strlen(word);
    for (size_t i = 0; i < h->field_count; i++) {
        if (strcmp(h->field[i].name, name) != 0) continue;
        for (const char *at = h->field[i].value; *at;) {
            at += strspn(at, ", \t");
            size_t length = strcspn(at, ",");
            size_t end = length;
            while (end > 0 && (at[end - 1] == ' ' || at[end - 1] == '\t')) end--;
            if (end == wanted && strncasecmp(at, word, wanted) == 0) return true;
            at += length;
        }
    }
    return false;
}

const char *head_argument(const head *h, const char *name, char *value, size_t size) {
    size_t wanted = strlen(name);
    for (const char *at = h->arguments; *at; at += *at == '&') {
        size_t length = strcspn(at, "&");
        if (length > wanted && at[wanted] == '=' && strncmp(at, name, wanted) == 0) {
            text t = text_over(value, size);
            bool good = decode(at + wanted + 1, length - wanted - 1, true, &t) && !t.full;
            return good ? value : "";
        }
        at += length;
    }
    return NULL;
}
