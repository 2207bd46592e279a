#include "boards/trax/player.h"

#include <stdlib.h>

#include "games/trax/board.h"

enum { REACH = 3 };

trax_player *trax_player_create(trax_driver driver, error *e) {
    trax_player *p = calloc(1, sizeof *p);
    if (!p) {
        error_set(e, "no memory for the player");
        return NULL;
    }
    p->driver = driver;
    trax_start(&p->there);
    trax_driver_reset(&p->driver);
    return p;
}

void trax_player_destroy(trax_player *p) { free(p); }

/* Row and column of a cell on the accelerator's board. */
static trax_label place_of(const trax_player *p, unsigned cell) {
    unsigned from = (cell - p->home) & TRAX_MASK;
    return (trax_label){(int)(from / TRAX_STRIDE), (int)(from % TRAX_STRIDE)};
}

static int least(int a, int b) { return a < b ? a : b; }

/* The smallest distance of a game's box to an edge; below 0 if it does not fit on the board. */
static int margin(const trax_player *p, const trax_position *wanted) {
    trax_label at = place_of(p, wanted->corner);
    int size = (int)p->driver.size;
    return least(least(at.row, at.column),
                 least(size - at.row - wanted->height, size - at.column - wanted->width));
}

static unsigned centred(const trax_player *p, const trax_position *wanted) {
    unsigned size = p->driver.size;
    unsigned above = (size - wanted->height) / 2, before = (size - wanted->width) / 2;
    return (wanted->corner - above * TRAX_STRIDE - before) & TRAX_MASK;
}

static void begin_again(trax_player *p, unsigned home) {
    trax_clear(&p->there);
    trax_driver_reset(&p->driver);
    p->turns = p->spaces = 0;
    p->home = home;
}

/* Whether all tiles on the accelerator are tiles of the game. */
static bool is_part_of(const trax_position *there, const trax_position *wanted) {
    for (unsigned i = 0; i < there->tiles; i++)
        if (there->tile[there->laid[i]] != wanted->tile[there->laid[i]]) return false;
    return there->tiles <= wanted->tiles;
}

static unsigned exchange(const trax_player *p, unsigned tile) {
    return p->exchanged ? 15u & ~tile : tile;
}

/* Places the missing tiles. A tile that is already there was forced. */
static void hand_over(trax_player *p, const trax_position *wanted) {
    static const trax_rules rules = {.variant = TRAX_UNLIMITED};
    trax_undo u;
    while (p->there.tiles < wanted->tiles) {
        for (unsigned i = 0; i < wanted->tiles; i++) {
            unsigned cell = wanted->laid[i], tile = wanted->tile[cell];
            if (p->there.tile[cell] || (p->there.tiles > 0 && !p->there.edges[cell])) continue;
            trax_label at = place_of(p, cell);
            trax_play(&rules, &p->there, trax_move_at(cell, tile), &u);
            p->spaces = trax_driver_place(&p->driver, (unsigned)at.row, (unsigned)at.column,
                                          exchange(p, tile));
            p->turns++;
        }
    }
}

bool trax_player_set(trax_player *p, const trax_position *wanted) {
    if (wanted->width > p->driver.size || wanted->height > p->driver.size) return false;
    int now = margin(p, wanted);
    bool known = p->there.tiles > 0 && is_part_of(&p->there, wanted) && now >= 0;
    unsigned was = p->home;
    p->home = centred(p, wanted);
    bool better = now < REACH && margin(p, wanted) > now;
    if (known && !better) p->home = was;
    else begin_again(p, p->home);
    hand_over(p, wanted);
    /* From the beginning the same tiles may take another number of turns than from what was there,
     * so the colours may have to be exchanged twice. */
    while (((p->turns & 1) ^ p->exchanged) != wanted->mover) {
        p->exchanged = !p->exchanged;
        begin_again(p, p->home);
        hand_over(p, wanted);
    }
    return true;
}

bool trax_player_has_room(const trax_player *p, const trax_position *set) {
    unsigned most = (1u << p->driver.fields.address) - 1;
    return set->tiles == 0 || (margin(p, set) >= REACH && p->spaces < most);
}

static int value_of(const trax_verdict *v) {
    codesign_report r = {.illegal = v->invalid,
                         .winner = v->won    ? 0
                                   : v->lost ? 1
                                             : GAME_NOBODY,
                         .loses = v->loses,
                         .own_threats = v->own_threats,
                         .own_corners = v->own_corners,
                         .other_corners = v->other_corners};
    return codesign_value(&r, 0);
}

typedef struct choosing {
    trax_player *player;
    const codesign_limit *limit;
    void (*watch)(void *context, const trax_evaluated *);
    void *context;
    trax_choice best;
} choosing;

static bool is_over(const choosing *c) {
    return c->best.value == CODESIGN_WON || (c->limit && codesign_limit_reached(c->limit));
}

static void evaluate(choosing *c, unsigned row, unsigned column, unsigned tile) {
    trax_player *p = c->player;
    trax_driver *d = &p->driver;
    uint32_t start = c->watch ? trax_driver_cycles(d) : 0;
    trax_evaluated e = {.verdict = trax_driver_evaluate(d, row, column, exchange(p, tile))};
    e.order = d->order;
    e.result = d->result;
    e.move = trax_move_at((p->home + row * TRAX_STRIDE + column) & TRAX_MASK, tile);
    e.value = value_of(&e.verdict);
    c->best.evaluated++;
    if (c->watch) {
        e.cycles = trax_driver_cycles(d) - start;
        c->watch(c->context, &e);
    }
    if (e.verdict.invalid || e.value <= c->best.value) return;
    c->best.move = e.move;
    c->best.value = e.value;
}

trax_choice trax_player_choose(trax_player *p, const codesign_limit *limit,
                               void (*watch)(void *context, const trax_evaluated *),
                               void *context) {
    static const uint8_t order[6] = {6, 9, 3, 12, 5, 10}; /* a space's tiles in the game's order */
    choosing c = {.player = p, .limit = limit, .watch = watch, .context = context};
    uint32_t start = trax_driver_cycles(&p->driver);
    c.best.value = -1;
    if (p->there.tiles == 0) { /* the two first turns of the rules */
        unsigned middle = p->driver.size / 2;
        p->home = (TRAX_START - middle * (TRAX_STRIDE + 1)) & TRAX_MASK;
        evaluate(&c, middle, middle, 6);
        evaluate(&c, middle, middle, 5);
    }
    for (unsigned address = 0; address < p->spaces && !is_over(&c); address++) {
        trax_entry entry = trax_driver_read(&p->driver, address);
        for (int i = 0; i < 6 && !is_over(&c); i++)
            if (entry.tiles >> exchange(p, order[i]) & 1)
                evaluate(&c, entry.row, entry.column, order[i]);
    }
    c.best.cycles = trax_driver_cycles(&p->driver) - start;
    return c.best;
}
