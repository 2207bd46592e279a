#include "server/lab.h"

#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "boards/damas/damas_lab.h"
#include "boards/device.h"
#include "boards/perudo/perudo_board.h"
#include "boards/trax/accelerator.h"
#include "boards/trax/registers.h"
#include "boards/uart.h"
#include "games/damas/notation.h"
#include "server/desk_private.h"
#include "server/lab_accelerator.h"
#include "server/match_json.h"
#include "server/perudo_line.h"
#include "server/processor.h"
#include "server/rate.h"

enum {
    BAUD = 9600,
    RUN_MS_MOST = 500, /* a board that was kept waiting catches up at most this much */
    HELD_MS = 30,      /* a press lasts at least this long */
    WORK_MS = 5, /* of processor time that one request may take to bring the board to the present */
    SLICE_HERTZ = 50000,
    BYTES_MOST = 1024,
    RUN_OF_PIXELS = 32,
};

struct lab {
    device *board;
    desk_socket socket;
    rate rate;
    int64_t now;      /* the time up to which the board has run */
    uint64_t touched; /* when an input last changed, in the board's ticks */
    uint64_t told[DEVICE_PINS_MAX];
    bool resend; /* everything must be sent */
    uint8_t *picture, *before;
    unsigned char *packed;
    int line;     /* the pin of a serial line, or -1 */
    uint32_t bit; /* ticks per bit on it */
    uart_receiver receiver;
    char bytes[BYTES_MOST];
    size_t byte_count;
    game_rules *rules;    /* of Perudo, if the line is its view's */
    perudo_viewer viewer; /* the state decoded from the line */
    bool design;          /* the board is a design in a simulator */
    bool lost;            /* which has ended, and the client knows */
    bool stepped;         /* its clock runs only on request: the accelerator */
    bool closing;
};

static size_t pixels_of(const device_kind *k) {
    return k->look ? (size_t)k->screen_width * (size_t)k->screen_height : 0;
}

/* The given settings. A Perudo board played by hand also has the menu of rules, and its dice differ
 * at every power-on. */
static void write_settings(const device_kind *k, const char *given, text *t) {
    text_add(t, given);
    if (k == &perudo_board_kind) settings_add_default(t, "menu=on");
    for (const game_setting *s = k->settings; s && s->key; s++)
        if (strcmp(s->key, "seed") == 0 && !strstr(given, "seed="))
            text_addf(t, "%sseed=%u", t->length ? "," : "",
                      (unsigned)randombytes_uniform((uint32_t)s->most));
}

/* With an idle line. */
static void listen_anew(lab *l) { l->receiver = (uart_receiver){.bit = l->bit, .rested = true}; }

lab *lab_open(const char *name, desk_socket socket, const lab_designs *designs, error *e) {
    char settings[DEVICE_SETTINGS];
    text t = text_over(settings, sizeof settings);
    const device_kind *kind = boards_find(name, e);
    lab *l = kind ? calloc(1, sizeof *l) : NULL;
    if (!l) return NULL;
    write_settings(kind, "", &t);
    l->design = lab_design_command(designs, name) != NULL;
    l->board = l->design ? lab_design_open(designs, kind, e) : device_create(kind, settings, e);
    l->socket = socket;
    l->rate = rate_full(RATE_CLIENT, clock_now());
    l->now = clock_now();
    l->resend = true;
    l->line = device_find_pin(kind, "tx", 2, NULL);
    l->bit = (uint32_t)(kind->hertz / BAUD);
    l->stepped = kind == &trax_accelerator;
    if (l->board) listen_anew(l);
    size_t pixels = pixels_of(kind);
    if (strcmp(name, "perudo") == 0) {
        l->rules = game_create_named("perudo", "players=8,preset=seed", e);
        if (l->rules) l->viewer = perudo_view_create(perudo_rules_of(l->rules));
    }
    if (pixels) {
        l->picture = calloc(2, pixels);
        l->packed = malloc(pixels);
        if (l->picture) l->before = l->picture + pixels;
    }
    if (l->board && (!pixels || (l->picture && l->packed))) return l;
    if (l->board) error_set(e, "no memory for a board");
    lab_close(l);
    return NULL;
}

bool lab_is_design(const lab *l) { return l->design; }

void lab_close(lab *l) {
    if (!l) return;
    device_destroy(l->board);
    game_destroy(l->rules);
    free(l->picture);
    free(l->packed);
    free(l);
}

/* Messages. */

static bool send(lab *l, message *m) {
    bool taken = m && l->socket.send(l->socket.context, m, false);
    message_release(m);
    return taken;
}

/* Lines that never rest would trigger messages all the time; they are only sent along. */
static bool is_restless(const char *pin) {
    static const char *const names[] = {"rows", "column_lines", "tx", "data"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], pin) == 0) return true;
    return false;
}

