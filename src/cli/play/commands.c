#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/spelling.h"
#include "boards/engines.h"
#include "cli/odds.h"
#include "cli/play/session.h"
#include "cli/rules.h"
#include "cli/table_files.h"

/* Commands. Each gets the text after its name. A command without a function goes to the match
 * (referee/host.h). */
typedef struct play_command {
    const char *name, *argument, *meaning;
    host_typed (*run)(play_session *, const char *argument);
    bool (*helps)(const play_session *); /* whether this game has it; NULL: every game */
} play_command;

static void print_commands(const play_session *);

static host_typed do_help(play_session *s, const char *argument) {
    (void)argument;
    const game_rules *rules = transcript_rules(&s->so_far);
    int turn = game_turn(rules, transcript_game(&s->so_far)->now);
    game_move *moves = malloc(rules->max_moves * sizeof *moves);
    size_t count =
        moves && turn >= 0 ? game_moves(rules, transcript_game(&s->so_far)->now, turn, moves) : 0;
    if (count > 0) {
        char word[GAME_MOVE_TEXT];
        play_move_text(s, moves[0], word);
        if (count == 1) printf("Type your only move, %s.\n", word);
        else
            cli_say(stdout, "Type a move, for example %s. There are %zu; 'moves' lists them.", word,
                    count);
    }
    free(moves);
    size_t length;
    const char *notation = cli_rules_notation(rules->game->name, &length);
    if (notation) cli_print_text(stdout, notation, length);
    print_commands(s);
    return HOST_TYPED_DONE;
}

static host_typed do_rules(play_session *s, const char *argument) {
    (void)argument;
    const char *rules = cli_rules_text(transcript_rules(&s->so_far)->game->name, NULL);
    if (rules) cli_print_text(stdout, rules, strlen(rules));
    else puts("There is no text of the rules.");
    return HOST_TYPED_DONE;
}

static bool has_rules(const play_session *s) {
    return cli_rules_text(transcript_rules(&s->so_far)->game->name, NULL) != NULL;
}

static host_typed do_board(play_session *s, const char *argument) {
    (void)argument;
    play_show_board(s);
    return HOST_TYPED_DONE;
}

static host_typed do_moves(play_session *s, const char *argument) {
    (void)argument;
    const game_rules *rules = transcript_rules(&s->so_far);
    game_move *moves = malloc(rules->max_moves * sizeof *moves);
    if (!moves) return HOST_TYPED_DONE;
    size_t count = game_moves(rules, transcript_game(&s->so_far)->now, play_onlooker(s), moves);
    int column = 0;
    for (size_t i = 0; i < count; i++) {
        char word[GAME_MOVE_TEXT];
        play_move_text(s, moves[i], word);
        if (column > 0 && column + (int)strlen(word) + 1 > 76) {
            putchar('\n');
            column = 0;
        }
        column += printf("%s%s", column ? " " : "", word);
    }
    printf("%s(%zu)\n", column ? "  " : "", count);
    free(moves);
    return HOST_TYPED_DONE;
}

/* Reopens a game that was over: before the last move of a person, or before the end if a command
 * ended it. */
static host_typed do_undo(play_session *s, const char *argument) {
    (void)argument;
    const history *h = transcript_game(&s->so_far);
    if (!play_is_over(s)) return HOST_TYPED_COMMAND;
    bool by_rules = game_turn(h->rules, h->now) == GAME_OVER;
    size_t back = h->count;
    for (size_t i = 0; by_rules && i < h->count; i++) {
        int seat = s->so_far.moves[i].seat;
        if (seat >= 0 && play_is_person(s, seat)) back = i;
    }
    if (by_rules && h->rules->game->roll) {
        puts("Rolled dice stay rolled: moves cannot be taken back in this game.");
        return HOST_TYPED_DONE;
    }
    if (by_rules && back == h->count) {
        puts("There is nothing to take back.");
        return HOST_TYPED_DONE;
    }
    if (by_rules)
        printf("Taken back: %zu move%s.\n", h->count - back, h->count - back == 1 ? "" : "s");
    else puts("The resignation is taken back.");
    s->next = s->so_far.record;
    s->so_far.record = (record){0};
    s->has_next = true;
    s->saved_next = false;
    while (s->next.game.count > back) record_undo(&s->next);
    text result = text_over(s->next.result, sizeof s->next.result);
    text_add(&result, "*");
    record_remove_tag(&s->next, "Reason");
    return HOST_TYPED_LEAVE;
}

static engine *adviser(play_session *s) {
    error e;
    if (s->adviser) return s->adviser;
    const engine_kind *kind = boards_find_engine(transcript_rules(&s->so_far)->game,
                                                 cli_value(s->arguments, "engine"), &e);
    if (kind) {
        engine_options options = {
            .level = engine_full_level(kind), .threads = s->threads, .seed = 1};
        s->adviser = engine_create(kind, transcript_rules(&s->so_far), &options, &e);
        if (s->adviser) cli_give_tables(s->adviser);
    }
    if (!s->adviser) printf("No engine to ask: %s.\n", e.message);
    return s->adviser;
}

