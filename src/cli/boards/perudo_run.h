/* perudo_run - a running Perudo board: its device, a receiver on its line, and the link to a view.
 *
 * The board's bytes are received at its TX pin, as by a real view, and forwarded to the link. The
 * view may connect and disconnect; without one the bytes are lost, as on a real line.
 */
#ifndef DAMERO_PERUDO_RUN_H
#define DAMERO_PERUDO_RUN_H

#include <stdatomic.h>

#include "boards/perudo/keys.h"
#include "cli/boards/joystick.h"
#include "cli/boards/perudo_scene.h"
#include "cli/boards/session.h"
#include "links/link.h"

typedef struct perudo_run {
    device *device;
    bool ours;              /* a perudo_board; else a design, known by its pins alone */
    perudo_times times;     /* by its settings */
    board_session *session; /* lets time pass */
    uart_receiver ear;
    const char *spec; /* of the link; NULL: none */
    link_end *link;
    bool there;    /* a view is connected */
    bool lost;     /* it hung up and cannot reconnect */
    bool printing; /* no link: bytes go to standard output */
    bool pacing;   /* bytes leave at their tick in real time */
    int64_t start; /* the time of tick 0 */
    const atomic_bool *stop;
    perudo_viewer view; /* receives the same bytes as a view */
    scene_story story;
    scene_style style;
    bool live;      /* on a terminal, with the panel */
    joystick stick; /* in addition to the keyboard */
} perudo_run;

/* What a button would do now, in words; NULL: nothing. */
static inline const char *perudo_run_offers(const perudo_run *r, int button) {
    return r->ours ? perudo_board_offers((const perudo_board *)r->device, button)
                   : perudo_place_offers(perudo_place_at(r->device), button);
}

/* Lets time pass up to a tick, forwarding the bytes on the line. */
void perudo_run_until(perudo_run *, uint64_t tick);

/* Checks whether a view is connected; also discards its input, which means nothing. */
void perudo_run_look(perudo_run *);

/* The buttons by hand, on the terminal, until `q`. */
void perudo_run_by_hand(perudo_run *);

#endif
