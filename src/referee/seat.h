/* seat - who sits where, by a text:
 *
 *   me                      a person at this terminal
 *   remote[:NAME]           a person elsewhere, whose words come through table_post
 *   engine[:WORD...]        our engine, with its name, level, time for a move or threads in any
 *                           order: engine, engine:casual, engine:500ms,
 *                           engine:binomial:casual:2s, engine:threads=2
 *   program:COMMAND         a program that speaks Hub on its input and output
 *   serial:DEVICE[@BAUD]    a board on a serial line
 *   pty                     a board (or anything) on a new pseudo-terminal, whose name is told
 *   tcp:HOST:PORT           connects to a board or program
 *   listen:[HOST:]PORT      waits for one to connect
 *
 * Serial, pty, tcp and listen speak the protocol of the game's boards: the contest in Dots, the
 * competition in Trax, else Hub. Words behind a + at the end change that: +hub; +team asks for the
 * team's id (Trax); +cr and +crlf end our lines so.
 */
#ifndef DAMERO_SEAT_H
#define DAMERO_SEAT_H

#include "engines/engine.h"
#include "protocols/talk.h"

enum { SEAT_SPEC = 1024 };

typedef enum seat_kind { SEAT_ME, SEAT_REMOTE, SEAT_ENGINE, SEAT_LINK } seat_kind;

typedef struct seat_spec {
    seat_kind kind;
    char given[SEAT_SPEC];  /* as it was written */
    char link[SEAT_SPEC];   /* what links/ opens */
    const protocol *speaks; /* NULL for people and engines */
    talk_options options;
    const engine_kind *engine;
    int level;
    int64_t think; /* engine: time for a move; 0: not said */
    int threads;   /* engine: 0: not said, one */
} seat_spec;

bool seat_read(const char *, const game *, seat_spec *, error *);

#endif
