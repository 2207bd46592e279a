/* The dice of the Perudo board: its shift register, and the original's counters. */
#include "boards/perudo/lfsr.h"
#include "perudo_board_support.h"

/* x^(2^64 - 1) is 1, but x^((2^64 - 1) / p) is not, for each prime factor p. */
static void the_polynomial_is_primitive(void **state) {
    (void)state;
    static const uint64_t primes[] = {3, 5, 17, 257, 641, 65537, 6700417};
    uint64_t product = 1;
    assert_int_equal(lfsr_later(1, UINT64_MAX), 1);
    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++) {
        product *= primes[i];
        assert_int_not_equal(lfsr_later(1, UINT64_MAX / primes[i]), 1);
    }
    assert_true(product == UINT64_MAX);
}

static void far_steps_are_many_steps(void **state) {
    (void)state;
    uint64_t word = lfsr_seed(7), far = word;
    for (int ticks = 0; ticks < 1000; ticks++) {
        assert_true(lfsr_later(word, (uint64_t)ticks) == far);
        far = lfsr_step(far);
    }
    assert_true(lfsr_later(lfsr_later(word, 123456789), 987654321) ==
                lfsr_later(word, 123456789 + 987654321));
}

static double chi_square(const int *count, int cells, double expected) {
    double sum = 0;
    for (int i = 0; i < cells; i++) sum += (count[i] - expected) * (count[i] - expected) / expected;
    return sum;
}

/* Dice as the board rolls them, in rounds of forty at moments that a person might choose: each
 * face, two dice next to each other, three of which two are next to each other, dice a fixed
 * distance apart, and the lamas of a round. The bounds are those that chance passes once in ten
 * thousand times. */
static void all_faces_are_equally_likely(void **state) {
    (void)state;
    enum { ROUNDS = 20000, DICE = ROUNDS * 40 };
    static int face[6], pair[36], triple[38][216], starter[8][8], lamas[41];
    uint64_t word = lfsr_seed(0), ticks = 0;
    random_source person = random_seed(5);
    for (int round = 0; round < ROUNDS; round++) {
        int die[40], ones = 0;
        word = lfsr_later(word, 20000000 + random_below(&person, 30000000));
        for (int players = 2; players <= 8; players++)
            starter[players - 1][lfsr_draw(&word, 0, players - 1, &ticks)]++;
        for (int i = 0; i < 40; i++) face[die[i] = lfsr_draw(&word, 1, 6, &ticks) - 1]++;
        for (int i = 1; i < 40; i += 2) pair[die[i - 1] * 6 + die[i]]++;
        for (int apart = 2; apart < 38; apart++)
            triple[apart][die[0] * 36 + die[1] * 6 + die[apart]]++;
        for (int i = 0; i < 40; i++) ones += die[i] == 0;
        lamas[ones < 2 ? 2 : ones > 13 ? 13 : ones]++;
    }
    assert_true(chi_square(face, 6, DICE / 6.0) < 25.7);
    assert_true(chi_square(pair, 36, DICE / 72.0) < 76.5);
    for (int apart = 2; apart < 38; apart++)
        assert_true(chi_square(triple[apart], 216, ROUNDS / 216.0) < 303);
    for (int players = 2; players <= 8; players++)
        assert_true(chi_square(starter[players - 1], players, (double)ROUNDS / players) < 29.9);
    /* Binomial: forty dice, one face of six. */
    double chance = 1, sum = 0, low = 0, high = 1;
    for (int i = 0; i < 40; i++) chance *= 5.0 / 6;
    for (int n = 0; n <= 13; n++) {
        double expected = ROUNDS * (n == 2 ? low + chance : n == 13 ? high : chance);
        if (n >= 2) sum += (lamas[n] - expected) * (lamas[n] - expected) / expected;
        low += chance;
        high -= chance;
        chance *= (40.0 - n) / (n + 1) / 5;
    }
    assert_true(sum < 38); /* eleven degrees of freedom */
}

