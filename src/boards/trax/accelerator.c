#include "boards/trax/accelerator.h"

#include <stdlib.h>

#include "boards/trax/fabric.h"
#include "boards/trax/registers.h"

enum { SIZE, MEMORY, LINES };
enum { MEMORY_MAX = 12, READ_CYCLES = 2 };

static const game_setting settings[] = {
    [SIZE] = {.key = "size",
              .initial = "16",
              .meaning = "rows and columns of the board",
              .kind = SETTING_NUMBER,
              .least = FABRIC_SIZE_MIN,
              .most = FABRIC_SIZE_MAX},
    [MEMORY] = {.key = "memory",
                .initial = "0",
                .meaning = "address bits of the move memory; 0: two more than a row takes",
                .kind = SETTING_NUMBER,
                .least = 0,
                .most = MEMORY_MAX},
    [LINES] = {.key = "lines",
               .initial = "on",
               .meaning = "whether lines win as well as loops",
               .kind = SETTING_CHOICE,
               .choices = "off on"},
    {0},
};

static const device_pin pins[] = {
    [ACCELERATOR_RESET] = {.name = "reset",
                           .width = 1,
                           .meaning = "returns everything to its power-on state"},
    [ACCELERATOR_ADDRESS] = {.name = "address", .width = 2, .meaning = "the register"},
    [ACCELERATOR_WRITE] = {.name = "write", .width = 1, .meaning = "write it at the next edge"},
    [ACCELERATOR_WRITEDATA] = {.name = "writedata",
                               .width = 32,
                               .base = DEVICE_HEX,
                               .meaning = "the value to write"},
    [ACCELERATOR_READDATA] = {.name = "readdata",
                              .width = 32,
                              .output = true,
                              .base = DEVICE_HEX,
                              .meaning = "the register at the address"},
    [ACCELERATOR_BUSY] = {.name = "busy",
                          .width = 1,
                          .output = true,
                          .meaning = "an order is running"},
    {0},
};

typedef struct accelerator {
    device device; /* first */
    fabric *fabric;
    trax_fields fields;
    uint32_t *memory;
    size_t number;

    uint32_t order;    /* as last written */
    uint32_t shown[2]; /* result registers 1 and 2 as they currently read */
    int at_work;       /* the one that the running order will fill, or -1 */
    uint32_t result;   /* its future value */
    uint64_t left;     /* ticks until then */
    bool changing;     /* the running order changed the board */
    uint64_t counter;
    uint64_t spent[ACCELERATOR_STEPS]; /* cycles by step, since power-on */
} accelerator;

static uint32_t up_to(unsigned value, uint32_t most) { return value < most ? value : most; }

static void destroy(device *d) {
    accelerator *a = (accelerator *)d;
    fabric_destroy(a->fabric);
    free(a->memory);
    free(a);
}

static bool create(const game_settings *chosen, device **out, error *e) {
    unsigned size = (unsigned)chosen->value[SIZE].number;
    accelerator *a = calloc(1, sizeof *a);
    if (!a) return error_set(e, "no memory for the accelerator");
    a->at_work = -1;
    a->fields = trax_fields_of(size, (unsigned)chosen->value[MEMORY].number);
    a->memory = calloc((size_t)1 << a->fields.address, sizeof *a->memory);
    a->fabric = fabric_create(size, chosen->value[LINES].number, e);
    if (!a->memory || !a->fabric) {
        if (a->fabric) error_set(e, "no memory for the accelerator");
        destroy(&a->device);
        return false;
    }
    *out = &a->device;
    return true;
}

/* The effect of bit 29 of an order. */
static void clear(accelerator *a) {
    fabric_clear(a->fabric);
    a->number = 0;
    a->shown[0] = a->shown[1] = 0;
    a->at_work = -1;
    a->left = 0;
}

static void reset(device *d) {
    accelerator *a = (accelerator *)d;
    clear(a);
    a->order = 0;
    a->counter = 0;
}

/* Starts an order that fills result register 1 + `which`. */
static void begin(accelerator *a, int which, uint32_t shown, uint32_t result, uint64_t cycles) {
    a->changing = false;
    a->shown[which] = shown;
    a->at_work = which;
    a->result = TRAX_DONE | result;
    a->left = cycles;
}

/* The list entry in the order's own fields: tiles, row, column, starting at the bit of the
 * address. */
static void place(accelerator *a, unsigned row, unsigned column, unsigned tile) {
    unsigned c = a->fields.coordinate;
    bool accepted;
    uint64_t listing, cycles = fabric_place(a->fabric, row, column, tile, &accepted);
    a->number = fabric_list(a->fabric, a->memory, (1u << a->fields.address) - 1, &listing);
    for (size_t i = 0; i < a->number; i++) {
        uint32_t entry = a->memory[i];
        a->memory[i] = (entry & 63) << 2 * c | (entry >> 16) << c | (entry >> 8 & 63);
    }
    a->spent[FABRIC_PLACING] += cycles;
    a->spent[FABRIC_LISTING] += listing;
    begin(a, 0, 0, (uint32_t)a->number, cycles + listing);
    a->changing = accepted;
}

static void read_memory(accelerator *a, unsigned address) {
    uint32_t entry = address < a->number ? a->memory[address] : 0, number = (uint32_t)a->number;
    a->spent[ACCELERATOR_READING] += READ_CYCLES;
    begin(a, 0, number, entry << a->fields.address | number, READ_CYCLES);
}

