/* The states of the board and the effect of each button in them. */
#include <string.h>

#include "boards/perudo/counters.h"
#include "boards/perudo/lfsr.h"
#include "boards/perudo/perudo_board.h"

static const perudo_rules *rules_of(const perudo_board *b) {
    return perudo_rules_of(b->chosen_rules ? b->chosen_rules : b->rules);
}

static char digit(int number) { return (char)(PERUDO_SENDS_NUMBER + number); }

static void send(perudo_board *b, uint64_t now, const char *bytes, size_t count) {
    uart_send(&b->line, now, bytes, count);
}

static bool send_byte(perudo_board *b, uint64_t now, perudo_view_byte byte) {
    send(b, now, &(char){(char)byte}, 1);
    return true;
}

static bool send_turn(perudo_board *b, uint64_t now) {
    send(b, now, (char[]){PERUDO_SENDS_TURN, digit(b->now.next)}, 2);
    return true;
}

/* Idle. */

void perudo_board_idle(perudo_board *b) {
    uart_cut(&b->line);
    perudo_board_forget_rules(b);
    b->place = PERUDO_AT_IDLE;
    b->players = 0;
    b->face = b->count = 0;
    b->loser = GAME_NOBODY;
    b->rolled = b->drawn = DEVICE_NEVER;
    memset(&b->now, 0, sizeof b->now);
    memset(b->die, 0, sizeof b->die);
}

static bool start_game(perudo_board *b, uint64_t now) {
    b->place = PERUDO_AT_AVATAR;
    return send_byte(b, now, PERUDO_SENDS_GAME);
}
static bool synchronise(perudo_board *b, uint64_t now) {
    return send_byte(b, now, PERUDO_SENDS_SYNC);
}

/* House rules. Every press tells the view all of them, so that it needs no memory. */

static bool send_rules(perudo_board *b, uint64_t now) {
    char m[2 + PERUDO_BOARD_RULES] = {PERUDO_SENDS_RULES, digit(b->cursor)};
    for (int i = 0; i < PERUDO_BOARD_RULES; i++)
        m[2 + i] = digit(perudo_board_choice(b, i)->number);
    send(b, now, m, sizeof m);
    return true;
}

static bool open_rules(perudo_board *b, uint64_t now) {
    if (!b->has_menu) return false;
    b->place = PERUDO_AT_RULES;
    b->cursor = 0;
    return send_rules(b, now);
}
static bool turn_choice(perudo_board *b, uint64_t now, int by) {
    const game_setting *rule = &perudo_house_rules[b->cursor];
    setting_value *value = perudo_board_choice(b, b->cursor);
    int choices = settings_choices(rule);
    settings_choose(rule, (value->number + by + choices) % choices, value);
    return send_rules(b, now);
}
static bool next_choice(perudo_board *b, uint64_t now) { return turn_choice(b, now, 1); }
static bool previous_choice(perudo_board *b, uint64_t now) { return turn_choice(b, now, -1); }
static bool next_rule(perudo_board *b, uint64_t now) {
    b->cursor = (b->cursor + 1) % PERUDO_BOARD_RULES;
    return send_rules(b, now);
}
static bool take_rules(perudo_board *b, uint64_t now) {
    if (!perudo_board_take_rules(b)) return false;
    b->place = PERUDO_AT_PLAYERS;
    return send_byte(b, now, PERUDO_SENDS_CONFIRMED);
}

/* The value of the counters' common clock. They run freely; the seed is how far they have come at
 * power-on. */
static uint64_t counters_at(const perudo_board *b, uint64_t now) { return b->seed + now; }

/* Avatar and players. With counters, dice are drawn for each player who joins. */

static void draw_for(perudo_board *b, uint64_t now, int seat) {
    uint64_t start = counters_at(b, now), tick = start;
    if (!b->counters) return;
    for (int i = 0; i < PERUDO_BOARD_DICE; i++) b->die[seat][i] = (uint8_t)counters_die(&tick);
    b->drawn = now + (tick - start);
}

static bool next_avatar(perudo_board *b, uint64_t now) {
    return send_byte(b, now, PERUDO_SENDS_NEXT);
}
static bool previous_avatar(perudo_board *b, uint64_t now) {
    return send_byte(b, now, PERUDO_SENDS_PREVIOUS);
}
static bool take_avatar(perudo_board *b, uint64_t now) {
    b->place = PERUDO_AT_PLAYERS;
    b->players = 1;
    draw_for(b, now, 0);
    return send_byte(b, now, PERUDO_SENDS_CONFIRMED);
}