/* The bits that fall out of the register at the edges after the press, step by step from power-on.
 */
static void expect_round(uint64_t seed, uint64_t press, int players, char *message) {
    uint64_t word = (seed + 1) * 0x9e3779b97f4a7c15u;
    for (uint64_t tick = 0; tick < press; tick++)
        word = word << 1 ^ (word >> 63 ? 0x243f6a8885a30907u : 0);
    int drawn = 0, wanted = 1 + 5 * players, starter = 0;
    char *at = message + sprintf(message, "A%d", players);
    while (drawn < wanted) {
        int number = 0;
        for (int i = 0; i < 3; i++) {
            number = 2 * number + (int)(word >> 63);
            word = word << 1 ^ (word >> 63 ? 0x243f6a8885a30907u : 0);
        }
        if (drawn == 0 ? number >= players : number < 1 || number > 6) continue;
        if (drawn == 0) starter = number;
        else if (drawn % 5 == 1) at += sprintf(at, "%d5%d", drawn / 5, number);
        else at += sprintf(at, "%d", number);
        drawn++;
    }
    sprintf(at, "T%d", starter);
}

/* Even if reset cuts a roll off, and the next one follows at once: the register runs on. */
static void a_round_is_what_the_register_says(void **state) {
    (void)state;
    for (unsigned seed = 0; seed < 40; seed++) {
        char settings[40], expected[80];
        snprintf(settings, sizeof settings, "bit=1,seed=%u", seed);
        bench *b = bench_create(settings);
        play(b, seed % 2 ? "e e 3n" : "e e 3n (20us)");
        for (int time = 0; time < 3; time++) {
            if (time == 1) {
                device_set(b->device, PERUDO_ENTER, 1);
                device_advance(b->device, 5);
                device_set(b->device, PERUDO_ENTER, 0);
            }
            if (time) play(b, "r e e 3n");
            uint64_t press = b->device->now + 1;
            expect_round(seed, press, 4, expected);
            assert_string_equal(answer(b, "e"), expected);
            if (time < 2) play(b, "r e e 3n");
        }
        bench_destroy(b);
    }
}

/* The same from the line, where every round is rolled by the board itself. */
static void dice_of_the_line_are_even(void **state) {
    (void)state;
    int face[6] = {0}, dice = 0;
    bench *b = bench_create("bit=1,seed=11");
    for (int n = 0; n < 1500; n++) {
        char script[40];
        snprintf(script, sizeof script, "r e e 7n (%dus) e", 1000 + n * 37 % 500);
        const char *round = strchr(answer(b, script), 'A');
        assert_non_null(round);
        for (int seat = 0; seat < 8; seat++)
            for (int i = 0; i < 5; i++, dice++) face[round[2 + seat * 7 + 2 + i] - '1']++;
    }
    assert_true(chi_square(face, 6, dice / 6.0) < 25.7);
    bench_destroy(b);
}

static void same_seed_same_presses_same_dice(void **state) {
    (void)state;
    bench *b = bench_create("seed=5"), *same = bench_create("seed=5"),
          *other = bench_create("seed=6");
    const char *first = answer(b, "e e 3n e");
    assert_string_equal(answer(same, "e e 3n e"), first);
    assert_string_not_equal(answer(other, "e e 3n e"), first);
    assert_string_not_equal(answer(same, "r (20us) e e 3n e"), first);
    bench_destroy(b);
    bench_destroy(same);
    bench_destroy(other);
}

/* The original's counters, clocked one tick after the other as a design would. */
typedef struct plain_counters {
    int x6, nine, x5, turn, players;
    uint64_t now;
} plain_counters;

static void clock_counters(plain_counters *c, uint64_t until) {
    for (; c->now < until; c->now++) {
        c->x6 = c->x6 == 6 ? 1 : c->x6 + 1;
        c->nine = c->nine == 1 ? 9 : c->nine - 1;
        c->x5 = c->x5 == 5 ? 1 : c->x5 + 1;
    }
}

