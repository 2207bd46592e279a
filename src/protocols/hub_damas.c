#include "protocols/hub_damas.h"

#include <stdlib.h>

#include "games/damas/notation.h"

/* Huffs and legs of a capture that goes on have no Hub text: they stay as the house writes them. */
static bool is_plain(game_move m) { return !(m & (DAMAS_MOVE_HUFF | DAMAS_MOVE_GOES_ON)); }

static bool square_of(const damas_variant *v, int number, int *bit) {
    char name[8];
    text t = text_over(name, sizeof name);
    text_addf(&t, "%d", number);
    scan s = scan_string(name);
    return damas_read_square(v, &s, bit) && scan_done(&s);
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
    for (int number = 1; number <= DAMAS_SQUARES; number++) {
        int bit;
        if (!square_of(v, number, &bit) || !(captured & damas_one(bit))) continue;
        text_addf(t, "x%d", number);
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

bool hub_damas_write_position(const game_rules *rules, const game_position *position, text *t) {
    const damas_rules *r = damas_rules_of(rules);
    const damas_position *p = damas_seen(position);
    const char *side = damas_side_name(r, p->side);
    int bit;
    if (!square_of(r->variant, DAMAS_SQUARES, &bit)) return false;
    text_add_char(t, side[0]);
    bool white_first = damas_side_name(r, 0)[0] == 'W';
    for (int number = 1; number <= DAMAS_SQUARES; number++) {
        if (!square_of(r->variant, number, &bit)) return false;
        damas_set one = damas_one(bit);
        char piece = 'e';
        for (int owner = 0; owner < 2; owner++) {
            bool white = (owner == 0) == white_first;
            if (p->board.man[owner] & one) piece = white ? 'w' : 'b';
            if (p->board.king[owner] & one) piece = white ? 'W' : 'B';
        }
        text_add_char(t, piece);
    }
    return true;
}