/* Turns a number up or down within its limits; at a limit nothing happens and nothing is sent. */
static bool turn_up(perudo_board *b, uint64_t now, int *number, int most) {
    if (*number >= most) return false;
    ++*number;
    return send_byte(b, now, PERUDO_SENDS_NEXT);
}
static bool turn_down(perudo_board *b, uint64_t now, int *number) {
    if (*number <= 1) return false;
    --*number;
    return send_byte(b, now, PERUDO_SENDS_PREVIOUS);
}

static bool add_player(perudo_board *b, uint64_t now) {
    if (!turn_up(b, now, &b->players, PERUDO_SEATS_MAX)) return false;
    draw_for(b, now, b->players - 1);
    return true;
}
static bool remove_player(perudo_board *b, uint64_t now) { return turn_down(b, now, &b->players); }

/* Rolls. The bits come from the register, one per tick; we compute the result at once, and send it
 * when the last of them has come. */

/* Where the dice of a roll come from, and when the last one was drawn. */
typedef struct dice_source {
    uint64_t word, ticks; /* the register, and the ticks that have passed since the press */
    uint64_t counted;     /* the counters' clock; 0: not used */
    bool kept;            /* the dice were drawn when the players joined */
} dice_source;

static int draw_die(dice_source *from, const perudo_board *b, int seat, int i) {
    if (from->kept) return b->die[seat][i];
    if (!b->counters) return lfsr_draw(&from->word, 1, PERUDO_FACES_MAX, &from->ticks);
    uint64_t before = from->counted;
    int face = counters_die(&from->counted);
    from->ticks += from->counted - before;
    return face;
}

static void roll_round(perudo_board *b, dice_source *from) {
    perudo_position *p = &b->now;
    uint8_t die[PERUDO_SEATS_MAX][PERUDO_BOARD_DICE] = {{0}};
    do {
        int dice, seat = perudo_next_to_roll(rules_of(b), p, &dice);
        perudo_hand hand = 0;
        for (int i = 0; i < dice; i++) {
            int face = draw_die(from, b, seat, i);
            die[seat][i] = (uint8_t)face;
            hand += perudo_die(face);
        }
        perudo_play(rules_of(b), p, perudo_move_hand(PERUDO_ROLLS, seat, dice, hand));
    } while (p->phase == PERUDO_ROLL);
    memcpy(b->die, die, sizeof b->die);
}

static void roll(perudo_board *b, uint64_t now, bool first) {
    dice_source from = {.counted = counters_at(b, now), .kept = b->counters && first};
    from.word = lfsr_later(b->register_word, now - b->register_tick);
    b->register_word = from.word;
    b->register_tick = now;
    if (first && b->counters)
        b->now.starter = (uint8_t)(counters_at(b, now) % (unsigned)b->players);
    else if (first) b->now.starter = (uint8_t)lfsr_draw(&from.word, 0, b->players - 1, &from.ticks);
    roll_round(b, &from);
    b->rolled = now + from.ticks + 1;
    b->place = PERUDO_AT_ROLL;
}

static bool start_first_round(perudo_board *b, uint64_t now) {
    if (b->players < 2) return false;
    perudo_position *p = &b->now;
    memset(p, 0, sizeof *p);
    memset(p->count, PERUDO_BOARD_DICE, (size_t)b->players);
    p->phase = PERUDO_ROLL;
    roll(b, now, true);
    return true;
}

static void begin_turn(perudo_board *b) {
    b->place = b->now.next == 0 ? PERUDO_AT_FACE : PERUDO_AT_MACHINE;
    b->face = b->count = 1;
}

/* The roll is over: sends the round and the seat that begins. */
void perudo_board_rolled(perudo_board *b, uint64_t now) {
    const perudo_position *p = &b->now;
    char m[PERUDO_VIEW_MESSAGE];
    size_t length = 2;
    int seats = 0;
    for (int seat = 0; seat < b->players; seat++) {
        if (p->count[seat] == 0) continue;
        seats++;
        m[length++] = digit(seat);
        m[length++] = digit(p->count[seat]);
        for (int i = 0; i < p->count[seat]; i++) m[length++] = digit(b->die[seat][i]);
    }
    m[0] = PERUDO_SENDS_ROUND;
    m[1] = digit(seats);
    m[length++] = PERUDO_SENDS_TURN;
    m[length++] = digit(p->next);
    b->rolled = DEVICE_NEVER;
    send(b, now, m, length);
    begin_turn(b);
}

