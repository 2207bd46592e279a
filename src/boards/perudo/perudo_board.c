#include "boards/perudo/perudo_board.h"

#include <stdlib.h>

#include "boards/perudo/lfsr.h"
#include "engines/perudo/player.h"

enum {
    SEED,
    BIT,
    DEBOUNCE,
    ENGINE,
    DICE,
    MENU,
    PRESET, /* from here on PERUDO_HOUSE_RULES, by which games/perudo is created */
};

static const game_setting settings[] = {
    [SEED] = {.key = "seed",
              .initial = "0",
              .meaning = "power-on seed of the register that rolls the dice, or of the counters",
              .kind = SETTING_NUMBER,
              .least = 0,
              .most = INT32_MAX},
    [BIT] = {.key = "bit",
             .initial = "5208",
             .meaning = "ticks per bit on the line; 5208 is 9600 baud, less simulates faster",
             .kind = SETTING_NUMBER,
             .least = 1,
             .most = 1000000},
    [DEBOUNCE] = {.key = "debounce",
                  .initial = "0",
                  .meaning = "ticks that a button must be stable before it counts; the original's "
                             "buttons do not bounce",
                  .kind = SETTING_NUMBER,
                  .least = 0,
                  .most = 50000000},
    [ENGINE] = {.key = "engine",
                .initial = "seed",
                .meaning = "the machine: the source's, the odds alone, or the strong player",
                .kind = SETTING_CHOICE,
                .choices = "seed binomial perudo"},
    [DICE] = {.key = "dice",
              .initial = "lfsr",
              .meaning = "where they come from: a shift register, or the source's three counters",
              .kind = SETTING_CHOICE,
              .choices = "lfsr counters"},
    [MENU] = {.key = "menu",
              .initial = "off",
              .meaning = "whether doubt opens a menu of house rules while players join; the "
                         "source has none",
              .kind = SETTING_CHOICE,
              .choices = "off on"},
    PERUDO_HOUSE_RULES,
    {0},
};

static const device_pin pins[] = {
    [PERUDO_PREVIOUS] = {.name = "previous", .width = 1, .meaning = "button, 1 while pressed"},
    [PERUDO_NEXT] = {.name = "next", .width = 1, .meaning = "button, 1 while pressed"},
    [PERUDO_ENTER] = {.name = "enter", .width = 1, .meaning = "button, 1 while pressed"},
    [PERUDO_DOUBT] = {.name = "doubt", .width = 1, .meaning = "button, 1 while pressed"},
    [PERUDO_RESET_N] = {.name = "reset_n", .width = 1, .initial = 1, .meaning = "switch, 0: reset"},
    [PERUDO_TX] = {.name = "tx", .width = 1, .output = true, .meaning = "the line to the view"},
    [PERUDO_ENABLE] = {.name = "enable",
                       .width = 1,
                       .output = true,
                       .meaning = "1 if a press would be accepted at the next edge"},
    [PERUDO_STATE] = {.name = "state",
                      .width = 3,
                      .output = true,
                      .meaning =
                          "0 idle, 1 init, 2 player's turn, 3 machine's turn, 4 check, 5 end"},
    [PERUDO_STEP] = {.name = "step",
                     .width = 2,
                     .output = true,
                     .meaning = "within the state: avatar, players, roll; face, count, go on; "
                                "decision, go on; doubted, shown: from 1; rules: 0 in init"},
    [PERUDO_DATA] = {.name = "data",
                     .width = 8,
                     .output = true,
                     .base = DEVICE_HEX,
                     .meaning = "the byte being sent, or the last one sent"},
    {0},
};

bool perudo_board_times(const char *given, perudo_times *t, error *e) {
    game_settings chosen;
    if (!settings_read(settings, given ? given : "", &chosen, e)) return false;
    t->bit = (uint32_t)chosen.value[BIT].number;
    t->debounce = (uint64_t)chosen.value[DEBOUNCE].number;
    return true;
}

static game_rules *rules_chosen(const game_settings *chosen, error *e) {
    char rules[300];
    text t = text_over(rules, sizeof rules);
    text_add(&t, "players=8,calza=off,loss=one");
    for (int i = PRESET; settings[i].key; i++)
        text_addf(&t, ",%s=%s", settings[i].key, chosen->value[i].text);
    return game_create(&perudo_game, rules, e);
}

