/* damero review - every move of a game: what was best, and what it cost. */
#include <jansson.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "boards/engines.h"
#include "cli/journal.h"
#include "cli/table_files.h"
#include "cli/think.h"
#include "referee/review.h"

enum { THREADS_MOST = 64, USUAL_MS = 100, NAME_MOST = 40 };

/* A review under way: threads take one position after the other. */
typedef struct reviewing {
    const record *game;
    const engine_kind *kind;
    engine_limits limits;
    review_point *points;
    game_position **views; /* as the seat on turn sees it; NULL if nobody is */
    const atomic_bool *stop;
    atomic_size_t next;
} reviewing;

static bool open_views(reviewing *r, error *e) {
    const history *whole = &r->game->game;
    history h;
    if (!history_create(&h, r->game->rules, e)) return false;
    history_set(&h, whole->start);
    for (size_t i = 0;; i++) {
        int turn = game_turn(h.rules, h.now);
        if (turn >= 0 && !game_result(h.rules, h.now).over) {
            r->views[i] = game_new_view(h.rules, h.now, turn);
            r->points[i].seat = turn;
        }
        if (i == whole->count || !history_play(&h, whole->moves[i], e)) break;
    }
    bool good = h.count == whole->count;
    history_destroy(&h);
    return good;
}

static void *work(void *context) {
    reviewing *r = context;
    error e;
    engine *who = engine_create(
        r->kind, r->game->rules,
        &(engine_options){.threads = 1, .seed = 1, .level = engine_full_level(r->kind)}, &e);
    if (!who) return NULL;
    cli_give_tables(who);
    engine_watch watch = {.stop = r->stop};
    for (;;) {
        size_t i = atomic_fetch_add(&r->next, 1);
        if (i > r->game->game.count || atomic_load(r->stop)) break;
        review_point *p = &r->points[i];
        if (!r->views[i]) continue;
        engine_result found = {0};
        engine_think(who, r->views[i], p->seat, &r->limits, &watch, &found);
        p->best = found.move;
        p->score = found.score;
        p->scored = found.scored;
        p->exact = found.exact;
    }
    engine_destroy(who);
    return NULL;
}

static void think_about_all(reviewing *r, int threads) {
    pthread_t other[THREADS_MOST];
    int started = 0;
    while (started < threads - 1 && pthread_create(&other[started], NULL, work, r) == 0) started++;
    work(r);
    for (int i = 0; i < started; i++) pthread_join(other[i], NULL);
}

static const char *name_of(const record *r, int seat) {
    char tag[16];
    snprintf(tag, sizeof tag, "Seat%d", seat + 1);
    const char *name = record_tag_value(r, tag);
    return name && *name ? name : game_seat_name(r->rules, seat);
}

/* The characters of the longest name, or fewer. */
static int name_width(const record *r) {
    int width = 0;
    for (int seat = 0; seat < r->rules->seats; seat++)
        if (cli_characters(name_of(r, seat)) > width) width = cli_characters(name_of(r, seat));
    return width < NAME_MOST ? width : NAME_MOST;
}

/* Calls back for each move that was judged, with the texts of the move and of the best one. */
static void each_judged(const record *r, const review_move *moves,
                        void (*with)(void *, size_t, const review_move *, const char *,
                                     const char *),
                        void *context) {
    error e;
    history h;
    if (!history_create(&h, r->rules, &e)) return;
    history_set(&h, r->game.start);
    for (size_t i = 0; i < r->game.count; i++) {
        char played[GAME_MOVE_TEXT], best[GAME_MOVE_TEXT] = "";
        text p = text_over(played, sizeof played), b = text_over(best, sizeof best);
        game_write_move(r->rules, h.now, r->game.moves[i], &p);
        if (moves[i].judged && moves[i].best) game_write_move(r->rules, h.now, moves[i].best, &b);
        if (moves[i].judged) with(context, i, &moves[i], played, best);
        if (!history_play(&h, r->game.moves[i], &e)) break;
    }
    history_destroy(&h);
}

static void print_move(void *context, size_t i, const review_move *m, const char *played,
                       const char *best) {
    const record *r = *(const record **)context;
    printf("%4zu  ", i + 1);
    cli_print_padded(name_of(r, m->seat), name_width(r));
    printf(" %-10s %-10s", played, review_class_name(m->class));
    if (m->class != REVIEW_BEST)
        printf("  %5.1f %%  best %s%s", -100 * m->cost, best, m->exact ? " (proven)" : "");
    putchar('\n');
}

static void add_move(void *context, size_t i, const review_move *m, const char *played,
                     const char *best) {
    json_array_append_new(context,
                          json_pack("{s:I, s:i, s:s, s:s, s:f, s:s, s:b}", "at", (json_int_t)i,
                                    "seat", m->seat, "move", played, "best", best, "cost", m->cost,
                                    "class", review_class_name(m->class), "exact", m->exact));
}

