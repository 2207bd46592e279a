#define _GNU_SOURCE
#include "links/sandbox.h"

#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "links/filter.h"
#include "links/private.h"

/* Above every user that systemd or containers assign, with room for every pid. */
enum { FIRST_USER = 1900000000, FOLDERS = 64 };
#define OWN_USER  "--reuid=0000000000" /* the process whose pid it takes overwrites it */
#define OWN_GROUP "--regid=0000000000"

/* A folder or file, and its name inside. An empty `from` makes an empty folder. */
typedef struct shown {
    char from[PATH_MAX], to[PATH_MAX];
} shown;

typedef struct view {
    shown *folder;
    size_t count;
    bool too_many;
} view;

/* bubblewrap gets it too: the program can inspect bubblewrap's first process. */
static const char *const sandbox_environment[] = {"PATH=/usr/local/bin:/usr/bin:/bin",
                                                  "HOME=/tmp",
                                                  "TMPDIR=/tmp",
                                                  "DAMERO_SCRATCH=/tmp",
                                                  "LANG=C.UTF-8",
                                                  NULL};

static void add_copy(sandbox_call *c, const char *word) {
    if (c->count + 1 >= c->capacity) {
        size_t capacity = c->capacity ? 2 * c->capacity : 128;
        char **larger = realloc(c->word, capacity * sizeof *larger);
        c->no_memory = c->no_memory || !larger;
        if (!larger) return;
        c->word = larger;
        c->capacity = capacity;
    }
    c->word[c->count] = strdup(word);
    if (c->word[c->count]) c->word[++c->count] = NULL;
    else c->no_memory = true;
}

static void add(sandbox_call *c, const char *a, const char *b, const char *d) {
    add_copy(c, a);
    if (b) add_copy(c, b);
    if (d) add_copy(c, d);
}

void sandbox_destroy(sandbox_call *c) {
    for (size_t i = 0; i < c->count; i++) free(c->word[i]);
    free(c->word);
    *c = (sandbox_call){0};
}

/* Whether `path` is the folder or inside it; `rest` is then the part after the folder's name. */
static bool is_in(const char *path, const char *folder, const char **rest) {
    size_t length = strlen(folder);
    if (length == 1) length = 0; /* / */
    bool in = strncmp(path, folder, length) == 0 && (path[length] == '/' || !path[length]);
    if (in && rest) *rest = path + length;
    return in;
}

