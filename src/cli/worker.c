/* damero worker - plays games and computes for others, as the journal hands them out. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "cli/crew.h"
#include "cli/journal.h"
#include "cli/series_options.h"
#include "cli/stop.h"
#include "cli/think.h"

enum { LOOK_MS = 50, PATIENCE_S = 30 };

typedef struct listing {
    store *journal;
    bool json, any;
    json_t *held;
    text *line;
    int count;
} listing;

/* "NAME=VALUE", a line each. */
static bool write_tags(const cli_arguments *a, text *t, error *e) {
    for (size_t i = 0; i < a->repeated_count; i++) {
        const char *tag = a->repeated[i], *equals = strchr(tag, '=');
        if (!equals || equals == tag || strpbrk(tag, "\n,"))
            return error_set(e, "--tag '%s': expected NAME=VALUE, for example machine=big", tag);
        text_addf(t, "%s\n", tag);
    }
    return !t->full || error_set(e, "--tag: the tags are too long");
}

static void rest(void) { nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * MILLISECOND}, NULL); }

/* Opens the journal and starts to work. A server may be restarting just now, and nobody may be
 * there to start the worker again, so it tries for a while. */
static crew *start_work(const cli_arguments *a, const crew_terms *terms, const atomic_bool *stop,
                        store **journal, error *e) {
    int64_t give_up = clock_now() + PATIENCE_S * SECOND;
    for (bool said = false;; said = true, rest()) {
        *e = (error){0};
        *journal = cli_open_store(a, e);
        crew *c = *journal ? crew_start(*journal, terms, e) : NULL;
        if (c) return c;
        bool away = *journal ? !store_is_file(*journal) : strcmp(e->code, STORE_AWAY) == 0;
        store_close(*journal);
        *journal = NULL;
        if (!away || atomic_load(stop) || clock_now() >= give_up) return NULL;
        if (!said)
            cli_say(stderr, "damero worker: %s; trying again for %d s", e->message, PATIENCE_S);
    }
}

static int work(const cli_arguments *a) {
    error e;
    char tags[STORE_TAGS] = "";
    text t = text_over(tags, sizeof tags);
    uint64_t lanes = (uint64_t)cli_usual_concurrency();
    if (!cli_read_number(a, "concurrency", 1, SERIES_CONCURRENCY_MAX, &lanes, &e) ||
        !write_tags(a, &t, &e))
        return cli_fail_with(a, &e);
    crew_terms terms = {.lanes = (int)lanes,
                        .tags = tags,
                        .unconfined = cli_value(a, "no-sandbox") != NULL,
                        .drain = cli_value(a, "drain") != NULL,
                        .quiet = cli_value(a, "quiet") != NULL,
                        .label = "damero worker"};
    const atomic_bool *stop = cli_stop_on_interrupt();
    cli_stop_on_termination();
    int64_t start = clock_now();
    store *journal;
    crew *c = start_work(a, &terms, stop, &journal, &e);
    if (!c) return cli_fail_with(a, &e);
    while (!atomic_load(stop) && !crew_is_done(c)) rest();
    int64_t done = crew_end(c);
    store_close(journal);
    double hours = clock_seconds(clock_now() - start) / 3600;
    cli_say(stdout, "%lld job%s done, %.0f per hour", (long long)done, done == 1 ? "" : "s",
            hours > 0 ? (double)done / hours : 0);
    return CLI_OK;
}

static bool add_held(void *context, const store_job *j) {
    listing *l = context;
    if (l->json)
        json_array_append_new(l->held, json_pack("{s:I, s:I}", "work", (json_int_t)j->work, "job",
                                                 (json_int_t)j->number + 1));
    else
        text_addf(l->line, "%s%lld.%lld", l->count ? " " : "", (long long)j->work,
                  (long long)j->number + 1);
    l->count++;
    return true;
}

/* Jobs per hour since the worker began. */
static double hourly(const store_worker *w) {
    int64_t seconds = w->seen - w->begun;
    return seconds > 0 ? (double)w->done * 3600 / (double)seconds : 0;
}

static bool print_worker(void *context, const store_worker *w) {
    listing *l = context;
    char held[1024] = "", listed[STORE_TAGS], tags[STORE_TAGS], place[STORE_NAME];
    char owner[OWNER_NAME];
    error unused;
    text t = text_over(held, sizeof held), list = text_over(listed, sizeof listed);
    text shown = text_over(tags, sizeof tags), where = text_over(place, sizeof place);
    text who = text_over(owner, sizeof owner);
    l->line = &t;
    l->count = 0;
    l->held = l->json ? json_array() : NULL;
    store_each_held(l->journal, w->name, add_held, l, &unused);
    for (const char *c = w->tags; *c; c++)
        if (*c != '\n') text_add_char(&list, *c);
        else if (c[1]) text_add_char(&list, ',');
    text_add_visible(&shown, listed, "");
    text_add_visible(&where, w->place, "");
    text_add_visible(&who, w->name, "");
    if (l->json) {
        cli_print_json(json_pack("{s:s, s:s, s:b, s:s, s:i, s:o, s:I, s:f, s:I}", "worker", place,
                                 "owner", owner, "alive", w->alive, "tags", tags, "concurrency",
                                 w->lanes, "jobs", l->held, "done", (json_int_t)w->done, "perHour",
                                 hourly(w), "seen", (json_int_t)(w->now - w->seen)));
        return !cli_output_gone();
    }
    if (!l->any)
        printf("%-28s %-12s %6s %8s %10s  %s\n", "worker", "last seen", "done", "per hour", "tags",
               "jobs (work.number)");
    l->any = true;
    char seen[32];
    text s = text_over(seen, sizeof seen);
    text_addf(&s, w->alive ? "%lld s ago" : "lost, %lld s", (long long)(w->now - w->seen));
    cli_print_padded(place, 28);
    printf(" %-12s %6lld %8.0f %10s  %s\n", seen, (long long)w->done, hourly(w), *tags ? tags : "-",
           held);
    return !cli_output_gone();
}

