#include "cli/think.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "boards/engines.h"
#include "cli/odds.h"
#include "cli/table_files.h"
#include "games/perudo/perudo.h"

const engine_kind *cli_read_engine(const cli_arguments *a, const game *g, engine_options *options,
                                   error *e) {
    const char *level = cli_value(a, "level");
    uint64_t threads = 1, seed = 1;
    *options = (engine_options){0};
    const engine_kind *kind = boards_find_engine(g, cli_value(a, "engine"), e);
    if (!kind || !cli_read_number(a, "threads", 1, 256, &threads, e) ||
        !cli_read_number(a, "seed", 0, UINT64_MAX, &seed, e) ||
        !cli_read_bytes(a, "memory", &options->memory, e))
        return NULL;
    if (!engine_check_threads(kind, (int)threads, e)) {
        error_in(e, "--threads");
        return NULL;
    }
    options->threads = (int)threads;
    options->seed = seed;
    options->book = cli_has_option(a, "no-book") && !cli_value(a, "no-book");
    options->level = level ? engine_find_level(kind, level, e) : engine_full_level(kind);
    return options->level < 0 ? NULL : kind;
}

static engine *make_engine(const cli_arguments *a, const game_rules *rules, error *e) {
    engine_options options;
    const engine_kind *kind = cli_read_engine(a, rules->game, &options, e);
    /* Who asks for a move without a seed wants the best one of the book, not variety. */
    bool plays_book =
        kind && kind->book && options.book && options.level == engine_full_level(kind);
    if (plays_book && !cli_value(a, "seed")) options.seed = 0;
    engine *who = kind ? engine_create(kind, rules, &options, e) : NULL;
    if (who) cli_give_tables(who);
    return who;
}

static bool read_limits(const cli_arguments *a, engine_limits *limits, error *e) {
    uint64_t depth = 0;
    *limits = (engine_limits){0};
    if (!cli_read_duration(a, "time", &limits->move_time, e) ||
        !cli_read_number(a, "nodes", 1, UINT64_MAX, &limits->nodes, e) ||
        !cli_read_number(a, "depth", 1, 999, &depth, e))
        return false;
    limits->depth = (int)depth;
    return true;
}

/* Whether the seat on turn sees its own dice. A position that is typed may hide them. */
static bool check_own_dice(const game_rules *rules, const game_position *p, int seat, error *e) {
    return !cli_has_odds(rules) || perudo_position_of(p)->hand[seat] ||
           error_set(e, "%s is on turn, and the position hides those dice: give them",
                     game_seat_name(rules, seat));
}

/* Chance is next: says so, with a position of the kind that is wanted. */
static bool refuse_chance(const history *h, error *e) {
    random_source dice = random_seed(2);
    game_position *after = game_new_position(h->rules), *view = NULL;
    char *example = malloc(h->rules->position_text_bytes);
    int turn = GAME_CHANCE;
    if (after && example) {
        game_copy(h->rules, after, h->now);
        while ((turn = game_turn(h->rules, after)) == GAME_CHANCE)
            game_play(h->rules, after, h->rules->game->roll(h->rules, after, &dice), NULL);
        view = turn >= 0 ? game_new_view(h->rules, after, turn) : NULL;
    }
    text t = text_over(example, example ? h->rules->position_text_bytes : 0);
    if (view) game_write_position(h->rules, view, &t);
    error_set(e, "the dice are not rolled yet: give a position with your dice%s%s%s",
              view ? ", as in --position '" : "", view ? example : "", view ? "'" : "");
    free(after);
    free(view);
    free(example);
    return false;
}

bool cli_open_thinker(const cli_arguments *a, const char *name, int64_t usual, cli_thinker *t,
                      error *e) {
    *t = (cli_thinker){0};
    if (!read_limits(a, &t->limits, e)) return false;
    if (!t->limits.move_time && !t->limits.nodes && !t->limits.depth) t->limits.move_time = usual;
    if (!cli_set_up(a, name, &t->game, e)) return false;
    const game_rules *rules = t->game.rules;
    t->seat = game_turn(rules, t->game.game.now);
    bool good = t->seat >= 0;
    if (t->seat == GAME_OVER) error_set(e, "the game is over, there is no move");
    else if (!good) refuse_chance(&t->game.game, e);
    good = good && check_own_dice(rules, t->game.game.now, t->seat, e) &&
           (t->who = make_engine(a, rules, e));
    good = good && ((t->view = game_new_view(rules, t->game.game.now, t->seat)) ||
                    error_set(e, "no memory"));
    if (!good) cli_close_thinker(t);
    return good;
}

