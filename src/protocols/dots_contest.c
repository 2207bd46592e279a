/* The Dots contest, the computer's side: messages of fixed length, no line ends.
 *
 *     0        ->  R00       a game begins, the board is there
 *     A0000    ->  1112      the first board moves; also: the other has passed, or has acknowledged
 *     A1112    ->  1121      the other's move, and the answer
 *     A1112    ->  0000      the other's move completed a box and it moves again: acknowledged
 *
 * Readings of what the call leaves open: an A in front of an answer is passed over; so are CR and
 * LF. The last move of a game is not announced: whatever reaches a board wants an answer, and there
 * is none to give. What comes when nothing is awaited is noise. */
#include "protocols/talk.h"

#include <string.h>

static void open_game(talk *t) {
    t->length = 0;
    t->state = TALK_OPENING;
    talk_say(t, "0");
}

static void remember(talk *t, const char *word) {
    text last = text_over(t->last, sizeof t->last);
    text_add(&last, word);
}

static void tell(talk *t, int mover, const char *word, int next) {
    if (mover == t->seat || next == GAME_OVER) return;
    if (next == t->seat) {
        remember(t, word); /* goes with the question */
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

/* 0 to 9, then letters up to the last column of the largest grid: 16 dots. */
static bool is_coordinate(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'g') || (c >= 'A' && c <= 'G');
}

static void garble(talk *t, char byte, const char *wanted, talk_message *m) {
    unsigned char c = (unsigned char)byte;
    t->length = 0;
    if (c > 32 && c < 127) talk_set(m, TALK_GARBLED, "'%c' where %s is due", c, wanted);
    else talk_set(m, TALK_GARBLED, "byte 0x%02x where %s is due", c, wanted);
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
            garble(t, byte, "R00", m);
        } else if (++t->length == 3) {
            t->length = 0;
            t->state = TALK_IDLE;
            m->heard = TALK_READY;
        }
    } else if (byte == 'A' && t->length == 0 && !t->prefixed) {
        t->prefixed = true;
    } else if (!is_coordinate(byte)) {
        garble(t, byte, "a coordinate", m);
    } else {
        t->line[t->length++] = byte;
        if (t->length < 4) return;
        t->line[4] = '\0';
        t->length = 0;
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
    .move_time = 10000000000,
    .rules = "pass=on",
    .open = open_game,
    .tell = tell,
    .ask = ask,
    .close = close_game,
    .hear = hear,
};
