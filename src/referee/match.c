#include "base/clock.h"
#include "referee/command.h"
#include "referee/match_private.h"

#include <stdlib.h>
#include <string.h>

enum {
    HANDSHAKE_SECONDS = 10,
    STRAY_MAX = 4096,      /* unsolicited bytes a seat may send in a game */
    ANSWER_MAX = 16 << 20, /* bytes of an answer including everything before it */
};

static const char *const reason_names[] = {
    [MATCH_WON] = "won",
    [MATCH_DRAWN] = "drawn",
    [MATCH_RESIGNED] = "resigned",
    [MATCH_ILLEGAL] = "illegal move",
    [MATCH_OUT_OF_TIME] = "out of time",
    [MATCH_STALLED] = "stalled",
    [MATCH_CRASHED] = "crashed",
    [MATCH_GARBLED] = "garbled",
    [MATCH_ADJUDICATED] = "adjudicated",
    [MATCH_ABORTED] = "aborted",
};

const char *match_reason_name(match_reason r) { return reason_names[r]; }

static bool find_name(const char *const *names, size_t count, const char *name, size_t *at) {
    for (*at = 0; *at < count; ++*at)
        if (strcmp(names[*at], name) == 0) return true;
    return false;
}

bool match_reason_find(const char *name, match_reason *r) {
    size_t at;
    if (!find_name(reason_names, sizeof reason_names / sizeof *reason_names, name, &at))
        return false;
    *r = (match_reason)at;
    return true;
}

static const char *const event_names[] = {
    [MATCH_START] = "start",   [MATCH_READY] = "ready",   [MATCH_MOVE] = "move",
    [MATCH_NOTE] = "note",     [MATCH_OFFER] = "offer",   [MATCH_DECLINE] = "decline",
    [MATCH_UNDO] = "undo",     [MATCH_PAUSE] = "pause",   [MATCH_GO_ON] = "go on",
    [MATCH_COMMIT] = "commit", [MATCH_REVEAL] = "reveal", [MATCH_RESUME] = "resume",
    [MATCH_END] = "end",
};

const char *match_event_name(match_event_kind k) { return event_names[k]; }

bool match_event_find(const char *name, match_event_kind *k) {
    size_t at;
    if (!find_name(event_names, sizeof event_names / sizeof *event_names, name, &at)) return false;
    *k = (match_event_kind)at;
    return true;
}

static void put(void *context, const char *bytes, size_t count) {
    place *p = context;
    p->sent += count;
    p->match->setup.owner.send(p->match->setup.owner.context, p->number, bytes, count);
}

static bool seat_down(match *m, int seat, const char *start, error *e) {
    place *p = &m->place[seat];
    const match_seat *s = &m->setup.seat[seat];
    p->match = m;
    p->number = seat;
    p->greeted = !s->speaks;
    p->clock = timing_start(s->control);
    return !s->speaks || talk_create(&p->talk, s->speaks, match_rules(m), seat, start, &s->options,
                                     (talk_sink){put, p}, e);
}

/* A move in the notation that a seat is sent; the position is the one before it. */
static void write_seen(const match *m, game_move move, int seat, text *t) {
    const game *g = match_rules(m)->game;
    if (g->seen) move = g->seen(match_rules(m), move, seat);
    game_write_move(match_rules(m), m->game.now, move, t);
}

/* Plays a legal move; `words` are its texts for the seats. */
static bool play(match *m, game_move move, char words[][GAME_MOVE_TEXT], error *e) {
    for (int seat = 0; seat < match_rules(m)->seats; seat++) {
        text t = text_over(words[seat], GAME_MOVE_TEXT);
        write_seen(m, move, seat, &t);
    }
    return history_play(&m->game, move, e);
}

static void tell(match *m, int mover, char words[][GAME_MOVE_TEXT]) {
    int next = game_turn(match_rules(m), m->game.now);
    for (int seat = 0; seat < match_rules(m)->seats; seat++) {
        place *p = &m->place[seat];
        p->sent = 0;
        if (p->talk.speaks) talk_tell(&p->talk, mover, words[seat], next);
    }
}

bool match_is_legal(match *m, int seat, game_move move) {
    return game_has_move(match_rules(m), m->game.now, seat, move, m->moves);
}

/* A resumed match: the seats receive the moves as if they were played now. Only protocols that can
 * be given a game in progress support this. */
