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

#define FOREVER (365 * 86400 * SECOND)

bool play_is_over(const play_session *s) {
    const history *h = transcript_game(&s->so_far);
    return s->so_far.over || game_turn(h->rules, h->now) == GAME_OVER;
}

/* The game from the options, with --players as one of its settings, and the settings that games
 * between people get. */
static bool set_up_for(const cli_arguments *a, record *fresh, error *e) {
    const char *players = cli_value(a, "players"), *rules = cli_value(a, "rules");
    char joined[512];
    text t = text_over(joined, sizeof joined);
    const game *g = game_find(a->operand[0], e);
    if (!g) return false;
    text_add(&t, rules ? rules : "");
    if (players) text_addf(&t, "%splayers=%s", rules ? "," : "", players);
    game_add_by_hand(g, &t);
    if (t.full) return error_set(e, "--rules is too long");
    cli_arguments with = *a;
    for (size_t i = 0; a->command->options[i].name; i++)
        if (strcmp(a->command->options[i].name, "rules") == 0) with.option[i] = joined;
    return cli_set_up(&with, a->operand[0], fresh, e);
}

/* The engine's seats in the referee's notation: "engine:NAME:LEVEL:TIME:threads=N". */
static bool write_engine_seat(const play_session *s, const engine_kind *kind, int64_t time, text *t,
                              error *e) {
    const char *level = cli_value(s->arguments, "level");
    if (level && engine_find_level(kind, level, e) < 0) return false;
    if (!engine_check_threads(kind, s->threads, e)) return error_in(e, "--threads");
    int64_t milliseconds = time / MILLISECOND ? time / MILLISECOND : 1;
    text_addf(t, "engine:%s:%s:%lldms:threads=%d", kind->name,
              level ? level : kind->levels[engine_full_level(kind)].name, (long long)milliseconds,
              s->threads);
    return true;
}

/* Who sat where in a saved game, from its tag: seats as the referee reads them, separated by
 * blanks. Only `me` and engines are taken from a file: it starts no program. */
static bool read_saved_seats(const record *r, seat_spec seats[GAME_SEATS_MAX]) {
    const char *saved = record_tag_value(r, PLAY_SEATS_TAG), *word;
    scan in = scan_string(saved ? saved : "");
    size_t length;
    int seat = 0;
    for (; seat < r->rules->seats && scan_word(&in, "", &word, &length); seat++) {
        char line[SEAT_SPEC];
        text t = text_over(line, sizeof line);
        text_add_part(&t, word, length);
        if (t.full || !seat_read(line, r->rules->game, &seats[seat], NULL)) return false;
        if (seats[seat].kind != SEAT_ME && seats[seat].kind != SEAT_ENGINE) return false;
        scan_blanks(&in);
    }
    return seat == r->rules->seats && scan_done(&in);
}

static bool seat_players(play_session *s, const record *r, error *e) {
    const cli_arguments *a = s->arguments;
    const game_rules *rules = r->rules;
    seat_spec saved[GAME_SEATS_MAX];
    bool from_file = read_saved_seats(r, saved);
    bool other_engine = cli_value(a, "engine") || cli_value(a, "level") || cli_value(a, "time") ||
                        cli_value(a, "threads");
    const char *name = cli_value(a, "engine");
    const engine_kind *kind = boards_find_engine(rules->game, name, e);
    bool person[GAME_SEATS_MAX], machine = false;
    char line[SEAT_SPEC];
    text t = text_over(line, sizeof line);
    int64_t time = SECOND;
    if ((!kind && name) || !cli_seat_players(a, rules, kind != NULL, person, e) ||
        !cli_read_duration(a, "time", &time, e))
        return false;
    for (int seat = 0; seat < rules->seats; seat++) {
        if (from_file && !cli_value(a, "seats")) person[seat] = saved[seat].kind == SEAT_ME;
        machine = machine || !person[seat];
    }
    if (machine && (!kind || !write_engine_seat(s, kind, time, &t, e))) return false;
    if (!machine && cli_value(a, "level"))
        return error_set(e, "--level needs an engine, but only people play");
    for (int seat = 0; seat < rules->seats; seat++) {
        bool as_saved = from_file && !other_engine && saved[seat].kind == SEAT_ENGINE;
        const char *given = person[seat] ? "me" : as_saved ? saved[seat].given : line;
        if (!seat_read(given, rules->game, &s->spec[seat], e)) return false;
    }
    return true;
}

