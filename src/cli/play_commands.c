#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/spelling.h"
#include "boards/engines.h"
#include "cli/odds.h"
#include "cli/play.h"
#include "cli/table_files.h"

/* Commands. Each gets what stands after its name. */

typedef struct play_command {
    const char *name, *argument, *meaning;
    void (*run)(play_table *, const char *argument);
    bool (*helps)(const play_table *); /* whether this game has it; NULL: every game has */
} play_command;

static void print_commands(const play_table *);

static void do_help(play_table *t, const char *argument) {
    (void)argument;
    const game_rules *rules = t->game.rules;
    int turn = game_turn(rules, t->game.game.now);
    game_move *moves = malloc(rules->max_moves * sizeof *moves);
    size_t count = moves && turn >= 0 ? game_moves(rules, t->game.game.now, turn, moves) : 0;
    if (count > 0) {
        char word[GAME_MOVE_TEXT];
        play_move_text(t, moves[0], word);
        if (count == 1) printf("Type your only move, %s.\n", word);
        else
            cli_say(stdout,
                    "Type a move, for example %s. There are %zu of them: 'moves' lists them.", word,
                    count);
    }
    free(moves);
    print_commands(t);
}

static void do_board(play_table *t, const char *argument) {
    (void)argument;
    play_show_board(t);
}

static void do_moves(play_table *t, const char *argument) {
    (void)argument;
    const game_rules *rules = t->game.rules;
    game_move *moves = malloc(rules->max_moves * sizeof *moves);
    if (!moves) return;
    size_t count = game_moves(rules, t->game.game.now, play_onlooker(t), moves);
    int column = 0;
    for (size_t i = 0; i < count; i++) {
        char word[GAME_MOVE_TEXT];
        play_move_text(t, moves[i], word);
        if (column > 0 && column + (int)strlen(word) + 1 > 76) {
            putchar('\n');
            column = 0;
        }
        column += printf("%s%s", column ? " " : "", word);
    }
    printf("%s(%zu)\n", column ? "  " : "", count);
    free(moves);
}

/* How many moves stood before the last one that a person made; the count where there is none. */
static size_t before_last_of_person(const play_table *t) {
    const history *h = &t->game.game;
    game_position *p = game_new_position(h->rules);
    size_t last = h->count;
    if (!p) return last;
    game_copy(h->rules, p, h->start);
    for (size_t i = 0; i < h->count; i++) {
        int turn = game_turn(h->rules, p);
        if (turn >= 0 && t->person[turn]) last = i;
        game_play(h->rules, p, h->moves[i], NULL);
    }
    free(p);
    return last;
}

static void do_undo(play_table *t, const char *argument) {
    (void)argument;
    const history *h = &t->game.game;
    size_t before = h->count;
    if (t->resigned) {
        t->resigned = t->saved = false;
        text result = text_over(t->game.result, sizeof t->game.result);
        text_add(&result, "*");
        record_remove_tag(&t->game, "Reason");
        printf("The resignation is taken back.\n");
        return;
    }
    if (h->rules->game->seen) {
        printf("Dice that were rolled stay rolled: nothing is taken back here.\n");
        return;
    }
    for (size_t back = before_last_of_person(t); h->count > back;) record_undo(&t->game);
    if (before == h->count) {
        printf("There is nothing to take back.\n");
        return;
    }
    t->saved = false;
    printf("Taken back: %zu move%s.\n", before - h->count, before - h->count == 1 ? "" : "s");
    play_show_board(t);
}

static engine *adviser(play_table *t) {
    error e;
    if (t->adviser) return t->adviser;
    const engine_kind *kind =
        boards_find_engine(t->game.rules->game, cli_value(t->arguments, "engine"), &e);
    if (kind) {
        engine_options options = {
            .level = engine_full_level(kind), .threads = t->threads, .seed = 1};
        t->adviser = engine_create(kind, t->game.rules, &options, &e);
        if (t->adviser) cli_give_tables(t->adviser);
    }
    if (!t->adviser) printf("There is nobody to ask: %s.\n", e.message);
    return t->adviser;
}

static void do_hint(play_table *t, const char *argument) {
    (void)argument;
    int turn = game_turn(t->game.rules, t->game.game.now);
    if (play_is_over(t)) printf("The game is over.\n");
    engine *who = play_is_over(t) ? NULL : adviser(t);
    if (!who || turn < 0) return;
    engine_result result;
    engine_limits limits = {.move_time = 1000000000};
    bool asked = play_ask(t, who, turn, &limits, &result);
    t->interrupted = false; /* that only shortened the thinking */
    if (!asked) return;
    char word[GAME_MOVE_TEXT], score[120];
    text words = text_over(score, sizeof score);
    cli_write_score(who->kind, &result, &words);
    printf("Hint: %s", play_move_text(t, result.move, word));
    if (result.scored) printf(" (%s)", score);
    printf("%s%s\n", *result.note ? " - " : "", result.note);
}

