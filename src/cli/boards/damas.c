/* damero board damas: the laboratory's Damas board by hand, by script, as a picture or a dump. */
#include <stdlib.h>
#include <string.h>

#include "boards/damas/damas_lab.h"
#include "boards/damas/script.h"
#include "cli/boards/board.h"
#include "cli/boards/damas.h"
#include "cli/boards/design.h"
#include "cli/png.h"
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

/* The switches that are on: names separated by commas; only run by default. */
static bool set_switches(device *d, const char *given, error *e) {
    static const int pins[] = {DAMAS_LAB_RUN, DAMAS_LAB_MULTIPLE, DAMAS_LAB_DRAW1, DAMAS_LAB_DRAW2};
    const char *name;
    size_t length;
    scan s = scan_string(!given ? "run" : strcmp(given, "none") == 0 ? "" : given);
    while (scan_word(&s, ",", &name, &length)) {
        size_t which = 0;
        while (which < 4 && !text_same(name, length, d->kind->pins[pins[which]].name)) which++;
        if (which == 4)
            return error_set(e, "--switches: '%.*s' is not one of run, multiple, draw1, draw2",
                             (int)length, name);
        device_set(d, pins[which], 1);
        scan_char(&s, ',');
    }
    return true;
}

const char *cli_board_damas_waits(const device *d) {
    static const char *const words[] = {
        [ARBITER_REST] = "is idle: turn the run switch on",
        [ARBITER_ORIGIN_ROW] = "expects the row of the origin",
        [ARBITER_ORIGIN_ROW_ENTER] = "expects A after that row",
        [ARBITER_ORIGIN_COLUMN] = "expects the column of the origin",
        [ARBITER_ORIGIN_COLUMN_ENTER] = "expects A after that column",
        [ARBITER_DESTINATION_ROW] = "expects the destination's row",
        [ARBITER_DESTINATION_ROW_ENTER] = "expects A after that row",
        [ARBITER_DESTINATION_COLUMN] = "expects the destination's column",
        [ARBITER_DESTINATION_COLUMN_ENTER] = "expects A after that column",
        [ARBITER_OVER] = "over: reset for another game",
    };
    uint64_t state = device_get(d, DAMAS_LAB_ASKS);
    return state <= ARBITER_OVER ? words[state] : "is busy";
}

unsigned cli_board_damas_cell(const device *d, int row, int column) {
    return device_get(d, DAMAS_LAB_MEMORY0 + row) >> 3 * (7 - column) & 7;
}

static void print_state(const device *d) {
    const char *side = device_get(d, DAMAS_LAB_TURN) ? "White (green)" : "Black (blue)";
    unsigned origin = (unsigned)device_get(d, DAMAS_LAB_ORIGIN),
             destination = (unsigned)device_get(d, DAMAS_LAB_DESTINATION);
    printf("    0 1 2 3 4 5 6 7\n");
    for (int row = 0; row < 8; row++) {
        printf("  %d", row);
        for (int column = 0; column < 8; column++) {
            unsigned content = cli_board_damas_cell(d, row, column);
            printf(" %c", !content ? (row + column) % 2 ? ' ' : '.' : " b w B W"[content]);
        }
        printf("\n");
    }
    printf("From %o,%o to %o,%o. ", origin >> 3, origin & 7u, destination >> 3, destination & 7u);
    if (device_get(d, DAMAS_LAB_VICTORY)) printf("%s has won.\n", side);
    else if (device_get(d, DAMAS_LAB_DRAW)) printf("The game is drawn.\n");
    else printf("%s is on turn. The board %s.\n", side, cli_board_damas_waits(d));
}

static bool write_frame(device *d, const char *path, error *e) {
    static uint8_t samples[VGA_HEIGHT][VGA_WIDTH];
    static uint8_t pixels[VGA_VISIBLE_Y][VGA_VISIBLE_X];
    if (!d->kind->look)
        return design_frame(d, pixels, NULL, NULL, e) &&
               cli_write_png(path, &pixels[0][0], VGA_VISIBLE_X, VGA_VISIBLE_Y, e);
    damas_lab_scan(d, samples);
    for (int y = 0; y < VGA_VISIBLE_Y; y++)
        for (int x = 0; x < VGA_VISIBLE_X; x++) pixels[y][x] = samples[y][x] & 7;
    return cli_write_png(path, &pixels[0][0], VGA_VISIBLE_X, VGA_VISIBLE_Y, e);
}

/* --position: a position to put on the board once the memory has been filled. */
static bool set_position(const cli_arguments *a, board_session *s, error *e) {
    const char *given = cli_value(a, "position");
    damas_position p;
    if (!given) return true;
    const game_rules *rules = &damas_lab_arbiter(s->board)->rules->rules;
    if (s->trace_path)
        return error_set(e, "--record and --position cannot be combined: a trace starts from the "
                            "standard position");
    if (!damas_read_position(rules, given, (game_position *)(void *)&p, e))
        return error_in(e, "--position");
    if (p.end == DAMAS_NO_PIECES)
        return error_set(e, "--position: both sides need a piece, and the game must not be over");
    if (!device_get(s->board, DAMAS_LAB_RUN))
        return error_set(e, "--position needs the run switch on");
    device_advance(s->board, 2 * ARBITER_CELLS);
    damas_lab_set_position(s->board, &p);
    return true;
}

/* The picture's pins produce large files: two frames of them by default. */
static bool read_records(const cli_arguments *a, board_session *s, error *e) {
    uint64_t fast = 0;
    for (int i = 0; s->board->kind->pins[i].name; i++)
        if (s->board->kind->pins[i].fast) fast |= UINT64_C(1) << i;
    if (!board_session_read(a, s, e)) return false;
    if (!cli_value(a, "design") && !damas_lab_shows(s->board, s->dump_pins))
        return error_set(e, "--pins: the inner signals need --settings arbiter=machines");
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

/* A simulator is slower than the board: by hand a folder's design reads its keypad sooner. */
static bool add_settle(const char *given, char settings[DEVICE_SETTINGS]) {
    char settle[40];
    text t = text_over(settings, DEVICE_SETTINGS), word = text_over(settle, sizeof settle);
    text_addf(&t, "%s", given ? given : "");
    text_addf(&word, "settle=%d", DESIGN_SETTLE);
    settings_add_default(&t, settle);
    return !t.full;
}

int cli_board_damas(const cli_arguments *a) {
    error e;
    char settings[DEVICE_SETTINGS];
    const char *design = cli_value(a, "design");
    board_session s = {.settings = cli_value(a, "settings")};
    bool by_hand =
        !cli_value(a, "keys") && !cli_value(a, "frame") && !cli_value(a, "vcd") && terminal_there();
    bool files = cli_value(a, "frame") || cli_value(a, "vcd") || cli_value(a, "record");
    if (design && cli_value(a, "position"))
        return cli_fail(a, "--position is put into our board: a design has to be played there");
    if (by_hand && design && design_is_folder(design)) {
        if (!add_settle(s.settings, settings)) return cli_fail(a, "--settings are too long");
        s.settings = settings;
    }
    s.board = cli_board_device(a, &damas_lab_kind, s.settings, &e);
    bool good = s.board && set_switches(s.board, cli_value(a, "switches"), &e) &&
                read_records(a, &s, &e) && set_position(a, &s, &e);
    good = good && (by_hand ? cli_board_damas_by_hand(&s, &e) : run_script(a, &s, &e));
    good = good && cli_design_holds(s.board, &e);
    if (good && !files) print_state(s.board);
    device_destroy(s.board);
    return good ? CLI_OK : cli_fail_with(a, &e);
}
