/* A game between two levels of one engine, through libdamero (docs/library.md).
 *
 *     cc library.c $(pkg-config --cflags --libs damero) -o library && ./library
 */
#include <damero.h>
#include <stdio.h>

int main(void) {
    damero_error e;
    damero_rules *rules = damero_rules_new("dots", "size=3x3", &e);
    damero_play *game = rules ? damero_play_new(rules, NULL, &e) : NULL;
    damero_engine *player[2] = {
        game ? damero_engine_new(rules, NULL, "beginner", 1, 0, &e) : NULL,
        game ? damero_engine_new(rules, NULL, NULL, 1, 0, &e) : NULL,
    };
    bool good = player[0] && player[1];
    for (int seat; good && (seat = damero_turn(game)) != DAMERO_OVER;) {
        damero_limits limits = {.seconds = 0.1};
        damero_answer answer;
        char move[DAMERO_MOVE_TEXT];
        good = damero_think(player[seat], game, &limits, NULL, NULL, &answer, &e);
        if (!good) break;
        damero_move_text(game, answer.move, move, sizeof move);
        printf("%s: %s\n", damero_rules_seat_name(rules, seat), move);
        good = damero_play_move(game, answer.move, &e);
    }
    if (good) {
        damero_outcome o = damero_result(game);
        printf("%d - %d\n", o.score[0], o.score[1]);
    } else {
        fprintf(stderr, "%s\n", e.message);
    }
    damero_engine_free(player[0]);
    damero_engine_free(player[1]);
    damero_play_free(game);
    damero_rules_free(rules);
    return good ? 0 : 1;
}
