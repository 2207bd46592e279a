#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "referee/host_private.h"

enum {
    LONGEST_WAIT_MS = 250, /* how often we check whether to stop */
    READ_AT_ONCE = 4096,
    ENGINE_SECONDS = 10,
    REMOTE_MS = 1000,
    DRAW_MOVES = 20, /* an engine accepts no draw before this move */
};

static int64_t time_now(void *context) {
    (void)context;
    return clock_now();
}

static void offer(void *context, int seat, size_t after) {
    host *h = context;
    if (h->offered_after != after) h->offered = h->engines_offered = 0;
    h->offered_after = after;
    if (h->setup->spec[seat]->kind == SEAT_ENGINE) h->engines_offered |= 1u << seat;
    else if (h->setup->spec[seat]->kind == SEAT_ME) h->offered |= 1u << seat;
}

/* Asks the engines that may interrupt; at home only after the people have passed, since people are
 * slower. */
static void offer_to_engines(host *h) {
    if (h->setup->home && host_may_cut(h)) return;
    for (int seat = 0; h->engines_offered && seat < h->setup->match.rules->seats; seat++) {
        if (!(h->engines_offered >> seat & 1)) continue;
        h->engines_offered &= ~(1u << seat);
        if (h->offered_after == match_game(h->match)->count)
            thinker_offer(&h->thinker[seat], match_game(h->match)->now, h->offered_after);
    }
}

/* When something arrived that another thread handed over. */
static int64_t came_at(const host *h, int64_t time) {
    return time > h->went_on ? time : h->went_on;
}

void host_leave_or_ask_again(host *h) {
    if (h->setup->leaves(h->setup->context)) h->left = true;
    else h->again = true;
}

/* A person's time starts when everything has been shown: they are not charged for our disk, nor, if
 * they are remote, for the thread that sends it to them. That does not depend on whether their
 * machine reads it, so they cannot stop their own clock. */
static void start_clock(host *h) {
    int seat = match_asked(h->match);
    int64_t since = clock_now();
    if (seat < 0 || h->queued > 0 || h->setup->spec[seat]->kind == SEAT_ENGINE) return;
    if (h->setup->relayed && h->setup->spec[seat]->kind == SEAT_REMOTE) {
        if (h->awaited != h->question[seat]) h->awaited_event = h->last_shown;
        h->awaited = h->question[seat];
        if (!mailbox_noted(&h->mailbox, h->awaited_event, &since)) return;
    }
    match_thinks(h->match, seat, h->question[seat], since);
}

static void deal_with_trouble(host *h) {
    int64_t now = clock_now();
    error e;
    for (int seat = 0; seat < h->setup->match.rules->seats; seat++) {
        if (h->stuck[seat]) match_stuck(h->match, seat, now);
        if (!h->gone[seat]) continue;
        link_say_end(h->setup->link[seat], &e);
        match_hung_up(h->match, seat, &e, now);
    }
    if (h->no_engine || h->no_thread) {
        if (h->no_engine) error_code(&e, "engine-memory", "no memory for an engine");
        else error_code(&e, "engine-thread", "no thread for an engine");
        match_abort(h->match, &e, now);
    }
    if (!host_is_stopped(h)) return;
    error_code(&e, "interrupted", "interrupted");
    if (!h->setup->leaves) match_abort(h->match, &e, now);
    else host_leave_or_ask_again(h);
}

static void take_bytes(host *h, int seat, int64_t arrived) {
    char bytes[READ_AT_ONCE];
    size_t count;
    link_status status = link_read(h->setup->link[seat], bytes, sizeof bytes, 0, &count);
    if (count > 0) match_receive(h->match, seat, bytes, count, arrived, clock_now());
    if (status == LINK_CLOSED) h->gone[seat] = true;
}

/* An engine's score in hundredths; in a game of points with what it has won already. */
static talk_opinion opinion_of(const host *h, const thinker_answer *a) {
    const game_rules *rules = h->setup->match.rules;
    const char *unit = h->setup->spec[a->seat]->engine->unit;
    bool hundredths = strncmp(unit, "hundredths", strlen("hundredths")) == 0;
    int64_t score = a->score;
    if (rules->game->features.scores && rules->seats == 2) {
        game_outcome now = game_result(rules, match_game(h->match)->now);
        score += now.score[a->seat] - now.score[1 - a->seat];
    }
    return (talk_opinion){.known = a->scored,
                          .score = hundredths ? score : 100 * score,
                          .depth = a->depth,
                          .nodes = a->nodes};
}

