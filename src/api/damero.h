/* api/damero.h - the games, engines and records of Damero for other programs.
 *
 * Link with -ldamero (pkg-config damero). docs/library.md explains it with examples.
 *
 * Handles are opaque. A function named damero_X_new makes a handle and damero_X_free frees it (NULL
 * is allowed). Rules may be shared by threads; a play or engine belongs to one thread at a time.
 * There is no global state. Rules must outlive the plays and engines that were made from them.
 *
 * Functions that can fail return false or NULL, fill in the error (which may be NULL) with one line
 * for people, and change nothing. Functions that write text take a buffer and its size, always
 * terminate it, and return the length of the whole text: a return value of `size` or more means
 * that it was cut.
 *
 * Seats are counted from 0. The library keeps its ABI while DAMERO_API stays the same.
 */
#ifndef DAMERO_H
#define DAMERO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DAMERO_API 1

#if defined(__GNUC__)
#define DAMERO_EXPORT __attribute__((visibility("default")))
#else
#define DAMERO_EXPORT
#endif

enum {
    DAMERO_SEATS_MAX = 8,
    DAMERO_MOVE_TEXT = 96, /* room for the text of any move */

    /* What damero_turn may return besides a seat. */
    DAMERO_CHANCE = -1,
    DAMERO_OVER = -2,

    DAMERO_NOBODY = -1, /* no seat: a draw, or a spectator */
};

typedef struct damero_error {
    char message[400];
} damero_error;

typedef uint64_t damero_move; /* never 0; its meaning is the game's own */
typedef struct damero_rules damero_rules;
typedef struct damero_play damero_play; /* a game in progress: its start, moves and position */
typedef struct damero_engine damero_engine;

/* The version of the library, as in "0.2.0". */
DAMERO_EXPORT const char *damero_version(void);

/* Games and rules */

/* The name of game `index`, counted from 0, or NULL. */
DAMERO_EXPORT const char *damero_game_name(size_t index);

/* Rules of a game by its name; settings as in "size=4x4,border=swedish", or NULL. */
DAMERO_EXPORT damero_rules *damero_rules_new(const char *game, const char *settings,
                                             damero_error *);
DAMERO_EXPORT void damero_rules_free(damero_rules *);
DAMERO_EXPORT const char *damero_rules_game(const damero_rules *);
DAMERO_EXPORT int damero_rules_seats(const damero_rules *);
DAMERO_EXPORT const char *damero_rules_seat_name(const damero_rules *, int seat);

/* The settings that differ from the defaults, as damero_rules_new reads them. */
DAMERO_EXPORT size_t damero_rules_settings(const damero_rules *, char *buffer, size_t size);

/* The largest number of moves that any position has. */
DAMERO_EXPORT size_t damero_rules_moves_max(const damero_rules *);

/* A game in progress */

/* From the usual start, or from a position as `damero show` prints it. */
DAMERO_EXPORT damero_play *damero_play_new(const damero_rules *, const char *position,
                                           damero_error *);
DAMERO_EXPORT damero_play *damero_play_copy(const damero_play *, damero_error *);
DAMERO_EXPORT void damero_play_free(damero_play *);

/* The seat to move, DAMERO_CHANCE (a roll of dice is next) or DAMERO_OVER. */
DAMERO_EXPORT int damero_turn(const damero_play *);

/* The legal moves of the seat to move, or of chance, in a fixed order, into an array of `room`
 * moves; returns how many there are, which may be more than `room`. */
DAMERO_EXPORT size_t damero_moves(const damero_play *, damero_move *, size_t room);

/* Plays a legal move; plays a move by its text; rolls the dice by the 64-bit state of a random
 * generator, which is advanced; takes back the last move. */
DAMERO_EXPORT bool damero_play_move(damero_play *, damero_move, damero_error *);
DAMERO_EXPORT bool damero_play_text(damero_play *, const char *move, damero_error *);
DAMERO_EXPORT bool damero_roll(damero_play *, uint64_t *random, damero_error *);
DAMERO_EXPORT bool damero_undo(damero_play *, damero_error *);

/* How many moves were played. */
DAMERO_EXPORT size_t damero_move_count(const damero_play *);

/* The text of a legal move; reads a move without playing it. */
DAMERO_EXPORT size_t damero_move_text(const damero_play *, damero_move, char *buffer, size_t size);
DAMERO_EXPORT bool damero_move_read(const damero_play *, const char *, damero_move *,
                                    damero_error *);

