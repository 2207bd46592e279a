/* The Trax accelerator: its registers by example, random traffic against a plain model of the
 * hardware, and its results against the software functions. */
#include "base/random.h"
#include "boards/trax/accelerator.h"
#include "boards/trax/engine.h"
#include "boards/trax/player.h"
#include "trax_model.h"
#include "trax_support.h"

static device *powered_on(const char *settings) {
    error e = {0};
    device *d = device_create(&trax_accelerator, settings, &e);
    if (!d) fail_msg("%s", e.message);
    return d;
}

static void write_word(device *d, unsigned address, uint32_t word) {
    device_set(d, ACCELERATOR_ADDRESS, address);
    device_set(d, ACCELERATOR_WRITEDATA, word);
    device_set(d, ACCELERATOR_WRITE, 1);
    device_advance(d, 1);
    device_set(d, ACCELERATOR_WRITE, 0);
}

static uint32_t look(device *d, unsigned address) {
    device_set(d, ACCELERATOR_ADDRESS, address);
    return (uint32_t)device_get(d, ACCELERATOR_READDATA);
}

/* Writes an order and waits; how many ticks it took. */
static uint64_t carry_out(device *d, uint32_t word) {
    uint64_t ticks = 0;
    write_word(d, 0, word);
    for (; device_get(d, ACCELERATOR_BUSY); ticks++) device_advance(d, 1);
    return ticks;
}

static void orders_of_the_source_for_sixteen_by_sixteen(void **state) {
    (void)state;
    device *d = powered_on("");
    /* 01, tile 0110, row 7, column 7: four spaces around it. */
    assert_int_equal(carry_out(d, 0x40000677), 3 + 1 + 2 * 4 + 1);
    assert_int_equal(look(d, 1), 0x80000004);
    /* 10, address 0: the space above. */
    assert_int_equal(carry_out(d, 0x80000000), 2);
    unsigned above = look(d, 1);
    assert_int_equal(above >> 31, 1);
    assert_int_equal(above >> 6 & 0xff, 6 << 4 | 7);
    assert_int_equal(above & 63, 4);
    /* White enters from below: tiles without black there, 0101, 1001, 1100. */
    assert_int_equal(above >> 14 & 63, 1 << 1 | 1 << 3 | 1 << 5);
    carry_out(d, 0x80000000 | 3 << 12);
    unsigned below = look(d, 1);
    assert_int_equal(below >> 6 & 0xff, 8 << 4 | 7);
    assert_int_equal(below >> 14 & 63, 1 << 3 | 1 << 4 | 1 << 5); /* 1001 1010 1100 */
    /* There is no fifth entry. */
    carry_out(d, 0x80000000 | 4 << 12);
    assert_int_equal(look(d, 1), 0x80000004);
    device_destroy(d);
}

/* The source's example, and what the rules make of it: black comes to the space (1,0) from below
 * and from the right, so the tile there is forced. */
static void two_tracks_of_a_colour_force_the_tile_that_joins_them(void **state) {
    (void)state;
    device *d = powered_on("size=8");
    carry_out(d, UINT32_C(1) << 30 | 0x5 << 6 | 2 << 3 | 1);
    carry_out(d, UINT32_C(1) << 30 | 0xc << 6 | 2 << 3 | 0);
    carry_out(d, UINT32_C(1) << 30 | 0x9 << 6 | 2 << 3 | 2);
    unsigned before = look(d, 1) & 31;
    assert_int_equal(carry_out(d, UINT32_C(1) << 30 | 0x5 << 6 | 1 << 3 | 1),
                     3 + 1 + 1 + 2 * 8 + 1);
    assert_int_equal(before, 7);
    assert_int_equal(look(d, 1), 0x80000008);
    /* Both neighbouring spaces are taken now: invalid, refused in one cycle. */
    assert_int_equal(carry_out(d, UINT32_C(3) << 30 | 0x6 << 6 | 1 << 3 | 0), 2);
    assert_int_equal(look(d, 2), 0x80000008);
    carry_out(d, UINT32_C(3) << 30 | 0x3 << 6 | 1 << 3 | 2);
    assert_int_equal(look(d, 2), 0x80000008);
    device_destroy(d);
}

