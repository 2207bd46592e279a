#include "boards/damas/damas_lab.h"

#include <stdlib.h>
#include <string.h>

#include "boards/damas/keypad.h"
#include "boards/damas/scene.h"

/* The picture when it was last drawn; separate, because reading changes the picture but not the
 * board. */
typedef struct sight {
    canvas canvas;
    uint64_t at;    /* the board's `changes` at that time */
    uint64_t asked; /* the board's `changes` when a single pixel was last read */
    int pixels;     /* read one by one since then */
} sight;

enum { SINGLE_PIXELS = 64 }; /* are computed one by one; then the picture is drawn */

typedef struct damas_lab {
    device device; /* first, so that a pointer to one is a pointer to the other */
    game_rules *rules;
    arbiter arbiter;
    keypad keypad;
    arbiter_inputs switches; /* without the key */
    bool reset;
    bool by_machines; /* the arbiter */
    bool stacked;     /* kings in the picture */
    uint8_t language; /* of its words */
    uint32_t settle;  /* ticks that a row of the keypad settles */
    uint16_t held;    /* keys */
    uint8_t columns;  /* lines driven from outside */
    uint32_t beam;    /* ticks into the frame */
    uint64_t changes; /* of anything the picture shows, from 1 */
    sight *sight;
} damas_lab;

static damas_lab *of(device *d) { return (damas_lab *)(void *)d; }
static const damas_lab *seen(const device *d) { return (const damas_lab *)(const void *)d; }

static unsigned column_lines(const damas_lab *l) {
    return l->columns & keypad_columns(keypad_rows(&l->keypad), l->held);
}

static arbiter_inputs arbiter_sees(const damas_lab *l) {
    arbiter_inputs in = l->switches;
    in.key = l->keypad.key;
    return in;
}

/* Ticks until anything but the beam may change. */
static uint32_t quiet_ticks(const damas_lab *l) {
    arbiter_inputs in = arbiter_sees(l);
    return arbiter_waits(&l->arbiter, &in) ? l->keypad.left : 1;
}

static void power_on(device *d) {
    damas_lab *l = of(d);
    arbiter_create(&l->arbiter, damas_rules_of(l->rules), l->by_machines);
    keypad_reset(&l->keypad, l->settle);
    l->beam = 0;
    l->changes++;
}

static void destroy(device *d) {
    game_destroy(of(d)->rules);
    free(of(d)->sight);
    free(d);
}

enum { RULES, ARBITER, KINGS, LANGUAGE, SETTLE };
static const game_setting settings[] = {
    [RULES] = {.key = "rules",
               .initial = "lab",
               .meaning = "as the laboratory built it; by the official rules; or with huffing",
               .kind = SETTING_CHOICE,
               .choices = "lab official huff"},
    [ARBITER] = {.key = "arbiter",
                 .initial = "steady",
                 .meaning = "checks take 16 ticks; or by the source's five state machines, with "
                            "their inner signals (rules=lab)",
                 .kind = SETTING_CHOICE,
                 .choices = "steady machines"},
    [KINGS] = {.key = "kings",
               .initial = "crown",
               .meaning = "how the picture shows a king: with a crown, or as two men stacked",
               .kind = SETTING_CHOICE,
               .choices = "crown stacked"},
    [LANGUAGE] = {.key = "language",
                  .initial = "english",
                  .meaning = "of the words in the picture",
                  .kind = SETTING_CHOICE,
                  .choices = "english spanish italian persian"},
    [SETTLE] = {.key = "settle",
                .initial = "250000",
                .meaning = "ticks before a row of the keypad is read; 250000 is 5 ms, less "
                           "simulates faster",
                .kind = SETTING_NUMBER,
                .least = 1,
                .most = 1000000},
    {0},
};

