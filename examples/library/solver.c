/* Exact values and many games at once, by libdamero.
 *
 *     cc solver.c $(pkg-config --cflags --libs damero) -o solver && ./solver
 */
#include <damero.h>
#include <stdio.h>

int main(void) {
    damero_error e;
    uint64_t sequences, wins[DAMERO_SEATS_MAX] = {0}, draws = 0, moves = 0;
    int value;
    damero_rules *rules = damero_rules_new("dots", "size=2x2", &e);
    damero_play *game = rules ? damero_play_new(rules, NULL, &e) : NULL;
    bool good = game && damero_solve(game, 1, 0, &value, &e) &&
                damero_perft(game, 3, &sequences, &e) &&
                damero_play_random(rules, 1, 1000, wins, &draws, &moves, &e);
    if (good)
        printf("value %d, %llu sequences of three moves, %llu of 1000 random games drawn\n", value,
               (unsigned long long)sequences, (unsigned long long)draws);
    else fprintf(stderr, "%s\n", e.message);
    damero_play_free(game);
    damero_rules_free(rules);
    return good ? 0 : 1;
}
