/* damero check - does a board follow its protocol? */
#include <string.h>

#include "base/clock.h"
#include "cli/links.h"
#include "cli/stop.h"
#include "cli/think.h"
#include "games/dots/dots.h"
#include "referee/board.h"
#include "referee/check.h"

static void print_json(const check_rule *r, const char *result) {
    cli_print_json(json_pack("{s:s, s:s, s:s, s:s, s:s, s:b}", "rule", r->name, "meaning",
                             r->meaning, "result", result, "bytes", r->shown, "why", r->why,
                             "beyond", r->beyond));
}

/* Prints each rule; returns how many failed, not counting those beyond the contest's own. */
static int report(const check_rule *rules, size_t count, bool json) {
    static const char *const results[] = {
        [CHECK_NOT_REACHED] = "not reached", [CHECK_PASSED] = "pass", [CHECK_FAILED] = "FAIL"};
    int failed = 0, missed = 0, beyond = 0;
    for (size_t i = 0; i < count; i++) {
        const check_rule *r = &rules[i];
        failed += r->result == CHECK_FAILED && !r->beyond;
        beyond += r->result == CHECK_FAILED && r->beyond;
        missed += r->result == CHECK_NOT_REACHED;
        if (json) {
            print_json(r, r->result == CHECK_FAILED ? "fail" : results[r->result]);
            continue;
        }
        printf("%-11s  %-16s %s\n", results[r->result], r->name, r->meaning);
        if (*r->shown) printf("             %-16s %s\n", "", r->shown);
        if (*r->why) printf("             %-16s %s\n", "", r->why);
    }
    if (!json) printf("%d of %zu rules failed", failed, count);
    if (!json && beyond) printf(", %d failed that the contest does not require", beyond);
    if (!json && missed) printf(", %d not reached", missed);
    if (!json) putchar('\n');
    return failed;
}

/* The current question, on the last line of the terminal. */
static void show_question(void *context, int number, int games, int questions, const char *bytes) {
    char shown[120];
    text t = text_over(shown, sizeof shown);
    (void)context;
    link_write_bytes(bytes, strlen(bytes), &t);
    fprintf(stderr, "\r\033[Kgame %d of %d, question %d  > %s ", number, games, questions, shown);
    fflush(stderr);
}

/* Opens the board's line and waits for the board. */
static bool open_board(const cli_arguments *a, FILE *trace, const atomic_bool *stop, link_end **l,
                       error *e) {
    int64_t patience = 60 * SECOND;
    const char *link = cli_value(a, "link");
    if (!link) return error_set(e, "missing --link, for example --link serial:DEVICE@BAUD");
    if (!cli_read_duration(a, "patience", &patience, e)) return false;
    *l = link_open(link, &(link_options){.trace = cli_value(a, "trace")}, e);
    if (!*l) return false;
    cli_warn_unconfined(a, *l);
    (*l)->trace_file = trace;
    (*l)->trace_start = clock_now();
    if ((*l)->kind == LINK_PTY || (*l)->kind == LINK_LISTEN)
        fprintf(stderr, "waiting at %s\n", (*l)->name);
    link_status status = cli_join(*l, clock_now() + patience, stop);
    if (status != LINK_OK) return link_explain_join(*l, status, e);
    link_drain(*l, 50000000, clock_now() + SECOND);
    return true;
}

/* The grid that the board is assumed to play on: the protocol does not say. */
static void print_size(const game_rules *rules) {
    if (rules->game != &dots_game) return;
    const dots_rules *r = dots_rules_of(rules);
    cli_say(stdout,
            "Checked on a grid of %dx%d dots (--rules size=%dx%d, rows by columns of boxes).",
            r->rows + 1, r->columns + 1, r->rows, r->columns);
}

/* Tests every rule and prints the results. */
static int check_and_report(const cli_arguments *a, check_setup *setup) {
    check_rule found[CHECK_RULES_MAX];
    bool json = cli_value(a, "json") != NULL, watched = !json && cli_can_redraw(stderr);
    if (watched) setup->asks = show_question;
    if (!json) print_size(setup->rules);
    size_t count = check_board(setup, found);
    if (watched) fputs("\r\033[K", stderr);
    int failed = report(found, count, json);
    if (!atomic_load(setup->stop)) return failed ? CLI_FAILED : CLI_OK;
    cli_fail(a, "stopped early: rules not reached may still fail");
    return CLI_FAILED;
}

static int run_check(const cli_arguments *a) {
    error e;
    check_setup setup = {
        .team = cli_value(a, "team") != NULL, .seed = 1, .stop = cli_stop_with_output()};
    uint64_t games = 0;
    FILE *trace = NULL;
    game_rules *rules = board_rules(a->operand[0], cli_value(a, "rules"), &e);
    bool good = rules && cli_read_duration(a, "limit", &setup.limit, &e) &&
                cli_read_number(a, "seed", 0, UINT64_MAX, &setup.seed, &e) &&
                cli_read_number(a, "games", 1, 1000, &games, &e) &&
                (!cli_value(a, "trace") || (trace = cli_open_trace(cli_value(a, "trace"), &e))) &&
                open_board(a, trace, setup.stop, &setup.link, &e);
    int status = CLI_USAGE;
    if (good) {
        setup.rules = rules;
        setup.games = (int)games;
        status = check_and_report(a, &setup);
    }
    link_close(setup.link);
    if (trace && fclose(trace) != 0 && good)
        status = cli_fail(a, "--trace: %s could not be written completely", cli_value(a, "trace"));
    game_destroy(rules);
    return good ? status : cli_fail_with(a, &e);
}

const cli_command cli_check = {
    .name = "check",
    .operands = "GAME",
    .summary = "Check whether a board follows its protocol: dots or trax.",
    .about =
        "Plays situations against the board and prints pass or FAIL for each rule, with the bytes "
        "that show it ('>' ours, '<' the board's). A rule that was not tested is 'not "
        "reached'. On a terminal the current question is shown; Ctrl-C ends the check and prints "
        "the results so far. The status is 1 if a rule failed or the check was stopped. Whether a "
        "Dots board starts another game without a power cycle is not part of the contest's rules and "
        "does not count.",
    .options =
        (const cli_option[]){
            {"link", "LINK", "serial:DEVICE@BAUD, tcp:HOST:PORT, listen:PORT or pty"},
            {"rules", "KEY=VALUE,...", "settings of the game"},
            {"limit", "TIME", "time for an answer (10s; Trax 1s)"},
            {"team", NULL, "Trax: ask for the team's id too"},
            {"games", "N", "maximum number of games (6); with 1 the board is started only once"},
            {"seed", "N", "seed of our moves (1)"},
            {"patience", "TIME", "how long to wait for the board (60s)"},
            {"trace", "FILE", "write every byte with its time"},
            {"json", NULL, "one JSON object per line, for each rule"},
            {0}},
    .examples =
        (const cli_example[]){
            {"damero check dots --link serial:/dev/ttyUSB0@9600", "before the contest"},
            {"damero check dots --link serial:/dev/ttyUSB0 --trace bytes.txt",
             "and keep all bytes"},
            {"damero check trax --link listen:10001 --team", "a board that connects"},
            {0}},
    .run = run_check,
};
