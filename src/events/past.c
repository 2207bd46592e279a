#include "events/past.h"

#include <stdlib.h>
#include <string.h>

#include "events/series.h"
#include "referee/journal.h"

typedef struct loading {
    series_past *past;
    store_match *open; /* games without a result; a game has at most one */
    size_t open_count;
    bool good;
    error *e;
} loading;

static bool close_interrupted(store *journal, const store_match *m, error *e) {
    store_fence f;
    transcript so_far;
    if (store_is_alive(journal, &m->owner) && !store_is_mine(journal, &m->owner))
        return error_set(e, "match %lld is being played", (long long)m->id);
    if (store_claim(journal, m->id, &m->owner, &f, e) != STORE_KEPT ||
        !journal_load(journal, m, true, &so_far, e))
        return false;
    bool good = journal_close(journal, f, &so_far, MATCH_ABORTED, GAME_NOBODY,
                              &(error){.message = "interrupted; the series plays it again"}, e);
    transcript_destroy(&so_far);
    return good;
}

static bool make_room(series_past *p, uint64_t number, error *e) {
    if (number < p->count) return true;
    uint64_t larger = 2 * number + 64;
    past_game *memory = realloc(p->game, larger * sizeof *memory);
    if (!memory) return error_set(e, "no memory for the series");
    memset(memory + p->count, 0, (larger - p->count) * sizeof *memory);
    p->game = memory;
    p->count = larger;
    return true;
}

static bool note_open(loading *l, const store_match *m) {
    store_match *memory = realloc(l->open, (l->open_count + 1) * sizeof *memory);
    if (!memory) return error_set(l->e, "no memory for the series");
    l->open = memory;
    l->open[l->open_count++] = *m;
    return true;
}

static bool take(void *context, const store_match *m) {
    loading *l = context;
    past_game past = {.match = m->id, .winner = m->winner - 1};
    if (!m->over) return l->good = note_open(l, m);
    if (!match_reason_find(m->reason, &past.reason) || past.reason == MATCH_ABORTED) return true;
    if (m->number < 0 || m->number >= SERIES_GAMES_MAX)
        return l->good = error_set(l->e, "the series in the journal is damaged");
    if (!make_room(l->past, (uint64_t)m->number, l->e)) return l->good = false;
    l->past->game[m->number] = past;
    return true;
}

bool series_past_load(series_past *p, store *journal, int64_t series, error *e) {
    loading l = {.past = p, .good = true, .e = e};
    *p = (series_past){0};
    bool good = store_each_of_series(journal, series, take, &l, e) && l.good;
    /* Only after all have been read: SQLite lets no connection write while it reads an older
     * state. */
    for (size_t i = 0; good && i < l.open_count; i++)
        good = close_interrupted(journal, &l.open[i], e);
    free(l.open);
    return good;
}

void series_past_destroy(series_past *p) {
    free(p->game);
    *p = (series_past){0};
}

bool series_past_find(const series_past *p, uint64_t number, int64_t *id, match_verdict *v) {
    if (number >= p->count || !p->game[number].match) return false;
    const past_game *past = &p->game[number];
    *id = past->match;
    *v = (match_verdict){.reason = past->reason, .winner = past->winner, .culprit = GAME_NOBODY};
    return true;
}
