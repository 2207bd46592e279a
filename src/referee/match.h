/* referee/ - one match: who sits where, whose clock runs, what is legal, how it ends.
 *
 * May use: base, games, engines, links, protocols, boards, store. Must not use: cli and what shows
 * things.
 *
 *   timing.h  clocks
 *   fair.h    dice that nobody can have chosen
 *   match.h   the match itself, as a machine without input or output (this file; what seats agree
 *             on is in accord.c, who cuts in in interrupt.c, dice in secrets.c)
 *   seat.h    seats by a text
 *   table.h   a match with real links, engines, people and a journal (mailbox.h, syncer.h and
 *             thinker.h are parts of it; arrival.h: when something came)
 *   pool.h    the threads in which engines of all matches think (schedule.h: whose turn it is)
 *   setup.h   rules, clocks and links that follow from the seats
 *   transcript.h, journal.h   a match known from its events; read back from the store
 *   pool.h    where engines wait for their turn to think
 *   board.h   a contest board in software
 *   check.h   the rules of a protocol, tried on a board one by one
 *
 * A match is fed with what happens (bytes of a seat, a move, a line hung up, time passing) and says
 * what to do through callbacks (bytes to send, a seat that plays in this process to be asked, an
 * event to be kept and shown). It waits for nothing: match_deadline says when it wants to hear of
 * the time. So it runs on real lines as well as in simulated time.
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
    MATCH_DRAWN, /* by them, or agreed on */
    MATCH_RESIGNED,
    MATCH_ILLEGAL,     /* a move that the rules do not allow */
    MATCH_OUT_OF_TIME, /* no complete answer within its time */
    MATCH_STALLED,     /* silent where no clock runs, or no longer reading what it is sent */
    MATCH_CRASHED,     /* its program ended, its line was hung up */
    MATCH_GARBLED,     /* sent what cannot be an answer */
    MATCH_ADJUDICATED, /* ended by the referee, who named the result */
    MATCH_ABORTED,     /* ended without a result; never counted */
} match_reason;

/* "won", "out of time": as they are written everywhere. */
const char *match_reason_name(match_reason);
bool match_reason_find(const char *name, match_reason *);

typedef struct match_verdict {
    match_reason reason;
    int winner;  /* a seat or GAME_NOBODY */
    int culprit; /* the seat that resigned, broke a rule or failed; GAME_NOBODY: none */
    int score[GAME_SEATS_MAX];
    char detail[240]; /* for people: "both passed", "'1112': that line is drawn already" */
    const char *code; /* of `detail`, with its values, as an error has them; NULL: none */
    char values[240];
} match_verdict;

typedef enum match_event_kind {
    MATCH_START,
    MATCH_READY, /* the seat has answered the greeting; `text` is what it calls itself */
    MATCH_MOVE,  /* of `seat`, GAME_CHANCE for a roll; the position has it already */
    MATCH_NOTE,  /* something worth knowing of `seat`: stray bytes */
    MATCH_OFFER, /* `seat` offers a draw, or asks to take back; `text` says which */
    MATCH_DECLINE,
    MATCH_UNDO,   /* agreed: the game is back at `moves` moves; `text` says how many are gone */
    MATCH_PAUSE,  /* no clock runs, nobody is asked; `text` says why, if it is known */
    MATCH_GO_ON,  /* after a pause */
    MATCH_COMMIT, /* to a roll that is not to be seen yet: `text` is the move's number and a hash */
    MATCH_REVEAL, /* of one that is shown now: the move's number and the key (see fair.h) */
    MATCH_RESUME, /* in place of MATCH_START where the game had begun before */
    MATCH_END,
} match_event_kind;

/* "move", "go on": as they are written everywhere. */
const char *match_event_name(match_event_kind);
bool match_event_find(const char *name, match_event_kind *);

/* What the referee itself was late by, in nanoseconds. Nobody is charged for any of it. */
typedef struct match_delay {
    int64_t worst, total; /* from an answer's coming, or the end of a time, until we saw to it */
    size_t count;         /* of those */
    int64_t waited;       /* in all, by engines of ours for a place to think and a processor, and
                             by people to be shown the position */
} match_delay;

typedef struct match_event {
    match_event_kind kind;
    int seat;     /* GAME_NOBODY: none; GAME_CHANCE is the same number, and told by the kind */
    int64_t time; /* nanoseconds since the start */
    game_move move;
    const char *text; /* of the move in full, of the note, ... */
    const char *key;  /* of a commitment: for the journal and nobody else; else NULL */
    int64_t used;     /* a move's thinking time */
    size_t moves;     /* how many the game has now */
    const match_verdict *verdict;
    int64_t number;    /* in the journal; 0: none is kept */
    match_delay delay; /* so far */
} match_event;

typedef struct match match;

/* What a match asks of its owner. None may call back into the match. */
typedef struct match_owner {
    void *context;
    /* Bytes for a seat that is spoken to; they may be queued. */
    void (*send)(void *context, int seat, const char *bytes, size_t count);
    /* A seat in this process is to move; the answer is match_answer, with the same number. */
    void (*ask)(void *context, int seat, const talk_limits *, uint64_t number);
    /* A seat in this process is not waited for but may interrupt, as long as the game has `after`
     * moves: match_interrupt or match_pass. NULL: nobody is told. */
    void (*offer)(void *context, int seat, size_t after);
    /* The time, for questions that have just gone out. */
    int64_t (*now)(void *context);
    /* To be kept before what follows from it is sent or asked, and on disk before it is shown. */
    void (*happened)(void *context, const match_event *);
} match_owner;

