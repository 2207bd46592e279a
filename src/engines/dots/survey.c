#include "engines/dots/survey.h"

/* One direction of a walk along a chain. */
struct walk {
    uint64_t lines; /* lines passed */
    uint64_t boxes; /* boxes of the chain passed, the start not counted */
    int end;        /* the joint or the ground, or the start itself when it was a loop */
    int first;      /* the first line */
};

/* Walks from a box with two open lines out through its line `line`. */
static struct walk walk_chain(const dots_graph *graph, const dots_quiet *position, int start,
                              int line) {
    struct walk walk = {0, 0, start, line};
    int box = start;
    for (;;) {
        uint64_t bit = UINT64_C(1) << line;
        walk.lines |= bit;
        const uint8_t *ends = graph->ends[line].box;
        box = ends[0] == box ? ends[1] : ends[0];
        walk.end = box;
        if (box == DOTS_GROUND || box == start || (position->two >> box & 1) == 0) {
            return walk;
        }
        walk.boxes |= UINT64_C(1) << box;
        line = __builtin_ctzll(graph->box_lines[box] & position->open & ~bit);
    }
}

static void add_chain(dots_survey *survey, const dots_chain *chain, uint64_t lines) {
    if (chain->kind == DOTS_LINK) {
        survey->links[survey->link_count++] = *chain;
    } else {
        survey->independents[survey->independent_count++] = *chain;
        survey->independent |= lines;
    }
}

/* Walks the chain or loop of a box, adds it to the survey and returns its boxes. */
static uint64_t survey_chain(const dots_graph *graph, const dots_quiet *position, int box,
                             dots_survey *survey) {
    uint64_t lines = graph->box_lines[box] & position->open;
    struct walk ahead = walk_chain(graph, position, box, __builtin_ctzll(lines));
    dots_chain chain = {0, (uint8_t)ahead.first, DOTS_LOOP, {DOTS_GROUND, DOTS_GROUND}};
    uint64_t passed = UINT64_C(1) << box | ahead.boxes;
    uint64_t chain_lines = ahead.lines;
    if (ahead.end != box) {
        int other = __builtin_ctzll(lines & ~ahead.lines);
        struct walk back = walk_chain(graph, position, box, other);
        chain.end[0] = (uint8_t)ahead.end;
        chain.end[1] = (uint8_t)back.end;
        passed |= back.boxes;
        chain_lines |= back.lines;
        bool grounded = ahead.end == DOTS_GROUND && back.end == DOTS_GROUND;
        chain.kind = grounded ? DOTS_CHAIN : DOTS_LINK;
        /* With two boxes the line between them is the one in whose direction the other lies. */
        if (ahead.boxes == 0) {
            chain.opening = (uint8_t)other;
        }
    }
    chain.boxes = (uint8_t)__builtin_popcountll(passed);
    survey->safe &= ~chain_lines;
    add_chain(survey, &chain, chain_lines);
    return passed;
}

void dots_survey_take(const dots_graph *graph, const dots_quiet *position, dots_survey *survey) {
    survey->safe = position->open;
    survey->independent = 0;
    survey->independent_count = 0;
    survey->link_count = 0;
    for (uint64_t todo = position->two; todo != 0;) {
        todo &= ~survey_chain(graph, position, __builtin_ctzll(todo), survey);
    }
}

void dots_survey_update(const dots_graph *graph, const dots_survey *before, int line,
                        uint64_t joined, const dots_quiet *position, dots_survey *survey) {
    survey->safe = before->safe & ~(UINT64_C(1) << line);
    survey->independent = before->independent;
    survey->independent_count = before->independent_count;
    survey->link_count = 0;
    for (int i = 0; i < before->independent_count; i++) {
        survey->independents[i] = before->independents[i];
    }
    for (int i = 0; i < before->link_count; i++) {
        const dots_chain *link = &before->links[i];
        uint64_t ends = (link->end[0] == DOTS_GROUND ? 0 : UINT64_C(1) << link->end[0]) |
                        (link->end[1] == DOTS_GROUND ? 0 : UINT64_C(1) << link->end[1]);
        if ((ends & joined) == 0) {
            survey->links[survey->link_count++] = *link;
        }
    }
    while (joined != 0) {
        joined &= ~survey_chain(graph, position, __builtin_ctzll(joined), survey);
    }
}
