#include "server/lab_accelerator.h"

#include "boards/trax/accelerator.h"

static json_t *registers_json(device *d) {
    json_t *registers = json_array();
    uint64_t selected = d->input[ACCELERATOR_ADDRESS];
    for (unsigned i = 0; i < 4; i++) {
        device_set(d, ACCELERATOR_ADDRESS, i); /* read at once: no time passes */
        json_array_append_new(registers,
                              json_integer((json_int_t)device_get(d, ACCELERATOR_READDATA)));
    }
    device_set(d, ACCELERATOR_ADDRESS, selected);
    return registers;
}

static json_t *board_json(const device *d) {
    json_t *board = json_array();
    unsigned size = accelerator_size(d);
    for (unsigned row = 0; row < size; row++)
        for (unsigned column = 0; column < size; column++) {
            unsigned tile = accelerator_tile(d, row, column);
            if (tile) json_array_append_new(board, json_pack("[i, i, i]", row, column, (int)tile));
        }
    return board;
}

static json_t *memory_json(const device *d) {
    json_t *memory = json_array();
    for (size_t i = 0; i < accelerator_entries(d); i++) {
        accelerator_entry entry = accelerator_entry_at(d, i);
        json_array_append_new(
            memory, json_pack("[i, i, i]", (int)entry.row, (int)entry.column, (int)entry.tiles));
    }
    return memory;
}

json_t *accelerator_json(device *pins, const device *inside) {
    json_t *spent = json_array(), *registers = registers_json(pins);
    for (int i = 0; i < ACCELERATOR_STEPS; i++)
        json_array_append_new(spent, json_integer((json_int_t)accelerator_spent(inside)[i]));
    return json_pack("{s:s, s:i, s:o, s:o, s:o, s:o, s:b, s:I, s:I}", "tell", "accelerator", "size",
                     (int)accelerator_size(inside), "registers", registers, "board",
                     board_json(inside), "memory", memory_json(inside), "spent", spent, "busy",
                     device_get(pins, ACCELERATOR_BUSY) != 0, "left",
                     (json_int_t)accelerator_left(inside), "now", (json_int_t)pins->now);
}
