#include "engines/dots/levels.h"

const engine_level dots_levels[] = {
    [DOTS_BEGINNER] = {"beginner",
                       "takes the boxes it sees, counts no chains, now and then gives one away"},
    [DOTS_CASUAL] = {"casual", "gives nothing away while it need not, then the shortest chain; "
                               "always takes everything"},
    [DOTS_CLUB] = {"club", "counts chains and knows the double-cross, looks a little ahead"},
    [DOTS_STRONG] = {"strong", "fights for the number of chains early, plays endings well"},
    [DOTS_MASTER] = {"master", "thinks like full strength, for a fraction of a second"},
    [DOTS_FULL] = {"full", "everything, for as long as the limits allow"},
    {0},
};

uint64_t dots_level_nodes(int level) {
    static const uint64_t nodes[] = {
        [DOTS_CLUB] = 60, [DOTS_STRONG] = 1000, [DOTS_MASTER] = 16000, [DOTS_FULL] = 0};
    return dots_level_by_sight(level) ? 1 : nodes[level];
}

static uint16_t random_line(const dots_field *f, random_source *random) {
    uint32_t pick = random_below(random, f->lines);
    for (int word = 0;; word++) {
        uint64_t set = f->open[word];
        uint32_t count = (uint32_t)bits_count(set);
        if (pick >= count) {
            pick -= count;
            continue;
        }
        while (pick-- > 0) set &= set - 1;
        return (uint16_t)(word * 64 + bits_lowest(set));
    }
}

/* The number of lines drawn around the two boxes of a line. */
static int company(const dots_map *m, const dots_field *f, int line) {
    int drawn = 0;
    for (int i = 0; i < 2; i++) {
        uint8_t sides = f->sides[m->cell[line][i]];
        if (sides != DOTS_GROUND_SIDES) drawn += 4 - dots_degree(sides);
    }
    return drawn;
}

/* A safe line as people draw them: rather next to lines that are already there. */
static uint16_t sociable_line(const dots_map *m, const dots_field *f, const uint16_t *safe,
                              int count, random_source *random) {
    uint16_t best = safe[random_below(random, (uint32_t)count)];
    for (int i = 0; i < 2; i++) {
        uint16_t other = safe[random_below(random, (uint32_t)count)];
        if (company(m, f, other) > company(m, f, best)) best = other;
    }
    return best;
}

/* The beginner opens any chain; the casual player the shortest. */
static uint16_t chain_by_sight(const dots_map *m, const dots_field *f, int level,
                               random_source *random) {
    dots_chains found;
    dots_chains_find(m, f, &found);
    const dots_chain *choice = &found.chain[random_below(random, (uint32_t)found.count)];
    for (int i = 0; i < found.count && level > DOTS_BEGINNER; i++)
        if (found.chain[i].boxes < choice->boxes) choice = &found.chain[i];
    return choice->opening;
}

uint16_t dots_line_by_sight(const dots_map *m, const dots_outlook *o, int level,
                            random_source *random) {
    uint16_t safe[DOTS_LINES_MAX];
    bool careless = level == DOTS_BEGINNER && random_below(random, 100) < 12;
    if (o->haul.boxes > 0 && !careless) return dots_any_capture(m, o);
    if (careless) return random_line(&o->field, random);
    int count = dots_safe_lines(m, &o->field, safe);
    if (count > 0) return sociable_line(m, &o->field, safe, count, random);
    return chain_by_sight(m, &o->field, level, random);
}