static bool replay(match *m, error *e) {
    char words[GAME_SEATS_MAX][GAME_MOVE_TEXT];
    for (size_t i = 0; i < m->setup.move_count; i++) {
        game_move move = m->setup.moves[i];
        int mover = game_mover(match_rules(m), m->game.now, move, m->moves);
        if (mover == GAME_OVER) return error_set(e, "move %zu of the match is not legal", i + 1);
        if (!play(m, move, words, e)) return false;
        tell(m, mover, words);
    }
    for (int seat = 0; seat < match_rules(m)->seats; seat++) {
        const protocol *speaks = m->setup.seat[seat].speaks;
        if (m->setup.move_count && speaks && !speaks->resumes)
            return error_code(e, "cannot-resume",
                              "seat %d speaks the %s protocol, which cannot resume a game that "
                              "has begun",
                              seat + 1, speaks->name);
    }
    return true;
}

match *match_create(const match_setup *setup, error *e) {
    match *m = calloc(1, sizeof *m);
    if (!m) {
        error_set(e, "no memory for a match");
        return NULL;
    }
    m->setup = *setup;
    if (!m->setup.handshake) m->setup.handshake = HANDSHAKE_SECONDS * SECOND;
    m->chance = random_seed(hash_join(setup->seed, setup->move_count));
    if (setup->secrets) m->secrets = *setup->secrets;
    m->view = game_new_position(setup->rules);
    m->moves = malloc(setup->rules->max_moves * sizeof *m->moves);
    char *start = setup->start ? malloc(setup->rules->position_text_bytes) : NULL;
    bool good = m->view && m->moves && (start || !setup->start);
    if (!good) error_set(e, "no memory for a match");
    good = good && (!setup->rules->game->roll || fair_start(e));
    good = good && history_create(&m->game, setup->rules, e);
    if (good && start) {
        text t = text_over(start, setup->rules->position_text_bytes);
        history_set(&m->game, setup->start);
        game_write_position(setup->rules, setup->start, &t);
    }
    for (int seat = 0; good && seat < setup->rules->seats; seat++)
        good = seat_down(m, seat, start, e);
    for (size_t i = 0; good && i < setup->spent_count; i++)
        timing_charge(&m->place[setup->spent[i].seat].clock, setup->spent[i].used);
    good = good && replay(m, e);
    free(start);
    if (good) return m;
    match_destroy(m);
    return NULL;
}

void match_destroy(match *m) {
    if (!m) return;
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) talk_destroy(&m->place[seat].talk);
    history_destroy(&m->game);
    free(m->view);
    free(m->moves);
    free(m);
}

void match_happen(match *m, match_event event, const char *words, int64_t now) {
    text t = text_over(event.text, sizeof event.text);
    if (words) text_add(&t, words);
    /* An expired time expired before anything else we found when we looked. */
    event.time = m->latest = now - m->start > m->latest ? now - m->start : m->latest;
    event.moves = m->game.count;
    event.delay = m->delay;
    m->setup.owner.happened(m->setup.owner.context, &event);
}

static void write_scores(const match *m, text *t) {
    for (int seat = 0; seat < match_rules(m)->seats; seat++)
        text_addf(t, "%s%d", seat ? "," : "", m->verdict.score[seat]);
}

void match_finish(match *m, match_reason reason, int winner, int culprit, const error *why,
                  int64_t now) {
    if (m->over) return;
    m->over = true;
    game_outcome o = game_result(match_rules(m), m->game.now);
    m->verdict =
        (match_verdict){.reason = reason, .winner = winner, .culprit = culprit, .why = *why};
    memcpy(m->verdict.score, o.score, sizeof o.score);
    match_reveal(m, now);
    for (int seat = 0; seat < match_rules(m)->seats; seat++) m->place[seat].asked = false;
    match_happen(m, (match_event){.kind = MATCH_END, .seat = GAME_NOBODY, .verdict = m->verdict},
                 NULL, now);
    char score[120];
    text scores = text_over(score, sizeof score);
    write_scores(m, &scores);
    for (int seat = 0; seat < match_rules(m)->seats; seat++) {
        place *p = &m->place[seat];
        if (p->talk.speaks) talk_close(&p->talk, winner, match_reason_name(reason), score);
    }
}

