/* damero adjudicate - the organiser's decision on a match in the journal, running or
 * interrupted. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "cli/journal.h"

enum { ANSWER_SECONDS = 3, LOOK_MS = 50 };

/* The decision as it would be typed at the referee's terminal. */
static bool write_decision(const cli_arguments *a, text *t, error *e) {
    static const char *const words[] = {"abort", "pause", "go"};
    const char *winner = cli_value(a, "winner"), *why = cli_value(a, "why"), *said = NULL;
    int count = winner != NULL;
    for (int i = 0; i < 3; i++)
        if (cli_value(a, words[i])) {
            said = words[i];
            count++;
        }
    if (count != 1) return error_set(e, "give one of --winner, --abort, --pause and --go");
    if (winner) text_addf(t, "adjudicate %s", winner);
    else text_add(t, said);
    if (why) text_addf(t, " %s", why);
    return !t->full || error_set(e, "--why is too long");
}

/* A match that nobody plays is closed right here. */
static bool close_interrupted(store *s, const store_match *m, const match_command *w, error *e) {
    transcript t;
    store_fence f;
    char taken[COMMAND_TEXT];
    bool decided = w->kind == COMMAND_ADJUDICATE;
    if (!decided && w->kind != COMMAND_ABORT)
        return error_set(e,
                         "match %lld is not being played; 'damero match --resume %lld' resumes it",
                         (long long)m->id, (long long)m->id);
    if (store_claim(s, m->id, &m->owner, &f, e) != STORE_KEPT || !journal_load(s, m, true, &t, e))
        return false;
    while (store_take_request(s, f, taken, sizeof taken, NULL))
        continue; /* nobody will read them */
    error why;
    error_set(&why, "%s", *w->text ? w->text : "by the organiser");
    bool good = journal_close(s, f, &t, decided ? MATCH_ADJUDICATED : MATCH_ABORTED,
                              decided ? w->seat : GAME_NOBODY, &why, e);
    transcript_destroy(&t);
    return good;
}

/* Leaves a request for the process that plays the match, and waits until it is taken. If that
 * process dies meanwhile, the match is an interrupted one. */
static bool tell_running(store *s, store_match *m, const char *line, const match_command *w,
                         error *e) {
    int64_t deadline = clock_now() + ANSWER_SECONDS * SECOND;
    bool ends = w->kind == COMMAND_ADJUDICATE || w->kind == COMMAND_ABORT;
    if (!store_request(s, m->id, line, e)) return false;
    while (clock_now() < deadline) {
        if (!store_find(s, m->id, m, e)) return false;
        if (m->over || (!ends && !store_is_requested(s, m->id))) return true;
        if (!store_is_alive(s, &m->owner)) return close_interrupted(s, m, w, e);
        nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000L}, NULL);
    }
    return error_set(e, "match %lld is being played, but has not answered yet", (long long)m->id);
}

static bool decide(const cli_arguments *a, store *s, store_match *m, error *e) {
    char line[COMMAND_TEXT];
    text t = text_over(line, sizeof line);
    match_command w;
    int64_t id;
    if (!write_decision(a, &t, e) || !cli_read_match(a->operand[0], &id, e) ||
        !store_find(s, id, m, e))
        return false;
    if (m->over) return error_set(e, "match %lld is over: %s", (long long)id, m->reason);
    game_rules *rules = game_create_named(m->game, m->rules, e);
    if (!rules) return false;
    bool good = match_command_read(line, rules, GAME_NOBODY, &w, e);
    if (!good && cli_value(a, "winner"))
        error_set(e, "--winner: '%s' is neither a seat from 1 to %d nor 'draw'",
                  cli_value(a, "winner"), rules->seats);
    game_destroy(rules);
    if (!good) return false;
    return store_is_alive(s, &m->owner) ? tell_running(s, m, line, &w, e)
                                        : close_interrupted(s, m, &w, e);
}

static int run(const cli_arguments *a) {
    error e;
    store_match *m = calloc(1, sizeof *m);
    store *s = m ? cli_open_old_store(a, &e) : NULL;
    bool good = s && decide(a, s, m, &e);
    if (good && !cli_value(a, "pause") && !cli_value(a, "go")) good = store_find(s, m->id, m, &e);
    if (good)
        printf("Match %lld: %s%s%s\n", (long long)m->id,
               m->over                 ? m->reason
               : cli_value(a, "pause") ? "paused"
                                       : "continues",
               *m->why.message ? ", " : "", m->why.message);
    store_close(s);
    free(m);
    return good ? CLI_OK : cli_fail_with(a, &e);
}

const cli_command cli_adjudicate = {
    .name = "adjudicate",
    .operands = "ID",
    .summary = "Decide a match in the journal: declare a winner, abort, pause or continue.",
    .about = "A match in progress, in any process, reacts within a second; an "
             "interrupted match is closed. You can type the same at the referee's terminal: "
             "adjudicate SEAT|draw WHY, abort WHY, pause, go.",
    .options = (const cli_option[]){{"winner", "SEAT|draw", "the winning seat, counted from 1"},
                                    {"abort", NULL, "end it without a result; it is not counted"},
                                    {"pause", NULL, "stop the clocks and ask no player"},
                                    {"go", NULL, "continue after a pause"},
                                    {"why", "TEXT", "the reason to record"},
                                    CLI_STORE_OPTION,
                                    {0}},
    .examples =
        (const cli_example[]){
            {"damero adjudicate 12 --winner 1 --why \"the board of seat 2 is on fire\"",
             "seat 1 wins match 12"},
            {"damero adjudicate 12 --winner draw", "it is a draw"},
            {"damero adjudicate 12 --pause", "until 'damero adjudicate 12 --go'"},
            {0}},
    .run = run,
};
