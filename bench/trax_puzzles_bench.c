/* Trax puzzles at one second per position: those in tests/data, and the public collections if they
 * are next to the project. A puzzle is solved if the engine's turn is one of the winning ones. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "engines/trax/engine.h"
#include "games/history.h"

static const struct {
    const char *file, *settings;
} collections[] = {
    {"tests/data/trax/puzzles-win2.tsv", ""},
    {"tests/data/trax/puzzles-win3.tsv", ""},
    {"../shared/truth/public/trax/puzzles-unlimited-win2.tsv", ""},
    {"../shared/truth/public/trax/puzzles-unlimited-win3.tsv", ""},
    {"../shared/truth/public/trax/puzzles-unlimited-win4.tsv", ""},
    {"../shared/truth/public/trax/puzzles-8x8-win2.tsv", "variant=8x8"},
    {"../shared/truth/public/trax/puzzles-8x8-win3.tsv", "variant=8x8"},
};

static bool is_among(const char *words, const char *word) {
    scan s = scan_string(words);
    const char *one;
    size_t length;
    while (scan_blanks(&s), scan_word(&s, "", &one, &length))
        if (text_same(one, length, word)) return true;
    return false;
}

/* Whether the engine solves the puzzle of these fields; *time is the time it took. */
static bool solve(engine *g, const char *moves, const char *answers, int64_t *time) {
    history h;
    engine_result result;
    engine_limits limits = {.move_time = SECOND};
    char word[GAME_MOVE_TEXT];
    text t = text_over(word, sizeof word);
    if (!history_create(&h, g->rules, NULL)) return false;
    bool good = history_play_all(&h, moves, NULL);
    if (good) {
        if (g->kind->new_game) g->kind->new_game(g);
        engine_think(g, h.now, game_turn(g->rules, h.now), &limits, NULL, &result);
        game_write_move(g->rules, h.now, result.move, &t);
        *time = result.time;
    }
    history_destroy(&h);
    return good && is_among(answers, word);
}

static void run(const char *path, const char *settings) {
    FILE *file = fopen(path, "r");
    const char *name = strrchr(path, '/') + 1;
    if (!file) {
        printf("trax  puzzles %-28s not here, skipped\n", name);
        return;
    }
    error e;
    game_rules *rules = game_create_named("trax", settings, &e);
    engine_options options = {.seed = 1, .level = engine_full_level(&trax_engine)};
    engine *g = engine_create(&trax_engine, rules, &options, &e);
    char line[8192], missed[200];
    text wrong = text_over(missed, sizeof missed);
    int solved = 0, count = 0;
    int64_t time = 0, slowest = 0;
    while (g && fgets(line, sizeof line, file)) {
        char *field[6] = {line};
        int fields = 1;
        if (line[0] == '#') continue;
        for (char *c = line; *c && fields < 6; c++)
            if (*c == '\t') {
                *c = '\0';
                field[fields++] = c + 1;
            }
        if (fields < 5) continue;
        count++;
        if (solve(g, field[3], field[4], &time)) solved++;
        else text_addf(&wrong, " %s", field[0]);
        if (time > slowest) slowest = time;
    }
    printf("trax  puzzles %-28s %3d of %3d at 1 s, slowest %.2f s%s%s\n", name, solved, count,
           clock_seconds(slowest), wrong.length ? ", missed:" : "", missed);
    fflush(stdout);
    engine_destroy(g);
    game_destroy(rules);
    fclose(file);
}

int main(void) {
    for (size_t i = 0; i < sizeof collections / sizeof *collections; i++)
        run(collections[i].file, collections[i].settings);
    return 0;
}
