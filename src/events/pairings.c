#include "events/pairings.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "events/matching.h"

static const char *const names[] = {
    [EVENT_ROUND_ROBIN] = "round-robin", [EVENT_DOUBLE] = "double",
    [EVENT_GAUNTLET] = "gauntlet",       [EVENT_SWISS] = "swiss",
    [EVENT_KNOCKOUT] = "knockout",       [EVENT_TABLES] = "tables",
};

const char *event_kind_name(event_kind k) { return names[k]; }

bool event_kind_find(const char *name, event_kind *k, error *e) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) {
            *k = (event_kind)i;
            return true;
        }
    return error_set(
        e,
        "'%s' is not a kind of tournament; use round-robin, double, gauntlet, swiss, knockout or tables",
        name);
}

bool pairing_list_add(pairing_list *l, const pairing *p, error *e) {
    if (l->count == l->capacity) {
        size_t larger = l->capacity ? 2 * l->capacity : 64;
        pairing *memory = realloc(l->pairing, larger * sizeof *memory);
        if (!memory) return error_set(e, "no memory for the pairings");
        l->pairing = memory;
        l->capacity = larger;
    }
    l->pairing[l->count++] = *p;
    return true;
}

void pairing_list_destroy(pairing_list *l) {
    free(l->pairing);
    *l = (pairing_list){0};
}

static bool add_pair(const pairing_task *t, pairing_list *l, int first, int second, error *e) {
    pairing p = {.round = t->round, .count = 2, .player = {first, second}};
    /* An absent player loses without a game. */
    if (!t->here[first] || !t->here[second]) {
        p.over = true;
        p.points[0] = t->here[first] ? 2 * t->games : 0;
        p.points[1] = t->here[second] ? 2 * t->games : 0;
    }
    return pairing_list_add(l, &p, e);
}

static bool add_bye(const pairing_task *t, pairing_list *l, int player, error *e) {
    pairing p = {.round = t->round, .count = 1, .player = {player}, .over = true};
    p.points[0] = 2 * t->games;
    return pairing_list_add(l, &p, e);
}

/* Berger: the last stays, the others move on. With an odd number the player who would meet the last
 * one rests, and gets nothing for it. */
static bool pair_round_robin(const pairing_task *t, pairing_list *l, error *e) {
    int even = t->players + t->players % 2, cycle = even - 1, round = t->round % cycle;
    bool swapped = t->round / cycle % 2;
    for (int i = 0; i < even / 2; i++) {
        int a = i == 0 ? cycle : (round + i) % cycle, b = (round - i + cycle) % cycle;
        bool turned = i == 0 ? round % 2 : i % 2;
        if (a >= t->players || b >= t->players) continue;
        if (turned != swapped ? !add_pair(t, l, b, a, e) : !add_pair(t, l, a, b, e)) return false;
    }
    return true;
}

/* Swiss. */

typedef struct swiss_player {
    int number;            /* in the event */
    int points, rank;      /* and rank among those of equal points */
    int group;             /* how many have the same points */
    int balance;           /* first seats minus second ones */
    int last, before_last; /* 1: had the first seat, -1: the second, 0: neither */
    bool bye;
    bool *met;
} swiss_player;

typedef struct swiss {
    const pairing_task *task;
    swiss_player *player; /* those present, the best first */
    int count;
    bool *met;
    bool strict;
} swiss;

static int by_points(const void *a, const void *b) {
    const swiss_player *one = a, *other = b;
    if (one->points != other->points) return other->points - one->points;
    return one->number - other->number;
}

static void sit(swiss_player *p, int seat) {
    p->before_last = p->last;
    p->last = seat;
    p->balance += seat;
}

/* The past results of each player. */
static bool gather(swiss *s, error *e) {
    const pairing_task *t = s->task;
    size_t n = (size_t)t->players;
    swiss_player *all = calloc(n, sizeof *all);
    s->met = calloc(n * n, sizeof *s->met);
    s->player = all;
    if (!all || !s->met) return error_set(e, "no memory for the pairings");
    for (int i = 0; i < t->players; i++)
        all[i] = (swiss_player){.number = i, .met = s->met + (size_t)i * n};
    for (size_t i = 0; i < t->past->count; i++) {
        const pairing *p = &t->past->pairing[i];
        for (int seat = 0; seat < p->count; seat++) {
            swiss_player *who = &all[p->player[seat]];
            who->points += p->points[seat];
            /* A point without a game counts as a bye too. */
            if (!p->played && p->points[seat] > 0) who->bye = true;
            if (p->played && p->count == 2) {
                who->met[p->player[1 - seat]] = true;
                sit(who, seat == 0 ? 1 : -1);
            }
        }
    }
    for (int i = 0; i < t->players; i++)
        if (t->here[i]) all[s->count++] = all[i];
    qsort(all, (size_t)s->count, sizeof *all, by_points);
    for (int i = 0, from = 0; i < s->count; i++) {
        if (all[i].points != all[from].points) from = i;
        all[i].rank = i - from;
        for (int j = from; j <= i; j++) all[j].group = i - from + 1;
    }
    return true;
}

