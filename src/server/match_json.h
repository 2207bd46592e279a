/* match_json - matches, seats, clocks and verdicts in JSON (docs/api.md). */
#ifndef DAMERO_SERVER_MATCH_JSON_H
#define DAMERO_SERVER_MATCH_JSON_H

#include <jansson.h>

#include "arena/arena.h"
#include "arena/study.h"

/* A match for one who looks (a seat or GAME_NOBODY). */
json_t *match_json(const arena_game *, int seat);
json_t *match_position_json(const arena_game *, int seat);

/* The state after `at` moves; NULL where there were never so many. */
json_t *match_position_json_at(const arena_game *, int seat, size_t at);

json_t *seats_json(const arena_game *);
json_t *clocks_json(const arena_game *);
json_t *verdict_json(const game_rules *, const match_verdict *);
json_t *played_move_json(const arena_game *, size_t at, int seat);

/* A match of the store in short; `state` is taken, and may be NULL. */
json_t *summary_json(const store_match *, const store_seat *, int seats, json_t *state);

/* What an engine thinks: move, score, exact, unit, depth, nodes, line, note. */
void add_engine_result(const study_answer *, json_t *);
json_t *values_json(const study_answer *);

/* What was refused: {"code": what kind of refusal it is, "message": why, in English}, and if `why`
 * has a code, {"reason": that code, "args": [what is filled in]}. */
json_t *refusal_json(const char *code, const error *why);

/* What passed last on the lines of a match's seats; null for seats that are on none. NULL where
 * there is no line at all, or what passes is a secret as long as it goes on. */
json_t *line_bytes_json(const arena_game *);

/* Whether the bytes on its lines may be shown now: where dice are hidden they tell them. */
bool line_bytes_are_public(const arena_game *);

/* A text from anywhere: what is not UTF-8 in it (or was cut) becomes question marks, since JSON is
 * UTF-8 and nothing else. */
json_t *text_json(const char *);

/* A seat's number, null for nobody. */
json_t *seat_json(int seat);

#endif