/* The seat with the highest score other than this one; nobody if several share it. */
static int leader_but(const game_rules *rules, const game_position *p, int without) {
    game_outcome o = game_result(rules, p);
    int best = GAME_NOBODY;
    bool shared = false;
    for (int seat = 0; seat < rules->seats; seat++) {
        if (seat == without) continue;
        if (best == GAME_NOBODY || o.score[seat] > o.score[best]) {
            best = seat;
            shared = false;
        } else if (o.score[seat] == o.score[best]) {
            shared = true;
        }
    }
    return shared ? GAME_NOBODY : best;
}

int match_leader(const game_rules *rules, const game_position *p) {
    return leader_but(rules, p, GAME_NOBODY);
}

/* The winner when a seat loses by its own fault: the other one; of several the leader. */
static int beneficiary(const match *m, int culprit) {
    return leader_but(match_rules(m), m->game.now, culprit);
}

static void lose(match *m, int seat, match_reason reason, const error *why, int64_t now) {
    match_finish(m, reason, beneficiary(m, seat), seat, why, now);
}

/* The start and length of a seat's time to answer: transmission time is not charged. */
static void await(match *m, place *p, int64_t allowed) {
    const match_seat *s = &m->setup.seat[p->number];
    p->asked = true;
    p->heard = 0;
    p->since = m->setup.owner.now(m->setup.owner.context) + (int64_t)p->sent * s->byte_time;
    p->allowed = allowed;
    p->deadline = p->since + allowed;
    p->waits = s->queued;
    if (s->speaks) p->deadline += (int64_t)s->speaks->answer * s->byte_time;
}

void match_thinks(match *m, int seat, uint64_t number, int64_t since) {
    place *p = &m->place[seat];
    if (m->over || !p->asked || p->question != number || !p->waits) return;
    p->waits = false;
    if (since < p->since) since = p->since;
    m->delay.waited += since - p->since;
    p->since = m->paused ? m->pause : since;
    p->deadline = p->since + p->allowed + m->setup.seat[seat].grace;
}

void match_waits(match *m, int seat, uint64_t number) {
    place *p = &m->place[seat];
    if (!m->over && p->asked && p->question == number) p->waits = true;
}

void match_held_up(match *m, int seat, uint64_t number, int64_t by) {
    place *p = &m->place[seat];
    if (m->over || !p->asked || p->question != number || p->waits) return;
    p->since += by;
    m->delay.waited += by;
}

static void note_delay(match *m, int64_t delay) {
    if (delay < 0) return;
    if (delay > m->delay.worst) m->delay.worst = delay;
    m->delay.total += delay;
    m->delay.count++;
}

static int64_t used(const match *m, const place *p) {
    const match_seat *s = &m->setup.seat[p->number];
    int64_t line = s->speaks ? (int64_t)s->speaks->answer * s->byte_time : 0;
    int64_t time = m->arrived - p->since - line;
    return time > 0 && !p->waits ? time : 0;
}

static void ask(match *m, int seat) {
    place *p = &m->place[seat];
    const game *g = match_rules(m)->game;
    const time_control *c = &p->clock.control;
    talk_limits limits = {.move_time = c->move,
                          .clock = c->game ? p->clock.left + p->clock.bank : 0,
                          .increment = c->increment,
                          .usual = c->usual};
    p->sent = p->noticed;
    p->noticed = 0;
    p->question = ++m->questions;
    if (p->talk.speaks) {
        if (g->view) g->view(match_rules(m), m->game.now, seat, m->view);
        else game_copy(match_rules(m), m->view, m->game.now);
        talk_ask(&p->talk, m->view, &limits);
    } else {
        m->setup.owner.ask(m->setup.owner.context, seat, &limits, p->question);
    }
    await(m, p, timing_allowed(&p->clock));
}

/* An acknowledgement has its own time limit, the contest's for a move, and is not charged. */
void match_await_acknowledgement(match *m, int seat) {
    const match_seat *s = &m->setup.seat[seat];
    int64_t allowed = s->control.move ? s->control.move : s->speaks->move_time;
    await(m, &m->place[seat], allowed ? allowed : m->setup.handshake);
}

void match_report(match *m, int seat, talk_opinion opinion) { m->place[seat].opinion = opinion; }

