#include "games/dots/notation.h"

#include <string.h>

char dots_coordinate(int number) { return "0123456789abcdefghijklmnopqrstuvwxyz"[number]; }

dots_ends dots_line_ends(const dots_rules *r, int line) {
    int stride = 2 * r->columns + 1, row = line / stride, at = line % stride;
    if (at < r->columns) {
        int y = r->rows - row + 1;
        return (dots_ends){at + 1, y, at + 2, y};
    }
    int x = at - r->columns + 1, y = r->rows - row;
    return (dots_ends){x, y, x, y + 1};
}

int dots_line_between(const dots_rules *r, dots_ends e) {
    int stride = 2 * r->columns + 1;
    int x = e.x1 < e.x2 ? e.x1 : e.x2, y = e.y1 < e.y2 ? e.y1 : e.y2;
    int across = e.x1 + e.x2 - 2 * x, up = e.y1 + e.y2 - 2 * y;
    if (x < 1 || y < 1 || x + across > r->columns + 1 || y + up > r->rows + 1) return -1;
    if (across == 1 && up == 0) return (r->rows + 1 - y) * stride + x - 1;
    if (across == 0 && up == 1) return (r->rows - y) * stride + r->columns + x - 1;
    return -1;
}

void dots_write_line(const dots_rules *r, int line, text *t) {
    dots_ends e = dots_line_ends(r, line);
    text_add_char(t, dots_coordinate(e.x1));
    text_add_char(t, dots_coordinate(e.y1));
    text_add_char(t, dots_coordinate(e.x2));
    text_add_char(t, dots_coordinate(e.y2));
}

void dots_write_move(const game_rules *rules, const game_position *before, game_move move,
                     text *t) {
    (void)before;
    if (move == DOTS_PASS) text_add(t, "0000");
    else dots_write_line(dots_rules_of(rules), dots_line_of(move), t);
}

static int coordinate(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return -1;
}

static bool no_such_line(const dots_rules *r, const char *word, error *e) {
    return error_code(e, "dots-not-a-line",
                      "'%.40s' is not a line: write two neighbouring dots, as in 1112 or 1121 "
                      "(columns 1 to %c from the left, rows 1 to %c from the bottom)",
                      word, dots_coordinate(r->columns + 1), dots_coordinate(r->rows + 1));
}

bool dots_read_move(const game_rules *rules, const game_position *position, const char *word,
                    game_move *move, error *e) {
    const dots_rules *r = dots_rules_of(rules);
    const dots_position *p = (const dots_position *)(const void *)position;
    if (strcmp(word, "0000") == 0 || strcmp(word, "pass") == 0) {
        if (dots_over(p)) return error_code(e, "game-over", "the game is over");
        if (!r->pass)
            return error_code(e, "dots-no-pass",
                              "passing is not allowed here: it needs the setting pass=on");
        *move = DOTS_PASS;
        return true;
    }
    if (strlen(word) != 4) return no_such_line(r, word, e);
    int line = dots_line_between(r, (dots_ends){coordinate(word[0]), coordinate(word[1]),
                                                coordinate(word[2]), coordinate(word[3])});
    if (line < 0) return no_such_line(r, word, e);
    if (dots_drawn(p, line)) return error_code(e, "dots-drawn", "line %s is drawn already", word);
    if (dots_over(p)) return error_code(e, "game-over", "the game is over");
    *move = dots_move_of(line);
    return true;
}

size_t dots_position_text_bytes(const dots_rules *r) {
    /* lines and boxes, a slash after each row, the other two fields, blanks and terminator */
    return (size_t)(r->lines + 2 * r->rows + 1 + r->boxes + r->rows + 16);
}

/* The length of line row `row`, even rows being horizontal. */
static int row_length(const dots_rules *r, int row) { return r->columns + row % 2; }

void dots_write_position(const game_rules *rules, const game_position *position, text *t) {
    const dots_rules *r = dots_rules_of(rules);
    const dots_position *p = (const dots_position *)(const void *)position;
    for (int row = 0, line = 0; row < 2 * r->rows + 1; row++) {
        if (row > 0) text_add_char(t, '/');
        for (int i = 0; i < row_length(r, row); i++, line++)
            text_add_char(t, !dots_drawn(p, line) ? '.' : row % 2 ? '|' : '-');
    }
    text_addf(t, " %d ", p->mover + 1);
    for (int box = 0; box < r->boxes; box++) {
        if (box > 0 && box % r->columns == 0) text_add_char(t, '/');
        bool first = bits_has(p->won[0], (size_t)box), second = bits_has(p->won[1], (size_t)box);
        text_add_char(t, first ? '1' : second ? '2' : '.');
    }
    if (p->passes) text_add(t, p->passes == 1 ? " pass" : " pass pass");
}

