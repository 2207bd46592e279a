#include "engines/search/time.h"

#include "base/clock.h"

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

enum { RESERVE_LEAST = MILLISECOND / 2, RESERVE_MOST = 200 * MILLISECOND };

int64_t search_usable_time(int64_t time) {
    int64_t reserve = time / 50;
    if (reserve < RESERVE_LEAST) reserve = RESERVE_LEAST;
    if (reserve > RESERVE_MOST) reserve = RESERVE_MOST;
    return time > 2 * reserve ? time - reserve : time / 2;
}

search_plan search_time_plan(const engine_limits *l, int64_t now, int moves_left) {
    search_plan plan = {.start = now, .soft = INT64_MAX, .hard = INT64_MAX};
    if (moves_left < 1) moves_left = 1;
    if (l->clock > 0) {
        int64_t clock = search_usable_time(l->clock);
        /* The increment comes after the move, so the share may count on it but `most` may not. */
        int64_t share = clock / moves_left + l->increment / 5 * 4;
        int64_t most = moves_left == 1 ? clock : clock / 3;
        plan.soft = now + least(share, most);
        plan.hard = now + least(4 * share, most);
    }
    if (l->move_time > 0) {
        int64_t end = now + search_usable_time(l->move_time);
        plan.hard = least(plan.hard, end);
        plan.soft = least(plan.soft, end);
    }
    return plan;
}

void search_deadline_set(search_deadline *d, int64_t start, int64_t end) {
    if (start != d->start)
        *d = (search_deadline){.last_look = start, .longest_gap = d->longest_gap / 8 * 7};
    d->start = start;
    d->end = end;
}

bool search_deadline_passed(search_deadline *d) {
    if (!d->end) return false;
    int64_t now = clock_now(), gap = now - d->last_look;
    d->last_look = now;
    if (gap > d->longest_gap) d->longest_gap = gap;
    return now + least(d->longest_gap / 4 * 5, (d->end - d->start) / 2) >= d->end;
}

search_guard search_guard_start(search_plan plan, uint64_t node_limit, const engine_watch *watch,
                                uint32_t stride, search_deadline *deadline) {
    search_deadline_set(deadline, clock_now(), plan.hard == INT64_MAX ? 0 : plan.hard);
    return (search_guard){.plan = plan,
                          .node_limit = node_limit,
                          .watch = watch,
                          .stride = stride ? stride : 1,
                          .next_look = 1,
                          .deadline = deadline};
}

bool search_guard_look(search_guard *g) {
    if ((g->node_limit && g->nodes >= g->node_limit) || engine_stopped(g->watch) ||
        search_deadline_passed(g->deadline))
        g->over = true;
    g->next_look = g->nodes + g->stride;
    if (g->node_limit && g->next_look > g->node_limit && g->nodes < g->node_limit)
        g->next_look = g->node_limit;
    return g->over;
}

bool search_guard_tired(const search_guard *g) {
    return g->over || (g->plan.soft != INT64_MAX && clock_now() >= g->plan.soft);
}
