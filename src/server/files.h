/* files - the page: what is built into the program, or a folder for those who work on it. */
#ifndef DAMERO_SERVER_FILES_H
#define DAMERO_SERVER_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "server/message.h"

/* A file that is built in (embed.py makes the table), compressed. */
typedef struct built_in_file {
    const char *path; /* "/app.js" */
    const char *type, *etag;
    const unsigned char *bytes;
    size_t length;
} built_in_file;

extern const built_in_file built_in_files[]; /* ends with one without path */

typedef struct page_file {
    message *body; /* the receiver's to release */
    char type[64], etag[80];
    bool compressed; /* with gzip */
    bool lasting;    /* its name has a hash of what is in it: it never changes */
} page_file;

/* The file of a path; a path without an extension is one of the page's own, which index.html
 * serves. `folder` is NULL for what is built in. Symbolic links below a folder are not followed.
 * False if there is none. */
bool files_find(const char *folder, const char *path, page_file *);

/* Makes a compressed file plain, for those who do not take gzip. False where there is no memory. */
bool files_unpack(page_file *);

/* Whether a page is built in at all. */
bool files_built_in(void);

#endif
