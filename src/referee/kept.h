/* kept - a match of the store as the referee needs it: to begin one, to go on with it, to show it.
 *
 * The store keeps words; here they become a game again. Whatever runs matches (the command line,
 * a server) begins and resumes them through these functions, so each can take up what another one
 * has left.
 */
#ifndef DAMERO_KEPT_H
#define DAMERO_KEPT_H

#include "games/record.h"
#include "referee/setup.h"

/* A match as far as it has come. */
typedef struct kept {
    record game;
    match_terms settings;
    match_spent *spent; /* time that was thought, also for moves taken back */
    size_t spent_count;
    fair secrets;    /* dice that were committed to and not shown yet */
    int64_t elapsed; /* between its start and the last event, nanoseconds */
} kept;

bool kept_read_settings(const char *, match_terms *, error *);

/* Fills in all of a match to be begun but its seats. */
bool kept_describe(store_match *, const game_rules *, const game_position *start,
                   const match_terms *, error *);

/* Begins a match in the store: what is played, from where (NULL: the usual start), by whom (a text
 * for each seat, as seat_read reads it), what they are called (NULL: as they are given). */
bool kept_begin(store *, const game_rules *, const game_position *start, const char *const *seats,
                const char *const *names, const match_terms *, int64_t *id, error *);

/* Reads a match: its rules and start, and its moves up to where it is. The caller's to destroy. */
bool kept_load(store *, const store_match *, kept *, error *);
void kept_destroy(kept *);

/* Of a match only the dice that were committed to and not shown yet. */
bool kept_secrets(store *, int64_t match, fair *, error *);

/* The record of a match for everyone: with tags, result, and the commitments to its dice and their
 * keys. While it goes on, dice that are not shown yet are not in it. */
bool kept_export(store *, const store_match *, record *, error *);

/* An event of the store as the match told it, without what is the journal's alone (keys). A move is
 * there by its text only: reading that takes the position. False where it is no event of the
 * referee's. */
bool kept_event(store_event *, match_event *);

/* Fills in what a match to be resumed needs from it; it must outlive the match. */
void kept_resume(const kept *, match_setup *);

/* The line of seat `seat` (from 0) among those of a match. */
void kept_seat(const store_match *, int seat, text *);

/* What the seats of a match are called: by the name they were given, else by their line. */
bool kept_names(store *, const store_match *, char names[GAME_SEATS_MAX][SEAT_SPEC], error *);

/* Its result as records have it: "1-0", "1/2-1/2", "0-1-0", "*" where there is none (yet). */
void kept_write_result(const store_match *, text *);

/* Ends an interrupted match in the store without playing on. */
bool kept_close(store *, const store_match *, const kept *, match_reason, int winner,
                const char *detail, error *);

/* "3,2": the scores of a match as they are written. */
void kept_write_score(const game_rules *, const int *score, text *);

#endif