void cli_close_thinker(cli_thinker *t) {
    free(t->view);
    engine_destroy(t->who);
    record_destroy(&t->game);
}

static bool is_result(int score) { return score >= ENGINE_CERTAIN || score <= -ENGINE_CERTAIN; }

void cli_write_worth(int score, text *t) {
    int size = score < 0 ? -score : score, plies = ENGINE_WIN - size, moves = (plies + 1) / 2;
    if (!is_result(score)) {
        text_addf(t, "%s%d", score > 0 ? "+" : "", score);
        return;
    }
    text_add(t, score > 0 ? "a win" : "a loss");
    if (plies > 0 && plies < ENGINE_PLIES)
        text_addf(t, " in %d move%s", moves, moves == 1 ? "" : "s");
}

void cli_write_score(const engine_kind *kind, const engine_result *r, text *t) {
    if (!r->scored) {
        text_add(t, "no score");
        return;
    }
    bool hundredths = strncmp(kind->unit, "hundredths", strlen("hundredths")) == 0;
    int size = abs(r->score);
    if (!is_result(r->score) && hundredths)
        text_addf(t, "%s%d.%d%d", r->score < 0 ? "-" : "", size / 100, size / 10 % 10, size % 10);
    else cli_write_worth(r->score, t);
    if (!is_result(r->score) && !hundredths) text_addf(t, " %s", kind->unit);
    if (!is_result(r->score)) text_add(t, r->exact ? " (proven)" : " (estimate)");
}

void cli_write_count(uint64_t count, text *t) {
    char number[40];
    if (count < 10000) snprintf(number, sizeof number, "%llu", (unsigned long long)count);
    else if (count < 1000000) snprintf(number, sizeof number, "%.1f thousand", (double)count / 1e3);
    else if (count < 1000000000)
        snprintf(number, sizeof number, "%.1f million", (double)count / 1e6);
    else snprintf(number, sizeof number, "%.2f billion", (double)count / 1e9);
    text_add(t, number);
}

/* Calls `put` with the text of each move of the line. */
static void walk_line(const game_rules *rules, const game_position *position,
                      const engine_result *r, void (*put)(void *, const char *), void *context) {
    game_position *p = game_new_position(rules);
    if (!p) return;
    game_copy(rules, p, position);
    for (size_t i = 0; i < r->line_count; i++) {
        char word[GAME_MOVE_TEXT];
        text t = text_over(word, sizeof word);
        game_write_move(rules, p, r->line[i], &t);
        put(context, word);
        game_play(rules, p, r->line[i], NULL);
    }
    free(p);
}

static void put_in_text(void *context, const char *word) {
    text *t = context;
    text_addf(t, "%s%s", t->length ? " " : "", word);
}

static void put_in_array(void *context, const char *word) {
    json_array_append_new(context, json_string(word));
}

void cli_write_line(const game_rules *rules, const game_position *position, const engine_result *r,
                    text *t) {
    walk_line(rules, position, r, put_in_text, t);
}

json_t *cli_result_json(const game_rules *rules, const game_position *position,
                        const engine_result *r) {
    char word[GAME_MOVE_TEXT];
    text t = text_over(word, sizeof word);
    json_t *object = json_object(), *line = json_array();
    if (r->move) game_write_move(rules, position, r->move, &t);
    walk_line(rules, position, r, put_in_array, line);
    json_object_set_new(object, "move", r->move ? json_string(word) : json_null());
    json_object_set_new(object, "score", r->scored ? json_integer(r->score) : json_null());
    json_object_set_new(object, "exact", json_boolean(r->exact));
    json_object_set_new(object, "depth", json_integer(r->depth));
    json_object_set_new(object, "nodes", json_integer((json_int_t)r->nodes));
    json_object_set_new(object, "seconds", json_real(clock_seconds(r->time)));
    json_object_set_new(object, "line", line);
    json_object_set_new(object, "note", json_string(r->note));
    return object;
}

static engine_limits part_of(const engine_limits *limits, size_t parts) {
    engine_limits part = *limits;
    if (part.move_time) part.move_time = part.move_time / (int64_t)parts + 1;
    if (part.clock) part.clock = part.clock / (int64_t)parts + 1;
    if (part.nodes) part.nodes = part.nodes / parts + 1;
    return part;
}

