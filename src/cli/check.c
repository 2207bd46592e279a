/* damero check - does a board keep to its protocol? */
#include <string.h>

#include "base/clock.h"
#include "cli/think.h"
#include "referee/check.h"

static void print_json(const check_rule *r, const char *result) {
    cli_print_json(json_pack("{s:s, s:s, s:s, s:s, s:s}", "rule", r->name, "meaning", r->meaning,
                             "result", result, "bytes", r->shown, "why", r->why));
}

/* Prints each rule; returns how many failed. */
static int report(const check_rule *rules, size_t count, bool json) {
    static const char *const results[] = {"not reached", "pass", "FAIL"};
    int failed = 0;
    for (size_t i = 0; i < count; i++) {
        const check_rule *r = &rules[i];
        failed += r->result == CHECK_FAILED;
        if (json) {
            print_json(r, r->result == CHECK_FAILED ? "fail" : results[r->result]);
            continue;
        }
        printf("%-11s  %-16s %s\n", results[r->result], r->name, r->meaning);
        if (*r->shown) printf("             %-16s %s\n", "", r->shown);
        if (*r->why) printf("             %-16s %s\n", "", r->why);
    }
    if (!json) printf("%d of %zu rules failed\n", failed, count);
    return failed;
}

static bool open_board(const cli_arguments *a, link_end **l, error *e) {
    int64_t patience = 60 * LINK_SECOND;
    const char *link = cli_value(a, "link");
    if (!link)
        return error_set(e, "say where the board is: --link serial:DEVICE@BAUD, for example");
    if (!cli_read_duration(a, "patience", &patience, e)) return false;
    *l = link_open(link, NULL, e);
    if (!*l) return false;
    if ((*l)->kind == LINK_PTY || (*l)->kind == LINK_LISTEN)
        fprintf(stderr, "waiting at %s\n", (*l)->name);
    if (link_join(*l, clock_now() + patience) != LINK_OK)
        return error_set(e, "nobody at %s", (*l)->name);
    link_drain(*l, 50000000, clock_now() + LINK_SECOND);
    return true;
}

static int run_check(const cli_arguments *a) {
    error e;
    char settings[600];
    const char *name = a->operand[0], *given = cli_value(a, "rules");
    text t = text_over(settings, sizeof settings);
    text_add(&t, given ? given : "");
    bool dots = strcmp(name, "dots") == 0;
    if (!dots && strcmp(name, "trax") != 0)
        return cli_fail(a, "there are boards for dots and trax, not for '%s'", name);
    if (dots && !strstr(settings, "pass=")) text_addf(&t, "%spass=on", t.length ? "," : "");
    check_setup setup = {.team = cli_value(a, "team") != NULL, .seed = 1};
    uint64_t games = 0;
    game_rules *rules = game_create_named(name, settings, &e);
    check_rule found[CHECK_RULES_MAX];
    bool good = rules && cli_read_duration(a, "limit", &setup.limit, &e) &&
                cli_read_number(a, "seed", 0, UINT64_MAX, &setup.seed, &e) &&
                cli_read_number(a, "games", 1, 1000, &games, &e) && open_board(a, &setup.link, &e);
    int status = CLI_USAGE;
    if (good) {
        setup.rules = rules;
        setup.games = (int)games;
        size_t count = check_board(&setup, found);
        status = report(found, count, cli_value(a, "json") != NULL) ? CLI_FAILED : CLI_OK;
    }
    link_close(setup.link);
    game_destroy(rules);
    return good ? status : cli_fail_with(a, &e);
}

const cli_command cli_check = {
    .name = "check",
    .operands = "GAME",
    .summary = "Check whether a board keeps to its protocol: dots or trax.",
    .about =
        "Plays situations against the board and prints pass or FAIL for each rule, with the bytes "
        "that show it ('>' ours, '<' the board's). A situation that did not come about is 'not "
        "reached'. The status is 1 where a rule failed.",
    .options = (const cli_option[]){{"link", "LINK",
                                     "serial:DEVICE@BAUD, tcp:HOST:PORT, listen:PORT or pty"},
                                    {"rules", "KEY=VALUE,...", "settings of the game"},
                                    {"limit", "TIME", "time for an answer (10s; Trax 1s)"},
                                    {"team", NULL, "Trax: ask for the team's id too"},
                                    {"games", "N", "how many games at most (6)"},
                                    {"seed", "N", "of our moves (1)"},
                                    {"patience", "TIME", "how long to wait for the board (60s)"},
                                    {"json", NULL, "print an object a line for each rule"},
                                    {0}},
    .examples =
        (const cli_example[]){
            {"damero check dots --link serial:/dev/ttyUSB0@9600", "before the contest"},
            {"damero check trax --link listen:10001 --team", "a board that connects"},
            {0}},
    .run = run_check,
};