/* The position as text, as `seat` may see it; DAMERO_NOBODY: as a spectator does. damero_position
 * hides nothing. */
DAMERO_EXPORT size_t damero_position(const damero_play *, char *buffer, size_t size);
DAMERO_EXPORT size_t damero_view(const damero_play *, int seat, char *buffer, size_t size);

/* The board drawn in lines of text, as `seat` may see it. */
DAMERO_EXPORT size_t damero_picture(const damero_play *, int seat, bool ascii, char *buffer,
                                    size_t size);

/* Equal positions have equal hashes. */
DAMERO_EXPORT uint64_t damero_hash(const damero_play *);

typedef struct damero_outcome {
    bool over;
    int winner;         /* a seat, or DAMERO_NOBODY */
    const char *reason; /* NULL while the game goes on */
    int score[DAMERO_SEATS_MAX];
} damero_outcome;

DAMERO_EXPORT damero_outcome damero_result(const damero_play *);

/* Engines */

/* An engine by name (NULL: the strongest of the game), level by name (NULL: full strength), threads
 * (0: one) and bytes of memory for its tables (0: its default). */
DAMERO_EXPORT damero_engine *damero_engine_new(const damero_rules *, const char *name,
                                               const char *level, int threads, size_t memory,
                                               damero_error *);
DAMERO_EXPORT void damero_engine_free(damero_engine *);

/* The name of a level, weakest first, or NULL behind the last. */
DAMERO_EXPORT const char *damero_engine_level(const damero_engine *, size_t index);

/* The unit of scores, as in "boxes". */
DAMERO_EXPORT const char *damero_engine_unit(const damero_engine *);

/* What ends the thinking, whichever comes first; 0: no such limit. */
typedef struct damero_limits {
    double seconds;
    uint64_t nodes;
    int depth;
} damero_limits;

typedef struct damero_answer {
    damero_move move;
    int score;   /* for the seat that moves */
    bool scored; /* there is a score */
    bool exact;  /* it is proven */
    int depth;
    uint64_t nodes;
    double seconds;
} damero_answer;

/* Called in the thread that thinks whenever the engine knows more; false stops it. */
typedef bool damero_progress(void *context, const damero_answer *);

/* Chooses a move for the seat to move, which sees only what it may. `progress` may be NULL. */
DAMERO_EXPORT bool damero_think(damero_engine *, const damero_play *, const damero_limits *,
                                damero_progress *, void *context, damero_answer *, damero_error *);

/* Ends the thinking within 20 ms. From any thread. */
DAMERO_EXPORT void damero_stop(damero_engine *);

/* Records */

/* Reads the record (PDN, or our own format) that starts at *at of these bytes and advances *at. The
 * play is at its end. The rules are new and the caller's to free, after the play. */
DAMERO_EXPORT bool damero_record_read(const char *bytes, size_t length, size_t *at, damero_rules **,
                                      damero_play **, damero_error *);

/* Writes a game as a record. */
DAMERO_EXPORT size_t damero_record_write(const damero_play *, char *buffer, size_t size);

/* Exact values and many games at once */

/* The exact value of a Dots position: the boxes still to come that the seat to move takes, minus
 * those of the other. False if it is not Dots, or more than 64 lines are open. */
DAMERO_EXPORT bool damero_solve(const damero_play *, int threads, size_t memory, int *value,
                                damero_error *);

/* The number of move sequences of this length from here. */
DAMERO_EXPORT bool damero_perft(const damero_play *, int depth, uint64_t *count, damero_error *);

/* Which actions are legal in each of `count` games; an action is an index of damero_moves. Writes a
 * row of `width` bytes for each game: 1 for a legal action, else 0. */
DAMERO_EXPORT void damero_masks(const damero_play *const *, size_t count, uint8_t *masks,
                                size_t width);

/* Plays `games` games with random moves from the usual start; wins[seat] and draws are counted up,
 * and the number of moves is returned. */
DAMERO_EXPORT bool damero_play_random(const damero_rules *, uint64_t seed, size_t games,
                                      uint64_t wins[DAMERO_SEATS_MAX], uint64_t *draws,
                                      uint64_t *moves, damero_error *);

#ifdef __cplusplus
}
#endif

#endif
