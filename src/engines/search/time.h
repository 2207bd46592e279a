/* search/time - when a search has to end.
 *
 * A plan has two deadlines. After the soft one the search starts nothing that it may not finish (a
 * deeper iteration); at the hard one it ends wherever it is. Both leave a reserve for the work
 * after the search, so that the answer is out before the limit itself.
 */
#ifndef DAMERO_SEARCH_TIME_H
#define DAMERO_SEARCH_TIME_H

#include "engines/engine.h"

typedef struct search_plan {
    int64_t start, soft, hard; /* in clock_now time; INT64_MAX: no deadline */
} search_plan;

/* How much of a time limit a search may use. The rest is for unwinding, the report and the caller:
 * a fiftieth of the limit, at least half a millisecond and at most a fifth of a second, but never
 * more than half of it. search_deadline allows for a busy machine. */
int64_t search_usable_time(int64_t time);

/* The plan for one move started at `now`, if the seat expects `moves_left` more moves (at least 1,
 * this one included) until the game is decided. With a time per move both deadlines are that time;
 * with a clock the soft one is an even share of it and of the coming increments, and the hard one
 * a few times that, but never more than a fraction of the time left. */
search_plan search_time_plan(const engine_limits *, int64_t now, int moves_left);

/* A deadline that allows for a busy machine. If two looks at the clock turn out to be far apart,
 * because other programs had the processor in between, it passes earlier by the longest such gap
 * and a quarter more (but never by more than half of the time): the next gap may come at the
 * deadline, and be a little longer. Gaps of the searches before count too, less by an eighth with
 * each search. Starts as all 0. */
typedef struct search_deadline {
    int64_t start, end; /* end 0: none */
    int64_t last_look, longest_gap;
} search_deadline;

/* The deadline of a search that began at `start`; may be set again during that search. */
void search_deadline_set(search_deadline *, int64_t start, int64_t end);

/* Looks at the clock. */
bool search_deadline_passed(search_deadline *);

/* A search under limits: counts its nodes and says when it is over. A copy with a lower node limit
 * serves a part of the search; both look at the same deadline. */
typedef struct search_guard {
    search_plan plan;
    uint64_t nodes, node_limit; /* a limit of 0 is none */
    const engine_watch *watch;
    bool over;
    /* private */
    uint64_t next_look;
    uint32_t stride;
    search_deadline *deadline;
} search_guard;

/* `stride`: nodes between two looks at the clock, about a tenth of a millisecond's worth. The
 * deadline is the caller's, who keeps it from search to search. */
search_guard search_guard_start(search_plan, uint64_t node_limit, const engine_watch *,
                                uint32_t stride, search_deadline *);

/* Looks at the clock and the stop flag now. */
bool search_guard_look(search_guard *);

/* Counts one node. True if the search is over; it then stays over. */
static inline bool search_guard_count(search_guard *g) {
    if (g->over) return true;
    g->nodes++;
    if (g->nodes >= g->next_look) search_guard_look(g);
    return g->over;
}

/* Whether the soft deadline has passed. */
bool search_guard_tired(const search_guard *);

#endif
