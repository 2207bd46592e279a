#include "referee/design.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/bits.h"
#include "base/clock.h"
#include "boards/damas/damas_lab.h"
#include "boards/trace.h"
#include "links/link.h"

enum {
    SHOWN = 20, /* differences that are printed; the others are only counted */
    FIRST_PATIENCE =
        5, /* times as long for the first answers: the simulator may have to be built */
};

static const int64_t usual_patience = 120 * SECOND;

/* A bench in this process. */
typedef struct design_library {
    void *handle, *bench; /* of the library; of the bench */
    void *(*open)(void);
    const char *(*order)(void *bench, const char *line);
    void (*close)(void *bench);
} design_library;

typedef struct design {
    device device; /* first */
    device_kind kind;
    link_end *link; /* or NULL: the library */
    design_library library;
    int64_t patience;                                        /* for one order */
    uint64_t value[DEVICE_PINS_MAX], known[DEVICE_PINS_MAX]; /* of outputs, as last answered */
    uint64_t answered;                                       /* outputs with a value so far */
    uint64_t watched;                                        /* as last sent to the bench */
    device *ours;                                            /* or NULL */
    bool comparing;
    uint64_t differing; /* outputs whose difference has been reported */
    int differences;
    error failure; /* why it no longer answers; "": it does */
    char bytes[2 * TRACE_LINE];
    size_t count;
} design;

static design *design_of(device *d) { return (design *)d; }
static const design *design_seen(const device *d) { return (const design *)d; }

static bool failed(const design *d) { return d->failure.message[0] != '\0'; }

static void fail(design *d, const char *why, const char *line) {
    if (!failed(d)) error_set(&d->failure, "--design: %s%s", why, line);
}

/* Removes the first complete line from the received bytes; false if there is none. */
static bool take_line(design *d, char line[TRACE_LINE]) {
    char *newline = memchr(d->bytes, '\n', d->count);
    if (!newline) return false;
    size_t length = (size_t)(newline - d->bytes), used = length + 1;
    if (length > 0 && d->bytes[length - 1] == '\r') length--;
    if (length >= TRACE_LINE) length = TRACE_LINE - 1;
    memcpy(line, d->bytes, length);
    line[length] = '\0';
    memmove(d->bytes, d->bytes + used, d->count -= used);
    return true;
}

/* The next line that is an answer. */
static bool read_answer(design *d, char line[TRACE_LINE]) {
    int64_t deadline = clock_now() + d->patience;
    for (;;) {
        while (take_line(d, line)) {
            if (line[0] >= '0' && line[0] <= '9') return true;
            if (line[0]) fprintf(stderr, "design: %s\n", line);
        }
        size_t count;
        link_status status = !d->link || d->count == sizeof d->bytes
                                 ? LINK_CLOSED
                                 : link_read(d->link, d->bytes + d->count,
                                             sizeof d->bytes - d->count, deadline, &count);
        if (status == LINK_OK) {
            d->count += count;
            continue;
        }
        error end = {.message = "it does not answer"};
        if (d->link && status == LINK_CLOSED) link_say_end(d->link, &end);
        fail(d, end.message, "");
        return false;
    }
}

/* Takes the values of an answer, and the tick that it was given at. */
static bool take_answer(design *d, const char *line, uint64_t *tick) {
    const char *word;
    size_t length;
    scan s = scan_string(line);
    if (!scan_number(&s, 0, UINT64_MAX / 4, tick)) return false;
    while (scan_blanks(&s), scan_word(&s, "", &word, &length)) {
        const char *equals = memchr(word, '=', length);
        error e;
        int pin = equals ? device_find_pin(&d->kind, word, (size_t)(equals - word), &e) : -1;
        if (pin < 0 || !d->kind.pins[pin].output ||
            !trace_read_value(equals + 1, length - (size_t)(equals - word) - 1, &d->value[pin],
                              &d->known[pin]) ||
            !device_fits(&d->kind.pins[pin], d->value[pin]))
            return false;
        d->answered |= UINT64_C(1) << pin;
    }
    return true;
}

/* The bytes of the answer of a bench in this process. */
static void ask_library(design *d, const char *words) {
    const char *answer = d->library.order(d->library.bench, words);
    d->count = strlen(answer);
    if (d->count > sizeof d->bytes) d->count = sizeof d->bytes;
    memcpy(d->bytes, answer, d->count);
}

/* Sends a command and takes its answer; returns the design's tick after it. */
static uint64_t order(design *d, const char *words, uint64_t least, uint64_t most) {
    char line[TRACE_LINE];
    uint64_t tick = most;
    if (failed(d)) return most;
    if (!d->link) ask_library(d, words);
    if (d->link &&
        link_write(d->link, words, strlen(words), clock_now() + d->patience) != LINK_OK) {
        error end;
        link_say_end(d->link, &end);
        fail(d, end.message, "");
    } else if (read_answer(d, line) &&
               (!take_answer(d, line, &tick) || tick < least || tick > most)) {
        fail(d, "not an answer to a command: ", line);
    }
    return failed(d) ? most : tick;
}

