/* sha1 - FIPS 180-4. The WebSocket handshake requires it to show that a server has understood the
 * request; it protects nothing here. */
#ifndef DAMERO_SERVER_SHA1_H
#define DAMERO_SERVER_SHA1_H

#include <stddef.h>

enum { SHA1_BYTES = 20, SHA1_BASE64 = 29 /* with the terminator */ };

void sha1(const char *bytes, size_t length, unsigned char hash[SHA1_BYTES]);

#endif
