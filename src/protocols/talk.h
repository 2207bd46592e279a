/* protocols/ - the meaning of a seat's bytes (and, in perudo_view.h, of the Perudo board's).
 *
 * May use: base, games, links. Must not use: engines, referee, store.
 *
 * A *talk* is the referee's side of a conversation with one seat during one game. The referee
 * reports events (open, tell, ask, close), which the talk turns into bytes; it feeds the bytes of
 * the answer one at a time, which the talk turns into messages. A talk reads no clock, never waits
 * and checks no move: it knows words, not the position. So it runs over any link, in simulated
 * time, and under a fuzzer.
 *
 *   contest      Dots: `0` -> `R00`, `A0000`, `A1112` -> `1121`   (dots_contest.c)
 *   competition  Trax: `-W`, `-B`, then moves as lines            (trax_competition.c)
 *   hub          any game: docs/hub.md                            (hub.c, hub_damas.h)
 */
#ifndef DAMERO_TALK_H
#define DAMERO_TALK_H

#include "games/game.h"

enum {
    TALK_LINE = 8192, /* the longest line a seat may send */
    TALK_NAME = 64,
    TALK_EXPECTED = 96, /* of the moves that a player expects, as many bytes are kept */
};

/* The answer expected from the seat. */
typedef enum talk_state {
    TALK_OPENING,  /* to the greeting */
    TALK_IDLE,     /* nothing */
    TALK_ASKED,    /* a move */
    TALK_TOLD,     /* an acknowledgement */
    TALK_FINISHED, /* nothing, the game is over */
} talk_state;

typedef enum talk_heard {
    TALK_NOTHING, /* no message is complete yet */
    TALK_READY,
    TALK_MOVE,         /* `text` is the word */
    TALK_ACKNOWLEDGED, /* the last notice */
    TALK_INTERRUPTS,   /* the last offer; `text` is "AFTER WORD" */
    TALK_RESIGNS,
    TALK_STRAY,   /* something that was not asked for; `text` shows it */
    TALK_GARBLED, /* what cannot be an answer; the talk's `why` says why */
} talk_heard;

typedef struct talk_message {
    talk_heard heard;
    char text[160];
} talk_message;

/* The seat's limits for its next move, as sent to it; 0: no limit. Nanoseconds. */
typedef struct talk_limits {
    int64_t move_time, clock, increment;
    bool usual; /* nobody has asked for them: an engine of ours may take less */
} talk_limits;

/* What a player thinks of its game when it moves. */
typedef struct talk_opinion {
    bool known;               /* there is a score */
    int64_t score;            /* hundredths, the better for it the higher */
    int depth;                /* 0: not said */
    uint64_t nodes;           /* 0: not said */
    char line[TALK_EXPECTED]; /* the moves it expects, in its own words; "": not said */
} talk_opinion;

typedef struct talk_options {
    bool team;           /* competition: ask for the team's id first */
    const char *newline; /* the ending of our lines; NULL: LF */
    /* hub, with a program that stays between games: it has answered the first greeting, and needs
     * only to receive what is played next. */
    bool again;
    /* The whole greeting was answered before the match, by a player that calls itself this ("": it
     * does not say); NULL: it is still to be greeted. */
    const char *greeted;
    const char *params; /* hub: "NAME=VALUE,..." to be set before the first game; NULL: none */
} talk_options;

typedef struct talk_sink {
    void (*put)(void *context, const char *bytes, size_t count);
    void *context;
} talk_sink;

typedef struct talk {
    const struct protocol *speaks;
    const game_rules *rules; /* not owned */
    int seat;
    talk_options options;
    talk_sink sink;
    talk_state state;
    char name[TALK_NAME]; /* as reported by the player, or "" */
    error why;            /* of TALK_GARBLED */
    /* private */
    char *line; /* the message being received: TALK_LINE bytes */
    size_t length;
    talk_opinion opinion; /* hub: the last one reported since it was asked */
    bool prefixed;        /* contest: the tolerated A has arrived */
    bool named;           /* hub: it has sent `wait` */
    char last[16];        /* contest, competition: the opponent's move not sent yet, or "" */
    char *moves;          /* hub: all moves and events, as words */
    size_t moves_length, moves_capacity;
    bool lost;     /* hub: a word was lost, for lack of memory */
    char *start;   /* hub: the game's starting position, or NULL for the standard start */
    char from[40]; /* hub, Damas: the starting position in Hub's notation, or "" */
    game_position
        *shadow; /* hub, Damas: the current position, needed to write moves in Hub's notation */
} talk;

