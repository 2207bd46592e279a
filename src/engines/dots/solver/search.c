#include "engines/dots/solver/search.h"

#include <string.h>

#include "engines/dots/endgame.h"

enum {
    POLL_NODES = 256,
    BUSY_LEAST_SAFE = 6,
    MAX_MOVES = DOTS_MAX_LINES + DOTS_MAX_CHAINS,
    TURN_NUMBERS = 256, /* more than moves; a power of two */
    TURN_GROUP = 8,     /* turns compared at once */
    TURN_PAST = INT32_MIN
};

/* A position to be searched. Survey and key are made when they are needed. */
struct visit {
    dots_quiet position;
    dots_bounds bounds; /* known so far */
    int boxes;          /* boxes left */
    bool is_prepared;   /* survey and key are set */
    dots_survey survey;
    dots_key key;
};

/* What a move gives away. */
enum gift { GIVES_NOTHING, GIVES_LINK, GIVES_INDEPENDENT };

struct move {
    uint8_t line;
    uint8_t gift;
    uint8_t given; /* the line, or an outermost one of the link, or the independent chain's index */
    uint8_t boxes; /* given away */
    uint64_t gone; /* all lines drawn in the exchange, if nothing can be handed over; else 0 */
};

/* The moves of a position that have to be searched. The one with the highest turn[i] is next; it
 * combines the merit with the number of the move, so that no two are equal. */
struct agenda {
    int count;
    int32_t turn[MAX_MOVES + TURN_GROUP];
    struct move moves[MAX_MOVES];
};

/* The position that a move leads to, and what the opponent takes on the way. */
struct child {
    struct visit visit;
    int taken, handover;
};

static int search_visit(dots_searcher *searcher, struct visit *visit, int target);

static int max_int(int a, int b) { return a > b ? a : b; }

/* The small cache. */

static uint64_t quick_hash(const dots_searcher *searcher, uint64_t open) {
    return (open ^ searcher->shared->keyer->salt) * UINT64_C(0x9E3779B97F4A7C15);
}

static dots_quick *quick_slot(dots_searcher *searcher, uint64_t hash) {
    return &searcher->quick[hash >> (64 - searcher->quick_bits)];
}

static bool quick_probe(dots_searcher *searcher, uint64_t hash, dots_bounds *bounds) {
    dots_quick quick = *quick_slot(searcher, hash);
    if ((quick ^ hash << 16) >> 16 != 0) return false;
    *bounds = (dots_bounds){(int8_t)(quick >> 8), (int8_t)quick};
    return true;
}

/* Prefetches the cache entry of a line set. */
static void fetch_quick(dots_searcher *searcher, uint64_t open) {
    __builtin_prefetch(quick_slot(searcher, quick_hash(searcher, open)));
}

static void quick_store(dots_searcher *searcher, uint64_t open, dots_bounds bounds) {
    uint64_t hash = quick_hash(searcher, open);
    *quick_slot(searcher, hash) =
        hash << 16 | (uint64_t)(uint8_t)bounds.lower << 8 | (uint8_t)bounds.upper;
}

/* Positions under search by other threads. */

static _Atomic uint64_t *busy_slot(dots_shared *shared, dots_key key) {
    return &shared->busy[key.extra & ((1 << DOTS_BUSY_BITS) - 1)];
}

static bool is_busy(dots_shared *shared, dots_key key) {
    return atomic_load_explicit(busy_slot(shared, key), memory_order_relaxed) == key.check;
}

static void set_busy(dots_shared *shared, dots_key key, bool busy) {
    _Atomic uint64_t *slot = busy_slot(shared, key);
    if (busy) {
        atomic_store_explicit(slot, key.check, memory_order_relaxed);
    } else if (atomic_load_explicit(slot, memory_order_relaxed) == key.check) {
        atomic_store_explicit(slot, 0, memory_order_relaxed);
    }
}

/* Moves. */

/* The most that opening a chain can be worth: the opponent gets k - h + |V + h|, where k is at
 * least the boxes of the chain and h at most `handover`. The value has the parity of the boxes
 * left. */
