/* frame - WebSocket frames (RFC 6455), the server's side.
 *
 * Takes bytes as they arrive and returns complete messages. Everything that the RFC forbids a
 * client ends the connection with a status: an unmasked frame, reserved bits and opcodes, control
 * frames in fragments or over 125 bytes, lengths not in their shortest form, text that is not
 * UTF-8, statuses that must not be sent. Extensions are never negotiated.
 */
#ifndef DAMERO_SERVER_FRAME_H
#define DAMERO_SERVER_FRAME_H

#include "base/text.h"
#include "server/message.h"

enum {
    FRAME_CONTROL_MAX = 125,
    FRAME_NORMAL = 1000, /* statuses of a close */
    FRAME_GOING_AWAY = 1001,
    FRAME_PROTOCOL = 1002,
    FRAME_UNACCEPTABLE = 1003,
    FRAME_NO_STATUS = 1005, /* never sent */
    FRAME_NOT_UTF8 = 1007,
    FRAME_POLICY = 1008,
    FRAME_TOO_LARGE = 1009,
    FRAME_TRY_LATER = 1013,
};

typedef enum frame_kind {
    FRAME_NONE,    /* more bytes are needed */
    FRAME_MESSAGE, /* `bytes`, `length`: a complete UTF-8 text */
    FRAME_PING,    /* `control`, `control_length` */
    FRAME_PONG,
    FRAME_CLOSE, /* `status`, FRAME_NO_STATUS if none was given */
    FRAME_BAD,   /* close with `status`; read nothing more */
} frame_kind;

typedef struct frames {
    unsigned char head[14]; /* of the current frame */
    size_t head_length;     /* received so far */
    uint64_t left;          /* payload of the frame still to come */
    size_t mask_at;
    bool reading;    /* the head is complete */
    bool fragmented; /* a message continues with the next data frame */
    char *bytes;     /* owned */
    size_t length;
    unsigned char control[FRAME_CONTROL_MAX];
    size_t control_length;
    int status;
} frames;

/* Reads on, at most to the end of the next message or control frame. A message is valid until the
 * next call. */
frame_kind frames_read(frames *, scan *, size_t message_max);
void frames_destroy(frames *);

/* A ping or pong as bytes to send; a close. NULL if there is no memory. */
message *frame_pong(const unsigned char *payload, size_t length);
message *frame_ping(void);
message *frame_close(int status);

#endif
