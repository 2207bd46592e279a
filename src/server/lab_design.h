/* lab_design - a design in a simulator behind the page's board: `serve --damas-design COMMAND`.
 *
 * A simulator is slow and may hang, so each runs in a thread of its own, which starts it, passes
 * inputs on, lets its clock run, and keeps what its outputs show. What is returned here is a device
 * that lives in the server's thread: inputs that are set wait for the simulator, and outputs read
 * as they were when it last answered. Its clock is the simulator's; advancing it does nothing.
 *
 * The clock of the Trax accelerator runs only on request: advancing its device lets the design run
 * that many ticks, and each time it has done all that was asked lab_design_state says so. Our
 * accelerator runs beside it, for the board and the memory, and is compared with it.
 *
 * The command is the operator's: no request names or changes it. An idle design is paused, and
 * goes on at the next input.
 */
#ifndef DAMERO_SERVER_LAB_DESIGN_H
#define DAMERO_SERVER_LAB_DESIGN_H

#include <stdatomic.h>

#include "boards/device.h"

enum { LAB_DESIGN_KINDS = 3, LAB_DESIGNS_MAX = 4, LAB_DESIGN_STEP_MAX = 1000000 };

/* The designs of a server. */
typedef struct lab_designs {
    const char *board[LAB_DESIGN_KINDS], *command[LAB_DESIGN_KINDS]; /* NULL: no more */
    uint32_t bit;      /* ticks per bit on their serial lines */
    uint32_t settle;   /* ticks before a row of the keypad is read */
    const char *rules; /* of the Damas board; NULL: the design's own */
    unsigned size;     /* of the accelerator's board */
    atomic_int *open;  /* simulators that run now, in all threads */
} lab_designs;

/* The command for a board of that name, or NULL. */
const char *lab_design_command(const lab_designs *, const char *board);

/* Whether another board of that name can be opened, if `kept` more places are reserved:
 * ours always can. */
bool lab_design_has_room(const lab_designs *, const char *board, int kept);

/* Starts the simulator; NULL if there are too many, or no memory. */
device *lab_design_open(const lab_designs *, const device_kind *, error *);

/* The bytes that its line has sent since the last call; their number. */
size_t lab_design_bytes(device *, char *bytes, size_t size);

/* Whether there is room for what one request asks of it. */
bool lab_design_is_free(const device *);

/* Lets the accelerator's clock run until its order is done, but not for ever:
 * accelerator_patience. */
void lab_design_finish(device *);

/* The message for the page about the accelerator, if it is new or wanted `again`; NULL otherwise.
 */
struct message *lab_design_state(device *, bool again);

/* Whether it does not run any more, with the reason. */
bool lab_design_failed(const device *, error *);

#endif
