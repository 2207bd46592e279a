#define _GNU_SOURCE
#include "links/ports.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

#define CLASS "/sys/class/tty"

/* The last part of a symbolic link's target; false if the path is not a link. */
static bool last_part(const char *path, text *t) {
    char target[512];
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length <= 0) return false;
    target[length] = '\0';
    const char *slash = strrchr(target, '/');
    text_add(t, slash ? slash + 1 : target);
    return true;
}

/* The first line of a small file. */
static bool first_line(const char *path, char *line, size_t size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, line, size - 1);
    if (file >= 0) close(file);
    if (length <= 0) return false;
    line[length] = '\0';
    line[strcspn(line, "\n")] = '\0';
    return true;
}

/* The name under /dev/serial/by-id, which holds the maker and serial number of a USB adapter. */
static void describe(const char *name, text *t) {
    DIR *folder = opendir("/dev/serial/by-id");
    if (!folder) return;
    for (struct dirent *d; (d = readdir(folder));) {
        char path[512], target[128];
        text path_text = text_over(path, sizeof path),
             target_text = text_over(target, sizeof target);
        text_addf(&path_text, "/dev/serial/by-id/%s", d->d_name);
        if (last_part(path, &target_text) && strcmp(target, name) == 0) {
            text_add(t, d->d_name);
            break;
        }
    }
    closedir(folder);
}

/* A ttyS without a chip has type 0 (PORT_UNKNOWN). */
static bool has_hardware(const char *name, text *driver) {
    char path[512], type[16];
    text t = text_over(path, sizeof path);
    text_addf(&t, CLASS "/%s/device/driver", name);
    if (!last_part(path, driver)) return false;
    t = text_over(path, sizeof path);
    text_addf(&t, CLASS "/%s/type", name);
    return !first_line(path, type, sizeof type) || strcmp(type, "0") != 0;
}

static int by_device(const void *a, const void *b) {
    return strcmp(((const link_port *)a)->device, ((const link_port *)b)->device);
}

int link_ports(link_port *ports, int most) {
    DIR *folder = opendir(CLASS);
    int count = 0;
    if (!folder) return 0;
    for (struct dirent *d; count < most && (d = readdir(folder));) {
        link_port *p = &ports[count];
        text device = text_over(p->device, sizeof p->device);
        text driver = text_over(p->driver, sizeof p->driver);
        text description = text_over(p->description, sizeof p->description);
        if (d->d_name[0] == '.' || !has_hardware(d->d_name, &driver)) continue;
        text_addf(&device, "/dev/%s", d->d_name);
        describe(d->d_name, &description);
        count++;
    }
    closedir(folder);
    qsort(ports, (size_t)count, sizeof *ports, by_device);
    return count;
}
