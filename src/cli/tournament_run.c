/* damero tournament run - plays a tournament here or by workers, and shows how it goes. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/crew.h"
#include "cli/journal.h"
#include "cli/links.h"
#include "cli/needs.h"
#include "cli/series_options.h"
#include "cli/series_work.h"
#include "cli/setup.h"
#include "cli/stop.h"
#include "cli/think.h"
#include "cli/tournament_event.h"
#include "cli/tournament_formats.h"

static void pairing_over(void *context, const tournament *t, size_t at) {
    const cli_event *v = context;
    char line[1024];
    text out = text_over(line, sizeof line);
    if (cli_value(&v->then, "quiet")) return;
    tournament_write_pairing(t, at, &out);
    if (cli_value(v->now, "json")) cli_print_json(tournament_pairing_json(t, at));
    else printf("%d.%d  %s\n", t->pairings.pairing[at].round + 1, t->stored[at].board + 1, line);
    fflush(stdout);
}

/* How far a pairing of many games is, from time to time. */
static void pairing_scored(void *context, const tournament *t, size_t at, uint64_t games,
                           const int *points) {
    enum { OFTEN = 10 };
    cli_event *v = context;
    char line[1024];
    text out = text_over(line, sizeof line);
    if (cli_value(&v->then, "quiet") || cli_value(v->now, "json")) return;
    if (clock_now() - v->scored < OFTEN * SECOND) return;
    v->scored = clock_now();
    tournament_write_score(t, at, points, &out);
    cli_say(stderr, "%d.%d  %s after %llu of %d games", t->pairings.pairing[at].round + 1,
            t->stored[at].board + 1, line, (unsigned long long)games, t->plan.games);
}

static void round_paired(void *context, const tournament *t, int round) {
    const cli_event *v = context;
    if (cli_value(&v->then, "quiet")) return;
    if (!cli_value(v->now, "json")) printf("Round %d of %d\n", round + 1, tournament_rounds(t));
    for (size_t i = 0; i < t->pairings.count; i++)
        if (t->pairings.pairing[i].round == round && t->pairings.pairing[i].over)
            pairing_over(context, t, i);
    fflush(stdout);
}

/* All pairings may wait; one says so. */
static void workers_awaited(void *context, const tournament *t, size_t at, int64_t seconds) {
    cli_event *v = context;
    if (v->waited && clock_now() - v->waited < 9 * SECOND) return;
    if (seconds % 10 == 0) v->waited = clock_now();
    crew_tell_waiting(v->journal, t->stored[at].series, seconds);
}

static void boards_called(void *context, const tournament *t, const lines_call *c) {
    contest_desk_call(((cli_event *)context)->desk, t, c);
}

/* A journal that cannot be read now does not end the event: the games are recorded later. */
static bool record_games(void *context, const tournament *t, error *e) {
    error why = {0};
    if (tournament_records_add(&((cli_event *)context)->records, t, &why)) return true;
    if (strcmp(why.code, "records-unwritable") != 0) return true;
    *e = why;
    return false;
}

/* Boards on shared lines are called to them by name (contest_desk.h). */
static void link_opened(void *context, const tournament *t, int player, link_end *l) {
    cli_event *v = context;
    l->trace_file = v->trace;
    l->trace_start = v->trace_start;
    if (l->kind == LINK_PROGRAM && !v->warned) {
        v->warned = true;
        cli_warn_unconfined(&v->then, l);
    }
    if (!lines_is_board(t->entrant[player].seat))
        cli_tell_waiting(l, "player", t->entrant[player].name, cli_value(v->now, "json") != NULL);
}

/* Engines and programs play several games at once; boards on lines of their own play one game after
 * another, boards that share lines as many as there are pairs of lines. */
