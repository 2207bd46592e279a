#include "engines/dots/captures.h"

void dots_outlook_take(const dots_map *m, const dots_field *f, dots_outlook *o) {
    o->field = *f;
    o->quiet = *f;
    o->haul = dots_field_take(m, &o->quiet);
}

/* What drawing one line of the haul leads to. */
typedef struct attempt {
    int completed;
    dots_haul rest;
    bool same_left; /* the same quiet field is left */
} attempt;

static attempt attempt_line(const dots_map *m, const dots_outlook *o, int line) {
    attempt a;
    dots_field f = o->field;
    a.completed = dots_field_draw(m, &f, line);
    a.rest = dots_field_take(m, &f);
    a.same_left = f.hash == o->quiet.hash;
    return a;
}

/* The lines of the haul: open in the field but not in the quiet rest. */
static uint64_t haul_lines(const dots_outlook *o, int word) {
    return o->field.open[word] & ~o->quiet.open[word];
}

bool dots_free_capture(const dots_map *m, const dots_outlook *o, uint16_t *line) {
    for (int word = 0; word < DOTS_LINE_WORDS; word++)
        for (uint64_t set = haul_lines(o, word); set;) {
            int candidate = word * 64 + bits_take(&set);
            attempt a = attempt_line(m, o, candidate);
            if (a.completed == 0 || !a.same_left || a.rest.hand_over != o->haul.hand_over) continue;
            *line = (uint16_t)candidate;
            return true;
        }
    return false;
}

uint16_t dots_best_capture(const dots_map *m, const dots_outlook *o, int left) {
    int best = -2 * DOTS_BOXES_MAX;
    uint16_t best_line = DOTS_NO_LINE;
    for (int word = 0; word < DOTS_LINE_WORDS; word++)
        for (uint64_t set = haul_lines(o, word); set;) {
            int line = word * 64 + bits_take(&set);
            attempt a = attempt_line(m, o, line);
            if (!a.same_left) continue;
            int rest = dots_haul_value(a.rest, left);
            int value = a.completed ? a.completed + rest : -rest;
            /* Among equals prefer a capture. */
            if (value < best || (value == best && a.completed == 0)) continue;
            best = value;
            best_line = (uint16_t)line;
        }
    return best_line;
}

uint16_t dots_any_capture(const dots_map *m, const dots_outlook *o) {
    for (int cell = 0; cell < m->cells; cell++)
        if (dots_degree(o->field.sides[cell]) == 1)
            return m->line_at[cell][bits_lowest(o->field.sides[cell])];
    return DOTS_NO_LINE;
}
