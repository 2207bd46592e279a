#include "engines/damas/build.h"

#include <stdlib.h>
#include <string.h>

#include "engines/damas/parallel.h"
#include "games/damas/moves.h"

/* `left` of a position is the number of its moves still to be tried, or one of these. */
enum {
    NEVER_LOST = 254, /* it has a move that does not lose */
    SETTLED = 255,    /* its code is final: all its moves leave the slice */
    CODE_MAX = 255,
};

enum { CHECK_PART = 1 << 22 }; /* positions checked between two calls of the watch */

/* Codes of lost positions are odd, of won ones even; 0 is drawn, or not known yet. */
static bool is_lost(unsigned code) { return code % 2 == 1; }
static bool is_won(unsigned code) { return code != 0 && code % 2 == 0; }

typedef struct work {
    const damas_tables *known;
    bool distances;       /* codes are to be exact, as they will be stored */
    damas_slice slice[2]; /* the slice and its mirror */
    uint8_t *codes[2], *left[2];
    int which;        /* the slice that the current pass goes over */
    unsigned level;   /* the code of the positions whose results the pass sends back */
    atomic_uint most; /* the largest code so far */
    atomic_ullong won_or_lost;
    atomic_bool too_long;
} work;

static uint8_t load(const uint8_t *at) { return __atomic_load_n(at, __ATOMIC_RELAXED); }
static void store(uint8_t *at, unsigned v) { __atomic_store_n(at, (uint8_t)v, __ATOMIC_RELAXED); }

/* The code of a position of another slice, for the side to move. If its distance is not wanted or
 * not stored, uses the shortest possible one: that affects only the order of the work. */
static unsigned known_code(const damas_tables *t, const damas_board *b, int side, bool distances) {
    if (!damas_of(b, side)) return 1;
    int distance = distances ? damas_tables_distance(t, b, side) : -1;
    if (distance >= 0) return (unsigned)distance + 1;
    damas_value value = damas_tables_value(t, b, side);
    return value == DAMAS_WON ? 2 : value == DAMAS_LOST ? 1 : 0;
}

/* What a position's moves into other slices lead to. */
typedef struct outlook {
    unsigned win, loss; /* the code of the fastest win, of the slowest loss; 0: none */
    bool draw;
} outlook;

static void look(outlook *o, unsigned code) {
    if (is_lost(code)) {
        if (!o->win || code + 1 < o->win) o->win = code + 1;
    } else if (is_won(code)) {
        if (code + 1 > o->loss) o->loss = code + 1;
    } else o->draw = true;
}

static unsigned settled_code(const outlook *o) { return o->win ? o->win : o->draw ? 0 : o->loss; }

static bool leaves_slice(const damas_board *b, damas_move m) {
    return damas_captured(m) ||
           ((b->man[0] & damas_one(damas_from(m))) && (damas_one(damas_to(m)) & DAMAS_LAST_ROW));
}

/* The outlook of the moves that leave the slice; *stay is the number of those that do not. */
static outlook look_out(const damas_tables *known, const damas_board *b, bool distances,
                        int *stay) {
    damas_list l;
    outlook o = {0};
    *stay = 0;
    damas_generate(known->flags, b, 0, &l);
    if (l.count == 0) o.loss = 1;
    for (int i = 0; i < l.count; i++) {
        if (!leaves_slice(b, l.move[i])) {
            ++*stay;
            continue;
        }
        damas_board next = *b;
        damas_board_play(&next, 0, l.move[i]);
        look(&o, known_code(known, &next, 1, distances));
    }
    return o;
}

static void give(work *w, uint8_t *code, unsigned value) {
    if (value > CODE_MAX) {
        atomic_store(&w->too_long, true);
        return;
    }
    store(code, value);
    unsigned most = atomic_load_explicit(&w->most, memory_order_relaxed);
    while (value > most && !atomic_compare_exchange_weak(&w->most, &most, value)) continue;
}

static void first_pass(void *context, uint64_t first, uint64_t last) {
    work *w = context;
    int k = w->which;
    for (uint64_t i = first; i < last; i++) {
        damas_board b = damas_board_at(&w->slice[k], i);
        int stay;
        outlook o = look_out(w->known, &b, w->distances, &stay);
        bool settled = stay == 0;
        w->left[k][i] = settled ? SETTLED : o.win || o.draw ? NEVER_LOST : (uint8_t)stay;
        unsigned code = settled ? settled_code(&o) : o.win;
        if (code) give(w, &w->codes[k][i], code);
    }
}

