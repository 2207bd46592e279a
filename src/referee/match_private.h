/* Inside a match: for match.c and the files beside it that it is made of. */
#ifndef DAMERO_MATCH_PRIVATE_H
#define DAMERO_MATCH_PRIVATE_H

#include "referee/match.h"

/* A seat at the match. */
typedef struct place {
    struct match *match;
    int number;
    talk talk;         /* where it is spoken to */
    bool greeted;      /* its greeting was answered, or needed no answer */
    bool asked;        /* it is waited for: a move or an acknowledgement */
    int64_t since;     /* when its time began: the question had gone over the line */
    int64_t deadline;  /* when it has run out */
    int64_t allowed;   /* its length */
    bool waits;        /* its time has not begun yet (`queued`) */
    uint64_t question; /* the number of the last one */
    size_t sent;       /* bytes of this question */
    size_t noticed;    /* bytes that were sent since the last one, and are on the line before it */
    size_t heard, stray; /* bytes since it was asked; bytes unasked for in this game */
    seat_clock clock;
} place;

struct match {
    match_setup setup;
    history game;
    place place[GAME_SEATS_MAX];
    random_source chance;
    fair secrets; /* rolls that are not shown yet */
    int64_t start;
    int64_t latest;  /* event, since the start */
    int64_t arrived; /* when what is being dealt with came */
    match_delay delay;
    bool over, paused;
    int64_t pause; /* since when */
    match_verdict verdict;
    struct {
        size_t after;     /* how many moves the game had when the chance was offered */
        bool open, holds; /* it is; and the next seat is not asked meanwhile */
        unsigned waiting; /* bit set of those who have not said no */
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

/* An event, which gets its time and number of moves here. */
void match_happen(match *, match_event, int64_t now);

/* The verdict; nothing where there is one already. */
void match_finish(match *, match_reason, int winner, int culprit, const char *detail, int64_t now);

/* Goes on until somebody is waited for, or it is over. */
void match_proceed(match *, int64_t now);

/* The next event of chance: real dice, or the seed's. */
game_move match_roll(match *);

/* After a move, whose text was this: commits to it where it is a secret, and tells the keys of all
 * where nothing is hidden any more. */
void match_keep_faith(match *, const char *word, int64_t now);

/* The same for a match that is resumed or over: what a kill left undone; all keys. */
void match_make_good(match *, int64_t now);
void match_reveal(match *, int64_t now);

/* Plays a legal move that took so long. */
void match_play(match *, int mover, game_move, int64_t used, int64_t now);

/* Waits for an acknowledgement of a seat that was told something. */
void match_await_acknowledgement(match *, int seat);

/* Tells those who may interrupt before `turn` is asked; true while they have time for it. */
bool match_holds(match *, int turn, int64_t now);

/* What a seat has said to such an offer: "AFTER WORD". False where it means nothing. */
bool match_hear_interrupt(match *, int seat, const char *words, int64_t now);

/* Somebody has moved: an offer that this answers is gone. */
void match_drop_offer(match *, int mover);

#endif
