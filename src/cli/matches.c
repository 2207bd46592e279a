/* damero matches, replay and export - the matches in the journal. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/journal.h"
#include "cli/spectator.h"
#include "cli/think.h"
#include "store/entries.h"

typedef struct listing {
    store *store;
    bool json;
    int count;
} listing;

static const char *state_of(const store *s, const store_match *m) {
    if (m->over) return m->reason;
    return store_is_alive(s, &m->owner) ? "playing" : "interrupted";
}

/* Seats on one line: as given, and the players' names. */
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
                                 m->winner ? json_integer(m->winner - 1) : json_null(), "score",
                                 m->score, "detail", m->why.message));
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
    if (good && l.count == 0 && !l.json) fprintf(stderr, "No matches yet.\n");
    return good ? CLI_OK : cli_fail_with(a, &e);
}

const cli_command cli_matches = {
    .name = "matches",
    .operands = "",
    .summary = "List the matches in the journal, newest first.",
    .about = "One line each: number, start (UTC), game, moves, how it ended (or 'playing', "
             "'interrupted'), result as in records, seats.",
    .options = (const cli_option[]){{"last", "N", "how many (20)"},
                                    {"json", NULL, "one JSON object per line, for each match"},
                                    CLI_STORE_OPTION,
                                    {0}},
    .examples = (const cli_example[]){{"damero matches --last 5", "the last five matches"}, {0}},
    .run = run_matches,
};

/* A match of the journal with its store, for the next two commands. */
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
    match_event event;
    r->good = journal_take(&r->so_far, kept, false, &event, &r->e);
    if (r->good && event.kind == MATCH_END) {
        journal_verdict(r->match, r->spectator.rules, &event.verdict);
        event.verdict.culprit = event.seat;
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
    bool good = spectator_begin(&r.spectator, rules, NULL, transcript_game(&r.so_far), e) &&
                store_each_event(s, m->id, replay, &r, e);
    if (good && !r.good) {
        *e = r.e;
        good = error_in(e, "match %lld", (long long)m->id);
    }
    if (good && !m->over && !cli_value(a, "json")) {
        spectator_draw(&r.spectator);
        cli_print_state(rules, r.spectator.shown.now, NULL);
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
    .options = (const cli_option[]){{"json", NULL, "one JSON object per line, like match --json"},
                                    CLI_STORE_OPTION,
                                    {0}},
    .examples = (const cli_example[]){{"damero replay 12", "the events of match 12"}, {0}},
    .run = run_replay,
};

static void put(void *context, const char *bytes, size_t length) {
    (void)context;
    fwrite(bytes, 1, length, stdout);
}

/* The matches that are to be exported. */
typedef struct exporting {
    store *store;
    int64_t *id;
    size_t count, capacity;
    bool any; /* one is written already */
    error *e;
} exporting;

static bool want(exporting *x, int64_t id) {
    if (x->count == x->capacity) {
        size_t larger = x->capacity ? 2 * x->capacity : 64;
        int64_t *memory = realloc(x->id, larger * sizeof *memory);
        if (!memory) return error_set(x->e, "no memory for the list of matches");
        x->id = memory;
        x->capacity = larger;
    }
    x->id[x->count++] = id;
    return true;
}

/* Games that count; those that were interrupted and played again do not. */
static bool want_game(void *context, const store_match *m) {
    return strcmp(m->reason, "aborted") == 0 || want(context, m->id);
}

static bool want_series(exporting *x, int64_t series) {
    *x->e = (error){0};
    return store_each_of_series(x->store, series, want_game, x, x->e) && !*x->e->message;
}

static bool want_pairing(void *context, const store_pairing *p) {
    return !p->series || want_series(context, p->series);
}

/* "12", or "12-40". */
static bool want_words(exporting *x, const char *word) {
    int64_t first, last;
    const char *dash = strchr(word, '-');
    char one[24];
    text t = text_over(one, sizeof one);
    text_add_part(&t, word, dash ? (size_t)(dash - word) : strlen(word));
    if (!cli_read_match(one, &first, x->e)) return false;
    last = first;
    if (dash && !cli_read_match(dash + 1, &last, x->e)) return false;
    if (last < first || last - first > 10000000)
        return error_set(x->e, "'%s' is not a range of matches, such as 12-40", word);
    for (int64_t id = first; id <= last; id++)
        if (!want(x, id)) return false;
    return true;
}

static bool choose(exporting *x, const cli_arguments *a) {
    const char *series = cli_value(a, "series"), *name = cli_value(a, "tournament");
    if ((a->operand_count > 0) + (series != NULL) + (name != NULL) != 1)
        return error_set(x->e, "give the numbers of matches, --series or --tournament");
    for (size_t i = 0; i < a->operand_count; i++)
        if (!want_words(x, a->operand[i])) return false;
    if (series) {
        int64_t id;
        store_match *m = calloc(1, sizeof *m);
        bool good = m ? cli_read_match(series, &id, x->e) && store_find(x->store, id, m, x->e)
                      : error_set(x->e, "no memory");
        if (good && !m->series)
            good = error_set(x->e, "match %lld is not a game of a series", (long long)id);
        good = good && want_series(x, m->series);
        free(m);
        return good;
    }
    if (!name) return true;
    store_tournament *t = calloc(1, sizeof *t);
    bool good = t ? store_find_tournament(x->store, name, t, x->e) : error_set(x->e, "no memory");
    *x->e = good ? (error){0} : *x->e;
    good = good && store_each_pairing(x->store, t->id, want_pairing, x, x->e) && !*x->e->message;
    if (good && !x->count) good = error_set(x->e, "no game of %s has been played yet", name);
    free(t);
    return good;
}

static bool export_one(exporting *x, int64_t id, store_match *m) {
    record r;
    if (!store_find(x->store, id, m, x->e) || !journal_export(x->store, m, &r, x->e)) return false;
    if (x->any) putchar('\n');
    x->any = true;
    bool good = record_write(&r, (record_sink){put, NULL}, x->e);
    record_destroy(&r);
    return good;
}

static int run_export(const cli_arguments *a) {
    error e = {0};
    store_match *m = calloc(1, sizeof *m);
    exporting x = {.store = m ? cli_open_old_store(a, &e) : NULL, .e = &e};
    bool good = x.store && choose(&x, a);
    for (size_t i = 0; good && i < x.count && !cli_output_gone(); i++)
        good = export_one(&x, x.id[i], m);
    store_close(x.store);
    free(x.id);
    free(m);
    return good ? CLI_OK : cli_fail_with(a, &e);
}

const cli_command cli_export = {
    .name = "export",
    .operands = "[ID...]",
    .summary = "Write matches of the journal as records.",
    .about = "Takes the numbers of matches, or ranges of them; or all games of a series or a "
             "tournament that count, in order. After each move the record has the player's score "
             "and depth, if it reported them, and its time: {+0.35/12 1.250s}. While a match goes "
             "on, hidden dice are left out. When it is over, the record holds them all with their "
             "keys, and 'damero verify' checks them.",
    .options = (const cli_option[]){{"series", "ID", "all games of the series of this match"},
                                    {"tournament", "NAME", "all games of this tournament"},
                                    CLI_STORE_OPTION,
                                    {0}},
    .examples =
        (const cli_example[]){
            {"damero export 12 >match.txt", "to keep, continue or analyse"},
            {"damero export 12-40 57 >matches.txt", "several"},
            {"damero export --tournament Spring >spring.txt", "all games of a tournament"},
            {0}},
    .run = run_export,
};