/* Whether a player may have that seat (1 or -1). */
static bool may_sit(const swiss *s, const swiss_player *p, int seat) {
    if (!s->strict) return true;
    if (p->last == seat && p->before_last == seat) return false;
    return abs(p->balance + seat) <= 2;
}

static int unbalanced(const swiss_player *p, int seat) { return abs(p->balance + seat) >= 2; }

/* The cost of seats if `a` has the first; -1: not allowed. In a pairing with an even number of
 * games both have each seat equally often. */
static int seat_cost(const swiss *s, const swiss_player *a, const swiss_player *b) {
    if (s->task->games % 2 == 0) return 0;
    if (!may_sit(s, a, 1) || !may_sit(s, b, -1)) return -1;
    return unbalanced(a, 1) + unbalanced(b, -1);
}

/* Weights: each step outweighs everything below it with up to MATCHING_MAX players. */
#define FOLD_UNIT  INT64_C(1)
#define FLOAT_UNIT (INT64_C(1) << 19)
#define BYE_UNIT   (INT64_C(1) << 40)
#define SEAT_UNIT  (INT64_C(1) << 46)
#define PAIR_UNIT  (INT64_C(1) << 57)

enum { FLOAT_MOST = 1 << 11, BYE_MOST = 63 };

static int64_t float_cost(int difference) {
    int64_t square = (int64_t)difference * difference;
    return (square < FLOAT_MOST ? square : FLOAT_MOST) * FLOAT_UNIT;
}

/* 0: they may not meet. */
static int64_t weight_of(const swiss *s, const swiss_player *a, const swiss_player *b) {
    if (a->met[b->number]) return 0;
    int one = seat_cost(s, a, b), other = seat_cost(s, b, a);
    int seats = one < 0 ? other : other < 0 || one < other ? one : other;
    if (seats < 0) return 0;
    int64_t cost = seats * SEAT_UNIT + float_cost(a->points - b->points);
    if (a->points == b->points) cost += FOLD_UNIT * abs(abs(a->rank - b->rank) - a->group / 2);
    return PAIR_UNIT - cost;
}

static int64_t bye_weight(const swiss_player *p, int least) {
    int above = p->points - least < BYE_MOST ? p->points - least : BYE_MOST;
    return p->bye ? 0 : PAIR_UNIT - above * BYE_UNIT - FOLD_UNIT * (p->group - 1 - p->rank);
}

/* The player with the first seat: the cheaper choice; otherwise the one who has had it less often,
 * or less recently; otherwise alternating in the first round, and the better one later. */
static bool is_first(const swiss *s, const swiss_player *a, const swiss_player *b, int board) {
    int one = seat_cost(s, a, b), other = seat_cost(s, b, a);
    if (one < 0 || other < 0) return other < 0;
    if (one != other) return one < other;
    if (a->balance != b->balance) return a->balance < b->balance;
    if (a->last != b->last) return a->last < b->last;
    if (a->before_last != b->before_last) return a->before_last < b->before_last;
    return s->task->round == 0 ? board % 2 == 0 : a->last <= 0;
}