static bool tag_seats(const play_session *s, record *r, error *e) {
    char seats[GAME_SEATS_MAX * 100];
    text t = text_over(seats, sizeof seats);
    for (int seat = 0; seat < r->rules->seats; seat++)
        text_addf(&t, "%s%s", seat ? " " : "", s->spec[seat].given);
    return record_set_tag(r, PLAY_SEATS_TAG, seats, e);
}

/* --names A,B: the players' names by seat, also in a loaded game. */
static bool name_players(const play_session *s, record *r, error *e) {
    const char *at = cli_value(s->arguments, "names");
    for (int seat = 0; at; seat++) {
        char tag[16], name[60], shown[60];
        size_t length = strcspn(at, ",");
        text t = text_over(tag, sizeof tag), n = text_over(name, sizeof name),
             visible = text_over(shown, sizeof shown);
        text_addf(&t, "Seat%d", seat + 1);
        text_add_part(&n, at, length);
        text_add_visible(&visible, name, "");
        if (seat == r->rules->seats)
            return error_set(e, "--names: there are only %d seats", r->rules->seats);
        if (!length || n.full || strcmp(name, shown) != 0)
            return error_set(e, "--names: a name must be 1 to %d bytes of visible text",
                             (int)sizeof name - 1);
        if (!record_set_tag(r, tag, name, e)) return false;
        at = at[length] ? at + length + 1 : NULL;
    }
    return true;
}

static bool name_seats(play_session *s, record *r, error *e) {
    if (!name_players(s, r, e)) return false;
    for (int seat = 0; seat < r->rules->seats; seat++) {
        const seat_spec *spec = &s->spec[seat];
        char tag[16], name[120];
        text tag_text = text_over(tag, sizeof tag), name_text = text_over(name, sizeof name);
        text_addf(&tag_text, "Seat%d", seat + 1);
        text_add(&name_text, game_seat_name(r->rules, seat));
        if (play_is_named(record_tag_value(r, tag), name)) continue;
        if (spec->kind == SEAT_ENGINE)
            text_addf(&name_text, " (%s, %s)", spec->engine->name,
                      spec->engine->levels[spec->level].name);
        if (!record_set_tag(r, tag, name, e)) return false;
    }
    return true;
}

bool play_open(play_session *s, record *r, error *e) {
    play_session fresh = *s;
    if (!seat_players(&fresh, r, e) || !name_seats(&fresh, r, e) || !tag_seats(&fresh, r, e)) {
        record_destroy(r);
        return false;
    }
    memcpy(s->spec, fresh.spec, sizeof s->spec);
    s->next = *r;
    s->has_next = true;
    s->saved_next = false;
    return true;
}

bool play_load(play_session *s, const char *path, error *e) {
    record loaded;
    if (!cli_load_record(path, &loaded, e) || !play_open(s, &loaded, e)) return false;
    s->saved_next = true;
    text file = text_over(s->file, sizeof s->file);
    text_add(&file, path);
    return true;
}

/* Starts the next game. */
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

static host_typed typed(void *context, const match *m, int seat, const char *line) {
    play_session *s = context;
    (void)m, (void)seat;
    if (s->handing == GAME_NOBODY) return play_obey(s, line);
    s->facing = s->handing;
    s->handing = GAME_NOBODY;
    play_show_board(s);
    return HOST_TYPED_DONE;
}

