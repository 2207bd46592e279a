/* settings - the options of a game's rules: `size=4x4,border=swedish`.
 *
 * A game has a table of settings, each with its kind, default and meaning. One reader checks text
 * against the table, so errors, help and suggestions are the same for every game. To add a setting,
 * add a row to the table at the top of games/<game>/<game>.c and read its value in `create` there.
 */
#ifndef DAMERO_SETTINGS_H
#define DAMERO_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"

enum { SETTINGS_MAX = 24, SETTING_TEXT = 32 };

typedef enum setting_kind {
    SETTING_CHOICE,     /* one of `choices`; the value's number is its index among them */
    SETTING_NUMBER,     /* least..most */
    SETTING_SIZE,       /* ROWSxCOLUMNS, both within least..most */
    SETTING_TEXT_VALUE, /* a short word that the game parses itself */
} setting_kind;

typedef struct game_setting {
    const char *key, *initial, *meaning; /* `initial` is the default, as text */
    setting_kind kind;
    int least, most;
    const char *choices; /* "free icelandic swedish" */
} game_setting;

typedef struct setting_value {
    bool given;              /* written by the user, not the default */
    int number;              /* SETTING_NUMBER, SETTING_CHOICE; rows of SETTING_SIZE */
    int second;              /* columns of SETTING_SIZE */
    char text[SETTING_TEXT]; /* as written, for every kind */
} setting_value;

/* One value for each setting of the game's table, in the same order. */
typedef struct game_settings {
    setting_value value[SETTINGS_MAX];
} game_settings;

/* Reads `KEY=VALUE,...` (blanks around commas are allowed, NULL is ""). */
bool settings_read(const game_setting *table, const char *source, game_settings *, error *);

/* Writes the values that differ from the defaults, in the table's order. */
void settings_write(const game_setting *table, const game_settings *, text *);

/* The number of choices of a setting; takes one of them by its index. */
int settings_choices(const game_setting *);
void settings_choose(const game_setting *, int index, setting_value *);

/* Adds "KEY=VALUE" to a list of settings, unless the list has a value for the key. */
void settings_add_default(text *list, const char *setting);

#endif