static int opening_limit(const struct visit *visit, int boxes, int handover) {
    int limit = handover - boxes;
    if (handover == 0) return visit->boxes;
    return limit - ((limit ^ visit->boxes) & 1);
}

/* Merits, found by trial on random positions of 5x5 and on small grids. For lines that cut the grid
 * the fixed order decides; for others it is one reason among several: lines that turn joints into
 * chains early and leave many safe lines are better. Short links rank among the safe lines, long
 * chains last. */
enum {
    MERIT_RANK = 4,
    MERIT_CUT = 2000,   /* a line that quarters the grid; twice that for one that halves it */
    MERIT_JOINED = 72,  /* for each joint that becomes part of a chain */
    MERIT_SPOILT = -24, /* for each line that is no longer safe */
    MERIT_LINK_OF_ONE = 0,
    MERIT_LINK_OF_TWO = -20,
    MERIT_LINK_END = 48, /* for each joint that becomes part of a chain when the link is taken */
    MERIT_LATE = -2000
};

/* The constant part of the merits of lines. */
static void set_line_merits(dots_searcher *searcher) {
    const dots_graph *graph = searcher->shared->graph;
    for (int line = 0; line < graph->line_count; line++) {
        int cut = graph->cut[line] >= 2 ? 0 : (2 - graph->cut[line]) * MERIT_CUT;
        searcher->line_merit[line] =
            (int16_t)(MERIT_RANK * searcher->shared->rank[line] + cut + MERIT_SPOILT);
    }
}

/* The merit of a line at each of its ends, by joint or DOTS_GROUND; other boxes have no entry. A
 * joint with three lines becomes part of a chain, and its other safe lines are no longer safe. */
static void set_end_merits(const dots_graph *graph, const struct visit *visit,
                           int end_merit[DOTS_GROUND + 1]) {
    end_merit[DOTS_GROUND] = 0;
    for (uint64_t rest = visit->position.four; rest != 0; rest &= rest - 1) {
        end_merit[__builtin_ctzll(rest)] = 0;
    }
    for (uint64_t rest = visit->position.three; rest != 0; rest &= rest - 1) {
        int box = __builtin_ctzll(rest);
        int safe = __builtin_popcountll(graph->box_lines[box] & visit->survey.safe);
        end_merit[box] = MERIT_JOINED + MERIT_SPOILT * (safe - 1);
    }
}

static int link_merit(const struct visit *visit, dots_link link) {
    uint64_t ends = (link.end[0] == DOTS_GROUND ? 0 : UINT64_C(1) << link.end[0]) |
                    (link.end[1] == DOTS_GROUND ? 0 : UINT64_C(1) << link.end[1]);
    int merit = link.boxes == 1   ? MERIT_LINK_OF_ONE
                : link.boxes == 2 ? MERIT_LINK_OF_TWO
                                  : MERIT_LATE - link.boxes;
    return merit + MERIT_LINK_END * __builtin_popcountll(ends & visit->position.three);
}

static void add_move(struct agenda *agenda, struct move move, int merit) {
    int number = agenda->count++;
    agenda->moves[number] = move;
    agenda->turn[number] = merit * TURN_NUMBERS + (TURN_NUMBERS - 1 - number);
}

/* Adds an opening to the agenda if it may reach the target; otherwise raises *best to its limit. */
static void add_opening(const struct visit *visit, struct move move, int merit, int handover,
                        int target, struct agenda *agenda, int *best) {
    int limit = opening_limit(visit, move.boxes, handover);
    if (limit >= target) add_move(agenda, move, merit);
    else *best = max_int(*best, limit);
}

/* Among independent chains and loops with the same hand-over only the shortest is worth opening
 * (endgame.h). */
