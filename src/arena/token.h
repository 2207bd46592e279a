/* token - what only the person in a seat has: 32 random bytes as text that fits a link. The store
 * keeps a hash of it, from which it cannot be had back. And keys of unlisted matches, which the
 * store keeps as they are: whoever sits at such a match is told its key, to let others watch. */
#ifndef DAMERO_TOKEN_H
#define DAMERO_TOKEN_H

#include "base/error.h"
#include "store/store.h"

enum { TOKEN_BYTES = 32, TOKEN_TEXT = 44 /* with the terminator */ };

/* Makes randomness ready; to be called once before the others. */
bool token_prepare(error *);

void token_make(char token[TOKEN_TEXT]);

/* False where the text cannot be a token. */
bool token_hash(const char *token, unsigned char hash[TOKEN_BYTES]);

/* The hash of any text, such as a token that an operator has chosen. */
void token_hash_any(const char *, unsigned char hash[TOKEN_BYTES]);

void token_make_key(char key[STORE_KEY]);

/* Both take as long whether they are the same or not. */
bool token_same(const unsigned char a[TOKEN_BYTES], const unsigned char b[TOKEN_BYTES]);
bool token_same_key(const char key[STORE_KEY], const char *given);

#endif