static bool create(const game_settings *chosen, device **out, error *e) {
    char profile[SETTING_TEXT + 16];
    bool by_machines = chosen->value[ARBITER].number == 1;
    if (by_machines && chosen->value[RULES].number != 0)
        return error_set(e, "setting arbiter: the source's machines know rules=lab only");
    text t = text_over(profile, sizeof profile);
    text_addf(&t, "profile=%s", chosen->value[RULES].text);
    damas_lab *l = calloc(1, sizeof *l);
    sight *c = calloc(1, sizeof *c);
    game_rules *rules = game_create(&damas_game, profile, e);
    if (!l || !c || !rules) {
        if (rules) error_set(e, "no memory for the board");
        game_destroy(rules);
        free(c);
        free(l);
        return false;
    }
    l->rules = rules;
    l->by_machines = by_machines;
    l->stacked = chosen->value[KINGS].number;
    l->language = (uint8_t)chosen->value[LANGUAGE].number;
    l->settle = (uint32_t)chosen->value[SETTLE].number;
    l->sight = c;
    *out = &l->device;
    power_on(*out);
    return true;
}

static void set(device *d, int pin, uint64_t value) {
    damas_lab *l = of(d);
    switch (pin) {
    case DAMAS_LAB_RESET:
        l->reset = value != 0;
        if (!l->reset) break;
        arbiter_reset(&l->arbiter);
        keypad_reset(&l->keypad, l->settle);
        l->beam = 0;
        l->changes++;
        break;
    case DAMAS_LAB_RUN: l->switches.run = value != 0; break;
    case DAMAS_LAB_MULTIPLE: l->switches.multiple = value != 0; break;
    case DAMAS_LAB_DRAW1: l->switches.draw[0] = value != 0; break;
    case DAMAS_LAB_DRAW2: l->switches.draw[1] = value != 0; break;
    case DAMAS_LAB_KEYS: l->held = (uint16_t)value; break;
    case DAMAS_LAB_COLUMNS: l->columns = (uint8_t)value; break;
    default: break;
    }
}

static void advance(device *d, uint64_t ticks) {
    damas_lab *l = of(d);
    while (ticks && !l->reset) {
        arbiter_inputs in = arbiter_sees(l);
        bool waits = arbiter_waits(&l->arbiter, &in);
        uint32_t step = waits ? l->keypad.left : 1;
        if (step > ticks) step = (uint32_t)ticks;
        /* Both work at the same edge from the state before it. */
        unsigned columns = step == l->keypad.left ? column_lines(l) : 0;
        if (!waits) arbiter_tick(&l->arbiter, &in), l->changes++;
        keypad_advance(&l->keypad, step, columns);
        l->beam = (l->beam + step) % VGA_FRAME_TICKS;
        ticks -= step;
    }
}

static scene scene_of(const damas_lab *l) {
    const arbiter *a = &l->arbiter;
    scene s = {.origin = a->origin,
               .destination = a->destination,
               .white = a->white,
               .victory = a->victory,
               .draw = a->draw,
               .stacked = l->stacked,
               .language = l->language};
    memcpy(s.memory, a->memory, sizeof s.memory);
    if (a->state >= ARBITER_ORIGIN_ROW && a->state <= ARBITER_DESTINATION_COLUMN_ENTER)
        s.cursor = (uint8_t)((a->state - ARBITER_ORIGIN_ROW) / 2 + 1);
    return s;
}

static void show(const damas_lab *l) {
    if (l->sight->at == l->changes) return;
    l->sight->at = l->changes;
    scene s = scene_of(l);
    canvas_show(&l->sight->canvas, &s);
}

/* The levels of both sync pins at a position of the beam. */
static unsigned sync_at(unsigned x, unsigned y) {
    return (x >= VGA_HSYNC_START && x < VGA_HSYNC_END ? 0u : VGA_HSYNC) |
           (y >= VGA_VSYNC_START && y < VGA_VSYNC_END ? 0u : VGA_VSYNC);
}

/* All five picture pins. If colours matter, call `show` first. */
static unsigned sample_at(const damas_lab *l, unsigned x, unsigned y) {
    bool visible = x < VGA_VISIBLE_X && y < VGA_VISIBLE_Y;
    return sync_at(x, y) | (visible ? l->sight->canvas.pixels[y][x] : 0u);
}

/* The colour at a position. A comparison reads a few pixels between changes of the board, and does
 * not need the picture drawn for them. */
