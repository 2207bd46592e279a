#include "games/perudo/perudo.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "games/perudo/notation.h"
#include "games/perudo/odds.h"
#include "games/perudo/picture.h"

enum {
    PRESET,
    PLAYERS,
    DICE,
    FACES,
    ROUNDS,
    FIRST,
    RAISE,
    LAMAS,
    OPENLAMA,
    LOSS,
    STARTER,
    OUT,
    PALIFICO,
    FACECHANGE,
    CALZA,
    MAXDICE,
};

/* A house rule whose default comes from the preset: that is choice 0, so that a chosen value is
 * never mistaken for a default. */
#define HOUSE_RULE(name, words, what)                                                              \
    {                                                                                              \
        .key = (name), .initial = "preset", .meaning = (what), .kind = SETTING_CHOICE,             \
        .choices = "preset " words                                                                 \
    }

static const game_setting settings[] = {
    [PRESET] = {.key = "preset",
                .initial = "seed",
                .meaning = "a set of house rules: the board's, as sold, as on the "
                           "best-known play site, or as in the literature",
                .kind = SETTING_CHOICE,
                .choices = "seed perudo strict dudo"},
    [PLAYERS] = {.key = "players",
                 .initial = "2",
                 .meaning = "seats at the table",
                 .kind = SETTING_NUMBER,
                 .least = 2,
                 .most = PERUDO_SEATS_MAX},
    [DICE] = {.key = "dice",
              .initial = "5",
              .meaning = "dice at the start, 1 to 10: for all, or for each seat, such as 5+5+3",
              .kind = SETTING_TEXT_VALUE},
    [FACES] = {.key = "faces",
               .initial = "6",
               .meaning = "faces of a die",
               .kind = SETTING_NUMBER,
               .least = 2,
               .most = PERUDO_FACES_MAX},
    [ROUNDS] = {.key = "rounds",
                .initial = "0",
                .meaning = "number of rounds in a game; 0: until one player is left",
                .kind = SETTING_NUMBER,
                .least = 0,
                .most = 999},
    [FIRST] = {.key = "first",
               .initial = "0",
               .meaning = "the seat that starts the game; 0: drawn by chance",
               .kind = SETTING_NUMBER,
               .least = 0,
               .most = PERUDO_SEATS_MAX},
    [RAISE] = HOUSE_RULE("raise", "higher any either",
                         "faces in a raise: never lower; any with a higher count; either face or "
                         "count changes, not both"),
    [LAMAS] = HOUSE_RULE("lamas", "half rank",
                         "half: to lamas with half the count, rounded up, and back with twice plus "
                         "one; rank: n lamas rank just above 2n - 1 others"),
    [OPENLAMA] = HOUSE_RULE("openlama", "off on", "whether a round may be opened on lamas"),
    [LOSS] = HOUSE_RULE("loss", "one difference",
                        "what a doubt costs: one die, or the difference (an exact bid: one die for "
                        "all but the bidder)"),
    [STARTER] = HOUSE_RULE("starter", "loser winner", "who starts after a doubt"),
    [OUT] = HOUSE_RULE("out", "next winner left", "who starts if the starter has no dice left"),
    [PALIFICO] = HOUSE_RULE("palifico", "off on always",
                            "a round without jokers and with a fixed face when a player comes down "
                            "to one die, once each; always: every round"),
    [FACECHANGE] = HOUSE_RULE("facechange", "off on",
                              "whether a player with one die may change the face in a palifico"),
    [CALZA] = HOUSE_RULE("calza", "off on next",
                         "claiming that the bid is exactly right, to win a die back: nobody, "
                         "anybody but the bidder, or only the player on turn"),
    [MAXDICE] = {.key = "maxdice",
                 .initial = "0",
                 .meaning = "dice that a calza can bring a player to; 0: as many as at the start",
                 .kind = SETTING_NUMBER,
                 .least = 0,
                 .most = PERUDO_DICE_MAX},
    {0},
};

/* The choices that each preset stands for, by house rule from RAISE to CALZA. */
enum { SEED, PERUDO, STRICT, DUDO };
static const uint8_t presets[][CALZA - RAISE + 1] = {
    [SEED] = {1, 1, 2, 1, 1, 1, 1, 1, 1},
    [PERUDO] = {2, 1, 2, 1, 1, 1, 2, 2, 2},
    [STRICT] = {3, 1, 1, 1, 1, 1, 2, 1, 1},
    [DUDO] = {2, 2, 2, 2, 2, 1, 1, 1, 1},
};

/* The value of a house rule: its index among the choices without `preset`. */
static int house_rule(const game_settings *chosen, int setting) {
    int place = chosen->value[setting].number;
    return (place ? place : presets[chosen->value[PRESET].number][setting - RAISE]) - 1;
}

