/* What people type at a terminal, or have written into a file or pipe. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "referee/host_private.h"

/* One of several people at the input has made an offer: the answer comes from another one. */
static void let_the_other_answer(const host *h, match_command *w) {
    int by;
    bool answers = w->kind == COMMAND_DRAW || w->kind == COMMAND_UNDO || w->kind == COMMAND_DECLINE;
    if (!answers || h->setup->home || match_offered(h->match, &by) == MATCH_NO_OFFER ||
        by != w->seat)
        return;
    for (int seat = 0; seat < h->setup->match.rules->seats; seat++)
        if (seat != by && h->setup->spec[seat]->kind == SEAT_ME) w->seat = seat;
}

/* The seat of the person at the input: the one that is asked, otherwise the first. */
static int speaker(const host *h) {
    int asked = match_asked(h->match);
    if (asked >= 0 && h->setup->spec[asked]->kind == SEAT_ME) return asked;
    for (int seat = 0; host_may_cut(h) && seat < h->setup->match.rules->seats; seat++)
        if (h->offered >> seat & 1) return seat;
    for (int seat = 0; seat < h->setup->match.rules->seats; seat++)
        if (h->setup->spec[seat]->kind == SEAT_ME) return seat;
    return GAME_NOBODY;
}

/* People at one keyboard cannot be told apart: a takeback counts for the person who moved last, and
 * an interruption that names a seat for that seat. */
static void let_the_right_one_speak(host *h, match_command *w) {
    const history *played = match_game(h->match);
    game_move move;
    error unused;
    for (int seat = 0; w->kind == COMMAND_MOVE && host_may_cut(h) && seat < played->rules->seats;
         seat++)
        if (h->offered >> seat & 1 &&
            match_read_move(played->rules, played->now, seat, w->text, h->moves, &move, &unused))
            w->seat = seat;
    game_position *p = w->kind == COMMAND_UNDO ? game_new_position(played->rules) : NULL;
    if (!p) return;
    game_copy(played->rules, p, played->start);
    for (size_t i = 0; i < played->count; i++) {
        int turn = game_turn(played->rules, p);
        if (turn >= 0 && h->setup->spec[turn]->kind == SEAT_ME) w->seat = turn;
        game_play(played->rules, p, played->moves[i], NULL);
    }
    free(p);
}

/* Whether the match waits for the person at the input. */
static bool is_awaited(const host *h) {
    int asked = match_asked(h->match);
    return asked >= 0 && h->setup->spec[asked]->kind == SEAT_ME;
}

/* Whether what is typed at a terminal is meant for us: a background process that reads from it
 * would be stopped (SIGTTIN). */
static bool is_at_front(int input) {
    pid_t group = tcgetpgrp(input); /* -1: no terminal */
    return group < 0 || group == getpgrp();
}

bool host_listens(const host *h) {
    bool asked = is_awaited(h) || (h->setup->home && host_may_cut(h));
    return h->setup->input >= 0 && !h->deaf && (h->setup->attended || asked) &&
           is_at_front(h->setup->input);
}

static void prompt(host *h) {
    if (is_awaited(h) && h->setup->prompt)
        h->setup->prompt(h->setup->context, h->match, match_asked(h->match));
}

/* An empty line: nobody here wants to interrupt. */
static void pass_all(host *h) {
    for (int seat = 0; host_may_cut(h) && seat < h->setup->match.rules->seats; seat++)
        if (h->offered >> seat & 1) {
            h->offered &= ~(1u << seat);
            match_pass(h->match, seat, h->offered_after, clock_now());
        }
}

bool host_take_line(host *h, int64_t arrived) {
    char *end = memchr(h->typed, '\n', h->typed_count), line[TYPED];
    match_command w;
    error e;
    if (!end) {
        if (h->typed_count == TYPED) h->typed_count = 0;
        return false;
    }
    size_t length = (size_t)(end - h->typed), rest = h->typed_count - length - 1;
    text copy = text_over(line, sizeof line);
    text_add_part(&copy, h->typed, length);
    memmove(h->typed, end + 1, rest);
    h->typed_count = rest;
    if (h->setup->typed) {
        host_typed what = h->setup->typed(h->setup->context, h->match, speaker(h), line);
        h->left = h->left || what == HOST_TYPED_LEAVE;
        h->again = h->again || what == HOST_TYPED_DONE;
        if (what != HOST_TYPED_COMMAND) return true;
    }
    if (strspn(line, " \t\r") == strlen(line)) {
        pass_all(h);
        return true;
    }
    size_t before = match_game(h->match)->count;
    if (match_command_read(line, h->setup->match.rules, speaker(h), &w, &e)) {
        let_the_other_answer(h, &w);
        if (h->setup->home) let_the_right_one_speak(h, &w);
        host_obey(h, &w, arrived);
    } else {
        host_refuse(h, &w, &e);
    }
    if (match_game(h->match)->count == before) h->again = true;
    return true;
}

void host_take_typed(host *h, int64_t arrived) {
    /* A terminal hands out one line at a time. In a file or pipe, whatever follows the line may be
     * for the program that reads after us. */
    size_t most = h->setup->attended ? TYPED - h->typed_count : 1;
    ssize_t got = read(h->setup->input, h->typed + h->typed_count, most);
    if (got == 0 && h->setup->leaves) {
        host_leave_or_ask_again(h);
        return;
    }
    if (got == 0) {
        h->deaf = true;
        error e;
        error_code(&e, "person-left", "the person has left");
        if (speaker(h) >= 0) match_abort(h->match, &e, clock_now());
    }
    if (got > 0) h->typed_count += (size_t)got;
    host_take_line(h, arrived);
}

void host_tell_people(host *h) {
    if (h->queued > 0) return;
    if (is_awaited(h) && (h->again || h->question[match_asked(h->match)] != h->prompted)) {
        h->prompted = h->question[match_asked(h->match)];
        h->again = false;
        prompt(h);
    }
    if (host_may_cut(h) && (h->setup->attended || h->setup->home) &&
        (h->again || h->offered_after != h->told)) {
        h->told = h->offered_after;
        h->again = false;
        if (h->setup->offer) h->setup->offer(h->setup->context, h->match, speaker(h));
    }
}
