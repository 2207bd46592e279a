/* design - a design in a simulator as a device: its test bench reads commands from its standard
 * input and answers on its standard output, so everything that drives our boards can drive it.
 *
 *   set NAME VALUE     an input takes a value (decimal) now, before the next edge
 *   watch NAME 0|1     whether a change of this output ends `until` (at first none does)
 *   go TICK            let rising edges of the clock pass, up to this number since power-on
 *   until TICK         the same, but stop at the first edge after which a watched output differs
 *
 * Each is answered by one line as in a trace: the current tick, and the outputs that have changed
 * since the last answer (all of them in the first): `1042 tx=0 state=0b01x`. Lines
 * that do not begin with a digit are the simulator's own and are shown on standard error.
 * docs/boards.md describes it for users.
 *
 * A bench may also be a library, FILE.so, that takes the same lines as calls:
 *
 *   void *design_bench_open(void);                             NULL: it cannot
 *   const char *design_bench_order(void *, const char *line);  its answer, until the next order
 *   void design_bench_close(void *);
 *
 * There is no second process then, so it is several times as fast; but one that hangs hangs us, so
 * the server takes commands only.
 *
 * A device cannot fail but a simulator can: the device then keeps its state, and design_failed says
 * why.
 */
#ifndef DAMERO_DESIGN_H
#define DAMERO_DESIGN_H

#include "boards/device.h"
#include "boards/vga.h"

enum {
    DESIGN_SLICE = 50000,  /* ticks at a time for a design that cannot keep up with its clock */
    DESIGN_SETTLE = 25000, /* ticks that a folder's Damas design waits for a row of its keypad if
                              nobody says otherwise: a tenth of the real time */
};

typedef struct design_options {
    const char *command;  /* or a folder such as hardware/perudo, for the live.py beside it */
    bool here;            /* the command may be a library, which runs in this process */
    const char *settings; /* of our device that runs in parallel, and the parameters of a folder's
                             design; NULL: the defaults */
    bool compare;         /* also run ours and print the differences as they happen */
    bool beside;          /* run ours for design_ours, without comparing */
    int64_t patience;     /* nanoseconds that the simulator may take for one order; 0: 2 minutes */
} design_options;

/* Whether a command is a folder, whose design takes settings as its parameters. */
bool design_is_folder(const char *command);

/* The design as a device, once it has answered the first orders. */
device *design_open(const device_kind *, const design_options *, error *);

/* Whether a device is a design. */
bool design_is(const device *);

/* Whether the design no longer answers, with the reason. */
bool design_failed(const device *, error *);

/* The outputs that the design has, by its answers so far; of our own devices all. */
uint64_t design_outputs(const device *);

/* The number of differences to our device so far; -1 if they are not compared. */
int design_differences(const device *);

/* Our device, which has had the same inputs for as many ticks: it shows what a design has inside
 * but not at its pins. The device itself if it is no design; NULL without `compare` or `beside`. */
const device *design_ours(const device *);

/* The next whole picture at the pins of a Damas board, as a monitor would see it. Lets up to two
 * frames pass; ends early, without a picture, if `cut` (NULL: never) says so. */
bool design_frame(device *, uint8_t pixels[VGA_VISIBLE_Y][VGA_VISIBLE_X], bool (*cut)(void *),
                  void *context, error *);

#endif