/* The opinion that goes with the move of a seat, and for how many moves it has been alike. */
static talk_opinion take_opinion(match *m, int mover) {
    if (mover < 0) return (talk_opinion){0};
    place *p = &m->place[mover];
    const match_agreement *a = &m->setup.agreement;
    talk_opinion o = p->talk.speaks ? p->talk.opinion : p->opinion;
    p->opinion = p->talk.opinion = (talk_opinion){0};
    p->losing = o.known && o.score <= -a->resign_score ? p->losing + 1 : 0;
    p->winning = o.known && o.score >= a->resign_score ? p->winning + 1 : 0;
    p->level = o.known && o.score <= a->draw_score && o.score >= -a->draw_score ? p->level + 1 : 0;
    return o;
}

/* Ends a game of two whose players have agreed for long enough on how it will end. */
static void adjudicate_by_scores(match *m, int64_t now) {
    const match_agreement *a = &m->setup.agreement;
    if (m->over || match_rules(m)->seats != 2) return;
    for (int seat = 0; a->resign_moves && seat < 2; seat++)
        if (m->place[seat].losing >= a->resign_moves &&
            m->place[1 - seat].winning >= a->resign_moves) {
            match_adjudicate(m, 1 - seat, "by the scores that both players reported", now);
            return;
        }
    if (a->draw_moves && m->game.count >= a->draw_from && m->place[0].level >= a->draw_moves &&
        m->place[1].level >= a->draw_moves)
        match_adjudicate(m, GAME_NOBODY, "by the scores that both players reported", now);
}

void match_play(match *m, int mover, game_move move, int64_t time_used, int64_t now) {
    char word[GAME_MOVE_TEXT], words[GAME_SEATS_MAX][GAME_MOVE_TEXT];
    text t = text_over(word, sizeof word);
    error e;
    game_write_move(match_rules(m), m->game.now, move, &t);
    if (!play(m, move, words, &e)) {
        match_finish(m, MATCH_ABORTED, GAME_NOBODY, GAME_NOBODY, &e, now);
        return;
    }
    match_drop_offer(m, mover);
    match_happen(m,
                 (match_event){.kind = MATCH_MOVE,
                               .seat = mover,
                               .move = move,
                               .used = time_used,
                               .opinion = take_opinion(m, mover)},
                 word, now);
    tell(m, mover, words);
    match_keep_faith(m, word, now);
    for (int seat = 0; !m->over && seat < match_rules(m)->seats; seat++)
        if (m->place[seat].talk.speaks && m->place[seat].talk.state == TALK_TOLD)
            match_await_acknowledgement(m, seat);
}

static bool all_quiet(const match *m) {
    for (int seat = 0; seat < match_rules(m)->seats; seat++)
        if (!m->place[seat].greeted || m->place[seat].asked) return false;
    return true;
}

void match_proceed(match *m, int64_t now) {
    while (!m->over && !m->paused && all_quiet(m)) {
        int turn = game_turn(match_rules(m), m->game.now);
        if (turn != GAME_OVER) adjudicate_by_scores(m, now);
        if (m->over) return;
        if (turn == GAME_OVER) {
            game_outcome o = game_result(match_rules(m), m->game.now);
            error why;
            error_set(&why, "%s", o.reason);
            match_finish(m, o.winner == GAME_NOBODY ? MATCH_DRAWN : MATCH_WON, o.winner,
                         GAME_NOBODY, &why, now);
        } else if (m->setup.move_limit && m->game.count >= m->setup.move_limit) {
            match_adjudicate(m, match_leader(match_rules(m), m->game.now),
                             "by the score, at the move limit", now);
        } else if (m->setup.turn_limit && m->game.count >= m->setup.turn_limit) {
            match_finish(m, MATCH_DRAWN, GAME_NOBODY, GAME_NOBODY,
                         &(error){.message = "the last turn is reached"}, now);
        } else if (turn == GAME_CHANCE) {
            match_play(m, GAME_CHANCE, match_roll(m), 0, now);
        } else if (match_holds(m, turn, now)) {
            return;
        } else {
            ask(m, turn);
        }
    }
}

void match_begin(match *m, int64_t now) {
    bool resumed = m->setup.move_count || m->setup.elapsed;
    m->start = now - m->setup.elapsed;
    match_happen(m,
                 (match_event){.kind = resumed ? MATCH_RESUME : MATCH_START, .seat = GAME_NOBODY},
                 NULL, now);
    for (int seat = 0; seat < match_rules(m)->seats; seat++) {
        place *p = &m->place[seat];
        if (!p->talk.speaks) continue;
        p->sent = 0;
        talk_open(&p->talk);
        if (p->talk.state == TALK_OPENING) {
            await(m, p, m->setup.handshake);
            continue;
        }
        p->greeted = true;
        if (p->talk.options.greeted)
            match_happen(m, (match_event){.kind = MATCH_READY, .seat = seat}, p->talk.name, now);
    }
    match_make_good(m, now);
    match_proceed(m, now);
}

