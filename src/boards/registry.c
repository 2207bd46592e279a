/* A new board is a folder with its device_kind and two lines here. */
#include "boards/damas/damas_lab.h"

const device_kind *const boards_all[] = {&damas_lab_kind, NULL};
