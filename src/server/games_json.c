#include "server/games_json.h"

#include <string.h>

#include "base/clock.h"
#include "boards/engines.h"
#include "protocols/talk.h"
#include "server/position_json.h"

static json_t *setting_json(const game_setting *s) {
    static const char *const kinds[] = {[SETTING_CHOICE] = "choice",
                                        [SETTING_NUMBER] = "number",
                                        [SETTING_SIZE] = "size",
                                        [SETTING_TEXT_VALUE] = "text"};
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
        for (int level = 0; k->levels[level].name; level++) {
            const engine_level *l = &k->levels[level];
            json_t *one = json_pack("{s:s, s:s}", "name", l->name, "meaning", l->meaning);
            if (level < k->styles) json_object_set_new(one, "style", json_true());
            json_array_append_new(levels, one);
        }
        json_array_append_new(engines, json_pack("{s:s, s:s, s:s, s:o}", "name", k->name, "summary",
                                                 k->summary, "unit", k->unit, "levels", levels));
    }
    return engines;
}

/* The range of the setting `players`, or of the default rules if there is no such setting. */
typedef struct seat_range {
    int least, most, usual;
} seat_range;

static seat_range range_of(const game *g, const game_rules *usual) {
    seat_range r = {usual->seats, usual->seats, usual->seats};
    for (const game_setting *s = g->settings; s->key; s++)
        if (strcmp(s->key, "players") == 0) r.least = s->least, r.most = s->most;
    return r;
}

/* The names of the seats under the default rules, for choosing one before there is a match. */
static json_t *sides_json(const game_rules *usual, int count) {
    json_t *sides = json_array();
    for (int seat = 0; seat < count; seat++)
        json_array_append_new(sides, json_string(game_seat_name(usual, seat)));
    return sides;
}

static json_t *features_json(const game *g) {
    const game_features *f = &g->features;
    return json_pack("{s:b, s:b, s:b, s:b, s:b, s:b}", "hidden", g->view != NULL, "chance",
                     g->roll != NULL, "interrupts", f->interrupts, "scores", f->scores, "draws",
                     f->draws, "odds", game_has_odds(g));
}

/* The protocol of boards on lines, their default time per move, and the setting that a match
 * between them has by default. */
static json_t *boards_json(const game *g) {
    const protocol *p = protocol_of_boards(g);
    json_t *o =
        json_pack("{s:s, s:b, s:b}", "protocol", p->name, "emulated", p != &hub, "team", p->team);
    if (p->move_time) json_object_set_new(o, "move", json_integer(p->move_time / MILLISECOND));
    if (p->rules) json_object_set_new(o, "rules", json_string(p->rules));
    return o;
}

static json_t *game_json(const game *g) {
    error e;
    game_rules *usual = game_create(g, NULL, &e);
    if (!usual) return NULL;
    seat_range seats = range_of(g, usual);
    json_t *settings = json_array();
    for (const game_setting *s = g->settings; s->key; s++)
        json_array_append_new(settings, setting_json(s));
    json_t *o = json_pack("{s:s, s:s, s:s, s:{s:i, s:i, s:i}, s:o, s:o, s:o, s:o, s:o}", "name",
                          g->name, "title", g->title, "summary", g->summary, "seats", "least",
                          seats.least, "most", seats.most, "usual", seats.usual, "sides",
                          sides_json(usual, seats.most), "features", features_json(g), "boards",
                          boards_json(g), "settings", settings, "engines", engines_json(g));
    game_destroy(usual);
    return o;
}

json_t *games_json(const char *version) {
    json_t *games = json_array();
    for (const game *const *g = games_all; *g; g++) json_array_append_new(games, game_json(*g));
    return json_pack("{s:o, s:s}", "games", games, "version", version);
}
