#include "cli/tournament_records.h"

#include "cli/record_file.h"
#include "store/jobs.h"

void tournament_records_close(tournament_records *r) {
    if (r->file) fclose(r->file);
    r->file = NULL;
}

enum { BATCH = 32 }; /* games read at once */

/* The next games of a pairing that count. */
typedef struct batch {
    int64_t match[BATCH], number[BATCH];
    int count;
} batch;

static bool collect(void *context, const store_match *m) {
    batch *b = context;
    b->match[b->count] = m->id;
    b->number[b->count++] = m->number;
    return b->count < BATCH;
}

/* Whether the last record of this name is of this tournament: there may have been another one. */
static bool is_ours(const tournament *t, int at, const char *path, const record_place *last,
                    bool *ours, error *e) {
    batch b = {.count = 0};
    *ours = false;
    if (at < 0 || last->part[2] == 0 || !t->stored[at].series) return true;
    if (!store_each_counted(t->journal, t->stored[at].series, (int64_t)last->part[2] - 1, 1,
                            collect, &b, e))
        return false;
    return b.count == 0 || record_file_has(path, last->start, t->journal, b.match[0], ours, e);
}

bool tournament_records_open(tournament_records *r, const tournament *t, const char *path,
                             error *e) {
    record_place last;
    bool begun = t->pairings.count > 0, ours;
    *r = (tournament_records){.file =
                                  record_file_open(path, begun ? t->about->name : NULL, &last, e)};
    if (!r->file) return false;
    int at = tournament_find(t, 0, (int)last.part[0] - 1, (int)last.part[1] - 1);
    if (!is_ours(t, at, path, &last, &ours, e)) return false;
    if (ours) {
        r->pairing = (size_t)at;
        r->number = (int64_t)last.part[2];
    }
    return true;
}

/* Workers may finish a game before the one in front of it; if the pairing is over, there is none in
 * front of it any more. */
static bool add_pairing(tournament_records *r, const tournament *t, error *e) {
    bool over = t->pairings.pairing[r->pairing].over;
    for (;;) {
        batch b = {.count = 0};
        if (!store_each_counted(t->journal, t->stored[r->pairing].series, r->number, BATCH, collect,
                                &b, e))
            return false;
        for (int i = 0; i < b.count; i++) {
            if (b.number[i] != r->number && !over) return true;
            if (!record_file_add(r->file, t->journal, b.match[i], e)) return false;
            r->number = b.number[i] + 1;
        }
        if (b.count < BATCH) return true;
    }
}

bool tournament_records_add(tournament_records *r, const tournament *t, error *e) {
    if (!r->file) return true;
    for (; r->pairing < t->pairings.count; r->pairing++, r->number = 0) {
        if (t->stored[r->pairing].series && !add_pairing(r, t, e)) return false;
        if (!t->pairings.pairing[r->pairing].over) break;
    }
    return true;
}
