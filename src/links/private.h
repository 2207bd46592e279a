/* Shared by the files of links/ only. */
#ifndef DAMERO_LINK_PRIVATE_H
#define DAMERO_LINK_PRIVATE_H

#include <pthread.h>
#include <sys/types.h>
#include <termios.h>

#include "links/link.h"
#include "links/memory_guard.h"

typedef struct link_private {
    char *queue; /* bytes that wait to be written */
    size_t queue_at, queued;
    int listening;         /* listen: the socket that accepts, or -1 */
    bool joined;           /* the other side has connected at least once */
    int refusal;           /* tcp: the error number of a connection that failed */
    struct termios before; /* serial: settings to restore */
    bool restore;
    pid_t child;         /* program: bubblewrap or its warden, leader of a session; 0: none */
    bool ended;          /* waited for; `child_status` is valid */
    memory_guard *guard; /* of the child, until it is waited for */
    size_t memory;       /* its limit */
    bool too_large;      /* it was killed because it used more */
    /* Its standard error, read by a thread: */
    bool relayed; /* there is one */
    pthread_t relay;
    int errors;            /* the thread's end of the pipe, */
    int enough;            /* and an eventfd: read what is there, and end */
    bool errors_shown;     /* on ours too, */
    char label[LINK_NAME]; /* after this, */
    bool in_line;          /* unless its last line has not ended */
    pthread_mutex_t lock;  /* of the last bytes it has written, */
    pthread_cond_t over;
    char words[LINK_WORDS];
    size_t word_count;
    bool words_over; /* and whether there will be more */
    int child_status;
} link_private;

/* An end without descriptors; NULL with an error if there is no memory. */
link_end *link_new(link_kind, const char *name, error *);

/* Makes a descriptor non-blocking and closed on exec. */
bool link_tame(int descriptor);

/* Closes this descriptor and all above it. Makes only system calls. */
void link_close_from(int first);

/* Waits for events on a descriptor; false if the deadline passes first. */
bool link_poll(int descriptor, short events, int64_t deadline, short *happened);

/* Checks the spelling only; `usual` is the default host, or NULL if a host is required. */
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
void link_watch_program(
    link_end *); /* checks whether the program has ended, after it closed its output */

#endif
