/* spelling - the word that was probably meant. */
#ifndef DAMERO_SPELLING_H
#define DAMERO_SPELLING_H

#include <stddef.h>

/* How many letters must be inserted, deleted, changed or swapped with a neighbour to make one word
 * of the other (optimal string alignment); 40 where one of them has more letters than that. */
size_t spelling_distance(const char *a, const char *b);

/* A search for the nearest of several words: start with `{.word = what was typed}`, offer each
 * candidate, then read `best`, NULL where none is near enough to be worth suggesting. */
typedef struct spelling {
    const char *word, *best;
    size_t distance;
} spelling;

void spelling_offer(spelling *s, const char *candidate);

#endif
