#include "cli/tables_work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "games/damas/damas.h"

enum { LOOK_MS = 100, PATIENCE_MS = 2000, LENGTH = 8 };

static void pause_ms(int64_t milliseconds) {
    nanosleep(&(struct timespec){.tv_nsec = milliseconds * MILLISECOND}, NULL);
}

/* The next image of a result, or NULL at its end; *bad: it is damaged. */
static const uint8_t *next_image(const uint8_t **at, const uint8_t *end, size_t *length,
                                 bool *bad) {
    *length = 0;
    if (*at == end) return NULL;
    *bad = end - *at < LENGTH;
    for (int i = 0; !*bad && i < LENGTH; i++) *length |= (size_t)(*at)[i] << 8 * i;
    *bad = *bad || *length > (size_t)(end - *at) - LENGTH;
    if (*bad) return NULL;
    const uint8_t *image = *at + LENGTH;
    *at = image + *length;
    return image;
}

/* The one who asks. */

typedef struct leading {
    const tables_work *work;
    int64_t id;
    bool *added, *done; /* by place in the order */
    int finished;
    uint64_t positions, all;
    int arrived[DAMAS_SLICES]; /* places of jobs that were seen to be finished */
    int arrivals;
    bool broken; /* a result cannot be used or saved */
    error *e;
} leading;

static uint64_t size_of(damas_material m) {
    damas_material mirror = damas_mirror(m);
    return damas_slice_of(m).size * (memcmp(&m, &mirror, sizeof m) == 0 ? 1 : 2);
}

static bool is_same(damas_material a, damas_material b) {
    damas_material mirror = damas_mirror(b);
    return memcmp(&a, &b, sizeof a) == 0 || memcmp(&a, &mirror, sizeof a) == 0;
}

static bool is_done(const leading *l, damas_material m) {
    for (int i = 0; i < l->work->count; i++)
        if (is_same(l->work->order[i], m)) return l->done[i];
    return true; /* not a material */
}

/* The place in the order of a job, whose number is that of its material; -1: none. */
static int place_of(const leading *l, int64_t number) {
    for (int i = 0; i < l->work->count; i++)
        if (damas_material_number(l->work->order[i]) == number) return i;
    return -1;
}

/* A capture leads to fewer pieces, a promotion to a king in place of a man. */
static bool is_ready(const leading *l, damas_material m) {
    for (int i = 0; i < l->work->count; i++)
        if (!l->done[i] && damas_material_pieces(l->work->order[i]) < damas_material_pieces(m))
            return false;
    damas_material one = m, other = m;
    one.men--, one.kings++;
    other.their_men--, other.their_kings++;
    return (m.men == 0 || is_done(l, one)) && (m.their_men == 0 || is_done(l, other));
}

static bool hand_out(leading *l) {
    for (int i = 0; i < l->work->count; i++) {
        damas_material m = l->work->order[i];
        char input[STORE_INPUT];
        if (l->added[i] || !is_ready(l, m)) continue;
        text t = text_over(input, sizeof input);
        text_addf(&t, "%d %d %d %d", m.men, m.kings, m.their_men, m.their_kings);
        if (!store_add_job(l->work->journal, l->id, damas_material_number(m), input, l->e))
            return false;
        l->added[i] = true;
    }
    return true;
}

static bool note_finished(void *context, const store_job *j, bool done) {
    leading *l = context;
    int place = place_of(l, j->number);
    if (place >= 0 && done && !l->done[place]) l->arrived[l->arrivals++] = place;
    return true;
}

static bool save_images(void *context, const void *result, size_t size) {
    leading *l = context;
    const uint8_t *at = result, *end = at + size, *image;
    size_t length;
    bool bad = false;
    while ((image = next_image(&at, end, &length, &bad)))
        if (!l->work->save(l->work->context, image, length, l->e)) return !(l->broken = true);
    l->broken = bad;
    return !bad || error_set(l->e, "the result of a job is damaged");
}

static bool collect(leading *l) {
    l->arrivals = 0;
    if (!store_each_job(l->work->journal, l->id, note_finished, l, l->e)) return false;
    for (int i = 0; i < l->arrivals; i++) {
        damas_material m = l->work->order[l->arrived[i]];
        if (!store_find_result(l->work->journal, l->id, damas_material_number(m), save_images, l,
                               l->e))
            return false;
        l->done[l->arrived[i]] = true;
        l->finished++;
        l->positions += size_of(m);
    }
    if (l->arrivals && l->work->progress)
        l->work->progress(l->work->context, l->finished, l->positions, l->all);
    return true;
}

static bool lead(leading *l) {
    int64_t since = clock_now(), said = 0;
    while (l->finished < l->work->count) {
        /* A server that restarts does not end this. */
        if (!(collect(l) && hand_out(l)) && (l->broken || !store_is_busy(l->work->journal)))
            return false;
        if (l->work->stop && atomic_load(l->work->stop))
            return error_set(l->e, "interrupted; workers go on with what was handed out");
        if (l->arrivals) since = clock_now(), said = 0;
        int64_t idle = (clock_now() - since) / SECOND;
        if (idle > said) crew_tell_waiting(l->work->journal, 0, said = idle);
        if (!l->arrivals) pause_ms(LOOK_MS);
    }
    return true;
}

