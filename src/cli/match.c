/* damero match - one match, or several, between whoever sits down. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/journal.h"
#include "cli/links.h"
#include "cli/opening.h"
#include "cli/spectator.h"
#include "cli/think.h"
#include "referee/setup.h"
#include "store/lines.h"

enum {
    OPENING_SALT = 0x6f70656e, /* so that openings and what players draw have nothing in common */
};

/* Someone who plays, in whichever seat. */
typedef struct player {
    seat_spec spec;
    char name[STORE_NAME]; /* what people call it; "": as it was given */
    link_end *link;        /* NULL: not open, or needs none */
    int seat;              /* in the game that is played */
    line_log *lines;
} player;

typedef struct contest {
    const cli_arguments *arguments;
    game_rules *rules;
    game_position *given; /* the position of the options; NULL: the usual one */
    uint64_t opening;     /* random moves from there before each game */
    game_position *start; /* what a game begins with; NULL: the usual one */
    int count;            /* of players */
    player player[GAME_SEATS_MAX];
    const seat_spec *spec[GAME_SEATS_MAX]; /* theirs, in the order given */
    match_terms settings;
    int64_t patience;
    int64_t interrupt; /* -1: as suits who plays */
    link_options links;
    FILE *trace;
    int64_t trace_start; /* one for all links and games, so that their times can be compared */
    store *journal;
    line_log lines;    /* what passes on the links, for spectators elsewhere */
    transcript begun;  /* resumed: the match so far */
    fair secrets;      /* and its dice under cups */
    store_fence fence; /* and the right to write it */
    bool resumed;
    bool until_decided;      /* best of N: no game more than it takes */
    bool drawn;              /* the board, before the first move */
    bool warned;             /* that programs run unconfined */
    const atomic_bool *stop; /* one for the whole series: Ctrl-C between two games counts too */
    spectator spectator;
} contest;

static bool read_options(const cli_arguments *a, contest *c, error *e) {
    c->links = (link_options){.open_house = cli_value(a, "no-sandbox") != NULL,
                              .errors = cli_value(a, "errors") != NULL};
    c->links.trace = cli_value(a, "trace");
    if (c->links.trace && !(c->trace = cli_open_trace(c->links.trace, e))) return false;
    c->trace_start = clock_now();
    c->patience = 60 * LINK_SECOND;
    c->interrupt = -1;
    c->settings.seeded = cli_value(a, "seed") != NULL;
    uint64_t moves = 0;
    bool good = cli_read_duration(a, "move-time", &c->settings.control.move, e) &&
                cli_read_duration(a, "clock", &c->settings.control.game, e) &&
                cli_read_duration(a, "increment", &c->settings.control.increment, e) &&
                cli_read_duration(a, "overage", &c->settings.control.overage, e) &&
                cli_read_duration(a, "handshake", &c->settings.handshake, e) &&
                cli_read_duration(a, "patience", &c->patience, e) &&
                cli_read_number(a, "max-moves", 1, 1000000, &moves, e) &&
                cli_read_number(a, "opening", 1, 1000, &c->opening, e) &&
                cli_read_duration(a, "max-time", &c->settings.time_limit, e) &&
                cli_read_duration(a, "interrupt", &c->interrupt, e) &&
                cli_read_number(a, "seed", 0, UINT64_MAX, &c->settings.seed, e) &&
                (!c->settings.control.increment || c->settings.control.game ||
                 error_set(e, "--increment needs a --clock to add to"));
    c->settings.move_limit = (size_t)moves;
    return good;
}

static bool seat_player(contest *c, const char *spec, const game *g, error *e) {
    if (c->count == GAME_SEATS_MAX) return error_set(e, "more than %d seats", GAME_SEATS_MAX);
    seat_spec *s = &c->player[c->count].spec;
    c->spec[c->count++] = s;
    bool good = seat_read(spec, g, s, e) &&
                (s->kind != SEAT_REMOTE || error_set(e, "a remote person plays at a server's page, "
                                                        "not at this terminal"));
    return good || error_in(e, "seat %d", c->count);
}

/* Where game number `number` begins: with random moves it is the same position until everyone has
 * had every seat. */
static bool choose_start(contest *c, int number, error *e) {
    uint64_t round = (uint64_t)(number / c->count);
    if (!c->opening) {
        c->start = c->given;
        return true;
    }
    if (!c->start && !(c->start = game_new_position(c->rules))) return error_set(e, "no memory");
    return opening_draw(c->rules, c->given, (size_t)c->opening,
                        hash_join(c->settings.seed ^ OPENING_SALT, round), c->start, e) ||
           error_in(e, "--opening");
}

