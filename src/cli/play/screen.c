#include <stdlib.h>
#include <string.h>

#include "cli/play/session.h"

const char *play_seat_label(const play_session *s, int seat) {
    char tag[16];
    text name = text_over(tag, sizeof tag);
    text_addf(&name, "Seat%d", seat + 1);
    const char *label = record_tag_value(&s->so_far.record, tag);
    return label ? label : game_seat_name(transcript_rules(&s->so_far), seat);
}

bool play_is_named(const char *label, const char *seat) {
    size_t length = strlen(seat);
    return label && strcmp(label, seat) != 0 &&
           !(strncmp(label, seat, length) == 0 && strncmp(label + length, " (", 2) == 0);
}

/* The players' names for the board and sentences about it: those that were given, otherwise the
 * seats', without the engine's level. */
static void collect_names(const play_session *s, const char *names[GAME_SEATS_MAX]) {
    const game_rules *rules = transcript_rules(&s->so_far);
    for (int seat = 0; seat < rules->seats; seat++) {
        const char *label = play_seat_label(s, seat), *name = game_seat_name(rules, seat);
        names[seat] = play_is_named(label, name) ? label : name;
    }
}

/* Whether several people at one keyboard must not see each other's part of the position. */
static bool people_hide(const play_session *s) {
    const game_rules *rules = transcript_rules(&s->so_far);
    int people = 0;
    for (int seat = 0; seat < rules->seats; seat++) people += play_is_person(s, seat);
    return people > 1 && rules->game->view;
}

int play_onlooker(const play_session *s) {
    const history *h = transcript_game(&s->so_far);
    int turn = game_turn(h->rules, h->now);
    if (people_hide(s)) return s->facing;
    if (turn >= 0 && play_is_person(s, turn)) return turn;
    for (int seat = 0; seat < h->rules->seats; seat++)
        if (play_is_person(s, seat)) return seat;
    return GAME_NOBODY;
}

const char *play_move_text(const play_session *s, game_move move, char word[GAME_MOVE_TEXT]) {
    text name = text_over(word, GAME_MOVE_TEXT);
    game_write_move(transcript_rules(&s->so_far), transcript_game(&s->so_far)->now, move, &name);
    return word;
}

void play_show_board(play_session *s) {
    const history *h = transcript_game(&s->so_far);
    const char *names[GAME_SEATS_MAX];
    collect_names(s, names);
    s->style.last = cli_last_move(h);
    s->style.turned = h->rules->seats == 2 && !play_is_person(s, 0) && play_is_person(s, 1);
    s->drawn = h->count;
    putchar('\n');
    game_position *view = game_new_view(h->rules, h->now, play_onlooker(s));
    game_style style = s->style;
    style.names = names;
    if (view) cli_print_picture(h->rules, view, style);
    free(view);
    cli_print_state(h->rules, h->now, names);
}

/* A move of chance or of an engine; events that nobody here can see are not printed. */
static void announce(const play_session *s, const match_event *v) {
    const game_rules *rules = transcript_rules(&s->so_far);
    char word[GAME_MOVE_TEXT];
    if (v->seat >= 0 && play_is_person(s, v->seat)) return;
    if (rules->game->seen && rules->game->seen(rules, v->move, play_onlooker(s)) != v->move) return;
    const char *names[GAME_SEATS_MAX];
    collect_names(s, names);
    if (v->seat == GAME_CHANCE) cli_print_chance(rules, v->move, names);
    else printf("%s: %s\n", play_seat_label(s, v->seat), play_move_text(s, v->move, word));
}

/* The end, for the record and on screen; the board shows the outcome by the rules. */
static void show_end(play_session *s, const match_verdict *v) {
    record *r = &s->so_far.record;
    bool by_rules = v->reason == MATCH_WON || (v->reason == MATCH_DRAWN && v->culprit < 0);
    text result = text_over(r->result, sizeof r->result);
    game_outcome o = game_result(r->rules, r->game.now);
    if (v->reason == MATCH_ABORTED) return;
    record_result_of(v->winner, r->rules->seats, &result);
    if (o.over && by_rules) {
        record_set_tag(r, "Reason", o.reason, NULL);
        return;
    }
    record_set_tag(r, "Reason",
                   v->reason == MATCH_DRAWN ? v->why.message : match_reason_name(v->reason), NULL);
    s->drawn = r->game.count;
    if (v->culprit >= 0)
        printf("%s %s. Result: %s\n", play_seat_label(s, v->culprit),
               v->reason == MATCH_RESIGNED ? "resigns" : match_reason_name(v->reason), r->result);
    else printf("A draw: %s. Result: %s\n", v->why.message, r->result);
}

void play_show(void *context, const match *m, const match_event *v) {
    play_session *s = context;
    error e;
    (void)m;
    if (v->kind == MATCH_MOVE) announce(s, v);
    if (v->kind == MATCH_MOVE || v->kind == MATCH_UNDO) s->saved = false;
    if (v->kind == MATCH_DECLINE) printf("%s declines.\n", play_seat_label(s, v->seat));
    if (!transcript_take(&s->so_far, v, &e)) printf("%s\n", e.message);
    size_t count = transcript_game(&s->so_far)->count;
    if (v->kind == MATCH_UNDO)
        printf("Taken back: %s move%s.\n", v->text, strcmp(v->text, "1") == 0 ? "" : "s");
    /* All dice are shown: draw the table now, before the next round begins. */
    if (v->kind == MATCH_REVEAL && s->drawn != count) play_show_board(s);
    if (v->kind == MATCH_END) show_end(s, &v->verdict);
    fflush(stdout);
}

/* Shows nothing of the next person's part before they confirm that they are there. */
static bool hand_over(play_session *s, int seat) {
    if (!people_hide(s) || s->facing == seat) return false;
    s->facing = GAME_NOBODY;
    s->handing = seat;
    if (cli_can_redraw(stdout))
        printf("\033[2J\033[3J\033[H"); /* clears what the last person saw */
    printf("%.80s takes the keyboard and presses Enter> ", play_seat_label(s, seat));
    return true;
}

void play_prompt(void *context, const match *m, int seat) {
    play_session *s = context;
    (void)m;
    if (!hand_over(s, seat)) {
        if (s->drawn != transcript_game(&s->so_far)->count) play_show_board(s);
        printf("%s> ", play_seat_label(s, seat));
    }
    fflush(stdout);
}

void play_offer(void *context, const match *m, int first) {
    play_session *s = context;
    const history *h = transcript_game(&s->so_far);
    game_move *moves = malloc(h->rules->max_moves * sizeof *moves);
    char word[GAME_MOVE_TEXT] = "", words[200];
    text t = text_over(words, sizeof words);
    int people = 0;
    for (int seat = 0; moves && seat < h->rules->seats; seat++) {
        if (!play_is_person(s, seat) || !match_may_interrupt(m, seat)) continue;
        if (game_moves(h->rules, h->now, seat, moves) == 0) continue;
        text_addf(&t, "%s%s", people++ ? " or " : "", play_move_text(s, moves[0], word));
    }
    free(moves);
    if (people == 1)
        printf("%.80s: %.*s? Enter: no> ", play_seat_label(s, first), (int)strcspn(word, ":"),
               word);
    else printf("%s? Enter: no> ", words);
    fflush(stdout);
}
