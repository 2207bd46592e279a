/* Matches between boards in software over faulty lines, thousands of them in simulated time, each
 * with the verdict that its fault must lead to. */
#include "base/clock.h"
#include "support.h"

#include "links/line.h"
#include "referee/board.h"
#include "referee/match.h"

typedef struct simulation {
    match *match;
    game_rules *rules;
    board board[2];
    line out[2], back[2]; /* to the boards, and from them */
    int64_t now;
    random_source chance;
    int moves;
} simulation;

static simulation *simulated(void *context) { return context; }

static void line_to(void *context, int seat, const char *bytes, size_t count) {
    simulation *s = simulated(context);
    for (size_t i = 0; i < count; i++) assert_true(line_push(&s->out[seat], bytes[i], s->now));
}

static void never_asked(void *context, int seat, const talk_limits *limits, uint64_t number) {
    (void)context;
    (void)seat;
    (void)limits;
    (void)number;
    fail_msg("no seat plays in this process");
}

static int64_t simulated_now(void *context) { return simulated(context)->now; }

static void count_moves(void *context, const match_event *v) {
    if (v->kind == MATCH_MOVE) simulated(context)->moves++;
}

typedef struct side {
    simulation *simulation;
    int seat;
} side;

static void line_back(void *context, const char *bytes, size_t count, int64_t delay) {
    side *at = context;
    simulation *s = at->simulation;
    for (size_t i = 0; i < count; i++)
        assert_true(line_push(&s->back[at->seat], bytes[i], s->now + delay));
}

static game_move any_move(void *context, const history *h) {
    side *at = context;
    game_move *moves = malloc(h->rules->max_moves * sizeof *moves);
    assert_non_null(moves);
    size_t count = game_moves(h->rules, h->now, game_turn(h->rules, h->now), moves);
    /* In Dots the pass is last and rarely chosen. */
    uint32_t among = (uint32_t)count;
    if (strcmp(h->rules->game->name, "dots") == 0 && count > 1 &&
        random_below(&at->simulation->chance, 40) != 0)
        among--;
    game_move chosen = moves[random_below(&at->simulation->chance, among)];
    free(moves);
    return chosen;
}

/* Runs it to its verdict; simulated hours at most, and never without something that is due. */
static const match_verdict *run(simulation *s) {
    match_begin(s->match, s->now);
    for (long step = 0; !match_result(s->match); step++) {
        assert_true(step < 3000000);
        int64_t next = match_deadline(s->match) + 1;
        for (int i = 0; i < 2; i++) {
            if (line_next(&s->out[i]) < next) next = line_next(&s->out[i]);
            if (line_next(&s->back[i]) < next) next = line_next(&s->back[i]);
        }
        if (next > s->now) s->now = next;
        char byte;
        for (int i = 0; i < 2; i++) {
            while (line_pop(&s->out[i], s->now, &byte)) board_receive(&s->board[i], &byte, 1);
            while (!match_result(s->match) && line_pop(&s->back[i], s->now, &byte))
                match_receive(s->match, i, &byte, 1, s->now, s->now);
            if (line_ended(&s->back[i]) || s->board[i].hung_up)
                match_hung_up(s->match, i, &(error){.message = "the line was hung up"}, s->now);
        }
        match_tick(s->match, s->now);
    }
    return match_result(s->match);
}

typedef struct trial {
    const char *game, *settings;
    const char *faults;    /* on the line back from seat 0 */
    board_manners manners; /* of the board at seat 0 */
    int baud;
    uint64_t seed;
} trial;

static match_verdict tried(const trial *t, int *moves) {
    simulation *s = calloc(1, sizeof *s);
    error e;
    line_faults none = {0}, faults;
    s->rules = rules_of(t->game, t->settings);
    s->now = SECOND;
    s->chance = random_seed(t->seed);
    assert_true(line_read_faults(t->faults, &faults, &e));
    side at[2] = {{s, 0}, {s, 1}};
    const protocol *speaks = protocol_of_boards(s->rules->game);
    match_seat seat = {.speaks = speaks,
                       .control = {.move = speaks->move_time},
                       .byte_time = t->baud ? 10 * SECOND / t->baud : 0};
    match_setup setup = {.rules = s->rules,
                         .seat = {seat, seat},
                         .turn_limit = 255,
                         .owner = {.context = s,
                                   .send = line_to,
                                   .ask = never_asked,
                                   .now = simulated_now,
                                   .happened = count_moves}};
    s->match = match_create(&setup, &e);
    for (int i = 0; i < 2; i++) {
        board_owner owner = {.context = &at[i], .send = line_back, .choose = any_move};
        assert_true(board_create(&s->board[i], s->rules, i == 0 ? &t->manners : NULL, owner, &e));
        line_create(&s->out[i], t->baud, &none, 0);
        line_create(&s->back[i], t->baud, i == 0 ? &faults : &none, t->seed);
    }
    match_verdict v = *run(s);
    if (moves) *moves = s->moves;
    for (int i = 0; i < 2; i++) {
        board_destroy(&s->board[i]);
        line_destroy(&s->out[i]);
        line_destroy(&s->back[i]);
    }
    match_destroy(s->match);
    game_destroy(s->rules);
    free(s);
    return v;
}