static unsigned colour_at(const damas_lab *l, unsigned x, unsigned y) {
    sight *s = l->sight;
    if (x >= VGA_VISIBLE_X || y >= VGA_VISIBLE_Y) return 0;
    if (s->at != l->changes) {
        if (s->asked != l->changes) s->asked = l->changes, s->pixels = 0;
        scene now = scene_of(l);
        if (s->pixels++ < SINGLE_PIXELS) return scene_pixel(&now, (int)x, (int)y);
        show(l);
    }
    return s->canvas.pixels[y][x];
}

static unsigned beam_x(uint32_t beam) { return beam / VGA_TICKS % VGA_WIDTH; }
static unsigned beam_y(uint32_t beam) { return beam / VGA_TICKS / VGA_WIDTH; }

/* The bits of a sample that belong to a pin; 0: not a picture pin. */
static unsigned sample_bit(int pin) {
    switch (pin) {
    case DAMAS_LAB_RED: return 4;
    case DAMAS_LAB_GREEN: return 2;
    case DAMAS_LAB_BLUE: return 1;
    case DAMAS_LAB_HSYNC: return VGA_HSYNC;
    case DAMAS_LAB_VSYNC: return VGA_VSYNC;
    default: return 0;
    }
}

static uint64_t memory_row(const arbiter *a, int row) {
    uint64_t cells = 0;
    for (int column = 0; column < 8; column++) cells = cells << 3 | a->memory[8 * row + column];
    return cells;
}

/* The square being entered, which of the two it is, and whose turn it is. */
static uint64_t leds(const arbiter *a) {
    bool destination =
        (a->state >= ARBITER_DESTINATION_ROW && a->state <= ARBITER_DESTINATION_COLUMN_ENTER) ||
        a->state == ARBITER_CHECK_DESTINATION || a->state == ARBITER_WRITE;
    if (a->state == ARBITER_REST || a->state == ARBITER_FILL) return 0;
    return (uint64_t)a->white << 7 | (uint64_t)destination << 6 |
           (destination ? a->destination : a->origin);
}

/* Rows or columns of the captured pieces, the last one lowest. */
static uint64_t captured_at(const machines *m, int shift) {
    uint64_t value = 0;
    for (int i = 0; i < m->comidas; i++) value = value << 3 | (m->pcomida[i] >> shift & 7u);
    return value;
}

static uint64_t inner(const damas_lab *l, int pin) {
    const machines *m = &l->arbiter.machines;
    machines_port port = machines_port_of(m, l->arbiter.start);
    switch (pin) {
    case DAMAS_LAB_FSM1: return m->fsm1;
    case DAMAS_LAB_FSM2: return m->fsm2;
    case DAMAS_LAB_FSM3: return m->fsm3;
    case DAMAS_LAB_FSM4: return m->fsm4;
    case DAMAS_LAB_FSM5: return m->fsm5;
    case DAMAS_LAB_OUT_ADDS: return port.address;
    case DAMAS_LAB_INPUT_DATA: return l->arbiter.memory[port.address];
    case DAMAS_LAB_OUT_DATA: return port.data;
    case DAMAS_LAB_ESCRIBIR: return port.write;
    case DAMAS_LAB_VCUENTA: return m->vcuenta;
    case DAMAS_LAB_ORIG_DEST: return m->orig_dest;
    case DAMAS_LAB_FICHADAMA: return m->fichadama;
    case DAMAS_LAB_COM: return m->com;
    case DAMAS_LAB_FIL_PCOMIDA: return captured_at(m, 3);
    case DAMAS_LAB_COL_PCOMIDA: return captured_at(m, 0);
    case DAMAS_LAB_T: return m->t;
    case DAMAS_LAB_CONT_FICHAVERDE: return m->cont_fichaverde;
    case DAMAS_LAB_CONT_FICHAAZUL: return m->cont_fichaazul;
    case DAMAS_LAB_CONT_MOV: return m->cont_mov;
    case DAMAS_LAB_FC_CONT: return m->fc_cont;
    case DAMAS_LAB_VECTOR_2MOV: return m->vector_2mov;
    case DAMAS_LAB_VECTOR_3MOV: return m->vector_3mov;
    case DAMAS_LAB_CONT1: return m->cont1;
    case DAMAS_LAB_CONT2: return m->cont2;
    case DAMAS_LAB_RUTA1: return m->ruta1;
    case DAMAS_LAB_RUTA2: return m->ruta2;
    case DAMAS_LAB_COMERDAMA: return m->comerdama;
    case DAMAS_LAB_COMERDAMADOBLE: return m->comerdamadoble;
    case DAMAS_LAB_CUENTACAMINO: return m->cuentacamino;
    case DAMAS_LAB_FLAGFICHA: return m->flagficha;
    case DAMAS_LAB_FLAGCAMINOINCORRECTO: return m->flagcaminoincorrecto;
    case DAMAS_LAB_X: return beam_x(l->beam);
    default: return beam_y(l->beam);
    }
}

