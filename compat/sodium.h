/* The part of libsodium that tokens and dice need, for WebAssembly: BLAKE2b (RFC 7693), random
 * bytes of the browser, hexadecimal and base64url. */
#ifndef COMPAT_SODIUM_H
#define COMPAT_SODIUM_H

#include <stddef.h>

#define crypto_generichash_BYTES                 32U
#define sodium_base64_VARIANT_URLSAFE_NO_PADDING 7

int sodium_init(void);
void randombytes_buf(void *, size_t);
int crypto_generichash(unsigned char *out, size_t size, const unsigned char *in,
                       unsigned long long length, const unsigned char *key, size_t key_length);
char *sodium_bin2hex(char *, size_t size, const unsigned char *, size_t length);
char *sodium_bin2base64(char *, size_t size, const unsigned char *, size_t length, int variant);
int sodium_base642bin(unsigned char *, size_t size, const char *, size_t length, const char *ignore,
                      size_t *written, const char **end, int variant);
void sodium_memzero(void *, size_t);
int sodium_memcmp(const void *, const void *, size_t);

#endif
