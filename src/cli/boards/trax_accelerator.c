/* damero trax-accelerator - the accelerator's registers applied to a position, or over a game. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "boards/trax/accelerator.h"
#include "boards/trax/player.h"
#include "cli/think.h"

/* The original's measurements: ms to choose a turn, mean, least and most, over one game of
 * twelve. */
static const double source_mean = 8.92, source_least = 0.41, source_most = 36.75;

/* Its power with and without the accelerator, in watts, and the clock of its processor. */
static const double hardware_watts = 4.49, software_watts = 4.57, source_mhz = 666;

/* The game of the table if no other is given. */
static const char table_game[] = "@0/ A2\\ B1/ B2+ B3\\ C3\\ C4\\ D2/ E3/ B0/ E3+ D2+";

typedef struct bench_top {
    record game;
    device *device;
    trace_recorder recorder;
    vcd dumper;
    FILE *trace, *dump; /* or NULL */
    trax_watch watch;
    trax_player *player;
    bool json;                     /* an object per line */
    const trax_position *position; /* the current position */
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

static void print_evaluated_object(const char *word, const trax_evaluated *e) {
    const trax_verdict *v = &e->verdict;
    json_t *turn = json_pack("{s:s, s:I, s:I, s:I, s:i, s:b, s:b, s:b, s:b}", "move", word, "order",
                             (json_int_t)e->order, "result", (json_int_t)e->result, "cycles",
                             (json_int_t)e->cycles, "value", e->value, "invalid", v->invalid,
                             "wins", v->won, "loses", v->lost, "leaves_win", v->loses);
    if (!v->invalid && !v->won && !v->lost && !v->loses)
        json_object_update_new(turn, json_pack("{s:i, s:i, s:i}", "threats", (int)v->own_threats,
                                               "corners", (int)v->own_corners, "their_corners",
                                               (int)v->other_corners));
    cli_print_json(turn);
}

/* The choice of a turn, in the same form for a position and for each turn of a game. */
static json_t *choice_json(const char *word, const trax_choice *c) {
    return json_pack("{s:s, s:i, s:I, s:I, s:f}", "choice", word, "value", c->value, "evaluated",
                     (json_int_t)c->evaluated, "cycles", (json_int_t)c->cycles, "ms",
                     milliseconds(c->cycles));
}

static void print_evaluated(void *context, const trax_evaluated *e) {
    char word[GAME_MOVE_TEXT];
    const trax_verdict *v = &e->verdict;
    const bench_top *b = context;
    write_turn(b, e->move, word);
    if (b->json) {
        print_evaluated_object(word, e);
        return;
    }
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
    if (!b->json) {
        print_fields(&b->player->driver);
        printf("turn   order       result 2      cycles  value\n");
    }
    trax_choice c = trax_player_choose(b->player, NULL, print_evaluated, b);
    if (!c.move) return error_set(e, "no turn on the accelerator's board is legal");
    write_turn(b, c.move, word);
    if (b->json) cli_print_json(choice_json(word, &c));
    else
        printf("choice %s, %d of 255: %u turns evaluated in %u cycles, %.2f ms at 100 MHz\n", word,
               c.value, c.evaluated, c.cycles, milliseconds(c.cycles));
    return true;
}

static void print_choice(const bench_top *b, uint64_t turn, const char *word,
                         const trax_choice *c) {
    if (!b->json) {
        printf("%3llu  %-7s  %-6s  %5d  %9u  %7.2f\n", (unsigned long long)turn,
               game_seat_name(b->game.rules, b->position->mover), word, c->value, c->evaluated,
               milliseconds(c->cycles));
        return;
    }
    json_t *object = choice_json(word, c);
    json_object_set_new(object, "turn", json_integer((json_int_t)turn));
    json_object_set_new(object, "seat", json_integer(b->position->mover));
    cli_print_json(object);
}

/* Times the choice before each of the game's turns; without a game it plays its own turns. */
static bool print_game(bench_top *b, uint64_t turns, error *e) {
    history h;
    const history *given = &b->game.game;
    bool itself = given->count == 0;
    uint64_t sum = 0, least = UINT64_MAX, most = 0, count = 0;
    if (!history_create(&h, b->game.rules, e)) return false;
    history_set(&h, given->start);
    bool good = true;
    if (!b->json) printf("turn          chosen  value  evaluated       ms\n");
    while (good && count < turns && (itself || count < given->count)) {
        b->position = now(&h);
        if (trax_over(trax_rules_of(b->game.rules), b->position)) break;
        good = trax_player_set(b->player, b->position) || outgrown(b, e);
        if (!good) break;
        char word[GAME_MOVE_TEXT];
        trax_choice c = trax_player_choose(b->player, NULL, NULL, NULL);
        if (!c.move) break; /* no legal turn left on the accelerator's board */
        write_turn(b, c.move, word);
        count++;
        print_choice(b, count, word, &c);
        sum += c.cycles;
        if (c.cycles < least) least = c.cycles;
        if (c.cycles > most) most = c.cycles;
        game_move move = itself ? trax_to_contract(b->position, c.move) : given->moves[count - 1];
        good = history_play(&h, move, e);
    }
    if (good && count > 0 && b->json)
        cli_print_json(json_pack("{s:I, s:f, s:f, s:f}", "turns", (json_int_t)count, "mean_ms",
                                 milliseconds(sum) / (double)count, "least_ms", milliseconds(least),
                                 "most_ms", milliseconds(most)));
    else if (good && count > 0)
        printf("mean %.2f ms (%.2f to %.2f) at 100 MHz over %llu turns; the original: %.2f ms "
               "(%.2f to %.2f) over 12\n",
               milliseconds(sum) / (double)count, milliseconds(least), milliseconds(most),
               (unsigned long long)count, source_mean, source_least, source_most);
    history_destroy(&h);
    return good;
}

/* The clock of this processor in MHz, as the system reports it; 0: unknown. */
static double processor_mhz(void) {
    char line[200];
    double mhz = 0;
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && mhz == 0 && fgets(line, sizeof line, file))
        if (strncmp(line, "cpu MHz", 7) == 0 && strchr(line, ':'))
            mhz = strtod(strchr(line, ':') + 1, NULL);
    if (file) fclose(file);
    return mhz;
}

