/* match_json - matches, seats, clocks and verdicts in JSON (docs/api.md). */
#ifndef DAMERO_SERVER_MATCH_JSON_H
#define DAMERO_SERVER_MATCH_JSON_H

#include <jansson.h>

#include "arena/arena.h"
#include "arena/study.h"

/* A match for one viewer (a seat or GAME_NOBODY). */
json_t *match_json(const arena_match *, int seat);
json_t *match_position_json(const arena_match *, int seat);

/* The state after `at` moves; NULL if there were never that many. */
json_t *match_position_json_at(const arena_match *, int seat, size_t at);

json_t *seats_json(const arena_match *);
json_t *clocks_json(const arena_match *);
json_t *verdict_json(const game_rules *, const match_verdict *);
json_t *played_move_json(const arena_match *, size_t at, int seat);

/* A summary of a match of the store; takes `state`, which may be NULL. */
json_t *summary_json(const store_match *, const store_seat *, int seats, json_t *state);

/* An engine's result: move, score, exact, unit, depth, nodes, line, note. */
void add_engine_result(const study_answer *, json_t *);
json_t *values_json(const study_answer *);

/* The best moves with what follows: [{score, line}]. */
json_t *lines_json(const study_answer *);

/* A refusal: {"code": its kind, "message": why, in English}, and if `why` has a code, {"reason":
 * that code, "args": [its values]}. */
json_t *refusal_json(const char *code, const error *why);

/* Whether the bytes on its lines may be shown now: if dice are hidden, the bytes would reveal
 * them. */
bool line_bytes_are_public(const arena_match *);

/* Text from any source: bytes that are not UTF-8 (or were cut) become question marks, since JSON
 * must be UTF-8. */
json_t *text_json(const char *);

/* A seat's number, null for nobody. */
json_t *seat_json(int seat);

#endif
