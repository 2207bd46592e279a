/* referee/ - one match: the seats, their clocks, what is legal, how it ends.
 *
 * May use: base, games, engines, links, protocols, boards, store. Must not use: cli and rooms that
 * display things.
 *
 *   timing.h  clocks
 *   fair.h    dice that nobody can have chosen
 *   match.h   the match itself, as a state machine without input or output (this file; agreements
 *             between seats are in offers.c, interruptions in interrupt.c, dice in secrets.c)
 *   seat.h    seats from text
 *   command.h what people and the organiser say, and whether it can be done
 *   host.h    a match with real links, engines, people and a journal (mailbox.h, syncer.h and
 *             thinker.h are parts of it; arrival.h: when something came)
 *   pool.h    the threads in which engines of all matches think (schedule.h: which one is next)
 *   setup.h   the rules, clocks and links that seats and options imply
 *   transcript.h, journal.h   a match rebuilt from its events; read from the store
 *   board.h   a contest board in software
 *   check.h   tests the rules of a protocol on a board one by one
 *
 * A match takes events (bytes of a seat, a move, a line hung up, time passing) and acts through
 * callbacks (bytes to send, a seat in this process to ask, an event to save and show). It never
 * waits: match_deadline says when it needs to know the time. So it runs on real lines as well as in
 * simulated time.
 *
 * Whatever a seat sends, a match ends with a verdict: every state has a deadline, every message a
 * limit, and every move is checked against the rules of the game.
 */
#ifndef DAMERO_MATCH_H
#define DAMERO_MATCH_H

#include "games/history.h"
#include "protocols/talk.h"
#include "referee/fair.h"
#include "referee/timing.h"

typedef enum match_reason {
    MATCH_WON,   /* by the rules of the game */
    MATCH_DRAWN, /* by the rules, or by agreement */
    MATCH_RESIGNED,
    MATCH_ILLEGAL,     /* a move that the rules do not allow */
    MATCH_OUT_OF_TIME, /* no complete answer within its time */
    MATCH_STALLED,     /* silent without a clock, or no longer reading its input */
    MATCH_CRASHED,     /* its program ended, its line was hung up */
    MATCH_GARBLED,     /* sent bytes that cannot be an answer */
    MATCH_ADJUDICATED, /* decided by the organiser or the referee */
    MATCH_ABORTED,     /* ended without a result; never counted */
} match_reason;

/* "won", "out of time": their spelling everywhere. */
const char *match_reason_name(match_reason);
bool match_reason_find(const char *name, match_reason *);

typedef struct match_verdict {
    match_reason reason;
    int winner;  /* a seat or GAME_NOBODY */
    int culprit; /* the seat that resigned, broke a rule or failed; GAME_NOBODY: none */
    int score[GAME_SEATS_MAX];
    error why; /* for people: "both passed", "'1112': that line is drawn already" */
} match_verdict;

/* When the scores that players report (`info score=` of Hub, and our engines) decide a game of two
 * before its end; in games with points they are the difference at the end. */
typedef struct match_agreement {
    /* One has reported at most -resign_score and the other at least resign_score, in hundredths,
     * for resign_moves moves of each in a row; 0: never. */
    int64_t resign_score;
    int resign_moves;
    /* Both have reported scores between -draw_score and draw_score for draw_moves moves of each in
     * a row, and the game has at least draw_from moves. */
    int64_t draw_score;
    int draw_moves;
    size_t draw_from;
} match_agreement;

typedef enum match_event_kind {
    MATCH_START,
    MATCH_READY, /* the seat has answered the greeting; `text` is the name it reports */
    MATCH_MOVE,  /* of `seat`, GAME_CHANCE for a roll; already played in the position */
    MATCH_NOTE,  /* a remark on `seat`: stray bytes */
    MATCH_OFFER, /* `seat` offers a draw, or asks for a takeback; `text` says which */
    MATCH_DECLINE,
    MATCH_UNDO,   /* agreed: the game is back at `moves` moves; `text` is the number taken back */
    MATCH_PAUSE,  /* no clock runs, nobody is asked; `text` is the reason, if known */
    MATCH_GO_ON,  /* after a pause */
    MATCH_COMMIT, /* to a hidden roll: `text` is the move's number and a hash */
    MATCH_REVEAL, /* of a roll that is shown now: the move's number and the key (see fair.h) */
    MATCH_RESUME, /* instead of MATCH_START if the game had begun before */
    MATCH_END,
} match_event_kind;

