/* Every registered game keeps the contract of game.h: random games, all of it checked at every ply.
 */
#include "support.h"

/* Rules to play by; every game must be here at least once. */
static const struct {
    const char *game, *settings;
    int games;
} under_test[] = {
    {"damas", "", 40},
    {"damas", "profile=huff", 20},
    {"damas", "profile=lab", 20},
    {"damas", "profile=lab,touch=on", 20},
    {"damas", "profile=huff,touch=on", 10},
    {"damas", "variant=russian", 20},
    {"damas", "variant=english,repetition=2", 20},
    {"damas", "variant=brazilian,profile=huff,repetition=off", 20},
    {"damas", "variant=italian", 10},
    {"damas", "variant=brazilian", 10},
    {"dots", "size=3x3", 30},
    {"dots", "size=1x4,border=icelandic", 20},
    {"dots", "size=4x2,border=swedish,pass=on", 40},
    {"dots", "size=15x15", 1},
    {"dots", "size=2x34,pass=on", 1},
    {"trax", "", 4},
    {"trax", "variant=8x8", 4},
    {"trax", "variant=8x8,nomove=classic", 4},
    {"trax", "variant=loop", 2},
    {"perudo", "", 4},
    {"perudo", "players=8,dice=2,preset=perudo", 3},
    {"perudo", "players=4,preset=strict", 3},
    {"perudo", "players=3,preset=dudo", 3},
    {"perudo", "dice=2+1,rounds=1,faces=3", 10},
};

typedef struct scratch {
    const game_rules *rules;
    game_position *copy, *read;
    game_move *moves, *again;
    void *undo;
    char *position, *position_again, *picture;
} scratch;

static scratch scratch_for(const game_rules *r) {
    return (scratch){
        .rules = r,
        .copy = game_new_position(r),
        .read = game_new_position(r),
        .moves = malloc(r->max_moves * sizeof(game_move)),
        .again = malloc(r->max_moves * sizeof(game_move)),
        .undo = malloc(r->undo_bytes + 1),
        .position = malloc(r->position_text_bytes),
        .position_again = malloc(r->position_text_bytes),
        .picture = malloc(r->picture_bytes),
    };
}

static void free_scratch(scratch *s) {
    free(s->copy);
    free(s->read);
    free(s->moves);
    free(s->again);
    free(s->undo);
    free(s->position);
    free(s->position_again);
    free(s->picture);
}

static void write_position(const scratch *s, const game_position *p, char *memory) {
    text t = text_over(memory, s->rules->position_text_bytes);
    game_write_position(s->rules, p, &t);
    assert_false(t.full);
}

/* Text and back is the same position: same text, hash, turn and moves. */
static void check_position_text(const scratch *s, const game_position *p) {
    error e = {0};
    write_position(s, p, s->position);
    if (!game_read_position(s->rules, s->position, s->read, &e))
        fail_msg("%s: %s", s->position, e.message);
    write_position(s, s->read, s->position_again);
    assert_string_equal(s->position, s->position_again);
    assert_true(game_hash(s->rules, p) == game_hash(s->rules, s->read));
    assert_int_equal(game_turn(s->rules, p), game_turn(s->rules, s->read));
}

static void check_pictures(const scratch *s, const game_position *p) {
    for (int style = 0; style < 4; style++) {
        text t = text_over(s->picture, s->rules->picture_bytes);
        s->rules->game->picture(s->rules, p, (game_style){.ascii = style & 1, .colour = style & 2},
                                &t);
        assert_false(t.full);
        for (const char *c = s->picture; style == 1 && *c; c++)
            assert_true(*c == '\n' || (*c >= ' ' && *c <= '~'));
    }
}

/* Equal positions have equal texts and hashes; their memory may still differ. */
static void check_same(const scratch *s, const game_position *a, const game_position *b) {
    write_position(s, a, s->position);
    write_position(s, b, s->position_again);
    assert_string_equal(s->position, s->position_again);
    assert_true(game_hash(s->rules, a) == game_hash(s->rules, b));
}

/* A move's text reads back; playing and taking back leaves the position as it was. */
static void check_move(const scratch *s, game_position *p, game_move move) {
    char word[GAME_MOVE_TEXT];
    text t = text_over(word, sizeof word);
    error e = {0};
    game_move read = 0;
    assert_true(move != 0);
    game_write_move(s->rules, p, move, &t);
    assert_false(t.full);
    if (!game_read_move(s->rules, p, word, &read, &e)) fail_msg("%s: %s", word, e.message);
    if (read != move) fail_msg("%s is read as another move", word);
    game_copy(s->rules, s->copy, p);
    game_play(s->rules, p, move, s->undo);
    game_undo(s->rules, p, move, s->undo);
    check_same(s, p, s->copy);
}

/* All legal moves of all seats, into s->moves; returns how many. */
static size_t check_moves(const scratch *s, game_position *p) {
    size_t total = 0;
    for (int seat = GAME_CHANCE; seat < s->rules->seats; seat++) {
        size_t count = game_moves(s->rules, p, seat, s->again);
        assert_true(total + count <= s->rules->max_moves * 2);
        for (size_t i = 0; i < count && total < s->rules->max_moves; i++)
            s->moves[total++] = s->again[i];
    }
    for (size_t i = 0; i < total; i++) {
        for (size_t j = 0; j < i && total < 400; j++) assert_true(s->moves[i] != s->moves[j]);
        if (total < 200 || i % 16 == 0) check_move(s, p, s->moves[i]);
    }
    return total;
}