static void do_values(play_table *t, const char *argument) {
    (void)argument;
    int turn = game_turn(t->game.rules, t->game.game.now);
    if (play_is_over(t)) printf("The game is over.\n");
    engine *who = play_is_over(t) ? NULL : adviser(t);
    game_position *view =
        who && turn >= 0 ? game_new_view(t->game.rules, t->game.game.now, turn) : NULL;
    if (!view) return;
    cli_values values;
    engine_limits limits = {.move_time = 5000000000};
    if (who->kind->values) {
        cli_say(stdout, "What each move is worth to %s, in %s:", play_seat_label(t, turn),
                who->kind->unit);
        fflush(stdout); /* before some seconds of thought */
    }
    if (cli_find_values(who, view, turn, &limits, cli_stop_on_interrupt(), &values)) {
        cli_print_values(t->game.rules, view, &values, t->style);
    } else {
        cli_say(stdout,
                "The engine of this game cannot tell what each move is worth; 'hint' names one.");
    }
    cli_end_interrupt();
    cli_free_values(&values);
    free(view);
}

static void do_save(play_table *t, const char *argument) {
    error e;
    if (!*argument) {
        printf("Save where? Type: save FILE\n");
        return;
    }
    if (!t->resigned) {
        text result = text_over(t->game.result, sizeof t->game.result);
        game_outcome o = game_result(t->game.rules, t->game.game.now);
        record_rule_result(&t->game, &result);
        if (o.over) record_set_tag(&t->game, "Reason", o.reason, NULL);
        else record_remove_tag(&t->game, "Reason");
    }
    if (!fair_note_keys(&t->fair, &t->game, &e) || !cli_save_record(&t->game, argument, &e)) {
        printf("Not saved: %s\n", e.message);
    } else {
        t->saved = true;
        printf("Saved in %s; 'damero play --load %s' goes on from there.\n", argument, argument);
    }
}

static void do_load(play_table *t, const char *argument) {
    error e;
    record loaded;
    if (!*argument) {
        printf("Load what? Type: load FILE\n");
        return;
    }
    if (!cli_load_record(argument, &loaded, &e) || !play_open_table(t, &loaded, &e)) {
        printf("Not loaded: %s\n", e.message);
        return;
    }
    t->saved = true;
    printf("Loaded %s: %zu moves.\n", argument, t->game.game.count);
    play_show_board(t);
}

static void do_resign(play_table *t, const char *argument) {
    (void)argument;
    if (play_is_over(t)) {
        printf("The game is over already.\n");
        return;
    }
    int seat = play_person_asked(t), seats = t->game.rules->seats;
    t->resigned = true;
    t->saved = false;
    text result = text_over(t->game.result, sizeof t->game.result);
    record_result_of(seats == 2 ? 1 - seat : GAME_NOBODY, seats, &result);
    record_set_tag(&t->game, "Reason", "resigned", NULL);
    printf("%s resigns. Result: %s\n", play_seat_label(t, seat), t->game.result);
}

/* Whether the game may be given up: where it would be lost and somebody sits there, only once that
 * was said. */
static bool may_be_lost(play_table *t, const char *again) {
    if (t->saved || t->warned || t->game.game.count == 0 || !isatty(STDIN_FILENO)) return true;
    t->warned = true;
    cli_say(stdout, "This game is not saved. 'save FILE' keeps it; %s.", again);
    return false;
}

void play_leave(play_table *t) { t->done = may_be_lost(t, "'quit' again leaves without"); }

/* Another game with the same rules, seats and, where one was given, position. */
static bool set_up_again(const play_table *t, record *fresh, error *e) {
    char settings[600];
    text s = text_over(settings, sizeof settings);
    game_write_settings(t->game.rules, &s);
    game_rules *rules = game_create_named(t->game.rules->game->name, settings, e);
    if (!rules || !record_create(fresh, rules, e)) return false;
    if (!cli_value(t->arguments, "position")) return true;
    bool good = record_set_start(fresh, t->game.game.start, e);
    if (!good) record_destroy(fresh);
    return good;
}

static void do_new(play_table *t, const char *argument) {
    (void)argument;
    error e;
    record fresh;
    if (!play_is_over(t) && !may_be_lost(t, "'new' again begins another without")) return;
    if (!set_up_again(t, &fresh, &e) || !play_open_table(t, &fresh, &e)) {
        printf("No new game: %s.\n", e.message);
        return;
    }
    play_show_board(t);
}

