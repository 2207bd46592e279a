/* tables_work - the endgame tables of Damas built by workers: a job for each slice and its mirror.
 *
 * A job is handed out when the slices that it needs are finished. The result of a job is the files
 * of its slices, so machines need no common folder: each 8 bytes of length, lowest first, and the
 * image (engines/damas/tables.h). */
#ifndef DAMERO_CLI_TABLES_WORK_H
#define DAMERO_CLI_TABLES_WORK_H

#include "cli/crew.h"
#include "engines/damas/build.h"

typedef struct tables_work {
    store *journal;
    const char *rules;           /* settings of the game, as text; "": none */
    const damas_material *order; /* what is to be built */
    int count;
    const atomic_bool *stop;
    void *context;
    /* Takes the image of a finished slice. */
    bool (*save)(void *context, const void *image, size_t length, error *);
    /* Now and then, and after each slice. */
    void (*progress)(void *context, int done, uint64_t positions, uint64_t all);
} tables_work;

/* Lets workers build all of it. */
bool tables_work_lead(const tables_work *, error *);

/* Builds slices for that, as a worker. */
bool tables_work_do(crew_lane *, const store_work *, error *);

#endif