static bool regular(const match_verdict *v) {
    return v->reason == MATCH_WON || v->reason == MATCH_DRAWN;
}

/* Lines without loss: split, delayed, slow, with mixed line ends; nobody loses by them. */
static void harmless_faults_change_nothing(void **state) {
    (void)state;
    static const char *const harmless[] = {"",
                                           "split",
                                           "delayed=0.05,pause=300ms",
                                           "newline=mixed",
                                           "newline=cr",
                                           "newline=crlf,split"};
    for (int game_number = 0; game_number < 2; game_number++)
        for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
            for (int baud = 0; baud <= 9600; baud += 9600)
                for (uint64_t seed = 1; seed <= 6; seed++) {
                    trial t = {.game = game_number ? "trax" : "dots",
                               .settings = game_number ? "" : "size=3x3,pass=on",
                               .baud = baud,
                               .seed = seed,
                               .faults = harmless[i]};
                    trial plain = t;
                    plain.faults = "";
                    plain.baud = 0;
                    int moves, plain_moves;
                    match_verdict v = tried(&t, &moves), w = tried(&plain, &plain_moves);
                    if (!regular(&v) || v.winner != w.winner || moves != plain_moves)
                        fail_msg("%s, '%s' at %d: %s %s", t.game, t.faults, baud,
                                 match_reason_name(v.reason), v.why.message);
                }
}

