/* events/ - everything built from many matches: series, tournaments, ratings.
 *
 * May use: base, games, engines, boards, links, protocols, store, referee. Must not use: arena,
 * server, cli. Nothing here prints; output goes through callbacks.
 *
 *   series.h       games between the same players, one after another or several at once
 *   opening.h      random moves before a game
 *   openings.h     books of openings
 *   players.h      files of players
 *   pair_games.h   the games of one pairing: points, and when it is decided
 *   past.h         games of a series that were played before it is resumed
 *   matching.h     a maximum-weight matching, for pairings
 *   pairings.h     who plays whom in which round
 *   places.h       first to last in games of several seats
 *   lines.h        lines that boards share on a contest day
 *   standings.h    points and tie-breaks
 *   ratings.h      strengths that make results most likely
 *   workers.h      a series whose games workers play
 *   tournament.h   an event of the journal, and how it is played
 *   statistics.h   Elo, likelihood of superiority, the sequential test
 */
#ifndef DAMERO_EVENTS_H
#define DAMERO_EVENTS_H
#endif