/* Whether the position is still to be judged (host_setup.judge). */
static bool is_unjudged(const host *h) {
    return h->setup->judge && !match_result(h->match) && match_game(h->match)->count != h->judged;
}

/* Handles the pending answers of engines. If games are judged, the judge sees every position,
 * however fast the engines move: otherwise the end of a game would depend on how busy the machine
 * is. */
static void take_answers(host *h) {
    thinker_answer a;
    error unused;
    while (!host_is_held(h) && !is_unjudged(h) && read(h->answers[0], &a, sizeof a) == sizeof a) {
        switch (a.kind) {
        case THINKER_STARTS: match_thinks(h->match, a.seat, a.number, came_at(h, a.time)); break;
        case THINKER_WAITS: match_waits(h->match, a.seat, a.number); break;
        case THINKER_MOVES:
            h->score[a.seat] = a.score;
            match_report(h->match, a.seat, opinion_of(h, &a));
            match_held_up(h->match, a.seat, a.number, a.held_up);
            match_answer(h->match, a.seat, a.number, a.move, came_at(h, a.time), clock_now());
            break;
        case THINKER_INTERRUPTS:
            if (a.move)
                match_interrupt(h->match, a.seat, a.move, (size_t)a.number, clock_now(), &unused);
            else match_pass(h->match, a.seat, (size_t)a.number, clock_now());
            break;
        case THINKER_FAILED: h->no_engine = true; break;
        }
    }
}

void host_refuse(host *h, const match_command *w, const error *why) {
    if (h->setup->refuse) h->setup->refuse(h->setup->context, h->match, w, why);
}

static bool can_do(host *h, const match_command *w, game_move *move, error *e) {
    const history *played = match_game(h->match);
    command_state s = {.rules = played->rules,
                       .position = played->now,
                       .played = played->count,
                       .over = match_result(h->match) != NULL};
    s.offer = match_offered(h->match, &s.offer_by);
    return match_command_check(w, &s, h->moves, move, e);
}

/* The player on turn answers while others have time to interrupt: the answer is kept until that
 * time is up. */
static void keep_early(host *h, const match_command *w) {
    h->early = *w;
    h->early.after = (int64_t)match_game(h->match)->count;
    h->has_early = true;
    match_hurry(h->match, w->text, clock_now());
}

static bool obey_move(host *h, const match_command *w, game_move move, int64_t arrived, error *e) {
    if (match_holds_back(h->match, w->seat)) keep_early(h, w);
    else if (match_asked(h->match) == w->seat)
        match_answer(h->match, w->seat, h->question[w->seat], move, arrived, clock_now());
    else if (!match_may_interrupt(h->match, w->seat))
        return error_code(e, "not-your-turn", "it is not your turn");
    else
        return match_interrupt(h->match, w->seat, move, match_game(h->match)->count, clock_now(),
                               e);
    return true;
}

/* How engines answer an offer: they agree to takebacks, and accept a draw if the game is under way
 * and does not look better for them. People at one keyboard agree among themselves. */
static void let_others_answer(host *h) {
    int by;
    error unused;
    match_proposal what = match_offered(h->match, &by);
    for (int seat = 0; what != MATCH_NO_OFFER && seat < h->setup->match.rules->seats; seat++) {
        bool machine = h->setup->spec[seat]->kind == SEAT_ENGINE;
        if (seat == by || (!machine && !h->setup->home)) continue;
        bool agrees = !machine || what == MATCH_TAKE_BACK ||
                      (match_game(h->match)->count >= DRAW_MOVES && h->score[seat] <= 0);
        if (agrees) match_offer(h->match, seat, what, clock_now(), &unused);
        else match_decline(h->match, seat, clock_now(), &unused);
        what = match_offered(h->match, &by);
    }
}

static bool obey_offer(host *h, const match_command *w, error *e) {
    match_proposal what = w->kind == COMMAND_DRAW ? MATCH_DRAW : MATCH_TAKE_BACK;
    if (!match_offer(h->match, w->seat, what, clock_now(), e)) return false;
    let_others_answer(h);
    return true;
}

static bool is_person(const host *h, int seat) {
    if (seat < 0 || seat >= h->setup->match.rules->seats) return false;
    seat_kind kind = h->setup->spec[seat]->kind;
    return kind == SEAT_ME || kind == SEAT_REMOTE;
}

/* A player who may interrupt declines. Typed by a person on turn it is the game's own pass, if it
 * has one. */
