/* damero hub - our engines as programs that speak Hub (docs/hub.md), for other referees and
 * interfaces.
 *
 * The main thread reads lines, another one thinks, so that `stop`, `ping` and `quit` are heard
 * while an engine searches. Every other command waits for the search to end.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/table_files.h"
#include "cli/think.h"
#include "protocols/hub_delay.h"
#include "protocols/hub_text.h"
#include "version.h"

enum { MARGIN_MS = 1, MARGIN_MOST_MS = 60000, MEMORY_MOST = 1 << 20 };

typedef struct program {
    const engine_kind *kind;
    game_rules *rules;
    history game;
    engine *engine; /* made by `init`, or by the first search after its parameters changed */
    engine_options options;
    bool tables;
    engine_limits level; /* as the referee says */
    int64_t margin;      /* set aside of every limit, besides the delay */
    hub_delay delay;
    game_position *view; /* the position being searched */
    int seat;
    int own; /* our seat, or -1: unknown */
    pthread_t thread;
    bool thinking;
    atomic_bool stop;
} program;

/* Only one thread prints at a time: the search, or the reader if no search runs or to send
 * `pong`. */
static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *format, ...) {
    va_list values;
    va_start(values, format);
    flockfile(stdout);
    vprintf(format, values);
    putchar('\n');
    fflush(stdout);
    funlockfile(stdout);
    va_end(values);
}

static void complain(const error *e) { say("error message=\"%s\"", e->message); }

static void say_hello(const program *p) {
    char levels[400];
    text t = text_over(levels, sizeof levels);
    for (int i = 0; p->kind->levels[i].name; i++)
        text_addf(&t, "%s%s", i ? " " : "", p->kind->levels[i].name);
    say("id name=\"Damero %s\" version=%s author=\"Damero\" country=\"\"", p->kind->name,
        DAMERO_NUMBER);
    say("param name=level value=%s type=enum values=\"%s\"", p->kind->levels[p->options.level].name,
        levels);
    say("param name=threads value=%d type=int min=1 max=%d", p->options.threads,
        p->kind->threads ? p->kind->threads : 1);
    say("param name=memory value=%zu type=int min=0 max=%d", p->options.memory >> 20, MEMORY_MOST);
    say("param name=margin value=%d type=int min=0 max=%d", (int)(p->margin / MILLISECOND),
        MARGIN_MOST_MS);
    if (p->kind->add_table)
        say("param name=tables value=%s type=bool", p->tables ? "true" : "false");
    if (p->kind->book)
        say("param name=book value=%s type=bool", p->options.book ? "true" : "false");
    say("wait");
}

static void drop_engine(program *p) {
    engine_destroy(p->engine);
    p->engine = NULL;
}

/* Hub says true and false; people also write on and off. */
static bool read_switch(const char *value, bool *on) {
    *on = strcmp(value, "true") == 0 || strcmp(value, "on") == 0;
    return *on || strcmp(value, "false") == 0 || strcmp(value, "off") == 0;
}

static bool set_param(program *p, scan rest, error *e) {
    char name[40], value[80];
    text n = text_over(name, sizeof name), v = text_over(value, sizeof value);
    uint64_t number = 0;
    bool on;
    if (!hub_find_value(rest, "name", &n) || !hub_find_value(rest, "value", &v))
        return error_set(e, "set-param takes name=... value=...");
    scan in = scan_string(value);
    bool is_number = scan_number(&in, 0, MEMORY_MOST, &number) && scan_done(&in);
    int level = strcmp(name, "level") == 0 ? engine_find_level(p->kind, value, e) : 0;
    if (level < 0) return false;
    if (strcmp(name, "margin") == 0 && is_number && number <= MARGIN_MOST_MS) {
        p->margin = (int64_t)number * MILLISECOND;
        return true;
    }
    if (strcmp(name, "level") == 0) {
        p->options.level = level;
    } else if (strcmp(name, "threads") == 0 && is_number && number > 0) {
        if (!engine_check_threads(p->kind, (int)number, e)) return false;
        p->options.threads = (int)number;
    } else if (strcmp(name, "memory") == 0 && is_number) {
        p->options.memory = (size_t)number << 20;
    } else if (strcmp(name, "tables") == 0 && p->kind->add_table && read_switch(value, &on)) {
        p->tables = on;
    } else if (strcmp(name, "book") == 0 && p->kind->book && read_switch(value, &on)) {
        p->options.book = on;
    } else {
        return error_set(e, "no parameter %s with the value '%s'", name, value);
    }
    drop_engine(p);
    return true;
}

