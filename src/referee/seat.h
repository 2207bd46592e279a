/* seat - a player, as text:
 *
 *   me                      a person at this terminal
 *   remote[:NAME]           a remote person, whose commands come through host_post
 *   engine[:WORD...]        our engine, with its name, level, time for a move, threads, nodes or
 *                           depth in any order: engine, engine:casual, engine:500ms,
 *                           engine:binomial:casual:2s, engine:threads=2, engine:nodes=10000,
 *                           engine:depth=8; engine:book=off thinks from the first move on
 *   program:COMMAND         a program that speaks Hub on its input and output; the command may be
 *                           followed by its parameters (Hub's set-param) and its own clock:
 *                           program:./player{hash=64,book=off}@100ms (for a move),
 *                           program:./player@60s+500ms (for a game, added after each move)
 *   serial:DEVICE[@BAUD]    a board on a serial line
 *   pty                     a board (or anything else) on a new pseudo-terminal, whose name is
 * printed tcp:HOST:PORT           connects to a board or program listen:[HOST:]PORT      waits for
 * one to connect
 *
 * Serial, pty, tcp and listen speak the protocol of the game's boards: the contest in Dots, the
 * competition in Trax, otherwise Hub. Options at the end change that: +hub; +team asks for the
 * team's id (Trax); +cr and +crlf set the ending of our lines.
 */
#ifndef DAMERO_SEAT_H
#define DAMERO_SEAT_H

#include "engines/engine.h"
#include "protocols/talk.h"
#include "referee/timing.h"

enum { SEAT_SPEC = 1024, SEAT_PARAMS = 256 };

typedef enum seat_kind { SEAT_ME, SEAT_REMOTE, SEAT_ENGINE, SEAT_LINK } seat_kind;

typedef struct seat_spec {
    seat_kind kind;
    char given[SEAT_SPEC];  /* as written */
    char link[SEAT_SPEC];   /* for link_open */
    const protocol *speaks; /* NULL for people and engines */
    talk_options options;
    const engine_kind *engine;
    int level;
    int64_t think;            /* engine: time per move; 0: default */
    int threads;              /* engine: 0: default, one */
    uint64_t nodes;           /* engine: for a move; 0: not said */
    int depth;                /* engine: the same */
    bool no_book;             /* engine: without its book of openings */
    time_control control;     /* program: its own clock; all 0: as the match says */
    char params[SEAT_PARAMS]; /* program: "hash=64,book=off", or "" */
} seat_spec;

bool seat_read(const char *, const game *, seat_spec *, error *);

/* An engine's limits for a question: its own time, but never so much of its clock that a busy
 * machine could make it late. */
engine_limits seat_limits(const seat_spec *, const talk_limits *);

#endif
