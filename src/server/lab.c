#include "server/lab.h"

#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "boards/device.h"
#include "boards/uart.h"
#include "protocols/perudo_view.h"
#include "server/desk_private.h"
#include "server/match_json.h"
#include "server/rate.h"

enum {
    BAUD = 9600,
    RUN_MS_MOST = 500, /* a board that was kept waiting does not make up for more */
    HELD_MS = 30,      /* what a hand does lasts at least so long */
    BYTES_MOST = 1024,
    RUN_OF_PIXELS = 32,
};

struct lab {
    device *board;
    desk_socket socket;
    rate rate;
    int64_t now;      /* up to when the board has run */
    uint64_t touched; /* when a hand did something, in the board's ticks */
    uint64_t told[DEVICE_PINS_MAX];
    bool anew; /* everything is to be told */
    uint8_t *picture, *before;
    unsigned char *packed;
    int line; /* the pin of a serial line, or -1 */
    uart_receiver receiver;
    char bytes[BYTES_MOST];
    size_t byte_count;
    game_rules *rules;    /* of Perudo, where the line is its view's */
    perudo_viewer viewer; /* what the line has told */
    bool closing;
};

static size_t pixels_of(const device_kind *k) {
    return k->look ? (size_t)k->screen_width * (size_t)k->screen_height : 0;
}

/* Dice that are not the same each time the page is opened. */
static void write_settings(const device_kind *k, text *t) {
    for (const game_setting *s = k->settings; s && s->key; s++)
        if (strcmp(s->key, "seed") == 0)
            text_addf(t, "seed=%u", (unsigned)randombytes_uniform((uint32_t)s->most));
}

/* At a line that rests. */
static void listen_anew(lab *l) {
    l->receiver = (uart_receiver){.bit = (uint32_t)(l->board->kind->hertz / BAUD), .rested = true};
}

lab *lab_open(const char *name, desk_socket socket, error *e) {
    char settings[DEVICE_SETTINGS];
    text t = text_over(settings, sizeof settings);
    const device_kind *kind = boards_find(name, e);
    lab *l = kind ? calloc(1, sizeof *l) : NULL;
    if (!l) return NULL;
    write_settings(kind, &t);
    l->board = device_create(kind, settings, e);
    l->socket = socket;
    l->rate = rate_full(RATE_CLIENT, clock_now());
    l->now = clock_now();
    l->anew = true;
    l->line = device_find_pin(kind, "tx", 2, NULL);
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

void lab_close(lab *l) {
    if (!l) return;
    device_destroy(l->board);
    game_destroy(l->rules);
    free(l->picture);
    free(l->packed);
    free(l);
}

/* Telling. */

static bool send(lab *l, message *m) {
    bool taken = m && l->socket.send(l->socket.context, m, false);
    message_release(m);
    return taken;
}

/* Lines that never rest would have everything told all the time; they are told along. */
static bool is_restless(const char *pin) {
    static const char *const names[] = {"rows", "column_lines", "tx", "data"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], pin) == 0) return true;
    return false;
}

