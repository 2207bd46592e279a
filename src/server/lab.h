/* lab - the laboratory boards in the page: one device for each socket, in real time.
 *
 * Keys, switches and buttons come in as JSON; the board's outputs go out: its pins, its picture
 * (binary), the bytes on its serial line (docs/api.md).
 */
#ifndef DAMERO_SERVER_LAB_H
#define DAMERO_SERVER_LAB_H

#include "server/desk.h"
#include "server/lab_design.h"

enum { LAB_TICK_MS = 50, LABS_MAX = 32 };

typedef struct lab lab;

/* The board of that name, powered on: ours, or the operator's design of it; NULL if there is none.
 */
lab *lab_open(const char *board, desk_socket, const lab_designs *, error *);
void lab_close(lab *);
bool lab_is_design(const lab *); /* in a simulator */

void lab_receive(lab *, const char *bytes, size_t length);

/* Advances the board to the present, and sends what has changed. If that takes more than `work` of
 * processor time, the board stays behind: it is as slow as it is costly to simulate. */
void lab_run(lab *, int64_t work);

/* A slow reader has caught up: it gets everything again. */
void lab_drained(lab *);

#endif
