#include "games/dots/notation.h"
#include "server/position_json.h"

static const dots_position *seen(const game_position *p) {
    return (const dots_position *)(const void *)p;
}

static json_t *lines_json(const dots_rules *r, const dots_position *p) {
    json_t *lines = json_array();
    for (int line = 0; line < r->lines; line++) {
        char word[16];
        text t = text_over(word, sizeof word);
        dots_ends e = dots_line_ends(r, line);
        dots_write_line(r, line, &t);
        json_array_append_new(lines,
                              json_pack("{s:s, s:i, s:i, s:i, s:i, s:b}", "text", word, "x1",
                                        e.x1 - 1, "y1", r->rows + 1 - e.y1, "x2", e.x2 - 1, "y2",
                                        r->rows + 1 - e.y2, "drawn", dots_drawn(p, line)));
    }
    return lines;
}

static json_t *boxes_json(const dots_rules *r, const dots_position *p) {
    json_t *boxes = json_array();
    for (int box = 0; box < r->boxes; box++) {
        int owner = bits_has(p->won[0], (size_t)box)   ? 0
                    : bits_has(p->won[1], (size_t)box) ? 1
                                                       : -1;
        json_array_append_new(boxes, json_pack("{s:i, s:i, s:o}", "x", box % r->columns, "y",
                                               box / r->columns, "owner",
                                               owner < 0 ? json_null() : json_integer(owner)));
    }
    return boxes;
}

/* The open lines between boxes with at most two of them: what belongs together is taken together.
 */
typedef struct strings {
    const dots_rules *rules;
    const dots_position *position;
    bool member[DOTS_BOXES_MAX + 1]; /* open, with one or two open lines, and not walked yet */
} strings;

static int top_line(const dots_rules *r, int box) {
    return box / r->columns * (2 * r->columns + 1) + box % r->columns;
}

/* The four lines of a box. */
static void lines_of(const dots_rules *r, int box, int line[4]) {
    int top = top_line(r, box), c = r->columns;
    line[0] = top;
    line[1] = top + c;
    line[2] = top + c + 1;
    line[3] = top + 2 * c + 1;
}

static int open_lines(const dots_rules *r, const dots_position *p, int box) {
    int line[4], open = 0;
    lines_of(r, box, line);
    for (int i = 0; i < 4; i++) open += !dots_drawn(p, line[i]);
    return open;
}

/* The members that lie beyond open lines of this box; how many. */
static int neighbours(const strings *s, int box, int next[4]) {
    int line[4], count = 0;
    lines_of(s->rules, box, line);
    for (int i = 0; i < 4; i++) {
        const dots_sides *d = &s->rules->sides[line[i]];
        int other = d->box[0] == box ? d->box[1] : d->box[0];
        if (!dots_drawn(s->position, line[i]) && other != DOTS_NO_BOX && s->member[other])
            next[count++] = other;
    }
    return count;
}

static json_t *walk(strings *s, int box, bool loop) {
    json_t *boxes = json_array();
    int next[4];
    for (int at = box; at >= 0; at = neighbours(s, at, next) ? next[0] : -1) {
        s->member[at] = false;
        json_array_append_new(boxes,
                              json_pack("[i, i]", at % s->rules->columns, at / s->rules->columns));
    }
    return json_pack("{s:i, s:s, s:o}", "length", (int)json_array_size(boxes), "kind",
                     loop ? "loop" : "chain", "boxes", boxes);
}

/* Chains first, from their ends; what is left then are loops. */
static json_t *chains_json(const dots_rules *r, const dots_position *p) {
    strings s = {.rules = r, .position = p};
    json_t *chains = json_array();
    int next[4];
    for (int box = 0; box < r->boxes; box++) {
        int open = open_lines(r, p, box);
        s.member[box] = open == 1 || open == 2;
    }
    for (int box = 0; box < r->boxes; box++)
        if (s.member[box] && neighbours(&s, box, next) < 2)
            json_array_append_new(chains, walk(&s, box, false));
    for (int box = 0; box < r->boxes; box++)
        if (s.member[box]) json_array_append_new(chains, walk(&s, box, true));
    return chains;
}

static void add(const position_look *l, const game_position *view, json_t *state) {
    const dots_rules *r = dots_rules_of(l->game->rules);
    const dots_position *p = seen(view);
    json_object_set_new(state, "columns", json_integer(r->columns));
    json_object_set_new(state, "rows", json_integer(r->rows));
    json_object_set_new(state, "lines", lines_json(r, p));
    json_object_set_new(state, "boxes", boxes_json(r, p));
    json_object_set_new(state, "chains", chains_json(r, p));
}

const position_writer position_json_dots = {"dots", add, NULL, NULL};
