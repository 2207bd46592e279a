/* damero puzzle - solves puzzles in the terminal, line by line. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/setup.h"
#include "cli/solver_state.h"
#include "cli/stop.h"
#include "cli/think.h"
#include "games/history.h"
#include "puzzles/prover.h"
#include "server/puzzles_json.h"

typedef struct sitting {
    const cli_arguments *arguments;
    const game *game;
    const prover_kind *kind;
    game_style style;
    unsigned themes; /* wanted */
    solver_state state;
    random_source random;
    /* the puzzle */
    size_t number;
    puzzle puzzle;
    game_rules *rules;
    history line;
    int decision; /* the next one; all of them: it is over */
    bool rated;   /* it has counted for the rating, */
    bool helped;  /* as failed */
    bool quit;
} sitting;

/* What a value means, for the solver. */
static void write_value(const sitting *s, int value, text *t) {
    switch (s->puzzle.goal) {
    case PUZZLE_WIN:
        text_add(t, value == PUZZLE_WON    ? "you win"
                    : value == PUZZLE_LOST ? "you lose"
                                           : "there is no forced win any more");
        break;
    case PUZZLE_GAIN:
        if (value == PUZZLE_LOST) text_add(t, "you lose");
        else if (value == 0) text_add(t, "you gain nothing");
        else
            text_addf(t, "you %s %d m%sn", value > 0 ? "gain" : "lose", value > 0 ? value : -value,
                      value == 1 || value == -1 ? "a" : "e");
        break;
    case PUZZLE_BOXES:
        if (value == 0) text_add(t, "the game is drawn");
        else
            text_addf(t, "you %s by %d box%s", value > 0 ? "win" : "lose",
                      value > 0 ? value : -value, value == 1 || value == -1 ? "" : "es");
        break;
    default:
        text_addf(t, "it is worth %s%d.%02d of a round", value < 0 ? "-" : "+",
                  (value < 0 ? -value : value) / 100, (value < 0 ? -value : value) % 100);
    }
}

static const char *task(const sitting *s) {
    switch (s->puzzle.goal) {
    case PUZZLE_WIN:
        return s->game->features.draws ? "One move wins; no other does. Find it."
                                       : "One turn wins by force; no other does. Find it.";
    case PUZZLE_GAIN: return "One move gains material by force; no other does. Find it.";
    case PUZZLE_BOXES: return "One line wins the game; no other does. Find it.";
    default:
        return "Bid or doubt? One move is clearly best against an opponent who bids by the tables.";
    }
}

static void show_board(sitting *s) {
    int turn = game_turn(s->rules, s->line.now);
    s->style.last = cli_last_move(&s->line);
    s->style.turned = s->rules->seats == 2 && game_turn(s->rules, s->line.start) == 1;
    putchar('\n');
    cli_print_picture(s->rules, s->line.now, s->style);
    if (turn >= 0) printf("%s to move.\n", game_seat_name(s->rules, turn));
}

static void show_puzzle(sitting *s) {
    printf("\nPuzzle %zu of %zu, rated %d.\n", s->number, puzzle_count(s->game), s->puzzle.rating);
    show_board(s);
    cli_say(stdout, "%s", task(s));
}

static void close_puzzle(sitting *s) {
    if (s->rules) {
        history_destroy(&s->line);
        puzzle_free(&s->puzzle);
        game_destroy(s->rules);
    }
    s->rules = NULL;
    s->line = (history){0};
}

static bool open_puzzle(sitting *s, size_t number, error *e) {
    puzzle p;
    history h;
    if (!puzzle_get(&p, s->game, number, e)) return false;
    game_rules *rules = game_create(s->game, p.rules, e);
    game_position *start = rules ? game_new_position(rules) : NULL;
    bool good =
        start && game_read_position(rules, p.start, start, e) && history_create(&h, rules, e);
    if (good) history_set(&h, start);
    free(start);
    if (!good) {
        game_destroy(rules);
        puzzle_free(&p);
        return false;
    }
    close_puzzle(s);
    s->number = number;
    s->puzzle = p;
    s->rules = rules;
    s->line = h;
    s->decision = 0;
    s->rated = s->helped = false;
    return true;
}