static void list_independents(const struct visit *visit, int target, struct agenda *agenda,
                              int *best) {
    const dots_survey *survey = &visit->survey;
    int shortest[DOTS_HANDOVERS] = {-1, -1, -1};
    for (int i = 0; i < survey->independent_count; i++) {
        int *other = &shortest[dots_independent_handover(survey->independents[i]) / 2];
        if (*other < 0 || survey->independents[i].boxes < survey->independents[*other].boxes) {
            *other = i;
        }
    }
    for (int half = 0; half < DOTS_HANDOVERS; half++) {
        if (shortest[half] < 0) continue;
        dots_chain chain = survey->independents[shortest[half]];
        struct move move = {(uint8_t)chain.opening, GIVES_INDEPENDENT, (uint8_t)shortest[half],
                            (uint8_t)chain.boxes, 0};
        add_opening(visit, move, MERIT_LATE - chain.boxes, 2 * half, target, agenda, best);
    }
}

/* The capture of a link that leads back to its own joint may go on along the joint's third line, so
 * for such a link assume the largest hand-over. */
static void list_links(dots_searcher *searcher, const struct visit *visit, int target,
                       struct agenda *agenda, int *best) {
    const dots_graph *graph = searcher->shared->graph;
    const dots_survey *survey = &visit->survey;
    for (uint64_t rest = survey->links; rest != 0; rest &= rest - 1) {
        int outermost = __builtin_ctzll(rest);
        dots_link link = survey->link[outermost];
        int opening = dots_link_opening(graph, &visit->position, outermost, link.boxes);
        struct move move = {(uint8_t)opening, GIVES_LINK, (uint8_t)outermost, link.boxes, 0};
        int handover = link.end[0] == link.end[1] ? 4 : dots_chain_handover(link.boxes);
        if (handover == 0) {
            move.gone =
                UINT64_C(1) << outermost | UINT64_C(1) << link.other | UINT64_C(1) << opening;
            fetch_quick(searcher, visit->position.open & ~move.gone);
        }
        add_opening(visit, move, link_merit(visit, link), handover, target, agenda, best);
    }
}

/* What the small cache says about a move that draws the lines of `gone`. */
enum answer { REACHES, FAILS, UNKNOWN };

/* Probes the small cache. For a move that reaches the target, sets *best to its lower bound; for
 * one that fails, raises *best to its upper bound. */
static enum answer ask_quick(dots_searcher *searcher, const struct visit *visit, int target,
                             uint64_t gone, int boxes, int *best) {
    dots_bounds known;
    if (!quick_probe(searcher, quick_hash(searcher, visit->position.open & ~gone), &known)) {
        return UNKNOWN;
    }
    int lower = -boxes - known.upper, upper = -boxes - known.lower;
    if (lower >= target) {
        *best = lower;
        return REACHES;
    }
    if (upper >= target) return UNKNOWN;
    *best = max_int(*best, upper);
    return FAILS;
}

/* Adds the safe lines that the small cache does not settle to the agenda. True if one is known to
 * reach the target. */
static bool list_safe_lines(dots_searcher *searcher, const struct visit *visit, uint64_t safe,
                            int target, struct agenda *agenda, int *best) {
    const dots_graph *graph = searcher->shared->graph;
    int end_merit[DOTS_GROUND + 1];
    set_end_merits(graph, visit, end_merit);
    for (; safe != 0; safe &= safe - 1) {
        uint64_t gone = safe & (~safe + 1);
        enum answer answer = ask_quick(searcher, visit, target, gone, 0, best);
        if (answer == REACHES) return true;
        if (answer == FAILS) continue;
        uint8_t line = (uint8_t)__builtin_ctzll(safe);
        const uint8_t *ends = graph->ends[line].box;
        struct move move = {line, GIVES_NOTHING, line, 0, gone};
        add_move(agenda, move,
                 searcher->line_merit[line] + end_merit[ends[0]] + end_merit[ends[1]]);
    }
    return false;
}

/* Removes the openings that the small cache settles. True if one is known to reach the target. */
static bool strike_openings(dots_searcher *searcher, const struct visit *visit, int openings,
                            int target, struct agenda *agenda, int *best) {
    for (int i = 0; i < openings; i++) {
        struct move move = agenda->moves[i];
        if (move.gone == 0) continue;
        enum answer answer = ask_quick(searcher, visit, target, move.gone, move.boxes, best);
        if (answer == REACHES) return true;
        if (answer == FAILS) agenda->turn[i] = TURN_PAST;
    }
    return false;
}

