/* perudo_line - the line of a real Perudo board, shown to everyone who watches it in the page.
 *
 * There is one such line per server: `serve --perudo-view LINK`, or the organiser names it in the
 * page. A thread opens the link, reads it, and opens it again a second after it failed or was hung
 * up; it waits for nothing else, so a device that hangs never holds up the server. All other
 * functions belong to the server's thread.
 *
 * A watcher gets the state of the line, what is needed to show the scene that the game is in, and
 * then every byte and event as it arrives (docs/api.md).
 */
#ifndef DAMERO_SERVER_PERUDO_LINE_H
#define DAMERO_SERVER_PERUDO_LINE_H

#include "protocols/perudo_view.h"
#include "server/desk.h"

typedef struct perudo_line perudo_line;
typedef struct perudo_watcher perudo_watcher;

typedef struct perudo_line_setup {
    void (*wake)(void *context); /* called by the thread: perudo_line_run has something to do */
    /* The line's state has changed, in words for the operator's terminal; NULL: nobody listens. */
    void (*told)(void *context, const char *words);
    void *context;
} perudo_line_setup;

perudo_line *perudo_line_create(const perudo_line_setup *, error *);
void perudo_line_destroy(perudo_line *); /* NULL is allowed; all watchers have left */

/* Listens to this link (links/link.h) from now on instead of the last one; "": to none. False if
 * the text is not a link, or names a program. */
bool perudo_line_set(perudo_line *, const char *link, error *);

/* Takes in what has arrived, and tells all watchers. */
void perudo_line_run(perudo_line *);

/* {link, name, state, why}: the link as it was named, its address for the other side, and "none",
 * "waiting", "open" or "failed". */
json_t *perudo_line_state(const perudo_line *);

perudo_watcher *perudo_line_watch(perudo_line *, desk_socket);
void perudo_line_greet(const perudo_watcher *); /* once messages can be sent: the present scene */
void perudo_line_leave(perudo_watcher *);

/* Messages of a stream, for this line and for our own boards (lab.h). */
message *perudo_heard_message(const perudo_viewer *, const perudo_view_event *);
message *perudo_bytes_message(const char *bytes, size_t count);

#endif
