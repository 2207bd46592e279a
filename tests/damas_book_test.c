/* Damas: the opening books, and the engine that plays from them. */
#include "damas_seat.h"
#include "engines/damas/book.h"
#include "games/damas/moves.h"

static const char *const variants[] = {"spanish", "portuguese", "italian", "english",
                                       "russian", "brazilian",  "pool",    "czech"};
enum { VARIANTS = sizeof variants / sizeof *variants };

/* The rules of a variant and its book. */
typedef struct opened {
    game_rules *rules;
    damas_book *book;
} opened;

static opened open_book(const char *variant) {
    char settings[60];
    const uint8_t *bytes;
    error e = {0};
    snprintf(settings, sizeof settings, "variant=%s", variant);
    opened o = {.rules = rules_of("damas", settings)};
    size_t length = damas_book_of(damas_rules_of(o.rules), &bytes);
    o.book = damas_book_read(damas_rules_of(o.rules), bytes, length, &e);
    if (!o.book) fail_msg("%s: %s", variant, e.message);
    return o;
}

static void close_book(opened *o) {
    damas_book_destroy(o->book);
    game_destroy(o->rules);
}

/* Plays every move that leads to a position of the book, by the rules of the game. */
static void visit(const opened *o, const game_position *p, bool *visited) {
    const damas_position *now = damas_seen(p);
    const damas_book_entry *entry = damas_book_find(o->book, &now->board, now->side);
    game_move legal[DAMAS_MOVES_MAX];
    if (!entry || visited[entry - o->book->entry]) return;
    visited[entry - o->book->entry] = true;
    size_t count = game_moves(o->rules, p, now->side, legal);
    game_position *after = game_new_position(o->rules);
    for (int k = 0; k < entry->count; k++) {
        size_t i = 0;
        while (i < count && legal[i] != entry->move[k].move) i++;
        assert_true(i < count);
        game_copy(o->rules, after, p);
        game_play(o->rules, after, legal[i], NULL);
        visit(o, after, visited);
    }
    free(after);
}

static void every_position_arises_and_every_move_is_legal(void **state) {
    (void)state;
    for (int v = 0; v < VARIANTS; v++) {
        opened o = open_book(variants[v]);
        bool *visited = calloc(o.book->positions, sizeof *visited);
        game_position *start = game_new_position(o.rules);
        visit(&o, start, visited);
        assert_true(o.book->positions >= 500);
        for (size_t i = 0; i < o.book->positions; i++) assert_true(visited[i]);
        free(start);
        free(visited);
        close_book(&o);
    }
}

/* A move is worth what the position after it is worth to the other side, and costs the difference
 * to the best one. */
static void scores_agree_with_those_of_the_answers(void **state) {
    (void)state;
    for (int v = 0; v < VARIANTS; v++) {
        opened o = open_book(variants[v]);
        size_t known = 0;
        for (size_t i = 0; i < o.book->positions; i++) {
            const damas_book_entry *entry = &o.book->entry[i];
            assert_int_equal(entry->move[0].cost, 0);
            for (int k = 0; k < entry->count; k++) {
                damas_board after = entry->board;
                damas_board_play(&after, entry->side, entry->move[k].move);
                const damas_book_entry *next = damas_book_find(o.book, &after, entry->side ^ 1);
                assert_true(k == 0 || entry->move[k - 1].cost <= entry->move[k].cost);
                assert_true(next || entry->move[k].cost <= DAMAS_BOOK_MARGIN);
                if (!next) continue;
                assert_int_equal(entry->score - entry->move[k].cost, -next->score);
                known++;
            }
        }
        /* Several ways lead to some of the positions. */
        assert_true(known > o.book->positions);
        close_book(&o);
    }
}

/* Every move within the margin is chosen by some seed, the best one most often, and no other one.
 */
static void seeds_choose_among_good_moves(void **state) {
    (void)state;
    opened o = open_book("russian");
    int choices = 0;
    for (size_t i = 0; i < o.book->positions && i < 50; i++) {
        const damas_book_entry *entry = &o.book->entry[i];
        int chosen[256] = {0};
        assert_ptr_equal(damas_book_choose(entry, 0), &entry->move[0]);
        for (uint64_t seed = 1; seed <= 300; seed++) {
            const damas_book_move *m = damas_book_choose(entry, seed);
            assert_ptr_equal(m, damas_book_choose(entry, seed));
            chosen[m - entry->move]++;
        }
        for (int k = 0; k < entry->count; k++) {
            bool good = entry->move[k].cost <= DAMAS_BOOK_MARGIN;
            assert_int_equal(chosen[k] > 0, good);
            if (entry->move[k].cost >= 5) assert_true(chosen[k] < chosen[0]);
            choices += good && k > 0;
        }
    }
    assert_true(choices > 10);
    close_book(&o);
}