static bool obey_pass(host *h, const match_command *w, int64_t arrived, error *e) {
    if (match_asked(h->match) == w->seat && h->setup->spec[w->seat]->kind == SEAT_ME) {
        match_command move = {
            .kind = COMMAND_MOVE, .seat = w->seat, .after = w->after, .text = "pass"};
        game_move pass;
        return (can_do(h, &move, &pass, e) && obey_move(h, &move, pass, arrived, e)) ||
               error_code(e, "no-passing-on-turn",
                          "you are on turn, and the rules do not allow passing");
    }
    match_pass(h->match, w->seat, match_game(h->match)->count, clock_now());
    return true;
}

/* Executes a command, or reports why not. */
void host_obey(host *h, const match_command *w, int64_t arrived) {
    error e;
    game_move move;
    int64_t now = clock_now();
    bool organiser = w->kind >= COMMAND_PAUSE;
    bool good = organiser || is_person(h, w->seat) ||
                error_code(&e, "nobody-in-seat", "no person has that seat");
    good = good && can_do(h, w, &move, &e);
    if (good) {
        switch (w->kind) {
        case COMMAND_MOVE: good = obey_move(h, w, move, arrived, &e); break;
        case COMMAND_RESIGN: match_resign(h->match, w->seat, now); break;
        case COMMAND_DRAW:
        case COMMAND_UNDO: good = obey_offer(h, w, &e); break;
        case COMMAND_DECLINE: good = match_decline(h->match, w->seat, now, &e); break;
        case COMMAND_PASS: good = obey_pass(h, w, arrived, &e); break;
        case COMMAND_PAUSE: match_pause(h->match, NULL, now); break;
        case COMMAND_GO_ON: match_go_on(h->match, now); break;
        case COMMAND_ADJUDICATE:
            match_adjudicate(h->match, w->seat, *w->text ? w->text : "by the organiser", now);
            break;
        case COMMAND_ABORT:
            error_set(&e, "%s", *w->text ? w->text : "by the organiser");
            match_abort(h->match, &e, now);
            break;
        case COMMAND_LEAVE: h->left = true; break;
        }
    }
    if (!good) host_refuse(h, w, &e);
}

/* A command that came before its question counts once the question is asked; if someone has
 * interrupted, it is refused.
 */
static void take_early(host *h) {
    bool passed = h->early.after != (int64_t)match_game(h->match)->count;
    if (!h->has_early || (!passed && match_asked(h->match) != h->early.seat)) return;
    h->has_early = false;
    host_obey(h, &h->early, clock_now());
}

static void take_letters(host *h) {
    mailbox_letter l;
    start_clock(h); /* an answer to what was passed on meanwhile */
    while (!host_is_held(h) && mailbox_take(&h->mailbox, &l))
        host_obey(h, &l.command, came_at(h, l.time));
}

/* Requests of the organiser in the journal for this match. */
static void take_requests(host *h) {
    char line[TYPED];
    match_command w;
    error e;
    int64_t now = clock_now(), changes;
    if (!h->setup->journal || now < h->next_look) return;
    h->next_look = now + LONGEST_WAIT_MS * MILLISECOND;
    if ((changes = store_changes(h->setup->journal)) == h->changes) return;
    h->changes = changes;
    while (!host_is_held(h) &&
           store_take_request(h->setup->journal, h->setup->fence, line, sizeof line, &e)) {
        if (!match_command_read(line, h->setup->match.rules, GAME_NOBODY, &w, &e))
            host_refuse(h, &w, &e);
        else host_obey(h, &w, now);
    }
}

/* Waits for the next event, at most until the next deadline, and handles it. Nobody is charged for
 * our being busy (arrival.h). */