/* If a line has little time, the engine of Dots chooses moves by a search whose scores are too high
 * (docs/dots.md). With these few nodes it uses the tree of playouts, whose scores are means. */
enum { ESTIMATE_LEAST = 50, ESTIMATE_NODES = 500, FEW_NODES = 8000 };
#define SHORT_TIME (125 * MILLISECOND)

/* The value of a line of Dots according to the engine's evaluation of the position after it: the
 * boxes that it completes, and those still to come. Unknown if it had no time. */
static int estimate(engine *who, const game_position *view, int seat, game_move move,
                    const engine_limits *limits, const atomic_bool *stop) {
    const game_rules *rules = who->rules;
    engine_watch watch = {.stop = stop};
    engine_result result = {0};
    game_position *after = game_new_view(rules, view, seat);
    if (!after) return ENGINE_UNKNOWN;
    int worth = -game_result(rules, after).score[seat];
    game_play(rules, after, move, NULL);
    worth += game_result(rules, after).score[seat];
    int turn = game_turn(rules, after);
    if (turn >= 0) {
        engine_think(who, after, turn, limits, &watch, &result);
        bool guess = !result.exact && result.nodes < ESTIMATE_LEAST;
        worth = !result.scored || guess ? ENGINE_UNKNOWN
                                        : worth + (turn == seat ? 1 : -1) * result.score;
    }
    free(after);
    return worth;
}

static void estimate_the_rest(engine *who, const game_position *view, int seat,
                              const engine_limits *limits, const atomic_bool *stop, cli_values *v) {
    size_t unknown = 0;
    for (size_t i = 0; i < v->count; i++) unknown += v->values[i] == ENGINE_UNKNOWN;
    if (unknown == 0) return;
    engine_limits part = part_of(limits, unknown);
    bool little =
        part.nodes ? part.nodes < FEW_NODES : part.move_time && part.move_time < SHORT_TIME;
    if (little && (!part.nodes || part.nodes > ESTIMATE_NODES)) part.nodes = ESTIMATE_NODES;
    for (size_t i = 0; i < v->count && !atomic_load(stop); i++) {
        if (v->values[i] != ENGINE_UNKNOWN) continue;
        v->values[i] = estimate(who, view, seat, v->moves[i], &part, stop);
        v->estimated[i] = v->values[i] != ENGINE_UNKNOWN;
    }
}

bool cli_find_values(engine *who, const game_position *view, int seat, const engine_limits *limits,
                     const atomic_bool *stop, cli_values *v) {
    const game_rules *rules = who->rules;
    engine_watch watch = {.stop = stop};
    engine_result result = {0};
    bool drawn =
        rules->game->features.labels; /* every move shows a number: estimates fill the gaps */
    *v = (cli_values){0};
    if (!who->kind->values) return false;
    v->moves = malloc(rules->max_moves * sizeof *v->moves);
    v->values = malloc(rules->max_moves * sizeof *v->values);
    v->estimated = calloc(rules->max_moves, sizeof *v->estimated);
    if (!v->moves || !v->values || !v->estimated) return false;
    v->chosen = v->count = game_moves(rules, view, seat, v->moves);
    engine_limits half = part_of(limits, 2), rest = half;
    int64_t start = clock_now();
    who->kind->values(who, view, seat, drawn ? &half : limits, &watch, v->values, &result);
    v->depth = result.depth;
    if (half.move_time) rest.move_time = limits->move_time - (clock_now() - start);
    if (rest.move_time < half.move_time / 2) rest.move_time = half.move_time / 2;
    if (drawn) estimate_the_rest(who, view, seat, &rest, stop, v);
    for (size_t i = 0; i < v->count; i++)
        if (v->values[i] != ENGINE_UNKNOWN) return true;
    return false;
}

void cli_free_values(cli_values *v) {
    free(v->moves);
    free(v->values);
    free(v->estimated);
}

static void print_values_on_board(const game_rules *rules, const game_position *position,
                                  const cli_values *v, game_style style) {
    char *picture = malloc(rules->picture_bytes);
    game_label *labels = malloc(v->count * sizeof *labels);
    for (size_t i = 0; picture && labels && i < v->count; i++)
        if (v->values[i] != ENGINE_UNKNOWN)
            labels[style.label_count++] = (game_label){v->moves[i], v->values[i]};
    if (picture && labels) {
        text t = text_over(picture, rules->picture_bytes);
        style.labels = labels;
        rules->game->picture(rules, position, style, &t);
        fputs(picture, stdout);
    }
    free(labels);
    free(picture);
}

