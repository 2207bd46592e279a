#include "engines/dots/solver/key.h"

#include <string.h>

#include "base/wide.h"

static uint64_t border_lines(const dots_graph *graph, int box) {
    uint64_t border = 0;
    for (uint64_t lines = graph->box_lines[box]; lines != 0; lines &= lines - 1) {
        int line = __builtin_ctzll(lines);
        if (graph->ends[line].box[0] == DOTS_GROUND || graph->ends[line].box[1] == DOTS_GROUND) {
            border |= UINT64_C(1) << line;
        }
    }
    return border;
}

static void find_groups(dots_keyer *keyer) {
    for (int box = 0; box < keyer->graph->box_count; box++) {
        uint64_t border = border_lines(keyer->graph, box);
        if (__builtin_popcountll(border) >= 2) {
            keyer->group[keyer->group_count++] = border;
        }
    }
}

static uint64_t lowest(uint64_t set, int count) {
    uint64_t chosen = 0;
    for (; count > 0; count--) {
        chosen |= set & (~set + 1);
        set &= set - 1;
    }
    return chosen;
}

/* Changes a symmetry so that the i-th line of a group goes to the i-th line of the image group.
 * Then it maps normalised sets to normalised sets.
 */
static void straighten(const dots_keyer *keyer, uint8_t *symmetry) {
    for (int g = 0; g < keyer->group_count; g++) {
        uint64_t image = 0;
        for (uint64_t set = keyer->group[g]; set != 0; set &= set - 1) {
            image |= UINT64_C(1) << symmetry[__builtin_ctzll(set)];
        }
        for (uint64_t set = keyer->group[g]; set != 0; set &= set - 1, image &= image - 1) {
            symmetry[__builtin_ctzll(set)] = (uint8_t)__builtin_ctzll(image);
        }
    }
}

static void tabulate(uint64_t image[DOTS_KEY_DIGITS][DOTS_KEY_DIGIT_VALUES], int line_count,
                     const uint8_t *symmetry) {
    for (int line = 0; line < line_count; line++) {
        for (int value = 0; value < DOTS_KEY_DIGIT_VALUES; value++) {
            if ((value >> line % 6 & 1) != 0) {
                image[line / 6][value] |= UINT64_C(1) << symmetry[line];
            }
        }
    }
}

void dots_keyer_init(dots_keyer *keyer, const dots_graph *graph) {
    memset(keyer, 0, sizeof *keyer);
    keyer->graph = graph;
    keyer->digits = (graph->line_count + 5) / 6;
    for (int box = 0; box < graph->box_count; box++) {
        keyer->salt += hash_mix(graph->box_lines[box]);
    }
    keyer->salt = hash_mix(keyer->salt + (uint64_t)graph->line_count);
    find_groups(keyer);
    for (int s = 0; s < graph->symmetry_count; s++) {
        uint8_t symmetry[DOTS_MAX_LINES];
        memcpy(symmetry, graph->symmetry[s], sizeof symmetry);
        straighten(keyer, symmetry);
        tabulate(keyer->image[s], graph->line_count, symmetry);
    }
}

uint64_t dots_keyer_normalise(const dots_keyer *keyer, uint64_t open) {
    for (int g = 0; g < keyer->group_count; g++) {
        uint64_t group = keyer->group[g];
        open = (open & ~group) | lowest(group, __builtin_popcountll(open & group));
    }
    return open;
}

uint64_t dots_keyer_distinct(const dots_keyer *keyer, uint64_t safe) {
    for (int g = 0; g < keyer->group_count; g++) {
        uint64_t open = safe & keyer->group[g];
        /* Keep the highest: drawing it leaves the set normalised. */
        if ((open & (open - 1)) != 0) {
            safe &= ~open | UINT64_C(1) << (63 - __builtin_clzll(open));
        }
    }
    return safe;
}

