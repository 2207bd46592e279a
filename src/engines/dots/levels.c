#include "engines/dots/levels.h"

const engine_level dots_levels[] = {
    [ENGINE_BEGINNER] = {"beginner", "takes boxes it sees, counts no chains, often gives one away"},
    [ENGINE_NOVICE] = {"novice", "seldom gives a box away before it must, then a short chain"},
    [ENGINE_CASUAL] = {"casual", "gives up the shortest chain, sometimes counts chains"},
    [ENGINE_CLUB] = {"club", "often counts chains and knows the double-cross"},
    [ENGINE_STRONG] = {"strong", "counts chains, looks a little ahead"},
    [ENGINE_EXPERT] = {"expert", "counts chains, looks further ahead"},
    [ENGINE_MASTER] = {"master", "fights for the number of chains early, plays endings well"},
    [ENGINE_FULL] = {"full", "everything, for as long as the limits allow"},
    {0},
};

/* What makes a level weaker than full strength. */
typedef struct strength {
    uint64_t nodes; /* limit of a search; 0 below full strength: plays by sight alone */
    int sight;      /* percentage of moves played by sight */
    int careless;   /* percentage of those that are random lines */
    bool shortest;  /* gives up the shortest chain, not any */
} strength;

static const strength strengths[] = {
    [ENGINE_BEGINNER] = {.sight = 100, .careless = 14},
    [ENGINE_NOVICE] = {.sight = 100, .careless = 6, .shortest = true},
    [ENGINE_CASUAL] = {.nodes = 60, .sight = 73, .shortest = true},
    [ENGINE_CLUB] = {.nodes = 160, .sight = 18, .shortest = true},
    [ENGINE_STRONG] = {.nodes = 1300, .sight = 4, .shortest = true},
    [ENGINE_EXPERT] = {.nodes = 3300, .sight = 1, .shortest = true},
    [ENGINE_MASTER] = {.nodes = 15000},
    [ENGINE_FULL] = {0},
};

uint64_t dots_level_nodes(int level) { return strengths[level].nodes; }

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

static uint16_t chain_by_sight(const dots_map *m, const dots_field *f, bool shortest,
                               random_source *random) {
    dots_chains found;
    dots_chains_find(m, f, &found);
    const dots_chain *choice = &found.chain[random_below(random, (uint32_t)found.count)];
    for (int i = 0; i < found.count && shortest; i++)
        if (found.chain[i].boxes < choice->boxes) choice = &found.chain[i];
    return choice->opening;
}

static bool happens(int percentage, random_source *random) {
    return (int)random_below(random, 100) < percentage;
}

uint16_t dots_line_by_sight(const dots_map *m, const dots_outlook *o, int level,
                            random_source *random) {
    uint16_t safe[DOTS_LINES_MAX];
    const strength *s = &strengths[level];
    if (!happens(s->sight, random)) return DOTS_NO_LINE;
    if (happens(s->careless, random)) return random_line(&o->field, random);
    if (o->haul.boxes > 0) return dots_any_capture(m, o);
    int count = dots_safe_lines(m, &o->field, safe);
    if (count > 0) return sociable_line(m, &o->field, safe, count, random);
    return chain_by_sight(m, &o->field, s->shortest, random);
}
