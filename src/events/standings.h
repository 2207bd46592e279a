/* standings - the standings of a tournament: points and tie-breaks.
 *
 * In a knockout those who came further are ahead, whatever their points: the winner of the final is
 * first.
 *
 * Tie-breaks, in the order that the organiser chooses:
 *
 *   buchholz        the points of all opponents
 *   buchholz-cut1   the same without the weakest one
 *   sonneborn       for each opponent its points, times the share of the points won against it
 *   direct          points in the games among those with equal points
 *   wins            pairings won on the board
 *
 * A round without an opponent (a bye, a forfeit, an absence) counts for Buchholz as an opponent
 * with the player's own points. Remaining ties are in the order of the seeds.
 */
#ifndef DAMERO_EVENTS_STANDINGS_H
#define DAMERO_EVENTS_STANDINGS_H

#include "events/pairings.h"

typedef enum tiebreak {
    TIEBREAK_BUCHHOLZ,
    TIEBREAK_BUCHHOLZ_CUT1,
    TIEBREAK_SONNEBORN,
    TIEBREAK_DIRECT,
    TIEBREAK_WINS,
    TIEBREAKS,
} tiebreak;

const char *tiebreak_name(tiebreak);

/* Reads "buchholz-cut1,direct"; returns how many there are, -1 with an error. */
int tiebreaks_read(const char *, tiebreak order[TIEBREAKS], error *);

typedef struct standing {
    int player;
    int points;                     /* doubled */
    int survived;                   /* pairings of a knockout that it won; 0 in other kinds */
    int games, wins, draws, losses; /* the caller's: tournament_stands counts them */
    double tiebreak[TIEBREAKS];     /* all of them */
} standing;

/* Fills in a line for each player and sorts them, the best first. Unfinished pairings do not
 * count. */
bool standings_make(const pairing_list *, event_kind, int players, const tiebreak *order, int count,
                    standing *, error *);

#endif
