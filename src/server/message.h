/* message - bytes to be sent, shared by all who get them. */
#ifndef DAMERO_SERVER_MESSAGE_H
#define DAMERO_SERVER_MESSAGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct message {
    int shared; /* how many hold it; freed by the last */
    size_t length;
    char *bytes;
    size_t frame; /* so many bytes in front of these make them a WebSocket frame (RFC 6455) */
} message;

enum { MESSAGE_FRAME = 10 }; /* at most */

/* An object written compactly; takes the object. NULL where there is no memory. */
message *message_of(json_t *);
message *message_of_bytes(const void *, size_t, bool binary); /* binary: as a frame */

message *message_hold(message *);
void message_release(message *);

#endif
