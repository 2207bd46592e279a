/* play - a game in the terminal, line by line: what the files of `damero play` share.
 *
 *   play.c           the command and its options
 *   play_table.c     the table: who sits there, what is shown, a move made
 *   play_commands.c  what can be typed: moves, and commands such as hint and save
 *   play_turns.c     whose turn it is: people, engines, chance, those who cut in
 */
#ifndef DAMERO_PLAY_H
#define DAMERO_PLAY_H

#include "cli/think.h"
#include "referee/fair.h"

/* The table at which the game is played. */
typedef struct play_table {
    const cli_arguments *arguments;
    record game;
    bool person[GAME_SEATS_MAX]; /* else the engine */
    engine *engine;              /* plays its seats; NULL where there are only people */
    engine *adviser;             /* at full strength, for hints; made when first asked */
    engine_limits limits;
    int threads; /* of the engine's seats and of hints */
    random_source chance;
    bool seeded; /* the same dice again, from --seed; else real ones */
    fair fair;
    game_style style;
    int facing;     /* where people hide things from each other: who has the keyboard, or nobody */
    bool resigned;  /* by a person; the rules say for themselves when a game is over */
    size_t drawn;   /* moves played when the board was last drawn */
    size_t offered; /* moves played when those not on turn were last asked whether they cut in */
    bool saved, done;
    bool warned;      /* that the game is not saved, by the last thing said */
    bool interrupted; /* Ctrl-C while nobody was asked */
} play_table;

/* play_table.c */

/* Sets the table for this game, which it owns from now on, also on failure; what was on it before
 * is put away only when all is well. */
bool play_open_table(play_table *, record *, error *);

bool play_is_over(const play_table *);
bool play_person_is_next(const play_table *);
const char *play_seat_label(const play_table *, int seat);

/* The person that is asked next: the one on turn, or the first there is. */
int play_person_asked(const play_table *);

/* Whether several people at one keyboard must not see each other's part of the position. */
bool play_people_hide(const play_table *);

/* The seat whose view is shown. */
int play_onlooker(const play_table *);

/* A move in words, as it is written before it is played. */
const char *play_move_text(const play_table *, game_move, char word[GAME_MOVE_TEXT]);

void play_show_board(play_table *);

/* Makes a move for a seat, which is told where it is `aloud`; false after trouble, which ends it.
 */
bool play_make_move(play_table *, int seat, game_move, bool aloud);

/* An engine's move for a seat, from the position as that seat may see it; at once after Ctrl-C, of
 * which `interrupted` tells. */
game_move play_ask(play_table *, engine *who, int seat, const engine_limits *, engine_result *);

/* play_commands.c */

/* Ends the game, or, where it would be lost and somebody sits there, says so first. */
void play_leave(play_table *);

/* Does what a line says; a move is played by whoever may make it. */
void play_obey(play_table *, const char *line);

/* Whether a line begins with a command. */
bool play_is_command(const char *line);

/* play_turns.c: plays until somebody leaves, or the input ends. */
void play_run(play_table *);

#endif
