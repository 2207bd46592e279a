#include "engines/damas/eval.h"

const damas_weights damas_fitted = {
    .simple = {[DAMAS_MAN] = {100, 100},
               [DAMAS_FIRST_KING] = {300, 350},
               [DAMAS_FURTHER_KING] = {250, 200},
               [DAMAS_HOLDS_RIVER] = {30, 30},
               [DAMAS_HAS_MOVE] = {3, 3}},
};
