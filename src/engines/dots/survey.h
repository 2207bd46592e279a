/* dots survey - the chains and loops of a quiet position, and the lines that give nothing away.
 *
 * Boxes with two open lines form chains and loops; a box with three or four is a joint. Which line
 * of a chain is drawn does not matter: the opponent can take the whole chain, and the same position
 * is left. Only the chain of two boxes has a better line than the others, the one between its boxes
 * (the "hard-hearted handout": no hand-over is possible then). So a chain is one move.
 *
 * A chain with both ends on the ground and a loop touch nothing else: they are independent, and
 * only their lengths matter.
 */
#ifndef DAMERO_DOTS_SURVEY_H
#define DAMERO_DOTS_SURVEY_H

#include "engines/dots/capture.h"

enum { DOTS_MAX_CHAINS = 32 }; /* chains share no lines, and each has two at least */

typedef enum dots_chain_kind {
    DOTS_CHAIN,
    DOTS_LOOP,
    DOTS_LINK /* a chain with an end at a joint */
} dots_chain_kind;

typedef struct dots_chain {
    uint64_t lines;
    uint8_t boxes;
    uint8_t opening; /* the line to draw */
    uint8_t kind;
    uint8_t end[2]; /* joints of a link, DOTS_GROUND for the ground */
} dots_chain;

typedef struct dots_survey {
    uint64_t safe;        /* lines whose boxes have three open lines or more */
    uint64_t independent; /* lines of independent chains and of loops */
    int independent_count;
    int link_count;
    dots_chain independents[DOTS_MAX_CHAINS];
    dots_chain links[DOTS_MAX_CHAINS];
} dots_survey;

void dots_survey_take(const dots_graph *graph, const dots_quiet *position, dots_survey *survey);

/* The same from the survey before a line was drawn and what it gave away was taken: `joined` are
 * the boxes that were joints and have two open lines now. Nothing is walked: a joined box puts
 * together the two chains or lines that it has left. `position` is the one after the line. A link
 * that was taken must have ended at two different joints or at the ground.
 */
void dots_survey_update(const dots_graph *graph, const dots_survey *before, uint64_t joined,
                        const dots_quiet *position, dots_survey *survey);

#endif