/* Tells position q of the mirror slice that it can move to a position with code w->level. */
static void tell(work *w, const damas_board *q) {
    int k = w->which ^ 1;
    uint64_t number = damas_rank_board(&w->slice[k], q);
    uint8_t *code = &w->codes[k][number], *left = &w->left[k][number];
    unsigned now = load(code), open = load(left);
    if (open == SETTLED) return;
    if (is_lost(w->level)) {
        if (now == 0 || now > w->level + 1) give(w, code, w->level + 1);
        return;
    }
    if (open == NEVER_LOST || now) return;
    if (__atomic_sub_fetch(left, 1, __ATOMIC_RELAXED) != 0) return;
    unsigned value = w->level + 1;
    if (damas_step(q->man[0], DAMAS_UP_LEFT) & DAMAS_LAST_ROW ||
        damas_step(q->man[0], DAMAS_UP_RIGHT) & DAMAS_LAST_ROW) {
        int stay; /* a promotion may be the slowest loss */
        outlook o = look_out(w->known, q, w->distances, &stay);
        if (o.loss > value) value = o.loss;
    }
    give(w, code, value);
}

/* Tells every predecessor of this position by a quiet move. */
static void tell_all(work *w, const damas_board *p) {
    damas_board t = damas_turned(p); /* side 0 has just moved */
    damas_set empty = damas_empty(&t);
    for (damas_set men = t.man[0]; men;) {
        damas_set to = damas_one(bits_take(&men));
        for (damas_set from = (to >> 4 | to >> 5) & empty; from; from &= from - 1) {
            damas_board q = t;
            q.man[0] ^= to | (from & (0 - from));
            tell(w, &q);
        }
    }
    for (damas_set kings = t.king[0]; kings;) {
        int to = bits_take(&kings);
        damas_set from = 0;
        for (int d = 0; d < 4; d++)
            from |= w->known->flags & DAMAS_FLYING ? damas_slide(to, d, ~empty)
                                                   : damas_step(damas_one(to), d) & empty;
        for (; from; from &= from - 1) {
            damas_board q = t;
            q.king[0] ^= damas_one(to) | (from & (0 - from));
            tell(w, &q);
        }
    }
}

static void level_pass(void *context, uint64_t first, uint64_t last) {
    work *w = context;
    const uint8_t *codes = w->codes[w->which];
    uint64_t found = 0;
    for (uint64_t i = first; i < last; i++) {
        if (load(&codes[i]) != w->level) continue;
        damas_board p = damas_board_at(&w->slice[w->which], i);
        tell_all(w, &p);
        found++;
    }
    atomic_fetch_add(&w->won_or_lost, found);
}

static bool same(damas_material a, damas_material b) { return memcmp(&a, &b, sizeof a) == 0; }

static bool allocate(work *w, damas_material m, error *e) {
    bool alone = same(m, damas_mirror(m));
    for (int k = 0; k < 2; k++) {
        w->slice[k] = damas_slice_of(k == 0 ? m : damas_mirror(m));
        if (k == 1 && alone) {
            w->codes[1] = w->codes[0];
            w->left[1] = w->left[0];
            return true;
        }
        w->codes[k] = calloc((size_t)w->slice[k].size, 1);
        w->left[k] = calloc((size_t)w->slice[k].size, 1);
        if (!w->codes[k] || !w->left[k])
            return error_set(e, "no memory for a slice of %llu positions",
                             (unsigned long long)w->slice[k].size);
    }
    return true;
}

static void free_pair(uint8_t *pair[2]) {
    if (pair[1] != pair[0]) free(pair[1]);
    free(pair[0]);
    pair[0] = pair[1] = NULL;
}

static bool solve(work *w, int threads, const damas_build_watch *watch, error *e) {
    int slices = w->codes[1] == w->codes[0] ? 1 : 2;
    uint64_t size = w->slice[0].size + (slices == 2 ? w->slice[1].size : 0);
    for (w->which = 0; w->which < slices; w->which++)
        damas_parallel(threads, w->slice[w->which].size, first_pass, w);
    for (w->level = 1; w->level <= atomic_load(&w->most); w->level++) {
        for (w->which = 0; w->which < slices; w->which++)
            damas_parallel(threads, w->slice[w->which].size, level_pass, w);
        if (atomic_load(&w->too_long))
            return error_set(e, "a win takes longer than %d plies", CODE_MAX - 1);
        if (!watch) continue;
        if (watch->stop && atomic_load(watch->stop)) return error_set(e, "stopped");
        if (watch->progress)
            watch->progress(watch->context, w->slice[0].material, (int)w->level - 1,
                            atomic_load(&w->won_or_lost), size);
    }
    return true;
}

