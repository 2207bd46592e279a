/* elsewhere - matches that another arena on the same PostgreSQL server plays (relay.h): what comes
 * from there, commands that go there, and commands of people there for matches of ours.
 *
 * A command for another arena is a text in the store:
 *
 *   say KIND SEAT AFTER ACCEPTS TEXT      match_command
 *   join SEAT ACCOUNT\nNAME\nAVATAR       arena_join; "-" for a name or avatar that stays
 *   abort WHY                             arena_break_off
 *
 * The owner answers it when the referee has acted on it and that is on disk, or has refused it.
 */
#ifndef DAMERO_ARENA_ELSEWHERE_H
#define DAMERO_ARENA_ELSEWHERE_H

#include "arena/arena_private.h"
#include "store/accounts.h"

/* Whether commands for the match go to another arena. */
bool arena_is_elsewhere(const arena *, const arena_match *);

/* Send a command there; its ticket is arena_ticket. */
void elsewhere_say(arena *, const arena_match *, const match_command *);
void elsewhere_join(arena *, arena_match *, int seat, const char *name, const char *avatar,
                    const store_account *);
void elsewhere_abort(arena *, const arena_match *, const char *why);

/* Takes news of other arenas; `g` is its match, or NULL if it is not in memory. */
bool elsewhere_is_news(const arena_news *);
void elsewhere_take(arena *, arena_match *g, const arena_news *, arena_told *, void *context);

/* Something has happened in a match of ours: answers the commands that were about it. */
void elsewhere_happened(arena *, arena_match *, const arena_news *);

/* The match is not ours any more: its new owner answers those commands. */
void elsewhere_forget_posts(arena_match *);

/* Follows the matches that need it, and tells others who is present; call it periodically. */
void elsewhere_poll(arena *);

#endif
