/* puzzles/ - positions with one solution: how they are made from self-play, proven, graded and
 * rated against the people who solve them.
 *
 *   puzzle.h     a puzzle and its line of text; the puzzles built into the program; the daily one
 *   prover.h     what proves that a position has one solution, for each game
 *   make.h       self-play that looks for such positions
 *   rating.h     the rating of a person who solves puzzles
 *   data/        the puzzles of each game, as `damero puzzles make` writes them
 *
 * May use: base, games, engines. Must not use: any other room, standard input and output, files.
 *
 * A puzzle is a position, a goal and a line. In the position exactly one move reaches the goal, and
 * that is proven. The line alternates between decisions of the solver and what the opponent plays.
 * At later decisions more than one move may reach the goal: each is right, the first goes on with
 * the line. Every other move has the reply that refutes it. Everything that a page or terminal
 * needs to judge an answer is in the puzzle, so no engine has to run.
 *
 * As text, a puzzle is one line of six fields, each after the first preceded by a tab:
 *
 *     1240  sacrifice,capture  gain  variant=spanish  W:W21,K5:B14  21-17:2 !5-9,5-1>14-18:0 ~14x21
 * 5x25:2
 *
 *     rating   how hard it is, on the scale of the solvers' ratings
 *     themes   words of the game's prover, separated by commas; `-`: none
 *     goal     win, gain, boxes or round (below)
 *     rules    the game's settings; `-`: the usual ones
 *     start    the position, in which the solver is to move
 *     line     words separated by blanks:
 *                MOVE:VALUE                a decision: the move that goes on with the line
 *                =MOVE,...                 further moves that reach the goal too
 *                !MOVE,...>REPLY:VALUE     moves that do not, and the reply that shows it (`-`:
 * none) ~MOVE                     what the opponent plays after the decision
 *
 * What a value means depends on the goal.
 */
#ifndef DAMERO_PUZZLE_H
#define DAMERO_PUZZLE_H

#include "games/game.h"

enum {
    PUZZLE_WORD = 40,        /* bytes of a move's text, with the terminator */
    PUZZLE_THEN = 160,       /* of the opponent's moves between two decisions */
    PUZZLE_START = 480,      /* of a position's text */
    PUZZLE_RULES = 64,       /* of the settings */
    PUZZLE_DECISIONS = 16,   /* in a line */
    PUZZLE_LINE = 32768,     /* bytes that hold any puzzle's text */
    PUZZLE_COUNT_MAX = 5000, /* puzzles of a game */
    PUZZLE_WON = 1000,       /* values of PUZZLE_WIN, besides 0 */
    PUZZLE_LOST = -1000,
};

typedef enum puzzle_goal {
    PUZZLE_WIN,   /* the game is won by force. Values: PUZZLE_WON, 0 (not won), PUZZLE_LOST */
    PUZZLE_GAIN,  /* Damas: men gained by force, a king counts as three */
    PUZZLE_BOXES, /* Dots: the game is won; values are the lead in boxes at its end */
    PUZZLE_ROUND, /* Perudo: the best chance in this round; hundredths, 100 is a round won for sure
                     and -100 one that is lost */
    PUZZLE_GOALS,
} puzzle_goal;

const char *puzzle_goal_name(puzzle_goal);

/* A move of the solver. */
typedef struct puzzle_option {
    char move[PUZZLE_WORD];
    char reply[PUZZLE_WORD]; /* what refutes it; "" if nothing does or nothing needs to */
    int value;
} puzzle_option;

/* The options are those of the puzzle from `first` on: `good` right ones, that of the line at the
 * front, then the others. */
typedef struct puzzle_decision {
    size_t first, good, count;
    char then[PUZZLE_THEN]; /* the opponent's moves after it, separated by blanks; "" if the solver
                               moves again or the line is over */
} puzzle_decision;

typedef struct puzzle {
    const game *game;
    int rating;
    unsigned themes; /* a bit for each theme of the prover (prover.h) */
    puzzle_goal goal;
    char rules[PUZZLE_RULES], start[PUZZLE_START];
    int decisions;
    puzzle_decision decision[PUZZLE_DECISIONS];
    /* private: what the decisions point into */
    puzzle_option *option;
    size_t options, room;
} puzzle;

/* An empty puzzle of a game, to be freed. */
void puzzle_init(puzzle *, const game *);
void puzzle_free(puzzle *);

/* Begins the next decision; false if the line is too long. */
bool puzzle_decide(puzzle *);

/* Adds a move to the last decision, right ones first. False if there is no room. */
bool puzzle_add(puzzle *, bool good, const char *move, const char *reply, int value);

/* Adds a move of the opponent after the last decision. */
bool puzzle_answer(puzzle *, const char *move);

static inline const puzzle_option *puzzle_solution(const puzzle *p, int decision) {
    return &p->option[p->decision[decision].first];
}

/* The option of a decision with that move; NULL if it has none. */
const puzzle_option *puzzle_find(const puzzle *, int decision, const char *move);

/* Whether an option is right at a decision. */
static inline bool puzzle_is_good(const puzzle *p, int decision, const puzzle_option *o) {
    return o < puzzle_solution(p, decision) + p->decision[decision].good;
}

/* The line of text, without the line end; and back. A puzzle that was read owns memory. Reading
 * checks everything against the rules: the position, that every move of the line is legal, that
 * the options are exactly the legal moves. */
void puzzle_write(const puzzle *, text *);
bool puzzle_read(puzzle *, const game *, const char *line, size_t length, error *);

/* The lines of the puzzles that are built in. */
scan puzzle_shipped(const game *);

/* The puzzles that are built in, numbered from 1. */
size_t puzzle_count(const game *);
bool puzzle_get(puzzle *, const game *, size_t number, error *);

/* The rating and themes of the first `most` of them, at less cost; returns how many. */
typedef struct puzzle_brief {
    int rating;
    unsigned themes;
} puzzle_brief;
size_t puzzle_briefs(const game *, puzzle_brief *, size_t most);

/* The puzzle of a day, the same for everybody: days since 1 January 1970, UTC. The games that have
 * puzzles take turns in the order of games_all. Returns its number; 0 if there are none. */
size_t puzzle_of_day(int64_t day, const game **);

/* One that suits a solver of that rating: among those with all the wanted themes that `done` (a
 * byte for each number, or NULL) does not have, one of the nearest in rating, drawn at random. 0 if
 * there is none left. */
size_t puzzle_choose(const game *, double rating, unsigned themes, const uint8_t *done,
                     random_source *);

#endif