/* A changed bit, a missing end, or the rules of another variant. */
static void a_damaged_book_is_refused(void **state) {
    (void)state;
    const uint8_t *bytes;
    error e = {0};
    game_rules *rules = rules_of("damas", "variant=spanish");
    game_rules *others = rules_of("damas", "variant=russian");
    const damas_rules *r = damas_rules_of(rules);
    size_t length = damas_book_of(r, &bytes);
    uint8_t *copy = malloc(length);
    memcpy(copy, bytes, length);
    for (size_t i = 0; i < length; i += i < 40 ? 1 : 61) {
        copy[i] ^= (uint8_t)(1 << i % 8);
        assert_null(damas_book_read(r, copy, length, &e));
        assert_says(&e, "damaged");
        copy[i] = bytes[i];
    }
    assert_null(damas_book_read(r, copy, length - 1, &e));
    assert_null(damas_book_read(r, copy, 0, &e));
    assert_null(damas_book_read(damas_rules_of(others), copy, length, &e));
    damas_book *whole = damas_book_read(r, copy, length, &e);
    assert_non_null(whole);
    damas_book_destroy(whole);
    free(copy);
    game_destroy(rules);
    game_destroy(others);
}

/* The engine. */

static seat sit_with(const char *settings, engine_options options) {
    options.memory = 1 << 18;
    return sit_down(settings, "", &options);
}

static bool plays_from_book(seat *s, engine_limits limits) {
    engine_result r = think(s, limits);
    bool says = strcmp(r.note, "from the opening book") == 0;
    assert_true(r.scored && r.line_count > 0 && r.line[0] == r.move);
    assert_int_equal(says, r.nodes == 0);
    return says;
}

static void the_book_is_for_players_at_full_strength(void **state) {
    (void)state;
    const engine_limits nodes = {.nodes = 500}, depth = {.nodes = 500, .depth = 3};
    seat full = sit_with("", (engine_options){.level = ENGINE_FULL, .book = true});
    assert_true(plays_from_book(&full, nodes));
    assert_true(plays_from_book(&full, (engine_limits){.move_time = 1000000}));
    assert_true(plays_from_book(&full, (engine_limits){.clock = 1000000}));
    assert_false(plays_from_book(&full, depth));
    stand_up(&full);

    const struct {
        const char *settings;
        engine_options options;
    } others[] = {
        {"", {.level = ENGINE_FULL}},
        {"", {.level = ENGINE_MASTER, .book = true}},
        {"profile=huff", {.level = ENGINE_FULL, .book = true}},
        {"profile=lab", {.level = ENGINE_FULL, .book = true}},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        seat s = sit_with(others[i].settings, others[i].options);
        assert_false(plays_from_book(&s, nodes));
        stand_up(&s);
    }
}

/* Without a limit an engine thinks until it is stopped: that is an analysis. */
static void an_analysis_searches(void **state) {
    (void)state;
    atomic_bool stop = true;
    engine_result r;
    seat s = sit_with("", (engine_options){.level = ENGINE_FULL, .book = true});
    engine_think(s.engine, s.position, 0, &(engine_limits){0}, &(engine_watch){.stop = &stop}, &r);
    assert_string_equal(r.note, "");
    stand_up(&s);
}

/* Each piece that can move is touched in turn; the book has a move of one or two of them. */
static void a_touched_piece_is_moved(void **state) {
    (void)state;
    error e = {0};
    seat s = sit_with("touch=on", (engine_options){.level = ENGINE_FULL, .book = true});
    for (int square = 9; square <= 12; square++) {
        char fen[80];
        snprintf(fen, sizeof fen, "W:W1-12:B21-32:P%d", square);
        if (!game_read_position(s.rules, fen, s.position, &e)) fail_msg("%s", e.message);
        engine_result r = think(&s, (engine_limits){.nodes = 500});
        assert_int_equal(damas_from(r.move), damas_bit_of(square - 1));
    }
    stand_up(&s);
}

/* The key of the position after some plies of an engine with that seed against itself. */
static uint64_t open_game(const char *settings, uint64_t seed, int plies) {
    seat s = sit_with(settings, (engine_options){.level = ENGINE_FULL, .book = true, .seed = seed});
    for (int ply = 0; ply < plies; ply++)
        game_play(s.rules, s.position, think(&s, (engine_limits){.nodes = 200}).move, NULL);
    uint64_t key = damas_seen(s.position)->key;
    stand_up(&s);
    return key;
}

static void seeds_vary_the_opening_of_every_variant(void **state) {
    (void)state;
    enum { SEEDS = 100, PLIES = 6, LEAST = 10 };
    for (int v = 0; v < VARIANTS; v++) {
        uint64_t seen[SEEDS];
        int different = 0;
        char settings[60];
        snprintf(settings, sizeof settings, "variant=%s", variants[v]);
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            uint64_t key = open_game(settings, seed, PLIES);
            int i = 0;
            while (i < different && seen[i] != key) i++;
            if (i == different) seen[different++] = key;
        }
        print_message("# %s: %d different positions after %d plies\n", variants[v], different,
                      PLIES);
        if (different < LEAST) fail_msg("%s: only %d openings", variants[v], different);
        assert_true(open_game(settings, 7, 12) == open_game(settings, 7, 12));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_arises_and_every_move_is_legal),
        cmocka_unit_test(scores_agree_with_those_of_the_answers),
        cmocka_unit_test(seeds_choose_among_good_moves),
        cmocka_unit_test(a_damaged_book_is_refused),
        cmocka_unit_test(the_book_is_for_players_at_full_strength),
        cmocka_unit_test(an_analysis_searches),
        cmocka_unit_test(a_touched_piece_is_moved),
        cmocka_unit_test(seeds_vary_the_opening_of_every_variant),
    };
    return cmocka_run_group_tests_name("damas book", tests, NULL, NULL);
}
