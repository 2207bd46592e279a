/* damero tournament - events of many players: create, play, show, export. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/contest_desk.h"
#include "cli/crew.h"
#include "cli/event_words.h"
#include "cli/journal.h"
#include "cli/links.h"
#include "cli/needs.h"
#include "cli/series_options.h"
#include "cli/series_work.h"
#include "cli/setup.h"
#include "cli/stop.h"
#include "cli/think.h"
#include "cli/tournament_formats.h"
#include "cli/tournament_records.h"
#include "events/players.h"
#include "events/tournament.h"

/* A tournament as a command sees it: with the arguments it was created with. */
typedef struct event {
    const cli_arguments *now;
    cli_arguments then; /* those of `tournament new`, whose words are in `words`; when it is played,
                           with those of `run` instead that can change */
    char *words, *folder;
    store *journal;
    tournament t;
    const game *game;
    uint64_t seed;
    bool played;        /* by this process */
    int admitted;       /* entrants that this run can play with: the first ones */
    text *needs;        /* of workers who play it; NULL: this process does */
    contest_desk *desk; /* while boards share lines; or NULL */
    int64_t waited;     /* when it was last said why nothing happens */
    tournament_records records;
    FILE *trace;
    char *records_path;  /* from the root; NULL: none */
    char *trace_path;    /* from the root: programs that are confined do not see it; NULL: none */
    int64_t trace_start; /* the same for all links */
    bool warned;         /* that programs run unconfined */
} event;

static const char usual_tiebreaks[] = "buchholz-cut1,buchholz,sonneborn,direct,wins";

bool cli_read_plan(const cli_arguments *a, tournament_plan *p, const game **g, error *e) {
    const char *kind = cli_value(a, "kind"), *tiebreaks = cli_value(a, "tiebreaks");
    uint64_t rounds = 0, games = 1, seats = 4;
    if (a->operand_count < 3)
        return error_set(e, "usage: damero tournament new NAME GAME --kind KIND ...");
    if (!(*g = game_find(a->operand[2], e))) return false;
    if (!event_kind_find(kind ? kind : "round-robin", &p->kind, e)) return error_in(e, "--kind");
    if (!cli_read_number(a, "rounds", 1, 1000, &rounds, e) ||
        !cli_read_number(a, "games", 1, 1000, &games, e) ||
        !cli_read_number(a, "seats", 3, GAME_SEATS_MAX, &seats, e))
        return false;
    bool open = p->kind == EVENT_SWISS || p->kind == EVENT_TABLES;
    if (open && !rounds)
        return error_set(e, "missing --rounds: a %s needs a number of rounds", kind);
    if (!open && rounds)
        return error_set(e, "--rounds: the number of rounds of a %s is fixed",
                         event_kind_name(p->kind));
    p->rounds = (int)rounds;
    p->games = (int)games;
    p->seats = (int)seats;
    p->order_count = tiebreaks_read(tiebreaks ? tiebreaks : usual_tiebreaks, p->order, e);
    return p->order_count >= 0 || error_in(e, "--tiebreaks");
}

/* The players of --player NAME=SPEC and --players FILE, each checked for the tournament that `plan`
 * created. */
static bool read_entrants(const cli_arguments *a, const cli_arguments *plan, const game *g,
                          player_list *l, error *e) {
    bool opened =
        cli_value(plan, "opening") || cli_value(plan, "openings") || cli_value(plan, "position");
    const char *path = cli_value(a, "players");
    size_t length;
    *l = (player_list){0};
    if (path) {
        char *bytes = cli_read_file(path, &length, e);
        bool good = bytes && player_list_read(l, bytes, length, e);
        free(bytes);
        if (!good) return error_in(e, "--players %s", path);
    }
    for (size_t i = 0; i < a->repeated_count; i++) {
        char name[STORE_NAME];
        const char *spec = strchr(a->repeated[i], '=');
        text t = text_over(name, sizeof name);
        if (!spec)
            return error_set(e, "--player '%s': expected NAME=SEAT, for example New=program:./new",
                             a->repeated[i]);
        text_add_part(&t, a->repeated[i], (size_t)(spec - a->repeated[i]));
        if (!player_list_add(l, name, spec + 1, e)) return error_in(e, "--player");
    }
    for (size_t i = 0; i < l->count; i++) {
        seat_spec s;
        char words[SEAT_SPEC + 8];
        const char *seat = l->player[i].seat;
        /* A board is checked as it will be on any line. */
        text t = text_over(words, sizeof words);
        if (lines_is_board(seat)) text_addf(&t, "pty%s", seat + strlen("board"));
        else text_add(&t, seat);
        if (!seat_read(words, g, &s, e)) return error_in(e, "%s", l->player[i].name);
        if (s.kind == SEAT_ME || s.kind == SEAT_REMOTE)
            return error_set(e, "%s: people cannot play in tournaments at the terminal",
                             l->player[i].name);
        if (opened && s.speaks && !s.speaks->resumes)
            return error_set(e, "%s: boards of the %s protocol cannot start from an opening",
                             l->player[i].name, s.speaks->name);
    }
    return true;
}

