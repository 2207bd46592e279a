/* The accelerator in software: evaluating a turn through its registers, counting every cycle,
 * against the software function; and how long the hardware would take to choose a turn. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "boards/trax/accelerator.h"
#include "boards/trax/player.h"
#include "games/history.h"

/* The game of twelve turns of bench/trax_bench.c. */
static const char game_text[] = "@0/ A2\\ B1/ B2+ B3\\ C3\\ C4\\ D2/ E3/ B0/ E3+ D2+";

enum { TURNS = 12 };

typedef struct desk {
    device *device;
    trax_player *player;
    codesign *functions;
    trax_position *course; /* the positions before each turn */
    trax_move *moves;
    size_t count;
    double cycles;
} desk;

static void list_moves(void *context, const trax_evaluated *e) {
    desk *d = context;
    d->moves[d->count++] = e->move;
}

/* The seconds of processor time that `work` takes. */
static double seconds_of(desk *d, void (*work)(desk *)) {
    clock_t start = clock(), now;
    double times = 0;
    do {
        work(d);
        times++;
        now = clock();
    } while (now - start < CLOCKS_PER_SEC / 20);
    return (double)(now - start) / CLOCKS_PER_SEC / times;
}

static void by_registers(desk *d) {
    d->cycles = trax_player_choose(d->player, NULL, NULL, NULL).cycles;
}

static void by_software(desk *d) {
    codesign_report r;
    for (size_t i = 0; i < d->count; i++) codesign_evaluate(d->functions, d->moves[i], &r);
}

static bool set_up(desk *d, error *e) {
    game_rules *rules = game_create_named("trax", "", e);
    history h;
    char moves[sizeof game_text];
    memcpy(moves, game_text, sizeof moves);
    d->course = malloc(TURNS * sizeof *d->course);
    d->moves = malloc(TRAX_MOVES_MAX * sizeof *d->moves);
    if (!rules || !d->course || !d->moves || !history_create(&h, rules, e)) return false;
    int turn = 0;
    for (char *word = strtok(moves, " "); word; word = strtok(NULL, " ")) {
        memcpy(&d->course[turn++], h.now, sizeof *d->course);
        if (!history_play_text(&h, word, e)) return false;
    }
    history_destroy(&h);
    return (d->device = device_create(&trax_accelerator, "size=16", e)) &&
           (d->player = trax_player_create(trax_driver_of(trax_port_of(d->device), 16, 0), e)) &&
           (d->functions = codesign_create(trax_rules_of(rules), e));
}

int main(void) {
    error e = {0};
    desk d = {0};
    double registers = 0, software = 0, cycles = 0, evaluated = 0;
    if (!set_up(&d, &e)) {
        fprintf(stderr, "%s\n", e.message);
        return 1;
    }
    for (int turn = 1; turn < TURNS; turn++) {
        d.count = 0;
        trax_player_set(d.player, &d.course[turn]);
        codesign_set(d.functions, &d.course[turn]);
        trax_player_choose(d.player, NULL, list_moves, &d);
        evaluated += (double)d.count;
        registers += seconds_of(&d, by_registers);
        software += seconds_of(&d, by_software);
        cycles += d.cycles;
    }
    printf("trax accelerator, a turn evaluated through the registers %8.2f us, by the software "
           "function %8.2f us, ratio %.2f\n",
           1e6 * registers / evaluated, 1e6 * software / evaluated, registers / software);
    printf("trax accelerator, the hardware's choice of a turn at 100 MHz %6.2f ms, the source's "
           "8.92 ms, ratio %.2f\n",
           cycles / TURNS / 1e5, cycles / TURNS / 892000);
    return 0;
}
