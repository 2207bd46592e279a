/* The co-design joined: the driver, compiled with the original's two macros, drives the accelerator
 * by addresses and values, and chooses the same turns as the software functions.
 *
 *     trax_bus LIBRARY SIZE POSITIONS
 *
 * LIBRARY is what hardware/bus.py makes: the accelerator behind its AXI4-Lite bus.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a board support package has: a load and a store at an address. */
enum { BASE = 0x43c00000 };
static void (*bus_write)(uint32_t offset, uint32_t word);
static uint32_t (*bus_read)(uint32_t offset);

static void Xil_Out32(uintptr_t address, uint32_t value) {
    bus_write((uint32_t)(address - BASE), value);
}
static uint32_t Xil_In32(uintptr_t address) { return bus_read((uint32_t)(address - BASE)); }

/* The original's macros. */
#define TRAX_HELPER_mWriteReg(BaseAddress, RegOffset, Data)                                        \
    Xil_Out32((BaseAddress) + (RegOffset), (uint32_t)(Data))
#define TRAX_HELPER_mReadReg(BaseAddress, RegOffset) Xil_In32((BaseAddress) + (RegOffset))

#include "base/random.h"
#include "boards/trax/player.h"
#include "boards/trax_driver.c"
#include "games/trax/board.h"

static void find(void *library, const char *name, void *function) {
    void *found = library ? dlsym(library, name) : NULL;
    if (!found) {
        fprintf(stderr, "trax_bus: %s\n", dlerror());
        exit(1);
    }
    memcpy(function, &found, sizeof found);
}

static void open_bus(const char *path) {
    void (*bus_open)(void);
    void *library = dlopen(path, RTLD_NOW);
    find(library, "bus_open", &bus_open);
    find(library, "bus_write", &bus_write);
    find(library, "bus_read", &bus_read);
    bus_open();
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

enum { POSITIONS_MOST = 1000 };

/* Whether a position has been compared before; notes it if not. */
static bool is_known(uint64_t seen[POSITIONS_MOST], int count, const trax_position *p) {
    uint64_t hash = trax_hash(p);
    for (int i = 0; i < count; i++)
        if (seen[i] == hash) return true;
    seen[count] = hash;
    return false;
}

int main(int count, char **words) {
    static const trax_rules rules = {.variant = TRAX_UNLIMITED};
    static trax_position p;
    static trax_move moves[TRAX_MOVES_MAX];
    static uint64_t seen[POSITIONS_MOST];
    error e = {0};
    if (count != 4 || atoi(words[3]) > POSITIONS_MOST) return 2;
    unsigned size = (unsigned)atoi(words[2]);
    int wanted = atoi(words[3]), compared = 0;
    open_bus(words[1]);
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
            if (!is_known(seen, compared, &p)) {
                if (!agree(hardware, software, &p)) return 1;
                compared++;
            }
            size_t legal = trax_list(&rules, &p, moves);
            trax_play(&rules, &p, moves[random_below(&random, (uint32_t)legal)], &u);
        }
    }
    printf("The same turn in %d positions.\n", compared);
    codesign_destroy(software);
    trax_player_destroy(hardware);
    return 0;
}
