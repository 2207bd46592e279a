/* What the files of links/ share and nobody else needs. */
#ifndef DAMERO_LINK_PRIVATE_H
#define DAMERO_LINK_PRIVATE_H

#include <pthread.h>
#include <sys/types.h>
#include <termios.h>

#include "links/keeper.h"
#include "links/link.h"

typedef struct link_private {
    char *queue; /* bytes that wait to be written */
    size_t queue_at, queued;
    link_moment *trace; /* grows up to LINK_TRACE, then its older half goes */
    size_t traced, trace_capacity;
    int listening;         /* listen: the socket that accepts, or -1 */
    bool joined;           /* the other side has been there */
    struct termios before; /* serial: settings to restore */
    bool restore;
    pid_t child;    /* program: bubblewrap or its warden, leader of a session; 0: none */
    bool ended;     /* waited for; `child_status` is valid */
    keeper *keeper; /* of the child, until it is waited for */
    size_t memory;  /* what it may use */
    bool too_large; /* it was ended because it used more */
    bool relayed;   /* `relay` is a thread that shows what it writes to its standard error */
    pthread_t relay;
    int child_status;
} link_private;

/* An end without descriptors; NULL with an error where there is no memory. */
link_end *link_new(link_kind, const char *name, error *);

/* Makes a descriptor non-blocking and closed on exec. */
bool link_tame(int descriptor);

/* Closes this descriptor and all above it. Calls nothing but the system. */
void link_close_from(int first);

/* Waits for events on a descriptor; false when the deadline passes first. */
bool link_poll(int descriptor, short events, int64_t deadline, short *happened);

/* Spelling alone; `usual` is the host where none is named, NULL where one must be. */
#define LINK_THIS_MACHINE "127.0.0.1"
bool link_check_speed(const char *device, int baud, error *);
bool link_check_address(const char *what, const char *address, const char *usual, error *);

link_end *link_open_serial(const char *device, int baud, error *);
link_end *link_open_pty(error *);
link_end *link_open_tcp(const char *address, error *);
link_end *link_open_listen(const char *address, error *);
link_end *link_open_program(const char *command, const link_options *, error *);

link_status link_join_pty(link_end *, int64_t deadline);
link_status link_join_tcp(link_end *, int64_t deadline);
link_status link_join_listen(link_end *, int64_t deadline);

void link_close_serial(link_end *);
void link_close_program(link_end *);
void link_watch_program(link_end *); /* notes whether it has ended, after it closed its output */

#endif
