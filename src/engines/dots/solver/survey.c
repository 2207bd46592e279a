#include "engines/dots/solver/survey.h"

#include <string.h>

static uint64_t bit(int line) { return UINT64_C(1) << line; }

/* Sums of these distinguish multisets of independent chains and loops. */
static uint64_t length_hash(int boxes, bool is_loop) {
    return hash_mix((2 * (uint64_t)boxes + is_loop + 1) * UINT64_C(0xD1B54A32D192ED03));
}

/* Two short chains of the same length cancel: if there is another one, removes it and returns true.
 */
static bool cancel_short_chain(dots_survey *survey, int boxes, int opening) {
    for (int i = 0; i < survey->independent_count; i++) {
        dots_chain other = survey->independents[i];
        if (other.boxes != boxes || other.kind != DOTS_CHAIN) continue;
        survey->cancelled |= bit(other.opening) | bit(opening);
        dots_survey_take_independent(i, survey);
        return true;
    }
    return false;
}

static void add_independent(dots_survey *survey, int boxes, bool is_loop, int opening) {
    if (boxes <= DOTS_SHORT && !is_loop && cancel_short_chain(survey, boxes, opening)) return;
    survey->independents[survey->independent_count++] = (dots_chain){
        (uint8_t)boxes, (uint8_t)(is_loop ? DOTS_LOOP : DOTS_CHAIN), (uint16_t)opening};
    survey->independent_sum += length_hash(boxes, is_loop);
}

/* The colour of an end; that of the ground is never read. */
static uint64_t *colour_at(dots_survey *survey, int end) {
    return &survey->colour[end < DOTS_MAX_INNER ? end : DOTS_MAX_INNER];
}

/* Removes a link or safe line. */
static void remove_link(dots_survey *survey, int outermost) {
    dots_link link = survey->link[outermost];
    uint64_t gone = bit(outermost) | bit(link.other);
    uint64_t label = dots_link_label(link.boxes, (link.end[0] | link.end[1]) == DOTS_GROUND);
    survey->safe &= ~gone;
    survey->links &= ~gone;
    survey->inner &= ~gone;
    *colour_at(survey, link.end[0]) -= label;
    *colour_at(survey, link.end[1]) -= label;
}

/* A joint with only two open lines left becomes part of a link: joins the links on its two sides.
 */
static void join(const dots_graph *graph, const dots_quiet *position, int box,
                 dots_survey *survey) {
    uint64_t lines = graph->box_lines[box] & position->open;
    int line[2] = {__builtin_ctzll(lines), 63 - __builtin_clzll(lines)};
    dots_link side[2] = {survey->link[line[0]], survey->link[line[1]]};
    int other[2] = {side[0].other, side[1].other};
    int boxes = side[0].boxes + side[1].boxes + 1;
    uint64_t gone = lines | bit(other[0]) | bit(other[1]);
    survey->safe &= ~lines;
    survey->links &= ~gone;
    survey->inner &= ~gone;
    if (other[0] == line[1]) { /* it leads back to the box itself */
        add_independent(survey, side[0].boxes + 1, true, line[0]);
        return;
    }
    int far[2] = {side[0].end[0] ^ side[0].end[1] ^ box, side[1].end[0] ^ side[1].end[1] ^ box};
    if ((far[0] & far[1]) == DOTS_GROUND) {
        /* A chain of two boxes is opened between them: by the line towards the other box. */
        add_independent(survey, boxes, false, line[side[1].boxes > side[0].boxes]);
        return;
    }
    dots_link joined = {(uint8_t)boxes, {(uint8_t)far[0], (uint8_t)far[1]}, side[1].other};
    survey->link[other[0]] = joined;
    joined.other = side[0].other;
    survey->link[other[1]] = joined;
    bool is_grounded = (far[0] | far[1]) == DOTS_GROUND;
    uint64_t lower = bit(other[0] < other[1] ? other[0] : other[1]);
    survey->links |= lower;
    survey->inner |= is_grounded ? 0 : lower;
    uint64_t label = dots_link_label(boxes, is_grounded);
    *colour_at(survey, far[0]) += label - dots_link_label(side[0].boxes, false);
    *colour_at(survey, far[1]) += label - dots_link_label(side[1].boxes, false);
}

static void join_all(const dots_graph *graph, const dots_quiet *position, uint64_t boxes,
                     dots_survey *survey) {
    for (; boxes != 0; boxes &= boxes - 1) {
        join(graph, position, __builtin_ctzll(boxes), survey);
    }
}

/* At first every box counts as a joint. */
void dots_survey_take(const dots_graph *graph, const dots_quiet *position, dots_survey *survey) {
    memset(survey, 0, sizeof *survey);
    survey->safe = position->open;
    for (uint64_t rest = position->open; rest != 0; rest &= rest - 1) {
        int line = __builtin_ctzll(rest);
        const uint8_t *ends = graph->ends[line].box;
        bool is_grounded = (ends[0] | ends[1]) == DOTS_GROUND;
        survey->link[line] = (dots_link){0, {ends[0], ends[1]}, (uint8_t)line};
        survey->inner |= is_grounded ? 0 : bit(line);
        *colour_at(survey, ends[0]) += dots_link_label(0, is_grounded);
        *colour_at(survey, ends[1]) += dots_link_label(0, is_grounded);
    }
    join_all(graph, position, position->two, survey);
}

void dots_survey_copy(const dots_graph *graph, const dots_survey *from, dots_survey *to) {
    to->safe = from->safe;
    to->links = from->links;
    to->inner = from->inner;
    to->cancelled = from->cancelled;
    to->independent_sum = from->independent_sum;
    to->independent_count = from->independent_count;
    for (int i = 0; i < from->independent_count; i++) {
        to->independents[i] = from->independents[i];
    }
    memcpy(to->link, from->link, (size_t)graph->line_count * sizeof from->link[0]);
    memcpy(to->colour, from->colour, (size_t)graph->inner_count * sizeof from->colour[0]);
    to->colour[DOTS_MAX_INNER] = 0;
}

void dots_survey_remove(const dots_graph *graph, int outermost, uint64_t joined,
                        const dots_quiet *position, dots_survey *survey) {
    remove_link(survey, outermost);
    join_all(graph, position, joined, survey);
}

void dots_survey_take_independent(int index, dots_survey *survey) {
    dots_chain chain = survey->independents[index];
    survey->independents[index] = survey->independents[--survey->independent_count];
    survey->independent_sum -= length_hash(chain.boxes, chain.kind == DOTS_LOOP);
}

uint64_t dots_survey_independent(const dots_graph *graph, const dots_quiet *position,
                                 const dots_survey *survey) {
    uint64_t found = survey->cancelled;
    for (int i = 0; i < survey->independent_count; i++) {
        found |= bit(survey->independents[i].opening);
    }
    for (uint64_t todo = found; todo != 0;) {
        int line = __builtin_ctzll(todo);
        todo &= todo - 1;
        for (uint64_t boxes = graph->line_inner[line]; boxes != 0; boxes &= boxes - 1) {
            uint64_t lines = graph->box_lines[__builtin_ctzll(boxes)] & position->open & ~found;
            found |= lines;
            todo |= lines;
        }
    }
    return found;
}
