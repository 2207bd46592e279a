#include "base/spelling.h"

#include <string.h>

enum { LONGEST = 40 };

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

size_t spelling_distance(const char *a, const char *b) {
    size_t m = strlen(a), n = strlen(b);
    if (m > LONGEST || n > LONGEST) return LONGEST;
    size_t row[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= m; i++) {
        for (size_t j = 0; j <= n; j++) {
            if (i == 0 || j == 0) {
                row[i][j] = i + j;
                continue;
            }
            size_t change = row[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            size_t best = least(change, 1 + least(row[i - 1][j], row[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = least(best, row[i - 2][j - 2] + 1);
            row[i][j] = best;
        }
    }
    return row[m][n];
}

void spelling_offer(spelling *s, const char *candidate) {
    size_t length = strlen(s->word), distance = spelling_distance(s->word, candidate);
    size_t allowed = length <= 2 ? 1 : length <= 5 ? 2 : 3;
    /* What was typed as an abbreviation is meant, however much is missing. */
    if (length >= 2 && strncmp(candidate, s->word, length) == 0) distance = least(distance, 1);
    if (distance <= allowed && distance < strlen(candidate) &&
        (!s->best || distance < s->distance)) {
        s->best = candidate;
        s->distance = distance;
    }
}
