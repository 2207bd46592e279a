#include "trax_support.h"

const game_rules *trax_test_variant(rules_cache *cache, const char *name) {
    static const char *const settings[3] = {"variant=unlimited", "variant=8x8,nomove=classic",
                                            "variant=loop"};
    int place = strcmp(name, "unlimited") == 0 ? 0 : strcmp(name, "8x8") == 0 ? 1 : 2;
    if (!cache->variant[place]) cache->variant[place] = rules_of("trax", settings[place]);
    return cache->variant[place];
}

void trax_test_forget(rules_cache *cache) {
    for (int i = 0; i < 3; i++) game_destroy(cache->variant[i]);
}

void trax_test_play(history *h, const game_rules *rules, const char *moves) {
    error e;
    if (!history_create(h, rules, &e) || !history_play_all(h, moves, &e))
        fail_msg("%s: %s", moves, e.message);
}

const trax_position *trax_test_now(const history *h) {
    return (const trax_position *)(const void *)h->now;
}

void table_open(table *t, const char *name) {
    char path[64];
    text p = text_over(path, sizeof path);
    text_addf(&p, "trax/%s", name);
    *t = (table){.file = open_data(path)};
}

bool table_open_public(table *t, const char *name) {
    char path[4096];
    const char *shared = getenv("DAMERO_SHARED");
    text p = text_over(path, sizeof path);
    text_addf(&p, "%s/truth/public/trax/%s", shared ? shared : "../shared", name);
    *t = (table){.file = fopen(path, "r")};
    if (!t->file) note_skip("the public collections are not there");
    return t->file != NULL;
}

bool table_next(table *t) {
    ssize_t length;
    while ((length = getline(&t->line, &t->capacity, t->file)) >= 0) {
        if (length > 0 && t->line[length - 1] == '\n') t->line[--length] = '\0';
        if (length == 0 || t->line[0] == '#') continue;
        char *rest = t->line;
        for (int i = 0; i < TABLE_FIELDS; i++) {
            t->field[i] = rest;
            char *tab = strchr(rest, '\t');
            if (tab) *tab = '\0';
            rest = tab ? tab + 1 : rest + strlen(rest);
        }
        return true;
    }
    return false;
}

void table_close(table *t) {
    fclose(t->file);
    free(t->line);
}
