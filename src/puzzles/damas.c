#include <stdlib.h>
#include <string.h>

#include "engines/damas/build.h"
#include "games/damas/moves.h"
#include "puzzles/prover.h"

enum {
    QUIET_MOST = 5,   /* moves without a capture, of both sides, that a gain may take */
    UNREST = 4,       /* further moves while a capture threatens */
    PLIES_MOST = 40,  /* captures included */
    KING = 3,         /* a king in men */
    BEATEN = 50,      /* a side that cannot move, in men */
    ANY = 1000,       /* more than any balance */
    TABLE_PIECES = 4, /* with at most that many, the tables decide */
    DISTANCE_MOST = 21,
    CALM_MOST = 10,    /* plies without progress before the position */
    CHOICES_LEAST = 3, /* moves to choose from at the first decision */
};

enum {
    SACRIFICE = 1 << 0,
    MULTI_CAPTURE = 1 << 1,
    BREAKTHROUGH = 1 << 2,
    KING_HUNT = 1 << 3,
    FORK = 1 << 4,
    ENDGAME = 1 << 5,
    BLOCKADE = 1 << 6,
    ATTACK = 1 << 7,
};
static const char *const themes[] = {"sacrifice", "multi-capture", "breakthrough",
                                     "king-hunt", "fork",          "endgame",
                                     "blockade",  "attack",        NULL};
static const uint8_t most[] = {100, 100, 100, 100, 100, 30, 100, 100};
static const char *const variants[] = {"", NULL};

typedef struct damas_solver {
    prover prover;
    const damas_rules *rules;
    damas_tables *tables; /* made when they are first needed */
    int table_pieces;
    bool no_tables; /* there is no memory for them */
} damas_solver;

static int material(const damas_board *b, int side) {
    return bits_count(b->man[side]) - bits_count(b->man[side ^ 1]) +
           KING * (bits_count(b->king[side]) - bits_count(b->king[side ^ 1]));
}

static bool captures(const damas_list *l) { return l->count && damas_captured(l->move[0]); }

/* The balance of material for `side`, which is to move, within a window: with `quiet` more moves
 * that capture nothing, and further ones while either side could capture. */
static int search(const damas_solver *s, const damas_board *b, int side, int alpha, int beta,
                  int quiet, int ply) {
    damas_list l;
    damas_generate(s->rules->flags, b, side, &l);
    if (l.count == 0) return -BEATEN;
    bool forced = captures(&l);
    if (!forced && quiet <= 0) {
        bool restless = quiet > -UNREST && damas_can_capture(s->rules->flags, b, side ^ 1);
        if (!restless) return material(b, side);
    }
    if (ply >= PLIES_MOST) return material(b, side);
    int best = -ANY;
    for (int i = 0; i < l.count && best < beta; i++) {
        damas_board after = *b;
        damas_board_play(&after, side, l.move[i]);
        int low = best > alpha ? best : alpha;
        int value = -search(s, &after, side ^ 1, -beta, -low, quiet - !forced, ply + 1);
        if (value > best) best = value;
    }
    return best;
}

/* The balance after a move of `side`, for `side`. */
static int value_of(const damas_solver *s, const damas_board *b, int side, damas_move m, int alpha,
                    int beta, int quiet) {
    damas_board after = *b;
    damas_board_play(&after, side, m);
    return -search(s, &after, side ^ 1, -beta, -alpha, quiet - !damas_captured(m), 1);
}

static bool reaches(const damas_solver *s, const damas_board *b, int side, damas_move m, int target,
                    int quiet) {
    return value_of(s, b, side, m, target - 1, target, quiet) >= target;
}

/* The smallest number of moves without a capture that reaches the target; QUIET_MOST is known to be
 * enough. */
static int effort(const damas_solver *s, const damas_board *b, int side, damas_move m, int target,
                  int quiet) {
    int least = 0;
    while (least < quiet && !reaches(s, b, side, m, target, least)) least++;
    return least;
}

/* The best reply to a move, with the balance that it leaves to the mover; 0 if there is none. */
static damas_move best_reply(const damas_solver *s, const damas_board *b, int side, damas_move m,
                             int quiet, int *value) {
    damas_board after = *b;
    damas_list l;
    damas_board_play(&after, side, m);
    damas_generate(s->rules->flags, &after, side ^ 1, &l);
    damas_move best = 0;
    *value = l.count ? ANY : BEATEN;
    for (int i = 0; i < l.count; i++) {
        int left =
            -value_of(s, &after, side ^ 1, l.move[i], -*value, ANY, quiet - !damas_captured(m));
        if (best && left >= *value) continue;
        best = l.move[i];
        *value = left;
    }
    return best;
}

