#define _GNU_SOURCE
#include "referee/table.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "referee/arrival.h"
#include "referee/journal.h"
#include "referee/mailbox.h"
#include "referee/syncer.h"
#include "referee/thinker.h"

enum {
    LONGEST_WAIT_MS = 250, /* then we look whether to stop */
    READ_AT_ONCE = 4096,
    TYPED = 512,
    ENGINE_SECONDS = 10,
    DRAW_MOVES = 20, /* before so many an engine takes no draw */
    RETRY_FIRST_MS = 50,
    RETRY_LAST_MS = 2000, /* how long the journal is left alone at most before it is tried again */
};

/* An event that waits to be kept or shown, with its text. */
typedef struct waiting {
    match_event event;
    char text[512], key[FAIR_KEY_TEXT];
} waiting;

/* What follows from an event that is not kept yet: bytes for a seat, or a question to it. */
typedef struct outgoing {
    int seat;
    char *bytes; /* NULL: a question */
    size_t count;
    talk_limits limits;
    uint64_t number;
} outgoing;

struct table {
    const table_setup *setup;
    match *match;
    pool *own_pool; /* NULL: the setup's */
    thinker thinker[GAME_SEATS_MAX];
    int answers[2]; /* the pipe that engines answer through */
    syncer syncer;  /* where there is a journal */
    bool gone[GAME_SEATS_MAX], stuck[GAME_SEATS_MAX];
    mailbox mailbox;
    uint64_t question[GAME_SEATS_MAX]; /* the last that a person was asked */
    unsigned offered;          /* bit set of people here who may interrupt and have not passed */
    unsigned engines_offered;  /* bit set of engines that are still to be asked */
    size_t offered_after;      /* how many moves the game had then */
    int score[GAME_SEATS_MAX]; /* what an engine last thought of its game */
    game_move *moves;          /* room for those of a seat */
    bool deaf;                 /* the input has ended */
    bool again;                /* a line has changed nothing: the person is asked again */
    bool left;                 /* somebody wants to go on another time */
    table_word early;          /* of the seat on turn, before it is asked */
    bool has_early;
    char typed[TYPED];
    size_t typed_count;
    waiting *queue; /* events that are not shown yet */
    size_t queued, capacity;
    uint64_t happened, kept, shown; /* how many events */
    outgoing *out;                  /* empty when all that happened is kept */
    size_t out_count, out_capacity;
    arrival arrival;      /* of what the links bring */
    int64_t next_look;    /* when to look for requests in the journal */
    int64_t changes;      /* how it was when we last did */
    int64_t stands_since; /* when the journal was found to be out of order; 0: it is not */
    int64_t went_on;      /* when it could be written again */
    bool no_thread, no_engine;
    bool lost;     /* another process has the match */
    error trouble; /* why the journal could not be written */
    atomic_bool leaving;
};

/* Whether something has happened that the journal does not have. */
static bool is_held(const table *t) { return t->kept < t->happened; }

/* Room for one more; NULL, and the match is left, if there is no memory. */
static void *grow(table *t, void *array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) return array;
    size_t larger = *capacity ? 2 * *capacity : 16;
    void *memory = realloc(array, larger * size);
    if (memory) *capacity = larger;
    else t->left = true;
    return memory;
}

static void put_out(table *t, outgoing o) {
    outgoing *out = grow(t, t->out, t->out_count, &t->out_capacity, sizeof *out);
    if (!out) {
        free(o.bytes);
        return;
    }
    t->out = out;
    out[t->out_count++] = o;
}

static int64_t time_now(void *context) {
    (void)context;
    return clock_now();
}

static void send(void *context, int seat, const char *bytes, size_t count) {
    table *t = context;
    link_end *l = t->setup->link[seat];
    if (!l || t->gone[seat] || count == 0) return;
    if (is_held(t)) {
        char *copy = malloc(count);
        if (copy) memcpy(copy, bytes, count);
        else t->left = true;
        put_out(t, (outgoing){.seat = seat, .bytes = copy, .count = count});
        return;
    }
    link_status status = link_put(l, bytes, count);
    if (status == LINK_LATE) t->stuck[seat] = true;
    if (status == LINK_CLOSED) t->gone[seat] = true;
}

static void ask(void *context, int seat, const talk_limits *limits, uint64_t number) {
    table *t = context;
    if (is_held(t)) {
        put_out(t, (outgoing){.seat = seat, .limits = *limits, .number = number});
    } else if (t->setup->spec[seat]->kind == SEAT_ENGINE) {
        const history *h = match_game(t->match);
        if (!thinker_ask(&t->thinker[seat], h->now, limits, number)) t->no_thread = true;
    } else {
        t->question[seat] = number;
    }
}

