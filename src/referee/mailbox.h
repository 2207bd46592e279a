/* mailbox - commands on their way to a match, from any thread, and a note of which of its events
 * have been passed on. */
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
    int64_t relayed, relayed_at; /* the number of an event, and when */
} mailbox;

bool mailbox_create(mailbox *, error *);
void mailbox_destroy(mailbox *);

/* False if it is full. */
bool mailbox_post(mailbox *, const match_command *);

/* Notes that all events up to this one were passed on at that time; wakes the reader. There is
 * always room: the note replaces the last one. */
void mailbox_note(mailbox *, int64_t event, int64_t when);

/* Whether the event has been passed on, and when. */
bool mailbox_noted(mailbox *, int64_t event, int64_t *when);

/* The oldest letter; false if there is none. */
bool mailbox_take(mailbox *, mailbox_letter *);

#endif