static void evaluate(accelerator *a, unsigned row, unsigned column, unsigned tile) {
    codesign_report r;
    int mover = a->fabric->board.mover;
    uint64_t by_step[FABRIC_STEPS];
    uint64_t cycles = fabric_evaluate(a->fabric, row, column, tile, &r, by_step);
    for (int step = 0; step < FABRIC_STEPS; step++) a->spent[step] += by_step[step];
    uint32_t result = up_to(r.own_corners, TRAX_CORNERS_MOST) << TRAX_OWN_CORNERS |
                      up_to(r.other_corners, TRAX_CORNERS_MOST) << TRAX_OTHER_CORNERS |
                      up_to(r.own_threats, TRAX_THREATS_MOST) << TRAX_OWN_THREATS |
                      (uint32_t)r.illegal << TRAX_INVALID | (uint32_t)r.loses << TRAX_LOSES;
    if (r.winner != GAME_NOBODY) result |= 1u << (r.winner == mover ? TRAX_WON : TRAX_LOST);
    begin(a, 1, 0, result, cycles);
}

static void take_order(accelerator *a, uint32_t order) {
    unsigned c = a->fields.coordinate;
    unsigned column = trax_bits(order, 0, c), row = trax_bits(order, c, c);
    unsigned tile = trax_bits(order, 2 * c, 4);
    a->order = order;
    if (order & TRAX_RESET) clear(a);
    else if (a->at_work >= 0) return;
    else if (order >> 30 == TRAX_PLACE) place(a, row, column, tile);
    else if (order >> 30 == TRAX_READ)
        read_memory(a, trax_bits(order, 2 * c + 4, a->fields.address));
    else if (order >> 30 == TRAX_EVALUATE) evaluate(a, row, column, tile);
}

/* Ticks in which nothing is written. */
static void run(accelerator *a, uint64_t ticks) {
    a->counter += ticks;
    if (a->at_work < 0) return;
    if (ticks < a->left) {
        a->left -= ticks;
        return;
    }
    a->shown[a->at_work] = a->result;
    a->at_work = -1;
}

/* Ticks with the same order written at every edge. While one is running, only a reset takes effect.
 * An order that leaves the board unchanged gives the same result each time, so whole rounds of it
 * can be skipped. */
static void run_writing(accelerator *a, uint32_t order, uint64_t ticks) {
    while (ticks > 0) {
        if (a->at_work >= 0 && !(order & TRAX_RESET)) {
            uint64_t part = ticks < a->left ? ticks : a->left;
            a->order = order;
            run(a, part);
            ticks -= part;
            continue;
        }
        run(a, 1);
        take_order(a, order);
        ticks--;
        if (a->at_work < 0) { /* no effect, and repeating it will not have any */
            run(a, ticks);
            return;
        }
        if (a->changing) continue;
        uint64_t rounds = ticks / (a->left + 1);
        a->counter += rounds * (a->left + 1);
        ticks -= rounds * (a->left + 1);
    }
}

static bool writes_order(const device *d) {
    return d->input[ACCELERATOR_WRITE] && d->input[ACCELERATOR_ADDRESS] == 0;
}

static void advance(device *d, uint64_t ticks) {
    if (ticks == 0) return;
    if (d->input[ACCELERATOR_RESET]) reset(d);
    else if (writes_order(d))
        run_writing((accelerator *)d, (uint32_t)d->input[ACCELERATOR_WRITEDATA], ticks);
    else run((accelerator *)d, ticks);
}

static void set(device *d, int pin, uint64_t value) {
    (void)d; /* inputs are read at the next edge */
    (void)pin;
    (void)value;
}

static uint64_t get(const device *d, int pin) {
    const accelerator *a = (const accelerator *)d;
    if (pin == ACCELERATOR_BUSY) return a->at_work >= 0;
    switch (d->input[ACCELERATOR_ADDRESS]) {
    case 0: return a->order;
    case 3: return a->counter & UINT32_MAX;
    default: return a->shown[d->input[ACCELERATOR_ADDRESS] - 1];
    }
}

static uint64_t next_change(const device *d, uint64_t watched) {
    const accelerator *a = (const accelerator *)d;
    bool counting = d->input[ACCELERATOR_ADDRESS] == 3 && watched >> ACCELERATOR_READDATA & 1;
    if (counting || writes_order(d) || d->input[ACCELERATOR_RESET]) return 1;
    return a->at_work >= 0 ? a->left : DEVICE_NEVER;
}

unsigned accelerator_size(const device *d) { return ((const accelerator *)d)->fabric->size; }

trax_fields accelerator_fields(const device *d) { return ((const accelerator *)d)->fields; }

unsigned accelerator_tile(const device *d, unsigned row, unsigned column) {
    const fabric *f = ((const accelerator *)d)->fabric;
    return f->board.tile[fabric_cell(f, row, column)];
}

size_t accelerator_entries(const device *d) { return ((const accelerator *)d)->number; }

accelerator_entry accelerator_entry_at(const device *d, size_t i) {
    const accelerator *a = (const accelerator *)d;
    unsigned c = a->fields.coordinate;
    uint32_t entry = a->memory[i];
    return (accelerator_entry){.row = trax_bits(entry, c, c),
                               .column = trax_bits(entry, 0, c),
                               .tiles = trax_bits(entry, 2 * c, 6)};
}

uint64_t accelerator_left(const device *d) {
    const accelerator *a = (const accelerator *)d;
    return a->at_work >= 0 ? a->left : 0;
}

uint64_t accelerator_patience(const device *d) { return 16 * accelerator_left(d) + 10000; }

const device_kind trax_accelerator = {
    .name = "trax",
    .summary = "the accelerator of the Trax co-design: four registers",
    .hertz = 100000000,
    .pins = pins,
    .settings = settings,
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .set = set,
    .get = get,
    .advance = advance,
    .next_change = next_change,
};

const uint64_t *accelerator_spent(const device *d) { return ((const accelerator *)d)->spent; }
