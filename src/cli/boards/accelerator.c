/* damero board trax as a laboratory board: the accelerator, or a design of it. A processor's orders
 * are typed, or come from --keys; after each, the registers, the board and the counter are shown.
 */
#include <string.h>

#include "boards/trax/accelerator.h"
#include "boards/trax/registers.h"
#include "cli/boards/board.h"
#include "cli/boards/design.h"
#include "cli/boards/session.h"
#include "cli/setup.h"
#include "cli/stop.h"
#include "cli/terminal.h"

enum {
    LINE = 400,             /* characters of a typed line */
    AROUND = 3,             /* spaces shown around the tiles */
    TICKS_MOST = 100000000, /* of one step: a second of the clock */
};

static const char separators[] = ";\n";

typedef enum deed {
    ORDER,
    STEP,
    FINISH,
    WAIT,
    RESET,
    MEMORY,
    BOARD,
    REGISTERS,
    HELP,
    QUIT,
} deed;

typedef struct command {
    deed deed;
    uint64_t value; /* the word of an order, the ticks of a step, whether to wait */
} command;

static const struct {
    const char *name;
    deed deed;
    uint32_t operation; /* of an order */
    const char *form, *help;
} words[] = {
    {"place", ORDER, TRAX_PLACE, "place ROW COLUMN TILE",
     "order 01: lays a tile (0101) and lists the moves"},
    {"evaluate", ORDER, TRAX_EVALUATE, "evaluate ROW COLUMN TILE",
     "order 11: what the tile there would be worth"},
    {"read", ORDER, TRAX_READ, "read ADDRESS", "order 10: an entry of the memory"},
    {"clear", ORDER, 0, "clear", "an order with the reset bit: the empty board"},
    {"write", ORDER, 0, "write WORD", "any word in register 0: 0x40000577"},
    {"wait", WAIT, 0, "wait on|off",
     "whether an order runs until it is done, or only its first edge"},
    {"step", STEP, 0, "step [TICKS]", "lets the clock run"},
    {"finish", FINISH, 0, "finish", "lets the clock run until the order is done"},
    {"memory", MEMORY, 0, "memory", "reads all entries by orders"},
    {"registers", REGISTERS, 0, "registers", "the four registers"},
    {"board", BOARD, 0, "board", "the tiles and the listed spaces"},
    {"reset", RESET, 0, "reset", "the reset pin, for one tick"},
    {"help", HELP, 0, "help", "this list; several orders in a line are separated by ;"},
    {"quit", QUIT, 0, "quit", ""},
};
enum { WORDS = sizeof words / sizeof *words };

typedef struct console {
    board_session *session;
    const char *script; /* NULL: the standard input */
    trax_fields fields;
    unsigned size;
    bool waits; /* an order runs until it is done */
    bool ascii;
} console;

static device *board_of(const console *c) { return c->session->board; }

/* What no pin shows: of a design, as our device has it after the same orders. */
static const device *inside(const console *c) { return design_ours(board_of(c)); }

/* ---- reading ---- */

static bool read_tile(scan *s, uint32_t *tile) {
    const char *word;
    size_t length;
    scan_blanks(s);
    if (!scan_word(s, "", &word, &length) || length != 4) return false;
    *tile = 0;
    for (size_t i = 0; i < length; i++) {
        if (word[i] != '0' && word[i] != '1') return false;
        *tile = *tile << 1 | (uint32_t)(word[i] - '0');
    }
    return true;
}

static bool read_number(scan *s, uint64_t most, uint64_t *value) {
    scan_blanks(s);
    return scan_number(s, 0, most, value);
}

static bool read_turn(const console *c, scan *s, uint32_t operation, uint64_t *word) {
    uint64_t row, column;
    uint32_t tile;
    if (!read_number(s, c->size - 1, &row) || !read_number(s, c->size - 1, &column) ||
        !read_tile(s, &tile))
        return false;
    *word = trax_order(c->fields, operation, (unsigned)row, (unsigned)column, tile);
    return true;
}

static bool read_address(const console *c, scan *s, uint64_t *word) {
    uint64_t address;
    if (!read_number(s, (1u << c->fields.address) - 1, &address)) return false;
    *word = (uint64_t)TRAX_READ << 30 | address << (2 * c->fields.coordinate + 4);
    return true;
}