bool damas_build(const damas_tables *known, damas_material m, int threads,
                 const damas_build_watch *watch, damas_built *built, error *e) {
    work w = {.known = known, .distances = damas_has_distances(known->flags, m)};
    bool good = allocate(&w, m, e) && solve(&w, threads, watch, e);
    free_pair(w.left);
    if (!good) free_pair(w.codes);
    *built = (damas_built){.slice = {w.slice[0], w.slice[1]}, .codes = {w.codes[0], w.codes[1]}};
    return good;
}

void damas_built_free(damas_built *b) { free_pair(b->codes); }

int damas_build_order(int pieces, damas_material order[DAMAS_SLICES]) {
    int count = 0;
    for (int n = 2; n <= pieces; n++)
        for (int all_men = 0; all_men <= n; all_men++)
            for (int men = 0; men <= all_men; men++)
                for (int kings = 0; kings <= n - all_men; kings++) {
                    damas_material m = {(uint8_t)men, (uint8_t)kings, (uint8_t)(all_men - men),
                                        (uint8_t)(n - all_men - kings)};
                    bool both = m.men + m.kings > 0 && m.their_men + m.their_kings > 0;
                    if (both && damas_material_number(m) <= damas_material_number(damas_mirror(m)))
                        order[count++] = m;
                }
    return count;
}

static bool add_built(damas_tables *t, const damas_built *b, damas_content content, error *e) {
    for (int k = 0; k < 2 && (k == 0 || b->codes[1] != b->codes[0]); k++) {
        size_t length;
        uint8_t *image = damas_image(t->flags, &b->slice[k], content, b->codes[k], &length, e);
        bool good = image && damas_tables_add(t, image, length, e);
        free(image);
        if (!good) return false;
    }
    return true;
}

damas_tables *damas_build_all(unsigned flags, int pieces, int threads,
                              const damas_build_watch *watch, error *e) {
    damas_material order[DAMAS_SLICES];
    int count = damas_build_order(pieces, order);
    damas_tables *t = damas_tables_create(flags, e);
    bool good = t != NULL;
    for (int i = 0; good && i < count; i++) {
        damas_built b;
        good = damas_build(t, order[i], threads, watch, &b, e);
        if (!good) break;
        good = add_built(t, &b, DAMAS_VALUES, e);
        if (good && damas_has_distances(flags, order[i]))
            good = add_built(t, &b, DAMAS_DISTANCES, e);
        damas_built_free(&b);
    }
    if (good) return t;
    damas_tables_destroy(t);
    return NULL;
}

typedef struct check {
    const damas_tables *tables;
    damas_slice slice;
    bool exact;          /* distances are stored and compared too */
    uint64_t first;      /* the first position of the current part */
    atomic_ullong wrong; /* a wrong position, or the size of the slice */
} check;

static void check_pass(void *context, uint64_t first, uint64_t last) {
    check *c = context;
    for (uint64_t i = c->first + first; i < c->first + last; i++) {
        damas_board b = damas_board_at(&c->slice, i);
        damas_list l;
        outlook o = {.loss = 0};
        damas_generate(c->tables->flags, &b, 0, &l);
        if (l.count == 0) o.loss = 1;
        /* Without distances the first win is enough. */
        for (int j = 0; j < l.count && (c->exact || !o.win); j++) {
            damas_board next = b;
            damas_board_play(&next, 0, l.move[j]);
            look(&o, known_code(c->tables, &next, 1, c->exact));
        }
        unsigned right = settled_code(&o), ours = known_code(c->tables, &b, 0, c->exact);
        bool agrees = c->exact ? right == ours
                               : is_won(right) == is_won(ours) && is_lost(right) == is_lost(ours);
        if (!agrees) atomic_store(&c->wrong, i);
    }
}

bool damas_verify(const damas_tables *t, damas_material m, int threads,
                  const damas_build_watch *watch, error *e) {
    const damas_table *table = t->table[damas_material_number(m)];
    if (!table || !table->values) return error_set(e, "there is no such table");
    check c = {.tables = t,
               .slice = table->slice,
               .exact = table->distances != NULL,
               .wrong = table->slice.size};
    while (c.first < c.slice.size) {
        if (watch && watch->stop && atomic_load(watch->stop)) return error_set(e, "stopped");
        uint64_t left = c.slice.size - c.first, part = left < CHECK_PART ? left : CHECK_PART;
        damas_parallel(threads, part, check_pass, &c);
        uint64_t wrong = atomic_load(&c.wrong);
        if (wrong != c.slice.size)
            return error_set(e, "table: position %llu is wrong", (unsigned long long)wrong);
        c.first += part;
        if (watch && watch->checked) watch->checked(watch->context, m, c.first, c.slice.size);
    }
    return true;
}
