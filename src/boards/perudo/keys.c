#include "boards/perudo/keys.h"

#include <string.h>

static const char letters[] = "pned"; /* by pin */

enum { TIMES_MAX = 10000, SECONDS_MAX = 3600, A_WAIT = -2 };

/* Reads "500ms)" into ticks. */
static bool read_wait(scan *s, uint64_t *ticks) {
    static const struct {
        const char *name;
        uint64_t ticks;
    } units[] = {{"us", 50}, {"ms", 50000}, {"s", 50000000}};
    uint64_t number;
    const char *word;
    size_t length;
    if (!scan_number(s, 0, UINT32_MAX, &number) || !scan_word(s, ")", &word, &length) ||
        !scan_char(s, ')'))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (text_same(word, length, units[i].name)) {
            *ticks = number * units[i].ticks;
            return *ticks <= SECONDS_MAX * perudo_board_kind.hertz;
        }
    return false;
}

/* Reads the next item of the script; `ticks` for a wait. False if there is none. */
static bool read_key(perudo_keys *k, uint64_t *ticks) {
    const char *found;
    scan *s = &k->rest;
    k->at_once = k->going_on = false;
    scan_blanks(s);
    if (scan_done(s)) return false;
    k->times = 1;
    k->pin = A_WAIT;
    if (scan_char(s, '(')) return read_wait(s, ticks);
    if (scan_char(s, 'r')) {
        k->pin = PERUDO_RESET_N;
        return true;
    }
    if (scan_char(s, 'g')) {
        k->pin = PERUDO_NEXT; /* decided later */
        return k->going_on = true;
    }
    if (!scan_number(s, 1, TIMES_MAX, &k->times)) k->times = 1;
    k->at_once = scan_char(s, '!');
    char letter = scan_peek(s);
    if (!letter || !(found = strchr(letters, letter))) return false;
    s->at++;
    k->pin = (int)(found - letters);
    return true;
}

bool perudo_keys_begin(perudo_keys *k, const char *script, perudo_times times, uint64_t pace,
                       error *e) {
    uint64_t ticks;
    scan at;
    perudo_keys start = {.pace = pace, .times_of_board = times, .rest = scan_string(script)};
    *k = start;
    do scan_blanks(&k->rest), at = k->rest;
    while (read_key(k, &ticks));
    if (!scan_done(&at))
        return error_set(e,
                         "'%.20s' is not a key; use p n e d (previous, next, enter, doubt), g, "
                         "r, (500ms), !n or 3n",
                         at.at);
    *k = start;
    return true;
}

int perudo_leads_on(perudo_place place) {
    switch (place) {
    case PERUDO_AT_GO_ON:
    case PERUDO_AT_MACHINE_GO_ON: return PERUDO_NEXT;
    case PERUDO_AT_MACHINE:
    case PERUDO_AT_DOUBTED: return PERUDO_ENTER;
    case PERUDO_AT_SHOWN: return PERUDO_DOUBT;
    default: return -1;
    }
}

static uint64_t held(const perudo_keys *k) {
    return UART_FRAME * (uint64_t)k->times_of_board.bit + k->times_of_board.debounce;
}

static perudo_keys_step advance(uint64_t ticks) {
    return (perudo_keys_step){.what = KEYS_ADVANCE, .value = ticks};
}

/* A pin to set; reset is active low. */
static perudo_keys_step set(int pin, bool pressed) {
    bool high = pressed == (pin != PERUDO_RESET_N);
    return (perudo_keys_step){.what = KEYS_SET, .pin = pin, .value = high};
}

/* Until the line may be free. */
static perudo_keys_step wait_for_line(const perudo_keys *k, const device *d) {
    uint64_t ticks =
        d->kind->next_change ? d->kind->next_change(d, UINT64_C(1) << PERUDO_ENABLE) : DEVICE_NEVER;
    return advance(ticks == DEVICE_NEVER ? held(k) : ticks);
}

perudo_keys_step perudo_keys_next(perudo_keys *k, const device *d) {
    uint64_t ticks = 0;
    for (;;) switch (k->phase) {
        case KEYS_READ:
            if (k->times == 0 && !read_key(k, &ticks)) return (perudo_keys_step){.what = KEYS_DONE};
            if (k->pin == A_WAIT) {
                k->times = 0;
                return advance(ticks);
            }
            k->phase = KEYS_PACE;
            break;
        case KEYS_PACE:
            k->phase = KEYS_FREE;
            if (k->pace) return advance(k->pace);
            break;
        case KEYS_FREE:
            if (!device_get(d, PERUDO_ENABLE) && !k->at_once && k->pin != PERUDO_RESET_N)
                return wait_for_line(k, d);
            if (k->going_on) k->pin = perudo_leads_on(perudo_place_at(d));
            if (k->pin < 0) k->times = 0;
            k->phase = k->pin < 0 ? KEYS_READ : KEYS_DOWN;
            break;
        case KEYS_DOWN: k->phase = KEYS_HELD; return set(k->pin, true);
        case KEYS_HELD: k->phase = KEYS_UP; return advance(held(k));
        case KEYS_UP: k->phase = KEYS_LIFTED; return set(k->pin, false);
        case KEYS_LIFTED: /* the board must see it released before the next press */
            k->phase = KEYS_READ;
            if (!k->going_on) k->times--;
            return advance(1 + k->times_of_board.debounce);
        }
}