/* Counts the puzzle for the rating, once, and keeps that. */
static void rate(sitting *s, bool solved) {
    error e;
    solver_record *r = solver_state_of(&s->state, s->game);
    if (s->rated || !r) return;
    double before = r->rating.rating;
    s->rated = true;
    r->rating = solver_rate(r->rating, s->puzzle.rating, solved);
    r->tried++;
    r->solved += solved;
    r->done[s->number] = 1;
    printf("Your rating in %s: %.0f (%+.0f).\n", s->game->title, r->rating.rating,
           r->rating.rating - before);
    if (!solver_state_save(&s->state, &e)) printf("It could not be saved: %s.\n", e.message);
}

static bool is_over(const sitting *s) { return s->decision == s->puzzle.decisions; }

/* Plays the opponent's moves after a decision of the line. */
static void follow(sitting *s) {
    error e;
    const char *then = s->puzzle.decision[s->decision].then;
    if (*then && history_play_all(&s->line, then, &e)) printf("The opponent plays %s.\n", then);
    s->decision++;
}

static void finish(sitting *s) {
    char value[120];
    text t = text_over(value, sizeof value);
    write_value(s, puzzle_solution(&s->puzzle, 0)->value, &t);
    s->decision = s->puzzle.decisions;
    printf("Solved: %s.", value);
    bool any = false;
    for (int i = 0; s->kind->themes[i]; i++)
        if (s->puzzle.themes >> i & 1) {
            printf("%s%s", any ? ", " : " Themes: ", s->kind->themes[i]);
            any = true;
        }
    puts(any ? "." : "");
    rate(s, true);
    puts("'next' shows another.");
}

static void refute(const sitting *s, const puzzle_option *o) {
    char value[120];
    text t = text_over(value, sizeof value);
    write_value(s, o->value, &t);
    if (s->puzzle.goal == PUZZLE_ROUND)
        cli_say(stdout, "%s is not best: at most, %s; the best move is worth more.%s%s", o->move,
                value, *o->reply ? " Expect the answer " : "", o->reply);
    else if (*o->reply)
        cli_say(stdout, "%s is wrong: after %s %s. Try again.", o->move, o->reply, value);
    else cli_say(stdout, "%s is wrong: %s. Try again.", o->move, value);
}

static bool try_move(sitting *s, const char *word) {
    error e;
    game_move m;
    char name[GAME_MOVE_TEXT];
    text t = text_over(name, sizeof name);
    if (!game_read_move(s->rules, s->line.now, word, &m, &e)) {
        printf("%s\n", e.message);
        return false;
    }
    game_write_move(s->rules, s->line.now, m, &t);
    const puzzle_option *o = puzzle_find(&s->puzzle, s->decision, name);
    if (!o) return false;
    if (!puzzle_is_good(&s->puzzle, s->decision, o)) {
        refute(s, o);
        rate(s, false);
        return true;
    }
    if (!history_play(&s->line, m, &e)) return false;
    if (o != puzzle_solution(&s->puzzle, s->decision)) {
        printf("%s is right, too.\n", name);
        finish(s);
        return true;
    }
    printf("%s is right.\n", name);
    follow(s);
    if (is_over(s)) finish(s);
    else show_board(s);
    return true;
}

/* Commands. */

typedef struct command {
    const char *name, *meaning;
    void (*run)(sitting *);
} command;

static void do_hint(sitting *s) {
    if (is_over(s)) {
        puts("It is solved; 'next' shows another.");
        return;
    }
    const puzzle_option *o = puzzle_solution(&s->puzzle, s->decision);
    const char *themes = NULL;
    for (int i = 0; s->kind->themes[i] && !themes; i++)
        if (s->puzzle.themes >> i & 1) themes = s->kind->themes[i];
    if (!s->helped && themes) printf("Think of this: %s.\n", themes);
    else printf("The move begins with %.*s.\n", strlen(o->move) > 2 ? 2 : 1, o->move);
    s->helped = true;
    rate(s, false);
}