static const char *name_of(const player *p) { return *p->name ? p->name : p->spec.given; }

/* "Team A,Team B": a name for each seat. */
static bool read_names(contest *c, const char *list, error *e) {
    int named = 0;
    for (const char *at = list; at && named < c->count; named++) {
        size_t length = strcspn(at, ",");
        text t = text_over(c->player[named].name, STORE_NAME);
        text_add_part(&t, at, length);
        char shown[STORE_NAME];
        text visible = text_over(shown, sizeof shown);
        text_add_visible(&visible, c->player[named].name, "");
        if (!length || t.full || strcmp(shown, c->player[named].name) != 0)
            return error_set(e, "--names: a name is text of 1 to %d bytes, all of them to be seen",
                             STORE_NAME - 1);
        at = at[length] ? at + length + 1 : NULL;
        if (named == c->count - 1 && at)
            return error_set(e, "--names: there are only %d seats", c->count);
    }
    if (list && named < c->count)
        return error_set(e, "--names: %d of %d seats, as in \"Team A,Team B\"", named, c->count);
    return true;
}

static bool set_up_new(const cli_arguments *a, contest *c, error *e) {
    if (a->operand_count == 0) return error_set(e, "name a game, or --resume ID");
    const game *g = game_find(a->operand[0], e);
    if (!g) return false;
    for (size_t i = 0; i < a->repeated_count; i++)
        if (!seat_player(c, a->repeated[i], g, e)) return false;
    if (!(c->rules = setup_rules(g, cli_value(a, "rules"), c->spec, c->count, e))) return false;
    if (c->count != c->rules->seats)
        return error_set(e, "%s has %d seats here: give --seat %d times (now %d)", g->name,
                         c->rules->seats, c->rules->seats, c->count);
    if (!read_names(c, cli_value(a, "names"), e)) return false;
    const char *position = cli_value(a, "position");
    if (position && !((c->given = game_new_position(c->rules)) &&
                      game_read_position(c->rules, position, c->given, e)))
        return false;
    if (!position && !c->opening) return true;
    return setup_check_start(c->spec, c->count, e) && choose_start(c, 0, e);
}

/* What a match has from its beginning, and keeps when it goes on. */
static bool refuse_terms(const cli_arguments *a, error *e) {
    static const char *const terms[] = {
        "rules",     "position", "move-time", "clock", "increment", "overage", "handshake",
        "max-moves", "max-time", "seed",      "games", "best-of",   "opening"};
    const char *given = a->operand_count > 0 ? a->operand[0] : a->repeated_count ? "--seat" : NULL;
    if (given)
        return error_set(e, "--resume goes on with the match as it began: leave out %s", given);
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
        if (cli_value(a, terms[i]))
            return error_set(e, "--resume goes on with the match as it began: leave out --%s",
                             terms[i]);
    return true;
}

/* An unfinished match of the journal, up to where it was interrupted. */
static bool set_up_old(const char *word, contest *c, store_match *m, error *e) {
    int64_t id;
    if (!c->journal) return error_set(e, "--resume needs the journal");
    if (!cli_read_match(word, &id, e) || !store_find(c->journal, id, m, e)) return false;
    if (m->over) return error_set(e, "match %lld is over: %s", (long long)id, m->reason);
    if (store_is_alive(c->journal, &m->owner))
        return error_set(e, "match %lld is being played", (long long)id);
    if (store_claim(c->journal, id, &m->owner, &c->fence, e) != STORE_KEPT) return false;
    char names[GAME_SEATS_MAX][SEAT_SPEC];
    if (!journal_names(c->journal, m, names, e) || !journal_terms(m, &c->settings, e) ||
        !journal_load(c->journal, m, true, &c->begun, e))
        return false;
    c->resumed = true;
    c->rules = game_create_named(m->game, m->rules, e);
    for (int seat = 0; c->rules && seat < c->rules->seats; seat++) {
        char spec[SEAT_SPEC];
        text t = text_over(spec, sizeof spec);
        journal_seat(m, seat, &t);
        if (!seat_player(c, spec, c->rules->game, e)) return false;
        t = text_over(c->player[seat].name, STORE_NAME);
        if (strcmp(names[seat], spec) != 0) text_add(&t, names[seat]);
    }
    if (*m->start && c->rules && (c->given = game_new_position(c->rules)) &&
        !game_read_position(c->rules, m->start, c->given, e))
        return false;
    return c->rules != NULL;
}

