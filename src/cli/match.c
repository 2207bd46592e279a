/* damero match - one match, or several, between any players. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/crew.h"
#include "cli/journal.h"
#include "cli/links.h"
#include "cli/match_contest.h"
#include "cli/needs.h"
#include "cli/record_file.h"
#include "cli/series_options.h"
#include "cli/series_work.h"
#include "cli/setup.h"
#include "cli/spectator.h"
#include "cli/think.h"
#include "events/opening.h"
#include "events/players.h"
#include "events/workers.h"
#include "store/jobs.h"

/* What a worker cannot do for others. */
static bool check_workers_options(const cli_arguments *a, error *e) {
    static const char *const alone[] = {"pause-between", "trace", "no-journal"};
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        if (cli_value(a, alone[i])) return error_set(e, "--workers: leave out --%s", alone[i]);
    return true;
}

static bool read_options(const cli_arguments *a, contest *c, error *e) {
    const char *path = cli_value(a, "trace");
    if (cli_value(a, "workers") && !check_workers_options(a, e)) return false;
    if (!cli_read_series(a, &c->series, e)) return false;
    c->series.links.trace = path;
    if (path && !c->trace && !(c->trace = cli_open_trace(path, e))) return false;
    c->trace_start = clock_now();
    return true;
}

bool contest_seat(contest *c, const char *spec, const game *g, error *e) {
    int *count = &c->series.players;
    if (*count == GAME_SEATS_MAX) return error_set(e, "more than %d seats", GAME_SEATS_MAX);
    seat_spec *s = &c->player[*count].spec;
    c->series.spec[(*count)++] = s;
    bool good = seat_read(spec, g, s, e) &&
                (s->kind != SEAT_REMOTE || error_set(e, "a remote person plays on a server's page, "
                                                        "not at this terminal"));
    return good || error_in(e, "seat %d", *count);
}

/* The players of a file, with their names. */
static bool seat_listed(contest *c, const char *path, const game *g, error *e) {
    size_t length;
    player_list list = {0};
    char *bytes = cli_read_file(path, &length, e);
    bool good = bytes && player_list_read(&list, bytes, length, e);
    free(bytes);
    for (size_t i = 0; good && i < list.count; i++) {
        good = contest_seat(c, list.player[i].seat, g, e);
        if (!good) break;
        contest_player *p = &c->player[i];
        text t = text_over(p->name, sizeof p->name);
        text_add(&t, list.player[i].name);
        c->series.name[i] = p->name;
    }
    player_list_destroy(&list);
    return good || error_in(e, "--players %s", path);
}

static const char *name_of(const contest_player *p) { return *p->name ? p->name : p->spec.given; }

/* "Team A,Team B": a name for each seat. */
static bool read_names(contest *c, const char *list, error *e) {
    int named = 0, count = c->series.players;
    for (const char *at = list; at && named < count; named++) {
        size_t length = strcspn(at, ",");
        text t = text_over(c->player[named].name, STORE_NAME);
        text_add_part(&t, at, length);
        char shown[STORE_NAME];
        text visible = text_over(shown, sizeof shown);
        text_add_visible(&visible, c->player[named].name, "");
        if (!length || t.full || strcmp(shown, c->player[named].name) != 0)
            return error_set(e, "--names: a name must be 1 to %d bytes of visible text",
                             STORE_NAME - 1);
        at = at[length] ? at + length + 1 : NULL;
        if (named == count - 1 && at)
            return error_set(e, "--names: there are only %d seats", count);
    }
    if (list && named < count)
        return error_set(e, "--names: %d names for %d seats; for example \"Team A,Team B\"", named,
                         count);
    for (int i = 0; list && i < count; i++) c->series.name[i] = c->player[i].name;
    return true;
}

/* A test of one player against another. */
static bool read_test(contest *c, const char *words, error *e) {
    if (!words) return true;
    if (!sprt_read(words, &c->test, e)) return error_in(e, "--sprt");
    if (c->series.players != 2) return error_set(e, "--sprt compares two players");
    c->spectator.test = &c->test;
    return true;
}

/* Games are played at once only if nobody has to be present, and nobody else needs the line. */
static bool plays_alone(const contest *c) {
    for (int i = 0; i < c->series.players; i++) {
        const seat_spec *s = &c->player[i].spec;
        bool program = s->kind == SEAT_LINK && strncmp(s->link, "program:", 8) == 0;
        if (s->kind != SEAT_ENGINE && !program) return false;
    }
    return true;
}