static bool print_work(void *context, const store_work *w) {
    listing *l = context;
    store_progress p = {0};
    error unused;
    char what[STORE_NAME * 2] = "", trouble[STORE_NAME];
    char kind[sizeof w->kind], begun[sizeof w->begun];
    text t = text_over(what, sizeof what), visible = text_over(trouble, sizeof trouble);
    text sort = text_over(kind, sizeof kind), since = text_over(begun, sizeof begun);
    text_add_visible(&visible, w->trouble, "");
    text_add_visible(&sort, w->kind, "");
    text_add_visible(&since, w->begun, "");
    /* Another connection: this one reads the list. */
    store_count_jobs(l->journal, w->id, &p, &unused);
    if (w->series) text_addf(&t, "series %lld", (long long)w->series);
    else text_add(&t, kind);
    if (l->json) {
        cli_print_json(json_pack(
            "{s:I, s:s, s:I, s:s, s:I, s:I, s:I, s:s}", "work", (json_int_t)w->id, "kind", kind,
            "series", (json_int_t)w->series, "begun", begun, "jobs", (json_int_t)p.jobs, "done",
            (json_int_t)p.done, "held", (json_int_t)p.held, "trouble", trouble));
        return !cli_output_gone();
    }
    printf("work %lld: %s, begun %s, %lld of %lld jobs done, %lld being done%s%s\n",
           (long long)w->id, what, begun, (long long)p.done, (long long)p.jobs, (long long)p.held,
           *trouble ? "; " : "", trouble);
    return !cli_output_gone();
}

static int list(const cli_arguments *a, store *journal) {
    error e = {0};
    store *second = store_open_again(journal, &e);
    listing l = {.journal = second, .json = cli_value(a, "json") != NULL};
    bool good = second && store_each_worker(journal, print_worker, &l, &e);
    if (good && !l.any && !l.json) printf("No worker has been here in the last day.\n");
    good = good && store_each_work(journal, false, print_work, &l, &e);
    store_close(second);
    return good ? CLI_OK : cli_fail_with(a, &e);
}

static int cancel(const cli_arguments *a, store *journal) {
    error e;
    uint64_t id = 0;
    store_work *w = calloc(1, sizeof *w);
    bool good = w && cli_read_number(a, "cancel", 1, INT64_MAX, &id, &e) &&
                store_find_work(journal, (int64_t)id, w, &e) &&
                store_end_work(journal, (int64_t)id, &e);
    free(w);
    return good ? CLI_OK : cli_fail_with(a, &e);
}

static int run(const cli_arguments *a) {
    error e;
    if (!cli_value(a, "list") && !cli_value(a, "cancel")) return work(a);
    store *journal = cli_open_old_store(a, &e);
    if (!journal) return cli_fail_with(a, &e);
    int status = cli_value(a, "list") ? list(a, journal) : cancel(a, journal);
    store_close(journal);
    return status;
}

const cli_command cli_worker = {
    .name = "worker",
    .operands = "",
    .summary = "Play games and compute for others who share the journal.",
    .about =
        "Takes games of 'damero match --workers' and 'damero tournament run --workers' from the journal, "
        "and plays those whose players this machine has. Start as many workers as you like, on any machines; "
        "the journal is usually on a PostgreSQL server (docs/scale.md). A worker that dies, hangs or is "
        "cut off loses its jobs to others when its lease ends (10 s, $DAMERO_LEASE in seconds), and can "
        "write nothing about them any more. Ctrl-C and SIGTERM give them back at once. A worker runs "
        "the commands that the journal names, in a sandbox: share a journal only with people who may do that.",
    .options =
        (const cli_option[]){
            {"concurrency", "N", "do N jobs at once (processors - 1)"},
            {"tag", "NAME=VALUE ...", "a property of this machine that --needs can ask for"},
            {"drain", NULL, "end when there is nothing left to do"},
            {"no-sandbox", NULL, "run programs unconfined if their series says so"},
            {"quiet", NULL, "print no line for each job"},
            {"list", NULL, "print the workers, what they do, and the work that is open"},
            {"json", NULL, "with --list: one JSON object per line"},
            {"cancel", "WORK", "end this work: none of its jobs is done any more"},
            CLI_STORE_OPTION,
            {0}},
    .examples =
        (const cli_example[]){
            {"damero worker --store postgresql://damero@db/damero --concurrency 8",
             "play eight games at once, of any series or tournament there"},
            {"damero worker --tag machine=big", "also what needs machine=big"},
            {"damero worker --list", "who works on what"},
            {0}},
    .run = run,
};
