#include "referee/timing.h"
#include "base/clock.h"

seat_clock timing_start(time_control control) {
    if (!control.patience) control.patience = TIMING_PATIENCE_SECONDS * SECOND;
    return (seat_clock){.control = control, .left = control.game, .bank = control.overage};
}

/* The time a move may take without using the bank. */
static int64_t regular(const seat_clock *c) {
    if (!c->control.move) return c->left;
    return c->control.game && c->left < c->control.move ? c->left : c->control.move;
}

int64_t timing_allowed(const seat_clock *c) {
    return timing_runs(c) ? regular(c) + c->bank + c->control.margin : c->control.patience;
}

bool timing_charge(seat_clock *c, int64_t used) {
    if (used > timing_allowed(c)) return false;
    if (!timing_runs(c)) return true;
    int64_t over = used - regular(c);
    if (over > 0) {
        c->bank = c->bank > over ? c->bank - over : 0; /* the margin is not charged */
        used -= over;
    }
    if (c->control.game) c->left += c->control.increment - used;
    return true;
}
