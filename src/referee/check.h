/* check - conformance: the rules of a protocol, tried on a board one by one.
 *
 * A scripted referee plays situations against a board over a link: each rule passes, fails, or is
 * not reached, and the bytes that show it are kept. The board decides its own moves, so a situation
 * that the rules of the game must first bring about (an extra move to acknowledge, for example) is
 * looked for in several games.
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
    check_result result;
    char shown[240]; /* the bytes: "> 0  < R00" */
    char why[200];   /* where it failed */
} check_rule;

typedef struct check_setup {
    link_end *link; /* open and joined */
    const game_rules *rules;
    bool team;           /* Trax: ask for the team's id too */
    int64_t limit;       /* time for an answer; 0: the protocol's */
    const char *newline; /* Trax: what ends our lines; NULL: LF */
    uint64_t seed;       /* of our moves */
    int games;           /* how many at most; 0: 6 */

    /* Both may be NULL. Once the flag is set nothing more is asked, and what was not tried by then
     * is not reached. Told of is each question as it goes out: the game (from 1, of so many, short
     * ones at the end included), how many questions there were, and its bytes. */
    const atomic_bool *stop;
    void (*asks)(void *context, int game, int games, int questions, const char *bytes);
    void *context;
} check_setup;

enum { CHECK_RULES_MAX = 12 };

/* Tries every rule of the game's boards; returns how many there are. */
size_t check_board(const check_setup *, check_rule rules[CHECK_RULES_MAX]);

#endif