static void fields_follow_the_size(void **state) {
    (void)state;
    static const struct {
        unsigned size, coordinate, address;
    } rows[] = {{8, 3, 5}, {9, 4, 6}, {16, 4, 6}, {17, 5, 7}, {32, 5, 7}, {33, 6, 8}, {64, 6, 8}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        trax_fields f = trax_fields_of(rows[i].size, 0);
        assert_int_equal(f.coordinate, rows[i].coordinate);
        assert_int_equal(f.address, rows[i].address);
        char settings[20];
        snprintf(settings, sizeof settings, "size=%u", rows[i].size);
        device *d = powered_on(settings);
        trax_driver driver = trax_driver_of(trax_port_of(d), rows[i].size, 0);
        unsigned last = rows[i].size - 1; /* a corner of the board has two neighbours */
        assert_int_equal(trax_driver_place(&driver, last, last, 6), 2);
        trax_entry entry = trax_driver_read(&driver, 1);
        assert_int_equal(entry.row, last);
        assert_int_equal(entry.column, last - 1);
        assert_int_equal(entry.tiles, 1 << 3 | 1 << 9 | 1 << 10); /* white from the right */
        device_destroy(d);
    }
}

static void a_memory_that_is_full_says_its_highest_number(void **state) {
    (void)state;
    device *d = powered_on("memory=2");
    trax_driver driver = trax_driver_of(trax_port_of(d), 16, 2);
    assert_int_equal(trax_driver_place(&driver, 7, 7, 6), 3);
    assert_int_equal(trax_driver_read(&driver, 2).column, 8);
    assert_int_equal(trax_driver_read(&driver, 3).tiles, 0);
    device_destroy(d);
}

static void illegal_orders_change_nothing(void **state) {
    (void)state;
    device *d = powered_on("size=9");
    trax_driver driver = trax_driver_of(trax_port_of(d), 9, 0);
    trax_driver_place(&driver, 4, 4, 6);
    static const struct {
        unsigned row, column, tile;
    } turns[] = {{4, 4, 6}, {4, 4, 9},  {0, 0, 6}, {3, 4, 6},
                 {3, 4, 0}, {3, 4, 15}, {3, 4, 7}, {12, 4, 6}};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        trax_verdict v =
            trax_driver_evaluate(&driver, turns[i].row, turns[i].column, turns[i].tile);
        assert_true(v.invalid);
        assert_int_equal(trax_driver_place(&driver, turns[i].row, turns[i].column, turns[i].tile),
                         4);
    }
    /* It is still Black's turn. After B1\ White could close a black loop by A2\ and lose. */
    trax_driver_place(&driver, 4, 5, 3);
    assert_true(trax_driver_evaluate(&driver, 5, 4, 12).lost);
    device_destroy(d);
}

static void orders_while_one_is_carried_out_are_lost_but_a_reset_is_not(void **state) {
    (void)state;
    device *d = powered_on("");
    carry_out(d, 0x40000677);
    write_word(d, 0, 0xc0000578); /* evaluates for some thousand cycles */
    assert_int_equal(look(d, 2), 0);
    assert_int_equal(look(d, 1), 0x80000004);
    write_word(d, 0, 0x40000578);
    assert_int_equal(look(d, 1), 0x80000004);
    assert_int_equal(look(d, 0), 0x40000578);
    assert_int_equal(device_get(d, ACCELERATOR_BUSY), 1);
    write_word(d, 0, 0xc0000578 | 1u << 29);
    assert_int_equal(device_get(d, ACCELERATOR_BUSY), 0);
    assert_int_equal(look(d, 1), 0);
    assert_int_equal(look(d, 2), 0);
    /* The board is empty again: any tile lies anywhere. */
    carry_out(d, 0x40000500);
    assert_int_equal(look(d, 1), 0x80000002);
    device_destroy(d);
}

