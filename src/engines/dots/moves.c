#include "engines/dots/moves.h"

#include "base/hash.h"

/* A walk along a chain in one direction. */
typedef struct walk {
    int boxes;     /* passed after the first */
    int end;       /* the cell after the last: a joint, ground, or the start of a loop */
    uint16_t line; /* the first line */
    uint64_t keys; /* of the lines passed */
} walk;

static walk walk_chain(const dots_map *m, const dots_field *f, int start, int side,
                       uint64_t *seen) {
    walk w = {.line = m->line_at[start][side]};
    for (int cell = start;;) {
        w.keys ^= m->key[m->line_at[cell][side]];
        cell += m->step[side];
        w.end = cell;
        if (cell == start || dots_degree(f->sides[cell]) != 2) return w;
        bits_add(seen, (size_t)cell);
        w.boxes++;
        side = bits_lowest(f->sides[cell] & ~(1u << (3 - side)));
    }
}

void dots_chains_find(const dots_map *m, const dots_field *f, dots_chains *found) {
    uint64_t seen[DOTS_CELL_WORDS] = {0};
    found->count = found->links = found->joints = 0;
    uint64_t rest = f->hash, lengths = 0;
    for (int cell = m->stride + 1, last = m->cells - m->stride - 1; cell < last; cell++) {
        int degree = bits_count(f->sides[cell] & 15);
        found->joints += degree >= 3;
        if (degree != 2 || bits_has(seen, (size_t)cell)) continue;
        int first = bits_lowest(f->sides[cell]);
        walk ahead = walk_chain(m, f, cell, first, seen);
        dots_chain chain = {
            .boxes = (uint16_t)(ahead.boxes + 1), .kind = DOTS_LOOP, .opening = ahead.line};
        uint64_t keys = ahead.keys;
        if (ahead.end != cell) {
            int second = bits_lowest(f->sides[cell] & ~(1u << first));
            walk back = walk_chain(m, f, cell, second, seen);
            keys ^= back.keys;
            bool apart =
                f->sides[ahead.end] == DOTS_GROUND_SIDES && f->sides[back.end] == DOTS_GROUND_SIDES;
            chain.boxes = (uint16_t)(chain.boxes + back.boxes);
            chain.kind = apart ? DOTS_CHAIN : DOTS_LINK;
            /* In a chain of two boxes, open the line towards the other box. */
            if (ahead.boxes == 0) chain.opening = back.line;
        }
        found->links += chain.kind == DOTS_LINK;
        if (chain.kind != DOTS_LINK) {
            rest ^= keys;
            lengths += hash_mix(chain.boxes * 2u + chain.kind + 1000);
        }
        found->chain[found->count++] = chain;
    }
    found->key = rest + lengths;
}

int dots_safe_lines(const dots_map *m, const dots_field *f, uint16_t lines[DOTS_LINES_MAX]) {
    int count = 0;
    for (int i = 0; i < m->rules->lines; i++) {
        int line = m->centre_first[i], twin = m->twin[line];
        if (!dots_is_open(f, line) || (twin < line && dots_is_open(f, twin))) continue;
        if (dots_is_safe(m, f, line)) lines[count++] = (uint16_t)line;
    }
    return count;
}

int dots_openings(const dots_chains *found, dots_chain openings[DOTS_CHAINS_MAX]) {
    const dots_chain *shortest[DOTS_HANDOVERS] = {NULL, NULL, NULL};
    int count = 0;
    for (int i = 0; i < found->count; i++) {
        const dots_chain *c = &found->chain[i];
        if (c->kind != DOTS_LINK) {
            const dots_chain **s = &shortest[dots_independent_handover(*c) / 2];
            if (!*s || c->boxes < (*s)->boxes) *s = c;
        } else {
            openings[count++] = *c;
        }
    }
    for (int k = 0; k < DOTS_HANDOVERS; k++)
        if (shortest[k]) openings[count++] = *shortest[k];
    for (int i = 1; i < count; i++) {
        dots_chain c = openings[i];
        int at = i;
        for (; at > 0 && openings[at - 1].boxes > c.boxes; at--) openings[at] = openings[at - 1];
        openings[at] = c;
    }
    return count;
}
