/* A player for damero in C: speaks Hub (docs/hub.md), plays any game by taking a random legal move.
 *
 *     cc -o player examples/player.c
 *     damero match trax --seat program:./player --seat engine:casual
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Whether a line is this command. */
static int is(const char *line, const char *command) {
    size_t length = strlen(command);
    return strncmp(line, command, length) == 0 && strchr(" \r\n", line[length]);
}

/* The text between the quotes after name= in a line, terminated in place; "" if there is none. */
static char *quoted(char *line, const char *name) {
    static char none[] = "";
    char *at = strstr(line, name);
    if (!at || !(at = strchr(at, '"'))) return none;
    char *end = strchr(++at, '"');
    if (end) *end = '\0';
    return at;
}

/* A random word of several separated by blanks. */
static const char *any_word(char *words) {
    const char *chosen = "resign";
    int count = 0;
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        if (rand() % ++count == 0) chosen = word;
    return chosen;
}

int main(void) {
    char *line = NULL, *legal = NULL;
    size_t size = 0;
    srand((unsigned)time(NULL));
    setvbuf(stdout, NULL, _IOLBF, 0); /* send every line at once */
    while (getline(&line, &size, stdin) > 0) {
        if (is(line, "hub")) printf("id name=\"C example\" version=1 author=Damero\nwait\n");
        else if (is(line, "init")) printf("ready\n");
        else if (is(line, "ping")) printf("pong\n");
        else if (is(line, "legal")) {
            free(legal);
            legal = strdup(quoted(line, "moves="));
        } else if (is(line, "go") && legal) {
            printf("done move=%s\n", any_word(legal));
        } else if (is(line, "quit")) {
            break;
        }
    }
    free(line);
    free(legal);
    return 0;
}