/* Whether people at the input may interrupt now. */
static bool may_cut(const table *t) {
    return t->offered && t->offered_after == match_game(t->match)->count;
}

static void offer(void *context, int seat, size_t after) {
    table *t = context;
    if (t->offered_after != after) t->offered = t->engines_offered = 0;
    t->offered_after = after;
    if (t->setup->spec[seat]->kind == SEAT_ENGINE) t->engines_offered |= 1u << seat;
    else if (t->setup->spec[seat]->kind == SEAT_ME) t->offered |= 1u << seat;
}

/* Asks the engines that may interrupt; at home once the people have passed, who are slower. */
static void offer_to_engines(table *t) {
    if (t->setup->home && may_cut(t)) return;
    for (int seat = 0; t->engines_offered && seat < t->setup->match.rules->seats; seat++) {
        if (!(t->engines_offered >> seat & 1)) continue;
        t->engines_offered &= ~(1u << seat);
        if (t->offered_after == match_game(t->match)->count)
            thinker_offer(&t->thinker[seat], match_game(t->match)->now, t->offered_after);
    }
}

/* Hands an event to the journal. */
static store_result keep(table *t, waiting *w) {
    const match_event *event = &w->event;
    store_event v = {.time = event->time / 1000, .used = event->used / 1000};
    text kind = text_over(v.kind, sizeof v.kind), what = text_over(v.text, sizeof v.text);
    store_result result;
    text_add(&kind, match_event_name(event->kind));
    v.seat = event->seat + 1;
    text_add(&what, w->text);
    if (*w->key) text_addf(&what, " %s", w->key);
    if (event->kind == MATCH_END) {
        const match_verdict *d = event->verdict;
        char score[128];
        text scores = text_over(score, sizeof score);
        journal_write_score(t->setup->match.rules, d->score, &scores);
        v.seat = d->culprit + 1;
        text_add(&what, match_reason_name(d->reason));
        result = store_end(t->setup->journal, t->setup->fence, &v, d->winner + 1,
                           match_reason_name(d->reason), d->detail, score, &t->trouble);
    } else {
        result = store_add(t->setup->journal, t->setup->fence, &v, &t->trouble);
    }
    w->event.number = v.number;
    return result;
}

/* Hands over what the journal does not have yet, in order, as far as that can be. */
static void keep_all(table *t) {
    while (is_held(t) && !t->lost && !t->left) {
        waiting *w = &t->queue[t->kept - t->shown];
        int64_t before = clock_now();
        store_result result = t->setup->journal ? keep(t, w) : STORE_KEPT;
        t->lost = result == STORE_LOST;
        if (result != STORE_KEPT) {
            if (!t->stands_since) t->stands_since = before;
            return;
        }
        t->kept++;
    }
}

static void happened(void *context, const match_event *event) {
    table *t = context;
    bool held = is_held(t);
    waiting *queue = grow(t, t->queue, t->queued, &t->capacity, sizeof *queue);
    t->happened++;
    if (!queue) return; /* it never gets into the journal, so nothing follows from it */
    t->queue = queue;
    waiting *w = &queue[t->queued++];
    w->event = *event;
    text words = text_over(w->text, sizeof w->text), key = text_over(w->key, sizeof w->key);
    if (event->text) text_add(&words, event->text);
    if (event->key) text_add(&key, event->key);
    if (!held) keep_all(t);
}

/* Shows what is on the disk, and has the rest brought there. Without a journal there is nothing to
 * wait for. */
static void show(table *t) {
    uint64_t safe = t->kept;
    if (t->setup->journal) {
        if (t->kept > t->syncer.wanted) syncer_want(&t->syncer, t->kept);
        syncer_done(&t->syncer, &safe);
    }
    size_t count = 0;
    for (; count < t->queued && t->shown < safe; count++, t->shown++) {
        waiting *w = &t->queue[count];
        w->event.text = w->text;
        /* A key is shown to nobody, but at home, where no journal keeps it, to whoever saves the
         * game. */
        w->event.key = *w->key && t->setup->home ? w->key : NULL;
        if (t->setup->show) t->setup->show(t->setup->context, t->match, &w->event);
    }
    memmove(t->queue, t->queue + count, (t->queued - count) * sizeof *t->queue);
    t->queued -= count;
}

