/* Engines of libdamero: a game between two levels, with progress; the first one is also stopped.
 *
 *     cc engine.c $(pkg-config --cflags --libs damero) -o engine && ./engine
 */
#include <damero.h>
#include <stdio.h>

/* Counts what an engine reports; false would stop it. */
static bool count_report(void *context, const damero_answer *so_far) {
    (void)so_far;
    ++*(int *)context;
    return true;
}

/* Stops as soon as the engine has searched three moves deep. */
static bool stop_at_three(void *context, const damero_answer *so_far) {
    (void)context;
    return so_far->depth < 3;
}

static bool play_on(damero_play *game, damero_engine *const player[2], damero_error *e) {
    damero_limits limits = {.seconds = 0.1};
    int reports = 0;
    for (int seat; (seat = damero_turn(game)) != DAMERO_OVER;) {
        damero_answer answer;
        char move[DAMERO_MOVE_TEXT];
        if (!damero_think(player[seat], game, &limits, count_report, &reports, &answer, e))
            return false;
        damero_move_text(game, answer.move, move, sizeof move);
        printf("player %d: %s\n", seat + 1, move);
        if (!damero_play_move(game, answer.move, e)) return false;
    }
    return true;
}

int main(void) {
    damero_error e;
    damero_answer answer;
    damero_limits none = {0}; /* without a limit only progress, or damero_stop, ends the thinking */
    damero_rules *rules = damero_rules_new("dots", "size=3x3", &e);
    damero_play *game = rules ? damero_play_new(rules, NULL, &e) : NULL;
    damero_engine *player[2] = {
        game ? damero_engine_new(rules, NULL, "beginner", 1, 0, &e) : NULL,
        game ? damero_engine_new(rules, NULL, NULL, 1, 0, &e) : NULL,
    };
    bool good = player[0] && player[1] &&
                damero_think(player[1], game, &none, stop_at_three, NULL, &answer, &e) &&
                play_on(game, player, &e);
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
