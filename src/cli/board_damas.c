/* damero board damas: the laboratory's Damas board by hand, by script, as a picture or a dump. */
#include <stdlib.h>
#include <string.h>

#include "boards/damas/damas_lab.h"
#include "boards/damas/script.h"
#include "cli/board.h"
#include "cli/board_damas.h"
#include "cli/png.h"
#include "cli/setup.h"
#include "cli/terminal.h"
#include "games/damas/notation.h"

static void play_script(board_session *s, void *context) {
    const script *what = context;
    uint64_t start = s->board->now;
    for (size_t i = 0; i < what->count; i++) {
        board_session_pass(s, start + what->events[i].tick - s->board->now);
        device_set(s->board, what->events[i].pin, what->events[i].value);
    }
    uint64_t end = start + what->ticks;
    if (s->dump && s->dump_until != DEVICE_NEVER && s->dump_until > end) end = s->dump_until;
    board_session_pass(s, end - s->board->now);
}

/* The switches that are on: names with commas; run alone where nothing is said. */
static bool set_switches(device *d, const char *given, error *e) {
    static const int pins[] = {DAMAS_LAB_RUN, DAMAS_LAB_MULTIPLE, DAMAS_LAB_DRAW1, DAMAS_LAB_DRAW2};
    const char *name;
    size_t length;
    scan s = scan_string(!given ? "run" : strcmp(given, "none") == 0 ? "" : given);
    while (scan_word(&s, ",", &name, &length)) {
        size_t which = 0;
        while (which < 4 && !text_same(name, length, d->kind->pins[pins[which]].name)) which++;
        if (which == 4)
            return error_set(e, "--switches: '%.*s' is none of run, multiple, draw1, draw2",
                             (int)length, name);
        device_set(d, pins[which], 1);
        scan_char(&s, ',');
    }
    return true;
}

const char *cli_board_damas_waits(const device *d) {
    static const char *const words[] = {
        [ARBITER_REST] = "rests: switch run on",
        [ARBITER_ORIGIN_ROW] = "wants the row of the origin",
        [ARBITER_ORIGIN_ROW_ENTER] = "wants A after that row",
        [ARBITER_ORIGIN_COLUMN] = "wants the column of the origin",
        [ARBITER_ORIGIN_COLUMN_ENTER] = "wants A after that column",
        [ARBITER_DESTINATION_ROW] = "wants the destination's row",
        [ARBITER_DESTINATION_ROW_ENTER] = "wants A after that row",
        [ARBITER_DESTINATION_COLUMN] = "wants the destination's column",
        [ARBITER_DESTINATION_COLUMN_ENTER] = "wants A after that column",
        [ARBITER_OVER] = "over: reset for another game",
    };
    arbiter_state state = damas_lab_arbiter(d)->state;
    return state <= ARBITER_OVER ? words[state] : "is busy";
}

const char *cli_board_damas_rules(const device *d) {
    static const char *const names[] = {"official", "huff", "lab"};
    return names[damas_lab_arbiter(d)->rules->profile];
}

static void print_state(const device *d) {
    const arbiter *a = damas_lab_arbiter(d);
    const char *side = a->white ? "White (green)" : "Black (blue)";
    printf("    0 1 2 3 4 5 6 7\n");
    for (int row = 0; row < 8; row++) {
        printf("  %d", row);
        for (int column = 0; column < 8; column++) {
            uint8_t content = a->memory[8 * row + column];
            printf(" %c", !content ? (row + column) % 2 ? ' ' : '.' : " b w B W"[content]);
        }
        printf("\n");
    }
    printf("From %o,%o to %o,%o. ", a->origin >> 3, a->origin & 7u, a->destination >> 3,
           a->destination & 7u);
    if (a->victory) printf("%s has won.\n", side);
    else if (a->draw) printf("The game is drawn.\n");
    else printf("%s is on turn. The board %s.\n", side, cli_board_damas_waits(d));
}

static bool write_frame(device *d, const char *path, error *e) {
    static uint8_t samples[VGA_HEIGHT][VGA_WIDTH];
    static uint8_t pixels[VGA_VISIBLE_Y][VGA_VISIBLE_X];
    damas_lab_scan(d, samples);
    for (int y = 0; y < VGA_VISIBLE_Y; y++)
        for (int x = 0; x < VGA_VISIBLE_X; x++) pixels[y][x] = samples[y][x] & 7;
    return cli_write_png(path, &pixels[0][0], VGA_VISIBLE_X, VGA_VISIBLE_Y, e);
}

/* --position: another position than the first, put on the board when it has been filled. */
static bool set_position(const cli_arguments *a, board_session *s, error *e) {
    const char *given = cli_value(a, "position");
    const game_rules *rules = &damas_lab_arbiter(s->board)->rules->rules;
    damas_position p;
    if (!given) return true;
    if (s->trace_path)
        return error_set(e, "--record and --position do not go together: a trace begins with the "
                            "first position");
    if (!damas_read_position(rules, given, (game_position *)(void *)&p, e))
        return error_in(e, "--position");
    if (p.end == DAMAS_NO_PIECES)
        return error_set(e, "--position: each side needs a piece on a board that is played on");
    if (!device_get(s->board, DAMAS_LAB_RUN))
        return error_set(e, "--position needs the run switch on");
    device_advance(s->board, 2 * ARBITER_CELLS);
    damas_lab_set_position(s->board, &p);
    return true;
}

/* The picture's pins fill files fast: two frames of them where nothing else is said. */
static bool read_records(const cli_arguments *a, board_session *s, error *e) {
    uint64_t fast = device_outputs(s->board->kind, true) & ~device_outputs(s->board->kind, false);
    if (!board_session_read(a, s, e)) return false;
    if (s->dump_until == DEVICE_NEVER && s->dump_pins & fast)
        s->dump_until = s->dump_from + 2 * VGA_FRAME_TICKS;
    return true;
}

static bool run_script(const cli_arguments *a, board_session *s, error *e) {
    const char *keys = cli_value(a, "keys"), *frame = cli_value(a, "frame");
    script what;
    if (!script_read(&what, keys ? keys : "", e)) return error_in(e, "--keys");
    if (!keys) what.ticks = 100000; /* time to fill the memory */
    s->play = play_script;
    s->context = &what;
    bool good = board_session_run(s, e);
    script_destroy(&what);
    return good && (!frame || write_frame(s->board, frame, e));
}

int cli_board_damas(const cli_arguments *a) {
    error e;
    board_session s = {.settings = cli_value(a, "settings")};
    bool by_hand =
        !cli_value(a, "keys") && !cli_value(a, "frame") && !cli_value(a, "vcd") && terminal_there();
    bool files = cli_value(a, "frame") || cli_value(a, "vcd") || cli_value(a, "record");
    s.board = device_create(&damas_lab_kind, s.settings, &e);
    bool good = s.board && set_switches(s.board, cli_value(a, "switches"), &e) &&
                read_records(a, &s, &e) && set_position(a, &s, &e);
    good = good && (by_hand ? cli_board_damas_by_hand(&s, &e) : run_script(a, &s, &e));
    if (good && !files) print_state(s.board);
    device_destroy(s.board);
    return good ? CLI_OK : cli_fail_with(a, &e);
}
