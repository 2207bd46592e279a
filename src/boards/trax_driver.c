#include "boards/trax_driver.h"

trax_driver trax_driver_of(trax_port port, unsigned size, unsigned address_bits) {
    return (trax_driver){.port = port, .size = size, .fields = trax_fields_of(size, address_bits)};
}

static void order(trax_driver *d, uint32_t word) {
    d->order = word;
    TRAX_HELPER_mWriteReg(TRAX_HELPER_BASE(d), TRAX_ORDER, word);
}

/* Waits for the result. */
static uint32_t result(trax_driver *d, unsigned offset) {
    if (d->port.wait) d->port.wait(d->port.context, offset);
    do d->result = TRAX_HELPER_mReadReg(TRAX_HELPER_BASE(d), offset);
    while (!(d->result & TRAX_DONE));
    return d->result;
}

void trax_driver_reset(trax_driver *d) {
    order(d, TRAX_RESET);
    order(d, 0);
}

unsigned trax_driver_place(trax_driver *d, unsigned row, unsigned column, unsigned tile) {
    order(d, trax_order(d->fields, TRAX_PLACE, row, column, tile));
    return trax_bits(result(d, TRAX_RESULT_1), 0, d->fields.address);
}

trax_entry trax_driver_read(trax_driver *d, unsigned address) {
    unsigned c = d->fields.coordinate, a = d->fields.address;
    order(d, (uint32_t)TRAX_READ << 30 | address << (2 * c + 4));
    uint32_t word = result(d, TRAX_RESULT_1);
    trax_entry entry = {.row = trax_bits(word, a + c, c), .column = trax_bits(word, a, c)};
    for (unsigned i = 0; i < 6; i++)
        entry.tiles |= trax_bits(word, a + 2 * c + i, 1) << trax_tile_order[i];
    return entry;
}

trax_verdict trax_driver_evaluate(trax_driver *d, unsigned row, unsigned column, unsigned tile) {
    order(d, trax_order(d->fields, TRAX_EVALUATE, row, column, tile));
    uint32_t word = result(d, TRAX_RESULT_2);
    return (trax_verdict){.invalid = trax_bits(word, TRAX_INVALID, 1),
                          .loses = trax_bits(word, TRAX_LOSES, 1),
                          .won = trax_bits(word, TRAX_WON, 1),
                          .lost = trax_bits(word, TRAX_LOST, 1),
                          .own_threats = trax_bits(word, TRAX_OWN_THREATS, 3),
                          .own_corners = trax_bits(word, TRAX_OWN_CORNERS, 6),
                          .other_corners = trax_bits(word, TRAX_OTHER_CORNERS, 6)};
}

uint32_t trax_driver_cycles(trax_driver *d) {
    return TRAX_HELPER_mReadReg(TRAX_HELPER_BASE(d), TRAX_CYCLES);
}
