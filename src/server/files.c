#include "server/files.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "server/gzip.h"

enum { FILE_MOST = 16 << 20 };

static const char no_page[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
    "<meta name=\"viewport\" content=\"width=device-width\"><title>Damero</title>"
    "<h1>Damero is running</h1>"
    "<p>The page is not built into this program. To build it:</p>"
    "<pre>(cd web &amp;&amp; npm ci)\nscript/server</pre>"
    "<p>The API is available nevertheless: <a href=\"/api/games\">/api/games</a>, "
    "<a href=\"/api/matches\">/api/matches</a>; see docs/api.md.</p></html>\n";

static void set(char *to, size_t size, const char *from) {
    text t = text_over(to, size);
    text_add(&t, from);
}

static const char *extension_of(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    return dot && (!slash || dot > slash) ? dot : NULL;
}

/* NAME-XXXXXXXX.EXTENSION, the bundler's naming scheme. */
static bool is_lasting(const char *path) {
    const char *dot = strrchr(path, '.'), *dash = strrchr(path, '-');
    return dot && dash && dot - dash == 9;
}

static bool find_built_in(const char *path, page_file *f) {
    for (const built_in_file *b = built_in_files; b->path; b++) {
        if (strcmp(b->path, path) != 0) continue;
        f->body = message_of_bytes(b->bytes, b->length, false);
        f->compressed = true;
        f->lasting = is_lasting(path);
        set(f->type, sizeof f->type, b->type);
        set(f->etag, sizeof f->etag, b->etag);
        return true;
    }
    bool page_is_built_in = built_in_files[0].path;
    if (page_is_built_in || strcmp(path, "/index.html") != 0) return false;
    f->body = message_of_bytes(no_page, sizeof no_page - 1, false);
    set(f->type, sizeof f->type, "text/html; charset=utf-8");
    set(f->etag, sizeof f->etag, "\"none\"");
    return true;
}

static const char *type_of(const char *path) {
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".webmanifest", "application/json"},
        {".woff2", "font/woff2"},
        {".ico", "image/vnd.microsoft.icon"},
        {".wasm", "application/wasm"},
        {".txt", "text/plain; charset=utf-8"},
        {".map", "application/json"},
        {".mp3", "audio/mpeg"},
        {".ogg", "audio/ogg"},
    };
    const char *extension = extension_of(path);
    for (size_t i = 0; extension && i < sizeof types / sizeof *types; i++)
        if (strcmp(extension, types[i][0]) == 0) return types[i][1];
    return "application/octet-stream";
}

/* Opens a file below the folder, part by part, without following any symbolic link below it, so
 * that none can lead out. Names that begin with a dot are not served. */
static int open_below(const char *folder, const char *path) {
    int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (at >= 0 && *path) {
        char name[NAME_MAX + 1];
        text t = text_over(name, sizeof name);
        path += *path == '/';
        size_t length = strcspn(path, "/");
        text_add_part(&t, path, length);
        path += length;
        int kind = *path ? O_RDONLY | O_DIRECTORY : O_RDONLY | O_NONBLOCK;
        int next = -1;
        if (length && *name != '.' && !t.full)
            next = openat(at, name, kind | O_CLOEXEC | O_NOFOLLOW);
        close(at);
        at = next;
    }
    return at;
}

/* Reads a whole regular file. */
static message *read_file(int file, struct stat *about) {
    message *m = NULL;
    if (file < 0) return NULL;
    if (fstat(file, about) == 0 && S_ISREG(about->st_mode) && about->st_size <= FILE_MOST) {
        char *bytes = malloc((size_t)about->st_size + 1);
        ssize_t got = bytes ? read(file, bytes, (size_t)about->st_size) : -1;
        if (got == about->st_size) m = message_of_bytes(bytes, (size_t)got, false);
        free(bytes);
    }
    close(file);
    return m;
}

static bool find_in_folder(const char *folder, const char *path, page_file *f) {
    struct stat about;
    f->body = read_file(open_below(folder, path), &about);
    if (!f->body) return false;
    text etag = text_over(f->etag, sizeof f->etag);
    text_addf(&etag, "\"%llx-%llx-%lx\"", (unsigned long long)about.st_size,
              (unsigned long long)about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
    set(f->type, sizeof f->type, type_of(path));
    return true;
}

bool files_find(const char *folder, const char *path, page_file *f) {
    *f = (page_file){0};
    if (!extension_of(path)) path = "/index.html";
    return folder ? find_in_folder(folder, path, f) : find_built_in(path, f);
}

bool files_unpack(page_file *f) {
    message *plain = gzip_unpack(f->body);
    if (!plain) return false;
    message_release(f->body);
    f->body = plain;
    f->compressed = false;
    return true;
}