/* Says where the other side of a link is waited for. */
static void opened(void *context, int seat, link_end *l) {
    contest *c = context;
    const char *given = c->player[c->spectator.player[seat]].spec.given;
    l->trace_file = c->trace;
    l->trace_start = c->trace_start;
    if (l->kind == LINK_PROGRAM && !c->warned) {
        c->warned = true;
        cli_warn_unconfined(c->arguments, l);
    }
    if (l->kind != LINK_PTY && l->kind != LINK_LISTEN) return;
    if (c->spectator.form == SPECTATOR_JSON)
        cli_print_json(
            json_pack("{s:s, s:s, s:s}", "event", "link", "seat", given, "name", l->name));
    else printf("%s: waiting at %s\n", given, l->name);
    fflush(stdout);
}

static bool gives_up(void *context, error *e) {
    const contest *c = context;
    return atomic_load(c->stop) && !error_set(e, "interrupted while waiting for the players");
}

static bool open_links(contest *c, table_setup *t, error *e) {
    int culprit;
    setup_waiting waiting = {.options = &c->links,
                             .deadline = clock_now() + c->patience,
                             .opened = opened,
                             .gives_up = gives_up,
                             .context = c};
    bool good = setup_open_links(t->spec, c->count, t->link, &waiting, &culprit, e);
    for (int seat = 0; seat < c->count; seat++)
        c->player[c->spectator.player[seat]].link = t->link[seat];
    return good;
}

/* Programs are started anew for each game; a link that broke is opened again. */
static void close_players(contest *c, const match_verdict *v, const int *seated, bool all) {
    for (int i = 0; i < c->count; i++) {
        player *p = &c->player[i];
        bool broken = v && v->reason == MATCH_CRASHED && v->culprit >= 0 && seated[v->culprit] == i;
        if (!p->link || !(all || broken || p->link->kind == LINK_PROGRAM)) continue;
        link_close(p->link);
        p->link = NULL;
    }
}

static void tap(void *context, bool sent, int64_t since, const char *shown) {
    const player *p = context;
    line_log_add(p->lines, &(line_run){clock_seconds(since), p->seat, sent, shown});
}

/* Others may look on at what passes on the lines, as long as a game of the journal is played. */
static void let_others_see(contest *c, int64_t id, bool open) {
    error e;
    bool any = false;
    for (int i = 0; i < c->count; i++) any = any || c->player[i].link;
    if (open && any && !line_log_open(&c->lines, c->journal, id, &e))
        fprintf(stderr, "damero match: the page will not show what is on the lines: %s\n",
                e.message);
    for (int i = 0; i < c->count; i++) {
        player *p = &c->player[i];
        p->lines = &c->lines;
        if (!p->link) continue;
        p->link->tap = open ? tap : NULL;
        p->link->tap_context = p;
    }
    if (!open) line_log_close(&c->lines);
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
    /* The live board is drawn after each move, but not yet before the first. */
    if (c->spectator.form != SPECTATOR_LIVE || (c->spectator.shown.count == 0 && !c->drawn))
        spectator_draw(&c->spectator);
    c->drawn = true;
    printf("%s, your move (or help)> ", game_seat_name(c->rules, seat));
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
        printf("%s, you may call %s (Enter: no)> ", game_seat_name(c->rules, seat), word);
        fflush(stdout);
    }
    free(moves);
}

static void trouble(void *context, const match *m, const char *why) {
    (void)context;
    (void)m;
    if (why) cli_say(stderr, "The match is paused until the journal can be written: %s", why);
    else cli_say(stderr, "The journal can be written again: the match goes on");
}

static void refuse(void *context, const match *m, const table_word *w, const error *why) {
    (void)context;
    (void)m;
    (void)w;
    cli_say(stderr, "%s", why->message);
}