static host_typed do_hint(play_session *s, const char *argument) {
    (void)argument;
    const history *h = transcript_game(&s->so_far);
    int turn = game_turn(h->rules, h->now);
    if (play_is_over(s)) puts("The game is over.");
    engine *who = play_is_over(s) || turn < 0 ? NULL : adviser(s);
    game_position *view = who ? game_new_view(h->rules, h->now, turn) : NULL;
    if (!view) return HOST_TYPED_DONE;
    engine_result result = {0};
    engine_limits limits = {.move_time = SECOND};
    engine_watch watch = {.stop = cli_stop_on_interrupt()}; /* Ctrl-C only ends the thinking */
    engine_think(who, view, turn, &limits, &watch, &result);
    s->stop = cli_stop_with_output();
    free(view);
    if (!result.move) return HOST_TYPED_DONE;
    char word[GAME_MOVE_TEXT], score[120];
    text words = text_over(score, sizeof score);
    cli_write_score(who->kind, &result, &words);
    printf("Hint: %s", play_move_text(s, result.move, word));
    if (result.scored) printf(", %s", score);
    printf("%s%s\n", *result.note ? " - " : "", result.note);
    return HOST_TYPED_DONE;
}

static host_typed do_values(play_session *s, const char *argument) {
    (void)argument;
    int turn = game_turn(transcript_rules(&s->so_far), transcript_game(&s->so_far)->now);
    if (play_is_over(s)) printf("The game is over.\n");
    engine *who = play_is_over(s) ? NULL : adviser(s);
    game_position *view = who && turn >= 0 ? game_new_view(transcript_rules(&s->so_far),
                                                           transcript_game(&s->so_far)->now, turn)
                                           : NULL;
    if (!view) return HOST_TYPED_DONE;
    cli_values values;
    engine_limits limits = {.move_time = 5000000000};
    if (who->kind->values) {
        cli_say(stdout, "Value of each move for %s, in %s:", play_seat_label(s, turn),
                who->kind->unit);
        fflush(stdout); /* before some seconds of thinking */
    }
    if (cli_find_values(who, view, turn, &limits, cli_stop_on_interrupt(), &values)) {
        cli_print_values(transcript_rules(&s->so_far), view, &values, s->style);
    } else {
        cli_say(stdout, "This game's engine does not rate every move; 'hint' suggests one.");
    }
    s->stop = cli_stop_with_output();
    cli_free_values(&values);
    free(view);
    return HOST_TYPED_DONE;
}

/* Whether a file may be written: not one of somebody else's, unless that was typed twice. */
static bool may_overwrite(play_session *s, const char *file) {
    struct stat there;
    bool ours = strcmp(s->file, file) == 0;
    text t = text_over(s->file, sizeof s->file);
    text_add(&t, file);
    if (ours || stat(file, &there) != 0 || !S_ISREG(there.st_mode) || there.st_size == 0)
        return true;
    printf("The file %s exists already. Type the same again to overwrite it.\n", file);
    return false;
}

static host_typed do_save(play_session *s, const char *argument) {
    error e;
    if (!*argument) {
        puts("Save where? Type: save FILE");
    } else if (!may_overwrite(s, argument)) {
        return HOST_TYPED_DONE;
    } else if (!transcript_note_keys(&s->so_far, &e) ||
               !cli_save_record(&s->so_far.record, argument, &e)) {
        printf("Not saved: %s\n", e.message);
    } else {
        s->saved = true;
        printf("Saved in %s; 'damero play --load %s' continues from there.\n", argument, argument);
    }
    return HOST_TYPED_DONE;
}

static host_typed do_load(play_session *s, const char *argument) {
    error e;
    if (!*argument) {
        puts("Load what? Type: load FILE");
        return HOST_TYPED_DONE;
    }
    if (!play_load(s, argument, &e)) {
        printf("Not loaded: %s\n", e.message);
        return HOST_TYPED_DONE;
    }
    printf("Loaded %s: %zu moves.\n", argument, s->next.game.count);
    return HOST_TYPED_LEAVE;
}

/* Whether the game may be abandoned: if it would be lost and a person plays, only after a
 * warning. */
static bool may_be_lost(play_session *s, const char *again) {
    if (s->saved || s->warned || transcript_game(&s->so_far)->count == 0 || !isatty(STDIN_FILENO))
        return true;
    s->warned = true;
    cli_say(stdout, "This game is not saved. 'save FILE' keeps it; %s.", again);
    return false;
}

bool play_leaves(play_session *s) {
    return cli_stopped_unread() || may_be_lost(s, "'quit' again leaves without saving");
}

/* Another game with the same rules, seats and starting position, if one was given. */
static bool set_up_again(const play_session *s, record *fresh, error *e) {
    char settings[600];
    text t = text_over(settings, sizeof settings);
    const game_rules *played = transcript_rules(&s->so_far);
    game_write_settings(played, &t);
    game_rules *rules = game_create(played->game, settings, e);
    if (!rules || !record_create(fresh, rules, e)) return false;
    bool good = record_set_tag(fresh, PLAY_SEATS_TAG,
                               record_tag_value(&s->so_far.record, PLAY_SEATS_TAG), e);
    if (good && cli_value(s->arguments, "position"))
        good = record_set_start(fresh, transcript_game(&s->so_far)->start, e);
    if (!good) record_destroy(fresh);
    return good;
}

