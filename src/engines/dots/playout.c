#include "engines/dots/playout.h"

static const dots_chain *shortest_of(const dots_chains *found) {
    const dots_chain *best = &found->chain[0];
    for (int i = 1; i < found->count; i++) {
        const dots_chain *c = &found->chain[i];
        int longer = c->boxes - best->boxes;
        /* Among equals prefer a link: taking it removes a joint. */
        if (longer < 0 || (longer == 0 && c->kind == DOTS_LINK && best->kind != DOTS_LINK))
            best = c;
    }
    return best;
}

/* The value of a quiet field without safe lines; overwrites it. */
static int play_ending(const dots_map *m, dots_field *f) {
    dots_haul hauls[DOTS_CHAINS_MAX];
    dots_chains found;
    int count = 0;
    for (;;) {
        dots_chains_find(m, f, &found);
        if (found.joints == 0) break;
        hauls[count++] = dots_field_open(m, f, shortest_of(&found)->opening);
    }
    int value = dots_chains_value(&found);
    while (count > 0) value = -dots_haul_value(hauls[--count], value);
    return value;
}

int dots_playout(const dots_map *m, dots_field *f, random_source *random, dots_trail *trail) {
    uint16_t lines[DOTS_LINES_MAX];
    int count = 0, drawn = 0;
    for (int word = 0; word * 64 < m->rules->lines; word++)
        for (uint64_t set = f->open[word]; set;) {
            int line = word * 64 + bits_take(&set);
            if (dots_is_safe(m, f, line)) lines[count++] = (uint16_t)line;
        }
    /* A line that is no longer safe never becomes safe again, so one pass in random order will do.
     */
    while (count > 0) {
        uint32_t pick = random_below(random, (uint32_t)count);
        int line = lines[pick];
        lines[pick] = lines[--count];
        if (!dots_is_safe(m, f, line)) continue;
        dots_field_draw(m, f, line);
        if (trail) trail->line[drawn] = (uint16_t)line;
        drawn++;
    }
    if (trail) trail->count = drawn;
    int value = play_ending(m, f);
    return drawn % 2 ? -value : value;
}