/* Everything that would otherwise stop the tournament only after it has begun. */
static bool check_terms(const cli_arguments *a, const tournament_plan *p, const game *g,
                        series_setup *s, error *e) {
    const char *shared = cli_value(a, "lines");
    series_start start = {0};
    if (!cli_read_series(a, s, e)) return false;
    if (shared && !lines_check(shared, e)) return error_in(e, "--lines");
    if (p->kind == EVENT_TABLES && cli_value(a, "position"))
        return error_set(e, "--position: tables may differ in their number of players");
    game_rules *rules = tournament_rules(p, g, cli_value(a, "rules"), e);
    s->rules = rules;
    bool good = rules && cli_read_start(a, NULL, s, &start, e) && cli_check_opening(s, e);
    series_start_destroy(&start);
    game_destroy(rules);
    return good;
}

static void tell_that_it_exists(const char *name, const tournament_plan *p, size_t players) {
    char line[2 * STORE_NAME + 120];
    text t = text_over(line, sizeof line);
    int rounds = pairings_rounds(p->kind, (int)players, p->rounds);
    text_addf(&t, "%s: %s, %zu players, %d round%s; 'damero tournament run %s' plays it", name,
              event_kind_name(p->kind), players, rounds, rounds == 1 ? "" : "s", name);
    cli_say(stdout, "%s", line);
}

static bool make(const cli_arguments *a, store *journal, error *e) {
    tournament_plan plan;
    const game *g;
    player_list players = {0};
    store_tournament *t = calloc(1, sizeof *t);
    store_entrant *all = NULL;
    char *folder = getcwd(NULL, 0);
    bool good = (t && folder) || error_set(e, "no memory for a tournament");
    good = good && cli_read_plan(a, &plan, &g, e) && player_name_check(a->operand[1], e) &&
           read_entrants(a, a, g, &players, e);
    if (good && players.count < 2) good = error_set(e, "a tournament needs at least two players");
    series_setup options = {0};
    good = good && check_terms(a, &plan, g, &options, e);
    if (good && !(all = calloc(players.count, sizeof *all))) good = error_set(e, "no memory");
    for (size_t i = 0; good && i < players.count; i++) {
        text name = text_over(all[i].name, sizeof all[i].name);
        text seat = text_over(all[i].seat, sizeof all[i].seat);
        all[i].number = (int)i;
        all[i].withdrawn = -1;
        text_add(&name, players.player[i].name);
        text_add(&seat, players.player[i].seat);
    }
    if (good) {
        text name = text_over(t->name, sizeof t->name),
             words = text_over(t->words, sizeof t->words);
        uint64_t seed = options.terms.seeded ? options.terms.seed : (uint64_t)clock_now();
        text_add(&name, a->operand[1]);
        text_addf(&words, "%llu%c%s%c", (unsigned long long)seed, CLI_WORD_END, folder,
                  CLI_WORD_END);
        /* The players are entrants by now. */
        cli_arguments without = *a;
        without.repeated_count = 0;
        cli_write_words(&without, "players", &words);
        good = words.full ? error_set(e, "the options are too long for the journal")
                          : store_begin_tournament(journal, t, all, players.count, e);
    }
    if (good && !cli_value(a, "json")) tell_that_it_exists(t->name, &plan, players.count);
    player_list_destroy(&players);
    free(all);
    free(folder);
    free(t);
    return good;
}

static bool load(event *v, const char *name, error *e) {
    char *rest;
    if (!tournament_load(&v->t, v->journal, name, e)) return false;
    if (!(v->words = strdup(v->t.about->words))) return error_set(e, "no memory for a tournament");
    if (!(v->folder = strchr(v->words, CLI_WORD_END)) ||
        !(rest = strchr(v->folder + 1, CLI_WORD_END)))
        return error_set(e, "%s cannot be read", name);
    *v->folder++ = *rest++ = '\0';
    v->seed = strtoull(v->words, NULL, 10);
    if (!cli_read_words(v->now->command, rest, &v->then))
        return error_set(e, "%s cannot be read", name);
    return cli_read_plan(&v->then, &v->t.plan, &v->game, e);
}

