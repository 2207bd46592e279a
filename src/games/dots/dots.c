#include "games/dots/dots.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "games/dots/notation.h"
#include "games/dots/picture.h"

enum { SIZE, BORDER, PASS };

static const game_setting settings[] = {
    [SIZE] = {.key = "size",
              .initial = "5x5",
              .meaning = "boxes: rows x columns",
              .kind = SETTING_SIZE,
              .least = 1,
              .most = DOTS_SIDE_MAX},
    [BORDER] = {.key = "border",
                .initial = "free",
                .meaning = "lines drawn at the start: none, left and bottom, or the whole border",
                .kind = SETTING_CHOICE,
                .choices = "free icelandic swedish"},
    [PASS] = {.key = "pass",
              .initial = "off",
              .meaning =
                  "whether a player may pass (contest rules); two passes in a row end the game",
              .kind = SETTING_CHOICE,
              .choices = "off on"},
    {0},
};

static void number_lines(dots_rules *r) {
    int stride = 2 * r->columns + 1;
    for (int line = 0; line < r->lines; line++) {
        int row = line / stride, at = line % stride;
        bool vertical = at >= r->columns;
        int column = vertical ? at - r->columns : at;
        dots_sides *s = &r->sides[line];
        for (int side = 0; side < 2; side++) {
            /* Side 0 is above or to the left, side 1 below or to the right. */
            int box_row = vertical ? row : row - 1 + side;
            int box_column = vertical ? column - 1 + side : column;
            bool inside =
                box_row >= 0 && box_row < r->rows && box_column >= 0 && box_column < r->columns;
            s->box[side] = (uint16_t)(inside ? box_row * r->columns + box_column : DOTS_NO_BOX);
            s->top[side] = (uint16_t)(inside ? box_row * stride + box_column : DOTS_LINES_MAX);
        }
    }
}

static void draw_border(dots_rules *r, dots_border border) {
    int stride = 2 * r->columns + 1;
    if (border == DOTS_FREE) return;
    for (int column = 0; column < r->columns; column++) {
        bits_add(r->border, (size_t)(r->rows * stride + column));
        if (border == DOTS_SWEDISH) bits_add(r->border, (size_t)column);
    }
    for (int row = 0; row < r->rows; row++) {
        bits_add(r->border, (size_t)(row * stride + r->columns));
        if (border == DOTS_SWEDISH) bits_add(r->border, (size_t)(row * stride + 2 * r->columns));
    }
}

static bool create(const game_settings *chosen, game_rules **out, error *e) {
    int rows = chosen->value[SIZE].number, columns = chosen->value[SIZE].second;
    dots_border border = (dots_border)chosen->value[BORDER].number;
    if (border == DOTS_SWEDISH && rows == 1 && columns == 1)
        return error_code(e, "no-line-to-draw", "size=1x1,border=swedish leaves no line to draw");
    dots_rules *r = calloc(1, sizeof *r);
    if (!r) return error_set(e, "no memory for the rules");
    r->rows = rows;
    r->columns = columns;
    r->boxes = rows * columns;
    r->lines = (rows + 1) * columns + rows * (columns + 1);
    r->pass = chosen->value[PASS].number == 1;
    r->box_mask = UINT64_C(1) | UINT64_C(3) << columns;
    r->wide = 2 * columns + 1 > 63;
    if (!r->wide) r->box_mask |= UINT64_C(1) << (2 * columns + 1);
    number_lines(r);
    draw_border(r, border);
    r->rules = (game_rules){.game = &dots_game,
                            .settings = *chosen,
                            .seats = 2,
                            .position_bytes = sizeof(dots_position),
                            .undo_bytes = sizeof(dots_undo),
                            .max_moves = (size_t)r->lines + 1,
                            .position_text_bytes = dots_position_text_bytes(r),
                            .picture_bytes = dots_picture_bytes(r)};
    *out = &r->rules;
    return true;
}

static void destroy(game_rules *rules) { free(rules); }

static const char *seat_name(const game_rules *rules, int seat) {
    (void)rules;
    return seat == 0 ? "Player 1" : "Player 2";
}

void dots_start(const dots_rules *r, dots_position *p) {
    memset(p, 0, sizeof *p);
    memcpy(p->lines, r->border, sizeof r->border);
    int drawn = 0;
    for (int word = 0; word < DOTS_LINE_WORDS; word++) drawn += bits_count(r->border[word]);
    p->open = (uint16_t)(r->lines - drawn);
}

int dots_play_out(const dots_rules *r, dots_position *p, random_source *random) {
    /* Every open line is always legal, so a random game is a random order of the lines. */
    uint16_t open[DOTS_LINES_MAX];
    int count = 0, total;
    for (int word = 0; word * 64 < r->lines; word++) {
        int left = r->lines - word * 64;
        uint64_t mask = left >= 64 ? UINT64_MAX : (UINT64_C(1) << left) - 1;
        for (uint64_t set = ~p->lines[word] & mask; set;)
            open[count++] = (uint16_t)(word * 64 + bits_take(&set));
    }
    for (total = count; count > 0; count--) {
        uint32_t pick = random_below(random, (uint32_t)count);
        dots_draw(r, p, open[pick]);
        open[pick] = open[count - 1];
    }
    return total;
}

