/* perudo_view - the byte stream of the Perudo board, and the table as known from the stream.
 *
 * The board sends to its view, one way, at 9600 8N1; numbers are one byte, value + 48. The enum
 * below lists the bytes; messages of more than one byte are
 *
 *   A n { seat dice die... } for each seat with dice      T seat      B face count      Z seat
 *   R rule choice...         the rule being chosen, and the choice of each (ours, not the source's)
 *
 * Counts go up to 40 ('X'), so the meaning of a byte depends on its place: after `B5` an `X` is
 * forty fives.
 *
 * A perudo_viewer takes bytes and returns the event that each completes, if any; it holds
 * everything known about the table. It is plain memory except for `rules`: it can be copied, reads
 * no clock and does no input or output, so a terminal, a server and a fuzzer can use it.
 *
 * Noise. A byte that fits nowhere is VIEW_GARBLED, and from then on the view is lost: it ignores
 * letters whose meaning depends on the state (D S O B X e). It resynchronises at
 *
 *   U, I    the board is idle, or a game starts       T, Z, Y  if this game's dice are known
 *   A       a complete and consistent start of a round
 *
 * which are accepted even if they are unexpected (the board was reset, bytes were lost); the event
 * is then marked `missed`.
 */
#ifndef DAMERO_PERUDO_VIEW_H
#define DAMERO_PERUDO_VIEW_H

#include "games/perudo/house_rules.h"
#include "games/perudo/perudo.h"

/* The bytes that the board sends. */
typedef enum perudo_view_byte {
    PERUDO_SENDS_SYNC = 'U',
    PERUDO_SENDS_GAME = 'I',
    PERUDO_SENDS_NEXT = 'D',     /* next avatar, one more player, higher face or count */
    PERUDO_SENDS_PREVIOUS = 'S', /* the opposite */
    PERUDO_SENDS_CONFIRMED = 'O',
    PERUDO_SENDS_ROUND = 'A',
    PERUDO_SENDS_TURN = 'T',
    PERUDO_SENDS_BID = 'B',
    PERUDO_SENDS_DOUBT = 'X',
    PERUDO_SENDS_LOSER = 'Z',
    PERUDO_SENDS_ILLEGAL = 'e',
    PERUDO_SENDS_END = 'Y',
    PERUDO_SENDS_RULES = 'R',
    PERUDO_SENDS_NUMBER = 48, /* plus the value */
} perudo_view_byte;

enum {
    PERUDO_BOARD_DICE = 5,     /* per seat, at the start */
    PERUDO_BOARD_COUNT = 40,   /* the highest count in a bid */
    PERUDO_BOARD_AVATARS = 8,  /* the board stores none; the view counts, wrapping around */
    PERUDO_VIEW_MESSAGE = 60,  /* bytes of the longest message */
    PERUDO_VIEW_WORDS = 200,   /* bytes for any event in words */
    PERUDO_VIEW_JSON = 1 << 12 /* bytes for any event as JSON */
};

/* The state of the board, as far as the stream has shown. */
typedef enum perudo_view_step {
    VIEW_LOST,
    VIEW_TITLE,   /* idle */
    VIEW_RULES,   /* player 0 chooses house rules */
    VIEW_AVATAR,  /* player 0 chooses one */
    VIEW_JOIN,    /* players join */
    VIEW_ROUND,   /* a round is rolled, no seat is on turn yet */
    VIEW_FACE,    /* player 0 chooses a face, */
    VIEW_COUNT,   /* a count, */
    VIEW_MACHINE, /* a machine is on turn */
    VIEW_GO_ON,   /* a bid was made, the next turn follows */
    VIEW_DOUBTED, /* somebody doubted */
    VIEW_SHOWN,   /* dice shown, the loser is known */
    VIEW_END,
} perudo_view_step;