/* "move", "go on": their spelling everywhere. */
const char *match_event_name(match_event_kind);
bool match_event_find(const char *name, match_event_kind *);

/* The referee's own delay, in nanoseconds. Nobody is charged for it. */
typedef struct match_delay {
    int64_t worst,
        total;      /* from the arrival of an answer, or the end of a time, until we handled it */
    size_t count;   /* the number of delays */
    int64_t waited; /* in all, by engines of ours for a place to think and a processor, and
                       by people to be shown the position */
} match_delay;

enum { MATCH_TEXT = 600 };

/* An event. It owns its text, so it can be copied into the journal, a transcript or another thread.
 */
typedef struct match_event {
    match_event_kind kind;
    int seat;     /* GAME_NOBODY: none; GAME_CHANCE is the same number, distinguished by the kind */
    int64_t time; /* nanoseconds since the start */
    game_move move;
    int64_t used;            /* a move's thinking time */
    talk_opinion opinion;    /* of the moving seat, if it reported one */
    size_t moves;            /* the current number of moves */
    int64_t number;          /* in the journal; 0: no journal */
    match_delay delay;       /* so far */
    char text[MATCH_TEXT];   /* the move's full text, the note, ... */
    char key[FAIR_KEY_TEXT]; /* for a commitment: only for the journal; otherwise "" */
    match_verdict verdict;   /* of MATCH_END */
} match_event;

typedef struct match match;

/* Requests of a match to its owner. None may call back into the match. */
typedef struct match_owner {
    void *context;
    /* Bytes for a seat with a protocol; they may be queued. */
    void (*send)(void *context, int seat, const char *bytes, size_t count);
    /* A seat in this process is on turn; the answer is match_answer with the same number. */
    void (*ask)(void *context, int seat, const talk_limits *, uint64_t number);
    /* A seat in this process is not on turn but may interrupt, as long as the game has `after`
     * moves: match_interrupt or match_pass. NULL: nobody is notified. */
    void (*offer)(void *context, int seat, size_t after);
    /* The current time, for questions that have just been sent. */
    int64_t (*now)(void *context);
    /* Must be saved before anything that depends on it is sent or asked, and be on disk before it
     * is shown. */
    void (*happened)(void *context, const match_event *);
} match_owner;

typedef struct match_seat {
    const protocol *speaks; /* NULL: plays in this process */
    talk_options options;
    time_control control;
    int64_t byte_time; /* of its line */
    bool queued;       /* its time starts later than the question: see match_thinks */
    int64_t grace;     /* with that: how much later than its time its answer may come, if the answer
                          says itself that it was in time */
} match_seat;

/* Thinking time in a resumed match. */
typedef struct match_spent {
    int seat;
    int64_t used;
} match_spent;

typedef struct match_setup {
    const game_rules *rules;    /* not owned; must outlive the match */
    const game_position *start; /* NULL: the standard one */
    const game_move *moves;     /* played before: a resumed match */
    size_t move_count;
    const match_spent *spent; /* charged to its clocks, including moves taken back since */
    size_t spent_count;
    int64_t elapsed; /* time that had passed: events continue from there */
    match_seat seat[GAME_SEATS_MAX];
    bool seeded; /* dice and keys come from the seed, for tests; otherwise they are random */
    uint64_t seed;
    const fair *secrets; /* resumed: dice that were committed to but not shown yet; or NULL */
    int64_t handshake;   /* time to answer the greeting; 0: 10 s */
    int64_t
        interrupt; /* time for others to interrupt, if they may, before the next seat is asked */
    size_t move_limit;  /* moves after which the score decides; 0: none */
    int64_t time_limit; /* the same for the time since the start, including pauses */
    size_t turn_limit;  /* moves after which a game is drawn; 0: none */
    match_agreement agreement;
    match_owner owner;
} match_setup;

