/* damero ratings - how strong the players of the journal are. */
#include "events/ratings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/journal.h"
#include "cli/think.h"
#include "events/places.h"

typedef struct field {
    store *journal;
    char (*name)[SEAT_SPEC];
    int players;
    rated_games games;
    error *e;
    bool good;
} field;

static int find(field *f, const char *name) {
    for (int i = 0; i < f->players; i++)
        if (strcmp(f->name[i], name) == 0) return i;
    if (f->players == RATINGS_MAX)
        return f->good = error_set(f->e, "more than %d players", RATINGS_MAX), -1;
    text t = text_over(f->name[f->players], SEAT_SPEC);
    text_add(&t, name);
    return f->players++;
}

static bool take(void *context, const store_match *m) {
    field *f = context;
    char names[GAME_SEATS_MAX][SEAT_SPEC];
    rated_game g = {0};
    if (strcmp(m->reason, "aborted") == 0) return true;
    if (!journal_names(f->journal, m, names, f->e)) return f->good = false;
    for (int seat = 0; seat < GAME_SEATS_MAX && *names[seat]; seat++, g.count++) {
        g.player[seat] = find(f, names[seat]);
        if (g.player[seat] < 0) return false;
    }
    /* A player against itself says nothing. */
    for (int a = 0; a < g.count; a++)
        for (int b = 0; b < a; b++)
            if (g.player[a] == g.player[b]) return true;
    for (int seat = 0; seat < g.count; seat++)
        g.share[seat] = m->winner ? seat == m->winner - 1 : 1.0 / g.count;
    if (g.count == 2) return f->good = rated_games_add(&f->games, &g, f->e);
    int place[GAME_SEATS_MAX];
    return f->good = places_load(f->journal, m->id, place, f->e) &&
                     rated_games_add_places(&f->games, g.count, g.player, place, f->e);
}

/* --anchor NAME=RATING. */
static bool read_anchor(const cli_arguments *a, field *f, rating *r, error *e) {
    for (size_t i = 0; i < a->repeated_count; i++) {
        const char *word = a->repeated[i], *equals = strrchr(word, '=');
        char *end;
        int player = -1;
        double value = equals ? strtod(equals + 1, &end) : 0;
        if (!equals || end == equals + 1 || *end || !isfinite(value))
            return error_set(e, "--anchor '%s': expected NAME=RATING", word);
        for (int k = 0; k < f->players; k++)
            if (text_same(word, (size_t)(equals - word), f->name[k])) player = k;
        if (player < 0)
            return error_set(e, "--anchor: no player named '%.*s' has played", (int)(equals - word),
                             word);
        r[player].anchored = true;
        r[player].elo = value;
    }
    return true;
}

static bool is_better(const rating *a, const rating *b) {
    return a->rated && (!b->rated || a->elo > b->elo);
}

/* The best first. */
static void sort(const rating *r, int players, int *order) {
    for (int i = 0; i < players; i++) {
        int at = i;
        for (; at > 0 && is_better(&r[i], &r[order[at - 1]]); at--) order[at] = order[at - 1];
        order[at] = i;
    }
}

static json_t *figure(double value) { return isfinite(value) ? json_real(value) : json_null(); }

static void print(const cli_arguments *a, const field *f, const rating *r, const double *superior,
                  const int *order) {
    int width = 6;
    for (int i = 0; i < f->players; i++)
        if (cli_characters(f->name[i]) > width) width = cli_characters(f->name[i]);
    if (width > 40) width = 40;
    for (int i = 0; i < f->players; i++) {
        int player = order[i], below = i + 1 < f->players ? order[i + 1] : -1;
        double los = below >= 0 ? superior[player * f->players + below] : NAN;
        if (cli_value(a, "json")) {
            json_t *o = json_pack("{s:s, s:i}", "name", f->name[player], "games", r[player].games);
            json_object_set_new(o, "rating", figure(r[player].elo));
            json_object_set_new(o, "error", figure(r[player].error));
            json_object_set_new(o, "points", json_real(r[player].points));
            json_t *row = json_object();
            for (int k = 0; k < f->players; k++)
                if (k != player)
                    json_object_set_new(row, f->name[k], figure(superior[player * f->players + k]));
            json_object_set_new(o, "superior", row);
            cli_print_json(o);
        } else if (r[player].rated) {
            printf("%4d  ", i + 1);
            cli_print_padded(f->name[player], width);
            printf(" %+7.1f ± %5.1f  %6.1f of %d", r[player].elo, r[player].error, r[player].points,
                   r[player].games);
            if (isfinite(los)) printf("  %5.1f %% above the next", 100 * los);
            putchar('\n');
        } else {
            printf("   -  ");
            cli_print_padded(f->name[player], width);
            printf(" no rating: won or lost everything, or played none of the others\n");
        }
    }
}

static int run(const cli_arguments *a) {
    error e = {0};
    field f = {.e = &e, .good = true, .name = calloc(RATINGS_MAX, SEAT_SPEC)};
    rating *r = calloc(RATINGS_MAX, sizeof *r);
    double *superior = NULL;
    int *order = NULL;
    const char *game_name = a->operand_count ? a->operand[0] : NULL;
    bool good = (f.name && r) || error_set(&e, "no memory for ratings");
    if (good && game_name) good = game_find(game_name, &e) != NULL;
    good = good && (f.journal = cli_open_old_store(a, &e));
    store_wanted wanted = {.over = true, .game = game_name, .most = 1 << 30};
    good = good && store_each_wanted(f.journal, &wanted, take, &f, &e) && f.good;
    if (good && !f.games.count) good = error_set(&e, "no game between players is finished yet");
    good = good && read_anchor(a, &f, r, &e);
    if (good) {
        size_t n = (size_t)f.players;
        superior = calloc(n * n, sizeof *superior);
        order = calloc(n, sizeof *order);
        good = (superior && order) || error_set(&e, "no memory for ratings");
    }
    good = good && ratings_find(f.players, f.games.games, f.games.count, r, superior, &e);
    if (good) {
        sort(r, f.players, order);
        print(a, &f, r, superior, order);
    }
    int status = good ? CLI_OK : cli_fail_with(a, &e);
    store_close(f.journal);
    free(f.name);
    free(f.games.games);
    free(r);
    free(superior);
    free(order);
    return status;
}

const cli_command cli_ratings = {
    .name = "ratings",
    .operands = "[GAME]",
    .summary = "Rate the players of the journal by all their games.",
    .about =
        "The ratings that make the results most likely (Bradley-Terry, with a draw as half a win; "
        "Plackett-Luce for several seats), on Elo's scale, with 95 % intervals. Their mean is 0, unless "
        "--anchor fixes some of them. Players are identified by name; games against oneself do not count.",
    .options = (const cli_option[]){{"anchor", "NAME=RATING ...", "this player has this rating"},
                                    {"json", NULL, "one JSON object per line, for each player"},
                                    CLI_STORE_OPTION,
                                    {0}},
    .examples = (const cli_example[]){{"damero ratings dots", "all players of Dots"},
                                      {"damero ratings damas --anchor Engine=2000",
                                       "with the engine at 2000"},
                                      {0}},
    .run = run,
};
