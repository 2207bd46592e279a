#include "games/tictactoe/tictactoe.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/hash.h"

enum { FULL = (1 << TICTACTOE_CELLS) - 1, TEXT = 16, PICTURE = 32 };

static const uint16_t rows[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
static const char marks[] = "xo";

static const game_setting settings[] = {{.key = NULL}};

static bool create(const game_settings *chosen, game_rules **rules, error *e) {
    game_rules *r = malloc(sizeof *r);
    if (!r) return error_set(e, "no memory for rules");
    *r = (game_rules){.game = &tictactoe_game,
                      .settings = *chosen,
                      .seats = 2,
                      .position_bytes = sizeof(tictactoe_position),
                      .undo_bytes = 1,
                      .max_moves = TICTACTOE_CELLS,
                      .position_text_bytes = TEXT,
                      .picture_bytes = PICTURE};
    *rules = r;
    return true;
}

static void destroy(game_rules *rules) { free(rules); }

static const char *seat_name(const game_rules *rules, int seat) {
    (void)rules;
    return seat == 0 ? "Player 1" : "Player 2";
}

static tictactoe_position *own(game_position *p) { return (tictactoe_position *)(void *)p; }

static void start(const game_rules *rules, game_position *p) {
    memset(p, 0, rules->position_bytes);
}

static bool has_row(uint16_t taken) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if ((taken & rows[i]) == rows[i]) return true;
    return false;
}

static int mover(const tictactoe_position *p) {
    return bits_count(p->taken[0]) > bits_count(p->taken[1]);
}

static game_outcome outcome(const game_rules *rules, const game_position *position) {
    (void)rules;
    const tictactoe_position *p = tictactoe_seen(position);
    game_outcome o = {.winner = GAME_NOBODY};
    for (int seat = 0; seat < 2; seat++)
        if (has_row(p->taken[seat])) o.winner = seat;
    o.over = o.winner != GAME_NOBODY || (p->taken[0] | p->taken[1]) == FULL;
    if (o.over) o.reason = o.winner == GAME_NOBODY ? "the board is full" : "three in a row";
    return o;
}

static int turn(const game_rules *rules, const game_position *p) {
    return outcome(rules, p).over ? GAME_OVER : mover(tictactoe_seen(p));
}

static size_t moves(const game_rules *rules, const game_position *position, int seat,
                    game_move *list) {
    const tictactoe_position *p = tictactoe_seen(position);
    size_t count = 0;
    if (turn(rules, position) != seat) return 0;
    for (int cell = 0; cell < TICTACTOE_CELLS; cell++)
        if (!((p->taken[0] | p->taken[1]) >> cell & 1)) list[count++] = (game_move)cell + 1;
    return count;
}

static void play(const game_rules *rules, game_position *position, game_move m, void *unused) {
    (void)rules, (void)unused;
    tictactoe_position *p = own(position);
    p->taken[mover(p)] |= (uint16_t)(1 << tictactoe_cell(m));
}

static void undo(const game_rules *rules, game_position *position, game_move m,
                 const void *unused) {
    (void)rules, (void)unused;
    for (int seat = 0; seat < 2; seat++)
        own(position)->taken[seat] &= (uint16_t) ~(1 << tictactoe_cell(m));
}

static uint64_t hash(const game_rules *rules, const game_position *position) {
    (void)rules;
    const tictactoe_position *p = tictactoe_seen(position);
    return hash_join(p->taken[0], p->taken[1]);
}

/* Cells are a1 to c3: a column from the left, a row from the top. */
static void write_move(const game_rules *rules, const game_position *before, game_move m, text *t) {
    (void)rules, (void)before;
    text_addf(t, "%c%d", 'a' + tictactoe_cell(m) % 3, tictactoe_cell(m) / 3 + 1);
}

static bool read_move(const game_rules *rules, const game_position *position, const char *word,
                      game_move *m, error *e) {
    const tictactoe_position *p = tictactoe_seen(position);
    if (outcome(rules, position).over) return error_code(e, "game-over", "the game is over");
    if (strlen(word) != 2 || word[0] < 'a' || word[0] > 'c' || word[1] < '1' || word[1] > '3')
        return error_code(e, "tictactoe-not-a-cell",
                          "'%.40s' is not a cell: write a column and a row, as in b2", word);
    int cell = 3 * (word[1] - '1') + (word[0] - 'a');
    if ((p->taken[0] | p->taken[1]) >> cell & 1)
        return error_code(e, "tictactoe-taken", "%s is taken", word);
    *m = (game_move)cell + 1;
    return true;
}

static char mark_at(const tictactoe_position *p, int cell) {
    for (int seat = 0; seat < 2; seat++)
        if (p->taken[seat] >> cell & 1) return marks[seat];
    return '.';
}

static void write_position(const game_rules *rules, const game_position *position, text *t) {
    (void)rules;
    for (int cell = 0; cell < TICTACTOE_CELLS; cell++) {
        if (cell && cell % 3 == 0) text_add_char(t, '/');
        text_add_char(t, mark_at(tictactoe_seen(position), cell));
    }
}

static bool read_position(const game_rules *rules, const char *source, game_position *position,
                          error *e) {
    tictactoe_position read = {.taken = {0}};
    scan s = scan_string(source);
    for (int cell = 0; cell < TICTACTOE_CELLS; cell++) {
        if (cell && cell % 3 == 0 && !scan_char(&s, '/')) break;
        int seat = scan_char(&s, 'x') ? 0 : scan_char(&s, 'o') ? 1 : scan_char(&s, '.') ? 2 : -1;
        if (seat < 0) return error_set(e, "position: cell %d is none of x, o and .", cell + 1);
        if (seat < 2) read.taken[seat] |= (uint16_t)(1 << cell);
    }
    int ahead = bits_count(read.taken[0]) - bits_count(read.taken[1]);
    if (!scan_done(&s)) return error_set(e, "position: three rows of three, as in x../.o./...");
    if (ahead < 0 || ahead > 1) return error_set(e, "position: x and o take turns, x begins");
    if (has_row(read.taken[0]) && has_row(read.taken[1]))
        return error_set(e, "position: both have three in a row");
    if (has_row(read.taken[0]) != (has_row(read.taken[0]) && ahead == 1) ||
        (has_row(read.taken[1]) && ahead == 1))
        return error_set(e, "position: a row was completed before the last move");
    memcpy(position, &read, rules->position_bytes);
    return true;
}

static void picture(const game_rules *rules, const game_position *position, game_style style,
                    text *t) {
    (void)rules, (void)style;
    for (int cell = 0; cell < TICTACTOE_CELLS; cell++)
        text_addf(t, "%c%s", mark_at(tictactoe_seen(position), cell), cell % 3 == 2 ? "\n" : " ");
}

const game tictactoe_game = {
    .name = "tictactoe",
    .title = "Tic-tac-toe",
    .summary = "Take turns; three in a row win.",
    .features = {.draws = true},
    .settings = settings,
    .create = create,
    .destroy = destroy,
    .seat_name = seat_name,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .undo = undo,
    .outcome = outcome,
    .hash = hash,
    .write_move = write_move,
    .read_move = read_move,
    .write_position = write_position,
    .read_position = read_position,
    .picture = picture,
};
