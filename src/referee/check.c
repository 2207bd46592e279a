#include "referee/check.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "protocols/talk.h"

enum { GAMES = 6, SHORT_GAMES = 2, EXCHANGES = 400 };

/* How long we wait for an overdue answer, so that a late one is distinguished from none and is not
 * taken for the answer to the next question; and how long the line must be quiet before each
 * question, so that unsolicited bytes after an answer are noticed. */
static const int64_t grace = 3 * SECOND, gap = 5 * SECOND / 1000;

/* The longest delay until a stop of the check is noticed. */
static const int64_t notice = SECOND / 20;

/* The rules, in the order of the report. */
enum {
    HANDSHAKE,
    FIRST_MOVE,
    ANSWER,
    LEGALITY,
    TIMING,
    SILENCE,
    PASS,
    ACKNOWLEDGE, /* Dots */
    TEAM = PASS, /* Trax */
    RESTART = ACKNOWLEDGE + 1,
    RULES
};

static const check_rule contest_rules[RULES] = {
    [HANDSHAKE] = {.name = "handshake", .meaning = "answers 0 with R00"},
    [FIRST_MOVE] = {.name = "first move", .meaning = "answers A0000 with a line"},
    [ANSWER] = {.name = "answer", .meaning = "answers a move with four characters"},
    [LEGALITY] = {.name = "legality", .meaning = "draws only lines that exist and are open"},
    [TIMING] = {.name = "timing", .meaning = "every answer comes within its time"},
    [SILENCE] = {.name = "silence", .meaning = "sends nothing unsolicited"},
    [PASS] = {.name = "pass", .meaning = "answers the opponent's pass (A0000) with a move"},
    [ACKNOWLEDGE] = {.name = "acknowledgement",
                     .meaning = "answers 0000 to a box, as the other moves again"},
    [RESTART] = {.name = "new start",
                 .meaning = "begins another game on a second 0, also in the middle of one (not "
                            "required: the contest sends one 0)",
                 .beyond = true},
};

static const check_rule competition_rules[RULES] = {
    [HANDSHAKE] = {.name = "black waits", .meaning = "sends nothing on -B"},
    [FIRST_MOVE] = {.name = "first move", .meaning = "answers -W with @0/ or @0+"},
    [ANSWER] = {.name = "answer", .meaning = "answers a move with a move on a line"},
    [LEGALITY] = {.name = "legality", .meaning = "places only tiles that are legal"},
    [TIMING] = {.name = "timing", .meaning = "every answer comes within its time"},
    [SILENCE] = {.name = "silence", .meaning = "sends nothing unsolicited"},
    [TEAM] = {.name = "team", .meaning = "answers -T with two characters"},
    [ACKNOWLEDGE] = {.name = "line ends", .meaning = "accepts lines that end with CR LF"},
    [RESTART] = {.name = "new start", .meaning = "starts over on -W or -B in the middle of a game"},
};

typedef struct check {
    const check_setup *setup;
    check_rule *rules;
    bool contest; /* the Dots contest; otherwise the Trax competition */
    int64_t limit;
    history game;
    int seat; /* the board's */
    random_source chance;
    game_move *moves;
    char asked[64], said[64]; /* the last exchange */
    int64_t took;
    bool hung_up;
    bool again; /* a new start is under way: what goes wrong in it breaks that rule alone */
    bool ended; /* the board does not begin again */
    int played, games, questions; /* for observers */
} check;

static bool is_stopped(const check *c) { return c->setup->stop && atomic_load(c->setup->stop); }

