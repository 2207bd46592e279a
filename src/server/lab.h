/* lab - the laboratory's boards in the page: one device for each socket, in real time.
 *
 * What a person does at keys, switches and buttons comes in as JSON, what the board shows goes out:
 * its pins, its picture (binary), the bytes on its serial line (docs/api.md).
 */
#ifndef DAMERO_SERVER_LAB_H
#define DAMERO_SERVER_LAB_H

#include "server/desk.h"

enum { LAB_TICK_MS = 50, LABS_MAX = 32 };

typedef struct lab lab;

/* The board of that name, powered on; NULL where there is none. */
lab *lab_open(const char *board, desk_socket, error *);
void lab_close(lab *);

void lab_receive(lab *, const char *bytes, size_t length);

/* Lets the time pass that has passed, and tells what has changed. */
void lab_run(lab *);

/* One that reads slowly has caught up: it gets everything anew. */
void lab_drained(lab *);

#endif
