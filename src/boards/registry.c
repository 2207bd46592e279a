/* A new board is a folder with its device_kind and two lines here. */
#include "boards/damas/damas_lab.h"
#include "boards/device.h"
#include "boards/engines.h"
#include "boards/perudo/perudo_board.h"
#include "boards/trax/accelerator.h"
#include "boards/trax/engine.h"

const device_kind *const boards_all[] = {&damas_lab_kind, &perudo_board_kind, &trax_accelerator,
                                         NULL};

static const engine_kind *const engines_of_boards[] = {&trax_accelerator_engine, NULL};
static const engine_kind *const *const engine_lists[] = {engines_all, engines_of_boards, NULL};

const engine_kind *boards_engine(size_t place) {
    for (const engine_kind *const *const *list = engine_lists; *list; list++)
        for (const engine_kind *const *k = *list; *k; k++)
            if (place-- == 0) return *k;
    return NULL;
}

const engine_kind *boards_find_engine(const game *g, const char *name, error *e) {
    return engine_find_in(engine_lists, g, name, e);
}