static void the_counter_runs_through_resets_and_cannot_be_written(void **state) {
    (void)state;
    device *d = powered_on("");
    device_advance(d, 41);
    write_word(d, 0, 1u << 29);
    assert_int_equal(look(d, 3), 42);
    write_word(d, 3, 7);
    write_word(d, 1, 7);
    assert_int_equal(look(d, 3), 44);
    assert_int_equal(look(d, 1), 0);
    device_advance(d, (UINT64_C(1) << 32) - 44);
    assert_int_equal(look(d, 3), 0);
    device_set(d, ACCELERATOR_RESET, 1);
    device_advance(d, 10);
    device_set(d, ACCELERATOR_RESET, 0);
    device_advance(d, 3);
    assert_int_equal(look(d, 3), 3);
    device_destroy(d);
}

/* What the registers should read, by the plain model. */
typedef struct expected {
    model inside;
    trax_fields fields;
    uint32_t order, shown[2], result, counter, memory[4096];
    unsigned number;
    int at_work;
    uint64_t left;
} expected;

static void expect_list(expected *x) {
    static const int tiles[6] = {3, 5, 6, 9, 10, 12};
    const model *m = &x->inside;
    unsigned most = (unsigned)m->most;
    x->number = 0;
    for (int row = 0; row < m->size; row++)
        for (int column = 0; column < m->size; column++) {
            int fitting = model_fitting(m, &m->board, row, column);
            uint32_t bits = 0;
            for (int k = 0; k < 6; k++) bits |= (uint32_t)(fitting >> tiles[k] & 1) << k;
            if (bits && x->number < most)
                x->memory[x->number++] = bits << 2 * x->fields.coordinate |
                                         (uint32_t)row << x->fields.coordinate | (uint32_t)column;
        }
}

static unsigned at_most(int value, unsigned most) {
    return (unsigned)value < most ? (unsigned)value : most;
}

/* `was_busy` when the edge came: an order that comes with the last one's end is lost too. */
static void expect_order(expected *x, uint32_t order, bool was_busy) {
    unsigned c = x->fields.coordinate, low = (1u << c) - 1;
    int column = (int)(order & low), row = (int)(order >> c & low), tile = order >> 2 * c & 15;
    unsigned address = order >> (2 * c + 4) & ((1u << x->fields.address) - 1);
    model *m = &x->inside;
    model_report r;
    x->order = order;
    if (order >> 29 & 1) {
        int most = m->most;
        model_clear(m, m->size, m->lines);
        m->most = most;
        x->shown[0] = x->shown[1] = x->number = 0;
        x->at_work = -1;
        return;
    }
    if (was_busy || order >> 30 == 0) return;
    x->at_work = order >> 30 == 3;
    if (order >> 30 == 1) {
        model_place(m, row, column, tile);
        expect_list(x);
        x->shown[0] = 0;
        x->result = x->number;
        x->left = m->cycles;
    } else if (order >> 30 == 2) {
        x->shown[0] = x->number;
        x->result = (address < x->number ? x->memory[address] << x->fields.address : 0) | x->number;
        x->left = 2;
    } else {
        model_evaluate(m, row, column, tile, &r);
        x->shown[1] = 0;
        x->result = at_most(r.own_corners, 63) << 13 | at_most(r.other_corners, 63) << 7 |
                    at_most(r.own_threats, 7) << 4 | (uint32_t)r.invalid << 3 |
                    (uint32_t)r.loses << 2 | (uint32_t)r.won[m->mover] << 1 |
                    (uint32_t)r.won[m->mover ^ 1];
        x->left = m->cycles;
    }
    x->result |= 1u << 31;
}

static void expect_ticks(expected *x, uint64_t ticks) {
    x->counter += (uint32_t)ticks;
    if (x->at_work < 0) return;
    if (ticks < x->left) {
        x->left -= ticks;
        return;
    }
    x->shown[x->at_work] = x->result;
    x->at_work = -1;
}

