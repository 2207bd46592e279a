/* The built-in puzzles are in the program. A page fetches them instead (wasm/house/data.c). */
#include <string.h>

#include "puzzles/puzzle.h"

/* The files of data/, one after the other (data.S). */

extern const char puzzles_damas[], puzzles_damas_end[], puzzles_trax[], puzzles_trax_end[],
    puzzles_perudo[], puzzles_perudo_end[], puzzles_dots[], puzzles_dots_end[];

scan puzzle_shipped(const game *g) {
    const struct {
        const char *game, *start, *end;
    } all[] = {
        {"damas", puzzles_damas, puzzles_damas_end},
        {"trax", puzzles_trax, puzzles_trax_end},
        {"perudo", puzzles_perudo, puzzles_perudo_end},
        {"dots", puzzles_dots, puzzles_dots_end},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].game, g->name) == 0)
            return scan_over(all[i].start, (size_t)(all[i].end - all[i].start));
    return scan_string("");
}
