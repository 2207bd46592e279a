/* record - a game as text: PGN-style tags, then moves. One format for all games.
 *
 *     [Game "dots"]
 *     [Rules "size=2x2"]
 *     [Seat1 "Ana"]
 *     [Result "0-1"]
 *
 *     1. 1112 1121 {a comment} 2. 2122 ... 0-1
 *
 * Tags: `Game` and `Rules` say what is played, `Position` is the start where it is not the usual
 * one, `Seat1`, `Seat2`, ... name the players, `Reason` says how it ended. A game that has a format
 * of its own is known by that one's tags too: PDN's GameType in place of Game, FEN in place of
 * Position; they are written along. Any others are kept. Move numbers count moves in pairs and are
 * not checked on reading. Comments in braces or from a semicolon or percent sign to the end of the
 * line, variations in parentheses, NAGs ($1) and marks (10-14!?) are kept as notes after their
 * move; comments before and among the tags stand before the first move from then on. The result
 * ends the moves: for two seats 1-0, 0-1 or 1/2-1/2, for more a 1 in the winner's place (0-0-1, and
 * 0-0-0 where nobody has won), `*` for a game that goes on. The results of the other format are
 * read too and kept in these words (PDN's 2-0 is 1-0), and where that one ends its moves with `*`
 * the Result tag decides.
 *
 * A record is read from memory and written through a callback; no files here.
 */
#ifndef DAMERO_RECORD_H
#define DAMERO_RECORD_H

#include "games/history.h"

enum { RECORD_RESULT = 24 };

typedef struct record_tag {
    char *name, *value;
} record_tag;

/* A comment, variation or NAG, with its braces, parentheses or dollar sign. */
typedef struct record_note {
    size_t after; /* how many moves stand before it */
    char *text;
} record_note;

typedef struct record {
    game_rules *rules; /* owned */
    history game;      /* all moves played */
    record_tag *tags;
    record_note *notes;
    size_t tag_count, note_count;
    char result[RECORD_RESULT]; /* "*" while it goes on */
} record;

/* An empty record of a game by these rules, which it owns from now on, also on failure. */
bool record_create(record *, game_rules *, error *);
void record_destroy(record *);

/* The value of a tag, or NULL. */
const char *record_tag_value(const record *, const char *name);
bool record_set_tag(record *, const char *name, const char *value, error *);
void record_remove_tag(record *, const char *name);

/* Begins from this position instead of the usual one. */
bool record_set_start(record *, const game_position *start, error *);

/* Adds a note after the moves so far. */
bool record_add_note(record *, const char *bytes, size_t length, error *);

/* Takes the last move back, and the notes after it. */
bool record_undo(record *);

/* Writes the result that the rules give: "*" while the game goes on. */
void record_rule_result(const record *, text *);

/* The result in which `winner` (or GAME_NOBODY: drawn) of `seats` has won. */
void record_result_of(int winner, int seats, text *);

/* Reads the record that begins at *at of these bytes, checking every move against the rules and the
 * result against the outcome, and moves *at behind it. Errors name the line. */
bool record_read(record *, const char *bytes, size_t length, size_t *at, error *);

/* Whether only blanks and comments are left from `at` on: no game that they could belong to. */
bool record_at_end(const char *bytes, size_t length, size_t at);

typedef struct record_sink {
    void (*put)(void *context, const char *bytes, size_t length);
    void *context;
} record_sink;

/* What is written is read back to an equal record. False where there is no memory. */
bool record_write(const record *, record_sink, error *);

#endif