static void print_how_sure(const cli_values *v) {
    size_t estimates = 0, unknown = 0;
    for (size_t i = 0; v->estimated && i < v->count; i++) {
        estimates += v->estimated[i];
        unknown += v->values[i] == ENGINE_UNKNOWN;
    }
    size_t proven = v->count - estimates - unknown;
    if (estimates + unknown == 0) return;
    if (unknown)
        cli_say(stdout, "%zu of %zu are proven, %zu estimated; there was no time for the others.",
                proven, v->count, estimates);
    else if (proven == 0) puts("All values are estimated; none was proven in this time.");
    else printf("%zu of %zu are proven, the others estimated.\n", proven, v->count);
}

/* The best of the moves whose value is known and not printed, or `count`; of equal ones the chosen
 * one. */
static size_t best_left(const cli_values *v, const bool *printed) {
    size_t best = v->count;
    for (size_t i = 0; i < v->count; i++)
        if ((!printed || !printed[i]) && v->values[i] != ENGINE_UNKNOWN &&
            (best == v->count || v->values[i] > v->values[best] ||
             (i == v->chosen && v->values[i] == v->values[best])))
            best = i;
    return best;
}

bool cli_is_mixed(const cli_values *v) {
    return v->chosen < v->count && v->depth == 0 && best_left(v, NULL) != v->chosen;
}

static void print_value(const game_rules *rules, const game_position *position, const cli_values *v,
                        size_t i) {
    char word[GAME_MOVE_TEXT], worth[60];
    text name = text_over(word, sizeof word), t = text_over(worth, sizeof worth);
    int depth = i == v->chosen ? v->chosen_depth : v->depth;
    game_write_move(rules, position, v->moves[i], &name);
    cli_write_worth(v->values[i], &t);
    printf("%-12s %-18s ", word, worth);
    if (is_result(v->values[i])) puts("proven");
    else if (depth) printf("%5d\n", depth);
    else puts("estimate");
}

void cli_set_chosen(cli_values *v, engine_result *r) {
    for (size_t i = 0; i < v->count; i++) {
        if (v->moves[i] != r->move) continue;
        if (r->scored) {
            v->chosen_depth = r->depth;
            v->values[i] = r->score;
        } else if (v->values[i] != ENGINE_UNKNOWN) {
            r->score = v->values[i];
            r->scored = true;
        } else {
            return;
        }
        v->chosen = i;
    }
}

void cli_find_score(cli_thinker *t, const atomic_bool *stop, engine_result *r) {
    cli_values values;
    if (cli_find_values(t->who, t->view, t->seat, &t->limits, stop, &values))
        cli_set_chosen(&values, r);
    cli_free_values(&values);
}

void cli_print_values(const game_rules *rules, const game_position *position, const cli_values *v,
                      game_style style) {
    if (rules->game->features.labels) {
        print_values_on_board(rules, position, v, style);
        print_how_sure(v);
        return;
    }
    printf("%-12s %-18s %5s\n", "move", "worth", "depth");
    bool *printed = calloc(v->count, sizeof *printed);
    for (size_t next = v->depth ? v->chosen : v->count; printed;) {
        if (next == v->count) next = best_left(v, printed);
        if (next == v->count) break;
        print_value(rules, position, v, next);
        printed[next] = true;
        next = v->count;
    }
    free(printed);
}

void cli_add_values(json_t *to, const game_rules *rules, const game_position *position,
                    const cli_values *v) {
    json_t *proven = json_object(), *estimates = json_object();
    for (size_t i = 0; i < v->count; i++) {
        char word[GAME_MOVE_TEXT];
        text t = text_over(word, sizeof word);
        game_write_move(rules, position, v->moves[i], &t);
        if (v->values[i] != ENGINE_UNKNOWN)
            json_object_set_new(v->estimated[i] ? estimates : proven, word,
                                json_integer(v->values[i]));
    }
    json_object_set_new(to, "values", proven);
    if (json_object_size(estimates) > 0) json_object_set(to, "estimates", estimates);
    json_decref(estimates);
}

json_t *cli_json_figure(double value) { return isfinite(value) ? json_real(value) : json_null(); }

void cli_print_json(json_t *object) {
    json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
    putchar('\n');
    fflush(stdout);
    json_decref(object);
}
