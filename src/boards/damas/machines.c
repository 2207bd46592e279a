#include "boards/damas/machines.h"

#include <string.h>

#include "boards/damas/keypad.h"

enum { OFF = MACHINES_CELLS }; /* beyond the edge */

static int row_of(uint8_t cell) { return cell >> 3; }
static int column_of(uint8_t cell) { return cell & 7; }

/* The cell some rows and columns away, or OFF. */
static uint8_t away(uint8_t cell, int rows, int columns) {
    int row = row_of(cell) + rows, column = column_of(cell) + columns;
    return row < 0 || row > 7 || column < 0 || column > 7 ? OFF : (uint8_t)(8 * row + column);
}

/* The cell some steps forward for the side on turn, to the left or right of the screen. */
static uint8_t forward(const machines *m, uint8_t cell, int steps, bool left) {
    return away(cell, m->vturno ? -steps : steps, left ? -steps : steps);
}

static bool is_own(const machines *m, uint8_t content) {
    return content != CELL_EMPTY && (content & CELL_WHITE_BIT) == (m->vturno ? CELL_WHITE_BIT : 0);
}
static bool is_enemy(const machines *m, uint8_t content) {
    return content != CELL_EMPTY && !is_own(m, content);
}
static bool is_king(uint8_t content) { return (content & CELL_KING_BIT) != 0; }

void machines_reset(machines *m) {
    memset(m, 0, sizeof *m);
    m->vturno = true;
    m->cont_mov = 1;
}

void machines_ask(machines *m, bool white, const uint8_t memory[MACHINES_CELLS]) {
    machines_reset(m);
    m->fsm1 = FSM1_E1;
    m->vturno = white;
    for (int cell = 0; cell < MACHINES_CELLS; cell++) {
        if (memory[cell] == CELL_EMPTY) continue;
        if (memory[cell] & CELL_WHITE_BIT) m->cont_fichaverde++;
        else m->cont_fichaazul++;
    }
}

/* The address each child asks for; OFF if it asks for none. */

static uint8_t address2(const machines *m) {
    switch (m->fsm2) {
    case FSM2_COMP0: return m->coord_origen;
    case FSM2_COMP1: return forward(m, m->coord_origen, 1, true);
    case FSM2_COMP2: return forward(m, m->coord_origen, 1, false);
    case FSM2_COMP3: return forward(m, m->coord_origen, 2, true);
    case FSM2_COMP4: return forward(m, m->coord_origen, 2, false);
    default: return OFF;
    }
}

/* How far the destination is to the right, in columns. */
static int columns_to(const machines *m) {
    return column_of(m->coord_destino) - column_of(m->coord_origen);
}

static uint8_t address3(const machines *m) {
    switch (m->fsm3) {
    case 1: return m->coord_destino;
    case 4: /* between origin and destination, if it is a simple capture */
        return columns_to(m) == 2 || columns_to(m) == -2
                   ? (uint8_t)((m->coord_origen + m->coord_destino) / 2)
                   : OFF;
    case 8: return forward(m, m->coord_orig_fic, 2, true);
    case 9: return forward(m, m->coord_orig_fic, 1, true);
    case 10: return forward(m, m->coord_orig_fic, 2, false);
    case 11: return forward(m, m->coord_orig_fic, 1, false);
    default: return OFF;
    }
}

static uint8_t address4(const machines *m) {
    return m->fsm4 == 3 || m->fsm4 == 10 ? (uint8_t)(8 * m->cont1 + m->cont2) : OFF;
}

/* g2 and g3 look up and left, g4 and g5 up and right, g6 and g7 down and left, g8 and g9 down and
 * right: the next cell, and the one behind it. */
static uint8_t address5(const machines *m) {
    if (m->fsm5 == 1) return m->coord_origen;
    if (m->fsm5 < 2 || m->fsm5 >= FSM5_FIN_ERROR) return OFF;
    int direction = (m->fsm5 - 2) / 2, steps = 1 + m->fsm5 % 2;
    return away(m->coord_origen, direction < 2 ? -steps : steps, direction % 2 ? steps : -steps);
}

