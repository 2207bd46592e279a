/* Inside a match: for match.c and its companion files. */
#ifndef DAMERO_MATCH_PRIVATE_H
#define DAMERO_MATCH_PRIVATE_H

#include "referee/match.h"

/* A seat of the match. */
typedef struct place {
    struct match *match;
    int number;
    talk talk;         /* if it has a protocol */
    bool greeted;      /* its greeting was answered, or needed no answer */
    bool asked;        /* the match waits for it: a move or an acknowledgement */
    int64_t since;     /* when its time started: the question had been transmitted */
    int64_t deadline;  /* when it runs out */
    int64_t allowed;   /* its length */
    bool waits;        /* its time has not started yet (`queued`) */
    uint64_t question; /* the number of the last one */
    size_t sent;       /* bytes of this question */
    size_t noticed;    /* bytes sent since the last question, which precede this one on the line */
    size_t heard, stray; /* bytes since the question; unsolicited bytes in this game */
    seat_clock clock;
    talk_opinion opinion;       /* of a seat in this process, about the move it is at */
    int losing, winning, level; /* moves in a row with such a report */
} place;

struct match {
    match_setup setup;
    history game;
    place place[GAME_SEATS_MAX];
    random_source chance;
    fair secrets; /* rolls that are not shown yet */
    int64_t start;
    int64_t latest;  /* event, since the start */
    int64_t arrived; /* arrival time of the current input */
    match_delay delay;
    bool over, paused;
    int64_t pause; /* since when */
    match_verdict verdict;
    struct {
        size_t after;     /* the number of moves when the interruption was offered */
        bool open, holds; /* it is offered; and the next seat is not asked meanwhile */
        unsigned waiting; /* bit set of seats that have not declined */
        int64_t until;
    } chance_to_cut;
    struct {
        match_proposal what;
        int by;
        unsigned agreed; /* bit set of seats */
    } offer;
    game_position *view;
    game_move *moves;
    uint64_t questions;
};

static inline const game_rules *match_rules(const match *m) { return m->setup.rules; }

/* An event, which gets its text (may be NULL), time and number of moves here. */
void match_happen(match *, match_event, const char *text, int64_t now);

/* The verdict; no effect if there is one already. */
void match_finish(match *, match_reason, int winner, int culprit, const error *why, int64_t now);

/* Continues until it waits for a seat, or is over. */
void match_proceed(match *, int64_t now);

/* The next chance move: random dice, or the seed's. */
game_move match_roll(match *);

/* After a move with this text: commits to it if it is secret, and publishes all keys if nothing is
 * hidden any more. */
void match_keep_faith(match *, const char *word, int64_t now);

/* The same for a match that is resumed or over: completes what a kill interrupted; all keys. */
void match_make_good(match *, int64_t now);
void match_reveal(match *, int64_t now);

/* Whether a move is one of the seat's now. */
bool match_is_legal(match *, int seat, game_move);

/* Plays a legal move with this thinking time. */
void match_play(match *, int mover, game_move, int64_t used, int64_t now);

/* Waits for an acknowledgement from a seat. */
void match_await_acknowledgement(match *, int seat);

/* Notifies the seats that may interrupt before `turn` is asked; true while they have time for
 * it. */
bool match_holds(match *, int turn, int64_t now);

/* A seat's answer to that offer: "AFTER WORD". False if it is meaningless. */
bool match_hear_interrupt(match *, int seat, const char *words, int64_t now);

/* A move was made: removes an offer that it declines. */
void match_drop_offer(match *, int mover);

#endif