/* What had to wait for the journal goes out. Nothing has happened in the match meanwhile. */
static void release(table *t) {
    for (size_t i = 0; i < t->out_count; i++) {
        outgoing *o = &t->out[i];
        if (o->bytes) send(t, o->seat, o->bytes, o->count);
        else ask(t, o->seat, &o->limits, o->number);
        free(o->bytes);
    }
    t->out_count = 0;
}

static bool is_stopped(const table *t) { return t->setup->stop && atomic_load(t->setup->stop); }

/* Whether all is kept, and what was to be brought onto the disk is there as far as is known. */
static bool is_journal_good(table *t) {
    return !is_held(t) && (!t->setup->journal || !syncer_failed(&t->syncer, &t->trouble));
}

static bool try_again(table *t) {
    keep_all(t);
    if (is_held(t)) return false;
    if (syncer_failed(&t->syncer, &t->trouble)) {
        if (!store_sync_again(t->setup->journal, &t->trouble)) return false;
        syncer_mend(&t->syncer, t->kept);
    }
    return true;
}

/* The journal cannot be written: the match stands still until it can, is lost, or is left. Nobody
 * is heard meanwhile, so what comes waits where it is, and what has come when the match goes on
 * counts as come then. */
static bool wait_for_journal(table *t) {
    bool paused = match_is_paused(t->match);
    int64_t wait = RETRY_FIRST_MS;
    if (!t->stands_since) t->stands_since = clock_now();
    match_pause(t->match, t->trouble.message, t->stands_since);
    if (t->setup->trouble) t->setup->trouble(t->setup->context, t->match, t->trouble.message);
    while (!try_again(t)) {
        if (t->lost || t->left) return false;
        for (int64_t until = clock_now() + wait * 1000000; clock_now() < until;) {
            if (atomic_load(&t->leaving) || is_stopped(t)) t->left = true;
            if (t->left) return false;
            nanosleep(&(struct timespec){.tv_nsec = RETRY_FIRST_MS * 1000000}, NULL);
        }
        wait = wait < RETRY_LAST_MS / 2 ? 2 * wait : RETRY_LAST_MS;
    }
    if (t->setup->trouble) t->setup->trouble(t->setup->context, t->match, NULL);
    t->stands_since = 0;
    release(t);
    t->arrival.looked = t->went_on = clock_now();
    if (!paused) match_go_on(t->match, t->went_on);
    return true;
}

/* True when the journal has all that has happened; waits for that. */
static bool settle(table *t) {
    while (!t->lost && !t->left && !is_journal_good(t))
        if (!wait_for_journal(t)) return false;
    return !t->lost && !t->left;
}

/* When something came that was handed over by another thread. */
static int64_t came_at(const table *t, int64_t time) {
    return time > t->went_on ? time : t->went_on;
}

static void leave_or_ask_again(table *t) {
    if (t->setup->leaves(t->setup->context)) t->left = true;
    else t->again = true;
}

/* A person's time begins when everything has been shown: they are not charged for our disk. */
static void start_clock(table *t) {
    int seat = match_asked(t->match);
    if (seat >= 0 && t->queued == 0 && t->setup->spec[seat]->kind != SEAT_ENGINE)
        match_thinks(t->match, seat, t->question[seat], clock_now());
}

static void deal_with_trouble(table *t) {
    int64_t now = clock_now();
    for (int seat = 0; seat < t->setup->match.rules->seats; seat++) {
        char how[120] = "";
        text told = text_over(how, sizeof how);
        if (t->stuck[seat]) match_stuck(t->match, seat, now);
        if (t->gone[seat]) link_write_end(t->setup->link[seat], &told);
        if (t->gone[seat]) match_hung_up(t->match, seat, how, now);
    }
    if (t->no_engine) match_abort(t->match, "no memory for an engine", now);
    if (t->no_thread) match_abort(t->match, "no thread for an engine", now);
    if (!is_stopped(t)) return;
    if (!t->setup->leaves) match_abort(t->match, "interrupted", now);
    else leave_or_ask_again(t);
}

static void take_bytes(table *t, int seat, int64_t arrived) {
    char bytes[READ_AT_ONCE];
    size_t count;
    link_status status = link_read(t->setup->link[seat], bytes, sizeof bytes, 0, &count);
    if (count > 0) match_receive(t->match, seat, bytes, count, arrived, clock_now());
    if (status == LINK_CLOSED) t->gone[seat] = true;
}

