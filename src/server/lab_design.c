#include "server/lab_design.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "boards/trax/accelerator.h"
#include "boards/uart.h"
#include "referee/design.h"
#include "server/lab_accelerator.h"
#include "server/message.h"

enum {
    ORDERS = 256,
    REQUEST = 8, /* orders of one request, at most */
    BYTES = 1024,
    HELD_TICKS = 100,
    HELD_READINGS = 6, /* of the keypad: its four rows, then two more to confirm */
    SLICE_LEAST = 200,
    SLICE_MS = 40,
    STEPS = 10000
};

static const int64_t patience = 20 * SECOND, idle_after = 30 * SECOND;

/* An input that takes a value; of the accelerator also ticks that pass. */
typedef struct order {
    enum { ORDER_SET, ORDER_GO, ORDER_FINISH } what;
    int pin;
    uint64_t value;
} order;

/* What both threads share, until neither needs it. */
typedef struct shared {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int owners;
    bool over;
    order order[ORDERS];
    size_t orders;
    int64_t last_order;
    uint64_t value[DEVICE_PINS_MAX];
    char bytes[BYTES];
    size_t byte_count;
    uint8_t (*picture)[VGA_VISIBLE_X];
    char *state; /* of the accelerator, as JSON; NULL: not yet */
    bool news;   /* the state has not been sent */
    error failure;
    /* set before the thread starts */
    const device_kind *kind;
    char command[1024], settings[40];
    uint32_t bit, settle;
    bool stepped; /* the accelerator, whose clock runs only on request */
    atomic_int *open;
} shared;

typedef struct proxy {
    device device; /* first */
    device_kind kind;
    shared *shared;
} proxy;

static void leave(shared *s) {
    pthread_mutex_lock(&s->lock);
    bool last = --s->owners == 0;
    pthread_mutex_unlock(&s->lock);
    if (!last) return;
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->changed);
    free(s->picture);
    free(s->state);
    free(s);
}

/* The simulator's thread. */

static void keep_outputs(shared *s, const device *d, const char *bytes, size_t count) {
    pthread_mutex_lock(&s->lock);
    for (int pin = 0; s->kind->pins[pin].name; pin++)
        if (s->kind->pins[pin].output) s->value[pin] = device_get(d, pin);
    for (size_t i = 0; i < count && s->byte_count < BYTES; i++)
        s->bytes[s->byte_count++] = bytes[i];
    pthread_mutex_unlock(&s->lock);
}

/* A design at its bench, in its thread. */
typedef struct bench {
    shared *shared;
    device *device;
    int line; /* the pin of a serial line, or -1 */
    uart_receiver ear;
    uint64_t slice; /* ticks that the simulator manages before anybody notices a delay */
} bench;

/* Lets at most one slice pass, and listens to the line if there is one. */
static void run_slice(bench *b, uint64_t ticks) {
    char bytes[64];
    size_t count = 0;
    uint64_t until = b->device->now + (ticks < b->slice ? ticks : b->slice);
    int64_t start = clock_now();
    uint8_t byte;
    if (b->line < 0) device_advance(b->device, until - b->device->now);
    while (b->line >= 0 && count < sizeof bytes &&
           uart_receive(&b->ear, b->device, b->line, until, &byte))
        bytes[count++] = (char)byte;
    keep_outputs(b->shared, b->device, bytes, count);
    int64_t taken = clock_now() - start;
    if (taken < SLICE_MS * MILLISECOND / 2 && b->slice < DESIGN_SLICE) b->slice *= 2;
    if (taken > SLICE_MS * MILLISECOND && b->slice > SLICE_LEAST) b->slice /= 2;
}

static bool has_order(void *context) {
    shared *s = context;
    pthread_mutex_lock(&s->lock);
    bool has = s->orders > 0 || s->over;
    pthread_mutex_unlock(&s->lock);
    return has;
}

/* Waits while the design is idle; takes the next input if there is one. False: it is over. */
static bool next_order(shared *s, order *next, bool *given) {
    pthread_mutex_lock(&s->lock);
    while (!s->over && s->orders == 0 && (s->stepped || clock_now() - s->last_order > idle_after))
        pthread_cond_wait(&s->changed, &s->lock);
    bool over = s->over;
    *given = s->orders > 0;
    if (*given) {
        *next = s->order[0];
        memmove(s->order, s->order + 1, --s->orders * sizeof *s->order);
    }
    pthread_mutex_unlock(&s->lock);
    return !over;
}

static void draw(shared *s, device *d) {
    uint8_t(*pixels)[VGA_VISIBLE_X] = malloc(sizeof *pixels * VGA_VISIBLE_Y);
    error unused;
    if (pixels && design_frame(d, pixels, has_order, s, &unused)) {
        pthread_mutex_lock(&s->lock);
        memcpy(s->picture, pixels, sizeof *pixels * VGA_VISIBLE_Y);
        pthread_mutex_unlock(&s->lock);
    }
    free(pixels);
    keep_outputs(s, d, NULL, 0);
}

static bool has_matrix(const device_kind *kind) {
    return device_find_pin(kind, "keys", 4, NULL) >= 0;
}

