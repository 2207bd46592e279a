/* survey - a thread that goes through finished matches, whichever process played them: it counts
 * their moves for the explorer (store/explorer.h) and rates people (people.h). Rating many people
 * takes a while, so it then pauses nine times as long: it takes at most a tenth of a processor. */
#ifndef DAMERO_SURVEY_H
#define DAMERO_SURVEY_H

#include "arena/people.h"

typedef struct survey survey;

/* Opens a store of its own on the same file; end it before the first one is closed. */
survey *survey_start(store *, error *);
void survey_end(survey *);

/* Calls back for the players of a game, as people_rate found them last; false if it has not yet.
 * A match counts some seconds after its end. */
bool survey_ratings(survey *, const game *, void (*with)(void *, const rated_player *),
                    void *context);

/* An account has another name, or is gone (NULL): that shows at once. */
void survey_rename(survey *, int64_t account, const char *name);

#endif