static bool read_word(scan *s, uint64_t *value) {
    const char *word;
    size_t length;
    uint64_t known;
    scan_blanks(s);
    return scan_word(s, "", &word, &length) && trace_read_value(word, length, value, &known) &&
           known == UINT64_MAX && *value <= UINT32_MAX;
}

static bool read_wait(scan *s, uint64_t *value) {
    const char *word;
    size_t length;
    scan_blanks(s);
    if (!scan_word(s, "", &word, &length)) return false;
    *value = text_same(word, length, "on");
    return *value || text_same(word, length, "off");
}

/* What follows the command's name. */
static bool read_rest(const console *c, size_t which, scan *s, command *out) {
    out->deed = words[which].deed;
    out->value = 1;
    scan_blanks(s);
    if (out->deed == WAIT) return read_wait(s, &out->value);
    if (out->deed == STEP)
        return scan_done(s) || (read_number(s, TICKS_MOST, &out->value) && out->value > 0);
    if (out->deed != ORDER) return true;
    if (words[which].operation == TRAX_READ) return read_address(c, s, &out->value);
    if (words[which].operation) return read_turn(c, s, words[which].operation, &out->value);
    out->value = TRAX_RESET;
    return strcmp(words[which].name, "clear") == 0 || read_word(s, &out->value);
}

static bool read_command(const console *c, scan s, command *out, error *e) {
    const char *name;
    size_t length, which = 0;
    scan_blanks(&s);
    if (!scan_word(&s, "", &name, &length)) return error_set(e, "expected an order");
    while (which < WORDS && !text_same(name, length, words[which].name)) which++;
    if (which == WORDS)
        return error_set(e, "'%.*s' is not an order; help lists them", (int)length, name);
    if (read_rest(c, which, &s, out) && (scan_blanks(&s), scan_done(&s))) return true;
    return error_set(e, "expected: %s (%ux%u spaces, a tile is four bits)", words[which].form,
                     c->size, c->size);
}

/* ---- showing ---- */

static void write_tile(unsigned tile, char code[5]) {
    for (unsigned i = 0; i < 4; i++) code[i] = (char)('0' + (tile >> (3 - i) & 1));
    code[4] = '\0';
}

/* A register, read without time passing. */
static uint32_t peek(const console *c, unsigned number) {
    device_set(board_of(c), ACCELERATOR_ADDRESS, number);
    uint32_t word = (uint32_t)device_get(board_of(c), ACCELERATOR_READDATA);
    device_set(board_of(c), ACCELERATOR_ADDRESS, 0);
    return word;
}

static void print_order(const console *c, uint32_t word) {
    static const char *const operations[] = {"none", "place", "read", "evaluate"};
    unsigned k = c->fields.coordinate;
    char tile[5];
    write_tile(trax_bits(word, 2 * k, 4), tile);
    printf("0 order   0x%08x  %s", word, operations[word >> 30]);
    if (word & TRAX_RESET) printf(", reset");
    if (word >> 30 == TRAX_READ)
        printf(", address %u", trax_bits(word, 2 * k + 4, c->fields.address));
    else if (word >> 30)
        printf(", row %u, column %u, tile %s", trax_bits(word, k, k), trax_bits(word, 0, k), tile);
    printf("\n");
}

static void print_tiles(unsigned fit) {
    char tile[5];
    for (unsigned i = 0; i < 6; i++) {
        if (!(fit >> i & 1)) continue;
        write_tile(trax_tile_order[i], tile);
        printf(" %s", tile);
    }
}

static void print_list_result(const console *c, uint32_t word) {
    unsigned k = c->fields.coordinate, a = c->fields.address, fit = trax_bits(word, a + 2 * k, 6);
    printf("1 result  0x%08x  %s, %u spaces", word, word & TRAX_DONE ? "done" : "not done",
           trax_bits(word, 0, a));
    if (fit) {
        printf("; row %u, column %u, tiles", trax_bits(word, a + k, k), trax_bits(word, a, k));
        print_tiles(fit);
    }
    printf("\n");
}

