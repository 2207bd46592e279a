/* greeting - the first exchange with a program, before its match begins.
 *
 * A program that speaks Hub stays between games. So we check that it is running, and knows the next
 * game, before there is a match that it could lose: a program that ended after its last game is
 * restarted, and one that cannot be started is refused.
 */
#ifndef DAMERO_GREETING_H
#define DAMERO_GREETING_H

#include <stdatomic.h>

#include "links/link.h"
#include "referee/seat.h"

typedef enum greeting {
    GREETING_READY,
    GREETING_ENDED,  /* it has ended, or closed its output */
    GREETING_SILENT, /* no valid answer by the deadline */
} greeting;

/* Greets the program for a game in that seat; `again`: it has been greeted for an earlier one.
 * `name` is the name it reports, unchanged if it does not. Gives up early if `stop` (or NULL) is
 * set. */
greeting greeting_exchange(link_end *, const seat_spec *, const game_rules *, int seat, bool again,
                           int64_t deadline, const atomic_bool *stop, char name[TALK_NAME]);

/* Why a program that ended before it was ready could not be started: "there is no such command";
 * false if it ended for its own reasons. */
bool greeting_explain(link_end *, text *);

#endif
