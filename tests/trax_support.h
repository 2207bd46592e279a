/* What the tests of Trax share: rules by settings, a game by its moves, rows of tables. */
#ifndef DAMERO_TRAX_SUPPORT_H
#define DAMERO_TRAX_SUPPORT_H

#include "games/trax/board.h"
#include "support.h"

/* The rules of a table's first column, "unlimited" and so on; made once, kept in `cache`. */
typedef struct rules_cache {
    game_rules *variant[3];
} rules_cache;
const game_rules *trax_test_variant(rules_cache *, const char *name);
void trax_test_forget(rules_cache *);

/* A game after moves that must be legal. */
void trax_test_play(history *, const game_rules *, const char *moves);

const trax_position *trax_test_now(const history *);

/* A table: fields between tabs, lines that begin with # left out. */
enum { TABLE_FIELDS = 10 };
typedef struct table {
    FILE *file;
    char *line;
    size_t capacity;
    char *field[TABLE_FIELDS]; /* of the current row; "" if it has fewer */
} table;

/* From tests/data/trax, where it must exist. */
void table_open(table *, const char *name);

/* From the public collections; false if they are missing: the case is skipped. */
bool table_open_public(table *, const char *name);

bool table_next(table *);
void table_close(table *);

#endif