/* The player's turn. */

static bool next_face(perudo_board *b, uint64_t now) {
    return turn_up(b, now, &b->face, PERUDO_FACES_MAX);
}
static bool previous_face(perudo_board *b, uint64_t now) { return turn_down(b, now, &b->face); }
static bool take_face(perudo_board *b, uint64_t now) {
    b->place = PERUDO_AT_COUNT;
    return send_byte(b, now, PERUDO_SENDS_CONFIRMED);
}
static bool next_count(perudo_board *b, uint64_t now) {
    return turn_up(b, now, &b->count, PERUDO_BOARD_COUNT);
}
static bool previous_count(perudo_board *b, uint64_t now) { return turn_down(b, now, &b->count); }

static bool take_bid(perudo_board *b, uint64_t now) {
    perudo_position *p = &b->now;
    perudo_bid bid = perudo_bid_of(b->count, b->face);
    if (!perudo_may_bid(rules_of(b), p->palifico, perudo_last_bid(p), p->count[0], perudo_total(p),
                        bid)) {
        b->place = PERUDO_AT_FACE;
        return send_byte(b, now, PERUDO_SENDS_ILLEGAL);
    }
    perudo_play(rules_of(b), p, perudo_move_bid(0, bid));
    b->place = PERUDO_AT_GO_ON;
    return send_byte(b, now, PERUDO_SENDS_CONFIRMED);
}

static bool go_on(perudo_board *b, uint64_t now) {
    begin_turn(b);
    return send_turn(b, now);
}

static bool doubt(perudo_board *b, uint64_t now) {
    perudo_position *p = &b->now;
    if (p->bids == 0) return false;
    perudo_play(rules_of(b), p, perudo_move(PERUDO_DUDO, p->next));
    while (p->phase == PERUDO_SHOW)
        perudo_play(rules_of(b), p,
                    perudo_move_hand(PERUDO_SHOWS, p->next, p->count[p->next], p->hand[p->next]));
    b->loser = perudo_verdict_of(rules_of(b), p).loser;
    b->place = PERUDO_AT_DOUBTED;
    return send_byte(b, now, PERUDO_SENDS_DOUBT);
}

/* The machine's turn. */

static bool ask_machine(perudo_board *b, uint64_t now) {
    perudo_position view;
    engine_result answer;
    int seat = b->now.next;
    perudo_view(&b->now, seat, &view);
    engine_think(b->chosen_machine ? b->chosen_machine : b->machine,
                 (const game_position *)(const void *)&view, seat, &(engine_limits){0}, NULL,
                 &answer);
    if (perudo_move_kind(answer.move) == PERUDO_DUDO) return doubt(b, now);
    perudo_bid bid = perudo_move_bid_of(answer.move);
    perudo_play(rules_of(b), &b->now, answer.move);
    b->place = PERUDO_AT_MACHINE_GO_ON;
    send(b, now,
         (char[]){PERUDO_SENDS_BID, digit(perudo_bid_face(bid)), digit(perudo_bid_count(bid))}, 3);
    return true;
}

/* Check. */

static bool show_loser(perudo_board *b, uint64_t now) {
    b->place = PERUDO_AT_SHOWN;
    send(b, now, (char[]){PERUDO_SENDS_LOSER, digit(b->loser)}, 2);
    return true;
}

static bool start_next_round(perudo_board *b, uint64_t now) {
    if (b->now.phase == PERUDO_OVER) {
        b->place = PERUDO_AT_END;
        return send_byte(b, now, PERUDO_SENDS_END);
    }
    roll(b, now, false);
    return true;
}

/* The effect of each button in each place. */

typedef struct action {
    const char *meaning;
    bool (*act)(perudo_board *, uint64_t now); /* NULL: nothing */
} action;

typedef struct place_table {
    const char *name;
    int state, step;
    action button[PERUDO_BUTTONS]; /* previous, next, enter, doubt */
} place_table;