static void do_solution(sitting *s) {
    error e;
    rate(s, false);
    while (!is_over(s)) {
        const puzzle_option *o = puzzle_solution(&s->puzzle, s->decision);
        printf("You play %s. ", o->move);
        if (!history_play_text(&s->line, o->move, &e)) break;
        if (!*s->puzzle.decision[s->decision].then) putchar('\n');
        follow(s);
    }
    char value[120];
    text t = text_over(value, sizeof value);
    write_value(s, puzzle_solution(&s->puzzle, 0)->value, &t);
    show_board(s);
    printf("That is the solution: %s. 'next' shows another.\n", value);
}

static void do_next(sitting *s) {
    error e;
    solver_record *r = solver_state_of(&s->state, s->game);
    if (s->number && r) r->done[s->number] = 1; /* not this one again in this run */
    size_t number =
        r ? puzzle_choose(s->game, r->rating.rating, s->themes, r->done, &s->random) : 0;
    if (!number) {
        puts("You have seen all of these puzzles: well done. They start again.");
        if (r) memset(r->done, 0, sizeof r->done);
        number = r ? puzzle_choose(s->game, r->rating.rating, s->themes, NULL, &s->random) : 0;
    }
    if (!number || !open_puzzle(s, number, &e)) {
        puts("There is no such puzzle.");
        s->quit = true;
        return;
    }
    show_puzzle(s);
}

static void do_moves(sitting *s) {
    if (is_over(s)) return;
    const puzzle_decision *d = &s->puzzle.decision[s->decision];
    const char *names[1024];
    size_t count = 0;
    for (; count < d->count && count < 1024; count++)
        names[count] = s->puzzle.option[d->first + count].move;
    /* In alphabetical order: the puzzle lists the solution first. */
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && strcmp(names[j - 1], names[j]) > 0; j--) {
            const char *other = names[j];
            names[j] = names[j - 1];
            names[j - 1] = other;
        }
    int column = 0;
    for (size_t i = 0; i < count; i++) {
        if (column && column + (int)strlen(names[i]) > 75) column = 0, putchar('\n');
        column += printf("%s%s", column ? " " : "", names[i]);
    }
    printf("  (%zu)\n", count);
}

static void do_rating(sitting *s) {
    const solver_record *r = solver_state_of(&s->state, s->game);
    if (!r) return;
    printf("%s: %.0f (give or take %.0f), %u of %u puzzles solved.\n", s->game->title,
           r->rating.rating, 2 * r->rating.deviation, r->solved, r->tried);
}

static void do_quit(sitting *s) { s->quit = true; }
static void do_help(sitting *s);

static const command commands[] = {
    {"hint", "a theme first, then the beginning of the move; the puzzle counts as failed", do_hint},
    {"solution", "play the whole line; the puzzle counts as failed", do_solution},
    {"next", "another puzzle that suits your rating", do_next},
    {"board", "show the position again", show_board},
    {"moves", "list the legal moves", do_moves},
    {"rating", "your rating in this game", do_rating},
    {"help", "this list", do_help},
    {"quit", "leave", do_quit},
};

static void do_help(sitting *s) {
    (void)s;
    puts("Type a move as the board names it, or:");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        printf("  %-9s %s\n", commands[i].name, commands[i].meaning);
}

static void obey(sitting *s, char *line) {
    char *word = strtok(line, " \t\r\n");
    if (!word) return;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(word, commands[i].name) == 0) {
            commands[i].run(s);
            return;
        }
    if (is_over(s)) puts("It is solved: 'next' shows another, 'quit' leaves.");
    else if (!try_move(s, word)) puts("'moves' lists the legal moves, 'help' the commands.");
}

