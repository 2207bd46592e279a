/* The rules of Perudo: bids, calls, the results of rounds, what a seat may see, text. */
#include "support.h"

#include "games/perudo/perudo.h"

/* A position of these rules, from text. */
static void place(const game_rules *rules, const char *source, perudo_position *p) {
    error e = {0};
    if (!game_read_position(rules, source, (game_position *)(void *)p, &e))
        fail_msg("%s: %s", source, e.message);
}

static const game_position *as_position(const perudo_position *p) {
    return (const game_position *)(const void *)p;
}

/* Plays words in a position; returns the text of the result. */
static void expect_after(const char *settings, const char *position, const char *words,
                         const char *expected) {
    error e = {0};
    history h;
    perudo_position p;
    char buffer[4096];
    game_rules *rules = rules_of("perudo", settings);
    assert_true(history_create(&h, rules, &e));
    if (position) {
        place(rules, position, &p);
        history_set(&h, as_position(&p));
    }
    if (!history_play_all(&h, words, &e)) fail_msg("%s: %s", words, e.message);
    text t = text_over(buffer, sizeof buffer);
    game_write_position(rules, h.now, &t);
    assert_string_equal(buffer, expected);
    history_destroy(&h);
    game_destroy(rules);
}

/* The legal moves of the seat on turn, as text. */
static void expect_bids(const char *settings, const char *position, const char *expected) {
    game_rules *rules = rules_of("perudo", settings);
    perudo_position p;
    place(rules, position, &p);
    game_move *moves = malloc(rules->max_moves * sizeof *moves);
    char buffer[2048];
    text t = text_over(buffer, sizeof buffer);
    size_t count = game_moves(rules, as_position(&p), p.next, moves);
    for (size_t i = 0; i < count; i++) {
        if (t.length) text_add_char(&t, ' ');
        game_write_move(rules, as_position(&p), moves[i], &t);
    }
    assert_string_equal(buffer, expected);
    free(moves);
    game_destroy(rules);
}

static void expect_refused(const char *settings, const char *position, const char *word,
                           const char *reason) {
    game_rules *rules = rules_of("perudo", settings);
    perudo_position p;
    error e = {0};
    game_move move;
    place(rules, position, &p);
    assert_false(game_read_move(rules, as_position(&p), word, &move, &e));
    if (!strstr(e.message, reason)) fail_msg("'%s' does not say '%s'", e.message, reason);
    game_destroy(rules);
}

static void seed_raises_never_go_to_a_lower_face(void **state) {
    (void)state;
    expect_bids("faces=4,dice=2", "?\?/?? 1 2x3", "1x1 2x1 2x4 3x1 3x3 3x4 4x1 4x3 4x4 dudo");
}

static void raises_as_sold_take_any_face_with_a_higher_count(void **state) {
    (void)state;
    expect_bids("raise=any,faces=3,dice=2", "?\?/?? 1 2x3", "1x1 2x1 3x1 3x2 3x3 4x1 4x2 4x3 dudo");
}

static void strict_raises_change_face_or_count(void **state) {
    (void)state;
    expect_bids("raise=either,faces=4,dice=2", "?\?/?? 1 2x2",
                "1x1 2x1 2x3 2x4 3x1 3x2 4x1 4x2 dudo");
}

static void lamas_take_half_rounded_up_and_faces_twice_plus_one(void **state) {
    (void)state;
    expect_bids("faces=2,dice=4", "???\?/???? 1 5x2", "3x1 4x1 5x1 6x1 6x2 7x1 7x2 8x1 8x2 dudo");
    expect_bids("faces=2,dice=4", "???\?/???? 1 3x1", "4x1 5x1 6x1 7x1 7x2 8x1 8x2 dudo");
}

static void in_dudo_lamas_rank_just_above_twice_less_one(void **state) {
    (void)state;
    expect_bids("preset=dudo,faces=2,dice=3", "??\?/??? 1 4x2", "3x1 4x1 5x1 5x2 6x1 6x2 dudo");
    expect_bids("preset=dudo,faces=2,dice=3", "??\?/??? 1 3x2",
                "2x1 3x1 4x1 4x2 5x1 5x2 6x1 6x2 dudo");
    expect_bids("preset=dudo,faces=2,dice=3", "??\?/??? 1 2x1", "3x1 4x1 4x2 5x1 5x2 6x1 6x2 dudo");
}