static void lose_on_time(match *m, const place *p, int64_t now) {
    lose(m, p->number, timing_runs(&p->clock) ? MATCH_OUT_OF_TIME : MATCH_STALLED,
         &(error){.message = "its answer came too late"}, now);
}

/* Takes a move by its number: legal for that seat, in time. */
static void accept(match *m, place *p, game_move move, int64_t now) {
    int64_t time = used(m, p);
    p->asked = false;
    if (!timing_charge(&p->clock, time)) {
        lose_on_time(m, p, now);
        return;
    }
    match_play(m, p->number, move, time, now);
}

static void hear_move(match *m, place *p, const char *word, int64_t now) {
    error e;
    game_move move;
    if (p->talk.state == TALK_TOLD) {
        error_code(&e, "bad-acknowledgement", "'%s' instead of the acknowledgement 0000", word);
    } else if (used(m, p) > p->allowed) {
        lose_on_time(m, p, now);
        return;
    } else if (!match_read_move(match_rules(m), m->game.now, p->number, word, m->moves, &move,
                                &e)) {
        /* Most messages of the games name the move; do not repeat it. */
        if (!strstr(e.message, word)) error_in(&e, "'%s'", word);
    } else {
        accept(m, p, move, now);
        return;
    }
    lose(m, p->number, MATCH_ILLEGAL, &e, now);
}

static void note_stray(match *m, place *p, const talk_message *said, int64_t now) {
    char shown[sizeof said->text];
    text t = text_over(shown, sizeof shown);
    text_add_visible(&t, said->text, "?");
    /* Reports the first ones; the rest of a flood adds nothing. */
    if (p->stray++ < 8)
        match_happen(m, (match_event){.kind = MATCH_NOTE, .seat = p->number}, shown, now);
    if (p->stray > STRAY_MAX)
        lose(m, p->number, MATCH_GARBLED, &(error){.message = "a flood of unsolicited bytes"}, now);
}

static void understand(match *m, place *p, const talk_message *said, int64_t now) {
    switch (said->heard) {
    case TALK_NOTHING: break;
    case TALK_READY:
        p->greeted = true;
        p->asked = false;
        match_happen(m, (match_event){.kind = MATCH_READY, .seat = p->number}, p->talk.name, now);
        break;
    case TALK_MOVE: hear_move(m, p, said->text, now); break;
    case TALK_ACKNOWLEDGED:
        p->asked = false;
        if (used(m, p) > p->allowed)
            lose(m, p->number, MATCH_OUT_OF_TIME,
                 &(error){.message = "its acknowledgement came too late"}, now);
        break;
    case TALK_INTERRUPTS:
        if (!match_hear_interrupt(m, p->number, said->text, now)) note_stray(m, p, said, now);
        break;
    case TALK_RESIGNS: match_resign(m, p->number, now); break;
    case TALK_STRAY: note_stray(m, p, said, now); break;
    case TALK_GARBLED: lose(m, p->number, MATCH_GARBLED, &p->talk.why, now); break;
    }
}

/* Bytes during a pause count as arrived when it began. */
static void arrive(match *m, int64_t time) {
    m->arrived = m->paused && time > m->pause ? m->pause : time;
}

void match_receive(match *m, int seat, const char *bytes, size_t count, int64_t arrived,
                   int64_t now) {
    arrive(m, arrived);
    note_delay(m, now - arrived);
    place *p = &m->place[seat];
    for (size_t i = 0; i < count && !m->over && p->talk.speaks; i++) {
        p->sent = 0;
        talk_message said = talk_hear(&p->talk, bytes[i]);
        if (++p->heard > ANSWER_MAX)
            lose(m, seat, MATCH_GARBLED, &(error){.message = "a flood of bytes without an answer"},
                 now);
        understand(m, p, &said, now);
        if (said.heard != TALK_NOTHING) match_proceed(m, now);
    }
}

