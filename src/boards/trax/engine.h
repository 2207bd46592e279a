/* boards/trax engine - the accelerator as an engine: thinks by registers written and read.
 *
 * Its levels are sizes of the accelerator's board. A game that outgrows it is played on by the
 * software functions, as the co-design has it; the note says so.
 */
#ifndef DAMERO_BOARDS_TRAX_ENGINE_H
#define DAMERO_BOARDS_TRAX_ENGINE_H

#include "engines/engine.h"

extern const engine_kind trax_accelerator_engine;

#endif