static void opening_on_lamas_is_an_option(void **state) {
    (void)state;
    expect_bids("faces=2,dice=1", "?/? 1", "1x1 1x2 2x1 2x2");
    expect_bids("faces=2,dice=1,openlama=off", "?/? 1", "1x2 2x2");
    expect_bids("preset=strict,faces=2,dice=1,palifico=always", "?/? 1", "1x1 1x2 2x1 2x2");
}

static void the_face_stays_in_a_palifico_round(void **state) {
    (void)state;
    expect_bids("preset=strict,faces=4,dice=2", "?/?? 1 1x3 palifico down:1", "2x3 3x3 dudo");
    /* a player with one die may change it as sold */
    expect_bids("preset=perudo,calza=off,faces=3,dice=2", "?/? 1 1x2 palifico down:12",
                "1x3 2x1 2x2 2x3 dudo");
    expect_bids("preset=perudo,calza=off,faces=3,dice=2", "?/?? 1 1x2 palifico down:1",
                "2x2 3x2 dudo");
}

static void a_refused_bid_says_what_would_be_right(void **state) {
    (void)state;
    const char *table = "????\?/????? 1 3x4";
    expect_refused("", table, "3x4", "bid 4 or more");
    expect_refused("", table, "4x3", "higher face");
    expect_refused("", table, "1x1", "to lamas bid 2 or more");
    expect_refused("", "????\?/????? 1 2x1", "4x6", "from lamas bid 5 or more");
    expect_refused("", table, "11x5", "10 dice on the table");
    expect_refused("", table, "4x7", "a face is a number from 1 to 6");
    expect_refused("openlama=off", "????\?/????? 1", "2x1", "openlama=off");
    expect_refused("", "????\?/????? 1", "dudo", "no bid to doubt");
    expect_refused("", table, "calza", "calza=on");
    expect_refused("calza=next,players=3", "????\?/????\?/????? 1 3x4", "calza:3", "on turn");
    expect_refused("calza=on,players=3", "????\?/????\?/????? 1 3x4", "calza:1", "bidder");
    expect_refused("", table, "1:12345", "to bid now");
    expect_refused("", table, "fives", "not a move");
}

static void the_loser_of_a_doubt_loses_a_die_and_starts(void **state) {
    (void)state;
    /* two fives and a lama: three hold, four do not */
    expect_after("dice=3", "155/234 1 2x5,3x5", "dudo 1=155 2=234 1:66", "66/??? 1 - roll:2");
    expect_after("dice=3", "155/234 1 2x5,4x5", "dudo 1=155 2=234 1:666 2:11", "666/11 2 -");
}

static void a_player_without_dice_is_skipped(void **state) {
    (void)state;
    expect_after("players=3,dice=2", "11/2/33 1 1x4,4x4", "dudo 1=11 2=2 3=33 1:12 3:45",
                 "12/-/45 3 -");
    expect_after("players=3,dice=2,out=winner", "11/2/33 1 1x4,3x5,4x5,5x5",
                 "dudo 1=11 2=2 3=33 1:1 2:2 3:33", "1/2/33 1 -");
    /* seat 2 is out; the winner was seat 1 */
    expect_after("players=3,dice=2,out=winner", "11/2/33 1 2x1", "dudo 1=11 2=2 3=33 1:11 3:22",
                 "11/-/22 1 -");
}

/* Turns pass to the right, so the player to the left of seat 2 is seat 1. */
static void the_player_to_the_left_may_start_for_one_who_is_out(void **state) {
    (void)state;
    expect_after("players=3,dice=2,out=left", "11/2/33 1 1x4,4x4", "dudo 1=11 2=2 3=33 1:12 3:45",
                 "12/-/45 1 -");
    expect_after("players=4,dice=2,out=left", "1/-/33/2 4 4x5", "dudo 1=1 3=33 4=2 1:1 3:45",
                 "1/-/45/- 3 -");
}

