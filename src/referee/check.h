/* check - conformance: tests the rules of a protocol on a board one by one.
 *
 * A scripted referee plays situations against a board over a link: each rule passes, fails, or is
 * not reached, and the bytes that show it are kept. The board chooses its own moves, so situations
 * that must first arise in play (an extra move to acknowledge, for example) are searched for in
 * several games.
 */
#ifndef DAMERO_CHECK_H
#define DAMERO_CHECK_H

#include <stdatomic.h>

#include "games/history.h"
#include "links/link.h"

typedef enum check_result { CHECK_NOT_REACHED, CHECK_PASSED, CHECK_FAILED } check_result;

typedef struct check_rule {
    const char *name;    /* "handshake" */
    const char *meaning; /* "answers 0 with R00" */
    bool beyond;         /* what the contest does not ask for: a board may do otherwise */
    check_result result;
    char shown[240]; /* the bytes: "> 0  < R00" */
    char why[200];   /* if it failed */
} check_rule;

typedef struct check_setup {
    link_end *link; /* open and joined */
    const game_rules *rules;
    bool team;           /* Trax: also ask for the team's id */
    int64_t limit;       /* time for an answer; 0: the protocol's */
    const char *newline; /* Trax: what ends our lines; NULL: LF */
    uint64_t seed;       /* of our moves */
    int games;           /* how many at most; 0: 6; 1: the board is never asked to begin again */

    /* Both may be NULL. Once the flag is set nothing more is asked, and rules not tried by then are
     * not reached. The callback gets each question as it is sent: the game (from 1, and the total,
     * including the short ones at the end), the number of questions so far, and its bytes. */
    const atomic_bool *stop;
    void (*asks)(void *context, int game, int games, int questions, const char *bytes);
    void *context;
} check_setup;

enum { CHECK_RULES_MAX = 12 };

/* Tests every rule of the game's boards; returns their number. */
size_t check_board(const check_setup *, check_rule rules[CHECK_RULES_MAX]);

#endif