/* What engines have to say, all of it. */
static void take_answers(table *t) {
    thinker_answer a;
    error unused;
    while (!is_held(t) && read(t->answers[0], &a, sizeof a) == sizeof a) {
        switch (a.kind) {
        case THINKER_STARTS: match_thinks(t->match, a.seat, a.number, came_at(t, a.time)); break;
        case THINKER_WAITS: match_waits(t->match, a.seat, a.number); break;
        case THINKER_MOVES:
            t->score[a.seat] = a.score;
            match_held_up(t->match, a.seat, a.number, a.held_up);
            match_answer(t->match, a.seat, a.number, a.move, came_at(t, a.time), clock_now());
            break;
        case THINKER_INTERRUPTS:
            if (a.move)
                match_interrupt(t->match, a.seat, a.move, (size_t)a.number, clock_now(), &unused);
            else match_pass(t->match, a.seat, (size_t)a.number, clock_now());
            break;
        case THINKER_FAILED: t->no_engine = true; break;
        }
    }
}

static void refuse(table *t, const table_word *w, const error *why) {
    if (t->setup->refuse) t->setup->refuse(t->setup->context, t->match, w, why);
}

static bool is_legal(table *t, int seat, game_move move) {
    const history *h = match_game(t->match);
    size_t count = game_moves(h->rules, h->now, seat, t->moves);
    for (size_t i = 0; i < count; i++)
        if (t->moves[i] == move) return true;
    return false;
}

static bool read_legal(table *t, const table_word *w, game_move *move, error *e) {
    const history *h = match_game(t->match);
    return game_read_move(h->rules, h->now, w->text, move, e) &&
           (is_legal(t, w->seat, *move) ||
            error_code(e, "not-your-move-text", "'%.40s' is no move of yours now", w->text));
}

/* Who is on turn answers while others have time to cut in: that is kept until they have had it. */
static void keep_early(table *t, const table_word *w) {
    t->early = *w;
    t->early.after = (int64_t)match_game(t->match)->count;
    t->has_early = true;
    match_hurry(t->match, w->text, clock_now());
}

static bool obey_move(table *t, const table_word *w, int64_t arrived, error *e) {
    const history *h = match_game(t->match);
    game_move move;
    bool early = match_holds_back(t->match, w->seat);
    if (w->after != TABLE_ANY && w->after != (int64_t)h->count)
        return error_set(e, "the game has gone on meanwhile");
    if (match_asked(t->match) != w->seat && !early)
        return match_find_interrupt(t->match, w->seat, w->text, &move, e) &&
               match_interrupt(t->match, w->seat, move, h->count, clock_now(), e);
    if (!read_legal(t, w, &move, e)) return false;
    if (early) {
        keep_early(t, w);
        return true;
    }
    match_answer(t->match, w->seat, t->question[w->seat], move, arrived, clock_now());
    return true;
}

/* What engines say to an offer: a move may be taken back, and a draw is welcome if the game is
 * under way and does not look better than that. People at one keyboard agree among themselves. */
static void let_others_answer(table *t) {
    int by;
    error unused;
    match_proposal what = match_offered(t->match, &by);
    for (int seat = 0; what != MATCH_NO_OFFER && seat < t->setup->match.rules->seats; seat++) {
        bool machine = t->setup->spec[seat]->kind == SEAT_ENGINE;
        if (seat == by || (!machine && !t->setup->home)) continue;
        bool agrees = !machine || what == MATCH_TAKE_BACK ||
                      (match_game(t->match)->count >= DRAW_MOVES && t->score[seat] <= 0);
        if (agrees) match_offer(t->match, seat, what, clock_now(), &unused);
        else match_decline(t->match, seat, clock_now(), &unused);
        what = match_offered(t->match, &by);
    }
}

static bool obey_offer(table *t, const table_word *w, error *e) {
    match_proposal what = w->kind == TABLE_DRAW ? MATCH_DRAW : MATCH_TAKE_BACK;
    if (!match_offer(t->match, w->seat, what, clock_now(), e)) return false;
    let_others_answer(t);
    return true;
}

static bool is_person(const table *t, int seat) {
    if (seat < 0 || seat >= t->setup->match.rules->seats) return false;
    seat_kind kind = t->setup->spec[seat]->kind;
    return kind == SEAT_ME || kind == SEAT_REMOTE;
}

/* Whoever may interrupt does not. Typed by a person on turn it is the game's own pass, where it has
 * one. */
