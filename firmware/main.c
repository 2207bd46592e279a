/* The contest board: listens to the referee on the line and answers with the engine's moves.
 *
 * Settings are a text in memory, which a boot loader, a debugger or QEMU puts there; without it the
 * board plays Dots. The first line is the word `damero`, each further line a setting:
 *
 *     game dots|trax      what to play
 *     rules SETTINGS      as for `damero board --rules`: size=4x4
 *     time MILLISECONDS   for a move; by default 8 tenths of what the contest allows
 *     nodes N             for a move, in addition; then every machine plays the same moves
 *     speed BAUD          of the line: 9600 by default, 115200
 *     memory MEGABYTES    for each engine's tables
 *     timer HERTZ         if the timer does not run as usual for the machine
 */
#include <string.h>

#include "base/clock.h"
#include "engines/dots/engine.h"
#include "engines/trax/engine.h"
#include "machine.h"
#include "protocols/talk.h"
#include "referee/board.h"
#include "referee/board_player.h"
#include "system.h"

typedef struct settings {
    const engine_kind *kind;
    char rules[200];
    uint64_t milliseconds, nodes, speed, megabytes, timer; /* 0: the usual */
} settings;

static const engine_kind *const kinds[] = {&dots_engine, &trax_engine};

static bool read_setting(settings *s, scan *line) {
    const char *key, *word;
    size_t length, size;
    if (!scan_word(line, "", &key, &length)) return false;
    scan_blanks(line);
    if (text_same(key, length, "time")) return scan_number(line, 1, 3600000, &s->milliseconds);
    if (text_same(key, length, "nodes")) return scan_number(line, 1, UINT32_MAX, &s->nodes);
    if (text_same(key, length, "speed")) return scan_number(line, 300, 1000000, &s->speed);
    if (text_same(key, length, "memory")) return scan_number(line, 1, 256, &s->megabytes);
    if (text_same(key, length, "timer")) return scan_number(line, 1000, 4000000000, &s->timer);
    if (!scan_word(line, "", &word, &size)) return false;
    if (text_same(key, length, "rules")) {
        text rules = text_over(s->rules, sizeof s->rules);
        text_add_part(&rules, word, size);
        return !rules.full;
    }
    if (!text_same(key, length, "game")) return false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (text_same(word, size, kinds[i]->game)) return s->kind = kinds[i], true;
    return false;
}

/* Reads what was loaded, if anything was; false with the line that is wrong. */
static bool read_settings(settings *s, error *e) {
    static const char mark[] = "damero\n";
    const char *end = memchr(machine_settings, '\0', MACHINE_SETTINGS);
    size_t marked = sizeof mark - 1;
    if (!end || strncmp(machine_settings, mark, marked) != 0) return true;
    scan rest = scan_over(machine_settings + marked, (size_t)(end - machine_settings) - marked);
    for (int number = 2; !scan_done(&rest); number++) {
        const char *stop = memchr(rest.at, '\n', (size_t)(rest.end - rest.at));
        scan line = {rest.at, stop ? stop : rest.end};
        rest.at = stop ? stop + 1 : rest.end;
        if (scan_blanks(&line), scan_done(&line)) continue;
        bool good = read_setting(s, &line);
        if (good) scan_blanks(&line);
        if (!good || !scan_done(&line))
            return error_set(e, "settings, line %d: not understood", number);
    }
    return true;
}

typedef struct contestant {
    board board;
    board_player player;
    engine_limits limits;
    int64_t worst; /* time of a move so far */
    int moves;
} contestant;

static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *format, ...) {
    char line[200];
    text t = text_over(line, sizeof line);
    va_list list;
    va_start(list, format);
    text_addv(&t, format, list);
    va_end(list);
    machine_log(line);
}

static void send(void *context, const char *bytes, size_t count, int64_t delay) {
    (void)context, (void)delay; /* only misbehaving boards delay */
    machine_write(bytes, count);
}

static game_move choose(void *context, const history *h) {
    contestant *c = context;
    engine_result result = {0};
    int64_t begin = clock_now();
    board_player_choose(&c->player, h, &c->limits, NULL, &result);
    int64_t spent = clock_now() - begin;
    if (spent > c->worst) c->worst = spent;
    c->moves++;
    char word[GAME_MOVE_TEXT];
    text t = text_over(word, sizeof word);
    game_write_move(h->rules, h->now, result.move, &t);
    say("move %d: %s, depth %d, %u ms; slowest so far %u ms; heap %u kB\n", c->moves, word,
        result.depth, (unsigned)(spent / MILLISECOND), (unsigned)(c->worst / MILLISECOND),
        (unsigned)(system_heap_used() >> 10));
    return result.move;
}

static void started(void *context, int seat) {
    contestant *c = context;
    c->moves = 0;
    say("a game begins%s\n", seat == 0 ? "; we are first" : seat == 1 ? "; we are second" : "");
}

static bool set_up(contestant *c, error *e) {
    settings s = {.kind = &dots_engine, .speed = 9600, .megabytes = 16};
    if (!read_settings(&s, e)) return false;
    if (s.timer) system_set_timer((uint32_t)s.timer);
    if (!machine_open((uint32_t)s.speed))
        return error_set(e, "the line cannot run at %u baud", (unsigned)s.speed);
    engine_options options = {
        .seed = 1, .memory = (size_t)s.megabytes << 20, .level = engine_full_level(s.kind)};
    board_owner owner = {.context = c, .send = send, .choose = choose, .started = started};
    if (!board_player_create(&c->player, s.kind, s.rules, &options, e) ||
        !board_create(&c->board, c->player.rules, NULL, owner, e))
        return false;
    int64_t allowed = protocol_of_boards(c->player.rules->game)->move_time;
    c->limits.move_time = s.milliseconds ? (int64_t)s.milliseconds * MILLISECOND : allowed / 10 * 8;
    c->limits.nodes = s.nodes;
    char rules[200];
    text t = text_over(rules, sizeof rules);
    game_write_settings(c->player.rules, &t);
    say("Damero on %s: %s %s\n%u baud, %u ms a move\n", machine_name, s.kind->game, rules,
        (unsigned)s.speed, (unsigned)(c->limits.move_time / MILLISECOND));
    say("program %u kB, heap %u of %u kB\n", (unsigned)(system_program_size() >> 10),
        (unsigned)(system_heap_used() >> 10), (unsigned)(system_heap_size() >> 10));
    return true;
}

int main(void) {
    static contestant c;
    error e;
    if (!set_up(&c, &e)) {
        say("%s\n", e.message);
        return 1;
    }
    say("ready\n");
    for (;;) {
        int byte = machine_read();
        char heard = (char)byte;
        if (byte >= 0) board_receive(&c.board, &heard, 1);
    }
}
