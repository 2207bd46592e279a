/* perudo_run - a Perudo board at work: its device, an ear on its line, and the link to a view.
 *
 * The board's bytes are heard at its TX pin, as a real view would hear them, and go on to the link.
 * The view at the other end may come and go; without one the bytes are lost, as on a real line.
 */
#ifndef DAMERO_PERUDO_RUN_H
#define DAMERO_PERUDO_RUN_H

#include <stdatomic.h>

#include "boards/perudo/keys.h"
#include "cli/board_session.h"
#include "cli/perudo_scene.h"
#include "links/link.h"

typedef struct perudo_run {
    device *device;
    board_session *session; /* through which time passes */
    uart_receiver ear;
    const char *spec; /* of the link; NULL: none */
    link_end *link;
    bool there;    /* a view is at the other end */
    bool lost;     /* it hung up and cannot come back */
    bool printing; /* no link: bytes go to standard output */
    bool pacing;   /* bytes leave when their tick has come in real time */
    int64_t start; /* when tick 0 was */
    const atomic_bool *stop;
    perudo_viewer view; /* hears what a view hears */
    scene_story story;
    scene_style style;
    bool live; /* on a terminal, with the panel */
} perudo_run;

static inline perudo_board *perudo_run_board(const perudo_run *r) {
    return (perudo_board *)r->device;
}

/* Lets time pass up to a tick, passing on what the line carries. */
void perudo_run_until(perudo_run *, uint64_t tick);

/* Looks whether a view is there; also reads away what it sends, which means nothing. */
void perudo_run_look(perudo_run *);

/* The buttons by hand, on the terminal that there is, until `q`. */
void perudo_run_by_hand(perudo_run *);

#endif
