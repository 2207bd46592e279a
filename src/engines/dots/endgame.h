/* dots endgame - the value of a quiet position of independent chains and loops only (ending.h),
 * from its survey. */
#ifndef DAMERO_DOTS_ENDGAME_H
#define DAMERO_DOTS_ENDGAME_H

#include "engines/dots/solver/survey.h"

/* The value to the mover of `count` independent chains and loops. */
int dots_endgame_value(const dots_chain *chains, int count);

#endif