/* Plays game number `number` (from 0): the players move on by one seat each time. */
static bool play_one(contest *c, int number, match_verdict *v, error *e) {
    spectator *s = &c->spectator;
    if (!choose_start(c, number, e)) return false;
    match_terms terms = c->settings;
    if (!c->resumed) terms.seed = hash_join(terms.seed, (uint64_t)number);
    table_setup t = {.journal = c->journal,
                     .fence = c->fence,
                     .input = -1,
                     .attended = isatty(STDIN_FILENO),
                     .stop = c->stop,
                     .context = c,
                     .show = show,
                     .prompt = prompt,
                     .offer = offer,
                     .trouble = trouble,
                     .refuse = refuse};
    const char *given[GAME_SEATS_MAX];
    s->viewer = GAME_NOBODY;
    c->drawn = false;
    if (t.attended) t.input = STDIN_FILENO;
    for (int seat = c->count - 1; seat >= 0; seat--) {
        player *p = &c->player[s->player[seat] = (seat + number) % c->count];
        t.spec[seat] = &p->spec;
        t.link[seat] = p->link;
        p->seat = seat;
        given[seat] = p->spec.given;
        s->name[seat] = name_of(p);
        if (p->spec.kind != SEAT_ME) continue;
        t.input = STDIN_FILENO;
        s->viewer = seat;
    }
    if (!open_links(c, &t, e)) return false;
    setup_match(&t, c->rules, c->start, &terms);
    if (c->interrupt >= 0) t.match.interrupt = c->interrupt;
    if (c->resumed && !transcript_resume(&c->begun, &t.match, &c->secrets, e)) return false;
    bool good = true;
    if (c->journal && !c->resumed)
        good = journal_begin(c->journal, c->rules, c->start, given,
                             *c->player[0].name ? s->name : NULL, &terms, &t.fence, e);
    s->id = t.fence.match;
    s->game = number + 1;
    history fresh = {.start = c->start};
    const history *from = c->resumed ? transcript_game(&c->begun) : c->start ? &fresh : NULL;
    good = good && spectator_begin(s, c->rules, from, e);
    if (good && c->journal) let_others_see(c, s->id, true);
    good = good && table_play(&t, v, e);
    if (c->journal) let_others_see(c, s->id, false);
    spectator_end(s);
    close_players(c, good ? v : NULL, s->player, false);
    return good;
}

/* A match that cannot go on is closed in the journal too. */
static void close_as_aborted(contest *c, const store_match *m, const error *why) {
    error e;
    if (journal_close(c->journal, c->fence, &c->begun, MATCH_ABORTED, GAME_NOBODY, why->message,
                      &e))
        fprintf(stderr, "damero match: match %lld is closed as aborted\n", (long long)m->id);
}