static int concurrency_of(const cli_event *v, const lines *shared, int wanted) {
    for (int i = 0; shared && i < v->t.entrants; i++)
        if (lines_is_board(v->t.entrant[i].seat))
            return lines_count(shared) > 3 ? lines_count(shared) / 2 : 1;
    for (int i = 0; i < v->t.entrants; i++) {
        seat_spec s;
        error unused;
        if (!seat_read(v->t.entrant[i].seat, v->game, &s, &unused)) continue;
        if (s.kind != SEAT_ENGINE && strncmp(s.link, "program:", 8) != 0) return 1;
    }
    if (v->trace_path) return 1;
    return wanted ? wanted : cli_usual_concurrency();
}

/* The lines of --lines, now or when the tournament was created. */
static bool open_lines(const cli_event *v, tournament_run *run, error *e) {
    const char *list = cli_value(&v->then, "lines"), *specs[LINES_MAX];
    int count = 0;
    if (!list) return true;
    char *words = strdup(list), *rest = NULL;
    if (!words) return error_set(e, "no memory for the lines");
    for (char *w = strtok_r(words, ",", &rest); w; w = strtok_r(NULL, ",", &rest)) {
        if (count == LINES_MAX) break;
        specs[count++] = w;
    }
    run->lines = lines_create(specs, count, &run->series.links, e);
    free(words);
    return run->lines || error_in(e, "--lines");
}

/* Gives the organiser a desk, if boards share lines and somebody is to say that they are ready. */
static bool open_desk(cli_event *v, tournament_run *run, error *e) {
    bool json = cli_value(v->now, "json") != NULL;
    if (!open_lines(v, run, e)) return false;
    if (!run->lines) return true;
    if (!cli_value(&v->then, "patience")) run->series.patience = 10 * SECOND;
    run->unattended = cli_value(&v->then, "unattended") != NULL;
    if (!(v->desk = contest_desk_open(run->lines, json, e))) return false;
    contest_desk_list(v->desk);
    run->called = boards_called;
    return true;
}

/* What all pairings share; the start and its rules are to be destroyed. */
static bool set_up_run(cli_event *v, tournament_run *run, series_start *start,
                       game_rules **of_start, error *e) {
    run->rules = cli_value(&v->then, "rules");
    run->game = v->game;
    run->context = v;
    run->series.terms.seed = v->seed;
    if (!cli_read_series(&v->then, &run->series, e)) return false;
    run->series.terms.seed = v->seed;
    run->series.links.hidden = store_path(v->journal);
    run->series.links.trace = v->trace_path;
    bool given = cli_value(&v->then, "openings") || cli_value(&v->then, "position");
    *of_start = given ? game_create(v->game, run->rules, e) : NULL;
    run->series.rules = *of_start;
    return !given || (*of_start && cli_read_start(&v->then, NULL, &run->series, start, e));
}

/* Whether workers can play with it. They need what each player does: everyone may meet everyone. */
static bool workers_can_play(const cli_event *v, const store_entrant *who, error *e) {
    seat_spec s;
    bool board = lines_is_board(who->seat);
    if (!board && !seat_read(who->seat, v->game, &s, e)) return error_in(e, "%s", who->name);
    if (board || (s.kind != SEAT_ENGINE && strncmp(s.link, "program:", 8) != 0))
        return error_set(e, "--workers: %s is neither an engine nor a program", who->name);
    return needs_add_player(&v->then, &s, v->needs, e);
}

/* Checks the entrants who are new, except those who withdrew before their first round. */
static bool admit(void *context, const tournament *t, error *e) {
    cli_event *v = context;
    for (; v->admitted < t->entrants; v->admitted++) {
        const store_entrant *who = &t->entrant[v->admitted];
        if (who->withdrawn >= 0 && who->withdrawn <= who->joined) continue;
        if (who->has_token)
            return error_set(e, "%s is a person, who plays on the page: start it there", who->name);
        if (v->needs && !workers_can_play(v, who, e)) return false;
    }
    return true;
}