static uint64_t get(const device *d, int pin) {
    const damas_lab *l = seen(d);
    if (pin > DAMAS_LAB_LEDS) return inner(l, pin);
    const arbiter *a = &l->arbiter;
    unsigned bit = sample_bit(pin);
    if (bit) {
        unsigned x = beam_x(l->beam), y = beam_y(l->beam);
        return ((bit < VGA_HSYNC ? colour_at(l, x, y) : sync_at(x, y)) & bit) != 0;
    }
    if (pin >= DAMAS_LAB_MEMORY0 && pin <= DAMAS_LAB_MEMORY7)
        return memory_row(a, pin - DAMAS_LAB_MEMORY0);
    switch (pin) {
    case DAMAS_LAB_ROWS: return keypad_rows(&l->keypad);
    case DAMAS_LAB_COLUMN_LINES: return column_lines(l);
    case DAMAS_LAB_KEY: return l->keypad.key;
    case DAMAS_LAB_ASKS: return (uint64_t)a->state;
    case DAMAS_LAB_TURN: return a->white;
    case DAMAS_LAB_ORIGIN: return a->origin;
    case DAMAS_LAB_DESTINATION: return a->destination;
    case DAMAS_LAB_VICTORY: return a->victory;
    case DAMAS_LAB_DRAW: return a->draw;
    case DAMAS_LAB_LEDS: return leds(a);
    default: return 0;
    }
}

/* Ticks until the beam reaches a position where a watched pin differs, at most `most`. */
static uint64_t beam_change(const damas_lab *l, unsigned watched, uint64_t most) {
    unsigned x = beam_x(l->beam), y = beam_y(l->beam);
    unsigned now = sample_at(l, x, y) & watched;
    for (uint64_t ticks = VGA_TICKS - l->beam % VGA_TICKS; ticks < most; ticks += VGA_TICKS) {
        if (++x == VGA_WIDTH) x = 0, y = y + 1 == VGA_HEIGHT ? 0 : y + 1;
        if ((sample_at(l, x, y) & watched) != now) return ticks;
    }
    return most;
}

static uint64_t next_change(const device *d, uint64_t watched) {
    const damas_lab *l = seen(d);
    unsigned samples = 0;
    bool others = false;
    if (l->reset) return DEVICE_NEVER;
    for (int pin = DAMAS_LAB_ROWS; pin < DAMAS_LAB_X; pin++) {
        if (!(watched >> pin & 1)) continue;
        samples |= sample_bit(pin);
        others = others || sample_bit(pin) < VGA_HSYNC; /* colours change with the memory too */
    }
    uint64_t ticks = others ? quiet_ticks(l) : VGA_FRAME_TICKS, pixel = VGA_TICKS,
             line = pixel * VGA_WIDTH;
    if (watched >> DAMAS_LAB_Y & 1 && line - l->beam % line < ticks) ticks = line - l->beam % line;
    if (watched >> DAMAS_LAB_X & 1 && pixel - l->beam % pixel < ticks)
        ticks = pixel - l->beam % pixel;
    if (samples & 7) show(l);
    return samples ? beam_change(l, samples, ticks) : ticks;
}

