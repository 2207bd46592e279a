/* runner - a match on a host of the referee, in its own thread, and its news. */
#ifndef DAMERO_ARENA_RUNNER_H
#define DAMERO_ARENA_RUNNER_H

#include "arena/match.h"
#include "arena/news.h"

typedef struct arena_runner arena_runner;

/* Seats everyone and starts the match, or resumes it. `journal` is a separate connection, owned
 * from now on, even on failure; the match is read from there. Engines think in the pool; NULL: in
 * the match's own threads. `equip` gives the judge, if there is one, its endgame tables; or NULL.
 */
arena_runner *runner_start(const arena_match *, store *journal, bool open_house, pool *,
                           void (*equip)(engine *), news_inbox *, error *);

/* Whether somebody plays or watches. */
void runner_set_watched(arena_runner *, bool watched);

/* Whether a match can ever be continued: its seats can be read, and can be given a game that has
 * begun.
 */
bool runner_can_start(const arena_match *, error *);

/* Sends a command to the host, or queues it until the host is ready. False if too many are
 * waiting. */
bool runner_post(arena_runner *, const match_command *);

/* The arena has told of all events up to this one: the time of a person who is on turn starts. */
void runner_relayed(arena_runner *, int64_t event, int64_t when);

/* Aborts the match, even while it waits for its boards. False if too many commands are waiting. */
bool runner_abort(arena_runner *, const char *why);

/* Asks the thread to end, without a verdict if there is none yet; runner_stop also waits for that
 * and frees it. Before stopping many, ask all of them: then they sync their matches at the same
 * time. */
void runner_leave(arena_runner *);
void runner_stop(arena_runner *);

#endif
