#include "referee/timing.h"

seat_clock timing_start(time_control control) {
    if (!control.patience) control.patience = TIMING_PATIENCE_SECONDS * INT64_C(1000000000);
    return (seat_clock){.control = control, .left = control.game, .bank = control.overage};
}

/* What a move may take without touching the bank. */
static int64_t regular(const seat_clock *c) {
    if (!c->control.move) return c->left;
    return c->control.game && c->left < c->control.move ? c->left : c->control.move;
}

int64_t timing_allowed(const seat_clock *c) {
    return timing_runs(c) ? regular(c) + c->bank : c->control.patience;
}

bool timing_charge(seat_clock *c, int64_t used) {
    if (used > timing_allowed(c)) return false;
    if (!timing_runs(c)) return true;
    int64_t over = used - regular(c);
    if (over > 0) {
        c->bank -= over;
        used -= over;
    }
    if (c->control.game) c->left += c->control.increment - used;
    return true;
}
