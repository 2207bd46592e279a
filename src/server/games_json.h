/* games_json - the games with their features, settings and engines in JSON (docs/api.md,
 * /api/games).
 */
#ifndef DAMERO_SERVER_GAMES_JSON_H
#define DAMERO_SERVER_GAMES_JSON_H

#include <jansson.h>

/* The caller releases it. */
json_t *games_json(const char *version);

#endif