/* NULL with an error if there is no memory, or if a move that was played is not legal. */
match *match_create(const match_setup *, error *);
void match_destroy(match *);

/* Starts: greets the seats. */
void match_begin(match *, int64_t now);

/* Events. `now` is the time and never goes back; `arrived` is when the bytes or the answer arrived,
 * which is earlier if nobody has looked meanwhile: that delay is not charged. */
void match_receive(match *, int seat, const char *bytes, size_t count, int64_t arrived,
                   int64_t now);
void match_answer(match *, int seat, uint64_t number, game_move move, int64_t arrived, int64_t now);

/* The evaluation of a seat in this process; to be called before its answer. */
void match_report(match *, int seat, talk_opinion);

/* A `queued` seat has been asked, but its time starts only now: an engine that now has a place to
 * think, or a person who has now been shown the position. match_waits: an engine has given up its
 * place again. `number` is the question's; `since` counts from the question if it is earlier. */
void match_thinks(match *, int seat, uint64_t number, int64_t since);
void match_waits(match *, int seat, uint64_t number);

/* How long since then it was ready to think but waited for a processor. */
void match_held_up(match *, int seat, uint64_t number, int64_t by);
void match_resign(match *, int seat, int64_t now);
void match_hung_up(match *, int seat, const error *how, int64_t now);
void match_stuck(match *, int seat, int64_t now); /* no longer reads its input */
void match_abort(match *, const error *why, int64_t now);
void match_adjudicate(match *, int winner, const char *why, int64_t now);

/* The leader by the game's score, or GAME_NOBODY. */
int match_leader(const game_rules *, const game_position *);

/* A seat that is not on turn interrupts, if the rules allow it: the first one counts, and the seat
 * on turn is no longer asked. `after` is the number of moves it had seen. False with an error if it
 * is too late or not allowed. match_pass: it will not interrupt, so nobody needs to wait for it. */
bool match_interrupt(match *, int seat, game_move, size_t after, int64_t now, error *);
void match_pass(match *, int seat, size_t after, int64_t now);
bool match_may_interrupt(const match *, int seat);

/* Whether it is that seat's turn but it is not asked yet, because others have time to interrupt. */
bool match_holds_back(const match *, int seat);

/* The seat on turn has an answer ready for when it is asked. If others could interrupt with the
 * same move, the first one counts, so it is asked at once. */
void match_hurry(match *, const char *word, int64_t now);

/* What seats can agree on: all of them must, and a seat with a protocol cannot. */
typedef enum match_proposal { MATCH_NO_OFFER, MATCH_DRAW, MATCH_TAKE_BACK } match_proposal;

/* A seat makes an offer, or agrees to another seat's; the last one to agree completes it. An offer
 * lasts until another seat declines or moves. A takeback returns to before the last move of the
 * seat that asked; clocks are not restored, and games with dice have no takebacks. False with an
 * error if it is impossible. */
bool match_offer(match *, int seat, match_proposal, int64_t now, error *);
bool match_decline(match *, int seat, int64_t now, error *);
match_proposal match_offered(const match *, int *by); /* the current offer */

/* Stops all clocks and asks nobody until it continues; a seat that is thinking may still answer.
 * `why` may be NULL. */
void match_pause(match *, const char *why, int64_t now);
void match_go_on(match *, int64_t now);
bool match_is_paused(const match *);

/* Time has passed: `now` is when we last looked for input, all of which has been handled. A seat
 * whose time was up by then has lost. */
void match_tick(match *, int64_t now);

/* When match_tick is due; INT64_MAX once it is over. */
int64_t match_deadline(const match *);

const match_verdict *match_result(const match *); /* NULL while it is being played */
const history *match_game(const match *);
const seat_clock *match_clock(const match *, int seat);

/* The seat on turn, or GAME_NOBODY. */
int match_asked(const match *);

#endif