static uint8_t piece(const machines *m) {
    return (uint8_t)(CELL_BLACK_MAN | (m->vturno ? CELL_WHITE_BIT : 0) |
                     (m->fichadama ? CELL_KING_BIT : 0));
}

/* The children. `data` is what the memory answers; OFF: they asked beyond the edge. */

static void tick2(machines *m, uint8_t data) {
    bool empty = data == CELL_EMPTY, enemy = data != OFF && is_enemy(m, data);
    switch (m->fsm2) {
    case FSM2_REP2:
        if (m->fsm1 == FSM1_E6) m->fsm2 = FSM2_COMP0;
        break;
    case FSM2_COMP0: m->fsm2 = data == piece(m) ? FSM2_COMP1 : FSM2_FIN_FALSE; break;
    case FSM2_COMP1: m->fsm2 = empty ? FSM2_FIN_TRUE : enemy ? FSM2_COMP3 : FSM2_COMP2; break;
    case FSM2_COMP2: m->fsm2 = empty ? FSM2_FIN_TRUE : enemy ? FSM2_COMP4 : FSM2_FIN_FALSE; break;
    case FSM2_COMP3: m->fsm2 = empty ? FSM2_FIN_TRUE : FSM2_COMP2; break;
    case FSM2_COMP4: m->fsm2 = empty ? FSM2_FIN_TRUE : FSM2_FIN_FALSE; break;
    default: m->fsm2 = FSM2_REP2; break;
    }
}

static void capture(machines *m, uint8_t cell) { m->pcomida[m->comidas++] = cell; }

/* Table 5: the next route to try, by rows (4 or 6), columns and cont_mov; 1 is left. False if no
 * route is left. */
static bool choose_route(machines *m, int rows) {
    static const uint8_t centre[] = {2, 1}, left[] = {6, 5, 3}, right[] = {1, 2, 4};
    int to_left = -columns_to(m), tried = m->cont_mov - 1;
    uint8_t *vector = rows == 4 ? &m->vector_2mov : &m->vector_3mov;
    if (to_left == rows || to_left == -rows) { /* straight */
        *vector = (uint8_t)(to_left < 0 ? 0 : rows == 4 ? 3 : 7);
        return tried < 1;
    }
    if (rows == 4 && to_left == 0 && tried < 2) *vector = centre[tried];
    else if (rows == 6 && to_left == 2 && tried < 3) *vector = left[tried];
    else if (rows == 6 && to_left == -2 && tried < 3) *vector = right[tried];
    else return false;
    return true;
}

/* m6 and m7: the next jump of a route, or its end. */
static uint8_t next_jump(const machines *m, uint8_t vector, int jumps) {
    if (m->fc_cont == jumps) return 13;
    return vector >> (jumps - 1 - m->fc_cont) & 1 ? 8 : 10;
}

static void tick3(machines *m, uint8_t data) {
    int rows = row_of(m->coord_origen) - row_of(m->coord_destino); /* fil_res */
    if (!m->vturno) rows = -rows;
    switch (m->fsm3) {
    case 0: /* rep3 */
        if (m->fsm1 != FSM1_E7) return;
        m->com = m->ok = false;
        m->cont_mov = 1;
        m->comidas = m->fc_cont = 0;
        m->fsm3 = 1;
        break;
    case 1: m->fsm3 = data == CELL_EMPTY ? 2 : 14; break;
    case 2: m->fsm3 = rows == 1 ? 3 : rows == 2 ? 4 : rows == 4 || rows == 6 ? 5 : 14; break;
    case 3: m->fsm3 = columns_to(m) == 1 || columns_to(m) == -1 ? 15 : 14; break;
    case 4:
        m->com = data != OFF && is_enemy(m, data);
        if (m->com) capture(m, address3(m));
        m->fsm3 = m->com ? 16 : 14;
        break;
    case 5:
        m->ok = false;
        m->comidas = m->fc_cont = 0;
        m->coord_orig_fic = m->coord_origen;
        m->fsm3 = !choose_route(m, rows) ? 13 : rows == 6 ? 6 : 7;
        break;
    case 6: m->fsm3 = next_jump(m, m->vector_3mov, 3); break;
    case 7: m->fsm3 = next_jump(m, m->vector_2mov, 2); break;
    case 8:
    case 10:
        m->ok = data == CELL_EMPTY;
        m->fic = m->ok ? address3(m) : 0;
        m->fsm3 = m->ok ? m->fsm3 + 1 : 12;
        break;
    case 9:
    case 11:
        m->ok = is_enemy(m, data);
        if (m->ok) capture(m, address3(m));
        m->fsm3 = 12;
        break;
    case 12:
        if (m->ok) m->coord_orig_fic = m->fic, m->fc_cont++;
        else m->cont_mov++;
        m->fsm3 = !m->ok ? 5 : rows == 6 ? 6 : 7;
        break;
    case 13:
        m->com = m->ok;
        m->fsm3 = m->ok ? 16 : 14;
        break;
    default: m->fsm3 = 0; break; /* m14: error; m15: a simple move; m16: captures */
    }
}

