/* damero play - a game in the terminal, line by line. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/spelling.h"
#include "boards/engines.h"
#include "cli/odds.h"
#include "cli/table_files.h"
#include "cli/think.h"
#include "referee/fair.h"

/* The table at which the game is played. */
typedef struct table {
    const cli_arguments *arguments;
    record game;
    bool person[GAME_SEATS_MAX]; /* else the engine */
    engine *engine;              /* plays its seats; NULL where there are only people */
    engine *adviser;             /* at full strength, for hints; made when first asked */
    engine_limits limits;
    int threads; /* of the engine's seats and of hints */
    random_source chance;
    bool seeded; /* the same dice again, from --seed; else real ones */
    fair fair;
    game_style style;
    int facing;     /* where people hide things from each other: who has the keyboard, or nobody */
    bool resigned;  /* by a person; the rules say for themselves when a game is over */
    size_t drawn;   /* moves played when the board was last drawn */
    size_t offered; /* moves played when those not on turn were last asked whether they cut in */
    bool saved, warned, done;
} table;

static bool is_over(const table *t) {
    return t->resigned || game_turn(t->game.rules, t->game.game.now) == GAME_OVER;
}

static bool person_is_next(const table *t) {
    int turn = game_turn(t->game.rules, t->game.game.now);
    return turn >= 0 && t->person[turn];
}

static const char *seat_label(const table *t, int seat) {
    char tag[16];
    text name = text_over(tag, sizeof tag);
    text_addf(&name, "Seat%d", seat + 1);
    const char *label = record_tag_value(&t->game, tag);
    return label ? label : game_seat_name(t->game.rules, seat);
}

/* The person that is asked next: the one on turn, or the first there is. */
static int person_asked(const table *t) {
    if (person_is_next(t)) return game_turn(t->game.rules, t->game.game.now);
    for (int seat = 0; seat < t->game.rules->seats; seat++)
        if (t->person[seat]) return seat;
    return GAME_NOBODY;
}

/* Whether several people at one keyboard must not see each other's part of the position. */
static bool people_hide(const table *t) {
    int people = 0;
    for (int seat = 0; seat < t->game.rules->seats; seat++) people += t->person[seat];
    return people > 1 && t->game.rules->game->view;
}

/* The seat whose view is shown. */
static int onlooker(const table *t) { return people_hide(t) ? t->facing : person_asked(t); }

/* A move in words, as it is written before it is played. */
static const char *move_text(const table *t, game_move move, char word[GAME_MOVE_TEXT]) {
    text name = text_over(word, GAME_MOVE_TEXT);
    game_write_move(t->game.rules, t->game.game.now, move, &name);
    return word;
}

static void show_board(table *t) {
    const game_rules *rules = t->game.rules;
    t->style.last = cli_last_move(&t->game.game);
    t->drawn = t->game.game.count;
    putchar('\n');
    game_position *view = game_new_view(rules, t->game.game.now, onlooker(t));
    if (view) cli_print_picture(rules, view, t->style);
    free(view);
    cli_print_state(rules, t->game.game.now);
}

static void announce(const table *t, int seat, game_move move) {
    const game_rules *rules = t->game.rules;
    char word[GAME_MOVE_TEXT];
    if (rules->game->seen) {
        /* What nobody here can see is not worth a line. */
        game_move seen = rules->game->seen(rules, move, onlooker(t));
        if (seen != move) return;
    }
    if (seat == GAME_CHANCE) cli_print_chance(rules, t->game.game.now, move);
    else printf("%s: %s\n", seat_label(t, seat), move_text(t, move, word));
}

static bool play_move(table *t, int seat, game_move move, bool aloud) {
    error e;
    if (aloud) announce(t, seat, move);
    t->saved = t->warned = false;
    bool shown;
    if (history_play(&t->game.game, move, &e) && fair_note(&t->fair, &t->game, &shown, &e)) {
        if (shown) show_board(t);
        return true;
    }
    printf("%s\n", e.message);
    return !(t->done = true);
}

