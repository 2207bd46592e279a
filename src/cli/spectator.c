#include "cli/spectator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/think.h"

bool spectator_begin(spectator *s, const game_rules *rules, const game_position *start,
                     const history *so_far, error *e) {
    s->rules = rules;
    if (!history_create(&s->shown, rules, e)) return false;
    if (so_far) history_set(&s->shown, so_far->start);
    else if (start) history_set(&s->shown, start);
    bool good = true;
    for (size_t i = 0; good && so_far && i < so_far->count; i++)
        good = history_play(&s->shown, so_far->moves[i], e);
    if (!good) spectator_end(s);
    return good;
}

void spectator_end(spectator *s) {
    if (s->shown.rules) history_destroy(&s->shown);
    s->shown = (history){0};
    free(s->revealed);
    s->revealed = NULL;
}

const char *spectator_player(const spectator *s, int seat) {
    return s->by_name ? s->name[seat] : game_seat_name(s->rules, seat);
}

static void draw(const spectator *s, const game_position *view, game_move last) {
    game_style style = cli_style(NULL);
    style.last = last;
    style.names = s->by_name ? s->name : NULL;
    cli_print_picture(s->rules, view, style);
}

void spectator_draw(const spectator *s) {
    game_position *view = game_new_view(s->rules, s->shown.now, s->viewer);
    if (view) draw(s, view, cli_last_move(&s->shown));
    free(view);
}

/* The text of a move as the viewer may see it, written before the move is played. */
static void write_word(const spectator *s, game_move move, text *t) {
    if (s->rules->game->seen) move = s->rules->game->seen(s->rules, move, s->viewer);
    game_write_move(s->rules, s->shown.now, move, t);
}

static json_t *scores(const spectator *s, const int *score) {
    json_t *list = json_array();
    for (int seat = 0; seat < s->rules->seats; seat++)
        json_array_append_new(list, json_integer(score[seat]));
    return list;
}

static json_t *start_json(const spectator *s, match_event_kind kind) {
    char settings[600];
    text t = text_over(settings, sizeof settings);
    game_write_settings(s->rules, &t);
    json_t *o = json_pack("{s:s, s:s, s:s}", "event", match_event_name(kind), "game",
                          s->rules->game->name, "rules", settings);
    json_t *seats = json_array();
    for (int seat = 0; seat < s->rules->seats; seat++)
        json_array_append_new(seats,
                              json_pack("{s:i, s:s, s:s}", "seat", seat, "name",
                                        game_seat_name(s->rules, seat), "player", s->name[seat]));
    json_object_set_new(o, "seats", seats);
    char *start = malloc(s->rules->position_text_bytes);
    if (start) {
        text position = text_over(start, s->rules->position_text_bytes);
        game_write_position(s->rules, s->shown.start, &position);
        json_object_set_new(o, "position", json_string(start));
    }
    free(start);
    if (s->id) json_object_set_new(o, "match", json_integer(s->id));
    if (s->games > 1) json_object_set_new(o, "number", json_integer(s->game));
    return o;
}

static json_t *end_json(const spectator *s, const match_event *event) {
    const match_verdict *v = &event->verdict;
    json_t *o = json_object();
    json_object_set_new(o, "event", json_string("end"));
    json_object_set_new(o, "winner", v->winner < 0 ? json_null() : json_integer(v->winner));
    json_object_set_new(o, "reason", json_string(match_reason_name(v->reason)));
    json_object_set_new(o, "score", scores(s, v->score));
    json_object_set_new(o, "detail", json_string(v->why.message));
    if (v->culprit >= 0) json_object_set_new(o, "culprit", json_integer(v->culprit));
    json_object_set_new(o, "delay", json_real(clock_seconds(event->delay.worst)));
    json_object_set_new(o, "waited", json_real(clock_seconds(event->delay.waited)));
    if (s->games > 1) {
        json_t *wins = json_array();
        for (int seat = 0; seat < s->rules->seats; seat++)
            json_array_append_new(wins, json_integer(s->standing.wins[seat]));
        json_object_set_new(o, "number", json_integer(s->game));
        json_object_set_new(o, "wins", wins);
        json_object_set_new(o, "draws", json_integer(s->standing.draws));
    }
    return o;
}