/* Workers play what engines and programs can play without anybody present, and write nothing but
 * the journal. */
static bool check_workers(const contest *c, error *e) {
    return plays_alone(c) ||
           error_set(e, "--workers: only engines and programs can play elsewhere");
}

/* As many games at once as the options say, else as the machine has processors but one. */
static bool choose_concurrency(contest *c, error *e) {
    series_setup *s = &c->series;
    if (cli_value(c->arguments, "workers")) return check_workers(c, e);
    if (s->concurrency > 1 && !plays_alone(c))
        return error_set(e,
                         "--concurrency: only engines and programs can play several games at once");
    bool pauses = cli_value(c->arguments, "pause-between") != NULL;
    if (s->concurrency > 1 && pauses)
        return error_set(
            e, "--pause-between is for one game after the other: leave out --concurrency");
    if (s->concurrency > 1 && c->trace)
        return error_set(e, "--trace writes one game after the other: leave out --concurrency");
    if (!s->concurrency)
        s->concurrency = plays_alone(c) && !c->trace && !pauses ? cli_usual_concurrency() : 1;
    if ((uint64_t)s->concurrency > s->games) s->concurrency = (int)s->games;
    return true;
}

static bool check_start(contest *c, error *e) {
    const series_setup *s = &c->series;
    if (!s->given && !s->opening.moves && !s->book) return true;
    return setup_check_start(s->spec, s->players, e) && cli_check_opening(s, e);
}

static bool set_up_new(const cli_arguments *a, contest *c, error *e) {
    series_setup *s = &c->series;
    if (a->operand_count == 0) return error_set(e, "missing argument GAME, or --resume ID");
    const game *g = game_find(a->operand[0], e);
    if (!g) return false;
    const char *listed = cli_value(a, "players");
    if (listed && (a->repeated_count || cli_value(a, "names")))
        return error_set(e,
                         "--players has the seats and their names: leave out --seat and --names");
    if (listed && !seat_listed(c, listed, g, e)) return false;
    for (size_t i = 0; i < a->repeated_count; i++)
        if (!contest_seat(c, a->repeated[i], g, e)) return false;
    s->rules = c->rules = setup_rules(g, cli_value(a, "rules"), s->spec, s->players, e);
    if (!c->rules) return false;
    if (s->players != c->rules->seats)
        return error_set(e, "%s has %d seats here: give --seat %d times (got %d)", g->name,
                         c->rules->seats, c->rules->seats, s->players);
    if (!read_names(c, cli_value(a, "names"), e) || !read_test(c, cli_value(a, "sprt"), e))
        return false;
    return cli_read_start(a, NULL, s, &c->start, e) && check_start(c, e) &&
           choose_concurrency(c, e);
}

/* Prints where a link waits for its other side. */
static void opened(void *context, int who, link_end *l) {
    contest *c = context;
    l->trace_file = c->trace;
    l->trace_start = c->trace_start;
    if (l->kind == LINK_PROGRAM && !c->warned) {
        c->warned = true;
        cli_warn_unconfined(c->arguments, l);
    }
    cli_tell_waiting(l, "seat", c->player[who].spec.given, c->spectator.form == SPECTATOR_JSON);
}

static void warn(void *context, const char *what) {
    (void)context;
    fprintf(stderr, "damero match: %s\n", what);
}

static void show(void *context, const match *m, const match_event *v) {
    spectator *s = &((contest *)context)->spectator;
    s->match = m;
    spectator_show(s, v);
}

static void prompt(void *context, const match *m, int seat) {
    contest *c = context;
    (void)m;
    if (c->spectator.form == SPECTATOR_JSON) return;
    c->spectator.viewer = seat;
    /* The live board is drawn after each move, but not before the first. */
    if (c->spectator.form != SPECTATOR_LIVE || (c->spectator.shown.count == 0 && !c->drawn))
        spectator_draw(&c->spectator);
    c->drawn = true;
    printf("%s, your move (or help)> ", spectator_player(&c->spectator, seat));
    fflush(stdout);
}

static void offer(void *context, const match *m, int seat) {
    contest *c = context;
    const history *h = match_game(m);
    game_move *moves = malloc(c->rules->max_moves * sizeof *moves);
    if (c->spectator.form != SPECTATOR_JSON && moves &&
        game_moves(c->rules, h->now, seat, moves) > 0) {
        char word[GAME_MOVE_TEXT];
        text t = text_over(word, sizeof word);
        game_write_move(c->rules, h->now, moves[0], &t);
        word[strcspn(word, ":")] = '\0';
        printf("%s, you may call %s (Enter: no)> ", spectator_player(&c->spectator, seat), word);
        fflush(stdout);
    }
    free(moves);
}

