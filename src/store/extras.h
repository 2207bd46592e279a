/* extras - data of a match besides its events: its review and its chat. */
#ifndef DAMERO_EXTRAS_H
#define DAMERO_EXTRAS_H

#include "store/store.h"

/* The review of a match as its author wrote it (JSON); NULL if there is none, or, with a
 * message in the error, if it cannot be read. The caller frees it. */
char *store_find_review(store *, int64_t match, bool *done, error *);
bool store_keep_review(store *, int64_t match, bool done, const char *content, error *);

/* The matches whose reviews are not finished, oldest first; returns their number. */
int store_unfinished_reviews(store *, int64_t *matches, int most);

enum { CHAT_TEXT = 400, CHAT_KEPT = 500 /* of each match */ };

typedef struct chat_line {
    int64_t number; /* from 1 */
    int64_t time;   /* seconds since 1970 */
    int seat;       /* counted from 1; 0: a spectator */
    char name[STORE_NAME];
    char text[CHAT_TEXT];
} chat_line;

/* Adds a line; fills in number and time. False, with an error, also if the match has as many as are
 * kept. */
bool store_add_chat(store *, int64_t match, chat_line *, error *);

/* Calls back for the last `most` lines, in order. */
bool store_each_chat(store *, int64_t match, int most, bool (*with)(void *, const chat_line *),
                     void *context, error *);

#endif
