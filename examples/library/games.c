/* Games of libdamero: settings, positions, legal moves and their texts, for all games.
 *
 *     cc games.c $(pkg-config --cflags --libs damero) -o games && ./games
 */
#include <damero.h>
#include <stdio.h>
#include <stdlib.h>

/* The text of a position: the first call only asks for its length. */
static char *position_of(const damero_play *game) {
    size_t length = damero_position(game, NULL, 0);
    char *text = malloc(length + 1);
    if (text) damero_position(game, text, length + 1);
    return text;
}

/* Rolls the dice until a seat is to move, plays its first move, and takes it back. */
static bool show(damero_play *game, damero_error *e) {
    uint64_t random = 1;
    damero_move first;
    char move[DAMERO_MOVE_TEXT];
    while (damero_turn(game) == DAMERO_CHANCE)
        if (!damero_roll(game, &random, e)) return false;
    size_t count = damero_moves(game, &first, 1);
    char *before = position_of(game);
    damero_move_text(game, first, move, sizeof move);
    printf("  %s\n  %zu moves, the first is %s\n", before ? before : "", count, move);
    free(before);
    return damero_play_text(game, move, e) && damero_undo(game, e);
}

int main(void) {
    damero_error e;
    const char *name;
    for (size_t i = 0; (name = damero_game_name(i)); i++) {
        damero_rules *rules = damero_rules_new(name, NULL, &e);
        damero_play *game = rules ? damero_play_new(rules, NULL, &e) : NULL;
        printf("%s, %d seats\n", name, rules ? damero_rules_seats(rules) : 0);
        bool good = game && show(game, &e);
        if (!good) fprintf(stderr, "%s\n", e.message);
        damero_play_free(game);
        damero_rules_free(rules);
        if (!good) return 1;
    }
    /* What is wrong is an error with a message; nothing is printed or ended. */
    if (!damero_rules_new("dots", "size=0x9", &e)) printf("refused: %s\n", e.message);
    return 0;
}
