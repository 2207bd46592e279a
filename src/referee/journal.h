/* journal - matches in the store: how one starts there, and how it is read back.
 *
 * The store holds text; here it becomes a match again. Everything that runs matches (the command
 * line, a server) starts, reads and closes them through these functions, so each can resume the
 * other's matches.
 */
#ifndef DAMERO_REFEREE_JOURNAL_H
#define DAMERO_REFEREE_JOURNAL_H

#include "referee/setup.h"
#include "referee/transcript.h"
#include "store/store.h"

/* Fills in everything of a new match except its seats. */
bool journal_describe(store_match *, const game_rules *, const game_position *start,
                      const match_terms *, error *);

/* Starts a match in the store: the game, its start (NULL: the standard one), the seats (as text, in
 * the format of seat_read), and their names (NULL: the seats' texts). It is game `number` (from 0)
 * of a series of the store; series 0: of none. A worker needs its turn (store.h). */
bool journal_begin(store *, int64_t series, uint64_t number, store_turn, const game_rules *,
                   const game_position *start, const char *const *seats, const char *const *names,
                   const match_terms *, store_fence *, error *);

/* Reads a match up to its current state into a transcript that the caller destroys. With `secrets`
 * it has the keys of hidden dice, which a process needs to continue the match. */
bool journal_load(store *, const store_match *, bool secrets, transcript *, error *);

/* The same without its events: rules, start and clocks. */
bool journal_open(const store_match *, transcript *, error *);

/* Takes the next event of the match from the store. `event` is that event as the match told it (a
 * note without a seat if it is of a kind unknown here); a verdict is not in it. */
bool journal_take(transcript *, const store_event *, bool secrets, match_event *event, error *);

/* The agreed settings. */
bool journal_terms(const store_match *, match_terms *, error *);

/* The result of a finished match. */
void journal_verdict(const store_match *, const game_rules *, match_verdict *);

/* The public record of a match: with tags, result, a note after each move, and the commitments to
 * its dice and their keys. While the match goes on, hidden dice are not in it. */
bool journal_export(store *, const store_match *, record *, error *);

/* The line of seat `seat` (from 0) among those of a match. */
void journal_seat(const store_match *, int seat, text *);

/* The names of a match's seats: the given name, otherwise the seat's line. */
bool journal_names(store *, const store_match *, char names[GAME_SEATS_MAX][SEAT_SPEC], error *);

/* Its result as in records: "1-0", "1/2-1/2", "0-1-0", or "*" if there is none (yet). */
void journal_write_result(const store_match *, text *);

/* Ends an interrupted match in the store without playing on. It must have been claimed before it
 * was loaded. */
bool journal_close(store *, store_fence, const transcript *, match_reason, int winner,
                   const error *why, error *);

/* "3,2": the scores of a match as they are written. */
void journal_write_score(const game_rules *, const int *score, text *);

#endif