static void compare(device *d, const expected *x) {
    assert_int_equal(look(d, 0), x->order);
    assert_int_equal(look(d, 1), x->shown[0]);
    assert_int_equal(look(d, 2), x->shown[1]);
    assert_int_equal(look(d, 3), x->counter);
    assert_int_equal(device_get(d, ACCELERATOR_BUSY), x->at_work >= 0);
}

/* An order: any word at all, or one near the tiles there are, so that games grow. */
static uint32_t draw_order(const expected *x, random_source *random) {
    unsigned c = x->fields.coordinate;
    uint32_t word = (uint32_t)random_next(random), operation = 1 + random_below(random, 3);
    if (random_below(random, 8) == 0) return word & ~(random_below(random, 20) ? 1u << 29 : 0);
    uint32_t place = word & ((1u << 2 * c) - 1), tile = random_below(random, 16);
    if (x->number > 0) {
        uint32_t entry = x->memory[random_below(random, x->number)];
        place = entry & ((1u << 2 * c) - 1);
        for (int tries = 0; tries < 10 && !(entry >> (2 * c + tile) & 1); tries++)
            tile = random_below(random, 6);
        if (tile < 6) tile = trax_tile_order[tile];
    }
    uint32_t address = random_below(random, x->number + 2);
    return operation << 30 | address << (2 * c + 4) | tile << 2 * c | place;
}

static void traffic(unsigned size, bool lines, unsigned memory, uint64_t seed, int orders) {
    char settings[60];
    snprintf(settings, sizeof settings, "size=%u,lines=%s,memory=%u", size, lines ? "on" : "off",
             memory);
    device *d = powered_on(settings);
    static expected x;
    random_source random = random_seed(seed);
    memset(&x, 0, sizeof x);
    x.at_work = -1;
    x.fields = trax_fields_of(size, memory);
    model_clear(&x.inside, (int)size, lines);
    x.inside.most = (1 << x.fields.address) - 1;
    for (int i = 0; i < orders; i++) {
        unsigned address = random_below(&random, 16) ? 0 : random_below(&random, 4);
        uint32_t order = draw_order(&x, &random);
        bool was_busy = x.at_work >= 0;
        write_word(d, address, order);
        expect_ticks(&x, 1);
        if (address == 0) expect_order(&x, order, was_busy);
        compare(d, &x);
        /* Mostly until it is done, one tick before or at some moment on the way. */
        for (int part = 0; part < 2; part++) {
            uint64_t ticks = x.at_work >= 0 ? x.left - (part == 0) : random_below(&random, 5);
            if (random_below(&random, 16) == 0) ticks = random_below(&random, 400);
            device_advance(d, ticks);
            expect_ticks(&x, ticks);
            compare(d, &x);
        }
    }
    device_destroy(d);
}

static void random_traffic_reads_as_the_model_has_it(void **state) {
    (void)state;
    int orders = long_run() ? 1500 : 110;
    traffic(8, true, 0, 1, orders);
    traffic(8, false, 4, 2, orders);
    traffic(9, true, 6, 3, orders);
    traffic(13, false, 0, 4, orders);
    traffic(16, true, 0, 5, orders);
    traffic(64, true, 0, 6, orders / 4);
}

/* A write held for many ticks is an order with every edge. */
static void a_write_that_is_held_orders_again_and_again(void **state) {
    (void)state;
    device *d = powered_on("size=8");
    device_set(d, ACCELERATOR_WRITEDATA, UINT32_C(2) << 30);
    device_set(d, ACCELERATOR_WRITE, 1);
    for (int tick = 1; tick <= 9; tick++) { /* taken, two cycles, taken, ... */
        device_advance(d, 1);
        assert_int_equal(device_get(d, ACCELERATOR_BUSY), tick % 3 != 0);
    }
    device_destroy(d);
    d = powered_on("size=8");
    device_set(d, ACCELERATOR_WRITEDATA, UINT32_C(2) << 30);
    device_set(d, ACCELERATOR_WRITE, 1);
    device_advance(d, 1000000000);
    assert_int_equal(device_get(d, ACCELERATOR_BUSY), 1000000000 % 3 != 0);
    device_destroy(d);
}

