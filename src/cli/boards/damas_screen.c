/* damero board damas on a terminal: the picture in half blocks, or the board in larger squares if
 * there is little room; next to it the keypad, the switches and the input that the arbiter
 * expects. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "boards/damas/damas_lab.h"
#include "boards/damas/keypad.h"
#include "boards/damas/scene.h"
#include "boards/damas/script.h"
#include "cli/boards/damas.h"
#include "cli/boards/design.h"
#include "cli/boards/half_blocks.h"
#include "cli/terminal.h"

enum {
    TICKS_A_MS = 50000,
    QUEUE = 64,       /* keys typed ahead */
    RESET = 'z',      /* represents the reset button among them */
    PANEL_WIDTH = 31, /* characters */
    PANEL_LINES = 17,
    PICTURE_LEAST = 80, /* columns, below which the squares are drawn instead */
    SCREEN_BYTES = 1 << 20,
};

typedef enum view { VIEW_PICTURE, VIEW_SQUARES, VIEW_SMALL } view;

typedef struct screen {
    terminal terminal;
    board_session *session;
    colour_depth colours;
    bool squares_wanted;
    char queue[QUEUE];
    size_t queued;
    uint64_t hold, gap; /* ticks that a key is held, and released after it */
    uint64_t left;      /* ticks until the pressed key is released and the pause after it is over */
    bool framed;        /* `pixels` has the picture of a design, until the next key */
    char *shown, *next; /* the terminal's contents now and next */
    int columns, rows;  /* of the terminal */
    view view;
    int left_columns, left_rows; /* of the picture or the squares */
    uint8_t pixels[SCENE_HEIGHT][SCENE_WIDTH];
} screen;

static device *board_of(const screen *s) { return s->session->board; }

/* ---- hands ---- */

static void press(screen *s, char key) {
    if (s->queued < QUEUE) s->queue[s->queued++] = key;
}

static void let_go(screen *s) {
    device_set(board_of(s), DAMAS_LAB_KEYS, 0);
    device_set(board_of(s), DAMAS_LAB_RESET, 0);
}

/* Lets real time pass on the board: typed keys are pressed one after another, as in a script. */
static void pass(screen *s, uint64_t ticks) {
    while (ticks) {
        if (!s->left && s->queued) {
            char key = s->queue[0];
            memmove(s->queue, s->queue + 1, --s->queued);
            if (key == RESET) device_set(board_of(s), DAMAS_LAB_RESET, 1);
            else
                device_set(board_of(s), DAMAS_LAB_KEYS,
                           UINT64_C(1) << (key <= '9' ? key - '0' : key - 'A' + 10));
            s->left = s->hold + s->gap;
        }
        uint64_t step = s->left > s->gap ? s->left - s->gap : s->left;
        if (!step || step > ticks) step = ticks;
        board_session_pass(s->session, step);
        if (s->left) s->left -= step;
        if (s->left == s->gap) let_go(s);
        ticks -= step;
    }
}

static void flip(screen *s, int pin) {
    device_set(board_of(s), pin, !device_get(board_of(s), pin));
}

/* A design's picture is slow to watch: one on request, unless every tick is recorded. */
static void watch_frame(screen *s) {
    error unused;
    bool recorded = s->session->trace_path || s->session->dump_path;
    s->framed =
        !s->framed && !recorded && design_frame(board_of(s), s->pixels, NULL, NULL, &unused);
}

/* Handles a key of the computer's keyboard; false to leave. */
static bool act(screen *s, int key) {
    if (key == 'v' && design_is(board_of(s))) {
        watch_frame(s);
        return true;
    }
    if (key != TERMINAL_NONE) s->framed = false;
    if (key >= '0' && key <= '9') press(s, (char)key);
    else if (key == TERMINAL_ENTER || key == ' ') press(s, 'A');
    else if ((key | 0x20) >= 'a' && (key | 0x20) <= 'f') press(s, (char)(key & ~0x20));
    else if (key == 'r') flip(s, DAMAS_LAB_RUN);
    else if (key == 'm') flip(s, DAMAS_LAB_MULTIPLE);
    else if (key == 'w') flip(s, DAMAS_LAB_DRAW1);
    else if (key == 'k') flip(s, DAMAS_LAB_DRAW2);
    else if (key == RESET) press(s, RESET);
    else if (key == 'v') s->squares_wanted = s->view == VIEW_PICTURE;
    else return key != 'q' && key != TERMINAL_INTERRUPT && key != TERMINAL_GONE;
    return true;
}

/* ---- drawing ---- */

static const rgb light = {255, 244, 176}, dark = {122, 30, 20}, green = {20, 190, 40},
                 blue = {40, 80, 255}, gold = {255, 215, 0};

static void plain(const screen *s, text *t) {
    if (s->colours) text_add(t, "\x1b[0m");
}

static void reversed(const screen *s, const char *words, text *t) {
    if (s->colours) text_addf(t, "\x1b[7m%s\x1b[27m", words);
    else text_addf(t, "%s", words);
}

