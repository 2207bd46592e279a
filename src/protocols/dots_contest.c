/* The Dots contest, the computer's side: messages of fixed length, no line ends.
 *
 *     0        ->  R00       a game begins, the board is ready
 *     A0000    ->  1112      the board moves: first, or after a pass or an acknowledgement
 *     A1112    ->  1121      the opponent's move, and the answer
 *     A1112    ->  0000      the opponent completed a box and moves again: acknowledged
 *
 * Our interpretation where the contest rules are ambiguous: an A before an answer is ignored, and
 * so are CR and LF. The last move of a game is not sent, because a board must answer every message
 * and has no answer to that one. Bytes that arrive when no answer is expected are noise. */
#include "base/clock.h"
#include "games/dots/dots.h"
#include "protocols/talk.h"

#include <string.h>

static void open_game(talk *t) {
    t->length = 0;
    t->state = t->options.greeted ? TALK_IDLE : TALK_OPENING;
    if (!t->options.greeted) talk_say(t, "0");
}

static void remember(talk *t, const char *word) {
    text last = text_over(t->last, sizeof t->last);
    text_add(&last, word);
}

static void tell(talk *t, int mover, const char *word, int next) {
    if (mover == t->seat || next == GAME_OVER) return;
    if (next == t->seat) {
        remember(t, word); /* sent with the question */
        return;
    }
    t->length = 0;
    t->prefixed = false;
    t->state = TALK_TOLD;
    talk_say(t, "A%s", word);
}

static void ask(talk *t, const game_position *view, const talk_limits *limits) {
    (void)view;
    (void)limits;
    talk_say(t, "A%s", *t->last ? t->last : "0000");
    remember(t, "");
}

static void close_game(talk *t, int winner, const char *reason, const char *score) {
    (void)t;
    (void)winner;
    (void)reason;
    (void)score;
}

/* 0 to 9, then letters up to the last dot of the grid; at least up to the sixteenth, which is an
 * illegal line on a smaller grid, not garbage. */
static bool is_coordinate(const talk *t, char c) {
    enum { LETTERS = 16 };
    const dots_rules *r = dots_rules_of(t->rules);
    int side = (r->rows > r->columns ? r->rows : r->columns) + 1;
    int letters = (side > LETTERS ? side : LETTERS) - 9;
    return (c >= '0' && c <= '9') || (c >= 'a' && c < 'a' + letters) ||
           (c >= 'A' && c < 'A' + letters);
}

static void garble(talk *t, char byte, talk_message *m) {
    unsigned char c = (unsigned char)byte;
    bool shown = c > 32 && c < 127, opening = t->state == TALK_OPENING;
    t->length = 0;
    if (opening && shown) talk_garble(t, m, "not-ready", "expected R00, got '%c'", c);
    else if (opening) talk_garble(t, m, "not-ready-byte", "expected R00, got byte 0x%02x", c);
    else if (shown) talk_garble(t, m, "no-coordinate", "expected a coordinate, got '%c'", c);
    else talk_garble(t, m, "no-coordinate-byte", "expected a coordinate, got byte 0x%02x", c);
}

static void hear(talk *t, char byte, talk_message *m) {
    static const char ready[] = "R00";
    if (byte == '\r' || byte == '\n') return;
    if (t->state == TALK_IDLE) {
        unsigned char c = (unsigned char)byte;
        if (c > 32 && c < 127) talk_set(m, TALK_STRAY, "%c", c);
        else talk_set(m, TALK_STRAY, "\\x%02x", c);
    } else if (t->state == TALK_OPENING) {
        if (byte != ready[t->length]) {
            garble(t, byte, m);
        } else if (++t->length == 3) {
            t->length = 0;
            t->state = TALK_IDLE;
            m->heard = TALK_READY;
        }
    } else if (byte == 'A' && t->length == 0 && !t->prefixed) {
        t->prefixed = true;
    } else if (!is_coordinate(t, byte)) {
        garble(t, byte, m);
    } else {
        t->line[t->length++] = byte;
        if (t->length < 4) return;
        t->line[4] = '\0';
        t->length = 0;
        /* Four coordinates of a large grid, not the word that people type for a pass. */
        if (strcmp(t->line, "pass") == 0) t->line[0] = 'P';
        bool acknowledged = t->state == TALK_TOLD && strcmp(t->line, "0000") == 0;
        talk_set(m, acknowledged ? TALK_ACKNOWLEDGED : TALK_MOVE, "%s", t->line);
        if (acknowledged || t->state == TALK_ASKED) t->state = TALK_IDLE;
    }
}

const protocol dots_contest = {
    .name = "contest",
    .game = "dots",
    .newline = "",
    .answer = 4,
    .move_time = 10 * SECOND,
    .rules = "pass=on",
    .open = open_game,
    .tell = tell,
    .ask = ask,
    .close = close_game,
    .hear = hear,
};