static bool obey_pass(table *t, const table_word *w, int64_t arrived, error *e) {
    if (match_asked(t->match) == w->seat && t->setup->spec[w->seat]->kind == SEAT_ME) {
        table_word move = {.kind = TABLE_MOVE, .seat = w->seat, .after = w->after, .text = "pass"};
        return obey_move(t, &move, arrived, e) ||
               error_code(e, "no-passing-on-turn",
                          "you are on turn, and these rules let nobody pass");
    }
    match_pass(t->match, w->seat, match_game(t->match)->count, clock_now());
    return true;
}

/* Does what a word says, or says why not. */
static void obey(table *t, const table_word *w, int64_t arrived) {
    error e;
    int64_t now = clock_now();
    bool good = true, organiser = w->kind >= TABLE_PAUSE;
    if (match_result(t->match)) {
        good = error_code(&e, "match-over", "the match is over");
    } else if (!organiser && !is_person(t, w->seat)) {
        good = error_code(&e, "nobody-in-seat", "there is nobody in that seat who could say it");
    } else {
        switch (w->kind) {
        case TABLE_MOVE: good = obey_move(t, w, arrived, &e); break;
        case TABLE_RESIGN: match_resign(t->match, w->seat, now); break;
        case TABLE_DRAW:
        case TABLE_UNDO: good = obey_offer(t, w, &e); break;
        case TABLE_DECLINE: good = match_decline(t->match, w->seat, now, &e); break;
        case TABLE_PASS: good = obey_pass(t, w, arrived, &e); break;
        case TABLE_PAUSE: match_pause(t->match, NULL, now); break;
        case TABLE_GO_ON: match_go_on(t->match, now); break;
        case TABLE_ADJUDICATE:
            match_adjudicate(t->match, w->seat, *w->text ? w->text : "by the organiser", now);
            break;
        case TABLE_ABORT:
            match_abort(t->match, *w->text ? w->text : "by the organiser", now);
            break;
        case TABLE_LEAVE: t->left = true; break;
        }
    }
    if (!good) refuse(t, w, &e);
}

/* What was said before it was asked for counts when it is; where someone has cut in, it is refused.
 */
static void take_early(table *t) {
    bool passed = t->early.after != (int64_t)match_game(t->match)->count;
    if (!t->has_early || (!passed && match_asked(t->match) != t->early.seat)) return;
    t->has_early = false;
    obey(t, &t->early, clock_now());
}

static void take_letters(table *t) {
    mailbox_letter l;
    while (!is_held(t) && mailbox_take(&t->mailbox, &l)) obey(t, &l.word, came_at(t, l.time));
}

/* Of several people at the input one has offered or asked: the answer is another one's. */
static void let_the_other_answer(const table *t, table_word *w) {
    int by;
    bool answers = w->kind == TABLE_DRAW || w->kind == TABLE_UNDO || w->kind == TABLE_DECLINE;
    if (!answers || t->setup->home || match_offered(t->match, &by) == MATCH_NO_OFFER ||
        by != w->seat)
        return;
    for (int seat = 0; seat < t->setup->match.rules->seats; seat++)
        if (seat != by && t->setup->spec[seat]->kind == SEAT_ME) w->seat = seat;
}

/* The seat for which the person at the input speaks: the one that is asked, else the first. */
static int speaker(const table *t) {
    int asked = match_asked(t->match);
    if (asked >= 0 && t->setup->spec[asked]->kind == SEAT_ME) return asked;
    for (int seat = 0; may_cut(t) && seat < t->setup->match.rules->seats; seat++)
        if (t->offered >> seat & 1) return seat;
    for (int seat = 0; seat < t->setup->match.rules->seats; seat++)
        if (t->setup->spec[seat]->kind == SEAT_ME) return seat;
    return GAME_NOBODY;
}

/* At one keyboard it does not matter who types: a move is taken back by whoever made the last of a
 * person's, and an interruption that names its seat is that one's. */
static void let_the_right_one_speak(table *t, table_word *w) {
    const history *h = match_game(t->match);
    game_move move;
    error unused;
    for (int seat = 0; w->kind == TABLE_MOVE && may_cut(t) && seat < h->rules->seats; seat++)
        if (t->offered >> seat & 1 && match_find_interrupt(t->match, seat, w->text, &move, &unused))
            w->seat = seat;
    game_position *p = w->kind == TABLE_UNDO ? game_new_position(h->rules) : NULL;
    if (!p) return;
    game_copy(h->rules, p, h->start);
    for (size_t i = 0; i < h->count; i++) {
        int turn = game_turn(h->rules, p);
        if (turn >= 0 && t->setup->spec[turn]->kind == SEAT_ME) w->seat = turn;
        game_play(h->rules, p, h->moves[i], NULL);
    }
    free(p);
}

