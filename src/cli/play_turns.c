#include <stdlib.h>
#include <string.h>

#include "cli/play.h"
#include "cli/stop.h"

/* Reads one line of the person's: a command or a move. False where they leave: at the end of the
 * input or by Ctrl-C, which both ask once more where the game would be lost. */
static bool read_line(play_table *t, const char *prompt, char *line, size_t size) {
    char asks[200];
    snprintf(asks, sizeof asks, "%s> ", prompt);
    for (;;) {
        if (cli_output_gone()) return !(t->done = true);
        if (cli_ask(asks, line, size)) break;
        putchar('\n');
        play_leave(t);
        if (t->done) return false;
    }
    size_t length = strlen(line);
    if (length == size - 1 && line[length - 1] != '\n') {
        int c;
        while ((c = getchar()) != EOF && c != '\n') continue;
        printf("That line is too long.\n");
        line[0] = '\0';
    }
    return true;
}

/* What a seat that is not waited for may cut in with: the move typed, or (NULL) the first; or 0. */
static game_move interruption(const play_table *t, int seat, const char *typed, bool alone) {
    const game_rules *rules = t->game.rules;
    int turn = game_turn(rules, t->game.game.now);
    game_move *moves = turn < 0 || turn == seat ? NULL : malloc(rules->max_moves * sizeof *moves);
    size_t count = moves ? game_moves(rules, t->game.game.now, seat, moves) : 0;
    game_move found = count && !typed ? moves[0] : 0;
    for (size_t i = 0; typed && i < count; i++) {
        char word[GAME_MOVE_TEXT];
        size_t length = strlen(typed);
        bool begins = strncmp(play_move_text(t, moves[i], word), typed, length) == 0;
        if (begins && (!word[length] || (alone && word[length] == ':'))) found = moves[i];
    }
    free(moves);
    return found;
}

/* Asks the people who may cut in; commands are obeyed. True where the game went on. */
static bool people_interrupt(play_table *t) {
    char line[2048], prompt[200], word[GAME_MOVE_TEXT];
    text p = text_over(prompt, sizeof prompt);
    int people = 0, who[GAME_SEATS_MAX];
    for (int seat = 0; seat < t->game.rules->seats; seat++) {
        game_move move = t->person[seat] ? interruption(t, seat, NULL, false) : 0;
        if (move) text_addf(&p, "%s%s", people ? " or " : "", play_move_text(t, move, word));
        if (move) who[people++] = seat;
    }
    if (people == 1)
        snprintf(prompt, sizeof prompt, "%.80s: %.*s", play_seat_label(t, who[0]),
                 (int)strcspn(word, ":"), word);
    for (size_t before = t->game.game.count; people > 0;) {
        printf("%s? Enter: no", prompt);
        if (!read_line(t, "", line, sizeof line)) return true;
        for (char *end = line + strlen(line); end > line && end[-1] <= ' ';) *--end = '\0';
        if (!*line) return false;
        for (int i = 0; i < people; i++) {
            game_move move = interruption(t, who[i], line, people == 1);
            if (move) return play_make_move(t, who[i], move, false);
        }
        if (play_is_command(line)) play_obey(t, line);
        else printf("'%.40s' is not for now: others are on turn.\n", line);
        if (t->done || t->game.game.count != before) return true;
    }
    return false;
}

/* Those who are not on turn have their chance once after each move. True where one took it. */
static bool others_interrupt(play_table *t) {
    if (t->offered == t->game.game.count || play_is_over(t)) return false;
    t->offered = t->game.game.count;
    if (people_interrupt(t) || t->done) return true;
    for (int seat = 0; seat < t->game.rules->seats; seat++) {
        game_position *view = NULL;
        if (!t->person[seat] && t->engine->kind->interrupt && interruption(t, seat, NULL, false))
            view = game_new_view(t->game.rules, t->game.game.now, seat);
        game_move move = view ? t->engine->kind->interrupt(t->engine, view, seat) : 0;
        free(view);
        if (move) return play_make_move(t, seat, move, true);
    }
    return false;
}

/* Everything that happens without a person: chance and engines. */
static void let_others_move(play_table *t) {
    const history *h = &t->game.game;
    bool moved = false;
    while (!t->done && !t->interrupted && !play_is_over(t) && !cli_output_gone()) {
        if (others_interrupt(t)) {
            moved = true;
            continue;
        }
        if (play_person_is_next(t)) break;
        int turn = game_turn(h->rules, h->now);
        engine_result result;
        if (turn == GAME_CHANCE && !t->seeded) t->chance = fair_random();
        game_move move = turn == GAME_CHANCE ? h->rules->game->roll(h->rules, h->now, &t->chance)
                                             : play_ask(t, t->engine, turn, &t->limits, &result);
        if (!move || !play_make_move(t, turn, move, true)) break;
        moved = true;
    }
    if (moved && t->drawn != h->count) play_show_board(t);
}

/* Hands the keyboard over where the next person's part is a secret: nothing of it is shown before
 * they say that they are there. False at the end of the input. */
static bool hand_over(play_table *t, int seat) {
    char line[64], prompt[120];
    if (!play_people_hide(t) || t->facing == seat || play_is_over(t)) return true;
    t->facing = GAME_NOBODY;
    if (cli_can_redraw(stdout)) printf("\033[2J\033[3J\033[H"); /* what the last one saw */
    snprintf(prompt, sizeof prompt, "%.80s takes the keyboard and presses Enter",
             play_seat_label(t, seat));
    if (!read_line(t, prompt, line, sizeof line)) return false;
    t->facing = seat;
    play_show_board(t);
    return true;
}

void play_run(play_table *t) {
    char line[2048];
    play_show_board(t);
    printf("Type a move, or 'help'.\n");
    while (!t->done) {
        let_others_move(t);
        int seat = play_person_asked(t);
        if (seat == GAME_NOBODY) break;
        if (t->interrupted) {
            t->interrupted = false;
            play_leave(t);
            continue;
        }
        if (!hand_over(t, seat)) break;
        if (!read_line(t, play_is_over(t) ? "over" : play_seat_label(t, seat), line, sizeof line))
            break;
        play_obey(t, line);
    }
}
