/* damero tournament - events of many players: create, play, show, export. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/event_words.h"
#include "cli/journal.h"
#include "cli/needs.h"
#include "cli/series_options.h"
#include "cli/setup.h"
#include "cli/stop.h"
#include "cli/think.h"
#include "cli/tournament_event.h"
#include "cli/tournament_formats.h"
#include "events/players.h"

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

static void print_pairings(const cli_event *v, int round) {
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
static bool set_result(cli_event *v, const char *which, const char *result, error *e) {
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

static bool list_one(void *context, const store_tournament *t) {
    const cli_event *v = context;
    const char *state = cli_event_state(v->journal, t, t->paired);
    if (cli_value(v->now, "json")) {
        cli_print_json(
            json_pack("{s:s, s:s, s:s}", "name", t->name, "created", t->begun, "state", state));
    } else {
        cli_print_padded(t->name, 24);
        printf(" %s  %s\n", t->begun, state);
    }
    return !cli_output_gone();
}

static bool add_players(cli_event *v, error *e) {
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

static bool is_among(const char *word, const char *const *list) {
    while (*list && strcmp(word, *list) != 0) list++;
    return *list != NULL;
}

/* Whether an action uses an option. A tournament that is played keeps what was chosen when it was
 * created; what one run prints and traces is chosen for that run. */
bool cli_event_takes(const char *action, const char *option) {
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

static bool check_options(const cli_arguments *a, error *e) {
    const char *action = a->operand[0];
    for (size_t i = 0; a->command->options[i].name; i++) {
        const char *option = a->command->options[i].name;
        if (!cli_is_typed(a, option) || cli_event_takes(action, option)) continue;
        return cli_event_takes("new", option) && strcmp(action, "run") == 0
                   ? error_set(e, "--%s is chosen when a tournament is created ('new')", option)
                   : error_set(e, "--%s: '%s' has no such option", option, action);
    }
    return true;
}

static bool act(cli_event *v, error *e) {
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
    if (!cli_event_load(v, a->operand[1], e)) return false;
    if (strcmp(action, "run") == 0) return cli_event_play(v, e);
    if (strcmp(action, "show") == 0)
        return cli_event_show(v, cli_value(a, "json") ? "json" : "text", e);
    if (strcmp(action, "export") == 0) return cli_event_show(v, format ? format : "json", e);
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
    cli_event v = {.now = a};
    error e = {0};
    bool good = (v.journal = cli_open_store(a, &e)) && act(&v, &e);
    int status = good ? CLI_OK : cli_fail_with(a, &e);
    if (!good && v.played) status = CLI_FAILED;
    cli_event_destroy(&v);
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