typedef struct match_seat {
    const protocol *speaks; /* NULL: plays in this process */
    talk_options options;
    time_control control;
    int64_t byte_time; /* of its line */
    bool queued;       /* its time begins later than it is asked: see match_thinks */
    int64_t grace;     /* with that: how much later than its time its answer may come, if the answer
                          says itself that it was in time */
} match_seat;

/* Time that was thought in a match that is resumed. */
typedef struct match_spent {
    int seat;
    int64_t used;
} match_spent;

typedef struct match_setup {
    const game_rules *rules;    /* not owned; must outlive the match */
    const game_position *start; /* NULL: the usual one */
    const game_move *moves;     /* played before: a match that is resumed */
    size_t move_count;
    const match_spent *spent; /* as its clocks were charged, also for moves taken back since */
    size_t spent_count;
    int64_t elapsed; /* what had passed of it: events count on from there */
    match_seat seat[GAME_SEATS_MAX];
    bool seeded; /* dice and their keys come from the seed, for tests; else real ones */
    uint64_t seed;
    const fair *secrets; /* resumed: dice that were committed to and not shown yet; or NULL */
    int64_t handshake;   /* how long a greeting may go unanswered; 0: 10 s */
    int64_t interrupt;   /* what others have to cut in, where they may, before the next is asked */
    size_t move_limit;   /* moves after which the score decides; 0: none */
    int64_t time_limit;  /* the same for the time since the start, pauses included */
    size_t turn_limit;   /* moves after which a game is drawn; 0: none */
    match_owner owner;
} match_setup;

/* NULL with an error where there is no memory, or a move that was played is not legal. */
match *match_create(const match_setup *, error *);
void match_destroy(match *);

/* Begins: greets the seats. */
void match_begin(match *, int64_t now);

/* What happened. `now` is the time, and never goes back; `arrived` is when the bytes or the answer
 * came, which is earlier where nobody has looked meanwhile: that is not charged. */
void match_receive(match *, int seat, const char *bytes, size_t count, int64_t arrived,
                   int64_t now);
void match_answer(match *, int seat, uint64_t number, game_move move, int64_t arrived, int64_t now);
/* A seat that is `queued` has been asked, but its time only begins now: it is an engine of ours
 * that has got a place to think, or a person who has been shown what there is to see. match_waits:
 * an engine has given its place away again. `number` is the question's. */
void match_thinks(match *, int seat, uint64_t number, int64_t since);
void match_waits(match *, int seat, uint64_t number);

/* Since then it was ready to think and the machine kept it from it for so long. */
void match_held_up(match *, int seat, uint64_t number, int64_t by);
void match_resign(match *, int seat, int64_t now);
void match_hung_up(match *, int seat, const char *how, int64_t now);
void match_stuck(match *, int seat, int64_t now); /* no longer reads what it is sent */
void match_abort(match *, const char *why, int64_t now);
void match_adjudicate(match *, int winner, const char *why, int64_t now);

/* Who leads by the game's score, or GAME_NOBODY. */
int match_leader(const game_rules *, const game_position *);

/* A seat that is not waited for cuts in, where the rules let it: the first to come is taken, and
 * who was asked is no longer. `after` is how many moves it had seen. False with an error where it
 * is too late or may not. match_pass: it will not, so nobody need wait for that. */
bool match_interrupt(match *, int seat, game_move, size_t after, int64_t now, error *);
void match_pass(match *, int seat, size_t after, int64_t now);
bool match_may_interrupt(const match *, int seat);

/* Whether it is that seat's turn, but it is not asked yet: others have time to cut in. */
bool match_holds_back(const match *, int seat);

/* The seat on turn has a word for when it is asked. Where others could cut in with the same the
 * first to come counts, so it is asked at once. */
void match_hurry(match *, const char *word, int64_t now);

/* The move of a seat that may interrupt by its word, which need not name the seat ("calza"). */
bool match_find_interrupt(match *, int seat, const char *word, game_move *, error *);

/* What seats can agree on: all of them must, and one that is spoken to over a link cannot. */
typedef enum match_proposal { MATCH_NO_OFFER, MATCH_DRAW, MATCH_TAKE_BACK } match_proposal;

/* A seat offers it, or agrees to what another one has offered; the last to agree makes it so. An
 * offer stands until someone else declines or moves. Taking back leads to before the last move of
 * the seat that asked; clocks are not set back, and where dice roll nothing is taken back. False
 * with an error where it cannot be. */
bool match_offer(match *, int seat, match_proposal, int64_t now, error *);
bool match_decline(match *, int seat, int64_t now, error *);
match_proposal match_offered(const match *, int *by); /* what stands now */

/* Stops all clocks, and asks nobody until it goes on; who is thinking may still answer. `why` may
 * be NULL. */
void match_pause(match *, const char *why, int64_t now);
void match_go_on(match *, int64_t now);
bool match_is_paused(const match *);

/* Time has passed: `now` is when we last looked for what seats have sent, and have dealt with it
 * all. Whoever's time was up by then has lost. */
void match_tick(match *, int64_t now);

/* When match_tick is due; INT64_MAX once it is over. */
int64_t match_deadline(const match *);

const match_verdict *match_result(const match *); /* NULL while it goes on */
const history *match_game(const match *);
const char *match_seat_called(const match *, int seat); /* as it calls itself, or "" */
const seat_clock *match_clock(const match *, int seat);

/* The seat whose move is waited for, or GAME_NOBODY. */
int match_asked(const match *);

/* How long a seat may still think before it loses on time, the move it is at now counted; -1 where
 * no clock runs for it. */
int64_t match_time_left(const match *, int seat, int64_t now);

#endif
