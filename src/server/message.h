/* message - bytes to be sent, shared by all who get them. */
#ifndef DAMERO_SERVER_MESSAGE_H
#define DAMERO_SERVER_MESSAGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct message {
    int shared; /* how many hold it; freed by the last */
    size_t length;
    char *bytes; /* with MESSAGE_ROOM bytes in front that the socket may write to */
    bool binary;
} message;

enum { MESSAGE_ROOM = 16 }; /* LWS_PRE: checked where it is used */

/* An object written compactly; takes the object. NULL where there is no memory. */
message *message_of(json_t *);
message *message_of_bytes(const void *, size_t, bool binary);

message *message_hold(message *);
void message_release(message *);

#endif
