/* boards/ - the laboratory boards as software devices: pins in, pins out, and a clock.
 *
 * May use: base, games, engines, links, protocols. Must not use: the referee and the rooms above
 * it. Devices and traces do no input or output, keep no global state and allocate only in `create`,
 * when a trace is read and when rules are chosen at the Perudo board, so that the page can run them
 * too.
 *
 *   device.h    the contract of a board (this file), and the registry
 *   trace.h     stimuli and responses as text: reading, checking, recording
 *   vcd.h       pins as a dump for waveform viewers
 *   vga.h       the picture's timing; pictures and mistakes from a design's pins
 *   NAME/       one folder per board
 *
 * Time is counted in ticks: rising edges of the board's clock since power-on. At tick T, T edges
 * have passed; `set` changes an input at once (before edge T + 1), `get` reads an output with all
 * inputs applied, and `advance` lets edges pass. Inputs keep their value; at power-on each has its
 * pin's `initial` value. The same inputs at the same ticks give the same outputs: a device has no
 * other source of change.
 */
#ifndef DAMERO_BOARDS_DEVICE_H
#define DAMERO_BOARDS_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "games/settings.h"

enum {
    DEVICE_PINS_MAX = 64,   /* so that a set of pins fits in one word: bit i is pin i */
    DEVICE_VALUE_TEXT = 68, /* of any value, as text */
    DEVICE_SETTINGS = 200,  /* of any settings, as text */
};

#define DEVICE_NEVER UINT64_MAX

/* The preferred notation of a pin's values; all four are accepted for every pin. */
typedef enum device_base {
    DEVICE_DECIMAL,
    DEVICE_BINARY, /* 0b0111: parallel lines */
    DEVICE_OCTAL,  /* 0o52: groups of three bits */
    DEVICE_HEX,    /* 0x1f: registers */
} device_base;

typedef struct device_pin {
    const char *name;
    int width;        /* bits, 1 to 64 */
    bool output;      /* the board drives it */
    bool fast;        /* changes so often that it is recorded only on request */
    bool extra;       /* beyond what a design needs: recorded only on request too */
    bool inner;       /* a signal inside our device, no pin: likewise, and not on the page */
    device_base base; /* notation of values */
    uint64_t initial; /* for an input */
    const char *meaning;
} device_pin;

typedef struct device device;

typedef struct device_kind {
    const char *name, *summary; /* one word; one line */
    uint64_t hertz;             /* ticks per second */
    const device_pin *pins;     /* ends with a pin without name */
    const game_setting *settings;

    /* A device just powered on. */
    bool (*create)(const game_settings *, device **, error *);
    void (*destroy)(device *);
    /* Power cycle: everything as after create, except `now` and the inputs. */
    void (*reset)(device *);
    void (*set)(device *, int pin, uint64_t value); /* an input; the value fits */
    uint64_t (*get)(const device *, int pin);       /* an output */
    /* Lets that many edges pass; the cost depends on what happens, not on their number. */
    void (*advance)(device *, uint64_t ticks);
    /* Optional (NULL: every tick may change something). A lower bound on the number of ticks until
     * one of `watched` (outputs) changes with the current inputs; at least 1, and DEVICE_NEVER if
     * nothing will change. */
    uint64_t (*next_change)(const device *, uint64_t watched);
    /* Optional, for a device that cannot look ahead: device_advance_watching itself, with `most` at
     * least 1. */
    uint64_t (*advance_watching)(device *, uint64_t watched, uint64_t most);

    /* Optional: a screen. `look` renders the monitor's current picture without time passing: one
     * byte per pixel, row by row, bits red 4, green 2, blue 1. */
    int screen_width, screen_height;
    void (*look)(const device *, uint8_t *pixels);
} device_kind;

/* Every device begins with this. */
struct device {
    const device_kind *kind;
    uint64_t now;                    /* ticks since power-on */
    uint64_t input[DEVICE_PINS_MAX]; /* by pin, as set */
};

/* All boards, terminated by NULL (registry.c). */
extern const device_kind *const boards_all[];

/* The board of that name; NULL with an error that lists the names. */
const device_kind *boards_find(const char *name, error *);

/* With settings as KEY=VALUE,... (NULL: the defaults). */
device *device_create(const device_kind *, const char *settings, error *);
void device_destroy(device *); /* NULL is allowed */

int device_pin_count(const device_kind *);

/* The number of a pin, or -1 with an error that suggests one. */
int device_find_pin(const device_kind *, const char *name, size_t length, error *);

/* All outputs; all but the fast, extra and inner ones. */
uint64_t device_outputs(const device_kind *, bool all);

/* Whether the value fits the pin. */
bool device_fits(const device_pin *, uint64_t value);

void device_reset(device *);
void device_set(device *, int pin, uint64_t value);
uint64_t device_get(const device *, int pin); /* for an input: the value set */
void device_advance(device *, uint64_t ticks);

/* Advances up to `most` ticks, but not past the next tick at which one of `watched` may change.
 * Returns the number of ticks (0 only if `most` is 0). Use this to see every change of an
 * output. */
uint64_t device_advance_watching(device *, uint64_t watched, uint64_t most);

/* A value in the pin's notation; binary, octal and hexadecimal in the pin's full width. */
void device_write_value(const device_pin *, uint64_t value, text *);

#endif