void match_answer(match *m, int seat, uint64_t number, game_move move, int64_t arrived,
                  int64_t now) {
    arrive(m, arrived);
    place *p = &m->place[seat];
    if (m->over || !p->asked || p->question != number) return;
    note_delay(m, now - arrived);
    if (!match_is_legal(m, seat, move))
        lose(m, seat, MATCH_ILLEGAL, &(error){.message = "not a legal move"}, now);
    else accept(m, p, move, now);
    match_proceed(m, now);
}

void match_resign(match *m, int seat, int64_t now) {
    lose(m, seat, MATCH_RESIGNED, &(error){.message = "resigned"}, now);
}

void match_hung_up(match *m, int seat, const error *how, int64_t now) {
    lose(m, seat, MATCH_CRASHED, how, now);
}

void match_stuck(match *m, int seat, int64_t now) {
    lose(m, seat, MATCH_STALLED, &(error){.message = "it does not read its input"}, now);
}

void match_abort(match *m, const error *why, int64_t now) {
    match_finish(m, MATCH_ABORTED, GAME_NOBODY, GAME_NOBODY, why, now);
}

void match_adjudicate(match *m, int winner, const char *why, int64_t now) {
    error e;
    error_set(&e, "%s", why);
    match_finish(m, MATCH_ADJUDICATED, winner, GAME_NOBODY, &e, now);
}

int64_t match_deadline(const match *m) {
    int64_t first = INT64_MAX;
    for (int seat = 0; !m->over && !m->paused && seat < match_rules(m)->seats; seat++)
        if (m->place[seat].asked && !m->place[seat].waits && m->place[seat].deadline < first)
            first = m->place[seat].deadline;
    if (!m->over && !m->paused && m->chance_to_cut.holds && m->chance_to_cut.until < first)
        first = m->chance_to_cut.until;
    if (!m->over && m->setup.time_limit && m->start + m->setup.time_limit < first)
        first = m->start + m->setup.time_limit;
    return first;
}

/* The end of a seat whose time is up. */
static void time_out(match *m, place *p, int64_t now) {
    bool told = p->talk.speaks && p->talk.state == TALK_TOLD;
    bool half = p->talk.speaks && p->talk.length > 0;
    char seconds[40];
    text t = text_over(seconds, sizeof seconds);
    error e;
    text_addf(&t, "%lld.%03lld", (long long)(p->allowed / SECOND),
              (long long)(p->allowed / MILLISECOND % 1000));
    if (!p->greeted && half)
        error_code(&e, "half-greeting", "the greeting was not answered after half an answer");
    else if (!p->greeted) error_code(&e, "no-greeting", "the greeting was not answered");
    else if (told && half)
        error_code(&e, "half-acknowledgement",
                   "no acknowledgement within %s s after half an answer", seconds);
    else if (told) error_code(&e, "no-acknowledgement", "no acknowledgement within %s s", seconds);
    else if (half) error_code(&e, "half-move", "no move within %s s after half an answer", seconds);
    else error_code(&e, "no-move", "no move within %s s", seconds);
    bool clock = p->greeted && (told || timing_runs(&p->clock));
    lose(m, p->number, clock ? MATCH_OUT_OF_TIME : MATCH_STALLED, &e, now);
}

void match_tick(match *m, int64_t now) {
    if (m->setup.time_limit && now >= m->start + m->setup.time_limit)
        match_adjudicate(m, match_leader(match_rules(m), m->game.now),
                         "by the score, at the time limit", now);
    for (int seat = 0; !m->over && !m->paused && seat < match_rules(m)->seats; seat++) {
        place *p = &m->place[seat];
        if (!p->asked || p->waits || now <= p->deadline) continue;
        note_delay(m, now - p->deadline);
        time_out(m, p, now);
    }
    if (m->chance_to_cut.holds && now >= m->chance_to_cut.until) match_proceed(m, now);
}

const match_verdict *match_result(const match *m) { return m->over ? &m->verdict : NULL; }
const history *match_game(const match *m) { return &m->game; }
const seat_clock *match_clock(const match *m, int seat) { return &m->place[seat].clock; }

int match_asked(const match *m) {
    for (int seat = 0; !m->over && seat < match_rules(m)->seats; seat++) {
        const place *p = &m->place[seat];
        if (p->asked && p->greeted && !(p->talk.speaks && p->talk.state == TALK_TOLD)) return seat;
    }
    return GAME_NOBODY;
}
