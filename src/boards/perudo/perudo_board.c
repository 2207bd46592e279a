#include "boards/perudo/perudo_board.h"

#include <stdlib.h>

#include "boards/perudo/lfsr.h"
#include "engines/perudo/player.h"

enum { SEED, BIT, DEBOUNCE };

static const game_setting settings[] = {
    [SEED] = {.key = "seed",
              .initial = "0",
              .meaning = "of the register that rolls the dice, at power-on",
              .kind = SETTING_NUMBER,
              .least = 0,
              .most = INT32_MAX},
    [BIT] = {.key = "bit",
             .initial = "5208",
             .meaning = "ticks of a bit on the line; 5208 makes 9600 baud, less simulates faster",
             .kind = SETTING_NUMBER,
             .least = 1,
             .most = 1000000},
    [DEBOUNCE] = {.key = "debounce",
                  .initial = "0",
                  .meaning = "ticks that a button must stay before it counts; the source's board "
                             "has buttons that do not bounce",
                  .kind = SETTING_NUMBER,
                  .least = 0,
                  .most = 50000000},
    {0},
};

static const device_pin pins[] = {
    [PERUDO_PREVIOUS] = {.name = "previous", .width = 1, .meaning = "button, 1: down"},
    [PERUDO_NEXT] = {.name = "next", .width = 1, .meaning = "button, 1: down"},
    [PERUDO_ENTER] = {.name = "enter", .width = 1, .meaning = "button, 1: down"},
    [PERUDO_DOUBT] = {.name = "doubt", .width = 1, .meaning = "button, 1: down"},
    [PERUDO_RESET_N] = {.name = "reset_n", .width = 1, .initial = 1, .meaning = "switch, 0: reset"},
    [PERUDO_TX] = {.name = "tx", .width = 1, .output = true, .meaning = "the line to the view"},
    [PERUDO_ENABLE] = {.name = "enable",
                       .width = 1,
                       .output = true,
                       .meaning = "a press is accepted at the next edge"},
    [PERUDO_STATE] = {.name = "state",
                      .width = 3,
                      .output = true,
                      .meaning =
                          "0 idle, 1 init, 2 player's turn, 3 machine's turn, 4 check, 5 end"},
    [PERUDO_STEP] = {.name = "step",
                     .width = 2,
                     .output = true,
                     .meaning = "within the state: avatar, players, roll; face, count, go on; "
                                "decision, go on; doubted, shown: from 1"},
    [PERUDO_DATA] = {.name = "data",
                     .width = 8,
                     .output = true,
                     .base = DEVICE_HEX,
                     .meaning = "the byte on the line, or the last one"},
    {0},
};

static perudo_board *board_of(device *d) { return (perudo_board *)d; }
static const perudo_board *board_seen(const device *d) { return (const perudo_board *)d; }

static void power_on(perudo_board *b, uint64_t now) {
    perudo_board_idle(b);
    b->register_word = lfsr_seed((uint32_t)b->seed);
    b->register_tick = now;
}

static void destroy_board(device *d) {
    perudo_board *b = board_of(d);
    engine_destroy(b->machine);
    game_destroy(b->rules);
    free(b);
}

/* One set of rules with eight seats serves all games: seats that did not join have no dice. */
static bool create_board(const game_settings *chosen, device **made, error *e) {
    perudo_board *b = calloc(1, sizeof *b);
    if (!b) return error_set(e, "no memory for a board");
    b->rules = game_create(&perudo_game, "players=8", e);
    b->machine =
        b->rules ? engine_create(&perudo_seed_engine, b->rules, &(engine_options){0}, e) : NULL;
    if (!b->machine) {
        destroy_board(&b->device);
        return false;
    }
    b->seed = (uint64_t)chosen->value[SEED].number;
    b->line.bit = (uint32_t)chosen->value[BIT].number;
    b->debounce = (uint64_t)chosen->value[DEBOUNCE].number;
    for (int i = 0; i < PERUDO_BUTTONS; i++) b->button[i].due = DEVICE_NEVER;
    power_on(b, 0);
    *made = &b->device;
    return true;
}

static void reset_board(device *d) { power_on(board_of(d), d->now); }

static bool in_reset(const perudo_board *b) { return b->device.input[PERUDO_RESET_N] == 0; }

static bool enabled(const perudo_board *b, uint64_t now) {
    return !in_reset(b) && b->rolled == DEVICE_NEVER && now >= uart_end(&b->line);
}

/* Buttons are looked at by edges, reset acts at once. */
static void set_pin(device *d, int pin, uint64_t value) {
    perudo_board *b = board_of(d);
    if (pin == PERUDO_RESET_N && value == 0) perudo_board_idle(b);
    if (pin >= PERUDO_BUTTONS) return;
    perudo_button *button = &b->button[pin];
    if (button->down == (value != 0)) button->due = DEVICE_NEVER;
    else if (button->due == DEVICE_NEVER) button->due = d->now + 1 + b->debounce;
}

static uint64_t get_pin(const device *d, int pin) {
    const perudo_board *b = board_seen(d);
    switch (pin) {
    case PERUDO_TX: return uart_level(&b->line, d->now);
    case PERUDO_ENABLE: return enabled(b, d->now);
    case PERUDO_STATE: return (uint64_t)perudo_place_state(b->place);
    case PERUDO_STEP: return (uint64_t)perudo_place_step(b->place);
    default: return uart_byte(&b->line, d->now);
    }
}

/* The edge at which something is to be done, with the inputs as they are. */
static uint64_t next_edge(const perudo_board *b) {
    uint64_t edge = b->rolled;
    for (int i = 0; i < PERUDO_BUTTONS; i++)
        if (b->button[i].due < edge) edge = b->button[i].due;
    return edge;
}

/* Sees the buttons at an edge; of those that go down, the first that does something counts. */
static void see_buttons(perudo_board *b, uint64_t edge) {
    static const int order[] = {PERUDO_NEXT, PERUDO_PREVIOUS, PERUDO_ENTER, PERUDO_DOUBT};
    bool open = enabled(b, edge - 1);
    for (int i = 0; i < PERUDO_BUTTONS; i++) {
        perudo_button *button = &b->button[order[i]];
        if (button->due != edge) continue;
        button->down = !button->down;
        button->due = DEVICE_NEVER;
        if (open && button->down && perudo_board_press(b, order[i], edge)) open = false;
    }
}

static void advance_board(device *d, uint64_t ticks) {
    perudo_board *b = board_of(d);
    for (uint64_t edge, end = d->now + ticks; (edge = next_edge(b)) <= end;) {
        see_buttons(b, edge);
        if (b->rolled == edge) perudo_board_rolled(b, edge);
    }
}

static uint64_t next_change(const device *d, uint64_t watched) {
    const perudo_board *b = board_seen(d);
    uint64_t edge = next_edge(b), ticks = edge == DEVICE_NEVER ? edge : edge - d->now;
    uint64_t bits = watched >> PERUDO_TX & 1, bytes = watched & ~(UINT64_C(1) << PERUDO_TX);
    uint64_t line = bits || bytes ? uart_next_change(&b->line, d->now, !bits) : DEVICE_NEVER;
    return line < ticks ? line : ticks;
}

const device_kind perudo_board_kind = {
    .name = "perudo",
    .summary = "Perudo against the machine: four buttons, reset, a 9600 8N1 stream to a view",
    .hertz = 50000000,
    .pins = pins,
    .settings = settings,
    .create = create_board,
    .destroy = destroy_board,
    .reset = reset_board,
    .set = set_pin,
    .get = get_pin,
    .advance = advance_board,
    .next_change = next_change,
};
