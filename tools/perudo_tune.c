/* perudo_tune - fits the constants of the laboratory board's machine (engines/perudo/seed.h).
 *
 *   perudo_tune ROUNDS SEED
 *
 * The machine doubts if (unknown dice - dice still needed) * factor <= threshold, so each of its
 * three factors, with the threshold, is one limit: doubt if at most that many unknown dice are to
 * spare. A round belongs to one factor alone, so the three limits are fitted one by one: for every
 * limit, every number of dice of its factor and every number of players who can have them, ROUNDS
 * rounds are played between equal machines, with the dice spread at random. A doubt is wrong if the
 * bid holds, a raise if the bid before it does not: a doubt would have won a die.
 *
 * A round has one doubt but many raises. If all wrong decisions were counted alike, a machine that
 * doubts nearly at once would do best: it would lose four of five doubts with 16 to 19 dice. So the
 * limit with the smallest mean of the two shares wins. Every number of dice counts the same. SEED
 * determines everything.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "engines/perudo/seed.h"

enum { PLAYERS_LEAST = 2, DICE_EACH = 5, TOTAL_MOST = PERUDO_SEATS_MAX * DICE_EACH };

static const int band_least[SEED_BANDS + 1] = {2, 8, 16, TOTAL_MOST + 1};

typedef struct tally {
    uint64_t doubts, wrong_doubts, raises, wrong_raises;
} tally;

/* The mean of the share of wrong doubts and that of wrong raises; every round has a doubt. */
static double wrong_share(const tally *t) {
    double doubts = (double)t->wrong_doubts / (double)t->doubts;
    double raises = t->raises ? (double)t->wrong_raises / (double)t->raises : 0;
    return (doubts + raises) / 2;
}

typedef struct table {
    int players, total;
    int dice[PERUDO_SEATS_MAX];
    perudo_hand hand[PERUDO_SEATS_MAX];
} table;

static void deal(table *t, random_source *random) {
    for (int seat = 0; seat < t->players; seat++) t->dice[seat] = 1;
    for (int left = t->total - t->players; left > 0;) {
        int seat = (int)random_below(random, (uint32_t)t->players);
        if (t->dice[seat] == DICE_EACH) continue;
        t->dice[seat]++;
        left--;
    }
    for (int seat = 0; seat < t->players; seat++) {
        t->hand[seat] = 0;
        for (int i = 0; i < t->dice[seat]; i++)
            t->hand[seat] += perudo_die(1 + (int)random_below(random, PERUDO_FACES_MAX));
    }
}

static bool holds(const table *t, perudo_bid b) {
    int count = 0;
    for (int seat = 0; seat < t->players; seat++)
        count += perudo_matching(t->hand[seat], perudo_bid_face(b), true);
    return count >= perudo_bid_count(b);
}

static void play_round(const perudo_rules *r, const seed_constants *c, const table *t, tally *sum) {
    seed_situation s = {.rules = r, .total = t->total};
    for (int seat = 0;; seat = (seat + 1) % t->players) {
        s.dice = t->dice[seat];
        s.hand = t->hand[seat];
        perudo_bid b = perudo_seed_decide(c, &s);
        if (!b) {
            sum->doubts++;
            sum->wrong_doubts += holds(t, s.last);
            return;
        }
        if (s.last) {
            sum->raises++;
            sum->wrong_raises += !holds(t, s.last);
        }
        s.last = b;
    }
}

/* The mean share of wrong decisions with this number of dice in play. */
static double share_at(const perudo_rules *r, const seed_constants *c, int total, int rounds,
                       uint64_t seed) {
    double sum = 0;
    int cells = 0;
    for (int players = PLAYERS_LEAST; players <= PERUDO_SEATS_MAX; players++) {
        if (total < players || total > players * DICE_EACH) continue;
        random_source random = random_seed(seed + (uint64_t)(total * PERUDO_SEATS_MAX + players));
        tally t = {0};
        for (int i = 0; i < rounds; i++) {
            table at = {.players = players, .total = total};
            deal(&at, &random);
            play_round(r, c, &at, &t);
        }
        sum += wrong_share(&t);
        cells++;
    }
    return sum / cells;
}

/* The limit with the fewest wrong decisions in a band. */
static int fit_band(const perudo_rules *r, int band, int rounds, uint64_t seed) {
    int best = 0, last = band_least[band + 1] - 1;
    double fewest = 2;
    printf("%d to %d dice in play: limit, share of wrong decisions\n", band_least[band], last);
    for (int limit = 0; limit < last; limit++) {
        seed_constants c = {.threshold = limit, .factor = {1, 1, 1}};
        double sum = 0;
        for (int total = band_least[band]; total <= last; total++)
            sum += share_at(r, &c, total, rounds, seed);
        double share = sum / (last + 1 - band_least[band]);
        printf("  %2d  %.4f\n", limit, share);
        if (share < fewest) {
            fewest = share;
            best = limit;
        }
    }
    return best;
}

/* The smallest threshold and factors that give these limits. */
static seed_constants constants_of(const int limit[SEED_BANDS]) {
    seed_constants c = {0};
    for (int found = 0; found < SEED_BANDS; c.threshold += found < SEED_BANDS) {
        found = 0;
        for (int band = 0; band < SEED_BANDS; band++) {
            c.factor[band] = c.threshold / (limit[band] + 1) + 1;
            found += c.threshold / c.factor[band] == limit[band];
        }
    }
    return c;
}

int main(int argc, char **argv) {
    error e;
    if (argc != 3) {
        fprintf(stderr, "usage: perudo_tune ROUNDS SEED\n");
        return 2;
    }
    game_rules *rules = game_create(&perudo_game, "players=8", &e);
    if (!rules) return 1;
    int limit[SEED_BANDS];
    for (int band = 0; band < SEED_BANDS; band++)
        limit[band] =
            fit_band(perudo_rules_of(rules), band, atoi(argv[1]), strtoull(argv[2], NULL, 10));
    seed_constants c = constants_of(limit);
    printf("limits %d, %d, %d: threshold %d, factors %d, %d, %d\n", limit[0], limit[1], limit[2],
           c.threshold, c.factor[0], c.factor[1], c.factor[2]);
    game_destroy(rules);
    return 0;
}
