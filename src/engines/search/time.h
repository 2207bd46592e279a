/* search/time - when a search has to end. Shared by all engines.
 *
 * A plan has two deadlines. Past the soft one nothing new is begun that is not likely to be
 * finished (a deeper iteration); past the hard one the search ends wherever it is. Both leave a
 * reserve for what comes after the search, so that the answer is out before the limit itself.
 */
#ifndef DAMERO_SEARCH_TIME_H
#define DAMERO_SEARCH_TIME_H

#include "engines/engine.h"

typedef struct search_plan {
    int64_t start, soft, hard; /* of clock_now; INT64_MAX where there is no deadline */
} search_plan;

/* The plan for one move begun at `now`, when the seat expects `moves_left` moves (at least 1) until
 * the game is decided, this one counted. With a time for the move both deadlines are that time;
 * with a clock the soft one is an even share of it and of the increments to come, and the hard one
 * a few times that, but never more than a part of what is left. */
search_plan search_time_plan(const engine_limits *, int64_t now, int moves_left);

/* A search under limits: counts its nodes and says when it is over. Where looks at the clock turn
 * out to lie far apart, since other programs had the processor in between, it is over so much
 * earlier (but never by more than a quarter of its time): the next such gap may come at the
 * deadline. */
typedef struct search_guard {
    search_plan plan;
    uint64_t nodes, node_limit; /* a limit of 0 is none */
    const engine_watch *watch;
    bool over;
    /* private */
    uint64_t next_look;
    uint32_t stride;
    int64_t last_look, longest_gap; /* between two looks: the machine may have other work too */
} search_guard;

/* `stride`: nodes between two looks at the clock; about a tenth of a millisecond's worth. */
search_guard search_guard_start(search_plan, uint64_t node_limit, const engine_watch *,
                                uint32_t stride);

/* Looks at the clock and the stop flag now. */
bool search_guard_look(search_guard *);

/* Counts one node; true where the search is over, from then on always. */
static inline bool search_guard_count(search_guard *g) {
    if (g->over) return true;
    g->nodes++;
    if (g->nodes >= g->next_look) search_guard_look(g);
    return g->over;
}

/* Whether the soft deadline is past. */
bool search_guard_tired(const search_guard *);

#endif
