/* house_rules - the rules of Perudo that can be chosen on the board and that its stream reports. */
#ifndef DAMERO_PERUDO_HOUSE_RULES_H
#define DAMERO_PERUDO_HOUSE_RULES_H

#include "games/settings.h"

/* The house rules that can be chosen on the board, as settings of the game. `preset` is the first
 * choice of all but the first. */
#define PERUDO_HOUSE_RULE(name, values, words)                                                     \
    {                                                                                              \
        .key = (name), .initial = "preset", .meaning = (words), .kind = SETTING_CHOICE,            \
        .choices = "preset " values                                                                \
    }
#define PERUDO_HOUSE_RULES                                                                         \
    {.key = "preset",                                                                              \
     .initial = "seed",                                                                            \
     .meaning = "the house rules; there is no button for calza, and a doubt costs one die",        \
     .kind = SETTING_CHOICE,                                                                       \
     .choices = "seed perudo strict"},                                                             \
        PERUDO_HOUSE_RULE("raise", "higher any either", "faces in a raise"),                       \
        PERUDO_HOUSE_RULE("lamas", "half rank", "from faces to lamas and back"),                   \
        PERUDO_HOUSE_RULE("openlama", "off on", "whether a round may be opened on lamas"),         \
        PERUDO_HOUSE_RULE("starter", "loser winner", "who starts after a doubt"),                  \
        PERUDO_HOUSE_RULE("out", "next winner left", "who starts if the starter is out"),          \
        PERUDO_HOUSE_RULE("palifico", "off on always", "rounds without jokers"),                   \
        PERUDO_HOUSE_RULE("facechange", "off on", "the face in a palifico")
enum { PERUDO_BOARD_RULES = 8 }; /* their number */
extern const game_setting perudo_house_rules[PERUDO_BOARD_RULES + 1];

#endif
