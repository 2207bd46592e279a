/* relay - this arena among others on one PostgreSQL server.
 *
 * A match lives in one process, its owner. A thread with its own connection carries everything
 * between the owner's arena and the others (store/post.h), so that the arena's thread does not wait
 * for the server:
 *
 *   out   events that the owner has shown, changed seats, chat, who is present; commands of people
 *         for matches of other arenas; answers to such commands
 *   in    the same from the others, as news in the arena's inbox, read from the store
 *
 * The relay announces an event to others only once it is on disk. What it reads without such an
 * announcement (a match that it begins to follow, or after a lost connection) it syncs before it
 * passes it on.
 *
 * The relay also claims matches whose owners are dead, a few at a time, and hands them to its
 * arena.
 *
 * With a file there is no relay: every function below accepts NULL and does nothing.
 */
#ifndef DAMERO_ARENA_RELAY_H
#define DAMERO_ARENA_RELAY_H

#include "arena/news.h"
#include "games/game.h"
#include "store/extras.h"
#include "store/post.h"

typedef struct relay relay;

/* What comes with the news of other arenas. */
typedef struct relay_mail {
    store_fence fence;                /* ARENA_CLAIMED, ARENA_TAKEN: the claim that holds now */
    store_event event;                /* ARENA_STORED */
    store_match *over;                /* the same, if it is the last one; else NULL */
    store_post post;                  /* ARENA_POSTED */
    int64_t ticket;                   /* ARENA_ANSWERED */
    char code[40];                    /* the same: the refusal's; "": it was done */
    chat_line line;                   /* ARENA_CHAT */
    store_seat seats[GAME_SEATS_MAX]; /* ARENA_SEATS */
    int seat_count;
    int present[1 + GAME_SEATS_MAX]; /* ARENA_PRESENT: spectators, and people in each seat */
} relay_mail;

void relay_mail_free(relay_mail *);

/* Starts the thread; *into is NULL for a file. The store is only used to open another one. */
bool relay_start(relay **into, store *, news_inbox *, error *);
void relay_stop(relay *);

/* Brings news of a match: of one of ours that its claim was lost, and who is present elsewhere; of
 * another's (claim 0) also its events after `last`. */
void relay_follow(relay *, store_fence, int64_t last);
void relay_unfollow(relay *, int64_t match);

/* Tells the others: "event" and its number, "chat" and its number, "seats". */
void relay_tell(relay *, const char *what, int64_t match, int64_t number);
/* counts[0]: spectators, then the people in each seat. */
void relay_tell_present(relay *, int64_t match, const int counts[1 + GAME_SEATS_MAX]);

/* Sends a command to the owner of a match; returns its ticket, which comes back with the answer. */
int64_t relay_post(relay *, int64_t match, const char *words);

/* Answers such a command. `code` NULL: it was done. */
void relay_answer(relay *, const store_post *, const char *code, const error *why);

/* How many matches of the dead this arena can take. */
void relay_set_room(relay *, int);

#endif
