/* lab_accelerator - the Trax accelerator for the page: its registers, and what it has inside. */
#ifndef DAMERO_SERVER_LAB_ACCELERATOR_H
#define DAMERO_SERVER_LAB_ACCELERATOR_H

#include <jansson.h>

#include "boards/device.h"

/* The message `accelerator` of docs/api.md. The registers are those of `pins`, read without time
 * passing; the board, the memory and the cycles by step are those of `inside`, which is the same
 * device, or ours beside a design. */
json_t *accelerator_json(device *pins, const device *inside);

#endif
