#include "server/games_json.h"

#include <string.h>

#include "boards/engines.h"

static json_t *setting_json(const game_setting *s) {
    static const char *const kinds[] = {"choice", "number", "size", "text"};
    json_t *o = json_pack("{s:s, s:s, s:s, s:s}", "key", s->key, "meaning", s->meaning, "kind",
                          kinds[s->kind], "default", s->initial);
    if (s->kind == SETTING_CHOICE) {
        json_t *values = json_array();
        scan in = scan_string(s->choices);
        const char *word;
        size_t length;
        while (scan_blanks(&in), scan_word(&in, "", &word, &length))
            json_array_append_new(values, json_stringn(word, length));
        json_object_set_new(o, "values", values);
    } else if (s->kind != SETTING_TEXT_VALUE) {
        json_object_set_new(o, "least", json_integer(s->least));
        json_object_set_new(o, "most", json_integer(s->most));
    }
    return o;
}

static json_t *engines_json(const game *g) {
    json_t *engines = json_array();
    const engine_kind *k;
    for (size_t i = 0; (k = boards_engine(i)); i++) {
        if (strcmp(k->game, g->name) != 0) continue;
        json_t *levels = json_array();
        for (const engine_level *l = k->levels; l->name; l++)
            json_array_append_new(levels,
                                  json_pack("{s:s, s:s}", "name", l->name, "meaning", l->meaning));
        json_array_append_new(engines, json_pack("{s:s, s:s, s:s, s:o}", "name", k->name, "summary",
                                                 k->summary, "unit", k->unit, "levels", levels));
    }
    return engines;
}

/* How many can play: two, but where the rules can say `players`. */
static json_t *seats_of(const game *g) {
    error e;
    game_rules *usual = game_create(g, NULL, &e);
    int seats = usual ? usual->seats : 2, least = seats, most = seats;
    for (const game_setting *s = g->settings; s->key; s++)
        if (strcmp(s->key, "players") == 0) least = s->least, most = s->most;
    game_destroy(usual);
    return json_pack("{s:i, s:i, s:i}", "least", least, "most", most, "usual", seats);
}

json_t *games_json(const char *version) {
    json_t *games = json_array();
    for (const game *const *g = games_all; *g; g++) {
        json_t *settings = json_array();
        for (const game_setting *s = (*g)->settings; s->key; s++)
            json_array_append_new(settings, setting_json(s));
        json_array_append_new(games, json_pack("{s:s, s:s, s:s, s:o, s:o, s:o}", "name", (*g)->name,
                                               "title", (*g)->title, "summary", (*g)->summary,
                                               "seats", seats_of(*g), "settings", settings,
                                               "engines", engines_json(*g)));
    }
    return json_pack("{s:o, s:s}", "games", games, "version", version);
}
