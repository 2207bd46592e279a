/* places - who came first, second, ... in a game of several seats.
 *
 * A seat whose score fell to nothing earlier has a worse place: in Perudo the order in which
 * players lost their last die. Seats still in the game at its end (it was adjudicated) follow the
 * winner in the order of their scores. The seat that ended the game by its own fault is last.
 */
#ifndef DAMERO_EVENTS_PLACES_H
#define DAMERO_EVENTS_PLACES_H

#include "games/history.h"
#include "referee/match.h"
#include "store/store.h"

/* Sets place[seat], from 1; equal ones share the better place. False if there is no memory. */
bool places_find(const history *, const match_verdict *, int place[GAME_SEATS_MAX], error *);

/* The same for a finished match of the journal. */
bool places_load(store *, int64_t match, int place[GAME_SEATS_MAX], error *);

#endif