/* The reply after which reaching the target takes longest. */
static damas_move longest_reply(const damas_solver *s, const damas_board *b, int side, int target,
                                int quiet) {
    damas_list l;
    damas_move best = 0;
    int longest = -1;
    damas_generate(s->rules->flags, b, side, &l);
    for (int i = 0; i < l.count; i++) {
        damas_board after = *b;
        damas_board_play(&after, side, l.move[i]);
        int left = quiet - !damas_captured(l.move[i]), least = 0;
        while (least < left && search(s, &after, side ^ 1, target - 1, target, least, 1) < target)
            least++;
        if (least <= longest) continue;
        longest = least;
        best = l.move[i];
    }
    return best;
}

/* A line being written. */
typedef struct line {
    damas_solver *solver;
    puzzle *out;
    game_position *at; /* the position that has been reached */
    int side, first_choices, real_decisions;
} line;

static const damas_board *board(const line *l) { return &damas_seen(l->at)->board; }

static void play(line *l, damas_move m) { game_play(l->solver->prover.rules, l->at, m, NULL); }

/* What a move of the solver shows about the themes. */
static void note_move(line *l, damas_move m) {
    const damas_board *b = board(l);
    damas_set taken = damas_captured(m);
    damas_board after = *b;
    damas_board_play(&after, l->side, m);
    if (bits_count(taken) >= 3) l->out->themes |= MULTI_CAPTURE;
    if (taken & b->king[l->side ^ 1]) l->out->themes |= KING_HUNT;
    if (bits_count(after.king[l->side]) > bits_count(b->king[l->side]))
        l->out->themes |= BREAKTHROUGH;
    if (damas_of(&after, l->side ^ 1) &&
        !damas_can_move(l->solver->rules->flags, &after, l->side ^ 1))
        l->out->themes |= BLOCKADE;
}

/* The theme of a first move after which the opponent cannot capture, but the solver could: one
 * piece is attacked, or two of which only one can be saved. */
static unsigned threat(const damas_solver *s, const damas_board *after, int side) {
    damas_set pieces = 0;
    damas_list l;
    if (damas_can_capture(s->rules->flags, after, side ^ 1)) return 0;
    /* All captures count here, not only those of most pieces. */
    unsigned any = s->rules->flags & ~(unsigned)(DAMAS_QUANTITY | DAMAS_QUALITY);
    damas_generate_captures(any, after, side, &l);
    for (int i = 0; i < l.count; i++) pieces |= damas_captured(l.move[i]);
    for (int i = 0; i < l.count; i++)
        for (int j = 0; j < i; j++)
            if (!(damas_captured(l.move[i]) & damas_captured(l.move[j]))) return FORK;
    return pieces ? ATTACK : 0;
}

/* Whether the target is reached for good: nobody can capture. */
static bool is_done(const line *l, int target) {
    unsigned flags = l->solver->rules->flags;
    const damas_board *b = board(l);
    return material(b, l->side) >= target && !damas_can_capture(flags, b, 0) &&
           !damas_can_capture(flags, b, 1);
}

/* One decision and the reply; *over if the line ends after it. */
static bool decide(line *l, int base, int target, int *quiet, bool *over) {
    damas_solver *s = l->solver;
    const prover *p = &s->prover;
    damas_board b = *board(l);
    damas_list moves;
    damas_generate(s->rules->flags, &b, l->side, &moves);
    bool good[DAMAS_MOVES_MAX];
    int main = -1, least = ANY;
    for (int i = 0; i < moves.count; i++) {
        good[i] = reaches(s, &b, l->side, moves.move[i], target, *quiet);
        int needs = good[i] ? effort(s, &b, l->side, moves.move[i], target, *quiet) : ANY;
        if (needs < least) main = i, least = needs;
    }
    if (main < 0 || !puzzle_decide(l->out)) return false;
    damas_move solution = moves.move[main];
    if (moves.count > 1) l->real_decisions++;
    bool fine = prover_add(p, l->out, true, l->at, solution, 0, target - base);
    for (int i = 0; i < moves.count; i++)
        if (good[i] && i != main)
            fine = fine && prover_add(p, l->out, true, l->at, moves.move[i], 0, target - base);
    for (int i = 0; fine && i < moves.count; i++) {
        if (good[i]) continue;
        int value;
        damas_move reply = best_reply(s, &b, l->side, moves.move[i], *quiet, &value);
        int shown = value <= -BEATEN ? PUZZLE_LOST : value - base;
        fine = prover_add(p, l->out, false, l->at, moves.move[i], reply, shown);
    }
    note_move(l, solution);
    *quiet -= !damas_captured(solution);
    play(l, solution);
    if (!damas_captured(solution)) l->out->themes |= threat(s, board(l), l->side) & FORK;
    *over = is_done(l, target) || damas_seen(l->at)->end != DAMAS_GOES_ON;
    if (*over || !fine) return fine;
    damas_move reply = longest_reply(s, board(l), l->side ^ 1, target, *quiet);
    if (!damas_captured(solution) && damas_captured(reply)) l->out->themes |= SACRIFICE;
    *quiet -= !damas_captured(reply);
    if (!reply || !prover_answer(p, l->out, l->at, reply)) return false;
    play(l, reply);
    return true;
}

