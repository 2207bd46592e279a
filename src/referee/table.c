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
#include "referee/syncer.h"
#include "referee/thinker.h"

enum {
    LONGEST_WAIT_MS = 250, /* then we look whether to stop */
    READ_AT_ONCE = 4096,
    TYPED = 512,
    PROMPT_US = 100, /* a wait shorter than this has found what was there before it */
};

/* An event that waits to be shown, with its text. */
typedef struct waiting {
    match_event event;
    char text[512];
} waiting;

typedef struct table {
    const table_setup *setup;
    match *match;
    thinker thinker[GAME_SEATS_MAX];
    int answers[2]; /* the pipe that engines answer through */
    syncer syncer;  /* where there is a journal */
    bool gone[GAME_SEATS_MAX], stuck[GAME_SEATS_MAX];
    int person; /* the seat of the person who is asked, or -1 */
    uint64_t person_question;
    char typed[TYPED];
    size_t typed_count;
    waiting *queue; /* events that are not shown yet */
    size_t queued, capacity;
    uint64_t happened, shown; /* how many events */
    int64_t looked;           /* when we last looked at the links */
    bool journal_failed, no_thread;
    error trouble;
} table;

static int64_t time_now(void *context) {
    (void)context;
    return clock_now();
}

static void send(void *context, int seat, const char *bytes, size_t count) {
    table *t = context;
    link_end *l = t->setup->link[seat];
    if (!l || t->gone[seat]) return;
    link_status status = link_put(l, bytes, count);
    if (status == LINK_LATE) t->stuck[seat] = true;
    if (status == LINK_CLOSED) t->gone[seat] = true;
}

static void ask(void *context, int seat, const talk_limits *limits, uint64_t number) {
    table *t = context;
    if (t->setup->spec[seat]->kind == SEAT_ENGINE) {
        const history *h = match_game(t->match);
        if (!thinker_ask(&t->thinker[seat], h->now, limits, number)) t->no_thread = true;
    } else {
        t->person = seat;
        t->person_question = number;
    }
}

static const char *kind_name(match_event_kind kind) {
    static const char *const names[] = {"start", "ready", "move", "note", "end"};
    return names[kind];
}

static void write_score(const table *t, const match_verdict *v, text *out) {
    for (int seat = 0; seat < t->setup->match.rules->seats; seat++)
        text_addf(out, "%s%d", seat ? "," : "", v->score[seat]);
}

/* Hands an event to the journal. */
static void keep(table *t, const match_event *event) {
    store_event v = {.time = event->time / 1000, .used = event->used / 1000};
    text kind = text_over(v.kind, sizeof v.kind), what = text_over(v.text, sizeof v.text);
    bool good;
    text_add(&kind, kind_name(event->kind));
    v.seat = event->seat + 1;
    if (event->text) text_add(&what, event->text);
    if (event->kind == MATCH_END) {
        const match_verdict *d = event->verdict;
        char score[128];
        text scores = text_over(score, sizeof score);
        write_score(t, d, &scores);
        text_add(&what, match_reason_name(d->reason));
        good = store_end(t->setup->journal, t->setup->id, &v, d->winner + 1,
                         match_reason_name(d->reason), d->detail, score, &t->trouble);
    } else {
        good = store_add(t->setup->journal, t->setup->id, &v, &t->trouble);
    }
    if (!good) t->journal_failed = true;
}

static void happened(void *context, const match_event *event) {
    table *t = context;
    t->happened++;
    if (t->setup->journal && !t->journal_failed) keep(t, event);
    if (t->queued == t->capacity) {
        size_t capacity = t->capacity ? 2 * t->capacity : 16;
        waiting *larger = realloc(t->queue, capacity * sizeof *larger);
        if (!larger) {
            t->shown++; /* this one will not be */
            return;
        }
        t->queue = larger;
        t->capacity = capacity;
    }
    waiting *w = &t->queue[t->queued++];
    w->event = *event;
    text copy = text_over(w->text, sizeof w->text);
    if (event->text) text_add(&copy, event->text);
}

/* Shows what is on the disk, and has the rest brought there. Without a journal, or once it has
 * failed, there is nothing to wait for. */
static void show(table *t) {
    uint64_t safe = t->happened;
    if (t->setup->journal) {
        if (t->happened > t->syncer.wanted) syncer_want(&t->syncer, t->happened);
        if (!syncer_done(&t->syncer, &safe, &t->trouble)) t->journal_failed = true;
        if (t->journal_failed) safe = t->happened;
    }
    size_t count = 0;
    for (; count < t->queued && t->shown < safe; count++, t->shown++) {
        t->queue[count].event.text = t->queue[count].text;
        if (t->setup->show) t->setup->show(t->setup->context, t->match, &t->queue[count].event);
    }
    memmove(t->queue, t->queue + count, (t->queued - count) * sizeof *t->queue);
    t->queued -= count;
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
    if (t->journal_failed) match_abort(t->match, t->trouble.message, now);
    if (t->no_thread) match_abort(t->match, "no thread for an engine", now);
    if (t->setup->stop && atomic_load(t->setup->stop)) match_abort(t->match, "interrupted", now);
}

static void take_bytes(table *t, int seat, int64_t arrived) {
    char bytes[READ_AT_ONCE];
    size_t count;
    link_status status = link_read(t->setup->link[seat], bytes, sizeof bytes, 0, &count);
    if (count > 0) match_receive(t->match, seat, bytes, count, arrived, clock_now());
    if (status == LINK_CLOSED) t->gone[seat] = true;
}