/* Folders that every sandbox has privately or shows anyway. */
static bool is_the_systems(const char *path) {
    static const char *const folders[] = {"/bin",   "/boot",  "/dev",    "/etc",  "/lib",
                                          "/lib32", "/lib64", "/libx32", "/proc", "/run",
                                          "/sbin",  "/sys",   "/usr"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (is_in(path, folders[i], NULL)) return true;
    return false;
}

/* Folders that hold more than one program's files. */
static bool is_common(const char *folder) {
    static const char *const common[] = {"/home", "/root", "/tmp", "/var", "/var/lib", "/var/tmp"};
    const char *home = getenv("HOME");
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (strcmp(folder, common[i]) == 0) return true;
    return strcmp(folder, "/") == 0 || (home && is_in(home, folder, NULL));
}

static void copy(char to[PATH_MAX], const char *from) {
    text t = text_over(to, PATH_MAX);
    text_add(&t, from);
}

static void show(view *v, const char *from, const char *to) {
    const char *below, *inside;
    for (size_t i = 0; i < v->count; i++)
        if (*v->folder[i].from && is_in(from, v->folder[i].from, &below) &&
            is_in(to, v->folder[i].to, &inside) && strcmp(below, inside) == 0)
            return;
    v->too_many = v->too_many || v->count == FOLDERS;
    if (v->too_many) return;
    shown *s = &v->folder[v->count++];
    copy(s->from, from);
    copy(s->to, to);
}

/* Cuts off the last name; / stays. */
static void cut(char *path) {
    char *slash = strrchr(path, '/');
    slash[slash == path] = '\0';
}

/* Shows the folder of a file, or a folder, under the name `to`, which may contain links. */
static void show_around(view *v, const char *to, bool folder) {
    char name[PATH_MAX], above[PATH_MAX], from[PATH_MAX];
    copy(name, to);
    if (!folder) cut(name);
    if (!folder && strcmp(strrchr(name, '/'), "/bin") == 0) {
        copy(above, name);
        cut(above);
        if (!is_common(above)) copy(name, above);
    }
    bool common = is_common(name) || (realpath(name, from) && is_common(from));
    if (common && folder) return;
    if (common) copy(name, to);
    if (realpath(name, from) && !is_the_systems(from) && !is_the_systems(name)) show(v, from, name);
}

/* Makes a path absolute and removes //, /. and NAME/.. from it; for the last, NAME must exist
 * inside, too. */
static bool spell_out(view *v, const char *path, char out[PATH_MAX]) {
    text t = text_over(out, PATH_MAX);
    char here[PATH_MAX];
    if (*path != '/') {
        if (!getcwd(here, sizeof here)) return false;
        text_add(&t, here);
    }
    while (*path) {
        size_t length = strcspn(path, "/");
        if (text_same(path, length, "..")) {
            if (t.length && !is_the_systems(out)) show(v, "", out);
            while (t.length && out[--t.length] != '/') continue;
            out[t.length] = '\0';
        } else if (length && !text_same(path, length, ".")) {
            if (!t.length || out[t.length - 1] != '/') text_add_char(&t, '/');
            text_add_part(&t, path, length);
        }
        path += length + (path[length] == '/');
    }
    if (!t.length) text_add_char(&t, '/');
    return !t.full;
}

/* One word of a command, if it names a file or folder. */
static void show_word(view *v, const char *word) {
    char name[PATH_MAX], real[PATH_MAX];
    struct stat about;
    if (!*word || stat(word, &about) != 0 || !(S_ISREG(about.st_mode) || S_ISDIR(about.st_mode)) ||
        !spell_out(v, word, name) || !realpath(word, real))
        return;
    show_around(v, name, S_ISDIR(about.st_mode));
    show_around(v, real, S_ISDIR(about.st_mode));
}

/* All words of a command. For --name=VALUE the value counts too. */
static void show_words(view *v, const char *command) {
    char word[PATH_MAX], quote = '\0';
    text t = text_over(word, sizeof word);
    for (const char *c = command;; c++) {
        bool ends = !*c || (!quote && strchr(" \t\n;&|<>()", *c));
        if (ends) {
            const char *value = strchr(word, '=');
            if (!t.full) show_word(v, word);
            if (!t.full && value) show_word(v, value + 1);
            if (!*c) return;
            t = text_over(word, sizeof word);
        } else if (*c == '\\' && quote != '\'' && c[1]) {
            text_add_char(&t, *++c);
        } else if (quote ? *c == quote : *c == '"' || *c == '\'') {
            quote = quote ? '\0' : *c;
        } else {
            text_add_char(&t, *c);
        }
    }
}

/* Outer folders first, so that none is mounted over one inside it. */
static int by_depth(const void *a, const void *b) {
    size_t x = strlen(((const shown *)a)->to), y = strlen(((const shown *)b)->to);
    return (x > y) - (x < y);
}

/* Mounts something empty over a file or folder that must not be read, under each of its names. */
static void hide(sandbox_call *c, const view *v, const char *path) {
    char real[PATH_MAX], name[PATH_MAX];
    struct stat about;
    const char *rest;
    if (!realpath(path, real) || stat(real, &about) != 0) return;
    for (size_t i = 0; i < v->count; i++) {
        if (!*v->folder[i].from || !is_in(real, v->folder[i].from, &rest)) continue;
        text t = text_over(name, sizeof name);
        text_addf(&t, "%s%s", v->folder[i].to, rest);
        if (S_ISDIR(about.st_mode)) {
            add(c, "--tmpfs", name, NULL);
            add(c, "--remount-ro", name, NULL);
        } else {
            add(c, "--ro-bind", "/dev/null", name);
        }
    }
}

static void hide_journal(sandbox_call *c, const view *v, const char *path) {
    static const char *const companions[] = {"", "-wal", "-shm", "-lines"};
    char name[PATH_MAX];
    for (size_t i = 0; path && i < sizeof companions / sizeof *companions; i++) {
        text t = text_over(name, sizeof name);
        text_addf(&t, "%s%s", path, companions[i]);
        if (!t.full) hide(c, v, name);
    }
}

/* Makes the folders above a path. bubblewrap does that automatically only for root. */
static void add_above(sandbox_call *c, const char *path) {
    char name[PATH_MAX];
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        text t = text_over(name, sizeof name);
        text_add_part(&t, path, (size_t)(slash - path));
        add(c, "--dir", name, NULL);
    }
}