static json_t *event_json(const spectator *s, const match_event *v, const char *word) {
    json_t *o = json_object();
    switch (v->kind) {
    case MATCH_START:
    case MATCH_RESUME: json_decref(o); return start_json(s, v->kind);
    case MATCH_END: json_decref(o); return end_json(s, v);
    case MATCH_MOVE:
        json_object_set_new(o, "event", json_string(v->seat == GAME_CHANCE ? "roll" : "move"));
        break;
    default: json_object_set_new(o, "event", json_string(match_event_name(v->kind))); break;
    }
    if (v->seat >= 0) json_object_set_new(o, "seat", json_integer(v->seat));
    if (v->kind == MATCH_MOVE) {
        game_outcome now = game_result(s->rules, s->shown.now);
        json_object_set_new(o, "number", json_integer((json_int_t)s->shown.count));
        json_object_set_new(o, "move", json_string(word));
        json_object_set_new(o, "seconds", json_real(clock_seconds(v->used)));
        if (v->opinion.known)
            json_object_set_new(o, "evaluation", json_real((double)v->opinion.score / 100));
        if (v->opinion.depth) json_object_set_new(o, "depth", json_integer(v->opinion.depth));
        if (v->opinion.nodes)
            json_object_set_new(o, "nodes", json_integer((json_int_t)v->opinion.nodes));
        if (*v->opinion.line) json_object_set_new(o, "line", json_string(v->opinion.line));
        json_object_set_new(o, "score", scores(s, now.score));
    } else if (v->kind == MATCH_COMMIT || v->kind == MATCH_REVEAL) {
        json_object_set_new(o, "number", json_integer(strtol(v->text, NULL, 10)));
        json_object_set_new(o, v->kind == MATCH_COMMIT ? "hash" : "key",
                            json_string(v->text + strcspn(v->text, " ") + 1));
    } else if (v->kind == MATCH_UNDO) {
        json_object_set_new(o, "number", json_integer((json_int_t)s->shown.count));
    } else if (*v->text) {
        json_t *said = json_string(v->text);
        json_object_set_new(o, v->kind == MATCH_READY ? "name" : "text",
                            said ? said : json_string("?"));
    }
    json_object_set_new(o, "at", json_real(clock_seconds(v->time)));
    return o;
}

json_t *spectator_series_json(const spectator *s, const char *event) {
    const tally *t = &s->standing;
    json_t *o = json_pack("{s:s, s:i}", "event", event, "games", tally_games(t));
    if (t->players != 2) {
        json_t *wins = json_array();
        for (int i = 0; i < t->players; i++) json_array_append_new(wins, json_integer(t->wins[i]));
        json_object_set_new(o, "wins", wins);
        json_object_set_new(o, "draws", json_integer(t->draws));
        return o;
    }
    series_estimate found = series_estimate_of(&t->score);
    double llr = s->test ? sprt_llr(s->test, &t->score) : NAN;
    sprt_verdict verdict = s->test ? sprt_decide(s->test, llr) : SPRT_OPEN;
    json_t *pairs = json_array();
    for (int i = 0; i < 5; i++)
        json_array_append_new(pairs, json_integer((json_int_t)t->score.pairs[i]));
    json_object_set_new(o, "wins", json_integer((json_int_t)t->score.wins));
    json_object_set_new(o, "draws", json_integer((json_int_t)t->score.draws));
    json_object_set_new(o, "losses", json_integer((json_int_t)t->score.losses));
    json_object_set_new(o, "pentanomial", pairs);
    json_object_set_new(o, "elo", cli_json_figure(found.elo));
    json_object_set_new(o, "error", cli_json_figure(found.error));
    json_object_set_new(o, "los", cli_json_figure(found.superior));
    json_object_set_new(o, "llr", cli_json_figure(llr));
    json_object_set_new(o, "verdict", json_string(sprt_verdict_name(verdict)));
    return o;
}

