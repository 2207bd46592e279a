#include "referee/command.h"

#include <string.h>

static const struct {
    const char *name;
    match_command_kind kind;
} commands[] = {
    {"resign", COMMAND_RESIGN},         {"draw", COMMAND_DRAW}, {"undo", COMMAND_UNDO},
    {"decline", COMMAND_DECLINE},       {"pass", COMMAND_PASS}, {"quit", COMMAND_ABORT},
    {"pause", COMMAND_PAUSE},           {"go", COMMAND_GO_ON},  {"abort", COMMAND_ABORT},
    {"adjudicate", COMMAND_ADJUDICATE},
};

/* "SEAT|draw [WHY]": the winner and the reason. */
static bool read_adjudication(scan *s, const game_rules *rules, match_command *w, error *e) {
    const char *word;
    size_t length;
    uint64_t seat;
    scan_blanks(s);
    scan number = *s;
    if (scan_number(&number, 1, (uint64_t)rules->seats, &seat)) {
        *s = number;
        w->seat = (int)seat - 1;
    } else if (scan_word(s, "", &word, &length) && text_same(word, length, "draw")) {
        w->seat = GAME_NOBODY;
    } else {
        return error_set(e,
                         "missing winner, for example: adjudicate 1 the board of seat 2 is on fire "
                         "(or: adjudicate draw)");
    }
    return true;
}

bool match_command_read(const char *line, const game_rules *rules, int seat, match_command *w,
                        error *e) {
    *w = (match_command){.kind = COMMAND_MOVE, .seat = seat, .after = COMMAND_ANY};
    scan s = scan_string(line);
    const char *word = "";
    size_t length = 0;
    text rest = text_over(w->text, sizeof w->text);
    scan_blanks(&s);
    if (!scan_word(&s, "", &word, &length)) return error_set(e, "empty line");
    if (text_same(word, length, "help") || text_same(word, length, "?"))
        return error_set(
            e, "Type a move, or: draw (offer or accept a draw); undo (ask to take back "
               "your last move, or agree to it); decline; pass (on turn: pass; otherwise: "
               "do not interrupt); resign; quit. The organiser: pause; go; abort WHY; "
               "adjudicate SEAT|draw WHY");
    size_t i = 0, count = sizeof commands / sizeof *commands;
    while (i < count && !text_same(word, length, commands[i].name)) i++;
    if (i == count) {
        text_add_part(&rest, word, length);
        scan_blanks(&s);
        if (!scan_done(&s)) return error_set(e, "one move at a time");
        return true;
    }
    w->kind = commands[i].kind;
    if (w->kind == COMMAND_ADJUDICATE && !read_adjudication(&s, rules, w, e)) return false;
    scan_blanks(&s);
    text_add_part(&rest, s.at, (size_t)(s.end - s.at));
    if (strcmp(commands[i].name, "quit") == 0) text_add(&rest, "the person has left");
    return true;
}

/* Whether an interruption is written like that, with or without its seat: "calza:3", "calza". */
static bool is_written(const game_rules *rules, const game_position *p, game_move move,
                       const char *word) {
    char whole[GAME_MOVE_TEXT];
    text t = text_over(whole, sizeof whole);
    game_write_move(rules, p, move, &t);
    size_t bare = strcspn(whole, ":");
    return strcmp(whole, word) == 0 || (strlen(word) == bare && strncmp(whole, word, bare) == 0);
}

bool match_read_move(const game_rules *rules, const game_position *p, int seat, const char *word,
                     game_move *room, game_move *move, error *e) {
    int turn = game_turn(rules, p);
    size_t count = turn < 0 ? 0 : game_moves(rules, p, seat, room);
    if (turn == seat && count > 0 && !game_read_move(rules, p, word, move, e)) return false;
    for (size_t i = 0; i < count; i++)
        if (turn == seat ? room[i] == *move : is_written(rules, p, room[i], word)) {
            *move = room[i];
            return true;
        }
    return turn == seat && count > 0
               ? error_code(e, "not-a-legal-move", "'%.40s' is not a legal move now", word)
               : error_code(e, "not-your-turn", "it is not your turn");
}

/* A person who names a move that is not legal may have made one nevertheless. */
static bool has_touched(const command_state *s, const match_command *w, game_move *move) {
    const game *g = s->rules->game;
    return g->touched && game_turn(s->rules, s->position) == w->seat &&
           g->touched(s->rules, s->position, w->text, move);
}

bool match_command_check(const match_command *w, const command_state *s, game_move *room,
                         game_move *move, error *e) {
    match_proposal what = w->kind == COMMAND_DRAW ? MATCH_DRAW : MATCH_TAKE_BACK;
    if (s->over) return error_code(e, "match-over", "the match is over");
    switch (w->kind) {
    case COMMAND_MOVE:
        if (w->after != COMMAND_ANY && w->after != (int64_t)s->played)
            return error_code(e, "stale", "the game has moved on");
        return match_read_move(s->rules, s->position, w->seat, w->text, room, move, e) ||
               has_touched(s, w, move);
    case COMMAND_DRAW:
    case COMMAND_UNDO:
        return !w->accepts || (s->offer == what && s->offer_by != w->seat) ||
               error_code(e, "no-offer", "there is no such offer");
    case COMMAND_DECLINE:
        return s->offer != MATCH_NO_OFFER ||
               error_code(e, "nothing-to-decline", "there is no offer to decline");
    default: return true;
    }
}