/* A key of the matrix must last until the scanner has come round and read it twice; a button, a few
 * edges. */
static uint64_t held(const shared *s) {
    return has_matrix(s->kind) ? (uint64_t)HELD_READINGS * s->settle : HELD_TICKS;
}

static bool is_over(shared *s) {
    pthread_mutex_lock(&s->lock);
    bool over = s->over;
    pthread_mutex_unlock(&s->lock);
    return over;
}

static void drive(shared *s, device *d) {
    bench b = {.shared = s,
               .device = d,
               .line = device_find_pin(s->kind, "tx", 2, NULL),
               .ear = uart_receiver_create(s->bit),
               .slice = SLICE_LEAST};
    int sync = s->picture ? device_find_pin(s->kind, "hsync", 5, NULL) : -1;
    bool drawn = false, syncs = false, given = false;
    order next = {0};
    error unused;
    while (next_order(s, &next, &given) && !design_failed(d, &unused)) {
        if (given) {
            uint64_t until = d->now + held(s);
            device_set(d, next.pin, next.value);
            while (d->now < until && !is_over(s) && !design_failed(d, &unused))
                run_slice(&b, until - d->now);
            drawn = false;
            continue;
        }
        run_slice(&b, DESIGN_SLICE);
        /* A picture is slow to watch: one after each input, once the design has shown a sync. */
        syncs = syncs || (sync >= 0 && device_get(d, sync));
        if (syncs && !drawn && !has_order(s)) {
            draw(s, d);
            drawn = true;
        }
    }
}

/* What the page shows, once nothing more is asked. */
static void keep_state(shared *s, device *d) {
    json_t *state = accelerator_json(d, design_ours(d));
    json_object_set_new(state, "differences", json_integer(design_differences(d)));
    char *words = json_dumps(state, JSON_COMPACT);
    json_decref(state);
    pthread_mutex_lock(&s->lock);
    free(s->state);
    s->state = words;
    s->news = words != NULL;
    pthread_mutex_unlock(&s->lock);
}

/* Up to that many ticks; until the order is done if `done`. */
static void run_clock(shared *s, device *d, uint64_t ticks, bool done) {
    uint64_t busy = UINT64_C(1) << ACCELERATOR_BUSY, until = d->now + ticks;
    error unused;
    while (d->now < until && !is_over(s) && !design_failed(d, &unused) &&
           (!done || device_get(d, ACCELERATOR_BUSY))) {
        uint64_t left = until - d->now, slice = left < STEPS ? left : STEPS;
        if (done) device_advance_watching(d, busy, slice);
        else device_advance(d, slice);
    }
}

static void drive_stepped(shared *s, device *d) {
    order next = {0};
    bool given = false;
    error unused;
    do {
        if (given && next.what == ORDER_SET) device_set(d, next.pin, next.value);
        else if (given)
            run_clock(s, d,
                      next.what == ORDER_GO ? next.value : accelerator_patience(design_ours(d)),
                      next.what == ORDER_FINISH);
        if (!has_order(s)) keep_state(s, d);
    } while (!design_failed(d, &unused) && next_order(s, &next, &given));
}

static void *simulate(void *context) {
    shared *s = context;
    error e = {0};
    device *d = design_open(s->kind,
                            &(design_options){.command = s->command,
                                              .settings = s->settings,
                                              .compare = s->stepped,
                                              .patience = patience},
                            &e);
    if (d) {
        keep_outputs(s, d, NULL, 0);
        if (s->stepped) drive_stepped(s, d);
        else drive(s, d);
        design_failed(d, &e);
        device_destroy(d);
    }
    pthread_mutex_lock(&s->lock);
    s->failure = e;
    pthread_mutex_unlock(&s->lock);
    atomic_fetch_sub(s->open, 1);
    leave(s);
    return NULL;
}

/* The server's thread. */

static proxy *of(device *d) { return (proxy *)(void *)d; }
static const proxy *seen(const device *d) { return (const proxy *)(const void *)d; }

