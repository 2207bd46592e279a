#include "cli/spectator.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/think.h"

bool spectator_begin(spectator *s, const game_rules *rules, const game_position *start) {
    s->rules = rules;
    s->moves = 0;
    s->last = 0;
    s->position = game_new_position(rules);
    if (s->position && start) game_copy(rules, s->position, start);
    return s->position != NULL;
}

void spectator_end(spectator *s) {
    free(s->position);
    s->position = NULL;
}

void spectator_draw(const spectator *s) {
    game_style style = {.colour = cli_wants_colour(stdout), .last = s->last};
    game_position *view = cli_view(s->rules, s->position, s->viewer);
    if (view) cli_print_picture(s->rules, view, style);
    free(view);
}

/* The word of a move as the viewer may see it, written before it is played. */
static void write_word(const spectator *s, game_move move, text *t) {
    if (s->rules->game->seen) move = s->rules->game->seen(s->rules, move, s->viewer);
    game_write_move(s->rules, s->position, move, t);
}

static json_t *scores(const spectator *s, const int *score) {
    json_t *list = json_array();
    for (int seat = 0; seat < s->rules->seats; seat++)
        json_array_append_new(list, json_integer(score[seat]));
    return list;
}

static json_t *start_json(const spectator *s) {
    char settings[600];
    text t = text_over(settings, sizeof settings);
    game_write_settings(s->rules, &t);
    json_t *o = json_pack("{s:s, s:s, s:s}", "event", "start", "game", s->rules->game->name,
                          "rules", settings);
    json_t *seats = json_array();
    for (int seat = 0; seat < s->rules->seats; seat++)
        json_array_append_new(seats,
                              json_pack("{s:i, s:s, s:s}", "seat", seat + 1, "name",
                                        game_seat_name(s->rules, seat), "player", s->name[seat]));
    json_object_set_new(o, "seats", seats);
    if (s->id) json_object_set_new(o, "match", json_integer(s->id));
    if (s->games > 1) json_object_set_new(o, "number", json_integer(s->game));
    return o;
}

static json_t *end_json(const spectator *s, const match_verdict *v) {
    json_t *o = json_object();
    json_object_set_new(o, "event", json_string("end"));
    json_object_set_new(o, "winner", v->winner < 0 ? json_null() : json_integer(v->winner + 1));
    json_object_set_new(o, "reason", json_string(match_reason_name(v->reason)));
    json_object_set_new(o, "score", scores(s, v->score));
    json_object_set_new(o, "detail", json_string(v->detail));
    if (v->culprit >= 0) json_object_set_new(o, "culprit", json_integer(v->culprit + 1));
    if (s->games > 1) {
        json_t *wins = json_array();
        for (int seat = 0; seat < s->rules->seats; seat++)
            json_array_append_new(wins, json_integer(s->wins[seat]));
        json_object_set_new(o, "number", json_integer(s->game));
        json_object_set_new(o, "wins", wins);
        json_object_set_new(o, "draws", json_integer(s->draws));
    }
    return o;
}

static json_t *event_json(const spectator *s, const match_event *v, const char *word) {
    json_t *o = json_object();
    switch (v->kind) {
    case MATCH_START: json_decref(o); return start_json(s);
    case MATCH_END: json_decref(o); return end_json(s, v->verdict);
    case MATCH_READY: json_object_set_new(o, "event", json_string("ready")); break;
    case MATCH_NOTE: json_object_set_new(o, "event", json_string("note")); break;
    case MATCH_MOVE:
        json_object_set_new(o, "event", json_string(v->seat == GAME_CHANCE ? "roll" : "move"));
        break;
    }
    if (v->seat >= 0) json_object_set_new(o, "seat", json_integer(v->seat + 1));
    if (v->kind == MATCH_MOVE) {
        game_outcome now = game_result(s->rules, s->position);
        json_object_set_new(o, "number", json_integer((json_int_t)s->moves));
        json_object_set_new(o, "move", json_string(word));
        json_object_set_new(o, "seconds", json_real(clock_seconds(v->used)));
        json_object_set_new(o, "score", scores(s, now.score));
    } else if (v->text && *v->text) {
        json_t *said = json_string(v->text);
        json_object_set_new(o, v->kind == MATCH_READY ? "name" : "text",
                            said ? said : json_string("?"));
    }
    json_object_set_new(o, "at", json_real(clock_seconds(v->time)));
    return o;
}

