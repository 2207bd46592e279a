/* damero play - a game in the terminal, line by line. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "boards/engines.h"
#include "cli/play/session.h"
#include "cli/stop.h"
#include "cli/table_files.h"

#define FOREVER (365 * 86400 * LINK_SECOND)

bool play_is_over(const play_session *s) {
    const history *h = transcript_game(&s->so_far);
    return s->so_far.over || game_turn(h->rules, h->now) == GAME_OVER;
}

/* The game of the options, with --players among its rules. */
static bool set_up_for(const cli_arguments *a, record *fresh, error *e) {
    const char *players = cli_value(a, "players"), *rules = cli_value(a, "rules");
    char joined[512];
    text t = text_over(joined, sizeof joined);
    if (!players) return cli_set_up(a, a->operand[0], fresh, e);
    text_addf(&t, "%s%splayers=%s", rules ? rules : "", rules ? "," : "", players);
    if (t.full) return error_set(e, "--rules is too long");
    cli_arguments with = *a;
    for (size_t i = 0; a->command->options[i].name; i++)
        if (strcmp(a->command->options[i].name, "rules") == 0) with.option[i] = joined;
    return cli_set_up(&with, a->operand[0], fresh, e);
}

/* The engine's seats as the referee reads them: "engine:NAME:LEVEL:TIME:threads=N". */
static bool write_engine_seat(const play_session *s, const engine_kind *kind, int64_t time, text *t,
                              error *e) {
    const char *level = cli_value(s->arguments, "level");
    if (level && engine_find_level(kind, level, e) < 0) return false;
    if (!engine_check_threads(kind, s->threads, e)) return error_in(e, "--threads");
    int64_t milliseconds = time / 1000000 ? time / 1000000 : 1;
    text_addf(t, "engine:%s:%s:%lldms:threads=%d", kind->name,
              level ? level : kind->levels[engine_full_level(kind)].name, (long long)milliseconds,
              s->threads);
    return true;
}

static bool seat_players(play_session *s, const game_rules *rules, error *e) {
    const cli_arguments *a = s->arguments;
    const char *name = cli_value(a, "engine");
    const engine_kind *kind = boards_find_engine(rules->game, name, e);
    bool person[GAME_SEATS_MAX], machine = false;
    char line[SEAT_SPEC];
    text t = text_over(line, sizeof line);
    int64_t time = LINK_SECOND;
    if ((!kind && name) || !cli_seat_players(a, rules, kind != NULL, person, e) ||
        !cli_read_duration(a, "time", &time, e))
        return false;
    for (int seat = 0; seat < rules->seats; seat++) machine = machine || !person[seat];
    if (machine && (!kind || !write_engine_seat(s, kind, time, &t, e))) return false;
    if (!machine && cli_value(a, "level"))
        return error_set(e, "--level is for an engine, and only people play here");
    for (int seat = 0; seat < rules->seats; seat++)
        if (!seat_read(person[seat] ? "me" : line, rules->game, &s->spec[seat], e)) return false;
    return true;
}

static bool name_seats(play_session *s, record *r, error *e) {
    for (int seat = 0; seat < r->rules->seats; seat++) {
        const seat_spec *spec = &s->spec[seat];
        char tag[16], name[120];
        text tag_text = text_over(tag, sizeof tag), name_text = text_over(name, sizeof name);
        text_addf(&tag_text, "Seat%d", seat + 1);
        if (record_tag_value(r, tag)) continue;
        text_add(&name_text, game_seat_name(r->rules, seat));
        if (spec->kind == SEAT_ENGINE)
            text_addf(&name_text, " (%s, %s)", spec->engine->name,
                      spec->engine->levels[spec->level].name);
        if (!record_set_tag(r, tag, name, e)) return false;
    }
    return true;
}

bool play_open(play_session *s, record *r, error *e) {
    play_session fresh = *s;
    if (!seat_players(&fresh, r->rules, e) || !name_seats(&fresh, r, e)) {
        record_destroy(r);
        return false;
    }
    memcpy(s->spec, fresh.spec, sizeof s->spec);
    s->next = *r;
    s->has_next = true;
    s->saved_next = false;
    return true;
}

/* Puts the next game on the table. */
static bool take_next(play_session *s, error *e) {
    char by_rules[RECORD_RESULT];
    text result = text_over(by_rules, sizeof by_rules);
    record_rule_result(&s->next, &result);
    bool resigned = strcmp(by_rules, "*") == 0 && strcmp(s->next.result, "*") != 0;
    engine_destroy(s->adviser);
    s->adviser = NULL;
    transcript_destroy(&s->so_far);
    s->has_next = false;
    s->facing = s->handing = GAME_NOBODY;
    s->drawn = SIZE_MAX;
    s->saved = s->saved_next;
    s->warned = false;
    if (!transcript_adopt(&s->so_far, &s->next, e)) return false;
    s->so_far.over = resigned;
    return true;
}

static bool leaves(void *context) {
    play_session *s = context;
    putchar('\n');
    s->done = play_leaves(s);
    s->stop = cli_stop_with_output(); /* clears the flag */
    return s->done;
}

static table_typed typed(void *context, const match *m, int seat, const char *line) {
    play_session *s = context;
    (void)m, (void)seat;
    if (s->handing == GAME_NOBODY) return play_obey(s, line);
    s->facing = s->handing;
    s->handing = GAME_NOBODY;
    play_show_board(s);
    return TABLE_TYPED_DONE;
}

