/* pairings - the pairings of each round of a tournament. Pure: computes the next round from the
 * past ones.
 *
 *   round-robin  everyone meets everyone once, by Berger's tables (circle method): seats alternate
 *   double       the same twice, the second time with seats swapped
 *   gauntlet     the first player meets each of the others
 *   swiss        see below
 *   knockout     a bracket with seeds 1 and 2 in different halves; the best seeds have the byes
 *   tables       tables of several seats (Perudo), mixed so that all meet about equally often
 *
 * A Swiss round is a maximum-weight perfect matching (matching.h). Forbidden are: a repeated
 * pairing; a second bye; the same seat (first or second) for the third time in a row; a difference
 * between first and second seats of more than two. Of the allowed rounds the cheapest is chosen, by
 *
 *   1. players whose difference of seats becomes two (each costs more than everything below),
 *   2. the points of the player who has the bye,
 *   3. the square of the difference in points, in half points,
 *   4. the distance from the standard pairing: the upper half of equal points against the lower.
 *
 * With an even number of games per pairing nobody has a seat more often than the other, and rules
 * and costs of seats do not apply.
 *
 * So seats balance after every even round if any pairing achieves that, and floats are as small as
 * possible under this condition. If no such round exists, the rules on the third time in a row and
 * on the difference are dropped, never the others; if there is none even then, the event ends.
 */
#ifndef DAMERO_EVENTS_PAIRINGS_H
#define DAMERO_EVENTS_PAIRINGS_H

#include "base/error.h"
#include "games/game.h"

typedef enum event_kind {
    EVENT_ROUND_ROBIN,
    EVENT_DOUBLE,
    EVENT_GAUNTLET,
    EVENT_SWISS,
    EVENT_KNOCKOUT,
    EVENT_TABLES,
} event_kind;

/* "round-robin", ...: their spelling. */
const char *event_kind_name(event_kind);
bool event_kind_find(const char *, event_kind *, error *);

/* Players who meet in a round, in the order of their seats in the first game. */
typedef struct pairing {
    int round; /* from 0 */
    int count; /* 1: a bye */
    int player[GAME_SEATS_MAX];
    bool over;
    bool played;                /* on the board: no bye, no forfeit; it counts as having met */
    int points[GAME_SEATS_MAX]; /* twice the points */
} pairing;

typedef struct pairing_list {
    pairing *pairing;
    size_t count, capacity;
} pairing_list;

bool pairing_list_add(pairing_list *, const pairing *, error *);
void pairing_list_destroy(pairing_list *);

/* The input for a round. Players are numbered by their seed, the best first. */
typedef struct pairing_task {
    event_kind kind;
    int players;
    const bool *here;         /* whether each takes part in this round */
    int seats;                /* at a table: at least two */
    int games;                /* games in a pairing: a bye is worth this many wins */
    int round;                /* from 0 */
    const pairing_list *past; /* all earlier rounds, over */
} pairing_task;

/* The number of rounds of an event of this kind; `wanted` if the kind leaves it open. */
int pairings_rounds(event_kind, int players, int wanted);

/* The pairings of the round, including byes, which are over. False with an error if there are none.
 */
bool pairings_make(const pairing_task *, pairing_list *, error *);

/* The winner of a finished knockout pairing: more points, otherwise the better seed. */
int pairing_winner(const pairing *);

#endif