static void print_evaluation(uint32_t word) {
    printf("2 result  0x%08x  %s, own corners %u, the opponent's %u, own threats %u%s%s%s%s\n",
           word, word & TRAX_DONE ? "done" : "not done", trax_bits(word, TRAX_OWN_CORNERS, 6),
           trax_bits(word, TRAX_OTHER_CORNERS, 6), trax_bits(word, TRAX_OWN_THREATS, 3),
           trax_bits(word, TRAX_INVALID, 1) ? ", invalid" : "",
           trax_bits(word, TRAX_LOSES, 1) ? ", the opponent can win" : "",
           trax_bits(word, TRAX_WON, 1) ? ", the mover has won" : "",
           trax_bits(word, TRAX_LOST, 1) ? ", the opponent has won" : "");
}

static void print_registers(const console *c, uint64_t since) {
    print_order(c, peek(c, 0));
    print_list_result(c, peek(c, 1));
    print_evaluation(peek(c, 2));
    uint64_t now = board_of(c)->now;
    printf("3 cycles  %10u  tick %llu (+%llu), %s\n", peek(c, 3), (unsigned long long)now,
           (unsigned long long)(now - since),
           device_get(board_of(c), ACCELERATOR_BUSY) ? "busy" : "idle");
}

/* A tile as its white track, in ASCII as the hexadecimal digit of its code. */
static const char *picture_of(const console *c, unsigned tile) {
    static const char *const lines[] = {
        [3] = "└", [5] = "│", [6] = "┘", [9] = "┌", [10] = "─", [12] = "┐"};
    static const char *const digits[] = {
        [3] = "3", [5] = "5", [6] = "6", [9] = "9", [10] = "a", [12] = "c"};
    return c->ascii ? digits[tile] : lines[tile];
}

static bool is_listed(const device *d, unsigned row, unsigned column) {
    for (size_t i = 0; i < accelerator_entries(d); i++) {
        accelerator_entry entry = accelerator_entry_at(d, i);
        if (entry.row == row && entry.column == column) return true;
    }
    return false;
}

/* The part of the board that has tiles. */
static void print_board(const console *c) {
    const device *d = inside(c);
    unsigned low[2] = {c->size, c->size}, high[2] = {0, 0}, tiles = 0;
    for (unsigned row = 0; row < c->size; row++)
        for (unsigned column = 0; column < c->size; column++) {
            if (!accelerator_tile(d, row, column)) continue;
            unsigned at[2] = {row, column};
            for (int i = 0; i < 2; i++) {
                if (at[i] < low[i]) low[i] = at[i];
                if (at[i] > high[i]) high[i] = at[i];
            }
            tiles++;
        }
    if (!tiles) {
        printf("%ux%u spaces, no tile\n", c->size, c->size);
        return;
    }
    for (int i = 0; i < 2; i++) {
        low[i] = low[i] < AROUND ? 0 : low[i] - AROUND;
        high[i] = high[i] + AROUND >= c->size ? c->size - 1 : high[i] + AROUND;
    }
    printf("  ");
    for (unsigned column = low[1]; column <= high[1]; column++) printf(" %2u", column);
    printf("\n");
    for (unsigned row = low[0]; row <= high[0]; row++) {
        printf("%2u", row);
        for (unsigned column = low[1]; column <= high[1]; column++) {
            unsigned tile = accelerator_tile(d, row, column);
            printf("  %s", tile ? picture_of(c, tile) : is_listed(d, row, column) ? "*" : ".");
        }
        printf("\n");
    }
    printf("%u tile%s, drawn as %s; * has a legal move%s\n", tiles, tiles == 1 ? "" : "s",
           c->ascii ? "codes" : "white tracks",
           design_is(board_of(c)) ? " (board and moves by our device)" : "");
}

static void print_help(void) {
    for (size_t i = 0; i < WORDS; i++) printf("  %-26s%s\n", words[i].form, words[i].help);
}

/* ---- doing ---- */

/* Lets the clock run until the order is done, and shows its result at the pins for one tick, as a
 * processor reads it: so that it is in a trace. */
static void finish(const console *c) {
    uint64_t busy = UINT64_C(1) << ACCELERATOR_BUSY,
             end = board_of(c)->now + accelerator_patience(inside(c));
    error unused;
    while (device_get(board_of(c), ACCELERATOR_BUSY) && board_of(c)->now < end &&
           !design_failed(board_of(c), &unused))
        board_session_step(c->session, busy, end - board_of(c)->now);
    device_set(board_of(c), ACCELERATOR_ADDRESS, peek(c, 0) >> 30 == TRAX_EVALUATE ? 2 : 1);
    board_session_pass(c->session, 1);
    device_set(board_of(c), ACCELERATOR_ADDRESS, 0);
}