static void check_outcome(const scratch *s, const game_position *p, size_t moves) {
    game_outcome o = game_result(s->rules, p);
    int turn = game_turn(s->rules, p);
    assert_true(turn >= GAME_OVER && turn < s->rules->seats);
    assert_int_equal(o.over, turn == GAME_OVER);
    assert_int_equal(o.over, moves == 0);
    assert_true(o.winner >= GAME_NOBODY && o.winner < s->rules->seats);
    if (o.over) assert_non_null(o.reason);
    else assert_int_equal(o.winner, GAME_NOBODY);
}

static game_move choose(const scratch *s, const game_position *p, size_t count, random_source *r) {
    if (game_turn(s->rules, p) == GAME_CHANCE && s->rules->game->roll)
        return s->rules->game->roll(s->rules, p, r);
    return s->moves[random_below(r, (uint32_t)count)];
}

static void play_random_game(const game_rules *rules, uint64_t seed) {
    enum { PLIES = 3000 };
    error e = {0};
    random_source random = random_seed(seed);
    scratch s = scratch_for(rules);
    history h;
    assert_true(history_create(&h, rules, &e));
    for (int ply = 0; ply < PLIES; ply++) {
        size_t count = check_moves(&s, h.now);
        check_position_text(&s, h.now);
        check_pictures(&s, h.now);
        check_outcome(&s, h.now, count);
        if (count == 0) break;
        assert_true(history_play(&h, choose(&s, h.now, count, &random), &e));
    }
    /* All the way back to the start. */
    uint64_t last = game_hash(rules, h.now);
    size_t played = h.count;
    while (history_undo(&h)) continue;
    check_same(&s, h.now, h.start);
    for (size_t i = 0; i < played; i++) assert_true(history_play(&h, h.moves[i], &e));
    assert_true(game_hash(rules, h.now) == last);
    history_destroy(&h);
    free_scratch(&s);
}

static void games_keep_the_contract(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof under_test / sizeof *under_test; i++) {
        game_rules *rules = rules_of(under_test[i].game, under_test[i].settings);
        int games = under_test[i].games * (long_run() ? 20 : 1);
        for (int n = 0; n < games; n++) play_random_game(rules, (uint64_t)n + 1);
        game_destroy(rules);
    }
}

static void every_game_is_under_test(void **state) {
    (void)state;
    for (const game *const *g = games_all; *g; g++) {
        bool there = false;
        for (size_t i = 0; i < sizeof under_test / sizeof *under_test; i++)
            there = there || strcmp(under_test[i].game, (*g)->name) == 0;
        if (!there) fail_msg("%s is not in the list of this test", (*g)->name);
    }
}

static void settings_are_written_as_they_were_read(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof under_test / sizeof *under_test; i++) {
        char memory[400];
        text t = text_over(memory, sizeof memory);
        game_rules *rules = rules_of(under_test[i].game, under_test[i].settings);
        game_write_settings(rules, &t);
        game_rules *again = rules_of(under_test[i].game, memory);
        for (size_t k = 0; rules->game->settings[k].key; k++)
            assert_string_equal(rules->settings.value[k].text, again->settings.value[k].text);
        game_destroy(rules);
        game_destroy(again);
    }
}

static void unknown_games_are_named(void **state) {
    (void)state;
    error e;
    assert_null(game_find("dotz", &e));
    assert_says(&e, "did you mean 'dots'");
    assert_null(game_find("chess-on-mars", &e));
    assert_says(&e, "there are: ");
}

/* The examples in the notation headers are correct: they can be read, and are written the same. */
static void examples_of_positions_are_positions(void **state) {
    (void)state;
    static const struct {
        const char *game, *settings, *position;
    } examples[] = {
        {"damas", "", "W:W1,2,K9:B30,K31"},
        {"dots", "size=2x3,pass=on", "---/||.|/-../..../... 2 1../... pass"},
        {"perudo", "players=4,rounds=3,palifico=on",
         "13345/????" /* no trigraph */ "?/-/2 4 2x3,3x3 palifico down:4 round:2"},
    };
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        error e = {0};
        game_rules *rules = rules_of(examples[i].game, examples[i].settings);
        scratch s = scratch_for(rules);
        if (!game_read_position(rules, examples[i].position, s.read, &e)) fail_msg("%s", e.message);
        write_position(&s, s.read, s.position);
        assert_string_equal(s.position, examples[i].position);
        free_scratch(&s);
        game_destroy(rules);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_under_test),
        cmocka_unit_test(games_keep_the_contract),
        cmocka_unit_test(settings_are_written_as_they_were_read),
        cmocka_unit_test(examples_of_positions_are_positions),
        cmocka_unit_test(unknown_games_are_named),
    };
    return cmocka_run_group_tests_name("contract", tests, NULL, NULL);
}
