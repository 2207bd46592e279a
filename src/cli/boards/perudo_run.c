#include "cli/boards/perudo_run.h"

#include <poll.h>
#include <time.h>

#include "base/clock.h"
#include "cli/stop.h"

enum { TICK = 20 }; /* nanoseconds */

void perudo_run_look(perudo_run *r) {
    char bytes[256];
    size_t count;
    if (!r->link || r->lost) return;
    if (r->link->kind == LINK_PTY) {
        struct pollfd p = {.fd = r->link->in, .events = POLLIN};
        poll(&p, 1, 0);
        r->there = !(p.revents & POLLHUP);
    } else if (!r->there) {
        link_status status = link_join(r->link, 0);
        r->there = status == LINK_OK;
        r->lost = status == LINK_CLOSED;
    }
    if (!r->there || link_read(r->link, bytes, sizeof bytes, 0, &count) != LINK_CLOSED) return;
    r->there = false;
    if (r->link->kind == LINK_LISTEN) {
        r->link = cli_listen_again(r->link);
        r->lost = !r->link;
    } else if (r->link->kind != LINK_PTY) {
        r->lost = true;
    }
}

/* Waits in small steps for the time of the device's tick, so that Ctrl-C ends it. */
static void keep_pace(perudo_run *r) {
    int64_t moment = r->start + (int64_t)r->device->now * TICK;
    while (!atomic_load(r->stop)) {
        int64_t left = moment - clock_now();
        if (left <= 0) return;
        perudo_run_look(r);
        if (left > 20000000) left = 20000000;
        nanosleep(&(struct timespec){.tv_nsec = left}, NULL);
    }
}

static void pass_on(perudo_run *r, char byte) {
    perudo_view_event e = perudo_view_hear(&r->view, byte);
    scene_tell(&r->story, &r->view, &e);
    if (r->pacing) keep_pace(r);
    if (r->printing) putchar(byte);
    if (r->link && r->there) link_put(r->link, &byte, 1);
}

void perudo_run_until(perudo_run *r, uint64_t tick) {
    device *d = r->device;
    uint8_t byte;
    while (d->now < tick && !atomic_load(r->stop)) {
        /* Within a byte up to the next look at the line, else up to its next edge. */
        uint64_t left = tick - d->now, look = uart_next_look(&r->ear, d->now);
        if (look) board_session_pass(r->session, look < left ? look : left);
        else board_session_step(r->session, UINT64_C(1) << PERUDO_TX, left);
        if (uart_listen(&r->ear, d, PERUDO_TX, &byte)) pass_on(r, (char)byte);
    }
    if (r->pacing) keep_pace(r);
}
