/* match_json - matches, seats, clocks and verdicts in JSON (docs/api.md). */
#ifndef DAMERO_SERVER_MATCH_JSON_H
#define DAMERO_SERVER_MATCH_JSON_H

#include <jansson.h>

#include "arena/arena.h"
#include "arena/study.h"

/* All games with their settings and engines. */
json_t *words_games(const char *version);

/* A match for one who looks (a seat or GAME_NOBODY). */
json_t *words_match(const arena_game *, int seat);
json_t *words_state(const arena_game *, int seat);

/* The state after `at` moves; NULL where there were never so many. */
json_t *words_state_at(const arena_game *, int seat, size_t at);

json_t *words_seats(const arena_game *);
json_t *words_clocks(const arena_game *);
json_t *words_verdict(const game_rules *, const match_verdict *);
json_t *words_move(const arena_game *, size_t at, int seat);

/* A match of the store in short; `state` is taken, and may be NULL. */
json_t *words_summary(const store_match *, const store_seat *, int seats, json_t *state);

/* What an engine thinks: move, score, exact, unit, depth, nodes, line, note. */
void words_add_result(const study_answer *, json_t *);
json_t *words_values(const study_answer *);

/* Odds of Perudo for `seat`, from what it sees; NULL where nobody bids. */
json_t *words_odds(const game_rules *, const game_position *view, int seat);

/* {"error":{"code":...,"message":...,"where":...}}; without `where` where it is NULL or "". */
json_t *words_error(const char *code, const char *message, const char *where);

/* What passed last on the lines of a match's seats; null for seats that are on none. NULL where
 * there is no line at all, or what passes is a secret as long as it goes on. */
json_t *words_lines(const arena_game *);

/* Whether the bytes on its lines may be shown now: where dice are hidden they tell them. */
bool words_lines_open(const arena_game *);

/* A text from anywhere: what is not UTF-8 in it (or was cut) becomes question marks, since JSON is
 * UTF-8 and nothing else. */
json_t *words_text(const char *);

/* A seat's number, null for nobody. */
json_t *words_seat(int seat);

#endif