static host_typed do_new(play_session *s, const char *argument) {
    (void)argument;
    error e;
    record fresh;
    if (!play_is_over(s) && !may_be_lost(s, "'new' again starts another without saving"))
        return HOST_TYPED_DONE;
    if (set_up_again(s, &fresh, &e) && play_open(s, &fresh, &e)) return HOST_TYPED_LEAVE;
    printf("No new game: %s.\n", e.message);
    return HOST_TYPED_DONE;
}

static host_typed do_quit(play_session *s, const char *argument) {
    (void)argument;
    s->done = play_leaves(s);
    return s->done ? HOST_TYPED_LEAVE : HOST_TYPED_DONE;
}

static host_typed do_odds(play_session *s, const char *argument) {
    (void)argument;
    error e;
    if (!cli_print_odds(transcript_rules(&s->so_far), transcript_game(&s->so_far)->now,
                        play_onlooker(s), false, &e))
        printf("No odds: %s.\n", e.message);
    return HOST_TYPED_DONE;
}

static const engine_kind *engine_kind_of(const play_session *s) {
    error unused;
    return boards_find_engine(transcript_rules(&s->so_far)->game, cli_value(s->arguments, "engine"),
                              &unused);
}

static bool gives_hints(const play_session *s) { return engine_kind_of(s) != NULL; }
static bool knows_values(const play_session *s) {
    return gives_hints(s) && engine_kind_of(s)->values;
}
static bool has_odds(const play_session *s) { return cli_has_odds(transcript_rules(&s->so_far)); }
static bool takes_back(const play_session *s) { return !transcript_rules(&s->so_far)->game->seen; }

static const play_command commands[] = {
    {"help", "", "show this help", do_help, NULL},
    {"rules", "", "explain the game", do_rules, has_rules},
    {"board", "", "draw the board again", do_board, NULL},
    {"moves", "", "list the legal moves", do_moves, NULL},
    {"hint", "", "the engine's choice", do_hint, gives_hints},
    {"values", "", "the value of each move", do_values, knows_values},
    {"odds", "", "how likely the bids are", do_odds, has_odds},
    {"undo", "", "take back your last move", do_undo, takes_back},
    {"save", "FILE", "write the game to a file", do_save, NULL},
    {"load", "FILE", "continue a saved game", do_load, NULL},
    {"draw", "", "offer a draw", NULL, NULL},
    {"resign", "", "give up", NULL, NULL},
    {"new", "", "start another game", do_new, NULL},
    {"quit", "", "leave", do_quit, NULL},
    {0},
};

static void print_commands(const play_session *s) {
    puts("Or one of:");
    for (const play_command *c = commands; c->name; c++)
        if (!c->helps || c->helps(s)) printf("  %-7s %-5s %s\n", c->name, c->argument, c->meaning);
}

static const struct {
    const char *name, *means;
} others[] = {{"?", "help"}, {"h", "help"}, {"q", "quit"}, {"exit", "quit"}, {"bye", "quit"}};

static const play_command *find_command(const char *word, size_t length) {
    for (const play_command *c = commands; c->name; c++)
        if (text_same(word, length, c->name)) return c;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (text_same(word, length, others[i].name))
            return find_command(others[i].means, strlen(others[i].means));
    return NULL;
}

host_typed play_obey(play_session *s, const char *line) {
    scan in = scan_string(line);
    const char *word;
    size_t length;
    scan_blanks(&in);
    if (!scan_word(&in, "", &word, &length)) return HOST_TYPED_COMMAND;
    const play_command *c = find_command(word, length);
    if (!c || (c->run != do_quit && c->run != do_new)) s->warned = false;
    char argument[1024];
    text rest = text_over(argument, sizeof argument);
    scan_blanks(&in);
    size_t left = (size_t)(in.end - in.at);
    while (left > 0 && strchr(" \t\r\n", in.at[left - 1])) left--;
    text_add_part(&rest, in.at, left);
    if (rest.full) printf("The text after '%.*s' is too long.\n", (int)length, word);
    else if (c && *argument && !*c->argument) printf("'%s' takes no argument.\n", c->name);
    else if (!c && *argument) printf("One move at a time: unexpected '%s'.\n", argument);
    else return c && c->run ? c->run(s, argument) : HOST_TYPED_COMMAND;
    return HOST_TYPED_DONE;
}

void play_refuse(void *context, const match *m, const match_command *w, const error *why) {
    spelling nearest = {.word = w->text};
    char meant[80] = "";
    (void)context, (void)m;
    for (const play_command *k = commands; w->kind == COMMAND_MOVE && k->name; k++)
        spelling_offer(&nearest, k->name);
    if (nearest.best && spelling_distance(w->text, nearest.best) <= (strlen(w->text) > 4 ? 2u : 1u))
        snprintf(meant, sizeof meant, "Did you mean '%s'? ", nearest.best);
    cli_say(stdout, "%s%s.", meant, why->message);
}