game_rules *perudo_board_rules(const char *given, error *e) {
    game_settings chosen;
    return settings_read(settings, given ? given : "", &chosen, e) ? rules_chosen(&chosen, e)
                                                                   : NULL;
}

static perudo_board *board_of(device *d) { return (perudo_board *)d; }
static const perudo_board *board_seen(const device *d) { return (const perudo_board *)d; }

static void power_on(perudo_board *b, uint64_t now) {
    perudo_board_idle(b);
    b->register_word = lfsr_seed((uint32_t)b->seed);
    b->register_tick = now;
}

static void destroy_board(device *d) {
    perudo_board *b = board_of(d);
    perudo_board_forget_rules(b);
    engine_destroy(b->machine);
    game_destroy(b->rules);
    free(b);
}

/* The game and its machine by these settings. */
static bool make_rules(const perudo_board *b, const game_settings *chosen, game_rules **rules,
                       engine **machine, error *e) {
    engine_options full = {.level = engine_full_level(b->kind)};
    *rules = rules_chosen(chosen, e);
    *machine = *rules ? engine_create(b->kind, *rules, &full, e) : NULL;
    return *machine != NULL;
}

setting_value *perudo_board_choice(perudo_board *b, int rule) {
    return &b->menu.value[PRESET + rule];
}

void perudo_board_forget_rules(perudo_board *b) {
    engine_destroy(b->chosen_machine);
    game_destroy(b->chosen_rules);
    b->chosen_machine = NULL;
    b->chosen_rules = NULL;
    b->menu = b->settings;
}

bool perudo_board_take_rules(perudo_board *b) {
    game_rules *rules;
    engine *machine;
    game_settings menu = b->menu;
    if (!make_rules(b, &menu, &rules, &machine, NULL)) {
        game_destroy(rules);
        return false;
    }
    perudo_board_forget_rules(b);
    b->menu = menu;
    b->chosen_rules = rules;
    b->chosen_machine = machine;
    return true;
}

/* One set of rules with eight seats works for all games: seats that did not join have no dice. */
static bool create_board(const game_settings *chosen, device **made, error *e) {
    perudo_board *b = calloc(1, sizeof *b);
    if (!b) return error_set(e, "no memory for a board");
    static const engine_kind *const machines[] = {&perudo_seed_engine, &perudo_binomial_engine,
                                                  &perudo_engine};
    b->kind = machines[chosen->value[ENGINE].number];
    b->settings = *chosen;
    if (!make_rules(b, chosen, &b->rules, &b->machine, e)) {
        destroy_board(&b->device);
        return false;
    }
    b->seed = (uint64_t)chosen->value[SEED].number;
    b->line.bit = (uint32_t)chosen->value[BIT].number;
    b->debounce = (uint64_t)chosen->value[DEBOUNCE].number;
    b->counters = chosen->value[DICE].number == 1;
    b->has_menu = chosen->value[MENU].number == 1;
    for (int i = 0; i < PERUDO_BUTTONS; i++) b->button[i].due = DEVICE_NEVER;
    power_on(b, 0);
    *made = &b->device;
    return true;
}

static void reset_board(device *d) { power_on(board_of(d), d->now); }

static bool in_reset(const perudo_board *b) { return b->device.input[PERUDO_RESET_N] == 0; }

static bool enabled(const perudo_board *b, uint64_t now) {
    return !in_reset(b) && b->rolled == DEVICE_NEVER && b->drawn == DEVICE_NEVER &&
           now >= uart_end(&b->line);
}

/* Buttons act at clock edges, reset at once. */
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

/* The edge at which something is due, with the current inputs. */
static uint64_t next_edge(const perudo_board *b) {
    uint64_t edge = b->rolled < b->drawn ? b->rolled : b->drawn;
    for (int i = 0; i < PERUDO_BUTTONS; i++)
        if (b->button[i].due < edge) edge = b->button[i].due;
    return edge;
}

/* Samples the buttons at an edge; of those pressed, the first that has an effect counts. */
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
        if (b->drawn == edge) b->drawn = DEVICE_NEVER;
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
