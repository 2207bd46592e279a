/* Squares and moves as text; positions are in fen.c. */
#include "games/damas/notation.h"

#include <string.h>

#include "games/damas/moves.h"

const char *damas_side_name(const damas_rules *r, int side) {
    return (side == 0) != r->variant->black_first ? "White" : "Black";
}

int damas_row(int bit) { return 7 - damas_square_of(bit) / 4; }

/* The column on a board whose lower right corner is a playing square. */
static int plain_column(int bit) {
    int square = damas_square_of(bit);
    return 7 - square / 4 % 2 - 2 * (square % 4);
}

int damas_column(const damas_variant *v, int bit) {
    return v->mirrored ? 7 - plain_column(bit) : plain_column(bit);
}

/* The bit of a row and column as drawn, or -1 if it is not a playing square. */
static int bit_at(const damas_variant *v, int row, int column) {
    if (v->mirrored) column = 7 - column;
    if (row < 0 || row > 7 || column < 0 || column > 7 || (row + column) % 2) return -1;
    return damas_bit_of((7 - row) * 4 + (7 - column) / 2);
}

int damas_numbered(const damas_variant *v, int square) {
    if (v->from_top) return DAMAS_SQUARES - 1 - square;
    return v->mirrored ? square ^ 3 : square;
}

void damas_write_square(const damas_variant *v, int bit, text *t) {
    if (v->algebraic) text_addf(t, "%c%d", 'a' + damas_column(v, bit), 8 - damas_row(bit));
    else text_addf(t, "%d", damas_numbered(v, damas_square_of(bit)) + 1);
}

bool damas_read_square(const damas_variant *v, scan *s, int *bit) {
    scan at = *s;
    uint64_t number;
    if (v->algebraic) {
        char file = scan_peek(&at);
        if (file >= 'A' && file <= 'H') file = (char)(file - 'A' + 'a');
        if (file < 'a' || file > 'h') return false;
        at.at++;
        if (!scan_number(&at, 1, 8, &number)) return false;
        *bit = bit_at(v, 8 - (int)number, file - 'a');
    } else {
        if (!scan_number(&at, 1, DAMAS_SQUARES, &number)) return false;
        *bit = damas_bit_of(damas_numbered(v, (int)number - 1));
    }
    if (*bit < 0) return false;
    *s = at;
    return true;
}

void damas_write_path(const damas_rules *r, const damas_board *b, int side, damas_move m, text *t) {
    int path[DAMAS_PATH_MAX], count = damas_path(r->flags, b, side, m, NULL, 0, path);
    for (int i = 0; i < count; i++) {
        if (i) text_add_char(t, damas_captured(m) ? 'x' : '-');
        damas_write_square(r->variant, path[i], t);
    }
}

static bool captures(damas_move m) { return damas_captured(m) != 0; }

/* The number of moves in the list between the same squares and of the same kind. */
static int twins(const damas_list *l, damas_move m) {
    int count = 0;
    for (int i = 0; i < l->count; i++)
        count += ((l->move[i] ^ m) & 0xfff) == 0 && captures(l->move[i]) == captures(m) &&
                 ((l->move[i] ^ m) & (DAMAS_MOVE_GOES_ON | DAMAS_MOVE_HUFF)) == 0;
    return count;
}

static void write_listed(const damas_rules *r, const damas_position *p, const damas_list *l,
                         damas_move m, text *t) {
    if (m & (DAMAS_MOVE_HUFF | DAMAS_MOVE_TOUCH)) {
        text_add(t, m & DAMAS_MOVE_HUFF ? "huff:" : "touch:");
        damas_write_square(r->variant, damas_from(m), t);
        return;
    }
    if (twins(l, m) > 1) damas_write_path(r, &p->board, p->side, m, t);
    else {
        damas_write_square(r->variant, damas_from(m), t);
        text_add_char(t, captures(m) ? 'x' : '-');
        damas_write_square(r->variant, damas_to(m), t);
    }
    if (m & DAMAS_MOVE_GOES_ON) text_add_char(t, '+');
}

void damas_write_move(const game_rules *rules, const game_position *before, game_move m, text *t) {
    const damas_rules *r = damas_rules_of(rules);
    damas_list l;
    damas_list_moves(r, damas_seen(before), &l);
    write_listed(r, damas_seen(before), &l, m, t);
}

