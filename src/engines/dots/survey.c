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

static void add_chain(dots_survey *survey, const dots_chain *chain) {
    if (chain->kind == DOTS_LINK) {
        survey->links[survey->link_count++] = *chain;
    } else {
        survey->independents[survey->independent_count++] = *chain;
        survey->independent |= chain->lines;
    }
}

/* Walks the chain or loop of a box, adds it to the survey and returns its boxes. */
static uint64_t survey_chain(const dots_graph *graph, const dots_quiet *position, int box,
                             dots_survey *survey) {
    uint64_t lines = graph->box_lines[box] & position->open;
    struct walk ahead = walk_chain(graph, position, box, __builtin_ctzll(lines));
    dots_chain chain = {
        ahead.lines, 0, (uint8_t)ahead.first, DOTS_LOOP, {DOTS_GROUND, DOTS_GROUND}};
    uint64_t passed = UINT64_C(1) << box | ahead.boxes;
    if (ahead.end != box) {
        int other = __builtin_ctzll(lines & ~ahead.lines);
        struct walk back = walk_chain(graph, position, box, other);
        chain.end[0] = (uint8_t)ahead.end;
        chain.end[1] = (uint8_t)back.end;
        passed |= back.boxes;
        chain.lines |= back.lines;
        bool grounded = ahead.end == DOTS_GROUND && back.end == DOTS_GROUND;
        chain.kind = grounded ? DOTS_CHAIN : DOTS_LINK;
        /* With two boxes the line between them is the one in whose direction the other lies. */
        if (ahead.boxes == 0) {
            chain.opening = (uint8_t)other;
        }
    }
    chain.boxes = (uint8_t)__builtin_popcountll(passed);
    survey->safe &= ~chain.lines;
    add_chain(survey, &chain);
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

/* Takes the links that end at a box off the list, and the plain lines of the box: its sides. A link
 * from the box to itself is one side. Returns how many there are. */
static int take_sides(const dots_graph *graph, dots_survey *survey, int box, dots_chain side[2]) {
    int count = 0;
    for (int i = 0; i < survey->link_count;) {
        const dots_chain *link = &survey->links[i];
        if (link->end[0] == box || link->end[1] == box) {
            side[count++] = *link;
            survey->links[i] = survey->links[--survey->link_count];
        } else {
            i++;
        }
    }
    for (uint64_t plain = survey->safe & graph->box_lines[box]; plain != 0; plain &= plain - 1) {
        int line = __builtin_ctzll(plain);
        const uint8_t *ends = graph->ends[line].box;
        side[count++] =
            (dots_chain){UINT64_C(1) << line, 0, (uint8_t)line, DOTS_LINK, {ends[0], ends[1]}};
    }
    survey->safe &= ~graph->box_lines[box];
    return count;
}

static uint8_t far_end(const dots_chain *side, int box) {
    return side->end[0] == box ? side->end[1] : side->end[0];
}

/* A joint that has two open lines left becomes part of the chain through it. */
static void join(const dots_graph *graph, dots_survey *survey, int box) {
    dots_chain side[2];
    int count = take_sides(graph, survey, box, side);
    dots_chain chain = side[0];
    chain.boxes++;
    if (count == 1) {
        chain.kind = DOTS_LOOP;
        chain.end[0] = chain.end[1] = DOTS_GROUND;
    } else {
        /* Of two boxes the line between them opens the chain: it is the longer side's first. */
        const dots_chain *longer = &side[side[1].boxes > side[0].boxes];
        chain.boxes = (uint8_t)(chain.boxes + side[1].boxes);
        chain.lines |= side[1].lines;
        chain.end[0] = far_end(&side[0], box);
        chain.end[1] = far_end(&side[1], box);
        chain.opening = (uint8_t)__builtin_ctzll(longer->lines & graph->box_lines[box]);
        if (chain.end[0] == DOTS_GROUND && chain.end[1] == DOTS_GROUND) chain.kind = DOTS_CHAIN;
    }
    add_chain(survey, &chain);
}

/* Copies the chains whose lines are still open. */
static int copy_open(dots_chain *to, const dots_chain *from, int count, uint64_t open) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        to[kept] = from[i];
        kept += (from[i].lines & open) == from[i].lines;
    }
    return kept;
}

void dots_survey_update(const dots_graph *graph, const dots_survey *before, uint64_t joined,
                        const dots_quiet *position, dots_survey *survey) {
    uint64_t open = position->open;
    survey->safe = before->safe & open;
    survey->independent = before->independent & open;
    survey->independent_count =
        copy_open(survey->independents, before->independents, before->independent_count, open);
    survey->link_count = copy_open(survey->links, before->links, before->link_count, open);
    for (; joined != 0; joined &= joined - 1) {
        join(graph, survey, __builtin_ctzll(joined));
    }
}