/* Reads `dice` ("5" or "5+5+3") and sets the number of seats. */
static bool read_dice(const game_settings *chosen, perudo_rules *r, error *e) {
    const setting_value *players = &chosen->value[PLAYERS];
    const char *dice = chosen->value[DICE].text;
    scan s = scan_string(dice);
    int given = 0;
    do {
        uint64_t number;
        if (given == PERUDO_SEATS_MAX)
            return error_code(e, "dice-too-many-players",
                              "setting dice: '%s' is for more than %d players", dice,
                              PERUDO_SEATS_MAX);
        if (!scan_number(&s, 1, PERUDO_DICE_MAX, &number))
            return error_code(e, "dice-not-a-number",
                              "setting dice: '%s' is not a number from 1 to %d, or one for each "
                              "player as in 5+5+3",
                              dice, PERUDO_DICE_MAX);
        r->start[given++] = (uint8_t)number;
    } while (scan_char(&s, '+'));
    if (!scan_done(&s))
        return error_code(e, "dice-separator", "setting dice: '%s' after '%.*s': write 5, or 5+5+3",
                          s.at, (int)(s.at - dice), dice);
    if (given > 1 && players->given && players->number != given)
        return error_code(e, "dice-other-players",
                          "setting dice: '%s' is for %d players, but players=%d", dice, given,
                          players->number);
    r->seats = given > 1 ? given : players->number;
    for (int seat = given; seat < r->seats; seat++) r->start[seat] = r->start[0];
    return true;
}

static bool choose(const game_settings *chosen, perudo_rules *r, error *e) {
    if (!read_dice(chosen, r, e)) return false;
    r->faces = chosen->value[FACES].number;
    r->rounds = chosen->value[ROUNDS].number;
    r->first = chosen->value[FIRST].number - 1; /* 0 is GAME_CHANCE */
    if (r->first >= r->seats)
        return error_code(e, "first-no-seat", "setting first: there is no seat %d, only %d",
                          r->first + 1, r->seats);
    r->raise = (perudo_raise)house_rule(chosen, RAISE);
    r->lamas_rank = house_rule(chosen, LAMAS);
    r->open_lama = house_rule(chosen, OPENLAMA);
    r->difference = house_rule(chosen, LOSS);
    r->winner_first = house_rule(chosen, STARTER);
    r->out = (perudo_out)house_rule(chosen, OUT);
    r->palifico = (perudo_palifico)house_rule(chosen, PALIFICO);
    r->face_change = house_rule(chosen, FACECHANGE);
    r->calza = (perudo_calza)house_rule(chosen, CALZA);
    int most = chosen->value[MAXDICE].number;
    for (int seat = 0; seat < r->seats; seat++)
        r->most[seat] = most > r->start[seat] ? (uint8_t)most : r->start[seat];
    return true;
}

/* The most moves in any position: all bids and two calls, or all rolls of a full hand. */
static size_t max_moves(const perudo_rules *r) {
    size_t most = 0, total = 0;
    for (int seat = 0; seat < r->seats; seat++) {
        size_t rolls = perudo_hands(r->most[seat], r->faces);
        most = rolls > most ? rolls : most;
        total += r->most[seat];
    }
    size_t bids = total * (size_t)r->faces + 2;
    return bids > most ? bids : most;
}

static bool set_up(const game_settings *chosen, perudo_rules *r, error *e) {
    memset(r, 0, sizeof *r);
    if (!choose(chosen, r, e)) return false;
    r->rules = (game_rules){.game = &perudo_game,
                            .settings = *chosen,
                            .seats = r->seats,
                            .position_bytes = sizeof(perudo_position),
                            .undo_bytes = sizeof(perudo_position),
                            .max_moves = max_moves(r),
                            .position_text_bytes = perudo_position_text_bytes(r),
                            .picture_bytes = perudo_picture_bytes(r)};
    return true;
}

bool perudo_rules_set(perudo_rules *r, const char *given, error *e) {
    game_settings chosen;
    return settings_read(settings, given, &chosen, e) && set_up(&chosen, r, e);
}

static bool create(const game_settings *chosen, game_rules **out, error *e) {
    perudo_rules *r = malloc(sizeof *r);
    if (!r) return error_set(e, "no memory for the rules");
    if (!set_up(chosen, r, e)) {
        free(r);
        return false;
    }
    *out = &r->rules;
    return true;
}

static void destroy(game_rules *rules) { free(rules); }

static const char *seat_name(const game_rules *rules, int seat) {
    static const char names[PERUDO_SEATS_MAX][9] = {"Player 1", "Player 2", "Player 3", "Player 4",
                                                    "Player 5", "Player 6", "Player 7", "Player 8"};
    (void)rules;
    return names[seat];
}