/* Whether the person at the input is waited for. */
static bool is_awaited(const table *t) {
    int asked = match_asked(t->match);
    return asked >= 0 && t->setup->spec[asked]->kind == SEAT_ME;
}

/* Whether what is typed at a terminal is meant for us: who is in the background and reads all the
 * same is stopped. */
static bool is_at_front(int input) {
    pid_t group = tcgetpgrp(input); /* -1: no terminal */
    return group < 0 || group == getpgrp();
}

/* Whether what is typed is read now. Where nobody is there to look (a file, a pipe) a line is read
 * when it is asked for, so that moves may be typed ahead. */
static bool listens(const table *t) {
    bool asked = is_awaited(t) || (t->setup->home && may_cut(t));
    return t->setup->input >= 0 && !t->deaf && (t->setup->attended || asked) &&
           is_at_front(t->setup->input);
}

static void prompt(table *t) {
    if (is_awaited(t) && t->setup->prompt)
        t->setup->prompt(t->setup->context, t->match, match_asked(t->match));
}

/* An empty line: nobody here wants to interrupt. */
static void pass_all(table *t) {
    for (int seat = 0; may_cut(t) && seat < t->setup->match.rules->seats; seat++)
        if (t->offered >> seat & 1) {
            t->offered &= ~(1u << seat);
            match_pass(t->match, seat, t->offered_after, clock_now());
        }
}

/* Deals with the first line that has been typed; false where there is none. */
static bool take_line(table *t, int64_t arrived) {
    char *end = memchr(t->typed, '\n', t->typed_count), line[TYPED];
    table_word w;
    error e;
    if (!end) {
        if (t->typed_count == TYPED) t->typed_count = 0;
        return false;
    }
    size_t length = (size_t)(end - t->typed), rest = t->typed_count - length - 1;
    text copy = text_over(line, sizeof line);
    text_add_part(&copy, t->typed, length);
    memmove(t->typed, end + 1, rest);
    t->typed_count = rest;
    if (t->setup->typed) {
        table_typed what = t->setup->typed(t->setup->context, t->match, speaker(t), line);
        t->left = t->left || what == TABLE_TYPED_LEAVE;
        t->again = t->again || what == TABLE_TYPED_DONE;
        if (what != TABLE_TYPED_WORD) return true;
    }
    if (strspn(line, " \t\r") == strlen(line)) {
        pass_all(t);
        return true;
    }
    size_t before = match_game(t->match)->count;
    if (table_read_word(line, t->setup->match.rules, speaker(t), &w, &e)) {
        let_the_other_answer(t, &w);
        if (t->setup->home) let_the_right_one_speak(t, &w);
        obey(t, &w, arrived);
    } else {
        refuse(t, &w, &e);
    }
    if (match_game(t->match)->count == before) t->again = true;
    return true;
}

static void take_typed(table *t, int64_t arrived) {
    /* A terminal hands out one line at a time. Of a file or pipe what follows the line may be for
     * whoever reads after us. */
    size_t most = t->setup->attended ? TYPED - t->typed_count : 1;
    ssize_t got = read(t->setup->input, t->typed + t->typed_count, most);
    if (got == 0 && t->setup->leaves) {
        leave_or_ask_again(t);
        return;
    }
    if (got == 0) {
        t->deaf = true;
        if (speaker(t) >= 0) match_abort(t->match, "the person has left", clock_now());
    }
    if (got > 0) t->typed_count += (size_t)got;
    take_line(t, arrived);
}

/* What the organiser has left in the journal for this match. */
static void take_requests(table *t) {
    char line[TYPED];
    table_word w;
    error e;
    int64_t now = clock_now(), changes;
    if (!t->setup->journal || now < t->next_look) return;
    t->next_look = now + LONGEST_WAIT_MS * INT64_C(1000000);
    if ((changes = store_changes(t->setup->journal)) == t->changes) return;
    t->changes = changes;
    while (!is_held(t) &&
           store_take_request(t->setup->journal, t->setup->fence, line, sizeof line, &e)) {
        if (!table_read_word(line, t->setup->match.rules, GAME_NOBODY, &w, &e)) refuse(t, &w, &e);
        else obey(t, &w, now);
    }
}

/* Waits for the first thing to happen, at most until the next deadline, and deals with it. Nobody
 * is charged for our being busy (arrival.h). */
