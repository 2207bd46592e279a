/* gzip - bodies of answers, compressed (RFC 1952). */
#ifndef DAMERO_SERVER_GZIP_H
#define DAMERO_SERVER_GZIP_H

#include "server/message.h"

/* Both return a new message, or NULL if there is no memory. */
message *gzip_pack(const message *plain);
message *gzip_unpack(const message *packed); /* also NULL if it is damaged */

#endif
