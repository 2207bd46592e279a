/* transcript - a match so far, built from its events.
 *
 * It takes the events of a match in order and knows everything they say: the game with its record,
 * each move with its time, the clocks, offers, pauses, commitments to dice, the verdict. It is used
 * wherever a match is followed: by the arena (live, or from the journal), by a process that resumes
 * an interrupted match, and by commands that show or save one.
 *
 * So only this module and match.c define what an event means for a game, and which clock it
 * charges.
 */
#ifndef DAMERO_TRANSCRIPT_H
#define DAMERO_TRANSCRIPT_H

#include "games/record.h"
#include "referee/match.h"

typedef struct transcript_move {
    int seat; /* GAME_CHANCE: a roll */
    game_move move;
    int64_t used; /* nanoseconds */
    /* What the player thought of its game: in hundredths, and how far it looked (0: not said). A
     * server holds many moves, so this is not the whole talk_opinion. */
    bool scored;
    int score, depth;
    char text[GAME_MOVE_TEXT];
} transcript_move;

/* A roll that was committed to before anyone could see it (fair.h). */
typedef struct transcript_secret {
    size_t move; /* its number, counted from 1 */
    char hash[FAIR_HASH_TEXT];
    char key[FAIR_KEY_TEXT];  /* "" until it is published */
    char kept[FAIR_KEY_TEXT]; /* the same from the journal; "" if it was not requested */
    bool noted;               /* the record has the key */
} transcript_secret;

typedef struct transcript {
    record record;          /* rules, start, moves, and notes that prove the dice */
    transcript_move *moves; /* as many as the game has */
    match_spent *spent;     /* charged to clocks, including moves that were taken back */
    size_t spent_count;
    transcript_secret *secrets;
    size_t secret_count;
    char called[GAME_SEATS_MAX][TALK_NAME]; /* the name a seat reports, or "" */
    seat_clock clock[GAME_SEATS_MAX];       /* set by the owner before the first event */
    int64_t elapsed;                        /* of the last event */
    bool over, paused;
    match_verdict verdict; /* once it is over */
    match_proposal offer;
    int offer_by;
    bool asked;    /* a clock may run: the match is being played */
    int64_t since; /* when the clock on turn started, by this process's clock */
    int64_t spell; /* how long it had run when a pause began */
    /* private */
    size_t move_capacity, spent_capacity, secret_capacity;
} transcript;

/* At the start (NULL: the standard one) of a game by these rules, which it owns from now on, even
 * on failure. */
bool transcript_create(transcript *, game_rules *, const game_position *start, error *);

/* The same with the moves of a record, which it owns from now on, even on failure. */
bool transcript_adopt(transcript *, record *, error *);
void transcript_destroy(transcript *);

static inline const game_rules *transcript_rules(const transcript *t) { return t->record.rules; }
static inline const history *transcript_game(const transcript *t) { return &t->record.game; }

/* Takes an event; false if it does not fit, which happens only with a damaged journal. */
bool transcript_take(transcript *, const match_event *, error *);

/* Fills in what a match needs to continue from here; the transcript and `pending`, the hidden dice,
 * must outlive it. False if one of their keys is unknown. */
bool transcript_resume(const transcript *, match_setup *, fair *pending, error *);

/* Before the record is saved with the dice in it: also adds the keys of hidden dice. */
bool transcript_note_keys(transcript *, error *);

/* The seat on turn, even during a pause; GAME_NOBODY if none. */
int transcript_waits_for(const transcript *);

#endif
