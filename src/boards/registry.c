/* A new board is a folder with its device_kind and two lines here. */
#include "boards/damas/damas_lab.h"
#include "boards/device.h"
#include "boards/engines.h"
#include "boards/perudo/perudo_board.h"
#include "boards/trax/accelerator.h"
#include "boards/trax/engine.h"

const device_kind *const boards_all[] = {&damas_lab_kind, &perudo_board_kind, &trax_accelerator, NULL};

static const engine_kind *const engines_of_boards[] = {&trax_accelerator_engine, NULL};
const engine_kind *const *const boards_engine_lists[] = {engines_all, engines_of_boards, NULL};
