/* spelling - the word that was probably meant. */
#ifndef DAMERO_SPELLING_H
#define DAMERO_SPELLING_H

#include <stddef.h>

/* How many letters must be inserted, deleted, changed or swapped with a neighbour to turn one word
 * into the other (optimal string alignment); 40 if one of them has more letters than that. */
size_t spelling_distance(const char *a, const char *b);

/* A search for the nearest of several words: start with `{.word = input}`, offer each candidate,
 * then read `best`, which is NULL if none is close enough to suggest. */
typedef struct spelling {
    const char *word, *best;
    size_t distance;
} spelling;

void spelling_offer(spelling *s, const char *candidate);

#endif