static void do_quit(play_table *t, const char *argument) {
    (void)argument;
    play_leave(t);
}

static void do_odds(play_table *t, const char *argument) {
    (void)argument;
    error e;
    if (!cli_print_odds(t->game.rules, t->game.game.now, play_onlooker(t), false, &e))
        printf("No odds: %s.\n", e.message);
}

static const engine_kind *engine_kind_of(const play_table *t) {
    error unused;
    return boards_find_engine(t->game.rules->game, cli_value(t->arguments, "engine"), &unused);
}

static bool gives_hints(const play_table *t) { return engine_kind_of(t) != NULL; }
static bool knows_values(const play_table *t) {
    return gives_hints(t) && engine_kind_of(t)->values;
}
static bool has_odds(const play_table *t) { return cli_has_odds(t->game.rules); }
static bool takes_back(const play_table *t) { return !t->game.rules->game->seen; }

static const play_command commands[] = {
    {"help", "", "show this", do_help, NULL},
    {"board", "", "draw the board again", do_board, NULL},
    {"moves", "", "list the legal moves", do_moves, NULL},
    {"hint", "", "what the engine would do", do_hint, gives_hints},
    {"values", "", "what each move is worth", do_values, knows_values},
    {"odds", "", "how likely the bids are", do_odds, has_odds},
    {"undo", "", "take back your last move", do_undo, takes_back},
    {"save", "FILE", "write the game to a file", do_save, NULL},
    {"load", "FILE", "go on with a game from a file", do_load, NULL},
    {"resign", "", "give up", do_resign, NULL},
    {"new", "", "begin another game", do_new, NULL},
    {"quit", "", "leave", do_quit, NULL},
    {0},
};

static void print_commands(const play_table *t) {
    printf("Or one of:\n");
    for (const play_command *c = commands; c->name; c++)
        if (!c->helps || c->helps(t)) printf("  %-7s %-5s %s\n", c->name, c->argument, c->meaning);
}

static const play_command *find_command(const char *word, size_t length) {
    for (const play_command *c = commands; c->name; c++)
        if (text_same(word, length, c->name) || (length == 1 && (*word == '?' && c == commands)))
            return c;
    return NULL;
}

bool play_is_command(const char *line) { return find_command(line, strcspn(line, " \t")) != NULL; }

void play_obey(play_table *t, const char *line) {
    scan s = scan_string(line);
    const char *word;
    size_t length;
    scan_blanks(&s);
    if (!scan_word(&s, "", &word, &length)) return;
    const play_command *c = find_command(word, length);
    if (!c || (c->run != do_quit && c->run != do_new)) t->warned = false;
    char argument[1024];
    text rest = text_over(argument, sizeof argument);
    scan_blanks(&s);
    size_t left = (size_t)(s.end - s.at);
    while (left > 0 && strchr(" \t\r\n", s.at[left - 1])) left--;
    text_add_part(&rest, s.at, left);
    if (rest.full) {
        printf("What stands after '%.*s' is too long.\n", (int)length, word);
        return;
    }
    if (c && *argument && !*c->argument) {
        printf("'%s' takes nothing after it.\n", c->name);
        return;
    }
    if (c || play_is_over(t)) {
        if (c) c->run(t, argument);
        else
            cli_say(stdout,
                    "The game is over: %s'save FILE' keeps it, 'new' begins another, 'quit' "
                    "leaves.",
                    takes_back(t) || t->resigned ? "'undo' takes back, " : "");
        return;
    }
    error e;
    game_move move;
    char typed[GAME_MOVE_TEXT];
    text name = text_over(typed, sizeof typed);
    text_add_part(&name, word, length);
    if (*argument) {
        printf("One move at a time: '%s' is one too many.\n", argument);
        return;
    }
    if (name.full) error_set(&e, "'%.40s...' is not a move", typed);
    else if (game_read_move(t->game.rules, t->game.game.now, typed, &move, &e)) {
        /* Where others move next, the board is drawn after them. */
        if (play_make_move(t, play_person_asked(t), move, false) &&
            (play_is_over(t) || play_person_is_next(t)))
            play_show_board(t);
        return;
    }
    spelling nearest = {.word = typed};
    for (const play_command *k = commands; k->name; k++) spelling_offer(&nearest, k->name);
    char meant[80] = "";
    if (nearest.best && spelling_distance(typed, nearest.best) <= (strlen(typed) > 4 ? 2u : 1u))
        snprintf(meant, sizeof meant, "Did you mean '%s'? ", nearest.best);
    cli_say(stdout, "%s%s.", meant, e.message);
}