/* Each misbehaviour of a board has its verdict. */
static void misbehaviour_and_its_verdict(void **state) {
    (void)state;
    static const struct {
        board_fault fault;
        match_reason dots, trax;
    } cases[] = {
        {BOARD_LATE, MATCH_OUT_OF_TIME, MATCH_OUT_OF_TIME},
        {BOARD_ILLEGAL, MATCH_ILLEGAL, MATCH_ILLEGAL},
        {BOARD_GARBAGE, MATCH_GARBLED, MATCH_GARBLED},
        {BOARD_SILENT, MATCH_OUT_OF_TIME, MATCH_OUT_OF_TIME},
        {BOARD_HALF, MATCH_OUT_OF_TIME, MATCH_OUT_OF_TIME},
        {BOARD_FLOOD, MATCH_GARBLED, MATCH_GARBLED},
        {BOARD_HANGUP, MATCH_CRASHED, MATCH_CRASHED},
        {BOARD_HANDSHAKE, MATCH_GARBLED, MATCH_GARBLED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint64_t seed = 1; seed <= 5; seed++)
            for (int game_number = 0; game_number < 2; game_number++) {
                trial t = {.game = game_number ? "trax" : "dots",
                           .settings = game_number ? "" : "size=4x4,pass=on",
                           .faults = "",
                           .baud = seed % 2 ? 9600 : 0,
                           .manners = {.fault = cases[i].fault, .at = 1, .lateness = 11 * SECOND},
                           .seed = seed};
                match_verdict v = tried(&t, NULL);
                match_reason wanted = game_number ? cases[i].trax : cases[i].dots;
                if (v.reason != wanted || v.winner != 1)
                    fail_msg("%s, misbehaviour %d: %s (%s), not %s", t.game, (int)cases[i].fault,
                             match_reason_name(v.reason), v.why.message, match_reason_name(wanted));
            }
}

/* The verdicts that a fault on the line from seat 0 can lead to. A byte that is lost leaves an
 * answer incomplete (out of time) or, if the next one fills it up, makes it another (illegal, or
 * by chance legal). A changed byte makes another answer, or none (garbled). */
static bool may_follow(line_fault fault, const match_verdict *v) {
    if (regular(v)) return fault < LINE_STALL; /* the fault did no harm, or did not occur */
    if (v->culprit != 0 || v->winner != 1) return false;
    switch (fault) {
    case LINE_LOST:
        return v->reason == MATCH_OUT_OF_TIME || v->reason == MATCH_ILLEGAL ||
               v->reason == MATCH_GARBLED || v->reason == MATCH_STALLED;
    case LINE_FLIPPED:
    case LINE_DOUBLED:
    case LINE_INSERTED:
        return v->reason == MATCH_ILLEGAL || v->reason == MATCH_GARBLED ||
               v->reason == MATCH_OUT_OF_TIME;
    case LINE_DELAYED: return v->reason == MATCH_OUT_OF_TIME || v->reason == MATCH_STALLED;
    case LINE_STALL: return v->reason == MATCH_OUT_OF_TIME || v->reason == MATCH_STALLED;
    case LINE_HANGUP: return v->reason == MATCH_CRASHED;
    case LINE_FLOODED: return v->reason == MATCH_GARBLED || v->reason == MATCH_ILLEGAL;
    default: return false;
    }
}

/* Whether a fault has one certain verdict, and which. Dots begin with R00 and an answer of four
 * characters, so the place of the byte tells; in Trax a line may end anywhere. */
static bool is_certain(bool trax, line_fault fault, uint64_t byte, match_reason *reason) {
    bool greeting = !trax && byte <= 3, first = !trax && byte > 3 && byte <= 7;
    switch (fault) {
    case LINE_HANGUP: *reason = MATCH_CRASHED; return true;
    case LINE_STALL:
    case LINE_DELAYED: *reason = greeting ? MATCH_STALLED : MATCH_OUT_OF_TIME; return true;
    case LINE_LOST:
        *reason = first ? MATCH_OUT_OF_TIME : byte == 1 ? MATCH_GARBLED : MATCH_STALLED;
        return greeting || first;
    case LINE_FLIPPED:
    case LINE_FLOODED: *reason = MATCH_GARBLED; return greeting;
    case LINE_DOUBLED: *reason = MATCH_GARBLED; return greeting && byte == 1;
    default: return false; /* a random byte may be a line end or the right one */
    }
}

static void faulted_matches_end_with_the_right_verdict(void **state) {
    (void)state;
    static const char *const names[] = {"lost",    "flipped", "doubled", "inserted",
                                        "delayed", "stall",   "hangup",  "flood"};
    int trials = long_run() ? 100000 : 2000, certain = 0, decided = 0;
    for (int i = 0; i < trials; i++) {
        random_source r = random_seed((uint64_t)i + 77);
        bool trax = i % 4 == 3;
        line_fault fault = (line_fault)random_below(&r, LINE_FAULTS);
        uint64_t byte = 1 + random_below(&r, i % 2 ? 12 : 60);
        char faults[64];
        snprintf(faults, sizeof faults, "%s@%d,pause=30s", names[fault], (int)byte);
        trial t = {.game = trax ? "trax" : "dots",
                   .settings = trax ? "" : "size=2x3,pass=on",
                   .faults = faults,
                   .baud = i % 3 ? 0 : 9600,
                   .seed = (uint64_t)i};
        match_verdict v = tried(&t, NULL);
        match_reason wanted;
        bool struck = !(regular(&v));
        bool sure = is_certain(trax, fault, byte, &wanted);
        /* A game may be over before a later byte is reached. */
        if (!struck && byte > 7) continue;
        if (sure && (v.reason != wanted || v.winner != 1))
            fail_msg("trial %d, %s at byte %d: %s (%s), not %s", i, t.game, (int)byte,
                     match_reason_name(v.reason), v.why.message, match_reason_name(wanted));
        if (!may_follow(fault, &v))
            fail_msg("trial %d, %s, %s: %s by seat %d (%s)", i, t.game, faults,
                     match_reason_name(v.reason), v.culprit + 1, v.why.message);
        certain += sure;
        decided += struck;
    }
    /* The faults do strike, and many have one certain verdict. */
    assert_true(decided > trials / 3 && certain > trials / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(harmless_faults_change_nothing),
        cmocka_unit_test(misbehaviour_and_its_verdict),
        cmocka_unit_test(faulted_matches_end_with_the_right_verdict),
    };
    return cmocka_run_group_tests_name("match_lines", tests, NULL, NULL);
}
