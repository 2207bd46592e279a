/* dots survey - the chains and loops of a quiet position, and the lines that give nothing away.
 *
 * Boxes with two open lines form chains and loops; a box with three or four is a joint. Which line
 * of a chain is drawn does not matter: the opponent can take the whole chain, and the same position
 * is left. Only the chain of two boxes has a better line than the others, the one between its boxes
 * (the "hard-hearted handout": no hand-over is possible then). So a chain is one move.
 *
 * A chain with both ends on the ground and a loop touch nothing else: they are independent, and
 * only their lengths matter. What is left is a graph of joints: its edges are the links, chains
 * with an end at a joint, and the safe lines, links without a box.
 *
 * Two independent chains of one box each cancel, and so do two of two boxes: the position has the
 * value of the one without them. For whoever follows a plan for that one can go on with it: when
 * the other player opens one of the pair, take it and open its twin, by the middle line if it has
 * two boxes. Nothing of it can be handed over, the other player takes it (or leaves it to be taken
 * later, which only costs him), and the same player is to move in the same rest, boxes equal. Both
 * can do so, so neither gains by the pair. A survey leaves such pairs out.
 *
 * Layout: a link is found by its two outermost lines, link[] has it twice. A survey is a plain
 * value of less than a kilobyte, so that one for the next position is a copy with a few entries
 * changed.
 */
#ifndef DAMERO_DOTS_SURVEY_H
#define DAMERO_DOTS_SURVEY_H

#include "base/hash.h"
#include "engines/dots/solver/capture.h"

enum {
    DOTS_MAX_CHAINS = 32, /* chains share no lines, and each has two at least */
    DOTS_SHORT = 2        /* boxes of a chain of which nothing can be handed over */
};

typedef struct dots_link {
    uint8_t boxes;  /* on it; a safe line has none */
    uint8_t end[2]; /* joints, DOTS_GROUND for the ground */
    uint8_t other;  /* the outermost line at the other end; a safe line is its own */
} dots_link;

typedef struct dots_survey {
    uint64_t safe;            /* lines whose boxes have three open lines or more */
    uint64_t links;           /* the lower outermost line of every link with a box */
    uint64_t inner;           /* of safe and links those that lead from joint to joint */
    uint64_t cancelled;       /* the opening lines of the chains left out */
    uint64_t independent_sum; /* a hash of the lengths of independent chains and loops */
    int independent_count;
    dots_chain independents[DOTS_MAX_CHAINS];
    dots_link link[DOTS_MAX_LINES]; /* by outermost line; other entries mean nothing */
    uint64_t
        colour[DOTS_MAX_INNER + 1]; /* by joint, the sum of the labels of the links around it */
} dots_survey;

/* The label of a link, a hash whose sums tell multisets apart. Links to the ground differ. */
static inline uint64_t dots_link_label(int boxes, bool is_grounded) {
    return hash_mix((2 * (uint64_t)boxes + is_grounded + 1) * UINT64_C(0x9E3779B97F4A7C15));
}

void dots_survey_take(const dots_graph *graph, const dots_quiet *position, dots_survey *survey);

/* Copies what a survey of this graph uses; an assignment would copy more. */
void dots_survey_copy(const dots_graph *graph, const dots_survey *from, dots_survey *to);

/* Updates: what has to be done when a safe line is drawn or all boxes of a link are taken, and when
 * those of an independent chain or loop are. `outermost` is the safe line or a line of the link,
 * `joined` are the boxes that were joints and have two open lines now, `position` is the one
 * afterwards. A link that leads back to its own joint may only be
 * taken like this if the joint had four open lines.
 */
void dots_survey_remove(const dots_graph *graph, int outermost, uint64_t joined,
                        const dots_quiet *position, dots_survey *survey);
void dots_survey_take_independent(int index, dots_survey *survey);

/* The line that opens a link: of two boxes the line between them. `outermost` is a line of it. */
static inline int dots_link_opening(const dots_graph *graph, const dots_quiet *position,
                                    int outermost, int boxes) {
    uint64_t first = graph->line_inner[outermost] & position->two;
    if (boxes != 2) return outermost;
    uint64_t lines = graph->box_lines[__builtin_ctzll(first)] & position->open;
    return __builtin_ctzll(lines & ~(UINT64_C(1) << outermost));
}

/* The lines of all independent chains and loops. */
uint64_t dots_survey_independent(const dots_graph *graph, const dots_quiet *position,
                                 const dots_survey *survey);

#endif
