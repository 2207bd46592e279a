#include "boards/trax/port.h"

#include "boards/trax/accelerator.h"

/* Lets ticks pass and reports every change of an output to the trace and the dump, if any. */
static void advance(const trax_watch *w, uint64_t ticks) {
    uint64_t outputs = w->trace || w->dump ? device_outputs(w->device->kind, false) : 0;
    while (ticks) {
        if (w->trace) trace_tell(w->trace);
        if (w->dump) vcd_tell(w->dump);
        ticks -= device_advance_watching(w->device, outputs, ticks);
    }
}

static void write_register(const trax_watch *w, unsigned offset, uint32_t word) {
    device_set(w->device, ACCELERATOR_ADDRESS, offset / 4);
    device_set(w->device, ACCELERATOR_WRITEDATA, word);
    device_set(w->device, ACCELERATOR_WRITE, 1);
    advance(w, 1);
    device_set(w->device, ACCELERATOR_WRITE, 0);
    advance(w, TRAX_BUS_TICKS - 1);
}

/* Selects the register only for the last tick, when it is read. */
static uint32_t read_register(const trax_watch *w, unsigned offset) {
    advance(w, TRAX_BUS_TICKS - 1);
    device_set(w->device, ACCELERATOR_ADDRESS, offset / 4);
    advance(w, 1);
    uint32_t word = (uint32_t)device_get(w->device, ACCELERATOR_READDATA);
    device_set(w->device, ACCELERATOR_ADDRESS, 0);
    return word;
}

/* Leaves the read that finds the result done to the driver. */
static void wait_for(const trax_watch *w) {
    if (!device_get(w->device, ACCELERATOR_BUSY)) return;
    uint64_t left = w->device->kind->next_change(w->device, UINT64_C(1) << ACCELERATOR_BUSY);
    advance(w, (left - 1) / TRAX_BUS_TICKS * TRAX_BUS_TICKS);
}

static void plain_write(void *context, unsigned offset, uint32_t word) {
    write_register(&(trax_watch){.device = context}, offset, word);
}
static uint32_t plain_read(void *context, unsigned offset) {
    return read_register(&(trax_watch){.device = context}, offset);
}
static void plain_wait(void *context, unsigned offset) {
    (void)offset;
    wait_for(&(trax_watch){.device = context});
}

trax_port trax_port_of(device *d) {
    return (trax_port){.context = d, .write = plain_write, .read = plain_read, .wait = plain_wait};
}

static void watched_write(void *context, unsigned offset, uint32_t word) {
    write_register(context, offset, word);
}
static uint32_t watched_read(void *context, unsigned offset) {
    return read_register(context, offset);
}
static void watched_wait(void *context, unsigned offset) {
    (void)offset;
    wait_for(context);
}

trax_port trax_port_watched(trax_watch *w) {
    return (trax_port){
        .context = w, .write = watched_write, .read = watched_read, .wait = watched_wait};
}