static void take_answer(table *t) {
    thinker_answer a;
    if (read(t->answers[0], &a, sizeof a) != sizeof a) return;
    match_answer(t->match, a.seat, a.number, a.move, a.time, clock_now());
}

/* What a person typed: a move, resign or quit. */
static void obey(table *t, const char *word, int64_t arrived) {
    const history *h = match_game(t->match);
    error e;
    game_move move;
    int seat = t->person;
    if (strcmp(word, "resign") == 0) {
        match_resign(t->match, seat, clock_now());
    } else if (strcmp(word, "quit") == 0) {
        match_abort(t->match, "the person has left", clock_now());
    } else if (game_read_move(h->rules, h->now, word, &move, &e)) {
        t->person = -1;
        match_answer(t->match, seat, t->person_question, move, arrived, clock_now());
    } else {
        t->setup->complain(t->setup->context, e.message);
        t->setup->prompt(t->setup->context, t->match, seat);
    }
}

static void take_line(table *t, int64_t arrived) {
    char *end = memchr(t->typed, '\n', t->typed_count), word[TYPED];
    if (!end) {
        if (t->typed_count == TYPED) t->typed_count = 0;
        return;
    }
    scan s = scan_over(t->typed, (size_t)(end - t->typed));
    const char *first;
    size_t length;
    text copy = text_over(word, sizeof word);
    scan_blanks(&s);
    if (scan_word(&s, "", &first, &length)) text_add_part(&copy, first, length);
    size_t rest = t->typed_count - (size_t)(end + 1 - t->typed);
    memmove(t->typed, end + 1, rest);
    t->typed_count = rest;
    if (copy.length) obey(t, word, arrived);
}

static void take_typed(table *t, int64_t arrived) {
    ssize_t got = read(t->setup->input, t->typed + t->typed_count, TYPED - t->typed_count);
    if (got == 0) match_abort(t->match, "the person has left", clock_now());
    if (got > 0) t->typed_count += (size_t)got;
    take_line(t, arrived);
}

/* Waits for the first thing to happen, at most until the next deadline, and deals with it. What
 * was there before we looked is taken to have come when we last looked: nobody is charged for our
 * being busy. */
static void wait_and_deal(table *t) {
    struct pollfd watched[GAME_SEATS_MAX + 3];
    int seat_of[GAME_SEATS_MAX + 3];
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
    bool typing = t->person >= 0 && t->setup->input >= 0;
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
    int ready = ppoll(watched, count, &wait, NULL);
    int64_t now = clock_now(), arrived = now - before < PROMPT_US * 1000 ? t->looked : now;
    t->looked = now;
    for (nfds_t i = 0; i < links; i++) {
        int seat = seat_of[i];
        if (ready > 0 && watched[i].revents) take_bytes(t, seat, arrived);
        if (link_waiting(t->setup->link[seat]) && link_flush(t->setup->link[seat]) == LINK_CLOSED)
            t->gone[seat] = true;
    }
    if (ready > 0 && watched[links].revents) take_answer(t);
    if (typing && t->person >= 0) {
        /* Lines that were read together are dealt with one by one before more is read. */
        if (memchr(t->typed, '\n', t->typed_count)) take_line(t, arrived);
        else if (ready > 0 && watched[links + 2].revents) take_typed(t, arrived);
    }
}

static bool sit_down(table *t, error *e) {
    const match_setup *m = &t->setup->match;
    if (pipe2(t->answers, O_CLOEXEC) != 0) return error_set(e, "no pipe: %s", strerror(errno));
    if (t->setup->journal && !syncer_create(&t->syncer, t->setup->journal, e)) return false;
    for (int seat = 0; seat < m->rules->seats; seat++)
        if (t->setup->spec[seat]->kind == SEAT_ENGINE &&
            !thinker_create(&t->thinker[seat], m->rules, t->setup->spec[seat], seat, t->answers[1],
                            t->setup->engine_threads, m->seed, e))
            return error_in(e, "seat %d", seat + 1);
    match_setup setup = *m;
    setup.owner = (match_owner){
        .context = t, .send = send, .ask = ask, .now = time_now, .happened = happened};
    return (t->match = match_create(&setup, e)) != NULL;
}

static void stand_up(table *t) {
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) thinker_destroy(&t->thinker[seat]);
    if (t->setup->journal) syncer_destroy(&t->syncer);
    match_destroy(t->match);
    for (int i = 0; i < 2; i++)
        if (t->answers[i] >= 0) close(t->answers[i]);
    free(t->queue);
}

static void run(table *t) {
    uint64_t prompted = 0; /* the question that a person has been told of */
    t->looked = clock_now();
    match_begin(t->match, t->looked);
    while (!match_result(t->match)) {
        show(t);
        if (t->person >= 0 && t->queued == 0 && t->person_question != prompted) {
            prompted = t->person_question;
            t->setup->prompt(t->setup->context, t->match, t->person);
        }
        wait_and_deal(t);
        deal_with_trouble(t);
        match_tick(t->match, clock_now());
    }
    if (t->setup->journal) {
        syncer_want(&t->syncer, t->happened);
        syncer_finish(&t->syncer);
    }
    show(t);
}

bool table_play(const table_setup *setup, match_verdict *verdict, error *e) {
    table t = {.setup = setup, .answers = {-1, -1}, .syncer.pipe = {-1, -1}, .person = -1};
    bool good = sit_down(&t, e);
    if (good) {
        run(&t);
        *verdict = *match_result(t.match);
    }
    stand_up(&t);
    return good;
}