/* Adds the moves that may reach the target to the agenda, and raises *best to the upper bounds of
 * the others. True if one is known to reach the target; then *best is its lower bound. */
static bool list_moves(dots_searcher *searcher, const struct visit *visit, int target,
                       struct agenda *agenda, int *best) {
    uint64_t safe = dots_keyer_distinct(searcher->shared->keyer, visit->survey.safe);
    for (uint64_t rest = safe; rest != 0; rest &= rest - 1) {
        fetch_quick(searcher, visit->position.open & ~(rest & (~rest + 1)));
    }
    agenda->count = 0;
    list_independents(visit, target, agenda, best);
    list_links(searcher, visit, target, agenda, best);
    int openings = agenda->count;
    if (list_safe_lines(searcher, visit, safe, target, agenda, best) ||
        strike_openings(searcher, visit, openings, target, agenda, best)) {
        return true;
    }
    for (int i = 0; i < TURN_GROUP; i++) agenda->turn[agenda->count + i] = TURN_PAST;
    return false;
}

/* Removes the move with the highest merit from the agenda and returns its number, or -1. Most
 * positions are settled by their first move, so the agenda is not sorted. */
static int choose_move(struct agenda *agenda) {
    typedef int32_t turns __attribute__((vector_size(TURN_GROUP * sizeof(int32_t))));
    turns highest, others;
    memcpy(&highest, agenda->turn, sizeof highest);
    for (int first = TURN_GROUP; first < agenda->count; first += TURN_GROUP) {
        memcpy(&others, &agenda->turn[first], sizeof others);
        turns higher = others > highest;
        highest = (others & higher) | (highest & ~higher);
    }
    int32_t next = highest[0];
    for (int i = 1; i < TURN_GROUP; i++) next = highest[i] > next ? highest[i] : next;
    if (next == TURN_PAST) return -1;
    int number = TURN_NUMBERS - 1 - (next & (TURN_NUMBERS - 1));
    agenda->turn[number] = TURN_PAST;
    return number;
}

/* Search. */

/* Fills in what is known about a position without a survey. */
static void begin_visit(dots_searcher *searcher, struct visit *visit) {
    visit->is_prepared = false;
    visit->boxes = dots_quiet_boxes(&visit->position);
    visit->bounds = (dots_bounds){-visit->boxes, visit->boxes};
    quick_probe(searcher, quick_hash(searcher, visit->position.open), &visit->bounds);
}

/* Finds the key of a surveyed position and prefetches its table entry. */
static void find_key(const dots_shared *shared, struct visit *visit) {
    visit->is_prepared = true;
    if ((visit->position.three | visit->position.four) != 0) {
        visit->key = dots_keyer_key(shared->keyer, &visit->position, &visit->survey);
        dots_table_prefetch(shared->table, visit->key);
    } else {
        visit->key = (dots_key){UINT64_MAX, 0}; /* never probed, never busy */
    }
}

static bool settles(dots_bounds bounds, int target) {
    return bounds.lower >= target || bounds.upper < target;
}

/* The opponent gets k - h + |V + h|, which is at most -target only if V is below this. */
static int first_target(const struct child *child, int target) {
    return -target - child->taken + 2;
}

/* The survey after a move, from the one before it. */
static void survey_child(const dots_graph *graph, const struct visit *visit, struct move move,
                         struct child *child) {
    const dots_quiet *next = &child->visit.position;
    dots_survey *survey = &child->visit.survey;
    uint64_t joined = (visit->position.three | visit->position.four) & next->two;
    if (child->taken != move.boxes) { /* the capture went on past the joint */
        dots_survey_take(graph, next, survey);
        return;
    }
    dots_survey_copy(graph, &visit->survey, survey);
    if (move.gift == GIVES_INDEPENDENT) {
        dots_survey_take_independent(move.given, survey);
    } else {
        dots_survey_remove(graph, move.given, joined, next, survey);
    }
}

