/* protocols/ - what the bytes of a seat mean (and, in perudo_view.h, those of the Perudo board).
 *
 * May use: base, games, links. Must not use: engines, referee, store.
 *
 * A *talk* is the referee's side of a conversation with one seat during one game. The referee says
 * what happens (open, tell, ask, close) and the talk turns it into bytes; bytes that come back are
 * fed in one at a time and turned into messages. A talk reads no clock, waits for nothing and
 * checks no move: it does not know the position, only words. So it runs over any link, in simulated
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
};

/* What is awaited from the seat. */
typedef enum talk_state {
    TALK_OPENING,  /* its answer to the greeting */
    TALK_IDLE,     /* nothing */
    TALK_ASKED,    /* a move */
    TALK_TOLD,     /* an acknowledgement */
    TALK_FINISHED, /* nothing any more */
} talk_state;

typedef enum talk_heard {
    TALK_NOTHING, /* no message is complete yet */
    TALK_READY,
    TALK_MOVE,         /* `text` is the word */
    TALK_ACKNOWLEDGED, /* what it was told */
    TALK_INTERRUPTS,   /* what it was offered: `text` is "AFTER WORD" */
    TALK_RESIGNS,
    TALK_STRAY,   /* something that was not asked for; `text` shows it */
    TALK_GARBLED, /* what cannot be an answer; `text` says why */
} talk_heard;

typedef struct talk_message {
    talk_heard heard;
    char text[160];
} talk_message;

/* What a seat may use for its next move, as it is told; 0: no such limit. Nanoseconds. */
typedef struct talk_limits {
    int64_t move_time, clock, increment;
} talk_limits;

typedef struct talk_options {
    bool team;           /* competition: ask for the team's id first */
    const char *newline; /* what ends our lines; NULL: LF */
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
    char name[TALK_NAME]; /* as the player calls itself, or "" */
    /* private */
    char *line; /* the message that is coming in: TALK_LINE bytes */
    size_t length;
    bool prefixed; /* contest: the tolerated A has come */
    bool named;    /* hub: it has said `wait` */
    char last[16]; /* contest, competition: the opponent's move that was not told yet, or "" */
    char *moves;   /* hub: all that happened, as words */
    size_t moves_length, moves_capacity;
    bool lost;             /* hub: a word of them, for want of memory */
    char *start;           /* hub: the position the game started from, or NULL for the usual one */
    char from[40];         /* hub, Damas: the first position as Hub writes it, or "" */
    game_position *shadow; /* hub, Damas: where the words have led, to write them as Hub does */
} talk;

typedef struct protocol {
    const char *name;
    const char *game;    /* the only one it is for, or NULL */
    const char *newline; /* what ends its lines where nothing else is chosen */
    bool resumes;        /* can be shown a game that has begun */
    bool team;           /* can ask a board for its team's id */
    size_t answer;       /* bytes of a usual answer: their time on the line is not charged */
    /* What its contest adds to the game. */
    int64_t move_time;    /* time for a move; 0: nothing special */
    size_t turn_limit;    /* moves after which the game is drawn; 0: none */
    const char *rules;    /* a setting that its boards need, as "pass=on"; or NULL */
    void (*open)(talk *); /* greets; the state is then TALK_OPENING, or TALK_IDLE */
    void (*tell)(talk *, int mover, const char *word, int next);
    void (*ask)(talk *, const game_position *view, const talk_limits *);
    void (*close)(talk *, int winner, const char *reason, const char *score);
    /* NULL: it has no words for such things. */
    void (*notify)(talk *, const char *line);
    void (*offer)(talk *, const game_position *view, size_t after);
    void (*stop)(talk *);
    void (*hear)(talk *, char byte, talk_message *);
} protocol;

extern const protocol dots_contest, trax_competition, hub;

/* The protocol of boards in this game: contest, competition, or Hub where there is none. */
const protocol *protocol_of_boards(const game *);

/* A conversation with one seat that begins now; `start` is the text of the position the game starts
 * from, NULL for the usual one. False where there is no memory. */
bool talk_create(talk *, const protocol *, const game_rules *, int seat, const char *start,
                 const talk_options *, talk_sink, error *);
void talk_destroy(talk *);

/* Greets the seat. */
void talk_open(talk *);

/* Something happened: `mover` (GAME_CHANCE: chance) made the move that this seat sees as `word`,
 * and `next` is on turn. May leave the talk in TALK_TOLD, waiting for an acknowledgement. */
void talk_tell(talk *, int mover, const char *word, int next);

/* Asks for a move in a position as the seat sees it. */
void talk_ask(talk *, const game_position *view, const talk_limits *);

/* Something worth knowing that is no move: "commit move=3 hash=5f0c...". Who has not answered the
 * greeting yet is not told. */
void talk_notify(talk *, const char *line);

/* The seat is not asked, but may interrupt as long as the game has `after` moves. */
void talk_offer(talk *, const game_position *view, size_t after);

/* Takes a question back, because someone has interrupted: TALK_TOLD until the seat has heard it. */
void talk_stop(talk *);

/* The game is over; `winner` a seat or GAME_NOBODY. */
void talk_close(talk *, int winner, const char *reason, const char *score);

/* One byte came. */
talk_message talk_hear(talk *, char byte);

/* For the protocols themselves. */
void talk_say(talk *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void talk_say_line(talk *, const char *s);
void talk_set(talk_message *, talk_heard, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds a byte to the line that is coming in; true when it completes one, which is then in t->line,
 * terminated and without blanks at its ends. A line that is longer than `most` or holds what is not
 * text is given up: false, with TALK_GARBLED in the message. CR, LF and CRLF end a line, empty
 * lines are passed over. */
bool talk_take_line(talk *, char byte, size_t most, talk_message *);

#endif
