#include "engines/damas/tables.h"
#include "fuzz.h"

/* Bytes as the image of a table, with corrected checksums so that the code behind them is reached:
 * it is loaded or refused with a reason, and a loaded table can be queried. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    error e = {0};
    uint8_t *image = malloc(length + 1);
    damas_tables *t = damas_tables_create(DAMAS_SPANISH_FLAGS, &e);
    FUZZ_CHECK(image && t);
    memcpy(image, bytes, length);
    if (length >= IMAGE_HEADER) {
        damas_material m = {image[8] % 2, image[9] % 3, image[10] % 2, image[11] % 3};
        memcpy(image + IMAGE_WORD, &m, sizeof m);
        bytes_store(image + 16, 8, damas_slice_of(m).size);
        image_seal(image, DAMAS_TABLE_WORD, length - IMAGE_HEADER);
    }
    if (damas_tables_add(t, image, length, &e)) {
        damas_material m = {image[8], image[9], image[10], image[11]};
        damas_slice s = damas_slice_of(m);
        damas_board b = damas_board_at(&s, s.size - 1);
        damas_tables_value(t, &b, 0);
        damas_tables_distance(t, &b, 0);
    } else FUZZ_CHECK(e.message[0]);
    damas_tables_destroy(t);
    free(image);
    return 0;
}
