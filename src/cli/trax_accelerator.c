/* damero trax-accelerator - the accelerator's registers at work on a position, or over a game. */
#include <stdlib.h>
#include <string.h>

#include "boards/trax/accelerator.h"
#include "boards/trax/player.h"
#include "cli/setup.h"

/* What the source measured: ms to choose a turn, mean, least and most, over one game of twelve. */
static const double source_mean = 8.92, source_least = 0.41, source_most = 36.75;

typedef struct bench_top {
    record game;
    device *device;
    trace_recorder recorder;
    FILE *trace; /* or NULL */
    trax_player *player;
    const trax_position *position; /* that is looked at */
} bench_top;

static const trax_position *now(const history *h) {
    return (const trax_position *)(const void *)h->now;
}

static double milliseconds(uint64_t cycles) {
    return 1000.0 * (double)cycles / (double)trax_accelerator.hertz;
}

static void print_fields(const trax_driver *d) {
    unsigned c = d->fields.coordinate, a = d->fields.address;
    printf("%ux%u spaces. Order: address %u:%u, tile %u:%u, row %u:%u, column %u:0. "
           "Result 1: tiles %u:%u, row %u:%u, column %u:%u, number %u:0.\n",
           d->size, d->size, 2 * c + 3 + a, 2 * c + 4, 2 * c + 3, 2 * c, 2 * c - 1, c, c - 1,
           a + 2 * c + 5, a + 2 * c, a + 2 * c - 1, a + c, a + c - 1, a, a - 1);
}

static void write_turn(const bench_top *b, trax_move move, char word[GAME_MOVE_TEXT]) {
    text t = text_over(word, GAME_MOVE_TEXT);
    game_write_move(b->game.rules, (const game_position *)(const void *)b->position,
                    trax_to_contract(b->position, move), &t);
}

static void print_evaluated(void *context, const trax_evaluated *e) {
    char word[GAME_MOVE_TEXT];
    const trax_verdict *v = &e->verdict;
    write_turn(context, e->move, word);
    printf("%-6s 0x%08x  0x%08x  %8u  %3d  ", word, e->order, e->result, e->cycles, e->value);
    if (v->invalid) puts("invalid");
    else if (v->won || v->lost) puts(v->won ? "wins" : "loses");
    else if (v->loses) puts("leaves the opponent a win");
    else
        printf("threats %u, corners %u, the opponent's %u\n", v->own_threats, v->own_corners,
               v->other_corners);
}

static bool outgrown(const bench_top *b, error *e) {
    unsigned size = b->player->driver.size;
    return error_set(e, "the game has %u rows and %u columns, the accelerator's board %u of each",
                     b->position->height, b->position->width, size);
}

static bool print_position(bench_top *b, error *e) {
    char word[GAME_MOVE_TEXT];
    b->position = now(&b->game.game);
    if (trax_over(trax_rules_of(b->game.rules), b->position))
        return error_set(e, "the game is over: there is no turn to evaluate");
    if (!trax_player_set(b->player, b->position)) return outgrown(b, e);
    print_fields(&b->player->driver);
    printf("turn   order       result 2      cycles  value\n");
    trax_choice c = trax_player_choose(b->player, NULL, print_evaluated, b);
    if (!c.move) return error_set(e, "no turn on the accelerator's board is legal");
    write_turn(b, c.move, word);
    printf("choice %s, %d of 255: %u turns evaluated in %u cycles, %.2f ms at 100 MHz\n", word,
           c.value, c.evaluated, c.cycles, milliseconds(c.cycles));
    return true;
}

/* Times the choice before each of the game's turns, or plays them itself where there is no game. */
static bool print_game(bench_top *b, uint64_t turns, error *e) {
    history h;
    const history *given = &b->game.game;
    bool itself = given->count == 0;
    uint64_t sum = 0, least = UINT64_MAX, most = 0, count = 0;
    if (!history_create(&h, b->game.rules, e)) return false;
    history_set(&h, given->start);
    bool good = true;
    printf("turn          chosen  value  evaluated       ms\n");
    while (good && count < turns && (itself || count < given->count)) {
        b->position = now(&h);
        if (trax_over(trax_rules_of(b->game.rules), b->position)) break;
        good = trax_player_set(b->player, b->position) || outgrown(b, e);
        if (!good) break;
        char word[GAME_MOVE_TEXT];
        trax_choice c = trax_player_choose(b->player, NULL, NULL, NULL);
        if (!c.move) break; /* nothing left on the accelerator's board */
        write_turn(b, c.move, word);
        printf("%3llu  %-7s  %-6s  %5d  %9u  %7.2f\n", (unsigned long long)++count,
               game_seat_name(b->game.rules, b->position->mover), word, c.value, c.evaluated,
               milliseconds(c.cycles));
        sum += c.cycles;
        if (c.cycles < least) least = c.cycles;
        if (c.cycles > most) most = c.cycles;
        game_move move = itself ? trax_to_contract(b->position, c.move) : given->moves[count - 1];
        good = history_play(&h, move, e);
    }
    if (good && count > 0)
        printf("mean %.2f ms (%.2f to %.2f) at 100 MHz over %llu turns; the source: %.2f ms "
               "(%.2f to %.2f) over 12\n",
               milliseconds(sum) / (double)count, milliseconds(least), milliseconds(most),
               (unsigned long long)count, source_mean, source_least, source_most);
    history_destroy(&h);
    return good;
}

