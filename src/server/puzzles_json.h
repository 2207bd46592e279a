/* puzzles json - the built-in puzzles for the page (docs/api.md). */
#ifndef DAMERO_PUZZLES_JSON_H
#define DAMERO_PUZZLES_JSON_H

#include <jansson.h>

#include "puzzles/prover.h"

/* The games that have puzzles and their numbers, in the order in which they have the daily one. */
json_t *puzzle_games_json(void);

/* The names of these themes. */
json_t *puzzle_themes_json(const prover_kind *, unsigned themes);

/* Ratings and themes of all puzzles of a game. */
json_t *puzzle_list_json(const game *);

/* One puzzle with its line; NULL with an error if there is none of that number. */
json_t *puzzle_json(const game *, size_t number, error *);

#endif