/* Whether a pin has changed since it was last sent. */
static bool look_at_pins(lab *l) {
    const device_pin *pins = l->board->kind->pins;
    bool changed = false;
    for (int pin = 0; pins[pin].name; pin++) {
        if (pins[pin].fast || pins[pin].inner) continue;
        uint64_t value = device_get(l->board, pin);
        changed = changed || (value != l->told[pin] && !is_restless(pins[pin].name));
        l->told[pin] = value;
    }
    return changed;
}

static message *pins_message(const lab *l) {
    const device_pin *pins = l->board->kind->pins;
    json_t *values = json_object();
    for (int pin = 0; pins[pin].name; pin++)
        if (!pins[pin].fast && !pins[pin].inner)
            json_object_set_new(values, pins[pin].name, json_integer((json_int_t)l->told[pin]));
    return message_of(json_pack("{s:s, s:s, s:o}", "tell", "pins", "board", l->board->kind->name,
                                "pins", values));
}

/* Bytes of colour << 5 | run - 1. */
static message *picture_message(lab *l) {
    size_t pixels = pixels_of(l->board->kind), count = 0;
    for (size_t at = 0; at < pixels;) {
        size_t run = 1;
        while (run < RUN_OF_PIXELS && at + run < pixels && l->picture[at + run] == l->picture[at])
            run++;
        l->packed[count++] = (unsigned char)((size_t)l->picture[at] << 5 | (run - 1));
        at += run;
    }
    return message_of_bytes(l->packed, count, true);
}

static void tell_picture(lab *l) {
    size_t pixels = pixels_of(l->board->kind);
    if (!pixels) return;
    l->board->kind->look(l->board, l->picture);
    if (!l->resend && memcmp(l->picture, l->before, pixels) == 0) return;
    if (send(l, picture_message(l))) memcpy(l->before, l->picture, pixels);
}

/* A stream has no gaps: these are always sent. */
static void send_always(lab *l, message *m) {
    if (m) l->socket.send(l->socket.context, m, true);
    message_release(m);
}

/* The event that a byte has completed: a scene of the table. */
static void tell_heard(lab *l, char byte) {
    perudo_view_event event = perudo_view_hear(&l->viewer, byte);
    if (event.heard != VIEW_NOTHING) send_always(l, perudo_heard_message(&l->viewer, &event));
}

static void tell_bytes(lab *l) {
    if (l->byte_count == 0) return;
    send_always(l, perudo_bytes_message(l->bytes, l->byte_count));
    for (size_t i = 0; l->rules && i < l->byte_count; i++) tell_heard(l, l->bytes[i]);
    l->byte_count = 0;
}

static void tell(lab *l) {
    if (l->stepped) {
        message *m = NULL;
        if (l->design) m = lab_design_state(l->board, l->resend);
        else if (l->resend) m = message_of(accelerator_json(l->board, l->board));
        if (m && send(l, m)) l->resend = false;
        return;
    }
    bool changed = look_at_pins(l) || l->resend;
    tell_bytes(l);
    if (l->design) tell_picture(l); /* it comes later than the pins */
    if (!changed) return;
    tell_picture(l);
    send(l, pins_message(l));
    l->resend = false;
}

void lab_drained(lab *l) {
    l->resend = true;
    tell(l);
}

static void refuse(lab *l, const char *why) {
    send_always(l, message_of(json_pack("{s:s, s:s, s:o}", "tell", "error", "code", "bad-request",
                                        "message", text_json(why))));
}

/* Time. */

static void run_slice(lab *l, uint64_t ticks) {
    uint64_t until = l->board->now + ticks;
    uint8_t byte;
    if (l->line < 0) device_advance(l->board, ticks);
    while (l->line >= 0 && uart_receive(&l->receiver, l->board, l->line, until, &byte)) {
        if (l->byte_count == BYTES_MOST) tell_bytes(l);
        l->bytes[l->byte_count++] = (char)byte;
    }
}

/* Lets `ticks` pass, or as many of them as `work` of processor time is enough for: a
 * client can choose settings that make its board costly, and everybody waits meanwhile. Slices
 * grow, so a board that is not costly is not held up by the reading of clocks. */
static void advance(lab *l, uint64_t ticks, int64_t work) {
    uint64_t slice = l->board->kind->hertz / SLICE_HERTZ, until = l->board->now + ticks;
    int64_t start = processor_time();
    if (l->design) { /* its clock runs by itself */
        l->byte_count = lab_design_bytes(l->board, l->bytes, sizeof l->bytes);
        return;
    }
    while (l->board->now < until) {
        uint64_t left = until - l->board->now;
        run_slice(l, left < slice ? left : slice);
        int64_t spent = processor_time() - start;
        if (spent >= work) break;
        if (spent < work / 4) slice *= 2;
    }
}

