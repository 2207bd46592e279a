/* dots endgame - the value of positions of independent chains and loops only.
 *
 * Opening a shorter chain is never worse than opening a longer one, and the same holds for loops.
 * So the play is known but for the choice between the shortest chain and the shortest loop, and
 * the value follows from a small table over (chains opened, loops opened). Buzzard and Ciere
 * ("Playing simple loony dots and boxes endgames optimally", 2014) give formulas for chains of
 * three boxes and more; this covers chains of one and two boxes as well.
 */
#ifndef DAMERO_DOTS_ENDGAME_H
#define DAMERO_DOTS_ENDGAME_H

#include "engines/dots/survey.h"

/* The value to the mover of `count` independent chains and loops. */
int dots_endgame_value(const dots_chain *chains, int count);

#endif
