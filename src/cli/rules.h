/* cli/rules - the rules of the games as text, built into the program from
 * web/src/games/<game>/rules/, so that the terminal and the page say the same. */
#ifndef DAMERO_RULES_H
#define DAMERO_RULES_H

#include <stddef.h>

typedef struct rules_text {
    const char *game, *language; /* "damas", "en" */
    const char *text;
} rules_text;

extern const rules_text rules_texts[]; /* the last has no game */

/* The rules of a game in a language; NULL for that of the terminal, or English if there is no text
 * in it. NULL if there is none. */
const char *cli_rules_text(const char *game, const char *language);

/* The part of the English text that explains how a move is written, without its heading; the number
 * of bytes. NULL if there is none. */
const char *cli_rules_notation(const char *game, size_t *length);

#endif
