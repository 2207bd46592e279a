/* The Perudo board by hand: a panel with its buttons, and the view below it. */
#include <string.h>

#include "base/clock.h"
#include "cli/boards/design.h"
#include "cli/boards/perudo_run.h"
#include "cli/terminal.h"

enum {
    TICK = 20,         /* nanoseconds */
    PANEL = 6,         /* lines */
    TABLE = 16,        /* lines of a scene without its story */
    COLUMN = 20,       /* width of a button */
    QUEUE = 16,        /* presses that wait for the last one to be released */
    RESTING = 30000000 /* nanoseconds between two checks when nothing moves */
};

static const char *const names[] = {"previous", "next", "enter", "doubt"};
static const char *const caps[] = {" <-", " ->", "", " d"};

typedef struct hand {
    perudo_run *run;
    int waiting[QUEUE], count;
    int held;        /* the pressed pin, or -1 */
    uint64_t let_go; /* the tick at which it is released */
    char note[80];   /* the result of the last press */
    terminal screen;
} hand;

static void write_panel(const hand *h, text *t) {
    const perudo_run *r = h->run;
    perudo_place place = perudo_place_at(r->device);
    static const char *const states[] = {"idle",           "preparation", "your turn",
                                         "machine's turn", "check",       "end"};
    bool colour = r->style.colour, free = device_get(r->device, PERUDO_ENABLE);
    const char *bold = colour ? "\033[1m" : "", *dim = colour ? "\033[2m" : "",
               *plain = colour ? "\033[0m" : "";
    text_addf(t, " %sPerudo board%s  %s", bold, plain, states[perudo_place_state(place)]);
    if (perudo_place_step(place)) text_addf(t, ", %s", perudo_place_name(place));
    text_addf(t, "   line %s", free ? "free" : "busy");
    if (r->link)
        text_addf(t, "   %s: %s", r->link->name,
                  r->there  ? "a view is connected"
                  : r->lost ? "hung up"
                            : "no view yet");
    text_add(t, "\n\n");
    for (int i = 0; i < PERUDO_BUTTONS; i++) {
        bool offers = free && perudo_run_offers(r, i);
        char label[40];
        text l = text_over(label, sizeof label);
        text_addf(&l, "[%s%s]%s", names[i], caps[i], h->held == i ? " *" : "");
        text_addf(t, " %s%-*s%s", offers ? bold : dim, COLUMN - 1, label, plain);
    }
    text_add_char(t, '\n');
    for (int i = 0; i < PERUDO_BUTTONS; i++) {
        const char *offer = perudo_run_offers(r, i);
        char label[60];
        text l = text_over(label, sizeof label);
        text_addf(&l, "%s", offer ? offer : "-");
        text_addf(t, " %s%-*s%s", offer ? "" : dim, COLUMN - 1, label, plain);
    }
    text_addf(t, "\n\n %-40s %sspace continues, r resets, q ends%s\n", h->note, dim, plain);
}

static void draw(hand *h) {
    char lines[SCENE_BYTES + 2000];
    int rows, columns;
    text t = text_over(lines, sizeof lines);
    write_panel(h, &t);
    terminal_size(&rows, &columns);
    scene_story told = h->run->story;
    int room = rows - PANEL - TABLE;
    if (room < 0) room = 0;
    if (told.count > room) {
        memmove(told.line[0], told.line[told.count - room], sizeof told.line[0] * (size_t)room);
        told.count = room;
    }
    scene_write(&h->run->view, &told, h->run->style, &t);
    terminal_show(&h->screen, lines);
}

static void say(hand *h, const char *what) {
    text note = text_over(h->note, sizeof h->note);
    text_add(&note, what);
}

/* Presses for one byte time, and reports the effect. */
static void press(hand *h, int pin) {
    perudo_run *r = h->run;
    text note = text_over(h->note, sizeof h->note);
    if (pin == PERUDO_RESET_N) {
        text_add(&note, "reset");
    } else {
        const char *offer = perudo_run_offers(r, pin);
        bool free = device_get(r->device, PERUDO_ENABLE);
        text_addf(&note, "%s: %s", names[pin],
                  !free   ? "lost, the line was busy"
                  : offer ? offer
                          : "does nothing here");
    }
    device_set(r->device, pin, pin != PERUDO_RESET_N);
    h->held = pin;
    h->let_go = r->device->now + UART_FRAME * (uint64_t)r->times.bit + r->times.debounce;
}

static int pin_of_key(const hand *h, int key) {
    switch (key) {
    case TERMINAL_LEFT:
    case TERMINAL_DOWN:
    case 'p': return PERUDO_PREVIOUS;
    case TERMINAL_RIGHT:
    case TERMINAL_UP:
    case 'n': return PERUDO_NEXT;
    case TERMINAL_ENTER:
    case 'e': return PERUDO_ENTER;
    case 'd': return PERUDO_DOUBT;
    case 'r': return PERUDO_RESET_N;
    case ' ': return perudo_leads_on(perudo_place_at(h->run->device));
    default: return -1;
    }
}

/* Advances the board to the present. A waiting press follows once the board has seen the last one
 * released. */
static void keep_up(hand *h) {
    perudo_run *r = h->run;
    uint64_t now = !design_is(r->device) ? (uint64_t)(clock_now() - r->start) / TICK
                                         : r->device->now + DESIGN_SLICE,
             gap = 1 + r->times.debounce;
    while (h->held >= 0 && h->let_go <= now) {
        perudo_run_until(r, h->let_go);
        device_set(r->device, h->held, h->held == PERUDO_RESET_N);
        h->held = -1;
        perudo_run_until(r, h->let_go + gap);
        if (h->count == 0) break;
        press(h, h->waiting[0]);
        memmove(h->waiting, h->waiting + 1, sizeof *h->waiting * (size_t)--h->count);
    }
    perudo_run_until(r, now);
    perudo_run_look(r);
}

void perudo_run_by_hand(perudo_run *r) {
    static hand h;
    h = (hand){.run = r, .held = -1};
    if (!terminal_open(&h.screen, NULL)) return;
    for (;;) {
        keep_up(&h);
        draw(&h);
        bool busy = h.held >= 0 || !device_get(r->device, PERUDO_ENABLE);
        int key = terminal_key(clock_now() + (busy ? RESTING / 15 : RESTING));
        if (key == 'q' || key == TERMINAL_INTERRUPT || key == TERMINAL_GONE) break;
        int pin = pin_of_key(&h, key);
        if (pin < 0) pin = joystick_pressed(&r->stick);
        if (pin < 0 && key == ' ') say(&h, "choose a button yourself here");
        if (pin < 0) continue;
        keep_up(&h);
        if (h.held < 0) press(&h, pin);
        else if (h.count < QUEUE) h.waiting[h.count++] = pin;
    }
    terminal_close(&h.screen);
}