/* However many ticks pass at once. */
static void a_held_write_does_not_depend_on_the_steps_of_time(void **state) {
    (void)state;
    static const uint32_t orders[] = {0x4000019b, 0x400000dc, 0xc00000dc, 0x80000400, 0xc0000000};
    device *once = powered_on("size=8"), *each = powered_on("size=8");
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        device *both[2] = {once, each};
        for (int k = 0; k < 2; k++) {
            device_set(both[k], ACCELERATOR_ADDRESS, 0);
            device_set(both[k], ACCELERATOR_WRITEDATA, orders[i]);
            device_set(both[k], ACCELERATOR_WRITE, 1);
        }
        device_advance(once, 20011);
        for (int tick = 0; tick < 20011; tick++) device_advance(each, 1);
        assert_int_equal(device_get(once, ACCELERATOR_BUSY), device_get(each, ACCELERATOR_BUSY));
        for (unsigned address = 0; address < 4; address++)
            assert_int_equal(look(once, address), look(each, address));
    }
    device_destroy(once);
    device_destroy(each);
}

static uint32_t read_word(void *context, unsigned offset) {
    device *d = context;
    device_set(d, ACCELERATOR_ADDRESS, offset / 4);
    device_advance(d, TRAX_BUS_TICKS);
    return (uint32_t)device_get(d, ACCELERATOR_READDATA);
}

/* The driver polls; waiting without polls takes just as long. */
static void waiting_takes_as_long_as_polling(void **state) {
    (void)state;
    uint64_t end[2];
    for (int polling = 0; polling < 2; polling++) {
        device *d = powered_on("");
        trax_port port = trax_port_of(d);
        if (polling) port.wait = NULL, port.read = read_word;
        trax_driver driver = trax_driver_of(port, 16, 0);
        trax_driver_reset(&driver);
        for (unsigned i = 0; i < 4; i++) trax_driver_place(&driver, 7, 4 + i, 5);
        for (unsigned i = 0; i < 9; i++) {
            trax_entry entry = trax_driver_read(&driver, i);
            for (unsigned tile = 0; tile < 16; tile++)
                if (entry.tiles >> tile & 1)
                    trax_driver_evaluate(&driver, entry.row, entry.column, tile);
        }
        end[polling] = d->now;
        device_destroy(d);
    }
    assert_int_equal(end[0], end[1]);
}

/* A player with its device, and the software functions for comparison. */
typedef struct pair {
    game_rules *rules;
    device *device;
    trax_player *player;
    codesign *functions;
    int compared;
} pair;

static void pair_open(pair *p, const char *settings, unsigned size) {
    error e = {0};
    char board[40];
    p->rules = rules_of("trax", settings);
    bool lines = trax_rules_of(p->rules)->variant != TRAX_LOOP;
    snprintf(board, sizeof board, "size=%u,lines=%s,memory=12", size, lines ? "on" : "off");
    p->device = powered_on(board);
    p->player = trax_player_create(trax_driver_of(trax_port_of(p->device), size, 12), &e);
    p->functions = codesign_create(trax_rules_of(p->rules), &e);
    p->compared = 0;
}

static void pair_close(pair *p) {
    codesign_destroy(p->functions);
    trax_player_destroy(p->player);
    device_destroy(p->device);
    game_destroy(p->rules);
}