/* The view's seven scenes. */
typedef enum perudo_view_scene {
    VIEW_SCENE_TITLE,
    VIEW_SCENE_AVATAR, /* the choice among eight, in the bar */
    VIEW_SCENE_JOIN,   /* players join the table */
    VIEW_SCENE_ROUND,  /* cups and dice at the start of a round */
    VIEW_SCENE_BIDS,   /* bids go round, counter-clockwise */
    VIEW_SCENE_SHOWN,  /* cups lifted, winner and loser */
    VIEW_SCENE_END,    /* celebration, or game over */
} perudo_view_scene;

typedef enum perudo_view_heard {
    VIEW_NOTHING, /* no message is complete yet */
    VIEW_SYNC,
    VIEW_GAME_STARTS,
    VIEW_AVATAR_SHOWN,  /* `avatar` is being looked at */
    VIEW_AVATAR_CHOSEN, /* player 0 has chosen it */
    VIEW_RULE_SHOWN,    /* `rule` is being chosen */
    VIEW_RULES_CHOSEN,  /* the rules are as chosen */
    VIEW_PLAYER_JOINS,
    VIEW_PLAYER_LEAVES,
    VIEW_ROUND_STARTS,
    VIEW_TURN,
    VIEW_FACE_SHOWN, /* player 0 is choosing `face` or `count` */
    VIEW_FACE_CHOSEN,
    VIEW_COUNT_SHOWN,
    VIEW_BID, /* by a machine, or player 0's count confirmed */
    VIEW_ILLEGAL_BID,
    VIEW_DOUBT,
    VIEW_LOSER,
    VIEW_GAME_ENDS,
    VIEW_GARBLED,
} perudo_view_heard;

typedef struct perudo_view_event {
    perudo_view_heard heard;
    bool missed;  /* unexpected: something before it was lost */
    bool against; /* bid, loser: breaks the rules (view.verdict has the right loser) */
    char byte;    /* its last byte */
    uint8_t cut;  /* bytes of an incomplete message that this byte broke off */
} perudo_view_event;

typedef struct perudo_viewer {
    const perudo_rules *rules; /* of eight seats; not owned */
    bool chosen;               /* others were chosen at the board: */
    perudo_rules own;
    uint8_t rule, choice[PERUDO_BOARD_RULES]; /* the one being chosen; by house rule */
    perudo_view_step step;
    bool dealt;  /* `now` holds the dice of this round */
    bool judged; /* `verdict` is known: the doubted bid was received too */
    int avatar;  /* player 0's, 0..7 */
    int players; /* that joined */
    int round;   /* counted from 1 in this game; 0: none yet */
    int face, count;
    int loser;           /* of the last doubt, or GAME_NOBODY */
    int winner;          /* of the game, or GAME_NOBODY */
    perudo_position now; /* counts, hands, starter, turn (`next`), bids, caller of this round */
    perudo_verdict verdict;
    uint8_t die[PERUDO_SEATS_MAX][PERUDO_BOARD_DICE]; /* in the order rolled */
    uint64_t bytes, garbled;                          /* received, and unusable */
    /* private: the message being received */
    char message[PERUDO_VIEW_MESSAGE];
    size_t length;
} perudo_viewer;

/* A view that has received nothing yet. The rules are the board's: players=8 of the preset
 * `seed`. */
perudo_viewer perudo_view_create(const perudo_rules *);

perudo_view_event perudo_view_hear(perudo_viewer *, char byte);

/* Bytes may have been lost here: the line was hung up. */
void perudo_view_interrupt(perudo_viewer *);

/* A house rule as "palifico=on", and all that were chosen, separated by commas. */
void perudo_view_write_rule(const perudo_viewer *, int rule, text *);
void perudo_view_write_rules(const perudo_viewer *, text *);

perudo_view_scene perudo_view_scene_of(const perudo_viewer *);

/* Dice a seat has now: once the loser is known, one less there. */
int perudo_view_dice(const perudo_viewer *, int seat);

/* The last event, in words ("Player 3 bids 4x5") and as one JSON object. */
void perudo_view_write(const perudo_viewer *, const perudo_view_event *, text *);
void perudo_view_write_json(const perudo_viewer *, const perudo_view_event *, text *);

/* The dice of all seats: " player 0 2245; player 1 3". */
void perudo_view_write_dice(const perudo_viewer *, text *);

#endif