/* Processor time of the software's choice, in ms: the mean over a fiftieth of a second. */
static double software_ms(codesign *functions, const trax_position *p) {
    clock_t start = clock(), end = start;
    int times = 0;
    for (; end - start < CLOCKS_PER_SEC / 50; times++, end = clock()) {
        codesign_set(functions, p);
        codesign_choose(functions, NULL, NULL);
    }
    return 1000.0 * (double)(end - start) / CLOCKS_PER_SEC / times;
}

/* A row of the table: a turn, or their sum. */
typedef struct table_row {
    double hardware, software;                /* ms */
    uint64_t cycles, step[ACCELERATOR_STEPS]; /* without the bus: by step */
} table_row;

static void print_row_object(const char *name, const table_row *r, double turns) {
    static const char *const steps[ACCELERATOR_STEPS] = {"placing", "listing", "checking",
                                                         "going_on", "reading"};
    json_t *cycles = json_object();
    uint64_t sum = 0;
    for (int i = 0; i < ACCELERATOR_STEPS; i++) {
        json_object_set_new(cycles, steps[i], json_real((double)r->step[i] / turns));
        sum += r->step[i];
    }
    json_object_set_new(cycles, "bus", json_real((double)(r->cycles - sum) / turns));
    cli_print_json(json_pack("{s:s, s:f, s:f, s:f, s:o}", "turn", name, "hardware_ms",
                             r->hardware / turns, "software_ms", r->software / turns, "ratio",
                             r->software / r->hardware, "cycles", cycles));
}

static void print_row(const bench_top *b, const char *name, const table_row *r, double turns) {
    if (b->json) {
        print_row_object(name, r, turns);
        return;
    }
    printf("%-5s %9.2f %9.2f %7.2f", name, r->hardware / turns, r->software / turns,
           r->software / r->hardware);
    uint64_t steps = 0;
    for (int i = 0; i < ACCELERATOR_STEPS; i++) {
        printf(" %9.0f", (double)r->step[i] / turns);
        steps += r->step[i];
    }
    printf(" %9.0f\n", (double)(r->cycles - steps) / turns);
}