/* One step of the walk; false if it would leave the board. */
static bool walk(machines *m, bool rows_grow, bool columns_grow) {
    uint8_t next =
        away((uint8_t)(8 * m->cont1 + m->cont2), rows_grow ? 1 : -1, columns_grow ? 1 : -1);
    if (next == OFF) return false;
    m->cont1 = next >> 3;
    m->cont2 = next & 7;
    return true;
}

static void walk_from(machines *m, uint8_t cell) {
    m->cont1 = cell >> 3;
    m->cont2 = cell & 7;
    m->flagficha = false;
}

/* n6: is the king there, and does it want to go on? */
static uint8_t arrive(machines *m) {
    if (8 * m->cont1 + m->cont2 != m->coord_destino) return 2;
    if (m->seguir && !m->comerdama) return 15;
    m->cuentacamino = 0;
    return m->comerdama && m->sw_comer_doble ? 7 : 14;
}

/* n7, Table 7: the two ways across the line it came along. */
static uint8_t choose_way(machines *m) {
    walk_from(m, m->coord_destino);
    m->flagcaminoincorrecto = false;
    if (m->cuentacamino > 1) return 14;
    bool first = m->cuentacamino == 0;
    m->sum1 = first;
    m->sum2 = m->ruta1 == m->ruta2 ? !first : first;
    return 8;
}

static void tick4(machines *m, uint8_t data) {
    switch (m->fsm4) {
    case 0: /* rep4 */
        if (m->fsm1 != FSM1_E8) return;
        m->ruta1 = row_of(m->coord_destino) > row_of(m->coord_origen);
        m->comerdama = false;
        m->seguir = m->comerdamadoble;
        m->comerdamadoble = false;
        m->comidas = 0;
        walk_from(m, m->coord_origen);
        m->fsm4 = 1;
        break;
    case 1:
        m->ruta2 = columns_to(m) > 0;
        m->fsm4 = 2;
        break;
    case 2: m->fsm4 = walk(m, m->ruta1, m->ruta2) ? 3 : 15; break;
    case 3: m->fsm4 = is_enemy(m, data) ? 4 : data == CELL_EMPTY ? 5 : 15; break;
    case 4:
        if (!m->flagficha) capture(m, (uint8_t)(8 * m->cont1 + m->cont2));
        m->fsm4 = m->flagficha ? 15 : 2;
        m->flagficha = true;
        break;
    case 5:
        m->comerdama = m->comerdama || m->flagficha;
        m->flagficha = false;
        m->fsm4 = 6;
        break;
    case 6: m->fsm4 = arrive(m); break;
    case 7: m->fsm4 = choose_way(m); break;
    case 8: {
        machines ahead = *m;
        m->fsm4 = walk(&ahead, m->sum1, m->sum2) ? 9 : 11;
        break;
    }
    case 9:
        walk(m, m->sum1, m->sum2);
        m->fsm4 = 10;
        break;
    case 10:
        if (is_own(m, data)) m->fsm4 = 11;
        else if (is_enemy(m, data)) m->fsm4 = m->flagficha ? 12 : 8, m->flagficha = true;
        else m->fsm4 = m->flagficha ? 13 : 8;
        break;
    case 11:
        m->cuentacamino++;
        m->fsm4 = 7;
        break;
    case 12:
        m->flagcaminoincorrecto = true;
        m->fsm4 = 11;
        break;
    case 13:
        m->comerdamadoble = true;
        m->fsm4 = 16;
        break;
    case 15: /* a refused destination does not end the capture */
        m->comerdamadoble = m->seguir;
        m->fsm4 = 0;
        break;
    default: m->fsm4 = 0; break; /* n14: done; n16: done, and it can capture again */
    }
}

