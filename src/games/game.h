/* games/ - the rules. One folder per game; game.h is the contract between a game and its users.
 *
 * May use: base. Must not use: any other room, standard input and output, files, threads, global
 * state. Memory is allocated only in `create` (and by history.h and record.h as they grow).
 *
 * The contract is for the command line, referee, page, store and tests. Engines and solvers use the
 * concrete functions of their own game, without calls through pointers.
 *
 * Words: *rules* are a game with its settings chosen (`size=4x4,border=swedish`). A *position* is a
 * value: plain memory of `position_bytes` without pointers, so it can be copied by memcpy and needs
 * no clean-up. A *move* is anything that happens to a position, by a seat or by chance, so a record
 * of moves replays exactly.
 */
#ifndef DAMERO_GAME_H
#define DAMERO_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/random.h"
#include "base/text.h"
#include "games/settings.h"

enum {
    GAME_SEATS_MAX = 8,
    GAME_MOVE_TEXT = 96, /* bytes that hold any move's text, including the terminator */

    /* What `turn` may return besides a seat. */
    GAME_CHANCE = -1,
    GAME_OVER = -2,

    GAME_NOBODY = -1, /* as `winner`: a draw, or not over */
};

/* 64 bits whose meaning is up to the game. Equal moves are equal numbers; 0 is never a move. A move
 * holds all that happened: a roll its dice, an interruption its seat. */
typedef uint64_t game_move;

/* Opaque: each game casts it to its own struct. */
typedef struct game_position game_position;

typedef struct game_rules {
    const struct game *game;
    game_settings settings; /* as chosen */
    int seats;
    size_t position_bytes;
    /* upper limits: */
    size_t undo_bytes;          /* what `play` writes for `undo` */
    size_t max_moves;           /* moves of any seat in any position */
    size_t position_text_bytes; /* what write_position needs, including the terminator */
    size_t picture_bytes;       /* what picture needs, including the terminator */
} game_rules;

typedef struct game_outcome {
    bool over;
    int winner;         /* a seat, or GAME_NOBODY */
    const char *reason; /* a static text: "both passed", "loop"; NULL while the game goes on */
    int score[GAME_SEATS_MAX]; /* in the game's own points, also before the game is over */
} game_outcome;

/* A number to write at a move in a picture, such as its value. */
typedef struct game_label {
    game_move move;
    int number; /* -999 to 999 */
} game_label;

/* How a picture is drawn. */
typedef struct game_style {
    bool ascii;               /* no character beyond ASCII */
    bool colour;              /* with terminal colour sequences */
    bool turned;              /* seen from the second seat's side, if that makes a difference */
    int columns;              /* room in characters; 0: enough */
    game_move last;           /* the move to point out, or 0 */
    const game_label *labels; /* `label_count` of them; only if the game's features allow labels */
    size_t label_count;
    const char *const *names; /* the players by seat; NULL: the names of the seats */
} game_style;

/* A convention for counting moves in perft; the first in a game's list is the usual one. */
typedef struct game_count {
    const char *name, *meaning;
    /* As game_perft. */
    bool (*perft)(const game_rules *, game_position *, int depth, uint64_t *leaves, error *);
} game_count;

/* A result as another record format writes it, and as our records do. */
typedef struct game_format_result {
    const char *theirs, *ours;
} game_format_result;

/* An established record format for the game, such as PDN: its tags for the type of game and for a
 * position (GameType, FEN). Records have these tags in addition to their own (see record.h). */
typedef struct game_format {
    const char *type_tag, *position_tag;
    void (*write_type)(const game_rules *, text *);
    /* The settings that a type stands for; false if it is not one of this game. */
    bool (*read_type)(const char *type, text *settings);
    /* Results that it writes differently from records; ends with an empty entry. */
    const game_format_result *results;
} game_format;

/* A game's features, for the code that sets up, referees and shows matches of any game: it asks
 * for a feature and never for a name. Features change no rule. What the functions of the contract
 * already show is not repeated here: a game with `view` has hidden information, one with `roll` has
 * chance. /api/games sends all of it to the page (docs/api.md). */
typedef struct game_features {
    bool scores;     /* the score shows who leads; otherwise only the result counts */
    bool draws;      /* it makes sense to offer a draw */
    bool interrupts; /* some of its rules let a seat move out of turn */
    bool labels;     /* `picture` can write a number at each move */
} game_features;

