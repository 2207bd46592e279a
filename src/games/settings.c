#include "games/settings.h"

#include <string.h>

#include "base/spelling.h"

/* The index of the word among the words of `list`, or -1. */
static int place_in(const char *list, const char *word, size_t length) {
    scan s = scan_string(list);
    const char *choice;
    size_t size;
    for (int place = 0; scan_blanks(&s), scan_word(&s, "", &choice, &size); place++)
        if (size == length && memcmp(choice, word, length) == 0) return place;
    return -1;
}

/* Writes the word of `list` nearest to what was typed to `best`; false if none is near. */
static bool nearest_in(const char *list, const char *typed, char best[SETTING_TEXT]) {
    char word[SETTING_TEXT];
    scan s = scan_string(list);
    const char *choice;
    size_t size, distance = SIZE_MAX;
    while (scan_blanks(&s), scan_word(&s, "", &choice, &size)) {
        text t = text_over(word, sizeof word);
        text_add_part(&t, choice, size);
        spelling nearest = {.word = typed};
        spelling_offer(&nearest, word);
        if (nearest.best && nearest.distance < distance) {
            distance = nearest.distance;
            memcpy(best, word, sizeof word);
        }
    }
    return distance != SIZE_MAX;
}

static bool read_choice(const game_setting *g, setting_value *v, error *e) {
    v->number = place_in(g->choices, v->text, strlen(v->text));
    if (v->number >= 0) return true;
    char best[SETTING_TEXT];
    if (nearest_in(g->choices, v->text, best))
        return error_code(e, "setting-not-one-of-near",
                          "setting %s: '%s' is not one of: %s (did you mean '%s'?)", g->key,
                          v->text, g->choices, best);
    return error_code(e, "setting-not-one-of", "setting %s: '%s' is not one of: %s", g->key,
                      v->text, g->choices);
}

static bool read_number(const game_setting *g, setting_value *v, error *e) {
    scan s = scan_string(v->text);
    uint64_t number;
    if (!scan_number(&s, (uint64_t)g->least, (uint64_t)g->most, &number) || !scan_done(&s))
        return error_code(e, "setting-not-a-number",
                          "setting %s: '%s' is not a number from %d to %d", g->key, v->text,
                          g->least, g->most);
    v->number = (int)number;
    return true;
}

static bool read_size(const game_setting *g, setting_value *v, error *e) {
    scan s = scan_string(v->text);
    uint64_t rows, columns, least = (uint64_t)g->least, most = (uint64_t)g->most;
    if (!scan_number(&s, least, most, &rows) || !scan_char(&s, 'x') ||
        !scan_number(&s, least, most, &columns) || !scan_done(&s))
        return error_code(e, "setting-not-a-size",
                          "setting %s: '%s' is not ROWSxCOLUMNS with both from %d to %d, as in %s",
                          g->key, v->text, g->least, g->most, g->initial);
    v->number = (int)rows;
    v->second = (int)columns;
    return true;
}

static bool read_value(const game_setting *g, const char *bytes, size_t length, setting_value *v,
                       error *e) {
    text t = text_over(v->text, sizeof v->text);
    text_add_part(&t, bytes, length);
    if (t.full)
        return error_code(e, "setting-too-long", "setting %s: '%.*s...' is too long", g->key,
                          SETTING_TEXT, bytes);
    switch (g->kind) {
    case SETTING_CHOICE: return read_choice(g, v, e);
    case SETTING_NUMBER: return read_number(g, v, e);
    case SETTING_SIZE: return read_size(g, v, e);
    case SETTING_TEXT_VALUE: return true;
    }
    return false;
}