static void a_doubt_can_cost_the_difference(void **state) {
    (void)state;
    expect_after("preset=dudo", "11555/22222 1 2x5,8x5", "dudo 1=11555 2=22222 1:12345 2:12",
                 "12345/12 1 -");
    /* exactly five: everyone but the bidder loses a die, and the bidder starts */
    expect_after("preset=dudo,players=3,dice=5", "11555/22222/33333 1 5x5",
                 "dudo 1=11555 2=22222 3=33333 1:11111 2:2222 3:3333", "11111/2222/3333 1 -");
}

static void calza_wins_a_die_back_up_to_the_start(void **state) {
    (void)state;
    expect_after("calza=on,players=3,dice=3", "155/23/44 1 3x5",
                 "calza:3 1=155 2=23 3=44 1:111 2:22 3:333", "111/22/333 3 -");
    expect_after("calza=on,players=3,dice=3", "155/23/444 1 3x5",
                 "calza:3 1=155 2=23 3=444 1:111 2:22 3:333", "111/22/333 3 -");
    expect_after("calza=on,players=3,dice=3,maxdice=4", "155/23/444 1 3x5",
                 "calza:3 1=155 2=23 3=444 1:111 2:22 3:3333", "111/22/3333 3 -");
    expect_after("calza=on,players=3,dice=3", "155/23/4 1 2x5",
                 "calza 1=155 2=23 3=4 1:111 2:2 3:3", "111/2/3 2 -");
}

/* Turns pass to the right, so a doubter's left is the bidder. Older records, in the order of the
 * seats, are read too. */
static void dice_are_shown_from_the_left_of_the_doubter(void **state) {
    (void)state;
    static const char table[] = "12/34/56/22 1 1x2,2x2";
    expect_after("players=4,dice=2", table, "dudo", "12/34/56/22 1 1x2,2x2,dudo show:2143");
    expect_after("players=4,dice=2", table, "dudo 2=34", "12/34/56/22 1 1x2,2x2,dudo show:143");
    expect_after("players=4,dice=2", "?\?/?\?/?\?/22 1 1x2,2x2", "dudo 2=34 1=12",
                 "12/34/?\?/22 1 1x2,2x2,dudo show:43");
    expect_after("players=4,dice=2", table, "dudo 2=34 1=12 4=22 3=56",
                 "12/34/56/22 1 1x2,2x2,dudo shown");
    expect_after("players=4,dice=2", table, "dudo 1=12 2=34", "12/34/56/22 1 1x2,2x2,dudo show:43");
    expect_after("players=4,dice=2", table, "dudo 1=12 2=34 3=56 4=22",
                 "12/34/56/22 1 1x2,2x2,dudo shown");
    expect_refused("players=4,dice=2", "12/34/56/22 1 1x2,2x2,dudo show:143", "2=34",
                   "seat 1 shows");
    /* With out=left the seat on the left of one that is out begins. */
    expect_after("players=4,dice=2,out=left", "12/34/5/22 1 1x2,2x2",
                 "dudo 2=34 1=12 4=22 3=5 1:11 2:22 4:33", "11/22/-/33 2 -");
    expect_after("players=4,dice=2", "12/34/5/22 1 1x2,2x2",
                 "dudo 2=34 1=12 4=22 3=5 1:11 2:22 4:33", "11/22/-/33 4 -");
}

static void palifico_comes_once_for_each_player(void **state) {
    (void)state;
    expect_after("preset=strict,dice=2", "22/33 1 1x4", "dudo 1=22 2=33 1:2 2:34",
                 "2/34 1 - palifico down:1");
    /* back to two dice by a calza and down to one again: no second palifico */
    expect_after("preset=strict,dice=2,calza=on", "22/33 1 1x4 down:1", "dudo 1=22 2=33 1:2 2:34",
                 "2/34 1 - down:1");
    /* a player who began with one die has not come down to it */
    expect_after("preset=strict,dice=1+3", "3/345 1 1x3", "dudo 1=3 2=345 1:2 2:66", "2/66 2 -");
}

