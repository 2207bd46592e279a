/* damero matches, replay and export - what the journal holds. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/journal.h"
#include "cli/spectator.h"
#include "cli/think.h"

typedef struct listing {
    store *store;
    bool json;
    int count;
} listing;

static const char *state_of(const store *s, const store_match *m) {
    if (m->over) return m->reason;
    return store_is_alive(s, &m->owner) ? "playing" : "interrupted";
}

/* Seats on one line: as they were given, and as they are called. */
static void write_seats(const store_match *m, text *t) {
    char all[2 * STORE_TEXT];
    text line = text_over(all, sizeof all);
    for (const char *c = m->seats; *c; c++)
        if (*c != '\n') text_add_char(&line, *c);
        else if (c[1]) text_add(&line, " - ");
    text_add_visible(t, all, "");
}

static void write_names(store *s, const store_match *m, text *t) {
    error unused;
    char names[GAME_SEATS_MAX][SEAT_SPEC];
    if (!journal_names(s, m, names, &unused)) write_seats(m, t);
    else
        for (int i = 0; i < GAME_SEATS_MAX && *names[i]; i++)
            text_addf(t, "%s%s", i ? " - " : "", names[i]);
}

static bool list(void *context, const store_match *m) {
    listing *l = context;
    char seats[STORE_TEXT], result[RECORD_RESULT];
    text t = text_over(seats, sizeof seats), r = text_over(result, sizeof result);
    if (l->json) write_seats(m, &t);
    else write_names(l->store, m, &t);
    journal_write_result(m, &r);
    l->count++;
    if (l->json)
        cli_print_json(json_pack("{s:I, s:s, s:s, s:s, s:s, s:s, s:I, s:o, s:s, s:s}", "match",
                                 (json_int_t)m->id, "game", m->game, "rules", m->rules, "seats",
                                 seats, "begun", m->begun, "state", state_of(l->store, m), "moves",
                                 (json_int_t)m->moves, "winner",
                                 m->winner ? json_integer(m->winner) : json_null(), "score",
                                 m->score, "detail", m->detail));
    else
        printf("%5lld  %s  %-6s %4lld  %-12s %-7s %s\n", (long long)m->id, m->begun, m->game,
               (long long)m->moves, state_of(l->store, m), result, seats);
    return !cli_output_gone();
}

static int run_matches(const cli_arguments *a) {
    error e;
    uint64_t most = 20;
    listing l = {.json = cli_value(a, "json") != NULL};
    if (!cli_read_number(a, "last", 1, 1000000, &most, &e)) return cli_fail_with(a, &e);
    store *s = cli_open_old_store(a, &e);
    l.store = s;
    bool good = s && store_each_match(s, (int)most, list, &l, &e);
    store_close(s);
    if (good && l.count == 0 && !l.json) fprintf(stderr, "No match yet.\n");
    return good ? CLI_OK : cli_fail_with(a, &e);
}

const cli_command cli_matches = {
    .name = "matches",
    .operands = "",
    .summary = "List the matches of the journal, the newest first.",
    .about = "One line each: number, when it began (UTC), game, moves, how it ended (or 'playing', "
             "'interrupted'), result as records have it, seats.",
    .options = (const cli_option[]){{"last", "N", "how many (20)"},
                                    {"json", NULL, "print an object a line"},
                                    CLI_STORE_OPTION,
                                    {0}},
    .examples = (const cli_example[]){{"damero matches --last 5", "what was played last"}, {0}},
    .run = run_matches,
};

/* A match of the journal with its store, for the two commands below. */
static store *open_match(const cli_arguments *a, store_match *m, error *e) {
    int64_t id;
    if (!cli_read_match(a->operand[0], &id, e)) return NULL;
    store *s = cli_open_old_store(a, e);
    if (s && store_find(s, id, m, e)) return s;
    store_close(s);
    return NULL;
}

typedef struct replayer {
    spectator spectator;
    transcript so_far;
    const store_match *match;
    error e;
    bool good;
} replayer;

static bool replay(void *context, const store_event *kept) {
    replayer *r = context;
    match_verdict verdict;
    store_event copy = *kept;
    match_event event;
    r->good = journal_take(&r->so_far, &copy, false, &event, &r->e);
    if (r->good && event.kind == MATCH_END) {
        journal_verdict(r->match, r->spectator.rules, &verdict);
        verdict.culprit = event.seat;
        event.verdict = &verdict;
    }
    if (r->good) spectator_show(&r->spectator, &event);
    return r->good && !cli_output_gone();
}

static bool replay_match(const cli_arguments *a, store *s, const store_match *m, error *e) {
    replayer r = {.match = m, .good = true};
    char names[GAME_SEATS_MAX][SEAT_SPEC];
    if (!journal_names(s, m, names, e) || !journal_open(m, &r.so_far, e)) return false;
    const game_rules *rules = transcript_rules(&r.so_far);
    r.spectator = (spectator){.form = cli_value(a, "json") ? SPECTATOR_JSON : SPECTATOR_LINES,
                              .viewer = GAME_NOBODY,
                              .id = m->id,
                              .games = 1};
    for (int seat = 0; seat < rules->seats; seat++) r.spectator.name[seat] = names[seat];
    bool good = spectator_begin(&r.spectator, rules, transcript_game(&r.so_far), e) &&
                store_each_event(s, m->id, replay, &r, e);
    if (good && !r.good) {
        *e = r.e;
        good = error_in(e, "match %lld", (long long)m->id);
    }
    if (good && !m->over && !cli_value(a, "json")) {
        spectator_draw(&r.spectator);
        cli_print_state(rules, r.spectator.shown.now);
    }
    spectator_end(&r.spectator);
    transcript_destroy(&r.so_far);
    return good;
}

static int run_replay(const cli_arguments *a) {
    error e;
    store_match *m = calloc(1, sizeof *m);
    store *s = m ? open_match(a, m, &e) : NULL;
    bool good = s && replay_match(a, s, m, &e);
    store_close(s);
    free(m);
    return good ? CLI_OK : cli_fail_with(a, &e);
}

const cli_command cli_replay = {
    .name = "replay",
    .operands = "ID",
    .summary = "Show a match of the journal again, event by event.",
    .options = (const cli_option[]){{"json", NULL, "print an object a line, as match --json did"},
                                    CLI_STORE_OPTION,
                                    {0}},
    .examples = (const cli_example[]){{"damero replay 12", "what happened in match 12"}, {0}},
    .run = run_replay,
};

static void put(void *context, const char *bytes, size_t length) {
    (void)context;
    fwrite(bytes, 1, length, stdout);
}

static int run_export(const cli_arguments *a) {
    error e;
    record r;
    store_match *m = calloc(1, sizeof *m);
    store *s = m ? open_match(a, m, &e) : NULL;
    bool good = s && journal_export(s, m, &r, &e);
    if (good) {
        good = record_write(&r, (record_sink){put, NULL}, &e);
        record_destroy(&r);
    }
    store_close(s);
    free(m);
    return good ? CLI_OK : cli_fail_with(a, &e);
}

const cli_command cli_export = {
    .name = "export",
    .operands = "ID",
    .summary = "Write a match of the journal as a record.",
    .about =
        "Dice that nobody may see yet are left out while the match goes on. When it is over the "
        "record holds them all with their keys: 'damero verify' checks them.",
    .options = (const cli_option[]){CLI_STORE_OPTION, {0}},
    .examples =
        (const cli_example[]){{"damero export 12 >match.txt", "to keep, to play on, to analyse"},
                              {0}},
    .run = run_export,
};