static bool unknown_key(const game_setting *table, const char *key, error *e) {
    char keys[300];
    text t = text_over(keys, sizeof keys);
    spelling nearest = {.word = key};
    for (const game_setting *g = table; g->key; g++) {
        text_addf(&t, "%s%s", g == table ? "" : " ", g->key);
        spelling_offer(&nearest, g->key);
    }
    if (!table->key)
        return error_code(e, "no-settings", "unknown setting '%s': this game has none", key);
    if (nearest.best)
        return error_code(e, "unknown-setting-near",
                          "unknown setting '%s': did you mean '%s'? (there are: %s)", key,
                          nearest.best, keys);
    return error_code(e, "unknown-setting", "unknown setting '%s': there are: %s", key, keys);
}

static bool read_pair(const game_setting *table, scan *s, game_settings *into, error *e) {
    const char *word, *bytes;
    size_t length, size;
    char key[SETTING_TEXT];
    if (!scan_word(s, "=,", &word, &length))
        return error_code(e, "setting-without-key",
                          "settings: '%.*s' has no key: write KEY=VALUE,KEY=VALUE",
                          (int)(s->end - s->at), s->at);
    text t = text_over(key, sizeof key);
    text_add_part(&t, word, length);
    scan_blanks(s);
    if (!scan_char(s, '='))
        return error_code(e, "setting-without-value", "settings: '%s' has no value: write %s=VALUE",
                          key, key);
    scan_blanks(s);
    if (!scan_word(s, ",=", &bytes, &size))
        return error_code(e, "setting-empty", "settings: '%s=' has no value after it", key);
    for (size_t i = 0; table[i].key; i++) {
        if (strcmp(table[i].key, key) != 0) continue;
        if (into->value[i].given)
            return error_code(e, "setting-twice", "setting %s is given twice", key);
        into->value[i].given = true;
        return read_value(&table[i], bytes, size, &into->value[i], e);
    }
    return unknown_key(table, key, e);
}

int settings_choices(const game_setting *g) {
    const char *word;
    size_t length;
    int count = 0;
    for (scan s = scan_string(g->choices); scan_word(&s, "", &word, &length); count++)
        scan_blanks(&s);
    return count;
}

void settings_choose(const game_setting *g, int index, setting_value *v) {
    const char *word = "";
    size_t length = 0;
    scan s = scan_string(g->choices);
    for (int i = 0; i <= index && scan_word(&s, "", &word, &length); i++) scan_blanks(&s);
    text t = text_over(v->text, sizeof v->text);
    text_add_part(&t, word, length);
    v->number = index;
    v->given = true;
}

bool settings_read(const game_setting *table, const char *source, game_settings *into, error *e) {
    game_settings read = {0};
    for (size_t i = 0; table[i].key; i++)
        if (!read_value(&table[i], table[i].initial, strlen(table[i].initial), &read.value[i], e))
            return false;
    scan s = scan_string(source ? source : "");
    scan_blanks(&s);
    while (!scan_done(&s)) {
        if (!read_pair(table, &s, &read, e)) return false;
        scan_blanks(&s);
        if (scan_done(&s)) break;
        if (!scan_char(&s, ','))
            return error_code(e, "settings-comma", "settings: a comma is missing before '%.*s'",
                              (int)(s.end - s.at), s.at);
        scan_blanks(&s);
        if (scan_done(&s))
            return error_code(e, "settings-end", "settings: nothing after the last comma");
    }
    *into = read;
    return true;
}

void settings_write(const game_setting *table, const game_settings *settings, text *t) {
    bool first = true;
    for (size_t i = 0; table[i].key; i++) {
        const setting_value *v = &settings->value[i];
        if (strcmp(v->text, table[i].initial) == 0) continue;
        text_addf(t, "%s%s=%s", first ? "" : ",", table[i].key, v->text);
        first = false;
    }
}

void settings_add_default(text *list, const char *setting) {
    char key[SETTING_TEXT * 2];
    text t = text_over(key, sizeof key);
    text_add_part(&t, setting, strcspn(setting, "=") + 1);
    if (!strstr(list->start, key)) text_addf(list, "%s%s", list->length ? "," : "", setting);
}
