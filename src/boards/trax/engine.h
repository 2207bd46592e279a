/* boards/trax engine - the accelerator as an engine: thinks by writing and reading registers.
 *
 * Its levels are sizes of the accelerator's board. If a game outgrows the board, the software
 * functions continue it, as in the co-design; the note says so.
 */
#ifndef DAMERO_BOARDS_TRAX_ENGINE_H
#define DAMERO_BOARDS_TRAX_ENGINE_H

#include "engines/engine.h"

extern const engine_kind trax_accelerator_engine;

#endif
