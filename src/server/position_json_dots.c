#include "games/dots/chains.h"
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

static json_t *chains_json(const dots_rules *r, const dots_position *p) {
    dots_chain_list list;
    json_t *chains = json_array();
    dots_list_chains(r, p, &list);
    for (int i = 0; i < list.count; i++) {
        json_t *boxes = json_array();
        for (int n = list.start[i]; n < list.start[i + 1]; n++)
            json_array_append_new(
                boxes, json_pack("[i, i]", list.box[n] % r->columns, list.box[n] / r->columns));
        json_array_append_new(
            chains, json_pack("{s:i, s:s, s:o}", "length", list.start[i + 1] - list.start[i],
                              "kind", i < list.chains ? "chain" : "loop", "boxes", boxes));
    }
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
