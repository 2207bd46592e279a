#include "engines/perudo/tables.h"
#include "fuzz.h"

/* Bytes as the image of a table, with corrected checksums so that the code behind them is reached:
 * it is loaded or refused with a reason, and every loaded row can be read. */
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
    error e = {0};
    uint8_t *image = malloc(length + 1);
    game_rules *rules = game_create(&perudo_game, "faces=2,dice=3", &e);
    perudo_tables t = {0};
    FUZZ_CHECK(image && rules);
    memcpy(image, bytes, length);
    if (length >= IMAGE_HEADER) {
        const perudo_rules *r = perudo_rules_of(rules);
        const uint8_t bidding[] = {(uint8_t)r->raise, r->lamas_rank, r->open_lama,
                                   (uint8_t)r->faces};
        memcpy(image + IMAGE_WORD, bidding, sizeof bidding);
        image_seal(image, PERUDO_TABLE_WORD, length - IMAGE_HEADER);
    }
    if (perudo_tables_add(&t, perudo_rules_of(rules), image, length, &e)) ask(&t, image);
    else FUZZ_CHECK(e.message[0]);
    perudo_tables_destroy(&t);
    game_destroy(rules);
    free(image);
    return 0;
}