static bool try_swiss(swiss *s, pairing_list *l, bool *found, error *e) {
    int n = s->count + s->count % 2, board = 0;
    int64_t *weight = calloc((size_t)n * (size_t)n, sizeof *weight);
    int *mate = malloc((size_t)n * sizeof *mate);
    bool good = weight && mate;
    if (!good) error_set(e, "no memory for the pairings");
    for (int i = 0; good && i < s->count; i++)
        for (int j = 0; j < n; j++)
            if (j != i)
                weight[i * n + j] = j < s->count
                                        ? weight_of(s, &s->player[i], &s->player[j])
                                        : bye_weight(&s->player[i], s->player[s->count - 1].points);
    for (int i = 0; good && n > s->count && i < s->count; i++)
        weight[(n - 1) * n + i] = weight[i * n + n - 1];
    good = good && matching_find(n, weight, mate, e);
    *found = good;
    for (int i = 0; good && i < n; i++) *found = *found && mate[i] >= 0;
    for (int i = 0; good && *found && i < s->count; i++) {
        if (mate[i] < i) continue;
        const swiss_player *a = &s->player[i], *b = &s->player[mate[i]];
        if (mate[i] >= s->count) good = add_bye(s->task, l, a->number, e);
        else if (is_first(s, a, b, board++)) good = add_pair(s->task, l, a->number, b->number, e);
        else good = add_pair(s->task, l, b->number, a->number, e);
    }
    free(weight);
    free(mate);
    return good;
}

static bool pair_swiss(const pairing_task *t, pairing_list *l, error *e) {
    swiss s = {.task = t, .strict = true};
    bool found = false;
    bool good = gather(&s, e);
    if (good && s.count < 2)
        good = error_code(e, "too-few-players", "there are fewer than two players");
    good = good && try_swiss(&s, l, &found, e);
    s.strict = false;
    if (good && !found) good = try_swiss(&s, l, &found, e);
    if (good && !found)
        good = error_code(e, "round-unpairable",
                          "round %d cannot be paired: too many players have met already",
                          t->round + 1);
    free(s.player);
    free(s.met);
    return good;
}

/* Knockout. */

int pairing_winner(const pairing *p) {
    if (p->count == 1 || p->points[0] > p->points[1]) return p->player[0];
    if (p->points[1] > p->points[0]) return p->player[1];
    return p->player[0] < p->player[1] ? p->player[0] : p->player[1];
}

/* The seed at index `at` of a bracket of `size`: 1, 8, 4, 5, 2, 7, 3, 6. */
static int seed_at(int size, int at) {
    if (size == 1) return 0;
    int seed = seed_at(size / 2, at / 2);
    return at % 2 == 0 ? seed : size - 1 - seed;
}

static bool pair_knockout(const pairing_task *t, pairing_list *l, error *e) {
    int size = 1, left = 0, *alive = NULL;
    while (size < t->players) size *= 2;
    alive = malloc((size_t)size * sizeof *alive);
    if (!alive) return error_set(e, "no memory for the pairings");
    if (t->round == 0)
        for (; left < size; left++) {
            int seed = seed_at(size, left);
            alive[left] = seed < t->players ? seed : -1;
        }
    /* The pairings of a round are in the order of the bracket. */
    for (size_t i = 0; t->round > 0 && i < t->past->count; i++)
        if (t->past->pairing[i].round == t->round - 1)
            alive[left++] = pairing_winner(&t->past->pairing[i]);
    bool good = left > 1 || error_set(e, "the knockout is over");
    for (int i = 0; good && i + 1 < left; i += 2) {
        int a = alive[i], b = alive[i + 1];
        if (a < 0 || b < 0) good = add_bye(t, l, a < 0 ? b : a, e);
        else if (t->round % 2 == 0) good = add_pair(t, l, a, b, e);
        else good = add_pair(t, l, b, a, e);
    }
    free(alive);
    return good;
}

/* Tables. */

typedef struct tables {
    int count, *at;     /* players present, table by table */
    int *first, number; /* where each table begins, and their number */
    int *met, players;
} tables;

static int *times(const tables *t, int a, int b) {
    return &t->met[(size_t)t->at[a] * (size_t)t->players + (size_t)t->at[b]];
}

/* The cost of a table: for each pair at it, the growth of the square of their meetings. */
static int64_t table_cost(const tables *t, int table) {
    int64_t cost = 0;
    for (int a = t->first[table]; a < t->first[table + 1]; a++)
        for (int b = t->first[table]; b < a; b++) cost += 2 * *times(t, a, b) + 1;
    return cost;
}

static void exchange(int *list, int a, int b) {
    int swap = list[a];
    list[a] = list[b];
    list[b] = swap;
}

/* Exchanges players between tables as long as that evens out the meetings. */
static void improve(tables *t) {
    for (bool better = true; better;) {
        better = false;
        for (int x = 0; x < t->number; x++)
            for (int y = x + 1; y < t->number; y++) {
                int64_t before = table_cost(t, x) + table_cost(t, y);
                for (int a = t->first[x]; a < t->first[x + 1]; a++)
                    for (int b = t->first[y]; b < t->first[y + 1]; b++) {
                        exchange(t->at, a, b);
                        int64_t now = table_cost(t, x) + table_cost(t, y);
                        if (now < before) {
                            before = now;
                            better = true;
                        } else {
                            exchange(t->at, a, b);
                        }
                    }
            }
    }
}

