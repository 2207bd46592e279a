/* Positions as text. */
#include <string.h>

#include "games/damas/moves.h"
#include "games/damas/notation.h"

static char letter_of(const damas_rules *r, int side) { return damas_side_name(r, side)[0]; }

/* Writes squares in order of their numbers, with K before kings. */
static void write_squares(const damas_variant *v, damas_set all, damas_set kings, text *t) {
    bool first = true;
    for (int i = 0; i < DAMAS_SQUARES; i++) {
        int bit = damas_bit_of(damas_numbered(v, i));
        if (!(all & damas_one(bit))) continue;
        if (!first) text_add_char(t, ',');
        if (kings & damas_one(bit)) text_add_char(t, 'K');
        damas_write_square(v, bit, t);
        first = false;
    }
}

/* Whether the river count has to be written because it does not follow from the board. */
static bool river_shown(const damas_rules *r, const damas_position *p) {
    const damas_set *kings = p->board.king;
    int strong = bits_count(kings[0]) > bits_count(kings[1]) ? 0 : 1;
    return p->river > 1 || (p->river == 1 && !(kings[strong] & r->held));
}

/* Writes the counts of limited endings in the order of their table, up to the last that is not 0.
 */
static void write_endings(const damas_rules *r, const damas_position *p, text *t) {
    int count = r->endings ? r->endings->count : 0;
    while (count > 0 && !p->ending[count - 1]) count--;
    for (int i = 0; i < count; i++) text_addf(t, "%s%u", i ? "," : ":E", p->ending[i]);
}

void damas_write_position(const game_rules *rules, const game_position *position, text *t) {
    const damas_rules *r = damas_rules_of(rules);
    const damas_position *p = damas_seen(position);
    text_add_char(t, letter_of(r, p->side));
    for (int i = 0; i < 2; i++) {
        int side = r->variant->black_first ? 1 - i : i; /* White first */
        text_addf(t, ":%c", letter_of(r, side));
        write_squares(r->variant, damas_of(&p->board, side), p->board.king[side], t);
    }
    if (p->quiet) text_addf(t, ":H%u", p->quiet);
    if (river_shown(r, p)) text_addf(t, ":R%u", p->river);
    write_endings(r, p, t);
    if (damas_times(p) > 1) text_addf(t, ":T%d", damas_times(p));
    if (p->huffable) {
        text_add(t, ":S");
        write_squares(r->variant, p->huffable, 0, t);
    }
    if (p->leg) {
        text_add(t, ":L");
        damas_write_square(r->variant, p->leg - 1, t);
    }
    if (p->touched) {
        text_add(t, ":P");
        damas_write_square(r->variant, p->touched - 1, t);
    }
}

typedef struct fields {
    damas_board board;
    damas_set huffable;
    damas_counts counts;
    int side, times, leg, touched;
    bool given[2];
} fields;

static bool bad_square(const damas_variant *v, const scan *s, error *e) {
    return error_set(e, "position: '%.*s' must be a square %s",
                     (int)(s->end - s->at > 20 ? 20 : s->end - s->at), s->at,
                     v->algebraic ? "such as c3" : "from 1 to 32");
}

static bool occupied(const damas_variant *v, int bit, error *e) {
    char name[8];
    text t = text_over(name, sizeof name);
    damas_write_square(v, bit, &t);
    return error_set(e, "position: two pieces on square %s", name);
}

/* Reads one entry: a square or a range of numbers, with K in front for kings. */
static bool read_entry(const damas_variant *v, scan *s, damas_set all, damas_set *men,
                       damas_set *kings, error *e) {
    int first, last;
    bool king = scan_char(s, 'K');
    if (!damas_read_square(v, s, &first)) return bad_square(v, s, e);
    last = first;
    if (!v->algebraic && scan_char(s, '-') && !damas_read_square(v, s, &last))
        return bad_square(v, s, e);
    damas_set *into = king ? kings : men;
    /* Go by numbers: the bits of a range need not be consecutive. */
    bool inside = false;
    for (int i = 0; i < DAMAS_SQUARES; i++) {
        int bit = damas_bit_of(damas_numbered(v, i));
        if (bit == first) inside = true;
        if (!inside && bit == last) return error_set(e, "position: a range ends before it begins");
        if (!inside) continue;
        if ((all | *men | *kings) & damas_one(bit)) return occupied(v, bit, e);
        *into |= damas_one(bit);
        if (bit == last) break;
    }
    return true;
}

static bool at_field_end(const scan *s) {
    char next = scan_peek(s);
    return scan_done(s) || next == ':' || next == '.' || next == ' ' || next == '\n' ||
           next == '\r';
}

static bool read_pieces(const damas_rules *r, scan *s, int side, fields *f, error *e) {
    if (f->given[side])
        return error_set(e, "position: the pieces of %s are given twice", damas_side_name(r, side));
    f->given[side] = true;
    while (!at_field_end(s)) {
        damas_set others = damas_of(&f->board, side ^ 1);
        if (!read_entry(r->variant, s, others, &f->board.man[side], &f->board.king[side], e))
            return false;
        if (!at_field_end(s) && !scan_char(s, ','))
            return error_set(e, "position: ',' or ':' is missing before '%.20s'", s->at);
    }
    return true;
}

static bool read_count(scan *s, const char *what, int most, int *count, error *e) {
    uint64_t number;
    if (!scan_number(s, 0, (uint64_t)most, &number) || !at_field_end(s))
        return error_set(e, "position: %s must be a number from 0 to %d", what, most);
    *count = (int)number;
    return true;
}