/* Plays the current game until it is over or abandoned. */
static bool play_match(play_session *s, error *e) {
    const game_rules *rules = transcript_rules(&s->so_far);
    fair secrets;
    host_setup t = {.input = STDIN_FILENO,
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
    return transcript_resume(&s->so_far, &t.match, &secrets, e) && host_play(&t, &verdict, e);
}

/* After a game: it can be saved, taken back, played again. */
static void look_back(play_session *s) {
    char line[2048];
    if (s->drawn != transcript_game(&s->so_far)->count) play_show_board(s);
    while (!s->done && !s->has_next && !cli_output_gone()) {
        if (cli_ask("over> ", line, sizeof line)) {
            line[strcspn(line, "\r\n")] = '\0';
            if (play_obey(s, line) != HOST_TYPED_COMMAND || !strtok(line, " \t")) continue;
            cli_say(stdout,
                    "The game is over: %s'save FILE' keeps it, 'new' starts another, 'quit' "
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
    if (load) {
        if (a->operand_count > 0)
            return error_set(e, "--load brings its own game: omit '%s'", a->operand[0]);
        if (cli_value(a, "rules") || cli_value(a, "position") || cli_value(a, "moves"))
            return error_set(e,
                             "--load brings its own rules, position and moves: omit those options");
        return play_load(s, load, e);
    }
    if (a->operand_count == 0)
        return error_set(e, "missing argument GAME, for example: damero play dots");
    record fresh;
    return set_up_for(a, &fresh, e) && play_open(s, &fresh, e);
}

/* What is played against whom, and how to change that. */
static void show_banner(const play_session *s) {
    const game *g = s->next.rules->game;
    const seat_spec *machine = NULL;
    cli_say(stdout, "%s: %s", g->title, g->summary);
    for (int seat = 0; seat < s->next.rules->seats && !machine; seat++)
        if (s->spec[seat].kind == SEAT_ENGINE) machine = &s->spec[seat];
    if (!machine) return;
    char levels[400];
    text t = text_over(levels, sizeof levels);
    for (int i = 0; machine->engine->levels[i].name; i++)
        if (i != machine->level)
            text_addf(&t, "%s%s", t.length ? ", " : "", machine->engine->levels[i].name);
    cli_say(stdout, "You play against '%s' at level %s. --level NAME changes that: %s.",
            machine->engine->name, machine->engine->levels[machine->level].name, levels);
}

static int run(const cli_arguments *a) {
    error e;
    play_session s = {.arguments = a};
    s.style = cli_style(a);
    if (!begin(&s, &e)) return cli_fail_with(a, &e);
    show_banner(&s);
    s.stop = cli_stop_with_output();
    setvbuf(stdin, NULL, _IONBF, 0); /* the host reads from the same file */
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
        "Type a move to play it; 'help' lists the commands: moves, hint, undo, save, "
        "load, resign, new. By default you have the first seat and the engine the others; a game "
        "without an engine is for people only.",
    .options =
        (const cli_option[]){
            CLI_SETUP_OPTIONS,
            {"players", "N", "number of players, if a game can have more than two"},
            {"seats", "me,engine", "'me' or 'engine' for each seat"},
            {"names", "A,B,...", "the players' names, at prompts and in the saved game"},
            {"engine", "NAME", "the engine, if the game has several"},
            {"level", "NAME", "playing strength, as listed by 'damero games'"},
            {"time", "TIME", "thinking time per move (1s)"},
            {"threads", "N", "number of threads, if the engine supports several (1)"},
            {"load", "FILE", "continue a saved game"},
            {"seed", "N", "reproduce dice and choices"},
            {"ascii", NULL, "use ASCII only"},
            {0}},
    .examples =
        (const cli_example[]){
            {"damero play dots --rules size=3x3", "a short game against the engine"},
            {"damero play dots --seats me,me", "two people at one keyboard"},
            {"damero play perudo --players 5", "against four engines"},
            {"damero play --load game.txt", "continue where you left off"},
            {0}},
    .run = run,
};
