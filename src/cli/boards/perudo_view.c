/* damero perudo-view - the Perudo board's stream as a table in the terminal. */
#include <stdlib.h>

#include "base/clock.h"
#include "boards/perudo/perudo_board.h"
#include "cli/boards/perudo_scene.h"
#include "cli/setup.h"
#include "cli/stop.h"
#include "cli/terminal.h"
#include "links/link.h"

typedef struct watching {
    perudo_viewer view;
    link_end *link;
    uint64_t games; /* to watch to their end; 0: until the line hangs up */
    bool json, live;
    scene_style style;
    scene_story story;
    terminal terminal;
} watching;

static void draw(watching *w, const char *note) {
    char lines[SCENE_BYTES];
    text t = text_over(lines, sizeof lines);
    scene_write(&w->view, &w->story, w->style, &t);
    text_addf(&t, "\n %s   q ends\n", note);
    terminal_show(&w->terminal, lines);
}

static void print_event(const watching *w, const perudo_view_event *e) {
    char line[PERUDO_VIEW_JSON];
    text t = text_over(line, sizeof line);
    if (w->json) perudo_view_write_json(&w->view, e, &t);
    else perudo_view_write(&w->view, e, &t);
    puts(line);
    if (!w->json && w->style.open && e->heard == VIEW_ROUND_STARTS) {
        t = text_over(line, sizeof line);
        perudo_view_write_dice(&w->view, &t);
        printf("dice:%s\n", line);
    }
    fflush(stdout);
}

/* Processes received bytes; false when the last game to watch has ended. */
static bool take_in(watching *w, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        perudo_view_event e = perudo_view_hear(&w->view, bytes[i]);
        if (e.heard == VIEW_NOTHING) continue;
        scene_tell(&w->story, &w->view, &e);
        if (!w->live) print_event(w, &e);
        if (e.heard == VIEW_GAME_ENDS && w->games && --w->games == 0) return false;
    }
    return true;
}

static bool leaves(int key) {
    return key == 'q' || key == TERMINAL_INTERRUPT || key == TERMINAL_ESCAPE ||
           key == TERMINAL_GONE;
}

/* Shows the stream until the line hangs up, the games are over, or the user leaves. */
static void watch(watching *w, const atomic_bool *stop) {
    char bytes[256];
    size_t count;
    bool open = true;
    while (!atomic_load(stop)) {
        if (open) {
            link_status status =
                link_read(w->link, bytes, sizeof bytes, clock_now() + SECOND / 20, &count);
            if (!take_in(w, bytes, count) && !w->live) return;
            open = status != LINK_CLOSED;
        }
        if (!w->live && !open) return;
        if (!w->live) continue;
        draw(w, open ? w->link->name : "The line was hung up.");
        if (leaves(terminal_key(open ? 0 : clock_now() + SECOND / 10))) return;
    }
}

/* Waits for the board; on a terminal the user may leave meanwhile. */
static bool join(watching *w, int64_t patience, const atomic_bool *stop, error *e) {
    int64_t deadline = clock_now() + patience;
    link_status status = LINK_LATE;
    while (status == LINK_LATE && clock_now() < deadline && !atomic_load(stop)) {
        status = cli_join(w->link, clock_now() + SECOND / 10, stop);
        if (!w->live || status != LINK_LATE) continue;
        draw(w, w->link->name);
        if (leaves(terminal_key(0))) return true;
    }
    return status == LINK_OK || atomic_load(stop) || link_explain_join(w->link, status, e);
}

static int run_perudo_view(const cli_arguments *a) {
    error e;
    int64_t patience = 3600 * SECOND;
    watching *w = calloc(1, sizeof *w);
    game_rules *rules = perudo_board_rules(cli_value(a, "rules"), &e);
    const char *link = cli_value(a, "link");
    const atomic_bool *stop = cli_stop_with_output();
    bool good = w && rules && cli_read_duration(a, "patience", &patience, &e) &&
                cli_read_number(a, "games", 1, 1000000, &w->games, &e) &&
                (w->link = link_open(link ? link : "pty", NULL, &e));
    if (good) {
        w->view = perudo_view_create(perudo_rules_of(rules));
        w->json = cli_value(a, "json") != NULL;
        w->style = (scene_style){.ascii = cli_style(a).ascii,
                                 .colour = cli_wants_colour(stdout),
                                 .open = cli_value(a, "open") != NULL};
        w->live = !w->json && !cli_value(a, "lines") && terminal_there();
        bool waits = w->link->kind == LINK_PTY || w->link->kind == LINK_LISTEN;
        if (waits && !w->live)
            fprintf(w->json ? stderr : stdout, "The view is at %s\n", w->link->name);
        fflush(stdout);
        good = !w->live || terminal_open(&w->terminal, &e);
        bool opened = good && w->live;
        good = good && join(w, patience, stop, &e);
        if (good) watch(w, stop);
        if (opened) terminal_close(&w->terminal);
    }
    if (w) link_close(w->link);
    free(w);
    game_destroy(rules);
    return good ? CLI_OK : cli_fail_with(a, &e);
}

const cli_command cli_perudo_view = {
    .name = "perudo-view",
    .operands = "",
    .summary = "Show the stream of a Perudo board: the table in the terminal, or events.",
    .about =
        "Listens to a Perudo board, ours ('damero board perudo') or a real one, and shows its seven "
        "scenes: title, choice of an avatar, players, cups and dice, bids, dice shown, the end. On a "
        "terminal it draws the table; elsewhere, or with --lines, it prints a line for each event. "
        "Bytes that fit nowhere are reported and ignored; it resynchronises at the byte U, at a "
        "game's start or at a round's start. docs/boards.md describes the stream.",
    .options =
        (const cli_option[]){
            {"link", "LINK", "serial:DEVICE@BAUD, tcp:HOST:PORT, listen:PORT, pty (pty)"},
            {"rules", "KEY=VALUE,...", "the board's house rules, unless its buttons choose them"},
            {"json", NULL, "one JSON object per line, for each event"},
            {"lines", NULL, "one line for each event, on a terminal too"},
            {"open", NULL, "show the dice of all players from the start (--json always has them)"},
            {"ascii", NULL, "use ASCII only"},
            {"games", "N", "end after N games, if the table is not drawn"},
            {"patience", "TIME", "how long to wait for the other side (1h)"},
            {0}},
    .examples =
        (const cli_example[]){
            {"damero perudo-view --link serial:/dev/ttyUSB0@9600", "a real board's table"},
            {"damero perudo-view --link serial:/dev/pts/7",
             "our board's, at the address it prints"},
            {"damero perudo-view --link listen:5000 --json", "events of a board that connects"},
            {0}},
    .run = run_perudo_view,
};
