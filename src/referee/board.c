#include "referee/board.h"

#include <stdlib.h>
#include <string.h>

#include "protocols/talk.h"

enum { FLOOD = 100000, BOARD_SETTINGS = 700 };

static const char *const fault_names[] = {
    [BOARD_LATE] = "late",     [BOARD_ILLEGAL] = "illegal",     [BOARD_GARBAGE] = "garbage",
    [BOARD_SILENT] = "silent", [BOARD_HALF] = "half",           [BOARD_FLOOD] = "flood",
    [BOARD_HANGUP] = "hangup", [BOARD_HANDSHAKE] = "handshake", [BOARD_UNSOLICITED] = "unsolicited",
};

bool board_read_manners(const char *source, board_manners *out, error *e) {
    board_manners m = {.at = 1, .lateness = out->lateness};
    scan s = scan_string(source);
    const char *word;
    size_t length;
    bool good = scan_word(&s, "@", &word, &length);
    for (int i = BOARD_LATE; good && i <= BOARD_UNSOLICITED; i++)
        if (text_same(word, length, fault_names[i])) m.fault = (board_fault)i;
    good = good && m.fault != BOARD_BEHAVES &&
           (!scan_char(&s, '@') || scan_number(&s, 1, 1000000, &m.at)) && scan_done(&s);
    if (!good)
        return error_set(e,
                         "'%s' is not a misbehaviour; use late, illegal, garbage, silent, half, "
                         "flood, hangup, handshake or unsolicited, for example late@3",
                         source);
    *out = m;
    return true;
}

game_rules *board_rules(const char *name, const char *given, error *e) {
    char settings[BOARD_SETTINGS];
    text t = text_over(settings, sizeof settings);
    const game *g = game_find(name, e);
    if (!g) return NULL;
    const protocol *contest = protocol_of_boards(g);
    if (!contest->game) {
        error_set(e, "%s has no contest boards; only dots and trax have", name);
        return NULL;
    }
    text_add(&t, given ? given : "");
    if (contest->rules) settings_add_default(&t, contest->rules);
    return game_create(g, settings, e);
}

/* The other protocol is the Trax competition's. */
static bool is_contest(const board *b) {
    return protocol_of_boards(b->rules->game) == &dots_contest;
}

bool board_create(board *b, const game_rules *rules, const board_manners *manners,
                  board_owner owner, error *e) {
    *b = (board){.rules = rules, .owner = owner, .seat = -1, .team = "DA"};
    if (manners) b->manners = *manners;
    if (protocol_of_boards(rules->game) == &hub)
        return error_set(e, "%s has no contest board", rules->game->name);
    return history_create(&b->game, rules, e);
}

void board_destroy(board *b) { history_destroy(&b->game); }

static void send(board *b, const char *s) { b->owner.send(b->owner.context, s, strlen(s), 0); }

static void flood(board *b) {
    char bytes[1000];
    memset(bytes, '#', sizeof bytes);
    for (int i = 0; i < FLOOD / (int)sizeof bytes; i++)
        b->owner.send(b->owner.context, bytes, sizeof bytes, 0);
}

/* A move that cannot be legal: in Dots a line between dots far apart, in Trax a tile far away. */
static const char *illegal(const board *b) { return is_contest(b) ? "1133" : "ZZ99+\n"; }

/* An answer, good or misbehaving. */
static void answer(board *b, const char *s) {
    bool strikes = ++b->answers == b->manners.at;
    size_t length = strlen(s);
    switch (strikes ? b->manners.fault : BOARD_BEHAVES) {
    case BOARD_LATE: b->owner.send(b->owner.context, s, length, b->manners.lateness); break;
    case BOARD_ILLEGAL: send(b, illegal(b)); break;
    case BOARD_GARBAGE: send(b, "#!?\x07\n"); break;
    case BOARD_SILENT: break;
    case BOARD_HALF: b->owner.send(b->owner.context, s, length / 2, 0); break;
    case BOARD_FLOOD: flood(b); break;
    case BOARD_HANGUP: b->hung_up = true; break;
    case BOARD_UNSOLICITED:
        send(b, s);
        send(b, is_contest(b) ? "11" : "hello\n");
        break;
    case BOARD_BEHAVES:
    case BOARD_HANDSHAKE: send(b, s); break;
    }
}