static void make_child(dots_searcher *searcher, const struct visit *visit, struct move move,
                       int target, struct child *child) {
    const dots_graph *graph = searcher->shared->graph;
    if (move.gone != 0) {
        uint64_t boxes =
            graph->line_inner[move.given] | graph->line_inner[visit->survey.link[move.given].other];
        child->visit.position = dots_without(&visit->position, move.gone, boxes);
        child->taken = move.boxes;
        child->handover = 0;
    } else {
        dots_capture capture =
            dots_draw_opening(graph, &visit->position, move.line, &child->visit.position);
        child->taken = capture.boxes;
        child->handover = capture.handover;
    }
    begin_visit(searcher, &child->visit);
    if (!settles(child->visit.bounds, first_target(child, target))) {
        survey_child(graph, visit, move, child);
        find_key(searcher->shared, &child->visit);
    }
}

/* The value of a move, as a bound like that of dots_search_test. The opponent, who takes k boxes or
 * all but h of them, gets k - h + |V + h|. The move reaches the target if that is at most -target:
 *
 *   |V + h| <= radius = -target - k + h,    so    -radius - h <= V <= radius - h
 *
 * Hence a move that gives boxes away needs two null-window tests of the same position, unless the
 * first one, whether V is too large, already decides. */
static int search_child(dots_searcher *searcher, struct child *child, int target) {
    int k = child->taken;
    int h = child->handover;
    if (h == 0) {
        return -k - search_visit(searcher, &child->visit, first_target(child, target));
    }
    int radius = -target - k + h;
    if (radius < 0) {
        return -(k - h) - child->visit.boxes % 2; /* |V + h| has the parity of V */
    }
    int upper = search_visit(searcher, &child->visit, first_target(child, target));
    if (upper > radius - h) {
        return -dots_taking_value(k, h, upper); /* a lower bound of V above -h */
    }
    int lower = search_visit(searcher, &child->visit, -radius - h);
    if (lower < -radius - h) {
        return -dots_taking_value(k, h, lower); /* an upper bound of V below -h */
    }
    return target;
}

static void count_progress(dots_searcher *searcher, const struct agenda *agenda, int done) {
    if (searcher->ply < DOTS_PROGRESS_PLIES) {
        searcher->moves[searcher->ply] = agenda->count;
        searcher->moves_done[searcher->ply] = done;
        if (searcher->ply + 1 < DOTS_PROGRESS_PLIES) {
            searcher->moves[searcher->ply + 1] = 0;
        }
    }
}

/* Searches the moves on the agenda until one reaches the target. Returns the best bound. */
static int search_moves(dots_searcher *searcher, const struct visit *visit, struct agenda *agenda,
                        int target, int best) {
    dots_shared *shared = searcher->shared;
    uint8_t late[MAX_MOVES];
    int late_count = 0;
    struct child child[2];
    /* The next child is prepared before the current one is searched, so that its table entry is
     * fetched from memory meanwhile. */
    int next = choose_move(agenda);
    if (next >= 0) make_child(searcher, visit, agenda->moves[next], target, &child[0]);
    for (int i = 0; next >= 0; i++) {
        struct child *current = &child[i % 2];
        int number = next;
        next = choose_move(agenda);
        if (next >= 0) {
            make_child(searcher, visit, agenda->moves[next], target, &child[(i + 1) % 2]);
        }
        count_progress(searcher, agenda, i);
        if (!shared->alone && i > 0 && current->visit.is_prepared &&
            is_busy(shared, current->visit.key)) {
            late[late_count++] = (uint8_t)number;
            continue;
        }
        best = max_int(best, search_child(searcher, current, target));
        if (best >= target || searcher->halted) {
            return best;
        }
    }
    for (int i = 0; i < late_count; i++) {
        make_child(searcher, visit, agenda->moves[late[i]], target, &child[0]);
        best = max_int(best, search_child(searcher, &child[0], target));
        if (best >= target || searcher->halted) {
            return best;
        }
    }
    return best;
}

static void report_nodes(dots_searcher *searcher) {
    atomic_fetch_add_explicit(&searcher->shared->nodes, searcher->nodes - searcher->nodes_reported,
                              memory_order_relaxed);
    searcher->nodes_reported = searcher->nodes;
}

