/* common_memory - memory that processes of one user share on one machine, by its name.
 *
 * It is a file in /dev/shm, zeroed at first, which exists as long as somebody has it open: whoever
 * has it open holds a lock, and the last one removes the file. A file that killed processes have
 * left behind is used again by those who ask for the same name, and removed by those who ask for
 * another. All of it is reserved at once, since a process that touches a page for which there is no
 * room is killed. */
#ifndef DAMERO_CLI_COMMON_MEMORY_H
#define DAMERO_CLI_COMMON_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct common_memory {
    void *start; /* aligned to a page; NULL: none */
    size_t bytes;
    uint64_t id; /* everybody with this id has the same memory */
    int file;
    char path[80];
} common_memory;

/* Names consist of letters, digits and hyphens. False if it cannot be had: no /dev/shm, or not
 * enough room there. */
bool common_memory_open(common_memory *, const char *name, size_t bytes);
void common_memory_close(common_memory *);

#endif
