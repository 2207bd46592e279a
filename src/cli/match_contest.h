/* match_contest - what `damero match` plays, shared by its files: match.c sets it up and shows it,
 * match_resume.c has what the journal keeps of it.
 */
#ifndef DAMERO_CLI_MATCH_CONTEST_H
#define DAMERO_CLI_MATCH_CONTEST_H

#include <stdio.h>

#include "cli/command.h"
#include "cli/series_options.h"
#include "cli/spectator.h"
#include "events/past.h"
#include "events/series.h"
#include "store/entries.h"

/* A player, in whichever seat. */
typedef struct contest_player {
    seat_spec spec;
    char name[STORE_NAME]; /* for people; "": the seat as given */
} contest_player;

typedef struct contest {
    const cli_arguments *arguments;
    game_rules *rules;
    series_start start;
    contest_player player[GAME_SEATS_MAX];
    series_setup series;
    FILE *records;     /* receives the record of each game; or NULL */
    uint64_t recorded; /* games of a resumed series whose records are there already */
    FILE *trace;
    int64_t trace_start; /* the same for all links and games, so that their times can be compared */
    transcript begun;    /* resumed: the match so far */
    bool until_decided;  /* best of N: stop when decided */
    bool drawn;          /* the board has been drawn before the first move */
    bool warned;         /* that programs run unconfined */
    bool left;           /* nobody said that the boards were reset, or a record was not written */
    sprt test;           /* that ends the series, if the spectator has it */
    series_past past;    /* of a series that is resumed */
    char *words;         /* of a series that is resumed, which its arguments point into */
    spectator spectator;
} contest;

/* Gives the next seat to the player of this text. */
bool contest_seat(contest *, const char *spec, const game *, error *);

/* Refuses options that a match keeps from its start and that cannot change when it resumes. */
bool contest_check_resume(const cli_arguments *, error *);

/* Sets up an unfinished match of the journal, up to the interruption; this process then owns it. */
bool contest_recall_match(const char *word, contest *, store_match *, error *);

/* Sets up the series that a match of the journal belongs to, if any (`found`): `then` has the
 * arguments it was started with, except for those given now. */
bool contest_recall_series(contest *, const char *word, const cli_arguments *now,
                           cli_arguments *then, bool *found, error *);

/* The arguments that a series was begun with, and the folder; both point into the contest's words.
 */
bool contest_read_words(contest *, const store_series *, const cli_command *, cli_arguments *,
                        const char **folder, error *);

/* Makes the series an entry of the journal, with everything needed to resume it: the seed that was
 * drawn, the folder, and the arguments. */
bool contest_enter_series(contest *, error *);

/* For series_setup: whether a game of a resumed series was played before. The context is a contest.
 */
bool contest_knows(void *context, uint64_t number, int64_t *match_id, match_verdict *);

#endif