void damas_write_obligation(const damas_rules *r, const damas_position *p, text *t) {
    static const char *const words[] = {"none",  "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    damas_list l;
    damas_list_moves(r, p, &l);
    if (p->touched) {
        text_add(t, "must move the piece on ");
        damas_write_square(r->variant, p->touched - 1, t);
        return;
    }
    if (r->profile != DAMAS_OFFICIAL || l.count == 0 || !captures(l.move[0])) return;
    int most = bits_count(damas_captured(l.move[0]));
    text_add(t, "must take");
    if (r->flags & DAMAS_QUANTITY) text_addf(t, " %s", words[most]);
    for (int i = 0; i < l.count && i < 3; i++) {
        text_add(t, i == 0 ? ": " : " or ");
        damas_write_path(r, &p->board, p->side, l.move[i], t);
    }
    if (l.count > 3) text_addf(t, " or %d more", l.count - 3);
}

/* A move as the user wrote it. */
typedef struct wish {
    int squares[DAMAS_PATH_MAX];
    int count;
    bool capture, huff, goes_on;
} wish;

static bool read_cell(const damas_variant *v, scan *s, const char *between, int *bit) {
    scan at = *s;
    uint64_t row, column;
    bool bracket = scan_char(&at, '(');
    if (!scan_number(&at, 0, 7, &row)) return false;
    for (const char *c = between; *c; c++)
        if (!scan_char(&at, *c)) return false;
    if (!scan_number(&at, 0, 7, &column) || (bracket && !scan_char(&at, ')'))) return false;
    *bit = bit_at(v, (int)row, (int)column);
    *s = at;
    return *bit >= 0;
}

/* Four coordinates, each followed by the key A. */
static bool read_keyed(const damas_variant *v, const char *word, wish *w) {
    scan s = scan_string(word);
    for (w->count = 0; w->count < 2; w->count++)
        if (!read_cell(v, &s, "A", &w->squares[w->count]) || !scan_char(&s, 'A')) return false;
    return scan_done(&s);
}

static bool read_squares(const damas_variant *v, const char *word, bool cells, wish *w) {
    scan s = scan_string(word);
    w->count = 0;
    do {
        int *bit = &w->squares[w->count];
        if (w->count == DAMAS_PATH_MAX) return false;
        if (cells ? !read_cell(v, &s, ",", bit) : !damas_read_square(v, &s, bit)) return false;
        w->count++;
        if (scan_peek(&s) == 'x' || scan_peek(&s) == ':') w->capture = true;
    } while (scan_char(&s, 'x') || scan_char(&s, ':') || scan_char(&s, '-'));
    w->goes_on = scan_char(&s, '+');
    return scan_done(&s) && w->count >= 2;
}

/* The touch of the piece on a square, if there is such a move. */
static bool find_touch(const damas_rules *r, const damas_position *p, int bit, game_move *move) {
    damas_list l;
    damas_list_moves(r, p, &l);
    damas_add_touches(r, p, &l);
    for (int i = 0; i < l.count; i++)
        if ((l.move[i] & DAMAS_MOVE_TOUCH) && damas_from(l.move[i]) == bit) {
            *move = l.move[i];
            return true;
        }
    return false;
}

static bool read_huff(const damas_variant *v, const char *word, wish *w) {
    scan s = scan_string(word);
    for (const char *c = "huff"; *c; c++)
        if (!scan_char(&s, *c)) return false;
    scan_char(&s, ':');
    w->huff = damas_read_square(v, &s, &w->squares[0]) && scan_done(&s);
    return w->huff;
}

static bool read_wish(const damas_variant *v, const char *word, wish *w, error *e) {
    *w = (wish){.count = 0};
    if (read_huff(v, word, w) || read_squares(v, word, false, w) || read_keyed(v, word, w))
        return true;
    *w = (wish){.count = 0};
    if (read_squares(v, word, true, w)) return true;
    if (v->algebraic)
        return error_code(e, "damas-not-a-move-algebraic",
                          "'%.40s' is not a move: write c3-d4, or c3xe5 for a capture", word);
    return error_code(
        e, "damas-not-a-move",
        "'%.40s' is not a move: write 10-14, or 10x19 for a capture (squares 1 to %d)", word,
        DAMAS_SQUARES);
}

static bool fits(const damas_rules *r, const damas_position *p, const wish *w, damas_move m) {
    int path[DAMAS_PATH_MAX];
    if (w->huff || (m & DAMAS_MOVE_HUFF))
        return w->huff && (m & DAMAS_MOVE_HUFF) && damas_from(m) == w->squares[0];
    if (damas_from(m) != w->squares[0] || damas_to(m) != w->squares[w->count - 1]) return false;
    if (w->capture && !captures(m)) return false;
    if (w->goes_on != ((m & DAMAS_MOVE_GOES_ON) != 0)) return false;
    return w->count == 2 || damas_path(r->flags, &p->board, p->side, m, w->squares + 1,
                                       w->count - 1, path) == w->count;
}

/* Rates how likely a fitting move is meant: a move without captures comes first, then a single jump
 * if two squares were written. */
static int nearness(const wish *w, damas_move m) {
    if (!captures(m)) return 3;
    return w->count == 2 && bits_count(damas_captured(m)) == 1 ? 2 : 1;
}

/* Says why none of the legal moves fits. */
static bool refuse(const damas_rules *r, const damas_position *p, const char *word, const wish *w,
                   error *e) {
    char square[8], duty[200];
    text name = text_over(square, sizeof square), t = text_over(duty, sizeof duty);
    damas_write_square(r->variant, w->squares[0], &name);
    damas_set from = damas_one(w->squares[0]);
    if (w->huff)
        return error_code(e, "damas-no-huff", "'%s': the piece on %s may not be huffed now", word,
                          square);
    if (damas_of(&p->board, p->side ^ 1) & from)
        return error_code(e, "damas-not-yours", "'%s': the piece on %s is %s's", word, square,
                          damas_side_name(r, p->side ^ 1));
    if (!(damas_of(&p->board, p->side) & from))
        return error_code(e, "damas-no-piece", "'%s': there is no piece on %s", word, square);
    damas_write_obligation(r, p, &t);
    if (t.length)
        return error_code(e, "damas-not-allowed", "'%s' is not allowed: %s %s", word,
                          damas_side_name(r, p->side), duty);
    if (p->leg) return error_code(e, "damas-king-again", "'%s': the king must capture again", word);
    return error_code(e, "damas-cannot", "'%s': the %s on %s cannot do that", word,
                      p->board.king[p->side] & from ? "king" : "man", square);
}

/* A single square is a question: what can the piece on it do? */
static bool answer_touch(const damas_rules *r, const damas_position *p, const char *word, int bit,
                         error *e) {
    char moves[300];
    text t = text_over(moves, sizeof moves);
    damas_list l;
    damas_list_moves(r, p, &l);
    for (int i = 0; i < l.count; i++) {
        if (damas_from(l.move[i]) != bit || (l.move[i] & DAMAS_MOVE_HUFF)) continue;
        text_add(&t, t.length ? ", " : "");
        write_listed(r, p, &l, l.move[i], &t);
    }
    if (!t.length) return refuse(r, p, word, &(wish){.squares = {bit}, .count = 1}, e);
    return error_code(e, "damas-can-play", "the piece on %s can play %s", word, moves);
}

bool damas_read_move(const game_rules *rules, const game_position *position, const char *word,
                     game_move *move, error *e) {
    const damas_rules *r = damas_rules_of(rules);
    const damas_position *p = damas_seen(position);
    damas_list l;
    wish w;
    damas_move found[2] = {0};
    int count = 0;
    if (p->end != DAMAS_GOES_ON) return error_code(e, "game-over", "the game is over");
    bool named = strncmp(word, "touch:", 6) == 0;
    scan touch = scan_string(named ? word + 6 : word);
    int bit;
    if (damas_read_square(r->variant, &touch, &bit) && scan_done(&touch)) {
        if (find_touch(r, p, bit, move)) return true;
        if (!named) return answer_touch(r, p, word, bit, e);
        return error_code(e, "damas-no-touch", "'%s': that touches no piece that can move now",
                          word);
    }
    if (!read_wish(r->variant, word, &w, e)) return false;
    damas_list_moves(r, p, &l);
    for (int i = 0, best = 0; i < l.count; i++) {
        int worth = fits(r, p, &w, l.move[i]) ? nearness(&w, l.move[i]) : 0;
        if (worth > best) best = worth, count = 0;
        if (worth && worth == best) found[count++ ? 1 : 0] = l.move[i];
    }
    if (count == 0) return refuse(r, p, word, &w, e);
    if (count > 1) {
        char ways[2][64];
        for (int i = 0; i < 2; i++) {
            text t = text_over(ways[i], sizeof ways[i]);
            damas_write_path(r, &p->board, p->side, found[i], &t);
        }
        return error_code(e, "damas-ambiguous",
                          "'%s' can be made in %d ways: write all squares, as in %s or %s", word,
                          count, ways[0], ways[1]);
    }
    *move = found[0];
    return true;
}

bool damas_read_touch(const game_rules *rules, const game_position *position, const char *word,
                      game_move *move) {
    const damas_rules *r = damas_rules_of(rules);
    const damas_position *p = damas_seen(position);
    wish w;
    return r->touch && p->end == DAMAS_GOES_ON && read_wish(r->variant, word, &w, NULL) &&
           !w.huff && find_touch(r, p, w.squares[0], move);
}