static void wait_and_deal(host *h) {
    struct pollfd watched[GAME_SEATS_MAX + 4];
    int seat_of[GAME_SEATS_MAX + 4];
    nfds_t count = 0;
    for (int seat = 0; seat < h->setup->match.rules->seats; seat++) {
        link_end *l = h->setup->link[seat];
        if (!l || l->in < 0 || h->gone[seat]) continue;
        seat_of[count] = seat;
        watched[count++] = (struct pollfd){.fd = l->in, .events = POLLIN};
    }
    nfds_t links = count;
    watched[count++] = (struct pollfd){.fd = h->answers[0], .events = POLLIN};
    watched[count++] = (struct pollfd){.fd = h->syncer.pipe[0], .events = POLLIN};
    watched[count++] = (struct pollfd){.fd = h->mailbox.event, .events = POLLIN};
    bool typing = host_listens(h);
    if (typing) watched[count++] = (struct pollfd){.fd = h->setup->input, .events = POLLIN};

    int64_t before = clock_now(), until = before + LONGEST_WAIT_MS * MILLISECOND;
    if (match_deadline(h->match) < until) until = match_deadline(h->match);
    /* Pending writes are retried soon. */
    for (nfds_t i = 0; i < links; i++)
        if (link_waiting(h->setup->link[seat_of[i]]) && before + 2000000 < until)
            until = before + 2000000;
    int64_t left = until > before ? until - before : 0;
    struct timespec wait = {.tv_sec = left / SECOND, .tv_nsec = left % SECOND};
    if (typing && memchr(h->typed, '\n', h->typed_count)) wait = (struct timespec){0};
    arrival_wait(&h->arrival);
    int ready = ppoll(watched, count, &wait, NULL);
    int64_t arrived = arrival_look(&h->arrival);
    for (nfds_t i = 0; i < links; i++) {
        int seat = seat_of[i];
        if (host_is_held(h)) return;
        if (ready > 0 && watched[i].revents) take_bytes(h, seat, arrived);
        if (link_waiting(h->setup->link[seat]) && link_flush(h->setup->link[seat]) == LINK_CLOSED)
            h->gone[seat] = true;
    }
    if (!host_is_held(h) && ready > 0 && watched[links].revents) take_answers(h);
    if (ready > 0 && watched[links + 2].revents) take_letters(h);
    if (host_is_held(h)) return;
    /* Lines that were read together are handled one by one before more is read. */
    if (typing && host_listens(h) && !host_take_line(h, arrived) && ready > 0 &&
        watched[links + 3].revents)
        host_take_typed(h, arrived);
}

static bool sit_down(host *h, error *e) {
    const match_setup *m = &h->setup->match;
    h->moves = malloc(m->rules->max_moves * sizeof *h->moves);
    if (!h->moves) return error_set(e, "no memory for a host");
    if (pipe2(h->answers, O_CLOEXEC) != 0 || fcntl(h->answers[0], F_SETFL, O_NONBLOCK) != 0)
        return error_set(e, "no pipe: %s", strerror(errno));
    if (!mailbox_create(&h->mailbox, e)) return false;
    if (h->setup->journal && !syncer_create(&h->syncer, h->setup->journal, NULL, NULL, e))
        return false;
    pool_setup own = {.slots = m->rules->seats, .equip = h->setup->equip};
    if (!h->setup->pool && !(h->own_pool = pool_create(&own, e))) return false;
    thinker_share share = {.pool = h->own_pool ? h->own_pool : h->setup->pool,
                           .address = h->setup->address,
                           .spare = h->setup->spare,
                           .threads = h->setup->engine_threads,
                           .memory = h->setup->engine_memory};
    for (int seat = 0; seat < m->rules->seats; seat++) {
        share.kept = h->setup->kept[seat];
        if (h->setup->spec[seat]->kind == SEAT_ENGINE &&
            !thinker_create(&h->thinker[seat], m->rules, h->setup->spec[seat], seat, h->answers[1],
                            share, m->seed, e))
            return error_in(e, "seat %d", seat + 1);
    }
    match_setup setup = *m;
    for (int seat = 0; seat < m->rules->seats; seat++) {
        seat_kind kind = h->setup->spec[seat]->kind;
        setup.seat[seat].queued = kind != SEAT_LINK;
        /* The machine may delay an engine, so the engine's own time decides whether its answer was
         * in time. */
        if (kind == SEAT_ENGINE) setup.seat[seat].grace = ENGINE_SECONDS * SECOND;
        /* Likewise the thread that receives a person's move, which says when it arrived. */
        if (kind == SEAT_REMOTE) setup.seat[seat].grace = REMOTE_MS * MILLISECOND;
    }
    setup.owner = (match_owner){.context = h,
                                .send = host_send,
                                .ask = host_ask,
                                .offer = offer,
                                .now = time_now,
                                .happened = host_happened};
    return (h->match = match_create(&setup, e)) != NULL;
}

host *host_open(const host_setup *setup, error *e) {
    host *h = malloc(sizeof *h);
    if (!h) {
        error_set(e, "no memory for a host");
        return NULL;
    }
    *h = (host){.setup = setup, .answers = {-1, -1}, .syncer.pipe = {-1, -1}, .mailbox.event = -1};
    if (sit_down(h, e)) return h;
    host_close(h);
    return NULL;
}

