/* The co-design joined: the driver, compiled with the original's two macros, drives the accelerator
 * by addresses and values, and chooses the same turns as the software functions.
 *
 *     trax_bus BRIDGE SIZE POSITIONS
 *
 * BRIDGE is the program that hardware/bus.py makes: the accelerator behind its AXI4-Lite bus.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* What a board support package has: a load and a store at an address. */
enum { BASE = 0x43c00000 };
static FILE *to_bus, *from_bus;

static uint32_t answer(int base) {
    char line[40];
    fflush(to_bus);
    if (!fgets(line, sizeof line, from_bus)) {
        fprintf(stderr, "trax_bus: the bridge has ended\n");
        exit(1);
    }
    return (uint32_t)strtoul(line, NULL, base);
}

static void Xil_Out32(uintptr_t address, uint32_t value) {
    fprintf(to_bus, "write %x %" PRIx32 "\n", (unsigned)(address - BASE), value);
    answer(16);
}

static uint32_t Xil_In32(uintptr_t address) {
    fprintf(to_bus, "read %x\n", (unsigned)(address - BASE));
    return answer(16);
}

/* The original's macros. */
#define TRAX_HELPER_mWriteReg(BaseAddress, RegOffset, Data)                                        \
    Xil_Out32((BaseAddress) + (RegOffset), (uint32_t)(Data))
#define TRAX_HELPER_mReadReg(BaseAddress, RegOffset) Xil_In32((BaseAddress) + (RegOffset))

#include "base/random.h"
#include "boards/trax/player.h"
#include "boards/trax_driver.c"
#include "games/trax/board.h"

static void start_bridge(const char *program) {
    int there[2], back[2];
    if (pipe(there) || pipe(back)) exit(1);
    pid_t child = fork();
    if (child < 0) exit(1);
    if (child == 0) {
        dup2(there[0], STDIN_FILENO);
        dup2(back[1], STDOUT_FILENO);
        for (int i = 0; i < 2; i++) close(there[i]), close(back[i]);
        execl(program, program, (char *)NULL);
        _exit(127);
    }
    close(there[0]);
    close(back[1]);
    to_bus = fdopen(there[1], "w");
    from_bus = fdopen(back[0], "r");
}

/* Both choices in a position; false if they differ. */
static bool agree(trax_player *hardware, codesign *software, const trax_position *p) {
    int value;
    codesign_set(software, p);
    trax_move chosen = codesign_choose(software, NULL, &value);
    trax_choice c = {0};
    if (trax_player_set(hardware, p)) c = trax_player_choose(hardware, NULL, NULL, NULL);
    if (c.move == chosen && c.value == value) return true;
    fprintf(stderr, "trax_bus: hardware %u (%d), software %u (%d), %u tiles\n", (unsigned)c.move,
            c.value, (unsigned)chosen, value, p->tiles);
    return false;
}

int main(int count, char **words) {
    static const trax_rules rules = {.variant = TRAX_UNLIMITED};
    static trax_position p;
    static trax_move moves[TRAX_MOVES_MAX];
    error e = {0};
    if (count != 4) return 2;
    unsigned size = (unsigned)atoi(words[2]);
    int wanted = atoi(words[3]), compared = 0;
    start_bridge(words[1]);
    trax_port port = {.context = (void *)(uintptr_t)BASE};
    trax_player *hardware = trax_player_create(trax_driver_of(port, size, 0), &e);
    codesign *software = codesign_create(&rules, &e);
    if (!hardware || !software) return 1;
    for (uint64_t seed = 1; compared < wanted; seed++) {
        random_source random = random_seed(seed);
        trax_start(&p);
        for (int turn = 0; turn < 5 && compared < wanted; turn++) {
            trax_undo u;
            if (p.width + 6u > size || p.height + 6u > size || trax_decided(&p)) break;
            if (!agree(hardware, software, &p)) return 1;
            compared++;
            size_t legal = trax_list(&rules, &p, moves);
            trax_play(&rules, &p, moves[random_below(&random, (uint32_t)legal)], &u);
        }
    }
    printf("The same turn in %d positions.\n", compared);
    codesign_destroy(software);
    trax_player_destroy(hardware);
    fclose(to_bus);
    return 0;
}