/* Starts a game with these rules; changes nothing if they are invalid. */
static bool set_rules(program *p, const char *settings, error *e) {
    const game *g = game_find(p->kind->game, e);
    game_rules *rules = g ? game_create(g, settings, e) : NULL;
    history fresh;
    if (!rules) return false;
    if (!history_create(&fresh, rules, e)) {
        game_destroy(rules);
        return false;
    }
    drop_engine(p);
    free(p->view);
    p->view = NULL;
    if (p->rules) {
        history_destroy(&p->game);
        game_destroy(p->rules);
    }
    p->game = fresh;
    p->rules = rules;
    return true;
}

static uint64_t read_count(scan rest, const char *name) {
    char value[40] = "";
    text t = text_over(value, sizeof value);
    uint64_t number = 0;
    hub_find_value(rest, name, &t);
    scan s = scan_string(value);
    return scan_number(&s, 1, UINT64_MAX, &number) && scan_done(&s) ? number : 0;
}

/* `game`, an addition to Hub: which game, with which settings. */
static bool set_game(program *p, scan rest, error *e) {
    char name[40] = "", settings[600] = "";
    text n = text_over(name, sizeof name), s = text_over(settings, sizeof settings);
    if (hub_find_value(rest, "name", &n) && strcmp(name, p->kind->game) != 0)
        return error_set(e, "this program plays %s, not %s", p->kind->game, name);
    hub_find_value(rest, "rules", &s);
    p->own = (int)read_count(rest, "seat") - 1;
    return set_rules(p, settings, e);
}

/* The starting position of a game: start= in the game's notation, pos= in Hub's. */
static bool read_start(program *p, scan rest, game_position *start, error *e) {
    const char *value;
    size_t length;
    bool as_hub = !hub_find_part(rest, "start", &value, &length);
    if (as_hub && !hub_find_part(rest, "pos", &value, &length)) {
        p->rules->game->start(p->rules, start);
        return true;
    }
    char *given = strndup(value, length);
    if (!given) return error_set(e, "no memory for a position");
    bool good = as_hub ? hub_read_position(p->rules, given, start, e)
                       : game_read_position(p->rules, given, start, e);
    free(given);
    return good;
}

static bool play_moves(history *h, const char *words, size_t length, error *e) {
    scan s = {words, words + length};
    const char *word;
    size_t part;
    game_move move;
    for (scan_blanks(&s); scan_word(&s, "", &word, &part); scan_blanks(&s)) {
        char given[GAME_MOVE_TEXT];
        text t = text_over(given, sizeof given);
        text_add_part(&t, word, part);
        if (!hub_read_move(h->rules, h->now, given, &move, e) || !history_play(h, move, e))
            return false;
    }
    return true;
}

static bool set_position(program *p, scan rest, error *e) {
    const char *moves;
    size_t length;
    history next;
    if (!history_create(&next, p->rules, e)) return false;
    game_position *start = game_new_position(p->rules);
    bool good = start ? read_start(p, rest, start, e) : error_set(e, "no memory for a position");
    if (good) history_set(&next, start);
    if (good && hub_find_part(rest, "moves", &moves, &length))
        good = play_moves(&next, moves, length, e);
    free(start);
    history_destroy(good ? &p->game : &next);
    if (good) p->game = next;
    return good;
}

/* "12.5" seconds in nanoseconds, or 0. */
static int64_t read_seconds(scan rest, const char *name) {
    char value[40] = "";
    text t = text_over(value, sizeof value);
    char *end = value;
    if (!hub_find_value(rest, name, &t)) return 0;
    double seconds = strtod(value, &end);
    return end == value || *end || !(seconds > 0) || seconds > 1e8 ? 0 : (int64_t)(seconds * 1e9);
}