/* The key of a set of lines of this very graph, up to the symmetries of the graph. */
static dots_key line_set_key(const dots_keyer *keyer, uint64_t lines) {
    uint64_t least = lines;
    for (int s = 0; s < keyer->graph->symmetry_count; s++) {
        uint64_t image = 0;
        for (int digit = 0; digit < keyer->digits; digit++) {
            image |= keyer->image[s][digit][lines >> (6 * digit) & 63];
        }
        least = image < least ? image : least;
    }
    return (dots_key){hash_mix(least + keyer->salt), hash_mix(least ^ ~keyer->salt)};
}

enum { MAX_EDGES = 2 * DOTS_KEY_JOINTS };

/* The graph of joints: its edges are safe lines and links from joint to joint. A joint's first
 * colour is the sum of the labels of all links around it, which includes its degree.
 */
struct sketch {
    int joint_count, edge_count;
    uint64_t colour[DOTS_KEY_JOINTS];
    struct {
        uint64_t label;
        uint8_t from, to;
    } edge[MAX_EDGES];
};

static void draw_sketch(struct sketch *sketch, uint64_t joints, const dots_survey *survey) {
    uint8_t number[DOTS_MAX_INNER]; /* of a joint */
    sketch->joint_count = 0;
    sketch->edge_count = 0;
    for (; joints != 0; joints &= joints - 1) {
        int box = __builtin_ctzll(joints);
        sketch->colour[sketch->joint_count] = survey->colour[box];
        number[box] = (uint8_t)sketch->joint_count++;
    }
    for (uint64_t rest = survey->inner; rest != 0; rest &= rest - 1) {
        dots_link link = survey->link[__builtin_ctzll(rest)];
        int e = sketch->edge_count++;
        sketch->edge[e].label = dots_link_label(link.boxes, false);
        sketch->edge[e].from = number[link.end[0]];
        sketch->edge[e].to = number[link.end[1]];
    }
}

static uint64_t end_hash(uint64_t colour, uint64_t label) {
    uint64_t x = (colour ^ label) * UINT64_C(0x9FB21C651E98DF25);
    return x ^ x >> 32;
}

/* A hash of twice the width, for sums. */
static wide spread(uint64_t x) { return wide_product(x, x ^ UINT64_C(0x94D049BB133111EB)); }

/* One round of colour refinement: a joint's colour takes in its neighbours' colours. */
static void refine(struct sketch *sketch) {
    uint64_t sum[DOTS_KEY_JOINTS] = {0};
    for (int e = 0; e < sketch->edge_count; e++) {
        uint8_t from = sketch->edge[e].from;
        uint8_t to = sketch->edge[e].to;
        sum[from] += end_hash(sketch->colour[to], sketch->edge[e].label);
        sum[to] += end_hash(sketch->colour[from], sketch->edge[e].label);
    }
    for (int i = 0; i < sketch->joint_count; i++) {
        uint64_t x = (sketch->colour[i] + 3 * sum[i]) * UINT64_C(0xBF58476D1CE4E5B9);
        sketch->colour[i] = x ^ x >> 32;
    }
}

static int count_colours(const struct sketch *sketch) {
    int distinct = 0;
    for (int i = 0; i < sketch->joint_count; i++) {
        bool is_new = true;
        for (int j = 0; j < i; j++) {
            is_new = is_new && sketch->colour[j] != sketch->colour[i];
        }
        distinct += is_new;
    }
    return distinct;
}

/* Whether the graph of joints, without the ground, has at least two independent cycles. */
static bool has_two_cycles(const struct sketch *sketch) {
    int part[DOTS_KEY_JOINTS];
    for (int i = 0; i < sketch->joint_count; i++) {
        part[i] = i;
    }
    int cycles = 0;
    for (int e = 0; e < sketch->edge_count; e++) {
        int from = part[sketch->edge[e].from];
        int to = part[sketch->edge[e].to];
        cycles += from == to;
        for (int i = 0; i < sketch->joint_count; i++) {
            part[i] = part[i] == from ? to : part[i];
        }
    }
    return cycles >= 2;
}

