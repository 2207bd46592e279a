#include "cli/boards/joystick.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "boards/perudo/perudo_board.h"

/* As in linux/joystick.h, which some systems lack. */
typedef struct js_event {
    uint32_t time;
    int16_t value;
    uint8_t type, number;
} js_event;

enum { JS_BUTTON = 1, JS_AXIS = 2, HALF_WAY = 16384 };

bool joystick_open(joystick *j, const char *path, error *e) {
    *j = (joystick){.file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)};
    return j->file >= 0 || error_set(e, "--joystick: %s: %s", path, strerror(errno));
}

void joystick_close(joystick *j) {
    if (j->file >= 0) close(j->file);
    j->file = -1;
}

/* Odd axes go up and down, up being negative. */
static int axis_moved(joystick *j, const js_event *event) {
    if (event->number >= JOYSTICK_AXES) return -1;
    signed char way = (signed char)((event->value > HALF_WAY) - (event->value < -HALF_WAY)),
                before = j->way[event->number];
    j->way[event->number] = way;
    if (way == 0 || way == before) return -1;
    bool forward = event->number % 2 ? way < 0 : way > 0;
    return forward ? PERUDO_NEXT : PERUDO_PREVIOUS;
}

static int button_moved(const js_event *event) {
    if (!event->value || event->number > 1) return -1;
    return event->number == 0 ? PERUDO_ENTER : PERUDO_DOUBT;
}

/* Events that report the initial state have another type and are dropped. */
int joystick_pressed(joystick *j) {
    js_event event;
    while (j->file >= 0 && read(j->file, &event, sizeof event) == (ssize_t)sizeof event) {
        int pin = event.type == JS_BUTTON ? button_moved(&event)
                  : event.type == JS_AXIS ? axis_moved(j, &event)
                                          : -1;
        if (pin >= 0) return pin;
    }
    return -1;
}