static void trouble(void *context, const match *m, const char *why) {
    (void)context;
    (void)m;
    if (why) cli_say(stderr, "The match is paused until the journal can be written: %s", why);
    else cli_say(stderr, "The journal can be written again: the match continues");
}

static void refuse(void *context, const match *m, const match_command *w, const error *why) {
    (void)context;
    (void)m;
    (void)w;
    cli_say(stderr, "%s", why->message);
}

/* A game begins. */
static bool begin(void *context, const series_game *g, error *e) {
    contest *c = context;
    spectator *s = &c->spectator;
    const history *so_far = c->series.begun ? transcript_game(&c->begun) : NULL;
    s->viewer = GAME_NOBODY;
    c->drawn = false;
    for (int seat = c->series.players - 1; seat >= 0; seat--) {
        const contest_player *p = &c->player[s->player[seat] = g->player[seat]];
        s->name[seat] = name_of(p);
        if (p->spec.kind == SEAT_ME) s->viewer = seat;
    }
    s->id = g->match;
    s->game = (int)g->number + 1;
    return spectator_begin(s, c->rules, g->start, so_far, e);
}

/* Also closes a match that cannot continue in the journal. */
static void close_as_aborted(contest *c, const store_match *m, const error *why) {
    error e;
    if (journal_close(c->series.journal, c->series.fence, &c->begun, MATCH_ABORTED, GAME_NOBODY,
                      why, &e))
        fprintf(stderr, "damero match: match %lld is closed as aborted\n", (long long)m->id);
}

/* Whether nobody can catch up with the leader in the remaining games. */
static bool is_decided(const contest *c, uint64_t left) {
    int best = 0, second = 0;
    for (int i = 0; i < c->series.players; i++) {
        int wins = c->spectator.standing.wins[i];
        if (wins > best) {
            second = best;
            best = wins;
        } else if (wins > second) {
            second = wins;
        }
    }
    return (uint64_t)(best - second) > left;
}

/* Whether the test has come to a verdict, after complete pairs alone. */
static bool is_tested(const contest *c) {
    const series_score *score = &c->spectator.standing.score;
    return c->spectator.test && series_games(score) % 2 == 0 &&
           sprt_decide(&c->test, sprt_llr(&c->test, score)) != SPRT_OPEN;
}

static void print_verdict(const sprt *test, const series_score *score) {
    double llr = sprt_llr(test, score);
    const char *verdict = "open: neither hypothesis is accepted yet";
    switch (sprt_decide(test, llr)) {
    case SPRT_OPEN: break;
    case SPRT_H0: verdict = "H0 accepted"; break;
    case SPRT_H1: verdict = "H1 accepted"; break;
    }
    printf("SPRT [%g, %g]: %s\n", test->elo0, test->elo1, verdict);
}

/* The score of the series, at its end or when it was interrupted. */
static void print_standing(const spectator *s, uint64_t games, bool broken_off) {
    const tally *standing = &s->standing;
    char line[2048];
    text t = text_over(line, sizeof line);
    if (broken_off && tally_games(standing) == 0) return;
    if (broken_off)
        text_addf(&t, "After %d of %llu games: ", tally_games(standing), (unsigned long long)games);
    tally_write(standing, &t);
    cli_say(stdout, "%s", line);
    if (standing->players == 2) {
        t = text_over(line, sizeof line);
        tally_write_figures(standing, s->test, &t);
        cli_say(stdout, "%s", line);
    }
    if (s->test) print_verdict(s->test, &standing->score);
    t = text_over(line, sizeof line);
    tally_write_certainty(standing, &t);
    if (t.length) cli_say(stdout, "%s", line);
}

/* If the journal could not be written, the match is not closed there and can be resumed later. */
static void tell_whether_it_goes_on(const contest *c, int64_t id) {
    error e;
    store *journal = c->series.journal;
    store_match *m = journal && id ? calloc(1, sizeof *m) : NULL;
    if (m && store_find(journal, id, m, &e) && !m->over)
        cli_say(stderr,
                "The journal has the match up to move %lld. When it can be written again, 'damero "
                "match --resume %lld' resumes it.",
                (long long)m->moves, (long long)m->id);
    free(m);
}

/* The last words of a program that crashed, each line after the player's name, or its number as
 * with --errors: two players may be the same program. */
