/* token - what only the person in a seat has: 32 random bytes as text that fits a link. The store
 * keeps a hash of it, from which it cannot be had back. */
#ifndef DAMERO_TOKEN_H
#define DAMERO_TOKEN_H

#include "base/error.h"

enum { TOKEN_BYTES = 32, TOKEN_TEXT = 44 /* with the terminator */ };

/* Makes randomness ready; to be called once before the others. */
bool token_prepare(error *);

void token_make(char token[TOKEN_TEXT]);

/* False where the text cannot be a token. */
bool token_hash(const char *token, unsigned char hash[TOKEN_BYTES]);

/* The hash of any text, such as a token that an operator has chosen. */
void token_hash_any(const char *, unsigned char hash[TOKEN_BYTES]);

/* Takes as long whether they are the same or not. */
bool token_same(const unsigned char a[TOKEN_BYTES], const unsigned char b[TOKEN_BYTES]);

#endif
