#include "boards/damas/arbiter.h"

#include <string.h>

#include "boards/damas/keypad.h"
#include "games/damas/notation.h"

static uint8_t cell_of(const arbiter *a, int bit) {
    return (uint8_t)(8 * damas_row(bit) + damas_column(a->rules->variant, bit));
}

/* The contents of a cell once the memory has caught up with the game. */
static uint8_t content_of(const damas_board *b, int bit) {
    damas_set s = damas_one(bit);
    return b->man[0] & s    ? CELL_WHITE_MAN
           : b->man[1] & s  ? CELL_BLACK_MAN
           : b->king[0] & s ? CELL_WHITE_KING
           : b->king[1] & s ? CELL_BLACK_KING
                            : CELL_EMPTY;
}

/* A cell of the memory that holds this position. */
static uint8_t content_at(const arbiter *a, const damas_position *p, int cell) {
    return a->bit[cell] < 0 ? CELL_EMPTY : content_of(&p->board, a->bit[cell]);
}

void arbiter_create(arbiter *a, const damas_rules *rules, bool by_machines) {
    memset(a, 0, sizeof *a);
    a->rules = rules;
    a->by_machines = by_machines;
    memset(a->bit, -1, sizeof a->bit);
    for (int s = 0; s < DAMAS_SQUARES; s++)
        a->bit[cell_of(a, damas_bit_of(s))] = (int8_t)damas_bit_of(s);
    arbiter_reset(a);
}

void arbiter_reset(arbiter *a) {
    a->state = ARBITER_REST;
    a->count = a->origin = a->destination = 0;
    a->via_count = a->writes = a->written = 0;
    a->white = true;
    a->victory = a->draw = a->several = false;
    damas_start(a->rules, &a->position);
    machines_reset(&a->machines);
    for (int cell = 0; cell < ARBITER_CELLS; cell++)
        a->start[cell] = content_at(a, &a->position, cell);
}

static void enter(arbiter *a, arbiter_state state) {
    a->state = state;
    a->count = 0;
}

static void ask_origin(arbiter *a) {
    a->origin = a->destination = 0;
    a->via_count = 0;
    enter(a, ARBITER_ORIGIN_ROW);
}

static void ask_destination(arbiter *a) {
    a->destination = 0;
    enter(a, ARBITER_DESTINATION_ROW);
}

static void fill_cell(arbiter *a) {
    uint8_t cell = a->count++;
    a->memory[cell] = content_at(a, &a->position, cell);
    if (a->count == ARBITER_CELLS) ask_origin(a);
}

static bool digit_awaited(arbiter_state s) {
    return s == ARBITER_ORIGIN_ROW || s == ARBITER_ORIGIN_COLUMN || s == ARBITER_DESTINATION_ROW ||
           s == ARBITER_DESTINATION_COLUMN;
}

static bool enter_awaited(arbiter_state s) {
    return s == ARBITER_ORIGIN_ROW_ENTER || s == ARBITER_ORIGIN_COLUMN_ENTER ||
           s == ARBITER_DESTINATION_ROW_ENTER || s == ARBITER_DESTINATION_COLUMN_ENTER;
}

static void take_digit(arbiter *a, uint8_t digit) {
    bool row = a->state == ARBITER_ORIGIN_ROW || a->state == ARBITER_DESTINATION_ROW;
    uint8_t *square = a->state < ARBITER_DESTINATION_ROW ? &a->origin : &a->destination;
    *square = (uint8_t)(row ? digit << 3 | (*square & 7) : (*square & 070) | digit);
    enter(a, a->state + 1);
}

static void take_enter(arbiter *a, const arbiter_inputs *in) {
    a->several = in->multiple;
    switch (a->state) {
    case ARBITER_ORIGIN_COLUMN_ENTER: enter(a, ARBITER_CHECK_ORIGIN); break;
    case ARBITER_DESTINATION_COLUMN_ENTER: enter(a, ARBITER_CHECK_DESTINATION); break;
    default: enter(a, a->state + 1); break;
    }
}

static void check_origin(arbiter *a) {
    damas_list l;
    damas_list_moves(a->rules, &a->position, &l);
    for (int i = 0; i < l.count; i++)
        if (damas_from(l.move[i]) == a->bit[a->origin]) {
            a->from = a->origin;
            ask_destination(a);
            return;
        }
    ask_origin(a);
}

/* The squares of a capture that starts with these, and their number; 0: it does not start with
 * them. */
static int follow(const arbiter *a, damas_move m, const int *via, int count,
                  int path[DAMAS_PATH_MAX]) {
    return damas_path(a->rules->flags, &a->position.board, a->position.side, m, via, count, path);
}