/* How far the series is, and how long the rest takes at this pace. */
static void write_progress(const spectator *s, text *t) {
    int left = s->games - s->game;
    if (!s->since || !s->played || left <= 0) return;
    int64_t seconds = (int64_t)(clock_seconds(clock_now() - s->since) * left / s->played + 0.5);
    text_addf(t, ". Game %d of %d, %s ", s->game, s->games, s->may_stop ? "at most" : "about");
    if (seconds >= 3600)
        text_addf(t, "%lld h %lld min left", (long long)seconds / 3600,
                  (long long)seconds / 60 % 60);
    else if (seconds >= 60) text_addf(t, "%lld min left", (long long)seconds / 60);
    else text_addf(t, "%lld s left", (long long)seconds);
}

/* After each pair of games. */
static void show_figures(const spectator *s) {
    if (s->games < 3 || s->standing.players != 2 || tally_games(&s->standing) % 2) return;
    if (s->form == SPECTATOR_JSON) {
        cli_print_json(spectator_series_json(s, "standing"));
    } else if (s->form != SPECTATOR_QUIET) {
        char line[1024];
        text t = text_over(line, sizeof line);
        tally_write(&s->standing, &t);
        text_add(&t, ". ");
        tally_write_figures(&s->standing, s->test, &t);
        write_progress(s, &t);
        cli_say(stdout, "%s", line);
    }
}

/* What the losing seat did: the reason as the end of a sentence. */
static const char *deed(match_reason reason) {
    switch (reason) {
    case MATCH_ILLEGAL: return "made an illegal move";
    case MATCH_OUT_OF_TIME: return "ran out of time";
    case MATCH_GARBLED: return "sent garbled bytes";
    default: return match_reason_name(reason); /* resigned, stalled, crashed */
    }
}

static void show_end(const spectator *s, const match_verdict *v) {
    printf("Result: ");
    if (v->winner >= 0)
        printf("%s (%s) has won", game_seat_name(s->rules, v->winner), s->name[v->winner]);
    else printf(v->reason == MATCH_ABORTED ? "none" : "a draw");
    if (v->culprit >= 0)
        printf("; %s (%s) %s", game_seat_name(s->rules, v->culprit), s->name[v->culprit],
               deed(v->reason));
    else if (v->reason != MATCH_WON && v->reason != MATCH_DRAWN)
        printf(", %s", match_reason_name(v->reason));
    if (*v->why.message && strcmp(v->why.message, match_reason_name(v->reason)) != 0)
        printf(": %s", v->why.message);
    printf("\nScore: ");
    for (int seat = 0; seat < s->rules->seats; seat++)
        printf("%s%d", seat ? " - " : "", v->score[seat]);
    if (s->id) printf("   (match %lld)", (long long)s->id);
    putchar('\n');
}

static void show_line(const spectator *s, const match_event *v, const char *word) {
    const char *who = v->seat >= 0 ? spectator_player(s, v->seat) : "Chance";
    switch (v->kind) {
    case MATCH_START:
    case MATCH_RESUME:
        if (s->games > 1) printf("Game %d of %d\n", s->game, s->games);
        for (int seat = 0; seat < s->rules->seats; seat++)
            printf("%s: %s\n", game_seat_name(s->rules, seat), s->name[seat]);
        if (v->kind == MATCH_RESUME)
            printf("The match continues after %zu move%s.\n", s->shown.count,
                   s->shown.count == 1 ? "" : "s");
        break;
    case MATCH_READY: printf("%s is ready%s%s\n", who, *v->text ? ": " : "", v->text); break;
    case MATCH_OFFER:
        printf("%s %s\n", who,
               strcmp(v->text, "draw") == 0 ? "offers a draw" : "asks to take back a move");
        break;
    case MATCH_DECLINE: printf("%s declines\n", who); break;
    case MATCH_UNDO: printf("Taken back: the game is at move %zu\n", s->shown.count); break;
    case MATCH_PAUSE: printf("The match is paused%s%s\n", *v->text ? ": " : "", v->text); break;
    case MATCH_GO_ON: printf("The match continues\n"); break;
    case MATCH_COMMIT:
    case MATCH_REVEAL: break; /* for programs and the record */
    case MATCH_NOTE: printf("%s sent unsolicited bytes: %s\n", who, v->text); break;
    case MATCH_MOVE:
        if (v->seat >= 0)
            printf("%4zu. %-8s %-12s %8.3f s\n", s->shown.count, who, word, clock_seconds(v->used));
        else printf("%4zu. %-8s %s\n", s->shown.count, who, word);
        break;
    case MATCH_END:
        if (s->form == SPECTATOR_LINES) spectator_draw(s);
        show_end(s, &v->verdict);
        break;
    }
}

