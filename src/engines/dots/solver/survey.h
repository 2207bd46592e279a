/* dots survey - the chains, loops and safe lines of a quiet position.
 *
 * Boxes with two open lines form chains and loops; a box with three or four is a joint. It does not
 * matter which line of a chain is drawn: the opponent can take the whole chain, and the same
 * position is left. Only in a chain of two boxes is one line better than the others, the one
 * between the boxes (the "hard-hearted handout": it allows no hand-over). So a chain is one move.
 *
 * Loops, and chains with both ends on the ground, touch nothing else: they are independent, and
 * only their lengths matter. The rest is a graph of joints: its edges are the links (chains with an
 * end at a joint) and the safe lines (links without a box).
 *
 * Two independent chains of one box each cancel, and so do two of two boxes: the position has the
 * same value as without them. Proof: either player can follow a plan for the position without the
 * pair. When the opponent opens one of the pair, take it and open the other, by the middle line if
 * it has two boxes. Nothing of it can be handed over; the opponent takes it (or leaves it to be
 * taken later, which only costs him), and is to move in the same rest as before with the boxes
 * even. So neither player gains by the pair, and a survey leaves such pairs out.
 *
 * Layout: a link is found by its two outermost lines, so link[] holds it twice. A survey is a plain
 * value of less than a kilobyte, so that the one for the next position is a copy with a few
 * changes.
 */
#ifndef DAMERO_DOTS_SURVEY_H
#define DAMERO_DOTS_SURVEY_H

#include "base/hash.h"
#include "engines/dots/solver/capture.h"

enum {
    DOTS_MAX_CHAINS = 32, /* chains share no lines, and each has at least two */
    DOTS_SHORT = 2        /* the longest chain that allows no hand-over */
};

typedef struct dots_link {
    uint8_t boxes;  /* 0 for a safe line */
    uint8_t end[2]; /* joints, or DOTS_GROUND */
    uint8_t other;  /* the outermost line at the other end; for a safe line, itself */
} dots_link;

typedef struct dots_survey {
    uint64_t safe;            /* lines whose boxes have three open lines or more */
    uint64_t links;           /* the lower outermost line of every link with a box */
    uint64_t inner;           /* those of `safe` and `links` that lead from joint to joint */
    uint64_t cancelled;       /* the opening lines of the pairs left out */
    uint64_t independent_sum; /* a hash of the lengths of independent chains and loops */
    int independent_count;
    dots_chain independents[DOTS_MAX_CHAINS];
    dots_link link[DOTS_MAX_LINES]; /* by outermost line; other entries are meaningless */
    uint64_t
        colour[DOTS_MAX_INNER + 1]; /* by joint, the sum of the labels of the links around it */
} dots_survey;

/* The label of a link: a hash whose sums distinguish multisets. Links to the ground differ. */
static inline uint64_t dots_link_label(int boxes, bool is_grounded) {
    return hash_mix((2 * (uint64_t)boxes + is_grounded + 1) * UINT64_C(0x9E3779B97F4A7C15));
}

void dots_survey_take(const dots_graph *graph, const dots_quiet *position, dots_survey *survey);

/* Copies only what a survey of this graph uses; an assignment would copy more. */
void dots_survey_copy(const dots_graph *graph, const dots_survey *from, dots_survey *to);

/* Updates the survey after a safe line is drawn or all boxes of a link are taken, and after those
 * of an independent chain or loop are. `outermost` is the safe line or an outermost line of the
 * link, `joined` are the boxes that were joints and now have two open lines, `position` is the new
 * position. A link that leads back to its own joint may be removed like this only if the joint had
 * four open lines.
 */
void dots_survey_remove(const dots_graph *graph, int outermost, uint64_t joined,
                        const dots_quiet *position, dots_survey *survey);
void dots_survey_take_independent(int index, dots_survey *survey);

/* The line that opens a link: with two boxes, the line between them. */
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
