/* event - tournaments of the journal (events/tournament.h) whose games are matches of this arena.
 *
 * The organiser creates, starts and pauses them, and may change everything about them. The journal
 * holds the plan and all results: a server that was killed continues its tournaments
 * (arena_resume_events, after arena_resume: games under way are matches like others). 'damero
 * tournament' shows and plays the same ones.
 *
 * A table is a pairing that is being played. Engines and programs start by themselves, people when
 * they have come. If a board takes part, the table first waits until the organiser says that it is
 * ready: boards must be connected and reset before every game. Boards without a line of their own
 * share the lines of the tournament: a table first gets free ones. A game that could not begin
 * because of a board makes its table wait again; a program that cannot be started loses the
 * pairing. Others play on meanwhile.
 *
 * The options of a tournament are in the journal in the words of the command line
 * (store/entries.h), which provides their reader and writer: an event_language.
 *
 *   event.c       a tournament in the journal: creating it, the organiser's changes
 *   event_lines.c lines that boards share
 *   event_play.c  its tables: rounds, games, results
 */
#ifndef DAMERO_ARENA_EVENT_H
#define DAMERO_ARENA_EVENT_H

#include "arena/arena.h"
#include "events/opening.h"
#include "events/openings.h"
#include "events/pair_games.h"

enum { EVENT_PLAYERS_MAX = 256, EVENT_RULES = 600, EVENT_LINES = 2048 };

/* The options of a tournament. */
typedef struct event_terms {
    const game *game;
    char rules[EVENT_RULES]; /* settings of the game, "": none */
    tournament_plan plan;
    match_terms terms;     /* of every game; the seed is the tournament's */
    opening_terms opening; /* random moves before each game */
    int concurrency;       /* pairings of engines and programs at once; 0: as the machine allows */
    char lines[EVENT_LINES]; /* that boards share, separated by commas; "": none */
    bool has_start; /* games start from a book or a position instead (event_language.open_start) */
    bool recorded;  /* games go into a file (--records), which a server does not write */
} event_terms;

typedef struct event_wish {
    const char *name;
    event_terms is; /* its seed is chosen by the arena */
    arena_wish *player;
    int players;
} event_wish;

typedef struct event_language {
    bool (*read)(const store_tournament *, event_terms *, error *);
    bool (*write)(const event_wish *, text *words, error *);
    /* The words of a tournament with another list of lines. */
    bool (*change_lines)(const store_tournament *, const char *lines, text *words, error *);
    /* Reads the book of a tournament, in the order of play, or the position from which all games
     * start, by these rules; the caller owns both, even on failure. */
    bool (*open_start)(const store_tournament *, const game_rules *, opening_book *,
                       game_position **, error *);
} event_language;

typedef enum table_state {
    TABLE_WAITS,   /* for the organiser: its boards must be made ready */
    TABLE_DUE,     /* its next game begins when there is room */
    TABLE_PLAYING, /* `match` */
} table_state;

typedef struct event_table {
    size_t pairing; /* its index */
    table_state state;
    pair_games games;
    uint64_t played;          /* games that count */
    int line[GAME_SEATS_MAX]; /* of each player of the pairing that shares lines; -1: none yet */
    int64_t match;            /* being played, or the last one that could not begin; 0: none */
    error why;                /* why it waits again; "": nothing went wrong */
} event_table;

/* A tournament that this arena plays. */
typedef struct arena_event {
    struct arena_event *next;
    tournament t;
    event_terms terms;
    game_rules *rules; /* of its book or position; NULL: it has neither */
    opening_book book;
    game_position *given; /* the position; NULL: none */
    event_table *table;
    size_t count, capacity;
    bool changed;  /* something has happened: arena_step_events must act */
    uint64_t news; /* counts changes that the journal does not have */
    error why;     /* why the next round cannot be paired; "": nothing is wrong */
} arena_event;

/* Reads any tournament of a journal, to show it; for any thread. Destroy it, even on failure. */
bool event_read(store *, const event_language *, const char *name, tournament *, event_terms *,
                error *);

/* The one of that name if it is played here; NULL: it is not. */
arena_event *arena_find_event(arena *, const char *name);

/* Creates one. `tokens` are those of its people, "" for others. */
bool arena_create_event(arena *, const event_wish *, char tokens[][TOKEN_TEXT], arena_refusal *);

/* The organiser starts or continues it; pauses it: games under way go on, but no other begins. */
bool arena_start_event(arena *, const char *name, error *);
bool arena_pause_event(arena *, const char *name, error *);

/* The boards of a table are ready. Round and board are counted from 0. */
bool arena_ready_event(arena *, const char *name, int round, int board, error *);

/* The two boards of a table that waits change lines. */
bool arena_swap_event(arena *, const char *name, int round, int board, error *);

/* Declares the lines that boards share, separated by commas, instead of those before. */
bool arena_set_lines(arena *, const char *name, const char *lines, error *);

/* The organiser's result for a pairing of the last round: twice the points of each player. A game
 * under way is aborted. */
bool arena_decide_event(arena *, const char *name, int round, int board, const int *points,
                        int count, error *);

/* Changes the field: a late entry, a withdrawal, another seat or line for a player from its next
 * game on, a new secret link for a person (the token comes back). */
bool arena_add_player(arena *, const char *name, const arena_wish *, char token[TOKEN_TEXT],
                      error *);
bool arena_withdraw_player(arena *, const char *name, const char *player, error *);
bool arena_reseat_player(arena *, const char *name, const char *player, const arena_wish *,
                         error *);
bool arena_link_player(arena *, const char *name, const char *player, char token[TOKEN_TEXT],
                       error *);

/* The number of the player of a tournament with that token, or -1. */
int arena_player_of(arena *, const char *name, const char *token);

/* Goes on with the tournaments that a server played when it ended; returns their number. */
int arena_resume_events(arena *);

/* Starts what is due. Call it periodically, and when a match has ended. */
void arena_step_events(arena *);

/* Part of arena_destroy: tournaments stay as they are, to be resumed. */
void arena_event_forget(arena *);

#endif