/* The next round begins at the moment when all dice are shown, so the old table stays above the new
 * one until the viewer has moved and thus seen it. */
static void keep_what_was_revealed(spectator *s, const match_event *v) {
    bool reveals = v->kind == MATCH_REVEAL,
         seen = v->kind == MATCH_MOVE && v->seat >= 0 && v->seat == s->viewer;
    if (!reveals && !seen) return;
    free(s->revealed);
    s->revealed = reveals ? game_new_view(s->rules, s->shown.now, s->viewer) : NULL;
}

/* The time left on a clock, such as 4:32; tenths of seconds in the last minute. */
static void write_time_left(int64_t left, text *t) {
    int64_t tenths = left < 0 ? 0 : left / (SECOND / 10);
    if (tenths < 600) text_addf(t, "%lld.%lld s", (long long)tenths / 10, (long long)tenths % 10);
    else text_addf(t, "%lld:%02lld", (long long)tenths / 600, (long long)tenths / 10 % 60);
}

/* Above the live board: the number of the game, the players, their wins and their clocks. */
static void show_players(const spectator *s) {
    char line[1024];
    text t = text_over(line, sizeof line);
    if (s->games > 1) text_addf(&t, "Game %d of %d. ", s->game, s->games);
    for (int seat = 0; seat < s->rules->seats; seat++) {
        const seat_clock *clock = s->match ? match_clock(s->match, seat) : NULL;
        text_addf(&t, "%s%s: %s", seat ? "; " : "", game_seat_name(s->rules, seat), s->name[seat]);
        if (s->games > 1) text_addf(&t, ", %d won", s->standing.wins[s->player[seat]]);
        if (!clock || !clock->control.game) continue;
        text_add(&t, ", ");
        write_time_left(clock->left, &t);
        text_add(&t, " left");
    }
    if (s->games > 1 && s->standing.draws) text_addf(&t, "; drawn: %d", s->standing.draws);
    cli_say(stdout, "%s", line);
}

static void show_live(spectator *s, const match_event *v, const char *word) {
    keep_what_was_revealed(s, v);
    if (v->kind != MATCH_MOVE && v->kind != MATCH_UNDO) {
        show_line(s, v, word);
        return;
    }
    printf("\033[H\033[J");
    show_players(s);
    if (s->revealed) {
        draw(s, s->revealed, 0);
        putchar('\n');
    }
    spectator_draw(s);
    cli_print_state(s->rules, s->shown.now, s->by_name ? s->name : NULL);
    if (v->kind == MATCH_UNDO || v->seat >= 0) show_line(s, v, word);
}

void spectator_show(spectator *s, const match_event *v) {
    char word[GAME_MOVE_TEXT];
    text t = text_over(word, sizeof word);
    error e;
    if (v->kind == MATCH_MOVE) {
        write_word(s, v->move, &t);
        if (!history_play(&s->shown, v->move, &e)) fprintf(stderr, "%s\n", e.message);
    }
    if (v->kind == MATCH_UNDO)
        while (s->shown.count > v->moves) history_undo(&s->shown);
    if (v->kind == MATCH_END && v->verdict.reason != MATCH_ABORTED) {
        int winner = v->verdict.winner;
        tally_add(&s->standing, winner >= 0 ? s->player[winner] : GAME_NOBODY);
        s->played++;
    }
    switch (s->form) {
    case SPECTATOR_JSON: cli_print_json(event_json(s, v, word)); break;
    case SPECTATOR_LIVE: show_live(s, v, word); break;
    case SPECTATOR_LINES: show_line(s, v, word); break;
    case SPECTATOR_QUIET:
    case SPECTATOR_RESULTS:
        if (v->kind == MATCH_END) show_end(s, &v->verdict);
        break;
    }
    if (v->kind == MATCH_END && v->verdict.reason != MATCH_ABORTED) show_figures(s);
    fflush(stdout);
}