static int path_length(const arbiter *a, damas_move m, const int *via, int count) {
    int path[DAMAS_PATH_MAX];
    return follow(a, m, via, count, path);
}

/* Whether a move visits the squares entered so far. */
static bool goes_by(const arbiter *a, damas_move m) {
    return a->via_count == 0 || path_length(a, m, a->via, a->via_count) > 0;
}

static void queue(arbiter *a, int bit, uint8_t content) {
    a->write[a->writes].cell = cell_of(a, bit);
    a->write[a->writes++].content = content;
}

static void play(arbiter *a, damas_move m) {
    damas_play(a->rules, &a->position, m, NULL);
    a->writes = a->written = 0;
    if (!(m & DAMAS_MOVE_HUFF)) {
        int to = damas_to(m);
        queue(a, damas_from(m), CELL_EMPTY);
        queue(a, to, content_of(&a->position.board, to));
    }
    for (damas_set captured = damas_captured(m); captured;)
        queue(a, bits_take(&captured), CELL_EMPTY);
    enter(a, ARBITER_WRITE);
}

/* With the switch on: takes the destination as an intermediate square of a longer capture. */
static bool takes_leg(arbiter *a, const damas_list *l, int to) {
    int via[DAMAS_PATH_MAX];
    if (!a->several || a->rules->profile == DAMAS_LAB || a->via_count + 1 >= DAMAS_PATH_MAX)
        return false;
    memcpy(via, a->via, sizeof via);
    via[a->via_count] = to;
    for (int i = 0; i < l->count; i++) {
        if (damas_from(l->move[i]) != a->bit[a->from] || !damas_captured(l->move[i]) ||
            path_length(a, l->move[i], via, a->via_count + 1) <= a->via_count + 2)
            continue;
        a->via[a->via_count++] = to;
        a->origin = a->destination;
        ask_destination(a);
        return true;
    }
    return false;
}

/* Whether a capture's path along the squares entered so far comes before another's, in the order in
 * which paths are searched: by direction, then by square. */
static bool comes_before(const arbiter *a, damas_move m, damas_move other) {
    int mine[DAMAS_PATH_MAX], theirs[DAMAS_PATH_MAX], i = 0;
    int length = follow(a, m, a->via, a->via_count, mine);
    int their_length = follow(a, other, a->via, a->via_count, theirs);
    if (their_length < length) length = their_length;
    while (i < length && mine[i] == theirs[i]) i++;
    if (i == length) return false;
    for (int d = 0; d < 4; d++) {
        damas_set ray = damas_rays[d][mine[i - 1]];
        bool first = ray & damas_one(mine[i]), second = ray & damas_one(theirs[i]);
        if (first || second) return first && (!second || mine[i] < theirs[i]);
    }
    return false;
}

/* If several captures lead there, the shortest: the others can be entered square by square. If
 * several of the same length go by the squares entered so far, the one that is found first by them.
 */
static void check_destination(arbiter *a) {
    damas_list l;
    damas_move chosen = 0;
    int from = a->bit[a->from], to = a->bit[a->destination], fewest = DAMAS_BITS;
    damas_list_moves(a->rules, &a->position, &l);
    if (takes_leg(a, &l, to)) return;
    for (int i = 0; i < l.count; i++) {
        damas_move m = l.move[i];
        int captured = bits_count(damas_captured(m));
        bool goes_on =
            (m & DAMAS_MOVE_GOES_ON) != 0; /* in the list after the same move that does not */
        if (damas_from(m) != from || damas_to(m) != to || !goes_by(a, m)) continue;
        bool before = captured < fewest ||
                      (captured == fewest && a->via_count > 0 && comes_before(a, m, chosen));
        if (goes_on ? !a->several : !before) continue;
        chosen = m;
        fewest = captured;
    }
    if (fewest < DAMAS_BITS) play(a, chosen);
    else ask_destination(a);
}

static void write_cell(arbiter *a) {
    a->memory[a->write[a->written].cell] = a->write[a->written].content;
    if (++a->written == a->writes) enter(a, ARBITER_TURN);
}

/* The end of a move, or of a leg. */
static void turn(arbiter *a, const arbiter_inputs *in) {
    const damas_position *p = &a->position;
    if (p->leg) {
        a->from = a->origin = cell_of(a, p->leg - 1);
        ask_destination(a);
        return;
    }
    game_outcome o = game_result(&a->rules->rules, (const game_position *)(const void *)p);
    bool stuck = a->rules->profile == DAMAS_LAB && p->end == DAMAS_BLOCKED;
    a->victory = o.over && o.winner != GAME_NOBODY;
    a->draw = !a->victory && ((o.over && !stuck) || (in->draw[0] && in->draw[1]));
    if (a->victory) a->white = o.winner == 0;
    if (a->victory || a->draw) {
        enter(a, ARBITER_OVER);
        return;
    }
    a->white = p->side == 0;
    ask_origin(a);
}

