#include "base/bytes.h"
#include "base/hash.h"
#include "engines/perudo/tables.h"
#include "fuzz.h"

/* Bytes as the image of a table, with its checksums put right so that what lies behind them is
 * reached: it is taken in or refused with a reason, and every row that was taken in can be read. */
static void ask(const perudo_tables *t, const uint8_t *image) {
    perudo_position p = {.count = {image[12], image[13]}, .phase = PERUDO_BID};
    p.starter = 0;
    p.next = image[14];
    perudo_bid bids[] = {0, perudo_bid_of(1, 2), perudo_bid_of(2, 2)};
    for (size_t i = 0; i < sizeof bids / sizeof bids[0]; i++) {
        perudo_row row;
        if (bids[i]) p.bid[p.bids++] = bids[i];
        if (!perudo_tables_find(t, &p, image[14], &row)) continue;
        for (size_t h = 0; h < perudo_hands(image[12 + image[14]], image[11]); h++)
            perudo_row_read(&row);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    error e = {{0}};
    uint8_t *image = malloc(length + 1);
    game_rules *rules = game_create(&perudo_game, "faces=2,dice=3", &e);
    perudo_tables t = {0};
    FUZZ_CHECK(image && rules);
    memcpy(image, bytes, length);
    if (length >= PERUDO_IMAGE_HEADER) {
        const perudo_rules *r = perudo_rules_of(rules);
        const uint8_t header[12] = {'P',           'E',          'R',
                                    'U',           'D',          'O',
                                    'T',           '1',          (uint8_t)r->raise,
                                    r->lamas_rank, r->open_lama, (uint8_t)r->faces};
        memcpy(image, header, sizeof header);
        bytes_store(image + 24, 8, length - PERUDO_IMAGE_HEADER);
        bytes_store(image + 32, 8,
                    hash_bytes(image + PERUDO_IMAGE_HEADER, length - PERUDO_IMAGE_HEADER));
        bytes_store(image + 40, 8, hash_bytes(image, 40));
    }
    if (perudo_tables_add(&t, perudo_rules_of(rules), image, length, &e)) ask(&t, image);
    else FUZZ_CHECK(e.message[0]);
    perudo_tables_destroy(&t);
    game_destroy(rules);
    free(image);
    return 0;
}
