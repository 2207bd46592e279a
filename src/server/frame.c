#include "server/frame.h"

#include <stdlib.h>
#include <string.h>

enum { CONTINUATION = 0, TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10 };
enum { FINAL = 0x80, RESERVED = 0x70, OPCODE = 0x0f, MASKED = 0x80, LENGTH = 0x7f };

void frames_destroy(frames *f) { free(f->bytes); }

static int opcode(const frames *f) { return f->head[0] & OPCODE; }

static frame_kind is_bad(frames *f, int status) {
    f->status = status;
    return FRAME_BAD;
}

/* The size of a frame's head, as far as its first two bytes tell. */
static size_t head_size(const frames *f) {
    int length = f->head_length < 2 ? 0 : f->head[1] & LENGTH;
    return f->head_length < 2 ? 2 : 2 + (length == 126 ? 2 : length == 127 ? 8 : 0) + 4;
}

/* The error that the first two bytes already show; 0 if none. */
static int check_start(const frames *f) {
    int code = opcode(f);
    bool control = code >= CLOSE;
    if (f->head[0] & RESERVED || code > PONG || (code > BINARY && code < CLOSE))
        return FRAME_PROTOCOL;
    if (!(f->head[1] & MASKED)) return FRAME_PROTOCOL;
    if (control && (!(f->head[0] & FINAL) || (f->head[1] & LENGTH) > FRAME_CONTROL_MAX))
        return FRAME_PROTOCOL;
    if (!control && (code == CONTINUATION) != f->fragmented) return FRAME_PROTOCOL;
    return code == BINARY ? FRAME_UNACCEPTABLE : 0;
}

/* The head is complete: the length of the payload. */
static int begin_payload(frames *f, size_t message_max) {
    int shape = f->head[1] & LENGTH;
    size_t bytes = shape == 126 ? 2 : shape == 127 ? 8 : 0;
    f->left = bytes ? 0 : (uint64_t)shape;
    for (size_t i = 0; i < bytes; i++) f->left = f->left << 8 | f->head[2 + i];
    if ((shape == 126 && f->left < 126) || (shape == 127 && f->left < 65536) || f->left >> 63)
        return FRAME_PROTOCOL;
    if (opcode(f) >= CLOSE) {
        f->control_length = 0;
    } else {
        if (!f->fragmented) f->length = 0;
        if (f->left > message_max - f->length) return FRAME_TOO_LARGE;
        char *larger = realloc(f->bytes, f->length + (size_t)f->left + 1);
        if (!larger) return FRAME_TOO_LARGE;
        f->bytes = larger;
    }
    f->mask_at = 0;
    f->reading = true;
    return 0;
}

/* Statuses that may be sent: RFC 6455, 7.4, and those registered since. */
static bool may_be_sent(int status) {
    return (status >= 1000 && status <= 1003) || (status >= 1007 && status <= 1014) ||
           (status >= 3000 && status <= 4999);
}

static frame_kind end_close(frames *f) {
    f->status = FRAME_NO_STATUS;
    if (f->control_length == 0) return FRAME_CLOSE;
    if (f->control_length == 1) return is_bad(f, FRAME_PROTOCOL);
    f->status = f->control[0] << 8 | f->control[1];
    if (!may_be_sent(f->status)) return is_bad(f, FRAME_PROTOCOL);
    if (!text_is_utf8((const char *)f->control + 2, f->control_length - 2))
        return is_bad(f, FRAME_NOT_UTF8);
    return FRAME_CLOSE;
}

/* A frame is complete. */
static frame_kind end_frame(frames *f) {
    f->head_length = 0;
    f->reading = false;
    switch (opcode(f)) {
    case CLOSE: return end_close(f);
    case PING: return FRAME_PING;
    case PONG: return FRAME_PONG;
    default: break;
    }
    f->fragmented = !(f->head[0] & FINAL);
    if (f->fragmented) return FRAME_NONE;
    f->bytes[f->length] = '\0';
    return text_is_utf8(f->bytes, f->length) ? FRAME_MESSAGE : is_bad(f, FRAME_NOT_UTF8);
}

/* Unmasks payload. */
static void take_payload(frames *f, scan *in) {
    const unsigned char *mask = f->head + head_size(f) - 4;
    bool control = opcode(f) >= CLOSE;
    unsigned char *to = control ? f->control : (unsigned char *)f->bytes;
    size_t *length = control ? &f->control_length : &f->length;
    for (; f->left > 0 && in->at < in->end; f->left--)
        to[(*length)++] = (unsigned char)*in->at++ ^ mask[f->mask_at++ % 4];
}

frame_kind frames_read(frames *f, scan *in, size_t message_max) {
    frame_kind found = FRAME_NONE;
    while (found == FRAME_NONE && in->at < in->end) {
        int wrong = 0;
        if (!f->reading) {
            f->head[f->head_length++] = (unsigned char)*in->at++;
            if (f->head_length == 2) wrong = check_start(f);
            if (!wrong && f->head_length == head_size(f) && f->head_length > 2)
                wrong = begin_payload(f, message_max);
        }
        if (wrong) return is_bad(f, wrong);
        if (f->reading) take_payload(f, in);
        if (f->reading && f->left == 0) found = end_frame(f);
    }
    return found;
}

static message *control(int code, const void *payload, size_t length) {
    unsigned char bytes[2 + FRAME_CONTROL_MAX] = {(unsigned char)(FINAL | code),
                                                  (unsigned char)length};
    if (length) memcpy(bytes + 2, payload, length);
    return message_of_bytes(bytes, 2 + length, true);
}

message *frame_pong(const unsigned char *payload, size_t length) {
    return control(PONG, payload, length);
}

message *frame_ping(void) { return control(PING, NULL, 0); }

message *frame_close(int status) {
    unsigned char bytes[2] = {(unsigned char)(status >> 8), (unsigned char)status};
    return control(CLOSE, bytes, status == FRAME_NO_STATUS ? 0 : sizeof bytes);
}