static bool choose_first(sitting *s, error *e) {
    const char *theme = cli_value(s->arguments, "theme");
    uint64_t number = 0;
    if (theme && !(s->themes = prover_theme(s->kind, theme, strlen(theme), e))) return false;
    if (!cli_read_number(s->arguments, "number", 1, PUZZLE_COUNT_MAX, &number, e)) return false;
    if (cli_value(s->arguments, "daily")) number = s->number;
    if (number) return open_puzzle(s, (size_t)number, e);
    const solver_record *r = solver_state_of(&s->state, s->game);
    number = puzzle_choose(s->game, r->rating.rating, s->themes, r->done, &s->random);
    if (!number) number = puzzle_choose(s->game, r->rating.rating, s->themes, NULL, &s->random);
    if (!number) return error_set(e, "there are no puzzles of %s with that theme", s->game->title);
    return open_puzzle(s, (size_t)number, e);
}

static bool choose_game(sitting *s, error *e) {
    const cli_arguments *a = s->arguments;
    if (cli_value(a, "daily")) {
        if (a->operand_count)
            return error_set(e, "--daily brings its own game: omit '%s'", a->operand[0]);
        s->number = puzzle_of_day((int64_t)time(NULL) / 86400, &s->game);
        if (!s->number) return error_set(e, "there are no puzzles");
    } else if (a->operand_count != 1) {
        return error_set(e, "missing argument GAME, for example: damero puzzle damas");
    } else {
        s->game = game_find(a->operand[0], e);
    }
    return s->game && (s->kind = prover_find(s->game, e));
}

/* Asks for moves until the solver leaves. */
static void sit(sitting *s) {
    char line[256];
    show_puzzle(s);
    puts("Type a move, or 'help'.");
    cli_stop_with_output();
    while (!s->quit && !cli_output_gone() && cli_ask("puzzle> ", line, sizeof line)) obey(s, line);
    if (!s->quit) putchar('\n');
}

static bool print_puzzle(const sitting *s, error *e) {
    json_t *object = puzzle_json(s->game, s->number, e);
    if (object) cli_print_json(object);
    return object != NULL;
}

static int run(const cli_arguments *a) {
    error e;
    uint64_t seed = (uint64_t)clock_now() ^ (uint64_t)time(NULL) << 32;
    sitting *s = calloc(1, sizeof *s);
    if (!s) return cli_fail(a, "no memory for a puzzle");
    s->arguments = a;
    s->style = cli_style(a);
    bool good = choose_game(s, &e) && cli_read_number(a, "seed", 0, UINT64_MAX, &seed, &e) &&
                solver_state_open(&s->state, cli_value(a, "state"), &e);
    s->random = random_seed(seed);
    good = good && choose_first(s, &e);
    if (good && cli_value(a, "json")) good = print_puzzle(s, &e);
    else if (good) sit(s);
    close_puzzle(s);
    free(s);
    return good ? CLI_OK : cli_fail_with(a, &e);
}

const cli_command cli_puzzle = {
    .name = "puzzle",
    .operands = "[GAME]",
    .summary = "Solve puzzles: positions with one right move, proven.",
    .about =
        "Shows a position and waits for your move. A wrong one is refuted, a right one is answered "
        "until the line ends. 'help' lists the commands: hint, solution, next, board, moves, "
        "rating. Puzzles are chosen near your rating (Glicko), which is kept in a file: "
        "$DAMERO_PUZZLES, else damero/puzzles.txt in $XDG_DATA_HOME, else in ~/.local/share. A "
        "puzzle counts once: as failed after an error, a hint or its solution.",
    .options =
        (const cli_option[]){
            {"daily", NULL, "the puzzle of the day, the same for everybody"},
            {"number", "N", "this puzzle, as 'damero puzzles list' counts"},
            {"theme", "NAME", "only puzzles with this theme"},
            {"state", "FILE", "keep the rating here"},
            {"seed", "N", "reproduce the choice of puzzles"},
            {"ascii", NULL, "use ASCII only"},
            {"json", NULL, "one JSON object with its solution (docs/api.md, PUZZLE); asks nothing"},
            {0}},
    .examples = (const cli_example[]){{"damero puzzle damas", "a puzzle that suits your rating"},
                                      {"damero puzzle --daily", "the puzzle of the day"},
                                      {"damero puzzle dots --theme double-cross", "by theme"},
                                      {0}},
    .run = run,
};
