/* joystick - a Linux joystick device (/dev/input/js0) as the Perudo board's four buttons.
 *
 * A stick or pad to the left or down is `previous`, to the right or up `next`; its first button is
 * `enter`, the second `doubt`. Each way out of the middle and each press of a button is one press.
 */
#ifndef DAMERO_CLI_JOYSTICK_H
#define DAMERO_CLI_JOYSTICK_H

#include "base/error.h"

enum { JOYSTICK_AXES = 8 };

typedef struct joystick {
    int file;                       /* -1: none, or unplugged */
    signed char way[JOYSTICK_AXES]; /* where each axis is: -1, 0 in the middle, 1 */
} joystick;

bool joystick_open(joystick *, const char *path, error *);
void joystick_close(joystick *);

/* The button that was pressed next, by its pin; -1: none so far. Does not wait. */
int joystick_pressed(joystick *);

#endif