static void judge(check *c, int rule, bool good, const char *why) {
    check_rule *r = &c->rules[rule];
    if (is_stopped(c)) return; /* the missing answer might still have come */
    if (c->again && rule != RESTART) return;
    if (r->result == CHECK_FAILED || (good && r->result == CHECK_PASSED)) return;
    r->result = good ? CHECK_PASSED : CHECK_FAILED;
    text shown = text_over(r->shown, sizeof r->shown), reason = text_over(r->why, sizeof r->why);
    text_add(&shown, "> ");
    link_write_bytes(c->asked, strlen(c->asked), &shown);
    text_add(&shown, "  < ");
    link_write_bytes(c->said, strlen(c->said), &shown);
    text_addf(&shown, "  (%lld ms)", (long long)(c->took / MILLISECOND));
    if (!good) text_add(&reason, why);
}

/* No bytes may arrive within `quiet`; if some do, they are discarded. */
static bool is_quiet(check *c, int64_t quiet, int rule, const char *why) {
    char bytes[32];
    size_t count = 0, most = 1 << 16;
    int64_t until = clock_now() + quiet;
    bool good = true;
    while (most > 0 &&
           link_read(c->setup->link, bytes, sizeof bytes - 1, until, &count) == LINK_OK) {
        most -= count < most ? count : most;
        bytes[count] = '\0';
        if (!good || strspn(bytes, "\r\n") == count) continue;
        text t = text_over(c->said, sizeof c->said);
        text_add_part(&t, bytes, count);
        good = false;
    }
    judge(c, rule, good, why);
    return good;
}

/* A question; bytes on the line before it are unsolicited. */
static bool send(check *c, const char *bytes) {
    if (c->asked[0]) is_quiet(c, gap, SILENCE, "unsolicited bytes");
    text t = text_over(c->asked, sizeof c->asked);
    text_add(&t, bytes);
    c->said[0] = '\0';
    c->took = 0;
    c->questions++;
    if (is_stopped(c)) return false;
    if (c->setup->asks)
        c->setup->asks(c->setup->context, c->played, c->games, c->questions, c->asked);
    return link_write(c->setup->link, bytes, strlen(bytes), clock_now() + SECOND) == LINK_OK;
}

static bool send_line(check *c, const char *word, const char *newline) {
    char bytes[64];
    text t = text_over(bytes, sizeof bytes);
    text_addf(&t, "%s%s", word, newline ? newline : "\n");
    return send(c, bytes);
}

static bool is_complete(const check *c, size_t length, size_t wanted) {
    if (c->contest) return length >= wanted;
    return length > 0 && strchr("\r\n", c->said[length - 1]);
}

/* The answer has arrived, in time or not. */
static void judge_timing(check *c, int64_t start) {
    char why[80];
    text t = text_over(why, sizeof why);
    c->took = clock_now() - start;
    text_addf(&t, "the limit is %lld ms", (long long)(c->limit / MILLISECOND));
    judge(c, TIMING, c->took <= c->limit, why);
}

/* The next byte, or LINK_LATE if the deadline passes or the check stops. */
static link_status next_byte(const check *c, char *byte, int64_t deadline) {
    link_status status = LINK_LATE;
    size_t count;
    while (status == LINK_LATE && !is_stopped(c)) {
        int64_t soon = clock_now() + notice;
        status = link_read(c->setup->link, byte, 1, soon < deadline ? soon : deadline, &count);
        if (soon >= deadline) break;
    }
    return status;
}

/* Reads an answer: `wanted` characters in Dots (line ends are ignored), a line in Trax. */
static bool hear(check *c, size_t wanted) {
    int64_t start = clock_now();
    link_status status = LINK_OK;
    size_t length = 0;
    while (length < sizeof c->said - 1) {
        char byte;
        status = next_byte(c, &byte, start + c->limit + grace);
        if (status != LINK_OK) break;
        bool newline = byte == '\r' || byte == '\n';
        if (newline && (c->contest || length == 0)) continue;
        if (c->contest && length == 0 && byte == 'A' && wanted == 4) continue; /* tolerated */
        c->said[length++] = byte;
        c->said[length] = '\0';
        if (!is_complete(c, length, wanted)) continue;
        c->said[strcspn(c->said, "\r\n")] = '\0';
        judge_timing(c, start);
        return true;
    }
    c->took = clock_now() - start;
    c->hung_up = status == LINK_CLOSED;
    judge(c, TIMING, false, c->hung_up ? "the line was hung up" : "no complete answer in time");
    return false;
}

