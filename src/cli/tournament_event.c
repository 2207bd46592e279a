/* A tournament in the journal, with the words of the command that created it. */
#include "cli/tournament_event.h"

#include <stdlib.h>
#include <string.h>

#include "cli/event_words.h"
#include "cli/tournament_formats.h"

bool cli_event_load(cli_event *v, const char *name, error *e) {
    char *rest;
    if (!tournament_load(&v->t, v->journal, name, e)) return false;
    if (!(v->words = strdup(v->t.about->words))) return error_set(e, "no memory for a tournament");
    if (!(v->folder = strchr(v->words, CLI_WORD_END)) ||
        !(rest = strchr(v->folder + 1, CLI_WORD_END)))
        return error_set(e, "%s cannot be read", name);
    *v->folder++ = *rest++ = '\0';
    v->seed = strtoull(v->words, NULL, 10);
    if (!cli_read_words(v->now->command, rest, &v->then))
        return error_set(e, "%s cannot be read", name);
    return cli_read_plan(&v->then, &v->t.plan, &v->game, e);
}

const char *cli_event_state(const store *journal, const store_tournament *t, bool paired) {
    if (t->over) return "over";
    if (store_is_played(journal, t)) return "running";
    return paired ? "interrupted" : "new";
}

bool cli_event_show(const cli_event *v, const char *format, error *e) {
    const tournament *t = &v->t;
    const char *state = cli_event_state(v->journal, t->about, t->pairings.count > 0);
    standing *table = calloc((size_t)t->entrants + 1, sizeof *table);
    rating *ratings = calloc((size_t)t->entrants + 1, sizeof *ratings);
    bool good = (table && ratings) || error_set(e, "no memory for a tournament");
    good = good && tournament_stands(t, table, ratings, e) &&
           tournament_print(&(tournament_view){t, v->game, state, table, ratings}, format, e);
    free(table);
    free(ratings);
    return good;
}

void cli_event_destroy(cli_event *v) {
    tournament_records_close(&v->records);
    if (v->trace) fclose(v->trace);
    free(v->records_path);
    free(v->trace_path);
    tournament_destroy(&v->t);
    free(v->words);
}