static void lamas_are_no_jokers_in_a_palifico_round(void **state) {
    (void)state;
    expect_after("preset=strict,dice=2", "5/11 1 2x5 palifico down:1", "dudo 1=5 2=11",
                 "5/11 1 2x5,dudo shown palifico down:1");
    game_rules *rules = rules_of("perudo", "preset=strict,dice=2");
    perudo_position p;
    place(rules, "5/11 1 2x5,dudo shown palifico down:1", &p);
    perudo_verdict v = perudo_verdict_of(perudo_rules_of(rules), &p);
    assert_int_equal(v.counted, 1);
    assert_int_equal(v.loser, 0);
    assert_int_equal(p.phase, PERUDO_OVER);
    assert_int_equal(game_result(rules, as_position(&p)).winner, 1);
    game_destroy(rules);
}

static void a_game_of_one_round_is_won_by_keeping_all_dice(void **state) {
    (void)state;
    game_rules *rules = rules_of("perudo", "dice=2+1,rounds=1");
    perudo_position p;
    place(rules, "23/4 1 1x5,dudo shown", &p);
    game_outcome o = game_result(rules, as_position(&p));
    assert_true(o.over);
    assert_int_equal(o.winner, 1);
    assert_int_equal(o.score[0], -1);
    assert_int_equal(o.score[1], 0);
    game_destroy(rules);
}

static void the_starter_is_drawn_or_chosen(void **state) {
    (void)state;
    expect_after("dice=1", NULL, "", "?/? -");
    expect_after("dice=1", NULL, "starts:2 1:5 2:6", "5/6 2 -");
    expect_after("dice=1,first=2", NULL, "1:5 2:6 1x3", "5/6 2 1x3");
}

static void settings_that_do_not_fit_are_refused(void **state) {
    (void)state;
    static const char *const wrong[][2] = {
        {"dice=2+1,players=3", "for 2 players"},
        {"dice=11", "1 to 10"},
        {"dice=5+", "1 to 10"},
        {"dice=5-5", "after '5'"},
        {"first=3", "no seat 3"},
        {"dice=1+1+1+1+1+1+1+1+1", "more than 8"},
        {"calza=maybe", "not one of"},
        {"preset=sold", "not one of"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        error e = {0};
        assert_null(game_create(&perudo_game, wrong[i][0], &e));
        if (!strstr(e.message, wrong[i][1])) fail_msg("%s: %s", wrong[i][0], e.message);
    }
}

static void explicit_settings_override_the_preset(void **state) {
    (void)state;
    game_rules *rules = rules_of("perudo", "preset=perudo,calza=off,dice=3+2+1");
    const perudo_rules *r = perudo_rules_of(rules);
    assert_int_equal(r->calza, PERUDO_CALZA_OFF);
    assert_int_equal(r->raise, PERUDO_RAISE_ANY);
    assert_int_equal(r->palifico, PERUDO_PALIFICO_ON);
    assert_int_equal(rules->seats, 3);
    char buffer[200];
    text t = text_over(buffer, sizeof buffer);
    game_write_settings(rules, &t);
    assert_string_equal(buffer, "preset=perudo,dice=3+2+1,calza=off");
    game_destroy(rules);
}

static void positions_that_cannot_be_are_refused(void **state) {
    (void)state;
    static const char *const wrong[][2] = {
        {"12345", "2 hands"},
        {"12345/-", "two seats with dice"},
        {"123456/1", "1 to 5 dice"},
        {"1234?/1", "after the hand of seat 1"},
        {"12/34 3", "starter"},
        {"12/34 1 2x5,2x4", "not a raise"},
        {"12/34 1 dudo", "no bid to doubt"},
        {"12/34 1 2x5 shown", "only after dudo"},
        {"12/?? 1 2x5,dudo shown", "missing"},
        {"12/34 1 2x5,dudo show:21", "from the caller's left"},
        {"12/34 1 2x5,dudo show:11", "from the caller's left"},
        {"12/34 1 - roll:1", "before it has rolled"},
        {"?\?/?? 1 1x2 roll:1", "bids before"},
        {"12/34 1 2x5 palifico", "palifico=on"},
        {"12/34 1 2x5 round:1", "limited"},
        {"12/34 1 2x5 more", "not understood"},
        {"12/34 -", "only at the start"},
    };
    game_rules *rules = rules_of("perudo", "");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        error e = {0};
        perudo_position p;
        assert_false(game_read_position(rules, wrong[i][0], (game_position *)(void *)&p, &e));
        if (!strstr(e.message, wrong[i][1])) fail_msg("%s: %s", wrong[i][0], e.message);
    }
    game_destroy(rules);
}