static void judge_missing(check *c, int rule) {
    judge(c, rule, false, c->hung_up ? "the line was hung up" : "no answer");
}

/* The board's move is checked against the rules of the game and played. */
static bool take_move(check *c, int rule) {
    error e = {.message = "not its turn"};
    game_move move;
    if (!hear(c, 4)) {
        judge_missing(c, rule);
        return false;
    }
    bool legal = game_turn(c->setup->rules, c->game.now) == c->seat &&
                 game_read_move(c->setup->rules, c->game.now, c->said, &move, &e);
    judge(c, rule, true, "");
    judge(c, LEGALITY, legal, legal ? "" : e.message);
    return legal && history_play(&c->game, move, NULL);
}

/* Our move: in Dots one that completes a box if possible, so that acknowledgements come up, and
 * never a pass. */
static game_move our_move(check *c) {
    const game_rules *r = c->setup->rules;
    int us = 1 - c->seat;
    size_t count = game_moves(r, c->game.now, us, c->moves), lines = count;
    if (c->contest && count > 1) lines--; /* the pass is last */
    for (size_t i = 0; c->contest && i < lines; i++) {
        if (!history_play(&c->game, c->moves[i], NULL)) break;
        bool again = game_turn(r, c->game.now) == us;
        history_undo(&c->game);
        if (again) return c->moves[i];
    }
    return c->moves[random_below(&c->chance, (uint32_t)lines)];
}

/* Plays our move and sends it to the board, unless it ends the game: there is no answer to that. */
static bool tell_move(check *c, game_move move, bool crlf) {
    char word[GAME_MOVE_TEXT], bytes[GAME_MOVE_TEXT + 2];
    text t = text_over(word, sizeof word);
    game_write_move(c->setup->rules, c->game.now, move, &t);
    if (!history_play(&c->game, move, NULL) || game_turn(c->setup->rules, c->game.now) == GAME_OVER)
        return false;
    t = text_over(bytes, sizeof bytes);
    text_addf(&t, "A%s", word);
    return c->contest ? send(c, bytes) : send_line(c, word, crlf ? "\r\n" : c->setup->newline);
}

/* Dots: our moves until the board is on turn; each but the last needs an acknowledgement. */
static bool contest_our_turn(check *c) {
    while (game_turn(c->setup->rules, c->game.now) == 1 - c->seat) {
        if (!tell_move(c, our_move(c), false)) return false;
        if (game_turn(c->setup->rules, c->game.now) != 1 - c->seat) break;
        if (!hear(c, 4)) {
            judge_missing(c, ACKNOWLEDGE);
            return false;
        }
        bool good = strcmp(c->said, "0000") == 0;
        judge(c, ACKNOWLEDGE, good, "any answer but 0000 is a move out of turn");
        if (!good) return false;
    }
    return true;
}

/* The call sends 0 "at the beginning" and says nothing of restarts: a board that plays one game
 * each time it is switched on breaks no other rule by not answering a second one. */
static bool contest_greet(check *c) {
    bool good = send(c, "0");
    c->again = c->played > 1;
    good = good && hear(c, 3) && strcmp(c->said, "R00") == 0;
    judge(c, c->again ? RESTART : HANDSHAKE, good, "R00 is due");
    c->ended = c->again && !good;
    c->again = false;
    return good;
}