static void print_summary(const record *r, const review_move *moves) {
    int width = name_width(r);
    printf("\n%*s %8s", width, "", "accuracy");
    for (review_class c = 0; c < REVIEW_CLASSES; c++) printf("  %s", review_class_name(c));
    putchar('\n');
    for (int seat = 0; seat < r->rules->seats; seat++) {
        int count[REVIEW_CLASSES] = {0};
        double accuracy = review_accuracy(moves, r->game.count, seat);
        if (accuracy < 0) continue;
        for (size_t i = 0; i < r->game.count; i++)
            if (moves[i].judged && moves[i].seat == seat) count[moves[i].class]++;
        cli_print_padded(name_of(r, seat), width);
        printf(" %6.1f %%", accuracy);
        for (review_class c = 0; c < REVIEW_CLASSES; c++)
            printf("  %*d", (int)strlen(review_class_name(c)), count[c]);
        putchar('\n');
    }
}

static void print_json(const record *r, const review_move *moves) {
    json_t *judged = json_array(), *accuracy = json_array();
    each_judged(r, moves, add_move, judged);
    for (int seat = 0; seat < r->rules->seats; seat++) {
        double a = review_accuracy(moves, r->game.count, seat);
        json_array_append_new(accuracy, a < 0 ? json_null() : json_real(a));
    }
    cli_print_json(json_pack("{s:s, s:o, s:o}", "game", r->rules->game->name, "accuracy", accuracy,
                             "moves", judged));
}

/* The game of a file, or of a match of the journal by its number. */
static bool open_game(const cli_arguments *a, record *r, error *e) {
    const char *what = a->operand[0];
    if (what[strspn(what, "0123456789")] != '\0') return cli_load_record(what, r, e);
    int64_t id;
    store_match *m = calloc(1, sizeof *m);
    store *s = m && cli_read_match(what, &id, e) ? cli_open_old_store(a, e) : NULL;
    bool good = s && store_find(s, id, m, e) && journal_export(s, m, r, e);
    store_close(s);
    free(m);
    return good;
}

static bool review(const cli_arguments *a, const record *r, error *e) {
    uint64_t threads = 2;
    size_t count = r->game.count;
    reviewing w = {.game = r, .stop = cli_stop_with_output()};
    review_move *moves = calloc(count + 1, sizeof *moves);
    w.points = calloc(count + 1, sizeof *w.points);
    w.views = calloc(count + 1, sizeof *w.views);
    bool good = (moves && w.points && w.views) || error_set(e, "no memory for a review");
    good = good && cli_read_duration(a, "time", &w.limits.move_time, e) &&
           cli_read_number(a, "threads", 1, THREADS_MOST, &threads, e) &&
           (w.kind = boards_find_engine(r->rules->game, NULL, e)) && open_views(&w, e);
    if (good && !w.limits.move_time) w.limits.move_time = USUAL_MS * MILLISECOND;
    if (good) think_about_all(&w, (int)threads);
    if (good && atomic_load(w.stop)) good = error_set(e, "stopped");
    good = good && review_judge(&r->game, w.kind->unit, w.points, moves, e);
    if (good && cli_value(a, "json")) print_json(r, moves);
    else if (good) {
        each_judged(r, moves, print_move, &(const record *){r});
        print_summary(r, moves);
    }
    for (size_t i = 0; w.views && i <= count; i++) free(w.views[i]);
    free(w.views);
    free(w.points);
    free(moves);
    return good;
}

static int run(const cli_arguments *a) {
    error e;
    record r;
    if (a->operand_count != 1)
        return cli_fail(a, "missing argument FILE or ID: a record, or a match number");
    if (!open_game(a, &r, &e)) return cli_fail_with(a, &e);
    bool good = review(a, &r, &e);
    record_destroy(&r);
    return good ? CLI_OK : cli_fail_with(a, &e);
}

const cli_command cli_review = {
    .name = "review",
    .operands = "FILE|ID",
    .summary =
        "Judge every move of a game: what was best, what it cost, how accurate each side was.",
    .about =
        "FILE is a record, ID a match in the journal. The engine evaluates every position for a tenth of "
        "a second, two at a time. A cost is in percent of a game: how much of the expected result the "
        "move gave away. Results of the solver of Dots, the tables of Damas or a proof in Trax are "
        "marked as proven; Perudo uses the odds of bids for a player who sees only their own dice, "
        "and the engine's own choice.  Classes: best; good to 5 %, inaccuracy to 12 %, mistake to "
        "25 %, blunder above.",
    .options =
        (const cli_option[]){{"time", "TIME", "time per position, for example 500ms (100ms)"},
                             {"threads", "N", "positions at a time (2)"},
                             CLI_STORE_OPTION,
                             {"json", NULL, "one JSON object"},
                             {0}},
    .examples = (const cli_example[]){{"damero review game.txt", "a game that was saved"},
                                      {"damero review 12 --time 1s",
                                       "a match in the journal, with more time"},
                                      {0}},
    .run = run,
};