static const char *state_of(const store *journal, const store_tournament *t, bool paired) {
    if (t->over) return "over";
    if (store_is_played(journal, t)) return "running";
    return paired ? "interrupted" : "new";
}

static bool show(const event *v, const char *format, error *e) {
    const tournament *t = &v->t;
    const char *state = state_of(v->journal, t->about, t->pairings.count > 0);
    standing *table = calloc((size_t)t->entrants + 1, sizeof *table);
    rating *ratings = calloc((size_t)t->entrants + 1, sizeof *ratings);
    bool good = (table && ratings) || error_set(e, "no memory for a tournament");
    good = good && tournament_stands(t, table, ratings, e) &&
           tournament_print(&(tournament_view){t, v->game, state, table, ratings}, format, e);
    free(table);
    free(ratings);
    return good;
}

static void print_pairings(const event *v, int round) {
    const tournament *t = &v->t;
    for (size_t i = 0; i < t->pairings.count; i++) {
        char line[1024];
        text out = text_over(line, sizeof line);
        if (round >= 0 && t->pairings.pairing[i].round != round) continue;
        if (cli_value(v->now, "json")) {
            json_t *o = tournament_pairing_json(t, i);
            json_object_set_new(o, "board", json_integer(t->stored[i].board + 1));
            cli_print_json(o);
            continue;
        }
        tournament_write_pairing(t, i, &out);
        printf("%d.%d  %s\n", t->pairings.pairing[i].round + 1, t->stored[i].board + 1, line);
    }
}

/* "1-0", "0.5-0.5", "1.5-0.5": points for each seat. */
static bool read_result(const char *word, int count, int *points, error *e) {
    const char *at = word;
    for (int i = 0; i < count; i++) {
        char *end;
        double value = strtod(at, &end);
        points[i] = (int)lround(2 * value);
        if (end == at || value < 0 || value > 10000 || fabs(2 * value - points[i]) > 1e-9 ||
            *end != (i + 1 < count ? '-' : '\0'))
            return error_set(
                e, "'%s': expected the points of each seat, for example 1-0 or 0.5-0.5", word);
        at = end + 1;
    }
    return true;
}

/* The organiser's result for a pairing, given as ROUND.BOARD. */
static bool set_result(event *v, const char *which, const char *result, error *e) {
    int round = 0, board = 0, points[GAME_SEATS_MAX];
    char end;
    if (sscanf(which, "%d.%d%c", &round, &board, &end) != 2)
        return error_set(e, "'%s': expected ROUND.BOARD, as listed by 'damero tournament pairings'",
                         which);
    int at = tournament_find(&v->t, 0, round - 1, board - 1);
    if (at < 0) return error_set(e, "there is no pairing %s", which);
    if (round < tournament_paired(&v->t))
        return error_set(e, "round %d is over, and the next one was paired from it", round);
    int count = v->t.pairings.pairing[at].count;
    return read_result(result, count, points, e) &&
           tournament_set_result(&v->t, (size_t)at, points, count > 1, "by the organiser", e);
}

static void pairing_over(void *context, const tournament *t, size_t at) {
    const event *v = context;
    char line[1024];
    text out = text_over(line, sizeof line);
    if (cli_value(&v->then, "quiet")) return;
    tournament_write_pairing(t, at, &out);
    if (cli_value(v->now, "json")) cli_print_json(tournament_pairing_json(t, at));
    else printf("%d.%d  %s\n", t->pairings.pairing[at].round + 1, t->stored[at].board + 1, line);
    fflush(stdout);
}

static void round_paired(void *context, const tournament *t, int round) {
    const event *v = context;
    if (cli_value(&v->then, "quiet")) return;
    if (!cli_value(v->now, "json")) printf("Round %d of %d\n", round + 1, tournament_rounds(t));
    for (size_t i = 0; i < t->pairings.count; i++)
        if (t->pairings.pairing[i].round == round && t->pairings.pairing[i].over)
            pairing_over(context, t, i);
    fflush(stdout);
}

/* All pairings may wait; one says so. */
static void workers_awaited(void *context, const tournament *t, size_t at, int64_t seconds) {
    event *v = context;
    if (v->waited && clock_now() - v->waited < 9 * SECOND) return;
    if (seconds % 10 == 0) v->waited = clock_now();
    crew_tell_waiting(v->journal, t->stored[at].series, seconds);
}