/* The only move that gains at least a man. */
static bool prove_gain(line *l) {
    damas_solver *s = l->solver;
    const damas_board *b = board(l);
    damas_list moves;
    int base = material(b, l->side), only = -1;
    damas_generate(s->rules->flags, b, l->side, &moves);
    if (moves.count < CHOICES_LEAST || captures(&moves) ||
        damas_can_capture(s->rules->flags, b, l->side ^ 1))
        return false;
    for (int i = 0; i < moves.count; i++) {
        if (!reaches(s, b, l->side, moves.move[i], base + 1, QUIET_MOST)) continue;
        if (only >= 0) return false;
        only = i;
    }
    if (only < 0) return false;
    damas_move first = moves.move[only];
    int target = value_of(s, b, l->side, first, base, ANY, QUIET_MOST);
    if (target >= BEATEN) return false; /* a win, but only within this search */
    int depth = effort(s, b, l->side, first, base + 1, QUIET_MOST), quiet = QUIET_MOST;
    damas_board after = *b;
    damas_board_play(&after, l->side, first);
    l->out->themes |= threat(s, &after, l->side);
    bool over = false;
    l->out->goal = PUZZLE_GAIN;
    while (!over)
        if (!decide(l, base, target, &quiet, &over)) return false;
    l->out->rating = 520 + 190 * depth + 80 * (l->real_decisions - 1) +
                     14 * (moves.count < 16 ? moves.count : 16) +
                     (l->out->themes & SACRIFICE ? 60 : 0);
    return l->out->decisions >= 2;
}

/* Endings. */

static bool has_tables(damas_solver *s, int pieces) {
    if (s->table_pieces >= pieces) return true;
    if (s->no_tables) return false;
    damas_tables_destroy(s->tables);
    s->tables = damas_build_all(s->rules->flags, pieces, 1, NULL, NULL);
    s->table_pieces = s->tables ? pieces : 0;
    s->no_tables = !s->tables;
    return s->tables != NULL;
}

/* The value of a move for the side that makes it, and the plies to the end after it. */
static damas_value table_value(const damas_solver *s, const damas_board *b, int side, damas_move m,
                               int *plies) {
    static const damas_value for_mover[] = {
        [DAMAS_DRAWN] = DAMAS_DRAWN, [DAMAS_WON] = DAMAS_LOST, [DAMAS_LOST] = DAMAS_WON};
    damas_board after = *b;
    damas_board_play(&after, side, m);
    if (!damas_of(&after, side ^ 1)) {
        *plies = 0;
        return DAMAS_WON;
    }
    *plies = damas_tables_distance(s->tables, &after, side ^ 1);
    return for_mover[damas_tables_value(s->tables, &after, side ^ 1)];
}

/* The best move of a side: a win as soon, or a loss as late, as possible. */
static damas_move table_best(const damas_solver *s, const damas_board *b, int side,
                             damas_value *value, int *plies) {
    damas_list l;
    damas_move best = 0;
    int rank = -ANY;
    damas_generate(s->rules->flags, b, side, &l);
    for (int i = 0; i < l.count; i++) {
        int far;
        damas_value v = table_value(s, b, side, l.move[i], &far);
        int r = v == DAMAS_WON ? 500 - far : v == DAMAS_LOST ? -500 + far : 0;
        if (r <= rank) continue;
        rank = r;
        best = l.move[i];
        *value = v;
        *plies = far;
    }
    return best;
}

