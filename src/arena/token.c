#include "arena/token.h"

#include <sodium.h>
#include <string.h>

bool token_prepare(error *e) {
    return sodium_init() >= 0 || error_set(e, "libsodium finds no source of randomness");
}

void token_make(char token[TOKEN_TEXT]) {
    unsigned char bytes[TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(token, TOKEN_TEXT, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
}

bool token_hash(const char *token, unsigned char hash[TOKEN_BYTES]) {
    unsigned char bytes[TOKEN_BYTES];
    size_t length = 0;
    if (strlen(token) != TOKEN_TEXT - 1 ||
        sodium_base642bin(bytes, sizeof bytes, token, TOKEN_TEXT - 1, NULL, &length, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        length != TOKEN_BYTES)
        return false;
    crypto_generichash(hash, TOKEN_BYTES, bytes, sizeof bytes, NULL, 0);
    sodium_memzero(bytes, sizeof bytes);
    return true;
}

void token_hash_any(const char *token, unsigned char hash[TOKEN_BYTES]) {
    crypto_generichash(hash, TOKEN_BYTES, (const unsigned char *)token, strlen(token), NULL, 0);
}

bool token_same(const unsigned char a[TOKEN_BYTES], const unsigned char b[TOKEN_BYTES]) {
    return sodium_memcmp(a, b, TOKEN_BYTES) == 0;
}

void token_make_key(char key[STORE_KEY]) {
    unsigned char bytes[STORE_KEY / 2];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(key, STORE_KEY, bytes, sizeof bytes);
}

bool token_same_key(const char key[STORE_KEY], const char *given) {
    return strlen(given) == STORE_KEY - 1 && sodium_memcmp(key, given, STORE_KEY - 1) == 0;
}
