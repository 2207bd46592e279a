/* journal - matches of the store: how one begins there, and how it is read back.
 *
 * The store keeps words; here they become a match again. Whatever runs matches (the command line,
 * a server) begins, reads and closes them through these functions, so each can take up what another
 * one has left.
 */
#ifndef DAMERO_REFEREE_JOURNAL_H
#define DAMERO_REFEREE_JOURNAL_H

#include "referee/setup.h"
#include "referee/transcript.h"
#include "store/store.h"

/* Fills in all of a match to be begun but its seats. */
bool journal_describe(store_match *, const game_rules *, const game_position *start,
                      const match_terms *, error *);

/* Begins a match in the store: what is played, from where (NULL: the usual start), by whom (a text
 * for each seat, as seat_read reads it), what they are called (NULL: as they are given). */
bool journal_begin(store *, const game_rules *, const game_position *start,
                   const char *const *seats, const char *const *names, const match_terms *,
                   store_fence *, error *);

/* Reads a match up to where it is, into a transcript that is the caller's to destroy. With
 * `secrets` it has the keys of dice that nobody may see yet, as a process needs that plays on. */
bool journal_load(store *, const store_match *, bool secrets, transcript *, error *);

/* The same without its events: rules, start and clocks. */
bool journal_open(const store_match *, transcript *, error *);

/* Takes the next event of the match from the store. `event` is that event as the match told it (a
 * note without a seat if it is of a kind unknown here); its text is the store event's. */
bool journal_take(transcript *, store_event *, bool secrets, match_event *event, error *);

/* What was agreed on. */
bool journal_terms(const store_match *, match_terms *, error *);

/* How a match that is over ended. */
void journal_verdict(const store_match *, const game_rules *, match_verdict *);

/* The record of a match for everyone: with tags, result, and the commitments to its dice and their
 * keys. While it goes on, dice that are not shown yet are not in it. */
bool journal_export(store *, const store_match *, record *, error *);

/* The line of seat `seat` (from 0) among those of a match. */
void journal_seat(const store_match *, int seat, text *);

/* What the seats of a match are called: by the name they were given, else by their line. */
bool journal_names(store *, const store_match *, char names[GAME_SEATS_MAX][SEAT_SPEC], error *);

/* Its result as records have it: "1-0", "1/2-1/2", "0-1-0", "*" where there is none (yet). */
void journal_write_result(const store_match *, text *);

/* Ends an interrupted match in the store without playing on. It must have been claimed before it
 * was loaded. */
bool journal_close(store *, store_fence, const transcript *, match_reason, int winner,
                   const char *detail, error *);

/* "3,2": the scores of a match as they are written. */
void journal_write_score(const game_rules *, const int *score, text *);

#endif