/* Public histories of a round: every sequence of bids, the empty one too. */
static uint64_t count_histories(const perudo_rules *r, perudo_bid last, int total) {
    uint64_t count = 1;
    for (int n = 1; n <= total; n++)
        for (int face = 1; face <= r->faces; face++)
            if (perudo_may_bid(r, false, last, 1, total, perudo_bid_of(n, face)))
                count += count_histories(r, perudo_bid_of(n, face), total);
    return count;
}

static void the_tree_of_a_round_has_the_known_size(void **state) {
    (void)state;
    game_rules *rules = rules_of("perudo", "preset=strict");
    const perudo_rules *r = perudo_rules_of(rules);
    assert_int_equal(count_histories(r, 0, 2), 569);
    assert_int_equal(count_histories(r, 0, 3), 20149);
    assert_int_equal(count_histories(r, 0, 4), 174641);
    game_destroy(rules);
}

/* Random rules: every setting with a random one of its values. */
static game_rules *random_rules(random_source *random, char *settings, size_t size) {
    text t = text_over(settings, size);
    for (const game_setting *s = perudo_game.settings; s->key; s++) {
        if (random_below(random, 2)) continue;
        if (t.length) text_add_char(&t, ',');
        if (s->kind == SETTING_CHOICE) {
            scan words = scan_string(s->choices);
            const char *word, *chosen = NULL;
            size_t length, chosen_length = 0;
            for (uint32_t i = 1; scan_blanks(&words), scan_word(&words, "", &word, &length); i++)
                if (random_below(random, i) == 0) chosen = word, chosen_length = length;
            text_addf(&t, "%s=%.*s", s->key, (int)chosen_length, chosen);
        } else if (s->kind == SETTING_NUMBER) {
            int range = s->most - s->least < 10 ? s->most - s->least : 10;
            text_addf(&t, "%s=%d", s->key,
                      s->least + (int)random_below(random, (uint32_t)range + 1));
        } else {
            text_addf(&t, "%s=%d", s->key, 1 + (int)random_below(random, 10));
        }
    }
    return game_create(&perudo_game, settings, NULL);
}

/* A legal move of someone, more often than not a small one so that rounds have several bids. */
static game_move random_move(const game_rules *rules, const game_position *p, game_move *moves,
                             random_source *random) {
    int turn = game_turn(rules, p);
    if (turn == GAME_CHANCE) return rules->game->roll(rules, p, random);
    int seat = random_below(random, 8) ? turn : (int)random_below(random, (uint32_t)rules->seats);
    size_t count = game_moves(rules, p, seat, moves);
    if (count == 0) count = game_moves(rules, p, turn, moves);
    size_t most = random_below(random, 3) && count > 4 ? 4 : count;
    return moves[random_below(random, (uint32_t)most)];
}

static bool is_among(game_move m, const game_move *moves, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (moves[i] == m) return true;
    return false;
}

static void expect_text_both_ways(const game_rules *rules, const perudo_position *p, char *buffer) {
    perudo_position back;
    text t = text_over(buffer, rules->position_text_bytes);
    game_write_position(rules, as_position(p), &t);
    assert_false(t.full);
    place(rules, buffer, &back);
    if (memcmp(&back, p, sizeof back) != 0) fail_msg("not read back: %s", buffer);
}

/* What must hold in every position. */
static void expect_sound(const game_rules *rules, const perudo_position *p) {
    const perudo_rules *r = perudo_rules_of(rules);
    int with_dice = 0;
    for (int seat = 0; seat < r->seats; seat++) {
        assert_true(p->count[seat] <= r->most[seat]);
        with_dice += p->count[seat] > 0;
        if (p->hand[seat]) assert_int_equal(perudo_hand_size(p->hand[seat]), p->count[seat]);
    }
    assert_true(with_dice >= 2);
    assert_true(p->count[p->starter] > 0);
    for (int i = 1; i < p->bids; i++)
        assert_true(perudo_rank(r, p->palifico, p->bid[i]) >
                    perudo_rank(r, p->palifico, p->bid[i - 1]));
    if (p->phase != PERUDO_SHOWN) return;
    perudo_verdict v = perudo_verdict_of(r, p);
    int change = 0, before = perudo_total(p);
    for (int seat = 0; seat < r->seats; seat++) change += v.left[seat] - p->count[seat];
    if (p->call == PERUDO_DUDO) assert_true(change < 0);
    else assert_true(change == 1 || change == -1 || (change == 0 && v.holds));
    assert_true(before + change > 0);
    assert_true(v.left[v.starter] > 0);
    if (p->call == PERUDO_DUDO && !r->winner_first && v.left[v.loser])
        assert_int_equal(v.starter, v.loser);
}