static void show_end(const spectator *s, const match_verdict *v) {
    printf("Result: ");
    if (v->winner >= 0)
        printf("%s (%s) has won", game_seat_name(s->rules, v->winner), s->name[v->winner]);
    else printf(v->reason == MATCH_ABORTED ? "none" : "drawn");
    if (v->reason != MATCH_WON && v->reason != MATCH_DRAWN)
        printf(", %s", match_reason_name(v->reason));
    if (v->culprit >= 0)
        printf(" by %s (%s)", game_seat_name(s->rules, v->culprit), s->name[v->culprit]);
    if (*v->detail && strcmp(v->detail, match_reason_name(v->reason)) != 0)
        printf(": %s", v->detail);
    printf("\nScore: ");
    for (int seat = 0; seat < s->rules->seats; seat++)
        printf("%s%d", seat ? " - " : "", v->score[seat]);
    if (s->id) printf("   (match %lld)", (long long)s->id);
    putchar('\n');
}

static void show_line(const spectator *s, const match_event *v, const char *word) {
    const char *who = v->seat >= 0 ? game_seat_name(s->rules, v->seat) : "Chance";
    switch (v->kind) {
    case MATCH_START:
        if (s->games > 1) printf("Game %d of %d\n", s->game, s->games);
        for (int seat = 0; seat < s->rules->seats; seat++)
            printf("%s: %s\n", game_seat_name(s->rules, seat), s->name[seat]);
        break;
    case MATCH_READY: printf("%s is ready%s%s\n", who, *v->text ? ": " : "", v->text); break;
    case MATCH_NOTE: printf("%s sent something unasked for: %s\n", who, v->text); break;
    case MATCH_MOVE:
        if (v->seat >= 0)
            printf("%4zu. %-8s %-12s %8.3f s\n", s->moves, who, word, clock_seconds(v->used));
        else printf("%4zu. %-8s %s\n", s->moves, who, word);
        break;
    case MATCH_END:
        if (s->form == SPECTATOR_LINES) spectator_draw(s);
        show_end(s, v->verdict);
        break;
    }
}

static void show_live(const spectator *s, const match_event *v, const char *word) {
    if (v->kind != MATCH_MOVE) {
        show_line(s, v, word);
        return;
    }
    printf("\033[H\033[J");
    spectator_draw(s);
    cli_print_state(s->rules, s->position);
    show_line(s, v, word);
}

void spectator_show(spectator *s, const match_event *v) {
    char word[GAME_MOVE_TEXT];
    text t = text_over(word, sizeof word);
    if (v->kind == MATCH_MOVE) {
        write_word(s, v->move, &t);
        game_play(s->rules, s->position, v->move, NULL);
        s->last = v->move;
        s->moves++;
    }
    if (v->kind == MATCH_END && v->verdict->reason != MATCH_ABORTED) {
        if (v->verdict->winner >= 0) s->wins[s->player[v->verdict->winner]]++;
        else s->draws++;
    }
    switch (s->form) {
    case SPECTATOR_JSON: cli_print_json(event_json(s, v, word)); break;
    case SPECTATOR_LIVE: show_live(s, v, word); break;
    case SPECTATOR_LINES: show_line(s, v, word); break;
    case SPECTATOR_QUIET:
        if (v->kind == MATCH_END) show_end(s, v->verdict);
        break;
    }
    fflush(stdout);
}