/* One game in which the board has the seat; stops early if `part` moves are enough. */
static void play_contest(check *c, int seat, int part, bool restart) {
    const game_rules *r = c->setup->rules;
    bool passed = false;
    history_set(&c->game, c->game.start);
    c->seat = seat;
    (void)restart; /* every game after the first is one */
    if (!contest_greet(c)) return;
    is_quiet(c, 30000000, SILENCE, "bytes after R00");
    for (int i = 0; i < EXCHANGES && game_turn(r, c->game.now) != GAME_OVER; i++) {
        if (part && i >= part) return;
        if (game_turn(r, c->game.now) != seat) {
            /* We pass once in the middle of the game, but not if the board moves first: a board
             * that passes from then on gives no box away to acknowledge. */
            game_move pass = 0;
            if (!passed && seat == 1 && i >= 2 &&
                game_read_move(r, c->game.now, "0000", &pass, NULL)) {
                passed = true;
                if (!tell_move(c, pass, false) || !take_move(c, PASS)) return;
                continue;
            }
            if (!contest_our_turn(c) || game_turn(r, c->game.now) == GAME_OVER) return;
            if (!take_move(c, ANSWER)) return;
        } else {
            /* It has the first move, or has completed a box and moves again. */
            if (!send(c, "A0000") || !take_move(c, c->game.count == 0 ? FIRST_MOVE : ANSWER))
                return;
            if (c->game.count == 1) is_quiet(c, 30000000, SILENCE, "bytes after its answer");
        }
    }
}

static void play_competition(check *c, int seat, int part, bool restart) {
    const game_rules *r = c->setup->rules;
    history_set(&c->game, c->game.start);
    c->seat = seat;
    if (!send_line(c, seat == 0 ? "-W" : "-B", c->setup->newline)) return;
    if (seat == 1) is_quiet(c, 100000000, HANDSHAKE, "Black waits for White's first move");
    for (int i = 0; i < EXCHANGES && game_turn(r, c->game.now) != GAME_OVER; i++) {
        if (part && i >= part) return;
        if (game_turn(r, c->game.now) == seat) {
            int rule = c->game.count == 0 ? FIRST_MOVE : ANSWER;
            if (!take_move(c, restart && c->game.count <= 1 ? RESTART : rule)) return;
            if (i < 2) is_quiet(c, 30000000, SILENCE, "bytes after its answer");
        } else {
            bool crlf = i % 4 == 3;
            if (!tell_move(c, our_move(c), crlf)) return;
            if (crlf && game_turn(r, c->game.now) == seat && !take_move(c, ACKNOWLEDGE)) return;
        }
    }
}

static void ask_team(check *c) {
    if (!send_line(c, "-T", c->setup->newline)) return;
    bool good = hear(c, 0) && strlen(c->said) == 2;
    judge(c, TEAM, good, "expected two characters");
}

size_t check_board(const check_setup *setup, check_rule rules[CHECK_RULES_MAX]) {
    bool contest = protocol_of_boards(setup->rules->game) == &dots_contest;
    check c = {.setup = setup,
               .rules = rules,
               .contest = contest,
               .limit = setup->limit ? setup->limit : (contest ? 10 : 1) * SECOND,
               .chance = random_seed(setup->seed)};
    memcpy(rules, contest ? contest_rules : competition_rules, sizeof contest_rules);
    c.moves = malloc(setup->rules->max_moves * sizeof *c.moves);
    if (c.moves && history_create(&c.game, setup->rules, NULL)) {
        void (*play)(check *, int, int, bool) = contest ? play_contest : play_competition;
        if (!contest && setup->team) ask_team(&c);
        int games = setup->games ? setup->games : GAMES;
        int short_games = games > 1 ? SHORT_GAMES : 0;
        c.games = games + short_games;
        for (int i = 0; i < games && !c.hung_up && !c.ended && !is_stopped(&c); i++) {
            c.played++;
            play(&c, i % 2, 0, false);
        }
        /* A few moves, then a new start in the middle. */
        for (int i = 0; i < short_games && !c.ended && !is_stopped(&c); i++) {
            c.played = games + i + 1;
            play(&c, 0, 3, i > 0);
        }
        history_destroy(&c.game);
    }
    free(c.moves);
    return RULES;
}