static void catch_up(lab *l, int64_t work) {
    int64_t now = clock_now(), passed = now - l->now;
    if (l->stepped || passed < 0) return; /* it is ahead */
    if (passed > RUN_MS_MOST * MILLISECOND) passed = RUN_MS_MOST * MILLISECOND;
    l->now = now;
    advance(l, (uint64_t)passed * (l->board->kind->hertz / 1000000) / 1000, work);
}

/* A press and its release that arrive together, because a line or a machine was busy, still count
 * as a press: the board runs ahead until the press has lasted long enough. */
static void let_last(lab *l) {
    if (l->design) return; /* its thread does */
    uint64_t a_ms = l->board->kind->hertz / 1000, before = l->board->now;
    if (before - l->touched < HELD_MS * a_ms) {
        advance(l, HELD_MS * a_ms - (before - l->touched), WORK_MS * MILLISECOND);
        l->now += (int64_t)((l->board->now - before) * 1000 / a_ms) * 1000;
    }
    l->touched = l->board->now;
}

void lab_run(lab *l, int64_t work) {
    error e;
    if (l->closing) return;
    catch_up(l, work);
    tell(l);
    if (!l->design || l->lost || !lab_design_failed(l->board, &e)) return;
    l->lost = true;
    refuse(l, e.message);
}

/* Inputs. */

/* An input of the board by name. */
static int input_of(lab *l, const char *name, error *e) {
    int pin = name ? device_find_pin(l->board->kind, name, strlen(name), e) : -1;
    if (!name) error_set(e, "expected the name of a pin");
    if (pin >= 0 && l->board->kind->pins[pin].output) {
        error_set(e, "%.40s is an output; it cannot be set", name);
        pin = -1;
    }
    return pin;
}

static bool set(lab *l, const char *name, const json_t *value, error *e) {
    int pin = input_of(l, name, e);
    if (pin < 0) return false;
    int64_t number = json_is_boolean(value) ? json_is_true(value) : json_integer_value(value);
    bool good = json_is_boolean(value) || json_is_integer(value);
    if (!good || number < 0 || !device_fits(&l->board->kind->pins[pin], (uint64_t)number))
        return error_set(e, "%.40s: expected a number that fits the pin", name);
    device_set(l->board, pin, (uint64_t)number);
    return true;
}

static bool set_pins(lab *l, const json_t *said, error *e) {
    json_t *pins = json_object_get(said, "set");
    const char *name;
    json_t *value;
    if (!json_is_object(pins)) return error_set(e, "set: expected pins and their values");
    json_object_foreach(pins, name, value) if (!set(l, name, value, e)) return false;
    return true;
}

/* A key of the matrix, by its label: bit k of the pin `keys` is the key labelled k. */
static bool press_key(lab *l, const json_t *said, error *e) {
    const char *label = NULL, *hex = "0123456789ABCDEF";
    bool down = false;
    int pin = device_find_pin(l->board->kind, "keys", 4, e);
    if (pin < 0) return false;
    if (!ask_string(said, "key", &label) || !label || strlen(label) != 1 || !strchr(hex, *label) ||
        !ask_bool(said, "down", &down))
        return error_set(e, "key: expected 0 to 9 or A to F; down: true or false");
    uint64_t bit = UINT64_C(1) << (strchr(hex, *label) - hex), held = l->board->input[pin];
    device_set(l->board, pin, down ? held | bit : held & ~bit);
    return true;
}

static bool press_button(lab *l, const json_t *said, error *e) {
    const char *name = NULL;
    const json_t *down = json_object_get(said, "down");
    if (!ask_string(said, "name", &name) || !json_is_boolean(down))
        return error_set(e, "name: expected a button; down: true or false");
    return set(l, name, down, e);
}

/* Puts a position on a Damas board that has just been powered on. */
static bool set_position(device *board, const char *fen, error *e) {
    damas_position p;
    if (board->kind != &damas_lab_kind)
        return error_set(e, "position: only the Damas board has one");
    const game_rules *rules = &damas_lab_arbiter(board)->rules->rules;
    if (!damas_read_position(rules, fen, (game_position *)(void *)&p, e)) return false;
    if (p.end == DAMAS_NO_PIECES)
        return error_set(e, "position: both sides need a piece, and the game must not be over");
    device_set(board, DAMAS_LAB_RUN, 1);
    device_advance(board, 2 * ARBITER_CELLS);
    damas_lab_set_position(board, &p);
    return true;
}

