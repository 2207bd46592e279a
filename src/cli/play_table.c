#include <stdlib.h>
#include <string.h>

#include "boards/engines.h"
#include "cli/play.h"
#include "cli/stop.h"
#include "cli/table_files.h"

bool play_is_over(const play_table *t) {
    return t->resigned || game_turn(t->game.rules, t->game.game.now) == GAME_OVER;
}

bool play_person_is_next(const play_table *t) {
    int turn = game_turn(t->game.rules, t->game.game.now);
    return turn >= 0 && t->person[turn];
}

const char *play_seat_label(const play_table *t, int seat) {
    char tag[16];
    text name = text_over(tag, sizeof tag);
    text_addf(&name, "Seat%d", seat + 1);
    const char *label = record_tag_value(&t->game, tag);
    return label ? label : game_seat_name(t->game.rules, seat);
}

int play_person_asked(const play_table *t) {
    if (play_person_is_next(t)) return game_turn(t->game.rules, t->game.game.now);
    for (int seat = 0; seat < t->game.rules->seats; seat++)
        if (t->person[seat]) return seat;
    return GAME_NOBODY;
}

bool play_people_hide(const play_table *t) {
    int people = 0;
    for (int seat = 0; seat < t->game.rules->seats; seat++) people += t->person[seat];
    return people > 1 && t->game.rules->game->view;
}

int play_onlooker(const play_table *t) {
    return play_people_hide(t) ? t->facing : play_person_asked(t);
}

const char *play_move_text(const play_table *t, game_move move, char word[GAME_MOVE_TEXT]) {
    text name = text_over(word, GAME_MOVE_TEXT);
    game_write_move(t->game.rules, t->game.game.now, move, &name);
    return word;
}

void play_show_board(play_table *t) {
    const game_rules *rules = t->game.rules;
    t->style.last = cli_last_move(&t->game.game);
    t->drawn = t->game.game.count;
    putchar('\n');
    game_position *view = game_new_view(rules, t->game.game.now, play_onlooker(t));
    if (view) cli_print_picture(rules, view, t->style);
    free(view);
    cli_print_state(rules, t->game.game.now);
}

static void announce(const play_table *t, int seat, game_move move) {
    const game_rules *rules = t->game.rules;
    char word[GAME_MOVE_TEXT];
    if (rules->game->seen) {
        /* What nobody here can see is not worth a line. */
        game_move seen = rules->game->seen(rules, move, play_onlooker(t));
        if (seen != move) return;
    }
    if (seat == GAME_CHANCE) cli_print_chance(rules, t->game.game.now, move);
    else printf("%s: %s\n", play_seat_label(t, seat), play_move_text(t, move, word));
}

bool play_make_move(play_table *t, int seat, game_move move, bool aloud) {
    error e;
    if (aloud) announce(t, seat, move);
    t->saved = false;
    bool shown;
    if (history_play(&t->game.game, move, &e) && fair_note(&t->fair, &t->game, &shown, &e)) {
        if (shown) play_show_board(t);
        return true;
    }
    printf("%s\n", e.message);
    return !(t->done = true);
}

game_move play_ask(play_table *t, engine *who, int seat, const engine_limits *limits,
                   engine_result *result) {
    game_position *view = game_new_view(t->game.rules, t->game.game.now, seat);
    if (!view) return 0;
    engine_watch watch = {.stop = cli_stop_on_interrupt()};
    engine_think(who, view, seat, limits, &watch, result);
    t->interrupted = atomic_load(watch.stop);
    cli_end_interrupt();
    free(view);
    return result->move;
}

static bool name_seats(play_table *t, const engine_kind *kind, int level, error *e) {
    for (int seat = 0; seat < t->game.rules->seats; seat++) {
        char tag[16], name[120];
        text tag_text = text_over(tag, sizeof tag), name_text = text_over(name, sizeof name);
        text_addf(&tag_text, "Seat%d", seat + 1);
        if (record_tag_value(&t->game, tag)) continue;
        text_add(&name_text, game_seat_name(t->game.rules, seat));
        if (!t->person[seat])
            text_addf(&name_text, " (%s, %s)", kind->name, kind->levels[level].name);
        if (!record_set_tag(&t->game, tag, name, e)) return false;
    }
    return true;
}

bool play_open_table(play_table *t, record *r, error *e) {
    play_table fresh = *t;
    const cli_arguments *a = t->arguments;
    fresh.game = *r;
    fresh.engine = fresh.adviser = NULL;
    fresh.saved = fresh.warned = false;
    fresh.facing = GAME_NOBODY;
    fresh.offered = SIZE_MAX;
    fresh.fair = (fair){0}; /* what was saved has its keys in it */
    char by_rules[RECORD_RESULT];
    text result = text_over(by_rules, sizeof by_rules);
    record_rule_result(r, &result);
    fresh.resigned = strcmp(by_rules, "*") == 0 && strcmp(r->result, "*") != 0;
    const char *name = cli_value(a, "engine"), *level_name = cli_value(a, "level");
    const engine_kind *kind = boards_find_engine(r->rules->game, name, e);
    bool good = (kind || !name) && cli_seat_players(a, r->rules, kind != NULL, fresh.person, e);
    bool machine = false;
    for (int seat = 0; seat < r->rules->seats; seat++) machine = machine || !fresh.person[seat];
    int level = 0;
    if (good && machine) {
        good = kind != NULL;
        if (good)
            level = level_name ? engine_find_level(kind, level_name, e) : engine_full_level(kind);
        engine_options options = {
            .level = level, .threads = t->threads, .seed = random_next(&fresh.chance)};
        good = good && level >= 0 &&
               (engine_check_threads(kind, t->threads, e) || error_in(e, "--threads")) &&
               (fresh.engine = engine_create(kind, r->rules, &options, e));
        if (good) cli_give_tables(fresh.engine);
    }
    if (good && !machine && level_name)
        good = error_set(e, "--level is for an engine, and only people play here");
    good = good && name_seats(&fresh, kind, level, e);
    if (!good) {
        engine_destroy(fresh.engine);
        record_destroy(r);
        return false;
    }
    engine_destroy(t->engine);
    engine_destroy(t->adviser);
    if (t->game.rules) record_destroy(&t->game);
    *t = fresh;
    return true;
}