static void print_last_words(const contest *c, int player, const char *words) {
    char number[24];
    const char *name = c->player[player].name;
    snprintf(number, sizeof number, "player %d", player + 1);
    fflush(stdout);
    for (const char *at = words; *at;) {
        int length = (int)strcspn(at, "\n");
        fprintf(stderr, "%s: %.*s\n", *name ? name : number, length, at);
        at += length + (at[length] == '\n');
    }
}

/* Waits until somebody confirms that the boards have been reset; false at the end of the input. */
static bool pause_between(const contest *c) {
    char line[8];
    return !cli_value(c->arguments, "pause-between") ||
           cli_ask("Reset the boards, then press Enter: ", line, sizeof line);
}

/* A game has ended; whether there is to be another one. */
static bool ended(void *context, const series_game *g, const match_verdict *v, const char *words) {
    contest *c = context;
    spectator_end(&c->spectator);
    if (v->reason == MATCH_ABORTED) tell_whether_it_goes_on(c, g->match);
    if (*words && !c->series.links.errors) print_last_words(c, g->player[v->culprit], words);
    error e;
    if (c->records && g->number >= c->recorded && v->reason != MATCH_ABORTED &&
        !record_file_add(c->records, c->series.journal, g->match, &e)) {
        cli_fail_with(c->arguments, &e);
        c->left = true;
        return false;
    }
    if (g->known)
        tally_add(&c->spectator.standing, v->winner >= 0 ? g->player[v->winner] : GAME_NOBODY);
    bool decided = c->until_decided && is_decided(c, c->series.games - 1 - g->number);
    if (decided || is_tested(c)) return false;
    c->left = !g->known && v->reason != MATCH_ABORTED && g->number + 1 < c->series.games &&
              !pause_between(c);
    return !c->left;
}

/* Whether the series is at its end; else says how it goes on. */
static void leave_series(const contest *c, series_outcome outcome) {
    const series_setup *s = &c->series;
    error e;
    if (!s->entry) return;
    if (outcome == SERIES_OVER) {
        if (!store_end_series(s->journal, s->entry, &e)) warn(NULL, e.message);
    } else if (c->spectator.id && !cli_stopped_unread()) {
        cli_say(stderr, "%s'damero match --resume %lld' resumes the series.",
                cli_value(c->arguments, "workers") ? "Workers play on. " : "",
                (long long)c->spectator.id);
    }
}

static bool waiting(void *context, int64_t seconds, error *e) {
    const contest *c = context;
    (void)e;
    crew_tell_waiting(c->series.journal, c->series.entry, seconds);
    return true;
}

/* Lets workers play; with --concurrency this process is one of them. */
static series_outcome play_elsewhere(contest *c, error *e) {
    series_setup *s = &c->series;
    char needs[STORE_NEEDS] = "";
    text t = text_over(needs, sizeof needs);
    crew *own = NULL;
    workers_terms terms = {.needs = needs, .waiting = waiting};
    bool good = needs_write(c->arguments, cli_value(c->arguments, "openings"), &t, e);
    for (int i = 0; good && i < s->players; i++)
        good = needs_add_player(c->arguments, s->spec[i], &t, e);
    if (!good) return SERIES_REFUSED;
    crew_terms with = {.lanes = s->concurrency,
                       .unconfined = s->links.open_house,
                       .series = s->entry,
                       .quiet = true,
                       .label = "damero match"};
    if (s->concurrency > 0 && !(own = crew_start(s->journal, &with, e))) return SERIES_FAILED;
    series_outcome outcome = workers_play(s, &terms, e);
    if (own) crew_end(own);
    return outcome;
}