/* Chooses the layout that fits. */
static void lay_out(screen *s) {
    terminal_size(&s->rows, &s->columns);
    int room = s->columns - PANEL_WIDTH, across = (s->rows - 2) * 8 / 3;
    if (across > room) across = room;
    if (s->colours && !s->squares_wanted && across >= PICTURE_LEAST &&
        (board_of(s)->kind->look || s->framed)) {
        s->view = VIEW_PICTURE;
        s->left_columns = across;
        s->left_rows = across * 3 / 8;
    } else if (s->rows >= 20 && s->columns >= 36) {
        s->view = VIEW_SQUARES;
        s->left_columns = 35;
        s->left_rows = 17;
    } else {
        s->view = VIEW_SMALL;
        s->left_columns = 19;
        s->left_rows = 9;
    }
}

/* A piece in a square of 4 x 2 characters, upper or lower half. */
static void add_piece(const screen *s, uint8_t content, bool lower, text *t) {
    bool white = content & 2, king = content & 4;
    if (!s->colours) {
        text_addf(t, " %s ", lower ? "  " : king ? white ? "WW" : "BB" : white ? "w " : "b ");
        return;
    }
    rgb body = white ? green : blue;
    half_blocks_colour(s->colours, body, false, t);
    text_add(t, lower ? "▜" : "▟");
    if (king) {
        half_blocks_colour(s->colours, body, true, t);
        half_blocks_colour(s->colours, gold, false, t);
        text_add(t, lower ? "▀▀" : "▙▟");
        half_blocks_colour(s->colours, light, true, t);
        half_blocks_colour(s->colours, body, false, t);
    } else {
        text_add(t, "██");
    }
    text_add(t, lower ? "▛" : "▙");
}

static void add_square(const screen *s, int row, int column, bool lower, text *t) {
    uint8_t content = (uint8_t)cli_board_damas_cell(board_of(s), row, column);
    bool playing = (row + column) % 2 == 0;
    half_blocks_colour(s->colours, playing ? light : dark, true, t);
    if (s->view == VIEW_SQUARES) {
        if (content) add_piece(s, content, lower, t);
        else text_add(t, s->colours || !playing || lower ? "    " : " .  ");
        return;
    }
    half_blocks_colour(s->colours, content & 2 ? green : blue, false, t);
    if (!content) text_add(t, s->colours || !playing ? "  " : ". ");
    else if (s->colours) text_add(t, content & 4 ? "♛ " : "● ");
    else text_addf(t, "%c ", " b w B W"[content]);
}

/* A line of the squares, with the numbers around them. */
static void add_squares_line(const screen *s, int line, text *t) {
    int tall = s->view == VIEW_SQUARES ? 2 : 1;
    plain(s, t);
    if (line == 0) {
        text_add(t, "   ");
        for (int column = 0; column < 8; column++)
            text_addf(t, tall == 2 ? " %d  " : "%d ", column);
        return;
    }
    int row = (line - 1) / tall;
    bool lower = (line - 1) % tall == 1;
    if (lower) text_add(t, "   ");
    else text_addf(t, " %d ", row);
    for (int column = 0; column < 8; column++) add_square(s, row, column, lower, t);
    plain(s, t);
}

static void add_switch(const screen *s, char key, const char *name, int pin, text *t) {
    bool on = device_get(board_of(s), pin);
    text_addf(t, " %c  %-15s ", key, name);
    if (on) reversed(s, " on ", t);
    else text_add(t, "off");
}

/* From and to, with the expected digit highlighted. */
static void add_coordinates(const screen *s, text *t) {
    uint64_t asks = device_get(board_of(s), DAMAS_LAB_ASKS);
    int cursor = asks >= ARBITER_ORIGIN_ROW && asks <= ARBITER_DESTINATION_COLUMN_ENTER
                     ? (int)(asks - ARBITER_ORIGIN_ROW) / 2
                     : -1;
    for (int i = 0; i < 4; i++) {
        uint64_t square = device_get(board_of(s), i < 2 ? DAMAS_LAB_ORIGIN : DAMAS_LAB_DESTINATION);
        char digit[2] = {(char)('0' + (i % 2 ? square & 7 : square >> 3)), 0};
        if (i % 2 == 0) text_add(t, i ? "   to " : "from ");
        if (i == cursor) reversed(s, digit, t);
        else text_add(t, digit);
        if (i % 2 == 0) text_add(t, " ");
    }
}

static void add_keypad_row(const screen *s, int row, text *t) {
    uint64_t held = device_get(board_of(s), DAMAS_LAB_KEYS);
    text_add(t, "   ");
    for (int column = 0; column < 4; column++) {
        char label = keypad_labels[4 * row + column];
        char cap[] = {'[', label, ']', 0};
        int digit = label <= '9' ? label - '0' : label - 'A' + 10;
        text_add_char(t, ' ');
        if (held >> digit & 1) reversed(s, cap, t);
        else text_add(t, cap);
    }
}