static bool read_lines(const dots_rules *r, scan *s, dots_position *p, error *e) {
    for (int row = 0, line = 0; row < 2 * r->rows + 1; row++) {
        const char *kind = row % 2 ? "vertical" : "horizontal";
        char mark = row % 2 ? '|' : '-';
        for (int i = 0; i < row_length(r, row); i++, line++) {
            if (scan_char(s, '.')) continue;
            if (!scan_char(s, mark))
                return error_set(e, "position: row %d of lines (%s) needs %d of '%c' or '.'",
                                 row + 1, kind, row_length(r, row), mark);
            bits_add(p->lines, (size_t)line);
            p->open--;
        }
        if (row < 2 * r->rows && !scan_char(s, '/'))
            return error_set(e, "position: row %d of lines (%s) must have %d and then '/'", row + 1,
                             kind, row_length(r, row));
    }
    for (int line = 0; line < r->lines; line++) {
        if (!bits_has(r->border, (size_t)line) || dots_drawn(p, line)) continue;
        char name[8];
        text t = text_over(name, sizeof name);
        dots_write_line(r, line, &t);
        return error_set(
            e, "position: line %s of the border is drawn from the start in these rules", name);
    }
    return true;
}

static bool read_owners(const dots_rules *r, scan *s, dots_position *p, error *e) {
    int stride = 2 * r->columns + 1;
    for (int box = 0; box < r->boxes; box++) {
        int row = box / r->columns, column = box % r->columns;
        if (box > 0 && column == 0 && !scan_char(s, '/'))
            return error_set(e, "position: row %d of boxes must have %d and then '/'", row,
                             r->columns);
        if (scan_char(s, '.')) continue;
        int seat = scan_char(s, '1') ? 0 : scan_char(s, '2') ? 1 : -1;
        if (seat < 0)
            return error_set(e, "position: row %d of boxes needs %d of '1', '2' or '.'", row + 1,
                             r->columns);
        if (!dots_box_done(r, p, (unsigned)(row * stride + column)))
            return error_set(e, "position: box %d of row %d has an owner but not all its lines",
                             column + 1, row + 1);
        bits_add(p->won[seat], (size_t)box);
        p->score[seat]++;
    }
    return true;
}

static bool read_passes(const dots_rules *r, scan *s, dots_position *p, error *e) {
    const char *word;
    size_t length;
    while (scan_blanks(s), scan_word(s, "", &word, &length)) {
        if (!text_same(word, length, "pass") || p->passes == 2)
            return error_set(
                e, "position: '%.*s' after the boxes: only 'pass' may follow, twice at most",
                (int)(length > 40 ? 40 : length), word);
        if (!r->pass) return error_set(e, "position: a pass needs the setting pass=on");
        p->passes++;
    }
    return true;
}

bool dots_read_position(const game_rules *rules, const char *source, game_position *position,
                        error *e) {
    const dots_rules *r = dots_rules_of(rules);
    dots_position p = {.open = (uint16_t)r->lines};
    scan s = scan_string(source);
    scan_blanks(&s);
    if (!read_lines(r, &s, &p, e)) return false;
    if (!scan_done(&s) && !scan_blanks(&s))
        return error_set(e, "position: '%.20s' after the last row: the board has %d rows of lines",
                         s.at, 2 * r->rows + 1);
    if (!scan_done(&s)) {
        if (!scan_char(&s, '1') && !scan_char(&s, '2'))
            return error_set(e, "position: '%.20s' must be the seat on turn, 1 or 2", s.at);
        p.mover = s.at[-1] == '2';
    }
    if (scan_blanks(&s) && !scan_done(&s) && !read_owners(r, &s, &p, e)) return false;
    if (!scan_done(&s) && !scan_blanks(&s))
        return error_set(e, "position: '%.20s' is one field too many", s.at);
    if (!read_passes(r, &s, &p, e)) return false;
    if (!scan_done(&s)) return error_set(e, "position: '%.20s' is not understood", s.at);
    memcpy(position, &p, sizeof p);
    return true;
}
