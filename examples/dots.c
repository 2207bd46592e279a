/* An engine for Dots and Boxes in C, over Hub (docs/hub.md). It beats the level `beginner`:
 *
 *     cc -o dots examples/dots.c
 *     damero match dots --seat program:./dots --seat engine:beginner --games 20
 *
 * It takes every box it can, otherwise draws a line that gives away as few boxes as possible. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DOTS = 17 }; /* in a row, with the border; a grid has at most 15x15 boxes */

typedef struct line {
    int x, y, upright; /* from dot (x, y) to the right, or up */
} line;

static int rows = 5, columns = 5;
static char is_open[DOTS][DOTS][2];

static int missing(int x, int y) {
    return is_open[x][y][0] + is_open[x][y + 1][0] + is_open[x][y][1] + is_open[x + 1][y][1];
}

static int is_box(int x, int y) { return x >= 1 && x <= columns && y >= 1 && y <= rows; }

/* Takes every box that can be taken, and returns their number. */
static int take_all(void) {
    for (int x = 1; x <= columns; x++)
        for (int y = 1; y <= rows; y++) {
            if (missing(x, y) != 1) continue;
            line sides[] = {{x, y, 0}, {x, y + 1, 0}, {x, y, 1}, {x + 1, y, 1}};
            for (int i = 0; i < 4; i++) is_open[sides[i].x][sides[i].y][sides[i].upright] = 0;
            return 1 + take_all();
        }
    return 0;
}

/* How many boxes the line completes, or minus those that the other player can take after it. */
static int value(line l) {
    char before[DOTS][DOTS][2];
    int ox = l.x - l.upright, oy = l.y - !l.upright; /* the box on the other side */
    int done =
        (is_box(l.x, l.y) && missing(l.x, l.y) == 1) + (is_box(ox, oy) && missing(ox, oy) == 1);
    if (done) return done;
    memcpy(before, is_open, sizeof before);
    is_open[l.x][l.y][l.upright] = 0;
    int lost = take_all();
    memcpy(is_open, before, sizeof before);
    return -lost;
}

static int digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

static line read_line(const char *move) {
    return (line){digit(move[0]), digit(move[1]), move[0] == move[2]};
}

static void answer(char *legal) {
    char *moves[4 * DOTS * DOTS];
    int count = 0, best = 0, most = -10000, ties = 0;
    memset(is_open, 0, sizeof is_open);
    for (char *word = strtok(legal, " "); word; word = strtok(NULL, " ")) moves[count++] = word;
    for (int i = 0; i < count; i++) {
        line l = read_line(moves[i]);
        if (l.x) is_open[l.x][l.y][l.upright] = 1; /* 0000 is a pass */
    }
    for (int i = 0; i < count; i++) {
        line l = read_line(moves[i]);
        int worth = l.x ? value(l) : -1000;
        if (worth > most) most = worth, ties = 0;
        if (worth == most && rand() % ++ties == 0) best = i;
    }
    printf("done move=%s\n", count ? moves[best] : "0000");
}

int main(void) {
    static char text[8192], legal[8192];
    srand((unsigned)time(NULL));
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* send every line at once */
    while (fgets(text, sizeof text, stdin)) {
        char *size = strstr(text, "size="), *moves = strstr(text, "moves=");
        if (strncmp(text, "hub", 3) == 0)
            puts("id name=\"Dots in C\" version=1 author=Damero\nwait");
        else if (strncmp(text, "game", 4) == 0) {
            if (!size || sscanf(size, "size=%dx%d", &rows, &columns) != 2) rows = columns = 5;
        } else if (strncmp(text, "init", 4) == 0) puts("ready");
        else if (strncmp(text, "legal", 5) == 0 && moves) {
            snprintf(legal, sizeof legal, "%s", moves + strlen("moves="));
            for (char *c = legal; *c; c++)
                if (strchr("\"\r\n", *c)) *c = ' ';
        } else if (strncmp(text, "go", 2) == 0) answer(legal);
        else if (strncmp(text, "quit", 4) == 0) break;
    }
    return 0;
}