static void tick5(machines *m, uint8_t data) {
    bool empty = data == CELL_EMPTY, enemy = data != OFF && is_enemy(m, data);
    switch (m->fsm5) {
    case 0: /* rep5 */
        if (m->fsm1 == FSM1_E9) m->fsm5 = 1;
        break;
    case 1: m->fsm5 = data == piece(m) ? 2 : FSM5_FIN_ERROR; break;
    case FSM5_FIN_ERROR:
    case FSM5_FIN_OK: m->fsm5 = 0; break;
    default:
        /* From the next cell to the one behind it, or to the next direction; after g9, and g8
         * without an enemy, there is none. */
        if (empty) m->fsm5 = FSM5_FIN_OK;
        else m->fsm5 = (uint8_t)(m->fsm5 + (m->fsm5 % 2 || enemy ? 1 : 2));
        break;
    }
}

/* The parent. */

static void ask_origin(machines *m) {
    m->coord_origen = m->coord_destino = 0;
    m->orig_dest = false;
    m->fsm1 = FSM1_E1;
}

static void ask_destination(machines *m) {
    m->coord_destino = 0;
    m->orig_dest = true;
    m->fsm1 = FSM1_E1;
}

static void take_digit(machines *m, uint8_t digit) {
    uint8_t *square = m->orig_dest ? &m->coord_destino : &m->coord_origen;
    bool row = m->fsm1 == FSM1_E1;
    *square = (uint8_t)(row ? digit << 3 | (*square & 7) : (*square & 070) | digit);
    m->fsm1++;
}

static void pass_turn(machines *m, const machines_inputs *in) {
    if (!m->vc) {
        if (m->cont_fichaverde == 0 || m->cont_fichaazul == 0) {
            m->victoria = true;
            m->vturno = m->cont_fichaazul == 0;
        } else {
            m->tablas = in->draw[0] && in->draw[1];
            if (!m->tablas) m->vturno = !m->vturno;
        }
    }
    m->vc = false;
    m->comerdamadoble = false;
    if (m->victoria || m->tablas) m->fsm1 = FSM1_FIN_PARTIDA;
    else ask_origin(m);
}

static void fill(machines *m) {
    m->cont_fichaverde = m->cont_fichaazul = 12;
    m->vc = m->vcuenta == MACHINES_CELLS - 1;
    m->vcuenta = (uint8_t)((m->vcuenta + 1) % MACHINES_CELLS);
    if (m->vc) m->fsm1 = FSM1_TURNO;
}

static void clear_captured(machines *m) {
    if (m->vturno) m->cont_fichaazul--;
    else m->cont_fichaverde--;
    if (++m->t < m->comidas) return;
    m->t = 0;
    m->com = m->comerdama = false;
    if (m->comerdamadoble) {
        m->coord_origen = m->coord_destino;
        ask_destination(m);
    } else {
        m->fsm1 = FSM1_TURNO;
    }
}

/* e11: a man on the last row becomes a king. */
static void promote(machines *m) {
    if (row_of(m->coord_destino) == (m->vturno ? 0 : 7)) m->fichadama = true;
    m->fsm1 = FSM1_E12;
}