static void look(const device *d, uint8_t *pixels) {
    show(seen(d));
    memcpy(pixels, seen(d)->sight->canvas.pixels, sizeof seen(d)->sight->canvas.pixels);
}

bool damas_lab_settle(const char *given, uint32_t *ticks, error *e) {
    game_settings chosen;
    if (!settings_read(settings, given ? given : "", &chosen, e)) return false;
    *ticks = (uint32_t)chosen.value[SETTLE].number;
    return true;
}

const arbiter *damas_lab_arbiter(const device *d) { return &seen(d)->arbiter; }

bool damas_lab_shows(const device *d, uint64_t watched) {
    uint64_t below_x = (UINT64_C(1) << DAMAS_LAB_X) - 1;
    return seen(d)->by_machines || (watched & below_x) >> DAMAS_LAB_FSM1 == 0;
}

void damas_lab_set_position(device *d, const damas_position *p) {
    arbiter_set_position(&of(d)->arbiter, p);
    of(d)->changes++;
}

/* Writes a level to the pixels of a line from `start` to `end` that are also between `from` and
 * `to`.
 */
static void sample_level(unsigned level, unsigned start, unsigned end, unsigned from, unsigned to,
                         uint8_t *out) {
    if (start < from) start = from;
    if (end > to) end = to;
    if (start < end) memset(out + start, (int)level, end - start);
}

/* Records the pixels of a line from one position to another. */
static void sample_part(const damas_lab *l, unsigned y, unsigned from, unsigned to,
                        uint8_t *restrict out) {
    unsigned low = sync_at(0, y) & VGA_VSYNC, high = low | VGA_HSYNC;
    bool visible = y < VGA_VISIBLE_Y;
    unsigned end = !visible ? from : to < VGA_VISIBLE_X ? to : VGA_VISIBLE_X;
    const uint8_t *restrict pixels = visible ? l->sight->canvas.pixels[y] : NULL;
    for (unsigned x = from; x < end; x++) out[x] = (uint8_t)(pixels[x] | high);
    sample_level(high, visible ? VGA_VISIBLE_X : 0, VGA_HSYNC_START, from, to, out);
    sample_level(low, VGA_HSYNC_START, VGA_HSYNC_END, from, to, out);
    sample_level(high, VGA_HSYNC_END, VGA_WIDTH, from, to, out);
}

void damas_lab_scan(device *d, uint8_t samples[VGA_HEIGHT][VGA_WIDTH]) {
    const damas_lab *l = seen(d);
    enum { PLACES = VGA_WIDTH * VGA_HEIGHT };
    device_advance(d, (VGA_FRAME_TICKS - l->beam) % VGA_FRAME_TICKS);
    for (uint32_t ticks = 0, place = 0; ticks < VGA_FRAME_TICKS;) {
        uint32_t step = l->reset ? VGA_FRAME_TICKS : quiet_ticks(l);
        if (step > VGA_FRAME_TICKS - ticks) step = VGA_FRAME_TICKS - ticks;
        show(l);
        /* Pixels whose first tick is before the next change. */
        for (uint32_t end = (ticks + step + VGA_TICKS - 1) / VGA_TICKS; place < end;) {
            uint32_t y = place / VGA_WIDTH, from = place % VGA_WIDTH, to = from + end - place;
            if (to > VGA_WIDTH) to = VGA_WIDTH;
            if (l->reset) memset(&samples[y][from], (int)sample_at(l, 0, 0), to - from);
            else sample_part(l, y, from, to, samples[y]);
            place += to - from;
        }
        device_advance(d, step);
        ticks += step;
    }
}

