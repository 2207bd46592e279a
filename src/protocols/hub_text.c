#include "protocols/hub_text.h"

#include <string.h>

#include "protocols/hub_damas.h"

/* Takes the next name=value of a line, the value with or without quotes. */
static bool take_pair(scan *s, const char **name, size_t *name_length, const char **value,
                      size_t *length) {
    scan_blanks(s);
    if (!scan_word(s, "=", name, name_length)) return false;
    *value = s->at;
    *length = 0;
    if (!scan_char(s, '=')) return true;
    if (scan_char(s, '"')) {
        *value = s->at;
        while (!scan_done(s) && scan_peek(s) != '"') s->at++;
        *length = (size_t)(s->at - *value);
        scan_char(s, '"');
    } else if (!scan_word(s, "", value, length)) {
        *value = s->at;
    }
    return true;
}

bool hub_find_part(scan rest, const char *wanted, const char **value, size_t *length) {
    const char *name;
    size_t name_length;
    while (take_pair(&rest, &name, &name_length, value, length))
        if (text_same(name, name_length, wanted)) return true;
    return false;
}

bool hub_find_value(scan rest, const char *wanted, text *out) {
    const char *value;
    size_t length;
    if (!hub_find_part(rest, wanted, &value, &length)) return false;
    text_add_part(out, value, length);
    return true;
}

void hub_write_move(const game_rules *rules, const game_position *before, game_move m, text *t) {
    if (hub_damas_applies(rules)) hub_damas_write_move(rules, before, m, t);
    else game_write_move(rules, before, m, t);
}

bool hub_read_move(const game_rules *rules, const game_position *p, const char *word, game_move *m,
                   error *e) {
    return (hub_damas_applies(rules) && hub_damas_find_move(rules, p, word, m)) ||
           game_read_move(rules, p, word, m, e);
}

bool hub_read_position(const game_rules *rules, const char *given, game_position *p, error *e) {
    if (!hub_damas_applies(rules))
        return error_set(
            e, "pos= is for Damas; %s takes start=, a position as 'damero show' prints it",
            rules->game->title);
    return hub_damas_read_position(rules, given, p, e);
}