/* Whether nobody can catch up with the leader in the games that are left. */
static bool is_decided(const contest *c, uint64_t left) {
    int best = 0, second = 0;
    for (int i = 0; i < c->count; i++) {
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

/* How the series stands at its end, or where it was broken off. */
static void print_standing(const tally *standing, uint64_t games, bool broken_off) {
    char line[2048];
    text t = text_over(line, sizeof line);
    if (broken_off)
        text_addf(&t, "After %d of %llu games: ", tally_games(standing), (unsigned long long)games);
    tally_write(standing, &t);
    cli_say(stdout, "%s", line);
    t = text_over(line, sizeof line);
    tally_write_certainty(standing, &t);
    if (t.length) cli_say(stdout, "%s", line);
}

/* Where the journal could not be written the match is not closed there: it can go on later. */
static void tell_whether_it_goes_on(const contest *c) {
    error e;
    store_match *m = c->journal && c->spectator.id ? calloc(1, sizeof *m) : NULL;
    if (m && store_find(c->journal, c->spectator.id, m, &e) && !m->over)
        cli_say(stderr,
                "The journal has the match up to move %lld: once it can be written again, 'damero "
                "match --resume %lld' goes on.",
                (long long)m->moves, (long long)m->id);
    free(m);
}

static int play_all(contest *c, uint64_t games, store_match *old) {
    error e;
    match_verdict v = {.reason = MATCH_ABORTED};
    c->spectator.games = (int)games;
    if (old && transcript_game(&c->begun)->count > 0 && !setup_check_start(c->spec, c->count, &e)) {
        close_as_aborted(c, old, &e);
        cli_fail_with(c->arguments, &e);
        return CLI_FAILED;
    }
    c->spectator.standing.players = c->count;
    for (int i = 0; i < c->count; i++) c->spectator.standing.name[i] = name_of(&c->player[i]);
    bool good = true;
    c->stop = cli_stop_with_output();
    for (uint64_t i = 0; i < games && good; i++) {
        good = play_one(c, (int)i, &v, &e);
        if (!good) cli_fail_with(c->arguments, &e);
        if (good && v.reason == MATCH_ABORTED) tell_whether_it_goes_on(c);
        good = good && v.reason != MATCH_ABORTED && (i + 1 == games || !atomic_load(c->stop));
        if (c->until_decided && is_decided(c, games - 1 - i)) break;
    }
    if (games > 1 && c->spectator.form != SPECTATOR_JSON)
        print_standing(&c->spectator.standing, games, !good);
    return good ? CLI_OK : CLI_FAILED;
}

static spectator_form form_of(const cli_arguments *a) {
    if (cli_value(a, "json")) return SPECTATOR_JSON;
    if (cli_value(a, "quiet")) return SPECTATOR_QUIET;
    return cli_can_redraw(stdout) ? SPECTATOR_LIVE : SPECTATOR_LINES;
}

static int run_match(const cli_arguments *a) {
    contest c = {.arguments = a, .lines = {.file = -1}};
    store_match *old = NULL;
    error e;
    uint64_t games = 1;
    const char *resume = cli_value(a, "resume");
    c.settings.seed = (uint64_t)clock_now();
    c.spectator.form = form_of(a);
    c.until_decided = cli_value(a, "best-of") != NULL;
    bool good = cli_read_number(a, "games", 1, 10000, &games, &e) &&
                cli_read_number(a, "best-of", 1, 10000, &games, &e) && read_options(a, &c, &e);
    if (good && c.until_decided && cli_value(a, "games"))
        good = error_set(&e, "--games and --best-of: say one of them");
    if (good && resume) good = refuse_terms(a, &e);
    if (good && !cli_value(a, "no-journal"))
        good = (c.journal = resume ? cli_open_old_store(a, &e) : cli_open_store(a, &e)) ||
               error_in(&e, "journal");
    if (c.journal) c.links.hidden = store_path(c.journal); /* it has everyone's dice in it */
    if (good && resume) {
        old = calloc(1, sizeof *old);
        good = old && set_up_old(resume, &c, old, &e);
    } else if (good) {
        good = set_up_new(a, &c, &e);
    }
    int status = good ? play_all(&c, games, old) : cli_fail_with(a, &e);
    close_players(&c, NULL, NULL, true);
    if (c.resumed) transcript_destroy(&c.begun);
    if (c.start != c.given) free(c.start);
    free(c.given);
    game_destroy(c.rules);
    store_close(c.journal);
    if (c.trace) fclose(c.trace);
    free(old);
    return status;
}

const cli_command cli_match = {
    .name = "match",
    .operands = "[GAME]",
    .summary = "Referee a match between boards, programs, engines and people.",
    .about =
        "Give --seat once for each seat of the game: me; engine, engine:LEVEL, engine:TIME or "
        "engine:threads=N; "
        "program:COMMAND (speaks Hub, see docs/hub.md); serial:DEVICE[@BAUD]; pty; tcp:HOST:PORT; "
        "listen:[HOST:]PORT. Boards speak the contest's protocol in Dots and the competition's in "
        "Trax, elsewhere or with +hub behind them Hub; +team asks a Trax board for its id, +cr and "
        "+crlf end our lines so. Without a clock, programs and boards have 10 s for a move, in "
        "Trax 1 s; so have engines unless a person plays, and people have an hour. Every event is kept in the journal before it is shown.",
    .options =
        (const cli_option[]){
            {"seat", "SPEC ...", "who sits in the next seat; in Perudo as many as play"},
            {"names", "A,B,...", "what the players are called, on screens and in records"},
            {"rules", "KEY=VALUE,...", "settings of the game, as 'damero games' lists them"},
            {"position", "TEXT", "start from this position instead of the usual one"},
            {"opening", "N", "begin with so many random moves, the same for everyone in each seat"},
            {"games", "N", "play so many, changing seats each time (1)"},
            {"best-of", "N", "the same, until nobody can catch up with the leader"},
            {"move-time", "TIME", "time for each move"},
            {"clock", "TIME", "time for all moves of a game"},
            {"increment", "TIME", "added to --clock after each move"},
            {"overage", "TIME", "a bank for the game, used when the others do not suffice"},
            {"max-moves", "N", "adjudicate by the score after so many moves"},
            {"max-time", "TIME", "the same after so long"},
            {"interrupt", "TIME",
             "how long others have to interrupt, where they may (0.1s; 3s with people)"},
            {"handshake", "TIME", "how long a greeting may go unanswered (10s)"},
            {"patience", "TIME", "how long to wait for all to be there (60s)"},
            {"quiet", NULL, "print the result alone"},
            {"json", NULL, "print an object a line for each event"},
            {"seed", "N", "the same dice and choices again; without it dice are real ones"},
            {"trace", "FILE", "write every byte of every link with its time"},
            {"resume", "ID", "go on with an interrupted match of the journal"},
            CLI_STORE_OPTION,
            {"no-journal", NULL, "keep no journal"},
            {"no-sandbox", NULL, "run programs unconfined, with all your rights"},
            {"errors", NULL, "show what programs write to their standard error"},
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
            {"damero match --resume 12", "after a power failure"},
            {0}},
    .run = run_match,
};