static void set_level(program *p, scan rest) {
    uint64_t depth = read_count(rest, "depth");
    p->level = (engine_limits){.move_time = read_seconds(rest, "move-time"),
                               .clock = read_seconds(rest, "time"),
                               .increment = read_seconds(rest, "inc"),
                               .nodes = read_count(rest, "nodes"),
                               .depth = depth > 999 ? 999 : (int)depth};
}

/* How long this thread has been ready to run without a processor, as Linux counts it; else 0. */
static int64_t waited_for_processor(void) {
    unsigned long long waited = 0;
    FILE *f = fopen("/proc/thread-self/schedstat", "re");
    if (!f) return 0;
    if (fscanf(f, "%*u %llu", &waited) != 1) waited = 0;
    fclose(f);
    return (int64_t)waited;
}

/* What is left of a limit (0: none) of which `passed` is used up. */
static int64_t rest_of(int64_t limit, int64_t passed) {
    if (limit == 0) return 0;
    return limit > passed ? limit - passed : 1;
}

/* What the engine may use of the level from now on. */
static engine_limits limits_now(program *p) {
    engine_limits limits = p->level;
    int64_t passed = clock_now() - p->delay.asked;
    p->delay.planned = hub_delay_without(&p->delay, limits.move_time, p->margin);
    limits.move_time = rest_of(p->delay.planned, passed);
    limits.clock = rest_of(hub_delay_without(&p->delay, limits.clock, p->margin), passed);
    return limits;
}

static void say_info(const program *p, const engine_result *r) {
    char line[1024];
    text t = text_over(line, sizeof line);
    cli_write_line(p->rules, p->view, r, &t);
    double unit = strncmp(p->kind->unit, "hundredths", strlen("hundredths")) == 0 ? 100 : 1;
    say("info depth=%d score=%.2f nodes=%llu time=%.2f pv=\"%s\"", r->depth,
        r->scored ? r->score / unit : 0, (unsigned long long)r->nodes, clock_seconds(r->time),
        line);
}

static void progress(void *context, const engine_result *r) { say_info(context, r); }

static void *think(void *context) {
    program *p = context;
    engine_result result = {0};
    char word[GAME_MOVE_TEXT];
    text t = text_over(word, sizeof word);
    engine_watch watch = {&p->stop, progress, p};
    engine_limits limits = limits_now(p);
    engine_think(p->engine, p->view, p->seat, &limits, &watch, &result);
    hub_write_move(p->rules, p->view, result.move, &t);
    say("done move=%s", word);
    hub_delay_answered(&p->delay, clock_now());
    return NULL;
}

static bool make_engine(program *p, error *e) {
    if (p->engine) return true;
    p->engine = engine_create(p->kind, p->rules, &p->options, e);
    if (p->engine && p->tables && p->kind->add_table) cli_give_tables(p->engine);
    return p->engine;
}

static bool prepare(program *p, int seat, error *e) {
    if (!make_engine(p, e)) return false;
    free(p->view);
    p->view = game_new_view(p->rules, p->game.now, seat);
    p->seat = seat;
    return p->view || error_set(e, "no memory for a position");
}

static bool go(program *p, error *e) {
    int turn = game_turn(p->rules, p->game.now);
    if (turn < 0) return error_set(e, "there is no move to choose in this position");
    hub_delay_asked(&p->delay, clock_now(), p->level.clock, p->level.increment,
                    waited_for_processor());
    if (!prepare(p, turn, e)) return false;
    atomic_store(&p->stop, false);
    p->thinking = pthread_create(&p->thread, NULL, think, p) == 0;
    return p->thinking || error_set(e, "no thread to think in");
}

/* A seat that is not on turn may interrupt. `game` has said which one is ours. */
static bool answer_offer(program *p, scan rest, error *e) {
    char after[24] = "", word[GAME_MOVE_TEXT] = "";
    text number = text_over(after, sizeof after), t = text_over(word, sizeof word);
    if (!p->kind->interrupt || p->own < 0 || !hub_find_value(rest, "after", &number)) return true;
    if (!prepare(p, p->own, e)) return false;
    game_move move = p->kind->interrupt(p->engine, p->view, p->own);
    if (move) game_write_move(p->rules, p->view, move, &t);
    say("interrupt after=%s move=%s", after, move ? word : "none");
    return true;
}