static int play_all(contest *c, store_match *old) {
    error e;
    series_setup *s = &c->series;
    spectator *shown = &c->spectator;
    shown->games = (int)s->games;
    if (old && transcript_game(&c->begun)->count > 0 &&
        !setup_check_start(s->spec, s->players, &e)) {
        close_as_aborted(c, old, &e);
        cli_fail_with(c->arguments, &e);
        return CLI_FAILED;
    }
    shown->standing.players = s->players;
    for (int i = 0; i < s->players; i++) shown->standing.name[i] = name_of(&c->player[i]);
    bool elsewhere = cli_value(c->arguments, "workers") != NULL;
    /* A live board shows one game; workers send only results. */
    if ((s->concurrency > 1 && shown->form == SPECTATOR_LIVE) ||
        (elsewhere && (shown->form == SPECTATOR_LIVE || shown->form == SPECTATOR_LINES)))
        shown->form = SPECTATOR_RESULTS;
    /* Without a terminal the same series prints the same text. */
    if (isatty(STDOUT_FILENO)) shown->since = clock_now();
    shown->may_stop = c->until_decided || shown->test;
    bool person = false;
    for (int i = 0; i < s->players; i++) person = person || s->spec[i]->kind == SEAT_ME;
    bool attended = isatty(STDIN_FILENO);
    s->stop = cli_stop_with_output();
    s->host = (host_setup){.input = attended || person ? STDIN_FILENO : -1,
                           .attended = attended,
                           .context = c,
                           .show = show,
                           .prompt = prompt,
                           .offer = offer,
                           .trouble = trouble,
                           .refuse = refuse};
    s->opened = opened;
    s->begin = begin;
    s->end = ended;
    s->warn = warn;
    s->known = contest_knows;
    if (!contest_enter_series(c, &e)) return cli_fail_with(c->arguments, &e);
    series_outcome outcome = elsewhere ? play_elsewhere(c, &e) : series_play(s, &e);
    if (c->left) outcome = SERIES_FAILED;
    spectator_end(shown);
    if (*e.message) cli_fail_with(c->arguments, &e);
    if (s->games > 1 && shown->form == SPECTATOR_JSON)
        cli_print_json(spectator_series_json(shown, "series"));
    else if (s->games > 1) print_standing(shown, s->games, outcome != SERIES_OVER);
    leave_series(c, outcome);
    return outcome == SERIES_OVER ? CLI_OK : outcome == SERIES_REFUSED ? CLI_USAGE : CLI_FAILED;
}

static spectator_form form_of(const cli_arguments *a) {
    if (cli_value(a, "json")) return SPECTATOR_JSON;
    if (cli_value(a, "quiet")) return SPECTATOR_QUIET;
    return cli_can_redraw(stdout) ? SPECTATOR_LIVE : SPECTATOR_LINES;
}

static bool open_journal(const cli_arguments *a, series_setup *s, error *e) {
    if (cli_value(a, "no-journal")) return true;
    s->journal = cli_value(a, "resume") ? cli_open_old_store(a, e) : cli_open_store(a, e);
    if (!s->journal) return error_in(e, "journal");
    s->links.hidden = store_path(s->journal); /* it has everyone's dice in it */
    return true;
}

static bool read_games(const cli_arguments *a, contest *c, error *e) {
    uint64_t *games = &c->series.games;
    c->until_decided = cli_value(a, "best-of") != NULL;
    if (c->until_decided && cli_value(a, "games"))
        return error_set(e, "--games and --best-of: give only one of them");
    return cli_read_number(a, "games", 1, SERIES_GAMES_MAX, games, e) &&
           cli_read_number(a, "best-of", 1, SERIES_GAMES_MAX, games, e);
}

static bool open_records(const cli_arguments *a, bool resumed, contest *c, error *e) {
    const char *path = cli_value(a, "records");
    char event[64];
    record_place last;
    text t = text_over(event, sizeof event);
    if (!path) return true;
    if (!c->series.journal) return error_set(e, "--records needs the journal");
    text_addf(&t, "series %lld", (long long)c->series.entry);
    c->records = record_file_open(path, resumed ? event : NULL, &last, e);
    c->recorded = last.part[0];
    return c->records != NULL;
}

static void destroy(contest *c) {
    if (c->series.begun) transcript_destroy(&c->begun);
    series_past_destroy(&c->past);
    free(c->words);
    series_start_destroy(&c->start);
    game_destroy(c->rules);
    if (c->trace) fclose(c->trace);
    if (c->records) fclose(c->records);
}

bool match_work(const store_series *v, store *journal, const char *needs, series_work_play *play,
                void *context, error *refused, error *e) {
    cli_arguments then;
    const char *folder;
    contest *c = calloc(1, sizeof *c);
    if (!c) return error_set(e, "no memory for a series");
    c->series.games = 1;
    bool good = contest_read_words(c, v, cli_find("match"), &then, &folder, e);
    c->arguments = &then;
    if (good) needs_go_to(folder);
    if (good && !needs_files(needs, refused)) good = error_set(e, "%s", refused->message);
    /* The command has checked its options, but anybody who writes to the journal can enter others.
     */
    good = good && check_workers_options(&then, e) && read_options(&then, c, e) &&
           read_games(&then, c, e) && set_up_new(&then, c, e) && check_workers(c, e);
    c->series.links.hidden = store_path(journal);
    c->series.entry = v->id;
    good = good && play(context, &c->series, e);
    destroy(c);
    free(c);
    return good;
}

