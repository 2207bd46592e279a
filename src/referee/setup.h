/* setup - from seats and options to a match: its rules, its clocks, its links.
 *
 * Every command that plays uses this (`play`, `match`, `tournament`, `serve`), so that the same
 * seats always get the same rules and the same time:
 *
 *     seat_read for each seat          the requested players
 *     setup_rules                      the rules of the game
 *     setup_open_links                 the other sides are connected
 *     setup_match                      the match, ready for host_open
 *
 * Seats come in the order of the game. The protocol of the game's boards has everything that a
 * contest adds to a game (time per move, a last turn, settings).
 */
#ifndef DAMERO_REFEREE_SETUP_H
#define DAMERO_REFEREE_SETUP_H

#include "referee/host.h"

/* The agreed settings, other than rules, start and seats. */
typedef struct match_terms {
    time_control control; /* as requested; its patience is not saved in the journal */
    int64_t handshake;
    bool seeded; /* dice come from the seed too */
    uint64_t seed;
    size_t move_limit;  /* as in match_setup */
    int64_t time_limit; /* as in match_setup */
    match_agreement agreement;
    int64_t interrupt; /* time for others to interrupt; 0: depends on the players */
    bool prove;        /* a judge ends the game (judge.h) */
} match_terms;

/* The rules for these seats: the given settings (NULL: none), then those that the players imply. A
 * board that speaks a contest's protocol brings the settings it needs, and a game for any number of
 * players is set to the number of seats. NULL with an error. */
game_rules *setup_rules(const game *, const char *given, const seat_spec *const *, int seats,
                        error *);

/* The clock of one seat: its own, if its text has one. By default people play without one, and so
 * do engines against people. If programs or boards play, or only engines, each of those has the
 * default time per move: that of the game's contest, otherwise 10 s. */
time_control setup_control(time_control asked, const game *, const seat_spec *const *, int seats,
                           int seat);

/* How to wait for the other sides of links. */
typedef struct setup_waiting {
    const link_options *options;
    const char *const *label; /* of each seat's link; or NULL */
    int64_t deadline;
    /* A link is open, with this name; its other side is connected. Both may be NULL. */
    void (*opened)(void *context, int seat, link_end *);
    void (*joined)(void *context, int seat);
    /* Called several times a second while waiting: true, with the reason, to give up. Or NULL. */
    bool (*gives_up)(void *context, error *);
    void *context;
} setup_waiting;

/* Opens the links that are not open yet, all of them before waiting for any, so that their names
 * are known at once; then waits for the other sides. On failure reports the seat at fault
 * (GAME_NOBODY: none); open links stay open, for the caller to close. */
bool setup_open_links(const seat_spec *const *, int seats, link_end **, const setup_waiting *,
                      int *culprit, error *);

/* Whether a match of these seats can be resumed, or start from another position: the contests'
 * protocols do not support that. */
bool setup_check_start(const seat_spec *const *, int seats, error *);

/* Fills in the match of a host whose seats and links are ready. */
void setup_match(host_setup *, const game_rules *, const game_position *start, const match_terms *);

#endif