/* Blocked, with both draw switches on: the only way out under the laboratory's rules. */
static bool gives_up(const arbiter *a, const arbiter_inputs *in) {
    return a->state == ARBITER_ORIGIN_ROW && a->position.end == DAMAS_BLOCKED && in->draw[0] &&
           in->draw[1];
}

/* What the parent's state means at the board's pins. */
static arbiter_state state_of(const machines *m) {
    switch (m->fsm1) {
    case FSM1_REPOSO: return ARBITER_REST;
    case FSM1_INICIO: return ARBITER_FILL;
    case FSM1_TURNO: return ARBITER_TURN;
    case FSM1_FIN_PARTIDA: return ARBITER_OVER;
    default: break;
    }
    if (m->fsm1 <= FSM1_E4) {
        arbiter_state first = m->orig_dest ? ARBITER_DESTINATION_ROW : ARBITER_ORIGIN_ROW;
        return (arbiter_state)(first + m->fsm1 - FSM1_E1);
    }
    if (m->fsm1 >= FSM1_E10) return ARBITER_WRITE;
    return m->orig_dest ? ARBITER_CHECK_DESTINATION : ARBITER_CHECK_ORIGIN;
}

/* The position is what the machines have left in the memory. */
static void read_memory(arbiter *a) {
    const machines *m = &a->machines;
    damas_board b = {.man = {0}};
    for (int cell = 0; cell < ARBITER_CELLS; cell++) {
        uint8_t content = a->memory[cell];
        if (content == CELL_EMPTY) continue;
        int side = content & CELL_WHITE_BIT ? 0 : 1;
        damas_set *pieces = content & CELL_KING_BIT ? &b.king[side] : &b.man[side];
        *pieces |= damas_one(a->bit[cell]);
    }
    damas_set_up(a->rules, &a->position, &b, m->vturno ? 0 : 1, 0, NULL);
    a->position.leg = (uint8_t)(m->orig_dest ? 1 + a->bit[m->coord_origen] : 0);
}

static void tick_machines(arbiter *a, const arbiter_inputs *in) {
    machines *m = &a->machines;
    uint8_t before = m->fsm1;
    machines_tick(m,
                  &(machines_inputs){.key = in->key,
                                     .run = in->run,
                                     .multiple = in->multiple,
                                     .draw = {in->draw[0], in->draw[1]},
                                     .gives_up = gives_up(a, in)},
                  a->memory, a->start);
    if (m->fsm1 == FSM1_E1 && (before == FSM1_TURNO || before == FSM1_E14)) read_memory(a);
    a->state = state_of(m);
    a->origin = m->coord_origen;
    a->destination = m->coord_destino;
    a->white = m->vturno;
    a->victory = m->victoria;
    a->draw = m->tablas;
}

void arbiter_tick(arbiter *a, const arbiter_inputs *in) {
    if (a->by_machines) {
        tick_machines(a, in);
        return;
    }
    switch (a->state) {
    case ARBITER_REST:
        if (in->run) enter(a, ARBITER_FILL);
        return;
    case ARBITER_FILL: fill_cell(a); return;
    case ARBITER_CHECK_ORIGIN:
        if (++a->count == ARBITER_CHECK) check_origin(a);
        return;
    case ARBITER_CHECK_DESTINATION:
        if (++a->count == ARBITER_CHECK) check_destination(a);
        return;
    case ARBITER_WRITE: write_cell(a); return;
    case ARBITER_TURN: turn(a, in); return;
    case ARBITER_OVER: return;
    default: break;
    }
    if (gives_up(a, in)) {
        a->draw = true;
        enter(a, ARBITER_OVER);
    } else if (digit_awaited(a->state) && in->key < 8) {
        take_digit(a, in->key);
    } else if (enter_awaited(a->state) && in->key == KEYPAD_ENTER) {
        take_enter(a, in);
    }
}

bool arbiter_waits(const arbiter *a, const arbiter_inputs *in) {
    if (a->state == ARBITER_OVER) return true;
    if (a->state == ARBITER_REST) return !in->run;
    if (gives_up(a, in)) return false;
    if (digit_awaited(a->state)) return in->key >= 8;
    return enter_awaited(a->state) && in->key != KEYPAD_ENTER;
}

void arbiter_set_position(arbiter *a, const damas_position *p) {
    a->position = *p;
    a->white = p->side == 0;
    a->victory = a->draw = false;
    for (int cell = 0; cell < ARBITER_CELLS; cell++) a->memory[cell] = content_at(a, p, cell);
    machines_ask(&a->machines, a->white, a->memory);
    ask_origin(a);
}