static perudo_position *of(game_position *p) { return (perudo_position *)(void *)p; }

static void start(const game_rules *rules, game_position *position) {
    perudo_start(perudo_rules_of(rules), of(position));
}

static int turn(const game_rules *rules, const game_position *position) {
    (void)rules;
    const perudo_position *p = perudo_position_of(position);
    if (p->phase == PERUDO_OVER) return GAME_OVER;
    return p->phase == PERUDO_BID ? p->next : GAME_CHANCE;
}

static size_t moves(const game_rules *rules, const game_position *position, int seat,
                    game_move *out) {
    return perudo_moves(perudo_rules_of(rules), perudo_position_of(position), seat, out);
}

/* Undo restores the whole position, because the first roll of a round clears the last one. */
static void play(const game_rules *rules, game_position *position, game_move move, void *undo) {
    if (undo) memcpy(undo, position, sizeof(perudo_position));
    perudo_play(perudo_rules_of(rules), of(position), move);
}

static void undo(const game_rules *rules, game_position *position, game_move move,
                 const void *undo) {
    (void)rules, (void)move;
    memcpy(position, undo, sizeof(perudo_position));
}

/* The score is the dice left; if the number of rounds is limited, the dice won or lost. */
static game_outcome outcome(const game_rules *rules, const game_position *position) {
    const perudo_rules *r = perudo_rules_of(rules);
    const perudo_position *p = perudo_position_of(position);
    game_outcome o = {.winner = GAME_NOBODY, .over = p->phase == PERUDO_OVER};
    perudo_verdict v;
    memcpy(v.left, p->count, sizeof v.left);
    if (p->phase == PERUDO_SHOWN || o.over) v = perudo_verdict_of(r, p);
    int best = -PERUDO_DICE_MAX, with_dice = 0, last = 0;
    for (int seat = 0; seat < r->seats; seat++) {
        o.score[seat] = v.left[seat] - (r->rounds ? r->start[seat] : 0);
        if (v.left[seat] > 0) with_dice++, last = seat;
        if (o.score[seat] > best) o.winner = seat;
        else if (o.score[seat] == best) o.winner = GAME_NOBODY;
        best = o.score[seat] > best ? o.score[seat] : best;
    }
    if (with_dice == 1) o.winner = last;
    if (!o.over) o.winner = GAME_NOBODY;
    else o.reason = with_dice == 1 ? "the last with dice" : "all rounds are played";
    return o;
}

static uint64_t hash(const game_rules *rules, const game_position *position) {
    (void)rules;
    const perudo_position *p = perudo_position_of(position);
    return hash_bytes(p, offsetof(perudo_position, bid) + p->bids * sizeof p->bid[0]);
}

static game_move roll(const game_rules *rules, const game_position *position,
                      random_source *random) {
    return perudo_roll(perudo_rules_of(rules), perudo_position_of(position), random);
}

static void view(const game_rules *rules, const game_position *position, int seat,
                 game_position *out) {
    (void)rules;
    perudo_view(perudo_position_of(position), seat, of(out));
}

static game_move seen(const game_rules *rules, game_move move, int seat) {
    (void)rules;
    bool hidden = perudo_move_kind(move) == PERUDO_ROLLS && perudo_move_seat(move) != seat;
    return hidden
               ? perudo_move_hand(PERUDO_ROLLS, perudo_move_seat(move), perudo_move_count(move), 0)
               : move;
}

/* Shown dice are left out: the picture has them. */
static void write_chance(const game_rules *rules, game_move move, const char *const names[],
                         text *t) {
    int seat = perudo_move_seat(move);
    const char *who = names ? names[seat] : seat_name(rules, seat);
    if (perudo_move_kind(move) == PERUDO_STARTS) text_addf(t, "%s starts.", who);
    if (perudo_move_kind(move) != PERUDO_ROLLS) return;
    text_addf(t, "%s rolls ", who);
    perudo_write_hand(perudo_move_hand_of(move), perudo_move_count(move), t);
    text_add_char(t, '.');
}

static double odds(const game_rules *rules, const game_position *view, int seat, game_move m) {
    return perudo_move_odds(perudo_rules_of(rules), perudo_position_of(view), seat, m);
}

const game perudo_game = {
    .name = "perudo",
    .title = "Perudo",
    .summary = "Liar's dice: bid on the dice under all cups, or doubt the last bid.",
    .features = {.scores = true, .interrupts = true},
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
    .write_move = perudo_write_move,
    .read_move = perudo_read_move,
    .write_position = perudo_write_position,
    .read_position = perudo_read_position,
    .picture = perudo_picture,
    .roll = roll,
    .view = view,
    .seen = seen,
    .write_chance = write_chance,
    .odds = odds,
};