/* What workers need, if they play. */
static bool ask_workers(cli_event *v, tournament_run *run, workers_terms *terms, text *needs,
                        error *e) {
    if (!cli_value(&v->then, "workers")) return true;
    if (!needs_write(&v->then, cli_value(&v->then, "openings"), needs, e)) return false;
    v->needs = needs;
    terms->needs = needs->start;
    run->workers = terms;
    return true;
}

/* Pairings at once: those that wait for workers, or that are played here. */
static int threads_of(const cli_event *v, const tournament_run *run) {
    enum { REPORTED = 24 }; /* each has a connection to the journal */
    return run->workers ? REPORTED : concurrency_of(v, run->lines, run->series.concurrency);
}

/* The threads of this process that are workers too, if --concurrency is given with --workers. */
static bool help_workers(const cli_event *v, const tournament_run *run, crew **own, error *e) {
    uint64_t lanes = 0;
    if (!run->workers || !cli_value(&v->then, "concurrency")) return true;
    crew_terms terms = {
        .unconfined = run->series.links.open_house, .quiet = true, .label = "damero tournament"};
    if (!cli_read_number(&v->then, "concurrency", 1, SERIES_CONCURRENCY_MAX, &lanes, e))
        return false;
    terms.lanes = (int)lanes;
    return (*own = crew_start(v->journal, &terms, e)) != NULL;
}

/* What was paired before it was interrupted is not announced again. */
static void tell_that_it_resumes(const cli_event *v) {
    size_t count = v->t.pairings.count;
    if (count == 0 || cli_value(v->now, "json") || cli_value(&v->then, "quiet")) return;
    printf("Round %d of %d continues\n", v->t.pairings.pairing[count - 1].round + 1,
           tournament_rounds(&v->t));
    fflush(stdout);
}

/* Whether the tournament ends because no further round can be paired. */
static bool ends_early(const cli_event *v, error *e) {
    if (strcmp(e->code, "round-unpairable") != 0 && strcmp(e->code, "too-few-players") != 0)
        return false;
    fprintf(stderr, "%s ends here: %s\n", v->t.about->name, e->message);
    *e = (error){0};
    return true;
}

/* A trace holds one game after the other, as this run plays them. */
static bool check_trace(const cli_event *v, error *e) {
    if (!cli_value(&v->then, "trace")) return true;
    if (cli_value(&v->then, "workers")) return error_set(e, "--workers: leave out --trace");
    return !cli_is_typed(v->now, "concurrency") ||
           error_set(e, "--trace writes one game after the other: leave out --concurrency");
}

/* A path that is named in the current folder, from the root; NULL if there is no memory. */
static char *from_here(const char *path) {
    char *here = *path == '/' ? strdup("") : getcwd(NULL, 0), *whole = NULL;
    size_t room = here ? strlen(here) + strlen(path) + 2 : 0;
    if (room && (whole = malloc(room)))
        snprintf(whole, room, "%s%s%s", here, *here ? "/" : "", path);
    free(here);
    return whole;
}

/* Uses the options of this run beside those with which it was created, and goes to the folder where
 * that was; files that are named now are in this one. */
static bool take_up(cli_event *v, error *e) {
    const char *name = v->t.about->name, *records, *trace;
    if (v->t.about->over) return error_set(e, "%s is over", name);
    if (store_is_played(v->journal, v->t.about)) return error_set(e, "%s is being played", name);
    bool created_with = cli_value(&v->then, "records") && !cli_is_typed(v->now, "records");
    for (size_t i = 0; v->now->command->options[i].name; i++) {
        const char *option = v->now->command->options[i].name;
        if (cli_is_typed(v->now, option) || (!v->then.option[i] && cli_event_takes("run", option)))
            v->then.option[i] = v->now->option[i];
    }
    if (!check_trace(v, e)) return false;
    records = cli_value(&v->then, "records");
    trace = cli_value(&v->then, "trace");
    if ((records && !created_with && !(v->records_path = from_here(records))) ||
        (trace && !(v->trace_path = from_here(trace))))
        return error_set(e, "no memory for the files");
    if (chdir(v->folder) != 0)
        return error_set(e, "%s was created in %s, which no longer exists", name, v->folder);
    if (records && created_with && !(v->records_path = from_here(records)))
        return error_set(e, "no memory for the files");
    return true;
}