static const place_table places[PERUDO_PLACES] = {
    [PERUDO_AT_IDLE] = {"idle",
                        0,
                        0,
                        {{"start a game", start_game},
                         {"start a game", start_game},
                         {"start a game", start_game},
                         {"synchronise", synchronise}}},
    [PERUDO_AT_AVATAR] = {"avatar",
                          1,
                          1,
                          {{"previous avatar", previous_avatar},
                           {"next avatar", next_avatar},
                           {"take this avatar", take_avatar},
                           {0}}},
    [PERUDO_AT_RULES] = {"rules",
                         1,
                         0,
                         {{"previous choice", previous_choice},
                          {"next choice", next_choice},
                          {"next rule", next_rule},
                          {"play by these", take_rules}}},
    [PERUDO_AT_PLAYERS] = {"players",
                           1,
                           2,
                           {{"one player less", remove_player},
                            {"one player more", add_player},
                            {"start the game", start_first_round},
                            {"choose the rules", open_rules}}},
    [PERUDO_AT_ROLL] = {"roll", 1, 3, {{0}}},
    [PERUDO_AT_FACE] = {"face",
                        2,
                        1,
                        {{"lower face", previous_face},
                         {"higher face", next_face},
                         {"take this face", take_face},
                         {"doubt the bid", doubt}}},
    [PERUDO_AT_COUNT] = {"count",
                         2,
                         2,
                         {{"fewer", previous_count},
                          {"more", next_count},
                          {"bid", take_bid},
                          {"doubt the bid", doubt}}},
    [PERUDO_AT_GO_ON] = {"go on", 2, 3, {{0}, {"go on", go_on}, {0}, {0}}},
    [PERUDO_AT_MACHINE] = {"decision", 3, 1, {{0}, {0}, {"ask the machine", ask_machine}, {0}}},
    [PERUDO_AT_MACHINE_GO_ON] = {"go on", 3, 2, {{0}, {"go on", go_on}, {0}, {0}}},
    [PERUDO_AT_DOUBTED] = {"doubted", 4, 1, {{0}, {0}, {"show who lost", show_loser}, {0}}},
    [PERUDO_AT_SHOWN] = {"shown", 4, 2, {{0}, {0}, {0}, {"next round", start_next_round}}},
    [PERUDO_AT_END] = {"end", 5, 0, {{0}}},
};

const char *perudo_place_offers(perudo_place place, int button) {
    return places[place].button[button].meaning;
}

perudo_place perudo_place_at(const device *d) {
    for (int place = 0; place < PERUDO_PLACES; place++)
        if (places[place].state == (int)device_get(d, PERUDO_STATE) &&
            places[place].step == (int)device_get(d, PERUDO_STEP))
            return (perudo_place)place;
    return PERUDO_AT_IDLE;
}

const char *perudo_place_name(perudo_place place) { return places[place].name; }
int perudo_place_state(perudo_place place) { return places[place].state; }
int perudo_place_step(perudo_place place) { return places[place].step; }

bool perudo_board_press(perudo_board *b, int button, uint64_t now) {
    const action *a = &places[b->place].button[button];
    return a->act && a->act(b, now);
}

/* Also reports the limits at which a button does nothing, and what doubt leads to. */
const char *perudo_board_offers(const perudo_board *b, int button) {
    const int value = b->place == PERUDO_AT_PLAYERS ? b->players
                      : b->place == PERUDO_AT_FACE  ? b->face
                                                    : b->count;
    const int most = b->place == PERUDO_AT_PLAYERS ? PERUDO_SEATS_MAX
                     : b->place == PERUDO_AT_FACE  ? PERUDO_FACES_MAX
                                                   : PERUDO_BOARD_COUNT;
    bool turns =
        b->place == PERUDO_AT_PLAYERS || b->place == PERUDO_AT_FACE || b->place == PERUDO_AT_COUNT;
    if (turns && button == PERUDO_PREVIOUS && value <= 1) return NULL;
    if (turns && button == PERUDO_NEXT && value >= most) return NULL;
    if (b->place == PERUDO_AT_PLAYERS && button == PERUDO_ENTER && b->players < 2) return NULL;
    if (b->place == PERUDO_AT_PLAYERS && button == PERUDO_DOUBT && !b->has_menu) return NULL;
    if (turns && b->place != PERUDO_AT_PLAYERS && button == PERUDO_DOUBT && b->now.bids == 0)
        return NULL;
    if (b->place == PERUDO_AT_SHOWN && button == PERUDO_DOUBT && b->now.phase == PERUDO_OVER)
        return "end the game";
    return places[b->place].button[button].meaning;
}