#define PIN(which, text, bits, ...) [which] = {.name = text, .width = bits, __VA_ARGS__}
#define MEMORY(n)                                                                                  \
    PIN(DAMAS_LAB_MEMORY0 + n, "memory" #n, 24, .output = true, .base = DEVICE_OCTAL,              \
        .meaning = "row " #n " of the memory, one octal digit per cell")
#define PICTURE(which, text, what)                                                                 \
    PIN(which, text, 1, .output = true, .fast = true, .meaning = what)

#define INNER(which, text, bits, ...)                                                              \
    PIN(which, text, bits, .output = true, .inner = true, __VA_ARGS__)

static const device_pin pins[] = {
    PIN(DAMAS_LAB_RESET, "reset", 1, .meaning = "button: 1 while pressed"),
    PIN(DAMAS_LAB_RUN, "run", 1, .meaning = "switch: starts a game"),
    PIN(DAMAS_LAB_MULTIPLE, "multiple", 1, .meaning = "switch: continues a capture"),
    PIN(DAMAS_LAB_DRAW1, "draw1", 1, .meaning = "switch: player 1 (White) wants a draw"),
    PIN(DAMAS_LAB_DRAW2, "draw2", 1, .meaning = "switch: player 2 (Black) wants a draw"),
    PIN(DAMAS_LAB_KEYS, "keys", 16, .base = DEVICE_HEX,
        .meaning = "keys held on the board's keypad: bit k is the key labelled k"),
    PIN(DAMAS_LAB_COLUMNS, "columns", 4, .base = DEVICE_BINARY, .initial = 0xf,
        .meaning = "column lines driven from outside, instead of or in addition to the keypad"),
    PIN(DAMAS_LAB_ROWS, "rows", 4, .output = true, .base = DEVICE_BINARY,
        .meaning = "row lines: the low one is being read"),
    PIN(DAMAS_LAB_COLUMN_LINES, "column_lines", 4, .output = true, .base = DEVICE_BINARY,
        .meaning = "levels of the column lines"),
    PIN(DAMAS_LAB_KEY, "key", 4, .output = true,
        .meaning = "the accepted key: 0 to 7, 8 for A, 15 for none"),
    PIN(DAMAS_LAB_ASKS, "asks", 4, .output = true, .meaning = "the input that the arbiter expects"),
    PIN(DAMAS_LAB_TURN, "turn", 1, .output = true, .meaning = "1: White (green), 0: Black (blue)"),
    PIN(DAMAS_LAB_ORIGIN, "origin", 6, .output = true, .base = DEVICE_OCTAL,
        .meaning = "row and column, an octal digit each"),
    PIN(DAMAS_LAB_DESTINATION, "destination", 6, .output = true, .base = DEVICE_OCTAL,
        .meaning = "row and column, an octal digit each"),
    PIN(DAMAS_LAB_VICTORY, "victory", 1, .output = true, .meaning = "the side on turn has won"),
    PIN(DAMAS_LAB_DRAW, "draw", 1, .output = true, .meaning = "the game is drawn"),
    MEMORY(0),
    MEMORY(1),
    MEMORY(2),
    MEMORY(3),
    MEMORY(4),
    MEMORY(5),
    MEMORY(6),
    MEMORY(7),
    PICTURE(DAMAS_LAB_RED, "red", "colour of the beam"),
    PICTURE(DAMAS_LAB_GREEN, "green", "colour of the beam"),
    PICTURE(DAMAS_LAB_BLUE, "blue", "colour of the beam"),
    PICTURE(DAMAS_LAB_HSYNC, "hsync", "low at places 654 to 751 of each line"),
    PICTURE(DAMAS_LAB_VSYNC, "vsync", "low in lines 490 and 491"),
    PIN(DAMAS_LAB_LEDS, "leds", 8, .output = true, .extra = true, .base = DEVICE_BINARY,
        .meaning = "LEDs: turn, 1 for the destination, row and column being entered"),
    INNER(DAMAS_LAB_FSM1, "fsm1", 5, .meaning = "state of the parent"),
    INNER(DAMAS_LAB_FSM2, "fsm2", 3, .meaning = "state of the child that checks a man's origin"),
    INNER(DAMAS_LAB_FSM3, "fsm3", 5,
          .meaning = "state of the child that checks a man's destination"),
    INNER(DAMAS_LAB_FSM4, "fsm4", 5,
          .meaning = "state of the child that checks a king's destination"),
    INNER(DAMAS_LAB_FSM5, "fsm5", 4, .meaning = "state of the child that checks a king's origin"),
    INNER(DAMAS_LAB_OUT_ADDS, "out_adds", 6,
          .meaning = "address at the arbiter's port of the memory", .base = DEVICE_OCTAL),
    INNER(DAMAS_LAB_INPUT_DATA, "input_data", 3, .meaning = "what the memory holds there"),
    INNER(DAMAS_LAB_OUT_DATA, "out_data", 3, .meaning = "what is written there"),
    INNER(DAMAS_LAB_ESCRIBIR, "escribir", 1, .meaning = "1: it is written at the next edge"),
    INNER(DAMAS_LAB_VCUENTA, "vcuenta", 6, .meaning = "the cell being filled at the start"),
    INNER(DAMAS_LAB_ORIG_DEST, "orig_dest", 1, .meaning = "1: the destination is being entered"),
    INNER(DAMAS_LAB_FICHADAMA, "fichadama", 1, .meaning = "the chosen piece is a king"),
    INNER(DAMAS_LAB_COM, "com", 1, .meaning = "the man captures"),
    INNER(DAMAS_LAB_FIL_PCOMIDA, "fil_pcomida", 9,
          .meaning = "rows of captured pieces, the last one lowest", .base = DEVICE_OCTAL),
    INNER(DAMAS_LAB_COL_PCOMIDA, "col_pcomida", 9, .meaning = "their columns",
          .base = DEVICE_OCTAL),
    INNER(DAMAS_LAB_T, "t", 2, .meaning = "captured pieces already cleared"),
    INNER(DAMAS_LAB_CONT_FICHAVERDE, "cont_fichaverde", 4, .meaning = "White's pieces"),
    INNER(DAMAS_LAB_CONT_FICHAAZUL, "cont_fichaazul", 4, .meaning = "Black's pieces"),
    INNER(DAMAS_LAB_CONT_MOV, "cont_mov", 3, .meaning = "the route being tried, from 1"),
    INNER(DAMAS_LAB_FC_CONT, "fc_cont", 2, .meaning = "jumps of the route that are checked"),
    INNER(DAMAS_LAB_VECTOR_2MOV, "vector_2mov", 2, .meaning = "a route of two jumps: 1 is left",
          .base = DEVICE_BINARY),
    INNER(DAMAS_LAB_VECTOR_3MOV, "vector_3mov", 3, .meaning = "a route of three jumps",
          .base = DEVICE_BINARY),
    INNER(DAMAS_LAB_CONT1, "cont1", 3, .meaning = "row of the king's walk"),
    INNER(DAMAS_LAB_CONT2, "cont2", 3, .meaning = "column of the king's walk"),
    INNER(DAMAS_LAB_RUTA1, "ruta1", 1, .meaning = "1: down"),
    INNER(DAMAS_LAB_RUTA2, "ruta2", 1, .meaning = "1: to higher columns"),
    INNER(DAMAS_LAB_COMERDAMA, "comerdama", 1, .meaning = "the king captures"),
    INNER(DAMAS_LAB_COMERDAMADOBLE, "comerdamadoble", 1, .meaning = "it can capture again"),
    INNER(DAMAS_LAB_CUENTACAMINO, "cuentacamino", 2,
          .meaning = "the way to go on that is being tried"),
    INNER(DAMAS_LAB_FLAGFICHA, "flagficha", 1, .meaning = "the walk has just passed an enemy"),
    INNER(DAMAS_LAB_FLAGCAMINOINCORRECTO, "flagcaminoincorrecto", 1,
          .meaning = "two enemies in a row"),
    INNER(DAMAS_LAB_X, "x", 10, .meaning = "pixel of the beam", .fast = true),
    INNER(DAMAS_LAB_Y, "y", 10, .meaning = "line of the beam", .fast = true),
    {0},
};

const device_kind damas_lab_kind = {
    .name = "damas",
    .summary = "Spanish draughts with a matrix keypad, switches and a VGA picture",
    .hertz = 50000000,
    .pins = pins,
    .settings = settings,
    .create = create,
    .destroy = destroy,
    .reset = power_on,
    .set = set,
    .get = get,
    .advance = advance,
    .next_change = next_change,
    .screen_width = SCENE_WIDTH,
    .screen_height = SCENE_HEIGHT,
    .look = look,
};