/* Reports each output that begins to differ from that of our device. */
static void compare(design *d) {
    if (!d->comparing || failed(d)) return;
    for (uint64_t outputs = d->answered; outputs;) {
        int pin = bits_take(&outputs);
        const device_pin *p = &d->kind.pins[pin];
        uint64_t ours = device_get(d->ours, pin), bit = UINT64_C(1) << pin;
        bool differs = ((ours ^ d->value[pin]) & d->known[pin]) != 0;
        if (differs && !(d->differing & bit) && d->differences++ < SHOWN) {
            char theirs[DEVICE_VALUE_TEXT], own[DEVICE_VALUE_TEXT];
            text a = text_over(theirs, sizeof theirs), b = text_over(own, sizeof own);
            device_write_value(p, d->value[pin], &a);
            device_write_value(p, ours, &b);
            fprintf(stderr, "tick %llu (%.3f ms): %s is %s, ours is %s\n",
                    (unsigned long long)d->ours->now,
                    1000.0 * (double)d->ours->now / (double)d->kind.hertz, p->name, theirs, own);
        }
        d->differing = differs ? d->differing | bit : d->differing & ~bit;
    }
}

static void set_pin(device *self, int pin, uint64_t value) {
    design *d = design_of(self);
    char words[120];
    text t = text_over(words, sizeof words);
    text_addf(&t, "set %s %llu\n", d->kind.pins[pin].name, (unsigned long long)value);
    order(d, words, self->now, self->now);
    if (d->ours) device_set(d->ours, pin, value);
    compare(d);
}

static uint64_t get_pin(const device *self, int pin) { return design_seen(self)->value[pin]; }

static void watch(design *d, uint64_t wanted) {
    for (uint64_t changed = wanted ^ d->watched; changed;) {
        int pin = bits_take(&changed);
        char words[120];
        text t = text_over(words, sizeof words);
        text_addf(&t, "watch %s %d\n", d->kind.pins[pin].name, (int)(wanted >> pin & 1));
        order(d, words, d->device.now, d->device.now);
    }
    d->watched = wanted;
}

static uint64_t advance_by(design *d, const char *how, uint64_t ticks) {
    char words[60];
    text t = text_over(words, sizeof words);
    uint64_t now = d->device.now;
    text_addf(&t, "%s %llu\n", how, (unsigned long long)(now + ticks));
    return order(d, words, *how == 'u' ? now + 1 : now + ticks, now + ticks) - now;
}

/* If our device runs too, stops at changes of either. */
static uint64_t advance_watching(device *self, uint64_t watched, uint64_t most) {
    design *d = design_of(self);
    if (failed(d)) return most;
    watch(d, watched);
    if (d->comparing && d->ours->kind->next_change) {
        uint64_t ours = d->ours->kind->next_change(d->ours, watched);
        if (ours < most) most = ours;
    }
    uint64_t passed = advance_by(d, "until", most);
    if (d->ours) device_advance(d->ours, passed);
    compare(d);
    return passed;
}

static void advance(device *self, uint64_t ticks) {
    design *d = design_of(self);
    uint64_t start = self->now, end = start + ticks;
    if (!d->comparing && ticks) {
        advance_by(d, "go", ticks);
        if (d->ours) device_advance(d->ours, ticks);
        return;
    }
    /* Every change is compared; the caller counts the ticks. */
    while (self->now < end && !failed(d))
        self->now += advance_watching(self, device_outputs(&d->kind, false), end - self->now);
    self->now = start;
}

static void no_reset(device *self) { (void)self; } /* a simulator cannot be power-cycled */

static void destroy_design(device *self) {
    design *d = design_of(self);
    link_close(d->link);
    if (d->library.bench) d->library.close(d->library.bench);
    if (d->library.handle) dlclose(d->library.handle);
    device_destroy(d->ours);
    free(d);
}

/* Its inputs have the values of our board at power-on. */
static bool begin(design *d, error *e) {
    d->patience *= FIRST_PATIENCE;
    for (int pin = 0; d->kind.pins[pin].name && !failed(d); pin++) {
        if (d->kind.pins[pin].output) continue;
        d->device.input[pin] = d->kind.pins[pin].initial;
        d->differing = UINT64_MAX; /* nothing is reported until all are set */
        set_pin(&d->device, pin, d->kind.pins[pin].initial);
    }
    d->patience /= FIRST_PATIENCE;
    d->differing = 0;
    compare(d);
    if (!failed(d)) return true;
    return error_set(e, "%s", d->failure.message);
}