static void same_as_software(void *context, const trax_evaluated *e) {
    pair *p = context;
    codesign_report r;
    codesign_evaluate(p->functions, e->move, &r);
    int mover = p->player->there.mover;
    assert_int_equal(e->verdict.invalid, r.illegal);
    assert_int_equal(e->verdict.won, r.winner == mover);
    assert_int_equal(e->verdict.lost, r.winner == (mover ^ 1));
    assert_int_equal(e->verdict.loses, r.loses);
    assert_int_equal(e->verdict.own_threats, at_most((int)r.own_threats, 7));
    assert_int_equal(e->verdict.own_corners, at_most((int)r.own_corners, 63));
    assert_int_equal(e->verdict.other_corners, at_most((int)r.other_corners, 63));
    assert_int_equal(e->value, codesign_value(&r, mover));
    p->compared++;
}

/* Every turn, and the choice. */
static void agree_on(pair *p, const trax_position *position) {
    codesign_set(p->functions, position);
    assert_true(trax_player_set(p->player, position));
    p->player->there.mover = position->mover; /* whose turn it is, not how many turns there were */
    trax_choice c = trax_player_choose(p->player, NULL, same_as_software, p);
    int value;
    trax_move chosen = codesign_choose(p->functions, NULL, &value);
    assert_int_equal(c.move, chosen);
    assert_int_equal(c.value, value);
}

static bool has_room(const trax_position *p, unsigned size) {
    return p->width + 6u <= size && p->height + 6u <= size;
}

static void play_along(const char *settings, unsigned size, int games, int plies) {
    pair p;
    pair_open(&p, settings, size);
    trax_position *position = malloc(sizeof *position);
    trax_move *moves = malloc(TRAX_MOVES_MAX * sizeof *moves);
    for (int number = 0; number < games; number++) {
        random_source random = random_seed((uint64_t)number + 77);
        trax_start(position);
        for (int ply = 0; ply < plies && has_room(position, size); ply++) {
            size_t count = trax_list(trax_rules_of(p.rules), position, moves);
            trax_undo u;
            if (ply > 0) agree_on(&p, position);
            for (int tries = 0; tries < 5; tries++) { /* not soon over */
                trax_play(trax_rules_of(p.rules), position,
                          moves[random_below(&random, (uint32_t)count)], &u);
                if (!trax_decided(position)) break;
                trax_take_back(position, &u);
            }
        }
    }
    assert_true(p.compared > 300);
    free(moves);
    free(position);
    pair_close(&p);
}

static void results_are_those_of_the_software_functions(void **state) {
    (void)state;
    int games = long_run() ? 60 : 4;
    play_along("", 16, games, 13);
    play_along("variant=loop", 13, games, 13);
    play_along("", 64, games, 26); /* lines too */
}

/* A game that goes in one direction: the player moves it back to the middle. */
static void a_game_that_drifts_is_moved_to_the_middle(void **state) {
    (void)state;
    pair p;
    pair_open(&p, "", 24);
    history h;
    error e;
    assert_true(history_create(&h, p.rules, &e));
    assert_true(history_play_text(&h, "@0+", &e));
    unsigned home = 0, homes = 0;
    for (int i = 0; i < 12; i++) {
        assert_true(history_play_text(&h, i % 2 ? "A0/" : "A0\\", &e));
        agree_on(&p, trax_test_now(&h));
        homes += i > 0 && p.player->home != home;
        home = p.player->home;
    }
    assert_in_range(homes, 1, 3);
    for (int i = 0; i < 14; i++) assert_true(history_play_text(&h, i % 2 ? "A0/" : "A0\\", &e));
    assert_false(trax_player_set(p.player, trax_test_now(&h)));
    history_destroy(&h);
    pair_close(&p);
}

/* A position as text may have any seat on turn. */
static void whose_turn_it_is_does_not_depend_on_the_count_of_turns(void **state) {
    (void)state;
    static const char *const texts[] = {"55/36 B", "55/36 W", "6 B", "aa W", "aa B", "63 W"};
    pair p;
    pair_open(&p, "", 16);
    trax_position *position = malloc(sizeof *position);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        error e = {0};
        if (!game_read_position(p.rules, texts[i], (game_position *)(void *)position, &e))
            fail_msg("%s", e.message);
        agree_on(&p, position);
    }
    free(position);
    pair_close(&p);
}