typedef struct game {
    const char *name, *title, *summary;
    game_features features;
    const game_setting *settings; /* ends with a setting without a key */
    const game_count *counts;     /* ends with one without a name; NULL: every move counts once */
    const game_format *format;    /* NULL: only our own */

    /* New rules from settings that were checked one by one; false with an error if the combination
     * is not allowed. */
    bool (*create)(const game_settings *, game_rules **, error *);
    void (*destroy)(game_rules *);

    /* Optional: the setting that games between people or our engines get unless the user sets
     * it. */
    const char *(*by_hand)(const game_settings *);
    /* Optional: a word that names no legal move may still make one, such as touching a piece. */
    bool (*touched)(const game_rules *, const game_position *, const char *word, game_move *);

    /* The name of a seat: "White", "Player 2". */
    const char *(*seat_name)(const game_rules *, int seat);

    void (*start)(const game_rules *, game_position *);

    /* The seat whose turn it is (its clock runs), GAME_CHANCE or GAME_OVER. */
    int (*turn)(const game_rules *, const game_position *);

    /* The legal moves of `seat` (or GAME_CHANCE), in a fixed order, into memory for `max_moves`. A
     * seat that is not on turn has moves only if the rules let it interrupt. A roll is listed once
     * for each distinct outcome. */
    size_t (*moves)(const game_rules *, const game_position *, int seat, game_move *);

    /* Plays a legal move. `undo` (undo_bytes, or NULL) receives what is needed to take it back. */
    void (*play)(const game_rules *, game_position *, game_move, void *undo);
    void (*undo)(const game_rules *, game_position *, game_move, const void *undo);

    game_outcome (*outcome)(const game_rules *, const game_position *);

    /* Equal positions have equal hashes; positions are equal if their texts are. */
    uint64_t (*hash)(const game_rules *, const game_position *);

    /* The same, but also equal for positions that differ only by a reflection or rotation of the
     * board. NULL: the board has none that leaves the game the same. */
    uint64_t (*symmetric_hash)(const game_rules *, const game_position *);

    /* Conversion to and from text; text that was written is read back as an equal position or move.
     * read_move accepts only legal moves, of any seat that may move (or chance), and says why a
     * move is not legal; read_position accepts positions that the rules can handle. */
    void (*write_move)(const game_rules *, const game_position *before, game_move, text *);
    bool (*read_move)(const game_rules *, const game_position *, const char *word, game_move *,
                      error *);
    void (*write_position)(const game_rules *, const game_position *, text *);
    bool (*read_position)(const game_rules *, const char *, game_position *, error *);

    /* The board drawn in lines of text. */
    void (*picture)(const game_rules *, const game_position *, game_style, text *);

    /* Chance and hidden information; all of them are NULL if a game has neither.
     * roll draws the next event of chance. view is the position as `seat` may see it (GAME_NOBODY:
     * a spectator), with everything else blanked out: a seat is never sent more than that. seen
     * does the same for a move. write_chance puts an event of chance in words for people, with the
     * players' names by seat (NULL: the seats' own); nothing if the picture shows it. */
    game_move (*roll)(const game_rules *, const game_position *, random_source *);
    void (*view)(const game_rules *, const game_position *, int seat, game_position *);
    game_move (*seen)(const game_rules *, game_move, int seat);
    void (*write_chance)(const game_rules *, game_move, const char *const names[], text *);

    /* The chance that a move of `seat` proves right, by what it sees: a bid that holds, a doubt
     * that is justified. It judges moves of games whose engines give no scores; NULL in others. */
    double (*odds)(const game_rules *, const game_position *view, int seat, game_move);
} game;

/* All games; the last entry is NULL. */
extern const game *const games_all[];

/* The game with that name, or NULL with an error that lists the names and suggests one. */
const game *game_find(const char *name, error *);

/* Rules from text such as "size=4x4,border=swedish"; "" or NULL for the defaults. The caller owns
 * them and calls game_destroy. */
game_rules *game_create(const game *, const char *settings, error *);

/* The same by the game's name. */
game_rules *game_create_named(const char *name, const char *settings, error *);

/* Adds the setting that games between people get (game.by_hand), unless the user set it. */
void game_add_by_hand(const game *, text *settings);

void game_destroy(game_rules *);

/* The settings of these rules as text, without those that have their default value. */
void game_write_settings(const game_rules *, text *);

/* A newly allocated position at the start of the game, to be freed; NULL if there is no memory. */
game_position *game_new_position(const game_rules *);
void game_copy(const game_rules *, game_position *to, const game_position *from);

/* A newly allocated copy of the position as `seat` (GAME_NOBODY: a spectator) may see it. */
game_position *game_new_view(const game_rules *, const game_position *, int seat);

/* Whether a seat (or GAME_CHANCE) has this move; `room` holds `max_moves`. */
bool game_has_move(const game_rules *, const game_position *, int seat, game_move, game_move *room);

/* The seat that makes a move, or GAME_CHANCE: the one on turn, or one that interrupts; GAME_OVER if
 * the move is not legal. */
int game_mover(const game_rules *, const game_position *, game_move, game_move *room);

/* Counts the leaves `depth` plies below the position, which is unchanged afterwards: every legal
 * move of every seat that may move counts once, a finished game has no successors, depth 0 is 1.
 * False if there is not enough memory. */
bool game_perft(const game_rules *, game_position *, int depth, uint64_t *leaves, error *);

/* Shorter names for the contract's functions. */
static inline int game_turn(const game_rules *r, const game_position *p) {
    return r->game->turn(r, p);
}
static inline size_t game_moves(const game_rules *r, const game_position *p, int seat,
                                game_move *moves) {
    return r->game->moves(r, p, seat, moves);
}
static inline void game_play(const game_rules *r, game_position *p, game_move m, void *undo) {
    r->game->play(r, p, m, undo);
}
static inline void game_undo(const game_rules *r, game_position *p, game_move m, const void *undo) {
    r->game->undo(r, p, m, undo);
}
static inline game_outcome game_result(const game_rules *r, const game_position *p) {
    return r->game->outcome(r, p);
}
static inline uint64_t game_hash(const game_rules *r, const game_position *p) {
    return r->game->hash(r, p);
}
static inline bool game_read_move(const game_rules *r, const game_position *p, const char *word,
                                  game_move *m, error *e) {
    return r->game->read_move(r, p, word, m, e);
}
static inline void game_write_move(const game_rules *r, const game_position *before, game_move m,
                                   text *t) {
    r->game->write_move(r, before, m, t);
}
static inline void game_write_position(const game_rules *r, const game_position *p, text *t) {
    r->game->write_position(r, p, t);
}
static inline bool game_read_position(const game_rules *r, const char *s, game_position *p,
                                      error *e) {
    return r->game->read_position(r, s, p, e);
}
static inline const char *game_seat_name(const game_rules *r, int seat) {
    return r->game->seat_name(r, seat);
}

#endif
