/* play/ - `damero play`: a game in the terminal, line by line.
 *
 * It is a match like any other, at a table of the referee's without a journal, with the seats `me`
 * and `engine`: moves, turns, offers, interruptions and dice are the referee's. What is here is
 * what a person sees and types.
 *
 *   play.c      the command: its options, one match after the other, the time after a game
 *   screen.c    what is shown: the board, moves of others, prompts
 *   commands.c  what can be typed beside moves: hint, save, undo, ...
 */
#ifndef DAMERO_PLAY_SESSION_H
#define DAMERO_PLAY_SESSION_H

#include "cli/think.h"
#include "referee/setup.h"
#include "referee/transcript.h"

typedef struct play_session {
    const cli_arguments *arguments;
    transcript so_far; /* the game on the table */
    seat_spec spec[GAME_SEATS_MAX];
    match_terms terms;
    record next;     /* the game that is to be played next: new, loaded, or an undo after the end */
    bool has_next;   /* there is one */
    bool saved_next; /* it is in a file already */
    engine *adviser; /* at full strength, for hints; made when first asked */
    int threads;     /* of the engine's seats and of hints */
    game_style style;
    int facing;   /* if people hide things from each other: who has the keyboard, or nobody */
    int handing;  /* who is about to take it; GAME_NOBODY: nobody is */
    size_t drawn; /* moves played when the board was last drawn; SIZE_MAX: never */
    bool saved, done;
    bool warned; /* that the game is not saved, by the last thing said */
    const atomic_bool *stop;
} play_session;

/* play.c: sets the table for the next game, which is put away if that fails. */
bool play_open(play_session *, record *, error *);

/* Whether there is nothing more to play: by the rules, or because somebody resigned. */
bool play_is_over(const play_session *);

static inline bool play_is_person(const play_session *s, int seat) {
    return s->spec[seat].kind == SEAT_ME;
}

/* screen.c */

const char *play_seat_label(const play_session *, int seat);

/* The seat whose view is shown. */
int play_onlooker(const play_session *);

/* A move in words, as it is written before it is played. */
const char *play_move_text(const play_session *, game_move, char word[GAME_MOVE_TEXT]);

void play_show_board(play_session *);

/* What the table calls back (referee/table.h). */
void play_show(void *session, const match *, const match_event *);
void play_prompt(void *session, const match *, int seat);
void play_offer(void *session, const match *, int seat);

/* commands.c */

/* A word that cannot be, with the command that may have been meant. */
void play_refuse(void *session, const match *, const table_word *, const error *why);

/* Does what a line says, unless it is a word for the match. */
table_typed play_obey(play_session *, const char *line);

/* Whether to leave the game: if it would be lost and somebody sits there, only once that was said.
 */
bool play_leaves(play_session *);

#endif
