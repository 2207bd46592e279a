/* play/ - `damero play`: a game in the terminal, line by line.
 *
 * It is a match like any other, on a host of the referee without a journal, with the seats `me` and
 * `engine`: the referee handles moves, turns, offers, interruptions and dice. This folder has only
 * what a person sees and types.
 *
 *   play.c      the command: its options, one match after another, the time after a game
 *   screen.c    what is shown: the board, moves of others, prompts
 *   commands.c  commands other than moves: hint, save, undo, ...
 */
#ifndef DAMERO_PLAY_SESSION_H
#define DAMERO_PLAY_SESSION_H

#include "cli/think.h"
#include "referee/setup.h"
#include "referee/transcript.h"

/* The tag of a saved game that says who sits where: "me engine:damas:novice". */
#define PLAY_SEATS_TAG "Seats"

typedef struct play_session {
    const cli_arguments *arguments;
    transcript so_far; /* the current game */
    seat_spec spec[GAME_SEATS_MAX];
    match_terms terms;
    record next;     /* the next game to play: new, loaded, or an undo after the end */
    bool has_next;   /* there is one */
    bool saved_next; /* it is already saved */
    engine *adviser; /* at full strength, for hints; created on first use */
    int threads;     /* of the engine's seats and of hints */
    game_style style;
    int facing;   /* if people hide things from each other: the seat at the keyboard, or nobody */
    int handing;  /* the seat about to take it; GAME_NOBODY: none */
    size_t drawn; /* moves played when the board was last drawn; SIZE_MAX: never */
    bool saved, done;
    char file[1024]; /* last saved to or loaded from, and safe to overwrite; "": none */
    bool warned;     /* the last output warned that the game is not saved */
    const atomic_bool *stop;
} play_session;

/* play.c: starts the next game, which is discarded if that fails. */
bool play_open(play_session *, record *, error *);

/* The same with a game from a file, to which `save` may write without asking. */
bool play_load(play_session *, const char *path, error *);

/* Whether the game is over: by the rules, or because somebody resigned. */
bool play_is_over(const play_session *);

static inline bool play_is_person(const play_session *s, int seat) {
    return s->spec[seat].kind == SEAT_ME;
}

/* screen.c */

const char *play_seat_label(const play_session *, int seat);

/* Whether a label (or NULL) is a name that somebody gave, not one that we made up from the seat's
 * name and an engine's level. */
bool play_is_named(const char *label, const char *seat);

/* The seat whose view is shown. */
int play_onlooker(const play_session *);

/* A move as text, written before it is played. */
const char *play_move_text(const play_session *, game_move, char word[GAME_MOVE_TEXT]);

void play_show_board(play_session *);

/* Callbacks of the host (referee/host.h). */
void play_show(void *session, const match *, const match_event *);
void play_prompt(void *session, const match *, int seat);
void play_offer(void *session, const match *, int seat);

/* commands.c */

/* An unknown word, with the command that may have been meant. */
void play_refuse(void *session, const match *, const match_command *, const error *why);

/* Executes a line, unless it is a command for the match. */
host_typed play_obey(play_session *, const char *line);

/* Whether to leave the game: if it would be lost and a person plays, only after a warning.
 */
bool play_leaves(play_session *);

#endif