static void wait_and_deal(table *t) {
    struct pollfd watched[GAME_SEATS_MAX + 4];
    int seat_of[GAME_SEATS_MAX + 4];
    nfds_t count = 0;
    for (int seat = 0; seat < t->setup->match.rules->seats; seat++) {
        link_end *l = t->setup->link[seat];
        if (!l || l->in < 0 || t->gone[seat]) continue;
        seat_of[count] = seat;
        watched[count++] = (struct pollfd){.fd = l->in, .events = POLLIN};
    }
    nfds_t links = count;
    watched[count++] = (struct pollfd){.fd = t->answers[0], .events = POLLIN};
    watched[count++] = (struct pollfd){.fd = t->syncer.pipe[0], .events = POLLIN};
    watched[count++] = (struct pollfd){.fd = t->mailbox.event, .events = POLLIN};
    bool typing = listens(t);
    if (typing) watched[count++] = (struct pollfd){.fd = t->setup->input, .events = POLLIN};

    int64_t before = clock_now(), until = before + LONGEST_WAIT_MS * INT64_C(1000000);
    if (match_deadline(t->match) < until) until = match_deadline(t->match);
    /* What waits to be written is tried again soon. */
    for (nfds_t i = 0; i < links; i++)
        if (link_waiting(t->setup->link[seat_of[i]]) && before + 2000000 < until)
            until = before + 2000000;
    int64_t left = until > before ? until - before : 0;
    struct timespec wait = {.tv_sec = left / LINK_SECOND, .tv_nsec = left % LINK_SECOND};
    if (typing && memchr(t->typed, '\n', t->typed_count)) wait = (struct timespec){0};
    arrival_wait(&t->arrival);
    int ready = ppoll(watched, count, &wait, NULL);
    int64_t arrived = arrival_look(&t->arrival);
    for (nfds_t i = 0; i < links; i++) {
        int seat = seat_of[i];
        if (is_held(t)) return;
        if (ready > 0 && watched[i].revents) take_bytes(t, seat, arrived);
        if (link_waiting(t->setup->link[seat]) && link_flush(t->setup->link[seat]) == LINK_CLOSED)
            t->gone[seat] = true;
    }
    if (!is_held(t) && ready > 0 && watched[links].revents) take_answers(t);
    if (ready > 0 && watched[links + 2].revents) take_letters(t);
    if (is_held(t)) return;
    /* Lines that were read together are dealt with one by one before more is read. */
    if (typing && listens(t) && !take_line(t, arrived) && ready > 0 && watched[links + 3].revents)
        take_typed(t, arrived);
}

static bool sit_down(table *t, error *e) {
    const match_setup *m = &t->setup->match;
    t->moves = malloc(m->rules->max_moves * sizeof *t->moves);
    if (!t->moves) return error_set(e, "no memory for a table");
    if (pipe2(t->answers, O_CLOEXEC) != 0 || fcntl(t->answers[0], F_SETFL, O_NONBLOCK) != 0)
        return error_set(e, "no pipe: %s", strerror(errno));
    if (!mailbox_create(&t->mailbox, e)) return false;
    if (t->setup->journal && !syncer_create(&t->syncer, t->setup->journal, e)) return false;
    pool_setup own = {.slots = m->rules->seats, .equip = t->setup->equip};
    if (!t->setup->pool && !(t->own_pool = pool_create(&own, e))) return false;
    thinker_share share = {.pool = t->own_pool ? t->own_pool : t->setup->pool,
                           .address = t->setup->address,
                           .spare = t->setup->spare,
                           .threads = t->setup->engine_threads,
                           .memory = t->setup->engine_memory};
    for (int seat = 0; seat < m->rules->seats; seat++)
        if (t->setup->spec[seat]->kind == SEAT_ENGINE &&
            !thinker_create(&t->thinker[seat], m->rules, t->setup->spec[seat], seat, t->answers[1],
                            share, m->seed, e))
            return error_in(e, "seat %d", seat + 1);
    match_setup setup = *m;
    for (int seat = 0; seat < m->rules->seats; seat++) {
        seat_kind kind = t->setup->spec[seat]->kind;
        setup.seat[seat].queued = kind != SEAT_LINK;
        /* The machine may hold an engine up, so its answer decides whether it was in time. */
        if (kind == SEAT_ENGINE) setup.seat[seat].grace = ENGINE_SECONDS * LINK_SECOND;
    }
    setup.owner = (match_owner){.context = t,
                                .send = send,
                                .ask = ask,
                                .offer = offer,
                                .now = time_now,
                                .happened = happened};
    return (t->match = match_create(&setup, e)) != NULL;
}

