/* What the journal keeps of `damero match`: resuming a match, or a series as it was started. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/journal.h"
#include "cli/match_contest.h"
#include "store/entries.h"

bool contest_check_resume(const cli_arguments *a, error *e) {
    const char *given = a->operand_count > 0 ? a->operand[0] : a->repeated_count ? "--seat" : NULL;
    if (given) return error_set(e, "--resume continues the match as it began: omit %s", given);
    const char *term = cli_value(a, "best-of") ? "best-of" : cli_value(a, "sprt") ? "sprt" : NULL;
    for (size_t i = 0; !term && cli_series_terms[i]; i++)
        if (cli_value(a, cli_series_terms[i])) term = cli_series_terms[i];
    return !term || error_set(e, "--resume continues the match as it began: omit --%s", term);
}

bool contest_recall_match(const char *word, contest *c, store_match *m, error *e) {
    series_setup *s = &c->series;
    int64_t id;
    if (!s->journal) return error_set(e, "--resume needs the journal");
    if (!cli_read_match(word, &id, e) || !store_find(s->journal, id, m, e)) return false;
    if (m->over) return error_set(e, "match %lld is over: %s", (long long)id, m->reason);
    if (store_is_alive(s->journal, &m->owner))
        return error_set(e, "match %lld is being played", (long long)id);
    if (store_claim(s->journal, id, &m->owner, &s->fence, e) != STORE_KEPT) return false;
    char names[GAME_SEATS_MAX][SEAT_SPEC];
    if (!journal_names(s->journal, m, names, e) || !journal_terms(m, &s->terms, e) ||
        !journal_load(s->journal, m, true, &c->begun, e))
        return false;
    s->begun = &c->begun;
    s->concurrency = 1;
    s->rules = c->rules = game_create_named(m->game, m->rules, e);
    for (int seat = 0; c->rules && seat < c->rules->seats; seat++) {
        char spec[SEAT_SPEC];
        text t = text_over(spec, sizeof spec);
        journal_seat(m, seat, &t);
        if (!contest_seat(c, spec, c->rules->game, e)) return false;
        t = text_over(c->player[seat].name, STORE_NAME);
        if (strcmp(names[seat], spec) != 0) text_add(&t, names[seat]);
    }
    if (*m->start && c->rules && (c->start.given = game_new_position(c->rules)) &&
        !game_read_position(c->rules, m->start, c->start.given, e))
        return false;
    s->given = c->start.given;
    return c->rules != NULL;
}

bool contest_knows(void *context, uint64_t number, int64_t *match_id, match_verdict *v) {
    const contest *c = context;
    return series_past_find(&c->past, number, match_id, v);
}

bool contest_enter_series(contest *c, error *e) {
    series_setup *s = &c->series;
    bool workers = cli_value(c->arguments, "workers") != NULL;
    if (!s->journal || (s->games < 2 && !workers) || s->entry) return true;
    store_series *v = calloc(1, sizeof *v);
    char *folder = getcwd(NULL, 0);
    if (!v || !folder) {
        free(v);
        free(folder);
        return error_set(e, "no memory for a series");
    }
    text t = text_over(v->words, sizeof v->words);
    text_addf(&t, "%llu%c%s%c", (unsigned long long)s->terms.seed, CLI_WORD_END, folder,
              CLI_WORD_END);
    cli_write_words(c->arguments, "resume", &t);
    bool good = t.full ? error_set(e, "the options are too long for the journal")
                       : store_begin_series(s->journal, v, e);
    s->entry = v->id;
    free(folder);
    free(v);
    return good;
}

bool contest_read_words(contest *c, const store_series *v, const cli_command *command,
                        cli_arguments *then, const char **folder, error *e) {
    char *seed, *place, *rest;
    if (!(c->words = strdup(v->words))) return error_set(e, "no memory for the series");
    seed = c->words;
    if (!(place = strchr(seed, CLI_WORD_END)) || !(rest = strchr(place + 1, CLI_WORD_END)))
        return error_set(e, "series %lld cannot be read", (long long)v->id);
    *place++ = *rest++ = '\0';
    if (!cli_read_words(command, rest, then))
        return error_set(e, "series %lld cannot be read", (long long)v->id);
    c->series.terms.seed = strtoull(seed, NULL, 10);
    *folder = place;
    return true;
}

/* Reads the arguments that the series was started with; those given now replace them. */
static bool recall_arguments(contest *c, const store_series *v, const cli_arguments *now,
                             cli_arguments *then, error *e) {
    const char *folder;
    if (!contest_read_words(c, v, now->command, then, &folder, e)) return false;
    if (chdir(folder) != 0)
        return error_set(e, "the series was begun in %s: %s", folder, strerror(errno));
    for (size_t i = 0; now->command->options[i].name; i++)
        if (now->option[i] && strcmp(now->command->options[i].name, "resume") != 0)
            then->option[i] = now->option[i];
    return true;
}

bool contest_recall_series(contest *c, const char *word, const cli_arguments *now,
                           cli_arguments *then, bool *found, error *e) {
    series_setup *s = &c->series;
    store_match *m = calloc(1, sizeof *m);
    store_series *v = calloc(1, sizeof *v);
    int64_t id;
    bool good = (m && v) || error_set(e, "no memory for the series");
    good = good && cli_read_match(word, &id, e) && store_find(s->journal, id, m, e);
    *found = good && m->series > 0;
    if (*found) {
        good = store_find_series(s->journal, m->series, v, e);
        if (good && v->over) good = error_set(e, "the series of match %lld is over", (long long)id);
        store_owner owner = {.claim = 0};
        memcpy(owner.name, v->owner, sizeof owner.name);
        if (good && store_is_alive(s->journal, &owner))
            good = error_set(e, "the series of match %lld is being played", (long long)id);
        good = good && store_claim_series(s->journal, v, e) == STORE_KEPT;
        good = good && recall_arguments(c, v, now, then, e);
        s->entry = m->series;
        /* Workers may be playing; what they have played is read as they play on. */
        if (good && !cli_value(then, "workers"))
            good = series_past_load(&c->past, s->journal, m->series, e);
    }
    free(m);
    free(v);
    return good;
}
