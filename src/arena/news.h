/* news - what happens in a match, on its way from the match's thread to its followers.
 *
 * One message goes all the way: the runner puts it into the arena's inbox, the arena applies it to
 * its copy of the match and passes it to its owner. */
#ifndef DAMERO_ARENA_NEWS_H
#define DAMERO_ARENA_NEWS_H

#include <pthread.h>

#include "referee/command.h"
#include "referee/match.h"

typedef struct arena_news {
    enum arena_news_kind {
        ARENA_EVENT,   /* from the referee: `event` */
        ARENA_REFUSED, /* `refused`, of `event.seat`, came too late: `why` */
        ARENA_LINE,    /* bytes on the line of `event.seat`: `event.text`, `sent`, `time` */
        ARENA_CALLED,  /* the address where `event.seat` is expected: `event.text` */
        ARENA_JOINED,  /* the other side of that link is connected */
        ARENA_TROUBLE, /* the journal cannot be written: why is in `event.text`; "": it can again */

        ARENA_BEGUN,     /* the match is on disk, and has begun if all its seats are taken */
        ARENA_NOT_BEGUN, /* it is not, or could not begin: `why`. It is forgotten after this */

        /* Of matches that another server plays (relay.h), with `mail`. */
        ARENA_CHAT,     /* somebody has said something there: mail->line */
        ARENA_PRESENT,  /* people came or went through other servers */
        ARENA_MOVED,    /* another server plays the match now, or this one: send it whole */
        ARENA_ANSWERED, /* a command is done, or was refused (mail->code, `why`): mail->ticket */

        /* The same, the arena's own. */
        ARENA_STORED,   /* an event */
        ARENA_SEATS,    /* seats were taken or changed */
        ARENA_POSTED,   /* a command of somebody at another server, for a match of ours */
        ARENA_CLAIMED,  /* a match whose owner is dead is ours */
        ARENA_TAKEN,    /* one of ours is not any more */
        ARENA_ORPHANED, /* the owner of a tournament is dead */

        /* The thread has ended. The arena reports the consequences to its owner. */
        ARENA_DONE,
        ARENA_LOST,   /* another process plays it now */
        ARENA_FAILED, /* it could not begin: `why`, through the fault of `event.seat` */
    } kind;
    match_event event; /* for kinds other than ARENA_EVENT only its seat and text */
    match_command refused;
    bool sent;
    double time; /* seconds */
    error why;

    /* The arena's own. */
    struct arena_news *next;
    int64_t match;
    struct relay_mail *mail;         /* from another server; else NULL */
    const struct arena_runner *from; /* for comparison only */
    bool taken;                      /* already applied to the copy */
} arena_news;

/* Takes news from any thread. */
typedef struct news_inbox {
    pthread_mutex_t lock;
    arena_news *first, **last;
    void (*wake)(void *context);
    void *context;
} news_inbox;

void inbox_create(news_inbox *, void (*wake)(void *), void *context);
void inbox_destroy(news_inbox *);
void inbox_put(news_inbox *, const arena_news *); /* takes its mail */

/* All news at once, oldest first; the caller frees them one by one, with news_free. */
arena_news *inbox_take(news_inbox *);
void news_free(arena_news *);

#endif