/* What an edge adds to the sum of a graph. */
static wide edge_hash(uint64_t from_colour, uint64_t to_colour, uint64_t label) {
    return spread((from_colour | 1) * (to_colour | 1) + label);
}

/* The sum for graphs whose joints have different colours from the start, as most do. False if they
 * may not have. */
static bool plain_sum(uint64_t joints, const dots_survey *survey, wide *total) {
    uint64_t seen = 0, also_seen = 0;
    int count = __builtin_popcountll(joints);
    *total = (wide){0};
    for (; joints != 0; joints &= joints - 1) {
        uint64_t colour = survey->colour[__builtin_ctzll(joints)];
        seen |= UINT64_C(1) << (colour >> 58);
        also_seen |= UINT64_C(1) << (colour >> 50 & 63);
        *total = wide_sum(*total, spread(colour));
    }
    if (__builtin_popcountll(seen) != count && __builtin_popcountll(also_seen) != count) {
        return false;
    }
    for (uint64_t rest = survey->inner; rest != 0; rest &= rest - 1) {
        dots_link link = survey->link[__builtin_ctzll(rest)];
        *total =
            wide_sum(*total, edge_hash(survey->colour[link.end[0]], survey->colour[link.end[1]],
                                       dots_link_label(link.boxes, false)));
    }
    return true;
}

/* The sum of a graph after as much refinement as it needs. If some joints keep equal colours,
 * refinement still distinguishes graphs with at most one cycle; with more cycles it may not (it
 * cannot tell two squares from an octagon), so it returns false.
 */
static bool refined_sum(uint64_t joints, const dots_survey *survey, wide *total) {
    struct sketch sketch;
    draw_sketch(&sketch, joints, survey);
    int colours = 0;
    for (int now; (now = count_colours(&sketch)) < sketch.joint_count; colours = now) {
        if (now == colours) {
            if (has_two_cycles(&sketch)) {
                return false;
            }
            break;
        }
        refine(&sketch);
    }
    *total = (wide){0};
    for (int i = 0; i < sketch.joint_count; i++) {
        *total = wide_sum(*total, spread(sketch.colour[i]));
    }
    for (int e = 0; e < sketch.edge_count; e++) {
        *total =
            wide_sum(*total, edge_hash(sketch.colour[sketch.edge[e].from],
                                       sketch.colour[sketch.edge[e].to], sketch.edge[e].label));
    }
    return true;
}

/* The key of the graph of joints up to isomorphism, by colour refinement (Weisfeiler and Leman).
 * If all joints have different colours, the coloured edges describe the graph completely. If it
 * returns false the position is keyed by its lines; as that depends only on the graph, equivalent
 * positions agree.
 */
static bool graph_key(uint64_t joints, const dots_survey *survey, dots_key *key) {
    wide total;
    if (!plain_sum(joints, survey, &total) && !refined_sum(joints, survey, &total)) {
        return false;
    }
    *key = (dots_key){hash_mix(total.low + 1), hash_mix(total.high + 2)};
    return true;
}

dots_key dots_keyer_key(const dots_keyer *keyer, const dots_quiet *position,
                        const dots_survey *survey) {
    dots_key key;
    uint64_t joints = position->three | position->four;
    if (__builtin_popcountll(joints) > DOTS_KEY_JOINTS || !graph_key(joints, survey, &key)) {
        uint64_t independent = dots_survey_independent(keyer->graph, position, survey);
        key = line_set_key(keyer, position->open & ~independent);
    }
    key.check = (key.check + survey->independent_sum) * UINT64_C(0x9E3779B97F4A7C15);
    key.extra += survey->independent_sum * UINT64_C(0x9FB21C651E98DF25);
    return key;
}