static void add_row(table_row *sum, const table_row *r) {
    sum->hardware += r->hardware;
    sum->software += r->software;
    sum->cycles += r->cycles;
    for (int i = 0; i < ACCELERATOR_STEPS; i++) sum->step[i] += r->step[i];
}

static table_row measure_turn(bench_top *b, codesign *functions, double factor) {
    const uint64_t *spent = accelerator_spent(b->device);
    uint64_t before[ACCELERATOR_STEPS];
    memcpy(before, spent, sizeof before);
    table_row r = {.cycles = trax_player_choose(b->player, NULL, NULL, NULL).cycles};
    for (int i = 0; i < ACCELERATOR_STEPS; i++) r.step[i] = spent[i] - before[i];
    r.hardware = milliseconds(r.cycles);
    r.software = factor * software_ms(functions, b->position);
    return r;
}

static void print_table_head(double mhz, double factor) {
    printf(
        "Hardware: cycles of the HDL in hardware/trax at 100 MHz, counted by our device; tests compare "
        "the two at every tick.\n"
        "Software: processor time of codesign_choose here times %.2f",
        factor);
    if (mhz > 0) printf(" (%.0f MHz here to %.0f MHz)", mhz, source_mhz);
    printf("; the factor allows for the clock alone.\n\n%-5s %9s %9s %7s %9s %9s %9s %9s %9s %9s\n",
           "turn", "hard. ms", "soft. ms", "ratio", "placing", "listing", "checking", "going on",
           "reading", "bus");
}

static void print_table_end(const bench_top *b, const table_row *sum) {
    double energy[2] = {hardware_watts * sum->hardware, software_watts * sum->software};
    if (b->json) {
        cli_print_json(json_pack("{s:f, s:f, s:f}", "hardware_mj", energy[0], "software_mj",
                                 energy[1], "ratio", energy[1] / energy[0]));
        return;
    }
    printf(
        "\nEnergy for the game at the source's power: %.2f mJ (%.2f W, accelerator) and %.2f mJ (%.2f "
        "W, software), ratio %.2f.\n"
        "The source: mean 8.92 and 104.25 ms, ratio 11.69; 287.45 and 3566.83 mJ, ratio 12.41.\n",
        energy[0], hardware_watts, energy[1], software_watts, energy[1] / energy[0]);
}

/* The source's two tables: the time and cycles of each choice, and the energy of the game. */
static bool print_table(bench_top *b, double factor, error *e) {
    history h;
    table_row sum = {0};
    double mhz = factor > 0 ? 0 : processor_mhz();
    const history *given = &b->game.game;
    codesign *functions = codesign_create(trax_rules_of(b->game.rules), e);
    if (!functions) return false;
    if (!history_create(&h, b->game.rules, e)) {
        codesign_destroy(functions);
        return false;
    }
    history_set(&h, given->start);
    if (factor <= 0) factor = mhz > 0 ? mhz / source_mhz : 1;
    if (!b->json) print_table_head(mhz, factor);
    bool good = true;
    for (size_t i = 0; good && i < given->count; i++) {
        char name[24];
        b->position = now(&h);
        good = trax_player_set(b->player, b->position) || outgrown(b, e);
        if (!good) break;
        table_row r = measure_turn(b, functions, factor);
        snprintf(name, sizeof name, "%zu", i + 1);
        print_row(b, name, &r, 1);
        add_row(&sum, &r);
        good = history_play(&h, given->moves[i], e);
    }
    if (good) {
        print_row(b, "mean", &sum, (double)given->count);
        print_table_end(b, &sum);
    }
    history_destroy(&h);
    codesign_destroy(functions);
    return good;
}

/* The device's settings, with the variant's rule for lines. */
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
    if (b->dump)
        vcd_begin(&b->dumper, b->device, (UINT64_C(2) << ACCELERATOR_BUSY) - 1,
                  cli_file_sink(b->dump));
    b->watch = (trax_watch){.device = b->device,
                            .trace = b->trace ? &b->recorder : NULL,
                            .dump = b->dump ? &b->dumper : NULL};
    trax_port port = trax_port_watched(&b->watch);
    trax_driver driver = trax_driver_of(port, (unsigned)size, (unsigned)memory);
    return (b->player = trax_player_create(driver, e)) != NULL;
}

typedef struct session {
    const cli_arguments *arguments;
    bench_top *top;
    uint64_t turns;
    double factor; /* of the table's software; 0: by the clocks */
    error *e, unwritten;
} session;