/* Plays the game on the table until it is over or left. */
static bool play_match(play_session *s, error *e) {
    const game_rules *rules = transcript_rules(&s->so_far);
    fair secrets;
    table_setup t = {.input = STDIN_FILENO,
                     .attended = isatty(STDIN_FILENO),
                     .home = true,
                     .stop = s->stop,
                     .equip = cli_give_tables,
                     .context = s,
                     .show = play_show,
                     .prompt = play_prompt,
                     .offer = play_offer,
                     .refuse = play_refuse,
                     .typed = typed,
                     .leaves = leaves};
    match_verdict verdict;
    for (int seat = 0; seat < rules->seats; seat++) t.spec[seat] = &s->spec[seat];
    history before = *transcript_game(&s->so_far);
    setup_match(&t, rules, before.start, &s->terms);
    for (int seat = 0; seat < rules->seats; seat++)
        t.match.seat[seat].control = (time_control){.patience = FOREVER};
    t.match.interrupt = FOREVER;
    t.match.turn_limit = 0;
    return transcript_resume(&s->so_far, &t.match, &secrets, e) && table_play(&t, &verdict, e);
}

/* After a game: it can be saved, taken back, played again. */
static void look_back(play_session *s) {
    char line[2048];
    if (s->drawn != transcript_game(&s->so_far)->count) play_show_board(s);
    while (!s->done && !s->has_next && !cli_output_gone()) {
        if (cli_ask("over> ", line, sizeof line)) {
            line[strcspn(line, "\r\n")] = '\0';
            if (play_obey(s, line) != TABLE_TYPED_WORD || !strtok(line, " \t")) continue;
            cli_say(stdout,
                    "The game is over: %s'save FILE' keeps it, 'new' begins another, 'quit' "
                    "leaves.",
                    transcript_rules(&s->so_far)->game->roll ? "" : "'undo' takes back, ");
        } else {
            putchar('\n');
            s->done = play_leaves(s);
        }
    }
}

static bool has_people(const play_session *s) {
    for (int seat = 0; seat < transcript_rules(&s->so_far)->seats; seat++)
        if (play_is_person(s, seat)) return true;
    return false;
}

static bool play_all(play_session *s, error *e) {
    while (s->has_next && !s->done) {
        if (!take_next(s, e)) return false;
        bool over = play_is_over(s);
        if (!over) play_show_board(s);
        if (!over) puts("Type a move, or 'help'.");
        s->terms.seed++;
        if (!over && !play_match(s, e)) return false;
        if (s->done || s->has_next) continue;
        if (!has_people(s)) {
            play_show_board(s);
            return true;
        }
        look_back(s);
    }
    return true;
}

static bool begin(play_session *s, error *e) {
    const cli_arguments *a = s->arguments;
    const char *load = cli_value(a, "load");
    uint64_t threads = 1;
    s->terms.seed = (uint64_t)clock_now() ^ (uint64_t)time(NULL) << 32;
    s->terms.seeded = cli_value(a, "seed") != NULL;
    if (!cli_read_number(a, "seed", 0, UINT64_MAX, &s->terms.seed, e) ||
        !cli_read_number(a, "threads", 1, 256, &threads, e))
        return false;
    s->threads = (int)threads;
    record fresh;
    if (load) {
        if (a->operand_count > 0)
            return error_set(e, "--load brings its own game: leave '%s' out", a->operand[0]);
        if (cli_value(a, "rules") || cli_value(a, "position") || cli_value(a, "moves"))
            return error_set(e, "--load brings its own rules, position and moves: leave those out");
    } else if (a->operand_count == 0) {
        return error_set(e, "which game? As in: damero play dots");
    }
    if (!(load ? cli_load_record(load, &fresh, e) : set_up_for(a, &fresh, e))) return false;
    return play_open(s, &fresh, e);
}

static int run(const cli_arguments *a) {
    error e;
    play_session s = {.arguments = a};
    s.style.ascii = cli_value(a, "ascii") != NULL;
    s.style.colour = cli_wants_colour(stdout);
    if (!begin(&s, &e)) return cli_fail_with(a, &e);
    const game *g = s.next.rules->game;
    cli_say(stdout, "%s: %s", g->title, g->summary);
    s.stop = cli_stop_with_output();
    setvbuf(stdin, NULL, _IONBF, 0); /* the table reads from the same file */
    bool good = play_all(&s, &e);
    if (s.has_next) record_destroy(&s.next);
    engine_destroy(s.adviser);
    transcript_destroy(&s.so_far);
    return good ? CLI_OK : cli_fail_with(a, &e);
}

const cli_command cli_play = {
    .name = "play",
    .operands = "[GAME]",
    .summary = "Play in the terminal, against the engine or against each other.",
    .about =
        "You move by typing a move; 'help' shows what else can be typed: moves, hint, undo, save, "
        "load, resign, new. Without --seats you have the first seat and the engine the others; a game "
        "without an engine is for people.",
    .options =
        (const cli_option[]){
            CLI_SETUP_OPTIONS,
            {"players", "N", "how many sit at the table, if a game can have more than two"},
            {"seats", "me,engine", "who sits where: one of 'me' and 'engine' for each seat"},
            {"engine", "NAME", "which engine, if a game has several"},
            {"level", "NAME", "how strong it plays, as 'damero games' lists"},
            {"time", "TIME", "how long it thinks about a move (1s)"},
            {"threads", "N", "how many threads it may use, if it can use several (1)"},
            {"load", "FILE", "go on with a saved game"},
            {"seed", "NUMBER", "for the same dice and choices again"},
            {"ascii", NULL, "no character beyond ASCII"},
            {0}},
    .examples =
        (const cli_example[]){
            {"damero play dots --rules size=3x3", "a short game against the engine"},
            {"damero play dots --seats me,me", "two people at one keyboard"},
            {"damero play perudo --players 5", "an evening with four others"},
            {"damero play --load game.txt", "go on where you left off"},
            {0}},
    .run = run,
};
