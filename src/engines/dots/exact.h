/* dots exact - the way to a proven value, whoever finds it.
 *
 * "Try to solve this quiet field under these limits." The engine asks nobody else for a proof, so
 * that another solver is put in here and nowhere else. It may keep what it found out and go on
 * from there when it is asked again.
 */
#ifndef DAMERO_DOTS_EXACT_H
#define DAMERO_DOTS_EXACT_H

#include "engines/dots/deepen.h"

/* Whether a proof is worth trying with this many nodes: a rough estimate from the number of safe
 * lines, on the side of trying. */
bool dots_exact_hopeful(const dots_map *, const dots_field *quiet, uint64_t nodes);

/* The value of a quiet field with lines left and a best line, or false where the guard of the
 * search ended it first. */
bool dots_exact_solve(dots_search *, const dots_field *quiet, dots_found *);

/* The proven value of a quiet field and its best line, where they are known already. */
bool dots_exact_known(dots_search *, const dots_field *quiet, dots_found *);

#endif