/* Random games under random rules: legality, text, undo, secrecy at every ply. */
static void random_games_keep_every_promise(void **state) {
    (void)state;
    random_source random = random_seed(6);
    int games = long_run() ? 4000 : 250, created = 0;
    size_t plies = 0;
    for (int n = 0; n < games; n++) {
        char settings[600];
        game_rules *rules = random_rules(&random, settings, sizeof settings);
        if (!rules) continue;
        created++;
        error e = {0};
        history h;
        assert_true(history_create(&h, rules, &e));
        game_move *moves = malloc(rules->max_moves * sizeof *moves);
        char *buffer = malloc(rules->position_text_bytes), *picture = malloc(rules->picture_bytes);
        perudo_position views[GAME_SEATS_MAX + 1];
        for (int seat = GAME_NOBODY; seat < rules->seats; seat++)
            rules->game->view(rules, h.now, seat, (game_position *)(void *)&views[seat + 1]);
        for (int ply = 0; ply < 400 && game_turn(rules, h.now) != GAME_OVER; ply++, plies++) {
            perudo_position before = *perudo_position_of(h.now), again;
            game_move m = random_move(rules, h.now, moves, &random), read;
            bool chance = game_turn(rules, h.now) == GAME_CHANCE;
            size_t count =
                game_moves(rules, h.now, chance ? GAME_CHANCE : perudo_move_seat(m), moves);
            assert_true(count <= rules->max_moves);
            assert_true(is_among(m, moves, count));
            char word[GAME_MOVE_TEXT];
            text t = text_over(word, sizeof word);
            game_write_move(rules, h.now, m, &t);
            if (!game_read_move(rules, h.now, word, &read, &e)) fail_msg("%s: %s", word, e.message);
            assert_true(read == m);
            assert_true(history_play(&h, m, &e));
            again = *perudo_position_of(h.now);
            assert_true(history_undo(&h));
            assert_memory_equal(perudo_position_of(h.now), &before, sizeof before);
            assert_true(history_play(&h, m, &e));
            assert_memory_equal(perudo_position_of(h.now), &again, sizeof again);
            expect_sound(rules, &again);
            expect_text_both_ways(rules, &again, buffer);
            t = text_over(picture, rules->picture_bytes);
            rules->game->picture(rules, h.now, (game_style){.ascii = ply % 2, .colour = true}, &t);
            assert_false(t.full);
            for (int seat = GAME_NOBODY; seat < rules->seats; seat++) {
                perudo_position view;
                rules->game->view(rules, h.now, seat, (game_position *)(void *)&view);
                perudo_play(perudo_rules_of(rules), &views[seat + 1],
                            rules->game->seen(rules, m, seat));
                assert_memory_equal(&view, &views[seat + 1], sizeof view);
                expect_text_both_ways(rules, &view, buffer);
            }
        }
        free(moves);
        free(buffer);
        free(picture);
        history_destroy(&h);
        game_destroy(rules);
    }
    assert_true(created > games / 2);
    assert_true(plies > 5000);
}