table *table_open(const table_setup *setup, error *e) {
    table *t = malloc(sizeof *t);
    if (!t) {
        error_set(e, "no memory for a table");
        return NULL;
    }
    *t = (table){.setup = setup, .answers = {-1, -1}, .syncer.pipe = {-1, -1}, .mailbox.event = -1};
    if (sit_down(t, e)) return t;
    table_close(t);
    return NULL;
}

void table_close(table *t) {
    if (!t) return;
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) thinker_destroy(&t->thinker[seat]);
    pool_destroy(t->own_pool);
    if (t->setup->journal) syncer_destroy(&t->syncer);
    match_destroy(t->match);
    for (int i = 0; i < 2; i++)
        if (t->answers[i] >= 0) close(t->answers[i]);
    mailbox_destroy(&t->mailbox);
    for (size_t i = 0; i < t->out_count; i++) free(t->out[i].bytes);
    free(t->out);
    free(t->queue);
    free(t->moves);
    free(t);
}

bool table_post(table *t, const table_word *w) {
    /* Words are not read while the journal cannot be written, but this one is seen. */
    if (w->kind == TABLE_LEAVE) atomic_store(&t->leaving, true);
    return mailbox_post(&t->mailbox, w);
}

void table_set_spare(table *t, bool spare) {
    for (int seat = 0; seat < t->setup->match.rules->seats; seat++)
        if (t->thinker[seat].pool)
            pool_set_spare(t->thinker[seat].pool, &t->thinker[seat].job, spare);
}

/* Tells people here what they are waited for, once all before it is shown. */
static void tell_people(table *t, uint64_t *prompted, size_t *told) {
    if (t->queued > 0) return;
    if (is_awaited(t) && (t->again || t->question[match_asked(t->match)] != *prompted)) {
        *prompted = t->question[match_asked(t->match)];
        t->again = false;
        prompt(t);
    }
    if (may_cut(t) && (t->setup->attended || t->setup->home) &&
        (t->again || t->offered_after != *told)) {
        *told = t->offered_after;
        t->again = false;
        if (t->setup->offer) t->setup->offer(t->setup->context, t->match, speaker(t));
    }
}

table_outcome table_run(table *t, match_verdict *verdict) {
    uint64_t prompted = 0; /* the question that a person has been told of */
    size_t told = 0;       /* after how many moves they were told of a chance to interrupt */
    arrival_start(&t->arrival);
    match_begin(t->match, clock_now());
    while (settle(t) && !match_result(t->match)) {
        show(t);
        start_clock(t);
        tell_people(t, &prompted, &told);
        offer_to_engines(t);
        wait_and_deal(t);
        if (settle(t)) take_requests(t);
        if (!settle(t)) break;
        deal_with_trouble(t);
        match_tick(t->match, t->arrival.looked);
        take_early(t);
    }
    /* What was kept is shown, also of a match that is left or lost. */
    if (t->setup->journal) {
        syncer_want(&t->syncer, t->kept);
        syncer_wait(&t->syncer);
        settle(t);
    }
    show(t);
    arrival_stop(&t->arrival);
    if (t->lost) return TABLE_LOST;
    if (!match_result(t->match) || is_held(t)) return TABLE_LEFT;
    *verdict = *match_result(t->match);
    return TABLE_OVER;
}

/* For those who look on it ends here. The journal has no end, and no key is told: it can go on. */
static void show_that_it_is_left(table *t, match_verdict *v) {
    const history *h = match_game(t->match);
    *v = (match_verdict){.reason = MATCH_ABORTED, .winner = GAME_NOBODY, .culprit = GAME_NOBODY};
    game_outcome o = game_result(h->rules, h->now);
    memcpy(v->score, o.score, sizeof v->score);
    text detail = text_over(v->detail, sizeof v->detail);
    text_add(&detail, "interrupted, as the journal has it");
    match_event end = {.kind = MATCH_END, .seat = GAME_NOBODY, .text = "", .verdict = v};
    if (t->setup->show) t->setup->show(t->setup->context, t->match, &end);
}

bool table_play(const table_setup *setup, match_verdict *verdict, error *e) {
    table *t = table_open(setup, e);
    if (!t) return false;
    table_outcome outcome = table_run(t, verdict);
    if (outcome == TABLE_LOST) *e = t->trouble;
    if (outcome == TABLE_LEFT && setup->journal) show_that_it_is_left(t, verdict);
    table_close(t);
    return outcome != TABLE_LOST;
}