static bool work(session *s) {
    bench_top *b = s->top;
    bool done = power_on(s->arguments, b, s->e) &&
                (cli_value(s->arguments, "table") ? print_table(b, s->factor, s->e)
                 : s->turns                       ? print_game(b, s->turns, s->e)
                                                  : print_position(b, s->e));
    if (done && b->trace) trace_finish(&b->recorder);
    if (done && b->dump) vcd_finish(&b->dumper);
    trax_player_destroy(b->player);
    device_destroy(b->device);
    return done;
}

/* Each file is written whole or not at all. */
static bool work_with_dump(void *context, FILE *file) {
    session *s = context;
    s->top->dump = file;
    return work(s) && !ferror(file);
}

static bool work_with_trace(void *context, FILE *file) {
    session *s = context;
    const char *dump = cli_value(s->arguments, "vcd");
    s->top->trace = file;
    return (dump ? cli_write_file(dump, work_with_dump, s, &s->unwritten) : work(s)) &&
           !ferror(file);
}

/* "4.5": how many times slower the source's processor is. */
static bool read_factor(const cli_arguments *a, double *factor, error *e) {
    const char *word = cli_value(a, "factor");
    char *end = NULL;
    if (!word) return true;
    *factor = strtod(word, &end);
    return (*word && !*end && *factor > 0 && *factor < 1e6) ||
           error_set(e, "--factor: '%s' is not a number above 0", word);
}

static int run(const cli_arguments *a) {
    error e = {0};
    bench_top b = {.json = cli_value(a, "json") != NULL};
    session s = {.arguments = a, .top = &b, .e = &e};
    const char *path = cli_value(a, "record"), *dump = cli_value(a, "vcd");
    if (!read_factor(a, &s.factor, &e) || !cli_read_number(a, "game", 1, 1000, &s.turns, &e) ||
        !cli_set_up(a, "trax", &b.game, &e))
        return cli_fail_with(a, &e);
    if (cli_value(a, "table") && b.game.game.count == 0 &&
        !history_play_all(&b.game.game, table_game, &e)) {
        record_destroy(&b.game);
        return cli_fail_with(a, &e);
    }
    bool done = path   ? cli_write_file(path, work_with_trace, &s, &s.unwritten)
                : dump ? cli_write_file(dump, work_with_dump, &s, &s.unwritten)
                       : work(&s);
    record_destroy(&b.game);
    return done ? CLI_OK : cli_fail_with(a, *e.message ? &e : &s.unwritten);
}

const cli_command cli_trax_accelerator = {
    .name = "trax-accelerator",
    .operands = "",
    .summary = "Evaluate a Trax position through the registers of the co-design's accelerator.",
    .about =
        "One line per turn: the order written to register 0, the result in register 2, the cycles "
        "between them including the bus, the value and the reason. --game times the choice of a turn "
        "before each of --moves, or in a game against itself, and compares it with the original's "
        "figures. docs/boards.md has the registers and the cycle model; 'damero board trax' checks "
        "traces of the pins, and the engine 'accelerator' plays this way.",
    .options =
        (const cli_option[]){
            CLI_SETUP_OPTIONS,
            {"size", "N", "rows and columns of its board, 8 to 64 (16)"},
            {"memory", "BITS", "address bits of its memory, 1 to 12"},
            {"game", "TURNS", "time the choices of the first TURNS turns of a game"},
            {"table", NULL, "print the original's tables for a game of twelve turns"},
            {"factor", "F", "how much slower --table assumes software to be (by the clocks)"},
            {"record", "FILE", "write a trace of its pins"},
            {"vcd", "FILE", "a dump of its pins, for waveform viewers"},
            {"json", NULL, "one JSON object per line"},
            {0}},
    .examples =
        (const cli_example[]){
            {"damero trax-accelerator --moves \"@0/ B1+\"", "White's turns after two tiles"},
            {"damero trax-accelerator --game 12", "twelve turns against itself, in milliseconds"},
            {"damero trax-accelerator --table",
             "hardware, software, ratio, energy, cycles by state"},
            {"damero best trax --engine accelerator --level 16x16", "its turn, as an engine"},
            {0}},
    .run = run,
};