static bool applied(board *b, const char *word, bool own) {
    game_move move;
    if (!game_read_move(b->rules, b->game.now, word, &move, NULL) ||
        !history_play(&b->game, move, NULL))
        return false;
    if (b->owner.moved) b->owner.moved(b->owner.context, &b->game, own);
    return true;
}

static void begin(board *b, int seat) {
    history_set(&b->game, b->game.start);
    b->seat = seat;
    b->playing = true;
    if (b->owner.started) b->owner.started(b->owner.context, seat);
}

static void move(board *b) {
    char word[GAME_MOVE_TEXT + 2];
    text t = text_over(word, sizeof word);
    game_move chosen = b->owner.choose(b->owner.context, &b->game);
    game_write_move(b->rules, b->game.now, chosen, &t);
    if (!is_contest(b)) text_add(&t, "\n");
    if (history_play(&b->game, chosen, NULL) && b->owner.moved)
        b->owner.moved(b->owner.context, &b->game, true);
    answer(b, word);
}

/* Dots: A0000 is the first question to the first board, an acknowledgement of our move that
 * completed a box, or the opponent's pass; our own position tells which. A message that makes no
 * sense to us is answered with a pass, which is always a valid answer. */
static void contest_asked(board *b, const char *word) {
    bool nothing = strcmp(word, "0000") == 0;
    if (b->seat < 0) {
        b->seat = nothing ? 0 : 1;
        if (b->owner.started) b->owner.started(b->owner.context, b->seat);
    }
    int turn = game_turn(b->rules, b->game.now);
    bool understood =
        (nothing && turn == b->seat) || (turn == 1 - b->seat && applied(b, word, false));
    turn = game_turn(b->rules, b->game.now);
    if (understood && turn == b->seat) move(b);
    else answer(b, "0000");
}

static void contest_hear(board *b, char byte) {
    if (b->length == 0 && byte == '0') {
        begin(b, -1);
        send(b, b->manners.fault == BOARD_HANDSHAKE ? "R0X" : "R00");
    } else if (b->length > 0 || byte == 'A') {
        b->line[b->length++] = byte;
        if (b->length < 5) return;
        b->line[5] = '\0';
        b->length = 0;
        if (b->playing) contest_asked(b, b->line + 1);
    }
}

static void competition_line(board *b) {
    bool wrong = b->manners.fault == BOARD_HANDSHAKE;
    if (strcmp(b->line, "-T") == 0) {
        send(b, wrong ? "nobody\n" : b->team);
        if (!wrong) send(b, "\n");
    } else if (strcmp(b->line, "-W") == 0) {
        begin(b, 0);
        if (wrong) send(b, "R00\n");
        else move(b);
    } else if (strcmp(b->line, "-B") == 0) {
        begin(b, 1);
    } else if (b->playing && applied(b, b->line, false) &&
               game_turn(b->rules, b->game.now) == b->seat) {
        move(b);
    }
}

static void competition_hear(board *b, char byte) {
    if (byte != '\n' && byte != '\r') {
        if (b->length < sizeof b->line - 1) b->line[b->length++] = byte;
    } else if (b->length > 0) {
        b->line[b->length] = '\0';
        b->length = 0;
        competition_line(b);
    }
}

void board_receive(board *b, const char *bytes, size_t count) {
    for (size_t i = 0; i < count && !b->hung_up; i++)
        if (is_contest(b)) contest_hear(b, bytes[i]);
        else competition_hear(b, bytes[i]);
}