/* Five of the six tiles are there already. To hand over one more takes an odd number of turns in
 * all, to hand over all six an even one. */
static void a_position_may_follow_a_part_of_it_from_another_game(void **state) {
    (void)state;
    static const char *const games[] = {"@0/ B1/ C1/ B2/", "@0/ A2/ B1/ C1/"};
    pair p;
    pair_open(&p, "", 16);
    for (int i = 0; i < 2; i++) {
        history h;
        trax_test_play(&h, p.rules, games[i]);
        agree_on(&p, trax_test_now(&h));
        history_destroy(&h);
    }
    pair_close(&p);
}

static engine_result think(const char *settings, int level, const char *moves) {
    history h = game_after("trax", settings, moves);
    error e;
    engine_options options = {.level = level};
    engine_limits none = {0};
    engine_result r;
    engine *g = engine_create(&trax_accelerator_engine, h.rules, &options, &e);
    engine_think(g, h.now, game_turn(h.rules, h.now), &none, NULL, &r);
    char word[GAME_MOVE_TEXT];
    text t = text_over(word, sizeof word);
    game_write_move(h.rules, h.now, r.move, &t);
    if (!history_play_text(&h, word, &e)) fail_msg("%s", e.message);
    engine_destroy(g);
    close_game(&h);
    return r;
}

static void the_engine_plays_on_in_software_where_the_board_is_too_small(void **state) {
    (void)state;
    const char *nine = "@0+ A2+ A3+ A4+ A5+ A6+ A7/ A8/ B1+ C1+ D1+ E1+ F1+ G1/ H1/";
    assert_non_null(strstr(think("variant=loop", 3, nine).note, "ms at 100 MHz"));
    assert_non_null(strstr(think("", 1, "@0/ B1\\ A0+").note, "wins"));
    char row[400] = "@0+";
    for (int i = 2; i <= 10; i++)
        snprintf(row + strlen(row), sizeof row - strlen(row), " A%d%c", i, i % 2 ? '/' : '\\');
    assert_non_null(strstr(think("variant=loop", 0, row).note, "outgrown"));
    think("variant=8x8", 3, "@0/ A2\\ B1/ B2+");
}

/* The engine's choice is that of the software functions in every position, however near the edge.
 */
static void the_engine_agrees_with_software_up_to_the_edge(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        int level;
    } cases[] = {{"", 0}, {"", 1}, {"variant=loop", 0}, {"variant=8x8", 0}};
    trax_move *moves = malloc(TRAX_MOVES_MAX * sizeof *moves);
    trax_position *p = malloc(sizeof *p);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error e;
        game_rules *rules = rules_of("trax", cases[i].settings);
        const trax_rules *r = trax_rules_of(rules);
        engine *g = engine_create(&trax_accelerator_engine, rules,
                                  &(engine_options){.level = cases[i].level}, &e);
        codesign *functions = codesign_create(r, &e);
        int in_hardware = 0, in_software = 0;
        for (int number = 0; number < (long_run() ? 60 : 6); number++) {
            random_source random = random_seed((uint64_t)number + 12);
            trax_start(p);
            for (int ply = 0; ply < 20 && !trax_over(r, p); ply++) {
                engine_result found;
                trax_undo u;
                engine_think(g, (const game_position *)(const void *)p, p->mover,
                             &(engine_limits){0}, NULL, &found);
                codesign_set(functions, p);
                trax_move chosen = codesign_choose(functions, NULL, NULL);
                assert_int_equal(found.move, trax_to_contract(p, chosen));
                bool software = strstr(found.note, "in software") != NULL;
                in_software += software;
                in_hardware += !software;
                size_t count = trax_list(r, p, moves);
                if (count == 0) break;
                trax_play(r, p, moves[random_below(&random, (uint32_t)count)], &u);
            }
        }
        assert_true(in_hardware > 0 && (in_software > 0 || cases[i].level > 0));
        codesign_destroy(functions);
        engine_destroy(g);
        game_destroy(rules);
    }
    free(p);
    free(moves);
}

