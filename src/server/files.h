/* files - the page: built into the program, or a folder for development. */
#ifndef DAMERO_SERVER_FILES_H
#define DAMERO_SERVER_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "server/message.h"

/* A built-in file (embed.py makes the table), compressed. */
typedef struct built_in_file {
    const char *path; /* "/app.js" */
    const char *type, *etag;
    const unsigned char *bytes;
    size_t length;
} built_in_file;

extern const built_in_file built_in_files[]; /* ends with one without a path */

typedef struct page_file {
    message *body; /* the receiver releases it */
    char type[64], etag[80];
    bool compressed; /* with gzip */
    bool lasting;    /* its name has a hash of its contents: it never changes */
} page_file;

/* The file of a path; a path without an extension is one of the page's own, served by index.html.
 * `folder` is NULL for the built-in files. Symbolic links below a folder are not followed. False if
 * there is none; without memory its body is NULL. */
bool files_find(const char *folder, const char *path, page_file *);

/* Decompresses a file, for clients that do not accept gzip. False if there is no memory. */
bool files_unpack(page_file *);

#endif