/* The device's settings, with lines as the variant has them. */
static bool power_on(const cli_arguments *a, bench_top *b, error *e) {
    const trax_rules *rules = trax_rules_of(b->game.rules);
    uint64_t size = 16, memory = 0;
    char settings[DEVICE_SETTINGS];
    text t = text_over(settings, sizeof settings);
    if (!cli_read_number(a, "size", 8, 64, &size, e) ||
        !cli_read_number(a, "memory", 1, 12, &memory, e))
        return false;
    text_addf(&t, "size=%u,memory=%u,lines=%s", (unsigned)size, (unsigned)memory,
              rules->variant == TRAX_LOOP ? "off" : "on");
    b->device = device_create(&trax_accelerator, settings, e);
    if (!b->device) return false;
    if (b->trace)
        trace_record(&b->recorder, b->device, settings, device_outputs(&trax_accelerator, false),
                     cli_file_sink(b->trace));
    trax_port port = b->trace ? trax_port_recorded(&b->recorder) : trax_port_of(b->device);
    trax_driver driver = trax_driver_of(port, (unsigned)size, (unsigned)memory);
    return (b->player = trax_player_create(driver, e)) != NULL;
}

typedef struct session {
    const cli_arguments *arguments;
    bench_top *top;
    uint64_t turns;
    error *e;
} session;

static bool work(void *context, FILE *file) {
    session *s = context;
    bench_top *b = s->top;
    b->trace = file;
    bool done = power_on(s->arguments, b, s->e) &&
                (s->turns ? print_game(b, s->turns, s->e) : print_position(b, s->e));
    if (done && file) trace_finish(&b->recorder);
    trax_player_destroy(b->player);
    device_destroy(b->device);
    return done;
}

static int run(const cli_arguments *a) {
    error e = {0};
    bench_top b = {0};
    session s = {.arguments = a, .top = &b, .e = &e};
    const char *path = cli_value(a, "record");
    if (!cli_read_number(a, "game", 1, 1000, &s.turns, &e) || !cli_set_up(a, "trax", &b.game, &e))
        return cli_fail_with(a, &e);
    error unwritten;
    bool done = path ? cli_write_file(path, work, &s, &unwritten) : work(&s, NULL);
    record_destroy(&b.game);
    return done ? CLI_OK : cli_fail_with(a, *e.message ? &e : &unwritten);
}

const cli_command cli_trax_accelerator = {
    .name = "trax-accelerator",
    .operands = "",
    .summary = "Evaluate a Trax position through the registers of the co-design's accelerator.",
    .about =
        "A line a turn: the order written to register 0, what register 2 answers, the cycles "
        "between with the bus, the value, and why. With --game it times the choice of a turn "
        "before each of --moves, or in a game against itself, beside the figures that the source "
        "measured. docs/boards.md has the registers and the cycle model; 'damero board trax' takes "
        "traces of the pins, and the engine 'accelerator' plays this way.",
    .options = (const cli_option[]){CLI_SETUP_OPTIONS,
                                    {"size", "N", "rows and columns of its board, 8 to 64 (16)"},
                                    {"memory", "BITS", "address bits of its memory, 1 to 12"},
                                    {"game", "TURNS", "time the choices of so many turns"},
                                    {"record", "FILE", "a trace of what passes its pins"},
                                    {0}},
    .examples =
        (const cli_example[]){
            {"damero trax-accelerator --moves \"@0/ B1+\"", "White's turns after two tiles"},
            {"damero trax-accelerator --game 12", "twelve turns against itself, in milliseconds"},
            {"damero best trax --engine accelerator --level 16x16", "its turn, as an engine"},
            {0}},
    .run = run,
};