static void give_order(const console *c, uint32_t word) {
    device_set(board_of(c), ACCELERATOR_WRITEDATA, word);
    device_set(board_of(c), ACCELERATOR_WRITE, 1);
    board_session_pass(c->session, 1);
    device_set(board_of(c), ACCELERATOR_WRITE, 0);
    if (c->waits) finish(c);
}

static void read_memory(const console *c) {
    unsigned k = c->fields.coordinate, a = c->fields.address, count = trax_bits(peek(c, 1), 0, a);
    for (unsigned i = 0; i < count; i++) {
        give_order(c, (uint32_t)TRAX_READ << 30 | i << (2 * k + 4));
        if (!c->waits) finish(c);
        uint32_t entry = peek(c, 1);
        printf("%3u  row %2u, column %2u, tiles", i, trax_bits(entry, a + k, k),
               trax_bits(entry, a, k));
        print_tiles(trax_bits(entry, a + 2 * k, 6));
        printf("\n");
    }
}

static void press_reset(const console *c) {
    device_set(board_of(c), ACCELERATOR_RESET, 1);
    board_session_pass(c->session, 1);
    device_set(board_of(c), ACCELERATOR_RESET, 0);
}

/* False: to leave. */
static bool execute(console *c, command what) {
    uint64_t since = board_of(c)->now;
    switch (what.deed) {
    case ORDER: give_order(c, (uint32_t)what.value); break;
    case STEP: board_session_pass(c->session, what.value); break;
    case FINISH: finish(c); break;
    case WAIT: c->waits = what.value; return true;
    case RESET: press_reset(c); break;
    case MEMORY: read_memory(c); break;
    case BOARD:
    case REGISTERS: break;
    case HELP: print_help(); return true;
    case QUIT: return false;
    }
    bool places = what.deed == ORDER && (what.value >> 30 == TRAX_PLACE || what.value & TRAX_RESET);
    if (what.deed != BOARD) print_registers(c, since);
    if (places || what.deed == BOARD || what.deed == RESET) print_board(c);
    fflush(stdout);
    error unused;
    return !design_failed(board_of(c), &unused);
}

/* Reads the commands of a text, and executes them or only checks them. False with an error if one
 * is wrong; without, to leave. */
static bool go_through(console *c, const char *given, bool only_check, error *e) {
    command what;
    e->message[0] = '\0';
    for (const char *at = given; *at;) {
        size_t length = strcspn(at, separators);
        scan s = scan_over(at, length);
        at += length + (at[length] != '\0');
        if (scan_blanks(&s), scan_done(&s)) continue;
        if (!read_command(c, s, &what, e)) return false;
        if (!only_check && !execute(c, what)) return false;
    }
    return true;
}

static void run(board_session *session, void *context) {
    console *c = context;
    char line[LINE];
    error e;
    c->session = session;
    if (c->script) {
        go_through(c, c->script, false, &e);
        return;
    }
    bool person = terminal_there();
    if (person)
        printf("The Trax accelerator: %ux%u spaces, 100 MHz. Type an order, or help.\n", c->size,
               c->size);
    for (bool going = true; going && cli_ask(person ? "> " : "", line, sizeof line);) {
        going = go_through(c, line, true, &e) && go_through(c, line, false, &e);
        if (!e.message[0]) continue;
        fprintf(stderr, "%s\n", e.message);
        going = true;
    }
}

int cli_board_accelerator(const cli_arguments *a) {
    error e;
    board_session s = {.settings = cli_value(a, "settings"), .play = run};
    console c = {
        .session = &s, .script = cli_value(a, "keys"), .waits = true, .ascii = cli_style(a).ascii};
    s.context = &c;
    s.board = cli_board_device(a, &trax_accelerator, s.settings, &e);
    bool good = s.board && board_session_read(a, &s, &e);
    if (good) {
        c.size = accelerator_size(inside(&c));
        c.fields = accelerator_fields(inside(&c));
        good = !c.script || go_through(&c, c.script, true, &e) || error_in(&e, "--keys");
        good = good && board_session_run(&s, &e) && cli_design_holds(s.board, &e);
    }
    device_destroy(s.board);
    return good ? CLI_OK : cli_fail_with(a, &e);
}