static int64_t cost_of_all(const tables *t) {
    int64_t cost = 0;
    for (int i = 0; i < t->number; i++) cost += table_cost(t, i);
    return cost;
}

static void shuffle(int *list, int count, random_source *chance) {
    for (int i = count; i > 1; i--) exchange(list, i - 1, (int)random_below(chance, (uint32_t)i));
}

static bool pair_tables(const pairing_task *task, pairing_list *l, error *e) {
    enum { STARTS = 20, TABLE_LEAST = 3 };
    tables t = {.players = task->players};
    size_t n = (size_t)task->players;
    t.at = malloc(n * sizeof *t.at);
    t.first = malloc((n + 1) * sizeof *t.first);
    t.met = calloc(n * n, sizeof *t.met);
    int *best = malloc(n * sizeof *best);
    bool good = (t.at && t.first && t.met && best) || error_set(e, "no memory for the pairings");
    for (int i = 0; good && i < task->players; i++)
        if (task->here[i]) t.at[t.count++] = i;
    if (good && t.count < 2)
        good = error_code(e, "too-few-players", "there are fewer than two players");
    for (size_t i = 0; good && i < task->past->count; i++) {
        const pairing *p = &task->past->pairing[i];
        for (int a = 0; a < p->count; a++)
            for (int b = 0; b < p->count; b++)
                if (a != b) t.met[(size_t)p->player[a] * n + (size_t)p->player[b]]++;
    }
    /* As few tables as possible, all about equally large; no table of two if a larger one has
     * room. */
    t.number = good ? (t.count + task->seats - 1) / task->seats : 0;
    while (t.number > 1 && t.count / t.number < TABLE_LEAST &&
           t.count <= (t.number - 1) * GAME_SEATS_MAX)
        t.number--;
    for (int i = 0; i <= t.number && t.number; i++) t.first[i] = i * t.count / t.number;
    int64_t least = INT64_MAX;
    random_source chance = random_seed((uint64_t)task->round + 1);
    for (int i = 0; good && i < STARTS; i++) {
        shuffle(t.at, t.count, &chance);
        improve(&t);
        if (cost_of_all(&t) >= least) continue;
        least = cost_of_all(&t);
        memcpy(best, t.at, (size_t)t.count * sizeof *best);
    }
    for (int i = 0; good && i < t.number; i++) {
        pairing p = {.round = task->round, .count = t.first[i + 1] - t.first[i]};
        for (int seat = 0; seat < p.count; seat++) p.player[seat] = best[t.first[i] + seat];
        good = p.count == 1 ? add_bye(task, l, p.player[0], e) : pairing_list_add(l, &p, e);
    }
    free(t.at);
    free(t.first);
    free(t.met);
    free(best);
    return good;
}

int pairings_rounds(event_kind kind, int players, int wanted) {
    int cycle = players + players % 2 - 1, rounds = 0;
    switch (kind) {
    case EVENT_ROUND_ROBIN: return cycle;
    case EVENT_DOUBLE: return 2 * cycle;
    case EVENT_GAUNTLET: return players - 1;
    case EVENT_KNOCKOUT:
        for (int size = 1; size < players; size *= 2) rounds++;
        return rounds;
    default: return wanted;
    }
}

bool pairings_make(const pairing_task *t, pairing_list *l, error *e) {
    if (t->players < 2)
        return error_code(e, "too-few-players", "a tournament needs at least two players");
    if (t->round >= pairings_rounds(t->kind, t->players, t->round + 1))
        return error_set(e, "all rounds have been played");
    switch (t->kind) {
    case EVENT_ROUND_ROBIN:
    case EVENT_DOUBLE: return pair_round_robin(t, l, e);
    case EVENT_GAUNTLET:
        return t->round % 2 == 0 ? add_pair(t, l, 0, t->round + 1, e)
                                 : add_pair(t, l, t->round + 1, 0, e);
    case EVENT_SWISS: return pair_swiss(t, l, e);
    case EVENT_KNOCKOUT: return pair_knockout(t, l, e);
    case EVENT_TABLES: return pair_tables(t, l, e);
    }
    return error_set(e, "that kind is not known");
}