static void the_edge_does_not_change_a_choice(void **state) {
    (void)state;
    const char *moves = "@0+ @1+ B2\\ C1\\ A0\\ B4+ B5\\ C1\\ A5+ A4\\ C5\\ @2\\ D6\\ E1+";
    history h = game_after("trax", "", moves);
    error e;
    codesign *functions = codesign_create(trax_rules_of(h.rules), &e);
    codesign_set(functions, trax_test_now(&h));
    trax_move chosen = codesign_choose(functions, NULL, NULL);
    assert_int_equal(think("", 0, moves).move, trax_to_contract(trax_test_now(&h), chosen));
    codesign_destroy(functions);
    close_game(&h);
}

/* The figure: the source's accelerator needs 8.92 ms on average to choose a turn of a game of
 * twelve, 0.41 to 36.75 ms. Two games: one with threats, and one that the player plays against
 * itself. */
static void choices_take_less_than_the_source_says(void **state) {
    (void)state;
    static const char *const games[] = {
        "@0/ A2\\ B1/ B2+ B3\\ C3\\ C4\\ D2/ E3/ B0/ E3+ D2+",
        "@0/ A0/ A0/ @1/ A0/ A0/ @1/ A0/ A0/ @1/ A0/ A0/",
    };
    for (int i = 0; i < 2; i++) {
        pair p;
        pair_open(&p, "", 16);
        history h;
        error e;
        assert_true(history_create(&h, p.rules, &e));
        char moves[100];
        snprintf(moves, sizeof moves, "%s", games[i]);
        uint64_t sum = 0, longest = 0, turns = 0;
        for (char *word = strtok(moves, " "); word; word = strtok(NULL, " "), turns++) {
            assert_true(trax_player_set(p.player, trax_test_now(&h)));
            trax_choice c = trax_player_choose(p.player, NULL, NULL, NULL);
            sum += c.cycles;
            if (c.cycles > longest) longest = c.cycles;
            assert_true(history_play_text(&h, word, &e));
        }
        assert_int_equal(turns, 12);
        assert_in_range(sum / turns, 89200, 891999); /* of the same order, and below */
        assert_in_range(longest, 367500, 3674999);
        history_destroy(&h);
        pair_close(&p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_of_the_source_for_sixteen_by_sixteen),
        cmocka_unit_test(two_tracks_of_a_colour_force_the_tile_that_joins_them),
        cmocka_unit_test(fields_follow_the_size),
        cmocka_unit_test(a_memory_that_is_full_says_its_highest_number),
        cmocka_unit_test(illegal_orders_change_nothing),
        cmocka_unit_test(orders_while_one_is_carried_out_are_lost_but_a_reset_is_not),
        cmocka_unit_test(the_counter_runs_through_resets_and_cannot_be_written),
        cmocka_unit_test(random_traffic_reads_as_the_model_has_it),
        cmocka_unit_test(a_write_that_is_held_orders_again_and_again),
        cmocka_unit_test(a_held_write_does_not_depend_on_the_steps_of_time),
        cmocka_unit_test(waiting_takes_as_long_as_polling),
        cmocka_unit_test(results_are_those_of_the_software_functions),
        cmocka_unit_test(a_game_that_drifts_is_moved_to_the_middle),
        cmocka_unit_test(whose_turn_it_is_does_not_depend_on_the_count_of_turns),
        cmocka_unit_test(a_position_may_follow_a_part_of_it_from_another_game),
        cmocka_unit_test(the_engine_plays_on_in_software_where_the_board_is_too_small),
        cmocka_unit_test(the_edge_does_not_change_a_choice),
        cmocka_unit_test(the_engine_agrees_with_software_up_to_the_edge),
        cmocka_unit_test(choices_take_less_than_the_source_says),
    };
    return cmocka_run_group_tests_name("trax accelerator", tests, NULL, NULL);
}
