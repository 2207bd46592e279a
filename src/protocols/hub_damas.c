#include "protocols/hub_damas.h"

#include <stdlib.h>
#include <string.h>

#include "games/damas/notation.h"

bool hub_damas_applies(const game_rules *rules) { return rules->game == &damas_game; }

/* Huffs and the legs of a continued capture have no Hub text: they keep Damero's own notation. */
static bool is_plain(game_move m) { return !(m & (DAMAS_MOVE_HUFF | DAMAS_MOVE_GOES_ON)); }

/* The bit of the square with that number, 0..31. In variants with letters a1 is the first one, then
 * c1. */
static int square_of(const damas_variant *v, int number) {
    return damas_bit_of(v->algebraic ? number : damas_numbered(v, number));
}

void hub_damas_write_move(const game_rules *rules, const game_position *before, game_move m,
                          text *t) {
    const damas_variant *v = damas_rules_of(rules)->variant;
    damas_set captured = damas_captured(m);
    if (!is_plain(m) || !captured) {
        game_write_move(rules, before, m, t);
        return;
    }
    damas_write_square(v, damas_from(m), t);
    text_add_char(t, 'x');
    damas_write_square(v, damas_to(m), t);
    for (int number = 0; number < DAMAS_SQUARES; number++) {
        int bit = square_of(v, number);
        if (!(captured & damas_one(bit))) continue;
        text_add_char(t, 'x');
        damas_write_square(v, bit, t);
    }
}

bool hub_damas_find_move(const game_rules *rules, const game_position *p, const char *word,
                         game_move *found) {
    const damas_variant *v = damas_rules_of(rules)->variant;
    scan s = scan_string(word);
    int from, to, bit;
    damas_set captured = 0;
    if (!damas_read_square(v, &s, &from) || !scan_char(&s, 'x') || !damas_read_square(v, &s, &to))
        return false;
    while (scan_char(&s, 'x')) {
        if (!damas_read_square(v, &s, &bit)) return false;
        captured |= damas_one(bit);
    }
    game_move *moves = malloc(rules->max_moves * sizeof *moves);
    if (!scan_done(&s) || !captured || !moves) {
        free(moves);
        return false;
    }
    size_t count = game_moves(rules, p, damas_seen(p)->side, moves), i = 0;
    while (i < count && !(is_plain(moves[i]) && damas_from(moves[i]) == from &&
                          damas_to(moves[i]) == to && damas_captured(moves[i]) == captured))
        i++;
    if (i < count) *found = moves[i];
    free(moves);
    return i < count;
}

void hub_damas_write_position(const game_rules *rules, const game_position *position, text *t) {
    const damas_rules *r = damas_rules_of(rules);
    const damas_position *p = damas_seen(position);
    const char *side = damas_side_name(r, p->side);
    text_add_char(t, side[0]);
    bool white_first = damas_side_name(r, 0)[0] == 'W';
    for (int number = 0; number < DAMAS_SQUARES; number++) {
        damas_set one = damas_one(square_of(r->variant, number));
        char piece = 'e';
        for (int owner = 0; owner < 2; owner++) {
            bool white = (owner == 0) == white_first;
            if (p->board.man[owner] & one) piece = white ? 'w' : 'b';
            if (p->board.king[owner] & one) piece = white ? 'W' : 'B';
        }
        text_add_char(t, piece);
    }
}

/* Adds the squares of one side in a position of Hub as FEN lists them: "K1,5,12". */
static void add_pieces(const damas_variant *v, const char *squares, char man, char king,
                       text *fen) {
    const char *comma = "";
    for (int number = 0; number < DAMAS_SQUARES; number++) {
        char piece = squares[number];
        if (piece != man && piece != king) continue;
        text_addf(fen, "%s%s", comma, piece == king ? "K" : "");
        damas_write_square(v, square_of(v, number), fen);
        comma = ",";
    }
}

bool hub_damas_read_position(const game_rules *rules, const char *given, game_position *p,
                             error *e) {
    char fen[400];
    text t = text_over(fen, sizeof fen);
    if ((given[0] != 'W' && given[0] != 'B') || strlen(given) != 1 + DAMAS_SQUARES ||
        strspn(given + 1, "wbWBe") != DAMAS_SQUARES)
        return error_set(e, "pos=%.40s: W or B, then one of w b W B e for each of %d squares",
                         given, DAMAS_SQUARES);
    text_addf(&t, "%c:W", given[0]);
    add_pieces(damas_rules_of(rules)->variant, given + 1, 'w', 'W', &t);
    text_add(&t, ":B");
    add_pieces(damas_rules_of(rules)->variant, given + 1, 'b', 'B', &t);
    return game_read_position(rules, fen, p, e);
}