static void end_search(program *p, bool now) {
    if (!p->thinking) return;
    if (now) atomic_store(&p->stop, true);
    pthread_join(p->thread, NULL);
    p->thinking = false;
}

static bool init(program *p, error *e) {
    if (!make_engine(p, e)) return false;
    say("ready");
    return true;
}

static void begin_game(program *p) {
    hub_delay_new_game(&p->delay);
    if (p->engine && p->kind->new_game) p->kind->new_game(p->engine);
}

/* Executes a line; false to quit. Unknown commands are ignored, as Hub requires. */
static bool obey(program *p, const char *line) {
    scan s = scan_string(line);
    const char *command;
    size_t length;
    error e;
    bool good = true;
    scan_blanks(&s);
    if (!scan_word(&s, "=", &command, &length)) return true;
    bool quits = text_same(command, length, "quit"), stops = text_same(command, length, "stop");
    if (text_same(command, length, "ping")) {
        say("pong");
        return true;
    }
    end_search(p, quits || stops);
    if (quits) return false;
    if (text_same(command, length, "hub")) say_hello(p);
    else if (text_same(command, length, "set-param")) good = set_param(p, s, &e);
    else if (text_same(command, length, "game")) good = set_game(p, s, &e);
    else if (text_same(command, length, "init")) good = init(p, &e);
    else if (text_same(command, length, "pos")) good = set_position(p, s, &e);
    else if (text_same(command, length, "level")) set_level(p, s);
    else if (text_same(command, length, "go")) good = go(p, &e);
    else if (text_same(command, length, "offer")) good = answer_offer(p, s, &e);
    else if (text_same(command, length, "new-game")) begin_game(p);
    if (!good) complain(&e);
    return true;
}

static int run(const cli_arguments *a) {
    error e;
    const game *g = game_find(a->operand[0], &e);
    program p = {.tables = true, .own = -1, .margin = MARGIN_MS * MILLISECOND};
    p.kind = g ? cli_read_engine(a, g, &p.options, &e) : NULL;
    if (!p.kind || !cli_read_duration(a, "margin", &p.margin, &e) ||
        !set_rules(&p, cli_value(a, "rules"), &e))
        return cli_fail_with(a, &e);
    char *line = NULL;
    size_t room = 0;
    for (ssize_t length; (length = getline(&line, &room, stdin)) >= 0;) {
        while (length > 0 && strchr("\r\n", line[length - 1])) line[--length] = '\0';
        if (!obey(&p, line)) break;
    }
    end_search(&p, true);
    free(line);
    drop_engine(&p);
    free(p.view);
    history_destroy(&p.game);
    game_destroy(p.rules);
    return CLI_OK;
}

const cli_command cli_hub = {
    .name = "hub",
    .operands = "GAME",
    .summary = "Run an engine as a program that speaks Hub, for other referees and interfaces.",
    .about =
        "It reads commands on standard input and answers on standard output (docs/hub.md). Level, "
        "threads, memory (in MiB), margin (in ms), endgame tables and the book of openings are "
        "parameters: 'set-param "
        "name=level value=club'. The rules are those of --rules until a 'game' line gives others.",
    .options = (const cli_option[]){{"rules", "KEY=VALUE,...",
                                     "settings of the game, as 'damero games' lists them"},
                                    CLI_ENGINE_OPTIONS,
                                    CLI_BOOK_OPTION,
                                    {"margin", "TIME",
                                     "set aside of every limit for the way to the referee, besides "
                                     "the delay that the program measures (1ms)"},
                                    {0}},
    .examples =
        (const cli_example[]){
            {"damero match damas --seat \"program:damero hub damas\" --seat engine",
             "our engine against itself over the protocol"},
            {"damero hub damas --rules variant=english", "checkers, for another interface"},
            {0}},
    .run = run,
};