typedef struct protocol {
    const char *name;
    const char *game;    /* the only game it supports, or NULL */
    const char *newline; /* the default ending of its lines */
    bool resumes;        /* can be given a game that has begun */
    bool team;           /* can ask a board for its team's id */
    size_t answer;       /* bytes of a typical answer: their time on the line is not charged */
    /* What its contest adds to the game's rules. */
    int64_t move_time;    /* time per move; 0: no special limit */
    size_t turn_limit;    /* moves after which the game is drawn; 0: none */
    const char *rules;    /* a setting that its boards need, such as "pass=on"; or NULL */
    void (*open)(talk *); /* greets; the state is then TALK_OPENING, or TALK_IDLE */
    void (*tell)(talk *, int mover, const char *word, int next);
    void (*ask)(talk *, const game_position *view, const talk_limits *);
    void (*close)(talk *, int winner, const char *reason, const char *score);
    /* NULL: not supported. */
    void (*notify)(talk *, const char *line);
    void (*offer)(talk *, const game_position *view, size_t after);
    void (*stop)(talk *);
    void (*hear)(talk *, char byte, talk_message *);
} protocol;

extern const protocol dots_contest, trax_competition, hub;

/* The protocol of boards in this game: contest, competition, or Hub if there is neither. */
const protocol *protocol_of_boards(const game *);

/* Starts a conversation with one seat; `start` is the text of the game's starting position, NULL
 * for the standard one. False if there is no memory. */
bool talk_create(talk *, const protocol *, const game_rules *, int seat, const char *start,
                 const talk_options *, talk_sink, error *);
void talk_destroy(talk *);

/* Greets the seat. */
void talk_open(talk *);

/* Reports an event: `mover` (GAME_CHANCE: chance) made the move that this seat sees as `word`, and
 * `next` is on turn. May leave the talk in TALK_TOLD, waiting for an acknowledgement. */
void talk_tell(talk *, int mover, const char *word, int next);

/* Asks for a move in a position as the seat sees it. */
void talk_ask(talk *, const game_position *view, const talk_limits *);

/* A notice that is not a move: "commit move=3 hash=5f0c...". A seat that has not answered the
 * greeting yet does not get it. */
void talk_notify(talk *, const char *line);

/* The seat is not asked, but may interrupt as long as the game has `after` moves. */
void talk_offer(talk *, const game_position *view, size_t after);

/* Withdraws a question because another seat has interrupted: TALK_TOLD until the seat has
 * answered. */
void talk_stop(talk *);

/* The game is over; `winner` a seat or GAME_NOBODY. */
void talk_close(talk *, int winner, const char *reason, const char *score);

/* Takes one received byte. */
talk_message talk_hear(talk *, char byte);

/* An opinion as a word or two for the journal, and back: "650/7/1200 1112 1121"; "": none. What
 * cannot be read is no opinion. */
void talk_write_opinion(const talk_opinion *, text *);
void talk_read_opinion(const char *, talk_opinion *);

/* For the protocols themselves. */
void talk_say(talk *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void talk_say_line(talk *, const char *s);
/* What came cannot be an answer: why, as error_code takes it. */
#define talk_garble(t, m, ...) ((m)->heard = TALK_GARBLED, error_code(&(t)->why, __VA_ARGS__))
void talk_set(talk_message *, talk_heard, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds a byte to the line being received; true if it completes one, which is then in t->line,
 * terminated and trimmed. Gives up a line that is longer than `most` or contains anything but text:
 * false, with TALK_GARBLED in the message. CR, LF and CRLF end a line; empty lines are ignored. */
bool talk_take_line(talk *, char byte, size_t most, talk_message *);

#endif