bool tables_work_lead(const tables_work *w, error *e) {
    store_work *entry = calloc(1, sizeof *entry);
    leading *l = calloc(1, sizeof *l);
    bool good = entry && l && (l->added = calloc((size_t)w->count, sizeof *l->added)) &&
                (l->done = calloc((size_t)w->count, sizeof *l->done));
    if (!good) {
        error_set(e, "no memory for the tables");
    } else {
        text kind = text_over(entry->kind, sizeof entry->kind),
             words = text_over(entry->words, sizeof entry->words);
        text_add(&kind, "damas");
        text_add(&words, w->rules);
        l->work = w;
        l->e = e;
        for (int i = 0; i < w->count; i++) l->all += size_of(w->order[i]);
        good = store_enter_work(w->journal, entry, e);
        l->id = entry->id;
        good = good && lead(l);
        good = good && store_end_work(w->journal, l->id, e);
    }
    if (l) free(l->added), free(l->done);
    free(l);
    free(entry);
    return good;
}

/* A worker. */

typedef struct building {
    crew_lane *lane;
    int64_t id;
    damas_tables *tables;
    bool loaded[DAMAS_SLICES];
    int wanted[DAMAS_SLICES], count;
    error *e;
} building;

static bool note_missing(void *context, const store_job *j, bool done) {
    building *b = context;
    if (done && j->number < DAMAS_SLICES && !b->loaded[j->number])
        b->wanted[b->count++] = (int)j->number;
    return true;
}

static bool add_images(void *context, const void *result, size_t size) {
    building *b = context;
    const uint8_t *at = result, *end = at + size, *image;
    size_t length;
    bool bad = false;
    while ((image = next_image(&at, end, &length, &bad)))
        if (!damas_tables_add(b->tables, image, length, b->e)) return false;
    return !bad || error_set(b->e, "the result of a job is damaged");
}

/* Reads the slices that were finished since the last time. */
static bool learn(building *b) {
    store *journal = crew_journal(b->lane);
    b->count = 0;
    if (!store_each_job(journal, b->id, note_missing, b, b->e)) return false;
    for (int i = 0; i < b->count; i++) {
        if (!store_find_result(journal, b->id, b->wanted[i], add_images, b, b->e)) return false;
        b->loaded[b->wanted[i]] = true;
    }
    return true;
}

typedef struct pack {
    uint8_t *bytes;
    size_t size;
} pack;

static bool add_to_pack(pack *p, const uint8_t *image, size_t length, error *e) {
    uint8_t *larger = realloc(p->bytes, p->size + LENGTH + length);
    if (!larger) return error_set(e, "no memory for a table");
    p->bytes = larger;
    for (int i = 0; i < LENGTH; i++) larger[p->size++] = (uint8_t)(length >> 8 * i);
    memcpy(larger + p->size, image, length);
    p->size += length;
    return true;
}

/* The images of a slice and its mirror. */
static bool pack_slices(const building *b, const damas_built *built, pack *p, error *e) {
    bool good = true;
    for (int k = 0; k < 2 && (k == 0 || built->codes[1] != built->codes[0]); k++)
        for (int content = DAMAS_VALUES; good && content <= DAMAS_DISTANCES; content++) {
            const damas_slice *s = &built->slice[k];
            size_t length;
            if (content == DAMAS_DISTANCES && !damas_has_distances(b->tables->flags, s->material))
                continue;
            uint8_t *image = damas_image(b->tables->flags, s, (damas_content)content,
                                         built->codes[k], &length, e);
            good = image && add_to_pack(p, image, length, e);
            free(image);
        }
    return good;
}

static bool build(building *b, const store_job *j) {
    int n[4] = {0};
    char line[80];
    pack p = {0};
    damas_built built;
    damas_build_watch watch = {.stop = crew_stop(b->lane)};
    if (sscanf(j->input, "%d %d %d %d", &n[0], &n[1], &n[2], &n[3]) != 4)
        return error_set(b->e, "job %lld cannot be read", (long long)j->number);
    damas_material m = {(uint8_t)n[0], (uint8_t)n[1], (uint8_t)n[2], (uint8_t)n[3]};
    if (damas_material_pieces(m) < 2 || damas_material_pieces(m) > DAMAS_TABLE_PIECES)
        return error_set(b->e, "job %lld cannot be read", (long long)j->number);
    if (!learn(b) || !damas_build(b->tables, m, 1, &watch, &built, b->e)) return false;
    bool good = pack_slices(b, &built, &p, b->e);
    damas_built_free(&built);
    text t = text_over(line, sizeof line);
    text_addf(&t, "slice %s, %zu bytes", j->input, p.size);
    good = good && crew_finish(b->lane, p.bytes, p.size, line);
    free(p.bytes);
    return good;
}

bool tables_work_do(crew_lane *l, const store_work *w, error *e) {
    building b = {.lane = l, .id = w->id, .e = e};
    game_rules *rules = game_create_named("damas", w->words, e);
    bool good = rules && (b.tables = damas_tables_create(damas_rules_of(rules)->variant->flags, e));
    game_destroy(rules);
    /* Tables that were read are worth waiting a little for the next job. */
    for (int64_t waited = 0; good && waited < PATIENCE_MS && !atomic_load(crew_stop(l));) {
        store_job j;
        if (crew_take(l, w->id, &j)) {
            good = build(&b, &j);
            waited = 0;
        } else {
            pause_ms(LOOK_MS);
            waited += LOOK_MS;
        }
    }
    damas_tables_destroy(b.tables);
    return good;
}