static int run_match(const cli_arguments *a) {
    cli_arguments recalled;
    contest c = {.arguments = a};
    series_setup *s = &c.series;
    store_match *old = NULL;
    error e;
    const char *resume = cli_value(a, "resume");
    bool series = false;
    s->games = 1;
    s->terms.seed = (uint64_t)clock_now();
    bool good = (!resume || contest_check_resume(a, &e)) && read_options(a, &c, &e) &&
                open_journal(a, s, &e);
    if (good && resume && !s->journal) good = error_set(&e, "--resume needs the journal");
    if (good && resume) good = contest_recall_series(&c, resume, a, &recalled, &series, &e);
    if (good && series) {
        c.arguments = a = &recalled;
        good = read_options(a, &c, &e);
        s->links.hidden = store_path(s->journal);
    }
    c.spectator.form = form_of(a);
    c.spectator.by_name = cli_value(a, "names") != NULL;
    good = good && read_games(a, &c, &e) && open_records(a, series, &c, &e);
    if (good && resume && !series) {
        old = calloc(1, sizeof *old);
        good = old && contest_recall_match(resume, &c, old, &e);
    } else if (good) {
        good = set_up_new(a, &c, &e);
    }
    int status = good ? play_all(&c, old) : cli_fail_with(a, &e);
    destroy(&c);
    store_close(s->journal);
    free(old);
    return status;
}

const cli_command cli_match = {
    .name = "match",
    .operands = "[GAME]",
    .summary = "Referee a match between boards, programs, engines and people.",
    .about =
        "Give --seat once for each seat of the game: me; engine, engine:LEVEL, engine:TIME, "
        "engine:nodes=N, engine:depth=N, engine:threads=N or engine:book=off (no known openings); "
        "program:COMMAND (speaks Hub, see "
        "docs/hub.md), followed by its parameters and its own clock if any: "
        "program:./player{hash=64}@100ms or @60s+1s; serial:DEVICE[@BAUD]; pty; tcp:HOST:PORT; "
        "listen:[HOST:]PORT. Boards speak the contest's protocol in Dots and the competition's in "
        "Trax, and Hub in other games or with +hub appended; +team asks a Trax board for its id, +cr "
        "and +crlf set the ending of our lines. By default programs and boards have 10 s per move, in "
        "Trax 1 s; engines the same unless a person plays, and people an hour. Every event is "
        "in the journal before it is shown.",
    .options =
        (const cli_option[]){
            {"seat", "SPEC ...", "the player in the next seat; in Perudo one for each player"},
            {"players", "FILE", "the seats from a file of players (docs/referee.md)"},
            {"names", "A,B,...", "the players' names, on screens and in records"},
            {"games", "N", "play N games, changing seats each time (1)"},
            {"best-of", "N", "play at most N games, and stop when nobody can catch up"},
            {"sprt", "elo0=A,elo1=B,...",
             "stop when a sequential test accepts that the first player is A, or B, Elo stronger "
             "(alpha=0.05,beta=0.05,model=normalized; or model=logistic)"},
            {"pause-between", NULL, "wait for Enter between games, so that boards can be reset"},
            CLI_SERIES_OPTIONS,
            CLI_WORKERS_OPTIONS,
            {"json", NULL, "one JSON object per line, for each event"},
            {"resume", "ID", "resume an interrupted match of the journal"},
            CLI_STORE_OPTION,
            {"no-journal", NULL, "keep no journal"},
            {0}},
    .examples =
        (const cli_example[]){
            {"damero match dots --seat me --seat engine:1s", "you against the engine, refereed"},
            {"damero match dots --seat serial:/dev/ttyUSB0 --seat serial:/dev/ttyUSB1 "
             "--names \"Team A,Team B\"",
             "two boards at 9600 baud under the contest's rules"},
            {"damero match trax --seat program:./player --seat engine --games 10 --quiet",
             "ten games of a program against the engine"},
            {"damero match damas --seat program:./new --seat program:./old --games 1000 --opening 6 "
             "--quiet",
             "is the new one better?"},
            {"damero match dots --seat program:./new --seat program:./old --games 20000 "
             "--sprt elo0=0,elo1=5",
             "the same, stopping as soon as it is clear"},
            {"damero match dots --seat program:./new --seat program:./old --games 20000 --workers",
             "played by all workers that share the journal (damero worker)"},
            {"damero match --resume 12", "after a power failure"},
            {0}},
    .run = run_match,
};
