#include "protocols/hub_delay.h"

void hub_delay_new_game(hub_delay *d) { d->clock = 0; }

static void note(hub_delay *d, int64_t seen) {
    if (seen > d->longest) d->longest = seen;
}

void hub_delay_asked(hub_delay *d, int64_t now, int64_t clock, int64_t increment, int64_t waited) {
    d->longest = d->longest / 8 * 7;
    if (d->planned) note(d, d->spent - d->planned);
    if (d->clock && clock) note(d, d->clock - clock - d->spent);
    if (d->asked) note(d, waited - d->waited);
    d->clock = clock ? clock + increment : 0;
    d->waited = waited;
    d->asked = now;
}

void hub_delay_answered(hub_delay *d, int64_t now) { d->spent = now - d->asked; }

int64_t hub_delay_without(const hub_delay *d, int64_t limit, int64_t margin) {
    int64_t delay = d->longest / 4 * 5 + margin;
    return limit > 2 * delay ? limit - delay : limit / 2;
}