static void add_mount(sandbox_call *c, const char *from, const char *to) {
    add_above(c, to);
    if (*from) add(c, "--ro-bind", from, to);
    else add(c, "--dir", to, NULL);
}

/* /usr, and the folders that modern systems link into it. From /etc the files that programs in /usr
 * need: the library paths, the alternatives, and Java's settings, which Debian keeps there. */
static void add_system(sandbox_call *c) {
    static const char *const folders[] = {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"},
                             *const settings[] = {"/etc/ld.so.cache", "/etc/alternatives",
                                                  "/etc/java-*-openjdk"};
    add(c, "--ro-bind", "/usr", "/usr");
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char target[PATH_MAX];
        ssize_t length = readlink(folders[i], target, sizeof target - 1);
        if (length >= 0) {
            target[length] = '\0';
            add(c, "--symlink", target, folders[i]);
        } else if (access(folders[i], F_OK) == 0) {
            add(c, "--ro-bind", folders[i], folders[i]);
        }
    }
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        glob_t found;
        if (glob(settings[i], 0, NULL, &found) != 0) continue;
        for (size_t k = 0; k < found.gl_pathc; k++)
            add_mount(c, found.gl_pathv[k], found.gl_pathv[k]);
        globfree(&found);
    }
}

static void add_scratch(sandbox_call *c, const char *folder) {
    char bytes[32];
    text t = text_over(bytes, sizeof bytes);
    text_addf(&t, "%d", SANDBOX_SCRATCH);
    add(c, "--perms", "1777", NULL);
    add(c, "--size", bytes, NULL);
    add(c, "--tmpfs", folder, NULL);
}

/* Whether we are the machine's root. The root of a container may be an ordinary user outside; then
 * files that always belong to the machine's root belong to another user. */
static bool is_root(void) {
    struct stat about;
    return geteuid() == 0 && (stat("/proc/sys/kernel", &about) != 0 || about.st_uid == 0);
}

/* The user inside: root's programs become a user without a name, others get one that owns nothing.
 */
static void add_user(sandbox_call *c, bool root) {
    add(c, "--cap-drop", "ALL", NULL);
    if (root) {
        add(c, "--cap-add", "CAP_SETUID", NULL);
        add(c, "--cap-add", "CAP_SETGID", NULL);
        add(c, "--cap-add", "CAP_SETPCAP", NULL);
    } else {
        add(c, "--unshare-user", "--disable-userns", NULL);
        add(c, "--uid", "65534", NULL);
        add(c, "--gid", "65534", NULL);
    }
}

static void add_setpriv(sandbox_call *c) {
    add(c, "setpriv", "--clear-groups", "--no-new-privs");
    add(c, "--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all");
    add(c, OWN_USER, OWN_GROUP, NULL);
    c->own_user = c->count - 2;
}

/* The shell takes the program's input and output from bubblewrap's descriptors. bubblewrap's own
 * processes do not hold them, so that we notice when a program closes its output. */
static void add_shell(sandbox_call *c, const char *command) {
    const char *home = command[0] == '~' && command[1] == '/' ? getenv("HOME") : NULL;
    size_t size = strlen(command) + (home ? strlen(home) : 0) + 64;
    char *line = malloc(size);
    c->no_memory = c->no_memory || !line;
    if (!line) return;
    text t = text_over(line, size);
    text_addf(&t, "exec <&%d >&%d %d<&- %d>&-\n%s%s", SANDBOX_IN, SANDBOX_OUT, SANDBOX_IN,
              SANDBOX_OUT, home ? home : "", home ? command + 1 : command);
    add(c, "/bin/sh", "-c", line);
    free(line);
}

