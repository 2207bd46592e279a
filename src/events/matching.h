/* matching - a maximum-weight matching in a graph, used to pair Swiss rounds.
 *
 * Edmonds' blossom algorithm in the primal-dual form of Z. Galil ("Efficient algorithms for finding
 * maximum matching in graphs", 1986): O(n^3), so that 500 players take a fraction of a second.
 */
#ifndef DAMERO_EVENTS_MATCHING_H
#define DAMERO_EVENTS_MATCHING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum { MATCHING_MAX = 1024 };

/* The heaviest matching of `count` vertices. `weight` is a symmetric matrix by rows, with values
 * up to 2^57; 0 or less: no edge. mate[v] is v's partner, or -1. */
bool matching_find(int count, const int64_t *weight, int *mate, error *);

#endif
