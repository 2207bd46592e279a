/* damas plain - alpha-beta for the profiles in which capture is optional (huff, lab).
 *
 * There a side may move twice in a row (a huff, a king's next leg), so moves are made and taken
 * back by the rules themselves. Beyond the depth only captures and huffs are searched.
 */
#ifndef DAMERO_DAMAS_PLAIN_SEARCH_H
#define DAMERO_DAMAS_PLAIN_SEARCH_H

#include "engines/damas/search.h"

/* The score of the position for the side to move; the searcher counts nodes and says when to stop.
 * Leaves the position unchanged. */
int damas_search_plain(damas_searcher *, damas_position *, int ply, int alpha, int beta, int depth);

#endif