static dots_position *of(game_position *p) { return (dots_position *)(void *)p; }
static const dots_position *seen(const game_position *p) {
    return (const dots_position *)(const void *)p;
}

static void start(const game_rules *rules, game_position *position) {
    dots_start(dots_rules_of(rules), of(position));
}

static int turn(const game_rules *rules, const game_position *position) {
    (void)rules;
    return dots_over(seen(position)) ? GAME_OVER : seen(position)->mover;
}

static size_t moves(const game_rules *rules, const game_position *position, int seat,
                    game_move *out) {
    const dots_rules *r = dots_rules_of(rules);
    const dots_position *p = seen(position);
    size_t count = 0;
    if (dots_over(p) || seat != p->mover) return 0;
    for (int line = 0; line < r->lines; line++)
        if (!dots_drawn(p, line)) out[count++] = dots_move_of(line);
    if (r->pass) out[count++] = DOTS_PASS;
    return count;
}

static void play(const game_rules *rules, game_position *position, game_move move, void *undo) {
    dots_position *p = of(position);
    if (undo) *(dots_undo *)undo = (dots_undo){.mover = p->mover, .passes = p->passes};
    if (move == DOTS_PASS) {
        p->mover ^= 1;
        p->passes++;
    } else {
        dots_draw(dots_rules_of(rules), p, dots_line_of(move));
    }
}

static void undo(const game_rules *rules, game_position *position, game_move move,
                 const void *undo) {
    const dots_rules *r = dots_rules_of(rules);
    dots_position *p = of(position);
    const dots_undo *before = undo;
    p->mover = before->mover;
    p->passes = before->passes;
    if (move == DOTS_PASS) return;
    int line = dots_line_of(move);
    for (int side = 0; side < 2; side++) {
        if (!dots_box_done(r, p, r->sides[line].top[side])) continue;
        bits_remove(p->won[p->mover], (size_t)r->sides[line].box[side]);
        p->score[p->mover]--;
    }
    bits_remove(p->lines, (size_t)line);
    p->open++;
}

static game_outcome outcome(const game_rules *rules, const game_position *position) {
    (void)rules;
    const dots_position *p = seen(position);
    game_outcome o = {.winner = GAME_NOBODY, .score = {p->score[0], p->score[1]}};
    if (!dots_over(p)) return o;
    o.over = true;
    o.reason = p->open == 0 ? "every line is drawn" : "both passed";
    if (p->score[0] != p->score[1]) o.winner = p->score[0] > p->score[1] ? 0 : 1;
    return o;
}

static uint64_t hash(const game_rules *rules, const game_position *position) {
    const dots_rules *r = dots_rules_of(rules);
    const dots_position *p = seen(position);
    uint64_t h = hash_join((uint64_t)p->mover << 2 | p->passes, (uint64_t)r->lines);
    for (int word = 0; word * 64 < r->lines; word++) h = hash_join(h, p->lines[word]);
    for (int word = 0; word * 64 < r->boxes; word++)
        h = hash_join(hash_join(h, p->won[0][word]), p->won[1][word]);
    return h;
}

/* A line after a reflection: bit 0 left to right, bit 1 top to bottom, bit 2 along the diagonal,
 * which only a square grid has. */
static int reflect(const dots_rules *r, int line, unsigned how) {
    dots_ends d = dots_line_ends(r, line);
    if (how & 1) d = (dots_ends){r->columns + 2 - d.x1, d.y1, r->columns + 2 - d.x2, d.y2};
    if (how & 2) d = (dots_ends){d.x1, r->rows + 2 - d.y1, d.x2, r->rows + 2 - d.y2};
    if (how & 4) d = (dots_ends){d.y1, d.x1, d.y2, d.x2};
    return dots_line_between(r, d);
}

/* Who owns which box does not matter for the rest of the game, only how many. */
static uint64_t symmetric_hash(const game_rules *rules, const game_position *position) {
    const dots_rules *r = dots_rules_of(rules);
    const dots_position *p = seen(position);
    uint64_t least = UINT64_MAX;
    for (unsigned how = 0; how < (r->rows == r->columns ? 8u : 4u); how++) {
        uint64_t lines[DOTS_LINE_WORDS] = {0}, h = (uint64_t)r->lines;
        for (int line = 0; line < r->lines; line++)
            if (dots_drawn(p, line)) bits_add(lines, (size_t)reflect(r, line, how));
        for (int word = 0; word * 64 < r->lines; word++) h = hash_join(h, lines[word]);
        if (h < least) least = h;
    }
    uint64_t rest = (uint64_t)p->mover << 2 | p->passes;
    uint64_t first = p->score[0], second = p->score[1];
    return hash_join(least, rest << 16 | (first & 255) << 8 | (second & 255) | (first >> 8) << 40 |
                                (second >> 8) << 48);
}

const game dots_game = {
    .name = "dots",
    .title = "Dots and Boxes",
    .summary = "Draw lines between dots; complete a box to own it and move again.",
    .features = {.scores = true, .labels = true},
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
    .symmetric_hash = symmetric_hash,
    .write_move = dots_write_move,
    .read_move = dots_read_move,
    .write_position = dots_write_position,
    .read_position = dots_read_position,
    .picture = dots_picture,
};
