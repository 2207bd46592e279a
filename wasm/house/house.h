/* house/ - the arena in a browser: the server's desk (src/server/desk.h) and everything below it
 * that needs no system, in a Web Worker of the page (web/src/site/house.ts).
 *
 * The same code as on a server answers the page's requests; only what touches a system is
 * different:
 *
 *   store.c         the journal, in memory; the page keeps each row (house_keep) and returns it
 * later runner_turns.c  matches take turns in one thread minds.h         engines think in other
 * workers: thinker.c for a seat, study.c for a query data.c          puzzles, which the page
 * fetches when they are needed absent.c        what needs a server or a line: tournaments, boards,
 * the organiser house.c         the functions that the page calls mind.c          the same module
 * in a worker that thinks
 */
#ifndef DAMERO_HOUSE_H
#define DAMERO_HOUSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HOUSE_EXPORT(name) __attribute__((export_name(#name), used)) name
#define HOUSE_IMPORT(name) __attribute__((import_module("page"), import_name(#name)))

/* What the page is asked to do; it copies the bytes at once. */
HOUSE_IMPORT(say) void house_say(const char *message, size_t length);
HOUSE_IMPORT(reply) void house_reply(int exchange, int status, const char *body, size_t length);
HOUSE_IMPORT(keep)
void house_keep(const char *key, size_t key_length, const char *value, size_t length);
HOUSE_IMPORT(ask)
void house_ask(double number, double milliseconds, const char *game, size_t game_length,
               const void *question, size_t length);
HOUSE_IMPORT(drop) void house_drop(double number);
HOUSE_IMPORT(answer) void house_answer(const void *answer, size_t length);

/* runner_turns.c: lets every match handle what has happened. */
void runners_take_turns(void);

/* store.c: a row that was kept, before the house is opened. A wrong one may be deleted; one that
 * cannot be used now stays with the page. */
typedef enum row_fate { ROW_WRONG, ROW_TAKEN, ROW_STAYS } row_fate;
row_fate store_take_row(const char *key, const char *value);

#endif