/* What an engine is shown: the position as its seat may see it. */
static game_move ask(table *t, engine *who, int seat, const engine_limits *limits,
                     engine_result *result) {
    game_position *view = game_new_view(t->game.rules, t->game.game.now, seat);
    if (!view) return 0;
    engine_think(who, view, seat, limits, NULL, result);
    free(view);
    return result->move;
}

/* Commands. Each gets what stands after its name. */

typedef struct play_command {
    const char *name, *argument, *meaning;
    void (*run)(table *, const char *argument);
} play_command;

static void print_commands(void);

static void do_help(table *t, const char *argument) {
    (void)argument;
    const game_rules *rules = t->game.rules;
    int turn = game_turn(rules, t->game.game.now);
    game_move *moves = malloc(rules->max_moves * sizeof *moves);
    size_t count = moves && turn >= 0 ? game_moves(rules, t->game.game.now, turn, moves) : 0;
    if (count > 0) {
        char word[GAME_MOVE_TEXT];
        printf("Type a move, for example %s. There are %zu of them: 'moves' lists them.\n",
               move_text(t, moves[0], word), count);
    }
    free(moves);
    print_commands();
}

static void do_board(table *t, const char *argument) {
    (void)argument;
    show_board(t);
}

static void do_moves(table *t, const char *argument) {
    (void)argument;
    const game_rules *rules = t->game.rules;
    game_move *moves = malloc(rules->max_moves * sizeof *moves);
    if (!moves) return;
    size_t count = game_moves(rules, t->game.game.now, onlooker(t), moves);
    int column = 0;
    for (size_t i = 0; i < count; i++) {
        char word[GAME_MOVE_TEXT];
        move_text(t, moves[i], word);
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
static size_t before_last_of_person(const table *t) {
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

static void do_undo(table *t, const char *argument) {
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
    show_board(t);
}

static engine *adviser(table *t) {
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

static void do_hint(table *t, const char *argument) {
    (void)argument;
    int turn = game_turn(t->game.rules, t->game.game.now);
    if (is_over(t)) printf("The game is over.\n");
    engine *who = is_over(t) ? NULL : adviser(t);
    if (!who || turn < 0) return;
    engine_result result;
    engine_limits limits = {.move_time = 1000000000};
    if (!ask(t, who, turn, &limits, &result)) return;
    char word[GAME_MOVE_TEXT], score[120];
    text words = text_over(score, sizeof score);
    cli_write_score(who->kind, &result, &words);
    printf("Hint: %s", move_text(t, result.move, word));
    if (result.scored) printf(" (%s)", score);
    printf("%s%s\n", *result.note ? " - " : "", result.note);
}

static void do_values(table *t, const char *argument) {
    (void)argument;
    int turn = game_turn(t->game.rules, t->game.game.now);
    if (is_over(t)) printf("The game is over.\n");
    engine *who = is_over(t) ? NULL : adviser(t);
    game_position *view =
        who && turn >= 0 ? game_new_view(t->game.rules, t->game.game.now, turn) : NULL;
    if (!view) return;
    cli_values values;
    engine_limits limits = {.move_time = 5000000000};
    if (cli_find_values(who, view, turn, &limits, cli_stop_on_interrupt(), &values)) {
        printf("What each move is worth to %s, in %s:\n", seat_label(t, turn), who->kind->unit);
        cli_print_values(t->game.rules, view, &values, t->style);
    } else {
        printf("The engine of this game cannot tell what each move is worth; 'hint' names one.\n");
    }
    cli_end_interrupt();
    cli_free_values(&values);
    free(view);
}

static void do_save(table *t, const char *argument) {
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

static bool open_table(table *t, record *r, error *e);

static void do_load(table *t, const char *argument) {
    error e;
    record loaded;
    if (!*argument) {
        printf("Load what? Type: load FILE\n");
        return;
    }
    if (!cli_load_record(argument, &loaded, &e) || !open_table(t, &loaded, &e)) {
        printf("Not loaded: %s\n", e.message);
        return;
    }
    t->saved = true;
    printf("Loaded %s: %zu moves.\n", argument, t->game.game.count);
    show_board(t);
}

static void do_resign(table *t, const char *argument) {
    (void)argument;
    if (is_over(t)) {
        printf("The game is over already.\n");
        return;
    }
    int seat = person_asked(t), seats = t->game.rules->seats;
    t->resigned = true;
    t->saved = t->warned = false;
    text result = text_over(t->game.result, sizeof t->game.result);
    record_result_of(seats == 2 ? 1 - seat : GAME_NOBODY, seats, &result);
    record_set_tag(&t->game, "Reason", "resigned", NULL);
    printf("%s resigns. Result: %s\n", seat_label(t, seat), t->game.result);
}

static void do_quit(table *t, const char *argument) {
    (void)argument;
    if (!t->saved && !t->warned && t->game.game.count > 0 && isatty(STDIN_FILENO)) {
        t->warned = true;
        printf("This game is not saved. 'save FILE' keeps it; 'quit' again leaves without.\n");
        return;
    }
    t->done = true;
}

static void do_odds(table *t, const char *argument) {
    (void)argument;
    error e;
    if (!cli_print_odds(t->game.rules, t->game.game.now, onlooker(t), false, &e))
        printf("No odds: %s.\n", e.message);
}

static const play_command commands[] = {
    {"help", "", "show this", do_help},
    {"board", "", "draw the board again", do_board},
    {"moves", "", "list the legal moves", do_moves},
    {"hint", "", "what the engine would do", do_hint},
    {"values", "", "what each move is worth", do_values},
    {"odds", "", "how likely the bids are, where there are bids", do_odds},
    {"undo", "", "take back your last move", do_undo},
    {"save", "FILE", "write the game to a file", do_save},
    {"load", "FILE", "go on with a game from a file", do_load},
    {"resign", "", "give up", do_resign},
    {"quit", "", "leave", do_quit},
    {0},
};

static void print_commands(void) {
    printf("Or one of:\n");
    for (const play_command *c = commands; c->name; c++)
        printf("  %-7s %-5s %s\n", c->name, c->argument, c->meaning);
}

/* Reads one line of the person's: a command or a move. False at the end of the input. */
static bool read_line(const char *prompt, char *line, size_t size) {
    printf("%s> ", prompt);
    if (cli_output_gone() || !fgets(line, (int)size, stdin)) {
        putchar('\n');
        return false;
    }
    size_t length = strlen(line);
    if (length == size - 1 && line[length - 1] != '\n') {
        int c;
        while ((c = getchar()) != EOF && c != '\n') continue;
        printf("That line is too long.\n");
        line[0] = '\0';
    }
    return true;
}

static const play_command *find_command(const char *word, size_t length) {
    for (const play_command *c = commands; c->name; c++)
        if (text_same(word, length, c->name) || (length == 1 && (*word == '?' && c == commands)))
            return c;
    return NULL;
}

/* Does what a line says; a move is played by whoever may make it. */
static void obey(table *t, const char *line) {
    scan s = scan_string(line);
    const char *word;
    size_t length;
    scan_blanks(&s);
    if (!scan_word(&s, "", &word, &length)) return;
    const play_command *c = find_command(word, length);
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
    if (c || is_over(t)) {
        if (c) c->run(t, argument);
        else puts("The game is over: 'undo' takes back, 'save FILE' keeps it, 'quit' leaves.");
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
        if (play_move(t, person_asked(t), move, false) && (is_over(t) || person_is_next(t)))
            show_board(t);
        return;
    }
    spelling nearest = {.word = typed};
    for (const play_command *k = commands; k->name; k++) spelling_offer(&nearest, k->name);
    if (nearest.best && spelling_distance(typed, nearest.best) <= (strlen(typed) > 4 ? 2u : 1u))
        printf("Did you mean '%s'? ", nearest.best);
    printf("%s.\n", e.message);
}

/* What a seat that is not waited for may cut in with: the move typed, or (NULL) the first; or 0. */
static game_move interruption(const table *t, int seat, const char *typed, bool alone) {
    const game_rules *rules = t->game.rules;
    int turn = game_turn(rules, t->game.game.now);
    game_move *moves = turn < 0 || turn == seat ? NULL : malloc(rules->max_moves * sizeof *moves);
    size_t count = moves ? game_moves(rules, t->game.game.now, seat, moves) : 0;
    game_move found = count && !typed ? moves[0] : 0;
    for (size_t i = 0; typed && i < count; i++) {
        char word[GAME_MOVE_TEXT];
        size_t length = strlen(typed);
        bool begins = strncmp(move_text(t, moves[i], word), typed, length) == 0;
        if (begins && (!word[length] || (alone && word[length] == ':'))) found = moves[i];
    }
    free(moves);
    return found;
}

/* Asks the people who may cut in; commands are obeyed. True where the game went on. */
static bool people_interrupt(table *t) {
    char line[2048], prompt[200], word[GAME_MOVE_TEXT];
    text p = text_over(prompt, sizeof prompt);
    int people = 0, who[GAME_SEATS_MAX];
    for (int seat = 0; seat < t->game.rules->seats; seat++) {
        game_move move = t->person[seat] ? interruption(t, seat, NULL, false) : 0;
        if (move) text_addf(&p, "%s%s", people ? " or " : "", move_text(t, move, word));
        if (move) who[people++] = seat;
    }
    if (people == 1)
        snprintf(prompt, sizeof prompt, "%.80s: %.*s", seat_label(t, who[0]),
                 (int)strcspn(word, ":"), word);
    for (size_t before = t->game.game.count; people > 0;) {
        printf("%s? Enter: no", prompt);
        if (!read_line("", line, sizeof line)) return !(t->done = true);
        for (char *end = line + strlen(line); end > line && end[-1] <= ' ';) *--end = '\0';
        if (!*line) return false;
        for (int i = 0; i < people; i++) {
            game_move move = interruption(t, who[i], line, people == 1);
            if (move) return play_move(t, who[i], move, false);
        }
        if (find_command(line, strcspn(line, " \t"))) obey(t, line);
        else printf("'%.40s' is not for now: others are on turn.\n", line);
        if (t->done || t->game.game.count != before) return true;
    }
    return false;
}

/* Those who are not on turn have their chance once after each move. True where one took it. */
static bool others_interrupt(table *t) {
    if (t->offered == t->game.game.count || is_over(t)) return false;
    t->offered = t->game.game.count;
    if (people_interrupt(t) || t->done) return true;
    for (int seat = 0; seat < t->game.rules->seats; seat++) {
        game_position *view = NULL;
        if (!t->person[seat] && t->engine->kind->interrupt && interruption(t, seat, NULL, false))
            view = game_new_view(t->game.rules, t->game.game.now, seat);
        game_move move = view ? t->engine->kind->interrupt(t->engine, view, seat) : 0;
        free(view);
        if (move) return play_move(t, seat, move, true);
    }
    return false;
}

/* Everything that happens without a person: chance and engines. */
static void let_others_move(table *t) {
    const history *h = &t->game.game;
    bool moved = false;
    while (!t->done && !is_over(t) && !cli_output_gone()) {
        if (others_interrupt(t)) {
            moved = true;
            continue;
        }
        if (person_is_next(t)) break;
        int turn = game_turn(h->rules, h->now);
        engine_result result;
        if (turn == GAME_CHANCE && !t->seeded) t->chance = fair_random();
        game_move move = turn == GAME_CHANCE ? h->rules->game->roll(h->rules, h->now, &t->chance)
                                             : ask(t, t->engine, turn, &t->limits, &result);
        if (!move || !play_move(t, turn, move, true)) break;
        moved = true;
    }
    if (moved && t->drawn != h->count) show_board(t);
}

/* Hands the keyboard over where the next person's part is a secret: nothing of it is shown before
 * they say that they are there. False at the end of the input. */
static bool hand_over(table *t, int seat) {
    char line[64], prompt[120];
    if (!people_hide(t) || t->facing == seat || is_over(t)) return true;
    t->facing = GAME_NOBODY;
    if (cli_can_redraw(stdout)) printf("\033[2J\033[3J\033[H"); /* what the last one saw */
    snprintf(prompt, sizeof prompt, "%.80s takes the keyboard and presses Enter",
             seat_label(t, seat));
    if (!read_line(prompt, line, sizeof line)) return false;
    t->facing = seat;
    show_board(t);
    return true;
}

static void run_game(table *t) {
    char line[2048];
    show_board(t);
    printf("Type a move, or 'help'.\n");
    while (!t->done) {
        let_others_move(t);
        int seat = person_asked(t);
        if (seat == GAME_NOBODY || !hand_over(t, seat)) break;
        if (!read_line(is_over(t) ? "over" : seat_label(t, seat), line, sizeof line)) break;
        obey(t, line);
    }
}

static bool name_seats(table *t, const engine_kind *kind, int level, error *e) {
    for (int seat = 0; seat < t->game.rules->seats; seat++) {
        char tag[16], name[120];
        text tag_text = text_over(tag, sizeof tag), name_text = text_over(name, sizeof name);
        text_addf(&tag_text, "Seat%d", seat + 1);
        if (record_tag_value(&t->game, tag)) continue;
        text_add(&name_text, game_seat_name(t->game.rules, seat));
        if (!t->person[seat])
            text_addf(&name_text, " (%s, %s)", kind->name, kind->levels[level].name);
        if (!record_set_tag(&t->game, tag, name, e)) return false;
    }
    return true;
}

/* Sets the table for this game, which it owns from now on, also on failure; what was on it before
 * is put away only when all is well. */
static bool open_table(table *t, record *r, error *e) {
    table fresh = *t;
    const cli_arguments *a = t->arguments;
    fresh.game = *r;
    fresh.engine = fresh.adviser = NULL;
    fresh.saved = fresh.warned = false;
    fresh.facing = GAME_NOBODY;
    fresh.offered = SIZE_MAX;
    fresh.fair = (fair){0}; /* what was saved has its keys in it */
    char by_rules[RECORD_RESULT];
    text result = text_over(by_rules, sizeof by_rules);
    record_rule_result(r, &result);
    fresh.resigned = strcmp(by_rules, "*") == 0 && strcmp(r->result, "*") != 0;
    const char *name = cli_value(a, "engine"), *level_name = cli_value(a, "level");
    const engine_kind *kind = boards_find_engine(r->rules->game, name, e);
    bool good = (kind || !name) && cli_seat_players(a, r->rules, kind != NULL, fresh.person, e);
    bool machine = false;
    for (int seat = 0; seat < r->rules->seats; seat++) machine = machine || !fresh.person[seat];
    int level = 0;
    if (good && machine) {
        good = kind != NULL;
        if (good)
            level = level_name ? engine_find_level(kind, level_name, e) : engine_full_level(kind);
        engine_options options = {
            .level = level, .threads = t->threads, .seed = random_next(&fresh.chance)};
        good = good && level >= 0 &&
               (engine_check_threads(kind, t->threads, e) || error_in(e, "--threads")) &&
               (fresh.engine = engine_create(kind, r->rules, &options, e));
        if (good) cli_give_tables(fresh.engine);
    }
    if (good && !machine && level_name)
        good = error_set(e, "--level is for an engine, and only people play here");
    good = good && name_seats(&fresh, kind, level, e);
    if (!good) {
        engine_destroy(fresh.engine);
        record_destroy(r);
        return false;
    }
    engine_destroy(t->engine);
    engine_destroy(t->adviser);
    if (t->game.rules) record_destroy(&t->game);
    *t = fresh;
    return true;
}

/* The game of the options, with --players among its rules. */
static bool set_up_for(const cli_arguments *a, record *fresh, error *e) {
    const char *players = cli_value(a, "players"), *rules = cli_value(a, "rules");
    char joined[512];
    text t = text_over(joined, sizeof joined);
    if (!players) return cli_set_up(a, a->operand[0], fresh, e);
    text_addf(&t, "%s%splayers=%s", rules ? rules : "", rules ? "," : "", players);
    if (t.full) return error_set(e, "--rules is too long");
    cli_arguments with = *a;
    for (size_t i = 0; a->command->options[i].name; i++)
        if (strcmp(a->command->options[i].name, "rules") == 0) with.option[i] = joined;
    return cli_set_up(&with, a->operand[0], fresh, e);
}

static bool begin(table *t, error *e) {
    const cli_arguments *a = t->arguments;
    const char *load = cli_value(a, "load");
    uint64_t seed = (uint64_t)clock_now() ^ (uint64_t)time(NULL) << 32;
    t->limits.move_time = 1000000000;
    uint64_t threads = 1;
    if (!cli_read_number(a, "seed", 0, UINT64_MAX, &seed, e) ||
        !cli_read_number(a, "threads", 1, 256, &threads, e) ||
        !cli_read_duration(a, "time", &t->limits.move_time, e))
        return false;
    t->seeded = cli_value(a, "seed") != NULL;
    t->threads = (int)threads;
    if (!fair_start(e)) return false;
    t->chance = random_seed(seed);
    record fresh;
    if (load) {
        if (a->operand_count > 0)
            return error_set(e, "--load brings its own game: leave '%s' out", a->operand[0]);
        if (cli_value(a, "rules") || cli_value(a, "position") || cli_value(a, "moves"))
            return error_set(e, "--load brings its own rules, position and moves: leave those out");
    } else if (a->operand_count == 0) {
        return error_set(e, "which game? As in: damero play dots");
    }
    if (!(load ? cli_load_record(load, &fresh, e) : set_up_for(a, &fresh, e))) return false;
    return open_table(t, &fresh, e);
}

static int run(const cli_arguments *a) {
    error e;
    table t = {.arguments = a};
    t.style.ascii = cli_value(a, "ascii") != NULL;
    t.style.colour = cli_wants_colour(stdout);
    if (!begin(&t, &e)) return cli_fail_with(a, &e);
    printf("%s: %s\n", t.game.rules->game->title, t.game.rules->game->summary);
    run_game(&t);
    engine_destroy(t.engine);
    engine_destroy(t.adviser);
    record_destroy(&t.game);
    return CLI_OK;
}

const cli_command cli_play = {
    .name = "play",
    .operands = "[GAME]",
    .summary = "Play in the terminal, against the engine or against each other.",
    .about =
        "You move by typing a move; 'help' shows what else can be typed: moves, hint, undo, save, "
        "load, resign. Without --seats you have the first seat and the engine the others; a game "
        "without an engine is for people.",
    .options =
        (const cli_option[]){
            CLI_SETUP_OPTIONS,
            {"players", "N", "how many sit at the table, where a game can have more than two"},
            {"seats", "me,engine", "who sits where: one of 'me' and 'engine' for each seat"},
            {"engine", "NAME", "which engine, where a game has several"},
            {"level", "NAME", "how strong it plays, as 'damero games' lists"},
            {"time", "TIME", "how long it thinks a move (1s)"},
            {"threads", "N", "how many threads it may use, where it can use several (1)"},
            {"load", "FILE", "go on with a saved game"},
            {"seed", "NUMBER", "for the same dice and choices again"},
            {"ascii", NULL, "no character beyond ASCII"},
            {0}},
    .examples =
        (const cli_example[]){
            {"damero play dots --rules size=3x3", "a short game against the engine"},
            {"damero play dots --seats me,me", "two people at one keyboard"},
            {"damero play perudo --players 5", "an evening with four others"},
            {"damero play --load game.txt", "go on where you left off"},
            {0}},
    .run = run,
};
