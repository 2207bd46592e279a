#include "server/puzzles_json.h"

#include <stdlib.h>
#include <string.h>

#include "puzzles/prover.h"

json_t *puzzle_games_json(void) {
    json_t *games = json_array();
    for (size_t i = 0; games_all[i]; i++) {
        size_t count = puzzle_count(games_all[i]);
        if (count)
            json_array_append_new(games, json_pack("{s:s, s:I}", "game", games_all[i]->name,
                                                   "count", (json_int_t)count));
    }
    return json_pack("{s:o}", "games", games);
}

json_t *puzzle_themes_json(const prover_kind *k, unsigned themes) {
    json_t *names = json_array();
    for (int i = 0; k->themes[i]; i++)
        if (themes >> i & 1) json_array_append_new(names, json_string(k->themes[i]));
    return names;
}

json_t *puzzle_list_json(const game *g) {
    const prover_kind *k = prover_find(g, NULL);
    puzzle_brief *all = k ? calloc(PUZZLE_COUNT_MAX, sizeof *all) : NULL;
    size_t count = all ? puzzle_briefs(g, all, PUZZLE_COUNT_MAX) : 0;
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_pack("{s:i, s:o}", "rating", all[i].rating, "themes",
                                              puzzle_themes_json(k, all[i].themes)));
    free(all);
    return json_pack("{s:s, s:o, s:o}", "game", g->name, "themes",
                     k ? puzzle_themes_json(k, ~0u) : json_array(), "puzzles", list);
}

static json_t *words_json(const char *words) {
    json_t *list = json_array();
    scan s = scan_string(words);
    const char *word;
    size_t length;
    while (scan_word(&s, "", &word, &length)) {
        json_array_append_new(list, json_stringn(word, length));
        scan_blanks(&s);
    }
    return list;
}

static json_t *decision_json(const puzzle *p, int number) {
    const puzzle_decision *d = &p->decision[number];
    const puzzle_option *o = puzzle_solution(p, number);
    json_t *good = json_array(), *wrong = json_object();
    for (size_t i = 0; i < d->count; i++)
        if (i < d->good) json_array_append_new(good, json_string(o[i].move));
        else
            json_object_set_new(wrong, o[i].move,
                                json_pack("{s:s, s:i}", "reply", o[i].reply, "value", o[i].value));
    return json_pack("{s:o, s:i, s:o, s:o}", "good", good, "value", o->value, "wrong", wrong,
                     "then", words_json(d->then));
}

json_t *puzzle_json(const game *g, size_t number, error *e) {
    puzzle p;
    const prover_kind *k = prover_find(g, e);
    if (!k || !puzzle_get(&p, g, number, e)) return NULL;
    json_t *line = json_array();
    for (int i = 0; i < p.decisions; i++) json_array_append_new(line, decision_json(&p, i));
    json_t *json = json_pack("{s:s, s:I, s:i, s:o, s:s, s:s, s:s, s:o}", "game", g->name, "number",
                             (json_int_t)number, "rating", p.rating, "themes",
                             puzzle_themes_json(k, p.themes), "goal", puzzle_goal_name(p.goal),
                             "rules", p.rules, "start", p.start, "line", line);
    puzzle_free(&p);
    return json;
}
