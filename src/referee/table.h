/* table - a match with real links, engines in threads, people and a journal: the loop that waits.
 *
 * One thread waits for all seats at once, never past the next deadline. Every event is handed to
 * the journal when it happens (a kill does not lose it), then the bytes that follow from it go out;
 * another thread brings the journal onto the disk, and only then the event is shown.
 *
 * If the journal cannot be written (a full disk), nothing of this happens: the event, and all that
 * would follow from it, waits, `trouble` is called, no clock runs, and the journal is tried again
 * until it can be written. If another process has taken the match over, it ends here without a
 * word more.
 *
 * People type at a terminal (seats `me`) or are elsewhere (seats `remote`): then others hand in
 * what they say as table_words, from any thread, and so may the organiser pause, adjudicate or
 * abort a match. Words are dealt with in the order in which they came; a move is taken to have come
 * when it was posted.
 *
 *     table *t = table_open(&setup, &e);       in any thread
 *     table_run(t, &verdict);                    in the match's own: calls back from there
 *     table_post(t, &word);                      in any thread, until it is closed
 *     table_close(t);                          after table_run has returned
 *
 * The callbacks run in the thread of table_run, and only they may look at the match. What `show`
 * gets is the whole truth: who passes it on passes on what `seen` and `view` of the game leave of
 * it. A store belongs to one thread: each table gets its own.
 */
#ifndef DAMERO_TABLE_H
#define DAMERO_TABLE_H

#include <stdatomic.h>

#include "links/link.h"
#include "referee/match.h"
#include "referee/pool.h"
#include "referee/seat.h"
#include "store/store.h"

typedef enum table_word_kind {
    TABLE_MOVE,    /* `text` is a move of `seat`: on its turn, or where it may interrupt */
    TABLE_RESIGN,  /* `seat` does */
    TABLE_DRAW,    /* `seat` offers a draw, or takes the one that was offered */
    TABLE_UNDO,    /* `seat` asks to take back its last move, or agrees to that */
    TABLE_DECLINE, /* `seat` declines what was offered or asked */
    TABLE_PASS,    /* `seat` will not interrupt now; typed on its turn: the game's pass */

    /* The organiser's. */
    TABLE_PAUSE,
    TABLE_GO_ON,
    TABLE_ADJUDICATE, /* `seat` wins, GAME_NOBODY: drawn; `text` says why */
    TABLE_ABORT,      /* `text` says why */
    TABLE_LEAVE,      /* the match stays as it is, to be resumed another time */
} table_word_kind;

enum { TABLE_TEXT = 200, TABLE_ANY = -1 };

typedef struct table_word {
    table_word_kind kind;
    int seat;
    int64_t after; /* a move: how many moves its sender had seen, so that none is made twice or too
                      late; TABLE_ANY: not said */
    uint64_t mark; /* the sender's own, given back with a refusal */
    int64_t arrived; /* when it came, if that was before it is posted; 0: then */
    char text[TABLE_TEXT];
} table_word;

typedef enum table_typed {
    TABLE_TYPED_WORD,  /* it is for the match */
    TABLE_TYPED_DONE,  /* it was dealt with */
    TABLE_TYPED_LEAVE, /* the match is to be left */
} table_typed;

typedef struct table_setup {
    match_setup match;                     /* all but its owner */
    const seat_spec *spec[GAME_SEATS_MAX]; /* not owned */
    link_end *link[GAME_SEATS_MAX];        /* of seats on links: open and joined; not owned */
    pool *pool;              /* where engines think; NULL: the table has threads of its own */
    uint64_t address;        /* for whom they think there (schedule.h) */
    bool spare;              /* nobody plays or watches: see table_set_spare */
    int engine_threads;      /* of each at most; 0: as its seat says */
    size_t engine_memory;    /* of each; 0: the engine's usual */
    store *journal;          /* NULL: none is kept */
    store_fence fence;       /* of the match in the journal */
    int input;               /* where people (or the organiser) type; -1: nobody does */
    bool attended;           /* someone sits at the input, and may type when not asked */
    const atomic_bool *stop; /* set: the match is aborted, or what `leaves` says; or NULL */

    /* A game at home, with everybody at one keyboard: people are asked whether they interrupt for
     * as long as they like, and agree to whatever one of them offers. */
    bool home;
    void (*equip)(
        engine *); /* gives an engine its endgame tables, if the pool is our own; or NULL */
    void *context;
    void (*show)(void *context, const match *, const match_event *);
    void (*prompt)(void *context, const match *, int seat); /* a person here is on turn; or NULL */
    /* People here may interrupt, or pass; or NULL. */
    void (*offer)(void *context, const match *, int seat);
    /* The match stands still because the journal cannot be written: why; NULL: it goes on. Or NULL.
     */
    void (*trouble)(void *context, const match *, const char *why);
    /* A word that cannot be: posted, or typed (then `mark` is 0). Or NULL. */
    void (*refuse)(void *context, const match *, const table_word *, const error *why);
    /* A line was typed, for `seat` if it is a move: what the owner makes of it. Or NULL. */
    table_typed (*typed)(void *context, const match *, int seat, const char *line);
    /* The input has ended, or `stop` is set: whether the match is left as it is. Or NULL. */
    bool (*leaves)(void *context);
} table_setup;

typedef struct table table;

/* A table with everyone seated; NULL with an error where that cannot be. The setup must outlive
 * it. */
table *table_open(const table_setup *, error *);
void table_close(table *);

typedef enum table_outcome {
    TABLE_OVER, /* played to its end */
    TABLE_LEFT, /* the match stays as the journal has it, to be resumed another time */
    TABLE_LOST, /* another process plays it now */
} table_outcome;

/* Plays the match; the verdict is filled in if it is over. */
table_outcome table_run(table *, match_verdict *);

/* Says something to the match. False where that many words wait already. */
bool table_post(table *, const table_word *);

/* Whether nobody plays or watches any more: then its engines think with what others leave over.
 * From any thread, until it is closed. */
void table_set_spare(table *, bool spare);

/* All of it in one call. False with an error if it could not begin, or another process plays it. A
 * match that was left has the verdict `aborted`, which the journal does not know. */
bool table_play(const table_setup *, match_verdict *, error *);

/* What a line means that `seat` has typed: a command, else a move. Commands are resign, draw, undo,
 * decline, pass, quit, and the organiser's pause, go, abort [WHY], adjudicate SEAT|draw [WHY]; the
 * error of `help` lists them. */
bool table_read_word(const char *line, const game_rules *, int seat, table_word *, error *);

#endif
