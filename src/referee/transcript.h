/* transcript - a match as far as it has come, made from its events.
 *
 * Fed with the events of a match in their order, it knows all that they say: the game with its
 * record, each move with its time, the clocks, offers, pauses, commitments to dice, the verdict. It
 * is used wherever a match is followed: by the arena (live, or read from the journal), by a process
 * that takes up an interrupted match, and by commands that show or save one.
 *
 * So what an event means for a game, and who is charged for what, is written here and in match.c
 * alone.
 */
#ifndef DAMERO_TRANSCRIPT_H
#define DAMERO_TRANSCRIPT_H

#include "games/record.h"
#include "referee/match.h"

typedef struct transcript_move {
    int seat; /* GAME_CHANCE: a roll */
    game_move move;
    int64_t used; /* nanoseconds */
    char text[GAME_MOVE_TEXT];
} transcript_move;

/* A roll that was committed to before anyone could see it (fair.h). */
typedef struct transcript_secret {
    size_t move; /* its number, counted from 1 */
    char hash[FAIR_HASH_TEXT];
    char key[FAIR_KEY_TEXT];  /* "" until it is told to everybody */
    char kept[FAIR_KEY_TEXT]; /* the same from whoever keeps it; "" if that was not wanted */
    bool noted;               /* the record has the key */
} transcript_secret;

typedef struct transcript {
    record record;          /* rules, start, moves, and notes that prove the dice */
    transcript_move *moves; /* as many as the game has */
    match_spent *spent;     /* what was charged to clocks, also for moves that were taken back */
    size_t spent_count;
    transcript_secret *secrets;
    size_t secret_count;
    char called[GAME_SEATS_MAX][TALK_NAME]; /* as a seat calls itself, or "" */
    seat_clock clock[GAME_SEATS_MAX];       /* set by the owner before the first event */
    int64_t elapsed;                        /* of the last event */
    bool over, paused;
    match_verdict verdict; /* once it is over */
    match_proposal offer;
    int offer_by;
    bool asked;    /* a clock may run: the match is being played */
    int64_t since; /* when the clock on turn began to run, by this process's clock */
    int64_t spell; /* how long it had run when a pause began */
    /* private */
    size_t move_capacity, spent_capacity, secret_capacity;
} transcript;

/* At the start (NULL: the usual one) of a game by these rules, which it owns from now on, also on
 * failure. */
bool transcript_create(transcript *, game_rules *, const game_position *start, error *);

/* The same with the moves of a record, which it owns from now on, also on failure. */
bool transcript_adopt(transcript *, record *, error *);
void transcript_destroy(transcript *);

static inline const game_rules *transcript_rules(const transcript *t) { return t->record.rules; }
static inline const history *transcript_game(const transcript *t) { return &t->record.game; }

/* Takes an event; false if it does not fit, which happens only with a damaged journal. */
bool transcript_take(transcript *, const match_event *, error *);

/* Fills in what a match needs to go on from here; transcript and `pending`, the dice under cups,
 * must outlive it. False if a key of those is not known. */
bool transcript_resume(const transcript *, match_setup *, fair *pending, error *);

/* Before the record is saved with the dice in it: notes the keys of those under cups too. */
bool transcript_note_keys(transcript *, error *);

/* The seat that is waited for, also during a pause; GAME_NOBODY if none is. */
int transcript_waits_for(const transcript *);

#endif