/* Whether a pin has changed since it was told. */
static bool look_at_pins(lab *l) {
    const device_pin *pins = l->board->kind->pins;
    bool changed = false;
    for (int pin = 0; pins[pin].name; pin++) {
        if (pins[pin].fast) continue;
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
        if (!pins[pin].fast)
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
    if (!l->anew && memcmp(l->picture, l->before, pixels) == 0) return;
    if (send(l, picture_message(l))) memcpy(l->before, l->picture, pixels);
}

/* What a byte has completed, decoded: a scene of the table. */
static void tell_heard(lab *l, char byte) {
    char object[PERUDO_VIEW_JSON], words[PERUDO_VIEW_WORDS];
    text o = text_over(object, sizeof object), w = text_over(words, sizeof words);
    perudo_view_event event = perudo_view_hear(&l->viewer, byte);
    if (event.heard == VIEW_NOTHING) return;
    perudo_view_write_json(&l->viewer, &event, &o);
    perudo_view_write(&l->viewer, &event, &w);
    json_t *heard = json_loadb(object, o.length, 0, NULL);
    message *m = heard ? message_of(json_pack("{s:s, s:o, s:o}", "tell", "heard", "heard", heard,
                                              "words", text_json(words)))
                       : NULL;
    if (m) l->socket.send(l->socket.context, m, true);
    message_release(m);
}

static void tell_bytes(lab *l) {
    char words[sodium_base64_ENCODED_LEN(BYTES_MOST, sodium_base64_VARIANT_ORIGINAL)];
    if (l->byte_count == 0) return;
    sodium_bin2base64(words, sizeof words, (const unsigned char *)l->bytes, l->byte_count,
                      sodium_base64_VARIANT_ORIGINAL);
    message *m = message_of(json_pack("{s:s, s:s}", "tell", "bytes", "bytes", words));
    /* A stream has no gaps: these are sent in any case. */
    if (m) l->socket.send(l->socket.context, m, true);
    message_release(m);
    for (size_t i = 0; l->rules && i < l->byte_count; i++) tell_heard(l, l->bytes[i]);
    l->byte_count = 0;
}

static void tell(lab *l) {
    bool changed = look_at_pins(l) || l->anew;
    tell_bytes(l);
    if (!changed) return;
    tell_picture(l);
    send(l, pins_message(l));
    l->anew = false;
}

void lab_drained(lab *l) {
    l->anew = true;
    tell(l);
}

/* Time. */

static void advance(lab *l, uint64_t ticks) {
    uint64_t until = l->board->now + ticks;
    if (l->line < 0) {
        device_advance(l->board, ticks);
        return;
    }
    uint8_t byte;
    while (uart_receive(&l->receiver, l->board, l->line, until, &byte)) {
        if (l->byte_count == BYTES_MOST) tell_bytes(l);
        l->bytes[l->byte_count++] = (char)byte;
    }
}

static void catch_up(lab *l) {
    int64_t now = clock_now(), passed = now - l->now;
    if (passed < 0) return; /* it has run ahead */
    if (passed > RUN_MS_MOST * INT64_C(1000000)) passed = RUN_MS_MOST * INT64_C(1000000);
    l->now = now;
    advance(l, (uint64_t)passed * (l->board->kind->hertz / 1000000) / 1000);
}

/* A press and its release that come in one heap, from a line or a machine that was busy, are a
 * press for the board nevertheless: it runs ahead until the first has lasted. */
static void let_last(lab *l) {
    uint64_t a_ms = l->board->kind->hertz / 1000, held = l->board->now - l->touched;
    if (held < HELD_MS * a_ms) {
        advance(l, HELD_MS * a_ms - held);
        l->now += (int64_t)((HELD_MS * a_ms - held) * 1000 / a_ms) * 1000;
    }
    l->touched = l->board->now;
}

void lab_run(lab *l) {
    if (l->closing) return;
    catch_up(l);
    tell(l);
}

/* Hands at the board. */

static void refuse(lab *l, const char *why) {
    message *m = message_of(json_pack("{s:s, s:s, s:o}", "tell", "error", "code", "bad-request",
                                      "message", text_json(why)));
    if (m) l->socket.send(l->socket.context, m, true);
    message_release(m);
}

/* An input of the board by its name. */
static int input_of(lab *l, const char *name, error *e) {
    int pin = name ? device_find_pin(l->board->kind, name, strlen(name), e) : -1;
    if (!name) error_set(e, "the name of a pin is wanted");
    if (pin >= 0 && l->board->kind->pins[pin].output) {
        error_set(e, "%.40s is what the board shows; it cannot be set", name);
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
        return error_set(e, "%.40s: a number that fits the pin is wanted", name);
    device_set(l->board, pin, (uint64_t)number);
    return true;
}

static bool set_pins(lab *l, const json_t *said, error *e) {
    json_t *pins = json_object_get(said, "set");
    const char *name;
    json_t *value;
    if (!json_is_object(pins)) return error_set(e, "set: pins and their values are wanted");
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
        return error_set(e, "key: 0 to 9 or A to F is wanted; down: true or false");
    uint64_t bit = UINT64_C(1) << (strchr(hex, *label) - hex), held = l->board->input[pin];
    device_set(l->board, pin, down ? held | bit : held & ~bit);
    return true;
}

static bool press_button(lab *l, const json_t *said, error *e) {
    const char *name = NULL;
    const json_t *down = json_object_get(said, "down");
    if (!ask_string(said, "name", &name) || !json_is_boolean(down))
        return error_set(e, "name: a button is wanted; down: true or false");
    return set(l, name, down, e);
}

static bool obey(lab *l, const json_t *said, error *e) {
    const char *word = NULL;
    if (!json_is_object(said) || !ask_string(said, "do", &word) || !word)
        return error_set(e, "one JSON object with do is wanted");
    catch_up(l);
    let_last(l);
    if (strcmp(word, "pins") == 0) return set_pins(l, said, e);
    if (strcmp(word, "key") == 0) return press_key(l, said, e);
    if (strcmp(word, "button") == 0) return press_button(l, said, e);
    if (strcmp(word, "reset") != 0) return error_set(e, "do: pins, key, button or reset");
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