/* Thousands of positions dealt again for all other seats: a seat's view keeps every byte. */
static void a_view_does_not_depend_on_hidden_dice(void **state) {
    (void)state;
    random_source random = random_seed(7);
    game_rules *rules = rules_of("perudo", "preset=perudo,players=5");
    perudo_position p, other, view, other_view;
    game_move *moves = malloc(rules->max_moves * sizeof *moves);
    int checked = 0;
    perudo_start(perudo_rules_of(rules), &p);
    while (checked < 5000) {
        if (p.phase == PERUDO_OVER) perudo_start(perudo_rules_of(rules), &p);
        perudo_play(perudo_rules_of(rules), &p,
                    random_move(rules, as_position(&p), moves, &random));
        if (p.phase != PERUDO_BID) continue;
        for (int seat = 0; seat < rules->seats; seat++) {
            other = p;
            for (int s = 0; s < rules->seats; s++) {
                if (s == seat) continue;
                other.hand[s] = 0;
                for (int i = 0; i < p.count[s]; i++)
                    other.hand[s] += perudo_die((int)random_below(&random, 6) + 1);
            }
            perudo_view(&p, seat, &view);
            perudo_view(&other, seat, &other_view);
            assert_memory_equal(&view, &other_view, sizeof view);
            assert_int_equal(view.hand[seat], p.hand[seat]);
            checked++;
        }
    }
    free(moves);
    game_destroy(rules);
}

/* A million dice: each face equally often, and pairs of dice independent. */
static void dice_are_fair(void **state) {
    (void)state;
    random_source random = random_seed(2024);
    game_rules *rules = rules_of("perudo", "dice=2,first=1");
    perudo_position p;
    perudo_start(perudo_rules_of(rules), &p);
    enum { ROLLS = 1000000, HANDS = 21 };
    double seen[HANDS] = {0}, square = 0;
    perudo_hand hands[HANDS];
    int count = 0;
    for (perudo_hand h = perudo_first_hand(2); h; h = perudo_next_hand(h, 6)) hands[count++] = h;
    assert_int_equal(count, HANDS);
    for (int i = 0; i < ROLLS; i++) {
        perudo_hand h = perudo_move_hand_of(perudo_roll(perudo_rules_of(rules), &p, &random));
        for (int k = 0; k < HANDS; k++) seen[k] += hands[k] == h;
    }
    for (int k = 0; k < HANDS; k++) {
        bool pair = false;
        for (int face = 1; face <= 6; face++) pair |= perudo_hand_has(hands[k], face) == 2;
        double expected = ROLLS * (pair ? 1.0 : 2.0) / 36;
        square += (seen[k] - expected) * (seen[k] - expected) / expected;
    }
    /* 20 degrees of freedom: 45.3 is passed by chance once in a thousand seeds */
    assert_true(square < 45.3);
    game_destroy(rules);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seed_raises_never_go_to_a_lower_face),
        cmocka_unit_test(raises_as_sold_take_any_face_with_a_higher_count),
        cmocka_unit_test(strict_raises_change_face_or_count),
        cmocka_unit_test(lamas_take_half_rounded_up_and_faces_twice_plus_one),
        cmocka_unit_test(in_dudo_lamas_rank_just_above_twice_less_one),
        cmocka_unit_test(opening_on_lamas_is_an_option),
        cmocka_unit_test(the_face_stays_in_a_palifico_round),
        cmocka_unit_test(a_refused_bid_says_what_would_be_right),
        cmocka_unit_test(the_loser_of_a_doubt_loses_a_die_and_starts),
        cmocka_unit_test(a_player_without_dice_is_skipped),
        cmocka_unit_test(the_player_to_the_left_may_start_for_one_who_is_out),
        cmocka_unit_test(a_doubt_can_cost_the_difference),
        cmocka_unit_test(calza_wins_a_die_back_up_to_the_start),
        cmocka_unit_test(dice_are_shown_from_the_left_of_the_doubter),
        cmocka_unit_test(palifico_comes_once_for_each_player),
        cmocka_unit_test(lamas_are_no_jokers_in_a_palifico_round),
        cmocka_unit_test(a_game_of_one_round_is_won_by_keeping_all_dice),
        cmocka_unit_test(the_starter_is_drawn_or_chosen),
        cmocka_unit_test(settings_that_do_not_fit_are_refused),
        cmocka_unit_test(explicit_settings_override_the_preset),
        cmocka_unit_test(positions_that_cannot_be_are_refused),
        cmocka_unit_test(the_tree_of_a_round_has_the_known_size),
        cmocka_unit_test(random_games_keep_every_promise),
        cmocka_unit_test(a_view_does_not_depend_on_hidden_dice),
        cmocka_unit_test(dice_are_fair),
    };
    return cmocka_run_group_tests_name("perudo", tests, NULL, NULL);
}
