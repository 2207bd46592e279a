/* Lines that the boards of a tournament share: which table has which lines.
 *
 * Tables get free lines in the order of their boards and keep them until their pairing is over, so
 * that a team stays where it is plugged in. The journal holds only the list of lines: a game that
 * resumes after a kill has its lines in its seats. */
#include <string.h>

#include "arena/arena_private.h"
#include "arena/event_private.h"
#include "base/text.h"

static bool needs_line(const arena_event *v, const event_table *t, int player) {
    const pairing *p = &v->t.pairings.pairing[t->pairing];
    return player < p->count && lines_is_board(v->t.entrant[p->player[player]].seat);
}

static bool is_taken(const arena_event *v, int line) {
    for (size_t i = 0; i < v->count; i++)
        for (int k = 0; k < GAME_SEATS_MAX; k++)
            if (v->table[i].line[k] == line && needs_line(v, &v->table[i], k)) return true;
    return false;
}

bool event_seat_text(const arena_event *v, const event_table *t, int player, text *to) {
    const pairing *p = &v->t.pairings.pairing[t->pairing];
    const char *seat = v->t.entrant[p->player[player]].seat;
    if (!lines_is_board(seat)) {
        text_add(to, seat);
        return true;
    }
    bool known = t->line[player] >= 0 && lines_nth(v->terms.lines, t->line[player], to);
    if (!known) text_add(to, "pty"); /* to know its options */
    text_add(to, seat + strlen("board"));
    return known;
}

void event_assign_lines(arena_event *v) {
    int most = lines_in(v->terms.lines);
    for (size_t i = 0; i < v->count; i++) {
        event_table *t = &v->table[i];
        int found[GAME_SEATS_MAX], needed = 0, count = 0;
        if (v->t.pairings.pairing[t->pairing].over || t->state != TABLE_WAITS) continue;
        for (int k = 0; k < GAME_SEATS_MAX; k++) needed += t->line[k] < 0 && needs_line(v, t, k);
        for (int line = 0; line < most && count < needed; line++)
            if (!is_taken(v, line)) found[count++] = line;
        if (!needed || count < needed) continue;
        for (int k = GAME_SEATS_MAX - 1; k >= 0; k--)
            if (t->line[k] < 0 && needs_line(v, t, k)) t->line[k] = found[--count];
        v->news++;
    }
}

/* A line of this text that no table has; -1: there is none. */
static int find_line(const arena_event *v, const char *spec, size_t length) {
    for (int line = 0; line < lines_in(v->terms.lines); line++) {
        char other[SEAT_SPEC];
        text t = text_over(other, sizeof other);
        if (lines_nth(v->terms.lines, line, &t) && strlen(other) == length &&
            memcmp(other, spec, length) == 0 && !is_taken(v, line))
            return line;
    }
    return -1;
}

void event_recover_lines(arena_event *v, event_table *t, const arena_match *g) {
    const char *at = g->lines;
    for (int seat = 0; seat < g->rules->seats; seat++) {
        int player = pair_games_player(g->rules->seats, t->played, seat);
        if (needs_line(v, t, player)) t->line[player] = find_line(v, at, strcspn(at, "+\n"));
        at += strcspn(at, "\n");
        if (*at) at++;
    }
}

bool arena_swap_event(arena *a, const char *name, int round, int board, error *e) {
    event_table *t = NULL;
    arena_event *v = event_waiting(a, name, round, board, &t, e);
    if (!v) return false;
    if (!needs_line(v, t, 0) || !needs_line(v, t, 1) || v->t.pairings.pairing[t->pairing].count > 2)
        return error_code(e, "nothing-to-swap", "only two boards that share lines can change them");
    int first = t->line[0];
    t->line[0] = t->line[1];
    t->line[1] = first;
    v->news++;
    return true;
}

void event_change_lines(arena_event *v, const char *list) {
    char before[EVENT_LINES];
    text to = text_over(v->terms.lines, sizeof v->terms.lines);
    memcpy(before, v->terms.lines, sizeof before);
    text_add(&to, list);
    /* Tables that wait are called again; others keep the line that they play on, if it is left. */
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < v->count; i++)
            for (int k = 0; k < GAME_SEATS_MAX; k++) {
                char spec[SEAT_SPEC];
                text t = text_over(spec, sizeof spec);
                event_table *table = &v->table[i];
                bool plays = table->state != TABLE_WAITS && table->line[k] >= 0 &&
                             lines_nth(before, table->line[k], &t);
                if (pass == 0 && !plays) table->line[k] = -1;
                if (pass == 1 && plays) {
                    table->line[k] = -1;
                    table->line[k] = find_line(v, spec, strlen(spec));
                }
            }
    event_assign_lines(v);
    v->news++;
}
