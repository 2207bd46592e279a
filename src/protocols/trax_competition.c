/* The Trax competition, the host's side: lines.
 *
 *     -T   ->  XY      on request: the team's id, two characters
 *     -W   ->  @0/     White begins
 *     -B               Black waits for White's first move
 *     B1\  ->  A2\     the board answers every move with a move
 *
 * The move that ends the game is not sent: there is no answer to it. */
#include "base/clock.h"
#include "protocols/talk.h"

enum { LINE_MOST = 32 };

static void say_colour(talk *t) {
    talk_say_line(t, t->seat == 0 ? "-W" : "-B");
    t->state = TALK_IDLE;
}

static void open_game(talk *t) {
    t->length = 0;
    t->state = TALK_OPENING;
    if (t->options.greeted) {
        text name = text_over(t->name, sizeof t->name);
        text_add(&name, t->options.greeted);
        t->state = TALK_IDLE;
    } else if (t->options.team) talk_say_line(t, "-T");
    else if (t->seat != 0) say_colour(t);
    else t->state = TALK_IDLE; /* -W is White's first question */
}

static void tell(talk *t, int mover, const char *word, int next) {
    text last = text_over(t->last, sizeof t->last);
    if (mover != t->seat && next == t->seat) text_add(&last, word);
}

static void ask(talk *t, const game_position *view, const talk_limits *limits) {
    (void)view;
    (void)limits;
    talk_say_line(t, *t->last ? t->last : "-W");
    t->last[0] = '\0';
}

static void close_game(talk *t, int winner, const char *reason, const char *score) {
    (void)t;
    (void)winner;
    (void)reason;
    (void)score;
}

/* Column letters (or @), row digits, a shape. */
static bool looks_like_a_move(const char *s) {
    if (*s == '@') s++;
    else
        while ((*s >= 'A' && *s <= 'Z') || (*s >= 'a' && *s <= 'z')) s++;
    const char *row = s;
    while (*s >= '0' && *s <= '9') s++;
    return s > row && (*s == '+' || *s == '/' || *s == '\\') && !s[1];
}

static void hear(talk *t, char byte, talk_message *m) {
    if (!talk_take_line(t, byte, LINE_MOST, m)) return;
    if (t->state == TALK_IDLE) {
        talk_set(m, TALK_STRAY, "%s", t->line);
    } else if (t->state == TALK_OPENING) {
        if (!t->line[0] || !t->line[1] || t->line[2]) {
            talk_garble(t, m, "no-team-id", "expected a team's id of two characters, got '%s'",
                        t->line);
            return;
        }
        text name = text_over(t->name, sizeof t->name);
        text_add_visible(&name, t->line, "");
        m->heard = TALK_READY;
        if (t->seat != 0) say_colour(t);
        t->state = TALK_IDLE;
    } else if (looks_like_a_move(t->line)) {
        talk_set(m, TALK_MOVE, "%s", t->line);
        t->state = TALK_IDLE;
    } else {
        talk_garble(t, m, "no-move-read", "expected a move, got '%s'", t->line);
    }
}

const protocol trax_competition = {
    .name = "competition",
    .game = "trax",
    .newline = "\n",
    .team = true,
    .answer = 4,
    .move_time = SECOND,
    .turn_limit = 255,
    .open = open_game,
    .tell = tell,
    .ask = ask,
    .close = close_game,
    .hear = hear,
};