/* The digits of the dice that are asked for from this tick on. */
static void draw_plainly(plain_counters *c, int dice, text *t) {
    for (int i = 0; i < dice; i++) {
        clock_counters(c, c->now + (uint64_t)(c->nine + c->x5));
        text_addf(t, "%d", c->x6);
        clock_counters(c, c->now + 1);
    }
}

/* Presses a button at the next edge, and lets go; returns that edge. */
static uint64_t press_now(bench *b, int pin) {
    uint64_t edge = b->device->now + 1;
    device_set(b->device, pin, 1);
    listen(b, 5);
    device_set(b->device, pin, 0);
    do listen(b, 1);
    while (!device_get(b->device, PERUDO_ENABLE));
    return edge;
}

static void dice_from_the_original_counters(void **state) {
    (void)state;
    random_source chance = random_seed(19);
    for (int tries = 0; tries < 200; tries++) {
        bench *b = bench_create(tries % 2 ? "dice=counters,bit=1" : "dice=counters,bit=8");
        plain_counters c = {.x6 = 1, .nine = 9, .x5 = 1};
        char wanted[200], dice[PERUDO_SEATS_MAX][8];
        int players = 2 + (int)random_below(&chance, 7);
        listen(b, 1 + random_below(&chance, 500));
        press_now(b, PERUDO_ENTER); /* a game starts */
        for (int seat = 0; seat < players; seat++) {
            listen(b, random_below(&chance, 200));
            clock_counters(&c, press_now(b, seat ? PERUDO_NEXT : PERUDO_ENTER));
            text t = text_over(dice[seat], sizeof dice[seat]);
            draw_plainly(&c, PERUDO_BOARD_DICE, &t);
        }
        listen(b, random_below(&chance, 200));
        forget(b);
        int starter = (int)(press_now(b, PERUDO_ENTER) % (unsigned)players);
        text t = text_over(wanted, sizeof wanted);
        text_addf(&t, "A%d", players);
        for (int seat = 0; seat < players; seat++) text_addf(&t, "%d5%s", seat, dice[seat]);
        text_addf(&t, "T%d", starter);
        assert_string_equal(b->heard, wanted);
        /* Later rounds are drawn at the press, for all who have dice left. */
        while (device_get(b->device, PERUDO_STATE) != 4) {
            perudo_place place = board_of(b)->place;
            bool goes_on = place == PERUDO_AT_GO_ON || place == PERUDO_AT_MACHINE_GO_ON;
            bool chooses = place == PERUDO_AT_FACE && board_of(b)->face < 2;
            bool doubts = place == PERUDO_AT_FACE && board_of(b)->now.bids > 0;
            press_now(b, doubts ? PERUDO_DOUBT : goes_on || chooses ? PERUDO_NEXT : PERUDO_ENTER);
        }
        press_now(b, PERUDO_ENTER);
        forget(b);
        clock_counters(&c, press_now(b, PERUDO_DOUBT));
        text again = text_over(wanted, sizeof wanted);
        text_addf(&again, "A%d", players);
        for (int seat = 0; seat < players; seat++) {
            int left = PERUDO_BOARD_DICE - (seat == board_of(b)->loser);
            text_addf(&again, "%d%d", seat, left);
            draw_plainly(&c, left, &again);
        }
        text_addf(&again, "T%d", board_of(b)->loser);
        assert_string_equal(b->heard, wanted);
        bench_destroy(b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_polynomial_is_primitive),
        cmocka_unit_test(far_steps_are_many_steps),
        cmocka_unit_test(all_faces_are_equally_likely),
        cmocka_unit_test(a_round_is_what_the_register_says),
        cmocka_unit_test(dice_of_the_line_are_even),
        cmocka_unit_test(same_seed_same_presses_same_dice),
        cmocka_unit_test(dice_from_the_original_counters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