static void ask(device *d, order wanted) {
    shared *s = of(d)->shared;
    pthread_mutex_lock(&s->lock);
    if (s->orders < ORDERS) s->order[s->orders++] = wanted;
    s->last_order = clock_now();
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

bool lab_design_is_free(const device *d) {
    shared *s = seen(d)->shared;
    pthread_mutex_lock(&s->lock);
    bool is_free = s->orders + REQUEST <= ORDERS;
    pthread_mutex_unlock(&s->lock);
    return is_free;
}

static void set_pin(device *d, int pin, uint64_t value) { ask(d, (order){ORDER_SET, pin, value}); }

static void let_pass(device *d, uint64_t ticks) { ask(d, (order){ORDER_GO, 0, ticks}); }

void lab_design_finish(device *d) { ask(d, (order){.what = ORDER_FINISH}); }

static uint64_t get_pin(const device *d, int pin) {
    shared *s = seen(d)->shared;
    pthread_mutex_lock(&s->lock);
    uint64_t value = s->value[pin];
    pthread_mutex_unlock(&s->lock);
    return value;
}

static void stand_still(device *d, uint64_t ticks) { (void)d, (void)ticks; }

/* By its reset pin: a simulator cannot be power-cycled. */
static void reset(device *d) {
    int high = device_find_pin(d->kind, "reset", 5, NULL),
        low = device_find_pin(d->kind, "reset_n", 7, NULL);
    if (high < 0 && low < 0) return;
    device_set(d, high >= 0 ? high : low, high >= 0);
    if (of(d)->shared->stepped) device_advance(d, 1);
    device_set(d, high >= 0 ? high : low, high < 0);
}

static void look(const device *d, uint8_t *pixels) {
    shared *s = seen(d)->shared;
    pthread_mutex_lock(&s->lock);
    memcpy(pixels, s->picture, sizeof *s->picture * VGA_VISIBLE_Y);
    pthread_mutex_unlock(&s->lock);
}

static void destroy(device *d) {
    shared *s = of(d)->shared;
    pthread_mutex_lock(&s->lock);
    s->over = true;
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->lock);
    leave(s);
    free(d);
}

const char *lab_design_command(const lab_designs *l, const char *board) {
    for (int i = 0; l && i < LAB_DESIGN_KINDS && l->board[i]; i++)
        if (strcmp(l->board[i], board) == 0) return l->command[i];
    return NULL;
}

bool lab_design_has_room(const lab_designs *l, const char *board, int kept) {
    return !lab_design_command(l, board) || atomic_load(l->open) + kept < LAB_DESIGNS_MAX;
}

static shared *share(const lab_designs *l, const device_kind *kind) {
    shared *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    text t = text_over(s->command, sizeof s->command);
    text_add(&t, lab_design_command(l, kind->name));
    if (kind->look) s->picture = calloc(VGA_VISIBLE_Y, sizeof *s->picture);
    if (t.full || (kind->look && !s->picture)) {
        free(s->picture);
        free(s);
        return NULL;
    }
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    s->owners = 1;
    s->kind = kind;
    s->bit = l->bit;
    s->settle = l->settle;
    s->stepped = kind == &trax_accelerator;
    text settings = text_over(s->settings, sizeof s->settings);
    if (s->stepped) text_addf(&settings, "size=%u", l->size);
    else if (device_find_pin(kind, "tx", 2, NULL) >= 0) text_addf(&settings, "bit=%u", l->bit);
    else if (has_matrix(kind)) {
        text_addf(&settings, "settle=%u", l->settle);
        if (l->rules) text_addf(&settings, ",rules=%s", l->rules);
    }
    s->open = l->open;
    s->last_order = clock_now();
    return s;
}

device *lab_design_open(const lab_designs *l, const device_kind *kind, error *e) {
    pthread_t thread;
    if (atomic_fetch_add(l->open, 1) >= LAB_DESIGNS_MAX) {
        atomic_fetch_sub(l->open, 1);
        error_set(e, "all simulators of this design are in use, please try again later");
        return NULL;
    }
    proxy *p = calloc(1, sizeof *p);
    shared *s = p ? share(l, kind) : NULL;
    if (s) s->owners++; /* the thread */
    if (!s || pthread_create(&thread, NULL, simulate, s) != 0) {
        if (s) s->owners--, leave(s);
        free(p);
        atomic_fetch_sub(l->open, 1);
        error_set(e, "no memory for the design, or its command is too long");
        return NULL;
    }
    pthread_detach(thread);
    p->shared = s;
    p->kind = *kind;
    p->kind.set = set_pin;
    p->kind.get = get_pin;
    p->kind.reset = reset;
    p->kind.destroy = destroy;
    p->kind.advance = s->stepped ? let_pass : stand_still;
    p->kind.next_change = NULL;
    p->kind.look = kind->look ? look : NULL;
    p->device.kind = &p->kind;
    for (int pin = 0; kind->pins[pin].name; pin++) p->device.input[pin] = kind->pins[pin].initial;
    return &p->device;
}

size_t lab_design_bytes(device *d, char *bytes, size_t size) {
    shared *s = of(d)->shared;
    pthread_mutex_lock(&s->lock);
    size_t count = s->byte_count < size ? s->byte_count : size;
    memcpy(bytes, s->bytes, count);
    s->byte_count -= count;
    memmove(s->bytes, s->bytes + count, s->byte_count);
    pthread_mutex_unlock(&s->lock);
    return count;
}

message *lab_design_state(device *d, bool again) {
    shared *s = of(d)->shared;
    message *m = NULL;
    pthread_mutex_lock(&s->lock);
    if (s->state && (s->news || again)) {
        m = message_of(json_loads(s->state, 0, NULL));
        s->news = false;
    }
    pthread_mutex_unlock(&s->lock);
    return m;
}

bool lab_design_failed(const device *d, error *e) {
    shared *s = seen(d)->shared;
    pthread_mutex_lock(&s->lock);
    bool failed = s->failure.message[0] != '\0';
    if (failed) *e = s->failure;
    pthread_mutex_unlock(&s->lock);
    return failed;
}
