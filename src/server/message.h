/* message - bytes to send, shared by all receivers. */
#ifndef DAMERO_SERVER_MESSAGE_H
#define DAMERO_SERVER_MESSAGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct message {
    int shared; /* reference count; freed by the last holder */
    size_t length;
    char *bytes;
    size_t frame; /* this many bytes in front make it a WebSocket frame (RFC 6455) */
} message;

enum { MESSAGE_FRAME = 10 }; /* at most */

/* An object written compactly; takes the object. NULL if there is no memory, or was none for a
 * part of the object: callers that build one need not check each part. */
message *message_of(json_t *);

/* The same as text alone, which the caller frees. */
char *message_text(json_t *);

/* Call before making the first object. */
void message_prepare(void);

/* Whether memory for JSON ran out since the last call, or since the last message. */
bool message_lacks_memory(void);

message *message_of_bytes(const void *, size_t, bool binary); /* binary: as a frame */

message *message_hold(message *);
void message_release(message *);

#endif
