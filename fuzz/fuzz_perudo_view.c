#include "fuzz.h"
#include "protocols/perudo_view.h"

/* Whatever arrives on the line, the view can still be shown, in words and as JSON, and the
 * synchronisation byte brings it back to the title. */

static void check_table(const perudo_viewer *v) {
    FUZZ_CHECK(v->avatar >= 0 && v->avatar < PERUDO_BOARD_AVATARS);
    FUZZ_CHECK(v->players >= 0 && v->players <= PERUDO_SEATS_MAX);
    FUZZ_CHECK(v->loser >= GAME_NOBODY && v->loser < PERUDO_SEATS_MAX);
    FUZZ_CHECK(v->now.bids <= PERUDO_BIDS_MAX && v->garbled <= v->bytes);
    FUZZ_CHECK(perudo_view_scene_of(v) <= VIEW_SCENE_END);
    for (int seat = 0; seat < PERUDO_SEATS_MAX; seat++) {
        int dice = perudo_view_dice(v, seat);
        FUZZ_CHECK(dice >= 0 && dice <= PERUDO_BOARD_DICE);
        for (int i = 0; i < v->now.count[seat]; i++)
            FUZZ_CHECK(v->die[seat][i] >= 1 && v->die[seat][i] <= PERUDO_FACES_MAX);
    }
    bool bidding = v->step == VIEW_FACE || v->step == VIEW_COUNT || v->step == VIEW_MACHINE;
    if (bidding) FUZZ_CHECK(v->dealt && v->now.count[v->now.next] > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    game_rules *rules = game_create_named("perudo", "players=8", NULL);
    FUZZ_CHECK(rules);
    perudo_viewer v = perudo_view_create(perudo_rules_of(rules));
    for (size_t i = 0; i < length; i++) {
        char words[PERUDO_VIEW_WORDS], json[PERUDO_VIEW_JSON];
        text in_words = text_over(words, sizeof words), as_json = text_over(json, sizeof json);
        perudo_view_event e = perudo_view_hear(&v, (char)bytes[i]);
        perudo_view_write(&v, &e, &in_words);
        perudo_view_write_json(&v, &e, &as_json);
        FUZZ_CHECK(!in_words.full && !as_json.full);
        check_table(&v);
    }
    perudo_view_event e = perudo_view_hear(&v, 'U');
    if (e.heard != VIEW_SYNC) e = perudo_view_hear(&v, 'U'); /* the first was a count of 37 */
    FUZZ_CHECK(e.heard == VIEW_SYNC && v.step == VIEW_TITLE);
    game_destroy(rules);
    return 0;
}