void host_close(host *h) {
    if (!h) return;
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) thinker_destroy(&h->thinker[seat]);
    pool_destroy(h->own_pool);
    if (h->setup->journal) syncer_destroy(&h->syncer);
    match_destroy(h->match);
    for (int i = 0; i < 2; i++)
        if (h->answers[i] >= 0) close(h->answers[i]);
    mailbox_destroy(&h->mailbox);
    for (size_t i = 0; i < h->out_count; i++) free(h->out[i].bytes);
    free(h->out);
    free(h->queue);
    free(h->moves);
    free(h);
}

bool host_post(host *h, const match_command *w) {
    /* Commands are not read while the journal cannot be written, but this one is. */
    if (w->kind == COMMAND_LEAVE) atomic_store(&h->leaving, true);
    return mailbox_post(&h->mailbox, w);
}

void host_relayed(host *h, int64_t event, int64_t when) { mailbox_note(&h->mailbox, event, when); }

void host_set_spare(host *h, bool spare) {
    for (int seat = 0; seat < h->setup->match.rules->seats; seat++)
        if (h->thinker[seat].pool)
            pool_set_spare(h->thinker[seat].pool, &h->thinker[seat].job, spare);
}

/* Ends a game whose rest is proven, each position once. */
static void judge_position(host *h) {
    const history *so_far = match_game(h->match);
    int winner;
    if (!is_unjudged(h)) return;
    h->judged = so_far->count;
    if (judge_proves(h->setup->judge, so_far, &winner))
        match_adjudicate(h->match, winner, "the rest of the game is proven", clock_now());
}

void host_begin(host *h) {
    arrival_start(&h->arrival);
    match_begin(h->match, clock_now());
}

/* One turn of the loop. Its order carries the guarantees of host.h:
 *
 * - While the journal lacks an event, the host is held: the bytes and questions that follow from it
 *   are queued, no input is read, and host_settle waits for the journal. So nothing is ever sent
 *   that a kill could undo.
 * - What is on disk is shown before anybody is asked, and a person's time starts after that.
 * - Input is handled before match_tick, which is given the time of the last look and not the time
 *   now: an answer that arrived in time is never overtaken by its own deadline.
 * - The judge comes before the next answers, so that it sees every position. */
bool host_step(host *h) {
    if (!host_settle(h) || match_result(h->match)) return false;
    host_show(h);
    start_clock(h);
    host_tell_people(h);
    offer_to_engines(h);
    wait_and_deal(h);
    if (host_settle(h)) take_requests(h);
    if (!host_settle(h)) return false;
    deal_with_trouble(h);
    match_tick(h->match, h->arrival.looked);
    judge_position(h);
    take_early(h);
    return true;
}

host_outcome host_end(host *h, match_verdict *verdict) {
    /* Shows what was saved, even if the match is left or lost. */
    if (h->setup->journal) {
        syncer_want(&h->syncer, h->kept);
        syncer_wait(&h->syncer);
        host_settle(h);
    }
    host_show(h);
    arrival_stop(&h->arrival);
    if (h->lost) return HOST_LOST;
    if (!match_result(h->match) || host_is_held(h)) return HOST_LEFT;
    *verdict = *match_result(h->match);
    return HOST_OVER;
}

host_outcome host_run(host *h, match_verdict *verdict) {
    host_begin(h);
    while (host_step(h)) continue;
    return host_end(h, verdict);
}

/* For observers it ends here. The journal has no end and no key is published, so the match can be
 * resumed. */
static void show_that_it_is_left(host *h, match_verdict *v) {
    const history *played = match_game(h->match);
    *v = (match_verdict){.reason = MATCH_ABORTED, .winner = GAME_NOBODY, .culprit = GAME_NOBODY};
    game_outcome o = game_result(played->rules, played->now);
    memcpy(v->score, o.score, sizeof v->score);
    error_set(&v->why, "interrupted, the journal has it");
    match_event end = {.kind = MATCH_END, .seat = GAME_NOBODY, .verdict = *v};
    if (h->setup->show) h->setup->show(h->setup->context, h->match, &end);
}

bool host_play(const host_setup *setup, match_verdict *verdict, error *e) {
    host *h = host_open(setup, e);
    if (!h) return false;
    host_outcome outcome = host_run(h, verdict);
    if (outcome == HOST_LOST) *e = h->trouble;
    if (outcome == HOST_LEFT && setup->journal) show_that_it_is_left(h, verdict);
    host_close(h);
    return outcome != HOST_LOST;
}