/* Children return in their last states. */
static void tick1(machines *m, const machines_inputs *in, uint8_t data) {
    switch (m->fsm1) {
    case FSM1_REPOSO:
        if (in->run) m->fsm1 = FSM1_INICIO;
        break;
    case FSM1_INICIO: fill(m); break;
    case FSM1_TURNO: pass_turn(m, in); break;
    case FSM1_E1:
        if (in->gives_up && !m->orig_dest) m->tablas = true, m->fsm1 = FSM1_FIN_PARTIDA;
        else if (in->key < 8) take_digit(m, in->key);
        break;
    case FSM1_E3:
        if (in->key < 8) take_digit(m, in->key);
        break;
    case FSM1_E2:
    case FSM1_E4:
        if (in->key != KEYPAD_ENTER) break;
        m->sw_comer_doble = in->multiple;
        m->fsm1++;
        break;
    case FSM1_E5:
        if (!m->orig_dest) m->fichadama = is_king(data);
        if (m->orig_dest) m->fsm1 = m->fichadama ? FSM1_E8 : FSM1_E7;
        else m->fsm1 = m->fichadama ? FSM1_E9 : FSM1_E6;
        break;
    case FSM1_E6:
        if (m->fsm2 == FSM2_FIN_TRUE) ask_destination(m);
        else if (m->fsm2 == FSM2_FIN_FALSE) ask_origin(m);
        break;
    case FSM1_E7:
        if (m->fsm3 == 14) ask_destination(m);
        else if (m->fsm3 > 14) m->fsm1 = FSM1_E10;
        break;
    case FSM1_E8:
        if (m->fsm4 == 15) ask_destination(m);
        else if (m->fsm4 == 14 || m->fsm4 == 16) m->fsm1 = FSM1_E10;
        break;
    case FSM1_E9:
        if (m->fsm5 == FSM5_FIN_OK) ask_destination(m);
        else if (m->fsm5 == FSM5_FIN_ERROR) ask_origin(m);
        break;
    case FSM1_E10: m->fsm1 = FSM1_E11; break;
    case FSM1_E11: promote(m); break;
    case FSM1_E12: m->fsm1 = FSM1_E13; break;
    case FSM1_E13: m->fsm1 = m->com || m->comerdama ? FSM1_E14 : FSM1_TURNO; break;
    case FSM1_E14: clear_captured(m); break;
    default: break;
    }
}

/* The cell that the child in use asks for. */
static uint8_t asked_by_child(const machines *m) {
    switch (m->fsm1) {
    case FSM1_E6: return address2(m);
    case FSM1_E7: return address3(m);
    case FSM1_E8: return address4(m);
    case FSM1_E9: return address5(m);
    default: return OFF;
    }
}

machines_port machines_port_of(const machines *m, const uint8_t start[MACHINES_CELLS]) {
    uint8_t asked = asked_by_child(m);
    switch (m->fsm1) {
    case FSM1_INICIO:
        return (machines_port){.address = m->vcuenta, .data = start[m->vcuenta], .write = true};
    case FSM1_E5: return (machines_port){.address = m->coord_origen};
    case FSM1_E10: return (machines_port){.address = m->coord_origen, .write = true};
    case FSM1_E12:
        return (machines_port){.address = m->coord_destino, .data = piece(m), .write = true};
    case FSM1_E14: return (machines_port){.address = m->pcomida[m->t], .write = true};
    default: return (machines_port){.address = asked == OFF ? 0 : asked};
    }
}

/* All five work at the same edge: the parent sees its children, and they see it, as they were
 * before it. */
void machines_tick(machines *m, const machines_inputs *in, uint8_t memory[MACHINES_CELLS],
                   const uint8_t start[MACHINES_CELLS]) {
    machines_port port = machines_port_of(m, start);
    uint8_t asked = asked_by_child(m), data = asked == OFF ? OFF : memory[asked];
    uint8_t before = m->fsm1;
    tick1(m, in, memory[port.address]);
    uint8_t after = m->fsm1;
    m->fsm1 = before;
    tick2(m, data);
    tick3(m, data);
    tick4(m, data);
    tick5(m, data);
    m->fsm1 = after;
    if (port.write) memory[port.address] = port.data;
}
