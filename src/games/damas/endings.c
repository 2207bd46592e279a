#include "games/damas/endings.h"

#include <limits.h>
#include <string.h>

enum { ANY = 2 * DAMAS_PIECES_READ }; /* more pieces than possible */

/* russian    FMJD, Section 64, Rules of the game: 7.2.8, 7.2.7, 7.2.4 and 7.2.6 (twice), in this
 *            order; 7.2.5, moves of kings alone, is the count of quiet moves. "Will not be able to
 *            achieve a winning position by his 5th move" is interpreted as five moves of each side
 *            without an end, and in 7.2.7 as long as the king stays on the long diagonal.
 * brazilian  Confederacao Brasileira de Damas, Regras oficiais, draws: two kings against two, one,
 *            or a king and a man; a king against a king, or a king and a man: 5 moves of each side.
 */
static const damas_endings tables[] = {
    {"russian",
     5,
     {{.moves = 5,
       .least = 2,
       .most = 3,
       .men = ANY,
       .reason = "two pieces did not beat a king in time"},
      {.moves = 5,
       .least = 4,
       .most = 4,
       .men = ANY,
       .lone = true,
       .road = true,
       .reason = "three pieces did not beat a king on the long diagonal in time"},
      {.moves = 15,
       .least = 4,
       .most = ANY,
       .lone = true,
       .restarts = true,
       .reason = "three kings did not beat one in time"},
      {.moves = 30,
       .least = 4,
       .most = 5,
       .men = ANY,
       .restarts = true,
       .reason = "no capture or crowning for too long"},
      {.moves = 60,
       .least = 6,
       .most = 7,
       .men = ANY,
       .restarts = true,
       .reason = "no capture or crowning for too long"}}},
    {"brazilian",
     1,
     {{.moves = 5,
       .least = 2,
       .most = 4,
       .each = 2,
       .men = 1,
       .reason = "kings did not beat kings in time"}}},
};

const damas_endings *damas_endings_named(const char *name) {
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (strcmp(tables[i].name, name) == 0) return &tables[i];
    return NULL;
}

bool damas_ending_fits(const damas_ending *d, const damas_board *b) {
    int first = bits_count(damas_of(b, 0)), second = bits_count(damas_of(b, 1));
    int larger = first > second ? first : second, smaller = first + second - larger;
    if (!b->king[0] || !b->king[1]) return false;
    if (larger + smaller < d->least || larger + smaller > d->most) return false;
    if ((d->each && larger > d->each) || (d->lone && smaller > 1)) return false;
    if (bits_count(b->man[0] | b->man[1]) > d->men) return false;
    return !d->road || (b->king[first > second] & DAMAS_RIVER);
}

/* Whether pieces were captured or crowned. */
static bool balance_changed(const damas_board *before, const damas_board *after) {
    for (int side = 0; side < 2; side++)
        if (bits_count(before->man[side]) != bits_count(after->man[side]) ||
            bits_count(before->king[side]) != bits_count(after->king[side]))
            return true;
    return false;
}

void damas_endings_after(const damas_endings *e, const damas_board *before,
                         const damas_board *after, bool move, uint8_t plies[DAMAS_ENDINGS]) {
    if (!after->king[0] || !after->king[1]) { /* most boards: no ending fits */
        memset(plies, 0, DAMAS_ENDINGS);
        return;
    }
    bool changed = balance_changed(before, after);
    for (int i = 0; i < e->count; i++) {
        const damas_ending *d = &e->ending[i];
        bool goes_on = damas_ending_fits(d, after) && damas_ending_fits(d, before) &&
                       !(changed && d->restarts);
        plies[i] = goes_on ? (uint8_t)(plies[i] + (move && plies[i] < UINT8_MAX)) : 0;
    }
}

const damas_ending *damas_endings_over(const damas_endings *e, const uint8_t plies[DAMAS_ENDINGS]) {
    for (int i = 0; i < e->count; i++)
        if (plies[i] >= 2 * e->ending[i].moves) return &e->ending[i];
    return NULL;
}

int damas_endings_left(const damas_endings *e, const damas_board *b,
                       const uint8_t plies[DAMAS_ENDINGS]) {
    bool alone = bits_count(b->king[0]) == 1 || bits_count(b->king[1]) == 1;
    int left = INT_MAX;
    if (!alone || (b->man[0] | b->man[1])) return left;
    for (int i = 0; i < e->count; i++) {
        const damas_ending *d = &e->ending[i];
        int rest = 2 * d->moves - plies[i];
        if (!d->road && !d->restarts && rest < left && damas_ending_fits(d, b)) left = rest;
    }
    return left;
}
