/* survey - a thread that counts the moves of finished matches for the explorer (store/explorer.h),
 * whichever process played them. */
#ifndef DAMERO_SURVEY_H
#define DAMERO_SURVEY_H

#include "store/store.h"

typedef struct survey survey;

/* Opens a store of its own on the same file; end it before the first one is closed. */
survey *survey_start(store *, error *);
void survey_end(survey *);

#endif
