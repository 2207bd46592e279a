/* record - a game as text: PGN-style tags, then moves. One format for all games.
 *
 *     [Game "dots"]
 *     [Rules "size=2x2"]
 *     [Seat1 "Ana"]
 *     [Result "0-1"]
 *
 *     1. 1112 1121 {a comment} 2. 2122 ... 0-1
 *
 * Tags: `Game` and `Rules` say what is played, `Position` is the start if it is not the usual one,
 * `Seat1`, `Seat2`, ... name the players, `Reason` says how the game ended. A game that also has an
 * established format may use that format's tags: PDN's GameType instead of Game, FEN instead of
 * Position; both are written. All other tags are kept. Move numbers count moves in pairs and are
 * not checked on reading. Comments in braces or from a semicolon or percent sign to the end of the
 * line, variations in parentheses, NAGs ($1) and marks (10-14!?) are kept as notes after their
 * move; comments before and among the tags become notes before the first move. The result ends the
 * moves: for two seats 1-0, 0-1 or 1/2-1/2, for more a 1 in the winner's place (0-0-1, or 0-0-0 if
 * nobody won), `*` for an unfinished game. Results of the other format are also read and converted
 * (PDN's 2-0 becomes 1-0); if moves in that format end with `*`, the Result tag decides.
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
    size_t after; /* the number of moves before it */
    char *text;
} record_note;

typedef struct record {
    game_rules *rules; /* owned */
    history game;      /* after its last move */
    record_tag *tags;
    record_note *notes;
    size_t tag_count, note_count;
    char result[RECORD_RESULT]; /* "*" while the game goes on */
} record;

/* An empty record of a game with these rules. Takes ownership of the rules, even on failure. */
bool record_create(record *, game_rules *, error *);
void record_destroy(record *);

/* The value of a tag, or NULL. */
const char *record_tag_value(const record *, const char *name);
bool record_set_tag(record *, const char *name, const char *value, error *);
void record_remove_tag(record *, const char *name);

/* Starts from this position instead of the usual one. */
bool record_set_start(record *, const game_position *start, error *);

/* Adds a note after the moves so far. */
bool record_add_note(record *, const char *bytes, size_t length, error *);

/* The same after the first `after` moves; notes are added in this order. */
bool record_add_note_after(record *, size_t after, const char *bytes, size_t length, error *);

/* Takes back the last move and the notes after it. */
bool record_undo(record *);

/* Writes the result by the rules: "*" while the game goes on. */
void record_rule_result(const record *, text *);

/* Writes the result of a game that `winner` (or GAME_NOBODY: a draw) has won. */
void record_result_of(int winner, int seats, text *);

/* Reads the record that starts at *at of these bytes and advances *at past it. Checks every move
 * and the result against the rules. Errors name the line. */
bool record_read(record *, const char *bytes, size_t length, size_t *at, error *);

/* Whether only blanks and comments follow from `at` on, so that there is no further game. */
bool record_at_end(const char *bytes, size_t length, size_t at);

typedef struct record_sink {
    void (*put)(void *context, const char *bytes, size_t length);
    void *context;
} record_sink;

/* What is written is read back as an equal record. False if there is no memory. */
bool record_write(const record *, record_sink, error *);

#endif
