/* What a typed line means. */
#include <string.h>

#include "referee/table.h"

static const struct {
    const char *name;
    table_word_kind kind;
} commands[] = {
    {"resign", TABLE_RESIGN},         {"draw", TABLE_DRAW}, {"undo", TABLE_UNDO},
    {"decline", TABLE_DECLINE},       {"pass", TABLE_PASS}, {"quit", TABLE_ABORT},
    {"pause", TABLE_PAUSE},           {"go", TABLE_GO_ON},  {"abort", TABLE_ABORT},
    {"adjudicate", TABLE_ADJUDICATE},
};

/* "SEAT|draw [WHY]": the winner and the reason that is given. */
static bool read_adjudication(scan *s, const game_rules *rules, table_word *w, error *e) {
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
        return error_set(e, "who wins? As in: adjudicate 1 the board of seat 2 is on fire "
                            "(or: adjudicate draw)");
    }
    return true;
}

bool table_read_word(const char *line, const game_rules *rules, int seat, table_word *w, error *e) {
    *w = (table_word){.kind = TABLE_MOVE, .seat = seat, .after = TABLE_ANY};
    scan s = scan_string(line);
    const char *word = "";
    size_t length = 0;
    text rest = text_over(w->text, sizeof w->text);
    scan_blanks(&s);
    if (!scan_word(&s, "", &word, &length)) return error_set(e, "say something");
    if (text_same(word, length, "help") || text_same(word, length, "?"))
        return error_set(e,
                         "Type a move, or: draw (offer one or take it); undo (ask to take back "
                         "your last move, or agree to that); decline; pass (on turn: pass; else: "
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
    if (w->kind == TABLE_ADJUDICATE && !read_adjudication(&s, rules, w, e)) return false;
    scan_blanks(&s);
    text_add_part(&rest, s.at, (size_t)(s.end - s.at));
    if (strcmp(commands[i].name, "quit") == 0) text_add(&rest, "the person has left");
    return true;
}