static void poll(dots_searcher *searcher) {
    /* Checks the flags at every node: on fresh memory a node may take a page fault of milliseconds.
     */
    const dots_shared *shared = searcher->shared;
    if (searcher->nodes >= searcher->node_limit ||
        atomic_load_explicit(&shared->halt, memory_order_relaxed) ||
        (shared->stop != NULL && atomic_load_explicit(shared->stop, memory_order_relaxed))) {
        searcher->halted = true;
    } else if (searcher->nodes % POLL_NODES == 0) {
        report_nodes(searcher);
        if (searcher->poll != NULL && !searcher->poll(searcher->poll_context)) {
            searcher->halted = true;
        }
    }
}

/* Searches a position that the table does not settle, and narrows *bounds by the result. */
static void expand(dots_searcher *searcher, const struct visit *visit, int target,
                   dots_bounds *bounds) {
    struct agenda agenda;
    int best = -visit->boxes;
    if (!list_moves(searcher, visit, target, &agenda, &best)) {
        bool mark =
            !searcher->shared->alone && __builtin_popcountll(visit->survey.safe) >= BUSY_LEAST_SAFE;
        if (mark) {
            set_busy(searcher->shared, visit->key, true);
        }
        searcher->ply++;
        best = search_moves(searcher, visit, &agenda, target, best);
        searcher->ply--;
        if (mark) {
            set_busy(searcher->shared, visit->key, false);
        }
    }
    if (best >= target) {
        bounds->lower = max_int(bounds->lower, best);
    } else {
        bounds->upper = best < bounds->upper ? best : bounds->upper;
    }
}

static int search_visit(dots_searcher *searcher, struct visit *visit, int target) {
    dots_bounds *bounds = &visit->bounds;
    if (settles(*bounds, target)) {
        return bounds->lower >= target ? bounds->lower : bounds->upper;
    }
    if (searcher->halted) { /* by the first test of search_child */
        return 0;
    }
    searcher->nodes++;
    poll(searcher);
    if (searcher->halted) {
        return 0;
    }
    if (!visit->is_prepared) {
        dots_survey_take(searcher->shared->graph, &visit->position, &visit->survey);
        find_key(searcher->shared, visit);
    }
    if ((visit->position.three | visit->position.four) == 0) {
        return dots_endgame_value(visit->survey.independents, visit->survey.independent_count);
    }
    dots_table_probe(searcher->shared->table, visit->key, bounds);
    if (!settles(*bounds, target)) {
        uint64_t start = searcher->nodes;
        expand(searcher, visit, target, bounds);
        if (searcher->halted) {
            return 0;
        }
        dots_table_store(searcher->shared->table, visit->key, *bounds, searcher->nodes - start);
    }
    quick_store(searcher, visit->position.open, *bounds);
    return bounds->lower >= target ? bounds->lower : bounds->upper;
}

void dots_searcher_start(dots_searcher *searcher, dots_shared *shared,
                         dots_search_poll *poll_function, void *poll_context) {
    searcher->shared = shared;
    searcher->poll = poll_function;
    searcher->poll_context = poll_context;
    searcher->nodes = 0;
    searcher->nodes_reported = 0;
    searcher->node_limit = UINT64_MAX;
    searcher->halted = false;
    searcher->ply = -1;
    for (int ply = 0; ply < DOTS_PROGRESS_PLIES; ply++) {
        searcher->moves[ply] = 0;
        searcher->moves_done[ply] = 0;
    }
    set_line_merits(searcher);
}

int dots_search_test(dots_searcher *searcher, const dots_quiet *position, int target) {
    struct visit visit;
    visit.position = *position;
    begin_visit(searcher, &visit);
    int bound = search_visit(searcher, &visit, target);
    report_nodes(searcher);
    return bound;
}

double dots_searcher_fraction(const dots_searcher *searcher) {
    double fraction = 0.0;
    double share = 1.0;
    for (int ply = 0; ply < DOTS_PROGRESS_PLIES && searcher->moves[ply] > 0; ply++) {
        share /= searcher->moves[ply];
        fraction += share * searcher->moves_done[ply];
    }
    return fraction;
}