static void boards_called(void *context, const tournament *t, const lines_call *c) {
    contest_desk_call(((event *)context)->desk, t, c);
}

/* A journal that cannot be read now does not end the event: the games are recorded later. */
static bool record_games(void *context, const tournament *t, error *e) {
    error why = {0};
    if (tournament_records_add(&((event *)context)->records, t, &why)) return true;
    if (strcmp(why.code, "records-unwritable") != 0) return true;
    *e = why;
    return false;
}

/* Boards on shared lines are called to them by name (contest_desk.h). */
static void link_opened(void *context, const tournament *t, int player, link_end *l) {
    event *v = context;
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
static int concurrency_of(const event *v, const lines *shared, int wanted) {
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
static bool open_lines(const event *v, tournament_run *run, error *e) {
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
static bool open_desk(event *v, tournament_run *run, error *e) {
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
static bool set_up_run(event *v, tournament_run *run, series_start *start, game_rules **of_start,
                       error *e) {
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
static bool workers_can_play(const event *v, const store_entrant *who, error *e) {
    seat_spec s;
    bool board = lines_is_board(who->seat);
    if (!board && !seat_read(who->seat, v->game, &s, e)) return error_in(e, "%s", who->name);
    if (board || (s.kind != SEAT_ENGINE && strncmp(s.link, "program:", 8) != 0))
        return error_set(e, "--workers: %s is neither an engine nor a program", who->name);
    return needs_add_player(&v->then, &s, v->needs, e);
}

/* Checks the entrants who are new, except those who withdrew before their first round. */
static bool admit(void *context, const tournament *t, error *e) {
    event *v = context;
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
static bool ask_workers(event *v, tournament_run *run, workers_terms *terms, text *needs,
                        error *e) {
    if (!cli_value(&v->then, "workers")) return true;
    if (!needs_write(&v->then, cli_value(&v->then, "openings"), needs, e)) return false;
    v->needs = needs;
    terms->needs = needs->start;
    run->workers = terms;
    return true;
}

/* Pairings at once: those that wait for workers, or that are played here. */
static int threads_of(const event *v, const tournament_run *run) {
    enum { REPORTED = 24 }; /* each has a connection to the journal */
    return run->workers ? REPORTED : concurrency_of(v, run->lines, run->series.concurrency);
}

/* The threads of this process that are workers too, if --concurrency is given with --workers. */
static bool help_workers(const event *v, const tournament_run *run, crew **own, error *e) {
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
static void tell_that_it_resumes(const event *v) {
    size_t count = v->t.pairings.count;
    if (count == 0 || cli_value(v->now, "json") || cli_value(&v->then, "quiet")) return;
    printf("Round %d of %d continues\n", v->t.pairings.pairing[count - 1].round + 1,
           tournament_rounds(&v->t));
    fflush(stdout);
}

/* Whether the tournament ends because no further round can be paired. */
static bool ends_early(const event *v, error *e) {
    if (strcmp(e->code, "round-unpairable") != 0 && strcmp(e->code, "too-few-players") != 0)
        return false;
    fprintf(stderr, "%s ends here: %s\n", v->t.about->name, e->message);
    *e = (error){0};
    return true;
}

static bool is_among(const char *word, const char *const *list) {
    while (*list && strcmp(word, *list) != 0) list++;
    return *list != NULL;
}

/* Whether an action uses an option. A tournament that is played keeps what was chosen when it was
 * created; what one run prints and traces is chosen for that run. */
static bool takes(const char *action, const char *option) {
    static const char *const always[] = {"json", "store", NULL};
    static const char *const of_others[] = {"round", "format", NULL};
    static const char *const of_runs[] = {"quiet", "trace", NULL};
    static const char *const chosen[] = {"kind", "rounds", "seats", "tiebreaks", "player", NULL};
    static const char *const entrants[] = {"player", "players", NULL};
    if (is_among(option, always)) return true;
    if (strcmp(action, "new") == 0)
        return !is_among(option, of_others) && !is_among(option, of_runs);
    if (strcmp(action, "run") == 0)
        return !is_among(option, of_others) && !is_among(option, chosen) &&
               !is_among(option, cli_series_terms);
    if (strcmp(action, "pairings") == 0) return strcmp(option, "round") == 0;
    if (strcmp(action, "export") == 0) return strcmp(option, "format") == 0;
    return strcmp(action, "add") == 0 && is_among(option, entrants);
}

/* A trace holds one game after the other, as this run plays them. */
static bool check_trace(const event *v, error *e) {
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
static bool take_up(event *v, error *e) {
    const char *name = v->t.about->name, *records, *trace;
    if (v->t.about->over) return error_set(e, "%s is over", name);
    if (store_is_played(v->journal, v->t.about)) return error_set(e, "%s is being played", name);
    bool created_with = cli_value(&v->then, "records") && !cli_is_typed(v->now, "records");
    for (size_t i = 0; v->now->command->options[i].name; i++) {
        const char *option = v->now->command->options[i].name;
        if (cli_is_typed(v->now, option) || (!v->then.option[i] && takes("run", option)))
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
static bool open_files(event *v, error *e) {
    if (v->records_path && !tournament_records_open(&v->records, &v->t, v->records_path, e))
        return false;
    if (!v->trace_path) return true;
    v->trace_start = clock_now();
    return (v->trace = cli_open_trace(v->trace_path, e)) != NULL;
}

static bool play(event *v, error *e) {
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
    return good && show(v, cli_value(v->now, "json") ? "json" : "text", e);
}

static void destroy(event *v) {
    tournament_records_close(&v->records);
    if (v->trace) fclose(v->trace);
    free(v->records_path);
    free(v->trace_path);
    tournament_destroy(&v->t);
    free(v->words);
}

bool tournament_work(const char *name, const store_series *series, store *journal,
                     const char *needs, series_work_play *play_it, void *context, error *refused,
                     error *e) {
    cli_arguments now = {.command = cli_find("tournament")};
    event v = {.now = &now, .journal = journal};
    tournament_run run = {0};
    series_start start = {0};
    game_rules *of_start = NULL, *rules = NULL;
    series_setup s = {0};
    seat_spec *spec = calloc(GAME_SEATS_MAX, sizeof *spec);
    bool good = spec ? load(&v, name, e) : error_set(e, "no memory for a tournament");
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
    destroy(&v);
    return good;
}

static bool list_one(void *context, const store_tournament *t) {
    const event *v = context;
    const char *state = state_of(v->journal, t, t->paired);
    if (cli_value(v->now, "json")) {
        cli_print_json(
            json_pack("{s:s, s:s, s:s}", "name", t->name, "created", t->begun, "state", state));
    } else {
        cli_print_padded(t->name, 24);
        printf(" %s  %s\n", t->begun, state);
    }
    return !cli_output_gone();
}

static bool add_players(event *v, error *e) {
    player_list l;
    bool good = read_entrants(v->now, &v->then, v->game, &l, e);
    if (good && !l.count) good = error_set(e, "missing --player NAME=SEAT");
    /* All or none. */
    for (size_t i = 0; good && i < l.count; i++)
        for (int k = 0; good && k < v->t.entrants; k++)
            if (strcmp(v->t.entrant[k].name, l.player[i].name) == 0)
                good = error_set(e, "%s already takes part", l.player[i].name);
    for (size_t i = 0; good && i < l.count; i++)
        good = tournament_add(&v->t, l.player[i].name, l.player[i].seat, e);
    player_list_destroy(&l);
    return good;
}

static bool check_options(const cli_arguments *a, error *e) {
    const char *action = a->operand[0];
    for (size_t i = 0; a->command->options[i].name; i++) {
        const char *option = a->command->options[i].name;
        if (!cli_is_typed(a, option) || takes(action, option)) continue;
        return takes("new", option) && strcmp(action, "run") == 0
                   ? error_set(e, "--%s is chosen when a tournament is created ('new')", option)
                   : error_set(e, "--%s: '%s' has no such option", option, action);
    }
    return true;
}

static bool act(event *v, error *e) {
    const cli_arguments *a = v->now;
    const char *action = a->operand[0], *format = cli_value(a, "format");
    size_t given = a->operand_count;
    uint64_t round = 0;
    static const char *const actions[] = {"new",      "run",    "show",   "pairings", "add",
                                          "withdraw", "result", "export", "list",     NULL};
    if (!is_among(action, actions))
        return error_set(e,
                         "'%s' is unknown; use new, run, show, pairings, add, withdraw, result, "
                         "export or list",
                         action);
    if (!check_options(a, e)) return false;
    if (strcmp(action, "list") == 0) return store_each_tournament(v->journal, list_one, v, e);
    if (given < 2)
        return error_set(e, "missing argument NAME; 'damero tournament list' lists them");
    if (strcmp(action, "new") == 0) return make(a, v->journal, e);
    if (!load(v, a->operand[1], e)) return false;
    if (strcmp(action, "run") == 0) return play(v, e);
    if (strcmp(action, "show") == 0) return show(v, cli_value(a, "json") ? "json" : "text", e);
    if (strcmp(action, "export") == 0) return show(v, format ? format : "json", e);
    if (strcmp(action, "add") == 0) return add_players(v, e);
    if (strcmp(action, "withdraw") == 0)
        return given < 3
                   ? error_set(e, "missing player; usage: damero tournament withdraw NAME PLAYER")
                   : tournament_withdraw(&v->t, a->operand[2], e);
    if (strcmp(action, "result") == 0)
        return given < 4 ? error_set(e, "usage: damero tournament result NAME ROUND.BOARD 1-0")
                         : set_result(v, a->operand[2], a->operand[3], e);
    if (!cli_read_number(a, "round", 1, 100000, &round, e)) return false;
    print_pairings(v, (int)round - 1);
    return true;
}

static int run(const cli_arguments *a) {
    event v = {.now = a};
    error e = {0};
    bool good = (v.journal = cli_open_store(a, &e)) && act(&v, &e);
    int status = good ? CLI_OK : cli_fail_with(a, &e);
    if (!good && v.played) status = CLI_FAILED;
    destroy(&v);
    store_close(v.journal);
    return status;
}

const cli_command cli_tournament = {
    .name = "tournament",
    .operands = "ACTION [NAME] [WHAT] [RESULT]",
    .summary = "Hold a tournament: new, run, show, pairings, add, withdraw, result, export, list.",
    .about =
        "'new NAME GAME' creates one with its players, in the order of their seeds; 'run NAME' plays it, "
        "or resumes it after any interruption. 'show' prints the standings, 'pairings' "
        "the rounds. 'add' and 'withdraw NAME PLAYER' change the field, 'result NAME ROUND.BOARD 1-0' "
        "enters the organiser's decision, 'export' writes a file for other programs. The kinds are round-robin, "
        "double, gauntlet, swiss, knockout (--games N: best of N) and tables (of --seats players). "
        "On a contest day players may be seated as 'board': they share the lines of --lines, and 'run' "
        "says which team goes on which line, then waits for Enter (docs/tournaments.md). "
        "The options of 'damero match' apply to every game, except those that a tournament replaces: "
        "--seat and --names by the players, --best-of by --games of a knockout, --pause-between by "
        "boards that share lines, --resume by 'run', which takes other values only for options that "
        "do not change the games. --sprt compares two players, so that it ends a series and not a "
        "tournament; and a tournament is always in the journal.",
    .options =
        (const cli_option[]){
            {"kind", "KIND", "kind of tournament (round-robin)"},
            {"rounds", "N", "rounds of a swiss tournament, or of tables"},
            {"games", "N", "games per pairing, changing seats (1)"},
            {"seats", "N", "seats at a table, 3 to 8 (4)"},
            {"player", "NAME=SEAT ...", "a player, seated as in 'damero match'"},
            {"players", "FILE", "the players from a file (docs/referee.md)"},
            {"tiebreaks", "LIST",
             "tie-breaks, in this order (buchholz-cut1,buchholz,"
             "sonneborn,direct,wins)"},
            CLI_SERIES_OPTIONS,
            CLI_WORKERS_OPTIONS,
            {"lines", "LINE,...",
             "lines that players seated as 'board' share: serial:DEVICE, pty, tcp:HOST:PORT, "
             "listen:PORT"},
            {"unattended", NULL,
             "do not wait for 'ready': a board that does not answer forfeits its pairing"},
            {"round", "N", "show only the pairings of this round"},
            {"format", "json|csv|markdown|trf", "format of an export (json)"},
            {"json", NULL, "JSON instead of text, one object per line"},
            CLI_STORE_OPTION,
            {0}},
    .examples =
        (const cli_example[]){
            {"damero tournament new Spring damas --kind swiss --rounds 7 --players teams.ini",
             "a Swiss tournament of seven rounds"},
            {"damero tournament run Spring", "play it, or resume it"},
            {"damero tournament run Lab --lines serial:/dev/ttyUSB0,serial:/dev/ttyUSB1",
             "teams with boards share two serial lines"},
            {"damero tournament run Spring --workers", "the same by all workers of the journal"},
            {"damero tournament show Spring", "the standings"},
            {"damero tournament export Spring --format trf", "for other pairing programs"},
            {0}},
    .run = run,
};
