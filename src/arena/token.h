/* token - the secret of the person in a seat: 32 random bytes as text that fits in a link. The
 * store keeps only a hash, from which the token cannot be recovered. Also keys of unlisted matches,
 * which the store keeps in plain text: the players of such a match get its key, to invite
 * spectators. */
#ifndef DAMERO_TOKEN_H
#define DAMERO_TOKEN_H

#include "base/error.h"
#include "store/store.h"

enum { TOKEN_BYTES = 32, TOKEN_TEXT = 44 /* with the terminator */ };

/* Initialises randomness; call once before the others. */
bool token_prepare(error *);

void token_make(char token[TOKEN_TEXT]);

/* False if the text cannot be a token. */
bool token_hash(const char *token, unsigned char hash[TOKEN_BYTES]);

/* The hash of any text, such as a token that an operator has chosen. */
void token_hash_any(const char *, unsigned char hash[TOKEN_BYTES]);

void token_make_key(char key[STORE_KEY]);

/* Both are constant-time. */
bool token_same(const unsigned char a[TOKEN_BYTES], const unsigned char b[TOKEN_BYTES]);
bool token_same_key(const char key[STORE_KEY], const char *given);

#endif
