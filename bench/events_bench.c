/* A Swiss event of 500 players: how long the slowest round takes to pair, compared with the
 * plainest pairing there is, neighbours in the table who have not met. bench/series.py has the
 * games. */
#include <stdlib.h>

#include "base/random.h"
#include "bench.h"
#include "events/pairings.h"

enum { PLAYERS = 500, ROUNDS = 9 };

/* Plays a round with random results. */
static void play(pairing_list *round, pairing_list *past, random_source *chance) {
    error e;
    for (size_t i = 0; i < round->count; i++) {
        pairing *p = &round->pairing[i];
        p->played = p->over = true;
        p->points[0] = (int)random_below(chance, 3);
        p->points[1] = 2 - p->points[0];
        if (!pairing_list_add(past, p, &e)) abort();
    }
}

/* Neighbours by points who have not met; how many pairs that makes. */
static int pair_plainly(const pairing_list *past) {
    static bool met[PLAYERS][PLAYERS], used[PLAYERS];
    static int points[PLAYERS], order[PLAYERS];
    int pairs = 0;
    for (int i = 0; i < PLAYERS; i++) {
        used[i] = false;
        points[i] = 0;
        order[i] = i;
    }
    for (size_t i = 0; i < past->count; i++) {
        const pairing *p = &past->pairing[i];
        met[p->player[0]][p->player[1]] = met[p->player[1]][p->player[0]] = true;
        for (int seat = 0; seat < 2; seat++) points[p->player[seat]] += p->points[seat];
    }
    for (int i = 1; i < PLAYERS; i++)
        for (int j = i; j > 0 && points[order[j]] > points[order[j - 1]]; j--) {
            int swap = order[j];
            order[j] = order[j - 1];
            order[j - 1] = swap;
        }
    for (int i = 0; i < PLAYERS; i++)
        for (int j = i + 1; j < PLAYERS && !used[order[i]]; j++)
            if (!used[order[j]] && !met[order[i]][order[j]]) {
                used[order[i]] = used[order[j]] = true;
                pairs++;
            }
    return pairs;
}

int main(void) {
    static bool here[PLAYERS];
    pairing_list past = {0};
    random_source chance = random_seed(1);
    error e;
    double slowest = 0, plain = 0;
    int left = 0;
    for (int i = 0; i < PLAYERS; i++) here[i] = true;
    for (int round = 0; round < ROUNDS; round++) {
        pairing_list found = {0};
        pairing_task task = {.kind = EVENT_SWISS,
                             .players = PLAYERS,
                             .here = here,
                             .games = 1,
                             .round = round,
                             .past = &past};
        int64_t start = clock_now();
        if (!pairings_make(&task, &found, &e)) {
            fprintf(stderr, "%s\n", e.message);
            return 1;
        }
        double taken = clock_seconds(clock_now() - start);
        if (taken > slowest) slowest = taken;
        start = clock_now();
        left = PLAYERS / 2 - pair_plainly(&past);
        taken = clock_seconds(clock_now() - start);
        if (taken > plain) plain = taken;
        play(&found, &past, &chance);
        pairing_list_destroy(&found);
    }
    printf(
        "events: a Swiss round of %d players is paired in %.0f ms at most, %.0f times as long as "
        "neighbours without regard to seats (%d of their pairs are left over)\n",
        PLAYERS, 1000 * slowest, slowest / plain, left);
    pairing_list_destroy(&past);
    return 0;
}