static bool read_endings(const damas_rules *r, scan *s, fields *f, error *e) {
    if (!r->endings)
        return error_set(e, "position: E (plies of limited endings) needs rules that count them");
    for (int i = 0; i < r->endings->count; i++) {
        uint64_t number;
        if (!scan_number(s, 0, 2 * (uint64_t)r->endings->ending[i].moves, &number))
            return error_set(e, "position: E: number %d must be from 0 to %d", i + 1,
                             2 * r->endings->ending[i].moves);
        f->counts.ending[i] = (uint8_t)number;
        if (!scan_char(s, ',')) break;
    }
    return at_field_end(s) ||
           error_set(e, "position: E has up to %d numbers, with ',' between them",
                     r->endings->count);
}

static bool read_field(const damas_rules *r, scan *s, fields *f, error *e) {
    damas_set kings = 0;
    char letter = scan_peek(s);
    for (int side = 0; side < 2; side++)
        if (letter == letter_of(r, side)) return s->at++, read_pieces(r, s, side, f, e);
    if (scan_char(s, 'H'))
        return read_count(s, "H (plies without progress)", 4000, &f->counts.quiet, e);
    if (scan_char(s, 'R'))
        return read_count(s, "R (moves of three kings)", 201, &f->counts.river, e);
    if (scan_char(s, 'E')) return read_endings(r, s, f, e);
    if (scan_char(s, 'T')) return read_count(s, "T (times it came up)", 100, &f->times, e);
    char which = scan_peek(s);
    if (which == 'L' || which == 'P') {
        int bit;
        s->at++;
        if (!damas_read_square(r->variant, s, &bit)) return bad_square(r->variant, s, e);
        *(which == 'L' ? &f->leg : &f->touched) = bit + 1;
        return true;
    }
    if (!scan_char(s, 'S'))
        return error_set(e, "position: '%.20s' must begin with W, B, H, R, E, T, S, L or P", s->at);
    while (!at_field_end(s)) {
        if (!read_entry(r->variant, s, 0, &f->huffable, &kings, e)) return false;
        if (!at_field_end(s) && !scan_char(s, ','))
            return error_set(e, "position: ',' or ':' is missing before '%.20s'", s->at);
    }
    return true;
}

/* Checks that the rules can handle the position. */
static bool check(const damas_rules *r, const fields *f, error *e) {
    if (!damas_of(&f->board, 0) && !damas_of(&f->board, 1))
        return error_code(e, "damas-set-empty", "position: there is no piece at all");
    for (int side = 0; side < 2; side++) {
        const char *name = damas_side_name(r, side);
        if (bits_count(damas_of(&f->board, side)) > DAMAS_PIECES_READ)
            return error_code(e, "damas-set-many", "position: %s has more than %d pieces", name,
                              DAMAS_PIECES_READ);
        if (f->board.man[side] & damas_crown_row(side))
            return error_code(e, "damas-set-crowned",
                              "position: a man of %s is on its crowning row", name);
    }
    if (f->huffable && r->profile != DAMAS_HUFF)
        return error_set(e, "position: S (what may be huffed) needs profile=huff");
    if (f->huffable & ~damas_of(&f->board, f->side ^ 1))
        return error_set(e, "position: S names a square without a piece of %s",
                         damas_side_name(r, f->side ^ 1));
    if (!f->leg) return true;
    damas_list l = {.count = 0};
    if (r->profile == DAMAS_LAB && (f->board.king[f->side] & damas_one(f->leg - 1)))
        damas_add_lab_captures(&f->board, f->side, f->leg - 1, &l);
    if (l.count == 0)
        return error_set(e, "position: L must be a king that can capture, with profile=lab");
    return true;
}

/* P: the piece must be one that the next player could touch. */
static bool set_touched(const damas_rules *r, damas_position *p, int bit, error *e) {
    damas_list l;
    damas_list_moves(r, p, &l);
    damas_add_touches(r, p, &l);
    for (int i = 0; i < l.count; i++)
        if ((l.move[i] & DAMAS_MOVE_TOUCH) && damas_from(l.move[i]) == bit) {
            p->touched = (uint8_t)(bit + 1);
            return true;
        }
    return error_set(e, "position: P must be a piece that can move, with touch=on");
}

bool damas_read_position(const game_rules *rules, const char *source, game_position *position,
                         error *e) {
    const damas_rules *r = damas_rules_of(rules);
    fields f = {.side = 0};
    scan s = scan_string(source);
    scan_blanks(&s);
    if (scan_char(&s, letter_of(r, 1))) f.side = 1;
    else if (!scan_char(&s, letter_of(r, 0)))
        return error_set(e, "position: '%.20s' must begin with the side to move, W or B", s.at);
    if (at_field_end(&s) && scan_peek(&s) != ':')
        return error_set(e, "position: no pieces: write it as in W:W1,2,K9:B30,K31");
    while (scan_char(&s, ':'))
        if (!read_field(r, &s, &f, e)) return false;
    scan_char(&s, '.');
    scan_blanks(&s);
    if (!scan_done(&s)) return error_set(e, "position: '%.20s' is not understood", s.at);
    if (!check(r, &f, e)) return false;
    damas_position *p = (damas_position *)(void *)position;
    damas_set_up(r, p, &f.board, f.side, f.huffable, &f.counts);
    p->leg = (uint8_t)f.leg;
    damas_repeat(r, p, f.times);
    return !f.touched || set_touched(r, p, f.touched - 1, e);
}