bool design_is_folder(const char *command) {
    struct stat file;
    return stat(command, &file) == 0 && S_ISDIR(file.st_mode);
}

static bool is_library(const char *command) {
    size_t length = strlen(command);
    return length > 3 && strcmp(command + length - 3, ".so") == 0;
}

static bool find_function(void *handle, const char *name, void *function, error *e) {
    void *found = dlsym(handle, name);
    memcpy(function, &found, sizeof found);
    return found || error_set(e, "--design: the library has no function %s", name);
}

static bool open_library(design_library *l, const char *path, error *e) {
    l->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!l->handle) return error_set(e, "--design: %s", dlerror());
    if (!find_function(l->handle, "design_bench_open", &l->open, e) ||
        !find_function(l->handle, "design_bench_order", &l->order, e) ||
        !find_function(l->handle, "design_bench_close", &l->close, e))
        return false;
    l->bench = l->open();
    return l->bench || error_set(e, "--design: the library does not open a bench");
}

/* A folder is simulated by the script beside it, with our settings as the design's parameters. */
static void write_command(const design_options *o, text *t) {
    if (!design_is_folder(o->command)) {
        text_add(t, o->command);
        return;
    }
    text_addf(t, "%s/../live.py %s ", o->command, o->command);
    for (const char *at = o->settings ? o->settings : ""; *at; at++)
        text_addf(t, "%c", *at == ',' ? ' ' : *at);
}

device *design_open(const device_kind *kind, const design_options *o, error *e) {
    char spec[1024];
    text t = text_over(spec, sizeof spec);
    text_add(&t, "program:");
    write_command(o, &t);
    design *d = calloc(1, sizeof *d);
    if (!d || t.full) {
        error_set(e, d ? "--design: the command is too long" : "no memory for the design");
        free(d);
        return NULL;
    }
    d->kind = *kind;
    d->kind.destroy = destroy_design;
    d->kind.reset = no_reset;
    d->kind.set = set_pin;
    d->kind.get = get_pin;
    d->kind.advance = advance;
    d->kind.next_change = NULL;
    d->kind.advance_watching = advance_watching;
    d->kind.look = NULL;
    d->device.kind = &d->kind;
    d->patience = o->patience ? o->patience : usual_patience;
    d->comparing = o->compare;
    /* It is the user's own simulator, and reads and writes the user's files. */
    const link_options options = {.open_house = true, .errors = true};
    bool good =
        (!(o->compare || o->beside) || (d->ours = device_create(kind, o->settings, e))) &&
        (o->here && is_library(o->command) ? open_library(&d->library, o->command, e)
                                           : (d->link = link_open(spec, &options, e)) != NULL) &&
        begin(d, e);
    if (good) return &d->device;
    destroy_design(&d->device);
    return NULL;
}

bool design_is(const device *d) { return d->kind->set == set_pin; }

bool design_failed(const device *self, error *e) {
    const design *d = design_seen(self);
    if (!design_is(self) || !failed(d)) return false;
    error_set(e, "%s", d->failure.message);
    return true;
}

uint64_t design_outputs(const device *self) {
    return design_is(self) ? design_seen(self)->answered : UINT64_MAX;
}

int design_differences(const device *self) {
    return design_is(self) && design_seen(self)->comparing ? design_seen(self)->differences : -1;
}

const device *design_ours(const device *self) {
    return design_is(self) ? design_seen(self)->ours : self;
}

static unsigned picture_pins(const device *d) {
    return (unsigned)(device_get(d, DAMAS_LAB_RED) << 2 | device_get(d, DAMAS_LAB_GREEN) << 1 |
                      device_get(d, DAMAS_LAB_BLUE) |
                      (device_get(d, DAMAS_LAB_HSYNC) ? VGA_HSYNC : 0u) |
                      (device_get(d, DAMAS_LAB_VSYNC) ? VGA_VSYNC : 0u));
}

bool design_frame(device *d, uint8_t pixels[VGA_VISIBLE_Y][VGA_VISIBLE_X], bool (*cut)(void *),
                  void *context, error *e) {
    vga_signal s = {.pixel = VGA_TICKS};
    uint64_t picture = UINT64_C(31) << DAMAS_LAB_RED, end = d->now + 2 * VGA_FRAME_TICKS;
    bool good = true;
    while (good && d->now < end) {
        good = vga_add(&s, d->now, picture_pins(d), e);
        device_advance_watching(d, picture, end - d->now);
        if (cut && cut(context)) good = error_set(e, "the picture was interrupted");
    }
    good = good && (vga_draw(&s, 0, pixels, NULL) || vga_draw(&s, 1, pixels, e));
    vga_destroy(&s);
    return good;
}
