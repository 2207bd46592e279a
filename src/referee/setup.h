/* setup - from seats and options to a match: its rules, its clocks, its links.
 *
 * Every command that plays goes through here (`match`, `serve`, `board`, `check`), so that the
 * same seats get the same rules and the same time everywhere:
 *
 *     seat_read for each seat          what was asked for
 *     setup_rules                      what is played
 *     setup_open_links                 the other sides are there
 *     setup_match                      the match, ready for table_open
 *
 * Seats come in the order of the game. What a contest adds to a game (time for a move, a last turn,
 * settings) is in the protocol of the game's boards.
 */
#ifndef DAMERO_REFEREE_SETUP_H
#define DAMERO_REFEREE_SETUP_H

#include "referee/table.h"

/* What was agreed on, apart from rules, start and seats. */
typedef struct match_terms {
    time_control control; /* as asked for; its patience is not kept in the journal */
    int64_t handshake;
    bool seeded; /* dice too come from the seed */
    uint64_t seed;
    size_t move_limit;  /* as in match_setup */
    int64_t time_limit; /* as in match_setup */
} match_terms;

/* The rules for these seats: the settings given (NULL: none), then what follows from who plays. A
 * board that speaks a contest's protocol brings the settings it needs, and a game for any number of
 * players is for those who sit down. NULL with an error. */
game_rules *setup_rules(const game *, const char *given, const seat_spec *const *, int seats,
                        error *);

/* The same for two boards of that game's contest; an error if it has none. */
game_rules *setup_board_rules(const char *game, const char *given, error *);

/* The clock of one seat. If none was asked for, people play without, and so do engines against
 * people; if programs or boards play, or nobody but engines, each of those has the usual time for a
 * move: what the contest of the game gives, else 10 s. */
time_control setup_control(time_control asked, const game *, const seat_spec *const *, int seats,
                           int seat);

/* How to wait for the other sides of links. */
typedef struct setup_waiting {
    const link_options *options;
    int64_t deadline;
    /* A link is open, under this name; its other side is there. Both may be NULL. */
    void (*opened)(void *context, int seat, link_end *);
    void (*joined)(void *context, int seat);
    /* Asked several times a second while waiting: true, with the reason, to give up. Or NULL. */
    bool (*gives_up)(void *context, error *);
    void *context;
} setup_waiting;

/* Opens the links that are not open yet, all before any is waited for, so that their names are
 * known at once; then waits for the other sides. On failure says which seat's fault it was
 * (GAME_NOBODY: nobody's); what is open stays open, for the caller to close. */
bool setup_open_links(const seat_spec *const *, int seats, link_end **, const setup_waiting *,
                      int *culprit, error *);

/* Whether a match of these seats can be taken up, or start from another position: the protocols of
 * contests have no words for that. */
bool setup_check_start(const seat_spec *const *, int seats, error *);

/* Fills in the match of a table whose seats and links are there. */
void setup_match(table_setup *, const game_rules *, const game_position *start,
                 const match_terms *);

#endif
