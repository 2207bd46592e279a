/* mailbox - commands on their way to a match, from any thread. */
#ifndef DAMERO_MAILBOX_H
#define DAMERO_MAILBOX_H

#include <pthread.h>

#include "referee/command.h"

enum { MAILBOX_LETTERS = 64 };

typedef struct mailbox_letter {
    match_command command;
    int64_t time; /* when it was posted */
} mailbox_letter;

typedef struct mailbox {
    int event; /* readable while letters wait */
    pthread_mutex_t lock;
    mailbox_letter letter[MAILBOX_LETTERS];
    size_t first, count;
} mailbox;

bool mailbox_create(mailbox *, error *);
void mailbox_destroy(mailbox *);

/* False if it is full. */
bool mailbox_post(mailbox *, const match_command *);

/* The oldest letter; false if there is none. */
bool mailbox_take(mailbox *, mailbox_letter *);

#endif
