/* Writes stimuli for the Damas board, so that a design can be compared with our device: random
 * games entered at the keypad, with refused squares, captures square by square, other keys, draws
 * and resets. Usage: damas_presses SETTINGS SEED ENTRIES */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "boards/damas/damas_lab.h"
#include "boards/damas/keypad.h"

/* What a design may need to search the captures of kings: by the official rules it does so while
 * keys settle, and they settle for 250,000 ticks on the real board but for few here. */
enum { KINGS_SEARCH = 4000 };

typedef struct player {
    device *board;
    const arbiter *arbiter;
    random_source random;
    uint32_t settle;
    bool official;
} player;

static uint32_t below(player *p, uint32_t n) { return random_below(&p->random, n); }

static void set(player *p, int pin, uint64_t value) {
    device_set(p->board, pin, value);
    printf("%llu %s=%llu\n", (unsigned long long)p->board->now, damas_lab_kind.pins[pin].name,
           (unsigned long long)value);
}

/* Lets time pass until the arbiter does something else, or for that many ticks. */
static void wait(player *p, uint64_t most) {
    uint64_t asks = UINT64_C(1) << DAMAS_LAB_ASKS, was = device_get(p->board, DAMAS_LAB_ASKS);
    for (uint64_t end = p->board->now + most;
         p->board->now < end && device_get(p->board, DAMAS_LAB_ASKS) == was;)
        device_advance_watching(p->board, asks, end - p->board->now);
}

/* Holds a key until it is taken; then it is released for some time, or the next one follows at
 * once. */
static void press(player *p, unsigned key) {
    if (below(p, 16) == 0) { /* another key before it */
        set(p, DAMAS_LAB_KEYS, 1 + below(p, 0xffff));
        device_advance(p->board, 1 + below(p, 3 * p->settle));
    }
    set(p, DAMAS_LAB_KEYS, UINT64_C(1) << key);
    wait(p, UINT64_C(12) * p->settle);
    if (below(p, 3) == 0) device_advance(p->board, 1 + below(p, 40));
    if (below(p, 3) == 0) return;
    set(p, DAMAS_LAB_KEYS, 0);
    device_advance(p->board, 1 + below(p, 3 * p->settle));
}

static bool busy(const player *p) { return p->arbiter->state > ARBITER_OVER; }

static void give_time_to_search(player *p) {
    const arbiter *a = p->arbiter;
    const damas_board *b = &a->position.board;
    int side = a->position.side;
    if (damas_capturers(a->rules->flags, b, side) & b->king[side])
        device_advance(p->board, KINGS_SEARCH);
}

static void enter(player *p, unsigned cell) {
    const unsigned keys[] = {cell / 8, 0xa, cell % 8, 0xa};
    for (int i = 0; i < 4; i++) {
        if (i == 3 && p->official) give_time_to_search(p);
        press(p, keys[i]);
    }
    while (busy(p)) device_advance(p->board, 1);
}

static unsigned cell_of(const player *p, int bit) {
    for (unsigned cell = 0; cell < ARBITER_CELLS; cell++)
        if (p->arbiter->bit[cell] == bit) return cell;
    return 0;
}

/* A square of a legal move: its origin, its end, or the next one on its way. */
static unsigned choose(player *p) {
    const arbiter *a = p->arbiter;
    bool origin = a->state == ARBITER_ORIGIN_ROW;
    int path[DAMAS_PATH_MAX];
    damas_list l;
    damas_list_moves(a->rules, &a->position, &l);
    if (l.count == 0 || below(p, 12) == 0) return below(p, ARBITER_CELLS);
    for (int tries = 0; tries < 1000; tries++) {
        damas_move m = l.move[below(p, (uint32_t)l.count)];
        if (origin) return cell_of(p, damas_from(m));
        if (damas_from(m) != a->bit[a->from]) continue;
        int squares = damas_path(a->rules->flags, &a->position.board, a->position.side, m, a->via,
                                 a->via_count, path);
        if (!device_get(p->board, DAMAS_LAB_MULTIPLE) || squares <= a->via_count + 1)
            return cell_of(p, damas_to(m));
        return cell_of(p, path[a->via_count + 1]);
    }
    return below(p, ARBITER_CELLS);
}

static void new_game(player *p) {
    set(p, DAMAS_LAB_RESET, 1);
    device_advance(p->board, 1 + below(p, 5));
    set(p, DAMAS_LAB_RESET, 0);
    set(p, DAMAS_LAB_KEYS, 0);
    set(p, DAMAS_LAB_DRAW1, 0);
    set(p, DAMAS_LAB_DRAW2, 0);
    device_advance(p->board, 70 + below(p, 100));
}

int main(int count, char **words) {
    error e;
    player p = {.random = random_seed(count == 4 ? strtoull(words[2], NULL, 10) : 0)};
    if (count != 4 || !(p.board = device_create(&damas_lab_kind, words[1], &e))) {
        fprintf(stderr, "damas_presses: %s\n", count == 4 ? e.message : "SETTINGS SEED ENTRIES");
        return 2;
    }
    p.arbiter = damas_lab_arbiter(p.board);
    const char *settle = strstr(words[1], "settle=");
    p.settle = settle ? (uint32_t)strtoul(settle + 7, NULL, 10) : KEYPAD_SETTLE;
    p.official = strstr(words[1], "rules=official") != NULL;
    printf("damero-trace 1\nboard damas\nsettings %s\n", words[1]);
    set(&p, DAMAS_LAB_RUN, 1);
    device_advance(p.board, 70);
    for (long i = strtol(words[3], NULL, 10); i > 0; i--) {
        if (below(&p, 4) == 0) set(&p, DAMAS_LAB_MULTIPLE, below(&p, 2));
        if (below(&p, 60) == 0) set(&p, DAMAS_LAB_DRAW1, below(&p, 2));
        if (below(&p, 60) == 0) set(&p, DAMAS_LAB_DRAW2, below(&p, 2));
        if (p.arbiter->state == ARBITER_OVER || below(&p, 400) == 0) new_game(&p);
        enter(&p, choose(&p));
    }
    printf("%llu\n", (unsigned long long)p.board->now);
    device_destroy(p.board);
    return 0;
}