static void add_turn(const screen *s, text *t) {
    const device *d = board_of(s);
    bool white = device_get(d, DAMAS_LAB_TURN);
    half_blocks_colour(s->colours, white ? green : blue, false, t);
    text_add(t, s->colours ? "██ " : "");
    plain(s, t);
    const char *side = white ? "White (green)" : "Black (blue)";
    if (device_get(d, DAMAS_LAB_VICTORY)) text_addf(t, "%s has won", side);
    else if (device_get(d, DAMAS_LAB_DRAW)) text_add(t, "drawn");
    else text_add(t, side);
}

static void add_panel_line(const screen *s, int line, text *t) {
    switch (line) {
    case 0:
        text_addf(t, "Damas board%s%s", s->session->settings ? ", " : "",
                  s->session->settings ? s->session->settings : ", rules=lab");
        break;
    case 2: add_turn(s, t); break;
    case 3: add_coordinates(s, t); break;
    case 4: text_add(t, cli_board_damas_waits(board_of(s))); break;
    case 6:
    case 7:
    case 8:
    case 9: add_keypad_row(s, line - 6, t); break;
    case 11: add_switch(s, 'r', "run", DAMAS_LAB_RUN, t); break;
    case 12: add_switch(s, 'm', "multiple", DAMAS_LAB_MULTIPLE, t); break;
    case 13: add_switch(s, 'w', "draw, White", DAMAS_LAB_DRAW1, t); break;
    case 14: add_switch(s, 'k', "draw, Black", DAMAS_LAB_DRAW2, t); break;
    case 16:
        text_add(t, " z  ");
        if (device_get(board_of(s), DAMAS_LAB_RESET)) reversed(s, "reset", t);
        else text_add(t, "reset");
        break;
    default: break;
    }
}

static const char *help_for(int columns) {
    static const char *const helps[] = {
        "0-7: digits  Enter: A  r m w k: switches  z: reset  v: view  q: quit",
        "0-7 Enter rmwk z v  q: quit", "q: quit"};
    size_t which = 0;
    while (which < 2 && (int)strlen(helps[which]) > columns) which++;
    return helps[which];
}

/* The picture's or the squares' part of a line, always of the same width. */
static void add_left(const screen *s, int line, text *t) {
    if (line >= s->left_rows) text_add_repeat(t, " ", (size_t)s->left_columns);
    else if (s->view == VIEW_PICTURE)
        half_blocks_line(s->colours, &s->pixels[0][0], SCENE_WIDTH, SCENE_HEIGHT, s->left_columns,
                         s->left_rows, line, t);
    else add_squares_line(s, line, t);
    plain(s, t);
}

static void draw(screen *s) {
    text t = text_over(s->next, SCREEN_BYTES);
    lay_out(s);
    bool panel = s->columns >= s->left_columns + PANEL_WIDTH;
    if (s->view == VIEW_PICTURE && !s->framed)
        board_of(s)->kind->look(board_of(s), &s->pixels[0][0]);
    for (int line = 0; line < s->rows - 1; line++) {
        int below = line - s->left_rows;
        if (panel) {
            add_left(s, line, &t);
            text_add_char(&t, ' ');
            if (line < PANEL_LINES) add_panel_line(s, line, &t);
        } else if (below < 0) {
            add_left(s, line, &t);
        } else if (below < 3) {
            add_panel_line(s, below + 2, &t); /* the turn and the expected input */
        }
        text_add_char(&t, '\n');
    }
    text_add(&t, help_for(s->columns));
    if (strcmp(s->shown, s->next) == 0) return;
    terminal_show(&s->terminal, s->next);
    char *old = s->shown;
    s->shown = s->next;
    s->next = old;
}

static void by_hand(board_session *session, void *context) {
    screen *s = context;
    s->session = session;
    for (int64_t before = clock_now();;) {
        draw(s);
        if (!act(s, terminal_key(clock_now() + 25 * MILLISECOND))) break;
        int64_t now = clock_now(), passed = now - before;
        if (passed > 250 * MILLISECOND)
            passed = 250 * MILLISECOND; /* the computer slept, so the board did too */
        if (design_is(board_of(s))) passed = DESIGN_SLICE * 20;
        pass(s, (uint64_t)passed / 20);
        before = now;
    }
}

bool cli_board_damas_by_hand(board_session *session, error *e) {
    uint32_t settle = KEYPAD_SETTLE;
    if (design_is(session->board) && !damas_lab_settle(session->settings, &settle, e)) return false;
    screen *s = calloc(1, sizeof *s);
    bool good = s && (s->shown = calloc(2, SCREEN_BYTES));
    if (good) {
        /* A key is held as long, in readings of the keypad, as on the real board. */
        s->hold = (uint64_t)SCRIPT_HOLD_MS * TICKS_A_MS * settle / KEYPAD_SETTLE;
        s->gap = (uint64_t)SCRIPT_GAP_MS * TICKS_A_MS * settle / KEYPAD_SETTLE;
        char *both = s->shown;
        s->next = both + SCREEN_BYTES;
        s->colours = half_blocks_depth();
        session->play = by_hand;
        session->context = s;
        good = terminal_open(&s->terminal, e);
        if (good) {
            good = board_session_run(session, e);
            terminal_close(&s->terminal);
        }
        free(both);
    } else {
        error_set(e, "no memory for the screen");
    }
    free(s);
    return good;
}
