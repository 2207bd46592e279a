#include "engines/engine.h"

#include <string.h>

#include "base/spelling.h"

const engine_kind *engine_find_in(const engine_kind *const *const *lists, const game *g,
                                  const char *name, error *e) {
    char names[200];
    text t = text_over(names, sizeof names);
    bool any = !name || !*name;
    spelling nearest = {.word = any ? "" : name};
    for (; *lists; lists++) {
        for (const engine_kind *const *k = *lists; *k; k++) {
            if (strcmp((*k)->game, g->name) != 0) continue;
            if (any || strcmp((*k)->name, name) == 0) return *k;
            text_addf(&t, "%s%s", t.length ? ", " : "", (*k)->name);
            spelling_offer(&nearest, (*k)->name);
        }
    }
    if (t.length == 0) error_code(e, "no-engine", "there is no engine for %s yet", g->name);
    else if (nearest.best)
        error_code(e, "unknown-engine-near",
                   "unknown engine '%s' for %s: did you mean '%s'? (there are: %s)", name, g->name,
                   nearest.best, names);
    else
        error_code(e, "unknown-engine", "unknown engine '%s' for %s: there are: %s", name, g->name,
                   names);
    return NULL;
}

bool engine_check_threads(const engine_kind *kind, int threads, error *e) {
    if (threads <= 1 || threads <= kind->threads) return true;
    if (kind->threads <= 1)
        return error_set(e, "the engine %s uses one thread only, not %d", kind->name, threads);
    return error_set(e, "the engine %s uses at most %d threads, not %d", kind->name, kind->threads,
                     threads);
}

int engine_full_level(const engine_kind *kind) {
    int last = 0;
    while (kind->levels[last + 1].name) last++;
    return last;
}

int engine_find_level(const engine_kind *kind, const char *name, error *e) {
    char names[300];
    text t = text_over(names, sizeof names);
    spelling nearest = {.word = name};
    scan s = scan_string(name);
    uint64_t number = 0;
    bool is_number = scan_number(&s, 0, 999, &number) && scan_done(&s);
    for (int i = 0; kind->levels[i].name; i++) {
        if (strcmp(kind->levels[i].name, name) == 0) return i;
        if (is_number && number == (uint64_t)i + 1) return i;
        text_addf(&t, "%s%d %s", i ? ", " : "", i + 1, kind->levels[i].name);
        spelling_offer(&nearest, kind->levels[i].name);
    }
    if (nearest.best)
        error_code(e, "unknown-level-near",
                   "unknown level '%s': did you mean '%s'? (there are: %s)", name, nearest.best,
                   names);
    else error_code(e, "unknown-level", "unknown level '%s': there are: %s", name, names);
    return -1;
}