/* Root's programs run as another user, which needs read access. */
static bool can_be_read(const view *v, error *e) {
    for (size_t i = 0; i < v->count; i++) {
        struct stat about;
        const char *path = v->folder[i].from;
        if (stat(path, &about) != 0) continue;
        mode_t wanted = S_ISDIR(about.st_mode) ? S_IROTH | S_IXOTH : S_IROTH;
        if ((about.st_mode & wanted) != wanted)
            return error_set(e,
                             "other users cannot read %s: a referee that runs as root runs "
                             "each program as a separate user (run 'chmod o+rX %s')",
                             path, path);
    }
    return true;
}

static void add_all(sandbox_call *c, const view *v, bool root, const char *command,
                    const link_options *o) {
    char here[PATH_MAX], filter[16];
    text t = text_over(filter, sizeof filter);
    text_addf(&t, "%d", SANDBOX_FILTER);
    add(c, "bwrap", "--new-session", "--die-with-parent");
    add(c, "--unshare-pid", "--unshare-net", "--unshare-ipc");
    add(c, "--unshare-uts", "--unshare-cgroup", NULL);
    add_user(c, root);
    add(c, "--seccomp", filter, NULL);
    add_system(c);
    add(c, "--dev", "/dev", NULL);
    add(c, "--proc", "/proc", NULL);
    add_scratch(c, "/dev/shm");
    add_scratch(c, "/tmp");
    for (size_t i = 0; i < v->count; i++) add_mount(c, v->folder[i].from, v->folder[i].to);
    hide_journal(c, v, o->hidden);
    if (o->trace) hide(c, v, o->trace);
    if (getcwd(here, sizeof here) && *here == '/') {
        add_above(c, here);
        add(c, "--dir", here, NULL);
        add(c, "--chdir", here, NULL);
    }
    add(c, "--remount-ro", "/dev", NULL);
    add(c, "--remount-ro", "/", "--");
    if (root) add_setpriv(c);
    add_shell(c, command);
}

bool sandbox_write(const char *command, const link_options *o, sandbox_call *c, error *e) {
    view v = {.folder = malloc(FOLDERS * sizeof *v.folder)};
    *c = (sandbox_call){0};
    if (!v.folder) return error_set(e, "no memory for a program");
    bool root = is_root();
    show_words(&v, command);
    qsort(v.folder, v.count, sizeof *v.folder, by_depth);
    bool good =
        (!v.too_many || error_set(e, "the command names files in more than %d folders", FOLDERS)) &&
        (!root || can_be_read(&v, e));
    if (good) add_all(c, &v, root, command, o);
    free(v.folder);
    if (good && c->no_memory) good = error_set(e, "no memory for a program");
    if (!good) sandbox_destroy(c);
    return good;
}

/* A pipe that holds the filter. */
static int open_filter(void) {
    struct sock_filter code[FILTER_MOST];
    size_t bytes = filter_write(code) * sizeof *code;
    int ends[2];
    if (pipe(ends) != 0) return -1;
    if (write(ends[1], code, bytes) != (ssize_t)bytes) return -1;
    close(ends[1]);
    return ends[0];
}

void sandbox_enter(sandbox_call *c, int in, int out) {
    /* First moves both out of each other's way. */
    int from[] = {in, out, open_filter()};
    for (int i = 0; i < 3; i++) from[i] = fcntl(from[i], F_DUPFD, SANDBOX_FILTER + 1);
    for (int i = 0; i < 3; i++)
        if (from[i] < 0 || dup2(from[i], SANDBOX_IN + i) < 0) return;
    link_close_from(SANDBOX_FILTER + 1);
    if (c->own_user) {
        static const char *const names[] = {"--reuid", "--regid"};
        for (size_t i = 0; i < 2; i++) {
            text t = text_over(c->word[c->own_user + i], sizeof OWN_USER);
            text_addf(&t, "%s=%ld", names[i], FIRST_USER + (long)getpid());
        }
    }
    union {
        const char *const *in;
        char **out;
    } environment = {.in = sandbox_environment}; /* execvpe does not write to it */
    execvpe(c->word[0], c->word, environment.out);
}