static bool decide_ending(line *l, bool *over) {
    damas_solver *s = l->solver;
    const prover *p = &s->prover;
    damas_board b = *board(l);
    damas_list moves;
    damas_value value;
    int plies;
    damas_generate(s->rules->flags, &b, l->side, &moves);
    damas_move solution = table_best(s, &b, l->side, &value, &plies);
    if (!solution || value != DAMAS_WON || !puzzle_decide(l->out)) return false;
    if (moves.count > 1) l->real_decisions++;
    bool fine = prover_add(p, l->out, true, l->at, solution, 0, PUZZLE_WON);
    for (int wrong = 0; wrong < 2; wrong++)
        for (int i = 0; fine && i < moves.count; i++) {
            damas_value v = table_value(s, &b, l->side, moves.move[i], &plies);
            if ((v != DAMAS_WON) != wrong || moves.move[i] == solution) continue;
            damas_board after = b;
            damas_value theirs;
            damas_board_play(&after, l->side, moves.move[i]);
            damas_move reply = wrong ? table_best(s, &after, l->side ^ 1, &theirs, &plies) : 0;
            fine = prover_add(p, l->out, !wrong, l->at, moves.move[i], reply,
                              !wrong            ? PUZZLE_WON
                              : v == DAMAS_LOST ? PUZZLE_LOST
                                                : 0);
        }
    note_move(l, solution);
    play(l, solution);
    *over = damas_seen(l->at)->end != DAMAS_GOES_ON;
    if (*over || !fine) return fine;
    damas_move reply = table_best(s, board(l), l->side ^ 1, &value, &plies);
    if (!damas_captured(solution) && damas_captured(reply)) l->out->themes |= SACRIFICE;
    if (!reply || !prover_answer(p, l->out, l->at, reply)) return false;
    play(l, reply);
    return damas_seen(l->at)->end == DAMAS_GOES_ON;
}

/* The only move that wins, by the tables. */
static bool prove_ending(line *l, int pieces) {
    damas_solver *s = l->solver;
    const damas_board *b = board(l);
    damas_list moves;
    int wins = 0, lost = 0, distance = 0;
    damas_generate(s->rules->flags, b, l->side, &moves);
    if (moves.count < CHOICES_LEAST || captures(&moves) || !has_tables(s, pieces)) return false;
    for (int i = 0; i < moves.count; i++) {
        int plies;
        damas_value v = table_value(s, b, l->side, moves.move[i], &plies);
        if (v == DAMAS_WON) wins++, distance = plies + 1;
        lost += v == DAMAS_LOST;
    }
    if (wins != 1 || distance < 3 || distance > DISTANCE_MOST) return false;
    bool lone = !b->man[l->side ^ 1];
    bool over = false;
    l->out->goal = PUZZLE_WIN;
    l->out->themes = ENDGAME;
    while (!over)
        if (!decide_ending(l, &over)) return false;
    if (lone) l->out->themes |= KING_HUNT;
    l->out->rating = 560 + 75 * distance + 60 * (l->real_decisions - 1) +
                     14 * (moves.count < 16 ? moves.count : 16) - (lost ? 60 : 0);
    return true;
}

static bool prove(prover *p, const game_position *view, puzzle *out) {
    damas_solver *s = (damas_solver *)p;
    const damas_position *v = damas_seen(view);
    line l = {.solver = s, .out = out, .side = v->side};
    int pieces = bits_count(damas_of(&v->board, 0) | damas_of(&v->board, 1));
    l.at = game_new_position(p->rules);
    if (!l.at) return false;
    game_copy(p->rules, l.at, view);
    /* What was played before must not draw the game within the line. */
    bool fresh = v->calm <= CALM_MOST && v->river == 0 && damas_times(v) == 1;
    bool good = v->end == DAMAS_GOES_ON && fresh &&
                (pieces <= TABLE_PIECES ? prove_ending(&l, pieces) : prove_gain(&l));
    free(l.at);
    return good;
}

static prover *create(const game_rules *rules, error *e) {
    const damas_rules *r = damas_rules_of(rules);
    damas_solver *s = r->profile == DAMAS_OFFICIAL ? calloc(1, sizeof *s) : NULL;
    if (!s) {
        error_set(e, r->profile == DAMAS_OFFICIAL ? "no memory for a prover"
                                                  : "puzzles need profile=official");
        return NULL;
    }
    *s = (damas_solver){.prover = {&damas_prover, rules}, .rules = r};
    return &s->prover;
}

static void destroy(prover *p) {
    damas_tables_destroy(((damas_solver *)p)->tables);
    free(p);
}

const prover_kind damas_prover = {
    .game = &damas_game,
    .themes = themes,
    .most = most,
    .rules = variants,
    .nodes = 1500,
    .random_plies = 6,
    .careless = 12,
    .spread = 4,
    .apart = 16,
    .create = create,
    .destroy = destroy,
    .prove = prove,
};
