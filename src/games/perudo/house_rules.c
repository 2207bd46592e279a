#include "games/perudo/house_rules.h"

const game_setting perudo_house_rules[] = {PERUDO_HOUSE_RULES, {0}};