/* The files of --records and --trace: last, because the trace of an earlier run is lost. */
static bool open_files(cli_event *v, error *e) {
    if (v->records_path && !tournament_records_open(&v->records, &v->t, v->records_path, e))
        return false;
    if (!v->trace_path) return true;
    v->trace_start = clock_now();
    return (v->trace = cli_open_trace(v->trace_path, e)) != NULL;
}

bool cli_event_play(cli_event *v, error *e) {
    tournament_run run = {.context = v};
    series_start start = {0};
    game_rules *of_start = NULL;
    char needs[STORE_NEEDS] = "";
    text wanted = text_over(needs, sizeof needs);
    workers_terms workers = {0};
    crew *own = NULL;
    bool good = take_up(v, e) && set_up_run(v, &run, &start, &of_start, e) &&
                ask_workers(v, &run, &workers, &wanted, e) && admit(v, &v->t, e) &&
                open_desk(v, &run, e) &&
                store_claim_tournament(v->journal, v->t.about, e) == STORE_KEPT;
    bool claimed = good;
    if (good && (good = open_files(v, e))) {
        v->played = true;
        run.series.stop = cli_stop_with_output();
        run.concurrency = threads_of(v, &run);
        run.admits = admit;
        run.over = pairing_over;
        run.scored = pairing_scored;
        v->scored = clock_now();
        run.paired = round_paired;
        run.record = record_games;
        run.opened = link_opened;
        tell_that_it_resumes(v);
        run.waiting = workers_awaited;
        good = help_workers(v, &run, &own, e) &&
               (tournament_play(&v->t, &run, e) || ends_early(v, e)) &&
               tournament_records_add(&v->records, &v->t, e);
        if (own) crew_end(own);
    }
    if (claimed) {
        error unused;
        v->t.about->over = good;
        store_leave_tournament(v->journal, v->t.about->id, good, good ? e : &unused);
    }
    contest_desk_close(v->desk);
    lines_destroy(run.lines);
    series_start_destroy(&start);
    game_destroy(of_start);
    v->needs = NULL; /* ours */
    return good && cli_event_show(v, cli_value(v->now, "json") ? "json" : "text", e);
}

bool tournament_work(const char *name, const store_series *series, store *journal,
                     const char *needs, series_work_play *play_it, void *context, error *refused,
                     error *e) {
    cli_arguments now = {.command = cli_find("tournament")};
    cli_event v = {.now = &now, .journal = journal};
    tournament_run run = {0};
    series_start start = {0};
    game_rules *of_start = NULL, *rules = NULL;
    series_setup s = {0};
    seat_spec *spec = calloc(GAME_SEATS_MAX, sizeof *spec);
    bool good = spec ? cli_event_load(&v, name, e) : error_set(e, "no memory for a tournament");
    if (good) needs_go_to(v.folder);
    if (good && !needs_files(needs, refused)) good = error_set(e, "%s", refused->message);
    good = good && set_up_run(&v, &run, &start, &of_start, e);
    size_t at = 0;
    while (good && at < v.t.pairings.count && v.t.stored[at].series != series->id) at++;
    if (good && at == v.t.pairings.count)
        good = error_set(e, "%s has no pairing with series %lld", name, (long long)series->id);
    good =
        good && tournament_set_up(&v.t, &run, at, &s, spec, &rules, e) && play_it(context, &s, e);
    game_destroy(rules);
    series_start_destroy(&start);
    game_destroy(of_start);
    free(spec);
    cli_event_destroy(&v);
    return good;
}