/* Another board of the same kind in its place: other rules, another machine, a position. */
static bool change_board(lab *l, const json_t *said, error *e) {
    char settings[DEVICE_SETTINGS];
    const char *given = NULL, *position = NULL;
    const device_kind *kind = l->board->kind;
    text t = text_over(settings, sizeof settings);
    if (!ask_string(said, "settings", &given) || !ask_string(said, "position", &position))
        return error_set(e, "settings, position: expected texts");
    if (l->design && !position && given && strncmp(given, "language=", 9) == 0 &&
        !strchr(given, ','))
        return true; /* the page's own language, which no design draws */
    if (l->design)
        return error_set(e, "this board is a design in a simulator: its settings are its own");
    write_settings(kind, given ? given : "", &t);
    if (t.full) return error_set(e, "settings: at most %d characters", DEVICE_SETTINGS - 20);
    perudo_times times = {.bit = l->bit};
    if (l->rules && !perudo_board_times(settings, &times, e)) return false;
    game_rules *rules = l->rules ? perudo_board_rules(settings, e) : NULL;
    device *board = !l->rules || rules ? device_create(kind, settings, e) : NULL;
    if (board && position && *position && !set_position(board, position, e)) {
        device_destroy(board);
        board = NULL;
    }
    if (!board) {
        game_destroy(rules);
        return false;
    }
    for (int pin = 0; kind->pins[pin].name && !position; pin++)
        if (!kind->pins[pin].output) device_set(board, pin, l->board->input[pin]);
    device_destroy(l->board);
    l->board = board;
    l->touched = 0;
    l->now = clock_now();
    l->resend = true;
    l->bit = times.bit;
    listen_anew(l);
    if (rules) {
        game_destroy(l->rules);
        l->rules = rules;
        l->viewer = perudo_view_create(perudo_rules_of(rules));
    }
    return true;
}

/* The accelerator: an order takes the edge that writes it; further time passes on request. */
static bool step_clock(lab *l, const char *word, const json_t *said, error *e) {
    int64_t number = 0, ticks = 1;
    if (l->design && !lab_design_is_free(l->board))
        return error_set(e, "the simulator is busy, please try again");
    l->resend = !l->design; /* whose thread says when it is done */
    if (strcmp(word, "write") == 0) {
        if (!ask_number(said, "word", 0, UINT32_MAX, &number))
            return error_set(e, "word: expected 0 to 4294967295");
        device_set(l->board, ACCELERATOR_ADDRESS, TRAX_ORDER);
        device_set(l->board, ACCELERATOR_WRITEDATA, (uint64_t)number);
        device_set(l->board, ACCELERATOR_WRITE, 1);
        device_advance(l->board, 1);
        device_set(l->board, ACCELERATOR_WRITE, 0);
    } else if (strcmp(word, "step") == 0) {
        int64_t most = l->design ? LAB_DESIGN_STEP_MAX : 1000000000;
        if (!ask_number(said, "ticks", 1, most, &ticks))
            return error_set(e, "ticks: expected 1 to %lld", (long long)most);
        device_advance(l->board, (uint64_t)ticks);
    } else if (strcmp(word, "finish") == 0) {
        if (l->design) lab_design_finish(l->board);
        else device_advance(l->board, accelerator_left(l->board));
    } else if (strcmp(word, "reset") == 0) {
        device_reset(l->board);
    } else {
        return error_set(e, "do: expected write, step, finish, settings or reset");
    }
    return true;
}

static bool obey(lab *l, const json_t *said, error *e) {
    const char *word = NULL;
    if (!json_is_object(said) || !ask_string(said, "do", &word) || !word)
        return error_set(e, "expected one JSON object with do");
    catch_up(l, WORK_MS * MILLISECOND);
    if (l->stepped && strcmp(word, "settings") != 0) return step_clock(l, word, said, e);
    let_last(l);
    if (strcmp(word, "pins") == 0) return set_pins(l, said, e);
    if (strcmp(word, "key") == 0) return press_key(l, said, e);
    if (strcmp(word, "button") == 0) return press_button(l, said, e);
    if (strcmp(word, "settings") == 0) return change_board(l, said, e);
    if (strcmp(word, "reset") != 0)
        return error_set(e, "do: expected pins, key, button, settings or reset");
    device_reset(l->board);
    listen_anew(l);
    return true;
}

void lab_receive(lab *l, const char *bytes, size_t length) {
    error e;
    json_error_t where;
    if (l->closing) return;
    if (!rate_take(&l->rate, RATE_CLIENT, clock_now())) {
        l->closing = true;
        l->socket.close(l->socket.context, 1008);
        return;
    }
    json_t *said = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &where);
    if (!obey(l, said, &e)) refuse(l, e.message);
    else tell(l);
    json_decref(said);
}
