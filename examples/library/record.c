/* Records of libdamero: reads a game, shows its end and writes it again.
 *
 *     cc record.c $(pkg-config --cflags --libs damero) -o record && ./record
 */
#include <damero.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char record[] =
    "[Game \"dots\"]\n[Rules \"size=1x1\"]\n\n1. 1112 1121 2. 2122 1222 0-1\n";

int main(void) {
    damero_error e;
    damero_rules *rules = NULL;
    damero_play *game = NULL;
    size_t at = 0;
    if (!damero_record_read(record, strlen(record), &at, &rules, &game, &e)) {
        fprintf(stderr, "%s\n", e.message);
        return 1;
    }
    damero_outcome o = damero_result(game);
    printf("%zu moves, won by %s\n", damero_move_count(game),
           o.winner == DAMERO_NOBODY ? "nobody" : damero_rules_seat_name(rules, o.winner));
    size_t length = damero_record_write(game, NULL, 0);
    char *text = malloc(length + 1);
    if (text) damero_record_write(game, text, length + 1);
    printf("%s", text ? text : "");
    free(text);
    damero_play_free(game);
    damero_rules_free(rules);
    return 0;
}
