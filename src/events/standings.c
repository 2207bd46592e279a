#include "events/standings.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const char *const names[] = {
    [TIEBREAK_BUCHHOLZ] = "buchholz",   [TIEBREAK_BUCHHOLZ_CUT1] = "buchholz-cut1",
    [TIEBREAK_SONNEBORN] = "sonneborn", [TIEBREAK_DIRECT] = "direct",
    [TIEBREAK_WINS] = "wins",
};

const char *tiebreak_name(tiebreak t) { return names[t]; }

int tiebreaks_read(const char *words, tiebreak order[TIEBREAKS], error *e) {
    int count = 0;
    for (const char *at = words; *at;) {
        size_t length = strcspn(at, ",");
        int found = -1;
        for (int i = 0; i < TIEBREAKS; i++)
            if (text_same(at, length, names[i])) found = i;
        for (int i = 0; i < count; i++)
            if (found == (int)order[i]) found = -1;
        if (found < 0 || count == TIEBREAKS) {
            error_set(
                e,
                "'%s': expected tie-breaks, each once: buchholz, buchholz-cut1, sonneborn, direct "
                "and wins",
                words);
            return -1;
        }
        order[count++] = (tiebreak)found;
        at += length + (at[length] == ',');
    }
    return count;
}

/* The data of a player for the sums. */
typedef struct sums {
    double opponents, least, sonneborn, direct;
    int met;  /* rounds with an opponent */
    int wins; /* pairings won on the board */
} sums;

static void count_result(standing *s, sums *sum, const pairing *p, int seat) {
    int best = 0;
    for (int i = 0; i < p->count; i++)
        if (i != seat && p->points[i] > best) best = p->points[i];
    s->points += p->points[seat];
    sum->wins += p->played && p->points[seat] > best;
}

/* One opponent, in a game actually played. */
static void meet(sums *s, const standing *own, const standing *other, const pairing *p, int seat,
                 int rival) {
    double points = other->points / 2.0;
    int both = p->points[seat] + p->points[rival];
    double share = both ? (double)p->points[seat] / both : 0.5;
    s->opponents += points;
    if (!s->met || points < s->least) s->least = points;
    s->met++;
    s->sonneborn += points * share;
    if (own->points == other->points) s->direct += p->points[seat] / 2.0;
}

typedef struct sorting {
    standing line;
    const tiebreak *order;
    int count;
} sorting;

static int compare(const void *a, const void *b) {
    const sorting *one = a, *other = b;
    if (one->line.survived != other->line.survived)
        return other->line.survived - one->line.survived;
    if (one->line.points != other->line.points) return other->line.points - one->line.points;
    for (int i = 0; i < one->count; i++) {
        double x = one->line.tiebreak[one->order[i]], y = other->line.tiebreak[one->order[i]];
        if (x != y) return x < y ? 1 : -1;
    }
    return one->line.player - other->line.player;
}

bool standings_make(const pairing_list *l, event_kind kind, int players, const tiebreak *order,
                    int count, standing *table, error *e) {
    int rounds = 0; /* in which everybody would have met somebody */
    sums *sum = calloc((size_t)players, sizeof *sum);
    sorting *sorted = calloc((size_t)players, sizeof *sorted);
    if (!sum || !sorted) {
        free(sum);
        free(sorted);
        return error_set(e, "no memory for the standings");
    }
    for (int i = 0; i < players; i++) table[i] = (standing){.player = i};
    for (size_t i = 0; i < l->count; i++) {
        const pairing *p = &l->pairing[i];
        if (kind == EVENT_SWISS && p->round >= rounds) rounds = p->round + 1;
        for (int seat = 0; p->over && seat < p->count; seat++)
            count_result(&table[p->player[seat]], &sum[p->player[seat]], p, seat);
        if (kind == EVENT_KNOCKOUT && p->over) table[pairing_winner(p)].survived++;
    }
    for (size_t i = 0; i < l->count; i++) {
        const pairing *p = &l->pairing[i];
        for (int seat = 0; p->over && p->played && seat < p->count; seat++)
            for (int rival = 0; rival < p->count; rival++)
                if (rival != seat)
                    meet(&sum[p->player[seat]], &table[p->player[seat]], &table[p->player[rival]],
                         p, seat, rival);
    }
    for (int i = 0; i < players; i++) {
        double own = table[i].points / 2.0;
        for (; sum[i].met < rounds; sum[i].met++) {
            sum[i].opponents += own;
            if (!sum[i].met || own < sum[i].least) sum[i].least = own;
        }
        table[i].tiebreak[TIEBREAK_BUCHHOLZ] = sum[i].opponents;
        table[i].tiebreak[TIEBREAK_BUCHHOLZ_CUT1] = sum[i].opponents - sum[i].least;
        table[i].tiebreak[TIEBREAK_SONNEBORN] = sum[i].sonneborn;
        table[i].tiebreak[TIEBREAK_DIRECT] = sum[i].direct;
        table[i].tiebreak[TIEBREAK_WINS] = sum[i].wins;
        sorted[i] = (sorting){table[i], order, count};
    }
    qsort(sorted, (size_t)players, sizeof *sorted, compare);
    for (int i = 0; i < players; i++) table[i] = sorted[i].line;
    free(sum);
    free(sorted);
    return true;
}
