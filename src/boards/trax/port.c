#include "boards/trax/port.h"

#include "boards/trax/accelerator.h"

/* Through the recorder where there is one. */
static void advance(device *d, trace_recorder *r, uint64_t ticks) {
    if (r) trace_advance(r, ticks);
    else device_advance(d, ticks);
}

static void write_register(device *d, trace_recorder *r, unsigned offset, uint32_t word) {
    device_set(d, ACCELERATOR_ADDRESS, offset / 4);
    device_set(d, ACCELERATOR_WRITEDATA, word);
    device_set(d, ACCELERATOR_WRITE, 1);
    advance(d, r, 1);
    device_set(d, ACCELERATOR_WRITE, 0);
    advance(d, r, TRAX_BUS_TICKS - 1);
}

/* The register is selected only for the last tick, when it is read. */
static uint32_t read_register(device *d, trace_recorder *r, unsigned offset) {
    advance(d, r, TRAX_BUS_TICKS - 1);
    device_set(d, ACCELERATOR_ADDRESS, offset / 4);
    advance(d, r, 1);
    uint32_t word = (uint32_t)device_get(d, ACCELERATOR_READDATA);
    device_set(d, ACCELERATOR_ADDRESS, 0);
    return word;
}

/* Leaves the read that will find the result done to the driver. */
static void wait_for(device *d, trace_recorder *r) {
    if (!device_get(d, ACCELERATOR_BUSY)) return;
    uint64_t left = d->kind->next_change(d, UINT64_C(1) << ACCELERATOR_BUSY);
    advance(d, r, (left - 1) / TRAX_BUS_TICKS * TRAX_BUS_TICKS);
}

static void plain_write(void *context, unsigned offset, uint32_t word) {
    write_register(context, NULL, offset, word);
}
static uint32_t plain_read(void *context, unsigned offset) {
    return read_register(context, NULL, offset);
}
static void plain_wait(void *context, unsigned offset) {
    (void)offset;
    wait_for(context, NULL);
}

trax_port trax_port_of(device *d) {
    return (trax_port){.context = d, .write = plain_write, .read = plain_read, .wait = plain_wait};
}

static void recorded_write(void *context, unsigned offset, uint32_t word) {
    trace_recorder *r = context;
    write_register(r->device, r, offset, word);
}
static uint32_t recorded_read(void *context, unsigned offset) {
    trace_recorder *r = context;
    return read_register(r->device, r, offset);
}
static void recorded_wait(void *context, unsigned offset) {
    trace_recorder *r = context;
    (void)offset;
    wait_for(r->device, r);
}

trax_port trax_port_recorded(trace_recorder *r) {
    return (trax_port){
        .context = r, .write = recorded_write, .read = recorded_read, .wait = recorded_wait};
}
